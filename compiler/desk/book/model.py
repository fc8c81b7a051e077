"""The book model: all that a printed rule book of a law holds, before any page is laid out.

Plain frozen data: texts, numbers of the printed book, references by anchor. Renderers read nothing else, and a program
can read it as JSON (`document.py`). Every place that can be referred to has an `anchor`; every reference (`to`) names
one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, dataclass, fields
from typing import ClassVar, Literal, dataclass_transform

Style = Literal["plain", "law", "strong"]


@dataclass_transform(frozen_default=True)
class BookNode:
    """The base of all that a book is made of: each class is a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Span(BookNode):
    """A stretch of text; `law` is text of the law itself where there are no words for it."""

    text: str
    style: Style = "plain"
    to: str = ""


Text = tuple[Span, ...]


class Line(BookNode):
    """A sentence; those that belong to one before stand deeper."""

    text: Text
    depth: int = 0


class Ref(BookNode):
    """A reference: the anchor that it leads to, and what is printed for it."""

    to: str
    label: str


Bearing = Literal["not", "instead", "nevertheless"]
"""How one rule bears on another: it limits it, stands over it, or lifts a prohibition."""
Change = Literal["", "new", "changed", "dropped"]


class Modifier(BookNode):
    """What bears on a rule, told beneath it: printed here in full (`entry`), or in short with where it is printed."""

    how: Bearing
    ref: Ref
    lines: tuple[Line, ...] = ()
    entry: Entry | None = None


class Covered(BookNode):
    """Something that is said together with another thing: references to it lead there."""

    anchor: str


class Entry(BookNode):
    """A rule, or a word, table or action that rules speak of, at its place in the book."""

    anchor: str
    sort: str
    name: str  # in the law
    title: str  # what players call it; a rule has none, but where others name it
    lines: tuple[Line, ...]  # what it says
    prose: str = ""  # what its designer says of it
    cites: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # when it stands: options, readings, years, situations
    exceptions: tuple[Modifier, ...] = ()
    law: str = ""
    change: Change = ""
    was: Text = ()
    reads: tuple[Ref, ...] = ()  # figures that a variant has changed: what is said here comes to something else
    covers: tuple[Covered, ...] = ()  # facts of which no more is to be said than when they hold


class Example(BookNode):
    """A position of a case with what is asked of it, and the answer that the sources demand."""

    anchor: str
    title: str
    position: tuple[str, ...]
    question: Text
    answer: str
    doc: str = ""
    reason: Text = ()
    figure: str = ""


class Paragraph(BookNode):
    """A paragraph, or with a `mark` (a dash, a number) an item of a list."""

    text: Text
    mark: str = ""


class Prose(BookNode):
    """What an author says at a place, in place of the sentences that are made of its law."""

    covers: tuple[Covered, ...]
    paragraphs: tuple[Paragraph, ...]
    change: Change = ""
    was: tuple[Paragraph, ...] = ()
    reads: tuple[Ref, ...] = ()  # figures that a variant has changed and that what it speaks for reads
    amended: tuple[Ref, ...] = ()  # what later layers change of what it speaks for


class Legend(BookNode):
    """A figure of a counter: where it stands, what is written there, and what that is."""

    at: str
    written: str
    name: str
    doc: str = ""


class Introduction(BookNode):
    """What the game is, and one of its counters explained."""

    paragraphs: tuple[Paragraph, ...]
    figure: str = ""
    legend: tuple[Legend, ...] = ()


class Section(BookNode):
    """What stands under one number of the printed book; the numbers are the anchors."""

    anchor: str
    number: str
    title: str
    depth: int
    prose: Prose | None = None
    entries: tuple[Entry, ...] = ()
    rulings: tuple[str, ...] = ()  # anchors of rulings, printed here and nowhere else
    disputes: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    see: tuple[Ref, ...] = ()


class Chapter(BookNode):
    anchor: str
    number: str
    title: str
    sections: tuple[Section, ...]


class Ruling(BookNode):
    anchor: str
    number: str
    question: str
    answer: str
    dated: str = ""
    authority: str = ""
    cites: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bears_on: tuple[Ref, ...] = ()
    superseded_by: tuple[Ref, ...] = ()
    change: Change = ""


class Reading(BookNode):
    name: str
    text: str
    cites: tuple[str, ...]
    taken: bool


class Dispute(BookNode):
    anchor: str
    name: str
    title: str
    question: str
    readings: tuple[Reading, ...]
    because: str = ""
    bears_on: tuple[Ref, ...] = ()


class Heading(BookNode):
    text: str
    span: int = 1


class Cell(BookNode):
    text: str
    mark: str = ""  # the sign of a note
    rank: int = 0  # of a value that is one of some in an order: from 0 for the first to 4 for the last


class Row(BookNode):
    heads: tuple[str, ...]
    cells: tuple[Cell, ...]


class Chart(BookNode):
    """A table of the law as it is printed: rows by the first axes, columns by the others."""

    anchor: str
    number: str
    title: str
    cites: tuple[str, ...]
    rows_by: tuple[str, ...]
    columns_by: tuple[str, ...]
    columns: tuple[tuple[Heading, ...], ...]  # a line of headings for each axis of the columns
    rows: tuple[Row, ...]
    notes: tuple[Text, ...] = ()
    used_by: tuple[Ref, ...] = ()
    change: Change = ""

    def head(self) -> tuple[str, ...]:
        """Returns one line of headings: what the rows are by, then the headings above each column, joined."""
        heads = [""] * (len(self.rows[0].cells) if self.rows else 0)
        for line in self.columns:
            at = 0
            for heading in line:
                for i in range(at, at + heading.span):
                    heads[i] = f"{heads[i]} {heading.text}".strip()
                at += heading.span
        return *(self.rows_by or (" / ".join(self.columns_by),)), *heads

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Returns each row as a line below that head: its own headings, then its cells with their signs."""
        return tuple((*(row.heads or ("",)), *(f"{cell.text}{cell.mark}" for cell in row.cells)) for row in self.rows)


class Step(BookNode):
    """A part of the sequence of play, with what is open in it."""

    anchor: str
    title: str
    text: Text
    number: str
    open: tuple[Ref, ...] = ()
    steps: tuple[Step, ...] = ()


class AidLine(BookNode):
    text: Text
    number: Ref  # where the book says it: no line of an aid is without
    depth: int = 0


class Aid(BookNode):
    anchor: str
    title: str
    lines: tuple[AidLine, ...]
    charts: tuple[str, ...] = ()  # printed here once more, by their anchors


class Option(BookNode):
    anchor: str
    name: str
    title: str
    doc: str
    on: bool
    cites: tuple[str, ...]
    rules: tuple[Ref, ...] = ()


class Force(BookNode):
    """Pieces of a side in a situation, counted by unit type or kind: all that belong to one of them, which gives the
    title, or to none."""

    side: str
    title: str
    about: tuple[str, ...]  # what is said of the one that they belong to
    pieces: tuple[tuple[int, str, str], ...]  # how many, of what, its anchor or nothing


class Move(BookNode):
    """What a side did by one action of a game, a paragraph for each throw and for what has changed, and a picture."""

    anchor: str
    text: Text
    paragraphs: tuple[Text, ...]
    figure: str = ""


class Played(BookNode):
    anchor: str
    title: str
    situation: str
    moves: tuple[Move, ...]


class Sight(BookNode):
    """A line of sight in a picture."""

    anchor: str
    case: str
    title: str
    free: bool
    why: str
    figure: str
    cites: tuple[str, ...] = ()


class Sights(BookNode):
    anchor: str
    title: str
    sights: tuple[Sight, ...]


class Outcome(BookNode):
    """A way in which a situation ends: who has won, how well, and when. Without a name it belongs to the one before."""

    who: str
    level: str
    when: Text
    doc: str
    covers: tuple[Covered, ...]  # the rules that say so


class PlayedCard(BookNode):
    """Who wins a situation where programs play it: a sentence, how often under which styles, and what that is of."""

    sentence: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


class Situation(BookNode):
    anchor: str
    name: str
    title: str
    doc: str
    cites: tuple[str, ...]
    facts: tuple[str, ...]
    forces: tuple[Force, ...]
    wins: tuple[Line, ...]
    entries: tuple[Entry, ...]
    card: tuple[str, ...] = ()  # what has to be known before all else
    prose: Prose | None = None  # its first paragraph says who fights where for what, the others are special rules
    options: tuple[Ref, ...] = ()  # optional rules that are in force
    outcomes: tuple[Outcome, ...] = ()
    map: str = ""  # the figures of its set-up: the map, and what stands beside it
    beside: str = ""
    balance: PlayedCard | None = None
    rulings: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()


class Figure(BookNode):
    """A drawing, in true size where it is a counter or a sheet of them."""

    name: str
    alt: str
    svg: str
    width: int  # in hundredths of a millimetre
    height: int
    ground: str = ""  # the figure of which the ground beneath this one is a part


class Card(BookNode):
    """A unit card: one counter with all that its line of the unit chart says."""

    anchor: str
    name: str
    kind: str
    values: tuple[tuple[str, str], ...]
    source: str
    doubt: str = ""
    figure: str = ""
    change: Change = ""


class CardGroup(BookNode):
    anchor: str
    title: str
    cards: tuple[Card, ...]


class Term(BookNode):
    """A word that the law defines, with what it means."""

    anchor: str
    name: str
    sort: str
    meaning: Text
    parts: tuple[tuple[str, str], ...] = ()  # attributes or values, with what they mean


class IndexLine(BookNode):
    term: str
    refs: tuple[Ref, ...] = ()
    see: tuple[Ref, ...] = ()  # other lines of the index, by their anchor
    anchor: str = ""


class ChangeLine(BookNode):
    """What a variant changes: for its front table."""

    rule: Ref
    change: Change
    was: Text
    now: Text
    why: tuple[str, ...]


class Difference(BookNode):
    """A place at which a variant's game differs from the one it is compared with, for people."""

    place: Ref
    title: str
    was: Text
    now: Text
    why: tuple[str, ...] = ()
    does: tuple[str, ...] = ()  # how many cases it makes others, and one position, where the two laws were compared


class BesideDifferences(BookNode):
    """Places that are only named: chapters that one of the games alone has, and what there was no room for."""

    said: str
    places: tuple[Ref, ...]


class Differences(BookNode):
    """The difference sheet, of one page; in a book the table of all changes stands behind it."""

    rows: tuple[Difference, ...]
    beside: tuple[BesideDifferences, ...] = ()


class Sheet(BookNode):
    """A difference sheet by itself, between any two laws."""

    base: str
    variant: str
    lead: str
    differences: Differences


class Source(BookNode):
    key: str
    title: str
    speaks: bool


class Book(BookNode):
    module: str
    title: str
    subtitle: str
    credits: str
    law: str  # the hash of the law's meaning
    standing: tuple[str, ...]  # what was chosen: options, readings, the year
    against: str
    sources: tuple[Source, ...]
    introduction: Introduction | None
    sequence: tuple[Step, ...]
    charts: tuple[Chart, ...]
    chapters: tuple[Chapter, ...]
    aids: tuple[Aid, ...]
    played: Played | None
    sights: Sights | None
    terms: tuple[Term, ...]
    options: tuple[Option, ...]
    situations: tuple[Situation, ...]
    cards: tuple[CardGroup, ...]
    unit_charts: tuple[Ref, ...]  # those that ask for what units are of: a class of movement
    sheets: tuple[str, ...]  # figures: pages of counters in true size, fronts and backs
    rulings: tuple[Ruling, ...]
    disputes: tuple[Dispute, ...]
    differences: Differences | None
    changes: tuple[ChangeLine, ...]
    index: tuple[IndexLine, ...]
    figures: tuple[Figure, ...]
    signs: str = ""  # the figure of what is printed on the maps of situations, where it is not beside each


def placed(book: Book) -> frozenset[str]:
    """Returns the anchors of the rulings and disputes that stand with the rules that they are about."""
    sections = (section for chapter in book.chapters for section in chapter.sections)
    parts: list[Section | Situation] = [*sections, *book.situations]
    return frozenset(anchor for part in parts for anchor in (*part.rulings, *part.disputes))


def nodes(node: object) -> Iterator[object]:
    """Yields a node of the model and everything inside it."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(reversed(current))
        elif isinstance(current, BookNode):
            yield current
            values = (getattr(current, field.name) for field in reversed(fields(current)))
            stack += [value for value in values if isinstance(value, tuple | BookNode)]
