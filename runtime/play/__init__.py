"""A game of a law, as players, cases and questions know it: `game.py` first, then `played_on.py` for what plays it."""
