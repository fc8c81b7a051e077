"""Numbers of printed books: their order, and what stands above what."""

from __future__ import annotations

import re

import pytest

from hexlaw.compiler.base.place_numbers import OF_LAW, OF_SITUATION, BookPlace, roman


def test_numbers_are_in_the_order_of_a_book() -> None:
    numbers = ["IV.B", "V", "V.B", "V.B.2", "V.B.10", "V.C.2.a", "V.C.2.b", "IX.C.10", "X", "CHART"]
    assert sorted(reversed(numbers), key=lambda number: BookPlace("RB", number).order) == numbers


@pytest.mark.parametrize(("text", "value"), [("IV", 4), ("IX", 9), ("XIV", 14), ("XL", 40), ("TEC", None), ("", None)])
def test_roman_numbers_are_read(text: str, value: int | None) -> None:
    assert roman(text) == value


def test_a_number_stands_under_the_one_above_it() -> None:
    place = BookPlace("RB", "V.D.3")
    assert place.anchor == "RB-V.D.3"
    assert place.above == BookPlace("RB", "V.D")
    assert place.chapter == BookPlace("RB", "V")
    assert BookPlace("RB", "V").above is None
    assert BookPlace("RB", "CHART A").above == BookPlace("RB", "CHART")


def test_chapters_of_the_law_and_situations_are_places_without_a_number() -> None:
    assert BookPlace(OF_LAW, "The long night").anchor == "chapter:The_long_night"
    assert BookPlace(OF_LAW, "The long night").above is None
    assert BookPlace(OF_SITUATION, "low-water").anchor == "situation:low-water"


def test_texts_that_differ_have_anchors_that_differ() -> None:
    titles = ["A B", "A-B", "A_B", "a b", "Ä", "Ö", "·", "·b7·", "A!", "A?", "!", ""]
    anchors = [BookPlace(OF_LAW, title).anchor for title in titles]
    assert len(set(anchors)) == len(titles)
    assert all(re.fullmatch(r"[a-z]+:[A-Za-z0-9._·-]*", anchor) for anchor in anchors)
