"""Games that are played in one call are those that are played one by one: entry for entry, with what is told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm import target as of_target
from hexlaw.compiler.wasm.program import CHANCE
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import NOT_OVER, PlayedOut, Target

from .played import account, by_the_target, prepared

pytest.importorskip("wasmtime")

SEEDS = [f"hay {number}" for number in range(9)]


def made(situation: str, module: str = "tutorial", **how: object) -> Target:
    both = prepared(compile_modules(module, Diagnostics()), situation)
    return Target(both.agenda, both.setup, **how)  # type: ignore[arg-type]


def many(target: Target, seeds: list[str], most: int = MAX_ANSWERS) -> list[PlayedOut]:
    return [*target.play_games(seeds, dict.fromkeys(target.sides, CHANCE), most, lambda: None)]


class Calls:
    """Counts which functions of a module are called."""

    def __init__(self, target: Target) -> None:
        self.names, self._call = list[str](), target.running.call
        target.running.call = self  # type: ignore[method-assign, assignment]

    def __call__(self, name: str, *args: int) -> int:
        self.names.append(name)
        return self._call(name, *args)


@pytest.mark.parametrize("situation", ["early-snow", "last-fine-day", "market-day"])
def test_they_are_the_same_games_in_one_call(situation: str) -> None:
    target = made(situation)
    expected = [account(by_the_target(target, seed)) for seed in SEEDS]
    calls = Calls(target)
    assert [account(played) for played in many(target, SEEDS)] == expected
    assert {*calls.names} == {"play_games"}, "nothing else is asked"
    assert len({played[2] for played in expected}) > 1 or len({len(played[0]) for played in expected}) > 1


def test_games_that_take_longer_than_one_budget_are_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    target = made("last-fine-day")
    expected = [account(by_the_target(target, seed)) for seed in SEEDS[:3]]
    monkeypatch.setattr(of_target, "BUDGET", 1_000)
    calls = Calls(target)
    assert [account(played) for played in many(target, SEEDS[:3])] == expected
    assert calls.names.count("play_games") > 10


@pytest.mark.parametrize("room", [{"JOURNAL": 2**10}, {"GAMES": 16}])
def test_so_many_are_played_in_one_call_as_there_is_room_for(room: Mapping[str, int]) -> None:
    target = made("last-fine-day", room=room)
    most = 230  # entries, so that two of the longest do not fit 2**10 cells
    expected = [account(by_the_target(target, seed, most)) for seed in SEEDS]
    calls = Calls(target)
    assert [account(played) for played in many(target, SEEDS, most)] == expected
    assert 1 < calls.names.count("play_games") <= len(SEEDS)


def test_a_game_that_is_not_over_is_told_with_the_others() -> None:
    target = made("last-fine-day")
    lengths = sorted(len(by_the_target(target, seed).entries) for seed in SEEDS)
    most = lengths[len(SEEDS) // 2]
    expected = [account(by_the_target(target, seed, most)) for seed in SEEDS]
    assert {played[-1] for played in expected} == {0, NOT_OVER}
    assert [account(played) for played in many(target, SEEDS, most)] == expected


def test_a_game_after_others_in_one_call_is_that_by_itself() -> None:
    target = made("last-fine-day")
    many(target, SEEDS)
    alone = made("last-fine-day")
    assert account(by_the_target(target, "hay")) == account(by_the_target(alone, "hay"))


def test_work_that_is_broken_off_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    target = made("last-fine-day")
    expected = account(by_the_target(target, "hay"))
    monkeypatch.setattr(of_target, "BUDGET", 1_000)

    def going_on() -> None:
        if target.running.get("journals"):  # the first is over
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(target.play_games(SEEDS, dict.fromkeys(target.sides, CHANCE), MAX_ANSWERS, going_on))
    assert account(by_the_target(target, "hay")) == expected


def test_printed_python_plays_them_too() -> None:
    target = made("early-snow", engine=python())
    expected = [account(by_the_target(made("early-snow"), seed)) for seed in SEEDS[:2]]
    assert [account(played) for played in many(target, SEEDS[:2])] == expected
