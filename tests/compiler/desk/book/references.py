"""What a book can be referred to by, what it refers to, and what of that is nowhere in it."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.desk.book.model import Book, Card, Example, Force, Ref, Section, Situation, Span, nodes


def anchors(book: Book) -> list[str]:
    """Every place of a book that can be referred to, in the order of the book."""
    return [found for node in nodes(book) if (found := getattr(node, "anchor", ""))]


def references(book: Book) -> Iterator[str]:
    """Every anchor or figure that something in a book refers to."""
    for node in nodes(book):
        match node:
            case Span(to=to) if to:
                yield to
            case Ref(to=to):
                yield to
            case Section() | Situation():
                yield from (*node.rulings, *node.disputes)
            case Force():
                yield from (to for _, _, to in node.pieces if to)
            case Example(figure=figure) | Card(figure=figure) if figure:
                yield figure
            case Book(sheets=sheets):
                yield from sheets
            case _:
                pass


def unresolved(book: Book) -> list[str]:
    """What is referred to and is nowhere in the book: an empty list for a book that may be printed."""
    known = {*anchors(book), *(figure.name for figure in book.figures)}
    return sorted({to for to in references(book) if to not in known})
