"""What stands before the chapters: what the game is, a counter explained, and the sequence of play on one page."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexlaw.compiler.base.place_numbers import BookPlace
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.author_texts import AuthorTexts
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.wording import as_sentence, named
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g


def introduction(parts: PartMaker, texts: AuthorTexts, figures: Figures) -> m.Introduction | None:
    """Returns what `book.yaml` says of the game, with the counter that it names; none where it says nothing."""
    settings = parts.settings
    unit = parts.graph.units.get(settings.counter.text) if settings.counter is not None else None
    said = texts.paragraphs((*filter(None, [settings.about]), *settings.introduction))
    if not said or unit is None:
        return m.Introduction(said) if said else None
    attributes = parts.graph.kinds[unit.kind].attributes
    labels = [
        ("below" if at == "caption" else at, show, written, attributes.get(show))
        for at, show, written in figures.written(unit.id)
    ]
    legend = tuple(
        m.Legend(at.replace("-", " "), written, named(show))
        if what is None
        else m.Legend(at.replace("-", " "), written, parts.wording.attribute(unit.kind, show), as_sentence(what.doc))
        for at, show, written, what in labels
    )
    alt = f"counter of {unit.name}: {', '.join(f'{each.at} {each.written}' for each in legend)}"
    return m.Introduction(said, figures.counter(unit.id, alt, "explained"), legend)


def sequence(parts: PartMaker, texts: AuthorTexts, sections: Collection[BookPlace]) -> tuple[m.Step, ...]:
    called = parts.wording.called
    open_in = grouped(
        (span, m.Ref(at := f"action:{action.name}", f"{called('action', action.name)} ({parts.number(at).label})"))
        for action in parts.graph.actions.values()
        for where in action.open_in
        for span in where.spans
    )

    def steps(span: g.SpanDecl, said: dict[str, m.Text], above: str) -> Iterator[m.Step]:
        place = section = parts.anchors.printed(span.cites)
        while section is not None and section not in sections:
            section = section.above  # not every step has one of its own
        number = parts.label(section or place) if place is not None else above
        _, own = parts.settings.steps.get(span.name, (None, ""))
        yield m.Step(
            anchor=f"span:{span.name}",
            title=named(parts.wording.called("part", span.name).removeprefix("the ")),
            text=texts.paragraphs((own,))[0].text if own else said.get(span.name, ()),
            number=number,
            open=open_in.get(span.name, ()),
            steps=tuple(
                step for part in span.body if isinstance(part, g.SpanDecl) for step in steps(part, said, number)
            ),
        )

    return tuple(
        step
        for name, spans in parts.graph.sequences.items()
        for span in spans
        for step in steps(span, parts.wording.sequence(name), "")
    )
