"""The runtime: from the rule graph to verdicts, numbers, odds and reasons. It knows no game.

`evaluate.py` is the way in.
"""
