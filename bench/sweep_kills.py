"""Does a sweep lose or double a pair when its process is killed? Kills by lot, then the sweep is run to its end.

    python bench/sweep_kills.py --kills 100 --pairs 60

The same sweep is played once without interruption. Printed: kills, and the pairs that are missing, unlike those of the
sweep that nobody interrupted, or there twice.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SWEEP = ("compare", "tutorial", "tutorial with clouds=on", "last-fine-day", "--no-cases", "--players", "random")


def command(path: Path, pairs: int) -> list[str]:
    start = f"import sys; sys.path.insert(0, {str(ROOT / '.links')!r}); from hexlaw.compiler.cli import main; main()"
    return [sys.executable, "-c", start, *SWEEP, "--points", "0", "--pairs", str(pairs), "--results", str(path)]


def kept(path: Path) -> list[tuple[str, str, int, str]]:
    with sqlite3.connect(path) as file:
        rows = file.execute("SELECT * FROM pairs ORDER BY sweep, seed, seating").fetchall()
    return [
        (sweep, seed, seating, json.dumps(json.loads(played), sort_keys=True)) for sweep, seed, seating, played in rows
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    random = Random(args.seed)
    with TemporaryDirectory() as folder:
        whole, torn = Path(folder, "whole.sqlite"), Path(folder, "torn.sqlite")
        subprocess.run(command(whole, args.pairs), stdout=subprocess.DEVNULL, check=False)
        grown = []
        for _ in range(args.kills):
            running = subprocess.Popen(command(torn, args.pairs), stdout=subprocess.DEVNULL, start_new_session=True)
            time.sleep(random.uniform(1, 8))
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            grown.append(len(kept(torn)) if torn.exists() else 0)
        subprocess.run(command(torn, args.pairs), stdout=subprocess.DEVNULL, check=False)
        expected, found = kept(whole), kept(torn)
    keys = [row[:3] for row in found]
    print(f"{args.kills} kills; pairs that were kept after each: {grown}")
    missing, twice = len(set(expected) - set(found)), len(keys) - len(set(keys))
    print(f"of {len(expected)} pairs {missing} missing or unlike, {twice} twice")
    return int(expected != found)


if __name__ == "__main__":
    raise SystemExit(main())
