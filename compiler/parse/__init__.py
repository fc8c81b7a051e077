"""From the text of a law file to syntax nodes with their places; `parse.py` is the way in."""
