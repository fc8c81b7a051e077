"""`hexlaw board`: draws a board in the terminal, or as a picture into an SVG file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import bad_use, compiled, end, read_or_end, write_picture
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.situations.maps import tell_of_disagreement
from hexlaw.runtime.board import BoardsDisagree, Map
from hexlaw.runtime.drawing.sketch import Sketch
from hexlaw.runtime.drawing.svg import draw_map
from hexlaw.runtime.drawing.text import draw_text
from hexlaw.runtime.joining import CannotJoin


def add(commands: Any) -> None:
    parser = commands.add_parser("board", help="draw a board", description=__doc__)
    parser.add_argument("module", metavar="MODULE")
    parser.add_argument(
        "boards",
        nargs="*",
        metavar="BOARD",
        help="a board, or several side by side; `/` begins a row below; a name with `~` is turned round",
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture instead of drawing in the terminal")


def run(args: argparse.Namespace) -> int:
    compilation = compiled(args.module)
    if not args.boards:
        print(f"{compilation.name} has the boards: {', '.join(compilation.board_names) or 'none'}")
        return 0
    diagnostics = Diagnostics()
    rows: list[list[Any]] = [[]]
    for word in args.boards:
        if word == "/":
            rows.append([])
            continue
        board = compilation.board(word.rstrip("~"), diagnostics)
        if board is None:
            names = ", ".join(compilation.boards_called) or "none"
            if not diagnostics.has_errors:
                bad_use(f"{compilation.name} has no board `{word}`; it has: {names}")
            end(diagnostics)
        rows[-1].append((board, word.endswith("~")))
    style = read_or_end(compilation.style)
    try:
        map_ = Map.join([row for row in rows if row])
    except BoardsDisagree as problem:
        tell_of_disagreement(problem, compilation, diagnostics)
        end(diagnostics)
    except CannotJoin as problem:
        bad_use(f"these boards cannot be joined: {problem}")
    if not any(layer.style for layer in compilation.chain.layers):
        print("hexlaw: no `style.yaml` says how the ground looks: see docs/drawing.md", file=sys.stderr)
    if args.svg is None:
        sys.stdout.write(draw_text(Sketch(map_, style)))
        return 0
    return write_picture(Path(args.svg), draw_map(map_, style))
