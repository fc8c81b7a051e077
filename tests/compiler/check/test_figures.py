"""Printed figures that rules bear on: a quantity that is read wherever the law reads the attribute."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.runtime.law.graph_file import read_graph, write_graph
from hexlaw.runtime.words.law_in_words import Words

BASE = """
fact u: boat crosses h: hex
rule crosses.near [1]
  when distance(u.hex, h) <= u.range / one-fathom()
  u crosses h
quantity pull(u: boat): fathoms
  starts with u.range
  steps load
rule pull.load [1]
  at step pull.load
  when u.friend.range = 4
  adds 1
effect drift(u: boat) [1]:
  set u.range to 2
action row [1]
  pick rower(u: boat)
  pick stroke(h: hex) where distance(u.hex, h) <= u.range / one-fathom()
  move u to h
fact one-fathom(): fathoms
rule one-fathom.always [1]
  one-fathom() is 1
"""
SLACK = """
quantity range of u: boat [2]
  "What the tide leaves of a range."
  steps tide, oars
rule range.tide [2]
  at step range.tide
  when u.crew <= 2
  halves it
rule range.oars [2]
  at step range.oars
  when printed(u.range) > 6
  subtracts 1
rule range.fractions [2]
  keeps fractions of range
"""


def varied(bench: Any, law: str = SLACK, base: str = BASE) -> Any:
    return bench.compiled(bench.variant(bench.write(base, name="one"), law, name="two"))


def boat(**figures: Any) -> str:
    said = ", ".join(f"{name}: {value}" for name, value in {"weight": 1, **figures}.items())
    return f"{{a: {{kind: boat, at: A-1, {said}}}, b: {{kind: boat, at: B-1, weight: 1, friend: a}}}}"


@pytest.mark.parametrize(
    ("figures", "ask", "expect"),
    [
        ({}, "a.range", "2"),  # half of 4
        ({"crew": 3}, "a.range", "4"),
        ({"range": 9}, "a.range", "3 1/2"),
        ({}, "printed(a.range)", "4"),
        ({}, "a crosses A-3", "yes"),
        ({}, "a crosses A-4", "no"),
        ({"crew": 3}, "a crosses A-4", "yes"),
        ({}, "pull(a)", "2"),
        ({}, "pull(b)", "2"),  # half of its own; its friend's is 2, not 4
        ({"crew": 3}, "pull(b)", "3"),
        ({}, "may row.stroke(a, A-3)", "legal"),
        ({}, "may row.stroke(a, A-4)", "refused"),
        ({"range": 8}, "after drift(a): a.range", "{chances: {1: 1}}"),  # what is written is what is printed
        ({}, "a.friend.range", "2"),  # of nobody it starts with the default
    ],
)
def test_it_is_read_wherever_the_law_reads_the_attribute(bench: Any, figures: Any, ask: str, expect: str) -> None:
    outcome = bench.case(varied(bench), ask, expect, pieces=boat(**figures))
    assert outcome.passed, outcome


def test_without_it_what_is_printed_counts(bench: Any) -> None:
    law = varied(bench, "")
    assert bench.case(law, "a.range", "4", pieces=boat()).passed
    assert bench.case(law, "a crosses A-4", "yes", pieces=boat()).passed


def test_a_layer_above_puts_a_step_in_between(bench: Any) -> None:
    two = bench.variant(bench.write(BASE, name="one"), SLACK, name="two")
    more = """
quantity range also (u: boat)
  step wind after tide
rule range.wind [3]
  at step range.wind
  adds 5
"""
    law = bench.compiled(bench.variant(two, more, name="three"))
    assert bench.case(law, "a.range", "7", pieces=boat()).passed


def test_a_record_of_the_same_name_stands_beside_it(bench: Any) -> None:
    """An attribute and a record may share a name: the figure is read as `u.range`, the record is made by a call."""
    record = """record range
  whose: boat
  far: whole
fact farthest(u: boat): whole
rule farthest [1]
  farthest(u) is range(whose = u, far = 7).far
"""
    compilation = varied(bench, base=BASE + record)
    for ask, expect in (("a.range", "2"), ("farthest(a)", "7"), ("a crosses B-1", "yes")):
        found = bench.case(compilation, ask, expect, pieces=boat(crew=1))
        assert found.passed, found


def test_what_it_is_said_in_words(bench: Any) -> None:
    law = varied(bench)
    [start, *_] = Words(law.graph).quantity("range")
    assert "".join(span.text for span in start.said) == "A boat's range starts with what is printed."


def test_it_is_asked_in_the_words_of_the_attribute(bench: Any) -> None:
    asked = Words(varied(bench).graph).asked("quantity", "range", ["dory"])
    assert asked is not None
    assert "".join(span.text for span in asked) == "dory's range"


def test_it_is_kept_in_the_graph(bench: Any) -> None:
    read = read_graph(write_graph(varied(bench).graph))
    printed = read.quantities["range"].printed
    assert printed is not None
    assert (printed.owner, printed.name) == ("boat", "range")
    assert read.quantities["pull"].printed is None


@pytest.mark.parametrize(
    ("law", "code", "said"),
    [
        ("quantity rang of u: boat\n  steps tide\n", "HX245", "did you mean `range`"),
        ("quantity paint of u: boat\n  steps tide\n", "HX245", "declare a fact"),
        ("quantity range of f: ferry\n  steps tide\n", "HX245", "write `of f: boat`"),
        ("quantity range of u: boat\n  starts with 3\n  steps tide\n", "HX245", "leave the line"),
        (
            "quantity mood of u: boat\n  steps dawn\nrule mood.dawn [1]\n  at step mood.dawn\n"
            "  when u.mood is asleep\n  adds 1\n",
            "HX283", "",
        ),
        (
            "quantity crew of u: boat\n  steps tide\neffect fall(u: boat) [2]:\n  set u.crew to u.crew - 1\n",
            "HX246", "another name",
        ),
        (
            "quantity spent of u: boat\n  steps tide\naction tow [2]\n  pick tug(u: boat)\n"
            "  pick pull(h: hex) repeatedly costs 1 counted in u.spent\n",
            "HX246", "another name",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_such_a_figure(bench: Any, law: str, code: str, said: str) -> None:
    [told] = bench.findings(law)
    assert told.code == code
    assert said in (told.help or "")


def test_a_choice_in_order_is_moved_along(bench: Any) -> None:
    law = """
quantity mood of u: boat [2]
  steps dawn
rule mood.dawn [2]
  at step mood.dawn
  when u is lit
  adds 1
"""
    assert bench.case(varied(bench, law), "a.mood", "awake", pieces=boat(lit="yes")).passed
    assert bench.case(varied(bench, law), "a.mood", "drowsy", pieces=boat()).passed
