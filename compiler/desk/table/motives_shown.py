"""What a program's action is for, in words: the goals of its side, and the rules by which it is worth more."""

from __future__ import annotations

from fractions import Fraction

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.value import exact_text
from hexlaw.runtime.play.goals import Goal, Motive
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import english, in_words
from hexlaw.runtime.words.english import counted
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain
from hexlaw.runtime.words.steps import in_a_row

MAX_NEARING = 2
"""Things that are told to come nearer to a goal: who moves a stack moves it to one place."""


MAX_TERMS = 2
"""How many rules a reason names at most; those that add the most come first."""


MAX_PART_SIZE = 6
"""The largest divisor of a number that is printed as it is: what one die shows on the average."""


def reason(motive: Motive, law: Law, position: Position) -> str:
    """`aim: to hold the bridge, by turn 6 (otto 2 hexes from 0403); among trees (+1/10)`: goals, and the rules by which
    it is worth more; where there are neither, how much more it is worth."""
    gains = [f"{_said(rule, law)} (+{_short(more)})" for rule, more in motive.terms[:MAX_TERMS]]
    said = "; ".join(filter(None, (_of_goals(motive, law, position), *gains)))
    return said or (f"worth {_short(motive.gain)} more to them" if motive.gain > 0 else "")


def _short(number: Fraction) -> str:
    """Returns a number as it is, or about as large where it is an average that no one would read."""
    if number.denominator <= MAX_PART_SIZE:
        return exact_text(number)
    whole, tenths = divmod(round(number * 10), 10)
    return f"about {whole}.{tenths}"


def _of_goals(motive: Motive, law: Law, position: Position) -> str:
    """Returns the goal that is met, or else the one that comes nearer; nothing where none does."""
    if motive.met:
        first_met = motive.met[0]
        by = ", ".join(thing.name for goal in motive.met if goal.name == first_met.name for thing in goal.things)
        return f"aim: {aim(first_met, law, position)} ({f'met by {by}' if by else 'met'})"
    if motive.nearing:
        first = motive.nearing[0]
        of_it = {one.thing: one for one in reversed(motive.nearing) if one.goal.name == first.goal.name}
        nearest = [one for one in motive.nearing if of_it.get(one.thing) is one][:MAX_NEARING]
        near = []
        for one in nearest:
            far = f"{counted(one.after, 'hex')} from" if one.after else "in"
            near.append(f"{one.thing.name} {far} {in_words(one.place, position)}")
        return f"aim: {aim(first.goal, law, position)} ({', '.join(near)})"
    return ""


def aim(goal: Goal, law: Law, position: Position | None = None) -> str:
    """Returns a goal in the words of its rule: `to control what the situation asks about when it ends, by turn 10`.
    With a position it is the goal of its own thing or hex, where the note of the rule does not say it for all of
    them."""
    rule = law.graph.rules[goal.name]
    by = "" if goal.by is None else f", by {_clock(rule)} {exact_text(goal.by)}"
    if rule.doc:
        return f"{_said(rule, law)}{by}"
    return f"{plain(Words(law.graph, law).aim(rule, _whose(rule, goal, position)))}{by}"


def _whose(rule: g.Rule, goal: Goal, position: Position | None) -> dict[str, str]:
    """Returns what the letters of a goal stand for: the side, and the one thing or hex that this goal is about."""
    assert isinstance(rule.conclusion, g.Collects)
    assert isinstance(rule.conclusion.item, e.MakeRecord)
    said = dict(rule.conclusion.item.fields)
    named = {said["of"].name: goal.side} if isinstance(said["of"], e.Var) else {}
    if position is None:
        return named
    for field, members in (("things", goal.things), ("places", goal.places)):
        match said[field]:
            case e.MakeSet(items=(e.Var(name=name),)) if len(members) == 1:
                named[name] = in_words(members[0], position)
    return named


def _said(rule: g.Rule, law: Law) -> str:
    """Returns what a rule says, as part of a line: the first sentence of its note, or else its words."""
    said = rule.doc.partition(". ")[0] or in_a_row(Words(law.graph, law).rule(rule))
    return f"{said[:1].lower()}{said[1:].rstrip('.')}"


def _clock(rule: g.Rule) -> str:
    """Returns what the time of a goal is counted in: `turn`."""
    match rule.conclusion:
        case g.Collects(item=e.MakeRecord(fields=fields)):
            clock = dict(fields)["clock"]
            return english.named(clock.name) if isinstance(clock, e.Attribute) else "time"
    return "time"
