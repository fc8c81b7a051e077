"""A book as HTML: a folder of pages, or one file. The same body serves both, and the chapters of an EPUB (`epub.py`).

The pages are well-formed XML too. They refer to nothing outside of the book: the style, the search and its index lie
beside them (in the one file, inside it). Every number is an anchor, as `PL-V.D.3`, and every rule, as `rule:hire.boat`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import NamedTuple

from hexlaw.compiler.desk.book import model as m

THEME = Path(__file__).parent / "theme"
MAX_SAID = 150  # characters of a rule in the search index
FRONT, PLAY, CHARTS, AIDS, UNITS, ANSWERS, WORDS, INDEX = (
    "index", "play", "charts", "aid", "units", "answers", "words", "book-index",
)  # fmt: skip


@dataclass(frozen=True)
class Page:
    name: str  # of its file, without the ending
    title: str
    body: str


class _PlannedPage(NamedTuple):
    """A page that is to be written: its file, its title, the nodes whose anchors it holds, and what writes its body."""

    name: str
    title: str
    nodes: tuple[object, ...]
    write: Callable[[], Iterator[str]]


@dataclass
class HtmlWriter:
    """Makes the pages of a book; how a link and a figure are written differs between HTML and EPUB."""

    book: m.Book
    one_file: bool = False
    ending: str = ".html"
    id_of: Callable[[str], str] = str
    _home: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rulings = {ruling.anchor: ruling for ruling in self.book.rulings}
        self.disputes = {dispute.anchor: dispute for dispute in self.book.disputes}
        self.figures = {figure.name: figure for figure in self.book.figures}
        self.files = {figure.name: f"figures/{i:04d}.svg" for i, figure in enumerate(self.book.figures)}

    def all(self) -> list[Page]:
        plan = self._plan()
        for page in plan:  # before any body is written: a page links to later ones
            for anchor in [page.name, *(a for node in m.nodes(page.nodes) if (a := getattr(node, "anchor", "")))]:
                self._home.setdefault(anchor, page.name)
        return [Page(page.name, page.title, "".join(page.write())) for page in plan]

    def _plan(self) -> list[_PlannedPage]:
        book = self.book
        plan = [_PlannedPage(FRONT, book.title, (), self._front)]
        if book.changes:
            plan.append(_PlannedPage("changes", "What changes", (), self._changes))
        for i, chapter in enumerate(book.chapters):
            write = partial(self._chapter, chapter)
            plan.append(_PlannedPage(f"chapter-{i + 1:02d}", _headed(chapter), (chapter,), write))
        if book.sequence or book.options or book.situations:
            parts = (book.sequence, book.options, book.situations)
            plan.append(_PlannedPage(PLAY, "Sequence of play, options and situations", parts, self._play))
        if book.charts:
            plan.append(_PlannedPage(CHARTS, "Charts", (book.charts,), self._charts))
        if book.aids:
            plan.append(_PlannedPage(AIDS, "Player's aid", (book.aids,), self._aids))
        if book.cards:
            plan.append(_PlannedPage(UNITS, "Units", (book.cards,), self._units))
        if book.rulings or book.disputes:
            plan.append(_PlannedPage(ANSWERS, "Questions and answers", (book.rulings, book.disputes), self._answers))
        plan.append(_PlannedPage(WORDS, "Words", (book.terms,), self._words))
        plan.append(_PlannedPage(INDEX, "Index", (book.index,), self._index))
        return plan

    # -- small parts

    def href(self, anchor: str) -> str:
        page = self._home.get(anchor, "")
        if self.one_file or not page:
            return f"#{self.id_of(anchor)}"
        return f"{page}{self.ending}" + ("" if anchor == page else f"#{self.id_of(anchor)}")

    def link(self, ref: m.Ref, kind: str = "") -> str:
        class_ = f' class="{kind}"' if kind else ""
        return f'<a{class_} href="{escape(self.href(ref.to))}">{escape(ref.label)}</a>'

    def links(self, refs: Iterable[m.Ref]) -> str:
        return ", ".join(self.link(ref) for ref in refs)

    def text(self, text: m.Text) -> str:
        return "".join(self._span(span) for span in text)

    def _span(self, span: m.Span) -> str:
        said = escape(span.text)
        if span.style != "plain":
            tag = {"law": "code", "strong": "strong"}[span.style]
            said = f"<{tag}>{said}</{tag}>"
        return f'<a class="word" href="{escape(self.href(span.to))}">{said}</a>' if span.to else said

    def figure(self, name: str, kind: str = "") -> str:
        figure = self.figures.get(name)
        if figure is None:
            return ""
        if self.one_file:
            source = "data:image/svg+xml;base64," + base64.b64encode(figure.svg.encode()).decode("ascii")
        else:
            source = self.files[name]
        class_ = f' class="{kind}"' if kind else ""
        size = f'style="width:{in_mm(figure.width)}mm"'
        return f'<img{class_} id="{self.id_of(name)}" src="{source}" alt="{escape(figure.alt)}" {size} loading="lazy"/>'

    def _permalink(self, anchor: str) -> str:
        return f' <a class="permalink" href="#{self.id_of(anchor)}" aria-label="link to this place">¶</a>'

    # -- pages

    def _front(self) -> Iterator[str]:
        book = self.book
        yield f'<header class="cover"><h1 id="{FRONT}">{escape(book.title)}</h1>'
        if book.subtitle:
            yield f'<p class="subtitle">{escape(book.subtitle)}</p>'
        if book.against:
            told = f"consolidated; bars in the margin mark what differs from {book.against}"
            yield f'<p class="subtitle">{escape(told)}</p>'
        for line in book.standing:
            yield f"<p>{escape(line)}</p>"
        yield f'<p class="credits">{escape(book.credits)}</p></header>'
        yield '<nav class="contents" aria-label="contents"><h2>Contents</h2><ol>'
        for page in self._plan()[1:]:
            yield f'<li><a href="{escape(self.href(page.name))}">{escape(page.title)}</a></li>'
        yield "</ol></nav><section><h2>Sources</h2><dl>"
        for source in book.sources:
            yield f"<dt>{escape(source.key)}</dt><dd>{escape(source.title)}</dd>"
        yield f'</dl><p class="small">Law {escape(book.law[:19])}</p></section>'

    def _changes(self) -> Iterator[str]:
        yield f'<h1 id="changes">What changes</h1><p>Against {escape(self.book.against)}.</p>'
        yield from (f"<p>{escape(said)}</p>" for said in self.book.balance)
        compared = any(line.does for line in self.book.changes)
        heads = ("Rule", "Was", "Is", "Why", *(["Does"] if compared else []))
        yield f'<table class="changes"><thead><tr>{"".join(f"<th>{head}</th>" for head in heads)}</tr></thead><tbody>'
        for line in self.book.changes:
            how = f'<br/><span class="small">{line.change}</span>'
            why = "<br/>".join(escape(each) for each in line.why)
            was, now = self.text(line.was) or "–", self.text(line.now) or "–"
            does = f"<td>{'<br/>'.join(map(escape, line.does))}</td>" if compared else ""
            yield f"<tr><td>{self.link(line.rule)}{how}</td><td>{was}</td><td>{now}</td><td>{why}</td>{does}</tr>"
        yield "</tbody></table>"

    def _chapter(self, chapter: m.Chapter) -> Iterator[str]:
        yield f'<h1 id="{self.id_of(chapter.anchor)}">{escape(_headed(chapter))}</h1>'
        for section in chapter.sections:
            yield from self._section(section, chapter.number)

    def _section(self, section: m.Section, chapter: str) -> Iterator[str]:
        level = min(section.depth + 1, 5)
        yield f'<section class="section" id="{self.id_of(section.anchor)}">'
        if section.number not in ("", chapter):
            title = f' <span class="title">{escape(section.title)}</span>' if section.title else ""
            number = f'<span class="number">{escape(section.number)}</span>'
            yield f"<h{level}>{number}{title}{self._permalink(section.anchor)}</h{level}>"
        for entry in section.entries:
            yield from self.entry(entry)
        yield from self._beside(section.rulings, section.disputes)
        for example in section.examples:
            yield from self._example(example)
        if section.see:
            yield f'<p class="see">See {self.links(section.see)}.</p>'
        if section.used_by:
            yield f'<p class="see">Used by {self.links(section.used_by)}.</p>'
        yield "</section>"

    def entry(self, entry: m.Entry) -> Iterator[str]:
        bar = f" change-{entry.change}" if entry.change else " change-reads" if entry.reads else ""
        yield f'<div class="entry {entry.sort}{bar}" id="{self.id_of(entry.anchor)}"><p>'
        yield f'<strong class="name">{escape(entry.title)}.</strong> '
        for tag in entry.tags:
            yield f'<span class="tag">{escape(tag)}</span> '
        if entry.prose:
            yield f'<span class="prose">{escape(entry.prose)}</span> '
        yield self.text(entry.lines[0].text) if entry.lines else ""
        if entry.cites:
            yield f' <span class="cites">[{escape(", ".join(entry.cites))}]</span>'
        yield f"{self._permalink(entry.anchor)}</p>"
        yield from self._more(entry.lines)
        if entry.was:
            yield f'<p class="was">was: {self.text(entry.was)}</p>'
        if entry.reads:
            yield f'<p class="was">changed figures that this reads: {self.links(entry.reads)}</p>'
        if entry.law:
            yield f'<pre class="law"><code>{escape(entry.law)}</code></pre>'
        if entry.exceptions:
            yield '<ul class="exceptions">'
            for modifier in entry.exceptions:
                yield "<li>"
                if modifier.entry is not None:
                    yield from self.entry(modifier.entry)
                else:
                    yield f"<p>{self.text(modifier.lines[0].text)} ({self.link(modifier.ref)})</p>"
                    yield from self._more(modifier.lines)
                yield "</li>"
            yield "</ul>"
        yield "</div>"

    def _more(self, lines: tuple[m.Line, ...]) -> Iterator[str]:
        """The lines after the first, each as deep as it stands."""
        yield from (self._line(m.Line(x.text, max(x.depth, 1))) for x in lines[1:])

    def _line(self, line: m.Line) -> str:
        deep = f' class="line" style="margin-left:{line.depth + 1}em"' if line.depth else ""
        return f"<p{deep}>{self.text(line.text)}</p>"

    def _beside(self, rulings: Iterable[str], disputes: Iterable[str]) -> Iterator[str]:
        for anchor in rulings:
            yield from self._ruling(self.rulings[anchor], anchored=False)
        for anchor in disputes:
            yield from self._dispute(self.disputes[anchor], anchored=False)

    def _ruling(self, ruling: m.Ruling, *, anchored: bool) -> Iterator[str]:
        id_ = f' id="{self.id_of(ruling.anchor)}"' if anchored else ""
        bar = f" change-{ruling.change}" if ruling.change else ""
        old = " superseded" if ruling.superseded_by else ""
        yield f'<aside class="ruling{bar}{old}"{id_}><p><span class="q">Q</span> {escape(ruling.question)}</p>'
        yield f'<p><span class="q">A</span> {escape(ruling.answer)}</p>'
        for note in ruling.notes:
            yield f'<p class="note">{escape(note)}</p>'
        about = ", ".join(part for part in (ruling.authority, ruling.dated) if part)
        number = escape(ruling.number) if anchored else self.link(m.Ref(ruling.anchor, ruling.number))
        yield f'<p class="small">{number}{" · " + escape(about) if about else ""}'
        if anchored and ruling.bears_on:
            yield f" · on {self.links(ruling.bears_on)}"
        if ruling.superseded_by:
            yield f" · superseded by {self.links(ruling.superseded_by)}"
        yield "</p></aside>"

    def _dispute(self, dispute: m.Dispute, *, anchored: bool) -> Iterator[str]:
        id_ = f' id="{self.id_of(dispute.anchor)}"' if anchored else ""
        yield f'<aside class="dispute"{id_}><p><strong>In dispute: {escape(dispute.title.lower())}.</strong> '
        yield f"{escape(dispute.question)}</p><ul>"
        for reading in dispute.readings:
            taken = ' <span class="tag">taken here</span>' if reading.taken else ""
            cites = f' <span class="cites">[{escape(", ".join(reading.cites))}]</span>' if reading.cites else ""
            yield f"<li><em>{escape(reading.name)}.</em> {escape(reading.text)}{cites}{taken}</li>"
        yield "</ul>"
        if dispute.because:
            yield f'<p class="small">Taken because {escape(dispute.because)}.</p>'
        if anchored and dispute.bears_on:
            yield f'<p class="small">On {self.links(dispute.bears_on)}.</p>'
        yield "</aside>"

    def _example(self, example: m.Example) -> Iterator[str]:
        yield f'<figure class="example" id="{self.id_of(example.anchor)}">{self.figure(example.figure)}<figcaption>'
        yield "<p><strong>Example.</strong> "
        if example.doc:
            yield f"{escape(example.doc)} "
        answer = f" <strong>{escape(example.answer)}</strong>" if example.answer else ""
        yield f"{self.text(example.question)}{answer}</p>"
        yield f'<p class="small">{escape("; ".join(example.position))}</p></figcaption></figure>'

    def _play(self) -> Iterator[str]:
        book = self.book
        yield f'<h1 id="{PLAY}">Sequence of play</h1>'
        yield from self._steps(book.sequence)
        if book.options:
            yield "<h1>Optional rules</h1><dl>"
            for option in book.options:
                state = "on unless switched off" if option.on else "off unless switched on"
                cites = f' <span class="cites">[{escape(", ".join(option.cites))}]</span>' if option.cites else ""
                tag = f'<span class="tag">{state}</span>'
                yield f'<dt id="{self.id_of(option.anchor)}">{escape(option.title)} {tag}</dt>'
                yield f"<dd>{escape(option.doc)}{cites}"
                if option.rules:
                    labels = list(dict.fromkeys(ref.label for ref in option.rules))
                    first = {ref.label: ref for ref in reversed(option.rules)}
                    yield f'<p class="see">See {self.links(first[label] for label in labels)}.</p>'
                yield "</dd>"
            yield "</dl>"
        if book.situations:
            yield "<h1>Situations</h1>"
        for situation in book.situations:
            yield from self._situation(situation)

    def _steps(self, steps: tuple[m.Step, ...]) -> Iterator[str]:
        if not steps:
            return
        yield '<ol class="sequence">'
        for step in steps:
            yield f'<li id="{self.id_of(step.anchor)}"><p><strong>{escape(step.title)}</strong>'
            yield f"{': ' if step.text else ''}{self.text(step.text)}"
            if step.open:
                yield f" – {self.links(step.open)}"
            if step.number:
                yield f' <span class="cites">[{escape(step.number)}]</span>'
            yield "</p>"
            yield from self._steps(step.steps)
            yield "</li>"
        yield "</ol>"

    def _situation(self, situation: m.Situation) -> Iterator[str]:
        yield f'<section class="situation" id="{self.id_of(situation.anchor)}"><h2>{escape(situation.title)}'
        yield f"{self._permalink(situation.anchor)}</h2><p>{escape(situation.doc)}</p>"
        if situation.facts:
            yield "<ul>" + "".join(f"<li>{escape(fact)}</li>" for fact in situation.facts) + "</ul>"
        for force in situation.forces:
            named = [
                f"{count} {self.link(m.Ref(to, name)) if to else escape(name)}" for count, name, to in force.pieces
            ]
            about = f" ({escape(', '.join(force.about))})" if force.about else ""
            title = f", {escape(force.title)}{about}" if force.title else ""
            yield f"<p><strong>{escape(force.side)}</strong>{title}: {', '.join(named)}.</p>"
        if situation.wins:
            yield '<div class="wins"><p><strong>What wins.</strong></p>'
            yield "".join(self._line(x) for x in situation.wins)
            yield "</div>"
        for entry in situation.entries:
            yield from self.entry(entry)
        yield from self._beside(situation.rulings, situation.disputes)
        yield "</section>"

    def _charts(self) -> Iterator[str]:
        yield f'<h1 id="{CHARTS}">Charts</h1>'
        for chart in self.book.charts:
            bar = f" change-{chart.change}" if chart.change else ""
            yield f'<section class="chart{bar}" id="{self.id_of(chart.anchor)}"><table><caption>'
            yield f'<span class="number">{escape(chart.number)}</span> {escape(chart.title)}</caption><thead>'
            down = max(len(chart.rows_by), 1)
            for i, line in enumerate(chart.columns):
                yield "<tr>"
                if i == 0:
                    corner = escape(" / ".join((*chart.rows_by, *chart.columns_by)))
                    yield f'<th colspan="{down}" rowspan="{len(chart.columns)}">{corner}</th>'
                for heading in line:
                    yield f'<th scope="col" colspan="{heading.span}">{escape(heading.text)}</th>'
                yield "</tr>"
            yield "</thead><tbody>"
            for row in chart.rows:
                heads = "".join(f'<th scope="row">{escape(head)}</th>' for head in row.heads)
                cells = "".join(f"<td>{escape(c.text)}<sup>{escape(c.mark)}</sup></td>" for c in row.cells)
                yield f"<tr>{heads or '<th></th>'}{cells}</tr>"
            yield "</tbody></table>"
            yield "".join(f'<p class="small">{self.text(note)}</p>' for note in chart.notes)
            cites = f" [{escape(', '.join(chart.cites))}]" if chart.cites else ""
            used = f"Used by {self.links(chart.used_by)}." if chart.used_by else ""
            yield f'<p class="see">{used}{cites}</p></section>'

    def _aids(self) -> Iterator[str]:
        yield f'<h1 id="{AIDS}">Player\'s aid</h1><div class="aids">'
        for aid in self.book.aids:
            yield f'<section class="aid" id="{self.id_of(aid.anchor)}"><h2>{escape(aid.title)}</h2><ul>'
            for line in aid.lines:
                style = f' style="margin-left:{line.depth}em"' if line.depth else ""
                yield f"<li{style}>{self.link(line.number, 'number')}{self.text(line.text)}</li>"
            yield "</ul></section>"
        yield "</div>"

    def _units(self) -> Iterator[str]:
        yield f'<h1 id="{UNITS}">Units</h1>'
        for group in self.book.cards:
            yield f'<h2 id="{self.id_of(group.anchor)}">{escape(group.title)}</h2><div class="cards">'
            for card in group.cards:
                bar = f" change-{card.change}" if card.change else ""
                yield f'<div class="card{bar}" id="{self.id_of(card.anchor)}">{self.figure(card.figure, "counter")}'
                yield f"<h3>{escape(card.name)}</h3><p>{escape(card.kind)}</p><dl>"
                for name, value in card.values:
                    yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
                yield "</dl>"
                for row in card.rows:
                    yield f'<p class="see">{self.link(row.chart)}: '
                    yield "; ".join(f"{escape(heads)} <b>{escape(cell)}</b>" for heads, cell in row.cells) + "</p>"
                if card.doubt:
                    yield f'<p class="small">{escape(card.doubt)}</p>'
                yield f'<p class="cites">[{escape(card.source)}]</p></div>'
            yield "</div>"

        if self.book.sheets:
            yield "<h2>Counter sheets in true size</h2>"
        for sheet in self.book.sheets:
            yield f'<p class="sheet">{self.figure(sheet)}</p>'

    def _answers(self) -> Iterator[str]:
        yield f'<h1 id="{ANSWERS}">Questions and answers</h1>'
        chapter = None
        for ruling in self.book.rulings:
            if ruling.chapter != chapter:
                chapter = ruling.chapter
                yield f"<h2>{escape(chapter)}</h2>"
            yield from self._ruling(ruling, anchored=True)
        if self.book.disputes:
            yield "<h1>In dispute</h1>"
        for dispute in self.book.disputes:
            yield from self._dispute(dispute, anchored=True)

    def _words(self) -> Iterator[str]:
        yield f'<h1 id="{WORDS}">Words</h1><dl class="words">'
        for term in self.book.terms:
            yield f'<dt id="{self.id_of(term.anchor)}">{escape(term.name)}</dt><dd>{self.text(term.meaning)}'
            if term.parts:
                yield "<ul>"
                yield "".join(f"<li><em>{escape(name)}</em>: {escape(said)}</li>" for name, said in term.parts)
                yield "</ul>"
            yield "</dd>"
        yield "</dl>"

    def _index(self) -> Iterator[str]:
        yield f'<h1 id="{INDEX}">Index</h1><ul class="book-index">'
        for line in self.book.index:
            see = f"{'; ' if line.refs else ', '}see {self.links(line.see)}" if line.see else ""
            refs = f", {self.links(line.refs)}" if line.refs else ""
            yield f'<li id="{self.id_of(line.anchor)}">{escape(line.term)}{refs}{see}</li>'
        yield "</ul>"

    # -- the search

    def search_index(self) -> str:
        """What the search looks through: places with their numbers and their first words, each with its page."""
        found: list[list[str]] = []
        for chapter in self.book.chapters:
            for section in chapter.sections:
                if section.number:
                    found.append([self.href(section.anchor), section.number, section.title])
                for entry in _entries(section.entries):
                    said = " ".join(
                        filter(None, (entry.prose, *("".join(s.text for s in line.text) for line in entry.lines)))
                    )
                    found.append([self.href(entry.anchor), section.number, f"{entry.title}. {said}"[:MAX_SAID]])
        for ruling in self.book.rulings:
            found.append([self.href(ruling.anchor), ruling.number, ruling.question[:MAX_SAID]])
        for line in self.book.index:
            found.append([self.href((line.see or line.refs)[0].to), "index", line.term])
        for chart in self.book.charts:
            found.append([self.href(chart.anchor), chart.number, chart.title])
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _entries(entries: Iterable[m.Entry]) -> Iterator[m.Entry]:
    for entry in entries:
        yield entry
        yield from _entries(x.entry for x in entry.exceptions if x.entry is not None)


def in_mm(hundredths: int) -> str:
    """A length as a decimal number of millimetres."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def _headed(chapter: m.Chapter) -> str:
    return "  ".join(part for part in (chapter.number, chapter.title) if part)


def html_folder(book: m.Book) -> dict[str, bytes]:
    """The files of a folder, by name."""
    writer = HtmlWriter(book)
    pages = writer.all()
    files = {f"{page.name}.html": _page(book, pages, page).encode() for page in pages}
    for name in ("book.css", "book.js"):
        files[name] = (THEME / name).read_bytes()
    files["search.js"] = f"window.HEXLAW_SEARCH={writer.search_index()};\n".encode()
    for figure in book.figures:
        files[writer.files[figure.name]] = figure.svg.encode()
    return files


def html_one_file(book: m.Book) -> bytes:
    writer = HtmlWriter(book, one_file=True)
    pages = writer.all()
    body = "".join(f'<article class="page"{_id_of(page)}>{page.body}</article>' for page in pages)
    style, script = ((THEME / name).read_text("utf-8") for name in ("book.css", "book.js"))
    index = writer.search_index().replace("<", "\\u003c")  # `<!--<script>` would outlast the script
    head = f"<style>{style}</style>"
    tail = f"<script>window.HEXLAW_SEARCH={index};</script><script>{script}</script>"
    return _document(book.title, head, _top(book, [], "") + f"<main>{body}</main>" + tail).encode()


def _id_of(page: Page) -> str:
    """The anchor of a page that stands among others, where none of its headings has it."""
    return "" if f' id="{page.name}"' in page.body else f' id="{page.name}"'


def _page(book: m.Book, pages: list[Page], page: Page) -> str:
    at = pages.index(page)
    head = '<link rel="stylesheet" href="book.css"/>'
    turn = '<nav class="turn" aria-label="pages">'
    if at > 0:
        turn += f'<a rel="prev" href="{pages[at - 1].name}.html">← {escape(pages[at - 1].title)}</a>'
    if at + 1 < len(pages):
        turn += f'<a rel="next" href="{pages[at + 1].name}.html">{escape(pages[at + 1].title)} →</a>'
    tail = '<script src="search.js"></script><script src="book.js"></script>'
    body = _top(book, pages, page.name) + f'<main><article class="page">{page.body}</article></main>{turn}</nav>{tail}'
    title = book.title if page.name == FRONT else f"{page.title} – {book.title}"
    return _document(title, head, body)


def _top(book: m.Book, pages: list[Page], here: str) -> str:
    """The bar with the search, and beside it the contents."""
    home = "index.html" if pages else f"#{FRONT}"
    links = "".join(
        f'<li><a href="{p.name}.html"{" aria-current=" + chr(34) + "page" + chr(34) if p.name == here else ""}>'
        f"{escape(p.title)}</a></li>"
        for p in pages
    )
    side = f'<nav class="side" aria-label="chapters"><ol>{links}</ol></nav>' if pages else ""
    return (
        '<a class="skip" href="#main">to the text</a>'
        f'<header class="bar"><a href="{home}">{escape(book.title)}</a>'
        '<label>Search <input id="search" type="search" autocomplete="off" placeholder="press /"/></label>'
        '<button id="dark" type="button">Dark</button><ol id="found" hidden="hidden"></ol></header>'
        f'{side}<span id="main"></span>'
    )


def _document(title: str, head: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="generator" content="hexlaw book"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title>{head}</head><body>{body}</body></html>\n"
    )
