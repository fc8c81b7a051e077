"""The memory of one position: what its cells hold, and what the cells of the target stand for.

The layout says where everything lies; lists and records that a position holds follow behind all else.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.wasm.layout import (
    CELL,
    CONTACT,
    CONTACT_TYPES,
    FRACTIONS,
    MAX_NUMBER,
    MISSING,
    NONE,
    STEP,
    Layout,
    Unlaid,
    ends_of,
)
from hexlaw.runtime.board.geometry import Contact, Hex, Side
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import GAME, Moment, Record, Thing
from hexlaw.runtime.play.chance import number_of
from hexlaw.runtime.position.position import Position, kind_of


class Image:
    """The memory of one position, as far as the layout gives it; lists and records that it holds follow behind."""

    def __init__(self, layout: Layout, position: Position, memory: bytearray | None = None) -> None:
        self.layout, self.position, self.graph = layout, position, layout.graph
        self.memory = bytearray(layout.end) if memory is None else memory
        self.cells = memoryview(self.memory).cast("q")
        self.lists: dict[tuple[int, ...], int] = {}
        self.behind = array("q")
        map_ = position.map
        (left, _), (top, _) = ends_of(map_) if map_ is not None else ((0, 0), (0, 0))
        margin = layout.capacity.room["MARGIN"]
        self.corner = Hex(left - margin, top - margin)
        self.things: dict[Thing, int] = {}
        self._number_things()

    def _number_things(self) -> None:
        layout, position = self.layout, self.position
        pools = {
            (kind, f"{kind}-" + (f"?{n}" if kind in layout.lots else f"{n + 1}")): (kind, n)
            for kind in layout.made for n in range(layout.capacity.room["MADE"])
        }  # fmt: skip
        first = {kind: layout.pool(kind) for kind in layout.made}
        number = 0
        for thing in position.things.values():
            pooled = pools.pop((thing.kind, thing.name), None)
            if pooled is not None:
                self.things[thing] = first[pooled[0]] + pooled[1]
            else:
                self.things[thing] = number
                number += 1
        if number > layout.capacity.things:
            raise Unlaid(f"more than {layout.capacity.things} things")
        self._pools = {key: first[kind] + n for key, (kind, n) in pools.items()}

    @cached_property
    def spare(self) -> dict[Thing, int]:
        """The numbers of the things that play can make."""
        return {Thing(*key): number for key, number in self._pools.items()}

    @cached_property
    def charts(self) -> dict[Thing, int]:
        """The numbers of lines of unit charts."""
        first = self.layout.count - len(self.layout.printed)
        return {Thing(kind, f"@{line}"): first + i for i, (line, kind) in enumerate(self.layout.printed)}

    @cached_property
    def names(self) -> dict[int, Thing]:
        """All things by their numbers."""
        return {number: thing for thing, number in (self.charts | self.spare | self.things).items()}

    # -- values

    def hex(self, h: Hex) -> int:
        q, r = h.q - self.corner.q, h.r - self.corner.r
        if not (0 <= q < 1 << self.layout.capacity.bits and 0 <= r < self.layout.capacity.rows):
            raise Unlaid("a hex far off the map")
        return r << self.layout.capacity.bits | q

    def hex_at(self, number: int) -> Hex:
        bits = self.layout.capacity.bits
        return Hex((number & (1 << bits) - 1) + self.corner.q, (number >> bits) + self.corner.r)

    def value(self, value: object, type_: t.Type) -> int:
        """Returns the cell of a value; sets and records are put behind the cells."""
        type_ = t.bare(type_)
        plain = self.layout.plain(value, type_)
        if plain is not None:
            return plain
        match value:
            case Hex():
                return self.hex(value)
            case Side(hex=h, direction=direction):
                return self.hex(h) * 4 + direction
            case Thing():
                if value == GAME:
                    return 0
                found = self.things.get(value, self.spare.get(value, self.charts.get(value)))
                if found is None:
                    raise Unlaid(f"{value.name}, which is not in the position")
                return found
            case Record(kind=kind, fields=fields):
                types = self.graph.records[kind].fields
                return self.put_behind([self.value(v, types[name].type) for name, v in fields])
            case Contact():
                parts = value.at * self.layout.part  # a place on a line or path: `exact_place` in the library
                fraction = FRACTIONS + (value.at.numerator << 30) + value.at.denominator
                at = int(parts) if parts.denominator == 1 else fraction
                of = [at if n == "at" else self.value(getattr(value, n), CONTACT_TYPES[n]) for n in CONTACT]
                return self.put_behind(of)
            case tuple():
                item = t.item_of(type_)
                return self.put_behind([len(value), *(self.value(v, item) for v in value)])
        raise Unlaid(f"the value {value!r}")

    def put_behind(self, cells: Sequence[int]) -> int:
        """Returns the address of some cells; the same ones lie there once."""
        key = tuple(cells)
        if key not in self.lists:
            self.lists[key] = self.layout.behind + len(self.behind) * CELL
            self.behind.extend(cells)
        return self.lists[key]

    # -- filling

    def _put(self, at: int, value: int) -> None:
        self.cells[at // CELL] = value

    def _set(self, name: str, number: int, value: int | None) -> None:
        """Writes a cell of an area by its number."""
        self.cells[self.layout.constants[name] // CELL + number] = NONE if value is None else int(value)

    def _bit(self, at: int, place: int, thing: int) -> None:
        cell = at // CELL + place * self.layout.words + thing // 64
        bits = (self.cells[cell] & 2**64 - 1) | 1 << thing % 64
        self.cells[cell] = bits - 2**64 if bits >= 2**63 else bits

    def fill(self) -> None:
        layout, position, constants, graph = self.layout, self.position, self.layout.constants, self.graph
        for name, cell in (
            ("ACTING", layout.plain(position.acting, t.Choice("side"))), ("FRAMES_TOP", constants["FRAMES"]),
            ("NEXT_ORDER", len(self.things)), ("HEAP", constants["KEPT"]), ("CORNER_Q", self.corner.q),
            ("CORNER_R", self.corner.r), ("ANSWERED", NONE),
            ("DISORDERED", any(after < before for before, after in pairwise(self.things.values()))),
        ):  # fmt: skip
            self._set(name, 0, cell)
        for first, last, part in layout.parts_of_cells():
            for step in range(first // (STEP * CELL), -(-last // (STEP * CELL))):
                self._set("PARTS_AT", step, part)
        for span in position.now:
            self._set("NOW", layout.spans[span], 1)
        for number in range(layout.count):
            self._set("PLACE", number, NONE)
        self._fill_kinds()
        columns = [column for (family, _), column in layout.columns.items() if family == "thing"]
        for thing, number in (self.charts | self.spare | self.things).items():
            self._set("KIND", number, layout.kinds[thing.kind])
            number_ = number_of(thing)
            self._set("THING_NUMBER", number, number_ - 2**64 if number_ >= 2**63 else number_)
            for column in columns:  # where its kind has no such attribute
                self._put(column + number * CELL, MISSING)
            for name, attribute in graph.kinds[thing.kind].attributes.items():
                value = position.value(thing, name)
                self._put(layout.column(thing.kind, name) + number * CELL, self.value(value, attribute.type))
        names = sorted((self.charts | self.spare | self.things).items(), key=lambda one: str(one[0]))
        for rank, (_, number) in enumerate(names if constants["HAS_SHARES"] else ()):
            self._set("RANK", number, rank)
        for order, (thing, number) in enumerate(self.things.items()):
            self._set("ORDER", number, order)
            if layout.lots:
                self._set("LOT_NAME", number, layout.lot_name(thing))
            for kind in graph.lineage(thing.kind):
                self._bit(constants["OF_KIND"], layout.kinds[kind], number)
            stands = position.places.get(thing)
            if stands is not None:
                place = layout.plane + self.things[stands] if isinstance(stands, Thing) else self.hex(stands)
                self._set("PLACE", number, place)
                self._bit(constants["IN_HEX"], place, number)  # things lie behind the hexes of the plane
        for name, attribute in graph.kinds[GAME.kind].attributes.items() if GAME.kind in graph.kinds else ():
            self._put(layout.column(GAME.kind, name), self.value(position.value(GAME, name), attribute.type))
        for i in range(len(layout.made) * layout.capacity.room["MADE"]):
            self._set("MADE_AS", i, layout.capacity.things + i)
        self._fill_map()
        self._fill_kept()
        self._fill_given()

    def _fill_kinds(self) -> None:
        layout, graph, kinds = self.layout, self.graph, self.layout.kinds
        names = layout.attributes_of("thing")
        for kind, place in kinds.items():
            declared = graph.kinds[kind]
            self._set("HOLDER", place, -1 if declared.holder is None else kinds[declared.holder])
            self._set("DEPTH", place, declared.depth)
            for i, name in enumerate(names):
                own = declared.attributes.get(name)
                default = MISSING if own is None else self.value(own.default, own.type)
                self._set("DEFAULTS", place * len(names) + i, default)
            for i, name in enumerate(layout.secrets):
                of = declared if name == g.PLACE else declared.attributes.get(name)
                self._set("SECRET_OF", place * len(layout.secrets) + i, of is not None and bool(of.secret))
            for other, number in kinds.items():
                may_stand = any(graph.is_a(other, h) for h in declared.holders)
                self._set("STANDS_IN", place * len(kinds) + number, may_stand)
            for above in graph.lineage(kind):
                self._set("LINEAGE", kinds[above] * len(kinds) + place, 1)

    def _fill_map(self) -> None:
        layout, position, map_ = self.layout, self.position, self.position.map
        for family, size in (("hex", layout.plane), ("hexside", 4 * layout.plane)):
            for name, attribute in self.graph.kinds[family].attributes.items() if family in self.graph.kinds else ():
                at = layout.column(family, name) // CELL
                default = self.value(attribute.default, attribute.type)
                self.cells[at : at + size] = array("q", [default]) * size
        hexes = () if map_ is None else map_.hexes
        sides = () if map_ is None else map_.hexsides
        self._put(layout.constants["ALL_HEXES"], self.value(hexes, t.SetOf(t.HEX)))
        self._put(layout.constants["ALL_SIDES"], self.value(sides, t.SetOf(t.HEXSIDE)))
        if map_ is None:
            return
        said_of = dict.fromkeys(subject for subject, _ in [*position.values, *position.plans])
        drawn = [subject for subject in said_of if isinstance(subject, Hex | Side)]
        for where in [*map_.hexes, *map_.hexsides, *drawn]:
            family = "hexside" if isinstance(where, Side) else "hex"
            number = self.value(where, t.HEX)
            for name, attribute in self.graph.kinds[family].attributes.items() if family in self.graph.kinds else ():
                value = position.value(where, name)
                if value != attribute.default:
                    self._put(layout.column(family, name) + number * CELL, self.value(value, attribute.type))
        for place, h in enumerate(map_.hexes, 1):
            self._put(layout.constants["ON_MAP"] + self.hex(h) * CELL, place)
            self._put(layout.constants["SHARED"] + self.hex(h) * CELL, int(len(map_.names_of(h)) > 1))

    def _fill_given(self) -> None:
        """What an attribute is where nothing is said: to that it falls back."""
        layout, constants = self.layout, self.layout.constants
        first, last = constants["COLUMN_START"] // CELL, constants["COLUMN_END"] // CELL
        given = constants["GIVEN"] // CELL - first
        self.cells[first + given : last + given] = self.cells[first:last]
        for subject, name in [*self.position.values, *self.position.plans]:
            kind = kind_of(subject)
            column = layout.column(kind, name)
            if column < layout.fixed:
                at = column // CELL + self.value(subject, t.Kind(kind))
                type_ = self.graph.kinds[kind].attributes[name].type
                self.cells[at + given] = self.value(self.position.given(subject, name), type_)

    def _fill_kept(self) -> None:
        graph = self.graph
        for name, of in sorted(self.position.remembered, key=str):
            self._keep("memory", name, of, graph.memories[name].params, 1)
        for (name, of), number in self.position.tallied.items():
            tally = graph.tallies[name]
            self._keep("tally", name, of, tally.params, self.value(number, tally.type))

    def _keep(self, sort: str, name: str, of: tuple[object, ...], params: f.Params, value: int) -> None:
        base, sizes = self.layout.kept[sort, name]
        place = 0
        for one, size, (_, type_) in zip(of, sizes, params, strict=True):
            place = place * size + max(self.value(one, type_), -1) + 1
        if not self.layout.is_sparse(sort, name):
            self._put(base + place * CELL, value)
            return
        count = self.cells[base // CELL]
        self._put(base + (1 + 2 * count) * CELL, place)
        self._put(base + (2 + 2 * count) * CELL, value)
        self._put(base, count + 1)

    def data(self) -> list[tuple[int, bytearray]]:
        """Returns what lies where in the memory."""
        return [(0, self.memory), (self.layout.behind, bytearray(self.behind))]

    # -- back to values of the law

    def back(self, cell: int, type_: t.Type, memory: Callable[[int], int]) -> Any:
        """Returns the value that a cell stands for; `memory` gives the cell at an address."""
        layout, bare = self.layout, t.bare(type_)
        if cell == NONE:
            return None
        match bare:
            case t.YesNo():
                return bool(cell)
            case t.Number():
                number = Fraction(cell, layout.part)
                return int(number) if number.denominator == 1 else number
            case t.Choice(name=name):
                return layout.values_of(name)[cell]
            case t.Text():
                return next(text for text, number in layout.texts.items() if number == cell)
            case t.SetOf(item=item):
                return tuple(self.back(memory(cell + CELL * (i + 1)), item, memory) for i in range(memory(cell)))
            case t.Moment():
                owner = cell >> 2 & 2**14 - 1
                return Moment(
                    "end" if cell & 1 else "start", "next" if cell & 2 else "this",
                    [*layout.spans][cell >> 16], layout.law.sides[owner - 1] if owner else None,
                )  # fmt: skip
            case t.Kind(name="hex"):
                return self.hex_at(cell)
            case t.Kind(name="hexside"):
                return Side(self.hex_at(cell // 4), cell % 4)
            case t.Kind(name=GAME.kind):
                return GAME
            case t.Kind(name="contact"):
                cells = {name: memory(cell + CELL * i) for i, name in enumerate(CONTACT)}
                found = {n: self.back(c, CONTACT_TYPES[n], memory) for n, c in cells.items() if n != "at"}
                above, below = divmod(cells["at"] - FRACTIONS, 2**30)
                exact = cells["at"] > -MAX_NUMBER
                return Contact(at=Fraction(cells["at"], layout.part) if exact else Fraction(above, below), **found)
            case t.Kind(name=name) if name in self.graph.records:
                fields = self.graph.records[name].fields
                values = [self.back(memory(cell + CELL * i), a.type, memory) for i, a in enumerate(fields.values())]
                return Record(name, tuple(zip(fields, values, strict=True)))
        return self.thing(cell, memory)

    def thing(self, number: int, memory: Callable[[int], int]) -> Thing:
        """Returns the thing of a number; what is named by lot has its name from the memory."""
        found = self.names[number]
        if found.kind not in self.layout.lots or number < self.layout.capacity.things:
            return found
        name = memory(self.layout.constants["LOT_NAME"] + number * CELL) & 2**32 - 1
        return Thing(found.kind, f"{found.kind}-{name}")
