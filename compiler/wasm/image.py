"""The memory of one position: what its cells hold, and what the cells of the target stand for.

The layout says where everything lies; lists and records that a position holds follow behind all else.
"""

from __future__ import annotations

from array import array
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence, Sequence
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
    MAX_CONSTANTS,
    MAX_NUMBER,
    MISSING,
    NONE,
    STEP,
    FarOff,
    Layout,
    Unlaid,
    ends_of,
    signed,
)
from hexlaw.runtime.board.geometry import Contact, Hex, Side
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import GAME, Moment, Record, Thing
from hexlaw.runtime.play.chance import number_of
from hexlaw.runtime.position.position import Position, kind_of


class Changes(dict[int, int]):
    """A sparse overlay: cells by their numbers that differ from those below."""

    def __init__(self, others: MutableSequence[int] | memoryview) -> None:
        self.others = others

    def __missing__(self, number: int) -> int:
        return self.others[number]


class Image:
    """The memory of one position by the layout; its lists and records follow behind, unless they are among the
    `constants` of the code. With a `ground`, the image of the bare map, it is an overlay of that: the `columns` of
    things with their given values, and other `cells`."""

    cells: Any

    def __init__(
        self, layout: Layout, position: Position, memory: bytearray | None = None, *, constants: Image | None = None,
        ground: Image | None = None,
    ) -> None:  # fmt: skip
        self.layout, self.position, self.graph, self.ground = layout, position, layout.graph, ground
        self.lists: MutableMapping[tuple[int, ...], int] = {}
        self.constants: Image | None = constants if ground is None else ground.constants
        self.behind = array("q")
        self.first = layout.behind if self.constants is None else layout.lists
        self.switches: bytes | None = None  # which rules of a whole law stand
        said = (subject for subject, _ in (*position.values, *position.plans))
        self.draws_on_map = not all(isinstance(subject, Thing) for subject in said)
        if ground is None:
            self.memory = bytearray(layout.end) if memory is None else memory
            self.written, self.cells = memoryview(self.memory)[: layout.fixed], memoryview(self.memory).cast("q")
            first = layout.constants["FIRST_COLUMN"] // CELL
            self.columns = self.cells[first : first + layout.constants["THING_COLUMNS"] * layout.count]
        else:
            self.cells = Changes(ground.cells)
            self.columns = memoryview(bytearray(ground.columns)).cast("q")
            self.behind, self.lists = ground.behind[:], ChainMap({}, ground.lists)
        map_ = position.map
        (left, _), (top, _) = ends_of(map_) if map_ is not None else ((0, 0), (0, 0))
        margin = layout.capacity.room["MARGIN"]
        self.corner = Hex(left - margin, top - margin)
        self.things: dict[Thing, int] = {}
        self.gone, self.is_filled = dict[Thing, int](), False
        """What was removed, but is still the value of an attribute, as the members of a set are."""
        self._number_things()

    def laid(self, end: int) -> bytearray:
        """Returns the cells up to an address as bytes."""
        if self.ground is None:
            return self.memory[:end]
        found, size = self.ground.memory[:end], self.columns.nbytes
        for first in (self.layout.constants[name] for name in ("FIRST_COLUMN", "GIVEN_OF_THINGS")):
            found[first : first + size] = self.columns if first < end else b""
        cells = memoryview(found).cast("q")
        for number, cell in self.cells.items():
            if number < len(cells):
                cells[number] = cell
        return found

    def _number_things(self) -> None:
        number = 0
        for thing in self.position.things.values():
            if thing in self.layout.spare:
                self.things[thing] = self.layout.spare[thing]
            else:
                self.things[thing] = number
                number += 1
        if number > self.layout.capacity.things:
            raise Unlaid(f"more than {self.layout.capacity.things} things")

    def _number_of_gone(self, thing: Thing) -> int:
        """Returns the number of a thing that was removed: it is of its kind, yet none of those of its kind has it."""
        number = self.gone.get(thing, len(self.things.keys() - self.layout.spare) + len(self.gone))
        if number >= self.layout.capacity.things or (self.is_filled and thing not in self.gone):
            raise Unlaid(f"{thing.name}, which is not in the position")
        return self.gone.setdefault(thing, number)

    @cached_property
    def names(self) -> Mapping[int, Thing]:
        """All things by their numbers."""
        return {number: thing for thing, number in (self.layout.spare | self.gone | self.things).items()}

    # -- values

    def hex(self, h: Hex) -> int:
        q, r = h.q - self.corner.q, h.r - self.corner.r
        if not (0 <= q < 1 << self.layout.capacity.bits and 0 <= r < self.layout.capacity.rows):
            raise FarOff("a hex far off the map")
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
                found = self.things.get(value, self.layout.spare.get(value, self.named_by_lot(value)))
                return self._number_of_gone(value) if found is None else found
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
                cells = map(self.hex, value) if item == t.HEX else (self.value(v, item) for v in value)
                return self.put_behind([len(value), *cells])
        raise Unlaid(f"the value {value!r}")

    def put_behind(self, cells: Sequence[int]) -> int:
        """Returns the address of some cells; equal ones are stored once."""
        key = tuple(cells)
        found = None if self.constants is None else self.constants.lists.get(key)
        if found is None and (found := self.lists.get(key)) is None:
            found = self.lists[key] = self.first + len(self.behind) * CELL
            self.behind.extend(cells)
            if self.constants is None and len(self.behind) > MAX_CONSTANTS:
                raise Unlaid("more tables and lists than there is room for")
        return found

    def named_by_lot(self, thing: Thing) -> int | None:
        """Returns the number of a thing that play has made and named by lot; only `TargetRun` knows these."""
        return None

    # -- filling

    def _put(self, at: int, value: int) -> None:
        self.cells[at // CELL] = value

    def _set(self, name: str, number: int, value: int | None) -> None:
        """Writes a cell of an area by its number."""
        self.cells[self.layout.constants[name] // CELL + number] = NONE if value is None else int(value)

    def _bit(self, at: int, place: int, thing: int) -> None:
        cell = at // CELL + place * self.layout.words + thing // 64
        bits = (self.cells[cell] & 2**64 - 1) | 1 << thing % 64
        self.cells[cell] = signed(bits)

    def fill_law(self) -> None:
        """Fills in what is the same on every map."""
        layout, constants = self.layout, self.layout.constants
        for name, cell in (("FRAMES_TOP", constants["FRAMES"]), ("HEAP", constants["KEPT"]), ("ANSWERED", NONE)):
            self._set(name, 0, cell)
        steps = constants["PARTS_AT"] // CELL
        for first, last, part in layout.parts_of_cells():
            begin, end = first // (STEP * CELL), -(-last // (STEP * CELL))
            self.cells[steps + begin : steps + end] = array("q", [part]) * (end - begin)
        for number in range(layout.count):
            self._set("PLACE", number, NONE)
        self._fill_kinds()
        for i in range(len(layout.made) * layout.capacity.room["MADE"]):
            self._set("MADE_AS", i, layout.capacity.things + i)
        for name, attribute in self.graph.kinds[GAME.kind].attributes.items() if GAME.kind in self.graph.kinds else ():
            cell = self.value(self.position.given(GAME, name), attribute.type)
            self._put(layout.column(GAME.kind, name), cell)
        self._fill_things(layout.spare)

    def fill_position(self) -> None:
        """Fills in the things of the position, and what is said of anything."""
        layout, position, constants, graph = self.layout, self.position, self.layout.constants, self.graph
        self._set("ACTING", 0, layout.plain(position.acting, t.Choice("side")))
        self._set("NEXT_ORDER", 0, len(self.things))
        self._set("DISORDERED", 0, any(after < before for before, after in pairwise(self.things.values())))
        for span in position.now:
            self._set("NOW", layout.spans[span], 1)
        self._fill_things(self.things)
        named = (layout.spare | self.things) if constants["HAS_SHARES"] else {}
        for rank, thing in enumerate(sorted(named, key=str)):
            self._set("RANK", named[thing], rank)
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
                self._bit(constants["IN_HEX"], place, number)  # the bits of things lie behind those of hexes
        self._fill_values({**position.plans, **position.values}.items())
        self._fill_things(self.gone)
        self.is_filled = True
        self._fill_kept()
        self.written = memoryview(self.laid(layout.fixed))

    def _fill_values(self, values: Iterable[tuple[tuple[object, str], object]]) -> None:
        """Fills in attributes; many have the same value."""
        known, layout = dict[tuple[str, str, object], int](), self.layout
        for (subject, name), value in values:
            key = kind_of(subject), name, value
            if layout.is_evaluated and key[0] in ("hex", "hexside") and key[:2] not in layout.columns:
                continue  # the evaluator reads it from the position
            if (cell := known.get(key)) is None:
                cell = known[key] = self.value(value, self.graph.kinds[key[0]].attributes[name].type)
            place = self.hex(subject) if isinstance(subject, Hex) else self.value(subject, t.HEX)
            self.cells[layout.column(key[0], name) // CELL + place] = cell

    def _fill_things(self, things: Mapping[Thing, int]) -> None:
        """Fills in the given values of things."""
        for thing, number in things.items():
            self._set("KIND", number, self.layout.kinds[thing.kind])
            self._set("THING_NUMBER", number, signed(number_of(thing)))
            self.columns[number :: self.layout.count] = self._row_of(thing)

    def _row_of(self, thing: Thing) -> array[int]:
        """Returns the given values of a thing's attributes, in the order of the columns."""
        unit, layout, attributes = self.position.unit_of(thing), self.layout, self.graph.kinds[thing.kind].attributes
        key = thing.kind, None if unit is None else unit.id
        if key not in layout.rows:
            row = array("q", [MISSING]) * layout.constants["THING_COLUMNS"]  # for what its kind does not have
            first, step = layout.constants["FIRST_COLUMN"], layout.count * CELL
            places = {name: (layout.column(thing.kind, name) - first) // step for name in attributes}
            for name, place in places.items():
                row[place] = self.value(self.position.given(thing, name), attributes[name].type)
            layout.rows[key] = row, {n: place for n, place in places.items() if layout.is_composed(attributes[n].type)}
        row, composed = layout.rows[key]
        for name, place in composed.items():  # their addresses differ in the next position
            row[place] = self.value(self.position.given(thing, name), attributes[name].type)
        return row

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

    def fill_map(self) -> None:
        """Fills in the hexes and hexsides of the map."""
        layout, map_ = self.layout, self.position.map
        self._set("CORNER_Q", 0, self.corner.q)
        self._set("CORNER_R", 0, self.corner.r)
        for family, size in (("hex", layout.plane), ("hexside", 4 * layout.plane)):
            for name in (name for of, name in layout.columns if of == family):
                attribute = self.graph.kinds[family].attributes[name]
                at = layout.column(family, name) // CELL
                self.cells[at : at + size] = array("q", [self.value(attribute.default, attribute.type)]) * size
        hexes = () if map_ is None else map_.hexes
        sides = () if map_ is None else map_.hexsides
        self._put(layout.constants["ALL_HEXES"], self.value(hexes, t.SetOf(t.HEX)))
        self._put(layout.constants["ALL_SIDES"], self.value(sides, t.SetOf(t.HEXSIDE)))
        if map_ is not None:
            self._fill_values(
                ((where, name), value)
                for places in (hexes, sides) for where in places for name, value in map_.said(where).items()
                if value is not None and (kind_of(where), name) in layout.columns
            )  # fmt: skip
            on_map, shared = (layout.constants[name] // CELL for name in ("ON_MAP", "SHARED"))
            for place, h in enumerate(hexes, 1):
                number = self.hex(h)
                self.cells[on_map + number], self.cells[shared + number] = place, len(map_.names_of(h)) > 1
        first, last = layout.constants["COLUMN_START"] // CELL, layout.constants["COLUMN_END"] // CELL
        given = layout.constants["GIVEN"] // CELL - first
        self.cells[first + given : last + given] = self.cells[first:last]

    def _fill_kept(self) -> None:
        graph = self.graph
        for name, of in sorted(self.position.remembered, key=str):
            self._keep("memory", name, of, graph.memories[name].params, 1)
        for (name, of), number in self.position.tallied.items():
            tally = graph.tallies[name]
            self._keep("tally", name, of, tally.params, self.value(number, tally.type))

    def _keep(self, sort: str, name: str, of: tuple[object, ...], params: f.Params, value: int) -> None:
        if any(isinstance(one, Thing) and one not in self.things and one != GAME for one in of):
            return  # it was counted after the thing was removed: nothing reads it
        base, sizes = self.layout.kept[sort, name]
        place = 0
        for one, size, (_, type_) in zip(of, sizes, params, strict=True):
            cell, step = self.value(one, type_), self.layout.step_of(size)
            place = place * size + (cell // step + size // 2 if step and cell != NONE else max(cell, -1) + 1)
        if not self.layout.is_sparse(sort, name):
            self._put(base + place * CELL, value)
            return
        count = self.cells[base // CELL]
        self._put(base + (1 + 2 * count) * CELL, place)
        self._put(base + (2 + 2 * count) * CELL, value)
        self._put(base, count + 1)

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
