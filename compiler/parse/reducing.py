"""Makes the node of each rule of the grammar as soon as the parser has read all of it.

Input: a rule, and what its children became. Output: what it becomes itself, with the stretch of text that it takes up.
The parser library would build a tree of all rules first, to be walked through afterwards. What a child is to its node
is decided here as it is there: `_rule` stands for its children, `?rule` with one child for that child, a token in
quotes for nothing, and for what may be left out and is, there is `None`.
"""

from __future__ import annotations

from collections.abc import Callable

from lark import Token
from lark.grammar import Rule, Terminal

from hexlaw.compiler.parse.building import Builder, GrammarPart
from hexlaw.compiler.parse.transform import NODES

Child = Token | GrammarPart
Reduce = Callable[[list[Child]], Child]
"""What becomes of the children of a rule."""


class Reducing(dict[Rule, Reduce]):
    """By rule of the grammar what makes a node of it, worked out when the rule is first met."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def __bool__(self) -> bool:
        return True  # the library makes nothing where it finds none

    def __missing__(self, rule: Rule) -> Reduce:
        self[rule] = _reduce(rule, self._builder)
        return self[rule]


def _reduce(rule: Rule, builder: Builder) -> Reduce:
    name = str(rule.alias or rule.options.template_source or rule.origin.name)
    kept, after = _kept(rule)
    is_spread, stands_for_one = rule.origin.name.startswith("_"), rule.options.expand1 and not rule.alias
    make = None if is_spread else NODES.get(name)

    def reduce(children: list[Child]) -> Child:
        start = end = None  # also of those that the node does not keep
        for child in children:
            start = child.start_pos
            if start is not None:
                break
        for child in reversed(children):
            end = child.end_pos
            if end is not None:
                break
        part = GrammarPart(start, end)
        values: list[object] = []
        for index, spread, before in kept:
            if before:
                values += [None] * before
            child = children[index]
            value = child.value if type(child) is GrammarPart else child
            if not spread:
                values.append(value)
            elif values:
                values += value  # type: ignore[arg-type]
            else:
                values = value  # type: ignore[assignment] # no other rule has it, and a long list is not copied anew
        if after:
            values += [None] * after
        if stands_for_one and len(values) == 1:  # the one child, with all that stands around it
            if isinstance(values[0], Token):
                return values[0]
            if values[0] is None:
                return GrammarPart(None, None)
            part.value = values[0]
        else:
            part.value = values if make is None else make(builder, part, *values)
        return part

    return reduce


def _kept(rule: Rule) -> tuple[list[tuple[int, bool, int]], int]:
    """Returns the children that are kept: the place of each, whether its own children stand for it, and how many are
    left out before it; and how many are left out behind them all."""
    marks = "".join("1" if is_left_out else "0" for is_left_out in rule.options.empty_indices)
    *absent, behind = map(len, marks.split("0")) if marks else [0] * (len(rule.expansion) + 1)
    found, before = [], 0
    for index, (symbol, number) in enumerate(zip(rule.expansion, absent, strict=True)):
        before += number
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            found.append((index, not symbol.is_term and symbol.name.startswith("_"), before))
            before = 0
    return found, before + behind
