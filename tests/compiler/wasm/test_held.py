"""A game of the target and one of the machine side by side: what is compared, and that a difference is found."""

from __future__ import annotations

from typing import Any

import pytest
from held import Account, Stepping, side_by_side

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.wasm.target import Target

from .played import by_chance, prepared

pytest.importorskip("wasmtime")


@pytest.fixture(scope="module")
def snow() -> Prepared:
    """A short situation in which dice are thrown."""
    return prepared(compile_modules("tutorial", Diagnostics()), "early-snow")


@pytest.fixture(scope="module")
def target(snow: Prepared) -> Target:
    found = Target(snow.agenda, snow.setup)
    assert found.refusal == {}
    return found


def compared(snow: Prepared, target: Target, seed: str = "hay", every: int = 1) -> Account:
    game = snow.game(seed)
    return side_by_side(target, game, by_chance(game), every=every)


def test_everything_is_compared(snow: Prepared, target: Target) -> None:
    account = compared(snow, target)
    assert (account.parting, account.stopped) == (None, 0)
    assert account.answers > 2 * account.questions > 100
    assert account.throws > 0
    assert account.values > 100


def test_all_legal_answers_are_compared_at_every_so_many_questions(snow: Prepared, target: Target) -> None:
    whole, part = compared(snow, target), compared(snow, target, every=10)
    assert part.questions == whole.questions
    assert part.questions <= part.answers < whole.answers / 2


@pytest.mark.parametrize(
    ("name", "mutant", "what"),
    [
        ("legal", lambda found: dict([*found.items()][1:]), "what is legal"),
        ("shown", lambda found: {"7": max(found.values())}, "what the dice show"),
        ("asked", lambda found: (found[0], "nothing of the kind"), "what is asked"),
        ("entries", lambda found: found[::-1], "the journal"),
    ],
)
def test_a_difference_is_found(
    snow: Prepared, target: Target, monkeypatch: pytest.MonkeyPatch, name: str, mutant: Any, what: str
) -> None:
    asked = Target if name == "asked" else Stepping
    true = getattr(asked, name)
    monkeypatch.setattr(asked, name, lambda self: mutant(true(self)))
    parting = compared(snow, target).parting
    assert parting is not None
    assert parting.what == what
    assert f"they part in {what}:" in str(parting)


def test_a_value_that_differs_at_the_end_is_found(
    snow: Prepared, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_more(stepping: Stepping) -> list[Any]:
        at = stepping.layout.column("game", "round")
        more = stepping.running.cell(at) + stepping.layout.part
        stepping.running.put(at, more)
        return true(stepping)

    true = Stepping.entries
    monkeypatch.setattr(Stepping, "entries", one_more)
    parting = compared(snow, target).parting
    assert parting is not None
    assert parting.what == "round of game"
    assert parting.target == parting.reference + 1  # type: ignore[operator]
