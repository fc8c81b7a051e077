"""Emission: law in force in, plain Python out. `to_python.py` is the way in; `docs/emitted.md` says what it makes."""
