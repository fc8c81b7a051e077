"""Counters: what a style says of things of a sort, drawn with the figures that they have in a position.

A counter is drawn in a box of 100 by 100 and put anywhere by `put`. What it shows is read from a position alone, so
where the position is as one side sees it, a figure that is secret to this side is a question mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, Side, neighbour, numbered_neighbour, sides_of
from hexlaw.runtime.draw.elements import haloed, lettering, number, room_for, shared, use_of, words
from hexlaw.runtime.draw.hex_layout import HexLayout, Point, direction_in, one_long
from hexlaw.runtime.draw.shapes import drawn_stroke
from hexlaw.runtime.draw.style import NAMES, Face, Marker, Style, StyleFigure, Symbol, When, holds
from hexlaw.runtime.law.graph import MISSING, Graph
from hexlaw.runtime.law.value import Thing, exact_text
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import english

PLAIN = Face(When(), "#f4efdf")
OF_SIDES = tuple(Face(When(), fill) for fill in ("#e9b7a8", "#b3c7e6", "#bcd9ae", "#ead9a0", "#d3bfe2", "#b9dcd6"))
"""How a counter looks of which a style says nothing: nobody's, and those of the first side, of the second ..."""
CALLED = StyleFigure("called", "middle", size=15)
"""What is written on counters where a style says nothing at all of figures."""
UNKNOWN = "?"
MAX_MARKERS = 4
"""Laid on one counter; its title tells all of them."""

_CORNERS = {"top-left": 7.0, "top-right": 93.0, "bottom-left": 7.0, "bottom-right": 93.0, "left": 7.0, "right": 93.0}
"""Where the outer end of a figure stands."""
_LINES = {"top": 23.0, "bottom": 94.0, "middle": 56.0, "caption": 75.0}
"""On which line the figures of a row stand."""
_ROWS = {
    "top-left": "top", "top": "top", "top-right": "top", "left": "middle", "middle": "middle", "right": "middle",
    "bottom-left": "bottom", "bottom": "bottom", "bottom-right": "bottom", "caption": "caption",
}  # fmt: skip
_SIZES = {"caption": 13.0, "top": 17.0, "middle": 30.0, "bottom": 13.0}
_CORNER_SIZE, _CORNER_ROOM = 23.0, 34.0
_HALO = 'stroke-width="3" stroke-linejoin="round"'
LEAST = 11.0
"""The smallest letters: 1.4 mm on a counter of 12.7."""
_FREE, _GAP = 86.0, 3.0
"""How wide a row is, and what is kept free between its figures."""
_SYMBOL = (50.0, 42.0, 0.60)
"""The middle of the shapes, and how large they are drawn."""


@dataclass
class Counters:
    """The counters of one style, drawn; what looks alike is drawn once."""

    style: Style
    _faces: dict[object, str] = field(default_factory=dict)
    _shared: dict[str, tuple[str, str]] = field(default_factory=dict)  # by what is drawn
    _used: dict[object, tuple[str, str]] = field(default_factory=dict)  # in words, and as it is used, by how it looks
    _used_of: tuple[Graph | None, Map | None] = None, None  # of which law and map

    @cached_property
    def _short(self) -> dict[str, str]:
        """Returns what is written for parts of names that have no room."""
        named = (figure.words for figure in self.style.counters.figures if figure.show == "name")
        return {str(part): short for words_ in named for part, short in words_.items()}

    # -- what holds

    def holds(self, when: When, position: Position, thing: Thing, full: bool = False) -> bool:
        """Returns whether all that a rule of the style asks for holds of a thing; `full`, where it holds something."""
        graph, unit = position.graph, position.unit_of(thing)
        if when.kind and not graph.is_a(thing.kind, when.kind):
            return False
        if when.type and (unit is None or unit.id != when.type):
            return False
        if when.chart and (unit is None or unit.chart != when.chart):
            return False
        if when.holds is not None and when.holds != full:
            return False
        if when.held is not None and when.held != isinstance(position.places.get(thing), Thing):
            return False
        return all(holds(_known(position, thing, name), value) for name, value in when.attributes)

    def face_of(self, position: Position, thing: Thing) -> Face:
        found = next((face for face in self.style.counters.faces if self.holds(face.when, position, thing)), None)
        if found is not None:
            return found
        sides, side = position.graph.choices.get("side"), _known(position, thing, "side")
        ordered = () if sides is None else sides.values
        return OF_SIDES[ordered.index(side) % len(OF_SIDES)] if side in ordered else PLAIN

    def symbol_of(self, position: Position, thing: Thing, back: bool) -> Symbol | None:
        symbols = (one for one in self.style.counters.symbols if one.back == back)
        return next((one for one in symbols if self.holds(one.when, position, thing)), None)

    def markers_of(self, position: Position, thing: Thing, full: bool) -> list[Marker]:
        return [m for m in self.style.counters.markers if self.holds(m.when, position, thing, full)]

    # -- what is written

    def figures_of(self, position: Position, thing: Thing, back: bool = False) -> list[tuple[StyleFigure, str]]:
        """Returns what is written on a counter, each place once: of several figures for it the first that holds."""
        found: dict[str, tuple[StyleFigure, str]] = {}
        for figure in self.style.counters.figures or (CALLED,):
            if figure.back == back and figure.at not in found and self.holds(figure.when, position, thing):
                text = _written(figure, position, thing)
                if text is not None:
                    found[figure.at] = figure, text
        return [(figure, text) for figure, text in found.values() if text]

    # -- the drawing

    def drawn(
        self, position: Position, thing: Thing, *, back: bool = False, full: bool = False, bare: bool = False
    ) -> str:
        """Returns a counter in its box of 100 by 100: its ground, its shapes, its figures, what is laid upon it. A bare
        one has no markers, and does not show where it faces."""
        face, symbol = self.face_of(position, thing), self.symbol_of(position, thing, back)
        is_pale = back and symbol is None
        symbol = self.symbol_of(position, thing, False) if is_pale else symbol
        figures = self.figures_of(position, thing, back)
        markers = [] if back or bare else self.markers_of(position, thing, full)
        front = None if back or bare else self.front_of(position, thing)
        ahead = None if front is None else front[1]
        shows = tuple((figure.at, float(figure.size), text) for figure, text in figures)
        key = (face.fill, face.ink, face.rim, symbol and symbol.shapes, is_pale, shows, tuple(map(id, markers)), ahead)
        if key not in self._faces:
            shapes = self._shapes(face, symbol, is_pale=is_pale)
            self._faces[key] = drawn_pointer(face, ahead) + self._face(face, shapes, figures, markers)
        return self._faces[key]

    def front_of(self, position: Position, thing: Thing) -> tuple[Hex, Point] | None:
        """Returns the hex next to it that a thing on the map faces, and the way there on paper."""
        here, where = position.hex_of(thing), _known(position, thing, self.style.counters.front)
        if here is None or position.map is None or where is None:
            return None
        ahead: Hex | None = None
        match where:
            case Hex():
                ahead = where
            case Side() if where in sides_of(here):
                ahead = neighbour(here, direction_in(here, where))
            case int():
                ahead = numbered_neighbour(here, where)
        if ahead is None or ahead == here:
            return None
        layout = HexLayout(position.map.orientation)
        (x, y), (to_x, to_y) = layout.centre(here), layout.centre(ahead)
        return ahead, one_long(to_x - x, to_y - y)

    def _shapes(self, face: Face, symbol: Symbol | None, *, is_pale: bool) -> list[str]:
        names = symbol.shapes if symbol is not None else ()
        strokes = [stroke for name in names for stroke in self.style.shapes.get(name, ())]
        drawn = [drawn_stroke(stroke, *_SYMBOL, face.ink, face.fill) for stroke in strokes]
        return ['<g opacity="0.3">', *drawn, "</g>"] if is_pale and drawn else drawn

    def _face(
        self, face: Face, shapes: list[str], figures: list[tuple[StyleFigure, str]], markers: list[Marker]
    ) -> str:
        rim = f'fill="{face.fill}" stroke="{face.rim}" stroke-width="2.5"'
        parts = [f'<rect x="1.25" y="1.25" width="97.5" height="97.5" rx="6" {rim}/>', *shapes]
        if texts := _figures(figures, self._short):
            halo = f'stroke="{face.fill}" {_HALO}'
            parts.append(haloed("g", f' fill="{face.ink}" font-weight="bold"', halo, "".join(texts)))
        parts += [self.laid_marker(marker, place) for place, marker in enumerate(markers[:MAX_MARKERS])]
        return "".join(parts)

    def laid_marker(self, marker: Marker, place: int) -> str:
        """Returns a marker as it lies on a counter: the first on the right edge, the second on the left, beside the
        symbol; more of them upon it."""
        x, y = ((84.0, 45.0), (16.0, 45.0), (50.0, 34.0), (50.0, 60.0))[place % MAX_MARKERS]
        return self.drawn_marker(marker, x, y, 1.0)

    def drawn_marker(self, marker: Marker, x: float, y: float, scale: float) -> str:
        """Returns a disc around a point; it is 30 across on a counter of 100."""
        placed = f'cx="{number(x)}" cy="{number(y)}" r="{number(15 * scale)}"'
        parts = [f'<circle {placed} fill="{marker.fill}" stroke="#fff" stroke-width="{number(2 * scale)}"/>']
        strokes = self.style.shapes.get(marker.shape, ())
        parts += (drawn_stroke(stroke, x, y, 0.26 * scale, marker.ink, marker.fill) for stroke in strokes)
        if marker.text:
            more = f' fill="{marker.ink}" font-weight="bold"'
            parts.append(lettering(marker.text, x, y + 7.0 * scale, 20.0 * scale, 24.0 * scale, more=more))
        return f"<g>{''.join(parts)}</g>"

    def put(
        self, position: Position, thing: Thing, x: float, y: float, size: float, *, full: bool = False, more: str = ""
    ) -> str:
        """Returns a counter with its left upper corner at a point."""
        where = f'transform="translate({number(x)} {number(y)}) scale({size / 100:.4g})"'
        looks = (*self._looks(position, thing), full)
        if self._used_of[0] is not position.graph or self._used_of[1] is not position.map:
            self._used_of = position.graph, position.map
            self._used.clear()
        if looks not in self._used:
            drawn = self.drawn(position, thing, full=full)
            self._used[looks] = words(self.description(position, thing, full)), self.used(drawn)
        title, used = self._used[looks]
        return f"<g {where}{more}><title>{title}</title>{used}</g>"

    def _looks(self, position: Position, thing: Thing) -> tuple[object, ...]:
        """Returns all that the look and description of a counter depend on, but for whether something stands in it."""
        secret = () if position.visibility is None else position.visibility.secrets
        attributes = (name for name in self._attributes if name in position.graph.kinds[thing.kind].attributes)
        known = tuple((position.value(thing, name), (thing, name) in secret) for name in attributes)
        is_held = isinstance(position.places.get(thing), Thing)
        here = position.hex_of(thing) if self.style.counters.front else None
        return thing, position.printed.get(thing), is_held, here, known

    @cached_property
    def _attributes(self) -> tuple[str, ...]:
        counters = self.style.counters
        rules = (counters.faces, counters.symbols, counters.figures, counters.markers)
        asked = [name for some in rules for rule in some for name, _ in rule.when.attributes]
        return (*dict.fromkeys([*asked, *(figure.show for figure in counters.figures), counters.front, "side"]),)

    def used(self, drawn: str) -> str:
        """Returns a counter as a use of one that is defined once in a picture."""
        if drawn not in self._shared:
            self._shared[drawn] = shared([drawn])
        return use_of(self._shared[drawn][0])

    def defined_for(self, lines: Iterable[str]) -> list[str]:
        """Returns the definitions of those that lines of a picture use."""
        text = "\n".join(lines)
        return [defined for name, defined in self._shared.values() if f'"#{name}"' in text]

    # -- in words

    def description(self, position: Position, thing: Thing, full: bool = False) -> str:
        """Returns a counter for who cannot see it: what it is and whose, its figures, what is laid upon it."""
        unit = position.unit_of(thing)
        name = thing.kind if unit is None else unit.name
        owner = _known(position, thing, "side")
        figures = [
            f"{figure.show} {text}" for figure, text in self.figures_of(position, thing) if figure.show not in NAMES
        ]
        front = self.front_of(position, thing)
        if front is not None and position.map is not None:
            figures.append(f"{self.style.counters.front.replace('-', ' ')} {position.map.name_of(front[0])}")
        laid = [marker.legend for marker in self.markers_of(position, thing, full)]
        whose = [owner] if isinstance(owner, str) else []
        called = [] if thing.name.startswith("@") or thing.name in (thing.kind, name.casefold()) else [thing.name]
        return ", ".join([*called, english.named(name) if unit is None else name, *whose, *figures, *laid])


def drawn_pointer(face: Face, ahead: Point | None) -> str:
    """Returns a wedge beneath a counter on the side that it faces; an empty text where it faces nowhere."""
    if ahead is None:
        return ""
    x, y = ahead
    edge = 50.0 / max(abs(x), abs(y))
    tip, foot = edge + 15.0, edge - 4.0
    points = ((tip, 0.0), (foot, 22.0), (foot, -22.0))
    path = "L".join(f"{50 + along * x - aside * y:.1f} {50 + along * y + aside * x:.1f}" for along, aside in points)
    return f'<path d="M{path}Z" fill="{face.rim}" stroke="{face.fill}" stroke-width="2"/>'


def printed_thing(graph: Graph, name: str) -> tuple[Position, Thing]:
    """Returns a line of the unit charts, or a kind of thing, as a thing of a position of its own.

    Raises `KeyError` where there is neither.
    """
    position = Position(graph, None)
    if name in graph.units:
        return position, Thing(graph.units[name].kind, f"@{name}")
    return position, Thing(graph.kinds[name].name, name)


def kinds_drawn(graph: Graph, style: Style) -> list[str]:
    """Returns the kinds of counters that are in no unit chart: of them the style draws a symbol."""
    charted = {unit.kind for unit in graph.units.values()}
    named = dict.fromkeys(symbol.when.kind for symbol in style.counters.symbols)
    return sorted(kind for kind in named if kind in graph.kinds and kind not in charted)


def _figures(figures: list[tuple[StyleFigure, str]], short: Mapping[str, str]) -> list[str]:
    """Returns the figures of a counter; what stands in the middle of a row has the room that those at its ends leave.
    Where it needs more, it is written in small letters, and then with the `short` words for parts of it."""
    drawn: list[str] = []
    for figure, text in sorted(figures, key=lambda one: one[0].at not in _CORNERS):
        row = _ROWS[figure.at]
        if figure.at in _CORNERS:
            size = float(figure.size) or _CORNER_SIZE
            anchor = "start" if figure.at.endswith("left") else "end"
            drawn.append(
                lettering(text, _CORNERS[figure.at], _LINES[row], size, _CORNER_ROOM, anchor=anchor, least=LEAST)
            )
        else:
            size = float(figure.size) or _SIZES[figure.at]
            # it stands in the middle, so the wider end counts twice
            ends = [(at, room_for(t, float(f.size) or _CORNER_SIZE)) for f, t in figures if (at := f.at) in _CORNERS]
            widest = max((min(w, _CORNER_ROOM) for at, w in ends if _ROWS[at] == row), default=-_GAP)
            room = _FREE - 2 * (widest + _GAP)
            shortened = text
            for part, instead in short.items() if figure.show == "name" else ():
                shortened = " ".join(shortened.replace(part, instead).split())
            sizes = ((said, s) for said in (text, shortened) for s in (size, min(size, LEAST)))
            said, size = next((one for one in sizes if room_for(*one) <= room), (shortened, size))
            drawn.append(lettering(said, 50.0, _LINES[row], size, room, least=min(size, LEAST)))
    return drawn


def _written(figure: StyleFigure, position: Position, thing: Thing) -> str | None:
    """Returns what a figure writes on a counter, which can be nothing; None where the thing has no such attribute."""
    unit = position.unit_of(thing)
    match figure.show:
        case "name":
            return english.named(thing.kind) if unit is None else unit.name
        case "called":
            return thing.name.removeprefix("@")
        case "type":
            return None if unit is None else unit.id
        case "kind":
            return english.named(thing.kind)
        case "nothing":
            return ""
    if figure.show not in position.graph.kinds[thing.kind].attributes:
        return None
    value = position.value(thing, figure.show)
    if value is MISSING:
        is_secret = position.visibility is not None and (thing, figure.show) in position.visibility.secrets
        return UNKNOWN if is_secret else ""
    if isinstance(value, str | int | Fraction) and value in figure.words:
        return figure.words[value]
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | Fraction):
        return exact_text(value) if value or figure.zero else ""
    return english.named(value) if isinstance(value, str) else ""


def _known(position: Position, thing: Thing, name: str) -> object:
    """Returns an attribute of a thing; `None` where its kind has none such or nobody can tell."""
    if name not in position.graph.kinds[thing.kind].attributes:
        return None
    value = position.value(thing, name)
    return None if value is MISSING else value
