"""What games are played on: a law in force as one module, the machine of play inside, as WebAssembly or plain Python.

`code.py` is what everything is printed as and turns it into bytes; `subset.py` compiles the library (`prelude/`), which
is written in a subset of Python; `layout.py` says where a position lies in memory; `value_code.py` prints the functions
of the form, `statements.py` what changes a game; `following.py` carries games on. docs/target.md says how it all fits
together.
"""
