"""The law as data: the rule graph, its expressions and types, and which of it is in force. `graph.py` first."""
