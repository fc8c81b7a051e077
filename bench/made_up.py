"""Made-up positions, and values of questions about them, for those who ask two ways whether they answer alike.

Made-up positions obey the types of the law and nothing else, so they reach corners that no game does; from the same
seed come the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Hex, neighbours, side_of, sides_along
from hexlaw.runtime.board.geometry import hexes_along as hexes_met
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Conflict, LawStop
from hexlaw.runtime.law.value import GAME, Moment, Record, Thing
from hexlaw.runtime.position.position import Position

Outcome = tuple[Any, ...]
BLANK = Board("blank", "Nothing but hexes", Grid("pointy", tuple("ABCDEFGH"), (8,), "second"))
"""What a game without boards of its own is played on."""


def outcome(ask: Callable[[], Any]) -> Outcome:
    """What comes of a question, so that equal outcomes are agreeing ones."""
    try:
        return ("value", settled(ask()))
    except Conflict as stop:
        return ("Conflict", tuple(rule.id for rule in stop.rules))
    except LawStop as stop:
        return (type(stop).__name__,)


def settled(value: Any) -> Any:
    """A value in which the order of sets no longer shows; yes is told from 1."""
    if isinstance(value, bool):
        return ("yes/no", value)
    if isinstance(value, Record):
        return (value.kind, tuple((name, settled(v)) for name, v in value.fields))
    if type(value) is tuple:
        return frozenset(map(settled, value))
    if isinstance(value, dict):
        return frozenset((settled(k), settled(v)) for k, v in value.items())
    return value


# ---- made-up positions


class MakeBelieve:
    """Makes up positions on the module's own boards, and questions to ask about them."""

    def __init__(self, compilation: Compilation, law: Law, random: Random) -> None:
        self.law, self.graph, self.random = law, law.graph, random
        self.maps = list(_maps(compilation)) or [Map.of(BLANK)]
        self.kinds = [k for k in self.graph.kinds if k not in ("hex", "hexside", GAME.kind)]
        self.spans = [way for spans in self.graph.sequences.values() for way in _ways(spans)]
        self.position = Position(self.graph, None)
        self.near: list[Hex] = []

    def _chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def new_position(self) -> Position:
        random = self.random
        map_ = random.choice(self.maps)
        position = self.position = Position(self.graph, map_)
        middle = random.choice(map_.hexes)
        near = [h for h in map_.hexes if abs(h.q - middle.q) + abs(h.r - middle.r) <= random.choice((2, 4, 8))]
        self.near = [*near, *(h for n in near[:2] for h in neighbours(n))]
        for number in range(random.randint(1, 9)):
            self._piece(f"p{number}", random.choice(near))
        for thing in list(position.things.values()):
            if self._chance(15):
                self._load(thing)
        for thing in list(position.things.values()):
            self._describe(thing, thing.kind, 15)
        if self._chance(20):
            for h in random.sample(near, min(2, len(near))):
                self._describe(h, "hex", 50)
                self._describe(side_of(h, random.randrange(6)), "hexside", 50)
        self._in_play(position)
        return position

    def _in_play(self, position: Position) -> None:
        """Puts a position in the midst of play: who acts, what runs, what is remembered and counted."""
        random = self.random
        if GAME.kind in self.graph.kinds and self._chance(80):
            self._describe(GAME, GAME.kind, 60)
        if "side" in self.graph.choices and self._chance(80):
            position.acting = self.value(t.Choice("side"))
        if self.spans and self._chance(70):
            position.now = frozenset(random.choice(self.spans))
        for memory in self.graph.memories.values():
            for _ in range(random.choice((0, 1, 3, 6))):
                position.remembered.add((memory.name, tuple(self.value(type_) for _, type_ in memory.params)))
        for tally in self.graph.tallies.values():
            for _ in range(random.choice((0, 1, 3, 6))):
                of = tuple(self.value(type_) for _, type_ in tally.params)
                position.tallied[tally.name, of] = self.value(tally.type)

    def _piece(self, name: str, where: Hex) -> None:
        random, units = self.random, list(self.graph.units.values())
        place = where if self._chance(95) else None
        if units and self._chance(70):
            unit = random.choice(units)
            thing = self.position.add(unit.kind, name, place)
            self.position.printed[thing] = unit.id
        else:
            self.position.add(random.choice(self.kinds), name, place)

    def _load(self, thing: Thing) -> None:
        holder = self.random.choice(list(self.position.things.values()))
        place: object = holder
        while isinstance(place, Thing):
            if place == thing:
                return
            place = self.position.places.get(place)
        self.position.places[thing] = holder

    def _describe(self, subject: Any, kind: str, often: int) -> None:
        for attribute in self.graph.kinds[kind].attributes.values():
            needed = self.position.value(subject, attribute.name)
            if self._chance(90 if repr(needed) == "MISSING" else often):
                self.position.values[subject, attribute.name] = self.value(attribute.type)

    def value(self, type_: t.Type) -> Any:
        random = self.random
        match type_:
            case t.OrNone(item=item):
                return None if self._chance(30) else self.value(item)
            case t.YesNo():
                return self._chance(50)
            case t.Number(exact=exact):
                number = random.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 10, 20, -1, -3))
                return Fraction(number, random.choice((1, 2, 3))) if exact and self._chance(30) else number
            case t.Choice(name=name):
                return random.choice(self._values_of(name))
            case t.SetOf(item=item):
                found = dict.fromkeys(self.value(item) for _ in range(random.choice((0, 1, 1, 2, 3))))
                return tuple(v for v in found if v is not None)
            case t.Kind(name=name):
                return self._of_kind(name)
            case t.Moment():
                span = random.choice(self.spans)[-1] if self.spans else ""
                side = self.value(t.Choice("side")) if "side" in self.graph.choices and self._chance(50) else None
                return Moment(random.choice(("start", "end")), random.choice(("this", "next")), span, side)
            case _:
                return random.choice(("", "a word", "another"))

    def _values_of(self, choice: str) -> tuple[str, ...]:
        decl = self.graph.choices.get(choice)
        return decl.values if decl else ("crosses", "runs-along", "corner")

    def _of_kind(self, kind: str) -> Any:
        random = self.random
        if kind == GAME.kind:
            return GAME
        if kind == "hex":
            return random.choice(self.near if self._chance(90) else self.position.map.hexes)  # type: ignore[union-attr]
        if kind == "hexside":
            return side_of(random.choice(self.near), random.randrange(6))
        if kind == "contact":
            ends = random.choice(self.near), random.choice(self.near)
            met = sides_along(*ends) + hexes_met(*ends)
            return random.choice(met) if met else None
        if kind in self.graph.records:
            fields = self.graph.records[kind].fields
            return Record(kind, tuple((name, self.value(f.type)) for name, f in fields.items()))
        having = [x for x in self.position.things.values() if self.graph.is_a(x.kind, kind)]
        units = [u for u in self.graph.units.values() if self.graph.is_a(u.kind, kind)]
        if units and self._chance(2):
            unit = random.choice(units)
            return Thing(unit.kind, f"@{unit.id}")
        return random.choice(having) if having else None


def _ways(spans: tuple[g.SpanDecl, ...], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Each part of a sequence with those that it lies in: what runs while that part does."""
    for span in spans:
        yield (*above, span.name)
        yield from _ways(tuple(part for part in span.body if isinstance(part, g.SpanDecl)), (*above, span.name))


def _maps(compilation: Compilation) -> Iterator[Map]:
    for name in compilation.board_names:
        board = compilation.board(name, Diagnostics())
        if board is not None:
            yield Map.of(board)
