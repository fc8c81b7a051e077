"""Reads how a module's maps and counters are drawn, `style.yaml`, one file per module layer.

A later layer's rule for the same thing takes the place of the base's; its other rules go first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar

from hexlaw.compiler.base.diagnostic import Diagnostics, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.literals import UNREADABLE, Choices, read_value
from hexlaw.compiler.data.schema import read_file
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, items_in, mappings_in, scalars_in
from hexlaw.runtime.draw import style as st
from hexlaw.runtime.draw.colours import BadStyle, check_colour, check_ink
from hexlaw.runtime.draw.shapes import Shape, Stroke, read_outline
from hexlaw.runtime.law.types import EXACT, HEX, HEXSIDE, Number, OrNone, SetOf, Type, YesNo

Attributes = Lookup[str, Type]

Rule = TypeVar("Rule")
Made = TypeVar("Made")

_NOT_ATTRIBUTES = ("kind", "type", "chart", "holds", "held")
"""What can stand among the conditions on a thing beside its attributes."""

COLOURS = ("fill", "edge", "stroke", "ink", "rim")
"""The keys of an item that are followed by a colour."""
WHOLE = ("count", "layer")
NUMBERS = (*WHOLE, "inset", "size", "width", "dash", "wander", "millimetres")
FLAGS = ("angular", "zero", "back")
"""The same for numbers and for yes or no; what follows other keys is a text or is read by itself."""
_HIDDEN = re.compile(r"[ \t]*(#[0-9a-zA-Z]+)")

MAX_RULES = 300
"""In one list of one file: each of them is looked at for each hex, hexside or counter that is drawn."""


@dataclass(frozen=True)
class StyleWords:
    """What of the law a style can speak of."""

    hexes: Attributes
    sides: Attributes
    choices: Choices
    things: Attributes = field(default_factory=dict)
    """The attributes of all kinds that can be drawn as counters."""
    kinds: Collection[str] = ()
    units: Collection[str] = ()
    charts: Collection[str] = ()
    reaches: Collection[str] = ()
    facts: Collection[str] = ()


def read_style(sources: Sequence[Source], words: StyleWords, diagnostics: Diagnostics) -> st.Style | None:
    """Returns the style of the merged layers, base first; None when anything is wrong in any of them."""
    with patience(diagnostics) as found:
        style = st.Style()
        for source in sources:
            if (tree := read_file(source, "style", found)) is None:
                continue
            reader = _StyleLayer(words, found)
            for node in _lists(tree):
                if len(node.items) > MAX_RULES:
                    message = f"a list of a style has no more than {MAX_RULES} rules"
                    found.report("HX190", node.items[MAX_RULES].span, message)
            style = reader.laid_over(style, tree)
            for named in _shapes_named(tree):
                if named.text not in style.shapes:
                    reader.found.unknown("HX172", named, "the style has no shape", style.shapes)
        return None if found.failed else style
    return None


def _laid_over(base: Sequence[Rule], layer: Sequence[Rule], key: Callable[[Rule], Hashable]) -> tuple[Rule, ...]:
    """Returns the rules of both: what is about the same takes the place of the base's, what is new goes first."""
    known = {key(rule): rule for rule in base}
    new = {key(rule): rule for rule in layer}
    return tuple(({k: rule for k, rule in new.items() if k not in known} | known | new).values())


@dataclass
class _StyleLayer:
    """One file."""

    words: StyleWords
    found: BoundedFindings

    def laid_over(self, base: st.Style, tree: Mapping) -> st.Style:
        about = attrgetter("attribute", "value")
        return st.Style(
            hexes=_laid_over(base.hexes, self._rules(tree.get("hexes"), st.HexRule), about),
            sides=_laid_over(base.sides, self._rules(tree.get("sides"), st.SideRule), about),
            background=self._background(tree) or base.background,
            shapes={**base.shapes, **self._shapes(tree.get("shapes"))},
            counters=self._counters(base.counters, tree.get("counters")),
            reach=self._name(tree, "reach", "the law declares no reach", self.words.reaches) or base.reach,
            sight=self._name(tree, "sight", "the law declares no fact", self.words.facts) or base.sight,
        )

    def _background(self, tree: Mapping) -> str | None:
        colour = tree.get("background")
        if not isinstance(colour, Scalar):
            return None
        return colour.text if self._is_colour(colour) else None

    def _name(self, tree: Mapping, key: str, said: str, known: Collection[str]) -> str:
        node = tree.get(key)
        if not isinstance(node, Scalar):
            return ""
        if node.text not in known:
            self.found.unknown("HX172", node, said, known)
        return node.text

    # -- maps

    def _rules(self, node: Node | None, sort: Callable[..., Rule]) -> list[Rule]:
        rules: list[Rule] = []
        for item in mappings_in(node):
            value, given = self._value(item, of_hexes=sort is st.HexRule), self._given(item)
            if sort is st.HexRule:
                given |= {"under": self._under(item), "art": self._art(item.get("art"))}
            if value is not UNREADABLE:
                given["legend"] = _text(item, "legend") or _text(item, "attribute")
                rules += self._made(item, partial(sort, **{**given, "value": value}))
        return rules

    def _under(self, item: Mapping) -> tuple[object, ...]:
        type = _single(self.words.hexes.get(_text(item, "attribute")))
        listed = items_in(item.get("under")) if type is not None else ()
        read = [read_value(one, type, self.words.choices, self.found) for one in listed]
        return tuple(value for value in read if value is not UNREADABLE)

    def _art(self, node: Node | None) -> st.Art | None:
        if not isinstance(node, Mapping):
            return None
        self._name(node, "along", "the law declares no attribute of hexsides", self.words.sides)
        made = self._made(node, partial(st.Art, **self._given(node)))
        return made[0] if made else None

    def _value(self, item: Mapping, *, of_hexes: bool) -> object:
        """Returns the value a rule looks for: one of those a set can hold; `yes` where nothing is said."""
        of, attributes = ("hex", self.words.hexes) if of_hexes else ("hexside", self.words.sides)
        name = item.get("attribute")
        type = _single(attributes.get(name.text)) if isinstance(name, Scalar) else None
        if type is None:
            place = name if isinstance(name, Scalar) else Scalar("", item.span)
            self.found.unknown("HX172", place, f"a {of} has no attribute", attributes)
            return UNREADABLE
        value = item.get("value")
        if value is None and isinstance(type, YesNo):
            return True
        if value is None:
            self.found.report("HX105", item.span, "the key `value` is missing here")
            return UNREADABLE
        return read_value(value, type, self.words.choices, self.found)

    # -- shapes

    def _shapes(self, node: Node | None) -> dict[str, Shape]:
        return {
            key.text: tuple(stroke for item in mappings_in(strokes) for stroke in self._stroke(item))
            for key, strokes in entries_in(node)
        }

    def _stroke(self, item: Mapping) -> list[Stroke]:
        given = self._given(item)
        outline = given.pop("d", "")
        return self._made(item, lambda: Stroke(read_outline(outline), **given), check_ink)

    # -- counters

    def _counters(self, base: st.CounterStyle, node: Node | None) -> st.CounterStyle:
        if not isinstance(node, Mapping):
            return base

        def plain(key: str, sort: Callable[..., Made]) -> list[Made]:
            items = mappings_in(node.get(key))
            return [x for item in items for x in self._made(item, partial(sort, self._when(item), **self._given(item)))]

        figures = [f for item in mappings_in(node.get("figures")) for f in self._figure(item)]
        symbols = [
            st.Symbol(
                self._when(item), tuple(x.text for x in scalars_in(item.get("shapes"))), _text(item, "back") == "yes"
            )
            for item in mappings_in(node.get("symbols"))
        ]
        self._check_front(node)
        made = self._made(node, partial(replace, base, **self._given(node)))
        return replace(
            made[0] if made else base,
            faces=_laid_over(base.faces, plain("faces", st.Face), lambda face: face.when),
            figures=_laid_over(base.figures, figures, lambda figure: (figure.at, figure.when, figure.back)),
            symbols=_laid_over(base.symbols, symbols, lambda symbol: (symbol.when, symbol.back)),
            markers=_laid_over(base.markers, plain("markers", st.Marker), lambda marker: marker.when),
        )

    def _check_front(self, node: Mapping) -> None:
        """Whether counters can face somewhere by the attribute that is named."""
        front = node.get("front")
        if not isinstance(front, Scalar):
            return
        type = self.words.things.get(front.text)
        bare = type.item if isinstance(type, OrNone) else type
        if type is None:
            self.found.unknown("HX172", front, "no counter has an attribute", self.words.things)
        elif not (bare in (HEX, HEXSIDE) or (isinstance(bare, Number) and not bare.exact)):
            help = "it is a hex, a hexside, or a whole number as in `neighbour(h, 1)`"
            self.found.report(
                "HX172", front.span, f"{quoted(front.text)} does not say where a counter faces", help=help
            )

    def _figure(self, item: Mapping) -> list[st.StyleFigure]:
        show = item.get("show")
        assert isinstance(show, Scalar)
        type = None if show.text in st.NAMES else _single(self.words.things.get(show.text))
        if type is None and show.text not in st.NAMES:
            self.found.unknown("HX172", show, "no counter has an attribute", [*self.words.things, *st.NAMES])
            return []
        words: dict[object, str] = {}
        for key, text in entries_in(item.get("words")):
            value = key.text if type is None else read_value(key, type, self.words.choices, self.found)
            if value is not UNREADABLE and isinstance(text, Scalar):
                words[value] = text.text
        return self._made(item, partial(st.StyleFigure, when=self._when(item), words=words, **self._given(item)))

    def _when(self, item: Mapping) -> st.When:
        """Returns the conditions of a rule about counters; none where it holds of all."""
        node = item.get("when")
        attributes: list[tuple[str, object]] = []
        for key, value in entries_in(node):
            type = _single(self.words.things.get(key.text))
            if key.text in _NOT_ATTRIBUTES:
                continue
            if type is None:
                self.found.unknown("HX172", key, "no counter has an attribute", [*self.words.things, *_NOT_ATTRIBUTES])
                continue
            read = read_value(value, type, self.words.choices, self.found)
            attributes += [(key.text, read)] if read is not UNREADABLE else []
        if not isinstance(node, Mapping):
            return st.When()
        kind = self._name(node, "kind", "there is no kind of counter", self.words.kinds)
        type_ = self._name(node, "type", "no unit chart has", self.words.units)
        chart = self._name(node, "chart", "there is no chart", self.words.charts)
        holds, held = (_text(node, key) == "yes" if node.get(key) is not None else None for key in ("holds", "held"))
        return st.When(tuple(attributes), kind, type_, chart, holds, held)

    # -- what all of them need

    def _given(self, item: Mapping) -> dict[str, Any]:
        """Returns the single values under the keys of an item, for what is called as they are; what is left out or
        cannot be read keeps its default."""
        given: dict[str, Any] = {}
        for key, node in item.entries:
            if key.text in NUMBERS:
                value = read_value(node, EXACT, {}, self.found)
                if isinstance(value, Fraction):
                    given[key.text] = int(value) if key.text in WHOLE else value
            elif isinstance(node, Scalar):
                given[key.text] = node.text == "yes" if key.text in FLAGS else node.text
        return given

    def _made(self, node: Mapping, make: Callable[[], Made], check: Callable[[str], None] = check_colour) -> list[Made]:
        """Returns what is made of a node, unless one of its colours or something else cannot be drawn."""
        written = [value for key, value in node.entries if key.text in COLOURS and isinstance(value, Scalar)]
        if not all([self._is_colour(value, check) for value in written]):  # all of them are reported
            return []
        try:
            return [make()]
        except BadStyle as error:
            self.found.report("HX190", node.span, str(error))
            return []

    def _is_colour(self, node: Scalar, check: Callable[[str], None] = check_colour) -> bool:
        if not node.text:
            hidden = _HIDDEN.match(node.span.source.text, node.span.end)
            help_ = "write it, or leave the key out"
            if hidden is not None:
                help_ = f'from `#` on this is a comment: write `"{hidden[1]}"`'
            self.found.report("HX190", node.span, "a colour is missing here", help=help_)
            return False
        try:
            check(node.text)
        except BadStyle as error:
            self.found.report("HX190", node.span, str(error))
            return False
        return True


def _lists(node: Node) -> Iterator[Listing]:
    if isinstance(node, Listing):
        yield node
    for _, inner in entries_in(node):
        yield from _lists(inner)


def _shapes_named(tree: Mapping) -> Iterator[Scalar]:
    counters = tree.get("counters")
    for item in mappings_in(tree.get("hexes")):
        yield from _scalars_of(item.get("art"), "shape")
    if isinstance(counters, Mapping):
        for item in mappings_in(counters.get("symbols")):
            yield from scalars_in(item.get("shapes"))
        for item in mappings_in(counters.get("markers")):
            yield from _scalars_of(item, "shape")


def _scalars_of(node: Node | None, key: str) -> Iterator[Scalar]:
    found = node.get(key) if isinstance(node, Mapping) else None
    if isinstance(found, Scalar):
        yield found


def _single(type: Type | None) -> Any:
    """Returns what a value of a type is, or an item of a set of them."""
    while isinstance(type, SetOf | OrNone):
        type = type.item
    return type


def _text(node: Mapping, key: str) -> str:
    return node.text(key) or ""
