"""`hexlaw vassal`: a module for VASSAL, by which people play over the net, with all the situations of a law. With
`--in`, imports somebody else's module as boards, counters and set-ups to write law for, for your own use."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from hexlaw.compiler.base.files import is_ordinary, write_whole, writing
from hexlaw.compiler.cli.book import name_of
from hexlaw.compiler.cli.common import bad_use, check_place, configuration, tell
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.words.english import counted

OURS, WITHIN = b"hexlaw.json", 60
"""How a module begins that this command has written: by the name of its first file."""


def run(args: argparse.Namespace) -> int:
    if args.vmod is not None:
        return _take(args)
    if args.module is None:
        bad_use("name a module, or a file to import: `--in FILE.vmod`")
    path = Path(args.output or f"{name_of(args.module)}.vmod")
    if path.suffix.lower() != ".vmod":
        bad_use(f"`{path}` is to end in `.vmod`: by that VASSAL knows its modules")
    with writing(path):
        check_place(path, "no module that Hexlaw has written", OURS, WITHIN, " with `-o`")
    written = Workspace().vassal(args.module, configuration(args), with_book=not args.no_book)
    tell(written.found)
    write_whole(path, written.data)
    for name in written.without_map:
        print(f"left out: {name} has no map")
    if is_ordinary(path):
        print(f"wrote {path}: {written.set_ups} set-ups")
    return 0


def _take(args: argparse.Namespace) -> int:
    if any((args.no_book, args.option, args.reading, args.as_of)):
        bad_use("`--in` imports a module that has no law and no rule book; beside it stands only `-o`")
    name = args.output or re.sub("[^a-z0-9]+", "-", Path(args.vmod).stem.lower()).strip("-")
    taken, left = Workspace().take_vassal(Path(args.vmod), name)
    for said in left:
        print(f"left out: {said}")
    print(f"wrote {name}: {', '.join(counted(number, what) for what, number in taken.items())}")
    return 0
