"""The drawings of a book, each kept once. This file alone knows who draws them (`hexlaw.runtime.draw`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.model import Figure
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.situate import SituatedPosition
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.counters import Counters, printed_thing
from hexlaw.runtime.draw.forces import ForceRow, draw_forces
from hexlaw.runtime.draw.ground import signs
from hexlaw.runtime.draw.sheets import counter_svg, sheets
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Area, Drawer, Scene, Sight, part_of, used_hexes
from hexlaw.runtime.explain.played_moves import PlayedMove
from hexlaw.runtime.law.graph import SituationDecl
from hexlaw.runtime.position.position import Position

HEX = 16
"""How many hundredths of a millimetre a unit of a drawing takes on paper: a hex is 52 of them wide."""
WIDEST = 17_000
"""A position that is wider says little on a page; the book describes it in words alone."""
_SIZE = re.compile(r'width="([0-9.]+)(mm)?" height="([0-9.]+)(?:mm)?"')


@dataclass
class Figures:
    compilation: Compilation
    drawn: dict[str, Figure] = field(default_factory=dict)
    grounds: list[tuple[Map, dict[Hex, None]]] = field(default_factory=list)
    """Each map on which anything is drawn, with the hexes of it that any figure shows."""
    light: list[Map] = field(default_factory=list)
    """Large maps of which there is an overview."""

    def counter(self, unit: str, alt: str, name: str = "counter") -> str:
        """Returns the figure of a counter in true size."""
        return self._keep(f"{name}:{unit}", counter_svg(self.compilation.graph, self.style, unit), alt)

    def written(self, unit: str) -> list[tuple[str, str, str]]:
        """Returns what is written on the front of a counter: where, what it shows, the figure itself."""
        figures = Counters(self.style).figures_of(*printed_thing(self.compilation.graph, unit))
        return [(figure.at, figure.show, text) for figure, text in figures]

    def sheets(self, title: str, units: Mapping[str, int]) -> tuple[str, ...]:
        """Returns the figures of the counter sheets, fronts and backs, as pages."""
        pages = sheets(self.compilation.graph, self.style, units.items(), title=title)
        found = []
        for i, page in enumerate(pages, 1):
            for side, svg in (("front", page.front), ("back", page.back)):
                found.append(self._keep(f"sheet:{i}-{side}", svg, f"counter sheet {i} of {len(pages)}, {side}s"))
        return tuple(found)

    def position(self, name: str, situation: SituatedPosition, asked: Sequence[Hex], alt: str) -> str:
        """Returns the figure of the part of the map that a position uses, the hexes that are asked about outlined.

        Nothing where there is no map, where all stands in one hex, or where it is too wide to be seen on a page.
        """
        position = situation.position
        around = tuple(dict.fromkeys((*used_hexes(position), *asked)))
        if situation.map is None or len(around) < 2:
            return ""
        scene = Scene(position, title=alt, around=around, marked=tuple(asked), stacks=False)
        svg = self._drawer.draw(scene)
        return self._keep(f"figure:{name}", svg, alt, self._ground_of(scene)) if _size(svg)[0] <= WIDEST else ""

    def sight(self, name: str, position: Position, sight: Sight) -> str:
        around = (*used_hexes(position), sight.here, sight.there)
        scene = Scene(position, title=sight.text, around=around, sights=(sight,), stacks=False)
        return self._keep(f"figure:sight.{name}", self._drawer.draw(scene), sight.text, self._ground_of(scene))

    def move(self, number: int, played: PlayedMove) -> str:
        """Returns the figure of a move, on the part of the map where it was, if anywhere."""
        on_way = dict.fromkeys(h for arrow in played.arrows for h in arrow.way)
        marked = tuple(h for h in played.picked if h not in on_way)
        if not on_way and not marked:
            return ""
        around = (*on_way, *marked)
        said = "; ".join(played.text)
        scene = Scene(played.position, title=said, around=around, arrows=played.arrows, marked=marked, stacks=False)
        return self._keep(f"move:{number}", self._drawer.draw(scene), said, self._ground_of(scene))

    def all(self) -> tuple[Figure, ...]:
        """Returns the figures, and behind them the ground of each map as far as any of them shows it."""
        for i, (board, hexes) in enumerate(self.grounds):
            svg = self._drawer.draw(Scene(None, board=board, around=tuple(hexes), margin=None))
            self._keep(f"ground:{i}", svg, "the ground of figures")
        return tuple(self.drawn.values())

    def _ground_of(self, scene: Scene) -> str:
        assert scene.position is not None
        board = self._drawer.map_of(scene.position)
        assert board is not None
        i = next((i for i, (other, _) in enumerate(self.grounds) if other == board), len(self.grounds))
        self.grounds += [(board, {})] if i == len(self.grounds) else []
        self.grounds[i][1].update(dict.fromkeys(part_of(board, scene)))
        return f"ground:{i}"

    def overview(
        self, situation: SituationDecl, position: Position, areas: tuple[Area, ...], north: str, said: str
    ) -> str:  # fmt: skip
        """Returns the figure of all of a map with parts of it named, and who stands where. Signs of large maps are in a
        figure of their own: beside each they would be too small to read."""
        board = self._drawer.map_of(position)
        is_light = board is not None and self._drawer.is_light(board)
        if board is not None and is_light and board not in self.light:
            self.light.append(board)
        scene = Scene(position, title=situation.title, areas=areas, stacks=False, overview=True, legend=not is_light,
                      north=north)  # fmt: skip
        svg = self._drawer.draw(scene)
        ground = "" if board is None or is_light else self._ground_of(scene)
        return self._keep(f"map:{situation.name}", svg, f"Map. {said}", ground)

    def signs(self) -> str:
        """Returns the figure of what is printed on the large maps; nothing where there are none."""
        svg = signs(self.light, self.style)
        return self._keep("signs", svg, "Signs of the maps") if svg else ""

    def forces(self, situation: SituationDecl, position: Position, rows: tuple[ForceRow, ...]) -> str:
        """Returns the figure of the counters that stand beside the map; nothing where none does."""
        if not rows:
            return ""
        svg = draw_forces(position, rows, self._drawer.counters, f"{situation.title}: beside the map")
        alt = f"Counters beside the map: {'; '.join(row.label for row in rows)}"
        return self._keep(f"forces:{situation.name}", svg, alt)

    @cached_property
    def style(self) -> Style:
        return self.compilation.style(Diagnostics()) or Style()

    @cached_property
    def _drawer(self) -> Drawer:
        return Drawer(self.style)

    def _keep(self, name: str, svg: str, alt: str, ground: str = "") -> str:
        width, height = map(int, _size(svg))
        self.drawn[name] = Figure(name, alt, svg, width, height, ground)
        return name


def _size(svg: str) -> tuple[Fraction, Fraction]:
    """Returns the width and the height of a drawing, in hundredths of a millimetre."""
    found = _SIZE.search(svg)
    assert found is not None, "a drawing says how large it is"
    scale = 100 if found[2] else HEX
    return Fraction(found[1]) * scale, Fraction(found[3]) * scale
