"""Which reaches are searched as fields, and that a field says what the machine finds by its own steps."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import played_law
from hexlaw.runtime.geometry import neighbours
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.reaching import cheapest_way
from hexlaw.runtime.play.trials import reference, trials_of

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(here, there) counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
fact toll(here: hex, there: hex): fathoms
  otherwise 1
rule toll.shoal [1]
  when there is shoal
  toll(here, there) is 2 1/2
rule bar.tired [1]
  forbids sail.step
  when u.spent + toll(here, there) > u.range
"""
HEXES = "{A-2: {shoal: yes}, B-3: {water: [reef]}, C-2: {water: [rough]}}"
PIECES = "{a: {kind: boat, at: A-1, range: 4}, b: {kind: boat, at: B-2}, c: {kind: boat, at: B-2, lit: yes}, d: {kind: buoy, at: A-3}}"
STEP = "    move u to there\n"


def both(bench: Any, law: str, mover: str = "a", pieces: str = PIECES) -> tuple[Any, Any, Any]:
    """What the reference finds, what emitted law finds, and what the field alone says."""
    given = bench.ask(bench.compiled(law), f"reach ways({mover})", pieces=pieces, hexes=HEXES)
    assert given.stop is None
    args = (given.position.things[mover],)
    expected = trials_of(given.law).reach(reference(given.law), given.position, None, "ways", args)
    answering, said = played_law(agenda_of(given.law)), []
    for path, field in answering.fields.items():
        answering.fields[path] = Noting(field, said)  # type: ignore[assignment]
    found = trials_of(given.law).reach(answering, answering.kept(given.position), None, "ways", args)
    return expected, found, said[0] if said else None


class Noting:
    def __init__(self, field: Any, said: list[Any]) -> None:
        self.field, self.said = field, said

    def costs(self, machine: Any, mover: Any) -> Any:
        found = self.field.costs(machine, mover)
        self.said.append(found)
        return found

    def way(self, machine: Any, mover: Any, to: Any) -> Any:
        found = self.field.way(machine, mover, to)
        self.said.append(found)
        return found


BY_FIELD = {
    "nothing but steps": LAW,
    "what is forbidden in a hex": LAW + "rule bar.boats [1]\n  forbids sail.step\n  when count(boat v in there) >= 2\n",
    "what is forbidden where it is": LAW + "rule bar.reef [1]\n  forbids sail.step\n  when any w in here.water where w is reef\n",
    "what is forbidden of its own side of a hex": LAW + "rule bar.shy [1]\n  forbids sail.step\n  when any boat v in here where v is not u\n",
    "where it may not rest": LAW + "rule bar.rest [1]\n  forbids sail.done\n  when any boat v in here where v is not u\n",
    "a label": LAW.replace(STEP, STEP + "    mark u as lit\n") + "rule bar.lit [1]\n  forbids sail.step\n  when u is lit and there is shoal\n",
    "a label by what is there": LAW.replace(STEP, STEP + "    if there is shoal:\n      mark u as lit\n    otherwise:\n      set u.lit to no\n")
    + "rule bar.lit [1]\n  forbids sail.step\n  when u is lit and any w in there.water where w is rough\n",
    "a label that follows": LAW + "rule wet [1]\n  after sail.step\n  when there is shoal\n  then:\n    mark u as lit\nrule bar.lit [1]\n  forbids sail.step\n  when u is lit and any boat v in there\n",
    "a requirement at rest": LAW + "rule full [1]\n  forbids done\n  for each h in hexes\n  when count(boat v in h) > 1\n",
    "a requirement at all times": LAW + "rule full [1]\n  for each boat v\n  requires count(boat w in v.hex) <= 2\n",
    "a requirement that the mover itself breaks": LAW + "rule dry [1]\n  forbids done\n  for each boat v\n  when v.hex is shoal\n",
    "a requirement that leaving breaks": LAW + "rule pair [1]\n  for each boat v where v is lit\n  requires count(boat w in v.hex) >= 2\n",
    "a note that decides nothing": LAW + "rule note [1]\n  after sail.step\n  then:\n    mark there as shoal\n".replace("shoal", "passed")
    + "thing hex also\n  passed: yes/no\n",
    "what only others do": LAW + "rule tow [1]\n  after sail.step\n  when u is lit\n  then:\n    for each buoy b in here:\n      move b to there\nrule bar.buoy [1]\n  forbids sail.step\n  when any buoy b in there\n",
}  # fmt: skip


@pytest.mark.parametrize("law", BY_FIELD.values(), ids=BY_FIELD)
@pytest.mark.parametrize("mover", ["a", "b"])
def test_a_field_says_what_the_reference_finds(bench: Any, law: str, mover: str) -> None:
    expected, found, said = both(bench, law, mover, PIECES.replace("b: {kind: boat,", "b: {kind: boat, range: 3,"))
    assert said is not None
    assert said == found == expected
    assert len(expected) > (mover == "a")  # some of these laws keep the other where it is


@pytest.mark.parametrize("law", BY_FIELD.values(), ids=BY_FIELD)
def test_the_way_to_a_hex_is_the_one_that_the_reference_finds(bench: Any, law: str) -> None:
    given = bench.ask(bench.compiled(law), "reach ways(a)", pieces=PIECES, hexes=HEXES)
    mover, said = given.position.things["a"], list[Any]()
    emitted, by_reference = played_law(agenda_of(given.law)), reference(given.law)
    emitted.fields = {path: Noting(field, said) for path, field in emitted.fields.items()}  # type: ignore[misc]
    ways = 0
    for there in sorted({h for near in given.reach for h in neighbours(near)}):
        expected = cheapest_way(asking_for_a_step(given, by_reference), mover, there)
        assert cheapest_way(asking_for_a_step(given, emitted), mover, there) == expected
        ways += expected is not None
    assert None not in said
    assert 1 < ways < len(said)


def asking_for_a_step(given: Any, answering: Any) -> Any:
    machine = trials_of(given.law).at_action(answering, answering.kept(given.position), None, "sail", ())
    machine.run()
    machine.put(given.position.things["a"])
    machine.run()
    return machine


BY_THE_MACHINE = {
    "what is left behind": LAW.replace(STEP, "    place buoy in here\n" + STEP) + "rule bar.buoy [1]\n  forbids sail.step\n  when any buoy b in there\n",
    "others that come along": BY_FIELD["what only others do"].replace("  when u is lit\n", ""),
    "a requirement about two hexes": LAW + "rule apart [1]\n  forbids done\n  for each boat v\n  when any boat w where w is not v and w.hex is v.hex\n",
    "a label that depends on the way": LAW.replace(STEP, STEP + "    if u.spent > 1:\n      mark u as lit\n") + "rule bar.lit [1]\n  forbids sail.step\n  when u is lit\n",
    "what is written of a hex and counts": LAW.replace(STEP, STEP + "    mark here as shoal\n"),
}  # fmt: skip


@pytest.mark.parametrize("law", BY_THE_MACHINE.values(), ids=BY_THE_MACHINE)
def test_where_it_is_not_proved_the_machine_searches(bench: Any, law: str) -> None:
    expected, found, said = both(bench, law)
    assert said is None
    assert found == expected
    assert len(expected) > 1


def test_a_mover_for_which_a_guard_holds_is_left_to_the_machine(bench: Any) -> None:
    pieces = PIECES.replace("c: {kind: boat,", "c: {kind: boat, range: 2,")
    expected, found, said = both(bench, BY_FIELD["what only others do"], "c", pieces)
    assert said is None
    assert found == expected


def test_a_mover_with_something_in_it_is_left_to_the_machine(bench: Any) -> None:
    pieces = PIECES.replace("b: {kind: boat, at: B-2}", "b: {kind: boat, in: a}")
    expected, found, said = both(bench, LAW, pieces=pieces)
    assert said is None
    assert found == expected
