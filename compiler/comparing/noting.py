"""The reference, which notes what had a say in a game: rules that fired, and parts of the law that were carried out.

It answers as the reference does. What fires is noted by a `Seen`, in the play itself and in what programs look ahead
to, until somebody takes it. An answer that is remembered of a position is noted once there. The same is noted by the
target (`compiler/wasm/reading.py`), which stops at the first rule that forbids; here all are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.answers import Answers, Names, Reference
from hexlaw.runtime.play.trials import trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.relations import grouped
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.verdict import Permission

COMPARED = (g.Gives, g.Changes, g.Rounds)
"""What the rules say of which only those fire that no other overrides."""


@dataclass
class _Fired(Seen):
    """Notes the rules that fire."""

    fired: set[str] = field(default_factory=set)

    def judged(self, rule: g.Rule, limiters: tuple[g.Rule, ...]) -> None:
        if not limiters and not isinstance(rule.conclusion, COMPARED):
            self.fired.add(rule.id)

    def compared(self, rule: g.Rule, above: tuple[g.Rule, ...]) -> None:
        if not above:
            self.fired.add(rule.id)


class NotingReference(Reference):
    """The reference of one law, which notes when something of some declarations is asked, each by the name given."""

    def __init__(self, law: Law, declared: Iterable[tuple[str, object]]) -> None:
        super().__init__(law, trials_of(law))
        self.seen = _Fired()
        self.watched = grouped((id(part), name) for name, node in declared for part in parts(node))

    def about(self, position: Position, seen: Seen | None) -> Answers:
        return _Noting(super().about(position, self.seen), self)

    def note(self, node: object) -> None:
        self.seen.fired.update(self.watched.get(id(node), ()))

    def take(self) -> frozenset[str]:
        """What had a say since this was last asked: names of rules, and of what is watched."""
        found = frozenset(self.seen.fired)
        self.seen.fired.clear()
        return found


class _Noting(Answers):
    def __init__(self, answers: Answers, notes: NotingReference) -> None:
        super().__init__(answers.ev)
        self.notes = notes

    def value(self, node: e.Expr, names: Names) -> Any:
        self.notes.note(node)
        return super().value(node, names)

    def items(self, binder: e.Binder, names: Names) -> tuple[Any, ...]:
        self.notes.note(binder)
        return super().items(binder, names)

    def judge(self, pick: e.Pick | None, path: str, names: Names, verdict: Permission) -> None:
        self.notes.note(pick)
        super().judge(pick, path, names, verdict)
