"""What happened while a question was answered: a tree of nodes that every explanation is a view of.

The evaluator fills it in as it goes; nothing is worked out a second time to explain it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hexlaw.runtime.law.graph import Rule
from hexlaw.runtime.law.table import Cell

Sort = Literal["fact", "quantity", "table", "step"]
Fate = Literal["applies", "overridden", "limited", "condition fails", "finds nothing"]


@dataclass(slots=True)
class Tried:
    """A rule that was looked at, and what came of it."""

    rule: Rule
    fate: Fate
    because: str = ""  # the condition that failed, in the law's words
    by: tuple[Rule, ...] = ()  # the rules that limit or override it
    gives: object = None
    asked: list[TraceNode] = field(default_factory=list)  # what its conditions and its value rested on
    cut_short: list[tuple[Rule, tuple[Rule, ...]]] = field(
        default_factory=list
    )  # limits of it that are limited, by what


@dataclass(slots=True)
class TraceNode:
    """A question that was answered on the way."""

    sort: Sort
    name: str
    args: tuple[object, ...]
    value: object = None
    rules: list[Tried] = field(default_factory=list)
    cell: Cell | None = None
    note: str = ""
    asked: list[TraceNode] = field(default_factory=list)  # answers that belong to no single rule
    limited_by: tuple[Rule, ...] = ()  # for a step of a quantity that is switched off
    sums: tuple[str, ...] = ()  # of a table: the terms of each key that is a sum, `6 + 1`, or nothing

    def applied(self) -> list[Tried]:
        return [t for t in self.rules if t.fate == "applies"]


def walk(nodes: list[TraceNode]) -> list[TraceNode]:
    """All nodes below some, each once, in the order in which they were first needed."""
    found: list[TraceNode] = []
    seen: set[int] = set()
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        found.append(node)
        stack.extend(reversed([*node.asked, *(inner for tried in node.rules for inner in tried.asked)]))
    return found
