"""Python's search for unreachable objects is held off, and is as it was afterwards, whatever happened."""

from __future__ import annotations

import gc

import pytest

from hexlaw.compiler.base import collector
from hexlaw.compiler.base.collector import BETWEEN_SEARCHES, SELDOM, collect_garbage_seldom, no_garbage_collection


def test_games_are_searched_seldom_and_the_law_not_at_all() -> None:
    before = gc.get_threshold()
    with collect_garbage_seldom():
        assert gc.get_threshold() == (SELDOM, *before[1:])
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_it_stays_seldom_until_the_last_of_several_games_is_over() -> None:
    before = gc.get_threshold()
    one, other = collect_garbage_seldom(), collect_garbage_seldom()
    with one:
        other.__enter__()
    assert gc.get_threshold() == (SELDOM, *before[1:])
    other.__exit__(None, None, None)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


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


def test_after_some_compilations_all_is_searched_unless_there_is_little_more(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    objects = 1_000
    monkeypatch.setattr(gc, "collect", lambda: searched.append(1))
    monkeypatch.setattr(collector, "_left", 0)
    monkeypatch.setattr(collector, "_objects", lambda: objects)

    def some_compilations() -> int:
        for _ in range(BETWEEN_SEARCHES):
            with no_garbage_collection():
                pass
        return len(searched)

    assert some_compilations() == 1
    assert some_compilations() == 1
    objects = 1_250
    assert some_compilations() == 1
    objects = 1_251
    assert some_compilations() == 2


def test_objects_are_counted_that_the_collector_knows_of() -> None:
    with no_garbage_collection():
        before = collector._objects()
        held: list[list[int]] = [[] for _ in range(5_000)]
        assert before + len(held) <= collector._objects() < before + 2 * len(held)
    assert gc.get_freeze_count() == 0
