"""`hexlaw play`: plays a situation in the terminal, alone, with somebody beside you, or against a program."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from hexlaw.compiler.cli.common import (
    add_configuration,
    bad_use,
    check_place_of_picture,
    check_side,
    compiled,
    configuration,
    found_or_end,
    read_or_end,
    tell,
)
from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.files import free_name, why_not
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.playing.live import LivePicture
from hexlaw.compiler.playing.screen import Screen
from hexlaw.compiler.playing.sitting import Sitting
from hexlaw.compiler.playing.table import Table
from hexlaw.compiler.programs import PROGRAMS
from hexlaw.compiler.situations.games import (
    JournalFile,
    Unwritable,
    begin_game,
    game_of_journal,
    header_of,
    modules_of,
    open_journal,
)
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.play.seating import in_the_game, seats

if TYPE_CHECKING:
    from hexlaw.compiler.playing.serving import PictureServer


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "play", help="play a situation in the terminal", description=__doc__,
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
    if args.against is not None and args.against.partition(":")[0] not in PROGRAMS:
        known = f"there are: {', '.join(PROGRAMS)}"
        bad_use(f"there is no player `{args.against}`; {did_you_mean(args.against, list(PROGRAMS)) or known}")
    if args.resume:
        table = _resumed(args)
    else:
        if args.module is None or args.situation is None:
            bad_use("what is to be played? give a module and a situation; `hexlaw run MODULE` lists its situations")
        table = _begun(args)
    server = None if table.picture is None else table.picture.server
    try:
        with collect_garbage_seldom():
            return _on_one_screen(table) if _has_a_screen(args.plain) else Sitting(table).play()
    finally:
        if server is not None:
            server.close()


def _has_a_screen(plain: bool) -> bool:
    """Whether there is a terminal that can be drawn on, with a library that draws, and nobody wants it plain."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return not plain and terminal and find_spec("prompt_toolkit") is not None


def _on_one_screen(table: Table) -> int:
    from hexlaw.compiler.playing.one_screen import OneScreen  # slow to load, and of no use to a pipe

    screen = OneScreen(table.words)
    table.screen.window, table.screen.columns = screen.window, screen.columns
    table.ask, table.waits = screen.ask, screen.waits

    def played() -> int:
        sitting = Sitting(table)
        code = sitting.play()
        if table.game.over:
            with suppress(EOFError):
                sitting.stay()  # who has played to the end wants to see it
        return code

    return screen.run(played)


def _begun(args: argparse.Namespace) -> Table:
    chosen = configuration(args)
    compilation = compiled(args.module)
    seed = token_hex(4) if args.seed is None else args.seed  # nobody knows the dice from the last game
    game = read_or_end(partial(begin_game, compilation, args.situation, chosen, seed))
    path = Path(args.journal) if args.journal else free_name(Path(f"{args.situation}.journal"))
    if args.journal and os.path.lexists(path):
        bad_use(f"`{path}` is there already; go on with it by `--resume {path}`, or name another by `--journal`")
    file = JournalFile(path, header_of(compilation, args.module, game, chosen, path))
    return _table(args, compilation, game, file, file.begin)


def _resumed(args: argparse.Namespace) -> Table:
    chosen = configuration(args)
    if args.module is not None or args.seed is not None or args.journal is not None or chosen != Configuration():
        bad_use("`--resume` goes on with the game as its journal has it; beside it stand only `--against` and `--side`")
    path = Path(args.resume)
    file = JournalFile(path, {})  # before it is read: nobody else may write to it from here on
    found = Diagnostics()
    journal = found_or_end(open_journal(path, found), found)
    tell(found)
    compilation, game = read_or_end(partial(game_of_journal, journal, modules_of(path, journal.header), None))
    differs = play_again(game, journal.entries)
    if differs is not None:
        print(f"the journal can be followed up to answer {differs.number - 1}: {differs.message}")
    if differs is not None or found.has_errors:
        before = free_name(path.with_name(f"{path.name}.before"))
        try:
            shutil.copy2(path, before)
        except OSError as problem:
            before.unlink(missing_ok=True)  # what there was room for
            bad_use(f"`{path}` cannot be kept as `{before}`: {why_not(problem)}")
        print(f"the game goes on from there; the journal as it was is kept as `{before}`")
    law = compilation.law_hash
    laws = [(number, law) for number, law in journal.laws if number <= len(game.entries)]
    if law != journal.law:
        print("the law has changed since this game was played; it goes on under the law as it is now")
        laws.append((len(game.entries), law))
    file.journal = Journal(journal.header, list(game.entries), laws)
    return _table(args, compilation, game, file, file.write_whole)


def _table(
    args: argparse.Namespace, compilation: Compilation, game: Game, file: JournalFile, keep: Callable[[], None]
) -> Table:
    sides, at = in_the_game(game.setup.position), seats(game.position)
    style = read_or_end(compilation.style)
    mine = args.side or (sides[0] if sides else "")
    if mine not in at:
        check_side(mine, game.law)
    programs: dict[str, Player] = {}
    if args.against is not None:
        others = {seat for seat, side in at.items() if mine not in (seat, side)}
        programs = {who: p for who, p in players_of(args.against, game, game.seed).items() if who in others}
    picture = _picture(args)
    try:
        keep()
    except Unwritable as problem:
        bad_use(str(problem))
    resume = ["hexlaw play --resume", shlex.quote(str(file.path))]
    if programs:
        resume += ["--against", args.against, "--side", mine]  # a journal knows the sides, not who plays them
    screen = Screen(game, style, dict.fromkeys(programs, args.against), at.get(mine, mine) if programs else None)
    table = Table(game, file, screen, programs, " ".join(resume))
    game.written = file.add
    if picture is not None:
        table.picture = drawn = LivePicture(game.title, style, lambda: screen.position, frozenset(programs), *picture)

        def written(entry: Entry) -> None:
            file.add(entry)
            drawn.note(screen.as_told(entry))

        game.written = written
    return table


def _picture(args: argparse.Namespace) -> tuple[Path | None, PictureServer | None] | None:
    """Where the picture of the game goes; ends the program where that cannot be."""
    path = None if args.draw is None else Path(args.draw)
    if path is not None:
        try:
            check_place_of_picture(path)
        except OSError as problem:
            bad_use(f"`{path}` cannot be read: {why_not(problem)}")
    if args.serve is None:
        return None if path is None else (path, None)
    from hexlaw.compiler.playing.serving import PictureServer  # slow to load, and seldom wanted

    port = int(args.serve) if args.serve.isascii() and args.serve.isdigit() and len(args.serve) < 6 else -1
    if not 0 <= port < 65536:
        bad_use(f"`--serve {args.serve}` is not the number of a port, 1 to 65535")
    try:
        server = PictureServer(port)
    except OSError as problem:
        bad_use(f"nothing can be shown at port {port}: {why_not(problem)}")
    print(f"the map is shown at {server.address} to browsers of this machine")
    return path, server
