"""Where a position lies in memory: every value a cell of eight bytes, every attribute a column of cells.

A `Layout` is made for a law and a `Capacity`: how many things and how large a plane of hexes it has room for. All
addresses follow from these, so one printed module takes any position that fits; `image` gives the memory of one. What
play writes lies together at the beginning, from `written` to `fixed`, so that a new game is one copy.

Values as cells: yes and no are 1 and 0; a number is counted in parts of `part`, so that what the law prints and its
halves, thirds and quarters are whole; a thing is its number; a hex is `row << BITS | column` in the plane, and a
hexside four times the hex that it is named from and its direction, so that neighbours are one addition away; a value
of a choice is its place in it, a text the number under which the layout keeps it; a set is the address of its length,
behind which its members follow; a record or a contact is the address of its fields. `NONE`, `MISSING` and `UNSEEN` are
below all other values.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm, prod
from types import MappingProxyType
from typing import Any, get_type_hints

import msgspec

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import said
from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.evaluate.budget import MAX_RECORD_SIZE
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_CHOICES
from hexlaw.runtime.law.dependence import names_of_spans, spans_of
from hexlaw.runtime.law.footprint import KEPT_BY_PLAY
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.value import GAME, Moment, Thing
from hexlaw.runtime.play.chance import MADE, SPREAD

NONE, MISSING, UNSEEN = -(2**63), 1 - 2**63, 2 - 2**63
CELL = 8
SEED = 1442695040888963407
"""What the number of a list begins with: far from any value, so that none of these counts for nothing in it."""
MAX_NUMBER = 2**61
"""A bound for the parts of a number: the sum of two, or of one and none, fits into a cell and is distinct."""
FRACTIONS = 2**61 - 2**63
"""Above this, and below all numbers, places on a line are written as fractions: see `exact_place` in the library."""
PARTS = 2**4 * 3**3 * 5 * 7 * 11 * 13
"""Parts of a whole that every law counts in, besides the denominators that it prints itself: of the mean of a die's six
faces, a share of a crowd of up to fifteen."""
MAX_PART = 2**30
FINER = 300, 60, 20, 4, 2, 1
"""In how many times as many parts, or a multiple, games count that want more: few numbers, as each is printed anew."""
MAX_MEMORY = 2**29
"""Bytes of an instance. What is never written to takes no memory of the machine."""
STEP = 8
"""Cells that one stamp covers at least: each part of a position begins at a multiple."""
MAX_STAMPS = 24
MAX_CONSTANTS = 2**20
"""Cells for lists, records and tables that the code speaks of. What a position has lies behind."""
MAX_MEMO = 2**13
"""Cells of one memory or tally. Where its arguments have more values, rows are kept: how many, and for each the place
that it would have and what is kept there."""
WHOLES, PARTS_KEPT, TEXTS = 2**20, 2**40, 2**20 + 1
"""Values of whole and other numbers around 0, and of texts, of which something may be kept."""
FEW_WHOLES, MAX_PLACES = 2**14, 2**62
"""The same of whole numbers where something is kept of so many things at once that a row could not tell them all."""
MAX_PAIRS = 2**19
"""Cells for what the map decides of two of its hexes, in two bits for each pair: not known, no or yes."""
FLOODS_KEPT = 64
"""Floods through the map of which it is kept how far they came."""
CONTACT = ("side", "hex", "how", "at", "passed", "left", "out_of", "into", "on")

WORK = {
    "FREE": 2**22, "PENDING": 2**20, "LINE_ROWS": 0, "WORK_LINE": 2**12, "WORK_SIDES": 2**13, "WORK_PLACES": 2**12,
    "KEPT": 2**22, "FRAMES": 2**20, "LOG": 7 * 2**19, "LASTS": 2**12, "SEARCH": 2**20, "SEARCH_HEAP": 0,
    "SEARCH_LISTS": 2**21, "VISITED": 3 * 2**13, "PURPOSES": 3 * 2**13, "JOURNAL": 2**19, "KEYS": 0,
    "BUDGETS": 0, "PLANS": 2**16, "PLAN_LISTS": 2**17, "PLAN_HEAP": 2**13, "PLAN_SEEN": 3 * 2**14, "BEST": 2**7,
    "STEPS": 2**7, "PREFIX": 2, "BEGINNINGS": 2**10, "ROWS_KEPT": 0, "PLANNED": 0,
    "TRIED": 0, "CAPTAINS": 0, "TRIAL_PURPOSES": 3 * 2**13, "WAYS": 2**11,
    "NAMES_KEY": 1, "READS": 0, "MEMO_READS": 0, "LEADS": 2**12, "LEADS_READ": 0, "CANDIDATES": 2**12, "DOUBTS": 2**13,
    "LOTS": 0, "MEMO": 2 * 2**16, "MAP_MEMO": 2 * 2**16, "MEMO_LISTS": 2**19,
    "UNRESTED_ACTIONS": 2**6, "AWAY": 2**10, "LINE_ENTERS": 1, "LINE_LEAVES": 1, "PATH_AHEAD": 1, "PATH_ASIDE": 1,
    "FLOODS": 0, "SNAPSHOTS": 0, "CALLED": 0, "MARKED": 0, "PAIRS": 0, "GLOBALS": 2**8, "OVER_UNDICED": 2**8,
    "TERMS": 5 * 2**12, "DEPENDENTS": 3 * 2**16, "DEPENDENTS_OF": 0, "GAMES": 2**12, "FRESH": 0,
}  # fmt: skip
"""Room to work in, in cells: lists, members of lists that are being made, lines between hexes. What grows has far more
than games take: what is full all the same is laid out larger (`Target.grow`), which takes as long as to print a law."""
BESIDES = {"MADE": 64, "ROWS": 1_024, "PART": PARTS, "MARGIN": 3, "SEARCHES": 4}
"""What can be full besides these areas: things of a kind that play has made, rows of a memory or tally, parts of a
whole, hexes around the map, searches inside each other. The library tells them by their numbers, from 1."""

FIXED_CELLS = (
    "ACTING", "FRAME", "QUESTION", "ASKED_SIDE", "ASKED_PLAYER", "ASKED_PICK", "MAY_END", "DICE", "FACES", "OVER",
    "HEAP", "DISORDERED", "NEXT_ORDER", "ANSWER", "TOUCHED", "UNRESTED", "ANSWERED", "LASTING",
    "UNRESTED_COUNT", "FRAMES_TOP", "LOTS_DRAWN", "APART", "SHARES", "SHARES_BEGUN", "SHARES_LEFT_OUT",
    "SHARES_LEFT_TO", "SHARES_VEILED",
)  # fmt: skip


SORTS = {word: i for i, word in enumerate(
    ("PLAIN", "YES_NO", "EXACT", "ONE_OF", "HEX", "HEXSIDE", "GAME", "THING", "SET", "RECORD", "CONTACT")
)}  # fmt: skip
"""The sorts of types, as the library tells them apart: the values of those from `SET` on are addresses."""
OTHER, KEPT, SPANS = "@other", "@kept", "@spans"
STAMPED = (OTHER, KEPT, SPANS, e.ACTS, e.WHERE, e.THINGS)
FAMILIES = ("thing", "game", "hex", "hexside")
"""What an answer can depend on: the attributes of things and places by their names, and these besides. Of each a cell
stamps what is written of it."""


Rows = dict[tuple[str, str | None], tuple["array[int]", dict[str, int]]]
"""By kind and line of a unit chart, what the attributes of things are by themselves, in the order of the columns; and
of those whose values are lists or records, the places in it."""


class Unlaid(Exception):
    """Something of the law that cannot be laid out, by its name."""


class FarOff(Unlaid):
    """A hex that lies farther off the map than there is room for."""


class Immense(Unlaid):
    """A number beyond all that games reckon with."""


class Finer(Unlaid):
    """A number that is whole in more parts than there are: in how many times as many."""

    def __init__(self, what: str, times: int) -> None:
        super().__init__(what)
        self.times = times


@dataclass(frozen=True)
class Capacity:
    things: int
    bits: int  # columns of the plane are 2 ** bits
    rows: int
    hexes: int
    room: Mapping[str, int]  # of each area that can be full

    @staticmethod
    def of(maps: Sequence[Map], things: int, more: Mapping[str, int] = MappingProxyType({})) -> Capacity:
        """Returns the room that these maps and so many things need."""
        wide, high, hexes = 1, 1, max((len(map_.hexes) for map_ in maps), default=0)
        room = {**WORK, **BESIDES, **more}
        margins = 2 * room["MARGIN"]
        for map_ in maps:
            (left, right), (top, bottom) = ends_of(map_)
            wide, high = max(wide, right - left + 1 + margins), max(high, bottom - top + 1 + margins)
        return Capacity(things, (wide - 1).bit_length(), high, hexes, room)

    def rounded_up(self) -> Capacity:
        """Returns the least of a few capacities that holds this: what is printed for it serves many positions."""
        things = step = 0
        while self.things > 128 << things:
            things += 2
        while self.bits > 6 + step or self.rows > 16 << step or self.hexes > 256 << step:
            step += 3
        return Capacity(128 << things, 6 + step, 16 << step, 256 << step, self.room)

    def __hash__(self) -> int:
        return hash((self.things, self.bits, self.rows, self.hexes, *self.room.items()))


def _rounded_up(number: int, step: int = STEP) -> int:
    return -(-number // step) * step


def ends_of(map_: Map) -> tuple[tuple[int, int], tuple[int, int]]:
    columns, rows = [h.q for h in map_.hexes], [h.r for h in map_.hexes]
    return (min(columns), max(columns)), (min(rows), max(rows))


class Layout:
    capacity: Capacity
    reads: int  # cells of a mask of reads
    is_evaluated: bool  # the evaluator knows what play does not write, which has no cells
    decides: frozenset[str]  # the attributes that can decide how an action goes on
    sets: frozenset[tuple[str, str]]  # the attributes of hexes and hexsides that play writes
    made: tuple[str, ...]  # the kinds of things that play makes
    lots: tuple[str, ...]  # those whose things are named by lot
    printed: list[tuple[str, str]]  # lines of unit charts, each with its kind
    pairs: list[str]  # the functions that are memoised in bits, by pairs of hexes
    part: int
    count: int
    words: int
    plane: int
    texts: dict[str, int]
    kinds: dict[str, int]
    spans: dict[str, int]
    constants: dict[str, int]
    columns: dict[tuple[str, str], int]
    kept: dict[tuple[str, str], tuple[int, tuple[int, ...]]]
    printed_parts: int  # those in which everything that the law prints is whole
    parts: dict[str, int]
    secrets: tuple[str, ...]
    written: int
    fixed: int
    end: int
    behind: int  # constant data of the code
    lists: int  # the lists and records of a position

    def __init__(
        self, program: f.Program, capacity: Capacity, made: Sequence[str], sets: Iterable[tuple[str, str]] = (),
        decides: Collection[str] = (), by_lot: Collection[str] = (), reads: int = 0, asked: Iterable[Node] = (),
    ) -> None:  # fmt: skip
        self.reads, self.decides, self.sets = reads, frozenset(decides), frozenset(sets)
        self.law, self.graph, self.capacity = program.law, program.law.graph, capacity
        self.made, self.rows = tuple(made), Rows()
        self.lots = tuple(kind for kind in self.made if kind in by_lot)
        printed, denominators = said(program.law, asked)
        self.printed = sorted(printed)
        of_two = (
            f"fact:{name}" for name, fact in self.graph.facts.items()
            if fact.type == t.YES_NO and [type_ for _, type_ in fact.params] == [t.HEX, t.HEX]
        )  # fmt: skip
        self.is_evaluated = program.is_evaluated
        kept = () if self.is_evaluated else of_two
        self.pairs = [key for key in kept if program.functions[key].memory == "map"]
        self.printed_parts = _printed_parts(self.graph, denominators)
        self.part = lcm(capacity.room["PART"], self.printed_parts)
        if self.part > MAX_PART and capacity.room["PART"] == PARTS:  # printed fractions take precedence over 27ths
            self.part = lcm(PARTS // 3, self.printed_parts)
        if self.part > MAX_PART:
            raise Unlaid("fractions with too many denominators")
        self.count = _rounded_up(capacity.things + len(self.made) * capacity.room["MADE"] + len(self.printed))
        self.words = (self.count + 63) // 64
        self.plane = capacity.rows << capacity.bits
        self.texts = {"line": 0, "paths": 1}
        self.kinds = {kind: i for i, kind in enumerate(self.graph.kinds)}
        self.spans = {name: i for i, name in enumerate(names_of_spans(self.graph))}
        self.constants = {
            **SORTS, "SEED": SEED, "NONE": NONE, "MISSING": MISSING, "UNSEEN": UNSEEN, "MAX_NUMBER": MAX_NUMBER,
            "FRACTIONS": FRACTIONS, "PART": self.part, "BITS": capacity.bits,
            "ROWS": capacity.rows, "PLANE": self.plane, "THINGS": self.count, "WORDS": self.words,
            "COLUMNS": 1 << capacity.bits, "KINDS": len(self.graph.kinds),
            "CHARTS": self.count - len(self.printed), "ROW": len(CONTACT) * CELL,
            "STRETCH": 7 * CELL, "HOW_CROSSES": 0, "HOW_RUNS": 1, "HOW_CORNER": 2, "ON_LINE": 0,
            "ON_PATHS": 1, "CAPACITY": capacity.things, "MADE": capacity.room["MADE"], "FIRST_THING_ARG": 2**40,
            "MAX_ROWS": capacity.room["ROWS"], "MEMO_SLOTS": 2**16, "ENTRY": 7 * CELL,
            "MAX_RATIO": 2**59 // self.part, **{f"{what}_FULL": i for i, what in enumerate(BESIDES, 1)},
            "KIND_OF_HEX": self.kinds.get("hex", 0), "LOT_SPREAD": SPREAD, "LOT_NAMES": int(bool(self.lots)),
            "MAX_RECORD_SIZE": MAX_RECORD_SIZE, "HAS_SHARES": int(any(span.at_once for span in spans_of(self.graph))),
        }  # fmt: skip
        self._top = 16 * CELL  # address 0 is the record of no pick
        self.columns, self.kept = {}, {}
        self.written = self._top
        self._lay_written()
        self.fixed = self.constants["WRITTEN_END"] = self._top
        self.constants["PLACES_PART"] = self.parts[e.WHERE]
        self._lay_fixed()
        self.end = self._top
        self._lay_work()
        self.behind, self.lists = self._top, self._top + MAX_CONSTANTS * CELL

    @classmethod
    def of_data(cls, law: Law, data: Mapping[str, Any]) -> Layout:
        """Returns the layout that some data were made of, for the same law."""
        found = cls.__new__(cls)
        found.law, found.graph, found.rows = law, law.graph, Rows()
        for name, type_ in get_type_hints(cls).items():
            setattr(found, name, msgspec.convert(data[name], type_))
        return found

    def as_data(self) -> dict[str, Any]:
        """Returns all that was worked out, but for the law."""
        return {name: getattr(self, name) for name in get_type_hints(Layout)}

    # -- what lies where

    def room(self, cells: int, step: int = 1) -> int:
        at = self._top = _rounded_up(self._top, step * CELL)
        self._top += cells * CELL
        return at

    def _lay_written(self) -> None:
        self.constants |= {name: self.room(1) for name in FIXED_CELLS}
        names = dict.fromkeys((*STAMPED, *(name for family in FAMILIES for name in self.attributes_of(family))))
        self.constants["STAMPS"] = self.room(0)
        self.parts = {name: self.room(1) for name in names}
        sides = len(self.law.sides) or 1
        kinds = self.graph.kinds.values()
        secret = {name for kind in kinds for name, attribute in kind.attributes.items() if attribute.secret}
        self.secrets = (g.PLACE, *sorted(secret))
        self.constants["HIDDEN_ANY"] = self.room(len(self.secrets), STEP)
        self.constants["HIDDEN"] = self.room(len(self.secrets) * self.count if secret else 0)
        self.constants["HIDDEN_END"] = self._top
        areas = {
            "LOT_USED": len(self.lots), "LOT_NAME": self.count if self.lots else 0, "ORDER": self.count,
            "IN_HEX": self.plane * self.words, "IN_THING": self.count * self.words,
            "OF_KIND": len(self.kinds) * self.words, "SHOWN": len(self.secrets) * sides * self.count,
            "NOW": len(self.spans),
        }  # fmt: skip
        self.constants |= {name: self.room(cells, STEP) for name, cells in areas.items()}
        self.constants |= {"SECRETS": len(self.secrets), "SIDES": sides}
        self._lay_columns()
        self.constants["KEPT_CELLS"] = self.room(0, STEP)
        params = {("memory", name): decl.params for name, decl in self.graph.memories.items()}
        params |= {("tally", name): decl.params for name, decl in self.graph.tallies.items()}
        for (sort, name), of in params.items():
            sizes = tuple(self._values_of(type_) for _, type_ in of)
            if prod(sizes) > MAX_PLACES:  # a row has one number for all arguments
                sizes = tuple(FEW_WHOLES if size == WHOLES else size for size in sizes)
            if prod(sizes) > MAX_PLACES:
                raise Unlaid(f"the {sort} {name} of too many combinations of values")
            cells = prod(sizes) if prod(sizes) <= MAX_MEMO else 1 + 2 * self.constants["MAX_ROWS"]
            self.kept[sort, name] = self.room(cells), sizes

    def parts_of_cells(self) -> Iterator[tuple[int, int, int]]:
        """Cells that play writes, from one to another, with the cell that stamps them; one more where they hold the
        addresses of lists, as what is in these is not told by the address, and three more where these hold cells."""
        at = self.constants
        named = (
            (at["ACTING"], e.ACTS), (at["HIDDEN_ANY"], KEPT), (at["LOT_USED"], OTHER), (at["ORDER"], e.THINGS),
            (at["IN_HEX"], e.WHERE), (at["OF_KIND"], e.THINGS), (at["SHOWN"], OTHER), (at["NOW"], SPANS),
            (at["COLUMN_START"], OTHER), (at["KEPT_CELLS"], KEPT),
        )  # fmt: skip
        for (first, name), (last, _) in pairwise((*named, (self.fixed, ""))):
            yield first, last, self.parts[name]
        yield at["PLACE"], at["FIRST_COLUMN"], self.parts[e.WHERE]
        for (family, name), column in self.columns.items():
            if column < self.fixed:
                yield column, column + self.size_of(family) * CELL, self.parts[name] + self._holds_lists(family, name)

    def _holds_lists(self, family: str, name: str) -> int:
        kinds = self.graph.kinds
        of = [kinds[family]] if family != "thing" else [k for n, k in kinds.items() if n not in FAMILIES]
        types = [t.bare(kind.attributes[name].type) for kind in of if name in kind.attributes]
        are_plain = all(isinstance(type_, t.SetOf) and not self.is_composed(type_.item) for type_ in types)
        return (3 if are_plain else 1) if any(map(self.is_composed, types)) else 0

    def is_composed(self, type_: t.Type) -> bool:
        """Returns whether values of a type are lists or records."""
        bare = t.bare(type_)
        is_record = isinstance(bare, t.Kind) and (bare.name == "contact" or bare.name in self.graph.records)
        return is_record or isinstance(bare, t.SetOf)

    def stamps_of(self, reads: Collection[str]) -> list[int] | None:
        """Returns the cells that stamp what an answer depends on, None where that is too much to look at."""
        found: set[int] = set()
        for name in reads:
            if (part := name.removeprefix("attribute:")) in self.parts:
                found.add(self.parts[part])
            elif name == e.ANYTHING:
                return None
            elif name.startswith(KEPT_BY_PLAY):
                found.add(self.parts[SPANS if name.startswith("span:") else KEPT])
        return sorted(found) if len(found) <= MAX_STAMPS else None

    def size_of(self, family: str) -> int:
        """Returns how many cells a column of a family of things and places has."""
        return {"game": 1, "thing": self.count, "hex": self.plane, "hexside": 4 * self.plane}[family]

    def _lay_columns(self) -> None:
        """What can decide how an action goes on lies together: by that positions are told apart (`digest`)."""
        written = [
            (family, name) for family in ("game", "hex", "hexside") for name in self.attributes_of(family)
            if family == GAME.kind or (family, name) in self.sets
        ]  # fmt: skip
        self.constants["COLUMN_START"] = self.constants["COUNTED"] = self.room(0, STEP)
        for family, name in written:
            if name in self.decides:
                self.columns[family, name] = self.room(self.size_of(family), STEP)
        self.constants["PLACE"] = self.room(self.count, STEP)
        names = self.attributes_of("thing")
        self.constants |= {"FIRST_COLUMN": self._top, "THING_COLUMNS": len(names)}
        for name in names:
            self.columns["thing", name] = self.room(self.count)
            if name in self.decides:
                self.constants["COUNTED_END"] = self._top
        self.constants.setdefault("COUNTED_END", self.constants["FIRST_COLUMN"])
        for family, name in written:
            if name not in self.decides:
                self.columns[family, name] = self.room(self.size_of(family), STEP)
        self.constants["COLUMN_END"] = self._top
        self.constants["SIDE_COLUMN"] = self.columns.get(("thing", g.SIDE), 0)
        player = self.columns[GAME.kind, g.PLAYER] if self.graph.has_players else 0
        self.constants |= {"PLAYER_CELL": player, "PLAYER_KIND": self.kinds.get(g.PLAYER, 0)}

    def _lay_fixed(self) -> None:
        constants, kinds = self.constants, len(self.kinds)
        sizes = {
            "PARTS_AT": self._top // (STEP * CELL) + 1,
            "GIVEN": (constants["COLUMN_END"] - constants["COLUMN_START"]) // CELL,
            "DEFAULTS": kinds * constants["THING_COLUMNS"], "SECRET_OF": kinds * len(self.secrets),
            "CORNER_Q": 1, "CORNER_R": 1, "THING_NUMBER": self.count, "KIND": self.count,
            "MADE_AS": len(self.made) * self.capacity.room["MADE"], "STANDS_IN": kinds**2, "DEPTH": kinds,
            "RANK": self.count * constants["HAS_SHARES"],
            "ON_MAP": self.plane, "SHARED": self.plane, "ALL_HEXES": 1, "ALL_SIDES": 1, "LINEAGE": kinds**2,
            "HOLDER": kinds, "SWITCHES": len(self.law.switches),
        }  # fmt: skip
        constants |= {name: self.room(cells) for name, cells in sizes.items()}
        constants["GIVEN_OF_THINGS"] = constants["GIVEN"] + constants["FIRST_COLUMN"] - constants["COLUMN_START"]
        for family in ("hex", "hexside"):
            for name in () if self.is_evaluated else self.attributes_of(family):
                if (family, name) not in self.sets:
                    self.columns[family, name] = self.room(self.size_of(family))

    def _lay_work(self) -> None:
        """Room that is no part of a position."""
        met = 2 * ((1 << self.capacity.bits) + self.capacity.rows) + 2  # hexes that a line across the plane may meet
        sides = 3 * met
        lines = {"WORK_LINE": 7 * met, "WORK_SIDES": 7 * (sides + 1), "WORK_PLACES": 2 * (sides + 1)}
        row = (sides + met) * len(CONTACT) + 2
        lines["LINE_ROWS"] = max(8 * row, min(2**19, 512 * self.plane))  # as many as are met again and again
        sides, seats = self.constants["SIDES"], self.count + self.constants["SIDES"]
        rows, plans = sides * (512 * 55 + 8), sides * 99
        least = {**lines, "KEYS": seats, "BUDGETS": seats, "ROWS_KEPT": 2 * rows, "PLANNED": 2 * plans}
        least |= {"TRIED": 4 * seats, "CAPTAINS": 5 * seats, "MARKED": self.plane // 64 + 1}
        bits = ((self.capacity.hexes + 1) ** 2 + 31) // 32 + 1  # behind a stamp of what they depend on
        del self.pairs[MAX_PAIRS // bits :]
        least["PAIRS"] = len(self.pairs) * bits
        flood = 4 + 1 + 2 * self.capacity.hexes
        room = self.capacity.room
        snapshot = 2 + (self.fixed - self.constants["ORDER"]) // CELL + room["LASTS"]
        slots = {f"{name}_SLOTS": room[name] // 3 for name in ("VISITED", "PURPOSES", "TRIAL_PURPOSES", "PLAN_SEEN")}
        slots["TERM_SLOTS"] = room["TERMS"] // 5
        self.constants |= {
            "HEXES": self.capacity.hexes, "PAIRS_OF_ONE": bits * CELL, "FLOODS_KEPT": FLOODS_KEPT,
            "FLOOD_SIZE": flood * CELL, "FLOOD_HEXES": (4 + 1 + self.capacity.hexes) * CELL,
            "SNAPSHOT": snapshot * CELL, "LINE_ROOM": row * CELL, **slots,
        }  # fmt: skip
        least |= {"VISITED": room["SEARCHES"] * room["VISITED"], "LOTS": room["CANDIDATES"]}
        least["DEPENDENTS_OF"] = least["FRESH"] = self.fixed // CELL
        least["FLOODS"] = FLOODS_KEPT * flood
        least["SEARCH_HEAP"] = room["SEARCH"] // 8 + 2 * room["SEARCHES"]
        if self.constants["HAS_SHARES"]:
            least |= {"SNAPSHOTS": (2 * sides + 3) * snapshot, "CALLED": self.count}
        if self.reads:
            least |= {"READS": (room["JOURNAL"] // 4 + 1) * self.reads, "MEMO_READS": room["MEMO"] * self.reads}
            least["LEADS_READ"] = self.reads
            self.constants["READ_WORDS"] = self.reads
        for name in WORK:
            self.constants[name] = self.room(max(room[name], least.get(name, 0)))
            self.constants[f"{name}_END"] = self._top
        self.constants["LINES"] = self.room(4 * self.plane)
        row = 1 + (4 * self.plane + 63) // 64
        self.constants["BITS_OF"] = self.room(64 * row)
        self.constants |= {"BIT_ROW": row * CELL, "BEHIND": self._top}
        if self._top > MAX_MEMORY:
            raise Unlaid(f"more than {MAX_MEMORY >> 20} MB")

    def attributes_of(self, family: str) -> list[str]:
        if family != "thing":
            return list(self.graph.kinds[family].attributes) if family in self.graph.kinds else []
        kinds = (kind for name, kind in self.graph.kinds.items() if name not in ("hex", "hexside", GAME.kind))
        found = dict.fromkeys(name for kind in kinds for name in kind.attributes)
        return sorted(found, key=lambda name: name not in self.decides)

    def _values_of(self, type_: t.Type) -> int:
        """How many values there are of a type, with one more for none."""
        match t.bare(type_):
            case t.YesNo():
                return 3
            case t.Choice(name=name):
                return len(self.values_of(name)) + 1
            case t.Kind(name="hex"):
                return self.plane + 1
            case t.Kind(name=GAME.kind):
                return 2
            case t.Kind(name="hexside"):
                return 4 * self.plane + 1
            case t.Text():
                return TEXTS
            case t.Number() as bare:
                return PARTS_KEPT if bare.exact else WHOLES
            case t.Kind():
                return self.count + 1
        raise AssertionError(type_)

    def step_of(self, size: int) -> int:
        """Returns how far apart numbers are of which something is kept, by how many there are; 0 if they are none."""
        return {WHOLES: self.part, FEW_WHOLES: self.part, PARTS_KEPT: 1}.get(size, 0)

    def is_sparse(self, sort: str, name: str) -> bool:
        """Returns whether a memory or tally is kept in rows."""
        return prod(self.kept[sort, name][1]) > MAX_MEMO

    @cached_property
    def spare(self) -> dict[Thing, int]:
        """Returns the numbers of lines of unit charts, and of the things that play can make."""
        found = {Thing(kind, f"@{line}"): self.constants["CHARTS"] + i for i, (line, kind) in enumerate(self.printed)}
        for kind in self.made:
            for n in range(self.capacity.room["MADE"]):
                found[Thing(kind, f"{kind}-" + (f"?{n}" if kind in self.lots else f"{n + 1}"))] = self.pool(kind) + n
        return found

    def secret(self, name: str) -> int:
        return self.secrets.index(name)

    def pool(self, kind: str) -> int:
        """Returns the first of the numbers of things of a kind that play makes."""
        return self.capacity.things + self.made.index(kind) * self.capacity.room["MADE"]

    def lot_name(self, thing: Thing) -> int:
        """Returns the cell for a name such as those of things that are named by lot, 0 for other names."""
        for i, kind in enumerate(self.lots):
            number = thing.name.removeprefix(f"{kind}-")
            if number != thing.name and MADE.fullmatch(number):
                return (i << 32) + int(number)
        return 0

    def values_of(self, choice: str) -> tuple[str, ...]:
        found = self.graph.choices.get(choice)
        return BUILTIN_CHOICES[choice] if found is None else found.values

    def column(self, owner: str, name: str) -> int:
        return self.columns[owner if owner in ("hex", "hexside", GAME.kind) else "thing", name]

    # -- values

    def text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def plain(self, value: object, type_: t.Type) -> int | None:
        """Returns the cell of a value that is no set or record; None where it is one."""
        match value:
            case None:
                return NONE
            case bool():
                return int(value)
            case int() | Fraction():
                parts = Fraction(value) * self.part
                if parts.denominator != 1:
                    raise Finer(f"the number {value}", parts.denominator)
                if abs(parts) >= MAX_NUMBER:
                    raise Immense(f"the number {value}")
                return int(parts)
            case str():
                bare = t.bare(type_)
                return self.values_of(bare.name).index(value) if isinstance(bare, t.Choice) else self.text(value)
            case Moment(edge=edge, which=which, span=span, owner=owner):
                side = 0 if owner is None else 1 + self.law.sides.index(owner)
                return (self.spans[span] << 16) | (side << 2) | ((which == "next") << 1) | (edge == "end")
            case _ if value is g.MISSING:
                return MISSING
        return None


def signed(number: int) -> int:
    """Returns an unsigned number of 64 bits as the signed one of the same bits."""
    return number - 2**64 if number >= 2**63 else number


CONTACT_TYPES: Mapping[str, t.Type] = {
    "side": t.OrNone(t.HEXSIDE), "hex": t.OrNone(t.HEX), "how": t.Choice("contact-way"), "at": t.EXACT,
    "passed": t.WHOLE, "left": t.WHOLE, "out_of": t.OrNone(t.HEX), "into": t.OrNone(t.HEX), "on": t.TEXT,
}  # fmt: skip


def lines_of(printed: f.Op) -> tuple[str, str]:
    """Returns the line of a unit chart and the kind that an operation `printed` speaks of."""
    line, kind = printed.args
    assert isinstance(line, f.Const) and isinstance(kind, f.Const)
    return str(line.value), str(kind.value)


def _printed_parts(graph: g.Graph, found: set[int]) -> int:
    """Returns the number of parts in which everything that the law prints is whole."""
    for table in graph.tables.values():
        values = [cell.value for cell in table.data.cells.values()]
        values += [n for axis in table.data.axes for b in axis.brackets for n in (b.start, b.stop)]
        found |= {v.denominator for v in values if isinstance(v, Fraction)}
    for kind in graph.kinds.values():
        found |= {a.default.denominator for a in kind.attributes.values() if isinstance(a.default, Fraction)}
    for unit in graph.units.values():
        found |= {v.denominator for v in unit.values.values() if isinstance(v, Fraction)}
    return lcm(*found)
