"""Does emitted law answer what the reference answers? Puts one question to both, and makes up positions to ask about.

Answers agree when their values are the same, or the same rules refuse, or both stop in the same way: a stop of the same
class, a conflict between the same rules. Made-up positions obey the types of the law and nothing else, so they reach
corners that no game does; from the same seed come the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import Emission
from hexlaw.compiler.lower.falls import for_each_fall
from hexlaw.compiler.lower.play_asks import PlayAsks
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.board import Board, Grid, Map
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.emitted.load import Asked
from hexlaw.runtime.emitted.values import Unanswered
from hexlaw.runtime.geometry import Hex, neighbours, side_of, sides_along
from hexlaw.runtime.geometry import hexes_along as hexes_met
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.answers import Answering
from hexlaw.runtime.play.state import State
from hexlaw.runtime.play.trials import reference, trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question
from hexlaw.runtime.stops import Conflict, LawStop
from hexlaw.runtime.value import GAME, Moment, Record, Thing

Outcome = tuple[Any, ...]
BLANK = Board("blank", "Nothing but hexes", Grid("pointy", tuple("ABCDEFGH"), (8,), "second"))
"""What a game without boards of its own is played on."""


class Pair:
    """One law, both ways."""

    def __init__(self, law: Law, *, record: bool = False) -> None:
        played = PlayAsks(agenda_of(law), None)
        self.law = law
        self.emission = Emission(law, record=record, played=played)
        self.played = PlayedLaw(law, self.emission.source, [(a.sort, a.about) for a in played.found.values()])
        self.reference = reference(law)

    def on(self, position: Position) -> Asked:
        """Emitted law asked about a position, as it is asked in a game."""
        kept = self.played.kept(position)
        kept.state.asked_of = lambda: kept
        return Asked(self.played.emitted, kept.state)


def outcome(ask: Callable[[], Any]) -> Outcome:
    """What comes of a question, so that equal outcomes are agreeing ones."""
    try:
        return ("value", settled(ask()))
    except Conflict as stop:
        return ("Conflict", tuple(rule.id for rule in stop.rules))
    except (LawStop, Unanswered) as stop:
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


AGAIN = ("Unanswered",)
"""Emitted law has no answer: the reference is asked."""


def differ(reference: Outcome, emitted: Outcome) -> bool:
    """Whether emitted law answers otherwise.

    Where it has no answer, the reference is asked: which stop it is, is the reference's to say, here as in a game. That
    the reference seldom has an answer there is for the caller to see to (`AGAIN`).
    """
    return emitted not in (AGAIN, reference)


def ask_both(pair: Pair, position: Position, question: Question) -> tuple[Outcome, Outcome]:
    """A question of a case, put to the reference and to emitted law: their outcomes."""
    asked = pair.on(position)
    functions = pair.played.emitted.question(pair.emission.question(question))
    ev = pair.reference.about(position, None).ev
    if question.sort == "value":
        assert question.value is not None
        value = question.value
        return outcome(lambda: ev.value(value, {})), outcome(lambda: asked.run(functions["asked_value"]))
    args = outcome(lambda: tuple(ev.value(a, {}) for a in question.args))
    if args != (given := outcome(lambda: asked.run(functions["asked_args"]))):
        return args, given
    values = asked.run(functions["asked_args"])
    return compare(pair, position, asked, question.sort, question.name, values)


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

    def asks(self, most: int) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        """Questions about the position: what is asked, and with which values."""
        graph = self.graph
        sorts: list[tuple[str, Any]] = [("fact", graph.facts), ("quantity", graph.quantities), ("table", graph.tables)]
        for _ in range(most):
            if self._chance(15) and graph.actions:
                yield self._pick()
            elif self._chance(8) and graph.effects:
                name = self.random.choice(list(graph.effects))
                yield "after", name, tuple(self.value(type_) for _, type_ in graph.effects[name].params)
            else:
                sort, decls = self.random.choice([s for s in sorts if s[1]])
                name = self.random.choice(list(decls))
                if sort == "fact" and decls[name] in for_each_fall(graph.facts) and self._chance(50):
                    sort = "each"
                yield sort, name, tuple(self.value(type_) for _, type_ in decls[name].params)

    def _pick(self) -> tuple[str, str, tuple[Any, ...]]:
        action = self.random.choice(list(self.graph.actions.values()))
        picks: list[Any] = []
        for pick in action.picks:
            if self._chance(30) and picks:
                break
            picks.append(pick)
        done = self._chance(20)
        if done:
            picks = []
            for pick in action.picks:
                if pick.repeatedly or pick.optionally:
                    break
                picks.append(pick)
        given = tuple(self.value(type_) for _, type_ in action.params)
        args = [self.value(p.type) for p in picks]
        things = [a for a in args if isinstance(a, Thing)]
        here = self.position.hex_of(things[0]) if things else None
        if picks and isinstance(args[-1], Hex) and here is not None and self._chance(80):
            args[-1] = self.random.choice(neighbours(here))
        return "may", f"{action.name}.{'done' if done else picks[-1].name}", (*given, *args)


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


def compare(
    pair: Pair, position: Position, asked: Asked, sort: str, name: str, args: tuple[Any, ...]
) -> tuple[Outcome, Outcome]:
    """One made-up question, put to both."""
    ev = pair.reference.about(position, None).ev
    ways: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "fact": (lambda: ev.fact(name, args), lambda: asked.fact(name, args)),
        "quantity": (lambda: ev.quantity(name, args), lambda: asked.quantity(name, args)),
        "table": (lambda: ev.table(name, args), lambda: asked.table(name, args)),
        "each": (
            lambda: {n: ev.fact(name, (*args[:-1], n)) for n in _falls(args[-1])},
            lambda: dict(zip(_falls(args[-1]), asked.each(name, args[:-1], _falls(args[-1])), strict=True)),
        ),
    }
    if sort in ways:
        by_reference, by_emitted = ways[sort]
        return outcome(by_reference), outcome(by_emitted)
    one, other = ((a, a.kept(position)) for a in (pair.reference, pair.played))
    return outcome(lambda: _by_the_machine(pair.law, *one, sort, name, args)), outcome(
        lambda: _by_the_machine(pair.law, *other, sort, name, args)
    )


def _falls(shown: int) -> tuple[int, ...]:
    """Some falls of a die, about one that was made up."""
    return (shown, shown - 2, shown + 3)


def _by_the_machine(
    law: Law, answering: Answering, position: Position, sort: str, name: str, args: tuple[Any, ...]
) -> Any:
    """What the machine answers that is answered in one of both ways."""
    trials = trials_of(law)
    match sort:
        case "may":
            action, _, pick = name.partition(".")
            verdict = trials.may(answering, position, None, action, pick, args)
            return (
                verdict.allowed,
                verdict.cost,
                tuple((r.how, r.rule.id if r.rule else None) for r in verdict.refusals),
            )
        case "reach":
            return trials.reach(answering, position, None, name, args)
        case _:
            found: dict[Any, Fraction] = {}
            for course in trials.courses(answering, position, None, name, args):
                text = State(course.position).text()
                found[text] = found.get(text, Fraction(0)) + course.chance
            return found
