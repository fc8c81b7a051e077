"""The compiler: from law, tables and charts written by designers to the rule graph. `pipeline.py` is the way in."""
