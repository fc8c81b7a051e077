"""`hexlaw replay`: plays a journal again, step by step, or under other law up to the first answer that differs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.cli.common import bad_use, configuration, tell
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.words.english import counted

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import Replay


def run(args: argparse.Namespace) -> int:
    if args.states and args.side is not None:
        bad_use("`--states` tells what holds in a game, secrets too; leave out `--side`")
    with Workspace().journals(Path(args.journal), args.under, configuration(args)) as journals:
        if not journals.is_folder:
            return _one(journals.replay(journals.paths[0], args.side), args)
        codes = []
        for path in journals.paths:
            print(f"{path.name}:")
            codes.append(_one(journals.replay(path, args.side), args))
        print(f"{counted(len(codes), 'game')}, {len(codes) - sum(map(bool, codes))} as written")
        return max(codes)


def _one(replay: Replay, args: argparse.Namespace) -> int:
    """Plays one journal again: 0 where all is as written, 1 where something differs."""
    from hexlaw.compiler.workspace.replaying import ReplayDifference

    tell(replay.found)
    for number in replay.changed_at:
        print(f"from answer {number} on, this game was played under changed law")
    if replay.is_changed:
        print("the law, or Hexlaw, has changed since this game was played")
    forged = 0
    held = replay.holding() if args.states else []
    for step in replay.steps():
        if isinstance(step, ReplayDifference):
            print(f"{step.number:>5}  {step.text}")
            print("here it differs" if step.message is None else f"here it differs: {step.message}")
            sys.stdout.writelines(f"{line}\n" for line in step.lines)
            return 1
        forged += step.thrown is not None
        if step.thrown is not None or not args.quiet:
            forged_note = f"; the seed throws {step.thrown}" if step.thrown is not None else ""
            print(f"{step.number:>5}  {step.text}{forged_note}")
        if args.states:
            now = replay.holding()
            gone, new = set(held) - set(now), set(now) - set(held)
            changed = [f"- {line}" for line in held if line in gone] + [f"+ {line}" for line in now if line in new]
            sys.stdout.writelines(f"         {line}\n" for line in changed if line[2:])
            held = now
    end = f"next: {replay.next}" if replay.next is not None else "the game is over"
    dice = f"; {forged} of its throws are not those of its seed" if forged else ""
    print(f"{replay.number} answers, all as written{dice}; {end}")
    sys.stdout.writelines(replay.result())
    if args.side is not None:
        print(*replay.shown(), sep="\n")
    return 1 if replay.is_damaged or forged else 0
