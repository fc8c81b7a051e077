"""`hexlaw help`: how is that done? Looks through recipes, the reference, findings and commands, by words."""

from __future__ import annotations

import argparse
import sys

from hexlaw.compiler.cli import COMMANDS, overview
from hexlaw.compiler.cli.common import command, list_found
from hexlaw.compiler.workspace.workspace import Workspace

EXAMPLES = """examples:
  hexlaw help step losses
  hexlaw help decks               # a recipe, as it stands in docs/how-do-i.md
  hexlaw new recipe               # lists them all
"""
SHOWN = 8
ARGUMENTS = """
words WORD*  what it is about, or the name of a recipe
--all  list all that is found, not 8
--page  print all recipes as a page of Markdown
"""
add = command("help", __doc__, ARGUMENTS, EXAMPLES, json=True)


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    if args.page:
        sys.stdout.write(workspace.page_of_recipes())
        return 0
    if not args.words:
        sys.stdout.write(overview())
        return 0
    if len(args.words) == 1 and not args.json and (recipe := workspace.recipe(args.words[0])) is not None:
        sys.stdout.write(recipe.plain())
        for said in workspace.say(recipe.name, recipe.rules) if recipe.rules else ():
            print("\n".join(["", said.name, *(f"  {shown}" for line in said.lines for shown in line.lines())]))
        return 0
    found = workspace.help(args.words, COMMANDS.items())
    return list_found(found, None if args.all else SHOWN, args.words, as_json_=args.json)
