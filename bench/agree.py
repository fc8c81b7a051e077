"""Asks the target and the reference the same in made-up positions, by hand.

`python bench/agree.py --laws 200 --seed 1`. To share the work among processes, give each its seed: no two seeds make up
the same. Progress goes to standard error. Every disagreement is printed with the module, seed and question that show
it, the last line counts what was asked; the exit code is 1 if there was a disagreement.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from judged import judged_alike

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure

POSITIONS = 25  # under one law


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--laws", type=int, default=20, help="laws by lot, under each of which positions are made up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", help="a shipped module (default: all games)")
    args = parser.parse_args()
    games = [c for name in args.module or shipped_modules() if (c := compile_modules(name, Diagnostics())) is not None]
    told: Counter[str] = Counter()
    wrong = 0
    for number in range(1, args.laws + 1):
        random = Random(args.seed * 1_000_003 + number)
        compilation = random.choice(games)
        try:
            told += judged_alike(compilation, some_law(compilation, random), random, POSITIONS)
        except AssertionError as differs:
            wrong += 1
            print(f"{compilation.name} seed {args.seed} law {number}: {differs}", flush=True)
        print(f"{number} of {args.laws} laws, {wrong} disagree", file=sys.stderr, flush=True)
    counted = ", ".join(f"{times:,} {what}" for what, times in told.most_common())
    print(f"seed {args.seed}: {args.laws} laws, {wrong} disagree ({counted})", flush=True)
    return 1 if wrong else 0


def some_law(compilation: Compilation, random: Random) -> Law:
    """A law of the game under options and readings drawn by lot; often some of its links and rules are taken out."""
    graph = compilation.graph
    without: frozenset[str] = frozenset()
    if random.random() < 0.6:  # law with gaps in it contradicts itself and is silent more often
        kept = random.choice((0.2, 0.6, 0.9))
        rules = {
            r.id: replace(r, links=tuple(k for k in r.links if k.how == "replaces" or random.random() < kept))
            for r in graph.rules.values()
        }
        graph = replace(graph, rules=rules)
        without = frozenset(r for r in rules if random.random() < 0.05)
    for _ in range(20):
        options = {name: random.random() < 0.4 for name in graph.options}
        readings = {n: random.choice(d.readings).name for n, d in graph.disputes.items() if random.random() < 0.5}
        situation = random.choice((None, *graph.situations))
        try:
            return configure(graph, Configuration(options, readings, situation=situation, without=without))
        except ConfigurationRefused:
            continue
    return configure(graph)


if __name__ == "__main__":
    raise SystemExit(main())
