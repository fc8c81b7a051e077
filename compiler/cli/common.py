"""What the commands share: the arguments that choose a law, compiling it, and telling what is wrong."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from hexlaw.compiler.base.diagnostic import Diagnostic, Refused
from hexlaw.compiler.base.files import is_ordinary, why_not, write_whole
from hexlaw.compiler.base.render import as_json, in_order, render
from hexlaw.compiler.workspace.workspace import chosen_law

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexlaw.compiler.workspace.workspace import Configuration

PICTURE = b"<svg "
"""How a picture begins."""


def add_command(commands: Any, name: str, about: str | None, examples: str) -> argparse.ArgumentParser:
    """Returns the parser of a command whose help ends in examples, line by line."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, description=about, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    return parser


def add_modules(parser: argparse.ArgumentParser, all_help: str) -> None:
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument("--all", action="store_true", help=all_help)


def check_numbers(args: argparse.Namespace, *names: str, least: int = 1) -> None:
    """Ends the program where one of these options is too small a number."""
    for name in names:
        value = getattr(args, name)
        if value is not None and value < least:
            bad_use(f"`--{name.replace('_', '-')}` is a number from {least}")


def add_configuration(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which law")
    group.add_argument(
        "--option", action="append", default=[], metavar="NAME=on|off", help="switch an option of the module"
    )
    group.add_argument(
        "--reading", action="append", default=[], metavar="DISPUTE=READING", help="take a reading of a dispute"
    )
    group.add_argument("--as-of", type=int, metavar="YEAR", help="the law as it was ruled in that year")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def configuration(args: argparse.Namespace) -> Configuration:
    """Returns the configuration that the arguments ask for; ends the program when they are not well formed."""
    options: dict[str, bool] = {}
    for text in args.option:
        name, _, value = text.partition("=")
        if value not in ("on", "off"):
            bad_use(f"`--option {text}` is not NAME=on or NAME=off")
        options[name] = value == "on"
    readings: dict[str, str] = {}
    for text in args.reading:
        name, _, value = text.partition("=")
        if not value:
            bad_use(f"`--reading {text}` is not DISPUTE=READING")
        readings[name] = value
    return chosen_law(options, readings, args.as_of)


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed_in(text: str) -> list[str]:
    """Returns what stands in an argument with commas between."""
    return [word.strip() for word in text.split(",")]


def bad_use(message: str) -> NoReturn:
    print(f"hexlaw: {message}", file=sys.stderr)
    raise SystemExit(2)


def refuse(refused: Refused, *, as_json_: bool) -> int:
    """Tells why something cannot be had: 2, the exit code for that."""
    if refused.found:
        tell(refused.found, as_json_=as_json_)
    else:
        print(f"hexlaw: {refused}", file=sys.stderr)
    return 2


def tell(diagnostics: Iterable[Diagnostic], *, as_json_: bool = False) -> None:
    """Findings go to standard error, or as JSON to standard output."""
    if as_json_:
        write_json({"diagnostics": as_json(in_order(diagnostics))})
        return
    for diagnostic in in_order(diagnostics):
        print(render(diagnostic) + "\n", file=sys.stderr)


def write_json(data: Any) -> None:
    json.dump(data, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def check_place(path: Path, what: str, begins: bytes, within: int = 0, how: str = "") -> None:
    """Ends the program where a file is there that this command has not written: such a file `begins` so, or has that
    `within` its first bytes."""
    if is_ordinary(path) and path.exists():
        with path.open("rb") as stream:
            before = stream.read(within or len(begins))
        if before and begins not in before:
            bad_use(f"`{path}` is there already and is {what}; name another file{how}")


def check_place_of_picture(path: Path) -> None:
    """Ends the program where a picture would be written over another file than a picture."""
    check_place(path, "not such a picture", PICTURE)


def write_picture(path: Path, text: str) -> int:
    """Writes a picture, also over an older one, but over no other file."""
    data = text.encode()
    try:
        check_place_of_picture(path)
        write_whole(path, data)
    except OSError as problem:
        print(f"hexlaw: `{path}` cannot be written: {why_not(problem)}", file=sys.stderr)
        return 2
    if is_ordinary(path):
        print(f"wrote {path}")
    return 0
