"""Names that stand for nothing: one sentence, and the help that fits."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import MAX_COMPARED, Diagnostics, WordAt, did_you_mean
from hexlaw.compiler.base.source import Excerpt, Source, Span

PLACE = Source("x.law", "drop lantrn").span(5, 11)


@pytest.mark.parametrize(
    ("known", "help_"),
    [
        (["lantern", "reef"], "did you mean `lantern`?"),
        (["lanterns", "lantern"], "did you mean `lantern` or `lanterns`?"),
        (["reef"], "write its name"),
        ([], "write its name"),
    ],
)
def test_an_unknown_name_is_told_with_those_most_like_it(known: list[str], help_: str) -> None:
    found = Diagnostics()
    found.unknown("HX262", WordAt("lantrn", PLACE), "there is no rule", known, rest=" to drop", help="write its name")
    (one,) = found
    assert (one.code, one.span, one.message) == ("HX262", PLACE, "there is no rule `lantrn` to drop")
    assert one.help == help_


def test_a_long_name_on_several_lines_stays_readable() -> None:
    found = Diagnostics()
    found.unknown("HX262", WordAt("reef\n" * 100, PLACE), "there is no rule", [])
    (one,) = found
    assert "\n" not in one.message
    assert len(one.message) < 100


def test_a_name_is_not_compared_with_any_number_of_names() -> None:
    found = Diagnostics()
    found.unknown("HX262", WordAt("lantrn", PLACE), "there is no rule", ["lantern"] * (MAX_COMPARED + 1))
    (one,) = found
    assert one.help is None


def test_a_name_that_goes_on_is_offered() -> None:
    assert did_you_mean("oil", ["oil-lamp-with-a-long-name", "soil"]) == (
        "did you mean `oil-lamp-with-a-long-name` or `soil`?"
    )
    assert did_you_mean("o", ["o-lamp-with-a-long-name"]) is None


def fixed(word: str, written: Source, start: int, end: int, known: list[str]) -> list[str]:
    """The texts of the file that the fixes make."""
    found = Diagnostics()
    found.unknown("HX262", WordAt(word, written.span(start, end)), "there is no rule", known)
    (one,) = found
    return [
        f"{fix.span.source.text[: fix.span.start]}{fix.text}{fix.span.source.text[fix.span.end :]}" for fix in one.fixes
    ]


def test_each_name_that_is_offered_is_a_fix() -> None:
    drop = Source("x.law", "drop lantrn")
    assert fixed("lantrn", drop, 5, 11, ["lantern", "lanterns", "reef"]) == ["drop lantern", "drop lanterns"]
    assert fixed("lantrn", drop, 5, 11, ["reef"]) == []


def test_a_fix_is_of_the_word_alone_where_more_is_pointed_at() -> None:
    assert fixed("lantrn", Source("x.law", "over lantrn.lit"), 5, 15, ["lantern"]) == ["over lantern.lit"]
    assert fixed("lit", Source("x.law", "over lit.lit"), 5, 12, ["lits"]) == []  # which of the two is not known


def test_a_fix_of_an_excerpt_is_one_of_its_file() -> None:
    file = Source("x.yaml", 'ask: "may drop.lantrn"')
    assert fixed("lantrn", Excerpt("may drop.lantrn", file.span(5, 22)), 9, 15, ["lantern"]) == [
        'ask: "may drop.lantern"'
    ]
    folded = Source("x.yaml", "ask: may\n  drop.lantrn")
    excerpt = Excerpt("may drop.lantrn", folded.span(5, len(folded.text)))
    assert fixed("lantrn", excerpt, 9, 15, ["lantern"]) == ["ask: may\n  drop.lantern"]


def test_a_word_that_stands_in_no_file_has_no_fix() -> None:
    found = Diagnostics()
    found.unknown("HX262", WordAt("lantrn", None), "there is no rule", ["lantern"])
    assert [one.fixes for one in found] == [()]


def test_blanks_without_number_cost_a_place_no_time() -> None:
    """Each blank apart might be any of those in the file: 2**60 ways to try, where the end does not fit."""
    file = Source("x.yaml", f'ask: "{" " * 60}may drop.\\x6cantern"')
    where = file.span(6, len(file.text) - 1)
    assert Excerpt(f"{' ' * 60}may drop.lantern", where).in_file(Span(file, 60, 76)) == where


def test_editors_count_columns_in_units_of_utf_16() -> None:
    text = "a\r\n\U0001f3ee lamp é x"
    source = Source("x.law", text)
    assert [source.utf16_place(at) for at in (0, text.index("lamp"), text.index("x"))] == [(0, 0), (1, 3), (1, 10)]
    excerpt = Excerpt("lamp", source.span(text.index("lamp"), len(text)))
    assert excerpt.utf16_place(2) == (1, 5)
