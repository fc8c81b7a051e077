"""A book as an EPUB 3: the pages of `html.py` in a zip archive with fixed times: the same book, the same bytes."""

from __future__ import annotations

import io
import zipfile
from html import escape

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.html import THEME, HtmlWriter, Page

TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that an archive can hold."""
MODIFIED = "2000-01-01T00:00:00Z"

CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


def id_of(anchor: str) -> str:
    """An anchor as an XML name: those have no colon."""
    return anchor.replace(":", "--")


def epub(book: m.Book) -> bytes:
    writer = HtmlWriter(book, ending=".xhtml", id_of=id_of)
    pages = writer.all()
    figures = [(writer.files[figure.name], figure.svg.encode()) for figure in book.figures]
    files = [
        ("META-INF/container.xml", CONTAINER.encode()),
        ("book/content.opf", _package(book, pages, [name for name, _ in figures]).encode()),
        ("book/nav.xhtml", _navigation(book, pages).encode()),
        ("book/book.css", (THEME / "book.css").read_bytes()),
        *((f"book/{page.name}.xhtml", _document(page.title, page.body).encode()) for page in pages),
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


def _document(title: str, body: str, more: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"{more}><head><meta charset="utf-8"/>'
        f'<title>{escape(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>'
        f"<body>{body}</body></html>\n"
    )


def _navigation(book: m.Book, pages: list[Page]) -> str:
    items = "".join(f'<li><a href="{page.name}.xhtml">{escape(page.title)}</a></li>' for page in pages)
    body = f'<nav epub:type="toc"><h1>{escape(book.title)}</h1><ol>{items}</ol></nav>'
    return _document(book.title, body, ' xmlns:epub="http://www.idpf.org/2007/ops"')


def _package(book: m.Book, pages: list[Page], figures: list[str]) -> str:
    items = [
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="css" href="book.css" media-type="text/css"/>',
        *(f'<item id="{p.name}" href="{p.name}.xhtml" media-type="application/xhtml+xml"/>' for p in pages),
        *(f'<item id="f{i}" href="{name}" media-type="image/svg+xml"/>' for i, name in enumerate(figures)),
    ]
    spine = "".join(f'<itemref idref="{page.name}"/>' for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">urn:hexlaw:{escape(book.law)}</dc:identifier><dc:title>{escape(book.title)}</dc:title>'
        f"<dc:language>en</dc:language><dc:description>{escape(book.credits)}</dc:description>"
        f'<meta property="dcterms:modified">{MODIFIED}</meta></metadata>'
        f"<manifest>{''.join(items)}</manifest><spine>{spine}</spine></package>\n"
    )
