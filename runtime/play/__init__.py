"""Playing a game from its law: `machine.py` runs it from question to question, `game.py` is what players hold."""
