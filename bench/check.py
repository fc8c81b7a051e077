"""How long checking takes: everything cold, everything warm, and after one rule was edited, as a fresh command and in a
living process. All of it in one run, on copies in a temporary folder.

    python bench/check.py [--runs 5] [--module NAME] [--processes N]

Cold is without a cache and without compiled files of Hexlaw's own; the libraries keep theirs. An edit makes one rule of
the module say one condition more. Medians are told, of the time that passed and of the processors' time, all processes
taken together: where other programs run besides, the second says more. `--processes 1` measures what a machine with one
processor would do.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.processes import processors

ROOT = Path(__file__).resolve().parents[1]
LIVING = """
import sys, time
from hexlaw.compiler.checking.check_modules import check
for line in sys.stdin:
    started, worked = time.perf_counter(), time.process_time()
    checked = check(line.strip())
    print(time.perf_counter() - started, time.process_time() - worked, checked.summary, flush=True)
"""
Took = tuple[float, float]
"""Seconds that passed, and of the processor."""


class Copy:
    """Hexlaw in a folder of its own, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "hexlaw"
        self.cache = folder / "cache"
        for name in ("compiler", "runtime", "rules"):
            shutil.copytree(ROOT / name, self.home / name, ignore=shutil.ignore_patterns("__pycache__"))
        dropped = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
        self.environment = {name: value for name, value in os.environ.items() if name not in dropped}
        self.environment |= {"PYTHONPATH": str(folder), "HEXLAW_CACHE": str(self.cache)}

    def command(self, *words: str) -> Took:
        started, worked = time.perf_counter(), _of_children()
        done = subprocess.run(
            [sys.executable, "-m", "hexlaw.compiler.cli", *words], env=self.environment, capture_output=True, text=True
        )
        took = time.perf_counter() - started, _of_children() - worked
        assert done.returncode == 0, done.stderr
        return took

    def cool(self) -> None:
        shutil.rmtree(self.cache, ignore_errors=True)
        for folder in [*self.home.rglob("__pycache__")]:
            shutil.rmtree(folder)

    def edit(self, module: str, chance: random.Random) -> None:
        """Adds a condition that always holds to one rule of the module."""
        laws = sorted((self.home / "rules" / module).rglob("*.law"))
        rules = [
            (path, found)
            for path in laws
            for found in re.finditer(r"^rule .*\n(?:  .*\n)*?  when [^\"\n]+(?=\n  \S)", path.read_text("utf-8"), re.M)
        ]
        path, found = chance.choice(rules)
        text = path.read_text("utf-8")
        path.write_text(f"{text[: found.end()]}\n  when yes{text[found.end() :]}", "utf-8")

    def living(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", LIVING], env=self.environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip


def ask(process: subprocess.Popen[str], module: str) -> Took:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(module + "\n")
    process.stdin.flush()
    took, worked, summary = process.stdout.readline().split(" ", 2)
    assert ": fine (" in summary, summary
    return float(took), float(worked)


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tell(what: str, runs: int, measure: Callable[[], Took]) -> None:
    took, worked = zip(*(measure() for _ in range(runs)), strict=True)
    print(f"{what:<58} {1000 * median(took):6.0f} ms, processor {1000 * median(worked):6.0f} ms", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--processes", type=int, help="how many processors may be used, in place of all")
    parser.add_argument("--module", help="the module to edit; without it, the one with most law")
    args = parser.parse_args()
    if args.processes is not None:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: args.processes])
    print(f"processes of `check --all`: {processors()}")
    sizes = {f.name: sum(p.stat().st_size for p in f.rglob("*.law")) for f in (ROOT / "rules").iterdir() if f.is_dir()}
    module = args.module or max(sizes, key=lambda name: sizes[name])
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))

        def cold() -> Took:
            copy.cool()
            return copy.command("check", "--all")

        def edited() -> Took:
            copy.edit(module, chance)
            return copy.command("check", module)

        def edited_all() -> Took:
            copy.edit(module, chance)
            return copy.command("check", "--all")

        tell("everything cold: check --all", args.runs, cold)
        tell("everything warm: check --all", args.runs, lambda: copy.command("check", "--all"))
        tell(f"one rule edited, fresh command: check {module}", args.runs, edited)
        tell("one rule edited, fresh command: check --all", args.runs, edited_all)
        with copy.living() as process:
            ask(process, module)

            def living() -> Took:
                copy.edit(module, chance)
                return ask(process, module)

            tell(f"one rule edited, living process: check {module}", args.runs, living)
            assert process.stdin is not None
            process.stdin.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
