"""How often `hexlaw help` answers the questions of a designer, at first and among three, and how long it takes.

    python bench/helped.py [--missed]

The questions (`readers/sixty-questions.csv`) were written by a reader who knew what recipes and pages there are, and
not what these are found by (`rules/recipes/hobby.toml`), with the recipes and sections that answer each.
"""

from __future__ import annotations

import csv
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from hexlaw.compiler.cli import COMMANDS
from hexlaw.compiler.workspace.workspace import Workspace

QUESTIONS = Path(__file__).parent / "readers" / "sixty-questions.csv"
AMONG = 3


@dataclass(frozen=True)
class Asked:
    """A question, at which place its answer came (0: not among the first), what came in its place, and the seconds."""

    question: str
    place: int
    came: tuple[str, ...]
    took: float


def asked() -> list[Asked]:
    workspace, made = Workspace(), list[Asked]()
    commands = [(name, "") for name in COMMANDS]
    workspace.help(["counters"], commands)  # what is read once
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            begun = process_time()
            entries = workspace.help(row["question"].split(), commands).entries[:AMONG]
            took, right = process_time() - begun, row["right"].split()
            came = tuple(entry.where for entry in entries)
            answers = (at for at, where in enumerate(came, 1) if any(_is(where, one) for one in right))
            made.append(Asked(row["question"], next(answers, 0), came, took))
    return made


def _is(where: str, right: str) -> bool:
    """Returns whether something that was found is a recipe, or lies on a page or in the section of one."""
    return where == f"hexlaw help {right}" or where.startswith((f"docs/{right}", f"docs/language/{right}"))


def main() -> None:
    made = asked()
    first, among = sum(one.place == 1 for one in made), sum(one.place > 0 for one in made)
    slow = statistics.quantiles([one.took for one in made], n=20)[-1]
    print(f"of {len(made)} questions {first} are answered first, {among} among three; 95 % in {slow * 1000:.0f} ms")
    for one in made if "--missed" in sys.argv else ():
        if one.place != 1:
            print(f"  {one.place}: {one.question}: {', '.join(one.came)}")


if __name__ == "__main__":
    main()
