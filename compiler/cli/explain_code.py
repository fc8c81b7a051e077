"""`hexlaw explain-code`: what a code such as HX231 means, with an example that gets it and one that does not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from hexlaw.compiler.cli.common import write_json
from hexlaw.compiler.workspace.workspace import Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import CodePage


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    chosen = workspace.code_pages() if args.code is None else [workspace.code_page(args.code)]
    if args.json:
        write_json([{"code": p.code, "title": p.title, "about": p.about, "text": p.text} for p in chosen])
    elif args.code is None:
        sys.stdout.write(_listed(chosen))
    else:
        sys.stdout.write(chosen[0].plain())
    return 0


def _listed(pages: Sequence[CodePage]) -> str:
    groups = groupby(pages, key=lambda page: page.about)
    parts = ("\n".join([about, *(f"  {page.code}  {page.title}" for page in group)]) for about, group in groups)
    return "\n\n".join(parts) + "\n"
