"""A book as one Markdown file. Numbers are anchors, so that links lead to them wherever it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hexlaw.compiler.desk.book import model as m

_SIGNS = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(book: m.Book) -> str:
    return "\n".join(_MarkdownWriter(book).lines()) + "\n"


def safe(text: str) -> str:
    """Returns the text without anything that Markdown would read as its own."""
    return _SIGNS.sub(r"\\\1", text.replace("\n", " "))


class _MarkdownWriter:
    def __init__(self, book: m.Book) -> None:
        self.book = book
        self.rulings = {ruling.anchor: ruling for ruling in book.rulings}
        self.disputes = {dispute.anchor: dispute for dispute in book.disputes}

    def lines(self) -> Iterator[str]:
        book = self.book
        yield "<!-- hexlaw book -->"
        yield f"# {safe(book.title)}"
        yield ""
        for about in (book.subtitle, *book.standing, book.credits):
            if about:
                yield from (safe(about), "")
        yield from (f"- **{source.key}** {safe(source.title)}" for source in book.sources)
        yield ""
        if book.changes:
            yield from self._changes()
        if book.introduction is not None:
            yield from self._introduction(book.introduction)
        if book.sequence:
            yield "## Sequence of play\n"
            yield from self._steps(book.sequence, 0)
            yield ""
        if book.charts:
            yield "## Charts\n"
        for chart in book.charts:
            yield from self._chart(chart)
        for chapter in book.chapters:
            yield f"{_anchor(chapter.anchor)}\n## {safe(' '.join(p for p in (chapter.number, chapter.title) if p))}\n"
            for section in chapter.sections:
                yield from self._section(section, chapter.number)
        if book.options:
            yield "## Optional rules\n"
            for option in book.options:
                state = "on unless switched off" if option.on else "off unless switched on"
                yield f"{_anchor(option.anchor)}**{safe(option.title)}** ({state}): {safe(option.doc)}\n"
        if book.situations:
            yield "## Situations\n"
        for situation in book.situations:
            yield from self._situation(situation)
        if book.aids:
            yield "## Summary\n"
        for aid in book.aids:
            yield f"{_anchor(aid.anchor)}\n### {safe(aid.title)}\n"
            titles = (m.Ref(chart.anchor, chart.title) for chart in book.charts if chart.anchor in aid.charts)
            yield from (f"- See the chart {_link(chart)}." for chart in titles)
            yield from (f"{'  ' * line.depth}- {self.text(line.text)} ({_link(line.number)})" for line in aid.lines)
            yield ""
        if book.played is not None:
            yield f"{_anchor(book.played.anchor)}\n## {safe(book.played.title)}\n"
            yield f"{safe(book.played.situation)}, as it was played.\n"
            for move in book.played.moves:
                yield f"1. {_anchor(move.anchor)}{safe(move.text)}"
                yield from (f"   - {safe(line.strip())}" for line in move.lines)
            yield ""
        if book.sights is not None:
            yield f"{_anchor(book.sights.anchor)}\n## {safe(book.sights.title)}\n"
            yield from (
                f"- {_anchor(x.anchor)}{safe(x.title)}: **{'free' if x.free else 'stopped'}**. {safe(x.why)}"
                for x in book.sights.sights
            )
            yield ""
        yield from self._units()
        if book.rulings or book.disputes:
            yield "## Questions and answers\n"
            yield from self._answers()
        yield "## Words\n"
        for term in book.terms:
            yield f"- {_anchor(term.anchor)}**{safe(term.name)}** {self.text(term.meaning)}"
            yield from (f"  - *{safe(name)}*: {safe(said)}" for name, said in term.parts)
        yield "\n## Index\n"
        for line in book.index:
            see = f" see {_links(line.see)}" if line.see else ""
            yield f"- {_anchor(line.anchor)}{safe(line.term)}: {_links(line.refs)}{see}"

    def text(self, text: m.Text) -> str:
        return "".join(self._span(span) for span in text)

    def _span(self, span: m.Span) -> str:
        if span.style == "law":
            said = f"`` {span.text} ``" if "`" in span.text else f"`{span.text}`"
        elif span.style == "strong":
            said = f"**{safe(span.text.strip())}**" if span.text.strip() else span.text
        else:
            said = safe(span.text)
        return f"[{said}](#{span.to})" if span.to else said

    def _changes(self) -> Iterator[str]:
        yield f"{_anchor('changes')}\n## What changes\n"
        yield from (f"{safe(said)}\n" for said in self.book.balance)
        yield from self._differences()
        compared = any(line.does for line in self.book.changes)
        yield "| Rule | Was | Is | Why |" + (" Does |" if compared else "")
        yield "| --- | --- | --- | --- |" + (" --- |" if compared else "")
        for line in self.book.changes:
            why = safe(" ".join(line.why))
            does = f" {safe('; '.join(line.does))} |".replace("\n", " ") if compared else ""
            yield f"| {_link(line.rule)} {line.change} | {self.cell(line.was)} | {self.cell(line.now)} | {why} |{does}"
        yield ""

    def _differences(self) -> Iterator[str]:
        sheet = self.book.differences
        if sheet is None:
            return
        yield "| Place | Was | Is | Why |\n| --- | --- | --- | --- |"
        for row in sheet.rows:
            place = f"{_link(row.place)} {safe(row.title)}".rstrip()
            yield f"| {place} | {self.cell(row.was)} | {self.cell(row.now)} | {safe(' '.join(row.why))} |"
        yield ""
        for beside in sheet.beside:
            yield f"{beside.said}: {_links(beside.places)}.\n"
        yield "### All changes\n"

    def cell(self, text: m.Text) -> str:
        return self.text(text).replace("|", "\\|") if text else "–"

    def _introduction(self, introduction: m.Introduction) -> Iterator[str]:
        yield "## Introduction\n"
        yield from self._paragraphs(introduction.paragraphs)
        if introduction.legend:
            yield "\n### A counter\n"
        for each in introduction.legend:
            yield f"- {safe(each.at)} **{safe(each.written)}**: {safe(f'{each.name}. {each.doc}'.strip())}"
        yield ""

    def _section(self, section: m.Section, chapter: str) -> Iterator[str]:
        yield _anchor(section.anchor)
        if section.title and section.number != chapter:
            sign = "#" * min(section.depth + 2, 6)
            yield f"{sign} {safe(f'{section.number} {section.title}'.strip())}" + "\n"
        if section.prose is not None:
            yield from self._prose(section.prose)
        for entry in section.entries:
            yield from self.entry(entry, 0)
        yield ""
        yield from self._beside(section.rulings, section.disputes)
        for example in section.examples:
            said = f"{safe(example.doc)} " if example.doc else ""
            yield f"{_anchor(example.anchor)}*Example.* {said}{safe('; '.join(example.position))}. "
            answer = f" **{safe(example.answer)}**" if example.answer else ""
            yield f"{self.text(example.question)}{answer}\n"
        if section.see:
            yield f"See {_links(section.see)}.\n"

    def _prose(self, prose: m.Prose) -> Iterator[str]:
        anchors = "".join(_anchor(covered.anchor) for covered in prose.covers)
        yield anchors + (f"**[{prose.change}]** " if prose.change else "")
        yield from self._paragraphs(prose.paragraphs)
        if prose.was:
            yield "\nwas:\n"
            yield from self._paragraphs(prose.was)
        if prose.reads:
            yield f"changed figures that this reads: {_links(prose.reads)}"
        if prose.amended:
            yield f"**But see {_links(prose.amended)}.**\n"

    def _paragraphs(self, paragraphs: tuple[m.Paragraph, ...]) -> Iterator[str]:
        for paragraph in paragraphs:
            yield (
                f"{paragraph.mark} {self.text(paragraph.text)}"
                if paragraph.mark
                else f"\n{self.text(paragraph.text)}\n"
            )

    def entry(self, entry: m.Entry, depth: int) -> Iterator[str]:
        said = self.text(entry.lines[0].text) if entry.lines else ""
        tags = "".join(f"({safe(tag)}) " for tag in entry.tags)
        mark = f"**[{entry.change}]** " if entry.change else "**[other figures]** " if entry.reads else ""
        prose = f"*{safe(entry.prose)}* " if entry.prose else ""
        cites = f" \\[{safe(', '.join(entry.cites))}\\]" if entry.cites else ""
        indent = "  " * depth
        title = f"**{safe(entry.title)}.** " if entry.title else ""
        anchors = "".join(map(_anchor, (entry.anchor, *(covered.anchor for covered in entry.covers))))
        yield (f"{indent}- {anchors}{mark}{title}{tags}{prose}{said}{cites}")
        yield from self._more(entry.lines, depth + 1)
        if entry.was:
            yield f"{indent}  was: {self.text(entry.was)}"
        if entry.reads:
            yield f"{indent}  changed figures that this reads: {_links(entry.reads)}"
        if entry.law:
            yield "\n" + "\n".join(f"{indent}      {line}" for line in entry.law.split("\n")) + "\n"
        for modifier in entry.exceptions:
            if modifier.entry is not None:
                yield from self.entry(modifier.entry, depth + 1)
            else:
                yield f"{indent}  - {self.text(modifier.lines[0].text)} ({_link(modifier.ref)})"
                yield from self._more(modifier.lines, depth + 2)

    def _more(self, lines: tuple[m.Line, ...], depth: int) -> Iterator[str]:
        """Yields the lines after the first, as a list below it: each as deep as it stands."""
        yield from (f"{'  ' * (depth + max(x.depth, 1) - 1)}- {self.text(x.text)}" for x in lines[1:])

    def _beside(self, rulings: Iterable[str], disputes: Iterable[str]) -> Iterator[str]:
        for anchor in rulings:
            yield from self._ruling(self.rulings[anchor])
        for anchor in disputes:
            yield from self._dispute(self.disputes[anchor])

    def _ruling(self, ruling: m.Ruling) -> Iterator[str]:
        about = ", ".join(part for part in (ruling.number, ruling.authority, ruling.dated) if part)
        yield _anchor(ruling.anchor)
        yield f"> **Q** {safe(ruling.question)}  \n> **A** {safe(ruling.answer)}  "
        yield from (f"> {safe(note)}  " for note in ruling.notes)
        old = f" · superseded by {_links(ruling.superseded_by)}" if ruling.superseded_by else ""
        yield f"> {safe(about)}{old}\n"

    def _dispute(self, dispute: m.Dispute) -> Iterator[str]:
        yield _anchor(dispute.anchor)
        yield f"> **In dispute: {safe(dispute.title.lower())}.** {safe(dispute.question)}"
        for reading in dispute.readings:
            taken = " (taken here)" if reading.taken else ""
            cites = f" \\[{safe(', '.join(reading.cites))}\\]" if reading.cites else ""
            yield f"> - *{safe(reading.name)}.* {safe(reading.text)}{cites}{taken}"
        yield ""

    def _answers(self) -> Iterator[str]:
        """Yields where each question and each dispute stands, and those that stand nowhere else: answers of old."""
        placed, listed = m.placed(self.book), "Each stands with the rule that it is about"
        if numbers := [m.Ref(each.anchor, each.number) for each in self.book.rulings if each.anchor in placed]:
            yield f"{listed}: {_links(numbers)}.\n"
        if disputes := [m.Ref(each.anchor, each.title) for each in self.book.disputes if each.anchor in placed]:
            yield f"In dispute: {_links(disputes)}.\n"
        for ruling in (each for each in self.book.rulings if each.anchor not in placed):
            yield from self._ruling(ruling)
        for dispute in (each for each in self.book.disputes if each.anchor not in placed):
            yield from self._dispute(dispute)

    def _steps(self, steps: tuple[m.Step, ...], depth: int) -> Iterator[str]:
        for step in steps:
            number = f" \\[{safe(step.number)}\\]" if step.number else ""
            opens = f" – {_links(step.open)}" if step.open else ""
            said = f": {self.text(step.text)}" if step.text else ""
            yield f"{'   ' * depth}1. {_anchor(step.anchor)}**{safe(step.title)}**{said}{opens}{number}"
            yield from self._steps(step.steps, depth + 1)

    def _situation(self, situation: m.Situation) -> Iterator[str]:
        yield f"{_anchor(situation.anchor)}\n### {safe(situation.title)}\n"
        if situation.doc:
            yield f"{safe(situation.doc)}\n"
        yield from (f"**{safe(line)}**\n" for line in situation.card)
        if situation.outcomes:
            yield "| Who wins | | If |\n| --- | --- | --- |"
        for x in situation.outcomes:
            who = "".join(_anchor(covered.anchor) for covered in x.covers) + safe(x.who[:1].upper() + x.who[1:])
            doc = f" *{safe(x.doc)}*" if x.doc else ""
            yield f"| {who} | {safe(x.level)} | {self.text(x.when)}{doc} |"
        yield from ("", *(f"- {safe(fact)}" for fact in situation.facts))
        for force in situation.forces:
            named = [f"{count} {_link(m.Ref(to, name)) if to else safe(name)}" for count, name, to in force.pieces]
            about = f" ({safe(', '.join(force.about))})" if force.about else ""
            title = f", {safe(force.title)}{about}" if force.title else ""
            yield f"- **{safe(force.side)}**{title}: {', '.join(named)}"
        yield ""
        if situation.wins:
            yield f"**What wins.** {self.text(situation.wins[0].text)}\n"
            yield from self._more(situation.wins, 0)
            yield ""
        for entry in situation.entries:
            yield from self.entry(entry, 0)
        yield ""
        yield from self._beside(situation.rulings, situation.disputes)

    def _chart(self, chart: m.Chart) -> Iterator[str]:
        """Markdown has one line of headings: those above each other are joined."""
        yield f"{_anchor(chart.anchor)}\n### {safe(' '.join(p for p in (chart.number, chart.title) if p))}\n"
        head = chart.head()
        yield f"| {' | '.join(map(safe, head))} |"
        yield f"|{' --- |' * len(head)}"
        yield from (f"| {' | '.join(map(safe, line))} |" for line in chart.lines())
        yield ""
        yield from (f"{self.text(note)}  " for note in chart.notes)
        yield ""

    def _units(self) -> Iterator[str]:
        if self.book.cards:
            yield "## Units\n"
        if self.book.unit_charts:
            yield f"What a unit pays or does by its class stands in the charts: {_links(self.book.unit_charts)}.\n"
        for group in self.book.cards:
            yield f"{_anchor(group.anchor)}\n### {safe(group.title)}\n"
            yield from self._unit_table(group.cards)
            yield ""

    def _unit_table(self, cards: tuple[m.Card, ...]) -> Iterator[str]:
        """Yields a line for each unit: a column for each figure, one for all that it simply is, doubts beneath."""
        heads = list(dict.fromkeys(name for card in cards for name, value in card.values if value != "yes"))
        yield f"| Unit | {' | '.join(map(safe, heads))} | Is |"
        yield f"|{' --- |' * (len(heads) + 2)}"
        doubts: dict[str, list[str]] = {}
        for card in cards:
            values = dict(card.values)
            given = [safe(values.get(name, "")) for name in heads]
            kind = [card.kind.lower()] if len({each.kind for each in cards}) > 1 else []
            is_ = [*kind, *(name.lower() for name, value in card.values if value == "yes")]
            yield f"| {_anchor(card.anchor)}{safe(card.name)} | {' | '.join(given)} | {safe(', '.join(is_))} |"
            if card.doubt:
                doubts.setdefault(card.doubt, []).append(card.name)
        yield ""
        yield from (
            f"{safe(', '.join(names))}: {safe(doubt[:1].lower() + doubt[1:])}.  " for doubt, names in doubts.items()
        )


def _anchor(anchor: str) -> str:
    return f'<a id="{anchor}"></a>'


def _link(ref: m.Ref) -> str:
    return f"[{safe(ref.label)}](#{ref.to})"


def _links(refs: Iterable[m.Ref]) -> str:
    return ", ".join(_link(ref) for ref in refs)
