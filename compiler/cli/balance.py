"""`hexlaw balance`: who wins a situation, under which styles of play, and what decides it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hexlaw.compiler.cli.common import check_numbers, command, configuration, write_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.workspace.workspace import CardWanted, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import BalanceCard

EXAMPLES = """examples:
  hexlaw balance tutorial last-fine-day
  hexlaw balance MODULE SITUATION --everything --seconds 600
"""
ARGUMENTS = """
module MODULE  a name, a folder, or `base + add-on`
situation SITUATION
--games N 20  how many games each way of play has against each (default: 20)
--seed TEXT 1  what decides on all chance (default: 1)
--seconds N  how long it may take; the same command goes on from there
--everything  also how a captain plays it, how it stands by turn, what each sort of counter and each rule of the
    situation earns, and when it is even
--keep  keep the card beside the module, in balance/SITUATION.csv: its book prints it
--processes N  how many games are played at once (default: as many as there are processors); the games are the same
"""
add = command("balance", __doc__, ARGUMENTS, EXAMPLES, law=True, json=True)


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
