"""What a law says of a made-up position: by the target and by the reference, every fact and quantity of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from held import StopOutcome
from made_up import MakeBelieve, Outcome, outcome, settled

from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import passed
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.wasm.layout import Capacity, Unlaid
from hexlaw.compiler.wasm.python_engine import engine
from hexlaw.compiler.wasm.target import NoRoom, PrintedTarget, Stopped, TargetRun
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.evaluate.trace import Sort
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.position.position import Position

STOPPED, HANDED_BACK = ("stopped", 1), ("stopped", 3)
"""The law gives no answer; there is no room for it in the target, or it takes too long."""


class Judge:
    """One law, both ways."""

    def __init__(self, law: Law, maps: Sequence[Map], things: int = 16) -> None:
        program = passed(lowered(law))
        self.law, self.graph = law, law.graph
        capacity = Capacity.of(maps, things)
        self.printed = PrintedTarget(program, capacity, Position(law.graph, maps[0] if maps else None))
        for key in program.functions:
            if key.startswith(("fact:", "quantity:")):
                self.printed.values.called(key)
        here = engine()
        self.running = TargetRun(self.printed.playable, here.compiled(here.printed(self.printed.module)))
        self.reference = Trials(law)
        self.position: Position | None = None

    def take_up(self, position: Position) -> None:
        self.position = position
        self.running.take(self.running.playable.image_of(position))
        self.ev = self.reference.about(position).ev

    def target(self, sort: str, name: str, args: Sequence[Any] = ()) -> Outcome:
        """The value, or by which number the target stops."""
        try:
            return ("value", settled(self.running.ask(f"{sort}:{name}", args)))
        except NoRoom:
            return HANDED_BACK
        except Stopped as stop:
            return ("stopped", stop.args[0])

    def expected(self, sort: str, name: str, args: Sequence[Any] = ()) -> Outcome:
        """The value, or that there is none."""
        asked: Sort = "fact" if sort == "fact" else "quantity"
        found = outcome(lambda: self.ev.answer(asked, name, tuple(args)))
        return found if found[0] == "value" else STOPPED


def judged_alike(compilation: Compilation, law: Law, random: Random, positions: int) -> Counter[str]:
    """Asks every fact and quantity in made-up positions, and sees that both say the same, that both stop, or that the
    target alone does: the reference would be asked again then. Counts what came of it."""
    made_up = MakeBelieve(compilation, law, random)
    both = Judge(law, made_up.maps)
    asked: list[tuple[str, Any]] = [("fact", d) for d in law.graph.facts.values()]
    asked += [("quantity", d) for d in law.graph.quantities.values()]
    asked = [(sort, d) for sort, d in asked if f"{sort}:{d.name}" not in both.printed.refused()]
    told: Counter[str] = Counter()
    for number in range(positions):
        try:
            both.take_up(made_up.new_position())
        except Unlaid:
            told["not taken up"] += 1
            continue
        for sort, decl in asked:
            args = tuple(made_up.value(type_) for _, type_ in decl.params)
            try:
                found = both.target(sort, decl.name, args)
            except Unlaid:
                told["not taken up"] += 1
                continue
            if found == HANDED_BACK:
                told["handed back"] += 1
                continue
            expected = both.expected(sort, decl.name, args)
            if found == STOPPED != expected:  # by what was taken out of a loop that has no turn
                told[StopOutcome.TARGET] += 1
                continue
            told[StopOutcome.BOTH if expected == STOPPED else expected[0]] += 1
            assert found == expected, f"position {number}: {sort} {decl.name}{args}: {found} by the target, {expected}"
    return told
