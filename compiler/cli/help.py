"""`hexlaw help`: how is that done? Looks through recipes, the reference, findings and commands, by words."""

from __future__ import annotations

import argparse
import sys

from hexlaw.compiler.cli import COMMANDS, OVERVIEW
from hexlaw.compiler.cli.common import list_found
from hexlaw.compiler.workspace.workspace import Workspace

SHOWN = 8


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    if args.page:
        sys.stdout.write(workspace.page_of_recipes())
        return 0
    if not args.words:
        sys.stdout.write(OVERVIEW)
        return 0
    if len(args.words) == 1 and not args.json and (recipe := workspace.recipe(args.words[0])) is not None:
        sys.stdout.write(recipe.plain())
        for said in workspace.say(recipe.name, recipe.rules) if recipe.rules else ():
            print("\n".join(["", said.name, *(f"  {shown}" for line in said.lines for shown in line.lines())]))
        return 0
    found = workspace.help(args.words, COMMANDS.items())
    return list_found(found, None if args.all else SHOWN, args.words, as_json_=args.json)
