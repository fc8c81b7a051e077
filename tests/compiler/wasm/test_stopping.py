"""Where the law stops in the target and where it stops in the reference: three outcomes, and how each is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from held import Account, Stepping, StopOutcome, side_by_side

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import Hole
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import ByLot

pytest.importorskip("wasmtime")

LAW = """chapter [1] "Lamps"
situation dusk [1] "Dusk"
choice side
  north
thing lamp
  stands in hex or box, at most 1 deep
  side: side = north
  oil: whole = 3
thing box
  stands in hex or lamp
fact need(u: lamp): whole
rule need.some [1]
  need(u) is 1
  when u.oil > 1
action burn [1]
  open in night
  pick lit(u: lamp) where u.oil > 0 does:
    set u.oil to u.oil - need(u)
sequence game [1]
  phase night by north
"""
MANIFEST = """module: lamps
title: Lamps
version: 0.1.0
sources: {H: {title: Rules of lamps}}
speaks-for: [H]
default-source: H
unit-kind: lamp
"""
PIECES = "board: sea\npieces: {a: {kind: lamp, at: A-1}, b: {kind: box, at: A-2}}\n"
SEA = 'board: sea\ngrid: {orientation: pointy, lines: [A, B], lengths: [3], shifted: second, name: "{line}-{number}"}\n'


@pytest.fixture
def dusk(bench: Any) -> Callable[..., Prepared]:
    """The lamps under changed law."""

    def compile_(changed: dict[str, str] | None = None, winner: str = "") -> Prepared:
        law = LAW
        for old, new in (changed or {}).items():
            assert old in law
            law = law.replace(old, new)
        files = {"boards/sea.yaml": SEA, "situations/dusk.yaml": PIECES + winner}
        diagnostics = Diagnostics()
        compilation = bench.compiled(law, words=False, manifest=MANIFEST, files=files)
        found = prepare(compilation, "dusk", Configuration(), diagnostics)
        assert found is not None, [d.message for d in diagnostics]
        return found

    return compile_


def burnt(prepared: Prepared, every: int = 1) -> Account:
    """Lamps are burnt as often as it goes, at most five times."""
    game = prepared.game("hay")
    target = Target(prepared.agenda, prepared.setup)
    assert target.refusal == {}

    def answer(game: Game) -> Any:
        return None if len(game.entries) > 10 else game.options()[0]

    return side_by_side(target, game, answer, every=every)


@pytest.mark.parametrize("every", [1, 100])
def test_where_the_law_has_no_answer_both_stop(dusk: Any, every: int) -> None:
    """The third lamp-lighting asks what a lamp needs that has one measure left: no rule says."""
    account = burnt(dusk(), every)
    assert account.outcome is StopOutcome.BOTH
    assert account.parting is None
    assert account.stopped == 1
    assert isinstance(account.stop, Hole)


SPILLS = "    set u.oil to u.oil - need(u)"


@pytest.mark.parametrize(
    ("line", "more", "kind"),
    [
        ("set u.oil to need(u) - 5", "rule oil.left [1]\n  for each lamp u\n  requires u.oil >= 0\n", 4),
        ("for each box b:\n      move u to b\n      move b to u", "", 5),
    ],
)
def test_it_is_compared_how_the_law_stops(dusk: Any, line: str, more: str, kind: int) -> None:
    evening = f"  phase day:\n    phase night by north\n    do evening()\n{more}"
    effect = f"effect evening() [1]:\n  for each lamp u:\n    {line}\n"
    prepared = dusk({"  phase night by north\n": evening + effect})
    account = side_by_side(Target(prepared.agenda, prepared.setup), prepared.game("hay"), lambda game: "done")
    assert (account.outcome, account.stopped) == (StopOutcome.BOTH, kind)
    assert account.parting is None


@pytest.mark.parametrize("chance", ["roll 1d6 as wind", "draw h in hexes"])
def test_what_is_required_is_held_against_the_position_before_the_dice(dusk: Any, chance: str) -> None:
    """A hook at the end of the night spills what a lamp has to keep, after dice have fallen."""
    more = (
        f"rule late [1]\n  at the end of night\n  then:\n    {chance}\n"
        "    do spill(whichever u in lamps() gives least 1)\n"
        "fact lamps() collects lamp\nrule lamps.all [1]\n  for each lamp u\n  lamps() includes u\n"
        "effect spill(u: lamp) [1]:\n  set u.oil to 0\nrule kept [1]\n  for each lamp u\n  requires u.oil > 0\n"
    )
    prepared = dusk({"  phase night by north\n": f"  phase night by north\n{more}"})
    target, game = Target(prepared.agenda, prepared.setup), prepared.game("hay")
    account = side_by_side(target, game, lambda game: game.drawn() if isinstance(game.question, ByLot) else "done")
    assert (account.outcome, account.stopped, account.questions) == (StopOutcome.BOTH, 4, 1)
    assert account.parting is None


PACK = "record pack\n  numbers: set of whole\n"
CRATE = f"{PACK}record crate\n  packs: set of pack\n"


@pytest.mark.parametrize(
    ("records", "made", "outcome"),
    [
        (PACK, "pack(numbers = numbers(1, 998)).numbers", StopOutcome.NEITHER),  # itself, its set and 998
        (PACK, "pack(numbers = numbers(1, 999)).numbers", StopOutcome.NO_ROOM),
        (CRATE, "crate(packs = {pack(numbers = numbers(1, 497)), pack(numbers = {})}).packs", StopOutcome.NEITHER),
        (CRATE, "crate(packs = {pack(numbers = numbers(1, 998)), pack(numbers = {})}).packs", StopOutcome.NO_ROOM),
    ],
)
def test_a_record_holds_no_more_than_the_reference_lets_it(
    dusk: Any, records: str, made: str, outcome: StopOutcome
) -> None:
    """The target hands a game back in which the law would stop, as the record that is made is too large."""
    account = burnt(dusk({SPILLS: f"    set u.oil to count({made})", "action burn": f"{records}action burn"}))
    assert (account.outcome, account.parting) == (outcome, None)
    assert (account.stop is None) is (outcome is StopOutcome.NEITHER)


def test_two_kinds_of_stop_are_a_parting(dusk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stepping, "stopped", property(lambda self: 2 * (self.running.get("stopped") > 0)))
    account = burnt(dusk())
    assert account.outcome is StopOutcome.BOTH
    assert account.parting is not None
    assert account.parting.what == "how the law stops"


def test_the_reference_alone_stops(dusk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(game: Game, answer: Any) -> None:
        if game.entries:
            raise Hole("nobody knows")
        put(game, answer)

    put = Game.put
    monkeypatch.setattr(Game, "put", refused)
    account = burnt(dusk())
    assert account.outcome is StopOutcome.REFERENCE
    assert account.parting is not None
    assert (account.parting.what, account.parting.number) == ("whether the law stops", 1)
    assert account.parting.reference == "nobody knows"


def test_the_target_alone_stops(dusk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hands the game back where it need not: that costs time, and no answer is another."""
    monkeypatch.setattr(Stepping, "answer", lambda self, cell: 1)
    account = burnt(dusk())
    assert account.outcome is StopOutcome.TARGET
    assert account.parting is None


@pytest.mark.parametrize("number", [3, 6])
def test_want_of_room_is_no_stop_of_the_law(dusk: Any, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(Stepping, "answer", lambda self, cell: number)
    account = burnt(dusk())
    assert account.outcome is StopOutcome.NO_ROOM
    assert account.parting is None


def test_a_stop_in_what_comes_next_is_one_of_both(dusk: Any) -> None:
    """The target stops upon the answer, as it looks whether the next question has one; the reference when it is asked
    which ones that has."""
    asks = {"u.oil > 0 does": "u.oil - need(u) > 0 does"}
    account = burnt(dusk(asks))
    assert account.outcome is StopOutcome.BOTH
    assert account.parting is None


def test_who_wins_and_what_is_told_are_compared(dusk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = dusk(winner="winner: north\ntells: {oil: sum(u.oil for lamp u)}\n")
    game, target = prepared.game("hay"), Target(prepared.agenda, prepared.setup)
    account = side_by_side(target, game, lambda game: "done")
    assert (account.outcome, account.parting, game.over) == (StopOutcome.NEITHER, None, True)
    monkeypatch.setattr(Game, "figures", lambda game: {"oil": 2})
    parting = side_by_side(target, prepared.game("hay"), lambda game: "done").parting
    assert parting is not None
    assert (parting.what, parting.target, parting.reference) == ("what is told at the end", {"oil": 3}, {"oil": 2})


def test_the_winner_that_nobody_can_tell_stops_both(dusk: Any) -> None:
    prepared = dusk({SPILLS: "    set u.oil to 1"}, winner="winner: north\ntells: {need: sum(need(u) for lamp u)}\n")
    answers = iter(["burn", *prepared.position.of_kind("lamp"), "done"])
    target = Target(prepared.agenda, prepared.setup)
    account = side_by_side(target, prepared.game("hay"), lambda game: next(answers))
    assert (account.outcome, account.stopped, account.parting) == (StopOutcome.BOTH, 1, None)
