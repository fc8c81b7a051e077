"""A position of emitted law: copies share it until one is written, and a write keeps true all that was laid out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import emit
from hexlaw.runtime.emitted.columns import OfMap
from hexlaw.runtime.emitted.load import EmittedLaw, load
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.geometry import Hex, Side, side_between
from hexlaw.runtime.law import configure
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

PIERS = """thing pier
  stands in hex
  worth: whole = 3
thing boat also
  tired: yes/no = no
memory b: boat is known [1]
tally wins(b: boat): whole [1]
fact alone(b: boat): yes/no
  otherwise no
rule alone.here [1]
  when every boat c in b.hex satisfies c is b
  alone(b)
fact piers(h: hex): whole
  otherwise 0
rule piers.some [1]
  when any pier p in h where p.worth > 2
  piers(h) is 1
fact way(b: boat, h: hex): whole or none
rule way.clear [1]
  way(b, h) is steps-to(h for k linked to b.hex after j where k is not shoal and no pier p in k)
fact near(b: boat, h: hex): whole or none
rule near.so [1]
  near(b, h) is steps-to(h for k linked to b.hex within wins(b) where k is not shoal)
fact barred(few: whole): set of hex
rule barred.by-piers [1]
  barred(few) is those h in hexes where count(pier p in h) > few
fact is-open(few: whole): yes/no
  otherwise no
rule open.all-round [1]
  when every h in hexes satisfies h is shoal or h in barred(few)
      or h in (those k linked to (those e in hexes where e is shoal) where not k in barred(few))
  is-open(few)
fact held(b: boat): yes/no
  otherwise no
rule held.so [1]
  when b is known and wins(b) > 0
  held(b)
"""
HEXES = [Hex(q, r) for q in range(3) for r in range(3)]


@pytest.fixture
def emitted(bench: Any) -> EmittedLaw:
    return load(emit(configure(bench.compiled(PIERS).graph)))


@pytest.fixture
def laid(bench: Any, emitted: EmittedLaw) -> Laid:
    compilation = bench.compiled(PIERS)
    plain = Position(compilation.graph, bench.ask(compilation, "1").position.map)
    return Laid.of(emitted.laid_out(plain), plain)


def write(position: Position, random: Random, number: int) -> None:
    """One write of any sort."""
    things = list(position.things.values())
    thing = random.choice(things) if things else None
    match random.randrange(9):
        case 0:
            position.add(random.choice(("boat", "pier")), f"n{number}", random.choice([None, *HEXES]))
        case 1 if thing is not None:
            position.remove(thing)
        case 2 if thing is not None:
            position.stand(thing, random.choice([None, *HEXES]))
        case 3 if thing is not None and thing.kind == "boat":
            position.set(thing, "tired", random.random() < 0.5)
        case 4 if thing is not None and thing.kind == "boat":
            position.unset(thing, "tired")
        case 5:
            position.set(random.choice(HEXES), "shoal", random.random() < 0.5)
        case 6 if thing is not None:
            (position.remember if random.random() < 0.6 else position.forget)("known", (thing,))
        case 7 if thing is not None:
            position.count("wins", (thing,), random.choice([None, 1, 2]))
        case 8:
            position.unset(random.choice(HEXES), "shoal")


def told(position: Position) -> tuple[Any, ...]:
    return (
        dict(position.things), dict(position.places), dict(position.values), set(position.remembered),
        dict(position.tallied), dict(position.printed), position.acting, position.now,
    )  # fmt: skip


def read(position: Laid) -> dict[str, Any]:
    """What emitted functions read of the things that are there."""
    state, there = position.state, {None, *position.things.values()}
    found: dict[str, Any] = {}
    for name in (*state.spec.attributes, *state.spec.tests, "hex_of", "holder_of"):
        column = getattr(state, name)
        if isinstance(column, OfMap):
            found[name] = [column[h] for h in HEXES] if column.owner == "hex" else []
        else:
            found[name] = {key: value for key, value in column.items() if key in there}
    for name in (*state.spec.lists, *state.spec.standing):
        value = getattr(state, name)
        found[name] = {k: v for k, v in value.items() if v} if isinstance(value, dict) else value
    return {**found, "memories": state.memories, "tallies": dict(state.tallies)}


def answers(emitted: EmittedLaw, position: Laid) -> list[Any]:
    facts, state = emitted.names["FACTS"], position.state
    boats = [thing for thing in position.things.values() if thing.kind == "boat"]
    return [
        *(facts["piers"](state, h) for h in HEXES),
        *(facts["is-open"](state, most) for most in (0, 1)),
        *((facts["alone"](state, b), facts["held"](state, b)) for b in boats if position.hex_of(b)),
        *((facts["way"](state, b, h), facts["near"](state, b, h)) for b in boats[-2:] for h in HEXES),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_after_any_writes_it_reads_as_a_position_laid_out_anew(emitted: EmittedLaw, laid: Laid, seed: int) -> None:
    random = Random(seed)
    plain = Position(laid.graph, laid.map)
    positions = [(laid, plain)]
    for number in range(60):
        one, other = random.choice(positions)
        before = [(told(laid), told(plain)) for laid, plain in positions]
        assert all(a == b for a, b in before)
        if random.random() < 0.3:
            positions.append((one.scratch(), other.scratch()))
        else:
            state = random.getstate()
            write(one, random, number)
            random.setstate(state)
            write(other, random, number)
        anew = Laid.of(emitted.laid_out(other), other)
        assert read(one) == read(anew)
        assert answers(emitted, one) == answers(emitted, anew)
        earlier, as_plain = random.choice(positions)
        assert one.changed_since(earlier) == other.changed_since(as_plain)


def test_a_position_without_things_is_found_once_until_it_is_written(laid: Laid) -> None:
    dory = laid.add("boat", "dory", HEXES[0])
    without = laid.without((dory,))
    assert without.places == {}
    assert laid.places == {dory: HEXES[0]}
    assert laid.without((dory,)) is without
    laid.set(dory, "tired", True)
    assert laid.without((dory,)).value(dory, "tired") is True


def test_a_copy_is_one_with_what_it_was_made_of_until_either_is_written(laid: Laid) -> None:
    dory = laid.add("boat", "dory", HEXES[0])
    copy, other = laid.scratch(), laid.scratch()
    assert copy.is_as(laid)
    assert copy.is_as(other)
    copy.set(dory, "tired", True)
    assert not copy.is_as(laid)
    assert other.is_as(laid)
    assert (dory, "tired") not in laid.values
    assert laid.state.tired_of[dory] is False
    laid.stand(dory, HEXES[1])
    assert (copy.places[dory], other.places[dory], laid.places[dory]) == (HEXES[0], HEXES[0], HEXES[1])
    assert not other.is_as(laid)


def test_a_write_that_changes_nothing_it_says_is_told_by_nobody(laid: Laid) -> None:
    copy = laid.scratch()
    copy.acts(laid.acting)
    copy.forget("known", (Thing("boat", "nobody"),))
    copy.unset(HEXES[0], "shoal")
    assert copy.is_as(laid)


def test_what_the_law_does_not_read_is_found_when_a_question_asks(laid: Laid) -> None:
    pier = laid.add("pier", "p", HEXES[0])
    state = laid.state
    assert "all_pier" not in state.spec.lists
    assert state.all_pier == (pier,)
    assert state.is_pier[pier]
    assert state.pier_within == {HEXES[0]: (pier,)}
    laid.stand(pier, HEXES[1])
    assert laid.state.pier_within == {HEXES[1]: (pier,)}


def test_what_changed_since_is_told_by_attribute(laid: Laid) -> None:
    plain = Position(laid.graph, laid.map)
    for position in (laid, plain):
        dory = position.add("boat", "dory", HEXES[0])
        before = position.scratch()
        assert position.changed_since(before) == (False, frozenset())
        position.set(dory, "tired", True)
        position.set(HEXES[0], "shoal", True)
        assert position.changed_since(before) == (False, {"tired", "shoal"})
        position.unset(dory, "tired")
        assert position.changed_since(before) == (False, {"shoal"})
        assert before.changed_since(position) == (False, {"shoal"})
        position.stand(dory, None)
        assert position.changed_since(before)[0]


def test_a_hexside_is_read_as_a_hex_is(laid: Laid) -> None:
    side = side_between(HEXES[0], HEXES[1])
    assert isinstance(side, Side)
    copy = laid.scratch()
    written = [name for name in laid.graph.kinds["hexside"].attributes]
    for name in written:
        copy.set(side, name, laid.value(side, name))
        assert copy.value(side, name) == laid.value(side, name)
