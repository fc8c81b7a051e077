"""`hexlaw fmt`: brings law into its one canonical form; files with mistakes are not touched.

Exit codes: 0 fine, 1 with --check when a file would change, 2 bad use or mistakes in a file.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import tell
from hexlaw.compiler.data.manifest import read_manifest
from hexlaw.compiler.diagnostic import Diagnostics, quoted
from hexlaw.compiler.files import why_not, write_whole
from hexlaw.compiler.format.advice import with_advice_apart, without_worth
from hexlaw.compiler.format.old_words import data_in_words_of_today, flags_of, in_words_of_today
from hexlaw.compiler.format.prose import with_new_digests
from hexlaw.compiler.format.text import format_law
from hexlaw.compiler.load import CASES, LARGEST_CASES, LARGEST_DATA, LARGEST_LAW, MOST_FILES, load, shipped_modules
from hexlaw.compiler.parse.items import MOST_ITEMS, first_too_many
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.resolve.citations import USUAL_KEY
from hexlaw.compiler.source import Source
from hexlaw.compiler.streams import write_file_to_stdout
from hexlaw.compiler.texts import DISK
from hexlaw.runtime.words.english import counted

STANDARD_INPUT = "-"


def add(commands: Any) -> None:
    parser = commands.add_parser("fmt", help="format law", description=__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a module, folder or .law file; - is standard input")
    parser.add_argument("--check", action="store_true", help="change nothing, only say what would change")
    parser.add_argument("--diff", action="store_true", help="change nothing, show what would change")
    parser.add_argument(
        "--prose",
        action="store_true",
        help="say of the prose of every rule (`in words`) that it is of the rule as it is now",
    )


@dataclass
class Tally:
    changed: int = 0
    unchanged: int = 0
    failed: int = 0


def run(args: argparse.Namespace) -> int:
    tally = Tally()
    for path in args.paths:
        diagnostics = Diagnostics()
        if path == STANDARD_INPUT:
            _standard_input(args, tally, diagnostics)
        for file in _law_files(path, diagnostics) if path != STANDARD_INPUT else ():
            _file(file, args, tally, diagnostics)
        tell(diagnostics)
        tally.failed += diagnostics.has_errors
    if args.paths != [STANDARD_INPUT]:
        print(_summary(tally, only_asked=args.check or args.diff), file=sys.stderr)
    return 2 if tally.failed else 1 if args.check and tally.changed else 0


def _law_files(given: str, diagnostics: Diagnostics) -> Iterator[Path]:
    """The files that a path means: itself, or all law below it (or in the shipped module of that name); of `A + B` the
    law of both."""
    path = Path(given)
    if "+" in given and not os.path.lexists(path):
        for part in given.split("+"):
            yield from _law_files(part.strip(), diagnostics)
        return
    if not os.path.lexists(path) and given in shipped_modules():
        path = shipped_modules()[given]
    if not os.path.isdir(path):
        if not _holds_law(path) and os.path.exists(path):
            diagnostics.report("HX208", None, f"{quoted(given)} is not law: its name does not end in `.law`")
        else:
            yield path
        return
    count = 0

    def unreadable(error: OSError) -> None:
        diagnostics.report("HX101", None, f"the folder {quoted(error.filename)} cannot be read: {why_not(error)}")

    for place, folders, names in os.walk(path, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in sorted(names):
            if _holds_law(Path(place, name)) and not name.startswith("."):
                count += name.endswith(".law")
                yield Path(place, name)
            if count > MOST_FILES:
                diagnostics.report("HX304", None, f"{quoted(given)} holds more than {MOST_FILES} files of law")
                return
    if count == 0 and not diagnostics.has_errors:
        diagnostics.report("HX208", None, f"there is no law in {quoted(given)}", help="law stands in `.law` files")


def _holds_law(path: Path) -> bool:
    """Whether a file is law, or cases or a situation, which ask questions of law."""
    is_asked_in = path.name.endswith(CASES) or (path.suffix == ".yaml" and path.parent.name == "situations")
    return path.suffix == ".law" or is_asked_in


def _file(path: Path, args: argparse.Namespace, tally: Tally, diagnostics: Diagnostics) -> None:
    name = os.path.normpath(path)
    if os.path.islink(path):
        diagnostics.report("HX208", None, f"{quoted(name)} is a link", help="format the file that it leads to")
        return
    source = DISK.read(path, name, LARGEST_LAW if path.suffix == ".law" else LARGEST_CASES, diagnostics)
    formatted: str | None = None
    if source is not None and path.suffix != ".law":
        formatted = data_in_words_of_today(without_worth(source), _of_module(path)[0]).text
    elif source is not None:
        formatted = _formatted(source, path, args, diagnostics)
    if source is None or formatted is None:
        return
    if formatted == source.text:
        tally.unchanged += path.suffix == ".law"
    elif args.check or args.diff:
        tally.changed += 1
        _show(source, formatted, args)
    elif _replace(path, formatted, diagnostics):
        tally.changed += 1
        print(f"formatted {name}")


def _standard_input(args: argparse.Namespace, tally: Tally, diagnostics: Diagnostics) -> None:
    """The formatted text goes to standard output; nothing does when there are mistakes."""
    data = sys.stdin.buffer.read(LARGEST_LAW + 1)
    try:
        source = Source("standard input", data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        diagnostics.report("HX102", None, "standard input is not text in UTF-8")
        return
    if len(data) > LARGEST_LAW:
        diagnostics.report("HX103", None, f"standard input is larger than {LARGEST_LAW:,} bytes")
        return
    formatted = _formatted(source, None, args, diagnostics)
    if formatted is None:
        return
    tally.changed += formatted != source.text
    if not (args.check or args.diff):
        write_file_to_stdout(formatted)
    elif formatted != source.text:
        _show(source, formatted, args)


def _formatted(source: Source, path: Path | None, args: argparse.Namespace, diagnostics: Diagnostics) -> str | None:
    if (too_many := first_too_many([source])) is not None:
        message = f"{quoted(source.name)} has more than {MOST_ITEMS:,} rules, facts and other items"
        diagnostics.report("HX304", too_many, message)
        return None
    flags, advice = (set[str](), USUAL_KEY) if path is None else _of_module(path)
    return format_law(_renewed(source, flags, advice, args), diagnostics)


def _renewed(source: Source, flags: set[str], advice: str, args: argparse.Namespace) -> Source:
    """The law in words of today, which is what a prose's digest is of; `advice` is the source that advice cites."""
    source = with_advice_apart(in_words_of_today(source, flags), advice)
    return with_new_digests(source) if args.prose else source


def _of_module(path: Path) -> tuple[set[str], str]:
    """The flags that the module of a file and all that it extends declare, and their source of advice; none, and the
    usual one, where it is in no module."""
    folder = next((f for f in path.resolve().parents if (f / "module.yaml").is_file()), None)
    return (set(), USUAL_KEY) if folder is None else _in_folder(folder)


@lru_cache(maxsize=1)
def _in_folder(folder: Path) -> tuple[set[str], str]:
    source = DISK.read(folder / "module.yaml", "module.yaml", LARGEST_DATA, Diagnostics())
    manifest = read_manifest(source, Diagnostics()) if source is not None else None
    bases = manifest.add_on_for if manifest is not None else ()
    specs = [f"{base} + {folder}" for base in bases] or [str(folder)]
    layers = [layer for spec in specs if (chain := load(spec, Diagnostics())) for layer in chain.layers]
    flags = flags_of(item for layer in layers for law in layer.laws for item in parse_law(law, Diagnostics()))
    sources = (book for layer in layers for book in layer.manifest.sources.values())
    return flags, next((book.key for book in sources if book.is_advice), USUAL_KEY)


def _show(source: Source, formatted: str, args: argparse.Namespace) -> None:
    if args.diff:
        old, new = (text.split("\n") for text in (source.text, formatted))
        for row in unified_diff(old, new, source.name, f"{source.name} (formatted)", lineterm=""):
            print(row.rstrip("\r"))
    else:
        print(f"would format {source.name}")


def _replace(path: Path, text: str, diagnostics: Diagnostics) -> bool:
    """Puts a finished file in the place of the old one, so that nobody ever sees half a file."""
    try:
        write_whole(path, text.encode())
    except OSError as error:
        message = f"{quoted(os.path.normpath(path))} cannot be written: {why_not(error)}"
        diagnostics.report("HX208", None, message, help="it was left as it was")
        return False
    return True


def _summary(tally: Tally, *, only_asked: bool) -> str:
    changed = "would change" if only_asked else "changed"
    files = f"{counted(tally.changed, 'file')} {changed}, {tally.unchanged} fine as written"
    return files + (", mistakes in others" if tally.failed else "")
