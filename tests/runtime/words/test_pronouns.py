"""Drafts: where a thing gets its name, and what is "it"."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words.phrases import Phrases
from hexlaw.runtime.words.pronouns import arranged, calling, scoped, spoken
from hexlaw.runtime.words.spans import Draft, SoFar, is_phrased, plain, text
from hexlaw.runtime.words.teller import Teller

BOAT = e.Var("b", t.Kind("boat"))
OTHER = e.Var("c", t.Kind("boat"))


def teller() -> Teller:
    nothing: Any = SimpleNamespace(phrases={})  # variables need no more of a law
    return Teller(Phrases(nothing))


def words(draft: Draft, so_far: SoFar | None = None) -> str:
    return plain(spoken(draft, so_far or SoFar())[0])


def test_asking_for_a_draft_changes_nothing() -> None:
    told = teller()
    first = told.noun(BOAT)
    told.words(told.noun(OTHER))
    assert words(first) == words(first) == "a boat"


def test_the_place_in_the_sentence_decides_what_is_it() -> None:
    told = teller()
    later, sooner = told.noun(BOAT), told.noun(BOAT)
    assert words(text(sooner, " sees ", later)) == "a boat sees it"
    assert words(text(sooner, " sees ", told.noun(OTHER), " behind ", later)) == "a boat sees the other boat behind it"


def test_only_some_variables_may_be_the_topic() -> None:
    told = teller()
    twice = text(told.noun(BOAT), " and ", told.noun(BOAT))
    assert words(twice, SoFar(leads=frozenset({"c"}))) == "a boat and the boat"


def test_what_is_bound_has_its_name_inside_alone() -> None:
    told = teller()
    boat = told.noun(BOAT)
    assert words(text(scoped("b", "that boat", boat), ", ", boat, ", ", boat)) == "that boat, a boat, it"


def test_a_bound_variable_may_be_called_by_a_draft() -> None:
    told = teller()
    every = text("every one of ", told.noun(OTHER))
    assert words(scoped("b", every, text(told.noun(OTHER), " sees ", told.noun(BOAT)))) == (
        "a boat sees every one of it"
    )


def test_a_text_goes_on_by_the_words_before_it() -> None:
    told = teller()
    draft = arranged(lambda noun: text(noun, "!" if plain(noun) == "it" else "?"), told.noun(BOAT))
    assert words(text(draft, " ", draft)) == "a boat? it!"


def test_a_name_can_be_given_without_a_word() -> None:
    told = teller()
    assert words(text("roll", calling("b", "the die"), ", then ", told.noun(BOAT))) == "roll, then the die"


def test_what_lies_too_deep_is_said_as_law_and_leaves_the_teller_as_it_was() -> None:
    told = teller()
    one: e.Expr = e.Const(1, t.WHOLE)
    shallow = e.Arith("+", one, one, t.WHOLE)
    deep = one
    for _ in range(40):
        deep = e.Arith("+", one, deep, t.WHOLE)
    assert not is_phrased(told.words(told.noun(deep)))
    assert plain(told.words(told.noun(shallow))) == "1 plus 1"
