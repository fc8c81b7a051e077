"""What the machine asks while it plays, and who answers: the reference evaluator, or whatever answers faster.

The machine evaluates nothing itself. It asks `Answers` about the position as it is: the value of an expression, what
a rule applies to, what is required and broken, what is forbidden. `Answering` makes these for a position, and says in
which form it wants to have the positions of a game. `REFERENCE` asks `evaluate.py`; emitted law has its own
(`emitted/answers.py`) and answers the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.account import Account
from hexlaw.runtime.evaluate import Breach, Evaluator
from hexlaw.runtime.evaluating.expressions import each
from hexlaw.runtime.evaluating.rules import cases
from hexlaw.runtime.forbidding import broken, is_prohibited, newly_broken, prohibited
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Law
from hexlaw.runtime.position import Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.table import Cell
from hexlaw.runtime.trace import Node
from hexlaw.runtime.value import Thing
from hexlaw.runtime.verdict import Permission, Refusal

Names = Mapping[str, Any]
Row = tuple[Any, ...]


class Answers(Protocol):
    """Answers about one position, which does not change as long as they are asked."""

    def value(self, node: e.Expr, names: Names) -> Any: ...

    def items(self, binder: e.Binder, names: Names) -> tuple[Any, ...]:
        """Each thing that a binder stands for, in order."""

    def cases(self, rule: g.Rule, names: Names) -> list[Names]:
        """The cases in which a rule applies, of all that it goes through."""

    def applying(self, rule: g.Rule, names: Names, own: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        """Those of the rows with which a rule applies in some case; a row gives its `own` names their values."""

    def broken(self, rule: g.Rule) -> Breach:
        """The cases in which a requirement does not hold."""

    def newly_broken(self, before: Answers, rules: Sequence[g.Rule], what: str) -> list[Refusal]:
        """What of these requirements held better before."""

    def judge(self, pick: e.Pick | None, path: str, names: Names, verdict: Permission) -> None:
        """Adds to the verdict what forbids a pick, or being done with it; without one, with a part of the sequence."""

    def forbids(self, pick: e.Pick | None, path: str, names: Names) -> bool:
        """Whether something forbids a pick, or being done with it; a stop where that cannot be judged."""

    def eligible(self, pick: e.Pick, names: Names) -> Sequence[Any] | None:
        """All that fits a pick and is not forbidden, of what it is made from; none where that is to be judged one by
        one: because some of it cannot be judged, or because that is not slower."""

    def shown(self, value: object) -> str: ...


class Answering(Protocol):
    """A way to have the questions of a game answered."""

    in_words: bool  # whether refusals come with their words
    tracing: bool  # whether what is asked is kept, to be explained
    account: Account  # of the question in hand, whichever position it is about

    @property
    def reference(self) -> Answering:
        """The reference evaluator, which answers the same in words."""

    def untraced(self) -> Answering:
        """The same without a trace."""

    def kept(self, position: Position) -> Position:
        """A copy of a position that a game can begin with."""

    def about(self, position: Position, seen: Seen | None) -> Answers: ...

    def field(self, path: str) -> Field | None:
        """How to tell without making its steps where a pick leads that is repeated, if there is a way."""


class Untold(Exception):
    """A field does not tell what was asked of it; the machine does."""


class Stop(Protocol):
    """Somewhere on a course: all that tells it from another one, and the cells that say so of a position."""

    @property
    def cells(self) -> tuple[tuple[tuple[Any, str | None], Any], ...]: ...


class Course(Protocol):
    """The ways of one mover, told stop by stop as a field tells them; each of its answers may be `Untold`."""

    @property
    def begun(self) -> Stop: ...

    def steps(self, at: Any) -> tuple[Hex, ...]:
        """Where the next step could lead, allowed or not."""

    def after(self, at: Any, there: Hex) -> Stop | None:
        """Where it comes to by a step; none where that is refused."""

    def may_rest(self, at: Any) -> bool: ...

    def worth(self, at: Any, side: str) -> Any:
        """What the position is worth if the mover rests here."""


class Field(Protocol):
    """Where a repeated pick leads."""

    def course(self, machine: Any, mover: Thing) -> Course | None:
        """The ways of a mover from where a machine asks for the first step, for who plans; none where the machine has
        to make the steps."""

    def costs(self, machine: Any, mover: Thing) -> dict[Any, Any] | None:
        """What `least_costs` finds (`reaching.py`), of a machine that asks for the first step; none where the machine
        has to search."""

    def way(self, machine: Any, mover: Thing, to: Hex) -> tuple[tuple[Hex, ...], Any] | tuple[None, None] | None:
        """What `cheapest_way` finds: the steps and their cost; twice none where there is no way."""

    def ways(self, machine: Any, mover: Thing) -> dict[Hex, tuple[tuple[Hex, ...], Any]] | None:
        """By hex in which the mover may rest after a step, the steps of least cost and their cost; none where no field
        tells it."""


class Trials(Protocol):
    """The trials of the machine (`trials.py`), which rules can ask for."""

    def reach(
        self, answering: Answering, position: Position, seen: Seen | None, name: str, args: tuple[Any, ...]
    ) -> dict[Any, Any]: ...

    def would_break(
        self, answering: Answering, position: Position, seen: Seen | None, effect: str, args: tuple[Any, ...],
        requirement: str,
    ) -> bool: ...  # fmt: skip


class ByReference:
    """The reference evaluator's answers about one position."""

    def __init__(self, ev: Evaluator) -> None:
        self.ev = ev
        self.shown = ev.shown

    def value(self, node: e.Expr, names: Names) -> Any:
        self.ev.account.begin()
        return self.ev.value(node, names)

    def items(self, binder: e.Binder, names: Names) -> tuple[Any, ...]:
        self.ev.account.begin()
        return tuple(inner[binder.var] for inner in each(self.ev, binder, names))

    def cases(self, rule: g.Rule, names: Names) -> list[Names]:
        self.ev.account.begin()
        return list(cases(self.ev, rule, names, self.ev.law.gone_through[rule.id]))

    def applying(self, rule: g.Rule, names: Names, own: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        return [row for row in rows if self.cases(rule, {**names, **dict(zip(own, row, strict=True))})]

    def broken(self, rule: g.Rule) -> Breach:
        self.ev.account.begin()
        return broken(self.ev, rule)

    def newly_broken(self, before: Answers, rules: Sequence[g.Rule], what: str) -> list[Refusal]:
        assert isinstance(before, ByReference)
        self.ev.account.begin()
        return newly_broken(before.ev, self.ev, rules, what)

    def judge(self, pick: e.Pick | None, path: str, names: Names, verdict: Permission) -> None:
        self.ev.account.begin()
        prohibited(self.ev, path, path.partition(".")[2], names, verdict)

    def eligible(self, pick: e.Pick, names: Names) -> Sequence[Any] | None:
        return None

    def forbids(self, pick: e.Pick | None, path: str, names: Names) -> bool:
        if self.ev.seen is None:
            self.ev.account.begin()
            return is_prohibited(self.ev, path, names)
        verdict = Permission("", "", ())  # looking at what is asked has to show all of it
        self.judge(pick, path, names, verdict)
        return not verdict.judged


class Reference:
    """All questions are answered by the reference evaluator. Where it is `tracing`, `asked` collects the trace."""

    in_words = True

    def __init__(
        self, law: Law, trials: Trials, *, tracing: bool = False, other_cells: Mapping[str, object] | None = None,
        account: Account | None = None,
    ) -> None:  # fmt: skip
        self.law, self.trials = law, trials
        self.tracing, self.other_cells = tracing, other_cells or {}
        self.account = account or Account()
        self.asked: list[Node] = []
        self.doubts: dict[tuple[str, str], str] = {}  # unsure figures of unit charts that were read
        self.unsure: dict[str, Cell] = {}  # and unsure cells of tables

    @property
    def reference(self) -> Reference:
        return self

    def untraced(self) -> Reference:
        if not self.tracing:
            return self
        return Reference(self.law, self.trials, other_cells=self.other_cells, account=self.account)

    def kept(self, position: Position) -> Position:
        return position.scratch()

    def about(self, position: Position, seen: Seen | None) -> ByReference:
        ev = Evaluator(
            self.law, position, self, tracing=self.tracing, other_cells=self.other_cells, account=self.account
        )
        ev.asked, ev.doubts, ev.unsure, ev.seen = self.asked, self.doubts, self.unsure, seen
        return ByReference(ev)

    def field(self, path: str) -> Field | None:
        return None

    # -- what expressions ask of the machine

    def reach(self, ev: Evaluator, name: str, args: tuple[Any, ...]) -> dict[Any, Any]:
        return self.trials.reach(self.untraced(), ev.position, ev.seen, name, args)

    def would_break(self, ev: Evaluator, effect: str, args: tuple[Any, ...], requirement: str) -> bool:
        return self.trials.would_break(self.untraced(), ev.position, ev.seen, effect, args, requirement)
