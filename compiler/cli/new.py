"""`hexlaw new`: begins a module, or something in one, with comments that tell how to go on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from hexlaw.compiler.cli.common import USAGE, options
from hexlaw.compiler.workspace.workspace import SORTS_IN_A_MODULE, Workspace

CALLED = {"ruling": "ID", "case": "ID"}


def add(commands: Any) -> None:
    of_module, of_idea = (USAGE / "new.txt").read_text("utf-8").split("\n\n")
    sorts = commands.add_parser("new", description=__doc__).add_subparsers(dest="sort", required=True, metavar="WHAT")
    module = sorts.add_parser("module", help="a folder with a small game, a variant of a module, or an add-on")
    options(module, of_module)
    for sort in SORTS_IN_A_MODULE:
        inner = sorts.add_parser(sort, help=f"a {sort} in a module of yours")
        inner.add_argument("name", metavar=CALLED.get(sort, "NAME"))
        inner.add_argument("--in", dest="module", metavar="MODULE", required=True, help="the folder of the module")
    options(sorts.add_parser("recipe", help="an idea as law, with its cases; without a name, all are listed"), of_idea)


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    if args.sort == "module":
        written = workspace.new_module(args.name, args.extends or args.add_on_for, add_on=args.add_on_for is not None)
    elif args.sort == "recipe" and args.name is None:
        for part, recipes in workspace.recipes():
            print("\n".join([part, *(f"  {one.name:24} {one.question}" for one in recipes)]))
        return 0
    elif args.sort == "recipe":
        bound = dict(one.split("=", 1) for one in args.bind or () if "=" in one)
        written = workspace.new_recipe(args.name, args.module, bound, _asked if sys.stdin.isatty() else None)
    else:
        written = workspace.new(args.sort, args.name, args.module)
    for path in written:
        print(f"wrote {path.as_posix()}")
    return 0


def _asked(what: str, fitting: Sequence[str]) -> str:
    """Asks what an open name of a library is in a module; a number or a name is answered."""
    for number, name in enumerate(fitting, 1):
        print(f"  {number}  {name}")
    while True:
        said = input(f"What is {what} here? ").strip()
        if said.isdigit() and 0 < int(said) <= len(fitting):
            return fitting[int(said) - 1]
        if said and not said.isdigit():
            return said
