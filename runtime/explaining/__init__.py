"""How an answer is told to people; `runtime/explain.py` puts the parts together."""
