"""`hexlaw say`: says a rule, a fact, an action or a situation of a module in words, or counts how much can be said."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hexlaw.compiler.cli.common import bad_use, check_numbers, configuration, write_json
from hexlaw.compiler.workspace.workspace import Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import Configuration

MISSING_SHOWN = 12


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "lot")
    chosen = configuration(args)
    in_force = chosen if args.in_force or args.option or args.reading or args.as_of else None
    workspace = Workspace()
    if args.count:
        return _count(workspace, args, in_force)
    if args.lot is not None:
        said = workspace.say_by_lot(args.module, args.lot, args.seed, in_force)
    elif args.names:
        said = workspace.say(args.module, args.names, in_force)
    else:
        bad_use("what is to be said? give a name of the law, --lot N or --count")
    if args.json:
        write_json([{"name": each.name, "lines": [line.as_data() for line in each.lines]} for each in said])
        return 0
    for place, each in enumerate(said):
        if len(said) > 1:
            print(f"{'' if place == 0 else chr(10)}{each.name}")
        for line in each.lines:
            for shown in line.lines():
                print(f"{'  ' * (line.depth + (len(said) > 1))}{shown}")
    return 0


def _count(workspace: Workspace, args: argparse.Namespace, in_force: Configuration | None) -> int:
    name, tally = workspace.count_said(args.module, in_force)
    if args.json:
        counted = {"phrased": tally.phrased, "fallen": tally.fallen, "missing": dict(tally.missing)}
        write_json({"module": name, **counted})
        return 0
    total = tally.phrased + len(tally.fallen)
    share = round(100 * tally.phrased / total) if total else 100
    in_words = f"{tally.phrased} of {total} sentences in words ({share} %)"
    print(f"{name}: {in_words}, {len(tally.fallen)} with names or law in them")
    for missing, often in tally.missing[:MISSING_SHOWN]:
        print(f"  no phrase for {missing.replace(':', ' ', 1)} ({often} times)")
    if len(tally.missing) > MISSING_SHOWN:
        print(f"  and {len(tally.missing) - MISSING_SHOWN} more")
    return 0
