"""Games of the target are those of the machine: entry for entry, with who has won and what is told at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import Chain, load, shipped_games
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.layout import Unlaid
from hexlaw.compiler.wasm.procedures import Around
from hexlaw.compiler.wasm.statements import Building
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law import Configuration

from .played import account, by_the_machine, by_the_target

pytest.importorskip("wasmtime")

HARBOUR = Path(__file__).resolve().parents[3] / "bench" / "harbour"
BAY = Path(__file__).resolve().parents[2] / "runtime" / "play" / "journals" / "bay"
REEDS = Path(__file__).resolve().parents[2] / "rules" / "games" / "reeds"


def loaded(module: str) -> Chain:
    chain = load(module, Diagnostics())
    assert chain is not None
    return chain


def prepared(module: str, situation: str) -> Prepared:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    found = prepare(compilation, situation, Configuration(), Diagnostics(), emitted=True)
    assert found is not None
    return found


@pytest.mark.parametrize("situation", ["early-snow", "last-fine-day", "market-day"])
def test_games_of_the_tutorial_are_the_same(situation: str) -> None:
    both = prepared("tutorial", situation)
    target = Target(both.agenda, both.setup)
    assert target.refusal == {}
    for number in range(6):
        assert account(by_the_target(target, f"hay {number}")) == account(by_the_machine(both, f"hay {number}"))


def test_games_of_shipped_modules_are_the_same(lot: Random) -> None:
    """One situation of a few, drawn by the day; a game that is handed back is the same as far as it came."""
    modules = [name for name in shipped_games() if situation_files(loaded(name))]
    for module in lot.sample(modules, 3):
        both = prepared(module, lot.choice(sorted(situation_files(loaded(module)))))
        target = Target(both.agenda, both.setup)
        if both.agenda.has_players:
            assert target.refusal
            continue
        assert target.refusal == {}
        seed = f"day {lot.randrange(1000)}"
        played, expected = by_the_target(target, seed), by_the_machine(both, seed)
        if played.stopped:
            assert played.entries == expected.entries[: len(played.entries)]
        else:
            assert account(played) == account(expected)


def test_the_same_seed_gives_the_same_game_after_others() -> None:
    """Nothing of a game is left for the next one in the same memory."""
    both = prepared("tutorial", "market-day")
    target = Target(both.agenda, both.setup)
    first = by_the_target(target, "clover")
    assert len(first.entries) > 100
    for number in range(3):
        by_the_target(target, f"other {number}")
    assert account(by_the_target(target, "clover")) == account(first)


def test_a_game_is_handed_back_after_so_many_answers() -> None:
    both = prepared("tutorial", "last-fine-day")
    target = Target(both.agenda, both.setup)
    whole = by_the_target(target, "oats")
    part = target.play("oats", {side: f"oats/{side}" for side in target.sides}, 40)
    assert part.stopped
    assert part.entries == whole.entries[: len(part.entries)]
    assert 40 <= len(part.entries) < 60  # what lapses is not answered


def test_a_game_in_which_something_is_hidden_is_handed_back() -> None:
    """What a side sees is not made there yet: so the machine plays from where the first secret is."""
    both = prepared(str(BAY), "calm")
    target = Target(both.agenda, both.setup)
    if target.refusal:
        assert all(isinstance(why, str) and why for why in target.refusal.values())
        return
    played, expected = by_the_target(target, "gale"), by_the_machine(both, "gale")
    assert played.stopped == 6
    assert played.entries == expected.entries[: len(played.entries)]


def test_a_game_that_names_things_by_lot_is_handed_back(tmp_path: Path) -> None:
    """A snare has a number that tells nothing of others; the pool of what is made has the lowest numbers alone."""
    open_ = copytree(REEDS, tmp_path / "reeds", ignore=lambda *_: {"cases"}) / "01-reeds.law"
    law = open_.read_text("utf-8").replace("= 2 secret", "= 2").replace("in hex, secret while covered", "in hex")
    open_.write_text(law, "utf-8")  # so nothing is hidden before the first snare is laid
    both = prepared(str(open_.parent), "two-days")
    target = Target(both.agenda, both.setup)
    for number in range(3):
        played, expected = by_the_target(target, f"eel {number}"), by_the_machine(both, f"eel {number}")
        laid = next(i for i, entry in enumerate(expected.entries) if entry.answer.startswith("lay"))
        assert played.stopped == 3
        assert played.entries == expected.entries[: len(played.entries)]
        assert len(played.entries) <= laid, "nothing that follows from a name goes wrong"


def test_a_statement_that_nothing_prints_is_refused_by_name() -> None:
    """A new sort of statement would be passed over otherwise, and games would differ."""
    with pytest.raises(Unlaid, match="the statement SimpleNamespace"):
        cast(Any, Building).line(SimpleNamespace(d=None, constants={}), SimpleNamespace(), Around(0, 0))
