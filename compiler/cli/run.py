"""`hexlaw run`: programs play a situation against each other, once or many times; prints what came of it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import (
    add_command,
    add_configuration,
    add_json,
    bad_use,
    check_numbers,
    check_side,
    compiled,
    configuration,
    end,
    found_or_end,
    listed_in,
    read_or_end,
    tell,
)
from hexlaw.compiler.cli.common import write_json as write_as_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.files import free_name
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.load import load
from hexlaw.compiler.parse.parse import save_parsed
from hexlaw.compiler.parse.syntax import Situation
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.processes import MOST_TASKS, Interrupts, in_parts, processors, shared_out
from hexlaw.compiler.programs import PROGRAMS, at_the_table, program_of, programs_of
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.compiler.situations.games import JournalFile, Prepared, Unwritable, header_of, journal_name, prepare
from hexlaw.compiler.situations.played_out import MOST_ANSWERS, came_of
from hexlaw.compiler.situations.scripted_answers import ScriptedAnswers, read_scripted_answers
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.situations.tally import Played, as_json, summary
from hexlaw.compiler.wasm.seated import target_of
from hexlaw.compiler.wasm.target import CHANCE, Program, Target, can_run, is_worth_it
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, Unfit
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats
from hexlaw.runtime.relations import grouped

EXAMPLES = """examples:
  hexlaw run tutorial last-fine-day
  hexlaw run tutorial last-fine-day --players greedy,random --games 20 --seed spring
  hexlaw run tutorial early-snow --players sunside=search,shadeside=greedy --journals played
"""
SCRIPTED = "scripted"
"""The player whose answers are written in a file, as in `scripted:opening.txt`."""


def add(commands: Any) -> None:
    parser = add_command(commands, "run", "let programs play a situation", __doc__, EXAMPLES)
    parser.add_argument("module", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument("situation", metavar="SITUATION", nargs="?", help="left out, the situations are listed")
    parser.add_argument(
        "--players", default="random", metavar="NAMES",
        help=f"{', '.join(PROGRAMS)} or {SCRIPTED}:FILE: one for all, one for each in their order, or SIDE=NAME; where "
        "a side has players, PLAYER=NAME; "
        "`greedy:2000` looks at more positions than `greedy`",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games (default: 1)")
    parser.add_argument(
        "--processes", type=int, metavar="N",
        help="how many games are played at once (default: as many as there are processors); the games are the same",
    )  # fmt: skip
    parser.add_argument("--seed", default="1", metavar="TEXT", help="what decides on all chance (default: 1)")
    parser.add_argument("--journals", metavar="FOLDER", help="keep the journal of every game there")
    parser.add_argument(
        "--reference", action="store_true",
        help="play by the reference evaluator, not as WebAssembly: the games are the same, and take longer",
    )  # fmt: skip
    parser.add_argument(
        "--most-answers", type=int, default=MOST_ANSWERS, metavar="N",
        help=f"a game that is not over then is given up (default: {MOST_ANSWERS:,})",
    )  # fmt: skip
    add_configuration(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    check_numbers(args, "games", "most_answers", "processes")
    if args.situation is None:
        return _list(args.module, as_json_=args.json)
    compilation = compiled(args.module, as_json_=args.json)
    diagnostics = Diagnostics()
    prepared = prepare(compilation, args.situation, chosen, diagnostics)
    prepared = found_or_end(prepared, diagnostics, as_json_=args.json)
    seeds = [args.seed if args.games == 1 else f"{args.seed}-{number}" for number in range(1, args.games + 1)]
    _refuse_to_write_over([_path(args, seed) for seed in seeds] if args.journals else [])
    named = names_of(args.players, prepared)
    begun(named, prepared, seeds[0])  # what cannot play ends the program here, not in a process of its own
    progress = Progress(args.games)
    target, programs = _target(prepared, named, args), programs_of(named)
    whole = target is not None and programs is not None and not args.reference and not args.journals
    if not whole:
        prepared.game(seeds[0])  # what all processes know is found out before there are several

    def play(seed: str) -> Played | Unplayed:
        if target is not None and programs is not None and whole:
            found = _played_by(target, programs, seed, args, progress)
            if found is not None:
                return found
        game = prepared.game(seed)
        try:
            return _play(game, begun(named, game, seed, lambda: target), compilation, args, chosen, progress)
        except Unfit as unfit:
            question = game.question
            assert isinstance(question, Take | Choose)
            return Unplayed(question.who if question.who in named else question.side, unfit)
        except Unwritable as problem:
            return Unplayed("", problem)

    games: list[Played] = []
    with collect_garbage_seldom():
        for played in _in_processes(play, seeds, args.processes or processors()):
            if isinstance(played, Unplayed):
                progress.over()
                _tell_unplayed(played, named, args.json)
                return 2
            games.append(played)
            progress.finished(len(games))
    progress.over()
    if args.json:
        write_as_json(as_json(args.module, args.situation, named, by_side(named, prepared), games))
    else:
        print("\n".join(summary(games, by_side(named, prepared))))
    return 1 if any(g.stopped for g in games) else 0


def _list(spec: str, *, as_json_: bool) -> int:
    """Lists the situations of a module, with what they are called; its law is read, not compiled."""
    diagnostics = Diagnostics()
    chain = load(spec, diagnostics)
    items = [] if chain is None else [placed.item for placed in place_items(chain, diagnostics)]
    if chain is None or diagnostics.has_errors:
        end(diagnostics, as_json_=as_json_)
    save_parsed(law for layer in chain.layers for law in layer.laws)
    titles = {item.name.text: item.title for item in items if isinstance(item, Situation)}
    names = sorted(situation_files(chain))
    print(f"{chain.name} has {'the situations' if names else 'no situation that can be played'}")
    for name in names:
        print(f"  {name}  {titles.get(name, '(not declared in the law)')}")
    return 0


# ---- sides and players


def players_of(text: str, game: Game | Prepared, seed: str) -> dict[str, Player]:
    """The players that `--players` names; ends the program where it names none that there is, or that can play this."""
    return begun(names_of(text, game), game, seed, partial(target_of, game) if isinstance(game, Game) else nothing)


def nothing() -> None:
    """No target."""


def begun(
    named: dict[str, str], game: Game | Prepared, seed: str, find: Callable[[], Target | None] = nothing
) -> dict[str, Player]:
    """The players by who is asked. Programs that look ahead are asked in the target that is found."""
    programs = {seat: name for seat, name in named.items() if name.partition(":")[0] != SCRIPTED}
    for name in programs.values():
        _check_program(name, game)
    written = {seat: _written(name).player() for seat, name in named.items() if seat not in programs}
    return at_the_table(programs, game.position, seed, find, written)


def names_of(text: str, game: Game | Prepared) -> dict[str, str]:
    """The names of the programs by who is asked, as `--players` gives them: by player, or for a side with all of its
    players."""
    at, sides = seats(game.position), game.law.sides
    words = listed_in(text)
    named: dict[str, str] = {}
    if all("=" in word for word in words):
        named = dict(word.split("=", 1) for word in words)
        for who in named:
            if who not in at:
                check_side(who, game.law)
    elif len(words) == 1:
        named = dict.fromkeys(at, words[0])
    elif len(words) in (len(at), len(sides)):
        named = dict(zip(at if len(words) == len(at) else sides, words, strict=True))
    else:
        number = f"{len(sides)} sides" if len(sides) == len(at) else f"{len(at)} players of {len(sides)} sides"
        bad_use(f"`--players {text}` names {len(words)} players for {number}: {', '.join(at)}")
    return {seat: named.get(seat, named.get(side, "random")) for seat, side in at.items()}


def by_side(named: dict[str, str], game: Game | Prepared) -> dict[str, str]:
    """Who plays a side, for those who tell who has won: `random`, or `king greedy, marshal random`."""
    at = seats(game.position)
    told = grouped((at[seat], name if at[seat] == seat else f"{seat} {name}") for seat, name in named.items())
    return {side: ", ".join(names) for side, names in told.items()}


def _check_program(name: str, game: Game | Prepared) -> None:
    """Ends the program where there is no such program, or it cannot play this."""
    try:
        program = program_of(name)
    except ValueError as problem:
        known = [*PROGRAMS, SCRIPTED]
        near = did_you_mean(name, known) or f"there are: {', '.join(known)}"
        wanting = "" if name.partition(":")[0] in PROGRAMS else f"; {near}"
        bad_use(f"{problem}{wanting}")
    if program != CHANCE and game.setup.worth is None:
        wanting = "no advice says what a position is worth, by goals or by `worth(s: side)`"
        bad_use(f"`{name}` cannot play this: {wanting}; `random` can")


def _written(name: str) -> ScriptedAnswers:
    """The answers that `scripted:FILE` names; ends the program where they cannot be read."""
    path = name.partition(":")[2]
    if not path:
        bad_use(f"`{SCRIPTED}` plays what is written: name the file with its answers, as in `{SCRIPTED}:opening.txt`")
    return read_or_end(partial(read_scripted_answers, path))


# ---- many games


@dataclass(frozen=True)
class Unplayed:
    """Why a game, and with it the command, cannot go on: a journal, or a script and the side that it plays."""

    side: str
    problem: Unfit | Unwritable


def _in_processes(
    play: Callable[[str], Played | Unplayed], seeds: Sequence[str], processes: int
) -> Iterator[Played | Unplayed]:
    """What comes of the games, in the order of their seeds, whichever is over first."""
    for part in in_parts(seeds, MOST_TASKS):
        tasks = [partial(play, seed) for seed in part]
        with shared_out(tasks, processes) as results:
            yield from results


def _tell_unplayed(unplayed: Unplayed, named: dict[str, str], as_json_: bool) -> None:
    problem = unplayed.problem
    if isinstance(problem, Unwritable):
        bad_use(str(problem))
    diagnostics = Diagnostics()
    _written(named[unplayed.side]).tell(problem, diagnostics)
    tell(diagnostics, as_json_=as_json_)


# ---- games in the target


def _target(prepared: Prepared, named: dict[str, str], args: argparse.Namespace) -> Target | None:
    """The situation as WebAssembly, where a program is to look ahead in it, or all answer by chance and it is worth it;
    None where it cannot be carried whole."""
    programs = {(programs_of({seat: name}) or {}).get(seat) for seat, name in named.items()}
    if programs <= {CHANCE, None}:
        by_chance = not args.reference and not args.journals and programs == {CHANCE}
        if not by_chance or not is_worth_it(prepared.key, args.games):
            return None
    if not can_run():
        print(
            "`wasmtime` does not run on this machine: the games are played in Python, which takes longer",
            file=sys.stderr,
        )
        return None
    target = Target(prepared.agenda, prepared.setup, prepared.key)
    if target.refusal:
        return None
    assert target.compiled  # once, for all processes
    return target


def _played_by(
    target: Target, programs: dict[str, Program], seed: str, args: argparse.Namespace, progress: Progress
) -> Played | None:  # fmt: skip
    """A game that the target plays to its end; None where it hands the game back, which then is played from the start
    and comes to the same place."""
    position = target.setup.position
    players, programs = keys_of_players(position, seed), by_seat_and_side(programs, position)

    def going_on() -> None:
        Interrupts.look()
        progress.answered(0)

    found = target.play(seed, players, args.most_answers, going_on, programs=programs)
    if found.stopped:
        return None
    winner = None if found.winner is None else str(found.winner)
    return Played(seed, winner, found.told, found.decisions, found.throws)


# ---- one game


def _play(
    game: Game, players: dict[str, Player], compilation: Compilation, args: argparse.Namespace, chosen: Configuration,
    progress: Progress,
) -> Played:  # fmt: skip
    played, path = Played(game.seed), _path(args, game.seed)
    try:
        if args.journals:
            file = JournalFile(path, header_of(compilation, args.module, game, chosen, path))
            file.begin()
            game.written = file.add  # nothing that was answered is lost when the program is ended
        played = came_of(game, players, args.most_answers, lambda: progress.answered(len(game.entries)))
        if args.journals:
            played.journal = str(path)
        elif played.stopped:
            path = free_name(path)
            file = JournalFile(path, header_of(compilation, args.module, game, chosen, path))
            file.journal.entries.extend(game.entries)
            file.begin()
            played.journal = str(path)
    except Unwritable as problem:
        if args.journals:
            raise
        print(f"hexlaw: {problem}", file=sys.stderr)
    return played


def _path(args: argparse.Namespace, seed: str) -> Path:
    """Where the journal of a game is kept; of one that stops, also where none is asked for."""
    return Path(args.journals or ".") / journal_name(args.situation, seed)


def _refuse_to_write_over(paths: list[Path]) -> None:
    taken = next((path for path in paths if os.path.lexists(path)), None)
    if taken is not None:
        bad_use(f"`{taken}` is there already; name another folder by `--journals`, or another `--seed`")
