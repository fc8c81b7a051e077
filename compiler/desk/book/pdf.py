"""A book as PDF, set by Typst: `theme/book.typ` reads the book's JSON. Typst comes with the extra `hexlaw[pdf]`.

The same book gives the same bytes: no time, no font of the machine, no package from anywhere is used.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.document import as_data
from hexlaw.compiler.desk.book.html import THEME, in_mm

FONTS = THEME / "fonts"
TEMPLATE = THEME / "book.typ"
NOT_THERE = (
    "a PDF is set by Typst, which is not installed: `pip install 'hexlaw[pdf]'`, or print the HTML from a browser"
)


class NoTypst(Exception):
    """Typst is not installed; the message says what to do."""


def pdf(book: m.Book) -> bytes:
    """Raises `NoTypst` where there is none."""
    try:
        import typst
    except ImportError:
        raise NoTypst(NOT_THERE) from None
    with laid_out(book) as folder:
        setter = typst.Compiler(
            str(folder / TEMPLATE.name), root=str(folder), font_paths=[str(FONTS)], ignore_system_fonts=True
        )
        return typeset(setter, typst.TypstError)


def typeset(setter: Any, error: type[Exception]) -> bytes:
    """Returns what is set; without tags for screen readers where Typst breaks off with an internal error over them, as
    it does with some breaks of pages."""
    try:
        return bytes(setter.compile(timestamp=0))
    except error as problem:
        if "internal error" not in str(problem):
            raise
        return bytes(setter.compile(timestamp=0, pdf_tags=False))


@contextmanager
def laid_out(book: m.Book) -> Iterator[Path]:
    """A folder with all that Typst reads, as long as it is wanted."""
    with tempfile.TemporaryDirectory(prefix="hexlaw-book-") as name:
        folder = Path(name)
        (folder / TEMPLATE.name).write_bytes(TEMPLATE.read_bytes())
        (folder / "book.json").write_text(json.dumps(_for_typst(book), ensure_ascii=False), "utf-8")
        (folder / "figures").mkdir()
        for i, figure in enumerate(book.figures):
            (folder / "figures" / f"{i}.svg").write_text(figure.svg, "utf-8")
        yield folder


def _for_typst(book: m.Book) -> dict[str, Any]:
    """Returns the book as plain data, its figures by name with the files that they are in."""
    data: dict[str, Any] = as_data(book)
    data["figures"] = {
        figure.name: {
            "file": f"figures/{i}.svg",
            "alt": figure.alt,
            "width": in_mm(figure.width),
            "height": in_mm(figure.height),
        }
        for i, figure in enumerate(book.figures)
    }
    return data
