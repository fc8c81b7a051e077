"""`hexlaw draw`: draws a position as a picture: of a case, of a situation's set-up, or of a game in its journal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli.common import bad_use, configuration, tell, write_picture
from hexlaw.compiler.workspace.workspace import Beginning, CaseInFile, Look, NamedCase, Workspace


def run(args: argparse.Namespace) -> int:
    chosen, workspace = configuration(args), Workspace()
    if args.counter:
        return _written(args, workspace.counter(args.module, args.counter, back=args.back).svg)
    if args.counters:
        pictures = workspace.counters(args.module, args.situation, chosen, back=args.back)
        tell(pictures[0].found)
        return _sheets(args, [picture.svg for picture in pictures])
    if sum(map(bool, (args.situation, args.case, args.position))) > 1:
        bad_use("a picture is of one position: give a situation, `--case` or `--position`")
    where = _where(args)
    if where is None and Path(args.module).is_file():
        at = None if args.at is None else Source("--at", str(args.at))
        picture = workspace.draw_game(args.module, at, _look(args), chosen)
    elif args.at is not None:
        bad_use("`--at` counts the answers of a journal; give the file of one in place of a module")
    elif where is None:
        workspace.compiled(args.module)
        bad_use("what is to be drawn? give a situation, `--case ID`, `--position FILE`, or the journal of a game")
    else:
        picture = workspace.draw(args.module, where, _look(args), chosen)
    tell(picture.found)
    return _written(args, picture.svg)


def _where(args: argparse.Namespace) -> Beginning | NamedCase | CaseInFile | None:
    if args.situation is not None:
        return Beginning(args.situation)
    return NamedCase(args.case) if args.case else CaseInFile.called(args.position) if args.position else None


def _look(args: argparse.Namespace) -> Look:
    if args.around is not None and args.whole:
        bad_use("`--around` shows a part of the map and `--whole` all of it; leave one of them out")
    around = None if args.around is None else (args.around[0], Source("--around NAME", args.around[1]))
    return Look(
        args.side, around, args.whole, args.legend, not args.no_stacks, args.reach or "",
        tuple((here, there) for here, there in args.sight), tuple(map(tuple, args.arrow)),
    )  # fmt: skip


def _written(args: argparse.Namespace, picture: str) -> int:
    if args.output is None:
        sys.stdout.write(picture)
        return 0
    return write_picture(Path(args.output), picture)


def _sheets(args: argparse.Namespace, pictures: list[str]) -> int:
    if len(pictures) == 1:
        return _written(args, pictures[0])
    if args.output is None:
        bad_use(f"there are {len(pictures)} sheets; name a file by `-o`, which then gets a number for each")
    path = Path(args.output)
    codes = [write_picture(path.with_name(f"{path.stem}-{n}{path.suffix}"), p) for n, p in enumerate(pictures, 1)]
    return max(codes)
