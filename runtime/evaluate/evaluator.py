"""START HERE for the runtime: the reference evaluator. A law, a position and an expression in; its value out.

It asks the typed expressions of the graph and, when told to, keeps a trace of every rule tried on the way. It is
written to be read: it defines what the law means, and faster forms of the law must agree with it. Here is what is asked
and memoised; each sort of question has a file beside this one: expressions `makers.py`, whether a rule applies
`applicability.py`, what rules come to `facts.py` and `quantities.py`, cells of tables `table_lookup.py`.

A fact's value: of its rules, those apply whose conditions all hold and that no applying rule limits; of these, those
that no other overrides must agree. If they do not, that is a `Conflict`; if there are none, the fact's `otherwise`
answers; if it has none, that is a `Hole`. Both stop the evaluation: no winner is invented.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction

from hexlaw.runtime.evaluate.budget import CHEAPER, COPY, WorkBudget
from hexlaw.runtime.evaluate.facts import decide_fact
from hexlaw.runtime.evaluate.makers import ready
from hexlaw.runtime.evaluate.quantities import decide_quantity
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.table_lookup import read_table
from hexlaw.runtime.evaluate.trace import Sort, TraceNode
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Cause, Exhausted, LawStop, Unseen
from hexlaw.runtime.law.table import Cell
from hexlaw.runtime.law.value import Record, Thing, Value, Values, size_of
from hexlaw.runtime.position.position import Position, not_known

Env = Mapping[str, Value]
Question = tuple[Sort, str, Values]
Breach = dict[Values, int | Fraction | Unseen | None]
"""The cases of its `for each` in which a requirement does not hold, and by how much where it compares two numbers, or
`Unseen` where that depends on a secret."""
MAX_DEPTH = 20  # questions inside each other, before the innermost is answered by itself


class _Deeper(Exception):
    """A question lies too deep in others to be answered there."""

    def __init__(self, question: Question) -> None:
        self.question = question


OfMap = Callable[[str, Values], Value]
"""A faster source of facts that depend on the map alone; `MISSING` where it has no answer."""


class EvaluationContext(ABC):
    """What all evaluators of one law share: its settings, the work budget, and what they collect. Two questions about
    a position can only be answered by playing; `Trials` (`play/trials.py`) answers them. With `tracing`, `asked`
    collects the trace."""

    def __init__(
        self, law: Law, *, tracing: bool = False, other_cells: Mapping[str, object] | None = None,
        account: WorkBudget | None = None,
    ) -> None:  # fmt: skip
        self.law, self.tracing = law, tracing
        self.other_cells = other_cells or {}  # by the cell's place: another value to read there, for "what if"
        self.account = account or WorkBudget()
        self.asked: list[TraceNode] = []
        self.doubts: dict[tuple[str, str], str] = {}  # unsure figures of the unit charts that were read
        self.unsure: dict[str, Cell] = {}  # and unsure cells of tables, by their places
        self.of_map: OfMap | None = None

    @abstractmethod
    def reach(self, ev: Evaluator, name: str, args: Values) -> dict[Value, Value]: ...

    @abstractmethod
    def would_break(self, ev: Evaluator, effect: str, args: Values, requirement: str) -> bool: ...


class Evaluator:
    """Answers questions about one position under one law. Answers are remembered: the position must not change."""

    def __init__(self, trials: EvaluationContext, position: Position, seen: ReadSet | None = None) -> None:
        self.law, self.position, self.trials = trials.law, position, trials
        self.tracing, self.other_cells, self.account = trials.tracing, trials.other_cells, trials.account
        self.asked = trials.asked  # what is being collected right now
        self.doubts, self.unsure, self.seen = trials.doubts, trials.unsure, seen  # `seen` notes what is read, if wanted
        self.of_map = None if self.tracing or self.other_cells or seen is not None else trials.of_map
        self.cut_short: list[tuple[g.Rule, tuple[g.Rule, ...]]] = []  # and limits that were limited themselves
        self.answers: dict[Question, tuple[Value, TraceNode | None]] = {}
        self.attributes: dict[tuple[Value, str], Value] = {}  # those that were asked for
        self.breaches: dict[str, Breach] = {}  # of the requirements that were looked at, by rule
        self.refused_by: dict[str, g.Rule] = {}  # by what was picked: the rule that forbade it last
        self._in_hand: list[Question] = []  # each waits for the answer of the next
        self._standing: dict[object, list[tuple[Thing, bool]]] | None = None
        self._of_kind: dict[str, tuple[Thing, ...]] = {}
        self._reaches: dict[tuple[str, tuple[object, ...]], Value] = {}

    def value(self, node: e.Expr, env: Env) -> Value:
        account = self.account
        account.left -= 1
        if account.left < 0:
            account.spend(0)
        try:
            return (node.__dict__.get("_ready") or ready(node))(self, env)
        except RecursionError:
            raise Exhausted("the question is nested too deeply to be answered", "ask a part of it") from None

    def reach(self, name: str, args: Values) -> Value:
        key = (name, args[:-1])
        if key not in self._reaches:
            self._reaches[key] = self.trials.reach(self, name, args[:-1])
        return self._reaches[key].get(args[-1])

    # -- answers, each worked out once

    def answer(self, sort: Sort, name: str, args: Values) -> Value:
        question = (sort, name, args)
        account = self.account
        account.left -= 1
        if account.left < 0:
            account.spend(0)
        found = self.answers.get(question)
        if found is None:
            self._find(question)
            found = self.answers[question]
        value, node = found
        if node is not None:
            self.asked.append(node)
        return value

    def _find(self, question: Question) -> None:
        """Stores the answer to a question. Python's recursion is limited: a question that lies too deep is answered
        first, and the one that asked it begins again."""
        if len(self._in_hand) >= MAX_DEPTH:
            raise _Deeper(question)
        if self._in_hand:
            self._work_out(question)
            return
        waiting = [question]
        while waiting:
            try:
                self._work_out(waiting[-1])
                waiting.pop()
            except _Deeper as deeper:
                waiting.append(deeper.question)

    def _work_out(self, question: Question) -> None:
        sort, name, args = question
        if self.seen is not None:
            self.seen.asked.add(f"{sort}:{name}")
        node = TraceNode(sort, name, args) if self.tracing else None
        outer, self.asked = self.asked, []
        self._in_hand.append(question)
        try:
            value = g.MISSING if self.of_map is None or sort != "fact" else self.of_map(name, args)
            if value is g.MISSING:
                value = DECIDE[sort](self, name, args, node)
            if node is not None:
                node.value = value
                node.asked.extend(self.asked)
        except LawStop as stop:
            stop.came_of(Cause(sort, name, args))
            raise
        finally:
            self.asked = outer
            self._in_hand.pop()
        self.answers[question] = (value, node)

    # -- what the position says

    def iterated(self, found: Value) -> Value:
        """The same value; the size of a set or record is charged, as the caller goes through it."""
        if type(found) is tuple or type(found) is Record:
            self.account.spend(size_of(found) >> CHEAPER)
        return found

    def attribute(self, subject: Value, name: str, owner: str) -> Value:
        """An attribute of something; without an owner, its `hex` or `holder`."""
        if subject is None:
            value = None if not owner else self.position.default(owner, name)
        elif not owner:
            value = self.position.hex_of(subject) if name == "hex" else self.position.holder_of(subject)
        else:
            value = self.position.value(subject, name)
            if self.tracing and isinstance(subject, Thing):
                unit = self.position.unit_of(subject)
                if unit is not None and name in unit.unsure and (subject, name) not in self.position.values:
                    self.doubts[unit.id, name] = unit.doubt or ""
        if value is g.MISSING:
            raise not_known(self.position, subject, name, self.shown(subject) if subject is not None else "nothing")
        return self.iterated(value)

    def shown(self, value: object) -> str:
        from hexlaw.runtime.words import in_words

        return in_words(value, self.position)

    def things_of(self, kind: str) -> tuple[Thing, ...]:
        """All things of a kind."""
        self.account.spend(1 + (len(self.position.things) >> CHEAPER))
        if kind not in self._of_kind:
            self._of_kind[kind] = tuple(self.position.of_kind(kind))
        return self._of_kind[kind]

    def standing_in(self, place: object, kind: str, deep: bool) -> tuple[Thing, ...]:
        if self._standing is None:
            self.account.spend(COPY + (self.position.size >> CHEAPER))  # the whole position is gone through
            self._standing = self.position.standing()
        found = self._standing.get(place, ())
        self.account.spend(len(found) >> CHEAPER)
        kinds = self.law.graph.kinds_below(kind)
        return tuple([t for t, directly in found if (directly or deep) and t.kind in kinds])


DECIDE: Mapping[str, Callable[[Evaluator, str, Values, TraceNode | None], Value]] = {
    "fact": decide_fact,
    "quantity": decide_quantity,
    "table": read_table,
}
