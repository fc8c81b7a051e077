"""`hexlaw find`: what in the law speaks of something? By name, sentence, message, condition, citation, chapter."""

from __future__ import annotations

import argparse

from hexlaw.compiler.cli.common import list_found
from hexlaw.compiler.workspace.workspace import Workspace

SHOWN = 20


def run(args: argparse.Namespace) -> int:
    found = Workspace().find(args.module, args.words, args.sort)
    if not args.json and 0 < found.words < sum(len(text.split()) for text in args.words):
        print(f"nothing speaks of all these words; of {found.words} of them speak:")
    none = f"{'nothing' if found.sort is None else f'no {found.sort}'} in `{found.module}`"
    return list_found(found, None if args.all else SHOWN, args.words, none, as_json_=args.json)
