"""Who wins a situation, as a small table: whom or what, and when. It stands in place of the rules that say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

ANYBODY = "whoever wins"
OTHERWISE = (m.Span("otherwise"),)


def outcomes(parts: PartMaker, situation: str, fixed: Callable[[str], bool]) -> tuple[m.Outcome, ...]:
    """Returns a line for each rule of a situation that gives the game a winner, or a value of another choice such as a
    level, which stands with the winner where it asks for the same and more; nothing where no rule of the situation
    gives it a winner."""
    own = [_Way(rule, answer, tuple(e.conjuncts(e.All(tuple(c.expr for c in rule.when)))))
           for rule in parts.rules() if rule.origin.situation == situation and not fixed(rule.decides)
           for answer in [_answer(parts, rule)] if answer is not None]  # fmt: skip
    wins = [way for way in own if parts.graph.facts[way.rule.decides].type == t.OrNone(t.Choice(g.SIDE))]
    levels = [way for way in own if way not in wins]
    found: list[m.Outcome] = []
    for win in wins:
        others = [other for other in wins if other is not win]
        here = _plain(e.All(win.when), True)
        is_rest = len(others) == 1 and win is wins[1] and here == _plain(e.All(others[0].when), False)
        with_it = [(level, rest) for level in levels if (rest := _beyond(level, win)) is not None]
        same = next((level for level, rest in with_it if not rest), None)
        said = parts.wording.answer(win.answer)
        when = OTHERWISE if is_rest else parts.wording.condition(e.All(win.when))
        found.append(_outcome(parts, said, same, when, [win, *([same] if same is not None else [])]))
        for level, rest in with_it:
            levels.remove(level)
            if rest:
                found.append(_outcome(parts, "", level, parts.wording.condition(e.All(rest)), [level]))
    if wins:
        found += [_outcome(parts, ANYBODY, way, parts.wording.condition(e.All(way.when)), [way]) for way in levels]
    return tuple(found)


class _Way(NamedTuple):
    """A rule, what it gives the game, and what has to hold for that."""

    rule: g.Rule
    answer: e.Const
    when: tuple[e.Expr, ...]


def _outcome(parts: PartMaker, who: str, level: _Way | None, when: m.Text, ways: list[_Way]) -> m.Outcome:
    doc = " ".join(way.rule.doc for way in ways if way.rule.doc)
    what = parts.wording.answer(level.answer) if level is not None else ""
    return m.Outcome(who, what, when, doc, tuple(m.Covered(f"rule:{way.rule.id}") for way in ways))


def _beyond(level: _Way, win: _Way) -> tuple[e.Expr, ...] | None:
    """Returns what a level asks for besides that one wins; None where it does not ask for that."""
    asked = [_plain(part, True) for part in win.when]
    rest = tuple(part for part in level.when if not _is_won(part, win) and _plain(part, True) not in asked)
    by_name = any(_is_won(part, win) for part in level.when)
    return rest if by_name or len(level.when) - len(rest) == len(win.when) else None


def _is_won(part: e.Expr, win: _Way) -> bool:
    """Returns whether a condition is that the winner is that one."""
    return (
        isinstance(part, e.Equal) and isinstance(part.left, e.Fact) and part.left.name == win.rule.decides
        and part.right == win.answer and not part.negated
    )  # fmt: skip


def _answer(parts: PartMaker, rule: g.Rule) -> e.Const | None:
    """Returns what a rule gives the game as a whole; nothing where it gives that only by way of others."""
    fact, gives = parts.graph.facts.get(rule.decides), rule.conclusion
    if fact is None or not isinstance(gives, g.Gives) or any(kind != t.GAME for _, kind in fact.params):
        return None
    is_choice = isinstance(fact.type.item if isinstance(fact.type, t.OrNone) else fact.type, t.Choice)
    return gives.value if is_choice and isinstance(gives.value, e.Const) and rule.when else None


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
        case e.Compare(op=op) if not holds:
            return replace(node, op=CONTRARY[op])
    return node if holds else (False, node)


CONTRARY = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
