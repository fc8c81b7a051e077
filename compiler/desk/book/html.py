"""A book as HTML: a folder of pages, or one file. The same body serves both, and the chapters of an EPUB (`epub.py`).

The markup stands in templates: `theme/pages.html.jinja` has a macro for each page, `theme/frame.jinja` what stands
around them. What the law says is escaped there. The pages are well-formed XML too. They refer to nothing outside of the
book: the style, the search and its index lie beside them (in the one file, inside it). Every number is an anchor, as
`PL-V.D.3`, and every rule, as `rule:hire.boat`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from hexlaw.compiler.data.hobby_words import hobby
from hexlaw.compiler.desk.book import model as m

THEME = Path(__file__).parent / "theme"
MAX_SAID = 150  # characters of a rule in the search index
FRONT = "index"
ALONE = re.compile(r"(?<=>\n)<title>.*?</title>\n(?=<)|<style>.*?</style>\n")
LABEL, DEFINED = re.compile(r' aria-label="[^"]*"'), re.compile(r"<defs>.*</defs>\n")
WIDE = re.compile(r'<svg( [^>]* width="([0-9.]+)")')
LAND = re.compile(r'(<g class="land"[^>]*>\n)(.*?)(\n</g>\n<path class="veil")', re.DOTALL)
TAGS = {"plain": ("", ""), "law": ("<code>", "</code>"), "strong": ("<strong>", "</strong>")}


class Page(NamedTuple):
    name: str  # of its file, without the ending
    title: str
    body: Markup
    sections: tuple[m.Section, ...] = ()  # those that have a number of their own


class HtmlWriter:
    """Makes the pages of a book; how a link and a figure are written differs between HTML and EPUB."""

    def __init__(
        self, book: m.Book, *, one_file: bool = False, ending: str = ".html", id_of: Callable[[str], str] = str
    ) -> None:
        self.book, self.one_file, self.ending, self.id_of = book, one_file, ending, id_of
        self.figures = {figure.name: figure for figure in book.figures}
        self.files = {figure.name: f"figures/{i:04d}.svg" for i, figure in enumerate(book.figures)}
        self._pages: dict[str, str] = {}  # by anchor, the page that holds it
        self._titles: dict[str, str] = {}  # by page
        self._shared: dict[str, bool] = {}  # definitions that pictures use, and whether a page has them already

    def all(self) -> list[Page]:
        book = self.book
        chapters = [
            (f"chapter-{i:02d}", "  ".join(filter(None, (chapter.number, chapter.title))), (chapter,))
            for i, chapter in enumerate(book.chapters, 1)
        ]
        parts: list[tuple[str, str, tuple[object, ...]]] = [
            (FRONT, book.title, ()),
            ("changes", "What changes", book.changes),
            ("introduction", "Introduction", (book.introduction,) if book.introduction is not None else ()),
            ("sequence", "Sequence of play", book.sequence),
            ("charts", "Charts", book.charts),
            *chapters,
            ("play", "Optional rules and situations", (*book.options, *book.situations)),
            ("aid", "Summary", book.aids),
            *([("played", book.played.title, book.played.moves)] if book.played is not None else []),
            *([("sight", book.sights.title, book.sights.sights)] if book.sights is not None else []),
            ("units", "Units", book.cards),
            ("answers", "Questions and answers", (*book.rulings, *book.disputes)),
            ("words", "Words", book.terms),
            ("book-index", "Index", book.index),
        ]
        parts = [part for part in parts if part[2] or part[0] in (FRONT, "words", "book-index")]
        for name, _, nodes in parts:  # before any body is written: a page links to later ones
            self._pages.setdefault(name, name)
            for node in m.nodes(nodes):
                self._pages.setdefault(getattr(node, "anchor", ""), name)
                if isinstance(node, m.Section | m.Situation):
                    for anchor in (*node.rulings, *node.disputes):
                        self._pages.setdefault(anchor, name)
        self._titles = {name: title for name, title, _ in parts}
        chapters_by_page = {name: chapter for name, _, (chapter,) in chapters}
        numbered = {
            name: tuple(s for s in chapter.sections if s.number not in ("", chapter.number))
            for name, chapter in chapters_by_page.items()
        }
        pages = [Page(name, title, Markup(), numbered.get(name, ())) for name, title, _ in parts]
        render = self.template("pages.html.jinja", contents=pages[1:])

        def body(page: Page) -> Markup:
            chapter = chapters_by_page.get(page.name)
            return render(page.name.replace("-", "_")) if chapter is None else render("chapter", chapter, page.title)

        return [page._replace(body=self._with_shared(body(page))) for page in pages]

    def template(self, name: str, **more: object) -> Callable[..., Markup]:
        """Returns what renders a macro of a template: by its name, with its arguments."""
        known = {
            "book": self.book,
            "rulings": {ruling.anchor: ruling for ruling in self.book.rulings},
            "disputes": {dispute.anchor: dispute for dispute in self.book.disputes},
            "placed": m.placed(self.book),
            **{name: getattr(self, name) for name in ("text", "link", "links", "href", "id_of", "figure_of")},
        }
        macros = environment().get_template(name).make_module({**known, **more})
        return lambda macro, *args: Markup(getattr(macros, macro)(*args))

    def href(self, anchor: str) -> str:
        page = self._pages.get(anchor, "")
        if self.one_file or not page:
            return f"#{self.id_of(anchor)}"
        return f"{page}{self.ending}" + ("" if anchor == page else f"#{self.id_of(anchor)}")

    def text(self, text: m.Text) -> Markup:
        """Returns a text as HTML. Templates have it of here, and links: those are most of a book."""
        found = []
        for span in text:
            before, behind = TAGS[span.style]
            said = f"{before}{escape(span.text)}{behind}"
            found.append(f'<a class="word" href="{escape(self.href(span.to))}">{said}</a>' if span.to else said)
        return Markup("".join(found))

    def link(self, ref: m.Ref, kind: str = "") -> Markup:
        class_ = f' class="{kind}"' if kind else ""
        return Markup(f'<a{class_} href="{escape(self.href(ref.to))}">{escape(ref.label)}</a>')

    def links(self, refs: Iterable[m.Ref]) -> Markup:
        return Markup(", ").join(map(self.link, refs))

    def figure_of(self, name: str, kind: str) -> Markup:
        """Returns a drawing as a page has it: as a file beside the pages of an EPUB, and else as a part of the page."""
        if (figure := self.figures.get(name)) is None:
            return Markup()
        named = f' class="{kind}" id="{escape(self.id_of(name))}"'
        if self.ending != ".html":
            wide = in_mm(figure.width * 3 // 2)
            return Markup(f'<img{named} src="{self.files[name]}" alt="{escape(figure.alt)}" style="width:{wide}mm"/>')
        svg = ALONE.sub("", figure.svg).replace('role="img"', f'role="img"{named}', 1)
        if kind == "map":  # it can be made smaller, as far as its figures can be read
            svg = WIDE.sub(lambda wide: f'<svg style="--wide:{wide[2]}px"{wide[1]}', svg, count=1)
        svg = LABEL.sub(lambda _: f' aria-label="{escape(figure.alt)}"', svg, count=1)
        if figure.ground:
            ground = LAND.search(self.figures[figure.ground].svg)
            assert ground is not None
            id_ = self.id_of(figure.ground)
            self._shared.setdefault(f'<defs><g id="{id_}">{ground[2]}</g></defs>\n', False)
            svg = LAND.sub(lambda land: f'{land[1]}<use href="#{id_}"/>{land[3]}', svg)
        for part in DEFINED.findall(svg):
            self._shared.setdefault(part, False)
        return Markup(DEFINED.sub("", svg).rstrip())

    def _with_shared(self, body: Markup) -> Markup:
        """Returns what a page holds, behind those parts of pictures that are laid once; in one file, for all pages."""
        new = [part for part, is_laid in self._shared.items() if not is_laid]
        self._shared = dict.fromkeys(self._shared, True) if self.one_file else {}
        parts = Markup("".join(new))
        return (
            Markup(f'<svg class="shared" width="0" height="0" aria-hidden="true">{parts}</svg>') + body if new else body
        )

    def search_index(self) -> str:
        """Returns what is searched: places with their numbers, first words and pages; and the words of the hobby."""
        found: list[list[str]] = []
        found += [
            [self.href(name), "", title] for name, title in self._titles.items() if not name.startswith("chapter")
        ]
        for chapter in self.book.chapters:
            for section in chapter.sections:
                paragraphs = () if section.prose is None else section.prose.paragraphs
                said = " ".join("".join(span.text for span in paragraph.text) for paragraph in paragraphs)
                if section.number or said:
                    title = ". ".join(filter(None, (section.title, said)))
                    found.append([self.href(section.anchor), section.number, title])
                for entry in _entries(section.entries):
                    lines = ("".join(s.text for s in line.text) for line in entry.lines)
                    said = " ".join(filter(None, (entry.prose, *lines)))
                    titled = ". ".join(filter(None, (entry.title, said)))
                    found.append([self.href(entry.anchor), section.number, titled[:MAX_SAID]])
        for ruling in self.book.rulings:
            found.append([self.href(ruling.anchor), ruling.number, ruling.question[:MAX_SAID]])
        by_anchor = {line.anchor: line for line in self.book.index}
        headed = {(place, text.partition(". ")[0].lower()) for place, _, text in found}
        for line in self.book.index:
            place = self.href((line.refs or by_anchor[line.see[0].to].refs or line.see)[0].to)
            if (place, line.term.lower()) not in headed:
                found.append([place, "index", line.term])
        for chart in self.book.charts:
            found.append([self.href(chart.anchor), chart.number, chart.title])
        return json.dumps({"places": found, "same": hobby().synonyms}, ensure_ascii=False, separators=(",", ":"))


@cache
def environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(THEME), undefined=StrictUndefined, autoescape=True, line_statement_prefix="%",
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip


def _entries(entries: Iterable[m.Entry]) -> Iterator[m.Entry]:
    for entry in entries:
        yield entry
        yield from _entries(x.entry for x in entry.exceptions if x.entry is not None)


def in_mm(hundredths: int) -> str:
    """Returns a length as a decimal number of millimetres."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def html_folder(book: m.Book) -> dict[str, bytes]:
    writer = HtmlWriter(book)
    pages = writer.all()
    render = writer.template("frame.jinja")
    files = {f"{page.name}.html": render("page", pages, at).encode() for at, page in enumerate(pages)}
    for name in ("book.css", "book.js"):
        files[name] = (THEME / name).read_bytes()
    files["search.js"] = f"window.HEXLAW_SEARCH={writer.search_index()};\n".encode()
    return files


def html_one_file(book: m.Book) -> bytes:
    writer = HtmlWriter(book, one_file=True)
    pages = writer.all()
    style, script = (Markup((THEME / name).read_text("utf-8")) for name in ("book.css", "book.js"))
    search = Markup(writer.search_index().replace("<", "\\u003c"))  # `<!--<script>` would outlast the script
    return writer.template("frame.jinja")("one_file", pages, style, script, search).encode()
