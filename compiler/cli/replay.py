"""`hexlaw replay`: plays a journal again, step by step, or under other law up to the first answer that differs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import (
    add_configuration,
    bad_use,
    check_side,
    configuration,
    found_or_end,
    read_or_end,
    tell,
)
from hexlaw.compiler.comparing.sides import read_side
from hexlaw.compiler.comparing.unreadable import Unreadable
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.playing.news import ended, entry_in_words
from hexlaw.compiler.playing.screen import Screen
from hexlaw.compiler.situations.games import game_of_journal, modules_of, open_journal
from hexlaw.compiler.wasm.held import side_by_side
from hexlaw.compiler.wasm.target import WHY_BACK, Target, can_run
from hexlaw.runtime.explain import chain_lines, explain_verdict
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.dice import BY_NUMBER
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.replay import Differs, in_short, steps_again
from hexlaw.runtime.words.english import counted

JOURNAL = ".journal"


def add(commands: Any) -> None:
    parser = commands.add_parser("replay", help="play a journal again", description=__doc__)
    parser.add_argument("journal", metavar="JOURNAL", help="the journal of a game, or a folder of them")
    parser.add_argument("--under", metavar="LAW", help="other law, named as for compare: MODULE with OPTION=on")
    parser.add_argument("--side", metavar="SIDE", help="tell only what this side sees of it, up to the map at the end")
    parser.add_argument("--quiet", action="store_true", help="tell only whether the game can be played so")
    parser.add_argument("--states", action="store_true", help="tell what each answer and throw did")
    parser.add_argument(
        "--first-difference", action="store_true",
        help="play it in the target (WebAssembly) as well, and tell where the two part",
    )  # fmt: skip
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    if args.states and args.side is not None:
        bad_use("`--states` tells what holds in a game, secrets too; leave out `--side`")
    path = Path(args.journal)
    chosen = configuration(args)
    if args.under is None:
        return _all(path, None, chosen, args)
    try:
        with read_side(args.under, chosen) as side:
            return _all(path, side.spec, chosen.merged(side.chosen), args)
    except Unreadable as problem:
        bad_use(str(problem))


def _all(path: Path, spec: str | None, chosen: Configuration, args: argparse.Namespace) -> int:
    """Plays a journal, or those of a folder, again under modules and what is chosen of them."""
    if not os.path.isdir(path):  # of a name that is too long it says no
        return _one(path, spec, chosen, args)
    journals = sorted(path.glob(f"*{JOURNAL}"))
    if not journals:
        bad_use(f"the folder `{path}` holds no journal, a file whose name ends in `{JOURNAL}`")
    codes = []
    for journal in journals:
        print(f"{journal.name}:")
        codes.append(_one(journal, spec, chosen, args))
    print(f"{counted(len(journals), 'game')}, {len(codes) - sum(map(bool, codes))} as written")
    return max(codes)


def _one(path: Path, spec: str | None, chosen: Configuration, args: argparse.Namespace) -> int:
    """Plays one journal again: 0 where all is as written, 1 where something differs."""
    diagnostics = Diagnostics()
    journal = found_or_end(open_journal(path, diagnostics), diagnostics)
    damaged = diagnostics.has_errors
    tell(diagnostics)
    compilation, game = read_or_end(partial(game_of_journal, journal, spec or modules_of(path, journal.header), chosen))
    screen = _screen(compilation, game, args.side)
    if args.first_difference:
        return _held_to_account(game, journal.entries, compilation.law_hash)
    law = compilation.law_hash
    is_own_law = spec is None and chosen == Configuration()
    for number, _ in journal.laws:
        print(f"from answer {number + 1} on, this game was played under changed law")
    if is_own_law and journal.law != law:
        print("the law has changed since this game was played")
    forged = 0
    held = _holding(game, args)
    for step in steps_again(game, journal.entries):
        if isinstance(step, Differs):
            _differs(step, screen)
            return 1
        is_forged = is_own_law and not journal.laws and journal.law == law and step.is_forged
        forged += is_forged
        if is_forged or not args.quiet:
            told_of = f"; the seed throws {step.thrown}" if is_forged else ""
            print(f"{step.number:>5}  {entry_in_words(screen.as_told(step.entry))}{told_of}")
        if args.states:
            now = _holding(game, args)
            sys.stdout.writelines(f"         {line}\n" for line in what_it_did(held, now))
            held = now
    end = f"next: {in_short(game.question)}" if game.question is not None else "the game is over"
    dice = f"; {forged} of its throws are not those of its seed" if forged else ""
    print(f"{len(journal.entries)} answers, all as written{dice}; {end}")
    if game.over:
        sys.stdout.writelines(ended(game))
    if args.side is not None:
        sys.stdout.write(screen.map())
        print(*screen.units(""), sep="\n")
    return 1 if damaged or forged else 0


def _held_to_account(game: Game, entries: Sequence[Entry], law: str) -> int:
    """Plays the same answers in the target, and tells the first thing in which it parts from the machine."""
    if game.chance != BY_NUMBER:
        bad_use("this game was begun with other dice, by which the target cannot throw; play one anew")
    if not can_run():
        bad_use("the target runs on `wasmtime`, which does not run on this machine")
    target = Target(game.agenda, game.setup)
    if target.refusal:
        print("the target cannot carry all of this law:")
        sys.stdout.writelines(f"  {name}: {why}\n" for name, why in sorted(target.refusal.items()))
        return 1
    answers = (entry for entry in entries if not entry.lapsed)

    def answer(game: Game) -> Any | None:
        entry = next(answers, None)
        given = None if entry is None else game.meant(entry.answer)
        return None if given is None or not game.allows(given) else given

    account = side_by_side(target, game, answer)
    print(
        f"{counted(account.questions, 'question')}, {counted(account.answers, 'legal answer')}, "
        f"{counted(account.throws, 'throw')}, {counted(account.values, 'value')} at the end: ",
        end="",
    )
    if account.parting is not None:
        print(f"{account.parting}\n  (law {law}, seed {game.seed}; the journal shows it to whoever has the law)")
        return 1
    back = f"; there the target hands the game back: {WHY_BACK[account.stopped]}" if account.stopped else ""
    print(f"target and machine are alike{back}")
    return 0


def _holding(game: Game, args: argparse.Namespace) -> list[str]:
    """All that holds in a game; nothing where that is not asked for."""
    return game.machine.state.text().split("\n") if args.states else []


def what_it_did(before: list[str], after: list[str]) -> Iterator[str]:
    """What no longer holds, and what holds now."""
    old, new = set(before), set(after)
    yield from (f"- {line}" for line in before if line and line not in new)
    yield from (f"+ {line}" for line in after if line and line not in old)


def _screen(compilation: Compilation, game: Game, side: str | None) -> Screen:
    """What shows a game to a side, or to everybody; ends the program where there is no such side."""
    if side is not None:
        check_side(side, game.law)
    return Screen(game, read_or_end(compilation.style), {}, side)


def _differs(differs: Differs, screen: Screen) -> None:
    print(f"{differs.number:>5}  {entry_in_words(screen.as_told(differs.entry))}")
    if not screen.may_read(differs.entry):
        print("here it differs")
        return
    print(f"here it differs: {differs.message}")
    if differs.stop is not None:
        sys.stdout.writelines(f"  {line}\n" for line in chain_lines(differs.stop, screen.position))
    if differs.verdict is not None:
        position = screen.position
        sys.stdout.write(explain_verdict(differs.verdict, screen.game.law, position, f"may {differs.entry.asked}"))
