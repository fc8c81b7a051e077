"""The English that sentences about any law need."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.runtime.words import english


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("boat", "a boat"), ("engine", "an engine"), ("unit", "a unit"), ("umbrella", "an umbrella"),
        ("the boat", "the boat"), ("its hex", "its hex"), ("one hex", "one hex"), ("another hex", "another hex"),
        ("hour", "an hour"), ("heir", "an heir"), ("hedge", "a hedge"), ("unlit boat", "an unlit boat"),
        ("urn", "an urn"), ("union", "a union"), ("euro", "a euro"), ("usual way", "a usual way"), ("8", "an 8"),
        ("11", "an 11"), ("118", "a 118"), ("other boat", "another boat"),
    ],
)  # fmt: skip
def test_an_article_fits_the_noun(noun: str, said: str) -> None:
    assert english.with_article(noun) == said


@pytest.mark.parametrize(
    ("one", "several"),
    [("boat", "boats"), ("ferry", "ferries"), ("buoy", "buoys"), ("hex", "hexes"), ("bench", "benches")],
)
def test_a_plural_is_made(one: str, several: str) -> None:
    assert english.plural(one) == several


@pytest.mark.parametrize(
    ("phrase", "turned"),
    [
        ("{b} is lit", "{b} is not lit"), ("{b} may sail", "{b} may not sail"), ("{b} can sail", "{b} cannot sail"),
        ("{b} has been lit", "{b} has not been lit"), ("{b} has sailed", "{b} has not sailed"),
        ("{b} was there", "{b} was not there"), ("the lamp of {b} is out", "the lamp of {b} is not out"),
    ],
)  # fmt: skip
def test_a_phrase_is_turned_round_at_its_helping_verb(phrase: str, turned: str) -> None:
    assert english.negative(phrase) == turned


@pytest.mark.parametrize("phrase", ["{b} has a lamp", "{b} sails", "{b} carries a thistle"])
def test_a_phrase_without_a_helping_verb_is_not_turned_round(phrase: str) -> None:
    assert english.negative(phrase) is None


def test_what_belongs_to_it_is_its() -> None:
    assert [english.possessive(noun) for noun in ("it", "the boat", "the boats")] == ["its", "the boat's", "the boats'"]


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("move", "moves"),
        ("go on", "goes on"),
        ("be lit", "is lit"),
        ("carry a lamp", "carries a lamp"),
        ("push", "pushes"),
    ],
)
def test_a_verb_is_said_of_one(verb: str, said: str) -> None:
    assert english.third_person(verb) == said


def test_numbers_of_things_are_words_up_to_twelve() -> None:
    assert [english.number(n) for n in (0, 1, 12, 13, Fraction(5, 2))] == ["no", "one", "twelve", "13", "2 1/2"]


@pytest.mark.parametrize(
    ("one", "several"),
    [("is", "are"), ("carries", "carry"), ("moves", "move"), ("pushes", "push"), ("may", "may"), ("cannot", "cannot")],
)
def test_a_verb_is_said_of_several(one: str, several: str) -> None:
    assert english.of_several(one) == several


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("boats", "boat"),
        ("hexes", "hex"),
        ("parties", "party"),
        ("units in tow", None),
        ("people", None),
        ("grass", None),
    ],
)
def test_a_noun_of_several_gives_that_of_one(several: str, one: str | None) -> None:
    assert english.singular(several) == one


@pytest.mark.parametrize(
    ("noun", "several"),
    [
        ("the losses of carthage", True), ("its steps", True), ("the shooter's missiles", True), ("the wheels", True),
        ("the loss of a side", False), ("its status", False), ("a clash's odds", False), ("the unit's", False),
        ("the number of steps", False), ("the player who answers for a side", False), ("the what it carries", False),
        ("the hexes where units of a side are to be", True), ("otto", False), ("James", False), ("the basis", False),
    ],
)  # fmt: skip
def test_a_plural_is_told_by_its_head(noun: str, several: bool) -> None:
    assert english.is_of_several(noun) == several


@pytest.mark.parametrize(
    ("phrase", "turned"),
    [
        ("every berth is free", "not every berth is free"), ("some berth is free", "no berth is free"),
        ("no berth is free", "some berth is free"), ("nobody has sailed", "somebody has sailed"),
        ("{b} sails", "it is not so that {b} sails"),
    ],
)  # fmt: skip
def test_what_is_said_of_all_is_turned_round_at_its_head(phrase: str, turned: str) -> None:
    assert english.opposite(phrase) == turned


@pytest.mark.parametrize(
    ("name", "so", "not_so"),
    [
        ("moored", "is moored", "is not moored"),
        ("has-fired", "has fired", "has not fired"),
        ("has-bid", "has bid", "has not bid"),
        ("can-fly", "can fly", "cannot fly"),
        ("is-ready", "is ready", "is not ready"),
        ("has", "is has", "is not has"),
    ],
)
def test_the_name_of_an_adjective_is_said_of_something(name: str, so: str, not_so: str) -> None:
    assert english.so_by_name(name) == (so, not_so)


@pytest.mark.parametrize(
    ("name", "does", "does_not"),
    [
        ("watches", "watches", "does not watch"),
        ("bears-on", "bears on", "does not bear on"),
        ("goes-to", "goes to", "does not go to"),
        ("has-sighted", "has sighted", "has not sighted"),
        ("is-beside", "is beside", "is not beside"),
        ("reef-safe", "", ""),
    ],
)
def test_the_name_of_a_verb_is_said_of_something(name: str, does: str, does_not: str) -> None:
    assert english.does_by_name(name) == (does, does_not)
