"""`hexlaw run`: programs play a situation against each other, once or many times; prints what came of it."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from hexlaw.compiler.cli.common import check_numbers, configuration, part_of, write_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.workspace.workspace import Games, Workspace


def run(args: argparse.Namespace) -> int:
    chosen, workspace = configuration(args), Workspace()
    check_numbers(args, "games", "most_answers", "processes")
    if args.situation is None:
        return _list(workspace, args.module)
    how = Games(
        args.players, args.games, args.seed, args.journals, args.reference, args.most_answers, args.processes,
        args.results, part_of(args, "`--games`: name `--results`"),
    )  # fmt: skip
    if args.preset:
        chosen = workspace.with_preset(args.module, args.preset, chosen)
    with Progress(args.games) as progress:
        ran = workspace.run(
            args.module, args.situation, how, chosen, answered=progress.answered, finished=progress.finished,
            warn=print if args.part else partial(print, "hexlaw:", file=sys.stderr),
        )  # fmt: skip
    if args.json and not args.part:
        write_json(ran.as_data())
    elif not args.part:
        print("\n".join(ran.lines()))
    return int(not args.part and (any(game.stopped for game in ran.games) or not ran.activity.is_whole))


def _list(workspace: Workspace, module: str) -> int:
    name, _, situations = workspace.situations(module)
    print(f"{name} has {'the situations' if situations else 'no situation that can be played'}")
    for situation, title in situations.items():
        print(f"  {situation}  {title or '(not declared in the law)'}")
    for preset, said in workspace.presets(module).items():
        print(f"--preset {preset}  {said.title}: {said.suits}")
    return 0
