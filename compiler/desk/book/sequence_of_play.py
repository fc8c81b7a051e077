"""How the game goes: the sequence of play, what is open in each part, and optional rules."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.wording import named
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g


def sequence(parts: PartMaker) -> tuple[m.Step, ...]:
    open_in = grouped(
        (span, m.Ref(f"action:{action.name}", parts.wording.called("action", action.name)))
        for action in parts.graph.actions.values()
        for where in action.open_in
        for span in where.spans
    )
    return tuple(
        step
        for name, spans in parts.graph.sequences.items()
        for span in spans
        for step in _steps(parts, span, parts.wording.sequence(name), open_in, "")
    )


def _steps(
    parts: PartMaker, span: g.SpanDecl, said: dict[str, m.Text], open_in: dict[str, tuple[m.Ref, ...]], above: str
) -> Iterator[m.Step]:
    place = parts.anchors.printed(span.cites)
    number = parts.label(place) if place is not None else above
    yield m.Step(
        anchor=f"span:{span.name}",
        title=named(span.name),
        text=said.get(span.name, ()),
        number=number,
        open=open_in.get(span.name, ()),
        steps=tuple(
            step
            for part in span.body
            if isinstance(part, g.SpanDecl)
            for step in _steps(parts, part, said, open_in, number)
        ),
    )


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
