"""`hexlaw balance`: who wins a situation, under which styles of play, and what decides it."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from hexlaw.compiler.cli.common import check_numbers, configuration, part_of, write_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.workspace.workspace import CardWanted, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import BalanceCard


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    check_numbers(args, "games", "seconds", "processes")
    part = part_of(args, "the games: name `--results`, and no `--keep`", fits=not args.keep)
    wanted = CardWanted(
        args.games, args.seed, args.seconds, args.everything, args.processes, args.keep, args.results, part
    )  # fmt: skip
    progress, say = Progress(args.games), print if args.part else partial(print, "hexlaw:", file=sys.stderr)

    def heard(_: BalanceCard, played: int, wanted: int) -> None:
        progress.number = wanted
        if played:
            progress.finished(played)

    with progress:
        card = Workspace().balance_card(args.module, args.situation, wanted, chosen, heard=heard, say=say)
    if args.json and not args.part:
        write_json(card.as_data())
    elif not args.part:
        print("\n".join(card.lines(everything=args.everything)))
    return 0
