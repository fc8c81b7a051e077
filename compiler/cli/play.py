"""`hexlaw play`: plays a situation in the terminal, alone, with somebody beside you, or against a program."""

from __future__ import annotations

import argparse
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from hexlaw.compiler.base.files import why_not
from hexlaw.compiler.cli.common import add_configuration, bad_use, check_place_of_picture, configuration, tell
from hexlaw.compiler.workspace.workspace import AtTable, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import PictureServer


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "play", description=__doc__,
        epilog="While you play, `help` lists what you can type.",
    )  # fmt: skip
    parser.add_argument("module", metavar="MODULE", nargs="?")
    parser.add_argument("situation", metavar="SITUATION", nargs="?")
    parser.add_argument(
        "--against", metavar="PLAYER", help="a program plays all sides but one: random, greedy or search"
    )
    parser.add_argument(
        "--side",
        metavar="SIDE",
        help="your side, or which player you are, where a program plays the others; else the first in the situation",
    )
    parser.add_argument("--seed", metavar="TEXT", help="what decides on the dice (default: another each time)")
    parser.add_argument(
        "--journal",
        metavar="FILE",
        help="where the game is kept (default: SITUATION.journal; of a second game, SITUATION.2.journal)",
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with the game of this journal")
    parser.add_argument("--draw", metavar="FILE", help="keep a picture of the game in this SVG file")
    parser.add_argument(
        "--serve", metavar="PORT", nargs="?", const="0", help="show the picture in a browser of this machine"
    )
    parser.add_argument(
        "--plain", action="store_true", help="line by line, as in a pipe: no screen of its own, no colours"
    )
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    if args.against is None and args.side is not None:
        bad_use("`--side` says which side is yours where a program plays the others; add `--against PLAYER`")
    chosen, workspace = configuration(args), Workspace()
    is_new = not args.resume
    if is_new and (args.module is None or args.situation is None):
        bad_use("what is to be played? give a module and a situation; `hexlaw run MODULE` lists its situations")
    if not is_new and any((args.module, args.seed, args.journal, args.option, args.reading, args.as_of)):
        bad_use("`--resume` goes on with the game as its journal has it; beside it stand only `--against` and `--side`")
    picture, server = _picture(args), _server(workspace, args)
    try:
        at = AtTable(args.against, args.side, picture, server)
        if is_new:
            seed = token_hex(4) if args.seed is None else args.seed  # nobody knows the dice from the last game
            laid = workspace.begin(args.module, args.situation, chosen, seed, args.journal, at)
        else:
            laid = workspace.resume(args.resume, at)
        tell(laid.found)
        for note in laid.notes:
            print(note)
        from hexlaw.compiler.desk.table.session import play_at_table  # takes as long to load as all else

        with laid.going_on():
            return play_at_table(laid.table, plain=args.plain)
    finally:
        if server is not None:
            server.close()


def _picture(args: argparse.Namespace) -> Path | None:
    """Returns where the picture of the game goes; ends the program where that cannot be."""
    path = None if args.draw is None else Path(args.draw)
    if path is not None:
        try:
            check_place_of_picture(path)
        except OSError as problem:
            bad_use(f"`{path}` cannot be read: {why_not(problem)}")
    return path


def _server(workspace: Workspace, args: argparse.Namespace) -> PictureServer | None:
    """Returns who shows the picture to browsers; ends the program where that cannot be."""
    if args.serve is None:
        return None
    port = int(args.serve) if args.serve.isascii() and args.serve.isdigit() and len(args.serve) < 6 else -1
    if not 0 <= port < 65536:
        bad_use(f"`--serve {args.serve}` is not the number of a port, 1 to 65535")
    server = workspace.picture_server(port)
    print(f"the map is shown at {server.address} to browsers of this machine")
    return server
