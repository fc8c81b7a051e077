"""Results are files that people send each other: a row counts only when it is a pair, whole, under its own key."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexlaw.compiler.base import cache
from hexlaw.compiler.base.cache import digest, sealed
from hexlaw.compiler.base.coder import Coder
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.results import Key, Results, Sharing, place_of_results
from hexlaw.compiler.desk.compare.pairs import Pair, PartingOfPairs, Played
from hexlaw.compiler.situations.tally import PlayedGame
from hexlaw.runtime.base.nodes import replace

PLAYED = Played("red", {"fleece": "3"}, 40, "", (("1/2", "-3"), ("-1/2", "3")))
KEY = "t-1", 0
PAIR = Pair("t-1", 0, PLAYED, replace(PLAYED, winner="blue"), ("rule a",), PartingOfPairs(4, "a", "b", ("rule a",)))


def opened(path: Path) -> Results[Pair]:
    return Results(path, "sweep", Pair)


def keys(*seeds: int) -> list[Key]:
    return [(f"t-{seed}", 0) for seed in seeds]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "results.sqlite"
    with opened(found) as results:
        results.add(KEY, PAIR)
    return found


@pytest.mark.parametrize("size", [0, 4_096, 20_000])
def test_results_without_room_leave_no_empty_file(
    size: int, tmp_path: Path, room_for: Callable[[int], AbstractContextManager[None]]
) -> None:
    with room_for(size), pytest.raises(Refused, match="cannot hold results"):
        opened(tmp_path / "results.sqlite")
    assert list(tmp_path.iterdir()) == []


def written(path: Path, row: object) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE pairs SET played = ?", (row,))


def test_a_pair_that_was_kept_is_read(path: Path) -> None:
    with opened(path) as results:
        assert results.read(keys(1, 2)) == {("t-1", 0): PAIR}


def test_the_files_of_two_machines_can_be_put_together(tmp_path: Path) -> None:
    """A seal is no secret of the machine that has played a pair; one that both have played counts once."""
    pairs = [replace(PAIR, seed=f"t-{number}") for number in range(1, 5)]
    for name, played in (("one", pairs[:3]), ("other", pairs[2:])):
        with opened(tmp_path / name) as results:
            for pair in played:
                results.add((pair.seed, 0), pair)
    with sqlite3.connect(tmp_path / "one") as file:
        file.execute("ATTACH ? AS other", (str(tmp_path / "other"),))
        file.execute("INSERT OR IGNORE INTO pairs SELECT * FROM other.pairs")
    with opened(tmp_path / "one") as results:
        assert results.read(keys(1, 2, 3, 4)) == {(pair.seed, 0): pair for pair in pairs}


@pytest.mark.parametrize(
    "row", ["{", "[]", "null", 5, "{}", "NaN", "[" * 20_000, b"\xff\x00", json.dumps(PAIR.as_data())]
)
def test_a_row_that_was_not_written_here_is_played_again(path: Path, row: object) -> None:
    written(path, row)
    with opened(path) as results:
        assert results.read(keys(1)) == {}
        results.add(KEY, PAIR)
        assert results.read(keys(1)) == {("t-1", 0): PAIR}


def test_files_are_put_together_into_the_first(tmp_path: Path) -> None:
    """Each has its own pairs, one is in both, and the first is not there yet."""
    pairs = [replace(PAIR, seed=f"t-{number}") for number in range(1, 5)]
    files = [tmp_path / name for name in ("whole", "one", "other")]
    for path, played in zip(files[1:], (pairs[:3], pairs[2:]), strict=True):
        with opened(path) as results:
            for pair in played:
                results.add((pair.seed, 0), pair)
    assert [*Sharing([*map(str, files)], what="pair").put_together("sweep")] == []
    with opened(files[0]) as results:
        assert [*results.read(keys(1, 2, 3, 4)).values()] == pairs


def test_what_cannot_be_put_together_is_named(tmp_path: Path) -> None:
    shoes = tmp_path / "shoes"
    shoes.write_bytes(b"shoes" * 1000)
    for path in (shoes, tmp_path / "missing"):
        with pytest.raises(Refused, match=path.name):
            [*Sharing([str(tmp_path / "whole"), str(path)]).put_together("sweep")]
    assert not (tmp_path / "missing").exists()


FORGED: list[Any] = [
    None, [], 5, {}, {**PAIR.as_data(), "seating": "0"}, {**PAIR.as_data(), "more": 1},
    {**PAIR.as_data(), "base": {**PAIR.as_data()["base"], "answers": True}},
    *({**PAIR.as_data(), "base": {**PAIR.as_data()["base"], "leads": leads}}
      for leads in ([[5]], [["1/0"]], [["1e999999999"]], [["5 1/2"]], [["9" * 10_000]], 5)),
]  # fmt: skip


def forged(data: object) -> bytes:
    """A row as it would be written under the key of the pair."""
    return sealed(digest("sweep", "t-1", "0"), msgspec.msgpack.encode(data))


def test_a_row_that_is_forged_well_is_a_pair(path: Path) -> None:
    """So what comes next is thrown away for what it says."""
    with opened(path) as results:
        written(path, forged({**PAIR.as_data(), "seating": 5}))
        assert results.read(keys(1)) == {KEY: replace(PAIR, seating=5)}


@pytest.mark.parametrize("number", ["1/0", "1e999999999", "5 1/2", "9" * 10_000, "x"])
def test_a_fraction_that_is_none_is_no_game(tmp_path: Path, number: str) -> None:
    game = PlayedGame("t-1", report={"fleece": Fraction(7, 2)})
    with Results(tmp_path / "games", "job", PlayedGame) as results:
        results.add(KEY, game)
        assert results.read([KEY]) == {KEY: game}
        other = msgspec.msgpack.decode(Coder[PlayedGame](PlayedGame).encode(game))
        other["report"]["fleece"] = msgspec.msgpack.Ext(1, number.encode())
        row = sealed(digest("job", "t-1", "0"), msgspec.msgpack.encode(other))
        written(tmp_path / "games", row)
        assert results.read([KEY]) == {}


@pytest.mark.parametrize("data", FORGED)
def test_a_row_that_is_sealed_and_is_no_pair_is_played_again(path: Path, data: object) -> None:
    """Everybody can seal: it tells of damage, not of malice."""
    with opened(path) as results:
        written(path, forged(data))
        assert results.read(keys(1)) == {}


def test_a_row_under_another_key_is_played_again(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE pairs SET seed = 't-2'")
    with opened(path) as results:
        assert results.read(keys(1, 2)) == {}


def test_a_pair_that_calls_itself_otherwise_is_played_again(path: Path) -> None:
    with opened(path) as results:
        written(path, forged({**PAIR.as_data(), "seed": "t-2"}))
        assert results.read(keys(1)) == {}


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
        with opened(path) as results:
            assert results.fixed(seed, pairs) == fixed
    with Results(path, "another law", Pair) as results:
        assert results.fixed("1", 7) == 7
