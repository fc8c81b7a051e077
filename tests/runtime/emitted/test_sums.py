"""Sums that are kept come to what they come to in a position laid out anew, whatever was written between two looks, and
terms are worked out again only where something was written that they may depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import played_law
from hexlaw.runtime import expr as e
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.emitted.near import PLACES
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.emitted.sums import Sum
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import configure
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

LAW = """chapter [1] "Worth"
choice flag
  red, blue, green
thing boat also
  flag: flag = red
  tired: yes/no = no
  watches: set of boat
thing pier
  stands in hex
  flag: flag = red
memory seen(b: boat)

fact alone(b: boat): whole
  otherwise 0
rule alone.far [1]
  when any boat c where c.flag is not b.flag and c.hex is not none
  alone(b) is least(distance(b.hex, c.hex) for boat c where c.flag is not b.flag and c.hex is not none)
fact crowd(b: boat): whole
rule crowd.there [1]
  crowd(b) is count(boat c in b.hex where c is not tired)
fact aboard(b: boat): whole
rule aboard.boats [1]
  aboard(b) is 3 * count(boat c in b) + count(boat c where c.holder is b)
fact taken(f: flag): whole
rule taken.piers [1]
  taken(f) is count(pier p where p.flag is f and (any boat c in p.hex where c.flag is f))
fact looks(b: boat): whole
rule looks.at [1]
  looks(b) is count(boat c in b.watches where c.hex is not none and c is tired)
fact noted(b: boat): whole
rule noted.once [1]
  noted(b) is count(boat c in {b} where seen(c))
fact stranded(f: flag): set of boat
rule stranded.tired [1]
  stranded(f) is those boat b where b.flag is f and b is tired and b.hex is not none and b.holder is none
fact to-fetch(b: boat): whole
  otherwise 0
rule to-fetch.nearest [1]
  when any c in stranded(b.flag)
  to-fetch(b) is least(distance(b.hex, c.hex) + count(p in c.watches) + alone(c) for c in stranded(b.flag))
fact pressed(b: boat): whole
rule pressed.beside [1]
  pressed(b) is count(c in stranded(b.flag)
      where (any boat d where d.flag is not c.flag and d.hex is not none and distance(d.hex, c.hex) < 2))
fact carried(b: boat): whole
  otherwise 0
rule carried.by [1]
  when b.holder is not none and b.holder is not tired
  carried(b) is 1 + to-fetch(b.holder) + distance(b.holder.hex, b.hex)
rule carried.by-who-tires [1]
  when b.holder is not none and b.holder is tired
  carried(b) is 2
fact watched(b: boat): whole
rule watched.by [1]
  watched(b) is count(boat c where b in c.watches)
fact b: boat meets-another
rule meets.another [1]
  when any boat c where c.flag is not b.flag and c.hex is not none and distance(b.hex, c.hex) < 2
  b meets-another
fact stir(b: boat): whole
rule stir.anywhere [1]
  stir(b) is count(boat c where (any boat d in c.hex where d is tired))
fact mates(b: boat): whole
rule mates.crowded [1]
  mates(b) is count(boat c where c.flag is b.flag and (any boat d in c.hex where d is tired))
fact value(f: flag): whole
rule value.all [1]
  value(f) is sum(alone(b) for boat b where b.flag is f and b.hex is not none)
      + 7 * sum(crowd(b) for boat b where b.hex is not none)
      + 11 * sum(aboard(b) for boat b where b.flag is f)
      + 13 * sum(taken(b.flag) for boat b where b is not tired)
      + 17 * sum(looks(b) for boat b where b.flag is f and (any boat c in b.watches where c.hex is not none))
      + 19 * sum(noted(b) for boat b where b is tired)
      + 23 * sum(to-fetch(b) for boat b where b.flag is f and b.hex is not none)
      + 31 * sum(pressed(b) for boat b where b.flag is f and b is not tired)
      + 29 * sum(carried(b) for boat b where b.flag is f and b.hex is not none)
      + 41 * sum(stir(b) for boat b where b.flag is f and (any boat c in b.hex where c is tired and c is not b))
      + 43 * sum(stir(b) for boat b where b.flag is f and b.hex is not none and b meets-another)
      + 37 * sum(watched(b) for boat b where b.flag is f and (any boat c where (any boat d in c.hex where d is tired)))
      + 47 * sum(mates(b) for boat b where b.flag is f and (any c in b.watches where c.hex is not none))
fact worth(): whole
rule worth.of [1]
  worth() is value(red) + 1000 * value(blue)
"""
HEXES = [Hex(q, r) for q in range(3) for r in range(2)]
FLAGS = ("red", "blue", "green")
WRITES = 150


@pytest.fixture
def played(bench: Any) -> tuple[PlayedLaw, Position, e.Expr]:
    compilation = bench.compiled(LAW)
    position = bench.ask(compilation, "1").position
    worth = e.Fact("worth", (), t.WHOLE)
    setup = Setup("", position, worth=worth)
    law = played_law(agenda_of(configure(compilation.graph)), setup)
    return law, Position(compilation.graph, position.map), worth


def write(position: Position, random: Random, number: int) -> None:
    boats = [thing for thing in position.things.values() if thing.kind == "boat"]
    boat = random.choice(boats) if boats else None
    match random.randrange(12):
        case 0 if len(boats) < 9:
            position.add("boat", f"b{number}", random.choice([None, *HEXES]))
        case 1:
            position.set(position.add("pier", f"p{number}", random.choice(HEXES)), "flag", random.choice(FLAGS))
        case 2 if boat is not None and random.random() < 0.3:
            position.remove(boat)
        case 3 | 4 if boat is not None:
            position.set(boat, "tired", random.random() < 0.5)
        case 5 if boat is not None:
            others: list[Thing] = [b for b in boats if position.holder_of(b) is None and b is not boat]
            if others and boat not in position.places.values():
                position.stand(boat, random.choice(others))
        case 6 if boat is not None:
            position.set(boat, "flag", random.choice(FLAGS))
        case 7 if boat is not None:
            position.set(boat, "watches", tuple(random.sample(boats, min(2, len(boats)))))
        case 8 if boat is not None:
            position.remember("seen", (boat,))
        case _ if boat is not None:
            position.stand(boat, random.choice([None, *HEXES]))


def test_a_sum_is_what_it_is_in_a_position_laid_out_anew(played: tuple[PlayedLaw, Position, Any]) -> None:
    for seed in range(8):
        compare(*played, Random(seed))


def compare(law: PlayedLaw, plain: Position, worth: e.Expr, random: Random) -> None:
    found = set[Any]()
    positions = [law.kept(plain)]
    for number in range(6):
        boat = positions[0].add("boat", f"a{number}", random.choice(HEXES))
        positions[0].set(boat, "flag", random.choice(FLAGS))
    for number in range(WRITES):
        one = random.choice(positions)
        if random.random() < 0.25:
            positions = [*positions[-2:], one.scratch()]
        else:
            write(one, random, number)
        if random.random() < 0.6:  # so that several writes come between two looks
            anew = Laid.of(law.emitted.laid_out(one), one)
            kept = law.about(one, None).value(worth, {})
            assert kept == law.about(anew, None).value(worth, {})
            found.add(kept)
    assert len(found) > WRITES / 5
    assert law.again == 0


@pytest.fixture
def terms(played: tuple[PlayedLaw, Position, Any]) -> Iterator[list[str]]:
    """The names of the boats whose terms were worked out, of the sum of how far it is to another flag."""
    yield from noted_terms(played[0], lambda about: about.guarded and not about.near and not about.inputs)


@pytest.fixture
def fetching(played: tuple[PlayedLaw, Position, Any]) -> Iterator[list[str]]:
    """The same of the sum of how far it is to who is stranded."""
    yield from noted_terms(played[0], lambda about: len(about.inputs) == 2 and not about.near)


@pytest.fixture
def watching(played: tuple[PlayedLaw, Position, Any]) -> Iterator[list[str]]:
    """The same of the sum of how many watch, which passes over all where nobody is tired."""
    yield from noted_terms(played[0], lambda about: len(about.guarded.get("boat", ())) == 2)


@pytest.fixture
def mating(played: tuple[PlayedLaw, Position, Any]) -> Iterator[list[str]]:
    """The same of the sum of the crowded mates of who watches somebody: where a boat is may change what each adds."""
    yield from noted_terms(
        played[0], lambda about: PLACES in about.amid.get("boat", ()) and "watches" in about.reads and not about.near
    )


def noted_terms(law: PlayedLaw, wanted: Callable[[Sum], Any]) -> Iterator[list[str]]:
    spec, found = law.emitted.spec, list[str]()
    key = next(key for key, about in spec.sums.items() if wanted(about) and "flag" in about.reads)
    about, term = spec.sums[key], spec.sums[key].term
    about.term = lambda s, thing, *args: [found.append(thing.name), term(s, thing, *args)][1]
    yield found
    about.term = term


def asked_again(law: PlayedLaw, position: Position, worth: e.Expr, noted: list[str]) -> list[str]:
    """The names of the boats whose terms are worked out to say what a position is worth."""
    noted.clear()
    assert law.about(position, None).value(worth, {}) is not None
    return sorted(set(noted))


def test_only_terms_that_a_guard_names_are_worked_out(
    played: tuple[PlayedLaw, Position, Any], terms: list[str]
) -> None:
    law, plain, worth = played
    position = law.kept(plain)
    boats = [position.add("boat", f"a{number}", HEXES[number]) for number in range(6)]
    for boat in boats[3:]:
        position.set(boat, "flag", "blue")

    worked_out = partial(asked_again, law, position, worth, terms)
    assert worked_out() == []  # for one question it is not worth keeping them
    position.stand(boats[1], HEXES[1])
    assert worked_out() == ["a0", "a1", "a2", "a3", "a4", "a5"]
    position.stand(boats[0], HEXES[5])
    assert worked_out() == ["a0", "a3", "a4", "a5"]  # itself, and those of the other flag
    position.set(boats[1], "tired", True)
    assert worked_out() == []  # it reads nothing of that


def test_where_a_write_tells_which_a_sum_passes_over_those_stay_out_that_something_else_leaves_out(
    played: tuple[PlayedLaw, Position, Any], watching: list[str]
) -> None:
    law, plain, worth = played
    position = law.kept(plain)
    boats = [position.add("boat", f"a{number}", HEXES[number]) for number in range(6)]
    for boat in boats[3:]:
        position.set(boat, "flag", "green")  # nobody asks what these are worth

    worked_out = partial(asked_again, law, position, worth, watching)
    worked_out()
    position.stand(boats[1], HEXES[4])
    worked_out()  # now they are kept
    position.set(boats[4], "tired", True)
    assert worked_out() == ["a0", "a1", "a2", "a4"]  # those of a side that counts, and the thing itself


def test_what_a_thing_adds_is_looked_at_again_only_where_it_is_not_passed_over(
    played: tuple[PlayedLaw, Position, Any], mating: list[str]
) -> None:
    law, plain, worth = played
    position = law.kept(plain)
    boats = [position.add("boat", f"a{number}", HEXES[number]) for number in range(6)]
    position.set(boats[0], "watches", (boats[3],))
    position.set(boats[2], "watches", (boats[4],))
    position.stand(boats[4], None)

    worked_out = partial(asked_again, law, position, worth, mating)
    worked_out()
    position.stand(boats[1], HEXES[5])
    worked_out()  # now they are kept
    position.stand(boats[1], HEXES[4])
    assert worked_out() == ["a0", "a1"]  # who adds something, and the boat itself; none of the other mates
    position.stand(boats[4], HEXES[4])
    assert worked_out() == ["a0", "a2", "a4"]  # and who watches it


def test_what_a_fact_tells_many_terms_is_looked_at_once(
    played: tuple[PlayedLaw, Position, Any], fetching: list[str]
) -> None:
    law, plain, worth = played
    position = law.kept(plain)
    boats = [position.add("boat", f"a{number}", HEXES[number]) for number in range(5)]
    for boat in boats[3:]:
        position.set(boat, "flag", "blue")
    position.set(boats[0], "tired", True)

    worked_out = partial(asked_again, law, position, worth, fetching)
    worked_out()
    position.stand(boats[1], HEXES[4])
    worked_out()  # now they are kept
    position.stand(boats[1], HEXES[5])
    assert worked_out() == ["a1"]  # it is not stranded, so nobody waits for it
    position.stand(boats[0], HEXES[5])
    assert worked_out() == ["a0", "a1", "a2"]  # who would fetch it, and not the other flag
    position.stand(boats[4], boats[3])
    assert worked_out() == ["a4"]
    position.stand(boats[3], HEXES[0])
    assert worked_out() == ["a0", "a1", "a2", "a3", "a4"]  # who is stranded is more alone
