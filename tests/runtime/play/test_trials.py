"""Effects: every way their dice can fall, exactly; on scratch copies, and what they would break."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.law.stops import Exhausted, Hole

A = "{a: {kind: boat, at: A-1}}"


def chances(bench: Any, effect: str, ask: str, pieces: str = A, law: str = "", **how: Any) -> dict[Any, Fraction]:
    given = bench.ask(bench.compiled(law + effect), ask, pieces=pieces, **how)
    assert given.stop is None, given.stop
    assert sum(c.chance for c in given.chances) == 1
    return {c.outcome: c.chance for c in given.chances}


def test_no_dice_is_one_certain_course(bench: Any) -> None:
    assert chances(bench, "effect rest(u: boat):\n  set u.crew to 3\n", "after rest(a): a.crew") == {3: Fraction(1)}


def test_one_die(bench: Any) -> None:
    effect = "effect bump(u: boat):\n  roll 1d6 as pip\n  if pip > 4:\n    mark u as lit\n"
    assert chances(bench, effect, "after bump(a): a is lit") == {True: Fraction(1, 3), False: Fraction(2, 3)}


def test_two_dice_together_and_one_after_the_other_sum_alike(bench: Any) -> None:
    together = "effect bump(u: boat):\n  roll 2d6 as pips\n  set u.crew to pips\n"
    apart = (
        "effect bump(u: boat):\n  roll 1d6 as one-pip\n  roll 1d6 as other-pip\n  set u.crew to one-pip + other-pip\n"
    )
    expected: dict[int, Fraction] = {}
    for x, y in product(range(1, 7), repeat=2):
        expected[x + y] = expected.get(x + y, Fraction(0)) + Fraction(1, 36)
    assert chances(bench, together, "after bump(a): a.crew") == expected
    assert chances(bench, apart, "after bump(a): a.crew") == expected


def test_a_die_that_is_rolled_only_after_some_falls(bench: Any) -> None:
    """Lit outright on a 6; on a 5 a second die of four faces must show a 1."""
    effect = (
        "effect bump(u: boat):\n  roll 1d6 as pip\n  if pip = 6:\n    mark u as lit\n"
        "  if pip = 5:\n    roll 1d4 as more\n    if more = 1:\n      mark u as lit\n"
    )
    assert chances(bench, effect, "after bump(a): a is lit")[True] == Fraction(1, 6) + Fraction(1, 24)


def test_a_die_for_each_of_several(bench: Any) -> None:
    """Three coins: the chances of 0, 1, 2, 3 are 1, 3, 3, 1 in 8."""
    effect = (
        "effect toss(h: hex):\n  for each boat v in h:\n    roll 1d2 as coin\n    if coin = 2:\n      mark v as lit\n"
    )
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-1}, c: {kind: boat, at: A-1}}"
    found = chances(bench, effect, "after toss(A-1): count(boat v where v is lit)", pieces)
    assert found == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}


def test_dice_in_an_effect_that_another_does(bench: Any) -> None:
    law = "effect inner(u: boat):\n  roll 1d6 as pip\n  set u.crew to u.crew + pip\n"
    outer = "effect outer(u: boat):\n  do inner(u)\n  do inner(u)\n"
    found = chances(bench, outer, "after outer(a): a.crew", law=law)
    assert found[2] == Fraction(1, 36)
    assert found[7] == Fraction(1, 6)


def test_without_a_question_everything_that_changes_is_told(bench: Any) -> None:
    effect = "effect bump(u: boat):\n  roll 1d2 as coin\n  if coin = 1:\n    move u to hex-of(u)\n"
    law = "fact hex-of(u: boat): hex\nrule h [1]\n  hex-of(u) is one h in neighbours(u.hex) where h is shoal\n"
    found = chances(bench, effect, "after bump(a)", law=law, hexes="{A-2: {shoal: yes}}")
    assert found == {"a moves to A-2": Fraction(1, 2), "nothing changes": Fraction(1, 2)}


def test_sets_in_another_order_are_one_outcome(bench: Any) -> None:
    """On a 1 the first buoy is taken out and put back as the last: the same two are there."""
    law = "fact afloat(h: hex) collects buoy\nrule f [1]\n  for each buoy b in h\n  afloat(h) includes b\n"
    effect = (
        "effect shuffle(h: hex):\n  place buoy in h as x\n  place buoy in h\n"
        "  roll 1d2 as coin\n  if coin = 1:\n    remove x\n    place buoy in h\n"
    )
    assert list(chances(bench, effect, "after shuffle(A-1): afloat(A-1)", law=law).values()) == [Fraction(1)]


# ---- the scratch copy


def test_the_original_position_is_never_touched(bench: Any) -> None:
    effect = "effect all(u: boat):\n  set u.crew to 9\n  place buoy in u.hex\n  move u to second(u)\n  remove u\n"
    law = "fact second(u: boat): hex\nrule s [1]\n  second(u) is one h in hexes where h is shoal\n"
    given = bench.ask(bench.compiled(law + effect), "after all(a)", pieces=A, hexes="{A-2: {shoal: yes}}")
    position = given.position
    assert list(position.things) == ["a"]
    assert position.map.name_of(position.places[position.things["a"]]) == "A-1"
    assert position.values == {}


def test_what_follows_a_change_sees_it(bench: Any) -> None:
    law = "fact twice(u: boat): whole\nrule t [1]\n  twice(u) is u.crew * 2\n"
    effect = "effect grow(u: boat):\n  set u.crew to twice(u) + 1\n  set u.crew to twice(u) + 1\n"
    assert chances(bench, effect, "after grow(a): a.crew", law=law) == {3: Fraction(1)}


def test_placed_things_take_the_lowest_free_number(bench: Any) -> None:
    effect = "effect drop-one(h: hex):\n  place buoy in h as b\n  place buoy in h\n  remove b\n  place buoy in h\n"
    pieces = "{buoy-2: {kind: buoy, at: B-2}}"
    found = chances(bench, effect, "after drop-one(A-1)", pieces)
    assert found == {"buoy-3 appears, buoy-1 appears": Fraction(1)}


def test_removal_takes_along_whatever_stands_in_it(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, in: a}, c: {kind: boat, in: b}, d: {kind: boat, at: A-1}}"
    found = chances(bench, "effect sink(u: boat):\n  remove u\n", "after sink(a): count(boat v)", pieces)
    assert found == {1: Fraction(1)}


def test_a_thing_that_takes_a_removed_ones_name_has_nothing_of_it(bench: Any) -> None:
    effect = "effect renew(b: buoy, h: hex):\n  remove b\n  place buoy in h as n\n  let x be n.hex\n"
    given = bench.ask(bench.compiled(effect), "after renew(buoy-1, A-1)", pieces="{buoy-1: {kind: buoy, at: B-2}}")
    assert [c.outcome for c in given.chances] == ["buoy-1 moves to A-1"]


def test_loads_go_where_their_holder_goes(bench: Any) -> None:
    law = "fact second(u: boat): hex\nrule s [1]\n  second(u) is one h in hexes where h is shoal\n"
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, in: a}}"
    found = chances(
        bench,
        "effect go(u: boat):\n  move u to second(u)\n",
        "after go(a): b.hex is A-2",
        pieces,
        law,
        hexes="{A-2: {shoal: yes}}",
    )
    assert found == {True: Fraction(1)}


@pytest.mark.parametrize(
    "statement",
    [
        "move u to v",
        "set u.friend.crew to 3",
        "remove u.friend",
        "move u.friend to u.hex",
        "place buoy in u.friend.hex",
    ],
)
def test_what_cannot_be_done_is_a_hole(bench: Any, statement: str) -> None:
    law = bench.compiled(f"effect odd(u: boat, v: boat):\n  {statement}\n")
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, in: a}}"
    assert isinstance(bench.ask(law, "after odd(a, b)", pieces=pieces).stop, Hole)


# ---- would break

LIMIT = "rule full [1]\n  for each h in hexes\n  requires count(boat v in h) <= 2\n"
PUSH = "effect push(u: boat, h: hex):\n  roll 1d6 as pip\n  if pip = 6:\n    move u to h\n"
CROWD = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2}, c: {kind: boat, at: A-2}}"


def test_an_effect_would_break_what_one_of_its_courses_breaks(bench: Any) -> None:
    law = bench.compiled(LIMIT + PUSH)
    assert bench.value(law, "push(a, A-2) would break full", pieces=CROWD) is True
    assert bench.value(law, "push(a, B-2) would break full", pieces=CROWD) is False


CROWDED = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2}, c: {kind: boat, at: A-2}, d: {kind: boat, at: A-2}}"


def test_what_is_broken_already_would_not_be_broken(bench: Any) -> None:
    law = bench.compiled(LIMIT + PUSH)
    assert bench.value(law, "push(a, B-2) would break full", pieces=CROWDED) is False
    assert bench.value(law, "push(b, B-2) would break full", pieces=CROWDED) is False


def test_what_is_broken_already_can_be_broken_further(bench: Any) -> None:
    law = bench.compiled(LIMIT + PUSH)
    assert bench.value(law, "push(a, A-2) would break full", pieces=CROWDED) is True


def test_what_replaces_a_requirement_is_what_would_be_broken(bench: Any) -> None:
    base = bench.write(LIMIT + PUSH, name="one")
    tighter = "rule tighter [1]\n  replaces full\n  for each h in hexes\n  requires count(boat v in h) <= 1\n"
    law = bench.compiled(bench.variant(base, tighter, name="two"))
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2}}"
    assert bench.value(law, "push(a, A-2) would break full", pieces=pieces) is True


# ---- bounded work


def test_dice_without_end_are_stopped(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MAX_STEPS", 20_000)
    law = bench.compiled("effect storm():\n  for each h in hexes:\n    roll 4d20 as wave\n")
    assert isinstance(bench.ask(law, "after storm()", pieces=A, tracing=False).stop, Exhausted)


def test_effects_that_do_others_twice_over_and_over_are_stopped(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MAX_STEPS", 20_000)
    law = "effect e0(u: boat):\n  mark u as lit\n"
    law += "".join(f"effect e{n}(u: boat):\n  do e{n - 1}(u)\n  do e{n - 1}(u)\n" for n in range(1, 41))
    assert isinstance(bench.ask(bench.compiled(law), "after e40(a)", pieces=A, tracing=False).stop, Exhausted)


def steps_of(bench: Any, law: str, question: str, pieces: str = A) -> int:
    given = bench.ask(bench.compiled(law), question, pieces=pieces, tracing=False)
    spent = budget.WorkBudget()
    assert answer(given.law, given.position, given.question, tracing=False, account=spent).stop is None
    return spent.most - spent.left


def test_long_numbers_take_more_steps(bench: Any) -> None:
    """Fifty factors of 40 bits make numbers of up to 2,000 bits, which take many times as long to reckon with."""
    law = "".join(
        f"fact {name}(u: boat): whole\n  otherwise {' * '.join([str(factor)] * 50)}\n"
        for name, factor in (("short", 1), ("long", 2**40 - 1))
    )
    assert steps_of(bench, law, "long(a)") > 4 * steps_of(bench, law, "short(a)")


def test_a_large_set_takes_more_steps(bench: Any) -> None:
    """24 hexes are three times eight."""
    assert steps_of(bench, "", "count(hexes)") == steps_of(bench, "", "count({a})") + 3


def test_what_one_fall_takes_out_of_the_game_is_of_its_unit_type_in_the_next(bench: Any) -> None:
    """Of the crew of a sloop, which a count of heads reads where it is not taken out, the print is worn."""
    law = (
        "effect hit(u: boat, v: boat):\n  roll 1d3 as coin\n  if coin = 1:\n    remove u\n    set v.crew to heads(v)\n"
        "  otherwise:\n    set v.crew to heads(u)\n"
        "fact heads(u: boat): whole\n  otherwise 0\n"
        "rule heads.of-crew [1]\n  when u.hex is not none\n  heads(u) is u.crew\n"
    )
    folder = bench.write(
        law, files={"units/u.csv": "id,name,kind,source,crew,unsure\nsloop,Sloop,boat,H 1,2,crew: worn\n"}
    )
    pieces = "{a: {type: sloop, at: A-1}, b: {kind: boat, crew: 7, at: A-2}}"
    given = bench.ask(bench.compiled(folder), "after hit(a, b): b.crew", pieces=pieces)
    assert given.stop is None
    assert {c.outcome: c.chance for c in given.chances} == {7: Fraction(1, 3), 2: Fraction(2, 3)}
    assert given.doubts == {("sloop", "crew"): "worn"}
