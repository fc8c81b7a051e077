"""The two laws of a comparison, read from what was typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.sides import ComparedLaw, read_sides
from hexlaw.runtime.law.law import Configuration

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
NOTHING = Configuration()


def test_a_side_is_a_module_with_what_is_chosen_for_it(sides: Sides) -> None:
    base, variant = sides("tutorial", "tutorial with clouds=on, as-of=1999")
    assert base.chosen == Configuration()
    assert variant.chosen.options == {"clouds": True}
    assert variant.chosen.year == 1999
    assert base.digest != variant.digest


def test_what_is_chosen_for_both_is_chosen_where_it_is_known(module: Callable[..., str]) -> None:
    law = 'chapter [ST 1] "Fog"\n\noption fog [ST 1]\n  "Fog lies in the valley."\n'
    with read_sides("tutorial", module(law), Configuration({"fog": True})) as (base, variant):
        assert base.chosen.options == {}
        assert variant.chosen.options == {"fog": True}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tutorial with cluods=on", "did you mean `clouds`"),
        ("tutorial with clouds", "is not OPTION=on"),
        ("tutorial with clouds=perhaps", "is not OPTION=on"),
        ("tutorial with storms=on", "the law has no option `storms`"),
        ("tutorial with storms=heavy", "the law has no dispute `storms`"),
        ("tutorial with as-of=on", "write it in four digits, `as-of=1976`"),
        ("tutorial with as-of", "write it in four digits"),
        ("tutorial with as-of=81", "write it in four digits"),
        ("tutorial with year=1981", "write it in four digits, `as-of=1981`"),
        ("tutorial with 1981", "write it in four digits, `as-of=1981`"),
        (" with clouds=on", "names no module"),
        ("tutorail", "did you mean `tutorial`"),
    ],
)
def test_what_cannot_be_read_is_said(typed: str, said: str) -> None:
    with pytest.raises(Refused, match=said), read_sides("tutorial", typed, NOTHING):
        pass


def test_an_option_that_neither_law_has_is_refused() -> None:
    with (
        pytest.raises(Refused, match="did you mean `clouds`"),
        read_sides("tutorial", "tutorial", Configuration({"cluods": True})),
    ):
        pass
