"""Where moves can lead, by field and by the machine's own steps: made-up positions, under options by lot.

`python bench/fields.py --positions 2000 --seed 1`. Every unit of a position moves, both ways. Units are those of the
module's charts, by lot, so that every type moves; they stand near each other, now and then with attributes
that nobody would write. Every disagreement is printed with the seed and round that show it; the last line counts what
was compared, and the exit code is 1 if there was one. With `--reference` the reference evaluator is asked as well.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from agree import some_law
from made_up import MakeBelieve, outcome

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import played_law
from hexlaw.compiler.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.trials import reference, trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

POSITIONS = 8  # under one law
MOST_AWAY = 6  # hexes from the middle of a position to its units


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", help="a shipped module (default: all games with a reach)")
    parser.add_argument("--reference", action="store_true", help="asks the reference too, which takes a second a field")
    args = parser.parse_args()
    games = [c for name in args.module or shipped_modules() if (c := compile_modules(name, Diagnostics())) is not None]
    games = [c for c in games if c.graph.reaches]
    if not games:
        parser.error("none of these modules has a reach, or none compiles")
    told: Counter[str] = Counter()
    wrong, types = 0, set[str]()
    for round_ in range(-(-args.positions // POSITIONS)):
        random = Random(args.seed * 1_000_003 + round_)
        compilation = random.choice(games)
        for line in compared(compilation, some_law(compilation, random), random, told, types, args.reference):
            wrong += 1
            print(f"{compilation.name} seed {args.seed} round {round_}: {line}")
    listed = ", ".join(f"{number:,} {what}" for what, number in sorted(told.items()))
    print(f"{len(types)} types of units, {listed}; {wrong} differ")
    return min(wrong, 1)


def compared(
    compilation: Compilation, law: Law, random: Random, told: Counter[str], types: set[str], by_reference: bool = False,
    positions: int = POSITIONS,
) -> list[str]:  # fmt: skip
    """What differs in positions made up by lot."""
    played, made_up, wrong = played_law(agenda_of(law)), MakeBelieve(compilation, law, random), []
    for _ in range(positions):
        position = somewhere(made_up, random) if random.random() < 0.7 else made_up.new_position()
        for reach in law.graph.reaches.values():
            movers = [thing for thing in position.things.values() if _is(law, thing, reach.params[0][1])]
            for mover in movers:
                by_field, by_machine, again = asked(law, played, position, reach.name, mover)
                sort = "by the machine" if again else "by field"
                told[sort] += 1
                told["stops"] += by_machine[0] != "value"
                if not again:
                    types.add(position.printed.get(mover, mover.kind))
                if by_reference and not again:
                    by_machine = outcome(lambda: reach_of(law, reference(law), position, reach.name, mover))  # noqa: B023
                if by_field[0] == "value" != by_machine[0]:
                    told["stop by the machine alone"] += 1
                elif by_field != by_machine:
                    what = f"{mover.name}, a {position.printed.get(mover, mover.kind)}"
                    wrong.append(f"{reach.name}({what}): {_unlike(by_field, by_machine)}")
    return wrong


def asked(law: Law, played: PlayedLaw, position: Position, name: str, mover: Thing) -> tuple[Any, Any, bool]:
    """What the field says, what the machine does, and whether there was no field."""
    by_machine = outcome(lambda: reach_of(law, Without(played), position, name, mover))
    counted, fields = count(), played.fields
    used = [next(counted)]

    class Noting:
        def __init__(self, field: Any) -> None:
            self.field = field

        def costs(self, machine: Any, mover: Thing) -> Any:
            found = self.field.costs(machine, mover)
            used[0] += found is not None
            return found

    played.fields = {path: Noting(field) for path, field in fields.items()}  # type: ignore[misc]
    try:
        by_field = outcome(lambda: reach_of(law, played, position, name, mover))
    finally:
        played.fields = fields
    return by_field, by_machine, not used[0]


def reach_of(law: Law, answering: Any, position: Position, name: str, mover: Thing) -> dict[Any, Any]:
    answering.account.begin()
    return trials_of(law).reach(answering, answering.kept(position), None, name, (mover,))


class Without:
    """An answering that has no fields."""

    def __init__(self, played: PlayedLaw) -> None:
        self.played = played

    def __getattr__(self, name: str) -> Any:
        return getattr(self.played, name)

    def field(self, path: str) -> None:
        return None

    def untraced(self) -> Without:
        return self


def somewhere(made_up: MakeBelieve, random: Random) -> Position:
    """Units near each other as a game would have them, the types in turn."""
    law, map_ = made_up.law, random.choice(made_up.maps)
    position, middle = Position(law.graph, map_), random.choice(map_.hexes)
    near = [h for h in map_.hexes if abs(h.q - middle.q) + abs(h.r - middle.r) <= MOST_AWAY]
    units = random.sample(list(law.graph.units.values()), min(12, len(law.graph.units)))
    sides = law.graph.choices["side"].values if "side" in law.graph.choices else ()
    for number, unit in enumerate(units or [None] * 8):
        kind = unit.kind if unit is not None else random.choice(made_up.kinds)
        if kind in law.graph.tasks or kind in law.graph.orders:
            continue
        thing = position.add(kind, f"p{number}", random.choice(near))
        if unit is not None:
            position.printed[thing] = unit.id
        if sides and "side" in law.graph.kinds[kind].attributes and (unit is None or "side" not in unit.values):
            position.set(thing, "side", random.choice(sides))
    for kind in made_up.kinds:
        of_games = not {kind} & {*law.graph.tasks, *law.graph.orders}
        if of_games and random.random() < 0.3 and not any(law.graph.is_a(kind, u.kind) for u in units):
            position.add(kind, f"k-{kind}", random.choice(near))
    made_up.position, made_up.near = position, near
    for thing in position.things.values():
        if random.random() < 0.1:
            made_up._describe(thing, thing.kind, 10)
    return position


def _is(law: Law, thing: Thing, type_: t.Type) -> bool:
    return isinstance(type_, t.Kind) and law.graph.is_a(thing.kind, type_.name)


def _unlike(one: Any, other: Any) -> str:
    if one[0] != "value" or other[0] != "value":
        return f"{str(one)[:200]} / {str(other)[:200]}"
    a, b = dict(one[1]), dict(other[1])
    return ", ".join(f"{h} {a.get(h)}/{b.get(h)}" for h in {*a, *b} if a.get(h) != b.get(h))


if __name__ == "__main__":
    raise SystemExit(main())
