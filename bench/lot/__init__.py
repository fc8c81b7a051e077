"""Laws by lot: modules that a seed makes up, and what is asked of them. `bench/laws.py` is the command."""
