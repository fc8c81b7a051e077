"""What the names of a law stand for; `names.py` is the way in."""
