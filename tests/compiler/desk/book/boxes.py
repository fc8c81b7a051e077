"""The boxes of a printed book, as its PDF has them: what stands over something else, beyond the page, or apart."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar, LTPage
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import resolve1

from hexlaw.compiler.desk.book import model as m

TINT = (0xF2 / 255, 0xEE / 255, 0xE3 / 255)
LINE = 22.0
"""Points up to which a tinted box is a line, beside an example, or the empty corner of a chart."""
RIM = 20.0
"""Points between the text and the edge of the paper, at least."""
Box = tuple[float, float, float, float]


@dataclass
class Page:
    """What stands on a page: letters by themselves, boxes that are tinted, and pictures with what they are called."""

    width: float
    letters: list[tuple[str, Box]] = field(default_factory=list)
    tinted: list[Box] = field(default_factory=list)
    pictures: dict[int, str] = field(default_factory=dict)  # by their number in the document, what they are called

    def text(self) -> str:
        return "".join(letter for letter, _ in self.letters)


class _Reader(PDFLayoutAnalyzer):  # type: ignore[misc]
    """Keeps letters and lines by the tagged part of the document in which they stand."""

    def __init__(self, manager: Any, pictures: dict[tuple[int, int], tuple[int, str]]) -> None:
        super().__init__(manager, laparams=None)
        self.of, self.pages, self.number, self.marks = pictures, list[Page](), -1, list[int | None]()

    def begin_page(self, page: Any, ctm: Any) -> None:
        super().begin_page(page, ctm)
        self.number = page.pageid
        self.pages.append(Page(self.cur_item.width))

    def begin_tag(self, tag: Any, props: Any = None) -> None:
        self.marks.append(props.get("MCID") if isinstance(props, dict) else None)

    def end_tag(self) -> None:
        self.marks.pop()

    def is_in_picture(self) -> bool:
        """Returns whether what is drawn now belongs to a picture, and keeps what that is called."""
        mark = self.marks[-1] if self.marks else None
        found = None if mark is None else self.of.get((self.number, mark))
        if found is not None:
            self.pages[-1].pictures[found[0]] = found[1]
        return found is not None

    def render_char(
        self, matrix: Any, font: Any, fontsize: Any, scaling: Any, rise: Any, cid: Any, *more: Any
    ) -> float:
        if self.is_in_picture():
            return float(font.char_width(cid) * fontsize * scaling)
        width: float = super().render_char(matrix, font, fontsize, scaling, rise, cid, *more)
        letter = self.cur_item._objs[-1]
        assert isinstance(letter, LTChar)
        if letter.get_text().strip():
            self.pages[-1].letters.append((letter.get_text(), letter.bbox))
        return width

    def paint_path(self, *args: Any, **more: Any) -> None:
        if self.is_in_picture():
            return
        before = len(self.cur_item._objs)
        super().paint_path(*args, **more)
        for drawn in self.cur_item._objs[before:]:
            wide, high = drawn.bbox[2] - drawn.bbox[0], drawn.bbox[3] - drawn.bbox[1]
            if drawn.fill and _same(drawn.non_stroking_color, TINT) and min(wide, high) > LINE:
                self.pages[-1].tinted.append(drawn.bbox)

    def receive_layout(self, ltpage: LTPage) -> None:
        pass


class _Interpreter(PDFPageInterpreter):  # type: ignore[misc]
    """Reads nothing of what stands in a picture: a map has some thousand lines."""

    def do_Do(self, xobjid: Any) -> None:  # noqa: N802 (pdfminer calls it so)
        if not self.device.is_in_picture():
            super().do_Do(xobjid)


def _in(outer: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] < x < outer[2] and outer[1] < y < outer[3]


def _same(colour: Any, other: tuple[float, ...]) -> bool:
    values = tuple(colour) if isinstance(colour, list | tuple) else (colour,)
    return len(values) == len(other) and all(abs(a - b) < 0.01 for a, b in zip(values, other, strict=True))


def _read(printed: bytes) -> list[Page]:
    document = PDFDocument(PDFParser(io.BytesIO(printed)))
    pictures: dict[tuple[int, int], tuple[int, str]] = {}
    stack: list[tuple[Any, int | None, tuple[int, str] | None]] = [(document.catalog["StructTreeRoot"], None, None)]
    count = 0
    while stack:
        node, page, inside = stack.pop()
        node = resolve1(node)
        if isinstance(node, list):
            stack += [(each, page, inside) for each in reversed(node)]
        elif isinstance(node, int) and inside is not None and page is not None:
            pictures[page, node] = inside
        elif isinstance(node, dict):
            page = node["Pg"].objid if "Pg" in node else page
            if getattr(node.get("S"), "name", "") == "Figure":
                count += 1
                inside = count, resolve1(node.get("Alt") or b"").decode("utf-8", "replace")
            if "MCID" in node and inside is not None and page is not None:
                pictures[page, node["MCID"]] = inside
            stack.append((node.get("K"), page, inside))
    manager = PDFResourceManager()
    reader = _Reader(manager, pictures)
    interpreter = _Interpreter(manager, reader)
    for page_ in PDFPage.create_pages(document):
        interpreter.process_page(page_)
    return reader.pages


def _overprinted(page: Page) -> Iterator[str]:
    """Yields letters that stand where another does. A letter's box has room above and below it: its middle counts."""
    cells: dict[tuple[int, int], list[tuple[str, Box]]] = defaultdict(list)
    for letter, (x0, y0, x1, y1) in page.letters:
        wide, high = x1 - x0, y1 - y0
        core = (x0 + 0.3 * wide, y0 + 0.35 * high, x1 - 0.3 * wide, y1 - 0.35 * high)
        cell = int(core[0] // 20), int(core[1] // 20)
        for across in (-1, 0, 1):
            for down in (-1, 0, 1):
                for other, box in cells[cell[0] + across, cell[1] + down]:
                    if core[0] < box[2] and box[0] < core[2] and core[1] < box[3] and box[1] < core[3]:
                        yield f"{letter} over {other} at {x0:.0f}, {y0:.0f}"
        cells[cell].append((letter, core))


def faults(book: m.Book, printed: bytes) -> list[str]:
    """Returns what is wrong with a printed book, each with its page."""
    pages = _read(printed)
    found: list[str] = []
    for number, page in enumerate(pages, 1):
        found += [f"p. {number}: {said}" for said in _overprinted(page)][:3]
        low = [letter for letter, (x0, y0, x1, _) in page.letters if x0 < RIM or x1 > page.width - RIM or y0 < RIM]
        found += [f"p. {number}: {''.join(low)[:40]} beyond the page"] if low else []
        for x0, y0, x1, y1 in page.tinted:
            if not any(_in((x0, y0, x1, y1), box) for _, box in page.letters):
                found.append(f"p. {number}: a tinted box without text at {x0:.0f}, {y0:.0f}")
    return found + list(_parted(book, pages))


def _parted(book: m.Book, pages: list[Page]) -> Iterator[str]:
    """Yields cards that take more than two pages, and those whose pictures do not stand on them alone."""
    figures = {figure.name: figure.alt for figure in book.figures}
    cards = [situation for situation in book.situations if situation.map or situation.beside]
    texts = [page.text() for page in pages]
    begins: list[int] = []
    for card in cards:
        first = "".join(span.text for span in card.prose.paragraphs[0].text) if card.prose is not None else card.doc
        head = "".join(f"{card.title}{first}".split())[:60].partition("[")[0]
        begins.append(next((i for i, text in enumerate(texts) if head in text), -1))
    for i, (card, begin) in enumerate(zip(cards, begins, strict=True)):
        later = [other for other in begins if other > begin]
        end = min(later) if later else begin + 2
        filled = [page for page in pages[begin:end] if len(page.letters) > 40 or page.pictures]
        if begin < 0 or begin in begins[:i] or len(filled) > 2:
            yield f"{card.title} begins on p. {begin + 1} and takes {len(filled)} pages"
        wanted = [figures[name] for name in (card.map, card.beside) if name]
        there = [name for page in pages[begin:end] for name in page.pictures.values()]
        if not {*wanted} <= {*there} or (later and len(there) > len(wanted) + 2):  # a map can be cut into three
            yield f"{card.title} has {there} for {wanted}"
