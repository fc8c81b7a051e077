"""How deep Python may go while it works on a law whose facts ask each other in long chains."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 20_000


@contextmanager
def room_to_nest() -> Iterator[None]:
    """Room for calls inside each other that all are plain Python, which takes none of the machine's own stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
