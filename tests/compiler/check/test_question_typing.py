"""Questions: each form is understood, and each way to get one wrong is told."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import Thing

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) costs 1 counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
action answer(v: boat) [1]
  pick answerer(u: boat)
effect flip(u: boat):
  mark u as lit
fact toll(u: boat): fathoms
  otherwise 1
"""


def read(bench: Any, text: str) -> tuple[Any, list[Any]]:
    found = Diagnostics()
    constants = {"a": (Thing("boat", "a"), t.Kind("boat")), "b": (Thing("buoy", "b"), t.Kind("buoy"))}
    question = read_question(Source("question", text), bench.compiled(LAW).names, None, constants, found)
    return question, list(found)


@pytest.mark.parametrize(
    ("text", "sort", "name", "args"),
    [
        ("toll(a)", "value", "", 0), ("may sail.skipper(a)", "may", "sail.skipper", 1), ("may sail.step(a, a.hex)", "may", "sail.step", 2),
        ("may sail.done(a)", "may", "sail.done", 1), ("after flip(a): a is lit", "after", "flip", 1), ("after flip(a)", "after", "flip", 1),
        ("reach ways(a)", "reach", "ways", 1), ("may answer.answerer(a, a)", "may", "answer.answerer", 2),
    ],
)  # fmt: skip
def test_the_forms(bench: Any, text: str, sort: str, name: str, args: int) -> None:
    question, found = read(bench, text)
    assert not found
    assert (question.sort, question.name, len(question.args)) == (sort, name, args)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("HX205", ""), ("HX204", "may"), ("HX204", "toll(a"), ("HX263", "may fly.step(a)"), ("HX263", "may sail.stop(a)"),
        ("HX238", "may answer.answerer(a)"), ("HX231", "may answer.answerer(b, a)"), ("HX238", "may sail.step(a)"), ("HX238", "may sail.done(a, a)"), ("HX231", "may sail.skipper(b)"), ("HX234", "after toll(a)"),
        ("HX238", "after flip()"), ("HX231", "after flip(b)"), ("HX234", "reach toll(a)"), ("HX238", "reach ways(a, a.hex)"),
        ("HX234", "toll(c)"), ("HX234", "flip(a)"), ("HX236", "toll(a) = 1 and a.hex is A-1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(bench: Any, code: str, text: str) -> None:
    question, found = read(bench, text)
    assert question is None
    assert [d.code for d in found] == [code]
    assert found[0].span.source.name == "question"


# ---- whether a rule applies

SAILS = LAW + "rule bar.crowd [1]\n  forbids sail.step\n  when u.crew > 2 and there is shoal\n"


@pytest.mark.parametrize(
    ("crew", "shoal", "expected"), [(3, "yes", True), (2, "yes", False), (3, "no", False)],
)  # fmt: skip
def test_a_rule_is_asked_by_the_names_of_the_case(bench: Any, crew: int, shoal: str, expected: bool) -> None:
    more = "    let: {here: A-1, there: A-2}\n    given: [{hex: A-2, shoal: " + shoal + "}]\n"
    pieces = "{u: {kind: boat, at: A-1, crew: " + str(crew) + "}}"
    assert bench.value(bench.compiled(SAILS), "bar.crowd applies", pieces=pieces, more=more) is expected


def test_a_rule_whose_names_the_case_does_not_have_cannot_be_asked(bench: Any) -> None:
    pieces = "{u: {kind: buoy, at: A-1}}"
    outcome = bench.case(bench.compiled(SAILS), "bar.crowd applies", pieces=pieces, more="    let: {here: A-1}\n")
    assert [d.code for d in outcome.diagnostics] == ["HX234"]


def test_who_acts_is_a_name_of_the_case(bench: Any) -> None:
    law = "choice side\n  north, south\n" + LAW + "rule bar.north [1]\n  forbids sail.skipper\n  when acting is north\n"
    for side, expected in (("north", True), ("south", False)):
        pieces = "{u: {kind: boat, at: A-1}}"
        compilation = bench.compiled(law)
        assert bench.value(compilation, "bar.north applies", pieces=pieces, more=f"    acting: {side}\n") is expected


INSIDE = """action fetch [1]
  pick fetcher(u: boat) does:
    if u is lit:
      pick hand(v: boat) does:
        mark v as lit
rule bar.hand [1]
  forbids fetch.hand
  when v is lit
"""


def test_a_pick_under_an_if_is_asked_with_all_that_leads_to_it(bench: Any) -> None:
    found = Diagnostics()
    boat = {"a": (Thing("boat", "a"), t.Kind("boat")), "c": (Thing("boat", "c"), t.Kind("boat"))}
    law = bench.compiled(INSIDE)
    question = read_question(Source("question", "may fetch.hand(a, c)"), law.names, None, boat, found)
    assert not list(found)
    assert question is not None
    assert (question.name, len(question.args)) == ("fetch.hand", 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(a is lit) is true", "in the law it is called `yes`"), ("(a is lit) is false", "in the law it is called `no`"),
        ("toll", "it is asked with what it is about, in round brackets: `toll(u)`"),
    ],
)  # fmt: skip
def test_words_of_other_languages_and_facts_without_brackets_are_put_right(bench: Any, text: str, said: str) -> None:
    found = read(bench, text)[1]
    assert [(d.code, d.help) for d in found] == [("HX234", said)]


@pytest.mark.parametrize("text", ["a.lit is true", "a.lit = true", "a.lit is not false"])
def test_a_flag_that_is_compared_with_a_foreign_word_is_told_once(bench: Any, text: str) -> None:
    assert [(d.code, d.help) for d in read(bench, text)[1]] == [
        ("HX248", "write `a is lit`; in files `hexlaw fmt` does")
    ]


@pytest.mark.parametrize("word", ["YES", "May", "Toll"])
def test_a_question_in_great_letters_is_not_taken_for_an_item_of_law(bench: Any, word: str) -> None:
    assert [d.message for d in read(bench, f"{word} (a)")[1]] == [f"`{word}` is not a name"]


@pytest.mark.parametrize(
    ("text", "column", "help_"),
    [
        ("after flip(a) a.spent", 15, "write `after flip(a): a.spent`"),
        ("may sail.step(a B-2)", 17, "if it is a hex, write a comma before it: `, B-2`"),
        ("may sail(a)", 5, "write `may sail.skipper(...)`, `may sail.step(...)`"),
    ],
)
def test_what_a_question_lacks_is_told_where_it_is_missing(bench: Any, text: str, column: int, help_: str) -> None:
    (found,) = read(bench, text)[1]
    assert (found.span.column, found.help) == (column, help_)
