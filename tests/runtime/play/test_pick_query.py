"""May this be picked: what is offered, forbidden, lifted, required, paid for; and where a move may end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexlaw.runtime.law.stops import Conflict, Hole

SAIL = """action sail [1]
  pick skipper(u: boat) where u.crew > 0
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(there) counted in u.spent does:
    move u to there
fact toll(there: hex): fathoms or none
  otherwise 1
rule move.tired [1]
  forbids sail.step
  when u.spent + toll(there) > u.range
  says "{u} has {u.range - u.spent} left"
"""
A = "{a: {kind: boat, at: A-1, crew: 1}}"


def may(bench: Any, law: str, ask: str = "may sail.step(a, A-2)", pieces: str = A, **how: Any) -> Any:
    given = bench.ask(bench.compiled(SAIL + law), ask, pieces=pieces, **how)
    assert given.stop is None, given.stop
    return given.permission


def refusing(verdict: Any) -> list[str]:
    return [r.rule.id if r.rule else r.how for r in verdict.refusals]


def test_what_nothing_forbids_is_allowed_and_costs_what_it_costs(bench: Any) -> None:
    verdict = may(bench, "rule t.a [1]\n  toll(there) is 1 1/2\n")
    assert verdict.allowed
    assert verdict.cost == Fraction(3, 2)


def test_what_is_not_among_the_things_picked_from_is_refused(bench: Any) -> None:
    assert refusing(may(bench, "", "may sail.step(a, A-3)")) == ["not offered"]


def test_a_condition_on_the_pick_refuses_in_its_own_words(bench: Any) -> None:
    verdict = may(bench, "", "may sail.skipper(a)", "{a: {kind: boat, at: A-1}}")
    assert refusing(verdict) == ["not offered"]
    assert verdict.refusals[0].text == "a's crew is at most 0"


def test_an_earlier_pick_is_judged_with_the_later_one(bench: Any) -> None:
    assert refusing(may(bench, "", pieces="{a: {kind: boat, at: A-1}}")) == ["not offered"]
    bar = "rule bar.moored [1]\n  forbids sail.skipper\n  when u is moored\n"
    assert refusing(may(bench, bar, pieces="{a: {kind: boat, at: A-1, crew: 1, moored: yes}}")) == ["bar.moored"]


def test_nothing_is_legal_in_the_place_of_a_pick_where_one_before_it_is_refused(bench: Any) -> None:
    law = "rule bar.dark [1]\n  forbids sail.skipper\n  when not u is lit\n"
    at_a_reef = "rule bar.reef [1]\n  forbids sail.step\n  when there is shoal\n"
    for said, expected in (("", 0), (", lit: yes", 2)):
        piece = f"{{a: {{kind: boat, at: A-1, crew: 1{said}}}}}"
        verdict = may(bench, law + at_a_reef, pieces=piece, hexes="{A-2: {shoal: yes}}")
        assert not verdict.allowed
        assert len(verdict.instead) == expected


def test_a_message_is_filled_in(bench: Any) -> None:
    verdict = may(bench, "", pieces="{a: {kind: boat, at: A-1, crew: 1, spent: 3 1/2}}")
    assert refusing(verdict) == ["move.tired"]
    assert verdict.refusals[0].text == "a has 1/2 left"


BAR = "rule bar.shoal [1]\n  forbids sail.step\n  when there is shoal\n"
LIFT = "rule bar.lifted [1]\n  lifts bar.shoal\n  when u is lit\n"
LIMIT = "rule bar.lift-limited [1]\n  limits bar.lifted\n  when u.crew > 5\n"


@pytest.mark.parametrize(
    ("attributes", "refused"), [("crew: 1", True), ("crew: 1, lit: yes", False), ("crew: 6, lit: yes", True)]
)
def test_prohibitions_are_lifted_and_lifts_are_limited(bench: Any, attributes: str, refused: bool) -> None:
    verdict = may(
        bench, BAR + LIFT + LIMIT, pieces=f"{{a: {{kind: boat, at: A-1, {attributes}}}}}", hexes="{A-2: {shoal: yes}}"
    )
    assert refusing(verdict) == (["bar.shoal"] if refused else [])
    assert [t.rule.id for t in verdict.lifted] == ([] if refused else ["bar.shoal"])


def test_a_lift_takes_away_the_one_prohibition_and_no_other(bench: Any) -> None:
    other = "rule bar.other [1]\n  forbids sail.step\n  when there is shoal\n"
    verdict = may(
        bench, BAR + other + LIFT, pieces="{a: {kind: boat, at: A-1, crew: 1, lit: yes}}", hexes="{A-2: {shoal: yes}}"
    )
    assert refusing(verdict) == ["bar.other"]


def test_prohibitions_that_do_not_hold_are_kept_for_the_explanation(bench: Any) -> None:
    assert {t.rule.id for t in may(bench, BAR).passed} == {"move.tired", "bar.shoal"}


def test_legal_picks_in_its_place_are_found_nearest_first(bench: Any) -> None:
    verdict = may(bench, BAR, hexes="{A-2: {shoal: yes}}")
    assert [verdict.action, len(verdict.instead)] == ["sail", 2]  # B-1 and B-2: A-1 has three neighbours on the map
    elsewhere = may(
        bench, BAR, "may sail.step(a, A-3)", "{a: {kind: boat, at: B-3, crew: 1}}", hexes="{A-3: {shoal: yes}}"
    )
    assert len(elsewhere.instead) == 3


RAM = """action ram [1]
  pick aim(h: hex) where any boat e in h where e is lit
  pick rammer(u: boat) repeatedly as rammers where u.crew > 0 and u.hex adjacent-to h does:
    let here be u.hex
    pick turn(there: hex) repeatedly optionally from neighbours(here) where there is shoal does:
      move u to there
    pick beyond(on: hex) from those x in neighbours(h) where distance(x, u.hex) = 2
rule ram.held [2]
  forbids ram.beyond
  when any boat e in on where e is lit
  says "{on} is held"
"""
LINE = "{a: {kind: boat, at: B-1, crew: 1}, e: {kind: boat, at: B-2, lit: yes}, f: {kind: boat, at: B-3, lit: yes},"


@pytest.mark.parametrize("ask", ["may ram.aim(B-2)", "may ram.rammer(B-2, a)"])
def test_a_pick_from_which_no_way_leads_names_the_rule_that_refuses_further_on(bench: Any, ask: str) -> None:
    """Behind B-2 lie B-3 and two hexes of the rows beside it, and in all of them are boats."""
    beyond = " g: {kind: boat, at: A-2, lit: yes}, i: {kind: boat, at: C-2, lit: yes}}"
    verdict = may(bench, RAM, ask, LINE + beyond)
    assert refusing(verdict) == ["no way on"]
    assert [r.rule.id if r.rule else r.how for r in verdict.further] == ["ram.held"]
    assert may(bench, RAM, ask, LINE + "}").allowed


def test_what_is_legal_in_the_place_of_a_pick_from_which_no_way_leads_is_named(bench: Any) -> None:
    """Of the boats only that in C-1 is beside B-1 as well, and behind it the row D is free."""
    more = ", ".join(f"x{n}: {{kind: boat, at: {h}, lit: yes}}" for n, h in enumerate(("A-2", "C-2", "C-1")))
    given = bench.ask(bench.compiled(SAIL + RAM), "may ram.aim(B-2)", pieces=f"{LINE} {more}}}")
    assert given.permission.instead == [given.position.map.find("C-1")]
    assert "B-3 is held" in given.in_short


# ---- holes


def test_a_hole_in_one_prohibition_does_not_hide_another(bench: Any) -> None:
    law = "rule bar.unknown [1]\n  forbids sail.step\n  when u.weight > 3\n" + BAR
    assert refusing(may(bench, law, hexes="{A-2: {shoal: yes}}")) == ["bar.shoal"]


def test_a_hole_in_a_prohibition_of_an_earlier_pick_does_not_hide_a_later_refusal(bench: Any) -> None:
    law = "rule bar.unknown [1]\n  forbids sail.skipper\n  when u.weight > 3\n" + BAR
    assert refusing(may(bench, law, hexes="{A-2: {shoal: yes}}")) == ["bar.shoal"]


def test_a_hole_in_what_may_be_picked_does_not_hide_a_prohibition(bench: Any) -> None:
    lit = "{a: {kind: boat, at: A-1, lit: yes}}"  # what it weighs is not known
    heavy = SAIL.replace("u.crew > 0", "u.weight > 0")
    barred = bench.compiled(heavy + "rule bar.lit [1]\n  forbids sail.skipper\n  when u is lit\n")
    assert refusing(bench.ask(barred, "may sail.step(a, A-2)", pieces=lit).permission) == ["bar.lit"]
    assert isinstance(bench.ask(bench.compiled(heavy), "may sail.step(a, A-2)", pieces=lit).stop, Hole)


def test_a_hole_in_a_prohibition_stops_where_nothing_else_refuses(bench: Any) -> None:
    law = bench.compiled(SAIL + "rule bar.unknown [1]\n  forbids sail.step\n  when u.weight > 3\n")
    assert isinstance(bench.ask(law, "may sail.step(a, A-2)", pieces=A).stop, Hole)


def test_a_conflict_in_a_prohibition_stops_where_nothing_else_refuses(bench: Any) -> None:
    """As a hole does (decision 0011)."""
    law = "fact odd(u: boat): whole\nrule o.a [1]\n  odd(u) is 1\nrule o.b [1]\n  odd(u) is 2\n"
    law += "rule bar.odd [1]\n  forbids sail.step\n  when odd(u) = 1\n"
    assert isinstance(bench.ask(bench.compiled(SAIL + law), "may sail.step(a, A-2)", pieces=A).stop, Conflict)
    assert refusing(may(bench, law + BAR, hexes="{A-2: {shoal: yes}}")) == ["bar.shoal"]


def test_a_hole_in_a_message_does_not_undo_the_refusal(bench: Any) -> None:
    verdict = may(bench, 'rule bar.all [1]\n  forbids sail.step\n  when u.crew = 1\n  says "{u} weighs {u.weight}"\n')
    assert refusing(verdict) == ["bar.all"]
    assert verdict.refusals[0].text == "a weighs (not known)"


PRICELESS = """rule t.none [1]
  when there is shoal
  toll(there) is unknown-toll(there)
fact unknown-toll(there: hex): fathoms or none
  otherwise none
"""


def test_a_hole_among_what_could_be_picked_instead_is_passed_over(bench: Any) -> None:
    """B-1 has no price: nobody asked for it."""
    law = PRICELESS + "rule bar.calm [1]\n  forbids sail.step\n  when not there is shoal\n"
    verdict = may(bench, law, hexes="{B-1: {shoal: yes}}")
    assert refusing(verdict) == ["bar.calm"]
    assert verdict.instead == []


def test_a_step_without_a_price_is_a_hole_and_not_free(bench: Any) -> None:
    unhindered = SAIL.replace("when u.spent + toll(there) > u.range", "when u.spent > u.range")
    law = bench.compiled(unhindered + PRICELESS)
    assert isinstance(bench.ask(law, "may sail.step(a, A-2)", pieces=A, hexes="{A-2: {shoal: yes}}").stop, Hole)


# ---- requirements

FULL = 'rule full [1]\n  for each h in hexes\n  requires count(boat v in h) <= 1\n  says "{h} is full"\n'
FULL_WHEN_DONE = FULL.replace("  for each", "  forbids done\n  for each").replace("requires", "when").replace("<=", ">")


def test_a_requirement_at_all_times_refuses_the_step_that_breaks_it(bench: Any) -> None:
    verdict = may(bench, FULL, pieces="{a: {kind: boat, at: A-1, crew: 1}, b: {kind: boat, at: A-2}}")
    assert [(r.how, r.text) for r in verdict.refusals] == [("would break", "A-2 is full")]


def test_only_what_is_newly_broken_counts(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1, crew: 1}, b: {kind: boat, at: C-3}, c: {kind: boat, at: C-3}}"
    assert may(bench, FULL, pieces=pieces).allowed


def test_a_limited_requirement_asks_nothing(bench: Any) -> None:
    law = FULL + "rule full.shoal [1]\n  lifts full\n  when h is shoal\n"
    pieces = "{a: {kind: boat, at: A-1, crew: 1}, b: {kind: boat, at: A-2}}"
    assert may(bench, law, pieces=pieces, hexes="{A-2: {shoal: yes}}").allowed
    assert not may(bench, law, pieces=pieces).allowed


def test_a_requirement_at_rest_allows_passing_through(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1, crew: 1}, b: {kind: boat, at: A-2}}"
    assert may(bench, FULL_WHEN_DONE, pieces=pieces).allowed
    beside = "{a: {kind: boat, at: A-2, crew: 1}, b: {kind: boat, at: A-2}}"
    assert refusing(may(bench, FULL_WHEN_DONE, "may sail.done(a)", beside)) == ["full"]


def test_a_step_into_a_place_where_no_rest_is_and_no_way_on_is_a_dead_end(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1, crew: 1, range: 1}, b: {kind: boat, at: A-2}}"
    verdict = may(bench, FULL_WHEN_DONE, pieces=pieces)
    assert [(r.how, r.rule.id) for r in verdict.refusals] == [("no way on", "full")]


def test_a_step_to_where_done_is_forbidden_and_no_way_on_is_a_dead_end_too(bench: Any) -> None:
    law = "rule bar.rest [1]\n  forbids sail.done\n  when here is shoal\n"
    poor = "{a: {kind: boat, at: A-1, crew: 1, range: 1}}"
    assert [r.how for r in may(bench, law, pieces=poor, hexes="{A-2: {shoal: yes}}").refusals] == ["no way on"]
    assert may(bench, law, pieces=A, hexes="{A-2: {shoal: yes}}").allowed


def test_a_breach_that_is_there_without_the_mover_is_not_its_own(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1, crew: 1}, b: {kind: boat, at: C-3}, c: {kind: boat, at: C-3}}"
    assert may(bench, FULL_WHEN_DONE, "may sail.done(a)", pieces).allowed


def test_picks_before_the_move_began_are_not_judged_again(bench: Any) -> None:
    """Whoever has set off may go on, though nobody lit may set off: the step lights it."""
    law = SAIL.replace("    move u to there\n", "    mark u as lit\n    move u to there\n").replace(
        "u.crew > 0", "not u is lit"
    )
    law += "rule bar.rest [1]\n  forbids sail.done\n  when here is shoal\n"
    compiled = bench.compiled(law)
    assert bench.ask(compiled, "may sail.step(a, A-2)", pieces=A, hexes="{A-2: {shoal: yes}}").permission.allowed


def test_done_is_forbidden_by_name(bench: Any) -> None:
    law = "rule bar.rest [1]\n  forbids sail.done\n  when here is shoal\n"
    verdict = may(bench, law, "may sail.done(a)", hexes="{A-1: {shoal: yes}}")
    assert refusing(verdict) == ["bar.rest"]
    assert may(bench, law, "may sail.done(a)").allowed


def test_the_question_changes_nothing(bench: Any) -> None:
    given = bench.ask(bench.compiled(SAIL), "may sail.step(a, A-2)", pieces=A)
    boat = given.position.things["a"]
    assert given.position.map.name_of(given.position.hex_of(boat)) == "A-1"
    assert given.position.value(boat, "spent") == 0


# ---- where an action ends

BOARD = """action climb [1]
  pick host(v: boat)
  pick guest(u: boat) where u is not v does:
    move u to v
  pick signal(c: paint) optionally
rule full [1]
  forbids done
  for each boat v
  when count(boat u in v) > 1
"""
CROWD = "{v: {kind: boat, at: A-1}, a: {kind: boat, at: A-1}, b: {kind: boat, in: v}, c: {kind: boat, in: v}}"
ROOMY = "{v: {kind: boat, at: A-1}, a: {kind: boat, at: A-1}, b: {kind: boat, in: v}}"


def test_an_action_ends_with_its_last_pick_or_before_one_that_may_be_left_out(bench: Any) -> None:
    law = bench.compiled(BOARD.replace("  pick signal(c: paint) optionally\n", ""))
    assert bench.ask(law, "may climb.guest(v, a)", pieces=ROOMY).permission.refusals[0].rule.id == "full"
    optional = bench.compiled(BOARD)
    refusal = bench.ask(optional, "may climb.guest(v, a)", pieces=ROOMY).permission.refusals[0]
    assert (refusal.how, refusal.rule.id) == ("no way on", "full")  # it is not done yet, and no signal makes room
    assert refusing(bench.ask(optional, "may climb.done(v, a)", pieces=ROOMY).permission) == ["full"]


def test_what_is_broken_may_not_be_broken_further(bench: Any) -> None:
    always = BOARD.replace("  forbids done\n", "")
    law = bench.compiled(always.replace("when count(boat u in v) > 1", "requires count(boat u in v) <= 1"))
    verdict = bench.ask(law, "may climb.guest(v, a)", pieces=CROWD).permission
    assert refusing(verdict) == ["full"]


def test_what_would_stand_in_too_many_things_is_refused(bench: Any) -> None:
    law = bench.compiled("action nest [1]\n  pick guest(u: boat) does:\n    move u to u.friend\n")
    nested = "a: {kind: boat, at: A-1}, b: {kind: boat, in: a}, c: {kind: boat, in: b}"
    given = bench.ask(law, "may nest.guest(d)", pieces=f"{{{nested}, d: {{kind: boat, at: A-1, friend: c}}}}")
    assert [refusal.how for refusal in given.permission.refusals] == ["would break"]
    assert "stands at most 2 deep" in given.permission.refusals[0].text
    given = bench.ask(law, "may nest.guest(d)", pieces=f"{{{nested}, d: {{kind: boat, at: A-1, friend: b}}}}")
    assert given.permission.allowed


CONVOY = """action convoy [1]
  pick goal(h: hex)
  pick member(u: boat) repeatedly as fleet where u.crew > 0 does:
    mark u as lit
    let here be u.hex
    pick sail.step repeatedly optionally
    pick signal(loud: lamp) optionally
    pick berth(there: hex) from neighbours(h) where not there is off-board costs 1 counted in u.spent does:
      move u to there
      mark u as moored
    pick pilot(p: boat) does:
      mark p as moored
choice lamp
  bright, dim
rule convoy.near [1]
  forbids convoy.berth
  when not here adjacent-to h
rule convoy.dim [1]
  forbids convoy.signal
  when loud is dim
rule convoy.own-pilot [1]
  forbids convoy.pilot
  when p is u and there is not h
rule room.two [1]
  for each boat v
  when v is moored
  requires count(boat w in v.hex) < 3
"""
FLEET = "{a: {kind: boat, at: A-1, crew: 1}, pilot: {kind: boat, at: D-4}}"


@pytest.mark.parametrize(
    ("ask", "refused"),
    [
        ("may convoy.member(A-2, a)", []),
        ("may convoy.member(A-1, a)", ["no way on"]),  # it would have to come from a hex next to where it is
        ("may convoy.berth(A-2, a, B-2)", []),
        ("may convoy.berth(A-4, a, A-3)", ["convoy.near"]),
        ("may convoy.berth(A-2, a, A-4)", ["not offered"]),
        ("may convoy.signal(A-2, a, bright)", []),  # the steps that come before are not named
        ("may convoy.signal(A-2, a, dim)", ["convoy.dim"]),
        ("may convoy.pilot(A-2, a, B-2, a)", ["convoy.own-pilot"]),
    ],
)
def test_a_pick_inside_another_is_judged_with_what_leads_to_it(bench: Any, ask: str, refused: list[str]) -> None:
    assert refusing(may(bench, CONVOY, ask, FLEET)) == refused


def test_a_pick_inside_another_leads_nowhere_if_one_behind_it_cannot_be_made(bench: Any) -> None:
    assert refusing(may(bench, CONVOY, "may convoy.berth(A-2, a, B-2)")) == ["no way on"]  # nobody else is a pilot


def test_a_pick_inside_another_breaks_what_is_required(bench: Any) -> None:
    others = "{a: {kind: boat, at: A-1, crew: 1}, b: {kind: boat, at: B-2}, c: {kind: boat, at: B-2}}"
    assert refusing(may(bench, CONVOY, "may convoy.berth(A-2, a, B-2)", others)) == ["room.two"]


def test_what_could_be_picked_instead_is_found_inside_another_pick(bench: Any) -> None:
    verdict = may(bench, CONVOY, "may convoy.signal(A-2, a, dim)", FLEET)
    assert verdict.instead == ["bright"]


def test_each_choice_may_have_an_account_of_its_own(bench: Any) -> None:
    law = """action rest [1]
  pick sleeper(u: boat) repeatedly where u is not lit costs 1 counted in u.spent does:
    mark u as lit
rule rest.all [1]
  forbids rest.done
  when any boat v where v is not lit
"""
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: B-2, spent: 3}}"
    verdict = bench.ask(bench.compiled(law), "may rest.sleeper(b)", pieces=pieces).permission
    assert (verdict.allowed, verdict.cost) == (True, 1)
