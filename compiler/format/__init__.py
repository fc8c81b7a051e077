"""The canonical form of law: `text.py` formats files, `items.py` and `expressions.py` print what the parser read."""
