"""Texts of the book: the prose that stands above its law, put together by the place that it is printed at.

A piece of prose tells of the rules, actions, effects and tasks below it, up to the next piece, and of those of other
places and modules that a line `from` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed, cites_its_section
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import graph as g

HOW = "write `section PLACE TITLE` and below it lines that begin with `| `"


@dataclass
class _Piece:
    placed: Placed
    cite: g.Citation
    covers: dict[str, Span] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Returns the place of the book; what holds in one situation alone is printed with that."""
        situation = self.placed.origin.situation
        return f"{self.cite.source} {self.cite.text}" + (f" in {situation}" if situation else "")


def texts_of(
    placed: list[Placed], names: Names, cites: Callable[[s.Cite, Placed], tuple[g.Citation, ...]], found: Diagnostics
) -> dict[str, g.TextDecl]:
    """Returns the texts of a law by the place that they are printed at; a later layer's takes the place of a base's."""
    sections = {id(p.section): _place(p, names, cites, found) for p in placed if isinstance(p.item, s.Section)}
    pieces: dict[int, _Piece] = {}
    for p in placed:
        if isinstance(p.item, s.Prose) and (cite := _section_of(p, sections, found)) is not None:
            pieces[id(p.item)] = _Piece(p, cite)
        for sort, name in _told(p, names, found):
            if (piece := pieces.get(id(p.prose))) is not None:
                piece.covers.setdefault(f"{sort}:{name.text}", name.span)
    _once(pieces.values(), found)
    texts: dict[str, g.TextDecl] = {}
    for piece in pieces.values():
        assert isinstance(piece.placed.item, s.Prose)
        origin, above = piece.placed.origin, texts.get(piece.key)
        is_first = above is None or above.origin.module != origin.module
        passage = g.Passage(piece.placed.item.lines, tuple(piece.covers))
        passages = (passage,) if is_first else (*texts[piece.key].passages, passage)
        texts[piece.key] = g.TextDecl(piece.key, origin if is_first else texts[piece.key].origin, piece.cite, passages)
    return texts


def _place(
    p: Placed, names: Names, cites: Callable[[s.Cite, Placed], tuple[g.Citation, ...]], found: Diagnostics
) -> g.Citation | None:
    """Returns the place of a section, None where it is refused or has none."""
    assert isinstance(p.item, s.Section)
    if p.item.cite is None:
        return None
    place = cites(p.item.cite, p)
    if len(place) == 1 and not names.sources[place[0].source].ids:
        return place[0]
    if place:
        said = f"`{place[0].text}` is an entry of a list, and no place of a book"
        said = said if len(place) == 1 else "a section stands at one place"
        found.report("HX299", p.item.cite.span, said, help=HOW)
    return None


def _section_of(p: Placed, sections: dict[int, g.Citation | None], found: Diagnostics) -> g.Citation | None:
    """Returns the place of the section that a piece of prose stands in, None where it is refused."""
    assert isinstance(p.item, s.Prose)
    if p.section is None or not any(p.item.lines):
        said = "this prose stands in no section" if p.section is None else "a line of prose says nothing"
        found.report("HX299", p.item.span, said, help=HOW)
        return None
    return sections.get(id(p.section))


def _told(p: Placed, names: Names, found: Diagnostics) -> Iterator[tuple[str, s.Ident]]:
    """Yields what an item has the prose above it tell of."""
    match p.item:
        case s.ToldOf(module=module, covers=covers):
            if p.prose is None:
                said, help_ = "no prose stands above this line", "it names what the prose above it tells of"
                found.report("HX299", p.item.span, said, help=help_)
                return
            for each in covers:
                if names.has(each.sort, each.name, found):
                    declared = names.where(each.sort, each.name.text).layer.name
                    if declared != module.text:
                        said = f"the {each.sort} `{each.name.text}` is not of `{module.text}`"
                        found.report("HX299", module.span, said, help=f"write `from {declared}: {each.name.text}`")
                    yield each.sort, each.name
        case s.Rule() | s.Action() | s.Effect() | s.Task() | s.Table() as item:
            if cites_its_section(item) and not p.origin.is_advice:
                yield type(item).__name__.lower(), item.name


def _once(pieces: Iterable[_Piece], found: Diagnostics) -> None:
    """Reports what two pieces of prose of a module tell of, and prose of one place in two files."""
    spoken_for: dict[tuple[str, str], _Piece] = {}
    at_place: dict[tuple[str, str], _Piece] = {}
    for piece in pieces:
        module, source = piece.placed.origin.module, piece.placed.item.span.source
        for key, span in piece.covers.items():
            if (first := spoken_for.setdefault((module, key), piece)) is not piece:
                message = f"the prose of [{first.cite}] tells of `{key.partition(':')[2]}` already"
                found.report("HX299", span, message, help="take it out of one of the two")
        first = at_place.setdefault((module, piece.key), piece)
        if first.placed.item.span.source is not source:
            message = f"the prose of [{piece.cite}] stands in {first.placed.item.span.source.name} already"
            found.report("HX299", piece.placed.item.span, message, help="write both there, one below the other")
