"""Who wins a situation, as a small table: who, how well, and when. It stands in place of the rules that say so.

Input: the situation's own rules that give the game, or a side, a winner or another value of a choice, such as a level.
What they ask for is put together: of a winner and a level all that can hold at once, of a fact or table that compares a
figure with thresholds a line for each of them. A figure has the name that the situation's file gives it (`tells`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf
from typing import Literal

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.runtime.base.nodes import rebuilt, replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import substitute

OTHERWISE = (m.Span("otherwise"),)
MAX_DEPTH = 3
"""Facts whose values are those of others."""
MAX_LINES = 4
"""Lines of the table for what can be had in several ways."""
MAX_CASES = 4096
"""Cases in which it is looked whether a victory can be of no level."""
SIDE = t.Choice(g.SIDE)
Op = Literal["<", "<=", ">", ">="]
_OPPOSITE: dict[Op, Op] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONTRARY: dict[Op, Op] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True)
class _Way:
    """What has to hold for a value, and the rules that say so."""

    value: e.Const
    when: tuple[e.Expr, ...]
    rules: tuple[g.Rule, ...]
    side: str  # whose value it is; nobody's if the game's


def outcomes(
    parts: PartMaker, situation: str, fixed: Callable[[str], bool], labels: Mapping[e.Expr, str], sides: Collection[str]
) -> tuple[m.Outcome, ...]:
    """Returns the lines of the table of a situation; none where no rule of its own gives a winner, or a side a value.
    `labels` are the names that its file has for figures, `sides` those that play it."""
    own = [rule for rule in parts.rules() if rule.origin.situation == situation and not fixed(rule.decides)]
    opened = _Opened(parts, own, labels)
    passed_on = {x.name for rule in own if isinstance(rule.conclusion, g.Gives)
                 for x in [rule.conclusion.value] if isinstance(x, e.Fact)}  # fmt: skip
    ways = [way for rule in own if rule.decides not in passed_on for way in _ways(parts, rule, own, sides, opened)]
    wins = [way for way in ways if parts.graph.facts[way.rules[0].decides].type == t.OrNone(SIDE)]
    levels = [way for way in ways if way not in wins and not way.side]
    graded = [way for way in ways if way not in wins and way.side]
    rows = [*(row for win in wins for row in _graded(win, levels)), *graded]
    order = list(dict.fromkeys(row.side for row in rows))
    of = {row.value.type.name: [*parts.graph.choices[row.value.type.name].values] for row in rows
          if isinstance(row.value.type, t.Choice)}  # fmt: skip
    ranks = {value: number for values in of.values() for number, value in enumerate(values)}
    rows.sort(key=lambda row: (order.index(row.side), ranks.get(str(row.value.value), 0)))
    named = {_plain(x, True) for x in labels}
    alone = [(k, row, _plain(case[0], False)) for k, row in enumerate(rows)
             for case in _cases(row.when, MAX_LINES, named) if len(case) == 1]  # fmt: skip
    rows = [_beside(row, {left for k, other, left in alone if other.side == row.side
                          and (k > i or other.value == row.value)}) for i, row in enumerate(rows)]  # fmt: skip
    bare = {way.rules for way in wins}  # of no level
    nothing = "no level" if any(row.rules not in bare and row.value.type != SIDE for row in rows) else ""
    is_two = len(wins) == 2 and _plain(e.All(wins[1].when), True) == _plain(e.All(wins[0].when), False)
    found: list[m.Outcome] = []
    printed = set[str]()
    for i, row in enumerate(rows):
        new = [rule for rule in row.rules if rule.id not in printed]
        printed |= {rule.id for rule in new}
        who = parts.wording.answer(e.Const(row.side, SIDE))
        is_rest = not row.when or (is_two and row.when == wins[1].when)
        for k, case in enumerate([()] if is_rest else _cases(row.when, MAX_LINES, named)):
            found.append(
                m.Outcome(
                    who="" if k or (i and rows[i - 1].side == row.side) else who,
                    level=nothing if row.rules in bare or row.value.type == SIDE else parts.wording.answer(row.value),
                    when=OTHERWISE if is_rest else _said(parts, case, labels),
                    doc="" if k else " ".join(rule.doc for rule in new if rule.doc),
                    covers=() if k else tuple(m.Covered(f"rule:{rule.id}") for rule in new),
                )
            )
    return tuple(found)


def _beside(row: _Way, left: Collection[object]) -> _Way:
    """Returns a way without what holds anyway where no line of a higher level does, but for the ends of a range."""
    ends = Counter(found and found.figure for found in map(_bounds, row.when))
    kept = (x for x in row.when if _plain(x, True) not in left or ((found := _bounds(x)) and ends[found.figure] > 1))
    return replace(row, when=tuple(kept))


# ---- what rules ask for


@dataclass(frozen=True)
class _Opened:
    """Replaces a condition of the situation's own by what its rules ask for, where that is but named figures."""

    parts: PartMaker
    own: list[g.Rule]
    labels: Mapping[e.Expr, str]

    def __call__(self, x: e.Expr) -> e.Expr:
        if not isinstance(x, e.Fact) or _plain(x, True) in self.labels:
            opened: e.Expr = rebuilt(x, self)
            return opened
        binding = {param: arg for (param, _), arg in zip(self.parts.graph.facts[x.name].params, x.args, strict=True)}
        rules = [rule for rule in self.own if rule.conclusion == g.Gives(x.name, e.Const(True, t.YES_NO))]
        asked = tuple(e.All(substitute(e.conjuncts(*(c.expr for c in rule.when)), binding)) for rule in rules)
        simple = _simplified((e.Any(asked),))
        is_named = rules and simple is not None and all(map(self._is_named, simple))
        return x if not is_named else asked[0] if len(asked) == 1 else e.Any(asked)

    def _is_named(self, x: e.Expr) -> bool:
        if isinstance(x, e.All | e.Any):
            return all(map(self._is_named, x.parts))
        return (found := _bounds(x)) is not None and found.figure in self.labels


def _ways(
    parts: PartMaker, rule: g.Rule, own: list[g.Rule], sides: Collection[str], opened: Callable[[e.Expr], e.Expr]
) -> Iterator[_Way]:
    """Yields what a rule gives the game as a whole, or a side; nothing where that is no value of a choice."""
    fact, gives = parts.graph.facts.get(rule.decides), rule.conclusion
    if fact is None or not isinstance(gives, g.Gives) or [kind for _, kind in fact.params] not in ([t.GAME], [SIDE]):
        return
    type_ = fact.type.item if isinstance(fact.type, t.OrNone) else fact.type
    ((name, kind),) = fact.params
    if not isinstance(type_, t.Choice) or (kind, type_) == (SIDE, SIDE):
        return
    when = [*e.conjuncts(*(c.expr for c in rule.when)), *_not_over(rule, own)]
    if kind == t.GAME:
        asked_of: list[tuple[str, e.Expr]] = [("", e.THE_GAME)]
    else:
        asked_of = [(side, e.Const(side, SIDE)) for side in sides]
    for side, whose in asked_of:
        given, conditions = substitute((gives.value, tuple(when)), {name: whose})
        for value, asked in _values(parts, given, conditions, 0):
            simple = _simplified(map(opened, asked))
            if simple is not None and (not side or value != fact.otherwise):
                yield _Way(value, simple, (rule,), str(value.value) if type_ == SIDE else side)


def _values(
    parts: PartMaker, value: e.Expr, when: tuple[e.Expr, ...], depth: int
) -> Iterator[tuple[e.Const, tuple[e.Expr, ...]]]:
    """Yields the values that an expression can have, each with what has to hold for that; nothing where unknown."""
    match value:
        case e.Const():
            yield value, when
        case e.Fact(name=name, args=args) if depth < MAX_DEPTH:
            deciding = [rule for rule in parts.rules() if rule.decides == name]
            binding = {param: arg for (param, _), arg in zip(parts.graph.facts[name].params, args, strict=True)}
            kept = tuple(x for x in when if not (isinstance(x, e.Equal) and x.negated and x.left == value))
            for rule in deciding:
                if isinstance(rule.conclusion, g.Gives):
                    asked = (*e.conjuncts(*(c.expr for c in rule.when)), *_not_over(rule, deciding))
                    given = substitute(rule.conclusion.value, binding)
                    yield from _values(parts, given, (*kept, *substitute(asked, binding)), depth + 1)
        case e.Table(name=name, args=(arg,)):
            decl = parts.graph.tables[name]
            for i, bracket in enumerate(decl.data.axes[0].brackets):
                bounds: tuple[tuple[Op, object], ...] = ((">=", bracket.start), ("<", bracket.stop))
                asked = tuple(e.Compare(op, arg, e.Const(at, t.WHOLE), None) for op, at in bounds if at is not None)
                yield e.Const(decl.data.cells[(i,)].value, decl.type), (*when, *asked)


def _not_over(rule: g.Rule, others: Iterable[g.Rule]) -> list[e.Expr]:
    """Returns that no other of some rules holds that goes over one."""
    upper = (other for other in others if any(x.how == "over" and x.target == rule.id for x in other.links))
    here = [_plain(c.expr, True) for c in rule.when]
    found: list[e.Expr] = []
    for other in upper:
        more = [x for x in e.conjuncts(*(c.expr for c in other.when)) if _plain(x, True) not in here]
        found += [e.Not(more[0] if len(more) == 1 else e.All(tuple(more)))]
    return found


def _graded(win: _Way, levels: list[_Way]) -> list[_Way]:
    """Returns a way to win with each of its levels, and before them without one where it can be won at none."""
    found: list[_Way] = []
    beyond: list[e.Expr] = []
    for level in levels:
        equal = [x for x in level.when if isinstance(x, e.Equal) and isinstance(x.left, e.Fact) and not x.negated]
        pins = [x for x in equal if isinstance(x.left, e.Fact) and x.left.name == win.rules[0].decides]  # the winner
        if any(x.right != win.value for x in pins):
            continue
        rest = tuple(x for x in level.when if x not in pins)
        if (asked := _simplified((*win.when, *rest))) is not None:
            found.append(_Way(level.value, asked, (*win.rules, *level.rules), win.side))
            beyond.append(e.Any(tuple(other for x in rest for other in _contraries(x))))
    left = {frozenset(_plain(x, True) for x in case): case for case in _cases((*win.when, *beyond), MAX_CASES)}
    plain_win = replace(win, when=next(iter(left.values()))) if len(left) == 1 else win
    return [*([plain_win] if left or not found else []), *found]


def _contraries(x: e.Expr) -> Iterator[e.Expr]:
    """Yields conditions one of which holds where a condition does not: a figure is below its bounds, or above them."""
    if (found := _bounds(x)) is None:
        yield e.Not(x)
    elif found.least > -inf:
        yield e.Compare("<", found.figure, e.Const(int(found.least), t.WHOLE), None)
    if found is not None and found.most < inf:
        yield e.Compare(">", found.figure, e.Const(int(found.most), t.WHOLE), None)


def _cases(when: tuple[e.Expr, ...], most: int, whole: Collection[object] = ()) -> Iterator[tuple[e.Expr, ...]]:
    """Yields the cases in which conditions may hold together, no more than so many; some are taken as a whole."""
    simple = _simplified(when)
    either = next((x for x in simple or () if isinstance(x, e.Any) and _plain(x, True) not in whole), None)
    if simple is not None and (either is None or most <= 1):
        yield simple
    elif simple is not None and either is not None:
        rest = tuple(x for x in simple if x is not either)
        for part in either.parts:
            yield from _cases((*rest, part), most // len(either.parts), whole)


# ---- conditions


@dataclass(frozen=True)
class _Bounds:
    """A figure, and the whole numbers between which it has to be."""

    figure: e.Expr
    least: int | float = -inf
    most: int | float = inf

    @property
    def is_empty(self) -> bool:
        """Returns whether there is no such number: nothing that is counted is less than none."""
        return self.least > self.most or (self.most < 0 and not isinstance(self.figure, e.Arith))

    def met(self, other: _Bounds) -> _Bounds:
        return _Bounds(self.figure, max(self.least, other.least), min(self.most, other.most))


def _simplified(when: Iterable[e.Expr]) -> tuple[e.Expr, ...] | None:
    """Returns conditions each once, of a figure its narrowest bounds; None where they cannot hold together."""
    bounds: dict[e.Expr, _Bounds] = {}
    others: dict[object, e.Expr] = {}
    for x in e.conjuncts(*map(_inward, when)):
        if (found := _bounds(x)) is None:
            others.setdefault(_plain(x, True), x)
        else:
            bounds[found.figure] = bounds.get(found.figure, found).met(found)
    if any(each.is_empty for each in bounds.values()):
        return None
    for key, x in [*others.items()]:
        rest = {k: other for k, other in others.items() if k != key}
        if _holds(x, rest, bounds) is False:
            return None
        if _holds(x, rest, bounds):
            del others[key]
        elif isinstance(x, e.Any):
            left = tuple(part for part in x.parts if _holds(part, rest, bounds) is not False)
            if len(left) < len(x.parts):
                compared = [one for each in bounds.values() for one in _compared(each)]
                return _simplified((*rest.values(), *compared, left[0] if len(left) == 1 else e.Any(left)))
    return (*others.values(), *(x for each in bounds.values() for x in _compared(each)))


def _inward(x: e.Expr, holds: bool = True) -> e.Expr:
    """Returns a condition, or its contrary, in which nothing but single conditions is denied."""
    match x:
        case e.Not(inner=inner):
            return _inward(inner, not holds)
        case e.All(parts=inside) | e.Any(parts=inside):
            made = tuple(_inward(part, holds) for part in inside)
            return e.All(made) if isinstance(x, e.All) == holds else e.Any(made)
        case e.Equal() if not holds:
            return replace(x, negated=not x.negated)
        case e.Compare() if not holds:
            return replace(x, op=CONTRARY[x.op])
    return x if holds else e.Not(x)


def _holds(x: e.Expr, known: Mapping[object, e.Expr], bounds: Mapping[e.Expr, _Bounds]) -> bool | None:
    """Returns whether a condition holds where others do; None if they say nothing of it."""
    found = _bounds(x)
    if isinstance(x, e.Equal) and isinstance(x.left, e.Const) and isinstance(x.right, e.Const):
        return (x.left.value == x.right.value) != x.negated
    if isinstance(x, e.All | e.Any):
        each, deciding = [_holds(part, known, bounds) for part in x.parts], isinstance(x, e.Any)
        return deciding if deciding in each else None if None in each else not deciding
    if isinstance(x, e.Equal) and x.left in bounds and x.right == e.Const(None, x.right.type):
        return x.negated  # what is compared is there
    if found is not None and found.figure in bounds:
        narrow = bounds[found.figure].met(found)
        return True if narrow == bounds[found.figure] else False if narrow.is_empty else None
    if found is not None and any(
        isinstance(y, e.Equal) and y.left == found.figure and not y.negated and y.right == e.Const(None, y.right.type)
        for y in known.values()
    ):
        return False
    return True if _plain(x, True) in known else False if _plain(x, False) in known else None


def _bounds(x: e.Expr) -> _Bounds | None:
    """Returns a comparison of a figure with a number, None for any other condition."""
    match x:
        case e.Not(inner=e.Compare() as inner):
            return _bounds(replace(inner, op=CONTRARY[inner.op]))
        case e.Equal(left=figure, right=e.Const(value=int() | Fraction() as n), negated=False):
            return None if isinstance(n, bool) else _Bounds(figure, ceil(n), floor(n))
        case e.Compare(op=op, left=figure, right=e.Const(value=int() | Fraction() as n), order=None):
            match figure:
                case e.Arith(op="-", left=e.Const(value=int() | Fraction() as whole), right=part):
                    return _bounds(e.Compare(_OPPOSITE[op], part, e.Const(whole - n, t.WHOLE), None))
            if op in ("<", "<="):
                return _Bounds(figure, most=ceil(n) - 1 if op == "<" else floor(n))
            return _Bounds(figure, least=floor(n) + 1 if op == ">" else ceil(n))
    return None


def _compared(each: _Bounds) -> Iterator[e.Expr]:
    if each.least == each.most:
        yield e.Equal(each.figure, e.Const(int(each.most), t.WHOLE), False)
        return
    if each.least > 0:
        yield e.Compare(">=", each.figure, e.Const(int(each.least), t.WHOLE), None)
    if each.most < inf:
        yield e.Compare("<=", each.figure, e.Const(int(each.most), t.WHOLE), None)


def _said(parts: PartMaker, when: tuple[e.Expr, ...], labels: Mapping[e.Expr, str]) -> m.Text:
    """Returns conditions in words: figures that have a name by that and their number, all others as clauses."""
    bounds: dict[e.Expr, _Bounds] = {}
    clauses: list[m.Text] = []
    others: list[e.Expr] = []
    called = {_plain(figure, True): label for figure, label in labels.items()}
    for x in when:
        found = _bounds(x)
        if (label := called.get(_plain(x, True))) is not None:
            clauses.append((m.Span(label),))
        elif found is not None and found.figure in labels:
            bounds[found.figure] = bounds.get(found.figure, found).met(found)
        else:
            others.append(x)
    clauses[:0] = [parts.wording.condition(e.All(tuple(others)))] if others else []
    clauses += [(m.Span(f"{labels[each.figure]}: {_range(each)}"),) for each in bounds.values()]
    return tuple(span for clause in clauses for span in (m.Span("; and "), *clause))[1:]


def _range(each: _Bounds) -> str:
    least, most = each.least, each.most
    if most == inf:
        return f"{least:.0f} or more"
    if most <= 0:
        return "none"
    beyond = f"{least:.0f} to {most:.0f}" if least > 0 else f"at most {most:.0f}"
    return f"{most:.0f}" if least == most else beyond


def _plain(node: e.Expr, holds: bool) -> object:
    """Returns a condition, or its contrary, so that two that say the same are equal: with nothing denied but single
    conditions, and those of which all or any have to hold without an order."""
    match node:
        case e.Not(inner=inner):
            return _plain(inner, not holds)
        case e.All(parts=inside) | e.Any(parts=inside):
            all_ = isinstance(node, e.All) == holds
            made = [_plain(part, holds) for part in inside]
            return made[0] if len(made) == 1 else (all_, frozenset(made))
        case e.Equal(negated=True):
            return _plain(replace(node, negated=False), not holds)
        case e.Compare(op=op) if not holds:
            return _plain(replace(node, op=CONTRARY[op]), True)
        case e.Compare(left=figure, right=e.Const(value=int())) if (found := _bounds(node)) is not None:
            return (figure, found.least, found.most)
    return node if holds else (False, node)
