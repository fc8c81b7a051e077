"""Prints the module of a situation, and plays games in it.

An engine (`engines.py`) compiles and runs the module. A `Target` is made once for a situation under its options and
readings; what it cannot carry it refuses by name (`refusal`), and then it plays nothing.
Where a game stops before its end, because the law gives no answer, something is hidden, or room runs out, the same
game is played in printed Python that asks the evaluator: it comes to the same place, and has the words.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from math import lcm
from threading import RLock
from types import MappingProxyType
from typing import Any

from hexlaw.compiler.base.collector import no_garbage_collection
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.doing_half import DoingHalf
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import passed
from hexlaw.compiler.wasm.code import PAGE, Module
from hexlaw.compiler.wasm.doing import Doing
from hexlaw.compiler.wasm.engines import CompiledModule, Engine, Trap
from hexlaw.compiler.wasm.image import Image
from hexlaw.compiler.wasm.kept import Kept, kept
from hexlaw.compiler.wasm.layout import BESIDES, CELL, FINER, MAX_PART, NONE, WORK, Capacity, Layout, Unlaid, signed
from hexlaw.compiler.wasm.noting import NOTING
from hexlaw.compiler.wasm.playable import Playable, Signature, packed, unpacked
from hexlaw.compiler.wasm.procedures import CONSTANTS, MAX_WORK
from hexlaw.compiler.wasm.program import CHANCE, Program, Weighed, styles_of
from hexlaw.compiler.wasm.python_engine import engine
from hexlaw.compiler.wasm.reading import Reading, Watched
from hexlaw.compiler.wasm.subset import Library
from hexlaw.compiler.wasm.value_code import Values
from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.evaluate.recursion import room_to_nest
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import named_in
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import GAME, Thing
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.chance import folded, word
from hexlaw.runtime.play.game import ACTION, Setup
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot, Question
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players
from hexlaw.runtime.play.trials import BegunApart
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

JUDGING = ("base", "lines")
PLAYING = (
    "machine", "shapes", "seats", "views", "shares", "entries", "search", "playing", "incremental", "programs",
    "captain", "trying",
)  # fmt: skip
"""The files of the library, for what judges alone and for what plays."""
PAGE_SIZE = 2**12
ROOM = 2**22
"""Bytes behind the layout, for the lists of a position."""
OUT_OF_WORK, NOT_YET = 6, CONSTANTS["NOT_YET"]
BUDGET = 2**22
"""Turns of loops after which a game under way returns to the caller: some 50 ms."""
MANY_GAMES = 3
"""So many games justify printing a law first."""
CARRIED, REFUSED = b"+", b"-"
"""The first byte of a cache entry: a module, whose digest comes next, or the reasons why there is none."""

WHY_BACK = {
    1: "the law gives no answer",
    2: "it depends on what is not seen",
    3: "there is no room, or a bound is reached",
    4: "something is broken that must hold at all times",
    5: "something stands where it may not",
    6: "a question takes more work than any may",
    7: "it parts from the evaluator: what is answered there cannot be answered here",
}
"""Why the evaluator has to answer for a game, by how the target stopped."""
CARRIED_OUT = ("answer", "begin", "go_on_apart", "passes_over", "past_dead_ends", "play", "tried")
"""The functions that return how they stopped."""
NO_ROOM, PARTS_HERE, NOT_OVER = (3, OUT_OF_WORK), 7, 3
"""Stops for want of room or work; where an answer of the journal is none here; a game that is not over."""
CHANCE_ASKED = (CONSTANTS["THROW"], CONSTANTS["DRAW"])
Asked = tuple[str, str]
"""Whose question it is (empty for chance), and what is asked."""


def is_worth_it(key: str | None, games: int) -> bool:
    """Returns whether so many games are faster here than in Python: printing a law takes as long as a few games,
    loading it from the cache less than one."""
    if games >= MANY_GAMES:
        return True
    place = kept()
    return key is not None and place is not None and place.read(_kept_as(place, key)) is not None


def _kept_as(place: Kept, key: str, room: Mapping[str, int] = MappingProxyType({})) -> str:
    """Returns the cache name of what was printed for a key, with more room than usual."""
    return place.name("printed", key, *(f"{what} {number}" for what, number in sorted(room.items())))


def asked_by(question: Question) -> Asked:
    """Returns what the machine asks, as `Target.asked` has it."""
    if isinstance(question, ByLot):
        return "", question.name
    return question.who, getattr(question, "pick", ACTION)


STOP, ANSWERED = "stop", ("play:", "broken anew ")
"""How the names of functions begin that the evaluator answers in an evaluated game, and the function that stops the
law."""


class Stopped(Exception):
    """The law gives no answer (1), it depends on what is not seen (2), or there is no room or time for it (3)."""


class NoRoom(Exception):
    """The area of the layout that is full, or one of its `BESIDES`; how large it has to be, and why."""


class PrintedTarget:
    """A program printed for a capacity: its module, and where a position lies in it."""

    def __init__(
        self, program: f.Program, capacity: Capacity, position: Position, doing: DoingHalf | None = None,
        reading: Reading | None = None,
    ) -> None:  # fmt: skip
        self.program = program
        self.ending: tuple[str, ...] = ()
        lines = () if doing is None else doing.agenda.statements
        making = (line for line in lines if e.THINGS in line.CHANGES and line.NAMES)
        made = dict.fromkeys(next(named_in(line))[1] for line in making)
        written = [(line.owner, line.name) for line in lines if isinstance(line, e.SetAttribute)]
        decides = frozenset[str]() if doing is None else doing.agenda.read_in_actions
        by_lot = () if doing is None else doing.agenda.named_by_lot
        reads = 0 if reading is None else reading.words
        asked: list[Node] = [] if doing is None else [*doing.asked_by_situation]
        given: list[object] = [*position.values.values(), *position.tallied.values()]
        if (map_ := position.map) is not None:
            given += [value for h in map_.hexes for value in map_.said(h).values()]
            given += [value for side in map_.hexsides for value in map_.said(side).values()]
        asked += [e.Const(value, t.EXACT) for value in given if isinstance(value, Fraction)]
        self.layout = Layout(program, capacity, list(made), written, decides, by_lot, reads, asked)
        self.constants = Image(self.layout, position)  # constant data of the code is added behind it
        self.values = Values(program, self.layout, self.constants)
        self.values.reading = reading
        self.doing = None if doing is None else Doing(self.values, doing)

    @cached_property
    def module(self) -> Module:
        constants = self.layout.constants | ({} if self.doing is None else self.doing.finish())
        library = Library(constants, self.values.functions)
        asked = [self.values.numbered(key) for key in self.ending if key]
        constants["ENDING"] = self.constants.put_behind([len(asked), *asked])
        besides = ("reading",) * (self.layout.reads > 0)
        for name in JUDGING if self.doing is None else (*JUDGING, *PLAYING, *besides):
            constants[f"GLOBALS_OF_{name.upper()}"] = constants["GLOBALS"] + CELL * len(library.globals)
            library.add(name)
        begun = {"free": "FREE", "pending": "PENDING", "rows": "LINE_ROWS", "logged": "LOG", "memo_top": "MEMO_LISTS"}
        library.globals |= {name: constants[at] for name, at in begun.items() if name in library.globals}
        library.globals["work"] = MAX_WORK
        return Module(
            library.functions, library.globals, self.values.table, [(self.layout.behind, self.constants.behind)],
            -(-(self.layout.lists + ROOM) // PAGE), constants["GLOBALS"], library.names, library.plain,
        )  # fmt: skip

    @cached_property
    def playable(self) -> Playable:
        doing, functions, printed = self.doing, self.program.functions, self.values.functions
        actions = () if doing is None else tuple(doing.actions)
        answered, frames = ({}, {}) if doing is None else (doing.answered, doing.frames)
        of_map = OnDemand(printed, lambda key: key in functions and functions[key].memory == "map")

        def signature(key: str) -> Signature:
            function = functions[key]
            params = tuple(type_ for _, type_ in function.params)
            return params, function.body.type

        return Playable(
            OnDemand(functions, signature), doing is not None, actions, answered,
            self.ending, frames, of_map, self.module.places, self.layout, self.constants,
        )  # fmt: skip

    def refused(self, *, at_once: bool = False) -> dict[str, str]:
        """Returns what cannot be carried, with why, by function or procedure: of the procedures alone (`at_once`), or
        of all that may be called."""
        assert self.module
        for name in () if at_once else self.values.functions:
            if name.endswith(NOTING):  # a copy of what is printed
                continue
            assert self.values.functions[name]
        return self.values.refused | ({} if self.doing is None else self.doing.refused)


class TargetRun:
    """An instance of a printed module, with one position at a time in its memory."""

    def __init__(self, playable: Playable, compiled: CompiledModule, *, is_evaluated: bool = False) -> None:
        self.playable, self.layout = playable, playable.layout
        self._is_evaluated = is_evaluated
        self.evaluates: Callable[[str, Sequence[int]], int]  # answers for the evaluator in the game in hand
        self.is_amid = self.is_quiet = False  # whether it is being asked; whether reads are not recorded
        self._compiled = compiled
        self.image = playable.image
        self._ground: Image | None = None  # the bare map that is loaded
        self.holder: object = None  # who loaded the position, where games share the instance
        self.styles: Mapping[int, int] = {}  # the styles of sides, by their cells
        self.parts = self.layout.capacity.room["PART"]  # that the game has asked for; the layout may have more
        self._lays_down = "lay_down_unplayed" if playable.plays else "lay_down"
        self._made_anew()

    def _made_anew(self) -> None:
        answered = lambda name: partial(self._evaluate, name) if name == STOP or name.startswith(ANSWERED) else None  # noqa: E731
        compiled, of = self._compiled, self._compiled.answered
        made = self._instance = of(answered) if of and self._is_evaluated else compiled.instance()
        self.read, self.write, self.cell, self.put, self.inside = made.read, made.write, made.cell, made.put, made.call
        places = self.playable.globals
        self.get: Callable[[str], int] = lambda name: made.cell(places[name])
        self.set: Callable[[str, int], object] = lambda name, value: made.put(places[name], value)
        self.is_trapped, self._ground = False, None

    def _evaluate(self, name: str, *cells: int) -> int:
        self.is_amid = True
        try:
            return self.evaluates(name, cells)
        finally:
            self.is_amid = False

    def take(self, image: Image, *, knows_map: bool = True) -> None:
        """Loads a position; where its map is loaded already, only the difference. Cached answers about the map stay,
        unless `knows_map` is false."""
        if self.is_trapped:  # amid a write: the memory is inconsistent
            self._made_anew()
        before, self.image, ground = self.image, image, image.ground or image
        is_same_map = self._ground is ground and before.switches is image.switches
        is_same_map = is_same_map and knows_map and not (before.draws_on_map or image.draws_on_map)
        if self._ground is not ground:
            self._put_in(0, ground.memory)
            self._put_in(ground.first, bytearray(ground.behind))
            self._ground, before = ground, ground
        if image is not ground:
            self.write(self.layout.constants["GIVEN_OF_THINGS"], image.columns.tobytes())
            for number in (*(before.cells if before is not ground else ()), *image.cells):
                if number * CELL >= self.layout.fixed:
                    self.put(number * CELL, image.cells[number])
            tail = image.behind[len(ground.behind) :]
            self.write(image.first + len(ground.behind) * CELL, tail.tobytes())
        if image.switches is not None and before.switches is not image.switches:
            self.write(self.layout.constants["SWITCHES"], image.switches)
        self._put_in(self.layout.constants["FRESH"], image.written)
        newest, constants = self.get("newest") + 1, self.layout.constants
        self.set("newest", newest)
        if not is_same_map:
            for at in range(constants["PAIRS"], constants["PAIRS_END"], constants["PAIRS_OF_ONE"]):
                if self.cell(at):
                    self.write(at, bytes(constants["PAIRS_OF_ONE"]))
        self.set("map_stamp", signed(folded(newest, 1)))  # hashed, as arguments are folded into it
        self.set("fresh_stamp", signed(folded(newest, 0)))
        self.inside(self._lays_down, ())

    def _put_in(self, at: int, data: bytearray | memoryview) -> None:
        """Writes the pages that differ: pages that stay empty take no memory."""
        for first in range(at, at + len(data), PAGE_SIZE):
            if (page := bytes(data[first - at : first - at + PAGE_SIZE])) != self.read(first, first + len(page)):
                self.write(first, page)

    def begin_anew(self) -> None:
        """Resets what play writes to the position that was loaded last; sides keep their styles."""
        if self.is_trapped:
            self.take(self.image)
        for at, style in self.styles.items():
            self.put(self.layout.constants["FRESH"] + at, style)
        self.set("part_grows", MAX_PART // lcm(self.parts, self.layout.printed_parts))
        self.inside(self._lays_down, ())

    def cells(self, first: int, last: int) -> Sequence[int]:
        found = array("q")
        found.frombytes(self.read(first, last))
        return found

    def listed(self, at: int) -> Sequence[int]:
        """Returns the members of a list."""
        return self.cells(at, at + (self.cell(at) + 1) * CELL)[1:]

    def call(self, name: str, *args: int) -> int:
        """Returns the result of a function, or how it stopped where it took more work than allowed."""
        self.set("work", MAX_WORK)
        try:
            found = self._instance.call(name, args)
        except Trap as trap:
            self.is_trapped = True
            if trap.no_stack:  # a second safeguard: engines differ in the size of their stack
                self.set("stopped", OUT_OF_WORK)
            if not self.get("stopped"):
                raise
            # code that goes on without a value after a stop may load outside the memory; at 0 lies an empty list
            found = OUT_OF_WORK if self.get("stopped") in NO_ROOM else self.get("stopped") * (name in CARRIED_OUT)
        except (LawStop, NoRoom):  # raised by the evaluator
            self.is_trapped = True
            raise
        if self.get("stopped") == 3 and self.get("full_at"):
            raise self._full()
        return found

    def _full(self) -> NoRoom:
        at, ends = self.get("full_at"), self.layout.constants
        areas = [*BESIDES, *(name for name in WORK if ends[name] <= at < ends[f"{name}_END"])]
        what = areas[at - 1 if at <= len(BESIDES) else -1]
        has, times = self.layout.capacity.room[what], self.get("full_times")
        frame, where = self.cell(ends["FRAME"]), ""
        while frame and ":" not in where:
            framed = self.playable.frames.get(self.cell(frame))
            where, frame = "" if framed is None else framed.name, self.cell(frame + 2 * CELL)
        wanted = (self.parts if what == "PART" else has) * times
        return NoRoom(what, wanted, f"`{where or 'begin'}` takes more than {has:,} of `{what}`")

    def ask(self, key: str, args: Sequence[object]) -> Any:
        """Returns what a function of the law says of the position; raises `Stopped` where it has no answer."""
        (params, gives), constants = self.playable.functions[key], self.layout.constants
        for name, value in (("stopped", 0), ("free", constants["FREE"]), ("pending", constants["PENDING"])):
            self.set(name, value)
        found = self.call(key, *[self.given(value, type_) for value, type_ in zip(args, params, strict=True)])
        stopped = self.get("stopped")
        if stopped:
            raise Stopped(stopped)
        return self.image.back(found, gives, self.cell)

    def given(self, value: object, type_: t.Type) -> int:
        before, self.image.named_by_lot = len(self.image.behind), self._named_by_lot  # type: ignore[method-assign]
        try:
            return self.image.value(value, type_)
        finally:  # parts of it are laid down even where the value itself cannot be
            if len(self.image.behind) > before:
                self.write(self.image.first + before * CELL, self.image.behind[before:].tobytes())

    def _named_by_lot(self, thing: Thing) -> int | None:
        at, name = self.layout.constants["LOT_NAME"], self.layout.lot_name(thing)
        made = (number for one, number in self.layout.spare.items() if name and one.kind == thing.kind)
        return next((number for number in made if self.cell(at + number * CELL) == name), None)


@dataclass
class PlayedOut:
    """The result and the journal of a game; `stopped` says why it is not at its end, 0 if it is."""

    journal: Callable[[], list[Entry]]
    decisions: int = 0
    throws: int = 0
    winner: object = None
    report: dict[str, object] = field(default_factory=dict)
    stopped: int = 0

    @cached_property
    def entries(self) -> list[Entry]:
        """The journal, decoded on demand."""
        return self.journal()


class Target:
    """Plays a situation to its end, without asking anybody. What was printed and compiled is cached under `key`, which
    depends on the situation, the law in force and what is `watched`; without a key it is made anew. Reads of what is
    watched are recorded. An area that is full gets more `room`, and the game is played again from its beginning
    (`grow`)."""

    def __init__(
        self, agenda: Agenda, setup: Setup, key: str | None = None, watched: Watched | None = None, *,
        plays: bool = True, engine: Engine | None = None, room: Mapping[str, int] = MappingProxyType({}),
        capacity: Capacity | None = None, is_evaluated: bool = False,
    ) -> None:  # fmt: skip
        self.capacity, self.is_evaluated, self.lock = capacity, is_evaluated, RLock()
        self.agenda, self.setup, self.graph, self.sides = agenda, setup, agenda.law.graph, agenda.law.sides
        self.key, self.watched, self.room = key, watched, room
        self.refused_at_once: dict[str, str] = {}
        self.wants = ""  # why there cannot be more room, if that was needed
        self._engine = engine
        self._code: bytes | None = None  # the module in the language of the engine
        self.plays = plays  # else only `refusal` is wanted, in a fifth of the time
        self._entries: dict[tuple[int, ...], Entry] = {}  # decoded before, by their cells
        self._rooms: dict[frozenset[tuple[str, int]], dict[str, object]] = {}  # this target with other room
        self._place = None if key is None else kept()
        self._name = "" if self._place is None or key is None else _kept_as(self._place, key, room)
        data = None if self._place is None else self._place.read(self._name)
        if data is not None and data[:1] == REFUSED:
            self.refused_at_once = json.loads(data[1:])
        elif data is None or not self.engine.keeps:
            self._print()
        else:
            self.digest = data[1:65].decode()
            self.playable, self.refusal = unpacked(data[65:], agenda.law, setup.position), {}

    def begun_at(self, setup: Setup, switches: bytes | None = None) -> Target:
        """Returns the same target for another position; raises `Unlaid` where there is no room for it."""
        found = copy(self)
        found.playable = replace(self.playable, image=self.playable.image_of(setup.position, switches))
        found.setup, found._rooms = setup, {}
        return found

    @cached_property
    def refusal(self) -> dict[str, str]:
        """What of the law cannot be carried, each with why; all of it is printed to find out."""
        if self.refused_at_once:
            return self.refused_at_once
        with room_to_nest(), no_garbage_collection():
            return self.printed.refused()

    @property
    def why_refused(self) -> str:
        """The first refusal in words."""
        (place, why), *more = sorted(self.refusal.items())
        return f"`{place.partition(':')[2] or place}`: {why}" + f" (and {len(more)} more)" * bool(more)

    def grow(self, full: NoRoom, room: Mapping[str, int]) -> bool:
        """Makes room for what was full in a game that had this `room`, unless there is more; False if none can be."""
        if self.room == room and not self.wants:
            what, wanted, why = full.args
            self.wants = self._lay_out({**room, what: wanted}, f"{why}: ")
        return not self.wants

    def _lay_out(self, room: Mapping[str, int], why: str = "") -> str:
        """Becomes the same target with this room, printed once; returns why that cannot be, or nothing. If it
        fits, the layout gets a multiple of the parts asked for, so that few different layouts are printed. `room` keeps
        what was asked for, so the spare parts never leave a later request without room."""
        larger = {**room}
        if "PART" in room:
            printed, finer = self.playable.layout.printed_parts, (lcm(n * BESIDES["PART"], room["PART"]) for n in FINER)
            larger["PART"] = next((parts for parts in finer if lcm(parts, printed) <= MAX_PART), room["PART"])
        key = frozenset(larger.items())
        self._rooms = self._rooms or {frozenset(self.room.items()): self.__dict__}
        if key not in self._rooms:
            found = Target(self.agenda, self.setup, self.key, self.watched, engine=self.engine, room=larger)
            if found.refused_at_once:
                return why + found.why_refused
            found._rooms = self._rooms
            self._rooms[key] = found.__dict__
        self.__dict__ = self._rooms[key]
        self.room = room
        if "running" in self.__dict__:
            self.running.parts = room.get("PART", BESIDES["PART"])
        return ""

    def why_stopped(self, stopped: int) -> str:
        """Returns why the evaluator has to answer for a game, by how it stopped."""
        return self.wants if self.wants and stopped == 3 else WHY_BACK[stopped]

    def _print(self) -> None:
        try:
            with room_to_nest(), no_garbage_collection():
                self.refused_at_once = self.printed.refused(at_once=not self.engine.keeps)
                if not self.refused_at_once and self.plays:
                    made = self.printed.playable
                    self.playable = replace(made, image=made.image_of(self.setup.position))
        except Unlaid as why:
            self.refused_at_once = {self.setup.situation: str(why)}
        place = self._place
        if place is not None and self.refused_at_once:
            place.write(self._name, REFUSED + json.dumps(self.refused_at_once).encode())
        elif place is not None and self.engine.keeps:
            self._code = self._printed_code()
            self.digest = sha256(self._code).hexdigest()
            place.write(self._name, CARRIED + self.digest.encode() + packed(self.playable))
            place.write(place.name(self.engine.language, self.digest), self._code)

    def to_ship(self) -> dict[str, bytes]:
        """Returns its cache entries by name, to ship with the sources; none where something is refused."""
        place = self._place
        if place is None or self.refused_at_once:
            return {}
        names = self._name, place.name(self.engine.language, self.digest)
        return {name: data for name in names if (data := place.read(name)) is not None}

    def _printed_code(self) -> Any:
        with room_to_nest(), no_garbage_collection():
            return self.engine.printed(self.printed.module)

    @cached_property
    def printed(self) -> PrintedTarget:
        """The law and the machine of play, printed for this situation."""
        watched = self.watched
        doing = DoingHalf(self.agenda, self.setup)
        program = lowered(self.agenda.law, played=doing, watched=() if watched is None else watched.rules)
        program = replace(program, is_evaluated=True) if self.is_evaluated else passed(program)
        reading = None if watched is None else Reading(watched, doing.asked)
        maps = [] if self.setup.position.map is None else [self.setup.position.map]
        capacity = self.capacity or Capacity.of(maps, len(self.setup.position.things), self.room)
        found = PrintedTarget(program, capacity, self.setup.position, doing, reading)
        ending = (doing.perhaps(node, {}) for node in self._ending)
        found.ending = tuple(one.function if isinstance(one, f.Call) else "" for one in ending)
        for key in filter(None, found.ending):
            found.values.called(key)
        return found

    @property
    def _ending(self) -> Sequence[e.Expr | None]:
        """The expressions for the winner, and for the figures that the situation reports at its end."""
        return self.setup.winner, *(node for _, node in self.setup.tells)

    @cached_property
    def engine(self) -> Engine:
        return self._engine or engine()

    @cached_property
    def compiled(self) -> CompiledModule:
        """The module, compiled once for all processes that are forked."""
        place, made = self._place, self.engine
        if place is None or not made.keeps:
            return made.compiled(self._printed_code())
        name = place.name("native", self.digest, *made.like)
        if (native := place.read(name)) is not None:
            if (found := made.taken_up(native)) is not None:
                return found
            place.throw_away(name)
        self._code = self._code or place.read(place.name(made.language, self.digest))
        if self._code is None:  # the cache has lost it
            self._print()
        found = made.compiled(self._code)
        if (native := found.native()) is not None:
            place.write(place.name("native", self.digest, *made.like), native)
        return found

    def in_engine(self, made: Engine) -> Target:
        """Returns the same target compiled for another engine, and cached if that engine's code is."""
        found = copy(self)
        for name in ("compiled", "running", "printed", "refusal"):
            vars(found).pop(name, None)
        found.engine, found._rooms = made, {}
        found._print()
        assert found.refusal or found.compiled
        del found.printed  # large, and printed again on demand
        return found

    @cached_property
    def running(self) -> TargetRun:
        compiled = self.compiled  # may print anew
        found = TargetRun(self.playable, compiled)
        found.take(self.playable.image)
        found.parts = self.room.get("PART", BESIDES["PART"])
        return found

    def begin_anew(self, seed: str | None) -> None:
        """Loads the situation, and the key for names by lot; without a seed, things are named in order."""
        self.running.begin_anew()
        self.running.set("journals", 0)
        if self.watched is not None:
            self.running.write(self.playable.layout.constants["READS"], bytes(self._noted))
            self.running.set("turns", -1)
        key = NONE if seed is None else signed(folded(word(seed), word("names")))
        self.running.put(self.playable.layout.constants["NAMES_KEY"], key)

    @cached_property
    def _seats(self) -> list[tuple[str, int]]:
        """The seats, each with the index of its key."""
        things = self.running.image.things
        players = [(thing.name, number) for thing, number in things.items() if thing.kind == g.PLAYER]
        sides = [(side, self.playable.layout.count + i) for i, side in enumerate(self.sides)]
        return [*(players if self.graph.has_players else []), *sides]

    def play(
        self, seed: str | None, players: Mapping[str, str], most: int, going_on: Callable[[], None] = lambda: None,
        begun: Sequence[Entry] = (), dice: str | None = None,
        programs: Mapping[str, Program] = MappingProxyType({}), until: Callable[[], bool] | None = None,
    ) -> PlayedOut:  # fmt: skip
        """Plays a game by its seed and those of its players, by seat or by side; a seat without a program plays by
        chance. A game that was `begun` elsewhere is replayed from its journal, perhaps to the middle of an action, and
        goes on there, with the seed `dice` if one is given; without a seed of the game new things are named in order.
        Play stops after `most` answers, or at a question where `until` holds. It begins with the parts of
        numbers that its law asks for: what a program thinks may depend on them, and so would a game on those before."""
        self._lay_out({what: wanted for what, wanted in self.room.items() if what != "PART"})
        while True:
            try:
                running, constants = self.running, self.playable.layout.constants
                stopped = self.begin(seed, players, programs)
                for entry in begun:
                    stopped = stopped or self.answer(entry)
                stopped = stopped or NOT_YET
                thrown_by = signed(folded(word((seed if dice is None else dice) or ""), word("dice")))
                while stopped == NOT_YET:
                    going_on()
                    answered = (running.get("written") - constants["JOURNAL"]) // (4 * CELL)
                    behind = most if until is None else min(most, answered + 1)
                    stopped = running.call("play", thrown_by, behind, BUDGET)
                    if until is not None and not stopped and behind < most:
                        stopped = 0 if running.cell(constants["OVER"]) or until() else NOT_YET
                played = self._played(constants["JOURNAL"], running.get("written"))
                played.stopped = stopped or (0 if running.cell(constants["OVER"]) else NOT_OVER)
                if not played.stopped:
                    try:
                        played.winner, played.report = self.result()
                    except Stopped as stop:
                        played.stopped = stop.args[0]
                return played
            except NoRoom as full:
                if not self.grow(full, self.room):
                    return PlayedOut(list, stopped=3)

    def play_games(
        self, seeds: Sequence[str], programs: Mapping[str, Program], most: int, going_on: Callable[[], None]
    ) -> Iterator[PlayedOut]:
        """Plays a game of each seed. Where all answer by chance, as many are played in one call as there is room for;
        one that stops short of its end is played once more by itself. So are all where the law gives lists as their
        figures, what journals say is overwritten by the next game, or reads are recorded."""
        figures = [self.playable.functions[key][1] for key in self.playable.ending if key]
        by_itself = self._tells_anew or self.watched is not None or isinstance(self.setup.begins, BegunApart)
        by_itself |= {*programs.values()} != {CHANCE} or any(map(self.playable.layout.is_composed, figures))
        while seeds:
            keys = keys_of_players(self.setup.position, seeds[0])
            found = [] if by_itself else self._in_one_call(seeds, most, going_on)
            yield from found or [self.play(seeds[0], keys, most, going_on, programs=programs)]
            seeds = seeds[max(1, len(found)) :]

    def _in_one_call(self, seeds: Sequence[str], most: int, going_on: Callable[[], None]) -> list[PlayedOut]:
        """Returns the first of these games: their keys are laid down in rows, which the module goes through."""
        running, at, labels = self.running, self.playable.layout.constants, keys_of_players(self.setup.position, "")
        seats = {number: labels[seat] for seat, number in self._seats if seat in labels}
        row, first = 2 + max(len(seats), len(self.playable.ending)), at["GAMES"] + (1 + len(seats)) * CELL
        seeds, rows = seeds[: (at["GAMES_END"] - first) // (row * CELL)], array("q", [len(seats), *seats])
        for seed in seeds:
            keys = [folded(word(seed), word(of)) for of in ("names", "dice")]
            keys += [word(seed + label) for label in seats.values()]
            rows.extend(map(signed, keys + [0] * (row - len(keys))))
        part = self._seat(None, {}, {})
        running.write(at["GAMES"], rows.tobytes())
        for name, value in ("game_row", first), ("row_size", row * CELL), ("has_begun", 0):
            running.set(name, value)
        behind, stopped = first + len(seeds) * row * CELL, NOT_YET
        with suppress(NoRoom):
            while stopped == NOT_YET:
                going_on()
                stopped = running.call("play_games", part, behind, most, BUDGET)
        cells, begun, found = running.cells(first, running.get("game_row")), at["JOURNAL"], list[PlayedOut]()
        for i in range(0, len(cells), row):
            found.append(self._played(begun, begun := cells[i]))
            found[-1].winner, found[-1].report = self.result(iter(cells[i + 1 : i + row]))
        return found

    def _played(self, begun: int, behind: int) -> PlayedOut:
        """Returns a game by its journal, which lies between two addresses."""
        cells = self.running.cells(begun, behind)
        throws = sum(side < 0 for side in cells[1::4])
        entries = self.entries_of(cells) if self._tells_anew else None
        journal = lambda: self.entries_of(cells) if entries is None else entries  # noqa: E731
        return PlayedOut(journal, len(cells) // 4 - throws, throws)

    def worths(self) -> dict[str, Fraction]:
        """Returns what the position in hand is worth to each side, as far as the law says."""
        part, found = self.playable.layout.part, dict[str, Fraction]()
        for number, side in enumerate(self.sides):
            if (cell := self.running.call("worth", number)) != NONE:
                found[side] = Fraction(cell, part)
        return found

    def result(self, cells: Iterator[int] | None = None) -> tuple[object, dict[str, object]]:
        """Returns the winner of a game that is over, and its figures; raises `Stopped` where the law gives none. What
        was asked already is in `cells`."""

        def value(node: e.Expr | None, key: str) -> object:
            if key and cells is not None:
                return self.running.image.back(next(cells), self.playable.functions[key][1], self.running.cell)
            return self.running.ask(key, ()) if key else node.value if isinstance(node, e.Const) else None

        winner, *values = map(value, self._ending, self.playable.ending)
        labels = [label for label, _ in self.setup.tells]
        return winner, dict(zip(labels, values, strict=True))

    def begin(self, seed: str | None, players: Mapping[str, str], programs: Mapping[str, Program]) -> int:
        """Begins a game and runs to its first question; returns how it stopped, if it did."""
        part, begins = self._seat(seed, players, programs), self.setup.begins
        return self._begin_apart(begins) if isinstance(begins, BegunApart) else self.running.call("begin", part)

    def _seat(self, seed: str | None, players: Mapping[str, str], programs: Mapping[str, Program]) -> int:
        """Loads the situation, and who plays; returns the part of the sequence with which `begin` is to be called."""
        running, constants, begins = self.running, self.playable.layout.constants, self.setup.begins
        programs = by_seat_and_side(programs, self.setup.position)
        self._in_styles(programs)
        self.begin_anew(seed)
        for seat, number in self._seats:
            running.put(constants["KEYS"] + number * CELL, signed(word(players[seat])) if seat in players else 0)
            program = programs.get(seat, CHANCE)
            running.put(constants["BUDGETS"] + number * CELL, program.positions)
            running.write(constants["TRIED"] + number * 4 * CELL, bytes(4 * CELL))
            for at, value in enumerate((program.playouts, 0, 0, 0, program.slips), 5 * number):
                running.put(constants["CAPTAINS"] + at * CELL, value)
        if isinstance(begins, str) and begins:
            return 1 + self.playable.layout.spans[begins]
        return -1 if begins is None else 0

    def style_chosen(self, seat: str) -> str | None:
        """Returns the style in which the captain of a seat plays by now."""
        law, number = self.agenda.law, dict(self._seats)[seat]
        way = self.running.cell(self.playable.layout.constants["CAPTAINS"] + (5 * number + 3) * CELL)
        styles = [name for name, style in law.graph.styles.items() if law.why_not_in_force(style.origin) is None]
        return styles[way - 1] if way else None

    def _in_styles(self, programs: Mapping[str, Program]) -> None:
        """Sets the style of each side: that of its program, or of the situation. Cached answers hold for the styles of
        before, so the position is loaded anew where one changes."""
        columns, position, type_ = self.playable.layout.columns, self.setup.position, t.OrNone(t.Choice(g.STYLE))
        by_side, given = styles_of(programs, position), dict[int, int]()
        for side in self.sides if self.graph.styles else ():
            if (at := columns.get((GAME.kind, g.STYLE_OF.format(side)))) is not None:
                style = by_side.get(side, [position.value(GAME, g.STYLE_OF.format(side))])[0]
                given[at] = self.running.given(style, type_)
        if self.running.styles != given:
            self.running.take(self.running.image, knows_map=False)
            self.running.styles = given

    def _begin_apart(self, begins: BegunApart) -> int:
        running, name = self.running, f"{begins.sort}:{begins.name}"
        record = next((record for record, framed in self.playable.frames.items() if framed.name == name), 0)
        record = record or running.call(f"record of {name}")  # prints it
        params = self.playable.frames[record].params
        frame = running.call("begin_apart", record, int(bool(begins.acting)), int(begins.unchecked))
        given = (*begins.given, self.setup.position.acting)  # if it has a parameter for that
        for value, (slot, type_) in zip(given, params.values(), strict=False):
            running.put(frame + slot, running.given(value, type_))
        return running.call("go_on_apart")

    def weighed(self) -> dict[str, Weighed]:
        """Returns, by seat, what its program has weighed in the game in hand."""
        running, at = self.running, self.playable.layout.constants
        found = {}
        for seat, number in self._seats:
            first = at["TRIED"] + number * 4 * CELL
            found[seat] = Weighed.of(running.cells(first, first + 4 * CELL), at["JOURNAL"])
        return {seat: of_seat for seat, of_seat in found.items() if of_seat.ways}

    def asked(self) -> Asked:
        question, pick = self.in_hand
        if question == 0:
            return "", "nothing"
        if question in CHANCE_ASKED:
            return "", self.playable.picks[pick].name
        constants, cell = self.playable.layout.constants, self.running.cell
        side, player = self.sides[cell(constants["ASKED_SIDE"])], cell(constants["ASKED_PLAYER"])
        who = side if player < 0 else self.running.image.names[player].name
        return who, ACTION if question == CONSTANTS["TAKE"] else self.playable.picks[pick].name

    def answer(self, entry: Entry, *, is_judged: bool = False) -> int:
        """Answers the question in hand from a journal, and goes on to the next; returns how it stopped, which it also
        does where that is no legal answer here."""
        if entry.lapsed:  # the target finds dead ends by itself
            return 0
        cell = self._cell_of(entry) if self.asked() == (entry.who, entry.asked) else None
        if cell is not None and entry.side and not is_judged and not self.running.call("allows", cell):
            cell = None
        return self.running.call("answer", cell) if cell is not None else self.running.get("stopped") or PARTS_HERE

    def decided(self) -> str | None:
        """Returns the answer of the program that is asked, None where it finds none."""
        running = self.running
        found = running.call("decided")
        return None if found == NONE or running.get("stopped") else self.said(found, *self.in_hand)

    def _cell_of(self, entry: Entry) -> int | None:
        """Returns the cell of an answer to the question in hand; None if it is none of its answers."""
        running, constants, text = self.running, self.playable.layout.constants, entry.answer
        question, pick = self.in_hand
        if text == DONE:
            return CONSTANTS["DONE"]
        if question == CONSTANTS["TAKE"]:
            return self.playable.actions.index(text) if text in self.playable.actions else None
        if question == CONSTANTS["THROW"]:
            return int(text) * self.playable.layout.part
        listed = running.cell(constants["DICE"]) if question == CONSTANTS["DRAW"] else running.call("candidates")
        return next((cell for cell in running.listed(listed) if self.said(cell, question, pick) == text), None)

    @property
    def _noted(self) -> int:
        """The number of bytes in which the last game has recorded its reads."""
        running, constants = self.running, self.playable.layout.constants
        entries = (running.get("written") - constants["JOURNAL"]) // (4 * CELL) + 1
        return max(0, entries) * self.playable.layout.reads * CELL

    def read(self) -> list[frozenset[str]]:
        """Returns the watched parts that the last game has read, by the entry of its journal that comes next; the last
        are those read for its result."""
        if self.watched is None:
            return []
        at, words = self.playable.layout.constants["READS"], self.playable.layout.reads
        cells = self.running.cells(at, at + self._noted)
        masks = [*zip(*(cells[word::words] for word in range(words)), strict=True)]
        parts = {mask: self.watched.read(mask) for mask in {*masks}}
        return [*map(parts.__getitem__, masks)]

    @property
    def turns(self) -> int:
        """The number of turns of the game in hand that are over, at whose ends worths were recorded."""
        return 0 if self.watched is None else max(0, self.running.get("turns"))

    def leads(self) -> list[Sequence[Fraction]]:
        """Returns what the position was worth to each side at the end of each turn of the last game."""
        running, constants = self.running, self.playable.layout.constants
        if self.watched is None or self.watched.worth is None:
            return []
        running.call("turn_over", 0)
        at, sides = constants["LEADS"], len(self.sides)
        cells = running.cells(at, at + running.get("turns") * sides * CELL)
        worth = [Fraction(cell, self.playable.layout.part) for cell in cells]
        return [worth[i : i + sides] for i in range(0, len(worth), sides)]

    @property
    def _tells_anew(self) -> bool:
        """Whether entries of a journal refer to memory that the next game overwrites: lists, names by lot."""
        return bool(self.playable.layout.lots) or any(pick.is_list for pick in self.playable.picks.values())

    def entries_of(self, cells: Sequence[int]) -> list[Entry]:
        """Decodes the cells of a journal."""
        if self._tells_anew:
            self._entries.clear()
        known, rows = self._entries, zip(cells[::4], cells[1::4], cells[2::4], cells[3::4], strict=True)
        return [known.get(row) or known.setdefault(row, self._entry(*row)) for row in rows]

    def _entry(self, question: int, side: int, place: int, answer: int) -> Entry:
        actions, picks = self.playable.actions, self.playable.picks
        who = self.sides[side & 0xFFFF] if side >= 0 else ""
        if question in (CONSTANTS["UNRESTED_END"], CONSTANTS["LAPSE"]):
            alone = self.sides[(side >> 32) - 1] if side >= 2**32 else ""
            if question == CONSTANTS["UNRESTED_END"]:
                ended = actions[place]
            else:
                ended = [*self.playable.layout.spans][place] if answer == CONSTANTS["TAKE"] else picks[place].name
            return Entry(who, ended, "", lapsed=True, apart=alone)
        player = self.running.image.names[(side >> 16) - 1].name if side >= 2**16 else ""
        asked = ACTION if question == CONSTANTS["TAKE"] else picks[place].name
        text = self.said(answer, question, place)
        return Entry(who, asked, text, player=player, drawn=question == CONSTANTS["DRAW"])

    def said(self, answer: int, question: int, place: int) -> str:
        """Returns the text of an answer to a question: an action, or a value that is picked, thrown or drawn."""
        if answer == CONSTANTS["DONE"]:
            return DONE
        if question == CONSTANTS["TAKE"]:
            return self.playable.actions[answer]
        value = self.running.image.back(answer, self.playable.picks[place].item, self.running.cell)
        return in_words(value, self.setup.position)

    @property
    def in_hand(self) -> tuple[int, int]:
        """The question in hand, and the record of its pick or draw."""
        constants = self.playable.layout.constants
        return self.running.cell(constants["QUESTION"]), self.running.cell(constants["ASKED_PICK"])
