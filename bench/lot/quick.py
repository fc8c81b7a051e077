"""Makes a printed law ready sooner: much of the time of a law by lot goes into that, as it plays but a few games.

What is printed means the same, but calls of small functions are not written out where they stand. This finds no fault
in writing them out: laws that are made ready as always find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from hexlaw.compiler.wasm import code


@contextmanager
def made_ready_quickly(quickly: bool = True) -> Iterator[None]:
    if not quickly:
        yield
        return
    with patch.object(code, "MAX_INLINED", 0):
        yield
