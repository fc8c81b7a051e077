"""Sight by hand: whether two hexes of a board see each other, as tight Python and as C.

Written for the bench's law alone, with its options as they stand. Two tables are made beforehand. Of a board: for each
hexside and hex, as bits, what stands there. Of the grid: for each step from hex to hex, what the line meets and where.
What may stop a line depends on where it is met: near which end, in which half, along it. So a third table says, for the
heights of the two ends and for the bits of what is met, at which of these places it stops; that is one `and` of bits.
"""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

from hexlaw.runtime.geometry import (
    Hex,
    Meeting,
    Side,
    distance,
    hexes_of,
    meetings,
    neighbours,
    sides_of,
    sides_touching,
)
from hexlaw.runtime.law import Law
from hexlaw.runtime.position import Position

GREEN, BROWN, ORANGE, TOWN, HIGH, SLOPING, SPUR = (1 << bit for bit in range(7))
ANYWHERE, NEAR_START, NEAR_END, FIRST_HALF, SECOND_HALF, ALONG = (1 << bit for bit in range(6))
GROUND, SLOPE, HILLTOP = range(3)
LEVELS = ("ground", "slope", "hilltop")
OBSTACLES = ((GREEN, "green-side"), (BROWN, "brown-side"), (ORANGE, "orange-side"), (TOWN, "built-up"))


class Sight:
    """The sight of one board. Numbers: a hex is four hexsides wide, of which the fourth stands for the hex itself."""

    def __init__(self, law: Law, position: Position) -> None:
        assert position.map is not None
        self.hexes = position.map.hexes
        self.low = Hex(min(h.q for h in self.hexes) - 1, min(h.r for h in self.hexes) - 1)
        self.wide = max(h.r for h in self.hexes) - self.low.r + 2
        self.size = 4 * (max(h.q for h in self.hexes) - self.low.q + 2) * self.wide
        self.base = {h: self.number(h.q - self.low.q, h.r - self.low.r) for h in self.hexes}
        self.levels = {h: self.level(position, h) for h in self.hexes}
        self.bits = self._bits(position)
        self.stops, self.second = self._tables(law)
        steps = {(b.q - a.q, b.r - a.r) for a in self.hexes for b in self.hexes}
        self.lines = {step: self._line(*step) for step in steps}

    def number(self, q: int, r: int) -> int:
        return 4 * (q * self.wide + r)

    # -- what stands on the board

    def level(self, position: Position, h: Hex) -> int:
        terrain: Any = position.value(h, "terrain") if h in self.base else ()
        return SLOPE if "slope" in terrain else HILLTOP if "hilltop" in terrain else GROUND

    def _bits(self, position: Position) -> bytearray:
        bits = bytearray(self.size)
        level = {h: self.levels.get(h, GROUND) for h in (*self.hexes, *(n for h in self.hexes for n in neighbours(h)))}
        orange = {s for h in self.hexes for s in sides_of(h) if self._is_rim(position, s, level)}
        for h, at in self.base.items():
            if "town" in position.value(h, "terrain"):  # type: ignore[operator]
                bits[at + 3] = TOWN | (HIGH if level[h] == HILLTOP else 0)
        for side in {s for h in self.hexes for s in sides_of(h)}:
            green, brown = position.value(side, "green"), position.value(side, "brown")
            found = GREEN * bool(green) | BROWN * bool(brown) | ORANGE * (side in orange)
            ends = [level[h] for h in hexes_of(side)]
            if found and min(ends) == HILLTOP:
                found |= HIGH
            elif found and GROUND not in ends:
                found |= SLOPING
            if brown and any(s in orange for s in sides_touching(side)):
                found |= SPUR
            at = self.number(side.hex.q - self.low.q, side.hex.r - self.low.r) + side.direction
            if found:
                bits[at] = found
        return bits

    def _is_rim(self, position: Position, side: Side, level: dict[Hex, int]) -> bool:
        ends = [level[h] for h in hexes_of(side)]
        gentle = any(h in self.base and position.value(h, "gentle") for h in hexes_of(side))
        return HILLTOP in ends and min(ends) != HILLTOP and not (gentle and GROUND in ends)

    # -- what stops whom

    def _tables(self, law: Law) -> tuple[list[bytearray], list[bool]]:
        data = law.graph.tables["stops-sight"].data
        stops, second = [], []
        for here, there in product(range(3), repeat=2):
            printed = {bit: data.lookup((name, LEVELS[here], LEVELS[there])).value for bit, name in OBSTACLES}  # type: ignore[union-attr]
            row = bytearray(128)
            for bits in range(128):
                row[bits] = self._where_it_stops(bits, here, there, printed)
            stops.append(row)
            second.append(bool(printed[ORANGE]) or (here, there) != (HILLTOP, HILLTOP))
        return stops, second

    @staticmethod
    def _where_it_stops(bits: int, here: int, there: int, printed: dict[int, Any]) -> int:
        """A second orange side is looked for apart."""
        found = ALONG if bits & (GREEN | BROWN | ORANGE) else 0
        near = (NEAR_START if here == GROUND else 0) | (NEAR_END if there == GROUND else 0)
        for bit in (GREEN, TOWN):
            if bits & bit:
                found |= near | (ANYWHERE if printed[bit] or bits & HIGH else 0)
        if bits & GREEN and bits & SLOPING:
            found |= ANYWHERE if max(here, there) <= SLOPE else 0
            found |= (NEAR_START if here == SLOPE else 0) | (NEAR_END if there == SLOPE else 0)
        if bits & BROWN:
            found |= ANYWHERE if printed[BROWN] else 0
            found |= FIRST_HALF if (here, there) == (GROUND, HILLTOP) else 0
            found |= SECOND_HALF if (here, there) == (HILLTOP, GROUND) else 0
        if bits & ORANGE and printed[ORANGE] and here == there == GROUND:
            found |= ANYWHERE
        return found

    # -- lines

    def _line(self, q: int, r: int) -> tuple[tuple[int, int, int], ...]:
        """What the line meets: its number seen from the first hex, the places that it is at, and which it is."""
        start, end = Hex(0, 0), Hex(q, r)
        if distance(start, end) < 2:
            return ()
        sides, hexes = meetings(q, r)
        found = []
        for m in (*sides, *hexes):
            if m.side is not None:
                near = [m.side in sides_of(h) for h in (start, end)]
                at = self.number(*m.side.hex) + m.side.direction
            else:
                assert m.hex is not None
                near = [distance(m.hex, h) == 1 for h in (start, end)]
                at = self.number(*m.hex) + 3
            found.append((at, self._places(m, *near), m.passed))
        return tuple(found)

    @staticmethod
    def _places(m: Meeting, near_start: bool, near_end: bool) -> int:
        half = (FIRST_HALF if m.passed <= m.left else 0) | (SECOND_HALF if m.left <= m.passed else 0)
        along = ALONG if m.how == "runs-along" and m.side is not None else 0
        return ANYWHERE | NEAR_START * near_start | NEAR_END * near_end | half | along

    def sees(self, here: Hex, there: Hex) -> bool:
        base, bits, levels = self.base[here], self.bits, self.levels
        heights = 3 * levels[here] + levels[there]
        stops, rim = self.stops[heights], 0
        for at, places, passed in self.lines[there[0] - here[0], there[1] - here[1]]:
            met = bits[base + at]
            if met:
                if met & SPUR and places & ALONG:
                    continue
                if stops[met] & places:
                    return False
                if met & ORANGE:
                    if rim and rim != passed and self.second[heights]:
                        return False
                    rim = rim or passed
        return True

    def board(self) -> list[bool]:
        """All pairs, row by row."""
        sees, hexes = self.sees, self.hexes
        return [sees(a, b) for a in hexes for b in hexes]


class SightInC:
    """The same in C."""

    def __init__(self, sight: Sight, library: ctypes.CDLL) -> None:
        self.library, hexes = library, sight.hexes
        self.number = {h: i for i, h in enumerate(hexes)}
        count = len(hexes)
        low_q, low_r = (min(step[i] for step in sight.lines) for i in (0, 1))
        wide = max(r for _, r in sight.lines) - low_r + 1
        starts = [0] * ((max(q for q, _ in sight.lines) - low_q + 1) * wide + 1)
        entries: list[int] = []
        for at in range(len(starts) - 1):
            step = at // wide + low_q, at % wide + low_r
            entries += [number for entry in sight.lines.get(step, ()) for number in entry]
            starts[at + 1] = len(entries) // 3
        self.found = (ctypes.c_char * (count * count))()
        self.args = (
            count, whole([sight.base[h] for h in hexes]), whole([(h.q) * wide + h.r for h in hexes]),
            whole([sight.levels[h] for h in hexes]), bytes(sight.bits), b"".join(map(bytes, sight.stops)),
            bytes(sight.second), -(low_q * wide + low_r), whole(starts), whole(entries), self.found,
        )  # fmt: skip

    def board(self) -> list[bool]:
        self.library.board(*self.args)
        return [byte != 0 for byte in self.found.raw]


def whole(numbers: list[int]) -> Any:
    return (ctypes.c_int * len(numbers))(*numbers)
