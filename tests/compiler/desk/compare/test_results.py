"""Results are files that people send each other: a row counts only when it is a pair, whole, under its own key."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base import cache
from hexlaw.compiler.base.cache import sealed
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.pairs import Pair, PartingOfPairs, Played
from hexlaw.compiler.desk.compare.results import Results, place_of_results
from hexlaw.runtime.base.nodes import replace

PLAYED = Played("red", {"fleece": "3"}, 40, "", (("1/2", "-3"), ("-1/2", "3")))
PAIR = Pair("t-1", 0, PLAYED, replace(PLAYED, winner="blue"), ("rule a",), PartingOfPairs(4, "a", "b", ("rule a",)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "results.sqlite"
    with Results(found, "sweep") as results:
        results.add(PAIR)
    return found


@pytest.mark.parametrize("size", [0, 4_096, 20_000])
def test_results_without_room_leave_no_empty_file(
    size: int, tmp_path: Path, room_for: Callable[[int], AbstractContextManager[None]]
) -> None:
    with room_for(size), pytest.raises(Refused, match="cannot hold results"):
        Results(tmp_path / "results.sqlite", "sweep")
    assert list(tmp_path.iterdir()) == []


def written(path: Path, row: object) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE pairs SET played = ?", (row,))


def test_a_pair_that_was_kept_is_read(path: Path) -> None:
    with Results(path, "sweep") as results:
        assert results.read(["t-1", "t-2"]) == {("t-1", 0): PAIR}


def test_the_files_of_two_machines_can_be_put_together(tmp_path: Path) -> None:
    """A seal is no secret of the machine that has played a pair; one that both have played counts once."""
    pairs = [replace(PAIR, seed=f"t-{number}") for number in range(1, 5)]
    for name, played in (("one", pairs[:3]), ("other", pairs[2:])):
        with Results(tmp_path / name, "sweep") as results:
            for pair in played:
                results.add(pair)
    with sqlite3.connect(tmp_path / "one") as file:
        file.execute("ATTACH ? AS other", (str(tmp_path / "other"),))
        file.execute("INSERT OR IGNORE INTO pairs SELECT * FROM other.pairs")
    with Results(tmp_path / "one", "sweep") as results:
        assert results.read([pair.seed for pair in pairs]) == {(pair.seed, 0): pair for pair in pairs}


@pytest.mark.parametrize(
    "row", ["{", "[]", "null", 5, "{}", "NaN", "[" * 20_000, b"\xff\x00", json.dumps(PAIR.as_data())]
)
def test_a_row_that_was_not_written_here_is_played_again(path: Path, row: object) -> None:
    written(path, row)
    with Results(path, "sweep") as results:
        assert results.read(["t-1"]) == {}
        results.add(PAIR)
        assert results.read(["t-1"]) == {("t-1", 0): PAIR}


FORGED: list[Any] = [
    None, [], 5, {}, {**PAIR.as_data(), "seating": "0"}, {**PAIR.as_data(), "more": 1},
    {**PAIR.as_data(), "base": {**PAIR.as_data()["base"], "answers": True}},
    *({**PAIR.as_data(), "base": {**PAIR.as_data()["base"], "leads": leads}}
      for leads in ([[5]], [["1/0"]], [["1e999999999"]], [["5 1/2"]], [["9" * 10_000]], 5)),
]  # fmt: skip


@pytest.mark.parametrize("data", FORGED)
def test_a_row_that_is_sealed_and_is_no_pair_is_played_again(path: Path, data: object) -> None:
    """Everybody can seal: it tells of damage, not of malice."""
    with Results(path, "sweep") as results:
        written(path, sealed(results._name("t-1", 0), data))
        assert results.read(["t-1"]) == {}


def test_a_row_under_another_key_is_played_again(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE pairs SET seed = 't-2'")
    with Results(path, "sweep") as results:
        assert results.read(["t-1", "t-2"]) == {}


def test_a_pair_that_calls_itself_otherwise_is_played_again(path: Path) -> None:
    with Results(path, "sweep") as results:
        written(path, sealed(results._name("t-1", 0), {**PAIR.as_data(), "seed": "t-2"}))
        assert results.read(["t-1"]) == {}


@pytest.mark.parametrize("spoil", ["file", "folder"])
def test_where_nothing_can_be_kept_games_are_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    monkeypatch.setenv("HEXLAW_CACHE", str(tmp_path))
    cache.forget()
    place = place_of_results()
    assert place is not None
    if spoil == "file":
        place.write_bytes(b"shoes" * 1000)
    else:
        for each in tmp_path.iterdir():
            each.unlink()
        (tmp_path / place.name).mkdir()
    assert place_of_results() is None
    assert os.path.exists(place)


def test_the_size_that_was_fixed_first_stays(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    for pairs, seed, fixed in ((40, "1", 40), (200, "1", 40), (40, "1", 40), (200, "2", 200)):
        with Results(path, "sweep") as results:
            assert results.fixed(seed, pairs) == fixed
    with Results(path, "another law") as results:
        assert results.fixed("1", 7) == 7
