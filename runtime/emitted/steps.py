"""Steps that are kept: where each leads, what it costs and whether it is allowed, as numbers in rows.

Comes in: what the source says under `kept` of a reach (`compiler/lower/kept_steps.py` proves it): a step depends on the
map, on the class of its mover, and on what lies in its two hexes. A `Board` numbers the hexes of a map, whatever has
lain in a hex (its content) and whatever has lain around one (the contents of all hexes that a step from it touches);
where nothing lies, what is around a hex is the hex itself. So a row, the steps from a hex, is found by a number, and
what is kept under it holds forever: another position has other numbers. A `Lie` says for one position which numbers
its hexes have; from one position to the next it goes through the cells that were written.

Rows are made from what the law says, by a search that asks it (`fields.py`), when a search first comes to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from hexlaw.runtime.board import Map
from hexlaw.runtime.emitted.near import Trail, written_between
from hexlaw.runtime.emitted.state import ACTING, Spec, State, of_span
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.graph import MISSING, Graph
from hexlaw.runtime.value import GAME, Thing

MOST_KEPT = 100_000
"""Rows and numbers that a board keeps; then it begins anew."""

Labels = tuple[Any, ...]
Step = tuple[int, int, dict[int, bool], Labels]
"""Where a step leads (a hex and labels, as one number), its price in shares, by what was spent whether that bars it, as
far as it is known, and the labels before what follows on the step."""
Row = tuple[Step, ...]


class Class:
    """Movers that make the same steps: the rows that are known, by labels and by what lies around a hex."""

    __slots__ = ("labels", "number", "rests", "rows", "verdicts")

    def __init__(self) -> None:
        self.number: dict[Labels, int] = {}
        self.labels: list[Labels] = []
        self.rows: list[dict[int, Row | None]] = []  # none: the law has no answer to one of its steps
        self.rests: list[dict[int, bool | None]] = []  # whether a move may end there; none: that depends on more
        self.verdicts: list[dict[Any, dict[int, bool]]] = []  # by price and features

    def numbered(self, labels: Labels) -> int:
        found = self.number.get(labels)
        if found is None:
            found = self.number[labels] = len(self.labels)
            self.labels.append(labels)
            self.rows.append({})
            self.rests.append({})
            self.verdicts.append({})
        return found


class Board:
    """A map in numbers, and what was found of it."""

    def __init__(self, map_: Map, ends: Mapping[Hex, tuple[Hex, ...]]) -> None:
        self.map, self.hexes, self.ways = map_, map_.hexes, ends
        self.number = {here: at for at, here in enumerate(self.hexes)}
        self.ends = [tuple([self.number[there] for there in ends[here] if there in self.number]) for here in self.hexes]
        self.touched_by: list[list[int]] = [[at] for at in range(len(self.hexes))]  # hexes with a step that touches it
        for here, of_hex in enumerate(self.ends):
            for there in of_hex:
                if here != there:
                    self.touched_by[there].append(here)
        self.contents: dict[Any, int] = {(): 0}
        self.arounds: dict[tuple[int, ...], int] = {}
        self.overlays: dict[Any, int] = {}
        self.classes: dict[Any, Class] = {}
        self.kept = 0

    def around(self, here: int, content: list[int]) -> int:
        """The number of all that lies in a hex and in those to which a step leads."""
        lying = content[here], *[content[there] for there in self.ends[here]]
        if not any(lying):
            return here
        key = here, *lying
        found = self.arounds.get(key)
        if found is None:
            found = self.arounds[key] = len(self.hexes) + len(self.arounds)
            self.kept += 1
        return found

    def numbered(self, lying: Any) -> int:
        found = self.contents.get(lying)
        if found is None:
            found = self.contents[lying] = len(self.contents)
            self.kept += 1
        return found


class Lie:
    """What lies where in one position, in the numbers of a board."""

    __slots__ = ("around", "board", "content", "order", "overlay", "trail", "where")

    board: Board
    trail: Trail
    order: dict[Thing, int]
    where: dict[Thing, int | None]  # the hex of each thing that counts
    content: list[int]
    around: list[int]
    overlay: int  # what the position says of the map that is not printed there


class KeptSteps:
    """The steps of one reach that are kept, on whatever maps."""

    def __init__(self, says: Mapping[str, Any], spec: Spec, graph: Graph) -> None:
        self.spec, self.graph = spec, graph
        self.by_mover: bool = says["by mover"]
        self.rests: bool = says["rests"]
        self.own = {kind: self._columns(kind, names) for kind, names in says["own"].items()}
        self.others = {kind: self._columns(kind, names) for kind, names in says["others"].items()}
        self.read_of_others = {kind: frozenset(names) for kind, names in says["others"].items()}
        self.game = self._columns("game", says["game"])
        self.acting = ACTING in says["reads"]
        running = of_span("")
        self.spans = frozenset(what.removeprefix(running) for what in says["reads"] if what.startswith(running))
        on_map = {
            column: attribute
            for column, (attribute, owner) in spec.attributes.items()
            if owner in ("hex", "hexside") and attribute in says["reads"]
        }
        self.read_of_map = frozenset(on_map.values())
        self.columns_of_map = attrgetter("hex_of", "hex_of", *on_map)
        self.lie: Lie | None = None  # the last one
        self.boards: dict[int, Board] = {}

    def _columns(self, kind: str, names: tuple[str, ...]) -> attrgetter[Any]:
        """Gives the columns in which these attributes of a kind stand."""
        columns = [
            column
            for name in names
            for column in self.spec.columns_of.get(name, ())
            if self.graph.is_a(kind, self.spec.attributes[column][1])
        ]
        return attrgetter("hex_of", "hex_of", *columns)  # two more, so that it always gives a row

    def of(self, s: State, mover: Thing, lie: Lie) -> Class:
        """The class of a mover: what is known of its steps."""
        own = tuple([column.get(mover, MISSING) for column in self.own[mover.kind](s)[2:]])
        game = tuple([column.get(GAME, MISSING) for column in self.game(s)[2:]])
        acting = s.acting if self.acting else None
        spans = s.now & self.spans if self.spans else None
        key = mover if self.by_mover else mover.kind, own, game, acting, spans, lie.overlay
        classes = lie.board.classes
        found = classes.get(key)
        if found is None:
            found = classes[key] = Class()
        return found

    def forget(self) -> None:
        """Begins anew with nothing kept."""
        self.lie = None
        self.boards.clear()

    # -- what lies where

    def lying(self, s: State, ends: Any) -> Lie | None:
        """What lies where in a position; `ends` gives where the steps from each hex may lead. None without a map."""
        if s.map is None:
            return None
        lie = self.lie
        if lie is None or lie.board.map is not s.map or lie.board.kept > MOST_KEPT:
            return self._anew(s, ends)
        if lie.trail is not s.trail:
            cells = written_between(s.trail, lie.trail)
            if cells is None or any(a in self.read_of_map for subject, a in cells if type(subject) is not Thing):
                return self._anew(s, ends)
            self._go_on(s, lie, cells)
        return lie

    def _anew(self, s: State, ends: Any) -> Lie:
        assert s.map is not None
        lie = self.lie = Lie()
        board = self.boards.get(id(s.map))
        if board is None or board.kept > MOST_KEPT:
            if len(self.boards) > 3:
                self.boards.clear()
            board = self.boards[id(s.map)] = Board(s.map, ends())
        lie.board, lie.trail, lie.order = board, s.trail, s.order
        lie.where = self._where(s, board)
        lie.content = [0] * len(board.hexes)
        lie.around = list(range(len(board.hexes)))
        lie.overlay = self._overlay(s, board)
        self._lay(s, lie, {at for at in lie.where.values() if at is not None})
        return lie

    def _where(self, s: State, board: Board) -> dict[Thing, int | None]:
        number, hex_of, others = board.number, s.hex_of, self.others
        return {thing: number.get(hex_of[thing]) for thing in s.things.values() if thing.kind in others}

    def _overlay(self, s: State, board: Board) -> int:
        """The number of what the position says of the map, as far as steps read that."""
        if s.of_map is None or all(map(_is, self.columns_of_map(s)[2:], self.columns_of_map(s.of_map)[2:])):
            return 0
        said = frozenset([
            (cell, s.inward(value)) for cell, value in s.values.items()
            if cell[1] in self.read_of_map and isinstance(cell[0], Hex | Side)
        ])  # fmt: skip
        return board.overlays.setdefault(said, len(board.overlays) + 1)

    def _go_on(self, s: State, lie: Lie, cells: set[Any]) -> None:
        """Makes the lie that of a position of which these cells are otherwise."""
        lie.trail, was = s.trail, lie.where
        touched: set[Any] = set()
        has_moved = lie.order is not s.order
        for subject, attribute in cells:
            if attribute is None:
                has_moved = True
                touched.add(was.get(subject))
            elif type(subject) is Thing and attribute in self.read_of_others.get(subject.kind, ()):
                touched.add(was.get(subject))
        if has_moved:
            now = lie.where = self._where(s, lie.board)
            lie.order = s.order
            for thing, at in now.items():
                if was.get(thing) != at or (thing, None) in cells:
                    touched.update((was.get(thing), at))
        touched.discard(None)
        self._lay(s, lie, touched)

    def _lay(self, s: State, lie: Lie, touched: set[int]) -> None:
        """Looks again at what lies in some hexes."""
        board, content = lie.board, lie.content
        there: dict[int, list[Thing]] = {at: [] for at in touched}
        for thing, at in lie.where.items():
            if at in there:
                there[at].append(thing)
        again: set[int] = set()
        for at, things in there.items():
            new = board.numbered(self._content(s, things))
            if new != content[at]:
                content[at] = new
                again.update(board.touched_by[at])
        for at in again:
            lie.around[at] = board.around(at, content)

    def _content(self, s: State, things: list[Thing]) -> Any:
        """What counts of the things in a hex, in their order: their kind, what each is in, what is said of each."""
        found = []
        for thing in things:
            place = s.places.get(thing)
            inside = things.index(place) if place in things else -1 if isinstance(place, Hex) else place
            said = [column.get(thing, MISSING) for column in self.others[thing.kind](s)[2:]]
            found.append((thing if self.by_mover else thing.kind, inside, *said))
        return tuple(found)

    def without(self, s: State, lie: Lie, mover: Thing, at: int) -> list[int]:
        """What lies around each hex with the mover taken away from where it stands."""
        around = lie.around.copy()
        if mover.kind in self.others:
            there = [thing for thing, where in lie.where.items() if where == at and thing is not mover]
            lying = lie.board.numbered(self._content(s, there))
            content = lie.content.copy()
            content[at] = lying
            for here in lie.board.touched_by[at]:
                around[here] = lie.board.around(here, content)
        return around


def _is(one: Any, other: Any) -> bool:
    return one is other
