"""How the game goes: the sequence of play, what is open in each part, optional rules and situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexlaw.compiler.book import model as m
from hexlaw.compiler.book.numbers import OF_SITUATION, Place
from hexlaw.compiler.book.parts import Parts
from hexlaw.compiler.book.sections import Sections
from hexlaw.compiler.book.wording import named
from hexlaw.compiler.data.yaml_tree import Mapping, items_in
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.situations.rosters import read_roster
from hexlaw.compiler.situations.situation_files import read_situation, situation_files
from hexlaw.runtime import graph as g


def sequence(parts: Parts) -> tuple[m.Step, ...]:
    open_in: dict[str, list[m.Ref]] = {}
    for action in parts.graph.actions.values():
        for where in action.open_in:
            for span in where.spans:
                open_in.setdefault(span, []).append(m.Ref(f"action:{action.name}", named(action.name).lower()))
    return tuple(
        step
        for name, spans in parts.graph.sequences.items()
        for span in spans
        for step in _steps(parts, span, parts.wording.sequence(name), open_in, "")
    )


def _steps(
    parts: Parts, span: g.SpanDecl, said: dict[str, m.Text], open_in: dict[str, list[m.Ref]], above: str
) -> Iterator[m.Step]:
    place = parts.homes.printed(span.cites)
    number = parts.label(place) if place is not None else above
    yield m.Step(
        anchor=f"span:{span.name}",
        title=named(span.name),
        text=said.get(span.name, ()),
        number=number,
        open=tuple(open_in.get(span.name, ())),
        steps=tuple(
            step
            for part in span.body
            if isinstance(part, g.SpanDecl)
            for step in _steps(parts, part, said, open_in, number)
        ),
    )


def options(parts: Parts) -> tuple[m.Option, ...]:
    return tuple(
        m.Option(
            anchor=f"option:{option.name}",
            name=option.name,
            title=named(option.name),
            doc=option.doc,
            on=parts.standing.law.options[option.name],
            cites=parts.cites(option.cites),
            rules=tuple(parts.number(f"rule:{rule.id}") for rule in parts.rules() if rule.origin.option == option.name),
        )
        for option in parts.graph.options.values()
    )


def situations(parts: Parts, made: Sections) -> tuple[m.Situation, ...]:
    played = situation_files(parts.compilation.chain)
    return tuple(_situation(parts, made, decl, decl.name in played) for decl in parts.graph.situations.values())


def _situation(parts: Parts, made: Sections, decl: g.SituationDecl, is_played: bool) -> m.Situation:
    trees = (read_situation(parts.compilation, decl.name, None, Diagnostics()) if is_played else None) or []
    place = Place(OF_SITUATION, decl.name)
    return m.Situation(
        anchor=f"situation:{decl.name}",
        name=decl.name,
        title=decl.title,
        doc=decl.doc,
        cites=parts.cites(decl.cites),
        facts=tuple(_facts(decl, trees)),
        forces=_forces(parts, trees),
        wins=parts.wording.wins(decl.name),
        entries=tuple(made.entries(place)),
        rulings=tuple(made.rulings[place]),
        disputes=tuple(made.disputes[place]),
    )


def _facts(decl: g.SituationDecl, trees: list[Mapping]) -> Iterator[str]:
    saying = [tree for tree in trees if tree.get("board") is not None or tree.get("boards") is not None]
    yield from _boards(saying[-1]) if saying else ()
    yield from (f"Option {named(name).lower()}: {'on' if on else 'off'}." for name, on in decl.options)
    yield from (f"In dispute, {named(name).lower()}: {named(reading).lower()}." for name, reading in decl.readings)


def _boards(tree: Mapping) -> Iterator[str]:
    if (board := tree.text("board")) is not None:
        yield f"Board {board}."
    if tree.get("boards") is not None:
        rows = [
            ", ".join(str(item.plain()).replace("~", " (turned)") for item in items_in(row))
            for row in items_in(tree.get("boards"))
        ]
        yield f"Boards from the top, each row from the left: {'; '.join(rows)}."


def _forces(parts: Parts, trees: list[Mapping]) -> tuple[m.Force, ...]:
    """The pieces that the layers of a situation name, by side: a later one says a piece anew."""
    found: dict[str, Counter[tuple[str, str]]] = {}
    pieces = {piece.name: piece for tree in trees for piece in read_roster(tree, Diagnostics()).pieces}
    for piece in pieces.values():
        kind = piece.node.text("kind")
        unit = parts.graph.units.get(piece.node.text("type") or "")
        side = piece.side.text if piece.side is not None else piece.node.text("side")
        side = side or (str(unit.values.get("side", "")) if unit is not None else "")
        if unit is not None:
            what = (unit.name, f"unit:{unit.id}")
        elif kind is not None and kind in parts.graph.kinds:
            what = (named(kind), f"kind:{kind}")
        else:
            what = (piece.written.text, "")
        found.setdefault(side, Counter())[what] += 1
    return tuple(
        m.Force(named(side) if side else "Nobody's", tuple((n, name, to) for (name, to), n in counted.items()))
        for side, counted in found.items()
    )
