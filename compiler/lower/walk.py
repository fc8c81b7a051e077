"""What a field of one reach is made from: which function of the program tells what. `fields.py` makes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hexlaw.compiler.lower.touching import AWAY, ELSEWHERE, MOVER, OTHER, PLACE, Roles
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g


@dataclass
class KeptSteps:
    """What the steps of a reach depend on, by name, and the parts of the rules that look at what was spent."""

    reads: frozenset[str]
    own: dict[str, tuple[str, ...]]  # by kind of mover, what they read of the mover itself
    others: dict[str, tuple[str, ...]]  # by kind, what they read of something else in one of the two hexes
    game: tuple[str, ...]  # what they read of the game as a whole
    features: list[str]
    by_mover: bool  # whether who the mover is may count as well: something that is read may stand for it
    rests: bool  # whether it may end in a hex depends on no more than that, and not on what was spent


@dataclass
class Requirement:
    """A requirement that the mover may break: `case` finds how far it is broken for one thing or hex."""

    rule: str
    sampled: str
    kind: str  # of what it goes through
    case: str  # the key of its function


@dataclass
class Trace:
    """What a step leaves behind: it decides nothing about the move, but who plans looks at it."""

    attribute: str
    test: str  # whether it does, if that depends
    subject: str
    value: str
    late: bool  # whether it does so when all labels are written that follow upon the step; else before the first is


@dataclass
class Walk:
    """The functions that a field of one reach is made from, by their keys."""

    reach: g.ReachDecl
    mover: e.Pick
    step: e.Pick
    lets: list[str] = field(default_factory=list)  # names for where the mover is
    domain: str = ""
    bars_there: str = ""  # the same for a hex from wherever it is entered, and as long as no label changes
    bars_here: str = ""
    bars_edge: str = ""
    bars_tied: str = ""  # what looks at what was spent
    bars_done: str = ""
    cost: str = ""
    doing: list[tuple[str, str]] = field(default_factory=list)  # labels that the pick itself writes
    following: list[tuple[str, str]] = field(default_factory=list)  # and those that what follows on it writes
    guards: list[str] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)
    kinds: tuple[str, ...] = ()  # of movers for which it is proved
    worth: str = ""  # what a position is worth; none, where it cannot be told on the way
    traces: list[Trace] = field(default_factory=list)
    kept: KeptSteps | None = None  # what its steps depend on, where they can be kept

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _ in (*self.doing, *self.following)))

    @property
    def account(self) -> str:
        assert self.step.account is not None
        return self.step.account.name

    def asked_on_the_way(self) -> Iterator[tuple[str, Roles]]:
        """Every function that tells of a step or of its end, with what its parameters stand for then."""
        mover, step = self.mover.var, self.step.var
        known: Roles = {mover: MOVER, **dict.fromkeys(self.lets, PLACE)}
        from_there: Roles = {**known, step: AWAY}
        labels = (key for _, key in (*self.doing, *self.following))
        features = self.kept.features if self.kept is not None else ()
        for key in (self.domain, self.bars_here, self.bars_done):
            if key:
                yield key, known
        for key in (self.bars_edge, self.bars_tied, self.cost, *labels, *features):
            if key:
                yield key, from_there
        if self.bars_there:
            yield self.bars_there, {mover: MOVER, step: AWAY}

    def asked_by_plans(self) -> list[str]:
        """The functions that tell what a position is worth, and what a step leaves behind."""
        traced = (key for trace in self.traces for key in (trace.test, trace.subject, trace.value))
        return [key for key in (self.worth, *traced) if key]

    def asked(self) -> Iterator[tuple[str, Roles]]:
        """Every function that a search asks, with what its parameters stand for then."""
        mover: Roles = {self.mover.var: MOVER}
        yield from self.asked_on_the_way()
        for key in (*self.guards, *self.asked_by_plans()):
            yield key, mover
        for required in self.requirements:
            for role in (MOVER, OTHER, ELSEWHERE, PLACE, AWAY):
                yield required.case, {"case": role}
