"""Programs decide alike in the target and at a table of the reference, which runs the same lines of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rotation import WHOLE

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.wasm.interpreted import Interpreted
from hexlaw.compiler.wasm.program import Program
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seated, seats
from hexlaw.runtime.words import in_words

from .test_programs import BOARDING, BOTH, MANY, RAID, RAIDERS, SAIL, SURE, lake

pytest.importorskip("wasmtime")
assert lake


def decided_alike(prepared: Prepared, program: Program, seed: str, most: int = 1_000) -> int:
    """Plays a game as the target decides, asking both at each question; returns how many answers that took."""
    target, position = Target(prepared.agenda, prepared.setup, prepared.key), prepared.setup.position
    assert target.refusal == {}
    keys = keys_of_players(position, seed)
    there = by_seat_and_side(dict.fromkeys(seats(position), program), position)
    programs, game = {seat: Interpreted(key, program) for seat, key in keys.items()}, prepared.game(seed)
    target.begin(seed, keys, there)
    asked = 0
    while not game.over and asked < most:
        known = len(game.entries)
        question = game.question
        assert question is not None
        if isinstance(question, ByLot):
            game.throw()
        else:
            answer = seated(programs, question).answer(game)
            assert in_words(answer, game.position) == target.decided(), (asked, question)
            game.answer(answer)
            asked += 1
        for entry in game.entries[known:]:
            target.answer(entry)
    return asked


@pytest.mark.parametrize(
    ("law", "pieces"),
    [
        (SAIL, "f: {kind: barge, count: 3, at: A-1}; g: {kind: barge, at: B-4, allowance: 6}"),
        (SURE.format(sure=3), "f: {kind: barge, count: 3, at: A-1}"),
        (SAIL + SURE.format(sure=4), "f: {kind: barge, count: 2, at: A-3}"),
    ],
)
def test_what_is_done_is_the_same(law: str, pieces: str, lake: Callable[..., Any]) -> None:
    for seed in ("one", "two", "three"):
        assert decided_alike(lake(law, pieces), Program(200), seed) > 3


def test_what_is_hidden_is_guessed_alike(lake: Callable[..., Any]) -> None:
    for seed in ("one", "two", "three", "four"):
        west = "v: {kind: barge, at: B-1, side: west, hold: 3}; w: {kind: barge, at: B-2, side: west, hold: 5}"
        east = "f: {kind: barge, count: 2, at: A-1, hold: 1}; g: {kind: barge, at: A-2, hold: 4}"
        assert decided_alike(lake(BOARDING.format(what="hold"), f"{east}\n  west:\n    {west}"), Program(200), seed) > 5


@pytest.mark.parametrize("situation", ["last-fine-day", "market-day", "early-snow"])
def test_games_of_a_shipped_law(situation: str) -> None:
    """Games to their end, of which the suite plays the beginnings."""
    diagnostics = Diagnostics()
    compilation = compile_modules("tutorial", diagnostics)
    assert compilation is not None
    prepared = prepare(compilation, situation, Configuration(), diagnostics)
    assert prepared is not None
    assert decided_alike(prepared, Program(120), "spring", 1_000 if WHOLE else 30) >= 30


def test_turns_are_played_ahead_alike(lake: Callable[..., Any]) -> None:
    prepared = lake(RAID + SURE.format(sure=3), f"{MANY.replace('3', '2')}; {RAIDERS}", BOTH)
    for seed in ("one", "two"):
        assert decided_alike(prepared, Program(60, ahead=True), seed) > 5
