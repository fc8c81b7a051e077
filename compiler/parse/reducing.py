"""Makes the node of each rule of the grammar as soon as the parser has read all of it.

Input: a rule, and what its children became. Output: what it becomes itself, with the stretch of text that it takes up.
The parser library would build a tree of all rules first, to be walked through afterwards. What a child is to its node
is decided here as it is there: `_rule` stands for its children, `?rule` with one child for that child, a token in
quotes for nothing, and for what may be left out and is, there is `None`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token
from lark.grammar import Rule, Terminal

from hexlaw.compiler.parse.building import GrammarPart
from hexlaw.compiler.parse.transform import NODES, ToSyntax

Reduce = Callable[[list[Any]], Any]
"""What becomes of the children of a rule: each a token, or a `GrammarPart`."""


class Reducing(dict[Rule, Reduce]):
    """By rule of the grammar what makes a node of it, worked out when the rule is first met."""

    def __init__(self, syntax: ToSyntax) -> None:
        self._syntax = syntax

    def __bool__(self) -> bool:
        return True  # the library makes nothing where it finds none

    def __missing__(self, rule: Rule) -> Reduce:
        self[rule] = _reduce(rule, self._syntax)
        return self[rule]


def _reduce(rule: Rule, syntax: ToSyntax) -> Reduce:
    name = str(rule.alias or rule.options.template_source or rule.origin.name)
    kept, after = _kept(rule)
    is_spread, stands_for_one = _is_spread(rule.origin.name), rule.options.expand1 and not rule.alias
    make = None if is_spread else NODES.get(name) or _method(name)

    def reduce(children: list[Any]) -> Any:
        part = _around(children)
        values: list[Any] = []
        for index, spread, before in kept:
            if before:
                values += [None] * before
            child = children[index]
            if not spread:
                values.append(child.value if type(child) is GrammarPart else child)
            elif values:
                values += child.value
            else:
                values = child.value  # nobody else has it, and a long list is not copied for each that is added
        if after:
            values += [None] * after
        if stands_for_one and len(values) == 1:
            return _one(values[0], part)
        part.value = values if make is None else make(syntax, part, values)
        return part

    return reduce


def _around(children: list[Any]) -> GrammarPart:
    """The stretch of text that children take up, those among them that the node does not keep."""
    start = end = None
    for child in children:
        start = child.start_pos
        if start is not None:
            break
    for child in reversed(children):
        end = child.end_pos
        if end is not None:
            break
    return GrammarPart(start, end)


def _one(value: Any, part: GrammarPart) -> Any:
    """The one child that a rule stands for, with all that stands around it."""
    if isinstance(value, Token):
        return value
    if value is None:
        return GrammarPart(None, None)
    part.value = value
    return part


def _method(name: str) -> Callable[..., Any]:
    def make(syntax: ToSyntax, part: GrammarPart, values: list[Any]) -> Any:
        return getattr(syntax, name)(part, values)

    return make


def _kept(rule: Rule) -> tuple[list[tuple[int, bool, int]], int]:
    """The children that are kept: the place of each, whether its own children stand for it, and how many are left out
    before it; and how many are left out behind them all."""
    found, before = [], 0
    *left_out_before, behind = _left_out(rule)
    for index, (symbol, left_out) in enumerate(zip(rule.expansion, left_out_before, strict=True)):
        before += left_out
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            found.append((index, not symbol.is_term and _is_spread(symbol.name), before))
            before = 0
    return found, before + behind


def _left_out(rule: Rule) -> list[int]:
    """How many that may be left out are, before each child and after the last."""
    marks = "".join("1" if is_left_out else "0" for is_left_out in rule.options.empty_indices)
    return [len(run) for run in marks.split("0")] if marks else [0] * (len(rule.expansion) + 1)


def _is_spread(name: str) -> bool:
    return name.startswith("_")
