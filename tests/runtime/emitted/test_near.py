"""Requirements about one place are looked at again only where something was written: they are broken where a position
laid out anew says so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import played_law
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import configure
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

LAW = """thing boat also
  tired: yes/no = no
  stands in boat
thing pier
  stands in hex
rule alone [1]
  for each boat b
  requires count(boat c in b.hex where c is not tired) <= 1
rule few-inside [1]
  for each boat b
  requires count(boat c in b) <= 1
rule room [1]
  forbids done
  for each h in hexes
  when count(boat c in h) > 2
rule far [1]
  forbids done
  for each boat b
  when any pier p where p.hex is b.hex
"""
HEXES = [Hex(q, r) for q in range(3) for r in range(2)]
WRITES = 120


@pytest.fixture
def played(bench: Any) -> tuple[PlayedLaw, Position]:
    compilation = bench.compiled(LAW)
    position = bench.ask(compilation, "1").position
    return played_law(agenda_of(configure(compilation.graph))), Position(compilation.graph, position.map)


def write(position: Position, random: Random, number: int) -> None:
    boats = [thing for thing in position.things.values() if thing.kind == "boat"]
    boat = random.choice(boats) if boats else None
    match random.randrange(8):
        case 0 if len(boats) < 9:
            position.add("boat", f"b{number}", random.choice([None, *HEXES]))
        case 1:
            position.add("pier", f"p{number}", random.choice(HEXES))
        case 2 if boat is not None and random.random() < 0.3:
            position.remove(boat)
        case 3 | 4 if boat is not None:
            position.set(boat, "tired", random.random() < 0.5)
        case 5 if boat is not None:
            others: list[Thing] = [b for b in boats if position.holder_of(b) is None and b is not boat]
            if others and boat not in position.places.values():
                position.stand(boat, random.choice(others))
        case _ if boat is not None:
            position.stand(boat, random.choice([None, *HEXES]))


def test_it_is_known_of_which_requirements_that_is_true(played: tuple[PlayedLaw, Position]) -> None:
    assert played[0].emitted.spec.near.keys() == {"alone", "few-inside", "room"}


@pytest.mark.parametrize("seed", range(8))
def test_broken_is_what_is_broken_in_a_position_laid_out_anew(played: tuple[PlayedLaw, Position], seed: int) -> None:
    law, plain = played
    random, broken = Random(seed), 0
    positions = [law.kept(plain)]
    for number in range(6):
        positions[0].add("boat", f"a{number}", random.choice(HEXES))
    for number in range(WRITES):
        one = random.choice(positions)
        if random.random() < 0.25:
            positions = [*positions[-2:], one.scratch()]
        else:
            write(one, random, number)
        if random.random() < 0.6:  # so that several writes come between two looks
            anew = Laid.of(law.emitted.laid_out(one), one)
            for rule in law.law.requirements:
                assert law.about(one, None).broken(rule) == law.about(anew, None).broken(rule), rule.id
                broken += len(anew.state.broken(rule.id, law.requirements[rule.id]))
    assert broken > WRITES / 4
