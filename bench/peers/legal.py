"""Legality of fire by hand: who may fire at whom in a position, as tight Python and as C.

Written for the bench's law alone, while no side's half runs: units on the ground without forts, bridges, orders and
works, some of them carried, dispersed or done firing. What depends on one unit is kept with it, as a program does that
renews it when the unit changes; sight between hexes is at hand, as emitted law keeps it with the map. The rest, range,
shelter, who spots whom, is worked out each time.
"""

from __future__ import annotations

import ctypes
from typing import Any

from sight import Sight, whole

from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

FIRES, SPOTS, SHELTERED, COVERED = (1 << bit for bit in range(4))


class Legal:
    """The fire of one position."""

    def __init__(self, sight: Sight, seen: bytes, position: Position) -> None:
        value: Any = position.value
        number = {h: i for i, h in enumerate(sight.hexes)}
        self.seen, self.hexes = seen, len(number)
        self.things = [t for t in position.things.values() if t.kind == "unit"]
        self.units: list[tuple[int, int, int, int, int, int, int]] = []
        sides: dict[Any, int] = {}
        for thing in self.things:
            at: Any = position.hex_of(thing)
            holder = position.holder_of(thing)
            flags = SHELTERED if holder is not None and not self._opened(value, holder, at) else 0
            if holder is None and not value(thing, "dispersed"):
                flags |= 0 if value(thing, "fired") or value(thing, "rode") else FIRES
                flags |= 0 if value(thing, "truck") or value(thing, "wagon") else SPOTS
            flags |= COVERED if {"woods", "town"} & set(value(at, "terrain")) else 0
            reach = int(value(thing, "reach")) * (2 if value(thing, "starred") else 1)
            side = sides.setdefault(value(thing, "side"), len(sides))
            self.units.append((side, number[at], at.q, at.r, reach, flags, len(self.units)))

    @staticmethod
    def _opened(value: Any, holder: Thing, at: Any) -> bool:
        """Whether who rides there can be hit: on armor that is not made to carry, and outside towns."""
        return bool(value(holder, "armored")) and not value(holder, "carrier") and "town" not in value(at, "terrain")

    def fire(self) -> list[tuple[int, list[int]]]:
        """Each unit that may fire, and at whom."""
        units, seen, hexes = self.units, self.seen, self.hexes
        groups: dict[int, list[Any]] = {}
        for side, at, q, r, _, flags, v in units:
            if flags & SHELTERED:
                continue
            if flags & COVERED:
                for other, _, q2, r2, _, flags2, _ in units:
                    if flags2 & SPOTS and other != side:
                        dq, dr = q2 - q, r2 - r
                        if -1 <= dq <= 1 and -1 <= dr <= 1 and -1 <= dq + dr <= 1:
                            break
                else:
                    continue
            groups.setdefault(side, []).append((at, q, r, v))
        found = []
        for side, at, q, r, reach, flags, u in units:
            if flags & FIRES:
                row, targets = at * hexes, []
                for other, group in groups.items():
                    if other != side:
                        for at2, q2, r2, v in group:
                            dq, dr = q2 - q, r2 - r
                            if (-reach <= dq <= reach and -reach <= dr <= reach and -reach <= dq + dr <= reach
                                    and seen[row + at2]):  # fmt: skip
                                targets.append(v)
                targets.sort()
                found.append((u, targets))
        return found


class LegalInC:
    """The same in C: a row for each unit with a mark at each it may fire at, after one that says whether it may."""

    def __init__(self, legal: Legal, library: ctypes.CDLL) -> None:
        self.library, self.count = library, len(legal.units)
        columns = [whole(list(column)) for column in zip(*legal.units, strict=True)][:6]
        self.found = (ctypes.c_char * (self.count * (self.count + 1)))()
        self.args = (self.count, *columns, legal.seen, legal.hexes, self.found)

    def fire(self) -> list[tuple[int, list[int]]]:
        self.library.fire(*self.args)
        wide = self.count + 1
        rows = [self.found.raw[u * wide : (u + 1) * wide] for u in range(self.count)]
        return [(u, [v for v in range(self.count) if row[v + 1]]) for u, row in enumerate(rows) if row[0]]
