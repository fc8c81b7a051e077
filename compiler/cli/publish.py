"""`hexlaw publish`: a module as a folder of pages for any host, in which every figure can be moved and judges."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexlaw.compiler.cli.book import name_of, put
from hexlaw.compiler.studio.publish import published
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    files, stays = published(Workspace(), args.module, args.against, args.pyodide)
    for line in stays:
        print(line)
    return put(Path(args.out or f"{name_of(args.module)}-page"), "html", files)
