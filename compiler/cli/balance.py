"""`hexlaw balance`: who wins a situation, under which styles of play, and what decides it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hexlaw.compiler.cli.common import check_numbers, configuration, write_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.workspace.workspace import CardWanted, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import BalanceCard


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    check_numbers(args, "games", "seconds", "processes")
    wanted = CardWanted(args.games, args.seed, args.seconds, args.everything, args.processes, args.keep)
    progress = Progress(args.games)

    def heard(_: BalanceCard, played: int, wanted: int) -> None:
        progress.number = wanted
        if played:
            progress.finished(played)

    try:
        card = Workspace().balance_card(args.module, args.situation, wanted, chosen, heard=heard)
    finally:
        progress.over()
    if args.json:
        write_json(card.as_data())
        return 0
    print("\n".join(card.lines(everything=args.everything)))
    return 0
