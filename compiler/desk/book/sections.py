"""The chapters and sections of a book: every rule printed in full exactly once, its exceptions beneath it.

A section is what stands under one number. A rule that bears on another is printed beneath it in full where it has no
number of its own, or the same one; else beneath it in short, with its number, and in full at that number. One that is
long and printed in full in the same section is not said beneath each rule that it bears on, but named. Sections that
hold nothing are made where a number below them is, so that headings lead there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from hexlaw.compiler.base.place_numbers import OF_LAW, OF_SITUATION, BookPlace
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.author_texts import AuthorTexts
from hexlaw.compiler.desk.book.part_maker import IN_SECTIONS, MAX_REFS, PartMaker, written
from hexlaw.compiler.desk.book.printed_rules import Bears
from hexlaw.compiler.desk.book.wording import named, plain
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g

MAX_BENEATH_LENGTH = 200
"""Signs of an exception that is said beneath its rule although it is printed in full in the same section."""
MAX_DEPTH = 6  # exceptions of exceptions that are printed one beneath the other
FURTHER = "Further rules and questions"
_LAST = ("fact", "event", "memory", "tally", "reach", "order")
"""Sorts of words that stand behind the rules of their section, which need them."""
_HOW: dict[str, m.Bearing] = {"limits": "not", "over": "instead", "lifts": "nevertheless"}


class Sections:
    """What stands at each place, before it is put in order."""

    def __init__(self, parts: PartMaker) -> None:
        self.parts = parts
        self.printed: set[str] = set()
        self.texts = AuthorTexts(parts)
        graph, anchors, old = parts.graph, parts.anchors, superseded(parts)
        declared = [(sort, name) for sort in IN_SECTIONS for name in written(graph, sort)]
        rulings = (r for r in graph.rulings.values() if is_printed(parts, r) and r.id not in old)
        at = [(anchors.of_rule(rule), rule) for rule in parts.rules()]
        self.rules = grouped((place if place.is_printed else parts.home[f"rule:{rule.id}"], rule) for place, rule in at)
        self.declared = grouped((parts.home[f"{sort}:{name}"], (sort, name)) for sort, name in declared)
        self.rulings = grouped((anchors.of_ruling(ruling), f"ruling:{ruling.id}") for ruling in rulings)
        self.disputes = grouped((place_of_dispute(parts, d), f"dispute:{d.name}") for d in graph.disputes.values())

    def places(self, examples: Iterable[BookPlace]) -> list[BookPlace]:
        found = {*self.rules, *self.declared, *self.rulings, *self.disputes, *self.texts.texts, *examples}
        return [*{each for place in found for each in place.around if each.source != OF_SITUATION}]

    def entries(self, place: BookPlace) -> Iterator[m.Entry]:
        """Yields what most others bear on first, words about facts last; nothing that an author's text tells."""
        declared = [
            declared_entry(self.parts, sort, name)
            for sort, name in self.declared.get(place, ())
            if not self._is_covered(place, sort, name)
        ]
        rules = [rule for rule in self.rules.get(place, ()) if not self._is_covered(place, "rule", rule.id)]
        said, names = list(self.tree(rules)), {entry.name: entry for entry in declared if _is_bare_fact(entry)}
        for i, entry in enumerate(said):
            decides = getattr(self.parts.graph.rules[entry.name].conclusion, "fact", "")
            if (fact := names.pop(decides, None)) is not None:
                said[i] = replace(entry, covers=(m.Covered(fact.anchor),))
                declared.remove(fact)
        yield from sorted((*declared, *said), key=self._how_late)

    def _how_late(self, entry: m.Entry) -> tuple[bool, bool, int]:
        """Returns an entry's rank in its section: what happens of itself, for others to ask, stands last."""
        concluded = self.parts.graph.rules[entry.name].conclusion if entry.sort == "rule" else None
        return (entry.sort in _LAST, isinstance(concluded, g.Then | g.Remembers), -len(entry.exceptions))

    def prose(self, place: BookPlace) -> m.Prose | None:
        declared = (
            f"{sort}:{name}" for sort, name in self.declared.get(place, ()) if self._is_covered(place, sort, name)
        )
        return self.texts.at(place, tuple(key for key in declared if key not in self.texts.covered))

    def _is_covered(self, place: BookPlace, sort: str, name: str) -> bool:
        if self.parts.formal:
            return False
        has_text = place in self.texts.texts and sort not in g.SPOKEN_FOR
        return has_text or f"{sort}:{name}" in self.texts.covered

    def tree(self, rules: Sequence[g.Rule]) -> Iterator[m.Entry]:
        here = {rule.id for rule in rules}
        roots = [rule for rule in rules if (host := self.parts.anchors.host(rule)) is None or host.id not in here]
        for rule in (*roots, *rules):  # the second time only those that bear on each other in a circle are left
            if rule.id not in self.printed:
                yield self.entry(rule, here, 0)

    def entry(self, rule: g.Rule, here: set[str], depth: int, said: tuple[m.Line, ...] = ()) -> m.Entry:
        self.printed.add(rule.id)
        parts = self.parts
        altered = parts.change(f"rule:{rule.id}")
        lines, title = said or parts.wording.rule(rule), named(rule.id.rpartition(".")[2])
        return m.Entry(
            anchor=f"rule:{rule.id}",
            sort="rule",
            name=rule.id,
            title=title if " " in title and rule.links and _is_long(lines) else "",
            lines=lines,
            prose=rule.doc,
            cites=parts.cites(rule.cites),
            tags=() if said else parts.standing.tags(rule),  # what is said beneath another says when it stands
            exceptions=tuple(self.modifier(bears, rule, here, depth) for bears in parts.standing.on.get(rule.id, ())),
            law=parts.law(rule.origin),
            change=altered.change,
            was=altered.was,
            reads=parts.reads.get(f"rule:{rule.id}", ()),
        )

    def modifier(self, bears: Bears, of: g.Rule, here: set[str], depth: int) -> m.Modifier:
        rule = bears.rule
        ref = self.parts.number(f"rule:{rule.id}")
        host = self.parts.anchors.host(rule)
        beneath = host is not None and host.id == of.id and rule.id in here and rule.id not in self.printed
        said = self.parts.wording.exception(of, rule, bears.how)
        if beneath and depth < MAX_DEPTH:
            return m.Modifier(_HOW[bears.how], ref, entry=self.entry(rule, here, depth + 1, said))
        anchors = self.parts.anchors
        if _is_long(said) and rule.doc and anchors.of_rule(rule) == anchors.of_rule(of):
            return m.Modifier(_HOW[bears.how], ref, (self.parts.wording.in_short(rule),))
        return m.Modifier(_HOW[bears.how], ref, said)


def _is_bare_fact(entry: m.Entry) -> bool:
    """Returns whether an entry says no more of a fact than that there is one: its rules say when it holds."""
    is_bare = not entry.prose and not entry.change and not entry.law
    return is_bare and entry.sort == "fact" and (not entry.lines or plain(entry.lines[0].text).startswith("Whether "))


def _is_long(said: tuple[m.Line, ...]) -> bool:
    return len(said) > 1 or len(plain(said[0].text)) > MAX_BENEATH_LENGTH


def declared_entry(parts: PartMaker, sort: str, name: str) -> m.Entry:
    decl = parts.graph.section(sort)[name]
    steps = [f"{name}.{step}" for step in decl.steps] if isinstance(decl, g.QuantityDecl) else []
    limits = {bears.rule.id: bears for step in steps for bears in parts.standing.on.get(step, ())}
    altered = parts.change(f"{sort}:{name}")
    lines = parts.wording.declared(sort, name)
    prose = parts.wording.prose(getattr(decl, "doc", ""), getattr(decl, "params", ()))
    if sort == "fact" and prose and lines and plain(lines[0].text).startswith("Whether "):
        lines = ()  # the name says as much
    return m.Entry(
        anchor=f"{sort}:{name}",
        sort=sort,
        name=name,
        title="" if lines and sort in ("fact", "action") else named(parts.wording.called(sort, name)),
        lines=lines,
        prose=prose,
        cites=parts.cites(getattr(decl, "cites", ())),
        exceptions=tuple(
            m.Modifier(_HOW[bears.how], parts.number(f"rule:{bears.rule.id}"), parts.wording.rule(bears.rule))
            for bears in limits.values()
        ),
        law=parts.law(decl.origin),
        change=altered.change,
        was=altered.was,
        reads=parts.reads.get(f"{sort}:{name}", ()),
    )


def is_printed(parts: PartMaker, ruling: g.Ruling) -> bool:
    """Returns whether a ruling is one of this game's, given by the year that the law is of."""
    year = parts.standing.chosen.year
    if year is not None and ruling.dated is not None and ruling.dated > year:
        return False
    return bool(parts.graph.shown_cites(ruling.cites)) or ruling.origin.module == parts.graph.name


def superseded(parts: PartMaker) -> dict[str, tuple[str, ...]]:
    """Returns by ruling, the printed rulings that have taken its place."""
    printed = (ruling for ruling in parts.graph.rulings.values() if is_printed(parts, ruling))
    return grouped((old, ruling.id) for ruling in printed for old in ruling.supersedes)


def place_of_dispute(parts: PartMaker, dispute: g.DisputeDecl) -> BookPlace:
    about = [r for r in parts.rules() if r.under is not None and r.under[0] == dispute.name]
    first = next((parts.anchors.of_rule(r) for r in about if r.origin.situation is None), None)
    if first is None and dispute.origin.situation is not None:
        return parts.anchors.of_chapter(dispute.origin)
    return first or parts.anchors.printed(dispute.cites) or parts.anchors.of_chapter(dispute.origin)


# ---- chapters


def chapters(parts: PartMaker, made: Sections, examples: dict[BookPlace, tuple[m.Example, ...]]) -> Iterator[m.Chapter]:
    places = made.places(examples)
    sources = {key: i for i, key in enumerate([*parts.graph.sources, OF_LAW])}
    sources[parts.main_source] = -1
    by_chapter = grouped((chapter_of(place), place) for place in places)
    see = _references(parts)
    written = {title: i for i, (_, title) in enumerate(parts.anchors.chapters)}

    def order(chapter: BookPlace) -> tuple[object, ...]:
        in_law = written.get(chapter.number, 0) if not chapter.is_printed else 0
        return (sources[chapter.source], in_law, not chapter.is_numbered, chapter.order, chapter.number)

    for chapter in sorted(by_chapter, key=order):
        sections = tuple(
            m.Section(
                anchor=place.anchor,
                number=parts.label(place) if place.is_printed else "",
                title=parts.heading(place) if place.is_printed else "",
                depth=(len(place.parts) if place.is_numbered else min(len(place.parts), 2)) if place.is_printed else 1,
                prose=made.prose(place),
                entries=tuple(made.entries(place)),
                rulings=made.rulings.get(place, ()),
                disputes=made.disputes.get(place, ()),
                examples=examples.get(place, ()),
                see=see.get(place, ()),
            )
            for place in sorted(by_chapter[chapter], key=lambda p: (p.order, p.number))
        )
        first, *others = sections
        unnumbered = (first.entries or first.rulings or first.disputes or first.examples) and first.prose is None
        if others and unnumbered and first.anchor == chapter.anchor:
            sections = (*others, replace(first, number="", title=FURTHER, depth=2))
        if chapter.is_printed and not chapter.is_numbered:
            number, title = "", "On the charts"
        else:
            number = parts.label(chapter) if chapter.is_printed else ""
            title = parts.heading(chapter)
        yield m.Chapter(f"part:{chapter.anchor}", number, title, sections)


def chapter_of(place: BookPlace) -> BookPlace:
    """Returns the chapter that a place stands in; what is printed on charts is one chapter of each book."""
    if not place.is_printed:
        return place
    return place.chapter if place.is_numbered else BookPlace(place.source, "charts")


_ASKS = ("asks", "tries", "offers", "begins", "writes", "picks", "announces", "opens", "follows")


def _references(parts: PartMaker) -> dict[BookPlace, tuple[m.Ref, ...]]:
    """Returns by section, the sections and charts of which it speaks."""
    see: dict[BookPlace, dict[m.Ref, int]] = defaultdict(lambda: defaultdict(int))
    for edge in parts.edges:
        here = parts.home.get(edge.source)
        if here is None or edge.word not in _ASKS:
            continue
        sort, _, name = edge.target.partition(":")
        target = f"action:{name.partition('.')[0]}" if sort == "pick" else edge.target
        if sort == "table":
            see[here][m.Ref(f"table:{name}", chart_title(parts.graph.tables[name]))] += 1
            continue
        there = parts.home.get(target)
        if there is None or there == here:
            continue
        see[here][parts.ref(there)] += 1
    places = {place.anchor: place for place in set(parts.home.values())}

    def row(refs: dict[m.Ref, int]) -> tuple[m.Ref, ...]:
        """Returns the references that count most, in the order of the book, charts last."""
        return tuple(sorted(sorted(refs, key=lambda ref: (-refs[ref], ref.label))[:MAX_REFS], key=order))

    def order(ref: m.Ref) -> tuple[bool, bool, tuple[tuple[int, int, str], ...], str]:
        place = places.get(ref.to)
        return (place is None, place is not None and place.source != parts.main_source,
                place.order if place is not None else (), ref.label)  # fmt: skip

    return {place: row(refs) for place, refs in see.items()}


def chart_title(table: g.TableDecl) -> str:
    return table.data.title or named(table.name)
