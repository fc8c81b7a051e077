"""For whom a difference is better, as far as one position shows.

Idea: two answers to one question are held against each other. That something may be done is freedom for the side whose
thing does it. Who wins is better for that side. A number or a yes/no is what other rules read: from every rule that
forbids something, from every rule that says who wins, and from every value that dice decide on (`harm.py`), it is
followed back what raises it and what lowers it, and for whose thing, through limits, lifts, comparisons, sums, ratios,
tables and the rules of facts.
INVARIANT: a sign is kept only where all ways of the shortest length to one end agree; a way on which it is not known
what more of something comes to, or whose thing it is, is left. So nothing is said rather than a guess. One thing is
taken for granted: that a factor and a divisor are above 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hexlaw.compiler.analysis.conditions import substitute
from hexlaw.compiler.comparing.harm import decided_by_dice
from hexlaw.compiler.comparing.read_off import read_off
from hexlaw.compiler.comparing.thrown import results
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer, answer
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.explain import asked_in_words
from hexlaw.runtime.law import Law
from hexlaw.runtime.nodes import memoised
from hexlaw.runtime.play.trials import reference
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import about
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.table import TableData
from hexlaw.runtime.value import Thing
from hexlaw.runtime.words import english, in_words

SIDE = "side"
OWNED_BY = (SIDE, "owner")
"""The attributes that say which side a thing belongs to."""
MOST_ENDS = 3
MOST_THINGS = 3
DEEPEST = 5
LARGER = (">", ">=")
RISING = ("rounded-down", "rounded-up", "larger", "smaller")
"""The machine's own functions that give more for more."""
FREEDOM, VICTORY, HARM, PROGRESS = "freedom", "victory", "harm", "progress"
WORK, STAGE = "work", "stage"


@dataclass(frozen=True)
class Gain:
    """What a side has by the variant: more or less `freedom`, or `victory`, how it fares by the dice (`harm`), how far
    its tasks are (`progress`); `because` says of what. For its `opponent` it is the other way round."""

    side: str
    more: bool
    of: str
    because: str
    whichever: bool = False  # no rule that differs names a side: it is this one by the example alone
    opponent: str = ""

    @property
    def told(self) -> tuple[str, ...]:
        """Who gains or loses by what; then for whom it is the other way round."""
        here = (f" (here {side})" if self.whichever else "" for side in (self.side, self.opponent))
        said = [f"who {verb}: {side}{at}" for (side, verb), at in zip(self.sides, here, strict=False)]
        return (f"{said[0]}: {self.because}", *said[1:])

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """Which side gains or loses by it, and which one loses or gains."""
        side, other = ("the side whose it is", "its opponent") if self.whichever else (self.side, self.opponent)
        verbs = ("gains", "loses") if self.more else ("loses", "gains")
        both = (side, verbs[0]), (other, verbs[1])
        return both if self.opponent else both[:1]


def gains(before: Answer, after: Answer) -> tuple[Gain, ...]:
    """For whom the second of two answers to one question is better or worse; nothing where that is not known."""
    if before.stop is not None or after.stop is not None:
        return ()
    if before.permission is not None and after.permission is not None:
        found = tuple(_of_permission(before, after))
    elif before.chances is not None:
        return next(filter(None, _of_results(before, after)), ())
    elif SIDE not in after.law.graph.choices:
        return ()
    elif _are_sides(before, after):
        return tuple(_of_winning(before, after))
    else:
        found = tuple(_of_value(before, after))
    whichever = bool(found) and _names_no_side(before.law, after.law)
    told_of = {gain.side for gain in found}
    against = ((gain, _opponent(gain.side, after)) for gain in found)
    return tuple(
        replace(gain, whichever=whichever, opponent="" if other in told_of else other) for gain, other in against
    )


def _of_results(before: Answer, after: Answer) -> Iterator[tuple[Gain, ...]]:
    """For whom it is better or worse what dice decide on the way to what comes of an effect, fall by fall."""
    for name, args in results(before, after):
        asked = (answer(a.law, a.position, about(a.law.graph, name, *args)) for a in (before, after))
        yield gains(*asked)


def _opponent(side: str, answer: Answer) -> str:
    """The one other side of the game, or of those that have something in the position; empty where there are more."""
    choice = answer.law.graph.choices.get(SIDE)
    owners = {side_of(thing, answer.position) for thing in answer.position.things.values()}
    others = [each for each in (choice.values if choice is not None else ()) if each != side]
    there = [each for each in others if each in owners]
    return others[0] if len(others) == 1 else there[0] if len(there) == 1 else ""


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
    declared = position.graph.kinds[thing.kind].attributes
    said = (position.value(thing, name) for name in OWNED_BY if name in declared)
    return next((side for side in said if isinstance(side, str)), None)


def _are_sides(*answers: Answer) -> bool:
    """Whether it is asked which side it is that wins: of the game as a whole."""
    asked = answers[0].question.value
    sides = answers[0].law.graph.choices.get(SIDE)
    is_of_game = isinstance(asked, e.Fact) and all(arg.type == t.GAME for arg in asked.args)
    return is_of_game and sides is not None and all(a.value is None or a.value in sides.values for a in answers)


def _of_winning(before: Answer, after: Answer) -> Iterator[Gain]:
    assert isinstance(after.question.value, e.Fact)
    called = asked_in_words(after) or english.named(after.question.value.name)
    for given, more in ((after, True), (before, False)):
        if given.value is not None:
            other = before if more else after
            sides = [given.value, "nobody" if other.value is None else in_words(other.value, given.position)]
            was, is_ = reversed(sides) if more else sides
            yield Gain(given.value, more, VICTORY, f"{called} was {was} and is {is_}")


# ---- numbers and yes/no, by what other rules do with them


@dataclass(frozen=True)
class _Read:
    """One way in which the value of a fact or quantity comes to bear on an end: how far off that is, what of it is
    good, and which argument is the thing, or the side, that has the good of it."""

    end: tuple[str, str]  # FREEDOM and an action, VICTORY and a fact, or HARM and an effect
    order: int | tuple[tuple[object, int], ...]  # 1 where more of it is good, -1 where less is; or how good each way is
    place: int | e.Expr  # or the things themselves, by the names of its parameters
    steps: int


def _of_value(before: Answer, after: Answer) -> Iterator[Gain]:
    asked = after.question.value
    rises = _rises(before.value, after.value)
    if rises is not None and isinstance(asked, e.Attribute):
        yield from _of_work(before, after, asked, more=rises)
    if not isinstance(asked, e.Fact | e.Quantity):
        return
    node = next((node for node in after.asked if node.name == asked.name and node.sort in ("fact", "quantity")), None)
    if node is None:
        return
    what = "this result" if rises is None else f"a {'higher' if rises else 'lower'} number"
    what = f"the answer {'yes' if rises else 'no'}" if isinstance(after.value, bool) else what
    found: dict[tuple[str, str], dict[bool, list[str]]] = {}
    reads = memoised(after.law, "_what_numbers_are_for", _reads_of).get(asked.name, ())
    for (of, name, place), ways in _by_end(reads).items():
        nearest = min(way.steps for way in ways)
        signs = {_sign(way.order, before.value, after.value) for way in ways if way.steps == nearest}
        things = _whose(place, asked, node.args, after)
        sides = {side_of(thing, after.position) if isinstance(thing, Thing) else thing for thing in things}
        side = sides.pop() if len(sides) == 1 else None
        if signs in ({1}, {-1}) and isinstance(side, str) and side in after.law.graph.choices[SIDE].values:
            told = [thing.name for thing in things if isinstance(thing, Thing)] if of == HARM else [english.named(name)]
            found.setdefault((side, of), {}).setdefault(signs == {1}, []).extend(told)
    for (side, of), by_sign in found.items():
        for more, names in by_sign.items():
            if of != HARM or len(by_sign) == 1:
                yield Gain(side, more, of, _because(of, what, more=more, names=tuple(dict.fromkeys(names))))


def _sign(order: int | tuple[tuple[object, int], ...], before: object, after: object) -> int:
    """1 where the second of two values is better, -1 where it is worse, 0 where that is not known."""
    if isinstance(order, int):
        rises = _rises(before, after)
        return 0 if rises is None else order if rises else -order
    good = dict(order)
    was, now = good.get(before, 0), good.get(after, 0)
    return (now > was) - (now < was) if before in good and after in good else 0


def _by_end(reads: Iterable[_Read]) -> dict[tuple[str, str, int | e.Expr], list[_Read]]:
    """The reads of each end: those that name the thing among what is asked about, where there are such."""
    by_place: dict[tuple[str, str, int | e.Expr], list[_Read]] = {}
    for read in reads:
        by_place.setdefault((*read.end, read.place), []).append(read)
    direct = {(of, name) for of, name, place in by_place if of == HARM and isinstance(place, int)}
    return {
        (of, name, place): ways
        for (of, name, place), ways in by_place.items()
        if isinstance(place, int) or (of, name) not in direct
    }


def _because(of: str, what: str, *, more: bool, names: Sequence[str]) -> str:
    most = MOST_THINGS if of == HARM else MOST_ENDS
    named = ", ".join(names[:most]) + (" and others" if len(names) > most else "")
    if of == HARM:
        return f"with {what} the dice do {'less' if more else 'more'} harm to its {named}"
    verb = "helps" if more else "hinders"
    return f"{what} {verb} it {f'in {named}' if of == FREEDOM else f'towards {named}'}"


def _whose(place: int | e.Expr, asked: e.Fact | e.Quantity, args: Sequence[Any], after: Answer) -> tuple[Any, ...]:
    """The things, or the side, that a number is good or bad for; nothing where the law does not answer."""
    if isinstance(place, int):
        return (args[place],) if place < len(args) else ()
    section = after.law.graph.facts if isinstance(asked, e.Fact) else after.law.graph.quantities
    names = {name: arg for (name, _), arg in zip(section[asked.name].params, args, strict=False)}
    try:
        found = reference(after.law).about(after.position, None).value(place, names)
    except (LawStop, KeyError):
        return ()
    return found if isinstance(found, tuple) else (found,)


def _of_work(before: Answer, after: Answer, asked: e.Attribute, *, more: bool) -> Iterator[Gain]:
    """More work at a task, which goes on in the same stage, is better for the side that has begun it."""
    task = asked.base.value if isinstance(asked.base, e.Const) else None
    if asked.name != WORK or not isinstance(task, Thing) or task.kind not in after.law.graph.tasks:
        return
    side = side_of(task, after.position)
    if side is not None and before.position.value(task, STAGE) == after.position.value(task, STAGE):
        yield Gain(side, more, PROGRESS, f"of its task {task.name} {'more' if more else 'less'} is done")


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


_Who = tuple[str, Any]
"""Who has the good of it: `("var", u)` the thing of this name, `("side", s)` the side that this names or is, `("those",
x)` the things of a set."""
_Order = int | Mapping[object, int]
"""What is more: of a number 1 where more of it is good and -1 where less is; of a choice how good each way is."""


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
        self.reads.setdefault(node.name, set()).add(_Read(end, kept, place, steps))
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
    return {part.name for part in parts(node) if isinstance(part, e.Var)} - bound


def bare_side(type_: t.Type) -> bool:
    """Whether a value of this type is a side, or none."""
    return t.bare(type_) == t.Choice(SIDE)
