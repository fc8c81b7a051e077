"""A comparison told in lines for a terminal. Nothing is worked out here."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from hexlaw.compiler.comparing.structure import Difference, Structure
from hexlaw.compiler.comparing.verdicts import CaseDiffers, Cause, Verdicts

WIDTH = 110
MOST_LISTED = 40
MOST_CASES = 3
SORTS = {"dispute": "reading", "year": "year", "phase": "part of play", "set-up": "situation"}


def structure_lines(structure: Structure, *, everything: bool) -> Iterator[str]:
    """What differs, one paragraph each; of many only the first, unless `everything` is wanted."""
    counted = structure.that_count
    worded = len(structure.differences) - len(counted)
    if not counted:
        yield "the two laws do the same" + (f"; {_number(worded, 'thing')} only worded otherwise" if worded else "")
    else:
        yield f"{_number(len(counted), 'difference')}" + (f", and {worded} in words or sources alone" if worded else "")
    for old, new in structure.renamed.items():
        yield f"  the rule {old} is called {new}"
    shown = counted if everything else counted[:MOST_LISTED]
    for difference in shown:
        yield from _difference(difference)
    if len(shown) < len(counted):
        yield f"  ... and {len(counted) - len(shown)} more (`--everything` lists all)"


def _difference(d: Difference) -> Iterator[str]:
    cites = f"  [{', '.join(d.cites)}]" if d.cites else ""
    yield f"  {d.how} {SORTS.get(d.sort, d.sort)} {d.name}{cites}"
    if d.was and d.now:
        yield from _wrapped(f"was: {d.was}", "      ")
        yield from _wrapped(f"is:  {d.now}", "      ")
    elif d.was or d.now:
        yield from _wrapped(d.now or d.was, "      ")
    if d.bears_on:
        yield from _wrapped(f"bears on {', '.join(f'{sort} {name}' for sort, name in d.bears_on[:8])}", "      ")


def verdict_lines(verdicts: Verdicts, *, everything: bool) -> Iterator[str]:
    """The cases whose verdicts differ, by cause, with both reasons."""
    yield f"{verdicts.all} cases under both: {_number(verdicts.differing, 'verdict')} differ" + (
        "s" if verdicts.differing == 1 else ""
    )
    if verdicts.other_reason:
        yield f"  {verdicts.other_reason} more are refused under both, by other rules"
    for cause in verdicts.causes:
        yield from _cause(cause, everything=everything)


def _cause(cause: Cause, *, everything: bool) -> Iterator[str]:
    yield f"  {_number(len(cause.cases), 'case')}: {cause.told}"
    shown = cause.cases if everything else cause.cases[:MOST_CASES]
    for case in shown:
        yield from _case(case)
    if len(shown) < len(cause.cases):
        yield f"    ... and {len(cause.cases) - len(shown)} more"


def _case(case: CaseDiffers) -> Iterator[str]:
    yield f"    {case.id}: {case.asked}"
    for name, verdict in (("base", case.base), ("variant", case.variant)):
        first, *rest = verdict.reasons or (verdict.short,)
        yield f"      {name + ':':<9}{first}"
        yield from (f"               {line}" for line in rest)


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def _number(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
