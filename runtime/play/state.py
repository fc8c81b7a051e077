"""The state of a game: what holds in it, what is under way, and the question that has to be answered.

A `Store` holds a position, when what is set runs out, and what has been shown. Two stores in which the same holds have
equal `text`, however they came about. Frames say what is under way, the innermost last. All this is for reading: it is
decoded from the cells of the engine, and never continued.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.graph import MISSING, PLACE
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import Question
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Secret, Visibility, hiding_kinds, secrets_of_kinds
from hexlaw.runtime.words import in_words


@dataclass(frozen=True, slots=True)
class Pending:
    """An edge at which something runs out; the end of a part counts once that part, of that side, has begun."""

    edge: str
    span: str
    side: str | None
    begun: bool


OBSERVERS = "the observers"
"""Who looks on and is no side."""
Cell = tuple[object, str]
"""A thing, hex or hexside, and one of its attributes."""


@dataclass
class Store:
    position: Position
    lasting: dict[Cell, frozenset[Pending]] = field(default_factory=dict)  # it falls back when the last edge is past
    shown: frozenset[tuple[object, str, str]] = frozenset()  # what was revealed: thing, attribute, to which side
    over: bool = False

    def view(self, side: str) -> Position:
        """Returns the position as a side sees it: what is secret to it cannot be read there."""
        seen = self.position.scratch()
        hidden = self.hidden_from(side)
        if hidden:
            visibility = Visibility(seen.graph, frozenset(hidden))
            seen.wear(visibility)
            for thing, name in hidden:
                if name != PLACE:
                    seen.set(thing, name, MISSING)
            _take_out(seen, visibility.unplaced)
            for name, of in [entry for entry in seen.remembered if visibility.hides(f"memory:{entry[0]}", entry[1])]:
                seen.forget(name, of)
            for name, of in [entry for entry in seen.tallied if visibility.hides(f"tally:{entry[0]}", entry[1])]:
                seen.count(name, of, None)
        return seen

    def hidden_from(self, side: str) -> list[Secret]:
        """Returns the secrets that a side does not know: the attributes of things that are not its own and were not
        shown, and where such things stand. Observers know what every side knows."""
        position = self.position
        lookers = position.graph.choices["side"].values if side == OBSERVERS else (side,)
        secrets, hiding = secrets_of_kinds(position.graph), hiding_kinds(position.graph)
        hidden: list[Secret] = []
        for thing in position.things.values() if secrets or hiding else ():
            names = secrets.get(thing.kind, ())
            if thing.kind in hiding and self._is_unplaced(thing, *hiding[thing.kind]):
                names = (*names, PLACE)
            owned_by = position.graph.owned_by(thing.kind) if names else ""
            others = [one for one in lookers if position.value(thing, owned_by) != one] if names else ()
            hidden += [(thing, name) for name in names if any((thing, name, one) not in self.shown for one in others)]
        return hidden

    def _is_unplaced(self, thing: Thing, flag: str | None, may_be_unsaid: bool) -> bool:
        """Returns whether the place of a thing is a secret of its side. Where the flag has to be set for that, the
        values that have been set decide."""
        if flag is None:
            return True
        said = self.position.values.get((thing, flag))
        return said is True or (may_be_unsaid and self.position.value(thing, flag) is True)

    def text(self) -> str:
        """Returns everything in it that can still matter, in a fixed order; what plans note is no part of it."""
        position = self.position

        def word_of(value: object) -> str:
            return "?" if value is MISSING else in_words(value, position)

        things = sorted(
            f"{t.kind} {t.name} {position.printed.get(t, '')} at {word_of(position.places.get(t))}"
            for t in position.things.values()
        )
        values = sorted(
            f"{word_of(s)}.{a} = {word_of(v)}" for (s, a), v in position.values.items() if v != position.given(s, a)
        )
        remembered = sorted(f"{name}({', '.join(map(word_of, args))})" for name, args in position.remembered)
        tallied = sorted(
            f"{name}({', '.join(map(word_of, args))}) = {word_of(n)}"
            for (name, args), n in position.tallied.items()
            if n
        )
        lasting = sorted(
            f"{word_of(s)}.{a} until {p.edge} {p.span} {p.side or ''}{' begun' if p.begun else ''}"
            for (s, a), edges in self.lasting.items()
            for p in edges
        )
        shown = sorted(f"{word_of(thing)}.{attribute} to {side}" for thing, attribute, side in self.shown)
        return "\n".join(
            [*things, *values, *remembered, *tallied, *lasting, *shown, f"acting {position.acting}",
             f"now {' '.join(sorted(position.now))}", "over" if self.over else ""]
        )  # fmt: skip


def _take_out(position: Position, things: Iterable[Thing]) -> None:
    """Takes things out, with what stands in them, and what is remembered of these."""
    before = set(position.things.values())
    for thing in things:
        if position.has(thing):
            position.remove(thing)
    position.forget_about(before - set(position.things.values()))


Names = Mapping[str, Value]


class Body(Node):
    """Statements, or parts of a sequence, carried out one after the other."""

    lines: tuple[g.SpanDecl | e.Statement, ...]
    at: int
    names: Names


class EffectFrame(Node):
    """An effect runs above this frame; what follows it comes when it is over."""

    name: str
    names: Names


class ActionFrame(Node):
    """An action is under way above this frame."""

    name: str


class Picking(Node):
    """A pick waits for its answer. `chosen` are those that were picked before; where they are not gathered under a
    name, only that there was one: which way led here does not matter. What is `barred` led to a dead end."""

    pick: e.Pick
    names: Names
    chosen: tuple[Value, ...] = ()
    barred: tuple[Value, ...] = ()


class WindowFrame(Node):
    """A side may take actions here; a duty is not declined as long as it can be done."""

    side: str
    again: bool  # as often as it likes, not once
    names: Names
    taken: bool = False
    duty: bool = False


class AtOnce(Node):
    """A part that sides run at once: the state in which all begin, and that of each side that is done. Where it
    `is_veiled`, those of other sides have been left out. The `number` counts such parts from the beginning."""

    span: g.SpanDecl
    begun: Store
    side: str | None = None  # who runs it now
    kept: tuple[tuple[str, Store], ...] = ()
    is_veiled: bool = False
    number: int = 0


class Running(Node):
    """One running of a part of the sequence: the side that acts in it, and how often it has run before."""

    span: g.SpanDecl
    names: Names
    side: str | None = None
    number: int = 0


Frame = Body | EffectFrame | ActionFrame | Picking | WindowFrame | AtOnce | Running


def apart(frames: Sequence[Frame]) -> AtOnce | None:
    """Returns the outermost part under way that sides run at once."""
    return next((frame for frame in frames if isinstance(frame, AtOnce)), None)


def deed_of(frames: Sequence[Frame]) -> Frame | None:
    """Returns what dice fall for: the innermost effect or action under way."""
    return next((frame for frame in reversed(frames) if isinstance(frame, ActionFrame | EffectFrame)), None)


def runs_apart(frames: Sequence[Frame]) -> str:
    """Returns the side that runs its share of such a part; nothing where none is under way."""
    together = apart(frames)
    return "" if together is None else together.side or ""


@dataclass
class State(Store):
    frames: list[Frame] = field(default_factory=list)
    question: Question | None = None  # what has to be answered before it goes on
    named_by_lot: int = 0  # how many things have a number that was drawn: those in order could tell a secret
    shares_begun: int = 0  # how many parts have begun that all run at once

    @property
    def is_cut_short(self) -> bool:
        """Returns whether what comes next depends on what the side that looks ahead does not see."""
        return self.question is None and not self.over

    def view(self, side: str) -> Position:
        known = self._known_to(side)
        return super().view(side) if known is self else known.view(side)

    def hidden_from(self, side: str) -> list[Secret]:
        known = self._known_to(side)
        return super().hidden_from(side) if known is self else known.hidden_from(side)

    def _known_to(self, side: str) -> Store:
        """Returns what a side knows while others act at once with it: the result of its own share."""
        together = apart(self.frames)
        if together is None or together.side == side:
            return self
        return next((done for whose, done in reversed(together.kept) if whose == side), together.begun)

    def unseen_in(self, pile: Thing, side: str) -> int:
        """Returns how many things lie in another that a side does not see there. All may count what lies in a pile,
        which stands nowhere itself; what is in anything else may be a secret."""
        known = self._known_to(side)
        if known.position.graph.kinds[pile.kind].holders:
            return 0
        hidden = known.hidden_from(side)
        return sum(name == PLACE and known.position.places.get(thing) == pile for thing, name in hidden)
