"""Holds off Python's garbage collector, which takes a third of the time of reading and checking law, where all objects
stay, and as much of many games, where reference counts free nearly all objects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock

SELDOM = 20_000
"""Objects allocated and not freed, after which the collector runs during a game."""
BETWEEN_SEARCHES = 10
"""Compilations of one process between full collections: an editor or a long test run compiles by the hundred."""
_held_off = count(1)
_left = 0  # objects after the last collection
_changing = Lock()
_seldom = 0  # how many blocks of `collect_garbage_seldom` are running
_threshold = gc.get_threshold()


@contextmanager
def collect_garbage_seldom() -> Iterator[None]:
    """For games: the law is loaded and stays, so the collector leaves it out. It lasts until the last of these blocks
    ends, in any thread."""
    global _seldom, _threshold
    with _changing:
        _seldom += 1
        if _seldom == 1:
            _threshold = gc.get_threshold()
            gc.freeze()
            gc.set_threshold(SELDOM, *_threshold[1:])
    try:
        yield
    finally:
        with _changing:
            _seldom -= 1
            if _seldom == 0:
                gc.set_threshold(*_threshold)
                gc.unfreeze()


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        amid_games = _seldom > 0
        gc.freeze()  # new objects count as old from here on, else the next collection would go through all of them
        if not amid_games:
            gc.unfreeze()
            if next(_held_off) % BETWEEN_SEARCHES == 0:
                _search()
        gc.enable()


def _search() -> None:
    """Collects old objects, which nothing else does; only if there are a quarter more than after the last collection: a
    process that holds a lot would spend most of its time here otherwise."""
    global _left
    if _objects() > _left + _left // 4:
        gc.collect()
        _left = _objects()


def _objects() -> int:
    """Returns how many objects the collector knows of."""
    gc.freeze()
    try:
        return gc.get_freeze_count()
    finally:
        gc.unfreeze()
