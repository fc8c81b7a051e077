"""The reference evaluator: an expression of the law and a position in, its value out. `evaluator.py` first."""
