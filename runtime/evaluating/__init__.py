"""What the reference evaluator does, by what it works out; `runtime/evaluate.py` puts the parts together."""
