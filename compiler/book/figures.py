"""The drawings of a book, each kept once under a name. This file alone knows who draws them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from hexlaw.compiler.book.model import Figure
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.situate import Situation
from hexlaw.runtime.draw_svg import draw_svg
from hexlaw.runtime.picture import Piece, Style
from hexlaw.runtime.value import Thing

MOST_HEXES = 60
"""Of a position that is drawn whole: a larger one says little in the width of a column."""
UNIT = 16
"""Hundredths of a millimetre to a unit of a drawing."""
_SIZE = re.compile(r'width="([0-9.]+)" height="([0-9.]+)"')


@dataclass
class Figures:
    compilation: Compilation
    drawn: dict[str, Figure] = field(default_factory=dict)
    _style: Style | None = None

    def counter(self, unit: str) -> str:
        """The figure of a counter in true size; nothing where there is none."""
        return ""

    def sheets(self, name: str, units: list[str]) -> tuple[str, ...]:
        """The figures of the counter sheets of a unit chart."""
        return ()

    def position(self, name: str, situation: Situation, alt: str) -> str:
        """The figure of a position; nothing where there is no map or the map is too large."""
        if situation.map is None or len(situation.map.hexes) > MOST_HEXES:
            return ""
        position = situation.position
        pieces = [
            Piece(thing.name, at) for thing in position.things.values()
            if isinstance(thing, Thing) and (at := position.hex_of(thing)) is not None
        ]  # fmt: skip
        return self._keep(f"figure:{name}", draw_svg(situation.map, self.style, pieces), alt)

    @property
    def style(self) -> Style:
        if self._style is None:
            self._style = self.compilation.style(Diagnostics()) or Style()
        return self._style

    def _keep(self, name: str, svg: str, alt: str) -> str:
        found = _SIZE.search(svg)
        width, height = (Fraction(found[1]), Fraction(found[2])) if found else (Fraction(100), Fraction(100))
        self.drawn[name] = Figure(name, alt, svg, int(width * UNIT), int(height * UNIT))
        return name
