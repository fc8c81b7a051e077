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
