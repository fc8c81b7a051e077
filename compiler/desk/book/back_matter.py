"""What stands behind the chapters: optional rules, the summary, questions, unit cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from hexlaw.compiler.base.place_numbers import anchor_of
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.author_texts import AuthorTexts
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.sections import is_printed, superseded
from hexlaw.compiler.desk.book.settings import subjects
from hexlaw.compiler.desk.book.wording import as_sentence, joined, named, said
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import concludes
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.law.units import UnitType
from hexlaw.runtime.words import english


def options(parts: PartMaker) -> tuple[m.Option, ...]:
    without = parts.graph.options_left_out
    return tuple(
        m.Option(
            anchor=f"option:{option.name}",
            name=option.name,
            title=named(option.name),
            doc=(reason[:1].upper() + reason[1:] + ".") if (reason := without.get(option.name)) else option.doc,
            on=parts.standing.law.options[option.name],
            cites=parts.cites(option.cites),
            rules=tuple(parts.number(f"rule:{rule.id}") for rule in parts.rules() if rule.origin.option == option.name),
        )
        for option in parts.graph.options.values()
    )


def aids(parts: PartMaker, texts: AuthorTexts, steps: tuple[m.Step, ...]) -> tuple[m.Aid, ...]:
    """Returns the blocks that `book.yaml` asks for; the sequence of play and the quantities where it asks for none."""
    known = set(subjects(parts.graph))  # `hexlaw check` reports what the law does not have
    plans = [(plan.title, [about.text for about in plan.about if about.text in known]) for plan in parts.settings.aids]
    if not plans:
        plans = [("Sequence of play", ["sequence:"])]
        plans += [(named(name), [f"quantity:{name}"]) for name in parts.graph.quantities]
    made = (
        (
            title,
            tuple(x for each in about for x in _lines(parts, texts, each, steps)),
            tuple(x for x in about if x.startswith("table:")),
        )
        for title, about in plans
    )
    filled = [aid for aid in made if aid[1] or aid[2]]
    return tuple(m.Aid(f"aid:{i}", *aid) for i, aid in enumerate(filled, 1))


def _lines(parts: PartMaker, texts: AuthorTexts, subject: str, steps: tuple[m.Step, ...]) -> Iterator[m.AidLine]:
    sort, _, name = subject.partition(":")
    if sort == "sequence":
        yield from _of_steps(steps, 0)
        return
    if sort == "text":
        source, _, number = name.partition(" ")
        for place in sorted(texts.texts, key=lambda p: p.order):
            if place.source == source and (
                place.number == number or place.number.startswith((f"{number}.", f"{number} "))
            ):
                yield m.AidLine(texts.in_one_line(place), parts.ref(place))
        return
    for rule in parts.rules():
        if rule.origin.situation is None and (sort, name) in (*concludes(rule), ("rule", rule.id)):
            yield m.AidLine(joined(parts.wording.rule(rule)), parts.number(f"rule:{rule.id}"))


def _of_steps(steps: tuple[m.Step, ...], depth: int) -> Iterator[m.AidLine]:
    for step in steps:
        text = (m.Span(step.title, "strong"), *((m.Span(": "), *step.text) if step.text else ()))
        if step.open and not step.text:
            text = (*text, m.Span(" – " + ", ".join(ref.label for ref in step.open)))
        if step.number:
            yield m.AidLine(text, m.Ref(step.anchor, step.number), depth)
        yield from _of_steps(step.steps, depth + 1)


def rulings(parts: PartMaker) -> tuple[m.Ruling, ...]:
    old = superseded(parts)
    printed = (ruling for ruling in parts.graph.rulings.values() if is_printed(parts, ruling))
    in_order = sorted(printed, key=lambda r: [(len(part), part) for part in re.split("([0-9]+)", r.id)])
    return tuple(_ruling(parts, ruling, old.get(ruling.id, ())) for ruling in in_order)


def _ruling(parts: PartMaker, ruling: g.Ruling, by: tuple[str, ...]) -> m.Ruling:
    return m.Ruling(
        anchor=f"ruling:{ruling.id}",
        number=ruling.id,
        question=ruling.asks,
        answer=as_sentence(ruling.answers),
        dated=str(ruling.dated) if ruling.dated is not None else "",
        authority=english.named(ruling.authority or ""),
        cites=parts.cites(ruling.cites),
        notes=ruling.notes,
        bears_on=tuple(dict.fromkeys(parts.number(f"rule:{rule.id}") for rule in parts.anchors.about(ruling))),
        superseded_by=tuple(m.Ref(f"ruling:{name}", name) for name in by),
        change=parts.change(f"ruling:{ruling.id}").change,
    )


def disputes(parts: PartMaker) -> tuple[m.Dispute, ...]:
    return tuple(_dispute(parts, dispute) for dispute in parts.graph.disputes.values())


def _dispute(parts: PartMaker, dispute: g.DisputeDecl) -> m.Dispute:
    taken = parts.standing.law.readings[dispute.name]
    under = [r for r in parts.graph.rules.values() if r.under is not None and r.under[0] == dispute.name]
    about = [r for r in under if r.id in parts.standing.rules]
    targets = [
        parts.standing.rules[name]
        for rule in under
        for link in rule.links
        for name in targets_of(parts.graph, link)
        if name in parts.standing.rules
    ]
    return m.Dispute(
        anchor=f"dispute:{dispute.name}",
        name=dispute.name,
        title=named(dispute.name),
        question=dispute.doc,
        readings=tuple(
            m.Reading(named(reading.name), reading.text, parts.cites(reading.cites), reading.name == taken)
            for reading in dispute.readings
        ),
        because=dispute.because if taken == dispute.default else "",
        bears_on=tuple(dict.fromkeys(parts.number(f"rule:{rule.id}") for rule in (*about, *targets))),
    )


def card_groups(parts: PartMaker, figures: Figures) -> tuple[m.CardGroup, ...]:
    """Returns a group for each unit chart, called as its file is."""
    groups = grouped((PurePosixPath(unit.where.partition(":")[0]).stem, unit) for unit in parts.graph.units.values())
    return tuple(
        m.CardGroup(
            anchor=f"units:{anchor_of(name)}",
            title=named(name),
            cards=tuple(_card(parts, unit, figures) for unit in units),
        )
        for name, units in groups.items()
    )


def sheets(parts: PartMaker, figures: Figures, situations: tuple[m.Situation, ...]) -> tuple[str, ...]:
    """Pages of counters: as many of each unit as the situation that has most of it needs."""
    wanted = dict.fromkeys(parts.graph.units, 1)
    for situation in situations:
        needed = Counter[str]()
        for force in situation.forces:
            for count, _, to in force.pieces:
                needed[to.removeprefix("unit:")] += count
        wanted |= {unit: max(count, wanted[unit]) for unit, count in needed.items() if unit in wanted}
    return figures.sheets(parts.graph.name, wanted) if wanted else ()


def _card(parts: PartMaker, unit: UnitType, figures: Figures) -> m.Card:
    figures_of = ((name, value) for name, value in unit.values.items() if name != g.TYPE and value not in (False, ()))
    values = tuple((parts.wording.attribute(unit.kind, name), said(value)) for name, value in figures_of)
    unsure = "all figures" if {*unit.values} <= {*unit.unsure, g.TYPE} else ", ".join(
        parts.wording.attribute(unit.kind, name).lower() for name in sorted(unit.unsure) if name != g.TYPE
    )  # fmt: skip
    doubt = f"Unsure: {unsure}" + (f" ({unit.doubt})" if unit.doubt else "") if unit.unsure else ""
    alt = f"counter of {unit.name}: {', '.join(f'{name.lower()} {value}' for name, value in values)}"
    return m.Card(
        anchor=f"unit:{unit.id}",
        name=unit.name,
        kind=named(unit.kind),
        values=values,
        source=unit.source,
        doubt=doubt,
        figure=figures.counter(unit.id, alt),
        change=parts.change(f"unit:{unit.id}").change,
    )
