"""START HERE: pictures of boards and positions, as SVG files that refer to nothing outside themselves.

Input: a `Scene`, which says what is to be seen of a position, and a style. Output: the text of one file; the same input
gives the same bytes. Everything is read from the position that comes in: what is secret to a side is not there when the
position is as this side sees it. Every hex has an element with its name in `data-hex`, every piece one with its name in
`data-piece`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, Side, hexes_of, neighbours
from hexlaw.runtime.draw import ground
from hexlaw.runtime.draw.areas import Area, drawn_areas, names_of_areas
from hexlaw.runtime.draw.counters import Counters
from hexlaw.runtime.draw.elements import PLAIN, attribute, document, group, lettering, number, shared
from hexlaw.runtime.draw.hex_layout import SIZE, Box, HexLayout, angular_path
from hexlaw.runtime.draw.pieces import printable, shortened
from hexlaw.runtime.draw.pointers import HALF_COUNTER, Arrow, Pointers, Sight
from hexlaw.runtime.draw.style import Marker, Style
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import MAX_DEPTH, Position

__all__ = ["Area", "Arrow", "Drawer", "Scene", "Sight", "draw_map", "draw_scene", "used_hexes"]

COUNTER = 2 * HALF_COUNTER
"""How wide a counter is on a map; a hex is 52 wide."""
PAPER = "#fffdf7"
NIGHT = (
    "<style>@media (prefers-color-scheme:dark){.paper{fill:#1b1c1e}.veil{fill:#0a0f16;fill-opacity:.5}"
    ".stacks,.legend{fill:#e6e2d8}}</style>"
)
"""How a picture that stands alone is darkened; one in a page of ours follows the page."""
MAX_RICH = 200
"""Hexes of an overview that are drawn as on any map; where there are more, one is too small for that."""
MAX_SHOWN = 60
"""Hexes whose pieces are told in the description of a picture."""


@dataclass(frozen=True)
class Scene:
    """What is to be seen of a position, or of a map alone."""

    position: Position | None
    title: str = ""
    board: Map | None = None
    """The map where there is no position; a position has its own."""
    around: tuple[Hex, ...] | None = None
    """Only the part of the map that holds these hexes; all of it if not said."""
    margin: int | None = 1
    """How many hexes are shown beyond these, in a part that is as wide everywhere; `None` for these alone."""
    reach: Mapping[Hex, str] = field(default_factory=dict)
    """Where a piece can get to, with what that costs."""
    sights: tuple[Sight, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[Hex, ...] = ()
    legend: bool = False
    stacks: bool = True
    """Whether the pieces that lie upon each other are shown side by side below the map."""
    areas: tuple[Area, ...] = ()
    described: bool = True
    """Whether a description comes along, for who cannot see it; a page that says what one points at needs none."""
    overview: bool = False
    """Whether the map is to be seen at a glance: nothing beside it, and a large one with light ground."""
    north: str = ""
    """Where north is on the map, a key of `NORTH`; nothing where nobody knows."""
    size: tuple[int, int] | None = None
    """How many pixels wide and high the picture is to be; as wide as it is drawn if not said."""


class Drawer:
    """Draws the scenes of one style; the map is drawn once as long as it stays the same."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.counters = Counters(style)
        self._land_of: tuple[object, _Land] | None = None
        self._names_of_places: tuple[object, list[str]] | None = None
        self._said_of_ground: tuple[object, str] | None = None
        self._altered: tuple[Map, object, Map] | None = None

    def draw(self, scene: Scene) -> str:
        """Returns the picture: the map, with its legend to the right, and below it the rows of counters."""
        position = scene.position
        board = scene.board if position is None else self.map_of(position)
        standing = {} if position is None else standing_in(position)
        paper, desc, rows = _Paper(), list[str](), list[_Row]()
        if board is not None:
            standing = self._draw_map(paper, scene, board, standing)
            desc += [self._ground_in_words(board, part_of(board, scene))] if scene.described and not PLAIN.get() else []
        if position is not None:
            rows = _rows(scene, position, board, standing)
            self._draw_rows(paper, position, rows)
            desc[:0] = [description(position, board, standing, self.counters)] if scene.described else []
        boards = ", ".join(placed.board.title for placed in board.boards) if board is not None else ""
        sheet = f'<rect class="paper" width="{number(paper.width)}" height="{number(paper.height)}" fill="{PAPER}"/>'
        box = (0.0, 0.0, max(paper.width, 1.0), max(paper.height, 1.0))
        beside = [sheet] if board is None or scene.legend or rows else []
        lines = [*([] if PLAIN.get() else [NIGHT]), *self.counters.defined_for(paper.counters), *beside, *paper.lines]
        title = scene.title or boards or "a position"
        return document(lines, box, title, " ".join(filter(None, desc)), size=scene.size)

    def _draw_map(
        self, paper: _Paper, scene: Scene, board: Map, standing: Mapping[Hex, list[Thing]]
    ) -> dict[Hex, list[Thing]]:
        """Draws the map with all that lies upon it; what stands in the hexes shown, or beside the map."""
        layout, shown = HexLayout(board.orientation), part_of(board, scene)
        seen = {h: things for h, things in standing.items() if h in {*shown} or not board.contains(h)}
        land = self._land(board, layout, shown, scene.overview)
        left, top, right, bottom = land.box
        paper.width, paper.height = right - left + 6, bottom - top + 6
        paper.counters += self._upon_it(scene, board, layout, standing, shown)
        paper.lines += [
            f'<g transform="translate({number(3 - left)} {number(3 - top)})">',
            *land.drawn,
            *(ground.joins_of(board) if scene.overview else []),
            *self._places(board, layout, shown, standing, 18 if scene.overview and _is_large(board) else 10),
            *paper.counters,
            "</g>",
        ]
        if scene.north:
            size = 130.0 if _is_large(board) else 60.0
            paper.width += 1.2 * size
            paper.lines += ground.compass(scene.north, paper.width - 0.6 * size, 1.1 * size, 0.6 * size)
        if scene.legend:
            laid = self._markers(scene.position, [thing for things in seen.values() for thing in things])
            self._draw_legend(paper, board, shown, laid)
        return seen

    def _land(self, board: Map, layout: HexLayout, shown: Sequence[Hex], overview: bool) -> _Land:
        """Returns the ground, cut off at the edge of the hexes shown, under what darkens it at night; drawn anew only
        where something else is printed on it or another part is shown."""
        key = board, shown, is_light = board, shown, overview and self.is_light(board)
        if self._land_of is None or self._land_of[0] != key:
            self._land_of = key, self._drawn_land(board, layout, shown, is_light)
        return self._land_of[1]

    def _drawn_land(self, board: Map, layout: HexLayout, shown: Sequence[Hex], is_light: bool) -> _Land:
        outline = "".join(angular_path(c.point for c in ring) for ring in layout.outlines(board, shown, 0.0))
        name, clip = shared([f'<path d="{outline}"/>'], "clipPath")
        is_whole = len(shown) == len(board.hexes)
        around = {near for h in shown for near in (h, *neighbours(h))}  # areas and lines go on there
        drawn = [
            *([] if is_whole else [clip]),
            f'<g class="land"{"" if is_whole else f" clip-path={chr(34)}url(#{name}){chr(34)}"}>',
            *(ground.light_ground(board, self.style) if is_light else
              ground.drawn_ground(board, self.style, [h for h in board.hexes if h in around], shown)),
            "</g>",
            f'<path class="veil" d="{outline}" fill="none" pointer-events="none"/>',
        ]  # fmt: skip
        near = frozenset(near for hexes in board.places.values() for h in hexes for near in (h, *neighbours(h)))
        return _Land(layout.bounds(shown), drawn, near)

    def _places(
        self, board: Map, layout: HexLayout, shown: Sequence[Hex], standing: Collection[Hex], size: int
    ) -> list[str]:
        """Returns what places are called, beside the counters that stand there."""
        assert self._land_of is not None
        key = self._land_of[0], size, self._land_of[1].near_places.intersection(standing)
        if self._names_of_places is None or self._names_of_places[0] != key:
            self._names_of_places = key, ground.drawn_places(board, self.style, layout, shown, key[2], size)
        return self._names_of_places[1]

    def _ground_in_words(self, board: Map, shown: Sequence[Hex]) -> str:
        """Returns what is printed where, for who cannot see it, worked out as seldom as the map is drawn."""
        key = board, shown
        if self._said_of_ground is None or self._said_of_ground[0] != key:
            self._said_of_ground = key, self._in_words(board, shown)
        return self._said_of_ground[1]

    def _in_words(self, board: Map, shown: Sequence[Hex]) -> str:
        """Returns hexes by what is in them, then pairs of them by what lies between."""
        found, inside = dict[str, list[str]](), frozenset(shown)
        for h in shown:
            for rule in self.style.rules_of_hex(board, h):
                found.setdefault(rule.legend, []).append(board.name_of(h))
        for side in board.hexsides:
            for side_rule in self.style.rules_of_side(board, side) if inside.issuperset(hexes_of(side)) else ():
                found.setdefault(side_rule.legend, []).append("-".join(map(board.name_of, hexes_of(side))))
        listed = (
            (legend, ", ".join(names[:MAX_SHOWN]), names[MAX_SHOWN:]) for legend, names in found.items() if legend
        )
        return printable(
            " ".join(f"{word[:1].upper()}{word[1:]}: {at}{', ...' if more else '.'}" for word, at, more in listed)
        )

    def is_light(self, board: Map) -> bool:
        """Returns whether an overview of a map has a light ground, in parts that others on a page can share."""
        return _is_large(board) and (self._altered is None or board is not self._altered[2])

    def _draw_legend(self, paper: _Paper, board: Map, hexes: Sequence[Hex], laid: list[Marker]) -> None:
        x, y = paper.width + 10, 16.0
        rows = ground.legend(board, self.style, hexes, x, y)
        for marker in laid:
            drawn = self.counters.drawn_marker(marker, x + 11, y + ground.ROW * len(rows), 0.55)
            rows.append(drawn + ground.row_text(marker.legend, x, y + ground.ROW * len(rows)))
        paper.lines += group("legend", rows, f'fill="{ground.PLACE}"')
        paper.width += ground.legend_width(each.legend for each in (*self.style.rules, *laid))
        paper.height = max(paper.height, ground.ROW * len(rows) + 12)

    def _draw_rows(self, paper: _Paper, position: Position, rows: Sequence[_Row]) -> None:
        """The counters of each row side by side, under what it is called."""
        if not rows:
            return
        size, width, lines = COUNTER + 3, max(paper.width, 6 * COUNTER), list[str]()
        x, y, right = 6.0, paper.height + 8, 0.0
        for row in rows:
            room = max(len(row.things) * size, 44.0)
            if x > 6.0 and x + room > width:
                x, y = 6.0, y + size + 16
            lines.append(lettering(shortened(row.name, 60), x, y + 9, 9, max(room, width - 12), anchor="start"))
            full = {place for thing in row.things if isinstance(place := position.places.get(thing), Thing)}
            for thing in row.things:
                if x > 6.0 and x + size > width:
                    x, y = 6.0, y + size + 2
                named = "" if row.on_map else attribute("data-piece", thing.name)
                lines.append(self.counters.put(position, thing, x, y + 12, COUNTER, full=thing in full, more=named))
                x += size
                right = max(right, x)
            x += 12
        paper.counters += lines
        paper.lines += group("stacks", lines, 'fill="#222"')
        paper.width, paper.height = max(paper.width, right + 6), y + size + 16

    def map_of(self, position: Position) -> Map | None:
        """Returns the map with the state of its hexes, as far as that is drawn; one object while that is the same."""
        names = {rule.attribute for rule in self.style.rules}
        altered = {
            (at, name): value
            for (at, name), value in position.values.items()
            if isinstance(at, Hex | Side) and name in names
        }
        if position.map is None or not altered:
            return position.map
        if self._altered is None or self._altered[:2] != (position.map, altered):
            self._altered = position.map, altered, position.map.with_values(altered)
        return self._altered[2]

    def _markers(self, position: Position | None, things: list[Thing]) -> list[Marker]:
        """Returns the markers that lie on some of the things, in the order of the style."""
        if position is None:
            return []
        full = {place for thing in things if isinstance(place := position.places.get(thing), Thing)}
        found = {id(m) for thing in things for m in self.counters.markers_of(position, thing, thing in full)}
        return [marker for marker in self.style.counters.markers if id(marker) in found]

    # -- upon the map

    def _upon_it(
        self, scene: Scene, board: Map, layout: HexLayout, standing: Mapping[Hex, list[Thing]], hexes: Collection[Hex]
    ) -> list[str]:
        shown, position = frozenset(hexes), scene.position
        pointers = Pointers(scene.reach, scene.sights, scene.arrows, scene.marked, standing)
        pieces: list[str] = []
        if position is not None:
            for h, things in standing.items():
                pieces += self._stack(position, layout, h, things) if h in shown else ()
        box, size = layout.bounds(hexes), 24.0 if _is_large(board) else 13.0
        return [
            *group("of-sides", drawn_areas(board, layout, scene.areas, shown), 'stroke-linejoin="round"'),
            *pointers.below(board, layout, shown),
            *group("pieces", pieces),
            *pointers.above(layout, shown),
            *group("names-of-areas", names_of_areas(layout, scene.areas, shown, box, size)),
        ]

    def _stack(self, position: Position, layout: HexLayout, h: Hex, things: list[Thing]) -> Iterator[str]:
        """Each counter a little above and to the right of the one it lies upon; tall stacks lie closer."""
        x, y = layout.centre(h)
        step = min(4.0, 13.0 / max(len(things) - 1, 1))
        full = {place for thing in things if isinstance(place := position.places.get(thing), Thing)}
        for number_of, thing in enumerate(things):
            off = (number_of - (len(things) - 1) / 2) * step
            left, top = x - COUNTER / 2 + off, y - COUNTER / 2 + 2 - off
            named = attribute("data-piece", thing.name)
            yield self.counters.put(position, thing, left, top, COUNTER, full=thing in full, more=named)
        if len(things) > 2:
            right, above = x + COUNTER / 2 + 4, y - COUNTER / 2 - 4
            yield (
                f'<g><circle cx="{number(right)}" cy="{number(above)}" r="5.5" fill="#fff" stroke="#222"/>'
                f"{lettering(str(len(things)), right, above + 2.8, 8, 8)}</g>"
            )


def _is_large(board: Map) -> bool:
    return len(board.hexes) > MAX_RICH


class _Land(NamedTuple):
    """The ground of a map as far as it is shown: its box, its lines, and the hexes near the names of places."""

    box: Box
    drawn: list[str]
    near_places: frozenset[Hex]


class _Row(NamedTuple):
    """Counters below the map: those of a stack, shown a second time, or those that are beside the map."""

    name: str
    things: Sequence[Thing]
    on_map: bool


@dataclass
class _Paper:
    """What has been drawn of a picture, and how large that is."""

    lines: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)  # the lines of them that use counters
    width: float = 0.0
    height: float = 0.0


def _rows(scene: Scene, position: Position, board: Map | None, standing: Mapping[Hex, list[Thing]]) -> list[_Row]:
    """Returns what is shown below the map: its stacks and, where all of the map is shown, what is beside it."""
    if board is None:
        return [_Row("", [*position.things.values()], False)] if position.things else []
    stacks = {h: things for h, things in standing.items() if scene.stacks and len(things) > 1}
    rows = [_Row(board.name_of(h), things, True) for h, things in stacks.items() if board.contains(h)]
    if scene.around is None and not scene.overview:
        rows += [_Row(board.name_of(h), things, False) for h, things in standing.items() if not board.contains(h)]
        rows += [_Row(name, things, False) for name, things in waiting(position).items()]
    return rows


def part_of(board: Map, scene: Scene) -> tuple[Hex, ...]:
    """Returns the hexes that a scene shows, each of them whole: those around its hexes, or all of the map."""
    on_map = [h for h in scene.around or () if board.contains(h)]
    if not on_map:
        return board.hexes
    if scene.margin is None:
        return tuple(h for h in board.hexes if h in {*on_map})
    layout = HexLayout(board.orientation)
    across, down = zip(*map(layout.centre, on_map), strict=True)
    return layout.within(board, (min(across), min(down), max(across), max(down)), scene.margin * 1.75 * SIZE + 1)


def draw_map(board: Map, style: Style, *, legend: bool = True) -> str:
    """Returns a map without anything on it."""
    return Drawer(style).draw(Scene(None, board=board, legend=legend))


def draw_scene(scene: Scene, style: Style) -> str:
    return Drawer(style).draw(scene)


def description(position: Position, board: Map | None, standing: Mapping[Hex, list[Thing]], counters: Counters) -> str:
    """Returns a picture for who cannot see it: what stands where."""
    if board is None or not standing:
        return ""
    occupied = [
        f"{board.name_of(h)}: {'; '.join(counters.description(position, thing) for thing in things)}"
        for h, things in list(standing.items())[:MAX_SHOWN]
    ]
    more = [f"and {len(standing) - MAX_SHOWN} hexes more"] if len(standing) > MAX_SHOWN else []
    return printable(". ".join([*occupied, *more]) + ".")


NOWHERE = "not on the map"


def standing_in(position: Position) -> dict[Hex, list[Thing]]:
    """Returns what stands in each hex, from the bottom up: what is nobody's first, then holders above the held."""
    found: dict[Hex, list[Thing]] = {}
    inside = grouped((position.places.get(thing), thing) for thing in position.things.values())

    def with_inner(thing: Thing, depth: int = 0) -> Iterator[Thing]:
        for inner in inside.get(thing, ()) if depth < MAX_DEPTH else ():
            yield from with_inner(inner, depth + 1)
        yield thing

    for thing in sorted(position.things.values(), key=lambda thing: _owned(position, thing)):
        place = position.places.get(thing)
        if isinstance(place, Hex):
            found.setdefault(place, []).extend(with_inner(thing))
    return dict(sorted(found.items()))


def waiting(position: Position) -> dict[str, list[Thing]]:
    """Returns what could stand on the map and does not, by the name of what it is in; last what is in nothing."""
    found: dict[str, list[Thing]] = {}
    nowhere: list[Thing] = []
    for thing in sorted(position.things.values(), key=lambda thing: _owned(position, thing)):
        if position.hex_of(thing) is not None or "hex" not in position.graph.kinds[thing.kind].holders:
            continue
        place = position.places.get(thing)
        (found.setdefault(place.name, []) if isinstance(place, Thing) else nowhere).append(thing)
    return found | ({NOWHERE: nowhere} if nowhere else {})


def _owned(position: Position, thing: Thing) -> bool:
    return "side" in position.graph.kinds[thing.kind].attributes


def used_hexes(position: Position) -> tuple[Hex, ...]:
    """Returns the hexes of the map in which something stands."""
    board = position.map
    return () if board is None else tuple(h for h in standing_in(position) if board.contains(h))
