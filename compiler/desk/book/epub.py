"""A book as an EPUB 3: the pages of `html.py` in a zip archive with fixed times: the same book, the same bytes."""

from __future__ import annotations

import io
import zipfile

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.html import THEME, HtmlWriter

TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that an archive can hold."""

CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


def id_of(anchor: str) -> str:
    """Returns an anchor as an XML name: those have no colon."""
    return anchor.replace(":", "--")


def epub(book: m.Book) -> bytes:
    writer = HtmlWriter(book, ending=".xhtml", id_of=id_of)
    pages, render = writer.all(), writer.template("frame.jinja")
    figures = [(writer.files[figure.name], figure.svg.encode()) for figure in book.figures]
    files = [
        ("META-INF/container.xml", CONTAINER.encode()),
        ("book/content.opf", render("package", pages, [name for name, _ in figures]).encode()),
        ("book/nav.xhtml", render("navigation", pages).encode()),
        ("book/book.css", (THEME / "book.css").read_bytes()),
        *((f"book/{page.name}.xhtml", render("xhtml", page.title, page.body).encode()) for page in pages),
        *((f"book/{name}", svg) for name, svg in figures),
    ]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _add(archive, "mimetype", b"application/epub+zip", zipfile.ZIP_STORED)
        for name, data in files:
            _add(archive, name, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes, how: int) -> None:
    entry = zipfile.ZipInfo(name, TIME)
    entry.compress_type, entry.external_attr, entry.create_system = how, 0o644 << 16, 3
    archive.writestr(entry, data)
