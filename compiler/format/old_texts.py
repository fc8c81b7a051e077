"""Carries over texts of the book from when they stood apart from their law: `text [PLACE]`, quotes, `for` and digests.

A text becomes prose above the rules that it tells of. For each place that law of the file cites first a section is
begun, those of its chapter in the order of their numbers, and the number is taken out of what cites it. What the text
does not tell of stands above the prose, in its section; what it tells of elsewhere is named in a line `from`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.place_numbers import BookPlace
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.advice_sections import with_remarks_above
from hexlaw.compiler.format.passages import Named, NewPassage, passages_of
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.items import OLD_TEXT, pieces_of
from hexlaw.compiler.parse.parse import parse_item, parse_law
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.layers import cites_its_section
from hexlaw.runtime.law.graph import SPOKEN_FOR, Citation, SourceDecl

_LINE = re.compile(r'^(?:text +\[[^\]\n]*\])? +"([^"\n]*)"', re.MULTILINE)
_FOR = re.compile(r"^ +for (.*)", re.MULTILINE | re.DOTALL)
_REMARK = re.compile(r"#[^\n]*")
_SPOKEN_FOR = re.compile(rf"(?:({'|'.join(SPOKEN_FOR)}) +)?([a-z][\w.-]*)(?: +[0-9a-f]{{8}})?")
_HEADING = re.compile(r'^  ("?)([^":\n]+)\1:[^\n]*\n', re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.:]) ")
_DOC = re.compile(r'(?<=\n)(  "[^"\n]*"\r?\n)+')
SAME = 3 / 5
"""The share of the words of a doc string that a sentence of prose has where it says the same."""


def written_cite(text: str) -> s.Cite:
    return s.Cite(text, span=Source("", "").span(0, 0))


@dataclass(frozen=True)
class Books:
    """What a module and all that it extends say of the books that they cite."""

    module: str
    sources: Mapping[str, SourceDecl]
    default: str | None
    laws: Mapping[Named, tuple[str, str]]
    """By what a text can tell of, the module that declares it, and how that is written."""
    headings: Mapping[str, str]
    """By place of a book, what `book.yaml` says."""
    titled: frozenset[str] = frozenset()
    """The places of which the law says it itself, or will once its texts are prose."""

    def cites(self, cite: s.Cite | None) -> tuple[Citation, ...]:
        return read_citations(cite, self.sources, self.default, Diagnostics())

    def place(self, cite: s.Cite | None) -> Citation | None:
        """Returns the place of a printed book that is cited first."""
        cites = self.cites(cite)
        return cites[0] if cites and not self.sources[cites[0].source].ids else None

    def written(self, cites: tuple[Citation, ...]) -> str:
        """Returns citations as they stand in square brackets."""
        key, parts = self.default, list[str]()
        for cite in cites:
            source = self.sources[cite.source]
            place = "" if cite.text == source.title else cite.text
            is_alone = source.ids or (cite.source == key and self.cites(written_cite(place)) == (cite,))
            parts.append(place if is_alone else f"{cite.source} {place}".strip())
            key = key if source.ids else cite.source
        return ", ".join(parts)

    def heading(self, place: Citation) -> str:
        return self.headings.get(f"{place.source} {place.text}", self.headings.get(place.text, ""))


@dataclass
class _OldText:
    lines: list[str]
    tells_of: list[Named]


HEAD, TAIL = "head", "tail"
"""What stands above all sections, and what behind them: questions and answers, and rules without a number."""
Place = Citation | str


@dataclass
class _Section:
    """What stands in one section."""

    place: Place
    text: _OldText | None = None
    remarks: str = ""
    parts: list[tuple[s.Item, str]] = field(default_factory=list)


def with_prose(source: Source, books: Books) -> Source:
    """Returns the same law with its texts as prose; with mistakes, as it is."""
    if OLD_TEXT.search(source.text) is None:
        return source
    if "\r\n" in source.text:
        today = with_prose(Source(source.name, source.text.replace("\r\n", "\n")), books)
        return Source(source.name, today.text.replace("\n", "\r\n"))
    found = Diagnostics()
    pieces = list(pieces_of(source))
    texts = {at: text for at, piece in enumerate(pieces) if (text := _read(piece.text)) is not None}
    items = [None if at in texts else parse_item(piece, found) for at, piece in enumerate(pieces)]
    places = {at: place for at, text in texts.items() if (place := books.place(written_cite(text[0]))) is not None}
    if found.has_errors or len(places) < len(texts) or not all(text.lines for _, text in texts.values()):
        return source
    starts = [with_remarks_above(source.text, piece.start) for piece in pieces]
    parts = [source.text[start:end] for start, end in pairwise([*starts, len(source.text)])]
    advice = next((i for i, item in enumerate(items) if isinstance(item, s.Chapter) and item.is_advice), len(items))
    groups: dict[Place, _Section] = {HEAD: _Section(HEAD)}
    standing = _standing(items[:advice], books, places, texts)
    for at, where in enumerate(standing):
        group = groups.setdefault(where, _Section(where))
        if (item := items[at]) is None:
            group.text, group.remarks = texts[at][1], parts[at][: pieces[at].start - starts[at]]
        else:
            moved = "\n" if at and standing[at - 1] != where else ""
            part = _uncited(parts[at], starts[at], item, books)
            # an empty line stays behind it where there was one, or the end of the file
            apart = "\n" if re.search(r"[^\n]\r?\n\Z", part) else "\n\n"
            group.parts.append((item, moved + part.rstrip() + apart))
    head = next((item for item in items if isinstance(item, s.Chapter)), None)
    in_order = sorted(groups.values(), key=partial(_order, books.cites(head.cite) if head is not None else ()))
    written = "".join(row for group in in_order for row in _written(group, books))
    return Source(source.name, source.text[: starts[0]] + written + "\n" + "".join(parts[advice:]))


def _order(chapter: tuple[Citation, ...], group: _Section) -> tuple[object, ...]:
    """Returns where a section stands: those of the chapter in the order of their numbers, then others as they came."""
    if not isinstance(group.place, Citation):
        return (group.place == TAIL) * 3, ()
    place = BookPlace(group.place.source, group.place.text)
    is_of_chapter = any(BookPlace(cite.source, cite.text) in place.around for cite in chapter)
    return (1, place.order) if is_of_chapter else (2, ())


def _read(piece: str) -> tuple[str, _OldText] | None:
    """Returns the place of a text and what it says, None of another item."""
    if (head := OLD_TEXT.match(piece)) is None:
        return None
    covers = _FOR.search(piece)
    named = _SPOKEN_FOR.findall(_REMARK.sub("", covers[1]) if covers is not None else "")
    return head[1], _OldText(_LINE.findall(piece), [(sort or "rule", name) for sort, name in named])


def passage_name(item: s.Item | None) -> Named | None:
    """Returns an item as a text names it, None where none does."""
    if not isinstance(item, s.Rule | s.Action | s.Effect | s.Task) or not cites_its_section(item):
        return None
    return type(item).__name__.lower(), item.name.text


def _standing(
    items: list[s.Item | None], books: Books, places: Mapping[int, Citation], texts: Mapping[int, tuple[str, _OldText]]
) -> list[Place]:
    """Returns the place of each item: what it cites first; of a rule that cites a list alone, where the text stands
    that tells of it, else what it bears on. A word that cites nothing stands with what follows it, and all else behind
    what is above it."""
    cites = [getattr(item, "cite", None) if item is not None and cites_its_section(item) else None for item in items]
    own = [places.get(at) or books.place(cite) for at, cite in enumerate(cites)]
    of_text = {named: place for at, place in places.items() for named in texts[at][1].tells_of}
    of_rule = {item.name.text: place for item, place in zip(items, own, strict=True) if isinstance(item, s.Rule)}
    last = max((at for at, place in enumerate(own) if place is not None), default=0)
    found: list[Place] = []
    for at, item in enumerate(items):
        place: Place | None = own[at]
        if place is None and (named := passage_name(item)) is not None:
            links = [target.path.text for link in getattr(item, "links", ()) for target in link.targets]
            place = of_text.get(named) or next((of_rule[name] for name in links if of_rule.get(name)), None) or TAIL
        elif place is None and item is not None:
            is_word = cites_its_section(item) and hasattr(item, "cite") and not isinstance(item, s.Reach)
            place = next((each for each in own[at:] if each is not None), None) if is_word else None
            place = place or (TAIL if at > last else found[-1] if found else HEAD)
        found.append(place or HEAD)
    return found


def _uncited(part: str, start: int, item: s.Item, books: Books) -> str:
    """Returns an item without the place that its section gives."""
    cite: s.Cite | None = getattr(item, "cite", None)
    if cite is None or not cites_its_section(item) or books.place(cite) is None:
        return part
    rest = books.written(books.cites(cite)[1:])
    before, behind = part[: cite.span.start - start], part[cite.span.end - start :]
    return f"{before}[{rest}]{behind}" if rest else before.rstrip(" ") + behind


def _written(group: _Section, books: Books) -> Iterator[str]:
    """Yields the parts of a section: what its text does not tell of first."""
    text = group.text
    if isinstance(group.place, Citation):
        place = s.section_place(books.written((group.place,)))
        heading = books.heading(group.place) if text is not None else ""
        yield f"\n{group.remarks}section {place} {heading}".rstrip()
        yield "\n\n"
    elif group.place == TAIL:
        yield "\nsection Questions and answers\n\n"
    if text is None:
        yield from (part for _, part in group.parts)
        return
    own = {named: part for item, part in group.parts if (named := passage_name(item)) is not None}
    yield from (part for named, part in own.items() if named not in text.tells_of)
    laws = {named: own.get(named) or books.laws.get(named, ("", named[1]))[1] for named in text.tells_of}
    for passage, parts in _with_parts(passages_of(text.lines, laws), group.parts):
        yield "\n" + "\n".join(f"| {line}".rstrip() for line in passage.lines) + "\n\n"
        elsewhere = defaultdict[str, list[str]](list)
        for sort, name in passage.covers:
            if (sort, name) not in own:
                module = books.laws.get((sort, name), (books.module, ""))[0]
                elsewhere[module].append(name if sort == "rule" else f"{sort} {name}")
        yield "".join(f"from {module}: {', '.join(names)}\n" for module, names in elsewhere.items()) + "\n"
        for item, part in parts:
            yield part if passage_name(item) is None else without_doubled_doc(part, item, passage.lines)


def _with_parts(
    passages: list[NewPassage], parts: list[tuple[s.Item, str]]
) -> Iterator[tuple[NewPassage, list[tuple[s.Item, str]]]]:
    """Yields the passages with the items below them: a word of the law stands above the first rule behind it."""
    above = {named: at for at, passage in enumerate(passages) for named in passage.covers}
    below: list[list[tuple[s.Item, str]]] = [[] for _ in passages]
    waiting: list[tuple[s.Item, str]] = []
    last = 0
    for item, part in parts:
        if (named := passage_name(item)) is None:
            waiting.append((item, part))
        elif named in above:
            last = above[named]
            below[last] += [*waiting, (item, part)]
            waiting = []
    below[last] += waiting
    yield from zip(passages, below, strict=True)


def without_doubled_doc(part: str, item: s.Item, lines: list[str]) -> str:
    """Returns an item without its doc string where a sentence of the prose says most of its words."""
    doc = set(_words(getattr(item, "doc", "")))
    sentences = _SENTENCE.split(" ".join(lines))
    if not doc or max(len(doc & set(_words(sentence))) / len(doc) for sentence in sentences) < SAME:
        return part
    return _DOC.sub("", part, count=1)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9/]+", text.lower())


def titled_places(laws: Iterable[Source], books: Books) -> frozenset[str]:
    """Returns the places whose headings stand in the law of a module, in a section or with a text of old."""
    cites = [written_cite(place) for law in laws for place in OLD_TEXT.findall(law.text)]
    items = (item for law in laws for item in parse_law(law, Diagnostics()))
    cites += [item.cite for item in items if isinstance(item, s.Section) and item.cite and item.heading]
    places = (books.place(cite) for cite in cites)
    return frozenset(name for place in places if place for name in (f"{place.source} {place.text}", place.text))


def without_headings(source: Source, places: frozenset[str]) -> Source:
    """Returns a `book.yaml` without the headings of these places."""
    before, headings, behind = source.text.partition("\nheadings:\n")
    if not headings:
        return source
    end = next((m.start() for m in re.finditer(r"^\S", behind, re.MULTILINE)), len(behind))
    kept = _HEADING.sub(lambda found: "" if found[2] in places else found[0], behind[:end])
    return Source(source.name, before + (headings if kept.strip() else "\n") + kept + behind[end:])
