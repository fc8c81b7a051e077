"""`hexlaw compare`: what a change to a law does.

`sides.py` reads the two laws; each other file answers one question about them.
"""
