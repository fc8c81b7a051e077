"""The player's aid: blocks of lines, each with the number of the book under which it is explained."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.settings import subjects
from hexlaw.compiler.desk.book.wording import joined, named
from hexlaw.runtime.law import graph as g


def aids(parts: PartMaker, steps: tuple[m.Step, ...]) -> tuple[m.Aid, ...]:
    """Returns the blocks that `book.yaml` asks for; the sequence of play and the quantities where it asks for none."""
    known = set(subjects(parts.graph))  # `hexlaw check` reports what the law does not have
    plans = [(plan.title, [about.text for about in plan.about if about.text in known]) for plan in parts.settings.aids]
    if not plans:
        plans = [("Sequence of play", ["sequence:"])]
        plans += [(named(name), [f"quantity:{name}"]) for name in parts.graph.quantities]
    made = ((title, tuple(x for each in about for x in _lines(parts, each, steps))) for title, about in plans)
    filled = [(title, lines) for title, lines in made if lines]
    return tuple(m.Aid(f"aid:{i}", title, lines) for i, (title, lines) in enumerate(filled, 1))


def _lines(parts: PartMaker, subject: str, steps: tuple[m.Step, ...]) -> Iterator[m.AidLine]:
    sort, _, name = subject.partition(":")
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
        text = (m.Span(step.title, "strong"), *((m.Span(": "), *step.text) if step.text else ()))
        if step.open:
            text = (*text, m.Span(" – " + ", ".join(ref.label for ref in step.open)))
        if step.number:
            yield m.AidLine(text, m.Ref(step.anchor, step.number), depth)
        yield from _of_steps(step.steps, depth + 1)
