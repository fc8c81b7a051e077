"""Levels of play: from one that leaves most of its plans to chance up to the captain."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import CAPTAIN, GREEDY, LEVELS, deciding_by
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm.program import CHANCE, Program
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import keys_of_players

pytest.importorskip("wasmtime")

GAMES = 16


@pytest.fixture(scope="module")
def hollow() -> Prepared:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    found = prepare(compilation, "last-fine-day", Configuration(), Diagnostics())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def target(hollow: Prepared) -> Target:
    return Target(hollow.agenda, hollow.setup, hollow.key)


def played(target: Target, sunside: Program, shadeside: Program, seed: str) -> PlayedOut:
    players = keys_of_players(target.setup.position, seed)
    return target.play(seed, players, MAX_ANSWERS, programs={"sunside": sunside, "shadeside": shadeside})


def lines(game: PlayedOut) -> list[tuple[str, str, str]]:
    return [(entry.side, entry.asked, entry.answer) for entry in game.entries]


def test_who_leaves_all_plans_to_chance_plays_as_chance_does(target: Target) -> None:
    whole = replace(GREEDY, slips=128)
    assert lines(played(target, whole, GREEDY, "a")) == lines(played(target, CHANCE, GREEDY, "a"))
    assert lines(played(target, replace(GREEDY, slips=64), GREEDY, "a")) != lines(played(target, whole, GREEDY, "a"))


def test_who_leaves_none_plays_as_greedy_does() -> None:
    assert [*LEVELS] == ["beginner", "casual", "experienced", "expert"]
    assert (LEVELS["experienced"], LEVELS["expert"]) == (GREEDY, CAPTAIN)


def test_each_level_beats_the_one_below_it(target: Target) -> None:
    """On both seats together; of the expert `docs/playing.md` has the figures, as it thinks longer."""
    levels = [CHANCE, LEVELS["beginner"], LEVELS["casual"], LEVELS["experienced"]]
    for weak, strong in pairwise(levels):
        points = 0.0
        for number in range(GAMES):
            for pair, own in (((strong, weak), "sunside"), ((weak, strong), "shadeside")):
                winner = played(target, *pair, f"n{number}").winner
                points += 1 if winner == own else 1 / 2 if winner is None else 0
        assert points > 1.2 * GAMES, "of twice as many games; with equals it would be half of them"


def test_a_level_decides_in_no_trial() -> None:
    with pytest.raises(ValueError, match="decides in no trial"):
        deciding_by("casual", None)
