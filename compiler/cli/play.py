"""`hexlaw play`: plays a situation in the terminal or in a browser, with somebody beside you or against a program."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from hexlaw.compiler.base.files import writing
from hexlaw.compiler.cli import common
from hexlaw.compiler.cli.common import bad_use, check_place_of_picture, configuration, loading_extra, tell
from hexlaw.compiler.workspace.workspace import AtTable, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.table_games import Laid
    from hexlaw.compiler.workspace.workspace import Configuration


def run(args: argparse.Namespace) -> int:
    by_mail = args.mail is not None
    if by_mail and any((args.against, args.resume, args.seed, args.journal)):
        bad_use("by mail, people play all sides, and all who play throw the dice: `--mail` stands beside `--side`")
    if args.mail and args.module is not None:
        bad_use("`--mail FILE` goes on with a game; to begin one, leave out the file")
    if args.against is None and args.side is not None and not by_mail:
        bad_use("`--side` says which side is yours where a program plays the others; add `--against PLAYER`")
    chosen, workspace = configuration(args), Workspace()
    is_new = not args.resume and (args.module is not None or not args.mail)
    port = None if args.serve is None else common.port_of("serve", args.serve)  # of the page, if there is to be one
    if is_new and (args.module is None or (args.situation is None and (port is None or by_mail))):
        bad_use("what is to be played? give a module and a situation; `hexlaw run MODULE` lists its situations")
    if not is_new and any((args.module, args.seed, args.journal, args.preset, args.option, args.reading, args.as_of)):
        how = "`--mail` goes on with" if by_mail else "`--resume` goes on with"
        bad_use(f"{how} the game as its file has it; beside it stand only `--against` and `--side`")
    if args.preset:
        chosen = workspace.with_preset(args.module, args.preset, chosen)
    in_page, picture = port is not None, _picture(args)
    meanwhile = in_page or sys.stdout.isatty()
    at = AtTable(args.against, args.side, args.who, picture, in_page=in_page, meanwhile=meanwhile)
    if by_mail:
        with loading_extra("mail", "play by mail needs PyNaCl"):
            laid = workspace.by_mail((args.module, args.situation) if is_new else args.mail, chosen, at)
    elif not is_new:
        laid = workspace.resume(args.resume, at)
    elif args.situation is not None:
        seed = token_hex(4) if args.seed is None else args.seed  # nobody knows the dice from the last game
        laid = workspace.begin(args.module, args.situation, chosen, seed, args.journal, at)
    else:
        return _serve(workspace, args, port or 0, None, chosen)
    tell(laid.found)
    for note in laid.notes:
        print(note)
    if laid.table is None:
        return 0
    if port is not None:
        return _serve(workspace, args, port, laid, chosen)
    from hexlaw.compiler.desk.table.session import Session  # takes as long to load as all else

    with laid.going_on():
        code = Session(laid.table).play()
    for note in laid.after():
        print(note)
    return code


def _picture(args: argparse.Namespace) -> Path | None:
    """Returns where the picture of the game goes; ends the program where that cannot be."""
    path = None if args.draw is None else Path(args.draw)
    if path is not None:
        with writing(path):
            check_place_of_picture(path)
    return path


def _serve(
    workspace: Workspace, args: argparse.Namespace, port: int, laid: Laid | None, chosen: Configuration
) -> int:  # fmt: skip
    """Has the game played in a page, until Ctrl-C; without one, a situation is chosen there."""
    with loading_extra():
        from hexlaw.compiler.studio.serve import served_table
    table, serving = served_table(workspace, args.module if laid is None else laid.module, laid, chosen, port)
    with serving as page:
        print(f"the table is at {page.address} for browsers of this machine; Ctrl-C ends it", flush=True)
        if not args.no_browser:
            webbrowser.open(page.for_browser)
        page.serve()
    for line in table.last_words():
        print(line)
    return 0
