"""The law in force lowered to a small form, and the passes over it (`form.py` first)."""
