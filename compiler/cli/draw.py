"""`hexlaw draw`: draws a position as a picture: of a case, of a situation's set-up, or of a game in its journal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import (
    add_command,
    add_configuration,
    bad_use,
    check_side,
    compiled,
    configuration,
    configured,
    found_or_end,
    read_or_end,
    tell,
    write_picture,
)
from hexlaw.compiler.cli.pictures import hex_called, hexes_asked, piece_asked, reach_of, sight_asked, sight_of
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.playing.screen import Screen
from hexlaw.compiler.playing.trails import Trails
from hexlaw.compiler.question import read_question
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.games import game_of_journal, modules_of, open_journal
from hexlaw.compiler.situations.setup import set_up
from hexlaw.compiler.situations.situate import Situation, situate
from hexlaw.compiler.workspace.asked import CaseInFile, NamedCase
from hexlaw.compiler.workspace.positions import case_of
from hexlaw.runtime.drawing.counters import kinds_drawn
from hexlaw.runtime.drawing.sheets import counter_svg, sheets, sheets_of
from hexlaw.runtime.drawing.style import Style
from hexlaw.runtime.drawing.svg import Arrow, Scene, draw_scene, used_hexes
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Configuration, Law
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.play.state import State
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question

MOST_NAMED = 12
FARTHEST = 30

EXAMPLES = """examples:
  hexlaw draw tutorial last-fine-day -o begin.svg
  hexlaw draw tutorial --case shoving.ram-and-ewe -o push.svg
  hexlaw draw game.journal --at 40 --as sunside -o now.svg
  hexlaw draw MODULE --counters -o sheet.svg
"""


@dataclass
class Drawn:
    """A position to be drawn, with its law and what is pointed out in it."""

    law: Law
    position: Position
    title: str
    style: Style
    marked: tuple[Hex, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    is_cut: bool = False
    """Whether only the part of the map is shown where something is."""
    seen: tuple[Hex, Hex] | None = None
    """A line of sight that is asked about."""
    reaches: str = ""
    """A piece whose reach is asked about."""


def add(commands: Any) -> None:
    parser = add_command(commands, "draw", "draw a position, or counters, as a picture", __doc__, EXAMPLES)
    parser.add_argument("module", metavar="MODULE|JOURNAL", help="a module, or the journal of a game")
    parser.add_argument("situation", metavar="SITUATION", nargs="?", help="draw what a situation begins with")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the picture goes; to standard output if not said")
    what = parser.add_argument_group("what is drawn")
    what.add_argument("--case", metavar="ID", help="the position of one of the module's cases")
    what.add_argument("--position", metavar="FILE[#ID]", help="the position of a case in a file of yours")
    what.add_argument("--at", metavar="N", help="of a journal: how it stands after N answers; at its end if not said")
    what.add_argument("--as", metavar="SIDE", dest="side", help="only what this side sees")
    what.add_argument(
        "--counters", action="store_true", help="sheets of counters in true size: of all charts, or of SITUATION"
    )
    what.add_argument("--counter", metavar="TYPE", help="one counter of the unit charts in true size")
    what.add_argument("--back", action="store_true", help="their backs")
    how = parser.add_argument_group("how it is drawn")
    how.add_argument("--around", nargs=2, metavar=("NAME", "N"), help="only the map up to N hexes from a hex or piece")
    how.add_argument("--whole", action="store_true", help="the whole map, also for a case")
    how.add_argument("--legend", action="store_true", help="with a legend")
    how.add_argument("--no-stacks", action="store_true", help="without the stacks side by side below the map")
    how.add_argument("--reach", metavar="PIECE", help="where a piece can get to, with what it costs")
    how.add_argument(
        "--sight", nargs=2, metavar=("A", "B"), action="append", default=[], help="the line of sight between two hexes"
    )
    how.add_argument(
        "--arrow", nargs="+", metavar="HEX", action="append", default=[], help="an arrow along these hexes or pieces"
    )
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    if args.counters or args.counter:
        return _counters(args, chosen)
    if sum(map(bool, (args.situation, args.case, args.position))) > 1:
        bad_use("a picture is of one position: give a situation, `--case` or `--position`")
    is_journal = _is_journal(args)
    drawn = _journal(args, chosen) if is_journal else _of_module(args, chosen)
    if args.side is not None and not is_journal:  # a game knows besides what was revealed
        check_side(args.side, drawn.law)
        drawn.position = State(drawn.position).view(args.side)
    return _written(args, _picture(args, drawn))


def listed(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more or "none"


def _written(args: argparse.Namespace, picture: str) -> int:
    if args.output is None:
        sys.stdout.write(picture)
        return 0
    return write_picture(Path(args.output), picture)


# -- counters


def _counters(args: argparse.Namespace, chosen: Configuration) -> int:
    """The counters of the unit charts, one or all, or those that a situation begins with: a file for each sheet."""
    compilation = compiled(args.module)
    style = read_or_end(compilation.style)
    graph = compilation.graph
    names = [*graph.units, *kinds_drawn(graph, style)]
    if args.counter:
        if args.counter not in names:
            hint = did_you_mean(args.counter, names) or f"there are: {listed(names)}"
            bad_use(f"{compilation.name} has no counter `{args.counter}`; {hint}")
        return _written(args, counter_svg(graph, style, args.counter, back=args.back))
    if args.situation is not None:
        diagnostics = Diagnostics()
        drawn = found_or_end(_situation(compilation, args.situation, chosen, style, diagnostics), diagnostics)
        standing = [thing for thing in drawn.position.things.values() if graph.kinds[thing.kind].holders]
        pages = sheets_of([(drawn.position, thing) for thing in standing], style, title=f"counters of {drawn.title}")
    else:
        pages = sheets(graph, style, [(name, 1) for name in names], title=f"counters of {compilation.name}")
    if not pages:
        bad_use(f"{compilation.name} has no counters: it has no unit charts, and its style draws no kinds")
    pictures = [page.back if args.back else page.front for page in pages]
    if len(pictures) == 1:
        return _written(args, pictures[0])
    if args.output is None:
        bad_use(f"there are {len(pictures)} sheets; name a file by `-o`, which then gets a number for each")
    path = Path(args.output)
    codes = [write_picture(path.with_name(f"{path.stem}-{n}{path.suffix}"), p) for n, p in enumerate(pictures, 1)]
    return max(codes)


# -- positions


def _is_journal(args: argparse.Namespace) -> bool:
    is_of_module = args.situation or args.case or args.position
    return not is_of_module and Path(args.module).is_file()


def _of_module(args: argparse.Namespace, chosen: Configuration) -> Drawn:
    if args.at is not None:
        bad_use("`--at` counts the answers of a journal; give the file of one in place of a module")
    compilation = compiled(args.module)
    style = read_or_end(compilation.style)
    diagnostics = Diagnostics()
    if args.situation is not None:
        drawn = _situation(compilation, args.situation, chosen, style, diagnostics)
    elif args.case is None and args.position is None:
        bad_use("what is to be drawn? give a situation, `--case ID`, `--position FILE`, or the journal of a game")
    else:
        drawn = _case(args, compilation, chosen, style, diagnostics)
    drawn = found_or_end(drawn, diagnostics)
    tell(diagnostics)
    return drawn


def _situation(
    compilation: Compilation, name: str, chosen: Configuration, style: Style, diagnostics: Diagnostics
) -> Drawn | None:
    declared = compilation.graph.situations.get(name)
    own = Configuration(situation=name if declared is not None else None)
    law = configured(compilation.graph, own.merged(chosen))
    setup = set_up(compilation, law, name, diagnostics)
    if setup is None:
        return None
    return Drawn(law, setup.position, name if declared is None else declared.title, style)


def _case(
    args: argparse.Namespace, compilation: Compilation, chosen: Configuration, style: Style, diagnostics: Diagnostics
) -> Drawn | None:
    path, _, id_ = (args.position or "").partition("#")
    case = case_of(NamedCase(args.case) if args.case else CaseInFile(path, id_), compilation)
    law = configured(compilation.graph, case.configuration().merged(chosen))
    situation = situate(case, compilation, law, diagnostics)
    if situation is None:
        return None
    drawn = Drawn(law, situation.position, f"case {case.id}", style, is_cut=case.node.get("situation") is None)
    question = _question(case, compilation, situation)
    if question is not None:
        drawn.marked = hexes_asked(question)
        drawn.seen = sight_asked(question, style)
        drawn.reaches = piece_asked(question)
    return drawn


def _question(case: Case, compilation: Compilation, situation: Situation) -> Question | None:
    """What a case asks; nothing where that cannot be read, which `hexlaw test` tells."""
    if case.question is None:
        return None
    return read_question(case.question, compilation.names, situation.map, situation.constants, Diagnostics())


def _journal(args: argparse.Namespace, chosen: Configuration) -> Drawn:
    path = Path(args.module)
    journal = read_or_end(partial(open_journal, path))
    compilation, game = read_or_end(partial(game_of_journal, journal, modules_of(path, journal.header), chosen))
    wanted = len(journal.entries) if args.at is None else _counted(args.at, "--at", len(journal.entries))
    if args.side is not None:
        check_side(args.side, game.law)
    style = read_or_end(compilation.style)
    screen, trails = Screen(game, style, {}, args.side), Trails()
    trails.note(screen.position, None, anew=True)
    for step in steps_again(game, journal.entries[:wanted]):
        if isinstance(step, Differs):
            bad_use(f"the game cannot be followed up to there: at answer {step.number}, {step.message}")
        trails.note(screen.position, screen.as_told(step.entry), anew=step.entry.asked == ACTION)
    marked = trails.picked(screen.position) if isinstance(game.question, Choose) else ()
    return Drawn(game.law, screen.position, f"{game.title}, after {wanted} answers", style, marked, trails.arrows)


def _counted(text: str, option: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        bad_use(f"`{option} {text}` is not a number from 0 to {most}")
    return int(text)


def _picture(args: argparse.Namespace, drawn: Drawn) -> str:
    position = drawn.position
    pairs = [(hex_called(position, here), hex_called(position, there)) for here, there in args.sight]
    if not pairs and drawn.seen is not None:
        pairs.append(drawn.seen)
    sights = tuple(sight_of(drawn.law, position, drawn.style, *pair) for pair in pairs)
    ways = [tuple(hex_called(position, name) for name in names) for names in args.arrow]
    for way in ways:
        if len(way) < 2:
            bad_use("an arrow goes through two hexes at least")
    arrows = drawn.arrows + tuple(Arrow(way) for way in ways)
    piece = args.reach or drawn.reaches
    reach = reach_of(drawn.law, position, drawn.style, piece) if piece else {}
    around: tuple[Hex, ...] | None = None
    margin = 1
    if args.around is not None:
        if args.whole:
            bad_use("`--around` shows a part of the map and `--whole` all of it; leave one of them out")
        name, far = args.around
        around, margin = (hex_called(position, name),), _counted(far, "--around NAME", FARTHEST)
    elif drawn.is_cut and not args.whole:
        on_arrows = [h for arrow in arrows for h in arrow.way]
        on_sights = [h for sight in sights for h in (sight.here, sight.there)]
        around = (*used_hexes(position), *drawn.marked, *reach, *on_arrows, *on_sights)
    scene = Scene(
        position, drawn.title, around=around, margin=margin, reach=reach, sights=sights, arrows=arrows,
        marked=drawn.marked, legend=args.legend, stacks=not args.no_stacks,
    )  # fmt: skip
    return draw_scene(scene, drawn.style)
