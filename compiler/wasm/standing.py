"""Snapshots of a game of the target, to which it can return, and what their cells mean.

A `Snapshot` has the pages of all areas that play writes, and the few globals of the library that belong to them. It
shares unchanged pages with the snapshot before, so one for each answer of a game costs only what changed.
A `DecodedStand` decodes a snapshot into a `Machine` that is read and never played on: position, question, and of what
is under way the parts, actions and effects with the names that are known where the game waits.
A position is decoded from the one before by the cells that differ; the first is that of the situation itself.

Where a side decides, its view lies upon the position (`prelude/views.py`): hidden cells are overwritten, and the log
has their old values. The position itself has, for each of these cells, the value in its first entry of the log.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from hexlaw.compiler.wasm.image import Image
from hexlaw.compiler.wasm.layout import CELL, MISSING, NONE, UNSEEN, Layout
from hexlaw.compiler.wasm.playable import Named, Playable
from hexlaw.compiler.wasm.procedures import AROUND, BARRED, CHOSEN, CONSTANTS
from hexlaw.compiler.wasm.target import TargetRun
from hexlaw.runtime.base.nodes import memoised, replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.dice import What
from hexlaw.runtime.play.game import Effect
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Choose, Question, Take
from hexlaw.runtime.play.state import (
    ActionFrame,
    AtOnce,
    Body,
    EffectFrame,
    Frame,
    Names,
    Pending,
    Picking,
    Running,
    State,
    WindowFrame,
    apart,
)
from hexlaw.runtime.position.position import Position, kind_of, without
from hexlaw.runtime.position.visibility import Secret, Visibility, secrets_of_kinds

PAGE = 2**12
GLOBALS = (
    "stamp", "digest", "logged", "last_moved", "written", "lapses", "may_be_dead_end", "veiled", "veil_mark",
    "veil_stamp", "veil_end", "veil_heap", "past_mark", "shares_live", "has_settled", "stands_apart", "unchecked",
)  # fmt: skip
"""Globals of the library that belong to a game. Counters that run through all games of an instance are not among them:
what was cached under their numbers must not be found again later."""
LISTS, LASTS = 1, 5
"""The indices, in a snapshot, of the areas of lasting lists and of attributes that expire."""
LINE = 2**8
"""Bytes of a page that are compared at once."""
ENTRY = 7
"""Cells of an entry of the log: first the address that was written, then its old value."""


@dataclass
class Snapshot:
    """A game between two answers: the pages of the position that may differ from those with which the situation
    begins, by their addresses, and all pages of the other areas, of which the log is the first."""

    image: Image
    pages: Mapping[int, bytes] = field(default_factory=dict)
    areas: Sequence[tuple[int, Sequence[bytes]]] = ()
    globals: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def of(running: TargetRun, before: Snapshot) -> Snapshot:
        """Returns a snapshot that shares with one before what has not changed."""
        at, kept = running.layout.constants, {name: running.get(name) for name in GLOBALS}
        heap, frames = (running.cell(at[name]) for name in ("HEAP", "FRAMES_TOP"))
        stretches = (
            (at["LOG"], kept["logged"]), (at["KEPT"], heap), (at["FRAMES"], frames), (at["JOURNAL"], kept["written"]),
            (at["THING_NUMBER"], at["KIND"]),
            *((at[name], at[f"{name}_END"]) for name in ("LASTS", "UNRESTED_ACTIONS", "PURPOSES")),
        )  # fmt: skip
        if running.cell(at["APART"]):
            first = at["SNAPSHOTS"] + running.cell(at["SHARES_BEGUN"]) % 2 * (at["SIDES"] + 1) * at["SNAPSHOT"]
            stretches = *stretches, (first, first + (running.cell(at["SHARES"]) + 1) * at["SNAPSHOT"])
        known = {first: pages for first, pages in before.areas}
        areas = [(first, _paged(running.read(first, last), known.get(first, ()))) for first, last in stretches]
        pages, fixed = dict[int, bytes](), running.layout.fixed
        log = running.cells(at["LOG"], kept["logged"])[::ENTRY]  # has all that was written, except stamps
        stale = range(0, fixed, PAGE) if kept["has_settled"] else (*range(0, at["HIDDEN_ANY"], PAGE), *log)
        for first in {cell - cell % PAGE for cell in stale if cell < fixed}:
            page, was = running.read(first, min(first + PAGE, fixed)), before.page(first)
            if page != was or first in before.pages:
                pages[first] = was if page == was else page
        return Snapshot(running.image, pages, areas, kept)

    def page(self, first: int) -> bytes:
        """Returns the page of the position that begins at an address."""
        found = self.pages.get(first)
        return bytes(self.image.written[first : first + PAGE]) if found is None else found

    def of_share(self, number: int, acting: int, at: Mapping[str, int]) -> Snapshot:
        """Returns the position as a share of a simultaneous part has left it, or as it was when the part began (0),
        with the side that acts around the part; nothing is under way there."""
        kept, now = array("q", b"".join(self.areas[-1][1])), array("q")
        now.extend(self.cells(0, len(self.image.written)))
        kept = kept[number * at["SNAPSHOT"] // CELL :][1 : at["SNAPSHOT"] // CELL]  # behind the cell for its side
        first, count = at["ORDER"] // CELL, len(now) - at["ORDER"] // CELL
        cells = now[:first] + kept[:count]
        for name, cell in ("ACTING", acting), ("FRAME", 0), ("LASTING", kept[count]):
            cells[at[name] // CELL] = cell
        found, areas = enumerate(_paged(cells.tobytes(), ())), [*self.areas]
        pages = {n * PAGE: page for n, page in found if page != self.image.written[n * PAGE : (n + 1) * PAGE]}
        areas[LASTS] = at["LASTS"], _paged(kept[count + 1 :].tobytes(), self.areas[LASTS][1])
        return Snapshot(self.image, pages, areas, {**self.globals, "veiled": 0})

    def put_back(self, running: TargetRun) -> None:
        """Restores the game."""
        running.begin_anew()
        for first, pages in (*((first, [page]) for first, page in self.pages.items()), *self.areas):
            running.write(first, b"".join(pages))
        for name, value in self.globals.items():
            running.set(name, value)
        running.set("candidates_known", 0)

    def cell(self, at: int) -> int | None:
        """Returns what a cell held; None if play does not write it."""
        if at < len(self.image.written):
            found = self.pages.get(at - at % PAGE)
            cells, place = (self.image.written, at) if found is None else (found, at % PAGE)
            return int.from_bytes(cells[place : place + CELL], "little", signed=True)
        for first, pages in self.areas:
            page, place = divmod(at - first, PAGE)
            if 0 <= page < len(pages) and place < len(pages[page]):
                return int.from_bytes(pages[page][place : place + CELL], "little", signed=True)
        return None

    def cells(self, first: int, last: int, others: Mapping[int, int] | None = None) -> Sequence[int]:
        """Returns the cells of a stretch of the position, with `others` in place of those at their addresses."""
        pages = b"".join(map(self.page, range(first - first % PAGE, last, PAGE)))
        start = first % PAGE // CELL
        cells = memoryview(pages).cast("q")[start : start + (last - first) // CELL]
        return [others.get(first + n * CELL, cell) for n, cell in enumerate(cells)] if others else cells

    def changed_since(self, before: Snapshot) -> Iterator[int]:
        """Yields the cells of the position that hold something else than before."""
        for start in {*self.pages, *before.pages}:
            page, was = self.page(start), before.page(start)
            for first in range(0, len(page), LINE) if page is not was else ():
                if (here := page[first : first + LINE]) != (there := was[first : first + LINE]):
                    both = enumerate(zip(array("q", here), array("q", there), strict=True))
                    yield from (start + first + place * CELL for place, (one, other) in both if one != other)

    def is_as(self, before: Snapshot, area: int) -> bool:
        """Returns whether an area holds what it held before."""
        return all(page is was for page, was in zip(self.areas[area][1], before.areas[area][1], strict=True))

    def holds_lists_of(self, before: Snapshot) -> bool:
        """Returns whether the lasting lists of before are still there: new ones are added behind them."""
        pages, earlier = (one.areas[LISTS][1] if one.globals else () for one in (self, before))
        return len(pages) >= len(earlier) and all(
            page is was or page.startswith(was) for page, was in zip(pages, earlier, strict=False)
        )

    @cached_property
    def hidden(self) -> Mapping[int, int]:
        """Returns, by cell, the values that the view of the deciding side has overwritten."""
        if not self.globals.get("veiled"):
            return {}
        return self.noted_since(self.globals["veil_mark"], self.globals["veil_end"])

    def noted_since(self, mark: int, end: int | None = None) -> Mapping[int, int]:
        """Returns what cells held at a mark in the log that were written since, or until another mark."""
        first, pages = self.areas[0]
        log = memoryview(b"".join(pages)).cast("q")
        last = self.globals["logged"] if end is None else end
        rows = range((last - first) // CELL - ENTRY, (mark - first) // CELL - ENTRY, -ENTRY)
        return {log[at]: log[at + 1] for at in rows}


def _paged(data: bytes, before: Sequence[bytes]) -> list[bytes]:
    """Splits cells into pages; pages that are unchanged are the same objects as before."""
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    for number, (page, was) in enumerate(zip(pages, before, strict=False)):
        if page == was:
            pages[number] = was
    return pages


class CellTable:
    """What the cells of a layout mean in any position."""

    def __init__(self, layout: Layout) -> None:
        self.columns = sorted((at, *key) for key, at in layout.columns.items() if at < layout.fixed)
        self.starts = [at for at, _, _ in self.columns]
        self.kept = sorted((base, key) for key, (base, _) in layout.kept.items())
        self.kept_starts = [base for base, _ in self.kept]
        self.composed = [(first, last) for first, last, part in layout.parts_of_cells() if part & 1]
        self.spans = {span.name: span for span in spans_of(layout.graph)}
        self.of_kinds = {
            kind: layout.constants["OF_KIND"] + i * layout.words * CELL for kind, i in layout.kinds.items()
        }
        spare = layout.spare.items()
        self.spare = grouped((self.of_kinds[thing.kind] + number // 64 * CELL, number) for thing, number in spare)


@dataclass
class CellDecoder:
    """What the cells of a situation mean."""

    playable: Playable
    agenda: Agenda
    answering: Reference
    running: TargetRun  # for cells that are never written
    picks: Sequence[Any]  # the statements that wait for an answer
    lots: Sequence[Any]
    sees_all: bool = False  # whether the side that decides sees all of the position
    seen: ReadSet | None = None  # records what is read of a stand
    visibility: Visibility | None = None  # what is hidden in the position with which the game begins

    def __post_init__(self) -> None:
        self.layout, self.image, self.graph = self.playable.layout, self.running.image, self.agenda.law.graph
        self.at = self.layout.constants
        self.table = memoised(self.layout, "_cell_table", CellTable)
        self.of_kind = {**self.table.spare}  # things of exactly a kind, by its cells of bits
        for thing, number in self.image.things.items():
            if thing not in self.layout.spare:
                cell = self.table.of_kinds[thing.kind] + number // 64 * CELL
                self.of_kind[cell] = (*self.of_kind.get(cell, ()), number)

    def subject(self, at: int, standing: DecodedStand) -> tuple[object, str] | None:
        """Returns whose attribute a cell is, and which; None where it is none."""
        number = bisect_right(self.table.starts, at) - 1
        if number < 0:
            return None
        first, family, name = self.table.columns[number]
        place = (at - first) // CELL
        if place >= self.layout.size_of(family):
            return None
        match family:
            case "thing":
                subject: object = standing.thing(place) if place in self.image.names else None
            case "hex":
                subject = self.image.hex_at(place)
            case "hexside":
                subject = self.image.back(place, t.HEXSIDE, standing.cell)
            case _:
                subject = GAME
        kind = self.graph.kinds.get(subject.kind if isinstance(subject, Thing) else family)
        return (subject, name) if kind is not None and name in kind.attributes and subject is not None else None


class DecodedStand:
    """A game of the target as it stood when a snapshot was made. `before` is an earlier stand. After answers on trial
    it is what the deciding side saw, and `tried` has the cells that held something else at that moment. The `purposes`
    of the answers are kept where texts need them."""

    def __init__(self, decoder: CellDecoder, written: Snapshot, question: Question | None, before: DecodedStand | State,
                 was: Snapshot, *, tried: Mapping[int, int] | None = None,
                 purposes: Sequence[What | None] = (), is_amid: bool = False) -> None:  # fmt: skip
        self.decoder, self.written, self.question, self._tried = decoder, written, question, tried
        self._is_amid = is_amid  # whether it stands amid an answer, perhaps behind a view
        self._before, self._was, self.purposes = before, was, purposes

    def cell(self, at: int) -> int:
        """Returns what a cell holds, behind any view."""
        found = self._covered.get(at)
        found = self.written.cell(at) if found is None else found
        return self.decoder.running.cell(at) if found is None else found

    @property
    def _covered(self) -> Mapping[int, int]:
        return self.written.hidden if self._tried is None else self._tried

    @cached_property
    def machine(self) -> Machine:
        """The game, to be read."""
        found = Machine(self.decoder.agenda, self.state, self.decoder.answering, self.decoder.seen)
        found.imagined = self._tried is not None or self.decoder.sees_all
        return found

    def tried(self, written: Snapshot, question: Question | None, saw: Machine) -> DecodedStand:
        """Returns the stand after answers on trial, decoded from this one as the side that tried them saw it."""
        state = self.machine.state
        seen = State(saw.position, state.lasting, state.shown, frames=saw.frames, named_by_lot=state.named_by_lot)
        return DecodedStand(self.decoder, written, question, seen, self.written, tried={})

    def at(self, mark: int) -> DecodedStand:
        """Returns the stand at a mark of the log; nothing may have been hidden then that is not hidden now."""
        tried = self.written.noted_since(mark)
        return DecodedStand(
            self.decoder, self.written, None, self._before, self._was, tried=tried, is_amid=self._is_amid
        )

    def effect(self, frame: int, mark: int) -> Effect:
        """Returns the effect of a frame that was over at a mark."""
        then = self.at(mark)
        framed = self.decoder.playable.frames[self.cell(frame)]
        return Effect(framed.name.partition(":")[2], self.names_of(frame, framed.params), then.state.position, frame)

    def thing(self, number: int) -> Thing:
        return self.decoder.image.thing(number, self.cell)

    # -- what holds

    @property
    def state(self) -> State:
        """The decoded state, each from that of the stand before; a loop, as there may be many."""
        waiting: list[DecodedStand] = [self]
        while isinstance(before := waiting[-1]._before, DecodedStand):
            waiting.append(before)
        for one in reversed(waiting):
            if isinstance(before := one._before, DecodedStand):
                one._before = before.state
        return self._decoded

    @cached_property
    def _decoded(self) -> State:
        at, known = self.decoder.at, self._before
        assert isinstance(known, State)
        position = known.position.scratch()
        changed, over = self._changed(), bool(self.cell(at["OVER"]))
        self._decode(position, changed)
        if self._is_amid:
            position.wear(self._visibility(position))
        shown = self._shown(position) if any(at["SHOWN"] <= cell < at["NOW"] for cell in changed) else known.shown
        found = State(position, self._lasting(known), shown, over, question=self.question)
        found.named_by_lot = self.cell(at["LOTS_DRAWN"])
        self._before, self._was = found, self.written  # frees the earlier stands
        found.shares_begun = self.cell(at["SHARES_BEGUN"])
        found.frames = [*self._frames(found, apart(known.frames))]
        return found

    def _visibility(self, position: Position) -> Visibility | None:
        """Returns what the view on the position hides, as its cells say; that of the situation where none is on."""
        if not self.written.globals.get("veiled"):
            return self.decoder.visibility
        kinds, at, secrets = secrets_of_kinds(self.decoder.graph), self.decoder.at, set[Secret]()
        for thing in position.things.values():
            for name in kinds.get(thing.kind, ()):
                if position.value(thing, name) is g.MISSING:
                    secrets.add((thing, name))
        for cell in self.written.noted_since(self.written.globals["veil_mark"], self.written.globals["veil_end"]):
            if at["PLACE"] <= cell < at["FIRST_COLUMN"] and not position.has(
                thing := self.thing((cell - at["PLACE"]) // CELL)
            ):
                secrets.add((thing, g.PLACE))
        return Visibility(self.decoder.graph, frozenset(secrets)) if secrets else None

    def _changed(self) -> list[int]:
        """Returns the cells of the position that differ from the earlier stand, in their order: also those behind a
        view of either, and those with lists where other lists may lie at their addresses."""
        now, was, decoder = self.written, self._was, self.decoder
        sees_all = self._tried is None or (isinstance(self._before, State) and self._before.position.visibility is None)
        found = {*now.changed_since(was)}
        for first, last in () if now.holds_lists_of(was) else decoder.table.composed:
            cells = enumerate(now.cells(first, last))
            found |= {first + n * CELL for n, cell in cells if decoder.at["KEPT"] <= cell < decoder.at["KEPT_END"]}
        covered = self._covered.keys() | (was.hidden.keys() if self._tried is None else set())
        hidden = was.hidden if sees_all else {}
        same = {at for at in covered if self.cell(at) == (hidden[at] if at in hidden else was.cell(at))}
        return sorted(at for at in (found | covered) - same if decoder.at["HIDDEN_END"] <= at < decoder.layout.fixed)

    def _decode(self, position: Position, cells: Sequence[int]) -> None:
        """Writes the changed cells into a position."""
        decoder, at, kept = self.decoder, self.decoder.at, dict[tuple[str, str], None]()
        position.acts(decoder.image.back(self.cell(at["ACTING"]), t.Choice(g.SIDE), self.cell))
        self._find_things(position, cells)
        for address in cells:
            if at["NOW"] <= address < at["COLUMN_START"]:
                span = [*decoder.layout.spans][(address - at["NOW"]) // CELL]
                (position.enter if self.cell(address) else position.leave)(span)
            elif at["PLACE"] <= address < at["FIRST_COLUMN"]:
                thing = decoder.image.names.get((address - at["PLACE"]) // CELL)
                if thing is not None and position.has(thing := self.thing((address - at["PLACE"]) // CELL)):
                    place, plane = self.cell(address), decoder.layout.plane
                    on_map = decoder.image.hex_at(place) if 0 <= place < plane else None
                    position.stand(thing, on_map if place < plane else self.thing(place - plane))
            elif address >= at["KEPT_CELLS"]:
                kept[decoder.table.kept[bisect_right(decoder.table.kept_starts, address) - 1][1]] = None
            elif address >= at["COLUMN_START"] and (found := decoder.subject(address, self)) is not None:
                self._set(position, *found, self.cell(address))
        for sort, name in kept:
            self._find_kept(position, sort, name)

    def _find_things(self, position: Position, cells: Iterable[int]) -> None:
        """Finds which things are in the game, by the changed cells in which each bit is a thing of some kind."""
        at, things, printed = self.decoder.at, position.things, self.decoder.image.position.printed
        gone, is_in_order = set[Thing](), True
        for cell in cells:
            is_in_order = is_in_order and not at["ORDER"] <= cell < at["IN_HEX"]
            bits = self.cell(cell) if at["OF_KIND"] <= cell < at["SHOWN"] else 0
            for number in self.decoder.of_kind.get(cell, ()):
                thing, is_there = self.thing(number), bits >> number % 64 & 1
                if is_there and thing.name not in things:
                    things[thing.name], is_in_order = thing, False
                    position.printed |= {one: printed[one] for one in {thing} & printed.keys()}
                elif not is_there and things.get(thing.name) == thing:
                    gone.add(thing)
        if not is_in_order:  # a thing that was made again comes later
            there = [number for number in self.decoder.image.names if position.has(self.thing(number))]
            there.sort(key=lambda number: self.cell(at["ORDER"] + number * CELL))
            things = position.things = {thing.name: thing for thing in map(self.thing, there)}
        if gone:  # without what stood in it, which may stand elsewhere
            position.things = {name: thing for name, thing in things.items() if thing not in gone}
            position.places = {thing: place for thing, place in position.places.items() if thing not in gone}
            position.printed = {thing: unit for thing, unit in position.printed.items() if thing not in gone}
            position.values = {key: value for key, value in position.values.items() if key[0] not in gone}
            position.plans = without(position.plans, [key for key in position.plans if key[0] in gone])

    def _set(self, position: Position, subject: object, name: str, cell: int) -> None:
        """Sets an attribute, or unsets it where the value is the given one."""
        if not position.has(subject):
            return
        type_ = self.decoder.graph.kinds[kind_of(subject)].attributes[name].type
        unknown = cell in (MISSING, UNSEEN)
        value = g.MISSING if unknown else self.decoder.image.back(cell, type_, self.cell)
        if value == position.given(subject, name):
            position.unset(subject, name)
        elif not position.says(subject, name, value):
            position.set(subject, name, value)

    def _find_kept(self, position: Position, sort: str, name: str) -> None:
        """Decodes a memory or a tally."""
        layout, graph = self.decoder.layout, self.decoder.graph
        base, sizes = layout.kept[sort, name]
        if layout.is_sparse(sort, name):
            rows = self.written.cells(base + CELL, base + (1 + 2 * self.cell(base)) * CELL, self._covered)
            found = dict(zip(rows[::2], rows[1::2], strict=True))
        else:
            rows = self.written.cells(base, base + prod(sizes) * CELL, self._covered)
            found = {place: x for place, x in enumerate(rows) if x}
        params = [type_ for _, type_ in graph.section(sort)[name].params]
        if sort == "memory":
            position.remembered = {one for one in position.remembered if one[0] != name}
        else:
            position.tallied = {key: number for key, number in position.tallied.items() if key[0] != name}
        for place, cell in found.items():
            args = list[Value]()
            for size, type_ in zip(reversed(sizes), reversed(params), strict=True):
                place, index = divmod(place, size)
                step = layout.step_of(size)
                arg = NONE if not index else (index - size // 2) * step if step else index - 1
                args.insert(0, self.decoder.image.back(arg, type_, self.cell))
            if not self._is_amid and (seen := position.visibility) and seen.hides(f"{sort}:{name}", tuple(args)):
                continue  # amid an answer the evaluator checks it: the view may be taken off before the memory is read
            if sort == "memory":
                position.remember(name, tuple(args))
            else:
                position.count(name, tuple(args), self.decoder.image.back(cell, graph.tallies[name].type, self.cell))

    def _lasting(self, known: State) -> dict[tuple[object, str], frozenset[Pending]]:
        """Decodes which attributes expire, and at which edge; that of before where nothing of it was written."""
        at, found, now, was = self.decoder.at, dict[tuple[object, str], frozenset[Pending]](), self.written, self._was
        is_seen = was.globals and not (self._covered or was.hidden)
        if is_seen and now.cell(at["LASTING"]) == was.cell(at["LASTING"]) and now.is_as(was, LASTS):
            return known.lasting
        for number in range(self.cell(at["LASTING"])):
            row = at["LASTS"] + number * 5 * CELL
            cell, edge, side, begun = (self.cell(row + i * CELL) for i in range(4))
            if (subject := self.decoder.subject(cell, self)) is not None:
                whose = None if side == NONE else self.decoder.layout.law.sides[side]
                span = [*self.decoder.layout.spans][edge >> 1]
                ends = Pending("end" if edge & 1 else "start", span, whose, bool(begun))
                found[subject] = found.get(subject, frozenset()) | {ends}
        return found

    def _shown(self, position: Position) -> frozenset[tuple[object, str, str]]:
        """Decodes what was shown to whom."""
        layout, at = self.decoder.layout, self.decoder.at
        found = set[tuple[object, str, str]]()
        for number in (n for n, cell in enumerate(self.written.cells(at["SHOWN"], at["NOW"], self._covered)) if cell):
            rest, thing = divmod(number, layout.count)
            secret, side = divmod(rest, len(layout.law.sides) or 1)
            if thing in self.decoder.image.names and position.has(one := self.thing(thing)):
                found.add((one, layout.secrets[secret], layout.law.sides[side]))
        return frozenset(found)

    # -- what is under way

    @property
    def frames(self) -> list[int]:
        """Returns the addresses of the frames, the innermost first."""
        frames, frame = list[int](), self.cell(self.decoder.at["FRAME"])
        while frame > 0:
            frames.append(frame)
            frame = self.cell(frame + 2 * CELL)
        return frames

    def _frames(self, state: State, before: AtOnce | None) -> Iterator[Frame]:
        """Yields what is under way, the outermost first, as far as readers need it."""
        frames, known, position = self.frames, dict[str, Value](), state.position
        for frame in reversed(frames):
            framed = self.decoder.playable.frames.get(self.cell(frame))
            if framed is not None:
                sort, _, name = framed.name.partition(":")
                known = known if sort == "window" else self.names_of(frame, framed.params)
                if sort == "part" and (span := self.decoder.table.spans[name]).at_once:
                    if not self.cell(self.decoder.at["APART"]) or not self.written.cell(self.decoder.at["APART"]):
                        continue  # all have come together
                    yield self._at_once(frame, span, state, before)
                yield self._frame(frame, sort, name, known)
        if frames and not isinstance(self.question, Take | None):
            yield self._asking(frames[0], position)

    def _at_once(self, frame: int, span: g.SpanDecl, state: State, before: AtOnce | None) -> AtOnce:
        """Returns a simultaneous part. Shares that were decoded before are taken from there, and those that are left
        out are not decoded."""
        at, sides, (first, _) = self.decoder.at, self.decoder.layout.law.sides, self.written.areas[-1]
        omitted, around = self.cell(at["SHARES_LEFT_OUT"]), self.cell(frame + AROUND)
        around = around if around < 0 else around & 0xFFFF  # of whom acts there, the side
        before = None if before is None or before.number != state.shares_begun else before
        shares = range(0 if before is None else 1 + max(omitted, len(before.kept)), self.cell(at["SHARES"]) + 1)
        snapshots = (self.written.of_share(share, around, at) for share in shares)
        found = [DecodedStand(self.decoder, one, None, state, self.written).state for one in snapshots]
        before = before or AtOnce(span, found.pop(0), number=state.shares_begun)
        owners = [sides[self.cell(first + share * at["SNAPSHOT"]) - 1] for share in shares if share]
        is_veiled = omitted > 0 and self.cell(at["SHARES_VEILED"]) > 0
        kept = *before.kept, *zip(owners, found, strict=True)
        return replace(before, side=sides[self.cell(at["APART"]) - 1], kept=kept, is_veiled=is_veiled)

    def _frame(self, frame: int, sort: str, name: str, known: Names) -> Frame:
        def cell(at: str) -> int:
            return self.cell(frame + CONSTANTS[at])

        sides = self.decoder.layout.law.sides
        match sort:
            case "action":
                return ActionFrame(name)
            case "effect":
                return EffectFrame(name, known)
            case "part":
                side = None if cell("SIDE") < 0 else sides[cell("SIDE")]
                return Running(self.decoder.table.spans[name], known, side, cell("NUMBER"))
        again, taken, duty = (bool(cell(at)) for at in ("W_AGAIN", "W_TAKEN", "W_DUTY"))
        return WindowFrame(sides[cell("W_SIDE")], again, known, taken, duty)

    def _asking(self, frame: int, position: Position) -> Frame:
        """Returns the statement that waits for an answer, with the names that are known there."""
        asked = self.decoder.playable.picks[self.cell(self.decoder.at["ASKED_PICK"])]
        acting = {} if position.acting is None else {"acting": position.acting}
        names = self.names_of(frame, asked.names) | acting
        if not isinstance(self.question, Choose):
            return Body((self.decoder.lots[asked.line],), 1, names)
        pick = self.decoder.picks[asked.line]
        chosen, barred = (names.pop(name, None) or () for name in (CHOSEN, BARRED))
        begun = chosen if pick.gathered is not None else (None,) * (self.cell(frame + asked.names[CHOSEN][0]) != NONE)
        return Picking(pick, names, begun, barred)

    def names_of(self, frame: int, named: Named) -> dict[str, Value]:
        """Returns the values of names in a frame."""
        found = dict[str, Value]()
        for name, (slot, type_) in named.items():
            with suppress(StopIteration, KeyError):  # an argument of a rule whose type is not known
                value = self.decoder.image.back(self.cell(frame + slot), type_, self.cell)
                found[name] = () if value is None and isinstance(type_, t.SetOf) else value
        return found
