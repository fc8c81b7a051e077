"""Texts that are put together."""

from __future__ import annotations

import pytest

from hexlaw.runtime.words.composing import about_one, agreeing, mended
from hexlaw.runtime.words.spans import TextSpan, plain, text


@pytest.mark.parametrize(
    ("of_one", "of_several"),
    [
        ("is lit", "are lit"), ("is a boat", "are boats"), ("is an old ferry", "are old ferries"),
        ("has sailed", "have sailed"), ("lies at anchor", "lie at anchor"), ("carries a light", "carry a light"),
        ("is a hex to land in", "are a hex to land in"),
    ],
)  # fmt: skip
def test_a_predicate_agrees_with_several(of_one: str, of_several: str) -> None:
    assert plain(agreeing(text(of_one))) == of_several


@pytest.mark.parametrize(
    ("sentence", "how", "said"),
    [
        ("that boat's crew is 3", "whose", "crew is 3"),
        ("the crew of that boat is 3", "whose", "crew is 3"),
        ("the crew of the friend of that boat is 3", "for which", "the crew of the friend of that boat is 3"),
        ("a line crosses that boat", "for which", "a line crosses that boat"),
        ("there is a cat in that boat", "in which", "there is a cat"),
        ("the one that is in that boat", "for which", "the one that is in that boat"),
    ],
)
def test_what_is_said_of_what_something_has_is_said_of_whose_it_is(sentence: str, how: str, said: str) -> None:
    found = about_one(text(sentence), "that boat")
    assert (found.how, plain(found.said)) == (how, said)


def test_a_link_stays_with_its_words() -> None:
    found = about_one((TextSpan("the crew of", "attribute:boat.crew"), TextSpan(" that boat is 3")), "that boat")
    assert found.said == (TextSpan("crew", "attribute:boat.crew"), TextSpan(" is 3"))


@pytest.mark.parametrize(
    ("spoiled", "read"),
    [
        (("it", "'s crew"), "its crew"),
        (("the load that ", "that boat carries"), "the load which that boat carries"),
        (("the load that that boat carries",), "the load which that boat carries"),
        (("what it is worth that ", "that boat sails"), "what it is worth that that boat sails"),
        (("it is not so that ", "that boat sails"), "it is not so that that boat sails"),
    ],
)
def test_what_joining_spoils_is_put_right(spoiled: tuple[str, ...], read: str) -> None:
    assert plain(mended(tuple(TextSpan(words, f"fact:{words}") for words in spoiled))) == read
