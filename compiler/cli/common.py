"""What the commands share: the arguments that choose a law, compiling it, and telling what is wrong."""

from __future__ import annotations

import argparse
import json
import re
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from hexlaw.compiler.base.diagnostic import Diagnostic, Refused
from hexlaw.compiler.base.files import is_ordinary, write_whole, writing
from hexlaw.compiler.base.render import as_json, in_order, render
from hexlaw.compiler.workspace.workspace import chosen_law

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexlaw.compiler.workspace.finding import Found
    from hexlaw.compiler.workspace.workspace import Configuration


@contextmanager
def loading_extra(
    extra: str = "studio", said: str = "a page needs Starlette, uvicorn and websockets"
) -> Iterator[None]:  # fmt: skip
    """To be held while what an extra brings is imported."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("hexlaw"):
            raise
        raise Refused(said, f"`pip install 'hexlaw[{extra}]'` brings what is missing") from None


T = TypeVar("T")
PICTURE = b"<svg "
"""How a picture begins."""
USAGE = Path(__file__).parent / "usage"
LAW = (USAGE / "law.txt").read_text("utf-8")
SHARED = {"law": LAW, "json": "--json  write JSON for programs"}
"""The arguments of several commands, by the line that stands for them."""


def add(commands: Any, name: str) -> ModuleType:
    """Adds a command, and returns its module. It has the arguments of its file in `usage/`, unless it adds them itself:
    a table (`options`), and behind an empty line what stands below its help. Examples stand there as they are written.
    """
    module = import_module(f"hexlaw.compiler.cli.{name.replace('-', '_')}")
    if hasattr(module, "add"):
        module.add(commands)
        return module
    table, _, epilog = (USAGE / f"{name}.txt").read_text("utf-8").partition("\n\n")
    style = argparse.RawDescriptionHelpFormatter if epilog.startswith("examples:") else argparse.HelpFormatter
    parser = commands.add_parser(name, description=module.__doc__, epilog=epilog or None, formatter_class=style)
    options(parser, re.sub("^(?:law|json)$", lambda shared: SHARED[shared[0]], table, flags=re.MULTILINE))
    return module


def options(parser: argparse._ActionsContainer, table: str) -> None:
    """Adds the arguments of a table: in a line each its names, its word and its default, behind two blanks what it is
    for; deeper lines go on.

    An option without a word is a flag; `N` and `YEAR` are whole numbers. A word can be `ONE|OTHER` or `ONE,OTHER` or
    end in `?`, `*` or `+` as in a pattern; with `&`, the option can stand several times. `--as:side` is read as `side`.
    Below `a title:` the arguments are a group, and below `one of:` only one of them can be given.
    """
    group = parser
    for row in re.split(r"\n+(?! )", table.strip()):
        if row == "one of:":
            group = parser.add_mutually_exclusive_group()
            continue
        if row.endswith(":"):
            group = parser if row == "options:" else parser.add_argument_group(row[:-1])
            continue
        said, _, help_ = row.partition("  ")
        called, *rest = said.split(" ")
        word, default = (*rest, None, None)[:2]
        names, _, dest = called.partition(":")
        given: dict[str, Any] = {"help": " ".join(help_.split()) or None, **({"dest": dest} if dest else {})}
        if word is None:
            group.add_argument(*names.split(","), action="store_true", **given)
            continue
        if word.endswith("&"):
            word, given = word[:-1], {**given, "action": "append", "default": []}
        else:
            given["default"] = default
        if word[-1] in "?*+":
            given |= {"nargs": word[-1], **({"const": ""} if word[-1] == "?" and names.startswith("-") else {})}
        bare = tuple(re.split(r"(?<![\[]),", word.rstrip("?*+")))
        if "|" in word and word == word.lower():
            given["choices"] = [int(one) if one.isdigit() else one for one in word.split("|")]
        else:
            given |= {"nargs": len(bare), "metavar": bare} if len(bare) > 1 else {"metavar": bare[0]}
        if bare[0] in ("N", "YEAR") or word[0].isdigit():
            given |= {"type": int, "default": None if default is None else int(default)}
        group.add_argument(*names.split(","), **given)


def check_numbers(args: argparse.Namespace, *names: str, least: int = 1) -> None:
    """Ends the program where one of these options is too small a number."""
    for name in names:
        value = getattr(args, name)
        if value is not None and value < least:
            bad_use(f"`--{name.replace('_', '-')}` is a number from {least}")


def part_of(args: argparse.Namespace, of: str, *, fits: bool = True) -> tuple[int, int]:
    """Returns which of how many parts is played; ends the program where there is no such part, or it does not fit."""
    part, parts = args.part or (1, 1)
    if not 1 <= part <= parts or (args.part and not (args.results and fits)):
        bad_use(f"`--part 2 4` plays the second of four parts of {of}")
    return part, parts


def port_of(option: str, given: str) -> int:
    """Returns the number of a port, 0 for any that is free; ends the program where it is none."""
    port = int(given or "0") if re.fullmatch("[0-9]{0,5}", given) else -1
    if not 0 <= port < 65536:
        bad_use(f"`--{option} {given}` is not the number of a port, 1 to 65535")
    return port


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


def printed_at_once(gaps: Iterable[T], *, as_json_: bool) -> list[T]:
    """Returns all gaps; each is printed as soon as it is found, for a large law takes minutes."""
    found: list[T] = []
    for gap in gaps:
        found.append(gap)
        if not as_json_:
            print(gap, flush=True)
    return found


def list_found(found: Found, most: int | None, words: list[str], none: str = "nothing", *, as_json_: bool) -> int:
    """Lists the first of what speaks of words, or all of it as JSON; returns 1 where nothing does."""
    if as_json_:
        write_json([{"sort": e.sort, "name": e.name, "where": e.where, "said": e.said} for e in found.entries])
        return 0 if found.entries else 1
    if not found.entries:
        near = f": {found.near}" if found.near is not None else "; try a part of a word, or another one"
        print(f"{none} speaks of {' or '.join(words)}{near}")
        return 1
    shown = found.entries[:most]
    for entry in shown:
        print(f"{entry.sort} {entry.name}{f'  {entry.where}' * bool(entry.where)}")
        if entry.said:
            print(f"  {entry.said}")
    if len(found.entries) > len(shown):
        print(f"and {len(found.entries) - len(shown)} more: write more words, or `--all`")
    return 0


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
    with writing(path):
        check_place_of_picture(path)
    write_whole(path, text.encode())
    if is_ordinary(path):
        print(f"wrote {path}")
    return 0
