"""The headings of a table: reading one, and laying those of an axis side by side.

A heading of a choice, yes/no or text axis is a value. One of a number axis is a `Range`, written `5`, `1-8`,
`37+`, `at least 1/4` (up to the next heading) or `below 1/4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from fractions import Fraction

from hexlaw.compiler.base.diagnostic import Diagnostics, quoted
from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.literals import UNREADABLE, Choices, read_number, read_value
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.runtime.law.table import Axis, Bracket
from hexlaw.runtime.law.types import Choice, Number, OrNone, Text, Type, YesNo
from hexlaw.runtime.law.value import exact_text

_SPAN_OF_NUMBERS = re.compile(r"(-?\d{1,18}) ?(?:-|–|to) ?(-?\d{1,18})", re.ASCII)
_ODDS = re.compile(r"(\d{1,9}) ?: ?(\d{1,9})", re.ASCII)
_AND_MORE = re.compile(r"(-?\d{1,18}) ?\+", re.ASCII)


@dataclass(frozen=True)
class Range:
    """`low` and `high` are both included; None is open; with `until_next` the next heading ends it."""

    low: Fraction | None
    high: Fraction | None
    until_next: bool
    printed: str = field(compare=False)


Heading = object
"""A value, or a `Range`."""


def can_head(type: Type) -> bool:
    """Returns whether the values of a type can stand as headings."""
    inner = type.item if isinstance(type, OrNone) and not isinstance(type.item, Number) else type
    return isinstance(inner, Choice | YesNo | Text | Number)


def read_heading(node: Scalar, type: Type, choices: Choices, found: Diagnostics) -> Heading:
    """Returns the heading, or `UNREADABLE` after a report."""
    if not isinstance(type, Number):
        return read_value(node, type, choices, found)
    heading = _range(node.text, type.exact)
    if heading is not None:
        return heading
    if type.exact and _range(node.text, exact=False) is not None:
        message = f"{quoted(node.text)} would leave out the numbers between it and the next heading"
        help = "this axis has fractions: write `at least 5`, which reaches up to the next heading, or `below 5`"
    else:
        message = f"{quoted(node.text)} is not a heading for {'numbers' if type.exact else 'whole numbers'}"
        help = "write `5`, `1-8`, `37+`, `at least 5` or `below 5`"
        if type.exact:
            odds = _ODDS.fullmatch(node.text)
            help = "write `at least 1/4` or `below 1/4`"
            if odds and (least := read_number(f"{odds[1]}/{odds[2]}")) is not None:
                help = f"odds of {odds[1]} to {odds[2]}, up to the next heading, are `at least {exact_text(least)}`"
    found.report("HX151", node.span, message, help=help)
    return UNREADABLE


def _range(text: str, exact: bool) -> Range | None:
    for words in ("at least ", "below "):
        if text.startswith(words):
            number = read_number(text.removeprefix(words).strip())
            if number is None or (not exact and number.denominator != 1):
                return None
            if words == "below ":
                return Range(None, number if exact else number - 1, False, text)
            return Range(number, None, True, text)
    if exact:
        return None
    if match := _SPAN_OF_NUMBERS.fullmatch(text):
        low, high = Fraction(match[1]), Fraction(match[2])
        return Range(low, high, False, text) if low <= high else None
    if match := _AND_MORE.fullmatch(text):
        return Range(Fraction(match[1]), None, False, text)
    number = read_number(text)
    if number is None or number.denominator != 1:
        return None
    return Range(number, number, False, text)


def all_values(type: Type, choices: Choices) -> tuple[object, ...]:
    """Returns the values that an axis must head; none for an axis of texts, whose values nobody declares."""
    match type:
        case Choice(name):
            return choices.get(name, ())
        case YesNo():
            return (True, False)
        case OrNone(item):
            return (*all_values(item, choices), None)
        case _:
            return ()


def number_axis(
    name: str, type: Number, headings: Lookup[Heading, Span], found: BoundedFindings
) -> tuple[Axis, list[Range]]:
    """Returns the axis with its ranges in rising order; gaps and overlaps are reported."""
    ranges = [heading for heading in headings if isinstance(heading, Range)]
    ranges.sort(key=lambda r: (r.low is not None, r.low or Fraction(0)))
    brackets: list[Bracket] = []
    for here, following in zip(ranges, [*ranges[1:], None], strict=True):
        stop = _stop(here, following, type.exact)
        brackets.append(Bracket(_bound(here.low, type), _bound(stop, type), here.printed))
        if following is not None:
            _check_joint(here, stop, following, type, headings, found)
    return Axis(name, brackets=tuple(brackets)), ranges


def _bound(number: Fraction | None, type: Number) -> int | Fraction | None:
    # Whole axes compare whole numbers, which is several times faster than fractions.
    return number if number is None or type.exact else int(number)


def _stop(here: Range, following: Range | None, exact: bool) -> Fraction | None:
    if here.until_next:
        return following.low if following else None
    if here.high is None:
        return None
    return here.high if exact else here.high + 1


def _check_joint(
    here: Range,
    stop: Fraction | None,
    following: Range,
    type: Number,
    headings: Lookup[Heading, Span],
    found: BoundedFindings,
) -> None:
    place = headings[following]
    both = f"{quoted(here.printed)} and {quoted(following.printed)}"
    if stop is None or following.low is None or stop > following.low or here.low == following.low:
        labels = ((headings[here], "this is the other one"),)
        found.report("HX154", place, f"the headings {both} cover the same numbers", labels=labels)
    elif stop < following.low:
        missing = "some numbers" if type.exact else f"`{stop}`"
        if not type.exact and following.low - stop > 1:
            missing = f"`{stop}` to `{following.low - 1}`"
        found.report("HX155", place, f"between the headings {both} nothing covers {missing}")
