"""Styles of play of the games that come along: each plays other games than the others, in every seat."""

from __future__ import annotations

from itertools import combinations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import program_of
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import in_the_game, keys_of_players

pytest.importorskip("wasmtime")
SEEDS = ("hay", "oats", "straw", "rye")


@pytest.mark.parametrize(("module", "situation"), [("tutorial", "last-fine-day"), ("russia-1941", "first-kv-1")])
def test_no_style_plays_the_games_of_another(module: str, situation: str) -> None:
    found = Diagnostics()
    compilation = compile_modules(module, found)
    assert compilation is not None
    prepared = prepare(compilation, situation, Configuration(), found)
    assert prepared is not None
    position, styles = prepared.position, compilation.graph.styles
    target = Target(prepared.agenda, prepared.setup, prepared.key)
    assert len(styles) >= 3
    for side in in_the_game(position):
        played: dict[str, list[str]] = {}
        for name in ("greedy", *(f"greedy/{style}" for style in styles)):
            programs = {seat: program_of(name if seat == side else "greedy") for seat in in_the_game(position)}
            for seed in SEEDS:
                game = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs)
                assert not game.stopped
                played.setdefault(name, []).append(repr([(e.side, e.asked, e.answer) for e in game.entries]))
        alike = [(one, other) for one, other in combinations(played, 2) if played[one] == played[other]]
        assert alike == [], side
