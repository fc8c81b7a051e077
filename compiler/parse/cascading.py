"""Drops findings that only follow from an item that could not be read: the names it declares are missed elsewhere.

Input: all findings of a module. Output: the same without the cascading ones; if one was a mistake of its own, the next
check reports it.
"""

from __future__ import annotations

import re

from hexlaw.compiler.diagnostic import Diagnostic
from hexlaw.compiler.source import Span

UNREAD = {"HX202", "HX203", "HX204"}
MISSING = {
    "HX211", "HX234", "HX237", "HX241", "HX258", "HX261", "HX262", "HX263", "HX264", "HX271", "HX272", "HX273",
    "HX401", "HX405", "HX406", "HX407", "HX409", "HX410",
}  # fmt: skip
"""Codes of findings that say that something is not there."""
NAME = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*")

INSIDE = re.compile(
    rf"^ +(?:(?:turn|segment|phase|round|step|stage) +({NAME.pattern})|({NAME.pattern}):)", re.MULTILINE
)
"""What declares a name on a line of its own inside an item: a part of a sequence, a stage, an attribute."""


def without_cascading(found: list[Diagnostic]) -> list[Diagnostic]:
    unread = {name for d in found if d.code in UNREAD and d.span is not None for name in _declared(d.span)}
    return [d for d in found if d.code not in MISSING or not unread & set(re.findall(r"`([^`]*)`", d.message))]


def _declared(span: Span) -> list[str]:
    """The names that the item around a place declares: those of its head, and of lines that declare names."""
    text = span.source.text
    starts = [m.start() for m in re.finditer(r"^[a-z]", text[: span.start + 1], re.MULTILINE)]
    if not starts:
        return []
    item = re.split(r"\n(?=[^\s#])", text[starts[-1] :], maxsplit=1)[0]
    head = item if item.startswith("choice") else item.partition("\n")[0]
    return NAME.findall(head) + [name for names in INSIDE.findall(item) for name in names if name]
