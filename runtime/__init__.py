"""The runtime: from the rule graph to verdicts, numbers, odds and reasons. It knows no game.

`evaluator.py` is the way in.
"""
