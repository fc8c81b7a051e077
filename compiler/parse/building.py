"""Makers of syntax nodes: which field each child of a rule of the grammar fills, and what becomes of it there.

A child is read by the type of its field: a token is a name (`Ident`), a text without its quotes, a number or its own
word; a field of type `bool` says whether there is one. What may be left out is the default of its field, or else
nothing of its type: no text, no items, `None`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args

from lark import Token
from msgspec import NODEFAULT

from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.parse import syntax as s
from hexlaw.runtime.base.nodes import NodeField, fields

T = TypeVar("T")
NAMES = frozenset(("NAME", "RID", "ODDS"))  # tokens that are names of something
WRITTEN = {
    "start": "starts with",
    "stands": "stands in",
    "due": "falls due",
    "each": "for each",
    "condition": "if",
    "repeats": "while",
    "turns_from": "alternating",
    "at_once": "at once",
    "domain": "from",
    "cost": "costs",
    "keeps": "to keep",
    "places": "at",
    "things": "with",
    "from_year": "in force from",
    "until_year": "in force until",
    "sampled": "at all times` or `at rest",
    "at_edge": "at the start of` or `at the end of",
}
"""How lines are written that have another name as a field."""


class Doc(str):
    """A doc string standing on a line of its own."""


class GrammarLine(NamedTuple):
    """A line that an item can have once: the field that it fills, and others that it fills besides."""

    field: str
    value: Any
    more: dict[str, Any] = {}  # noqa: RUF012 (never written to)


class Lines(NamedTuple):
    """Entries of a field that any number of lines may fill."""

    field: str
    values: tuple[Any, ...]


class GrammarPart:
    """What a rule of the grammar became, and where the text begins and ends that it was read from, as a token says it;
    nowhere where no text was."""

    __slots__ = ("end_pos", "start_pos", "value")

    def __init__(self, start_pos: int | None, end_pos: int | None) -> None:
        self.start_pos = start_pos
        self.end_pos = end_pos
        self.value: Any = None


def unquoted(text: str) -> str:
    return str(text)[1:-1]


class Builder:
    """Reads children; knows the text that the item being parsed was cut from, and where."""

    source: Source
    offset: int
    repeated: list[tuple[str, Span]]

    def span(self, at: GrammarPart) -> Span:
        if at.start_pos is None or at.end_pos is None:
            return self.source.span(self.offset, self.offset)
        return self.source.span(at.start_pos + self.offset, at.end_pos + self.offset)

    def token_span(self, token: Token) -> Span:
        start = (token.start_pos or 0) + self.offset
        return self.source.span(start, start + len(token))

    def ident(self, token: Token | s.Ident) -> s.Ident:
        """A name; a path of names is one already."""
        return token if isinstance(token, s.Ident) else s.Ident(str(token), span=self.token_span(token))

    def plain(self, child: Any) -> Any:
        if not isinstance(child, Token):
            return child
        if child.type in NAMES:
            return self.ident(child)
        return unquoted(child) if child.type == "STRING" else int(child) if child.type == "INT" else str(child)

    def text(self, child: Token) -> str:
        return unquoted(child) if child.type == "STRING" else str(child)

    def once_each(self, lines: Iterable[GrammarLine], place: Span) -> dict[str, Any]:
        """The fields of lines that can stand once; of one that stands twice, the first."""
        found: dict[str, Any] = {}
        for field, value, more in lines:
            if field in found:
                self.repeated.append((WRITTEN.get(field, field.replace("_", " ")), place))
            else:
                found |= {field: value, **more}
        return found

    def with_lines(self, kind: Callable[..., T], head: dict[str, Any], body: list[Any], span: Span) -> T:
        """An item of its first line and the lines below it, each of which says by its sort where it belongs."""
        places = _places(kind)
        several: dict[str, list[Any]] = {}
        for part in body:
            if isinstance(part, Lines):
                several.setdefault(part.field, []).extend(part.values)
            elif not isinstance(part, GrammarLine | Doc):
                read = self.plain(part)
                several.setdefault(places[type(read)], []).append(read)
        once = self.once_each((part for part in body if isinstance(part, GrammarLine)), head["name"].span)
        found = {**_absent(kind), **{field: tuple(parts) for field, parts in several.items()}, **head, **once}
        if "doc" in found:
            found["doc"] = " ".join(part for part in body if isinstance(part, Doc))
        return kind(**found, span=span)


Maker = Callable[[Builder, GrammarPart, list[Any]], Any]


def node(kind: Any, children: str, **fixed: Any) -> Maker:
    """Makes a node of a rule: its children fill these fields in turn; `-` fills none, `NAME*` takes the rest."""
    names = children.split()
    places = fields(kind)
    known = {field.name: number for number, field in enumerate(places)}
    usual = [fixed.get(field.name, _nothing(field)) for field in places if field.name != "span"]
    plan = [(known[n], names.index(n), _reader(places[known[n]])) for n in names if n in known]
    filled = {name.removesuffix("*") for name in names} - {"-"} | {*fixed}
    needed = {field.name for field in places if field.default is NODEFAULT} - {"span"}
    assert needed <= filled <= {*known}, (kind, needed ^ filled)
    first = next((index for index, name in enumerate(names) if name.endswith("*")), -1)
    rest, has_span = known[names[first][:-1]] if first >= 0 else -1, "span" in known

    def make(builder: Builder, at: GrammarPart, c: list[Any]) -> Any:
        values, given = usual.copy(), len(c)
        for field, index, read in plan:
            if index < given and (child := c[index]) is not None:
                values[field] = child if read is None else read(builder, child)
        if rest >= 0:
            values[rest] = tuple([builder.plain(child) for child in c[first:] if child is not None])
        return kind(*values, span=builder.span(at)) if has_span else kind(*values)

    return make


def item(kind: Any, children: str) -> Maker:
    """Makes an item of a rule whose first children fill these fields, and the others are lines below it."""
    names = children.split()
    plan = {field.name: _reader(field) for field in fields(kind) if field.name in names}

    def make(builder: Builder, at: GrammarPart, c: list[Any]) -> Any:
        given = zip(names, c, strict=False)
        head = {
            name: child if (read := plan[name]) is None else read(builder, child)
            for name, child in given
            if child is not None
        }
        return builder.with_lines(kind, head, c[len(names) :], builder.span(at))

    return make


def line(field: str, takes: str = "child", each: str = "", says: Any = None) -> Maker:
    """Makes a line that fills a field with its child or with `all` of them, or always with what it `says`; or `each`
    child, or `pair`, is an entry."""

    def make(builder: Builder, at: GrammarPart, c: list[Any]) -> Any:
        if says is not None:
            return GrammarLine(field, says)
        read = tuple(builder.plain(child) for child in c)
        if each:
            return Lines(field, read if each == "child" else (read,))
        return GrammarLine(field, read if takes == "all" else read[0])

    return make


def _reader(field: NodeField) -> Callable[[Builder, Any], Any] | None:
    """How a child is read, where it is not the value itself."""
    match field.type.removesuffix(" | None"):
        case "bool":
            return lambda builder, child: True
        case "str":
            return Builder.text
        case "Ident":
            return Builder.ident
        case type_ if type_.startswith("Literal["):
            return Builder.text
        case _:
            return None


def _nothing(field: NodeField) -> Any:
    if field.default is not NODEFAULT:
        return field.default
    type_ = field.type
    if type_.endswith("None"):
        return None
    return () if type_.startswith("tuple[") else {"str": "", "bool": False}.get(type_)


@cache
def _absent(kind: Any) -> dict[str, Any]:
    """What the fields of an item are where no line fills them."""
    return {field.name: _nothing(field) for field in fields(kind) if field.name != "span"}


@cache
def _places(kind: Any) -> dict[type, str]:
    """By sort of node, the field of an item that holds any number of them."""
    found: dict[type, str] = {}
    for field in fields(kind):
        several = re.fullmatch(r"tuple\[(.+), \.\.\.\]", field.type)
        for name in several[1].split(" | ") if several else ():
            sort = getattr(s, name, None)
            found |= dict.fromkeys(get_args(sort) or (sort,), field.name)
    return found
