"""Makers of syntax nodes: which field each child of a rule of the grammar fills, and what becomes of it there.

What a maker fills is written as names of fields, one for each child. `parts*` takes this child and all that follow,
`+params` adds the child to those of the field, `exact=exact` tells whether it is this word. `-` drops it, unless it is
what another rule has read for the same node (`head`). A child is read by the type of its field: a token is a name
(`Ident`), a text without its quotes, a number or its own word; a field of type `bool` tells whether there is one. What
may be left out is the default of its field, or else empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeVar, get_args

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
Values = dict[str, object]  # by field


class Doc(str):
    """A doc string standing on a line of its own."""


class GrammarLine(NamedTuple):
    """A line that an item can have once: the field that it fills, and others that it fills besides."""

    field: str
    value: object
    more: Mapping[str, object] = {}


class Lines(NamedTuple):
    """Entries of a field that any number of lines may fill."""

    field: str
    values: tuple[object, ...]


class GrammarPart:
    """What a rule of the grammar became, and where the text begins and ends that it was read from, as a token says it;
    nowhere where no text was."""

    __slots__ = ("end_pos", "start_pos", "value")

    def __init__(self, start_pos: int | None, end_pos: int | None) -> None:
        self.start_pos = start_pos
        self.end_pos = end_pos
        self.value: object = None


class Builder:
    """Reads children; `source` and `offset` say which text the item being parsed was cut from, and where."""

    def __init__(self) -> None:
        self.source = Source("", "")
        self.offset = 0
        self.repeated: list[tuple[str, Span]] = []  # lines that can stand once in an item, and stand twice

    def span(self, at: GrammarPart | Token) -> Span:
        if at.start_pos is None or at.end_pos is None:
            return self.source.span(self.offset, self.offset)
        return self.source.span(at.start_pos + self.offset, at.end_pos + self.offset)

    def ident(self, child: object) -> s.Ident:
        """Returns a name; a path of names is one already."""
        if isinstance(child, s.Ident):
            return child
        assert isinstance(child, Token)
        return s.Ident(str(child), span=self.span(child))

    def plain(self, child: object) -> object:
        if not isinstance(child, Token):
            return child
        if child.type in NAMES:
            return self.ident(child)
        return int(child) if child.type == "INT" else self.text(child)

    def text(self, child: object) -> str:
        return str(child)[1:-1] if isinstance(child, Token) and child.type == "STRING" else str(child)

    def once_each(self, lines: Iterable[object], place: Span) -> Values:
        """Returns the fields of lines that can stand once; of one that stands twice, the first."""
        found: Values = {}
        for line in lines:
            if not isinstance(line, GrammarLine):
                continue
            if line.field in found:
                self.repeated.append((WRITTEN.get(line.field, line.field.replace("_", " ")), place))
            else:
                found |= {line.field: line.value, **line.more}
        return found


Reader = Callable[[Builder, object], object]
Maker = Callable[..., object]
"""Called with the builder, where the text stands, and the children."""


def _filling(children: str, read: Mapping[str, Reader | None]) -> Callable[[Builder, Sequence[object]], Values]:
    """Returns what gives the values of the fields that children fill in turn. One that is left out fills none."""
    plan: list[tuple[str, str, Reader | None]] = []  # of each child a sign, its field, and how it is read
    for name in children.split():
        field, _, word = name.strip("+*").partition("=")
        sign = name[0] if name[0] in "-+" else name[-1] if name[-1] == "*" else ""
        plan.append((sign, field, _is_word(word) if word else read.get(field, Builder.plain)))

    def fill(builder: Builder, c: Sequence[object]) -> Values:
        found: Values = {}
        for index, ((sign, field, reader), child) in enumerate(zip(plan, c, strict=False)):
            if type(child) is dict:
                found |= child
            elif sign == "*":
                found[field] = tuple([builder.plain(each) for each in c[index:] if each is not None])
            elif child is None or sign == "-":
                continue
            elif sign == "+":
                found[field] = (*found.get(field, ()), builder.plain(child))  # type: ignore[misc]
            else:
                found[field] = child if reader is None else reader(builder, child)
        return found

    return fill


def node(kind: Callable[..., T], children: str, **fixed: object) -> Callable[..., T]:
    """Makes a node of a rule, whose children fill these fields in turn."""
    names = children.split()
    places = fields(kind)
    known = {field.name: number for number, field in enumerate(places)}
    filled = {name.removesuffix("*").partition("=")[0] for name in names} - {"-"} | {*fixed}
    needed = {field.name for field in places if field.default is NODEFAULT} - {"span"}
    assert needed <= filled <= {*known}, (kind, needed ^ filled)
    usual = [fixed.get(field.name, _nothing(field)) for field in places if field.name != "span"]
    plan: list[tuple[int, int, Reader | None]] = []
    rest, first = -1, len(names)
    for index, name in enumerate(names):
        field, _, word = name.removesuffix("*").partition("=")
        if name.endswith("*"):
            rest, first = known[field], index
        elif word:
            plan.append((known[field], index, _is_word(word)))
        elif name != "-":
            plan.append((known[name], index, _reader(places[known[name]])))
    has_span = "span" in known

    def make(builder: Builder, at: GrammarPart, *c: object) -> T:
        values, given = usual.copy(), len(c)
        for field, index, read in plan:
            if index < given and (child := c[index]) is not None:
                values[field] = child if read is None else read(builder, child)
        if rest >= 0:
            values[rest] = tuple([builder.plain(child) for child in c[first:] if child is not None])
        return kind(*values, span=builder.span(at)) if has_span else kind(*values)

    return make


def item(kind: Callable[..., T], children: str, **fixed: object) -> Callable[..., T]:
    """Makes an item of a rule whose first children fill these fields, and the others are lines below it, each of which
    says by its sort where it belongs."""
    number = len(children.split())
    fill = _filling(children, {field.name: _reader(field) for field in fields(kind)})

    def make(builder: Builder, at: GrammarPart, *c: object) -> T:
        first = fill(builder, c)
        place = next(value.span for value in first.values() if isinstance(value, s.Ident))
        several: dict[str, list[object]] = {}
        body = c[number:]
        for part in body:
            if isinstance(part, Lines):
                several.setdefault(part.field, []).extend(part.values)
            elif not isinstance(part, GrammarLine | Doc):
                given = builder.plain(part)
                several.setdefault(_places(kind)[type(given)], []).append(given)
        found = {**_absent(kind), **{field: tuple(parts) for field, parts in several.items()}, **fixed, **first}
        found |= builder.once_each(body, place)
        if "doc" in found:
            found["doc"] = " ".join(part for part in body if isinstance(part, Doc))
        return kind(**found, span=builder.span(at))

    return make


def head(children: str, **fixed: object) -> Callable[..., Values]:
    """Reads what stands at the head of an item, for the rule of that item; what follows are lines that stand once."""
    number, fill = len(children.split()), _filling(children, {})

    def make(builder: Builder, at: GrammarPart, *c: object) -> Values:
        found = {**fixed, **fill(builder, c)}
        name = found.get("name")
        return found if name is None else {**found, **builder.once_each(c[number:], builder.ident(name).span)}

    return make


def line(
    children: str, how: Literal["one", "all", "each"] = "one", **fixed: object
) -> Callable[..., GrammarLine | Lines]:
    """Makes a line that fills these fields with its children; or one with `all` of them, or each is an entry of it."""
    field, fill = children.split()[0].partition("=")[0], _filling(children, {})

    def make(builder: Builder, at: GrammarPart, *c: object) -> GrammarLine | Lines:
        if how == "one":
            found = {**fixed, **fill(builder, c)}
            return GrammarLine(field, found.pop(field), found)
        read = tuple(map(builder.plain, c))
        return GrammarLine(field, read) if how == "all" else Lines(field, read)

    return make


def pair(field: str, children: str) -> Callable[..., Lines]:
    """Makes a line that is an entry of a field, of two parts."""
    fill = _filling(children, {})
    return lambda builder, at, *c: Lines(field, (tuple(fill(builder, c).values()),))


def _reader(field: NodeField) -> Reader | None:
    """Returns how a child is read, None where it is the value itself."""
    match field.type.removesuffix(" | None"):
        case "bool":
            return lambda builder, child: True
        case "Ident":
            return Builder.ident
        case "int":
            return Builder.plain
        case type_ if type_ == "str" or type_.startswith("Literal["):
            return Builder.text
        case _:
            return None


def _is_word(word: str) -> Reader:
    return lambda builder, child: child == word


def _nothing(field: NodeField) -> object:
    if field.default is not NODEFAULT:
        return field.default
    type_ = field.type
    if type_.endswith("None"):
        return None
    return () if type_.startswith("tuple[") else {"str": "", "bool": False}.get(type_)


@cache
def _absent(kind: Callable[..., object]) -> Values:
    """Returns what the fields of an item are where no line fills them."""
    return {field.name: _nothing(field) for field in fields(kind) if field.name != "span"}


@cache
def _places(kind: Callable[..., object]) -> dict[type, str]:
    """Returns by sort of node the field of an item that holds any number of them."""
    found: dict[type, str] = {}
    for field in fields(kind):
        several = re.fullmatch(r"tuple\[(.+), \.\.\.\]", field.type)
        for name in several[1].split(" | ") if several else ():
            sort = getattr(s, name, None)
            found |= dict.fromkeys(get_args(sort) or (sort,), field.name)
    return found
