"""Names that stand for nothing: one sentence, and the help that fits."""

from __future__ import annotations

import pytest

from hexlaw.compiler.diagnostic import MOST_COMPARED, Diagnostics, WordAt, did_you_mean
from hexlaw.compiler.source import Source

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
    found.unknown("HX262", WordAt("lantrn", PLACE), "there is no rule", ["lantern"] * (MOST_COMPARED + 1))
    (one,) = found
    assert one.help is None


def test_a_name_that_goes_on_is_offered() -> None:
    assert did_you_mean("oil", ["oil-lamp-with-a-long-name", "soil"]) == (
        "did you mean `oil-lamp-with-a-long-name` or `soil`?"
    )
    assert did_you_mean("o", ["o-lamp-with-a-long-name"]) is None
