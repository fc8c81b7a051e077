"""Texts of the book: where they stand, what they speak for, and when they are older than that."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.check.book_texts import digest_of
from hexlaw.compiler.checking.extra_checks import run_extra_checks

RULES = """fact f(u: boat): whole
  otherwise 0
rule r [1]
  when u is lit
  f(u) is 1
rule other [1]
  over r
  when u is lit and u.crew > 1
  f(u) is 2
"""
TEXT = 'text [1]\n  "Lit is one."\n'


def notes(law: Any, bench: Any) -> list[str]:
    found = Diagnostics()
    run_extra_checks(bench.compiled(law), found)
    return [d.message for d in found if d.code == "HX297"]


def digest(bench: Any, rules: str, name: str = "r") -> str:
    return digest_of(bench.compiled(rules).names, "rule", name)


def test_lines_are_joined_to_paragraphs_and_items(bench: Any) -> None:
    law = 'text [1]\n  "One"\n  "goes on:"\n  "- a boat,"\n  "lit,"\n  "2. a lamp."\n  ""\n  "Two."\n'
    [text] = bench.compiled(law).graph.texts.values()
    assert text.paragraphs == ("One goes on:", "- a boat, lit,", "2. a lamp.", "Two.")
    assert str(text.cite) == "H 1"


@pytest.mark.parametrize(
    "same",
    [
        'rule r [1]\n  "A doc."\n  when u is lit\n  f(u) is 1\n  says "{u} is lit"\n',
        "rule renamed [2.1, 3]  # why\n  when\n    u is lit\n  f(u) is 1\n",
    ],
)
def test_a_digest_is_of_what_is_said_as_law(bench: Any, same: str) -> None:
    fact = "fact f(u: boat): whole\n"
    name = same.split()[1]
    plain = digest(bench, f"{fact}rule r [1]\n  when u is lit\n  f(u) is 1\n")
    changed = digest(bench, f"{fact}rule r [1]\n  when u is lit\n  f(u) is 2\n")
    assert digest(bench, fact + same, name) == plain
    assert changed != plain


def test_two_texts_of_a_module_do_not_speak_for_one_thing(bench: Any) -> None:
    now = digest(bench, RULES, "other")
    twice = f'{RULES}{TEXT}  for other {now}\ntext [2]\n  "Of the other."\n  for other {now}\n'
    [found] = [d for d in bench.findings(twice) if d.code == "HX299"]
    assert found.message == "the text of [H 1] speaks for `other` already"
    assert twice[found.span.start : found.span.end] == "other"
    assert found.span.start > twice.index("text [2]")


def test_what_stands_at_its_place_and_was_not_read_is_named(bench: Any) -> None:
    now = digest(bench, RULES)
    assert notes(RULES + TEXT, bench) == ["the text of [H 1] was not read beside `r`, `other`"]
    assert notes(f"{RULES}{TEXT}  for r {now}\n", bench) == ["the text of [H 1] was not read beside `other`"]
    both = f"{RULES}{TEXT}  for r {now}, other {digest(bench, RULES, 'other')}\n"
    assert notes(both, bench) == []
    assert notes(both.replace("is 2", "is 3"), bench) == ["the text of [H 1] is older than `other`"]


def test_what_a_situation_brings_stands_with_it_and_is_not_asked_for(bench: Any) -> None:
    calm = 'chapter [1] "Calm" if situation calm\nsituation calm [1] "Calm"\nrule calm [1]\n  over r\n  f(u) is 3\n'
    text = f"{TEXT}  for r {digest(bench, RULES)}, other {digest(bench, RULES, 'other')}\n"
    law = bench.write(RULES + text, files={"05.law": calm})
    assert "calm" in bench.compiled(law).graph.rules
    assert notes(law, bench) == []


def test_a_text_speaks_for_actions_and_effects_too(bench: Any) -> None:
    law = 'effect sink(u: boat) [1]:\n  remove u\ntext [1]\n  "It sinks."\n'
    assert notes(law, bench) == ["the text of [H 1] was not read beside `sink`"]
    now = digest_of(bench.compiled(law).names, "effect", "sink")
    assert notes(f"{law}  for effect sink {now}\n", bench) == []


def test_what_another_games_book_prints_is_not_asked_for(bench: Any) -> None:
    law = RULES.replace("rule other [1]", "rule other [2, 1]")
    assert notes(law + TEXT, bench) == ["the text of [H 1] was not read beside `r`"]


def test_a_variant_that_changes_what_a_text_speaks_for_says_it_anew(bench: Any) -> None:
    base = bench.write(f"{RULES}{TEXT}  for r {digest(bench, RULES)}\n", name="base")
    changing = "rule mine [9]\n  replaces r\n  when u is lit\n  f(u) is 5\n"
    own = bench.variant(base, changing, name="own")
    assert notes(own, bench) == ["the text of [H 1] speaks for `r`, which this module changes"]
    told = bench.variant(base, changing + 'text [1]\n  "Lit is five."\n', name="told")
    assert not re.search("speaks for", " ".join(notes(told, bench)))
    [text] = bench.compiled(told).graph.texts.values()
    assert text.paragraphs == ("Lit is five.",)


@pytest.mark.parametrize(
    ("law", "message"),
    [
        (TEXT + TEXT, "has its text already"),
        ('text [1, 2]\n  "One."\n', "stands at one place"),
        ('text [1]\n  ""\n', "says nothing"),
        ('text [Q-001a]\n  "One."\n', "is an entry of a list"),
    ],
)
def test_a_text_has_one_place_and_a_place_one_text(bench: Any, law: str, message: str) -> None:
    [found] = [d for d in bench.findings(law) if d.code == "HX299"]
    assert message in found.message


def test_what_is_not_there_cannot_be_spoken_for(bench: Any) -> None:
    assert bench.codes(TEXT + "  for nothing 12345678\n") == {"HX262"}


def test_a_link_that_is_added_to_a_rule_makes_no_text_untrue(bench: Any) -> None:
    base = bench.write(f"{RULES}{TEXT}  for r {digest(bench, RULES)}\n", name="base")
    assert notes(bench.variant(base, "rule r also [9]\n  limits other\n", name="own"), bench) == []


@pytest.mark.parametrize(
    ("change", "at"),
    [('drop r [9] "no more"\n', "r"), ("effect sink also [9]:\n  at the start:\n    mark u as lit\n", "sink")],
)
def test_a_change_of_what_a_text_speaks_for_is_pointed_at(bench: Any, change: str, at: str) -> None:
    law = RULES + "effect sink(u: boat) [1]:\n  remove u\n"
    base = bench.write(f"{law}{TEXT}  for r {digest(bench, law)}, effect sink 12345678\n", name="base")
    own = bench.variant(base, change, name="own")
    found = Diagnostics()
    run_extra_checks(bench.compiled(own), found)
    [note] = [d for d in found if d.code == "HX297"]
    assert note.span is not None
    assert note.span.text == at
