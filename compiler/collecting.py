"""Holds off Python's search for unreachable objects while law is read and checked: what is made there stays, and
searching it again and again takes a third of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting_later() -> Iterator[None]:
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # What is new counts as old from here on, else all of it would be searched at once.
            gc.freeze()
            gc.unfreeze()
        gc.enable()
