"""The printed map: areas of ground and what grows on them, coloured hexsides, smooth lines, hexes with their names.

Input: a map, a style and the hexes to draw. Output: lines of SVG, from the bottom up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hexlaw.runtime.board.board import Board, Map, PlacedBoard
from hexlaw.runtime.board.geometry import Hex, hexes_of, neighbours, sides_of
from hexlaw.runtime.draw import elements
from hexlaw.runtime.draw.elements import attribute, corners, group, lettering, number, room_for, shared, width_of, words
from hexlaw.runtime.draw.hex_layout import (
    ACROSS,
    SIZE,
    HexLayout,
    LineRun,
    Point,
    angular_path,
    chance,
    direction_in,
    rounded_path,
    through,
)
from hexlaw.runtime.draw.pieces import shortened
from hexlaw.runtime.draw.shapes import drawn_stroke, painted, put
from hexlaw.runtime.draw.style import Art, HexRule, SideRule, Style, holds

GRID = "#8f8770"
NAME, NAME_SIZE = "#423b2d", 7.5
PLACE = "#33291c"

MAX_STREWN = 1_000_000
"""Commands of outlines that one rule strews over a map; beyond them fewer shapes are."""

ROW, ROW_SIZE, MAX_ROW_LENGTH = 20.0, 11.0, 34
"""How high a row of a legend is, the size of its text and how many characters this has at the most."""

KEPT_FREE = 12
"""An area that keeps so much free along its edge does so at the rim of the map too."""

_STEP = 0.36
_LATTICE = tuple(
    (_STEP * (q + r / 2), _STEP * r * 0.866) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2
)
"""Nineteen places in a hex, evenly apart, where its size is 1."""


def drawn_ground(board: Map, style: Style, hexes: Sequence[Hex], shown: Sequence[Hex]) -> list[str]:
    """Returns the ground of some hexes, and the names of those of them that are shown: what lies around these is drawn
    so that areas and lines go on."""
    layout = HexLayout(board.orientation)
    paths = _paths(board, style, layout, hexes)
    ground = " ".join(angular_path(corner.point for corner in ring) for ring in layout.outlines(board, hexes, 0.0))
    return [
        *group("ground", [f'<path d="{ground}" fill="{style.background}"/>']),
        *group("areas", _areas(board, style, layout, hexes, paths), 'fill-rule="evenodd"'),
        *group("hexes", _hexes(board, style, layout, shown), _HEXES),
        *group(
            "sides",
            _sides(board, style, layout, frozenset(hexes)),
            'fill="none" stroke-linecap="round" pointer-events="none"',
        ),
        *group("paths", _lines(style, paths), _LINES),
        *group("names", _names(board, style, layout, shown), f'fill="{NAME}" font-weight="bold" {_MIDDLE}', _HALO),
    ]


def drawn_places(
    board: Map, style: Style, layout: HexLayout, shown: Sequence[Hex], standing: Collection[Hex], size: float = 10.0
) -> list[str]:
    """Returns what places are called, to be written upon the ground, beside the counters that stand there."""
    drawn = _places(board, style, layout, frozenset(shown), standing, size)
    return group("places", drawn, f'fill="{PLACE}" font-style="italic" font-weight="bold" pointer-events="none"')


def light_ground(board: Map, style: Style) -> list[str]:
    """Returns all of a map as it is seen at a glance, board by board: with nothing strewn over it, and with names at
    the ends of its lines alone; those of places are written above all.

    A board is defined once and the same text wherever it lies, so that pictures on one page can share it."""
    layout = HexLayout(board.orientation)
    named: dict[Hex, str] = {}
    defined, laid, large = dict[str, None](), list[str](), list[str]()
    for placed in board.boards:
        name, drawn = shared(_light_board(placed.board, style, layout))
        x, y = layout.centre(placed.placement.shift)
        turn = " rotate(180)" if placed.placement.inverted else ""
        defined[drawn] = None
        laid.append(elements.use_of(name, f' transform="translate({number(x)} {number(y)}){turn}"'))
        large.append(_name_of_board(placed, layout))
        for h, called in _names_at_ends(placed):
            named.setdefault(h, called)
    names = (f'<text x="{number(x)}" y="{number(y + 5)}">{words(called)}</text>'
             for h, called in named.items() for x, y in [layout.centre(h)])  # fmt: skip
    return [
        *defined,
        *laid,
        *group("boards", large[len(large) == 1 :], f'fill="{NAME}" fill-opacity="0.35" font-weight="bold"'),
        *group("names", names, f'fill="{NAME}" font-size="15" text-anchor="middle" font-weight="bold"'),
    ]


def _light_board(board: Board, style: Style, layout: HexLayout) -> Iterator[str]:
    alone = Map.of(board)
    signs = [rule.art is not None and (rule.art.count == 1 or rule.art.along != "") for rule in style.hexes]
    hexes = (rule if is_sign else replace(rule, art=None) for rule, is_sign in zip(style.hexes, signs, strict=True))
    plain = replace(style, hexes=tuple(hexes))
    ground = " ".join(angular_path(c.point for c in ring) for ring in layout.outlines(alone, alone.hexes, 0.0))
    yield f'<path d="{ground}" fill="{style.background}"/>'
    paths = _paths(alone, plain, layout, alone.hexes)
    yield from group("areas", _areas(alone, plain, layout, alone.hexes, paths), 'fill-rule="evenodd"')
    yield f'<path d="{_grid(layout, alone.hexes)}" fill="none" stroke="{GRID}" stroke-width="0.8"/>'
    yield from group("sides", _sides(alone, style, layout, frozenset(alone.hexes)), _LINES)
    yield from group("paths", _lines(style, paths), _LINES)


def _grid(layout: HexLayout, hexes: Iterable[Hex]) -> str:
    """Returns the outlines of hexes in few letters: each from its first corner on."""
    start, *rest = layout.corners(Hex(0, 0))
    steps = "".join(f"l{number(x - a)} {number(y - b)}" for (a, b), (x, y) in pairwise([start, *rest]))
    return "".join(f"M{x:.0f} {y:.0f}{steps}z" for x, y in (layout.corner(h, 0) for h in hexes))


def _name_of_board(placed: PlacedBoard, layout: HexLayout) -> str:
    """Returns the letter of a board as it lies, upside down where the board does."""
    left, top, right, bottom = layout.bounds([placed.placement.hex(h) for h in placed.board.grid.hexes])
    x, y = (left + right) / 2, (top + bottom) / 2
    turned = f' transform="rotate(180 {number(x)} {number(y)})"' if placed.placement.inverted else ""
    return lettering(placed.board.id, x, y + 45, 130, right - left, more=turned)


def joins_of(board: Map) -> list[str]:
    """Returns where the boards of a map meet: a line along the edge of each of several."""
    layout = HexLayout(board.orientation)
    edges = (
        angular_path(corner.point for corner in ring)
        for placed in board.boards
        for ring in layout.outlines(board, [placed.placement.hex(h) for h in placed.board.grid.hexes], 0.0)
    )
    drawn = [f'<path d="{edge}"/>' for edge in edges] if len(board.boards) > 1 else []
    return group("joins", drawn, f'fill="none" stroke="{PLACE}" stroke-width="5" stroke-dasharray="20 12"')


NORTH = {"top": 0, "right": 90, "bottom": 180, "left": 270}
"""Where north can be, with the degrees by which a compass is turned."""


def compass(north: str, x: float, y: float, size: float) -> list[str]:
    """Returns an arrow to the north with its letter, around a point."""
    turn, far = NORTH[north], 0.8 * size
    across, down = {0: (0.0, -far), 90: (far, 0.0), 180: (0.0, far), 270: (-far, 0.0)}[turn]
    turned = f'transform="rotate({turn}) scale({number(size / 100)})"'
    arrow = f'<path d="M0 -50L26 32L0 16L-26 32z" fill="{PLACE}" {turned}/>'
    bold = f' fill="{PLACE}" font-weight="bold"'
    letter = lettering("N", across, down + 0.16 * size, 0.44 * size, size, more=bold)
    return group("compass", [arrow, letter], f'transform="translate({number(x)} {number(y)})"')


def _names_at_ends(placed: PlacedBoard) -> Iterator[tuple[Hex, str]]:
    """Yields the hexes of the first and the last line by name, of all others the line at its beginning and end."""
    grid = placed.board.grid
    for name, h in placed.board.names.items():
        line, at = grid.line_and_number(h) or (0, 0)
        is_outer = line in (0, len(grid.lines) - 1)
        if is_outer or at - grid.first_number in (0, grid.length(line) - 1):
            yield placed.placement.hex(h), shortened(name if is_outer else grid.lines[line], 6)


_MIDDLE = f'font-size="{number(NAME_SIZE)}" text-anchor="middle"'
_HALO = 'stroke="#fff" stroke-width="2" stroke-opacity="0.6" pointer-events="none"'
_LINES = 'fill="none" stroke-linecap="round" stroke-linejoin="round" pointer-events="none"'
_HEXES = f'fill="none" pointer-events="all" stroke="{GRID}" stroke-width="0.6" stroke-linejoin="round"'


# -- areas and what is strewn over them


def _areas(
    board: Map, style: Style, layout: HexLayout, hexes: Sequence[Hex], paths: dict[SideRule, dict[Hex, LineRun]]
) -> Iterator[str]:
    for place, rule in sorted(reversed([*enumerate(style.hexes)]), key=lambda one: one[1].layer):
        own = [h for h in hexes if holds(board.value_at(h, rule.attribute), rule.value)]
        if not own or rule.in_words:
            for x, y in map(layout.centre, own):
                down = y + (0.6 - 0.3 * (place % 3)) * SIZE
                yield lettering(rule.legend, x, down, 9, 1.5 * SIZE, more=f' fill="{rule.fill}" stroke="none"')
            continue
        values = ((h, board.value_at(h, rule.attribute)) for h in hexes)
        filled = own + [h for h, value in values if any(holds(value, other) for other in rule.under)]
        rings = layout.outlines(board, dict.fromkeys(filled), float(rule.inset) * ACROSS, to_rim=rule.inset < KEPT_FREE)
        outline = "".join(
            angular_path(corner.point for corner in ring) if rule.angular else rounded_path(ring) for ring in rings
        )
        edge = f' stroke="{rule.edge}" stroke-width="1"' if rule.edge else ""
        yield f'<path d="{outline}" fill="{rule.fill}"{edge}{attribute("data-rule", rule.legend)}/>'
        if rule.art is not None:
            yield from _strewn(style, rule.art, place, layout, own, paths)


def _strewn(
    style: Style,
    art: Art,
    salt: int,
    layout: HexLayout,
    hexes: Sequence[Hex],
    paths: dict[SideRule, dict[Hex, LineRun]],
) -> Iterator[str]:
    """Yields a shape as often as it is wanted in each hex, beside the lines that run through it; the upper ones first,
    so that the lower ones stand before them. One that lies along a line is put on it once."""
    scale = float(art.size) * ACROSS / 100
    shape = style.shapes.get(art.shape, ())
    parts = sum(len(stroke.outline) for stroke in shape)
    fewer = replace(art, count=min(art.count, max(1, MAX_STREWN // max(parts * len(hexes), 1))))
    placed: list[tuple[float, float, Point]] = []
    for h in hexes:
        lines = [found[h] for rule, found in paths.items() if h in found and art.along in ("", rule.attribute)]
        if art.along:
            placed += [(run.middle[1], run.middle[0], run.along) for run in lines[:1]]
        else:
            placed += [(y, x, (1.0, 0.0)) for x, y in _points(layout, h, fewer, salt, bool(lines))]
    placed.sort()
    for stroke in shape:
        outline = "".join(put(stroke.outline, x, y, scale, along) for y, x, along in placed)
        yield f'<path d="{outline}"{painted(stroke, scale, PLACE, style.background)} fill-rule="nonzero"/>'


def _points(layout: HexLayout, h: Hex, art: Art, salt: int, crossed: bool) -> list[Point]:
    """Returns places for shapes in a hex: some of a lattice of nineteen, as if by chance, and each a little beside its
    place.

    Kept free are the uppermost places, where the name of the hex stands, and the middle where a line runs through.
    """
    cx, cy = layout.centre(h)
    if art.count == 1:
        return [(cx, cy)]
    lattice = [(x, y) for x, y in _LATTICE if y > -0.5 and not (crossed and x * x + y * y < 0.1)]
    by_chance = sorted(range(len(lattice)), key=lambda i: chance(h.q, h.r, 97 * salt + i))
    spread: list[int] = []
    for near in (0.3, 0.0):  # first those that do not stand next to each other
        for i in by_chance:
            apart = all(
                (lattice[i][0] - lattice[k][0]) ** 2 + (lattice[i][1] - lattice[k][1]) ** 2 > near for k in spread
            )
            if len(spread) < art.count and i not in spread and apart:
                spread.append(i)
    room = SIZE * (0.96 - min(float(art.size), 60.0) / 160)
    found: list[Point] = []
    for i in spread:
        x, y = lattice[i]
        stray_x = (chance(h.q, h.r, 31 * salt + i + 200) - 0.5) * 0.16
        stray_y = (chance(h.q, h.r, 31 * salt + i + 400) - 0.5) * 0.16
        found.append((cx + room * (x + stray_x), cy + room * (y + stray_y)))
    return found


# -- lines


def _paths(board: Map, style: Style, layout: HexLayout, hexes: Sequence[Hex]) -> dict[SideRule, dict[Hex, LineRun]]:
    """For every rule of lines from hex to hex, how it runs through each hex that has one."""
    found: dict[SideRule, dict[Hex, LineRun]] = {}
    for salt, rule in enumerate(style.sides):
        if rule.kind != "path":
            continue
        for h in hexes:
            met = [
                (direction_in(h, side), layout.middle(side, float(rule.wander), salt))
                for side in sides_of(h)
                if holds(board.value_at(side, rule.attribute), rule.value)
            ]
            if met:
                found.setdefault(rule, {})[h] = through(layout, h, met)
    return found


def _lines(style: Style, paths: dict[SideRule, dict[Hex, LineRun]]) -> Iterator[str]:
    for rule in sorted(reversed(style.sides), key=lambda rule: rule.layer):
        if rule in paths:
            yield from _stroked(rule, " ".join(run.path for run in paths[rule].values()))


def _sides(board: Map, style: Style, layout: HexLayout, shown: frozenset[Hex]) -> Iterator[str]:
    for rule in sorted(reversed(style.sides), key=lambda rule: rule.layer):
        if rule.kind != "side":
            continue
        lines = [
            "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in layout.ends(side))
            for side in board.hexsides
            if holds(board.value_at(side, rule.attribute), rule.value) and not shown.isdisjoint(hexes_of(side))
        ]
        if lines:
            yield from _stroked(rule, "".join(lines))


def _stroked(rule: SideRule, outline: str) -> Iterator[str]:
    width, named = float(rule.width), attribute("data-rule", rule.legend)
    if rule.edge:
        yield f'<path d="{outline}" stroke="{rule.edge}" stroke-width="{number(width + 2)}"/>'
    dash = f' stroke-dasharray="{number(float(rule.dash))}" stroke-linecap="butt"' if rule.dash else ""
    yield f'<path d="{outline}" stroke="{rule.stroke}" stroke-width="{number(width)}"{dash}{named}/>'


# -- hexes and names


def _hexes(board: Map, style: Style, layout: HexLayout, hexes: Sequence[Hex]) -> Iterator[str]:
    """Yields one outline for each hex, with its name and what is printed in it; one for all where unreadable."""
    if elements.PLAIN.get():
        yield f'<path d="{_grid(HexLayout(board.orientation), hexes)}"/>'
        return
    for h in hexes:
        name = board.name_of(h)
        printed = [rule.legend for rule in style.rules_of_hex(board, h)]
        lines = [rule.legend for side in sides_of(h) for rule in style.rules_of_side(board, side)]
        ground = f": {', '.join(printed)}" if printed else ""
        crossed = f" ({', '.join(dict.fromkeys(lines))})" if lines else ""
        title = f"<title>{words(f'{name}{ground}{crossed}')}</title>"
        yield f'<polygon points="{corners(layout.corners(h))}"{attribute("data-hex", name)}>{title}</polygon>'


def _names(board: Map, style: Style, layout: HexLayout, shown: Iterable[Hex]) -> Iterator[str]:
    """Yields what hexes are called, at the upper edge of each; at the lower one where a line runs through the upper."""
    rules = [rule for rule in style.sides if rule.kind == "path"]
    for h in shown:
        x, y = layout.centre(h)
        text = shortened(board.name_of(h), 12)
        met = (side for side in sides_of(h) if any(holds(board.value_at(side, r.attribute), r.value) for r in rules))
        ends = {my > y for side in met for mx, my in [layout.middle(side)] if abs(mx - x) < 0.5 * SIZE}
        stands = y + (0.84 if ends == {False} else -0.62) * SIZE
        if room_for(text, NAME_SIZE) > 0.95 * SIZE:
            yield lettering(text, x, stands, NAME_SIZE, 0.95 * SIZE)
        else:
            yield f'<text x="{number(x)}" y="{number(stands)}">{words(text)}</text>'


def _places(
    board: Map, style: Style, layout: HexLayout, shown: frozenset[Hex], standing: Collection[Hex], size: float
) -> Iterator[str]:
    """Yields what places are called, below the middle of each or where less lies beneath; of one that is not shown
    whole, where most of it is."""
    for place, hexes in board.places.items():
        there = [layout.centre(h) for h in hexes if h in shown]
        if 2 * len(there) > len(hexes):
            x, y = sum(x for x, _ in there) / len(there), sum(y for _, y in there) / len(there)
            text = shortened(place, 30)
            half = width_of(text, size) / 2 + 2
            near = {beside for h in hexes for beside in (h, *neighbours(h))}
            ink = [(ix - x, iy - y) for ix, iy in _inked(board, style, layout, near, standing) if abs(ix - x) < half]
            down = min((0.62, 0.85, 0.3, -0.1, 1.1), key=lambda off: sum(-size < iy - off * SIZE < 4 for _, iy in ink))
            yield lettering(text, x, y + down * SIZE, size, 4 * SIZE, halo=_SHINE)


def _inked(
    board: Map, style: Style, layout: HexLayout, hexes: Collection[Hex], standing: Collection[Hex]
) -> Iterator[Point]:
    """Yields points of what a name would better not cover: lines along hexsides, names of hexes, counters."""
    for side in dict.fromkeys(side for h in hexes for side in sides_of(h)):
        if style.rules_of_side(board, side):
            (ax, ay), (bx, by) = layout.ends(side)
            yield from ((ax + part * (bx - ax) / 4, ay + part * (by - ay) / 4) for part in range(5))
    for h in hexes:
        x, y = layout.centre(h)
        yield x, y - 0.7 * SIZE
        if h in standing:
            yield from ((x + i, y + k) for i in (-16, 0, 16) for k in (-14, -4, 6, 18))


_SHINE = 'stroke="#fff" stroke-width="2.4" stroke-opacity="0.75" stroke-linejoin="round"'


# -- the legend


def legend(board: Map, style: Style, hexes: Sequence[Hex], x: float, y: float) -> list[str]:
    """Returns one row for each rule that holds somewhere in the hexes shown."""
    return [_sign(rule, style, x, y + ROW * i) for i, rule in enumerate(_holding(board, style, hexes))]


def signs(boards: Iterable[Map], style: Style) -> str:
    """Returns what is printed on any of some maps as a picture of its own, in three columns; nothing without any."""
    found = dict.fromkeys(rule for board in boards for rule in _holding(board, style, board.hexes))
    rules = [rule for rule in style.rules if rule in found]
    down, wide = -(-len(rules) // 3), legend_width(rule.legend for rule in rules)
    rows = [_sign(rule, style, i // down * wide + 4, 16 + ROW * (i % down)) for i, rule in enumerate(rules)]
    return elements.document(rows, (0.0, 0.0, 3 * wide, ROW * down + 12), "signs of the maps", "") if rows else ""


def _holding(board: Map, style: Style, hexes: Iterable[Hex]) -> list[HexRule | SideRule]:
    """Returns the rules that hold somewhere in some hexes, in the order of the style."""
    shown = tuple(hexes)
    sides = dict.fromkeys(side for h in shown for side in sides_of(h))
    there = [rule for rule in style.hexes if any(holds(board.value_at(h, rule.attribute), rule.value) for h in shown)]
    lines = [rule for rule in style.sides if any(holds(board.value_at(s, rule.attribute), rule.value) for s in sides)]
    return [*there, *lines]


def _sign(rule: HexRule | SideRule, style: Style, x: float, y: float) -> str:
    if isinstance(rule, SideRule):
        outline = f"M{x:.1f} {y:.1f}L{x + 22:.1f} {y:.1f}"
        return f'<g fill="none">{"".join(_stroked(rule, outline))}</g>{row_text(rule.legend, x, y)}'
    outline = angular_path((x + 11 + cx / 3, y + cy / 3) for cx, cy in HexLayout("pointy").corners(Hex(0, 0)))
    edge = f' stroke="{rule.edge or GRID}" stroke-width="0.8"'
    drawn = [] if rule.art is None else style.shapes.get(rule.art.shape, ())
    small = "".join(drawn_stroke(s, x + 11, y, 0.13, PLACE, rule.fill) for s in drawn)
    return f'<path d="{outline}" fill="{rule.fill}"{edge}/>{small}{row_text(rule.legend, x, y)}'


def row_text(text: str, x: float, y: float) -> str:
    return lettering(shortened(text, MAX_ROW_LENGTH), x + 30, y + 4, ROW_SIZE, 300, anchor="start")


def legend_width(texts: Iterable[str]) -> float:
    """Returns how wide a legend is that has these rows at the most."""
    return 50 + max((room_for(shortened(text, MAX_ROW_LENGTH), ROW_SIZE) for text in texts), default=0.0)
