"""The doing half of the form: what play does, as steps of routines. `form.py` has the values that they work out.

A `Routine` is an action, an effect, all that follows at one moment, or the sequence; it can wait in the middle, for an
answer or for what it has called. Links, options and scopes are gone: a step has the calls of the functions that answer
what it asks, given the names known there, and what follows upon it stands in it. A printer writes it once, for every
engine. Beside each step stands what it was lowered from (`about`), by which a stop is put into words and cited.
"""

from __future__ import annotations

from hexlaw.compiler.lower.form import Call, Expr, Params, Part
from hexlaw.runtime.law.types import Type

Value = tuple[str, Expr]
"""A name, and what it is given."""


class Step(Part):
    UNCOMPARED = frozenset({"about"})
    about: object


Block = tuple[Step, ...]


class PlainStep(Step):
    """A statement that does one thing to the position, with what is worked out for it, by its fields."""

    values: tuple[Value, ...]

    def of(self, field: str) -> Expr:
        return dict(self.values)[field]


class Name(Step):
    name: str
    value: Expr


class Branch(Step):
    test: Expr
    then: Block
    otherwise: Block


class Each(Step):
    """A block for each member of a set that is there before the first."""

    var: str
    among: Expr
    body: Block


class Invoke(Step):
    """Another routine is carried out; none where nothing follows at a moment: then the values are worked out alone."""

    routine: str
    args: tuple[Value, ...]


class DrawLot(Step):
    var: str
    among: Expr


class Account(Part):
    """The attribute in which costs are counted, and its value."""

    owner: str
    name: str
    of: Expr
    spent: Expr
    depends_on_pick: bool


class Pick(Step):
    path: str
    var: str
    type: Type
    gathered: str | None
    repeatedly: bool
    optionally: bool
    known: Params
    """All that is known by name where it is picked, with what is picked."""
    needs: tuple[str, ...]
    """What it speaks of: where a thing among it is gone, the pick ends."""
    anew: tuple[Name, ...]
    """What is named right before a pick, and again each time that it is repeated."""
    eligible: Call | None
    """All that may be picked; none where it is asked of each among these, which where holds and nothing bars."""
    among: Expr
    where: Expr | None
    barred: Expr | None
    done_barred: Expr | None
    """Whether one may not go on without another pick."""
    given: tuple[Value, ...]
    """What rules know of an event that it brings about, as it is before it does anything."""
    cost: Expr | None
    account: Account | None
    does: Block
    then: Invoke | None
    does_nothing: bool
    """It only gives a name to what is picked, and nothing follows on it."""
    is_followed: bool
    """Whether steps come after it in its block."""


class Offer(Step):
    action: str
    args: tuple[Expr, ...]
    to: Expr
    repeatedly: bool
    duty: bool


class Make(Step):
    """An order is written, or a task begun: a new thing that stands nowhere."""

    kind: str
    called: str
    """How what follows calls it."""
    values: tuple[Value, ...]
    name: str | None
    then: Invoke | None


class Log(Step):
    """A memory begins or ends, or a tally counts, in every case in which a rule applies."""

    rule: str
    sort: str
    name: str
    cases: Call
    bound: tuple[str, ...]
    """The names of a case; none where the rule applies or does not."""
    args: tuple[Expr, ...]
    amount: Expr | None
    begins: bool
    ends: bool
    """Whether it goes through what is kept, and ends what the rule applies to."""
    params: tuple[str, ...]
    """The names of the moment that it needs."""


class TaskRule(Step):
    """A rule that pauses, restarts or cancels tasks at one moment: those of some kinds to which it applies."""

    how: str
    kinds: tuple[str, ...]
    applies: Expr


class HookWay(Part):
    """One of the ways in which something comes about at a moment: names of the rule, each with the name by which the
    moment knows it and its type; whether the rule applies, or what it keeps or changes by itself."""

    given: tuple[tuple[str, str, Type], ...]
    applies: Expr | None
    step: Log | TaskRule | None


class Hook(Step):
    """What a rule wants done at a moment, for each way in which that comes about."""

    rule: str
    is_advice: bool
    ways: tuple[HookWay, ...]
    body: Block


class Opening(Part):
    """An action that may be taken in a window: by whom, and in which parts of the sequence."""

    action: str
    to: Expr | None
    spans: tuple[str, ...]


class RunSpan(Step):
    """A part of the sequence, entered from the one around it."""

    span: str
    is_window: bool
    at_once: bool
    each: tuple[str, Expr] | None
    condition: Expr | None
    repeats: Expr | None
    by: Expr | None
    turns_from: Expr | None
    body: Block
    starts: Invoke | None
    ends: Invoke | None
    opens: tuple[Opening, ...]
    passing_barred: Expr | None


class Routine(Part):
    """`action:NAME`, `effect:NAME`, `moment:NAME` or `sequence`."""

    params: Params
    body: Block
    then: Invoke | None = None
