"""`hexlaw board`: draws a board in the terminal, or as a picture into an SVG file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexlaw.compiler.cli.common import tell, write_picture
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    if not args.boards:
        name, boards = workspace.boards(args.module)
        print(f"{name} has the boards: {', '.join(boards) or 'none'}")
        return 0
    drawn = workspace.board(args.module, args.boards)
    tell(drawn.found)
    if not drawn.has_style:
        print("hexlaw: no `style.yaml` says how the ground looks: see docs/drawing.md", file=sys.stderr)
    if args.svg is None:
        sys.stdout.write(drawn.text())
        return 0
    return write_picture(Path(args.svg), drawn.svg())
