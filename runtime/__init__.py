"""The runtime: from the rule graph to verdicts, numbers, odds and reasons. `evaluate.py` is the way in; it knows no game."""
