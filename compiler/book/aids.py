"""The player's aid: blocks of lines, each with the number of the book under which it is explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexlaw.compiler.book import model as m
from hexlaw.compiler.book.parts import Parts
from hexlaw.compiler.book.settings import AidPlan, subjects
from hexlaw.compiler.book.wording import joined, named
from hexlaw.runtime import graph as g


def aids(parts: Parts, steps: tuple[m.Step, ...]) -> tuple[m.Aid, ...]:
    """The blocks that `book.yaml` asks for; the sequence of play and the quantities where it asks for none."""
    made = []
    if not parts.settings.aids:
        made.append(_aid("Sequence of play", _of_steps(steps, 0)))
        made += [_aid(named(name), _lines(parts, "quantity", name, steps)) for name in parts.graph.quantities]
    for plan in parts.settings.aids:
        made.append(_aid(plan.title, _planned(parts, plan, steps)))
    return tuple(replace(aid, anchor=f"aid:{i}") for i, aid in enumerate((a for a in made if a.lines), 1))


def _aid(title: str, lines: Iterator[m.AidLine]) -> m.Aid:
    return m.Aid("", title, tuple(lines))


def _planned(parts: Parts, plan: AidPlan, steps: tuple[m.Step, ...]) -> Iterator[m.AidLine]:
    """What the law does not have is left out here; `hexlaw check` reports it."""
    known = set(subjects(parts.graph))
    for about in plan.about:
        if about.text in known:
            sort, _, name = about.text.partition(":")
            yield from _lines(parts, sort, name, steps)


def _lines(parts: Parts, sort: str, name: str, steps: tuple[m.Step, ...]) -> Iterator[m.AidLine]:
    if sort == "sequence":
        yield from _of_steps(steps, 0)
        return
    for rule in parts.rules():
        if rule.origin.situation is None and _is_about(rule, sort, name):
            yield m.AidLine(joined(parts.wording.rule(rule)), parts.number(f"rule:{rule.id}"))


def _is_about(rule: g.Rule, sort: str, name: str) -> bool:
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            return (sort, name) == ("fact", fact)
        case g.Changes(quantity=quantity) | g.Rounds(quantity=quantity):
            return (sort, name) == ("quantity", quantity)
        case g.Forbids(picks=picks) if sort == "pick":
            return name in picks
        case _:
            return (sort, name) == ("rule", rule.id)


def _of_steps(steps: tuple[m.Step, ...], depth: int) -> Iterator[m.AidLine]:
    for step in steps:
        told = (m.Span(step.title, "strong"), *((m.Span(": "), *step.text) if step.text else ()))
        if step.open:
            told = (*told, m.Span(" – " + ", ".join(ref.label for ref in step.open)))
        if step.number:
            yield m.AidLine(told, m.Ref(step.anchor, step.number), depth)
        yield from _of_steps(step.steps, depth + 1)
