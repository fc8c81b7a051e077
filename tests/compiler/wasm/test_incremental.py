"""What a position is worth behind an answer: worked out from what the answer changed, and from scratch."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.wasm.subset import PRELUDE, Library
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players

pytest.importorskip("wasmtime")

FARM = "last-fine-day"


@pytest.fixture(scope="module")
def farm() -> Prepared:
    prepared = prepare(compile_modules("tutorial", Diagnostics()), FARM, Configuration(), Diagnostics())
    assert prepared is not None
    return prepared


def checked(prepared: Prepared, games: int) -> tuple[int, int]:
    """Plays games of greedy; returns how many positions were weighed behind another, and how many of them are worth
    something else when that is worked out from scratch."""
    target = Target(prepared.agenda, prepared.setup)
    target.running.set("checked", 1)
    programs = by_seat_and_side(programs_of(dict.fromkeys(target.sides, "greedy")), prepared.position)
    for game in range(games):
        keys = keys_of_players(prepared.position, f"hay-{game}")
        assert not target.play(f"hay-{game}", keys, 10_000, programs=programs).stopped
    return target.running.get("looks"), target.running.get("differing")


def test_what_an_answer_changes_is_enough(farm: Prepared) -> None:
    weighed, differing = checked(farm, 10)
    assert weighed > 50_000
    assert differing == 0


@pytest.mark.parametrize("forgotten", ["invalidate_dependents(cell[entry])", "invalidate_dependents(term)"])
def test_a_term_that_is_not_invalidated_is_seen(forgotten: str, farm: Prepared, monkeypatch: Any) -> None:
    add = Library.add

    def without(self: Library, name: str) -> None:
        if name != "incremental":
            return add(self, name)
        text = (PRELUDE / f"{name}.py").read_text("utf-8")
        assert forgotten in text
        return self.read(text.replace(forgotten, "pass"), name)

    monkeypatch.setattr(Library, "add", without)
    assert checked(farm, 1)[1] > 0
