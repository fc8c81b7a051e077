"""What dice do to whom: numbers that a throw is read with are good or bad for the side that is harmed by it."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.comparing.ends import HARM
from hexlaw.compiler.comparing.gains import PROGRESS, gains
from hexlaw.compiler.comparing.harm import decided_by_dice
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.law import Configuration, configure

SQUALLS = """chapter [1] "Squalls"
choice side
  gulls, terns
choice gust
  breath, breeze, gale
choice damage
  nothing, soaked, sunk
thing boat also
  side: side = gulls
  soaked: yes/no
record squall
  out-of: hex
  upon: set of boat

sequence game [1]
  phase evening:
    phase rowing for each s in {gulls, terns} by s
action row [1]
  open in rowing
  pick rower(b: boat) where b.side is acting
rule row.soaked [1]
  forbids row.rower
  when b is soaked
action bail(b: boat) [1]
  open in rowing
  pick helper(u: boat) repeatedly as helpers
  begin bailing(b) with helpers
task bailing(b: boat) [1]
  "Water is bailed out."
  crew boat
  works at the end of evening
  gains 1
  stage dry lasts 3
  done:
    clear soaked from task.b

quantity strength(b: boat, s: squall): whole
  starts with b.crew
  steps trim
fact ballast(b: boat): whole
  otherwise b.weight
table blows(ratio: exact): gust
table harms(roll: whole, g: gust): damage
fact harm(s: squall, b: boat, wind: whole): damage
rule harm.by-the-table [1]
  harm(s, b, wind) is harms(wind - ballast(b), blows(sum(strength(x, s) for boat x in s.out-of) / 2))

effect blow(s: squall) [1]:
  roll 1d6 as wind
  for each b in s.upon:
    do suffer(b, harm(s, b, wind))
effect suffer(b: boat, d: damage) [1]:
  if d is sunk:
    remove b
  otherwise:
    if d is not nothing:
      mark b as soaked
"""
TABLES = {
    "tables/blows.yaml": "table: blows\ncite: [H 1]\nrows: {below 1: breath, at least 1: breeze, at least 3: gale}\n",
    "tables/harms.yaml": "table: harms\ncite: [H 1]\nacross: [breath, breeze, gale]\nrows:\n"
    "  below 2: [nothing, nothing, soaked]\n  2-4: [nothing, soaked, sunk]\n  5+: [soaked, sunk, sunk]\n",
}
WAS, IS = 2, 3


@pytest.fixture
def squalls(bench: Any) -> tuple[Any, Compilation]:
    return bench, bench.compiled(SQUALLS, files=TABLES)


def gained(squalls: tuple[Any, Compilation], ask: str, **pieces: str) -> list[tuple[str, bool, str]]:
    """Who gains where `N` in a piece is 3 in place of 2."""
    bench, compilation = squalls
    answers = []
    for number in (WAS, IS):
        written = ", ".join(f"{name}: {{{said.replace('N', str(number))}}}" for name, said in pieces.items())
        let = "    let: {s: 'squall(out-of = A-1, upon = {b})'}\n"
        answers.append(bench.ask(compilation, ask, pieces=f"{{{written}}}", more=let))
    assert [given.value for given in answers] == [WAS, IS]
    return [(gain.side, gain.more, gain.of) for gain in gains(*answers)]


def test_what_dice_decide_is_in_order_of_the_worst_that_it_leads_to(squalls: tuple[Any, Compilation]) -> None:
    law = configure(squalls[1].graph, Configuration())
    (decided,) = decided_by_dice(law)
    good = decided.good
    assert good["nothing"] > good["soaked"] > good["sunk"]
    assert decided.among is not None


def test_what_is_taken_off_a_throw_is_good_for_the_thing_that_it_is_asked_of(squalls: Any) -> None:
    a, b = "kind: boat, at: A-1, weight: 1", "kind: boat, at: B-1, side: terns, weight: N"
    assert gained(squalls, "ballast(b)", a=a, b=b) == [("terns", True, HARM)]


def test_a_number_that_is_not_asked_of_the_harmed_is_bad_for_those_of_the_record(squalls: Any) -> None:
    a, b = "kind: boat, at: A-1, weight: 1, crew: N", "kind: boat, at: B-1, side: terns, weight: 1"
    assert gained(squalls, "strength(a, s)", a=a, b=b) == [("terns", False, HARM)]


def test_nothing_is_said_where_it_harms_things_of_both_sides(squalls: Any) -> None:
    a, b = "kind: boat, at: A-1, weight: 1, crew: N", "kind: boat, at: B-1, side: terns, weight: 1"
    bench, compilation = squalls
    answers = [
        bench.ask(
            compilation, "strength(a, squall(out-of = A-1, upon = {a, b}))",
            pieces=f"{{a: {{{a.replace('N', str(n))}}}, b: {{{b}}}}}",
        )
        for n in (WAS, IS)
    ]  # fmt: skip
    assert [given.value for given in answers] == [WAS, IS]
    assert gains(*answers) == ()


def test_more_work_at_a_task_is_better_for_the_side_that_has_begun_it(squalls: Any) -> None:
    t, b = "kind: bailing, b: b, crew: [b], owner: terns, work: N", "kind: boat, at: B-1, side: terns, weight: 1"
    assert gained(squalls, "t.work", b=b, t=t) == [("terns", True, PROGRESS)]


def test_another_result_of_the_dice_is_good_for_whom_it_harms_less_and_bad_for_the_opponent(squalls: Any) -> None:
    bench, compilation = squalls
    answers = []
    for weight in (1, 3):
        a, b = "kind: boat, at: A-1, crew: 4", f"kind: boat, at: B-1, side: terns, weight: {weight}"
        ask = "harm(squall(out-of = A-1, upon = {b}), b, 4)"
        answers.append(bench.ask(compilation, ask, pieces=f"{{a: {{{a}}}, b: {{{b}}}}}"))
    assert [given.value for given in answers] == ["soaked", "nothing"]  # line 2-4 and line below 2 of the breeze
    (gain,) = gains(*answers)
    assert (gain.side, gain.more, gain.of, gain.opponent) == ("terns", True, HARM, "gulls")
    assert [(gain.side, gain.more) for gain in gains(*reversed(answers))] == [("terns", False)]


def test_what_dice_come_to_in_an_effect_is_good_for_whom_they_harm_less(squalls: Any) -> None:
    bench, compilation = squalls
    answers = []
    for weight in (1, 3):
        a, b = "kind: boat, at: A-1, crew: 4", f"kind: boat, at: B-1, side: terns, weight: {weight}"
        ask = "after blow(squall(out-of = A-1, upon = {b}))"
        answers.append(bench.ask(compilation, ask, pieces=f"{{a: {{{a}}}, b: {{{b}}}}}", expect="{}"))
    (gain,) = gains(*answers)
    assert (gain.side, gain.more, gain.of, gain.opponent) == ("terns", True, HARM, "gulls")
