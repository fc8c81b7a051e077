"""Games of programs, looked at by a referee: how many break what must hold, in which situations, and by which rule.

    python bench/refereed.py                                20 random and 20 greedy games of each: many hours of a core
    python bench/refereed.py --games 2 --seconds 900        as far as it comes; each round gives every situation a game
    python bench/refereed.py --situations panzer-leader/remagen --journals kept

Games are played as WebAssembly, and played again by the reference. Journals of games with a remark are kept where
`--journals` says; `hexlaw referee` plays each again. The exit code is 1 if there is a remark.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.workspace.workspace import Games, Workspace

EXERCISES = (
    "panzer-leader/beach-landing", "panzer-leader/mined-line", "panzer-leader/over-the-brook",
    "panzer-leader/smoke-and-haste", "panzer-leader-1940/stalked-tanks", "panzerblitz/field-works",
    "panzerblitz/special-arms", "panzerblitz + panzerbitz/unseen-guns", "panzer-leader + panzerbitz/called-fire",
)  # fmt: skip
PUBLISHED = (
    "panzer-leader/remagen", "panzer-leader/celles", "panzer-leader/elsenborn-ridge", "panzer-leader/anticlimax",
    "panzer-leader/goodwood", "panzerblitz/rear-area-raid", "panzerblitz/battle-of-minsk",
    "panzerblitz/drive-on-stalino", "panssari-salama/saija", "paths-of-rommel/dinant",
)  # fmt: skip
"""Ten of those that were printed."""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each situation by each program")
    parser.add_argument("--players", default="random,greedy", help="the programs")
    parser.add_argument("--situations", nargs="*", default=[*EXERCISES, *PUBLISHED], metavar="MODULE/SITUATION")
    parser.add_argument("--seed", default=datetime.now(UTC).date().isoformat())
    parser.add_argument("--seconds", type=int, help="begin no game after so long")
    parser.add_argument("--journals", type=Path, default=Path("refereed"), help="where games with a remark are kept")
    args = parser.parse_args(argv)
    begun, workspace = monotonic(), Workspace()
    Random(args.seed).shuffle(args.situations)  # so that short runs see others each time
    played = dict.fromkeys(args.situations, 0)
    wrong = answers = 0
    for number in range(args.games):
        for player in args.players.split(","):
            for situation in args.situations:
                if args.seconds is not None and monotonic() - begun > args.seconds:
                    continue
                module, _, name = situation.rpartition("/")
                with TemporaryDirectory() as folder:
                    how = Games(player, 1, f"{player}-{args.seed}-{number}", folder, processes=1)
                    workspace.run(module, name, how)
                    for refereed in workspace.referee([folder]):
                        played[situation] += 1
                        answers += refereed.answers
                        wrong += bool(refereed.remarks)
                        told = f"{situation} {how.seed}: {refereed.answers} answers, {len(refereed.remarks)} remarks"
                        print(told, file=sys.stderr, flush=True)
                        for remark in refereed.remarks:
                            print(f"{remark.place} {remark.sort}: {remark.rule}: {'; '.join(remark.texts)}", flush=True)
                        if refereed.remarks:
                            args.journals.mkdir(parents=True, exist_ok=True)
                            shutil.copy(Path(folder, refereed.name), args.journals)
    for situation, games in played.items():
        print(f"{situation}: {games}")
    print(f"{sum(played.values())} games, {answers:,} answers, {wrong} games with a remark")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
