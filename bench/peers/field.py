"""A movement field by hand: what it costs one unit to get to each hex, in half points, as tight Python and as C.

Written for the bench's law and board alone: units that walk or drive, none that flies, clears mines or lays bridges.
The board is made once into six edges a hex; of a position only what changes is read anew.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hexlaw.runtime.board.geometry import Hex, neighbours, side_between
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position

Edges = list[tuple[int, int, bool, bool]]
"""Where an edge leads, what the ground there costs (0: closed), whether along a road, whether over a green side."""


class Board:
    """A map as the field needs it, for each way to move."""

    def __init__(self, law: Law, position: Position) -> None:
        assert position.map is not None
        self.hexes = position.map.hexes
        self.number = {h: i for i, h in enumerate(self.hexes)}
        points = law.graph.tables["entry-points"].data
        self.edges = {
            mode: [self._edges(position, h, mode, points) for h in self.hexes] for mode in ("foot", "vehicle", "truck")
        }

    def _edges(self, position: Position, here: Hex, mode: str, points: Any) -> Edges:
        value: Any = position.value
        found = []
        for there in neighbours(here):
            if there not in self.number:
                continue
            side = side_between(here, there)
            terrain, left = value(there, "terrain"), value(here, "terrain")
            streams = [t for t in (left, terrain) if "stream" in t and "bridge" not in t]
            if value(side, "cliff") or ("stream" in terrain and "bridge" not in terrain):
                continue
            road = bool(value(side, "road")) and not streams
            grounds = ("bridge",) if "bridge" in terrain else terrain or ("clear",)
            costs = [points.lookup((t, mode)).value for t in grounds]
            cost = 0 if None in costs else int(2 * max(costs))
            if "bridge" in terrain and "stream" in left and not road:
                cost = 0
            found.append((self.number[there], cost, road, bool(value(side, "green"))))
        return found


class Fields:
    """The fields of one position."""

    def __init__(self, board: Board, position: Position) -> None:
        self.board = board
        value: Any = position.value
        count = len(board.hexes)
        self.crowd, self.units = [0] * count, {}
        self.sides: dict[Any, list[bool]] = {}
        for thing in position.things.values():
            at = board.number[position.hex_of(thing)]  # type: ignore[index]
            side, mode = value(thing, "side"), value(thing, "moves-as")
            green = bool(value(thing, "vehicular")) and not value(thing, "cavalry")
            self.units[thing] = side, at, int(2 * value(thing, "allowance")), board.edges[mode], green
            self.crowd[at] += 1
            self.sides.setdefault(side, [False] * count)[at] = True
        self.held = {side: [any(o[h] for s, o in self.sides.items() if s != side) for h in range(count)]
                     for side in self.sides}  # fmt: skip

    def field(self, thing: Thing) -> dict[int, int]:
        side, start, allowance, edges, green = self.units[thing]
        held, crowd = self.held[side], self.crowd
        cost = {start: 0}
        buckets: list[list[int]] = [[] for _ in range(allowance + 8)]
        buckets[0].append(start)
        sure = allowance == 2  # it is sure of one hex, whatever that costs
        for spent, bucket in enumerate(buckets):
            if spent > allowance:
                break
            for here in bucket:
                if cost[here] != spent:
                    continue
                for there, ground, road, closed in edges[here]:
                    if held[there]:
                        continue
                    if road and crowd[there] <= 2:
                        after = spent + 1
                    elif ground and not (closed and green):
                        after = spent + ground
                    else:
                        continue
                    if (after <= allowance or (sure and not spent)) and after < cost.get(there, 999):
                        cost[there] = after
                        buckets[after].append(there)
        return {h: c for h, c in cost.items() if h == start or crowd[h] < 4}


class InC:
    """The same in C, or none on a machine without a compiler."""

    def __init__(self, fields: Fields, library: ctypes.CDLL) -> None:
        self.fields, self.library, board = fields, library, fields.board
        self.count = len(board.hexes)
        self.cost = (ctypes.c_int * self.count)()
        self.crowd = (ctypes.c_byte * self.count)(*fields.crowd)
        self.room = (ctypes.c_byte * self.count)(*[n < 4 for n in fields.crowd])
        self.held = {side: (ctypes.c_byte * self.count)(*held) for side, held in fields.held.items()}
        self.flat = {id(edges): self._flat(edges) for edges in board.edges.values()}

    def _flat(self, edges: list[Edges]) -> tuple[Any, ...]:
        rows = [edge for of_hex in edges for edge in [*of_hex, *[(-1, 0, False, False)] * (6 - len(of_hex))]]
        to, ground, road, green = zip(*rows, strict=True)
        size = len(rows)
        whole, flag = ctypes.c_int * size, ctypes.c_byte * size
        return whole(*to), whole(*ground), flag(*road), flag(*green)

    def args(self, thing: Thing) -> tuple[Any, ...]:
        side, start, allowance, edges, green = self.fields.units[thing]
        return (start, allowance, int(green), *self.flat[id(edges)], self.crowd, self.held[side], self.room, self.count,
                self.cost)  # fmt: skip

    def field(self, thing: Thing) -> dict[int, int]:
        self.library.field(*self.args(thing))
        return {h: c for h, c in enumerate(self.cost) if c >= 0}


def compiled(source: Path) -> ctypes.CDLL | None:
    """A C file as a library, made by gcc -O2; none where that is not there."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    folder = tempfile.mkdtemp(prefix="hexlaw-peers-")
    library = Path(folder) / f"{source.stem}.so"
    subprocess.run([gcc, "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    found = ctypes.CDLL(str(library))
    shutil.rmtree(folder)
    return found
