"""Effects, tried on scratch copies with every fall of their dice: exact odds, and "would it break that rule?".

A run of an effect is told the dice it will roll. When it needs one more than it was told, the run is given up and
made again once for every way that die can fall: effects are short, and nothing has to be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.changes import move, place, there
from hexlaw.runtime.evaluate import Answers, Breach, Evaluator
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Exhausted, Hole, Unseen
from hexlaw.runtime.trace import Node

MOST_BRANCHES = 50_000


@dataclass(frozen=True)
class Fallen:
    """One die as it fell: its name in the law and what it showed."""

    name: str
    shows: int


@dataclass
class Branch:
    """One course an effect can take."""

    chance: Fraction
    dice: tuple[Fallen, ...]
    position: Position
    asked: list[Node]


class _NeedsDie(Exception):
    def __init__(self, count: int, faces: int, name: str) -> None:
        self.count, self.faces, self.name = count, faces, name


def branches(ev: Evaluator, effect: str, args: tuple[Any, ...]) -> Iterator[Branch]:
    """Every course of an effect, most likely or not, in the order of the dice; the chances sum to 1."""
    decl = ev.law.graph.effects[effect]
    found = 0
    waiting: list[tuple[Fraction, tuple[Fallen, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, dice = waiting.pop()
        run = _Run(ev, dice)
        try:
            run.block(decl.body, dict(zip((n for n, _ in decl.params), args, strict=True)))
        except _NeedsDie as need:
            found_ways = falls(need.count, need.faces)
            waiting.extend((chance * share, (*dice, Fallen(need.name, shows))) for shows, share in reversed(found_ways))
            continue
        found += 1
        if found + len(waiting) > MOST_BRANCHES:
            raise Exhausted(f"the dice of `{effect}` can fall in more than {MOST_BRANCHES:,} ways")
        yield Branch(chance, dice, run.position, run.asked)


def falls(count: int, faces: int) -> list[tuple[int, Fraction]]:
    """What so many dice can show together, with the chance of each."""
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, faces + 1):
                following[total + face] = following.get(total + face, 0) + number
        ways = following
    return [(total, Fraction(number, faces**count)) for total, number in sorted(ways.items())]


def run_statements(ev: Evaluator, body: tuple[e.Statement, ...], env: dict[str, Any]) -> Position:
    """The position after some statements that roll no dice."""
    run = _Run(ev, ())
    try:
        run.block(body, env)
    except _NeedsDie as need:
        raise Hole(
            f"the die `{need.name}` would have to be rolled here",
            "what a pick does before it is made rolls no dice",
        ) from None
    return run.position


class _Run:
    """One run on a scratch copy. Writes go to the copy; what is asked after a write sees it."""

    def __init__(self, ev: Evaluator, dice: tuple[Fallen, ...]) -> None:
        self.outer = ev
        self.position = ev.copied()
        self.dice = list(dice)
        self.asked: list[Node] = []
        self.ev = ev
        self._keep(ev.kept_after(None))  # the copy is still the same

    def _fresh(self) -> None:
        """Answers given before a write may no longer hold."""
        self._keep({})

    def _keep(self, answers: Answers) -> None:
        self.ev = self.outer.at(self.position, tracing=self.outer.tracing)
        self.ev.asked, self.ev.answers = self.asked, answers

    def block(self, body: tuple[e.Statement, ...], env: dict[str, Any]) -> None:
        env = dict(env)
        for statement in body:
            self._statement(statement, env)

    def _statement(self, node: e.Statement, env: dict[str, Any]) -> None:
        self.ev.account.spend()
        value = self.ev.value
        match node:
            case e.SetAttribute():
                subject = there(value(node.base, env), f"the `{node.name}` of nothing is set")
                self.position.set(subject, node.name, value(node.value, env))
                self._keep(self.ev.kept_after(node.name))
            case e.Move():
                move(self.position, there(value(node.thing, env), "nothing is moved"), value(node.to, env))
                self._fresh()
            case e.Place():
                where = there(value(node.where, env), f"a {node.kind} is placed nowhere")
                made = place(self.position, node.kind, where)
                if node.name:
                    env[node.name] = made
                self._fresh()
            case e.Remove():
                self.position.remove(there(value(node.thing, env), "nothing is removed"))
                self._fresh()
            case e.Roll():
                if not self.dice:
                    raise _NeedsDie(node.count, node.faces, node.name)
                env[node.name] = self.dice.pop(0).shows
            case e.Let():
                env[node.name] = value(node.value, env)
            case e.If():
                self.block(node.then if value(node.condition, env) else node.otherwise, env)
            case e.ForEach():
                for inner in list(self.ev.each(node.binder, env)):
                    self.block(node.body, inner)
            case e.Do():
                decl = self.ev.law.graph.effects[node.effect]
                args = [value(a, env) for a in node.args]
                self.block(decl.body, dict(zip((n for n, _ in decl.params), args, strict=True)))
            case e.Announce() | e.Finish():
                pass  # what follows an event is not part of a trial
            case _:
                what = type(node).__name__.lower()
                raise Hole(f"`{what}` belongs to play", "an effect that is tried makes no decisions and begins nothing")


# ---- requirements


def broken(ev: Evaluator, rule: g.Rule) -> Breach:
    """Where a requirement does not hold. It is worked out once, unless somebody wants to see what is asked for it."""
    if ev.tracing:
        return _broken(ev, rule)
    if rule.id not in ev.breaches:
        ev.breaches[rule.id] = _broken(ev, rule)
    return ev.breaches[rule.id]


def _broken(ev: Evaluator, rule: g.Rule) -> Breach:
    assert isinstance(rule.conclusion, g.Requires)
    found: Breach = {}
    if ev.seen is not None:
        ev.seen.reached.add(rule.id)
    condition = rule.conclusion.condition
    for env, unseen in ev.bindings(rule.for_each, {}):
        try:
            breaks = not ev.value(condition, env)
        except Unseen as stop:
            breaks, unseen = True, unseen or stop
        try:
            if breaks and ev.applies(rule, env):
                found[tuple(env.values())] = unseen or _excess(ev, condition, env)
        except Unseen as stop:
            found[tuple(env.values())] = stop
    return found


def _excess(ev: Evaluator, condition: e.Expr, env: Mapping[str, Any]) -> Fraction | None:
    if not isinstance(condition, e.Compare) or condition.order is not None:
        return None
    left, right = ev.value(condition.left, env), ev.value(condition.right, env)
    if left is None or right is None:
        return None
    return Fraction(left - right if condition.op in ("<", "<=") else right - left)


def broken_anew(before: Breach, after: Breach) -> list[tuple[Any, ...]]:
    """The cases in which a requirement is broken that it was not before, or further, as far as can be seen."""

    def is_worse(case: tuple[Any, ...], excess: Fraction | Unseen | None) -> bool:
        if case not in before:
            return not isinstance(excess, Unseen)
        earlier = before[case]
        return isinstance(excess, Fraction) and isinstance(earlier, Fraction) and excess > earlier

    return sorted((case for case, excess in after.items() if is_worse(case, excess)), key=str)


def would_break(ev: Evaluator, effect: str, args: tuple[Any, ...], rule_id: str) -> bool:
    """Whether some course of an effect breaks a requirement where it held, or breaks it further."""
    rule = ev.law.standing(rule_id)
    if rule is None or not isinstance(rule.conclusion, g.Requires):
        return False
    before, unseen = broken(ev, rule), None
    for branch in branches(ev, effect, args):
        after = broken(ev.at(branch.position), rule)
        if broken_anew(before, after):
            return True
        found = [*after.values(), *(before[case] for case in after if case in before)]
        unseen = unseen or next((stop for stop in found if isinstance(stop, Unseen)), None)
    if unseen is not None:
        raise unseen
    return False
