"""How much do pairs of games tell, against games that have nothing in common? Small changes, all that were tried.

    python bench/paired.py --module MODULE --situation SITUATION --players random --pairs 150
    python bench/paired.py --module MODULE --situation SITUATION --figures 5 --only clouds --only wolf

The changes are every option of the law and every other reading of its disputes, one at a time, and as many figures of
units that stand in the situation as asked for, drawn by lot and made 1 more. Each is played in pairs. Printed for each:
how many pairs met it, went apart and were won by somebody else, how often each side has won under the base, and by how
much the variance of a difference is smaller in pairs: of who wins, and of what the situation tells. Each word that a
situation tells, such as a level of victory, counts as a number, 0 or 1. With `--probe N` a change that no game of the
first N pairs has met is left.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import pvariance
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.desk.compare.balance import Balance, Sweep, play
from hexlaw.compiler.desk.compare.pairs import arena
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, configure

MAX_ANSWERS = 50_000


def changes(base: Compilation, situation: str, figures: int, seed: str) -> Iterator[tuple[str, ComparedLaw]]:
    """Each change in words, and the law with it."""
    graph = base.graph
    played = Configuration(situation=situation)
    law = configure(graph, played)
    for name, option in graph.options.items():
        chosen = Configuration({name: not law.options[name], **dict.fromkeys(option.needs, True)})
        yield f"{name}={'off' if law.options[name] else 'on'}", ComparedLaw("", base, chosen)
    for name, dispute in graph.disputes.items():
        for reading in dispute.readings:
            if reading.name != law.readings[name]:
                yield f"{name}={reading.name}", ComparedLaw("", base, Configuration({}, {name: reading.name}))
    random = Random(seed)
    prepared = prepare(base, situation, Configuration(), Diagnostics())
    standing = sorted(set(prepared.setup.position.printed.values())) if prepared is not None else []
    numbers = [
        (unit, figure, value)
        for unit in standing
        for figure, value in sorted(graph.units[unit].values.items())
        if isinstance(value, int | Fraction) and not isinstance(value, bool)
    ]
    for unit, figure, number in random.sample(numbers, min(figures, len(numbers))):
        values = {**graph.units[unit].values, figure: number + 1}
        units = {**graph.units, unit: replace(graph.units[unit], values=values)}
        other = replace(base, graph=replace(graph, units=units))
        yield f"{figure} of {unit} is 1 more", ComparedLaw("", other, Configuration())


def told(balance: Balance) -> Iterator[str]:
    """By how much the variance of what the situation tells is smaller in pairs."""
    for label in balance.reported():
        both = [(pair.base.report.get(label, ""), pair.variant.report.get(label, "")) for pair in balance.finished]
        words = sorted({word for pair in both for word in pair})
        if all(word.lstrip("-").isdigit() for word in words):
            columns = [[(Fraction(base), Fraction(variant)) for base, variant in both]]
        else:
            columns = [
                [(Fraction(base == word), Fraction(variant == word)) for base, variant in both] for word in words
            ]
        apart = sum(pvariance(values) for pairs in columns for values in zip(*pairs, strict=True))
        paired = sum(pvariance([variant - base for base, variant in pairs]) for pairs in columns)
        yield f"{label} {times(apart, paired)}"


def times(apart: Fraction | int, paired: Fraction | int) -> str:
    return f"{float(apart / paired):.2f}x" if paired else "alike in all pairs"


def line(said: str, balance: Balance, spent: float) -> str:
    won = balance.won("base")
    shares = ", ".join(f"{side} {won[side]}" for side in (*balance.sides, "nobody"))
    worth = balance.worth_of_pairing
    ratio = "no winner differs" if worth is None else f"wins {float(worth):.2f}x"
    met = f"{len(balance.pairs)} pairs, {balance.touched} met it, {balance.parted} apart, {balance.decided} decided"
    rest = "; ".join(told(balance))
    return f"{said}: {met}; {balance.stopped} stopped; {shares}; {ratio}; {rest}  ({spent:.0f} s)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", required=True)
    parser.add_argument("--situation", required=True)
    parser.add_argument("--players", default="random")
    parser.add_argument("--pairs", type=int, default=150)
    parser.add_argument("--probe", type=int, default=10)
    parser.add_argument("--figures", type=int, default=5, help="of units, drawn by lot")
    parser.add_argument("--only", action="append", help="a part of the name of a change")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, help="keeps the pairs there")
    args = parser.parse_args()
    compilation = compile_modules(args.module, Diagnostics())
    assert compilation is not None
    base = ComparedLaw(args.module, compilation, Configuration())
    for said, side in changes(compilation, args.situation, args.figures, args.seed):
        if args.only and not any(word in said for word in args.only):
            continue
        variant = replace(side, text=f"{args.module} with {said}")
        began = process_time()
        try:
            table = arena(compare(base, variant), args.situation, args.players.split(","), MAX_ANSWERS)
            for pairs in (args.probe, args.pairs):
                sweep = Sweep(args.seed, pairs, Fraction(0), args.processes)
                balance = play(table, sweep, args.results)
                if not balance.touched:
                    break
        except (Refused, ConfigurationRefused) as problem:
            print(f"{said}: not played: {problem}", flush=True)
            continue
        if balance.is_one_law or not balance.touched:
            print(f"{said}: not exercised in {len(balance.pairs)} pairs", flush=True)
        else:
            print(line(said, balance, process_time() - began), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
