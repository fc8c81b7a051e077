"""`hexlaw book`: the rule book of a module, from its law: as HTML, Markdown, EPUB, PDF or JSON."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from hexlaw.compiler.base.files import Unwritable, is_ordinary, make_folder, write_whole, writing
from hexlaw.compiler.cli.common import bad_use, check_place, check_place_of_picture, configuration, tell
from hexlaw.compiler.workspace.workspace import Printing, Workspace

FORMATS = {"html": "-book", "html-one": ".html", "markdown": ".md", "epub": ".epub", "pdf": ".pdf", "json": ".json"}
MARK = "book.css"
"""A folder that holds this was written by this command, and may be written to again."""
MARKS = {
    "html-one": b'content="hexlaw book"', "markdown": b"<!-- hexlaw book -->", "epub": b"mimetypeapplication/epub+zip",
    "pdf": b"%PDF-", "json": b'"format": "hexlaw-book"',
}  # fmt: skip
"""What a file of each format begins with, more or less: no other file is written over."""
BEGINS = 400

Files = dict[str, bytes]
"""What is written, by its name in the folder; a single file has no name."""


def run(args: argparse.Namespace) -> int:
    by_ending = {ending: form for form, ending in FORMATS.items()}
    form = args.format or by_ending.get(Path(args.out or "").suffix, "html")
    how = Printing(form, args.against, args.with_law, args.formal)
    book = Workspace().print_book(args.module, how, configuration(args))
    tell(book.found)
    return put(Path(args.out or name_of(args.module) + FORMATS[form]), form, book.files)


# ---- where it goes


def name_of(spec: str) -> str:
    return "-".join(Path(part.strip()).name for part in spec.split("+"))


def put(out: Path, form: str, files: Files) -> int:
    single = files.get("")
    with writing(out):
        if single is not None:
            if out.is_dir():
                bad_use(f"`{out}` is a folder; name a file with `-o`")
            check_place(out, "not such a book", MARKS[form], BEGINS, " with `-o`")
            write_whole(out, single)
            if is_ordinary(out):
                for path, data in ((out.parent / name, data) for name, data in files.items() if name):
                    make_folder(path.parent)
                    check_place_of_picture(path)
                    write_whole(path, data)
                print(f"wrote {out}")
            return 0
        if out.exists() and not out.is_dir():
            bad_use(f"`{out}` is a file; name a folder with `-o`, or take `--format html-one`")
        if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
            bad_use(f"`{out}` holds other files; name an empty folder with `-o`")
        is_new = not out.exists()
        try:
            for name, data in files.items():
                make_folder((out / name).parent)
                write_whole(out / name, data)
        except (OSError, Unwritable):
            if is_new:
                shutil.rmtree(out, ignore_errors=True)
            raise
    print(f"wrote {out}/")
    return 0
