"""What is wrong with the picks by which an event is said to come about."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) does:
    move u to there
"""
ENTERS = "event enters(u: boat, into: hex)\n  by {}\n"
BARS = "rule enters.lit [1]\n  forbids {}\n  when u is lit\n"


def findings(bench: Any, more: str) -> list[tuple[str, str]]:
    return [(d.code, d.message) for d in bench.findings(LAW + more) if d.level == "error"]


@pytest.mark.parametrize(
    ("by", "code", "said"),
    [
        ("sail.step", "HX442", "at `sail.step` nothing is called `into`"),
        ("sail.step with inot = there", "HX442", "`enters` has no parameter `inot`"),
        ("sail.step with into = thither", "HX234", "there is no `thither` here"),
        ("sail.step with into = u", "HX231", "`into` of `enters` is to be a `hex`, but this is a `boat`"),
        ("sail.done with into = here", "HX442", "`enters` comes about by a pick, and `sail.done` ends an action"),
        ("sail.steps with into = there", "HX263", "the action `sail` has no pick `steps`"),
        ("row.step", "HX263", "there is no action `row`"),
    ],
)  # fmt: skip
def test_a_pick_that_does_not_fit_is_told_once(bench: Any, by: str, code: str, said: str) -> None:
    assert findings(bench, ENTERS.format(by)) == [(code, said)]


def test_what_nobody_picks_is_not_forbidden(bench: Any) -> None:
    found = findings(bench, "event enters(u: boat)\n" + BARS.format("enters"))
    assert found == [("HX263", "`enters` happens, and nobody picks it")]


def test_a_pick_that_the_event_covers_is_not_named_beside_it(bench: Any) -> None:
    found = findings(bench, ENTERS.format("sail.step with into = there") + BARS.format("enters, sail.step"))
    assert found == [("HX263", "`enters` comes about by `sail.step` already")]


def test_a_rule_about_an_event_knows_no_other_names_of_the_pick(bench: Any) -> None:
    law = ENTERS.format("sail.step with into = there")
    assert findings(bench, law + "rule enters.far [1]\n  forbids enters\n  when there is shoal\n")
    assert not findings(bench, law + "rule enters.far [1]\n  forbids enters\n  when into is shoal\n")


def test_a_variant_adds_picks(bench: Any) -> None:
    base = bench.write(LAW + ENTERS.format("sail.step with into = there") + BARS.format("enters"), name="one")
    also = "action row [2]\n  pick rower(u: boat)\n  pick stroke(into: hex)\nevent enters also\n  by row.stroke\n"
    graph = bench.compiled(bench.variant(base, also, name="two")).graph
    assert set(graph.rules["enters.lit"].conclusion.picks) == {"sail.step", "row.stroke"}


@pytest.mark.parametrize(
    ("also", "code"),
    [("event entres also\n  by sail.step with into = there\n", "HX242"), ("event enters also\n", "HX243")],
)
def test_also_adds_picks_and_nothing_else(bench: Any, also: str, code: str) -> None:
    law = LAW + ENTERS.format("sail.step with into = there") + BARS.format("enters")
    variant = bench.variant(bench.write(law, name="one"), also, name="two")
    assert code in {d.code for d in bench.findings(variant)}


def test_the_chapter_of_an_option_adds_the_picks_that_it_brings(bench: Any) -> None:
    law = LAW + ENTERS.format("sail.step with into = there") + BARS.format("enters") + 'option fog [1]\n  "Thick."\n'
    fog = 'chapter [2] "Fog" if option fog\naction row [2]\n  pick rower(u: boat)\n  pick stroke(into: hex)\n'
    also = "event enters also\n  by row.stroke\n"
    graph = bench.compiled(bench.write(law, files={"20-fog.law": fog + also})).graph
    assert set(graph.rules["enters.lit"].conclusion.picks) == {"sail.step", "row.stroke"}


def test_forbidden_events_are_said_in_their_own_words(bench: Any) -> None:
    words = 'words\n  event enters reads "{u} gets into {into}" / "{u} may get into {into}"\n'
    law = LAW + ENTERS.format("sail.step with into = there") + BARS.format("enters") + words
    graph = bench.compiled(law).graph
    said = plain(Words(graph).rule(graph.rules["enters.lit"])[0].said)
    assert said == "The skipper may not get into a hex if it is lit."


HAULED = """action haul [2]
  pick hauled(x: boat)
  pick onto(h: hex) from neighbours(x.hex) does:
    move x to h
event enters also
  by haul.onto with u = x, into = h
"""
ACTS = "event acts(who: boat, near: hex)\n  by enters with who = u, near = {}\n"


def test_an_event_comes_about_by_another(bench: Any) -> None:
    """It has the picks of that, those of a later module as well, and its parameters stand for what they do there."""
    bars = BARS.format("acts").replace("u is", "who is")
    law = ENTERS.format("sail.step with into = there") + ACTS.format("into") + bars
    assert not findings(bench, law)
    graph = bench.compiled(bench.variant(bench.write(LAW + law, name="one"), HAULED, name="two")).graph
    ways = {way.pick: {name: value.name for name, value in way.given} for way in graph.events["acts"].by}
    assert ways == {"sail.step": {"who": "u", "near": "there"}, "haul.onto": {"who": "x", "near": "h"}}
    assert set(graph.rules["enters.lit"].conclusion.picks) == {"sail.step", "haul.onto"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (ACTS.format("into"), "`acts` comes about by `enters`, which no pick brings about"),
        (
            "event acts(u: boat)\n  by enters\nevent enters also\n  by acts with into = u.hex\n",
            "`enters` comes about by `acts`, which no pick brings about",
        ),
    ],
)
def test_an_event_comes_about_by_what_is_picked(bench: Any, more: str, said: str) -> None:
    found = findings(bench, "event enters(u: boat, into: hex)\n" + more)
    assert ("HX442", said) in found


def test_names_of_a_pick_are_not_caught_by_a_binder(bench: Any) -> None:
    """`there` of the step would be another `there` inside of the search."""
    law = ENTERS.format("sail.step with into = there")
    counts = "event acts(near: whole)\n  by enters with near = count({0} in neighbours(into) where {0} is not into)\n"
    said = "at `sail.step`, by which `enters` comes about, `there` is something else"
    assert findings(bench, law + counts.format("there")) == [("HX442", said)]
    assert not findings(bench, law + counts.format("other"))


LIGHTS = "rule enters.lights [1]\n  after enters\n{}  then:\n    mark u as lit\n"
DARKENS = "rule step.darkens [1]\n  after {}\n{}  then:\n    clear lit from u\n"


@pytest.mark.parametrize(
    ("pick", "follows", "code"),
    [
        ("sail.step", "", "HX414"),  # both happen after the step, and write over each other
        ("sail.step", "  follows enters.lights\n", None),
        ("sail.skipper", "  follows enters.lights\n", "HX282"),
    ],
)
def test_hooks_of_an_event_and_of_its_picks_have_one_moment(
    bench: Any, pick: str, follows: str, code: str | None
) -> None:
    law = ENTERS.format("sail.step with into = there") + LIGHTS.format("") + DARKENS.format(pick, follows)
    found = findings(bench, law)
    assert [each for each, _ in found] == ([code] if code else []), found


# --- every move ------------------------------------------------------------------------------------

GETS = "event gets(b: boat, there: hex)\n  by every move of b to there\n"
DRIFT = """effect drift(x: boat, at: hex) [1]:
  move x to at
"""
HAUL = """action haul [1]
  pick hauled(u: boat)
  pick onto(h: hex){}
"""


@pytest.mark.parametrize(
    ("more", "way"),
    [
        (" does:\n    move u to h", ("haul.onto", {"b": "u", "there": "h"})),
        (" does:\n    do drift(u, h)", ("haul.onto", {"b": "u", "there": "h"})),
        ("\n  move u to h", ("haul.onto", {"b": "u", "there": "h"})),
        ("\n  do drift(u, h)", ("haul.onto", {"b": "u", "there": "h"})),
        (" does:\n    pick again(there: hex) does:\n      move u to there", ("haul.again", {"b": "u"})),
        (" does:\n    if u is lit:\n      pick again(there: hex) does:\n        move u to there",
         ("haul.again", {"b": "u"})),
    ],
)  # fmt: skip
def test_a_pick_that_surely_moves_brings_it_about(bench: Any, more: str, way: tuple[str, dict[str, str]]) -> None:
    graph = bench.compiled(LAW + DRIFT + GETS + HAUL.format(more)).graph
    found = {by.pick: {name: str(value.name) for name, value in by.given} for by in graph.events["gets"].by}
    assert found == {"sail.step": {"b": "u"}, way[0]: way[1]}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("\n  if u is lit:\n    move u to h", "the action `haul`"),
        ("\n  let goal be u.hex\n  move u to goal", "the action `haul`"),
        ("\n  for each boat other in h:\n    move other to h", "the action `haul`"),
        ("\n  if u is lit:\n    do drift(u, h)", "`drift`, done by the action `haul`,"),
        ("\n  pick sail.step repeatedly\n  if u is lit:\n    move u to h", "the action `haul`"),
    ],
)
def test_a_move_that_passes_the_event_is_refused(bench: Any, more: str, says: str) -> None:
    law = (DRIFT + GETS + HAUL.format(more)).replace("  pick sail.step", "  let here be u.hex\n  pick sail.step")
    assert findings(bench, law) == [("HX442", f"{says} moves something past the event `gets`")]


def test_what_is_announced_beside_the_move_passes_nothing(bench: Any) -> None:
    more = "\n  if u is lit:\n    move u to h\n    announce gets(u, h)"
    assert not findings(bench, GETS + HAUL.format(more))


def test_of_an_action_that_the_event_names_only_that_holds(bench: Any) -> None:
    law = LAW + GETS + "  by haul.hauled with b = u, there = u.hex\n" + HAUL.format(" does:\n    move u to h")
    graph = bench.compiled(law).graph
    assert [way.pick for way in graph.events["gets"].by] == ["sail.step", "haul.hauled"]


@pytest.mark.parametrize("moved", ["u to none", "u to v"])
def test_to_leave_and_to_get_aboard_is_no_move_to_a_place(bench: Any, moved: str) -> None:
    haul = HAUL.format("").replace("onto(h: hex)", f"onto(v: boat) does:\n    move {moved}")
    assert [way.pick for way in bench.compiled(LAW + GETS + haul).graph.events["gets"].by] == ["sail.step"]


FOLLOWS = "rule gets.lights [1]\n  after gets\n  then:\n    mark b as lit\n"


def test_what_no_pick_leads_to_announces_the_event_where_rules_follow_it(bench: Any) -> None:
    law = GETS + "rule sail.back [1]\n  after sail.skipper\n  then:\n    move u to u.hex\n"
    assert not findings(bench, law)
    assert findings(bench, law + FOLLOWS) == [("HX442", "the rule `sail.back` moves something past the event `gets`")]
    (found,) = (d for d in bench.findings(LAW + law + FOLLOWS) if d.code == "HX442")
    texts = {said: span.source.text[span.start : span.end] for span, said in found.labels}
    assert texts["this follows the event, so what moves has to bring it about"] == "gets.lights"
    announced = law.replace("move u to u.hex", "move u to u.hex\n    announce gets(u, u.hex)")
    assert not findings(bench, announced + FOLLOWS)


def test_a_name_that_is_no_parameter_is_told(bench: Any) -> None:
    found = findings(bench, GETS.replace("of b", "of boat"))
    assert found == [("HX442", "`gets` has no parameter `boat`")]
