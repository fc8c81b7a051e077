"""Holds off Python's garbage collector, which takes a third of the time of reading and checking law, where all objects
stay, and as much of many games, where reference counts free nearly all objects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock

SELDOM = 20_000
"""Objects made and not gone by themselves, after which a game is searched."""
BETWEEN_SEARCHES = 10
"""Compilations of one process after which all is searched: an editor or a long test run compiles by the hundred."""
_held_off = count(1)
_left = 0  # objects, by the last search
_changing = Lock()
_seldom = 0  # how many want it collected seldom
_threshold = gc.get_threshold()


@contextmanager
def collect_garbage_seldom() -> Iterator[None]:
    """For games: the law is there by now and stays, so it is left out of the search. It lasts until all who want it,
    in any thread, are done."""
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
        gc.freeze()  # what is new counts as old from here on, else all of it would be searched at once
        if not amid_games:
            gc.unfreeze()
            if next(_held_off) % BETWEEN_SEARCHES == 0:
                _search()
        gc.enable()


def _search() -> None:
    """Searches what counts as old, which is searched no other way; only where a quarter has been added to what the last
    search left. A process that holds a lot would spend most of its time on it otherwise."""
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
