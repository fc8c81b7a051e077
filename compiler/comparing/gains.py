"""For whom a difference is better, as far as one position shows.

Idea: two answers to one question are held against each other. That something may be done is freedom for the side whose
thing does it. Who wins is better for that side. A number or a yes/no is what other rules read: from every rule that
forbids something and from every rule that says who wins it is followed back what raises it and what lowers it, and for
whose thing, through limits, lifts, comparisons, sums and the rules of facts.
INVARIANT: a sign is kept only where all ways of the shortest length to one end agree; a way on which it is not known
what more of something comes to, or whose thing it is, is left. So nothing is said rather than a guess.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from hexlaw.compiler.comparing.read_off import read_off
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.explain import asked_in_words
from hexlaw.runtime.law import Law
from hexlaw.runtime.nodes import memoised
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing
from hexlaw.runtime.words import english, in_words

SIDE = "side"
MOST_ENDS = 3
DEEPEST = 5
LARGER = (">", ">=")
FREEDOM, VICTORY = "freedom", "victory"


@dataclass(frozen=True)
class Gain:
    """What a side has by the variant: more or less `freedom`, or `victory`; `because` says of what."""

    side: str
    more: bool
    of: str
    because: str
    whichever: bool = False  # no rule that differs names a side: it is this one by the example alone

    @property
    def who(self) -> str:
        return f"whichever side’s it is (here {self.side})" if self.whichever else self.side

    @property
    def told(self) -> str:
        if self.of == VICTORY:
            return f"{'better' if self.more else 'worse'} for {self.who}: {self.because}"
        return f"{'more' if self.more else 'less'} freedom for {self.who}: {self.because}"


def gains(before: Answer, after: Answer) -> tuple[Gain, ...]:
    """For whom the second of two answers to one question is better or worse; nothing where that is not known."""
    if before.stop is not None or after.stop is not None:
        return ()
    if before.permission is not None and after.permission is not None:
        found = tuple(_of_permission(before, after))
    elif SIDE not in after.law.graph.choices:
        return ()
    elif _are_sides(before, after):
        return tuple(_of_winning(before, after))
    else:
        found = tuple(_of_value(before, after))
    whichever = bool(found) and _names_no_side(before.law, after.law)
    return tuple(replace(gain, whichever=True) for gain in found) if whichever else found


def _names_no_side(before: Law, after: Law) -> bool:
    """Whether there are rules that differ, and none of them names a side."""
    ways = (before, after), (after, before)
    differing = [rule for here, there in ways for name, rule in here.rules.items() if there.rules.get(name) != rule]
    named = (
        part
        for rule in differing
        for part in parts((rule.for_each, rule.when, rule.conclusion))
        if isinstance(part, e.Const) and bare_side(part.type) and part.value is not None
    )
    return bool(differing) and next(named, None) is None


def what_for(before: Answer, after: Answer) -> tuple[str, ...]:
    """Of a number that differs: what a lower and a higher one leads to in the tables that are read by it."""
    asked = after.question.value
    if not isinstance(asked, e.Fact | e.Quantity) or _rises(before.value, after.value) is None:
        return ()
    return read_off([("fact" if isinstance(asked, e.Fact) else "quantity", asked.name)], after.law.graph)


def _of_permission(before: Answer, after: Answer) -> Iterator[Gain]:
    """Whose thing may do more, or less; and whose thing it is done to."""
    allowed = [a.permission.allowed for a in (before, after) if a.permission is not None]
    if allowed[0] == allowed[1] or after.permission is None:
        return
    position = after.position
    owned = [
        (thing, side) for thing in _things(after.permission.args) if (side := side_of(thing, position)) is not None
    ]
    if not owned:
        return
    thing, side = owned[0]
    others = dict.fromkeys(f"{other}’s {each.name}" for each, other in owned[1:] if other != side)
    done_to = f" (it is done to {', '.join(others)})" if others else ""
    may = "may do this now" if allowed[1] else "may not do this any more"
    yield Gain(side, allowed[1], FREEDOM, f"its {thing.name} {may}{done_to}")


def _things(values: Sequence[Any]) -> Iterator[Thing]:
    for value in values:
        if isinstance(value, Thing):
            yield value
        elif isinstance(value, tuple):
            yield from _things(value)


def side_of(thing: Thing, position: Position) -> str | None:
    """The side that a thing belongs to; none where nobody says so."""
    if SIDE not in position.graph.kinds[thing.kind].attributes:
        return None
    side = position.value(thing, SIDE)
    return side if isinstance(side, str) else None


def _are_sides(*answers: Answer) -> bool:
    """Whether it is asked which side it is that wins: of the game as a whole."""
    asked = answers[0].question.value
    sides = answers[0].law.graph.choices.get(SIDE)
    is_of_game = isinstance(asked, e.Fact) and all(arg.type == t.GAME for arg in asked.args)
    return is_of_game and sides is not None and all(a.value is None or a.value in sides.values for a in answers)


def _of_winning(before: Answer, after: Answer) -> Iterator[Gain]:
    assert isinstance(after.question.value, e.Fact)
    called = asked_in_words(after) or english.named(after.question.value.name)
    for answer, more in ((after, True), (before, False)):
        if answer.value is not None:
            other = before if more else after
            sides = [answer.value, "nobody" if other.value is None else in_words(other.value, answer.position)]
            was, is_ = reversed(sides) if more else sides
            yield Gain(answer.value, more, VICTORY, f"{called} was {was} and is {is_}")


# ---- numbers and yes/no, by what other rules do with them


@dataclass(frozen=True)
class _Read:
    """One way in which the value of a fact or quantity comes to bear on an end: how far off that is, with which sign,
    and which argument is the thing, or the side, that has the good of it."""

    end: tuple[str, str]  # FREEDOM and an action, or VICTORY and a fact
    sign: int
    place: int
    steps: int


def _of_value(before: Answer, after: Answer) -> Iterator[Gain]:
    asked = after.question.value
    if not isinstance(asked, e.Fact | e.Quantity) or not after.asked:
        return
    rises = _rises(before.value, after.value)
    node = next((node for node in after.asked if node.name == asked.name and node.sort in ("fact", "quantity")), None)
    if rises is None or node is None:
        return
    reads = memoised(after.law, "_what_numbers_are_for", _reads_of).get(asked.name, ())
    by_end: dict[tuple[str, str, int], list[_Read]] = {}
    for read in reads:
        by_end.setdefault((*read.end, read.place), []).append(read)
    found: dict[tuple[str, bool, str], list[str]] = {}
    for (of, name, place), ways in by_end.items():
        nearest = min(way.steps for way in ways)
        signs = {way.sign for way in ways if way.steps == nearest}
        arg = node.args[place] if place < len(node.args) else None
        side = side_of(arg, after.position) if isinstance(arg, Thing) else arg
        if len(signs) == 1 and isinstance(side, str) and side in after.law.graph.choices[SIDE].values:
            found.setdefault((side, (signs == {1}) == rises, of), []).append(english.named(name))
    if isinstance(after.value, bool):
        what = f"the answer {'yes' if rises else 'no'}"
    else:
        what = f"a {'higher' if rises else 'lower'} number"
    for (side, more, of), names in found.items():
        named = ", ".join(dict.fromkeys(names[:MOST_ENDS])) + (" and others" if len(names) > MOST_ENDS else "")
        where = f"in {named}" if of == FREEDOM else f"towards {named}"
        yield Gain(side, more, of, f"{what} helps it {where}" if more else f"{what} hinders it {where}")


def _rises(before: object, after: object) -> bool | None:
    """Whether a number or a yes/no becomes more; none of anything else."""
    if isinstance(before, bool) and isinstance(after, bool):
        return after if before != after else None
    if isinstance(before, int | Fraction) and isinstance(after, int | Fraction) and before != after:
        return after > before
    return None


def _reads_of(law: Law) -> dict[str, tuple[_Read, ...]]:
    """By fact or quantity, all ways in which its value comes to bear on what may be done and on who wins."""
    return _Reading(law).found()


_Who = tuple[str, str]
"""Who has the good of it: `("var", u)` the thing of this name, `("side", s)` the side that this names or is."""


class _Reading:
    """Follows ends back to what is read on the way to them."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.reads: dict[str, set[_Read]] = {}
        self.waiting: deque[tuple[tuple[str, str], g.Rule, int, _Who, int]] = deque()
        self.gone: set[tuple[object, ...]] = set()
        choice = law.graph.choices.get(SIDE)
        self.sides: Sequence[object] = choice.values if choice is not None else ()

    def found(self) -> dict[str, tuple[_Read, ...]]:
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
                self._number(left, end, up, who, steps)
                self._number(right, end, -up, who, steps)
            case e.Quantified(how=how, binder=binder, holds=holds):
                for inner_, turn in ((binder.where, 1 if how == "any" else -1), (holds, -1 if how == "no" else 1)):
                    if inner_ is not None:
                        self._condition(inner_, end, sign * turn, who, steps)
            case e.Fact():
                self._read(node, end, sign, who, steps)
            case _:
                pass

    def _number(self, node: e.Expr, end: tuple[str, str], sign: int, who: _Who, steps: int) -> None:
        match node:
            case e.Arith(op="+" | "-" as op, left=left, right=right):
                self._number(left, end, sign, who, steps)
                self._number(right, end, sign if op == "+" else -sign, who, steps)
            case e.Fold(how="sum", item=item):
                self._number(item, end, sign, who, steps)
            case e.Fact() | e.Quantity():
                self._read(node, end, sign, who, steps)
            case _:
                pass

    def _read(self, node: e.Fact | e.Quantity, end: tuple[str, str], sign: int, who: _Who, steps: int) -> None:
        """A value that is read with this sign: noted where one of its arguments says whose it is, and followed back."""
        section = self.law.graph.facts if isinstance(node, e.Fact) else self.law.graph.quantities
        params = section[node.name].params
        for place, arg in enumerate(node.args):
            turned = self._turned(arg, who)
            if turned:
                read = _Read(end, sign * turned, place, steps)
                self.reads.setdefault(node.name, set()).add(read)
                name, type_ = params[place]
                inner: _Who = ("side" if bare_side(type_) else "var", name)
                self._back(node, end, sign * turned, inner, steps + 1)

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

    def _back(self, node: e.Fact | e.Quantity, end: tuple[str, str], sign: int, who: _Who, steps: int) -> None:
        if isinstance(node, e.Quantity):
            decl = self.law.graph.quantities[node.name]
            self._number(decl.start, end, sign, who, steps)
            for step in decl.steps:
                for rule in self.law.of_step.get(f"{node.name}.{step}", ()):
                    turned = _turns(rule.conclusion)
                    if turned:
                        self._later(end, rule, sign * turned, who, steps)
            return
        for rule in self.law.of_fact.get(node.name, ()):
            match rule.conclusion:
                case g.Gives(value=e.Const(value=bool() as holds)):
                    self._later(end, rule, sign if holds else -sign, who, steps)
                case g.Gives(value=value) if node.type != t.YES_NO:
                    self._number(value, end, sign, who, steps)
                case _:
                    pass


def _turns(conclusion: g.Conclusion | None) -> int:
    """1 where a step makes a number larger, -1 where it makes it smaller, 0 where that is not known."""
    match conclusion:
        case g.Changes(how="doubles") | g.Changes(how="adds", amount=e.Const()):
            return 1
        case g.Changes(how="halves") | g.Changes(how="subtracts", amount=e.Const()):
            return -1
        case _:
            return 0


def bare_side(type_: t.Type) -> bool:
    """Whether a value of this type is a side, or none."""
    return t.bare(type_) == t.Choice(SIDE)
