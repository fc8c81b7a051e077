"""One value from a data file, read by its declared type.

A value that cannot be read is reported and comes back as `UNREADABLE`, since `None` is itself a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from enum import Enum
from fractions import Fraction
from typing import Final

from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean, listed, quoted
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar
from hexlaw.runtime.law.types import Choice, Kind, Number, OrNone, SetOf, Text, Type, YesNo
from hexlaw.runtime.law.value import exact_text

Choices = Lookup[str, tuple[str, ...]]


class Unreadable(Enum):
    UNREADABLE = "unreadable"


UNREADABLE: Final = Unreadable.UNREADABLE

_NUMBER = re.compile(r"([+-]?)(?:(\d{1,18}) )?(\d{1,18})/(\d{1,18})|([+-]?\d{1,18})", re.ASCII)
_DECIMAL = re.compile(r"[+-]?\d{0,9}[.,]\d{1,9}", re.ASCII)
_MONTHS = "jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]"
_DATE = re.compile(rf"\b({_MONTHS})|^\d+[./-]\d+[./-]\d+$", re.IGNORECASE)
_DASH = re.compile("[\u2010-\u2015\u2212]")
"""Signs that look like a minus."""
_WORD = re.compile(r"[a-z][a-z0-9-]*")
_LONG = re.compile(r"[+-]?\d{19,}", re.ASCII)


def read_value(
    node: Node, type: Type, choices: Choices, diagnostics: Diagnostics, codes: Lookup[str, str] | None = None
) -> object:
    """Returns the value of a node; `codes` are a file's own abbreviations for values."""
    if isinstance(node, Mapping):
        diagnostics.report("HX107", node.span, f"expected {described(type, choices)}, found a mapping")
        return UNREADABLE
    if isinstance(type, OrNone) and isinstance(node, Scalar) and _decoded(node, codes) == "none":
        return None
    inner = type.item if isinstance(type, OrNone) else type
    if isinstance(inner, SetOf):
        return _read_set(node, inner, choices, diagnostics, codes)
    if isinstance(node, Listing):
        diagnostics.report("HX107", node.span, f"expected {described(type, choices)}, found a list")
        return UNREADABLE
    return _read_single(_decoded(node, codes), node.span, type, choices, diagnostics, codes)


def read_number(text: str) -> Fraction | None:
    """Returns a number as printed: `12`, `-1`, `+2`, `1/2`, `5 1/2`."""
    if (match := _NUMBER.fullmatch(text)) is None:
        return None
    sign, whole, above, below, plain = match.groups()
    if plain is not None:
        return Fraction(int(plain))
    if int(below) == 0 or (whole is not None and int(above) >= int(below)):
        return None
    size = int(whole or 0) + Fraction(int(above), int(below))
    return -size if sign == "-" else size


def described(type: Type, choices: Choices) -> str:
    """Returns a type in a designer's words, with its article."""
    match type:
        case YesNo():
            return "`yes` or `no`"
        case Number(exact=False):
            return "a whole number"
        case Number():
            return "a number"
        case Choice(name):
            values = choices.get(name, ())
            return f"one of {listed(values)}" if values else f"a {name}"
        case SetOf(item):
            return f"a list, each item {described(item, choices)}"
        case OrNone(item):
            return f"{described(item, choices)} or `none`"
        case Kind(name):
            return f"a {name}"
        case _:
            return "a text"


def _decoded(node: Scalar, codes: Lookup[str, str] | None) -> str:
    return codes.get(node.text, node.text) if codes else node.text


def _read_single(
    text: str, span: Span, type: Type, choices: Choices, diagnostics: Diagnostics, codes: Lookup[str, str] | None
) -> object:
    match type.item if isinstance(type, OrNone) else type:
        case Text():
            return text
        case YesNo() if text in ("yes", "no"):
            return text == "yes"
        case Choice(name) if text in choices.get(name, ()):
            return text
        case Number(exact):
            number = read_number(text)
            if number is not None and exact:
                return number
            if number is not None and number.denominator == 1:
                return int(number)
    wanted = described(type, choices)
    message = f"{quoted(text)} is not {wanted}" if text else f"a value is missing, expected {wanted}"
    known = f"the codes of the file are {listed(list(codes))}" if codes else None
    diagnostics.report("HX107", span, message, help=_hint(text, type, choices) or known)
    return UNREADABLE


def _hint(text: str, type: Type, choices: Choices) -> str | None:
    match type:
        case YesNo():
            return {"true": "write `yes`", "false": "write `no`"}.get(text.lower(), did_you_mean(text, ["yes", "no"]))
        case Choice(name):
            another = f"another is brought by `choice {name} also` in the law" if _WORD.fullmatch(text) else None
            return did_you_mean(text, list(choices.get(name, ()))) or another
        case Kind():
            return "a data file can only give `none` here; the law sets the rest"
        case Number(exact) if _DECIMAL.fullmatch(text):
            number = Fraction(text.replace(",", "."))
            exactly = f"write it exactly: `{exact_text(number)}`"
            return exactly if exact or number.denominator == 1 else "numbers here have no fractions"
        case Number() if _LONG.fullmatch(text):
            return "a number has at most 18 digits"
        case Number(exact=False) if read_number(text) is not None:
            return "numbers here have no fractions"
        case Number() if read_number(plain := _DASH.sub("-", text)) is not None:
            return f"the minus is another sign here: write `{plain}`"
        case Number() if _DATE.search(text):
            return "a spreadsheet has made a date of it: make the column text before you type, and write `1/2`"
        case Number():
            return "numbers are written like `12`, `-1`, `1/2` or `5 1/2`"
        case OrNone(item):
            if re.fullmatch(r"[-–—]|n/?a", text, re.IGNORECASE):
                return f'write `none`; or `codes: {{"{text}": none}}` in the file'
            return _hint(text, item, choices)
    return None


def _read_set(
    node: Scalar | Listing, type: SetOf, choices: Choices, diagnostics: Diagnostics, codes: Lookup[str, str] | None
) -> object:
    """Returns a list in brackets or, as a chart's field allows none, words with spaces between; `none` is empty."""
    items: tuple[Node, ...]
    if isinstance(node, Listing):
        items = node.items
    else:
        text = _decoded(node, codes)
        words = [] if text == "none" else text.split()
        items = tuple(Scalar(word, node.span) for word in words)
    values: set[object] = set()
    readable = True
    for item in items:
        if (value := read_value(item, type.item, choices, diagnostics, codes)) is UNREADABLE:
            readable = False
        elif value in values:
            shown = item.text if isinstance(item, Scalar) else "this"
            diagnostics.report("HX107", item.span, f"{quoted(shown)} is given twice")
            readable = False
        else:
            values.add(value)
    return in_order(values, type.item, choices) if readable else UNREADABLE


def in_order(values: set[object], item: Type, choices: Choices) -> tuple[object, ...]:
    """Sets have one order whatever the file's: a choice's declared one, else that of the values."""
    if isinstance(item, Choice):
        return tuple(value for value in choices.get(item.name, ()) if value in values)
    return tuple(sorted(values, key=lambda value: (value is None, value)))
