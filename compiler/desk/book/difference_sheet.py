"""What a player of one game has to learn anew in another: a page in front of the table of all changes.

In: the lines of that table, most of them one a rule. They are gathered by place of the book, since a player looks up a
place and not a rule; what only has another name or place is nothing. A rule of the base that is gone stands beside what
now decides the same. A place is told in its author's words where a short text of the book speaks for what differs, else
by what authors wrote beside the rules, and by sentences made of the rules only where there is nothing else. While there
is room, rows in which something was and is come first: what only one game has surprises nobody who looks for it. What
finds no room is named, and so is a chapter that only one of the games has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from hexlaw.compiler.base.place_numbers import BookPlace
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.amendments import Keyed, in_authors_words
from hexlaw.compiler.desk.book.author_texts import AuthorTexts
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.sections import chapter_of
from hexlaw.compiler.desk.book.wording import as_sentence, joined, plain
from hexlaw.runtime.law.links import targets_of

MAX_WORDS = 800
"""What stands on a page, set as a table."""
MAX_SAID = 40
"""Words of a row on either side: whole sentences, the first of them at any length."""
MAX_CITES = 4
ALMOST_ALL = 9 / 10
"""If so much of a chapter stands in one game alone, the other has not got the chapter."""

_SENTENCE = re.compile(r"(?<=[.!]) +")


@dataclass
class _Place:
    """A place at which the games differ: what stands there now, and what did in the base, each by what says so."""

    ref: m.Ref
    title: str
    place: BookPlace | None
    now: dict[str, m.Text] = field(default_factory=dict)
    was: dict[str, m.Text] = field(default_factory=dict)
    why: dict[str, None] = field(default_factory=dict)
    is_other: bool = False  # whether something of the base is changed or gone, and not only limited by what is new

    @property
    def rank(self) -> int:
        return 2 if not (self.now and self.was) else 0 if self.is_other else 1

    @property
    def chapter(self) -> BookPlace | None:
        return None if self.place is None else chapter_of(self.place)


def difference_sheet(
    parts: PartMaker, base: PartMaker, keyed: Iterable[Keyed], does: Callable[[frozenset[str]], tuple[str, ...]]
) -> m.Differences:
    """Returns the sheet of a variant; of the keys of a row `does` returns what their changes do, as far as known."""
    rows = list(_rows(parts, base, list(_without_renamed(keyed))))
    here, there = _one_sided(parts, rows, "now"), _one_sided(base, rows, "was")
    rows = [row for row in rows if (row.was or row.chapter not in here) and (row.now or row.chapter not in there)]
    differences = [
        m.Difference(
            row.ref, row.title, _short(row.was), _short(row.now), _why(row), does(frozenset((*row.was, *row.now)))
        ) for row in rows
    ]  # fmt: skip
    room, kept = MAX_WORDS, set[m.Difference]()
    for _, each in sorted(zip(rows, differences, strict=True), key=lambda pair: pair[0].rank):
        words = len(f"{plain(each.was)} {plain(each.now)} {' '.join((*each.why, *each.does))}".split())
        if words <= room:
            room -= words
            kept.add(each)
    gone = (" ".join(dict.fromkeys((base.label(chapter), base.heading(chapter)))) for chapter in there)
    beside = {
        "Only in this game": tuple(map(parts.ref, here)),
        "Not in this game": tuple(m.Ref("changes", said) for said in gone),
        "Differs as well": tuple(each.place for each in differences if each not in kept),
    }
    rows_kept = tuple(each for each in differences if each in kept)
    return m.Differences(rows_kept, tuple(m.BesideDifferences(said, refs) for said, refs in beside.items() if refs))


def _without_renamed(keyed: Iterable[Keyed]) -> Iterator[Keyed]:
    """Yields the lines but for those that say in one game, under whatever name, what they say in the other."""
    lines = list(keyed)
    was = Counter(plain(line.was) for line, _ in lines if line.change == "dropped")
    now = Counter(plain(line.now) for line, _ in lines if line.change == "new")
    for line, keys in lines:
        same = {"dropped": now[plain(line.was)], "new": was[plain(line.now)]}.get(line.change, line.was == line.now)
        if not same:
            yield line, keys


def _rows(parts: PartMaker, base: PartMaker, lines: list[Keyed]) -> Iterator[_Place]:
    """Yields the places of the variant at which something is new or changed, then those that only the base has."""
    rows: dict[str, _Place] = {}
    beside: dict[object, _Place] = {}  # the row in which a rule that is gone stands: by its place, by what it decided
    texts, base_texts = AuthorTexts(parts), AuthorTexts(base)
    for line, (key, *_) in lines:
        if line.change == "dropped":
            continue
        place = _place(parts, key)
        ref, title = (line.rule, "") if place is None else (parts.ref(place), parts.heading(place))
        row = rows.setdefault(ref.to, _Place(ref, title, place))
        row.now[key] = _told(parts, texts, place, key, line.now)
        for old, text in _was(base, parts, line, key):
            row.was[old] = _told(base, base_texts, base.home.get(old), old, text)
            beside.setdefault(base.home.get(old), row)
        row.is_other |= line.change == "changed"
        for decided in parts.settles.get(key, ()):
            beside.setdefault(decided, row)
        row.why.update(dict.fromkeys(why for why in line.why if why not in plain(row.now[key])))
    for line, (key, *_) in lines:
        if line.change == "dropped":
            place = _place(base, key)
            found = (beside[x] for x in (place, *base.settles.get(key, ())) if x in beside)
            ref, title = (
                (line.rule, "") if place is None else (m.Ref(line.rule.to, base.label(place)), base.heading(place))
            )
            row = next(found, None) or rows.setdefault(f"was {ref.label}", _Place(ref, title, place))
            row.was[key] = _told(base, base_texts, place, key, line.was)
            row.is_other = True
            row.why.update(dict.fromkeys(line.why))
    yield from rows.values()


def _place(parts: PartMaker, key: str) -> BookPlace | None:
    """Returns the place of the book at which something stands, None where it is in no section."""
    sort, _, name = key.partition(":")
    decl = parts.graph.section(sort).get(name) if sort in ("option", "table", "dispute") else None
    return parts.home.get(key) or parts.anchors.printed(getattr(decl, "cites", ()))


def _was(base: PartMaker, parts: PartMaker, line: m.ChangeLine, key: str) -> Iterator[tuple[str, m.Text]]:
    """Yields what stood in the base instead: what a rule changes or bears on, with what it said."""
    rule = parts.standing.rules.get(key.removeprefix("rule:"))
    if line.change == "changed" or rule is None:
        yield from [(key, line.was)] if line.was else []
        return
    for link in rule.links:
        for name in [] if link.step else targets_of(base.graph, link):
            if name in base.standing.rules:
                yield f"rule:{name}", joined(base.wording.rule(base.standing.rules[name]))


def _told(parts: PartMaker, texts: AuthorTexts, place: BookPlace | None, key: str, made: m.Text) -> m.Text:
    """Returns what is said of something: the short text of its place, its author's words, or its law."""
    text = texts.texts.get(place) if place is not None else None
    passage = next((each for each in text.passages if key in each.covers), None) if text is not None else None
    if passage is not None and len(passage.said.split()) <= MAX_SAID:
        return (m.Span(passage.said),)
    sort, _, name = key.partition(":")
    if sort == "rule":
        said = in_authors_words(parts, parts.standing.rules[name])
    else:
        said = getattr(parts.graph.section(sort).get(name), "doc", "")
    return (m.Span(as_sentence(said)),) if said else made


def _short(said: dict[str, m.Text]) -> m.Text:
    """Returns as many whole sentences as there is room for, each of them once."""
    sentences = dict.fromkeys(one for text in said.values() for one in _SENTENCE.split(plain(text)) if one)
    kept: list[str] = []
    for sentence in sentences:
        if kept and len(" ".join((*kept, sentence)).split()) > MAX_SAID:
            kept.append("…")
            break
        kept.append(sentence)
    return (m.Span(" ".join(kept)),) if kept else ()


def _why(row: _Place) -> tuple[str, ...]:
    """Returns the reasons that were given, then the entries of lists that are cited."""
    cites = dict.fromkeys(cite for why in row.why if why[:1] == "[" for cite in why.strip("[]").split(", "))
    kept = [cite for cite in cites if cite != row.ref.label and not cite.endswith(f" {row.ref.label}")][:MAX_CITES]
    return (*(why for why in row.why if why[:1] != "["), *([f"[{', '.join(kept)}]"] if kept else []))


def _one_sided(parts: PartMaker, rows: list[_Place], side: str) -> list[BookPlace]:
    """Returns the chapters of which almost all stands in this game alone."""
    alone = Counter(
        row.chapter for row in rows for key in vars(row)[side]
        if key in parts.home and not (row.was and row.now)
    )  # fmt: skip
    all_ = Counter(chapter_of(parts.home[f"rule:{name}"]) for name in parts.standing.rules)
    return [chapter for chapter, count in alone.items() if chapter and count >= ALMOST_ALL * all_[chapter]]
