"""`hexlaw new`: begins a module, or something in one, with comments that tell how to go on."""

from __future__ import annotations

import argparse
from typing import Any

from hexlaw.compiler.cli.common import bad_use
from hexlaw.compiler.scaffold import (
    Refused,
    new_board,
    new_case,
    new_module,
    new_rule,
    new_ruling,
    new_situation,
    new_table,
    new_unit,
)

WITHIN = {
    "rule": new_rule, "ruling": new_ruling, "case": new_case, "situation": new_situation, "table": new_table,
    "unit": new_unit, "board": new_board,
}  # fmt: skip
CALLED = {"ruling": "ID", "case": "ID"}


def add(commands: Any) -> None:
    parser = commands.add_parser("new", help="begin a module, or something in one", description=__doc__)
    sorts = parser.add_subparsers(dest="sort", required=True, metavar="WHAT")
    module = sorts.add_parser("module", help="a folder with a small game, a variant of a module, or an add-on")
    module.add_argument("name", metavar="NAME", help="the name of the module and of its folder, in the current one")
    base = module.add_mutually_exclusive_group()
    base.add_argument("--extends", metavar="BASE", help="the module that it changes; without it, it stands alone")
    base.add_argument("--add-on-for", metavar="BASE", help="the module that it is put on top of, as `BASE + NAME`")
    for sort in WITHIN:
        inner = sorts.add_parser(sort, help=f"a {sort} in a module of yours")
        inner.add_argument("name", metavar=CALLED.get(sort, "NAME"))
        inner.add_argument("--in", dest="module", metavar="MODULE", required=True, help="the folder of the module")


def run(args: argparse.Namespace) -> int:
    try:
        if args.sort == "module":
            written = new_module(args.name, args.extends or args.add_on_for, add_on=args.add_on_for is not None)
        else:
            written = WITHIN[args.sort](args.name, args.module)
    except Refused as refused:
        bad_use(str(refused))
    for path in written:
        print(f"wrote {path.as_posix()}")
    return 0
