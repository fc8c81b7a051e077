"""Python's search for unreachable objects is held off, and is as it was afterwards, whatever happened."""

from __future__ import annotations

import gc

import pytest

from hexlaw.compiler.garbage import SELDOM, collect_garbage_seldom, no_garbage_collection


def test_games_are_searched_seldom_and_the_law_not_at_all() -> None:
    before = gc.get_threshold()
    with collect_garbage_seldom():
        assert gc.get_threshold() == (SELDOM, *before[1:])
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_what_stops_a_game_leaves_the_search_as_it_was() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="stop"), collect_garbage_seldom():
        raise ValueError("stop")
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_law_that_is_read_amid_games_stays_left_out_of_the_search() -> None:
    with collect_garbage_seldom():
        with no_garbage_collection():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
