"""Mistakes of people who write their first law: each is told, with what to write instead."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.situations.situation_files import read_situation

FACT = "fact f(u: boat): exact\n"
STEP = "quantity pull(u: boat): exact\n  starts with 1\n  steps load\nrule pull.load [1]\n  at step pull.load\n"
ROW = "action row [1]\n  pick rower(u: boat)\nrule row.laden [1]\n  forbids row.rower\n"


@pytest.mark.parametrize(
    ("law", "code", "help_"),
    [
        (FACT + "rule f [1]\n  f(u) is 1,5\n", "HX204", "write `1 1/2`, not a decimal comma"),
        (ROW + "  when exists boat v in u.hex\n", "HX204", "write `any boat v in u.hex`"),
        (ROW + "  when u is lit and exists a boat v in u.hex\n", "HX204", "write `any boat v in u.hex`"),
        (STEP + "  is 1\n", "HX204", "write `makes it 1`"),
        (ROW + '  when u is lit\n  says "{boat} is laden"\n', "HX234", "the one that is spoken of here is `u`"),
        (ROW + "  when u.paint is lit\n", "HX234", "a `paint` is one of `red`, `blue`"),
        (ROW + "  when u.paint is not lit\n", "HX234", "a `paint` is one of `red`, `blue`"),
        (FACT + 'rule f [1]\n  f(u) is 1\n  says "one"\n', "HX267", "here, write what it means in a"),
    ],
)
def test_it_is_told_with_what_to_write(bench: Any, law: str, code: str, help_: str) -> None:
    found = bench.findings(law)
    assert any(d.code == code and help_ in (d.help or "") for d in found), [(d.code, d.message, d.help) for d in found]


@pytest.mark.parametrize(
    "law",
    [ROW + '  when u is lit\n  says "{u} is laden"\n', FACT + "rule f [1]\n  f(u) is 1 1/2\n", STEP + "  makes it 1\n"],
)
def test_what_is_right_is_left_in_peace(bench: Any, law: str) -> None:
    assert bench.findings(law) == []


def test_a_situation_that_is_declared_and_has_no_file_is_told(bench: Any) -> None:
    compilation, found = bench.compiled('situation night [5] "A night at sea"\n'), Diagnostics()
    assert read_situation(compilation, "night", None, found) is None
    assert [(d.code, d.help) for d in found] == [
        ("HX321", "`night` is declared, and no file sets it up: write `situations/night.yaml`")
    ]
