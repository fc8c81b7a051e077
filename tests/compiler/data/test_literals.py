"""Values by their types: what is read, what is refused and which hint it gets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.literals import UNREADABLE, read_value
from hexlaw.compiler.data.yaml_tree import read_yaml
from hexlaw.runtime.law.types import EXACT, HEX, TEXT, WHOLE, YES_NO, Choice, OrNone, SetOf, Type

CHOICES = {"sea": ("calm", "rough", "wild")}
SEA = Choice("sea")


def value(text: str, type: Type, codes: dict[str, str] | None = None) -> tuple[object, Diagnostics]:
    diagnostics = Diagnostics()
    node = read_yaml(Source("f", text), diagnostics)
    assert node is not None
    return read_value(node, type, CHOICES, diagnostics, codes), diagnostics


@pytest.mark.parametrize(
    ("text", "type", "expected"),
    [
        ("yes", YES_NO, True),
        ("no", YES_NO, False),
        ("-1", WHOLE, -1),
        ("+2", WHOLE, 2),
        ("4/2", WHOLE, 2),
        ("12", EXACT, Fraction(12)),
        ("1/2", EXACT, Fraction(1, 2)),
        ("5 1/2", EXACT, Fraction(11, 2)),
        ("-5 1/2", EXACT, Fraction(-11, 2)),
        ("no", TEXT, "no"),
        ("rough", SEA, "rough"),
        ("none", OrNone(HEX), None),
        ("none", OrNone(EXACT), None),
        ("3", OrNone(EXACT), Fraction(3)),
        ("[wild, calm]", SetOf(SEA), ("calm", "wild")),
        ("wild calm", SetOf(SEA), ("calm", "wild")),
        ("[]", SetOf(SEA), ()),
        ("none", SetOf(SEA), ()),
        ("[3, 1, 2]", SetOf(WHOLE), (1, 2, 3)),
    ],
)
def test_values_that_are_read(text: str, type: Type, expected: object) -> None:
    read, diagnostics = value(text, type)
    assert not len(diagnostics)
    assert read == expected
    assert read.__class__ is expected.__class__


def test_codes_stand_for_values() -> None:
    assert value("'-'", OrNone(SEA), {"-": "none", "r": "rough"})[0] is None
    assert value("r", OrNone(SEA), {"-": "none", "r": "rough"})[0] == "rough"


def test_a_code_that_the_file_does_not_declare_is_told_those_that_it_does() -> None:
    read, [told] = value("AA", SEA, {"-": "calm", "A": "wild"})
    assert read is UNREADABLE
    assert (told.message, told.help) == (
        "`AA` is not one of `calm`, `rough`, `wild`",
        "the codes of the file are `-`, `A`",
    )


@pytest.mark.parametrize(
    ("text", "type", "words", "hint"),
    [
        ("true", YES_NO, "`true` is not `yes` or `no`", "write `yes`"),
        ("0.5", EXACT, "`0.5` is not a number", "write it exactly: `1/2`"),
        ("5,25", EXACT, "`5,25` is not a number", "write it exactly: `5 1/4`"),
        ("1/2", WHOLE, "`1/2` is not a whole number", "numbers here have no fractions"),
        ("1/0", EXACT, "`1/0` is not a number", "numbers are written like"),
        ("5 3/2", EXACT, "`5 3/2` is not a number", "numbers are written like"),
        ("\u22129", WHOLE, "is not a whole number", "the minus is another sign here: write `-9`"),
        ("1" * 5000, WHOLE, "is not a whole number", "at most 18 digits"),
        ("٣", WHOLE, "is not a whole number", "numbers are written like"),
        ("''", WHOLE, "a value is missing", "numbers are written like"),
        ("roug", SEA, "`roug` is not one of `calm`, `rough`, `wild`", "did you mean `rough`?"),
        ("B-3", HEX, "`B-3` is not a hex", "the law sets the rest"),
        (
            "'-'",
            OrNone(SEA),
            "`-` is not one of `calm`, `rough`, `wild` or `none`",
            'write `none`; or `codes: {"-": none}`',
        ),
        ("n/a", OrNone(WHOLE), "`n/a` is not a whole number or `none`", "write `none`"),
        ("five", OrNone(WHOLE), "`five` is not a whole number or `none`", "numbers are written like"),
        ("01. Feb", EXACT, "`01. Feb` is not a number", "a spreadsheet has made a date of it"),
        ("1/2/2026", EXACT, "`1/2/2026` is not a number", "a spreadsheet has made a date of it"),
        ("[calm]", SEA, "found a list", None),
        ("{a: calm}", SEA, "found a mapping", None),
        ("[calm, calm]", SetOf(SEA), "`calm` is given twice", None),
    ],
)
def test_values_that_are_refused(text: str, type: Type, words: str, hint: str | None) -> None:
    read, diagnostics = value(text, type)
    (found,) = diagnostics
    assert read is UNREADABLE
    assert found.code == "HX107"
    assert words in found.message
    assert found.help is None if hint is None else hint in (found.help or "")
