"""How long do findings take after an edit that is not saved? A rule, and a fact, changed in a living workspace.

    python bench/edited.py                                       the tutorial and Panzer Leader, ten edits each
    python bench/edited.py panzer-leader --times 30 --thorough

CPU seconds of the median and the slowest edit, in process. Without `--thorough`, of errors alone.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.workspace.workspace import Workspace

FACT = 'chapter [99] "Edited"\n\nfact edited-here(): whole\n  otherwise {number}\n'
NEW = "zz-edited.law"
RULE = re.compile(r"^rule .*\n(?:  .*\n)*?  when [^\"\n]+(?=\n  \S)", re.MULTILINE)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=["tutorial", "panzer-leader"])
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--thorough", action="store_true")
    args = parser.parse_args(argv)
    with TemporaryDirectory() as cache:  # what an earlier run has kept of the same edits does not count
        os.environ["HEXLAW_CACHE"] = cache
        _measure(args)
    return 0


def _measure(args: argparse.Namespace) -> None:
    for module in args.modules:
        for edited, edits in (("a rule", _rules), ("a fact", _facts)):
            workspace = Workspace()
            _look(workspace, module, args.thorough)
            seconds = []
            for path, text in islice(edits(shipped_modules()[module]), args.times + 1):
                workspace.put(path, text)
                seconds.append(_look(workspace, module, args.thorough))
                workspace.take_back(path)
            told = f"{median(seconds[1:]):.3f} s, at most {max(seconds[1:]):.3f}"
            print(f"{module}, {edited}: {told}")


def _look(workspace: Workspace, module: str, thorough: bool) -> float:
    begun = process_time()
    found = workspace.thorough(module).diagnostics if thorough else workspace.quick(module)
    took = process_time() - begun
    assert not [d for d in found if d.level == "error"], [d.message for d in found]
    return took


def _rules(folder: Path) -> Iterator[tuple[Path, str]]:
    """Adds a condition that always holds to one rule after the other, far from each other."""
    found = [(path, rule) for path in sorted(folder.rglob("*.law")) for rule in RULE.finditer(path.read_text("utf-8"))]
    for path, rule in cycle(found[:: max(1, len(found) // 12)]):
        yield path, f"{rule.string[: rule.end()]}\n  when yes{rule.string[rule.end() :]}"


def _facts(folder: Path) -> Iterator[tuple[Path, str]]:
    """A file that is new, with another fact each time, which no rule says."""
    return ((folder / NEW, FACT.format(number=number)) for number in count())


if __name__ == "__main__":
    raise SystemExit(main())
