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

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.document import as_data
from hexlaw.compiler.desk.book.html import THEME, in_mm

FONTS = THEME / "fonts"
NOT_THERE = (
    "a PDF is set by Typst, which is not installed: `pip install 'hexlaw[pdf]'`, or print the HTML from a browser"
)


class NoTypst(Refused):
    """Typst is not installed; the message says what to do."""


def pdf(book: m.Book | m.Sheet) -> bytes:
    """Raises `NoTypst` where there is none."""
    try:
        import typst
    except ImportError:
        raise NoTypst(NOT_THERE) from None
    with laid_out(book) as folder:
        setter = typst.Compiler(
            str(folder / "book.typ"), root=str(folder), font_paths=[str(FONTS)], ignore_system_fonts=True
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
def laid_out(book: m.Book | m.Sheet) -> Iterator[Path]:
    """A folder with all that Typst reads, as long as it is wanted."""
    with tempfile.TemporaryDirectory(prefix="hexlaw-book-") as name:
        folder = Path(name)
        (folder / "figures").mkdir()
        data: dict[str, Any] = {**as_data(book), "figures": {}}
        for i, figure in enumerate(book.figures if isinstance(book, m.Book) else ()):
            file, size = f"figures/{i}.svg", {"width": in_mm(figure.width), "height": in_mm(figure.height)}
            data["figures"][figure.name] = {"file": file, "alt": figure.alt, **size}
            (folder / file).write_text(figure.svg, "utf-8")
        template = THEME / ("book.typ" if isinstance(book, m.Book) else "sheet.typ")
        (folder / "book.typ").write_bytes(template.read_bytes())
        (folder / "book.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        yield folder
