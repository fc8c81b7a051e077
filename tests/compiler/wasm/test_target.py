"""Games of the target are those of the machine: entry for entry, with who has won and what is told at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import get_args

import pytest
from held import Stepping
from rotation import WHOLE

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import Chain, load, shipped_games
from hexlaw.compiler.lower import step_form
from hexlaw.compiler.lower.from_law import FromLaw
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.doing import STEPS
from hexlaw.compiler.wasm.layout import UNSEEN
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.chance import folded

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
    found = prepare(compilation, situation, Configuration(), Diagnostics())
    assert found is not None
    return found


@pytest.mark.parametrize("situation", ["early-snow", "last-fine-day", "market-day"])
def test_games_of_the_tutorial_are_the_same(situation: str) -> None:
    both = prepared("tutorial", situation)
    target = Target(both.agenda, both.setup)
    assert target.refusal == {}
    for number in range(6):
        assert account(by_the_target(target, f"hay {number}")) == account(by_the_machine(both, f"hay {number}"))


def test_python_lowers_what_the_first_question_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    both, lowered, fact = prepared("tutorial", "last-fine-day"), list[str](), FromLaw.fact
    monkeypatch.setattr(FromLaw, "fact", lambda self, decl: lowered.append(decl.name) or fact(self, decl))
    target = Target(both.agenda, both.setup, engine=python())
    assert target.refused_at_once == {}
    target.begin("hay", {}, {})
    begun, declared = len(lowered), len(both.agenda.law.graph.facts)
    assert begun < declared / 2
    written = lambda: {frame.name for frame in target.playable.frames.values() if frame.name.startswith("action:")}  # noqa: E731
    assert written() == set(), "no action has begun"
    assert target.refusal == {}
    assert written() == {f"action:{name}" for name in target.playable.actions}
    assert len(lowered) > declared / 2, "all of it is printed to find out what is refused"


def test_games_of_shipped_modules_are_the_same(lot: Random) -> None:
    """Of a situation of each module that is drawn by the day; a game that is cut off is the same as far as it came."""
    modules = [name for name in shipped_games() if situation_files(loaded(name))]
    for module in lot.sample(modules, 3 if WHOLE else 2):
        both = prepared(module, lot.choice(sorted(situation_files(loaded(module)))))
        target = Target(both.agenda, both.setup)
        assert target.refusal == {}
        seed = f"day {lot.randrange(1000)}"
        most = MAX_ANSWERS if WHOLE else 200
        played, expected = by_the_target(target, seed, most), by_the_machine(both, seed, most)
        if played.stopped or expected.stopped:
            count = min(len(played.entries), len(expected.entries))
            assert played.entries[:count] == expected.entries[:count]
        else:
            assert account(played) == account(expected)


def test_positions_are_told_apart_by_what_is_in_them() -> None:
    """However one came to a position, and whatever was tried and taken back on the way."""
    both = prepared("tutorial", "market-day")
    target = Target(both.agenda, both.setup)
    running, layout = target.running, target.playable.layout
    first, last = (layout.constants[name] for name in ("COUNTED", "COUNTED_END"))

    def told_apart() -> int:
        cells = running.cells(first, last)
        return sum(
            mixed((at * 0x9E3779B97F4A7C15 + cell) % 2**64)
            for at, cell in zip(range(first, last, 8), cells, strict=True)
        )

    def mixed(number: int) -> int:
        return folded(number, 0)

    target.begin_anew("hay")
    begun = told_apart()
    for most in (20, 60, 100):
        target.play("hay", {side: side for side in target.sides}, most)
        assert (running.get("digest") - told_apart() + begun) % 2**64 == 0


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


@pytest.mark.parametrize(("module", "situation"), [(BAY, "calm"), (REEDS, "two-days")])
def test_games_with_secrets_are_the_same(module: Path, situation: str) -> None:
    """Who decides sees no more than its side does; a snare that is laid has a number that tells nothing of others."""
    both = prepared(str(module), situation)
    target = Target(both.agenda, both.setup)
    assert target.refusal == {}
    for number in range(4):
        assert account(by_the_target(target, f"eel {number}")) == account(by_the_machine(both, f"eel {number}"))


def test_what_is_hidden_changes_no_answer_of_the_other_side() -> None:
    both = prepared(str(BAY), "calm")
    target = Target(both.agenda, both.setup)
    position = both.setup.position
    hidden = [boat for boat in position.of_kind("boat") if position.value(boat, "side") == "blues"]
    assert hidden
    found = set()
    for hold in ("tea", "rum", "tar"):
        other = position.scratch()
        for boat in hidden:
            other.set(boat, "hold", hold)
        target.running.take(target.playable.image_of(other))
        stepping = Stepping(target)
        assert stepping.begin("gale") == 0
        assert target.asked()[0] == "reds"
        found.add((tuple(stepping.legal()), stepping.stopped))
        assert target.running.cell(target.printed.layout.column("boat", "hold") + target.running.image.things[
            hidden[0]] * 8) == UNSEEN  # fmt: skip
    assert len(found) == 1


def test_each_sort_of_step_and_statement_is_written() -> None:
    """With a new sort of statement games would differ otherwise."""
    sorts = {sort for sort in vars(step_form).values() if isinstance(sort, type) and issubclass(sort, step_form.Step)}
    lowered = {e.Let, e.If, e.ForEach, e.Do, e.Announce, e.Draw, e.Offer, e.Write, e.Begin, e.Pick}
    assert set(STEPS) == sorts - {step_form.Step, step_form.PlainStep} | {*get_args(e.Statement)} - lowered
