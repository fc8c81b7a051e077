"""How deep Python may go while it works on a law whose facts ask each other in long chains."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

FRAMES = 20_000
_changing = Lock()
_inside, _before = 0, 0
"""How many blocks of `room_to_nest` are running, in all threads, and the limit before the first."""


@contextmanager
def room_to_nest() -> Iterator[None]:
    """Raises the recursion limit for nested calls in plain Python, which do not use the C stack."""
    global _inside, _before
    with _changing:
        if not _inside:
            _before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_before, FRAMES))
        _inside += 1
    try:
        yield
    finally:
        with _changing:
            _inside -= 1
            if not _inside:
                sys.setrecursionlimit(_before)
