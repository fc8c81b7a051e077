"""Rule books: printed in several forms, and kept while nothing changes of which they are made."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic_ns
from typing import TYPE_CHECKING

from hexlaw.compiler.base.cache import digest, the_cache
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused
from hexlaw.compiler.base.processes import NANO, shared_out
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import Chain, load
from hexlaw.compiler.workspace.requests import Printing
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused

if TYPE_CHECKING:
    from hexlaw.compiler.desk.book.model import Book
    from hexlaw.compiler.workspace.compiled_laws import Laws

TOO_LONG = 3_600 * NANO
"""A book that is not made by then is not waited for."""

Files = dict[str, bytes]
"""What is printed, by its name in the folder of the book; a book of one file has no name for it."""


@dataclass(frozen=True)
class PrintedBook:
    files: Files
    found: tuple[Diagnostic, ...] = ()
    """What is amiss with what it was made of, and did not keep it from being printed."""


def print_book(module: str, how: Printing, chosen: Configuration, texts: Texts, laws: Laws) -> PrintedBook:
    chain = load(module, Diagnostics(), texts)
    against = how.against or (_extended(chain) if chain is not None else None)
    key = None if chain is None else _key(module, how, chosen, chain, against, texts)
    kept = the_cache().read("book", key) if key is not None else None
    if kept is not None:
        return PrintedBook({name: zlib.decompress(base64.b64decode(data)) for name, data in kept.items()})
    from hexlaw.compiler.desk.book.book import WantedBook, gather  # slow to load, and not needed for what is kept

    compilation = laws.compiled(module).compilation
    base = laws.compiled(against).compilation if against else None
    diagnostics = Diagnostics()
    wanted = WantedBook(compilation, chosen, base, how.with_law, how.formal)
    until = monotonic_ns() + TOO_LONG if how.form == "pdf" else None
    try:  # a process of its own hands back the memory that Typst needs
        with shared_out([lambda: (gather(wanted, diagnostics), diagnostics)], 1, until) as made:
            book, diagnostics = next(made)
    except ConfigurationRefused as refused:
        raise Refused(str(refused)) from None
    if book is None:
        raise Refused.by(diagnostics)
    files = _written(how.form, book)
    if key is not None:
        packed = {name: base64.b64encode(zlib.compress(data, 6)).decode("ascii") for name, data in files.items()}
        the_cache().write("book", key, packed)
    return PrintedBook(files, tuple(diagnostics))


def _extended(chain: Chain) -> str | None:
    """Returns what a variant is told against: the module that it extends, or for add-ons what they are added to."""
    top = chain.layers[-1]
    below = chain.layers[:-1]
    if top.manifest.is_add_on:
        return next((str(layer.folder) for layer in reversed(below) if not layer.manifest.is_add_on), None)
    base = next((layer for layer in reversed(below) if layer.name == top.manifest.extends), None)
    return None if base is None or base.manifest.abstract else str(base.folder)


def _written(form: str, book: Book) -> Files:
    from hexlaw.compiler.desk.book.document import write_book
    from hexlaw.compiler.desk.book.epub import epub
    from hexlaw.compiler.desk.book.html import html_folder, html_one_file
    from hexlaw.compiler.desk.book.markdown import markdown
    from hexlaw.compiler.desk.book.pdf import pdf

    writers: dict[str, Callable[[Book], Files]] = {
        "html": html_folder,
        "html-one": lambda b: {"": html_one_file(b)},
        "markdown": markdown,
        "epub": lambda b: {"": epub(b)},
        "pdf": lambda b: {"": pdf(b)},
        "json": lambda b: {"": write_book(b).encode()},
    }
    return writers[form](book)


# ---- what was made before


def _key(
    module: str, how: Printing, chosen: Configuration, chain: Chain, against: str | None, texts: Texts
) -> str:  # fmt: skip
    """Returns all that the book is made from."""
    from importlib.metadata import PackageNotFoundError, version

    from hexlaw.compiler.desk.book.html import THEME

    other = load(against, Diagnostics(), texts) if against else None
    read = [
        part for each in (chain, other) if each is not None
        for source in (*each.sources, *each.case_sources(Diagnostics()).values())
        for part in (source.name, source.text)
    ]  # fmt: skip
    theme = [str(zlib.crc32(path.read_bytes())) for path in sorted(THEME.rglob("*")) if path.is_file()]
    options, readings = sorted(chosen.options.items()), sorted(chosen.readings.items())
    asked = repr((how.form, module, against, how.with_law, how.formal, options, readings, chosen.year))
    try:
        typesetter = version("typst") if how.form == "pdf" else ""
    except PackageNotFoundError:
        typesetter = "none"
    return digest(asked, typesetter, *theme, *chain.played(), *read)
