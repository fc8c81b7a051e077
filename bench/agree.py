"""Asks emitted law and the reference the same made-up questions, by hand.

`python bench/agree.py --pairs 1000000 --seed 1`. To share the work among processes, give each its seed and its share
of the pairs: no two seeds make up the same. Progress goes to standard error. Every disagreement is printed with the
module, seed and question that show it, the last line counts them; the exit code is 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from made_up import AGAIN, MakeBelieve, Pair, compare, differ

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.law import Configuration, ConfigurationRefused, Law, configure

QUESTIONS = 40  # about one position


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000, help="questions to ask of both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", help="a shipped module (default: all games)")
    parser.add_argument("--record", action="store_true", help="only the variant that records which rules fire")
    args = parser.parse_args()
    games = [c for name in args.module or shipped_modules() if (c := compile_modules(name, Diagnostics())) is not None]
    outcomes: Counter[str] = Counter()
    wrong, asked_so_far, started, round_ = 0, 0, time.monotonic(), 0
    while asked_so_far < args.pairs:
        round_ += 1
        random = Random(args.seed * 1_000_003 + round_)
        compilation = random.choice(games)
        law = some_law(compilation, random)
        pair = Pair(law, record=args.record or random.random() < 0.25)
        made_up = MakeBelieve(compilation, law, random)
        for number in range(25):
            position = made_up.new_position()
            asked = pair.on(position)
            for sort, name, values in made_up.asks(QUESTIONS):
                reference, emitted = compare(pair, position, asked, sort, name, values)
                outcomes[reference[0]] += 1
                outcomes["asked again"] += reference[0] == "value" and emitted == AGAIN
                asked_so_far += 1
                if differ(reference, emitted):
                    wrong += 1
                    print(
                        f"{compilation.name} seed {args.seed} round {round_} position {number}: {sort} {name}{values}"
                    )
                    print(f"  reference: {reference}\n  emitted:   {emitted}")
        if sys.stderr.isatty() or round_ % 20 == 0:
            rate = asked_so_far / (time.monotonic() - started)
            progress = f"{asked_so_far:,} of {args.pairs:,}, {wrong} disagree, {rate:,.0f} a second"
            print(progress, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    told = ", ".join(f"{number:,} {sort}" for sort, number in outcomes.most_common())
    print(f"seed {args.seed}: {asked_so_far:,} questions in {round_} laws, {wrong} disagree ({told})", flush=True)
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
