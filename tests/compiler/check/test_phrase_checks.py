"""Phrases, checked: what they are of is declared, what stands in them can be filled."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks

F = "fact f(u: boat): whole\n  otherwise 0\nrule r [1]\n  when u is lit\n  f(u) is 1\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('fact f reads "the figure of {u}"', None),
        ('attribute boat.lit reads "{it} is lit" / "{it} is dark"', None),
        ('value paint.red reads "red" / "{it} is red"', None),
        ('parameter f.u reads "the boat"', None),
        ('variable anything reads "the boat"', None),
        ('fact g reads "the figure of {u}"', "HX295"),
        ('attribute boat.sails reads "{it} sails"', "HX295"),
        ('value paint.green reads "green"', "HX295"),
        ('parameter f.v reads "the boat"', "HX295"),
        ('parameter nothing.v reads "the boat"', "HX295"),
        ('colour paint.red reads "red"', "HX295"),
        ('fact f reads "the figure of {v}"', "HX296"),
        ('attribute boat.lit reads "{u} is lit"', "HX296"),
        ('kind boat reads "boat" / "boats" / "boat"', "HX296"),
        ('kind boat reads "{it}"', "HX296"),
    ],
)
def test_a_phrase_is_of_something_and_can_be_filled(bench: Any, line: str, code: str | None) -> None:
    assert bench.codes(f"{F}words\n  {line}\n") == ({code} if code else set())


@pytest.mark.parametrize("declared", ["memory u: boat seen [1]", "tally seen(u: boat): whole [1]"])
@pytest.mark.parametrize(("place", "code"), [("u", None), ("v", "HX296")])
def test_what_play_keeps_is_filled_by_what_it_is_kept_of(
    bench: Any, declared: str, place: str, code: str | None
) -> None:
    sort = declared.partition(" ")[0]
    found = bench.codes(f'{declared}\nwords\n  {sort} seen reads "{{{place}}} as seen"\n')
    assert {each for each in found if each.startswith("HX29")} == ({code} if code else set())


def test_an_event_may_be_called_as_a_fact_is(bench: Any) -> None:
    law = F + 'event f(b: boat)\nwords\n  event f reads "{b} goes"\n  fact f reads "the figure of {u}"\n'
    assert not bench.codes(law)


def test_what_a_pick_picks_is_named_by_a_noun(bench: Any) -> None:
    law = "action hail [1]\n  pick caller(u: boat)\nwords\n  pick hail.caller reads {}\n"
    assert bench.codes(law.format('"the caller" / "{u} may call"')) == set()
    (found,) = bench.findings(law.format('"{u} calls" / "{u} may call"'))
    assert found.code == "HX296"
    assert '"..." / "{u} calls"' in found.help


def test_a_pick_that_no_action_makes_has_its_words_under_its_own_name(bench: Any) -> None:
    law = "effect look(u: boat):\n  pick far(n: whole) from numbers(0, 3)\n  set u.crew to n\n"
    assert bench.codes(law + 'words\n  pick far reads "how far one sees"\n') == set()
    assert bench.codes(law + 'words\n  pick fat reads "how far one sees"\n') == {"HX295"}


def test_a_phrase_stands_once_in_a_module_and_later_modules_have_the_last_word(bench: Any) -> None:
    twice = F + 'words\n  kind boat reads "boat"\nwords\n  kind boat reads "ship"\n'
    assert bench.codes(twice) == {"HX212"}
    base = bench.write(F + 'words\n  kind boat reads "boat"\n', name="one")
    graph = bench.compiled(bench.variant(base, 'words\n  kind boat reads "ship"\n', name="two")).graph
    assert graph.phrases["kind boat"].forms == ("ship",)


def notes(bench: Any, law: str, code: str) -> list[str]:
    found = Diagnostics()
    run_extra_checks(bench.compiled(law), found)
    return [f"{d.level} {d.message} ({d.help})" for d in found if d.code == code]


TIDE = "fact tide(u: boat, h: hex): whole\nrule r [1]\n  when h is off-board\n  tide(u, h) is 2\n"
SINK = "effect sink(u: boat, h: hex) [1]:\n  move u to h\n"


@pytest.mark.parametrize(
    ("law", "words", "left_out"),
    [
        (TIDE, 'fact tide reads "the tide for {u}"', ["fact `tide` leave out `h`, of which its rules speak"]),
        (TIDE, 'fact tide reads "the tide for {u} in {h}"', []),
        (TIDE, 'fact tide reads "the tide for {u}"\n  parameter tide.h reads "the harbour"', []),
        (TIDE, 'fact tide reads "the tide for {u}"\n  variable h reads "the harbour"', []),
        (TIDE.replace("  when h is off-board\n", ""), 'fact tide reads "the tide"', []),
        (SINK, 'effect sink reads "{u} sinks"', ["effect `sink` leave out `h`, of which its lines speak"]),
        (SINK, 'effect sink reads "{u} sinks in {h}"', []),
    ],
)
def test_a_phrase_that_leaves_out_what_is_spoken_of_is_told(
    bench: Any, law: str, words: str, left_out: list[str]
) -> None:
    found = notes(bench, f"{law}words\n  {words}\n", "HX298")
    assert [note.removeprefix("note the words of ").partition(" (")[0] for note in found] == left_out
