"""Questions and answers: the rulings of a game with what they bear on, and what is in dispute."""

from __future__ import annotations

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.sections import is_printed, superseded
from hexlaw.compiler.desk.book.wording import as_sentence, named
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import english


def rulings(parts: PartMaker) -> tuple[m.Ruling, ...]:
    old = superseded(parts)
    return tuple(_ruling(parts, r, old.get(r.id, ())) for r in parts.graph.rulings.values() if is_printed(parts, r))


def _ruling(parts: PartMaker, ruling: g.Ruling, by: tuple[str, ...]) -> m.Ruling:
    place = parts.anchors.of_ruling(ruling)
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
        chapter=parts.heading(place.chapter) if place.is_numbered else ruling.origin.chapter,
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
