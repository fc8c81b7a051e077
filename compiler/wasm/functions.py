"""What all that is printed of the doing half shares: numbers of functions, what lasts, what is known of the law."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from hexlaw.compiler.lower.play_asks import PlayAsks
from hexlaw.compiler.wasm.code import Code, Function
from hexlaw.compiler.wasm.layout import CELL, Unlaid
from hexlaw.compiler.wasm.procedures import MAX_REQUIREMENTS, Picked, Procedure
from hexlaw.compiler.wasm.values import Values
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.play.agenda import Agenda, Reading


class Functions:
    """Functions of the target by their names and numbers."""

    def __init__(self, values: Values, asks: PlayAsks, agenda: Agenda) -> None:
        self.values, self.layout, self.image = values, values.layout, values.image
        self.asks, self.agenda, self.law, self.graph = asks, agenda, agenda.law, agenda.law.graph
        self.procedures: dict[str, Procedure] = {}
        self.picks: list[Picked] = []
        self.refused: dict[str, str] = {}
        self.actions = list(self.graph.actions)
        self.rules = [r for s in ("all-times", "rest") for r in agenda.requirements[s]]
        if len(self.rules) > MAX_REQUIREMENTS:
            raise Unlaid("more than 62 requirements")
        self.points: dict[str, int] = {}
        self._keeps: dict[str, list[str]] = {}
        self.all_lines = [*statements_of(agenda)]
        self.bits = {reading.rule.id: i for i, reading in enumerate(self.rules)}

    def number(self, name: str) -> int:
        """Returns the number by which the library calls a function."""
        table = self.values.table
        if name not in table:
            table.append(name)
        return table.index(name)

    def noted(self, *signs: str) -> list[Code]:
        """The lines that note that something was read, where that is watched."""
        return [] if self.values.reading is None else self.values.reading.of(signs)

    def function(self, name: str, params: tuple[str, ...], body: list[Code]) -> str:
        self.values.functions.setdefault(name, Function(name, params, body))
        return name

    def lasting(self, code: Code, type_: t.Type) -> Code:
        shape = self.values.composed(type_)
        return ("call", "keep", code, shape) if shape else code

    def _chain(self, name: str, params: tuple[str, ...], cases: Iterable[tuple[Code, list[Code]]], last: Code) -> str:
        body: list[Code] = [("if", test, lines) for test, lines in cases]
        return self.function(name, params, [*body, ("return", last)])

    def is_in(self, family: str, name: str) -> Code:
        """Whether `at` is a cell of an attribute of a family of things and places."""
        column = self.layout.columns[family, name]
        return ("and", (">=", "at", column), ("<", "at", column + self.layout.size_of(family) * CELL))

    def mask(self, attribute: str) -> int:
        """The requirements that may be broken by writing an attribute."""
        return sum(1 << self.bits[r.rule.id] for r in self.rules if r.bears_on({attribute}))

    def watched(self, attribute: str | None) -> list[Reading]:
        return [
            r for r in self.agenda.watched
            if (attribute is None and r.asks_where_things_are()) or (attribute is not None and r.bears_on({attribute}))
        ]  # fmt: skip

    def point_number(self, name: str) -> int:
        return self.points.setdefault(name, len(self.points))

    def keeps(self, name: str) -> list[str]:
        """What a point keeps, besides where a thing stood."""
        if name not in self._keeps:
            declared = [line for line in self.all_lines if isinstance(line, e.Point) and line.name == name]
            sets = {tuple(n for n in line.keeps if n != g.PLACE) for line in declared}
            if len(sets) != 1:
                raise Unlaid(f"the point {name}, which does not always keep the same")
            self._keeps[name] = [*sets.pop()]
        return self._keeps[name]

    def attribute(self, name: str) -> g.AttributeDecl:
        return next(k.attributes[name] for k in self.graph.kinds.values() if name in k.attributes)

    def _sides(self) -> tuple[str, ...]:
        return self.graph.choices[g.SIDE].values if g.SIDE in self.graph.choices else ()


def statements_of(agenda: Agenda) -> Iterable[e.Statement]:
    """All statements that a law can carry out."""
    graph = agenda.law.graph
    whole: list[Any] = [(a.lines, a.body) for a in graph.actions.values()]
    whole += [f.body for f in graph.effects.values()] + [t.done for t in graph.tasks.values()]
    whole += [r.conclusion.body for r in agenda.law.rules.values() if isinstance(r.conclusion, g.Then)]
    return cast(Iterable[e.Statement], parts((*whole, agenda.sequence)))
