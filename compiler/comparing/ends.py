"""What more of a number comes to, and for whom: every fact and quantity, followed back from the ends of play.

Idea: a number or a yes/no is what other rules read. From every rule that forbids something, from every rule that says
who wins, and from every value that dice decide on (`harm.py`), it is followed back what raises it and what lowers it,
and for whose thing, through limits, lifts, comparisons, sums, ratios, tables and the rules of facts.
INVARIANT: a way on which it is not known what more of something comes to, or whose thing it is, is left. One thing is
taken for granted: that a factor and a divisor are above 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hexlaw.compiler.analysis.conditions import substitute
from hexlaw.compiler.comparing.harm import decided_by_dice
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts, variables
from hexlaw.runtime.law import Law
from hexlaw.runtime.table import TableData

DEEPEST = 5
LARGER = (">", ">=")
RISING = ("rounded-down", "rounded-up", "larger", "smaller")
"""The machine's own functions that give more for more."""
FREEDOM, VICTORY, HARM = "freedom", "victory", "harm"
"""The ends: what may be done, who wins, and how the dice treat somebody's things."""


@dataclass(frozen=True)
class Read:
    """One way in which the value of a fact or quantity comes to bear on an end: how far off that is, what of it is
    good, and which argument is the thing, or the side, that has the good of it."""

    end: tuple[str, str]  # FREEDOM and an action, VICTORY and a fact, or HARM and an effect
    order: int | tuple[tuple[object, int], ...]  # 1 where more of it is good, -1 where less is; or how good each way is
    place: int | e.Expr  # or the things themselves, by the names of its parameters
    steps: int


def reads_of(law: Law) -> dict[str, tuple[Read, ...]]:
    """By fact or quantity, all ways in which its value comes to bear on what may be done and on who wins."""
    return _Reading(law).found()


_Who = tuple[str, Any]
"""Who has the good of it: `("var", u)` the thing of this name, `("side", s)` the side that this names or is, `("those",
x)` the things of a set."""


_Order = int | Mapping[object, int]
"""What is more: of a number 1 where more of it is good and -1 where less is; of a choice how good each way is."""


class _Reading:
    """Follows ends back to what is read on the way to them."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.reads: dict[str, dict[Read, None]] = {}  # in the order in which they are found
        self.waiting: deque[tuple[tuple[str, str], g.Rule, int, _Who, int]] = deque()
        self.gone: set[tuple[object, ...]] = set()
        choice = law.graph.choices.get(g.SIDE)
        self.sides: Sequence[object] = choice.values if choice is not None else ()

    def found(self) -> dict[str, tuple[Read, ...]]:
        for path, rules in self.law.forbidding.items():
            action = self.law.graph.actions.get(path.partition(".")[0])
            who = (
                next((p.var for p in action.picks if isinstance(p.type, t.Kind)), None) if action is not None else None
            )
            if who is not None and path != "done":
                for rule in rules:
                    self._later((FREEDOM, path.partition(".")[0]), rule, -1, ("var", who), 0)
        for fact in self.law.graph.facts.values():
            if bare_side(fact.type) and all(type_ == t.GAME for _, type_ in fact.params):
                for rule in self.law.of_fact.get(fact.name, ()):
                    value = rule.conclusion.value if isinstance(rule.conclusion, g.Gives) else None
                    if isinstance(value, e.Const) and isinstance(value.value, str):
                        self._later((VICTORY, fact.name), rule, 1, ("is", value.value), 0)
        for decided in decided_by_dice(self.law):
            whose: list[_Who] = [("those", decided.among)] if decided.among is not None else []
            whose += [("var", decided.who.name) if isinstance(decided.who, e.Var) else ("those", decided.who)]
            for one in whose:
                if decided.good:
                    self._value(decided.value, (HARM, decided.effect), decided.good, one, 0)
                else:
                    self._condition(decided.value, (HARM, decided.effect), -1, one, 0)
        while self.waiting:
            self._rule(*self.waiting.popleft())
        return {name: tuple(reads) for name, reads in self.reads.items()}

    def _later(self, end: tuple[str, str], rule: g.Rule, sign: int, who: _Who, steps: int) -> None:
        key = end, rule.id, sign, who
        if key not in self.gone and steps <= DEEPEST:
            self.gone.add(key)
            self.waiting.append((end, rule, sign, who, steps))

    def _rule(self, end: tuple[str, str], rule: g.Rule, sign: int, who: _Who, steps: int) -> None:
        for condition in rule.when:
            self._condition(condition.expr, end, sign, who, steps)
        for limiter in self.law.limiters.get(rule.id, ()):
            self._later(end, limiter, -sign, who, steps + 1)

    def _condition(self, node: e.Expr, end: tuple[str, str], sign: int, who: _Who, steps: int) -> None:
        match node:
            case e.All(parts=inner) | e.Any(parts=inner):
                for part in inner:
                    self._condition(part, end, sign, who, steps)
            case e.Not(inner=part):
                self._condition(part, end, -sign, who, steps)
            case e.Compare(op=op, left=left, right=right, order=None):
                up = sign if op in LARGER else -sign
                self._value(left, end, up, who, steps)
                self._value(right, end, -up, who, steps)
            case e.Quantified(how=how, binder=binder, holds=holds):
                for inner_, turn in ((binder.where, 1 if how == "any" else -1), (holds, -1 if how == "no" else 1)):
                    if inner_ is not None:
                        self._condition(inner_, end, sign * turn, who, steps)
            case e.Fact():
                self._read(node, end, sign, who, steps)
            case _:
                pass

    def _value(self, node: e.Expr, end: tuple[str, str], order: _Order, who: _Who, steps: int) -> None:
        """A value that is looked at, and what is good of it."""
        match node:
            case e.Table(name=name, args=args):
                data = self.law.graph.tables[name].data
                for axis, arg in enumerate(args):
                    along = _along(data, axis, order)
                    if along is not None:
                        self._value(arg, end, along, who, steps)
            case e.Fact() | e.Quantity():
                self._read(node, end, order, who, steps)
            case e.Arith(op=op, left=left, right=right) if isinstance(order, int):
                self._value(left, end, order, who, steps)
                self._value(right, end, order if op in ("+", "*") else -order, who, steps)
            case e.Fold(item=item) if isinstance(order, int):
                self._value(item, end, order, who, steps)
            case e.Builtin(name=name, args=args) if name in RISING and isinstance(order, int):
                for arg in args:
                    self._value(arg, end, order, who, steps)
            case _:
                pass

    def _read(self, node: e.Fact | e.Quantity, end: tuple[str, str], order: _Order, who: _Who, steps: int) -> None:
        """A value that is read: noted where its arguments say whose it is, and followed back."""
        section = self.law.graph.facts if isinstance(node, e.Fact) else self.law.graph.quantities
        params = section[node.name].params
        for place, arg in enumerate(node.args):
            turned = self._turned(arg, who)
            if turned:
                name, type_ = params[place]
                inner: _Who = ("side" if bare_side(type_) else "var", name)
                self._reached(node, end, _turn(order, turned), place, inner, steps)
        if who[0] == "those":
            given = {arg.name: e.Var(name, type_) for arg, (name, type_) in zip(node.args, params, strict=True)
                     if isinstance(arg, e.Var)}  # fmt: skip
            those = substitute(who[1], dict(given))
            if _free(who[1]) <= given.keys():
                self._reached(node, end, order, those, ("those", those), steps)

    def _reached(
        self, node: e.Fact | e.Quantity, end: tuple[str, str], order: _Order, place: int | e.Expr, who: _Who, steps: int
    ) -> None:
        kept = order if isinstance(order, int) else tuple(order.items())
        if steps > DEEPEST or (key := (end, node.name, kept, who)) in self.gone:
            return
        self.gone.add(key)
        self.reads.setdefault(node.name, {})[Read(end, kept, place, steps)] = None
        self._back(node, end, order, who, steps + 1)

    def _turned(self, arg: e.Expr, who: _Who) -> int:
        """1 where an argument is who has the good of it, or its side; -1 where it is the other of two sides."""
        sort, name = who
        match arg:
            case e.Var(name=called):
                return int(sort in ("var", "side") and called == name)
            case e.Attribute(base=e.Var(name=called), name="side"):
                return int(sort == "var" and called == name)
            case e.Const(value=value) if sort == "is" and value in self.sides:
                return 1 if value == name else -1 if len(self.sides) == 2 else 0
            case _:
                return 0

    def _back(self, node: e.Fact | e.Quantity, end: tuple[str, str], order: _Order, who: _Who, steps: int) -> None:
        if isinstance(node, e.Quantity):
            decl = self.law.graph.quantities[node.name]
            self._value(decl.start, end, order, who, steps)
            rising = order if isinstance(order, int) else _rising(self.law.graph, decl.type, order)
            for step in decl.steps:
                for rule in self.law.of_step.get(f"{node.name}.{step}", ()) if rising else ():
                    turned, of_amount = _turns(rule.conclusion)
                    if turned:
                        self._later(end, rule, rising * turned, who, steps)
                    if of_amount and isinstance(rule.conclusion, g.Changes) and rule.conclusion.amount is not None:
                        self._value(rule.conclusion.amount, end, rising * of_amount, who, steps)
            return
        otherwise = self.law.graph.facts[node.name].otherwise
        if otherwise is not None:
            self._value(otherwise, end, order, who, steps)
        for rule in self.law.of_fact.get(node.name, ()):
            match rule.conclusion:
                case g.Gives(value=e.Const(value=bool() as holds)) if isinstance(order, int):
                    self._later(end, rule, order if holds else -order, who, steps)
                case g.Gives(value=value) if node.type != t.YES_NO:
                    self._value(value, end, order, who, steps)
                case _:
                    pass


def _turns(conclusion: g.Conclusion | None) -> tuple[int, int]:
    """1 where a step makes a number larger, -1 where it makes it smaller, 0 where that is not known; and the same for a
    larger amount of what it says."""
    if not isinstance(conclusion, g.Changes):
        return 0, 0
    by = {"doubles": (1, 0), "halves": (-1, 0), "adds": (1, 1), "subtracts": (-1, -1), "makes": (0, 1),
          "multiplies": (0, 1), "divides": (0, -1), "at-most": (-1, 1), "at-least": (1, 1)}  # fmt: skip
    turned, of_amount = by[conclusion.how]
    is_sure = conclusion.how not in ("adds", "subtracts") or isinstance(conclusion.amount, e.Const)
    return turned if is_sure else 0, of_amount


def _turn(order: _Order, by: int) -> _Order:
    return order * by if isinstance(order, int) else order if by > 0 else {way: -good for way, good in order.items()}


def _rising(graph: g.Graph, type_: t.Type, good: Mapping[object, int]) -> int:
    """1 where each way of a choice is at least as good as the one before it, -1 where at most, 0 else."""
    bare = t.bare(type_)
    ways = graph.choices[bare.name].values if isinstance(bare, t.Choice) else ()
    return _monotone([good[way] for way in ways if way in good])


def _monotone(numbers: Sequence[int | Fraction]) -> int:
    steps = {(after > before) - (after < before) for before, after in pairwise(numbers)} - {0}
    return steps.pop() if len(steps) == 1 else 0


def _along(data: TableData, axis: int, order: _Order) -> _Order | None:
    """What is good of what one axis of a table is read by, where all lines across it agree; None where not."""
    lines: dict[tuple[int, ...], list[tuple[int, Any]]] = {}
    for place, cell in data.cells.items():
        good = cell.value if isinstance(order, int) else order.get(cell.value)
        if isinstance(order, int) and isinstance(good, int | Fraction):
            good = good * order
        if isinstance(good, bool) or not isinstance(good, int | Fraction):
            return None
        lines.setdefault((*place[:axis], *place[axis + 1 :]), []).append((place[axis], good))
    in_order = [[good for _, good in sorted(line)] for line in lines.values()]
    if data.axes[axis].brackets:
        signs = {sign for line in in_order if (sign := _monotone(line)) or len(set(line)) > 1}
        return signs.pop() if len(signs) == 1 and 0 not in signs else None
    columns = dict(zip(data.axes[axis].values, zip(*in_order, strict=True), strict=True))
    ranked = sorted(columns.items(), key=lambda column: sum(column[1]))
    if any(a > b for (_, worse), (_, better) in pairwise(ranked) for a, b in zip(worse, better, strict=True)):
        return None
    ranks: dict[object, int] = {}
    for number, (way, column) in enumerate(ranked):
        alike = number > 0 and column == ranked[number - 1][1]
        ranks[way] = ranks[ranked[number - 1][0]] if alike else number
    return ranks


def _free(node: e.Expr) -> set[str]:
    """The names that an expression takes from outside."""
    bound = {part.var for part in parts(node) if isinstance(part, e.Binder)}
    return variables(node) - bound


def bare_side(type_: t.Type) -> bool:
    """Whether a value of this type is a side, or none."""
    return t.bare(type_) == t.Choice(g.SIDE)
