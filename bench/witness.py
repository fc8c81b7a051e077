"""Is there a witness for what a change does? Changes by lot to shipped law, each to be settled.

    python bench/witness.py --changes 100 --seed 1
    python bench/witness.py --module MODULE --changes 20
    python bench/witness.py --changes 100 --seed 1 --cpu --part 1/2

A change takes a rule out, takes one of its conditions out, adds 1 to a number that it gives, or adds 1 to a number in a
cell of a table. It is settled by a witness or by a proof. Printed: each change with what was found and the seconds it
took; how many were settled and how, and the counters of the witnesses. `--cpu` counts seconds of the processor, also
those after which a search gives up: on a busy machine it is still known what a free one would find. `--part 1/2` looks
at every second of the same changes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time, process_time_ns
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.compare import witness as witnesses
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.desk.compare.witness import Settled, Settling
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Configuration

MODULES = ("tutorial", "panzerblitz", "panzer-leader", "panzer-leader-1940", "panssari-salama", "panzer-grenadier")


def changed(compilation: Compilation, random: Random) -> tuple[str, Compilation]:
    """The law with one change by lot, and the change in words."""
    graph = compilation.graph
    rules = [rule for rule in graph.rules.values() if rule.against is None]
    while True:
        how = random.choice(("rule", "rule", "condition", "number", "cell"))
        rule = random.choice(rules)
        if how == "rule":
            drop = g.Drop(
                rule.id, replace(rule.origin, module=graph.modules[-1], option=None, situation=None), (), "by lot"
            )
            return f"without the rule {rule.id}", _with(compilation, drops=(*graph.drops, drop))
        if how == "condition" and len(rule.when) > 1:
            place = random.randrange(len(rule.when))
            other = replace(rule, when=(*rule.when[:place], *rule.when[place + 1 :]))
            said = f"{rule.id} without `{rule.when[place].text}`"
            return said, _with(compilation, rules={**graph.rules, rule.id: other})
        number = _number_of(rule)
        if how == "number" and number is not None:
            made = replace(rule, conclusion=number)
            return f"{rule.id} gives 1 more", _with(compilation, rules={**graph.rules, rule.id: made})
        if how == "cell" and graph.tables:
            table = graph.tables[random.choice(sorted(graph.tables))]
            place_, cell = random.choice(sorted(table.data.cells.items(), key=lambda item: item[0]))
            if isinstance(cell.value, int | Fraction) and not isinstance(cell.value, bool):
                cells = {**table.data.cells, place_: replace(cell, value=cell.value + 1)}
                new = replace(table, data=replace(table.data, cells=cells))
                said = f"{table.name} has 1 more in the cell {place_}"
                return said, _with(compilation, tables={**graph.tables, table.name: new})


def _number_of(rule: g.Rule) -> g.Conclusion | None:
    match rule.conclusion:
        case g.Gives(value=e.Const(value=int() | Fraction() as value, type=t.Number() as type_)) if not isinstance(
            value, bool
        ):
            return replace(rule.conclusion, value=e.Const(value + 1, type_))
        case g.Changes(amount=e.Const(value=int() | Fraction() as value, type=t.Number() as type_)):
            return replace(rule.conclusion, amount=e.Const(value + 1, type_))
        case _:
            return None


def _with(compilation: Compilation, **parts: Any) -> Compilation:
    return replace(compilation, graph=replace(compilation.graph, **parts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--module", action="append")
    parser.add_argument("--seconds", type=int, default=20, help="for each change")
    parser.add_argument("--cpu", action="store_true", help="count seconds of the processor")
    parser.add_argument("--part", default="1/1", help="1/2 and 2/2 share the changes out")
    args = parser.parse_args()
    clock = process_time if args.cpu else monotonic
    if args.cpu:
        vars(witnesses)["monotonic_ns"] = process_time_ns
    part, parts = map(int, args.part.split("/"))
    random = Random(args.seed)
    modules = args.module or MODULES
    compiled = {name: compile_modules(name, Diagnostics()) for name in modules}
    weights = [len(made.graph.rules) if made is not None else 0 for made in compiled.values()]
    found: list[tuple[Settled, float]] = []
    cases: dict[str, Any] = {}
    for number in range(1, args.changes + 1):
        name = random.choices(list(compiled), weights)[0]
        base = compiled[name]
        assert base is not None
        said, other = changed(base, random)
        if number % parts != part % parts:
            continue
        two = compare(ComparedLaw(name, base, Configuration()), ComparedLaw(f"{name}, {said}", other, Configuration()))
        differences = two.structure.that_count
        began = clock()
        settling = Settling(two, cases.get(name))
        cases[name] = settling.cases
        settled = [settling.settle(d, seconds=args.seconds) for d in differences[:1]]
        spent = clock() - began
        told = settled[0].in_words() if settled else "no difference is seen"
        if settled:
            found.append((settled[0], spent))
        counters = f", {settled[0].witness.counters} counters" if settled and settled[0].witness is not None else ""
        print(f"{number:>4} {spent:5.1f} s  {name}: {said}: {told}{counters}", flush=True)
    report(found, sum(number % parts == part % parts for number in range(1, args.changes + 1)))
    return 0


def report(found: list[tuple[Settled, float]], changes: int) -> None:
    how = Counter("witness" if s.witness else "proved" if s.proof else "none" for s, _ in found)
    counters = sorted(s.witness.counters for s, _ in found if s.witness is not None)
    print(f"{sum(s.witness is not None or bool(s.proof) for s, _ in found)} of {changes} changes settled: {dict(how)}")
    if counters:
        print(f"counters of a witness: median {median(counters)}, largest {counters[-1]}")
    print(f"seconds: median {median(spent for _, spent in found):.1f}, longest {max(spent for _, spent in found):.1f}")


if __name__ == "__main__":
    raise SystemExit(main())
