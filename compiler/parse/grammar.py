"""Parses a text that was cut from its file into syntax nodes. Only this file and those it imports need the parser
library, which takes longer to load than most modules of law take to compile when little has changed.

The node of a rule of the grammar is made as soon as all of it has been read: the library would build a tree of all
rules first, to be walked through afterwards. What a child is to its node is decided here as it is there: `_rule` stands
for its children, `?rule` with one child for that child, a token in quotes for nothing, and for what may be left out and
is, there is `None`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.grammar import Rule, Terminal
from lark.parsers.lalr_interactive_parser import InteractiveParser

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.parse.building import Builder, GrammarPart
from hexlaw.compiler.parse.items import ItemText
from hexlaw.compiler.parse.parse_tables import parser
from hexlaw.compiler.parse.transform import maker_of

_LOOKS_AHEAD = re.compile(r"\(\?[^)]*\)")


def read(item: ItemText, start: str, diagnostics: Diagnostics) -> object:
    """Returns an item or a question (`start` says which), or `None` with the reason among the diagnostics."""
    builder = _builder()
    builder.source, builder.offset, builder.repeated = item.source, item.start, []
    try:
        made = cast(GrammarPart, _parser().parse(item.text.rstrip() + "\n", start=start))
    except UnexpectedInput as error:
        from hexlaw.compiler.parse.mistakes import explain  # needed where something is wrong alone

        explain(error, item, diagnostics)
        return None
    for line, place in builder.repeated:
        diagnostics.report("HX206", place, f"`{line}` stands twice in this item", help="it can be said once")
    return made.value


def prepare() -> None:
    """Makes the parser ready, where it is known that something will be parsed."""
    _parser()


def tokens(item: ItemText) -> list[Token]:
    """Returns the tokens of an item that parses, those of the layout among them; places count from the item's start."""
    return list(_parser().parse_interactive(item.text.rstrip() + "\n", start="item").iter_parse())


def keywords() -> list[str]:
    """Returns the words that mean something by themselves, in order."""
    return sorted({word for terminal in _parser().terminals for word in words_of(terminal.name)})


@lru_cache(maxsize=512)
def words_of(terminal: str) -> tuple[str, ...]:
    """Returns the words of the language that are a terminal of the grammar; none are those of a law's own names."""
    found = next((each.pattern for each in _parser().terminals if each.name == terminal), None)
    if found is None:
        return ()
    if found.type == "str":
        return (found.value,) if found.value[0].isalpha() else ()
    word = re.fullmatch(r"\(?([a-z][a-z| ]*)\)?", _LOOKS_AHEAD.sub("", found.value))
    return () if word is None else tuple(word[1].split("|"))


def behind(item: ItemText, start: str) -> InteractiveParser:
    """Returns a parser that has read an item which breaks off, or a question; raises what the parser raises."""
    builder = _builder()
    builder.source, builder.offset, builder.repeated = item.source, item.start, []
    state = _parser().parse_interactive(item.text, start=start)
    state.exhaust_lexer()
    return state


@lru_cache(maxsize=1)
def _builder() -> Builder:
    return Builder()


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return parser(Reducing(_builder()))


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
    make = None if is_spread else maker_of(name)

    def reduce(children: list[Child]) -> Child:
        start = end = None  # also of those that the node does not keep
        for child in children:
            if (start := child.start_pos) is not None:
                break
        for child in reversed(children):
            if (end := child.end_pos) is not None:
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
