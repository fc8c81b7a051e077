"""The captain (bench/captain.py): when it goes by a style, leaves it, and gives one up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest


@pytest.fixture
def captain(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("captain")


class Table:
    """A seat at which a style wins each game but so many of the first, out of those that are said to be lost."""

    side = "red"

    def __init__(self, lost: Mapping[str, set[int]]) -> None:
        self.lost, self.asked, self.turn = dict(lost), Counter[str](), "turn 1"
        self.met = set[str]()
        styles = {way.partition("/")[2]: SimpleNamespace(origin=None) for way in lost if "/" in way}
        graph, in_force = SimpleNamespace(styles=styles), lambda origin: None
        law = SimpleNamespace(graph=graph, sides=("red", "blue"), why_not_in_force=in_force)
        self.game = SimpleNamespace(law=law, entries=[])

    def part(self, game: object) -> str:
        return f"{self.turn}, fire 1"

    def decided(self, game: object, program: str) -> str:
        return program

    def playout(self, game: object, players: Mapping[str, str], seed: str) -> Any:
        way = players["red"]
        self.asked[way] += 1
        self.met.add(players["blue"])
        return SimpleNamespace(winner="blue" if int(seed.split()[-1]) in self.lost[way] else "red")


ALL, NONE = set(range(6)), set[int]()


def test_it_goes_by_what_wins_and_gives_up_what_does_not(captain: Any) -> None:
    table = Table({"greedy": ALL, "greedy/bold": NONE, "greedy/shy": ALL})
    player = captain.Captain(table)
    assert player.answer(table.game) == "greedy/bold"
    assert table.asked == {"greedy": 3, "greedy/bold": 6, "greedy/shy": 3}
    assert table.met == {"greedy", "greedy/bold", "greedy/shy"}


def test_it_chooses_once_a_turn_and_stays_where_nothing_is_gained_beyond_chance(captain: Any) -> None:
    table = Table({"greedy": {0, 1, 2, 3}, "greedy/bold": NONE})
    player = captain.Captain(table)
    assert player.answer(table.game) == "greedy/bold"
    played = table.asked.total()
    table.lost = {"greedy": NONE, "greedy/bold": {5}}
    assert player.answer(table.game) == "greedy/bold"
    assert table.asked.total() == played
    table.turn = "turn 2"
    assert player.answer(table.game) == "greedy/bold"
    table.turn, table.lost = "turn 3", {"greedy": NONE, "greedy/bold": {0, 1, 2, 3, 4}}
    assert player.answer(table.game) == "greedy"


def test_a_law_without_styles_is_played_as_it_is(captain: Any) -> None:
    table = Table({"greedy": ALL})
    assert captain.Captain(table).answer(table.game) == "greedy"
    assert not table.asked
