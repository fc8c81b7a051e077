"""Does a sweep lose or double a pair when its process is killed? Kills by lot, then the sweep is run to its end.

    python bench/sweep_kills.py --kills 100

Each kill comes a moment after some more pairs were put in, so that it falls inside the sweep, often while one is put
in. The same sweep is played once without interruption. Printed: kills, and the pairs that are missing, unlike those of
the sweep that nobody interrupted, or there twice.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
MOST_BETWEEN, LOOK, MAX_LENGTH = 4, 0.05, 0.4  # pairs; seconds
SWEEP = ("compare", "tutorial", "tutorial with clouds=on", "last-fine-day", "--no-cases", "--players", "greedy")


def command(path: Path, pairs: int) -> list[str]:
    start = f"import sys; sys.path.insert(0, {str(ROOT / '.links')!r}); from hexlaw.compiler.cli import main; main()"
    return [sys.executable, "-c", start, *SWEEP, "--pairs", str(pairs), "--results", str(path)]


def kept(path: Path) -> list[tuple[str, str, int, bytes]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT * FROM pairs ORDER BY sweep, seed, seating").fetchall()


def number(path: Path) -> int:
    try:
        with closing(sqlite3.connect(path)) as file:
            return int(file.execute("SELECT count(*) FROM pairs").fetchone()[0])
    except sqlite3.OperationalError:
        return 0  # the file has no table yet


def killed(path: Path, pairs: int, random: Random) -> int:
    """Kills a sweep a moment after it has put in some more pairs; how many there were then."""
    enough = number(path) + random.randint(1, MOST_BETWEEN)
    running = subprocess.Popen(command(path, pairs), stdout=subprocess.DEVNULL, start_new_session=True)
    while number(path) < enough and running.poll() is None:
        time.sleep(LOOK)
    time.sleep(random.uniform(0, MAX_LENGTH))
    with suppress(ProcessLookupError):  # it is over
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    return number(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pairs", type=int, help="without it, ten for each kill: so many that each falls inside")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    random, pairs = Random(args.seed), args.pairs or 10 * args.kills
    with TemporaryDirectory() as folder:
        whole, torn = Path(folder, "whole.sqlite"), Path(folder, "torn.sqlite")
        subprocess.run(command(whole, pairs), stdout=subprocess.DEVNULL, check=False)
        grown = [killed(torn, pairs, random) for _ in range(args.kills)]
        subprocess.run(command(torn, pairs), stdout=subprocess.DEVNULL, check=False)
        expected, found = kept(whole), kept(torn)
    keys = [row[:3] for row in found]
    inside = sum(1 for so_far in grown if so_far < pairs)
    print(f"{args.kills} kills, {inside} of them before the sweep was complete; pairs kept after each: {grown}")
    missing, twice = len(set(expected) - set(found)), len(keys) - len(set(keys))
    print(f"of {len(expected)} pairs {missing} missing or unlike, {twice} twice")
    return int(expected != found)


if __name__ == "__main__":
    raise SystemExit(main())
