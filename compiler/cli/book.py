"""`hexlaw book`: the rule book of a module, from its law: as HTML, Markdown, EPUB, PDF or JSON."""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexlaw.compiler.cache import digest, the_cache
from hexlaw.compiler.cli.common import add_configuration, bad_use, check_place, compiled, configuration, tell
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.files import is_ordinary, make_folder, why_not, write_whole
from hexlaw.compiler.load import Chain, load
from hexlaw.compiler.texts import DISK
from hexlaw.runtime.law import ConfigurationRefused

FORMATS = {"html": "-book", "html-one": ".html", "markdown": ".md", "epub": ".epub", "pdf": ".pdf", "json": ".json"}
MARK = "book.css"
"""A folder that holds this was written by this command, and may be written to again."""
MARKS = {
    "html-one": b'content="hexlaw book"', "markdown": b"<!-- hexlaw book -->", "epub": b"mimetypeapplication/epub+zip",
    "pdf": b"%PDF-", "json": b'"format": "hexlaw-book"',
}  # fmt: skip
"""What a file of each format begins with, more or less: no other file is written over."""
BEGINS = 400
LARGEST_COMPARISON = 64_000_000

Files = dict[str, bytes]
"""What is written, by its name in the folder; a single file has no name."""


def add(commands: Any) -> None:
    parser = commands.add_parser("book", help="print the rule book", description=__doc__)
    parser.add_argument("module", metavar="MODULE", help="a module, or `BASE + ADD-ON`")
    parser.add_argument("--format", choices=tuple(FORMATS), default="html", help="html is a folder (default)")
    parser.add_argument(
        "-o", dest="out", metavar="PATH", help="where to write (default: MODULE-book, or MODULE.epub and so on)"
    )
    parser.add_argument(
        "--against", metavar="BASE", help="mark what differs from this module (default: what the module extends)"
    )
    parser.add_argument(
        "--comparison", metavar="FILE",
        help="tell in front what each change does, as `hexlaw compare BASE VARIANT ... --json` found it",
    )  # fmt: skip
    parser.add_argument("--with-law", action="store_true", help="print the text of the law beside its prose")
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    chain = load(args.module, Diagnostics())
    against = args.against or (_extended(chain) if chain is not None else None)
    compared = _compared(args.comparison)
    key = _key(args, chain, against, compared) if chain is not None else None
    files = _kept(key)
    if files is None:
        from hexlaw.compiler.book.effects import Unfit
        from hexlaw.compiler.book.gather import Wanted, gather  # slow to load, and not needed for what is kept

        compilation = compiled(args.module)
        base = compiled(against) if against else None
        found = Diagnostics()
        try:
            book = gather(Wanted(compilation, chosen, base, args.with_law, compared), found)
        except ConfigurationRefused as refused:
            bad_use(str(refused))
        except Unfit as unfit:
            bad_use(f"`{args.comparison}` does not fit: {unfit}")
        tell(found)
        if book is None:
            return 2
        files = _written(args.format, book)
        _keep(key, files)
    return _put(Path(args.out or _name(args.module) + FORMATS[args.format]), args.format, files)


def _extended(chain: Chain) -> str | None:
    """What a variant is told against: the module that it extends, or for add-ons what they are added to."""
    top = chain.layers[-1]
    below = chain.layers[:-1]
    if top.manifest.is_add_on:
        return next((str(layer.folder) for layer in reversed(below) if not layer.manifest.is_add_on), None)
    base = next((layer for layer in reversed(below) if layer.name == top.manifest.extends), None)
    return None if base is None or base.manifest.abstract else str(base.folder)


def _written(form: str, book: Any) -> Files:
    from hexlaw.compiler.book.document import write_book
    from hexlaw.compiler.book.epub import epub
    from hexlaw.compiler.book.html import html_folder, html_one_file
    from hexlaw.compiler.book.markdown import markdown
    from hexlaw.compiler.book.pdf import NoTypst, pdf

    writers: dict[str, Callable[[Any], Files]] = {
        "html": html_folder,
        "html-one": lambda b: {"": html_one_file(b)},
        "markdown": lambda b: {"": markdown(b).encode()},
        "epub": lambda b: {"": epub(b)},
        "pdf": lambda b: {"": pdf(b)},
        "json": lambda b: {"": write_book(b).encode()},
    }
    try:
        return writers[form](book)
    except NoTypst as problem:
        bad_use(str(problem))


# ---- what was made before


def _compared(path: str | None) -> str:
    if path is None:
        return ""
    source = DISK.read(Path(path), path, LARGEST_COMPARISON, found := Diagnostics())
    tell(found)
    if source is None or not source.text.strip():
        bad_use(f"`{path}` holds no comparison")
    return source.text


def _key(args: argparse.Namespace, chain: Chain, against: str | None, compared: str) -> str:
    """All that the book is made from."""
    from hexlaw.compiler.book.html import THEME

    other = load(against, Diagnostics()) if against else None
    texts = [
        part for each in (chain, other) if each is not None
        for source in (*each.sources, *each.case_sources(Diagnostics()).values())
        for part in (source.name, source.text)
    ]  # fmt: skip
    theme = [str(zlib.crc32(path.read_bytes())) for path in sorted(THEME.rglob("*")) if path.is_file()]
    chosen = repr((args.format, args.module, against, args.with_law, args.option, args.reading, args.as_of))
    return digest(chosen, compared, _typesetter(args.format), *theme, *texts)


def _typesetter(form: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("typst") if form == "pdf" else ""
    except PackageNotFoundError:
        return "none"


def _kept(key: str | None) -> Files | None:
    kept = the_cache().read("book", key) if key is not None else None
    return None if kept is None else {name: zlib.decompress(base64.b85decode(data)) for name, data in kept.items()}


def _keep(key: str | None, files: Files) -> None:
    if key is not None:
        packed = {name: base64.b85encode(zlib.compress(data, 6)).decode("ascii") for name, data in files.items()}
        the_cache().write("book", key, packed)


# ---- where it goes


def _name(spec: str) -> str:
    return "-".join(Path(part.strip()).name for part in spec.split("+"))


def _put(out: Path, form: str, files: Files) -> int:
    single = files.get("")
    try:
        if single is not None:
            if out.is_dir():
                bad_use(f"`{out}` is a folder; name a file with `-o`")
            check_place(out, "not such a book", MARKS[form], BEGINS, " with `-o`")
            write_whole(out, single)
            if is_ordinary(out):
                print(f"wrote {out}")
            return 0
        if out.exists() and not out.is_dir():
            bad_use(f"`{out}` is a file; name a folder with `-o`, or take `--format html-one`")
        if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
            bad_use(f"`{out}` holds other files; name an empty folder with `-o`")
        is_new = not out.exists()
        try:
            make_folder(out)
            for name, data in files.items():
                make_folder((out / name).parent)
                write_whole(out / name, data)
        except OSError:
            if is_new:
                shutil.rmtree(out, ignore_errors=True)
            raise
    except OSError as problem:
        print(f"hexlaw: `{out}` cannot be written: {why_not(problem)}", file=sys.stderr)
        return 2
    print(f"wrote {out}/")
    return 0
