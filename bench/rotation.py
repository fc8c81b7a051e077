"""What takes too long for every run of the tests: `python bench/rotation.py` lists it, `--today` runs today's part.

Tests take a part of what is shipped, drawn by the date of the commit, so that a commit passes or fails whenever it is
tried: `drawn`. Under `HEXLAW_WHOLE=yes` they take all of it, and games go to their end. Here that, and the longest runs
of `bench/`, are shared out in parts of a few minutes on two cores; continuous integration runs one a day, one after the
other. `python bench/rotation.py books` runs the part of that name, `--all` runs all. `HEXLAW_DAY=2026-11-26` draws what
was drawn that day.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]


def _day_of_commit() -> str:
    """Returns the day of the last commit, or today where there is none."""
    try:
        command = ["git", "log", "-1", "--format=%cs"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return datetime.now(UTC).date().isoformat()


DAY = os.environ.get("HEXLAW_DAY") or _day_of_commit()
os.environ["HEXLAW_DAY"] = DAY  # processes begun later inherit it
"""The date by which is drawn what is tried of all that could be."""
WHOLE = os.environ.get("HEXLAW_WHOLE", "no") != "no"
"""Whether tests take all that is shipped, and games go to their end."""

PYTEST = "-m pytest -q -x -n 2 --dist loadfile"
OPTIONS = f"bench/options.py --seconds 180 --most-answers 100 --players random,greedy:20 --seed {DAY}"
TARGET = f"bench/options.py --target --ways 40 --every 12 --most-answers 60 --seed {DAY}"
PARTS: dict[str, tuple[str, list[str]]] = {
    "options": (
        "games of all situations under all their options; a sample of three minutes",
        [f"{OPTIONS}-1", f"{OPTIONS}-2"],
    ),
    "referee": (
        "games of programs, looked at by a referee; a sample of some minutes",
        [f"bench/refereed.py --seconds 180 --games 2 --players random --seed {DAY}-1",
         f"bench/refereed.py --seconds 180 --games 2 --players greedy --seed {DAY}-2"],
    ),
    "target": (
        "forty ways to play, in the target and in the machine side by side",
        [f"{TARGET} --part 1/2", f"{TARGET} --part 2/2"],
    ),
    "games": (
        "games to their end with every option that stopped one once, all pictures, every recipe",
        [f"{PYTEST} tests/rules tests/compiler/wasm/test_target.py tests/agreement/test_engines_alike.py"],
    ),
    "books": (
        "books, graphs, words and types of every shipped game",
        [f"{PYTEST} tests/compiler/desk/book tests/runtime/law tests/compiler/cli/test_say.py tests/compiler/check "
         "tests/compiler/test_format.py tests/compiler/test_hostile_modules.py"],
    ),
    "tables": (
        "what is typed at tables of the tutorial, answered by the evaluator alone",
        [f"{PYTEST} tests/compiler/desk/table"],
    ),
    "agreement": (
        "made-up positions of every shipped game, in the target and by the reference",
        [f"{PYTEST} tests/agreement", f"bench/agree.py --laws 8 --seed {DAY.replace('-', '')}"],
    ),
    "bench": (
        "peers, leaks and faults made on purpose at length; see docs/measuring.md",
        [f"{PYTEST} tests/bench", f"bench/mutations.py --count 400 --seed {DAY.replace('-', '')}"],
    ),
    "laws": (
        "laws by lot, in the target and by the reference; edits of them, as `compare` names them",
        [f"bench/laws.py --seconds 110 --seed {DAY}-1", f"bench/laws.py --seconds 110 --seed {DAY}-2",
         f"bench/named.py --edits 100 --seed {DAY}"],
    ),
    "cards": (
        "cards of situations that are missing or out of date (docs/balance.md); what it writes is to be committed",
        ["bench/cards.py --seconds 300 --processes 2"],
    ),
    "wheel": (
        "a wheel, built twice to the same bytes",
        [f"{PYTEST} tests/packaging"],
    ),
    "check": (
        "what `check` keeps, over edits of shipped law, in one process and in several",
        [f"{PYTEST} tests/compiler/checking tests/compiler/cli/test_run.py tests/compiler/desk/compare/test_balance.py"
         " tests/compiler/parse"],
    ),
}  # fmt: skip
"""What is run by rotation: what it is about, and its commands, which run at the same time."""


def drawn(things: Iterable[T], count: int) -> list[T]:
    """Returns so many of them, each day others; all where everything is to be tried."""
    found = sorted(things, key=str)
    return found if WHOLE else sorted(Random(DAY).sample(found, min(count, len(found))), key=str)


DAYS = {
    "tests/in-browser": 4, "tests/bench": 5, "tests/compiler/wasm": 3, "tests/rules": 3, "tests/stops": 3,
    "tests/packaging": 3, "tests/earlier": 3, "tests/agreement": 2, "tests/compiler/desk/book": 2,
    "tests/compiler/desk/compare": 2,
}  # fmt: skip
"""The folders whose tests take long. `make test` runs each of their tests once in so many days."""


def is_due(test: str) -> bool:
    """Whether a test, by its id, is one of those of today."""
    days = next((days for folder, days in DAYS.items() if test.startswith(f"{folder}/")), 1)
    return WHOLE or (crc32(test.encode()) + date.fromisoformat(DAY).toordinal()) % days == 0


def of_today() -> str:
    return [*PARTS][date.fromisoformat(DAY).toordinal() % len(PARTS)]


def listed() -> Iterable[str]:
    yield f"Not run, because it takes too long: the tests took a part of what is shipped, drawn by the date ({DAY})."
    each = ", ".join(f"{folder} in {days} days" for folder, days in DAYS.items())
    yield f"Of these folders each test is run once in some days: {each}."
    yield "`HEXLAW_WHOLE=yes make tests` takes all of it. In parts of a few minutes, of which one is run each day:"
    for name, (what, _) in PARTS.items():
        yield f"  python bench/rotation.py {name:10} {what}{' (of today)' * (name == of_today())}"
    yield "Fuzzing, faults and measurements of hours have scripts of their own in bench/: docs/measuring.md says when."


def run(name: str, minutes: float | None) -> bool:
    """Runs a part; what has not ended in time is stopped: a test that fails has ended it before."""
    what, commands = PARTS[name]
    print(f"hexlaw rotation: {name}: {what}", flush=True)
    environment = os.environ | {"HEXLAW_WHOLE": "yes"}
    begun = [subprocess.Popen([sys.executable, *words.split()], cwd=ROOT, env=environment) for words in commands]
    until = None if minutes is None else monotonic() + minutes * 60
    return not any([_ended(process, until) for process in begun])


def _ended(process: subprocess.Popen[bytes], until: float | None) -> int:
    """Returns the exit code of a process, 0 where there was no time for its end."""
    try:
        return process.wait(None if until is None else max(0.0, until - monotonic()))
    except subprocess.TimeoutExpired:
        print(f"hexlaw rotation: no time for the end of: {' '.join(map(str, process.args))}", flush=True)  # type: ignore[arg-type]
    process.send_signal(signal.SIGINT)  # pytest then prints what failed so far
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts to run")
    parser.add_argument("--today", action="store_true", help="run the part of today")
    parser.add_argument("--all", action="store_true", help="run all of them")
    parser.add_argument("--minutes", type=float, help="stop what has not ended after so long")
    args = parser.parse_args(argv)
    wanted = [*PARTS] if args.all else [*args.parts, *[of_today()] * args.today]
    if not wanted:
        print("\n".join(listed()))
    return 0 if all([run(name, args.minutes) for name in wanted]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
