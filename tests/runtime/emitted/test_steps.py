"""Steps that are kept are as the law has them, whatever was written since; what depends on more is not kept."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import played_law
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.emitted.search import Search
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Law, configure
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.trials import trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import GAME

LAW = """thing game also
  windy: yes/no = no
action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(u, here, there) counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
fact toll(u: boat, here: hex, there: hex): fathoms
  otherwise 1
rule toll.shoal [1]
  when there is shoal
  toll(u, here, there) is 2 1/2
rule toll.buoy [1]
  when any buoy b in there and not there is shoal
  toll(u, here, there) is 2
rule bar.lit [1]
  forbids sail.step
  when any boat v in there where v is lit
rule bar.windy [1]
  forbids sail.step
  when game is windy and u is lit
rule bar.tired [1]
  forbids sail.step
  when u.spent + toll(u, here, there) > u.range
rule room [1]
  forbids done
  for each h in hexes
  when count(boat v in h) > 2
"""
HEXES = [Hex(q, r) for q in range(3) for r in range(2)]
WRITES = 60


@pytest.fixture
def found(bench: Any) -> tuple[Law, PlayedLaw, Position]:
    compilation = bench.compiled(LAW)
    given = bench.ask(compilation, "1", hexes="{B-2: {shoal: yes}}")
    law = configure(compilation.graph)
    return law, played_law(agenda_of(law)), Position(compilation.graph, given.position.map)


def write(position: Position, random: Random, number: int) -> None:
    boats = [thing for thing in position.things.values() if thing.kind == "boat"]
    boat = random.choice(boats)
    match random.randrange(7):
        case 0 if len(boats) < 6:
            added = position.add("boat", f"b{number}", random.choice(HEXES))
            position.set(added, "range", 4)
        case 1:
            position.add("buoy", f"p{number}", random.choice(HEXES))
        case 2 if len(boats) > 3:
            position.remove(boat)
        case 3:
            position.set(boat, "lit", random.random() < 0.5)
        case 4:
            position.set(random.choice(HEXES), "shoal", random.random() < 0.5)
        case 5:
            position.set(GAME, "windy", random.random() < 0.5)
        case _:
            position.stand(boat, random.choice(HEXES))


def costs(found: tuple[Law, PlayedLaw, Position], position: Position, name: str) -> dict[Any, Any]:
    law, played, _ = found
    played.account.begin()
    return trials_of(law).reach(played, position, None, "ways", (position.things[name],))


@pytest.mark.parametrize("seed", range(4))
def test_a_field_of_kept_steps_is_the_one_that_the_law_is_asked_for(
    found: tuple[Law, PlayedLaw, Position], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, (_, played, position), by_law = Random(seed), found, Search.goes
    for name in ("a", "b", "c"):
        position.set(position.add("boat", name, random.choice(HEXES)), "range", random.choice((2, 4)))
    laid = played.kept(position)
    (field,), kept, sizes = played.fields.values(), [steps.kept for steps in played.fields.values()], set[int]()
    assert kept[0] is not None
    for number in range(WRITES):
        for _ in range(random.randrange(1, 4)):
            write(laid, random, number)
        other = laid.scratch()  # of which it is asked in between, as a look ahead does
        write(other, random, number + WRITES)
        for now in (laid, other, laid):
            boats = [name for name, thing in now.things.items() if thing.kind == "boat"]
            name = random.choice(boats)
            field.kept = None
            monkeypatch.setattr(Search, "goes", by_law)
            expected = costs(found, now, name)
            field.kept = kept[0]
            monkeypatch.setattr(Search, "goes", lambda search, to: pytest.fail("the law was searched"))
            assert costs(found, now, name) == expected
            sizes.add(len(expected))
    assert len(sizes) > 3


STEP = "rule bar.more [1]\n  forbids sail.step\n  when "
NOT_KEPT = {
    "what lies anywhere": STEP + "any boat v where v is lit\n",
    "what lies next to it": STEP + "any h in neighbours(there) where any buoy b in h\n",
    "what is remembered": "memory b: boat is met [1]\naction wave [1]\n  pick waved(b: boat)\nrule met.begins [1]\n  after wave.waved\n  begins b is met\n"
    + STEP + "u is met\n",
    "another that has spent": STEP + "any boat v in there where v is not u and v.spent > u.spent\n",
}  # fmt: skip


@pytest.mark.parametrize("more", NOT_KEPT.values(), ids=NOT_KEPT)
def test_a_step_that_depends_on_more_is_not_kept(bench: Any, more: str) -> None:
    played = played_law(agenda_of(configure(bench.compiled(LAW + more).graph)))
    assert [field.kept for field in played.fields.values()] == [None]
