"""Drafts: where a thing gets its name, and what is "it"."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import types as t
from hexlaw.runtime.words.clauses import Teller
from hexlaw.runtime.words.naming import arranged, calling, scoped, spoken
from hexlaw.runtime.words.phrases import Phrases
from hexlaw.runtime.words.spans import Draft, SoFar, plain, text

BOAT = e.Var("b", t.Kind("boat"))
OTHER = e.Var("c", t.Kind("boat"))


def teller() -> Teller:
    nothing: Any = SimpleNamespace(phrases={})  # variables need no more of a law
    return Teller(Phrases(nothing))


def words(draft: Draft, so_far: SoFar | None = None) -> str:
    return plain(spoken(draft, so_far or SoFar())[0])


def test_asking_for_a_draft_changes_nothing() -> None:
    told = teller()
    first = told.variable(BOAT)
    told.words(told.variable(OTHER))
    assert words(first) == words(first) == "a boat"


def test_the_place_in_the_sentence_decides_what_is_it() -> None:
    told = teller()
    later, sooner = told.variable(BOAT), told.variable(BOAT)
    assert words(text(sooner, " sees ", later)) == "a boat sees it"
    assert (
        words(text(sooner, " sees ", told.variable(OTHER), " behind ", later)) == "a boat sees the other boat behind it"
    )


def test_only_some_variables_may_be_the_topic() -> None:
    told = teller()
    twice = text(told.variable(BOAT), " and ", told.variable(BOAT))
    assert words(twice, SoFar(leads=frozenset({"c"}))) == "a boat and the boat"


def test_what_is_bound_has_its_name_inside_alone() -> None:
    told = teller()
    boat = told.variable(BOAT)
    assert words(text(scoped("b", "that boat", boat), ", ", boat, ", ", boat)) == "that boat, a boat, it"


def test_a_bound_variable_may_be_called_by_a_draft() -> None:
    told = teller()
    every = text("every one of ", told.variable(OTHER))
    assert words(scoped("b", every, text(told.variable(OTHER), " sees ", told.variable(BOAT)))) == (
        "a boat sees every one of it"
    )


def test_a_text_goes_on_by_the_words_before_it() -> None:
    told = teller()
    draft = arranged(lambda noun: text(noun, "!" if plain(noun) == "it" else "?"), told.variable(BOAT))
    assert words(text(draft, " ", draft)) == "a boat? it!"


def test_a_name_can_be_given_without_a_word() -> None:
    told = teller()
    assert words(text("roll", calling("b", "the die"), ", then ", told.variable(BOAT))) == "roll, then the die"
