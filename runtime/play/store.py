"""The store of a game: a position, when what is set runs out, and what has been shown; nothing of what is under way.

`state.py` adds what is under way. Two stores in which the same holds have equal `text`, whatever led there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hexlaw.runtime.law.graph import MISSING, PLACE
from hexlaw.runtime.law.stops import Unseen
from hexlaw.runtime.law.value import Thing
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


Cell = tuple[object, str]
"""A thing, hex or hexside, and one of its attributes."""


@dataclass
class Store:
    position: Position
    lasting: dict[Cell, frozenset[Pending]] = field(default_factory=dict)  # it falls back when the last edge is past
    shown: frozenset[tuple[object, str, str]] = frozenset()  # what was revealed: thing, attribute, to which side
    over: bool = False

    def held(self) -> Store:
        """A copy without what is under way."""
        return Store(self.position.scratch(), dict(self.lasting), self.shown, self.over)

    def is_like(self, other: Store) -> bool:
        """Whether the same holds in both."""
        one, two = self.position, other.position
        if one.things != two.things or one.places != two.places or one.printed != two.printed:
            return False
        if any(one.value(*cell) != two.value(*cell) for cell in one.values.keys() | two.values.keys()):
            return False
        kept = (one.remembered, one.acting, one.now, self.lasting, self.shown, self.over)
        if kept != (two.remembered, two.acting, two.now, other.lasting, other.shown, other.over):
            return False
        if {of: n for of, n in one.tallied.items() if n} != {of: n for of, n in two.tallied.items() if n}:
            return False
        if one.visibility is not None or two.visibility is not None:
            raise Unseen("whether anything has changed hangs on a secret")
        return True

    def key(self, begun: Position) -> tuple[object, ...]:
        """Equal for stores that say the same, of those that came of one: quicker than `text` for those who look at
        many."""
        return self.position.key(begun), frozenset(self.lasting.items()), self.shown, self.over

    def view(self, side: str) -> Position:
        """The position as a side sees it: what is secret to it is not known there, and cannot be read."""
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
        """The secrets that a side does not know: the attributes of things that are not its own and were not shown, and
        where such things stand."""
        position = self.position
        secrets, hiding = secrets_of_kinds(position.graph), hiding_kinds(position.graph)
        hidden: list[Secret] = []
        for thing in position.things.values() if secrets or hiding else ():
            names = secrets.get(thing.kind, ())
            if thing.kind in hiding and self._is_unplaced(thing, *hiding[thing.kind]):
                names = (*names, PLACE)
            if names and position.value(thing, self._owner_in(thing)) != side:
                hidden += [(thing, name) for name in names if (thing, name, side) not in self.shown]
        return hidden

    def _is_unplaced(self, thing: Thing, flag: str | None, may_be_unsaid: bool) -> bool:
        """Whether where it stands is a secret of its side. Of most things nobody has said so, which is enough where it
        has to be said."""
        if flag is None:
            return True
        said = self.position.values.get((thing, flag))
        return said is True or (may_be_unsaid and self.position.value(thing, flag) is True)

    def _owner_in(self, thing: Thing) -> str:
        return "owner" if "owner" in self.position.graph.kinds[thing.kind].attributes else "side"

    def text(self) -> str:
        """Everything in it that can still matter, in a fixed order; what plans note is no part of it."""
        position = self.position

        def told(value: object) -> str:
            return "?" if value is MISSING else in_words(value, position)

        things = sorted(
            f"{t.kind} {t.name} {position.printed.get(t, '')} at {told(position.places.get(t))}"
            for t in position.things.values()
        )
        values = sorted(
            f"{told(s)}.{a} = {told(v)}" for (s, a), v in position.values.items() if v != position.given(s, a)
        )
        remembered = sorted(f"{name}({', '.join(map(told, args))})" for name, args in position.remembered)
        tallied = sorted(
            f"{name}({', '.join(map(told, args))}) = {told(n)}" for (name, args), n in position.tallied.items() if n
        )
        lasting = sorted(
            f"{told(s)}.{a} until {p.edge} {p.span} {p.side or ''}{' begun' if p.begun else ''}"
            for (s, a), edges in self.lasting.items()
            for p in edges
        )
        shown = sorted(f"{told(thing)}.{attribute} to {side}" for thing, attribute, side in self.shown)
        return "\n".join(
            [*things, *values, *remembered, *tallied, *lasting, *shown, f"acting {position.acting}",
             f"now {' '.join(sorted(position.now))}", "over" if self.over else ""]
        )  # fmt: skip


def _take_out(position: Position, things: Iterable[Thing]) -> None:
    """Takes things out, with what stands in them; nothing is remembered of what is not there."""
    before = set(position.things.values())
    for thing in things:
        if position.has(thing):
            position.remove(thing)
    position.forget_about(before - set(position.things.values()))
