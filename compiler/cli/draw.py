"""`hexlaw draw`: draws a position as a picture: of a case, of a situation's set-up, or of a game in its journal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli.common import bad_use, command, configuration, tell, write_picture
from hexlaw.compiler.workspace.workspace import Beginning, CaseInFile, Look, NamedCase, Workspace

EXAMPLES = """examples:
  hexlaw draw tutorial last-fine-day -o begin.svg
  hexlaw draw tutorial --case shoving.ram-and-ewe -o push.svg
  hexlaw draw game.journal --at 40 --as sunside -o now.svg
  hexlaw draw MODULE --counters -o sheet.svg
"""
ARGUMENTS = """
module MODULE|JOURNAL  a module, or the journal of a game
situation SITUATION?  draw what a situation begins with
-o,--output FILE  where the picture goes; to standard output if not said
what is drawn:
--case ID  the position of one of the module's cases
--position FILE[#ID]  the position of a case in a file of yours
--at N   of a journal: how it stands after N answers; at its end if not said
--as:side SIDE  only what this side sees
--counters  sheets of counters in true size: of all charts, or of SITUATION
--counter TYPE  one counter of the unit charts in true size
--back  their backs
how it is drawn:
--around NAME,N  only the map up to N hexes from a hex or piece
--whole  the whole map, also for a case
--legend  with a legend
--no-stacks  without the stacks side by side below the map
--reach PIECE  where a piece can get to, with what it costs
--sight A,B&  the line of sight between two hexes
--arrow HEX+&  an arrow along these hexes or pieces
"""
add = command("draw", __doc__, ARGUMENTS, EXAMPLES, law=True)


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
    if args.case:
        return NamedCase(args.case)
    return CaseInFile.called(args.position) if args.position else None


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
