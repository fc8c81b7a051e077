"""Makes a candidate clash real: a small made-up position in which the reference evaluator runs into it.

Things, hexes and records are made for the parameters of a fact; what the candidate assignment says of attributes is
set, the rest is drawn at random from a fixed seed. A clash counts only when the evaluator meets it: so what is told
is never a false alarm, and it comes with the position that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from hexlaw.compiler.analysis.conditions import Conditions, Stretch
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.board import Board, Map
from hexlaw.runtime.evaluate import Evaluator
from hexlaw.runtime.geometry import Hex, Side, sides_of
from hexlaw.runtime.grid import Grid
from hexlaw.runtime.law import Configuration, ConfigurationRefused, configure
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Conflict, LawStop
from hexlaw.runtime.value import Record, Thing
from hexlaw.runtime.words import in_words

TRIES = 40
PATCH = Grid("pointy", ("A", "B", "C", "D"), (5,), shifted="second", name="{line}-{number}")
NEARBY = (6, 7, 1, 12, 8, 2)  # hexes handed out to parameters: the second is next to the first, and so on


@dataclass(frozen=True)
class Example:
    """A position that shows a clash, in words."""

    arguments: str
    told: str
    says: str


def realise(
    conditions: Conditions,
    params: tuple[tuple[str, t.Type], ...],
    question: tuple[str, str],
    rules: tuple[g.Rule, g.Rule],
    model: Mapping[str, int],
) -> Example | None:
    """A position in which asking the fact or quantity runs into these two rules; None when none was found."""
    configuration = _configuration(conditions, model)
    try:
        law = configure(conditions.graph, configuration)
    except ConfigurationRefused:
        return None
    for attempt in range(TRIES):
        maker = _Maker(conditions.graph, Random(f"{rules[0].id} {rules[1].id} {attempt}"))
        env = {name: maker.value(type_) for name, type_ in params}
        maker.follow(conditions, model, env)
        try:
            ev = Evaluator(law, maker.position)
            ask = ev.fact if question[0] == "fact" else ev.quantity
            ask(question[1], tuple(env.values()))
        except Conflict as clash:
            if {rules[0].id, rules[1].id} <= {r.id for r in clash.rules}:
                return _told(maker.position, env, clash)
        except (LawStop, RecursionError, KeyError, ValueError, AttributeError, TypeError):
            continue  # this made-up position makes no sense to the law; another may
    return None


def _configuration(conditions: Conditions, model: Mapping[str, int]) -> Configuration:
    options: dict[str, bool] = {}
    readings: dict[str, str] = {}
    for name, value in model.items():
        variable = conditions.variables[name]
        if variable.sort == "option":
            options[name.removeprefix("option ")] = variable.values[value]
        elif variable.sort == "reading":
            readings[name.removeprefix("reading ")] = variable.values[value]
    return Configuration(options, readings)


def _told(position: Position, env: Mapping[str, Any], clash: Conflict) -> Example:
    parts = []
    for thing in position.things.values():
        facts = [f"{a} {in_words(v, position)}" for (s, a), v in position.values.items() if s == thing and _worth(v)]
        parts.append(
            f"{thing.name} at {in_words(position.places.get(thing), position)} ({', '.join(sorted(facts)[:8])})"
        )
    for subject in dict.fromkeys(s for s, _ in position.values if isinstance(s, Hex | Side)):
        facts = [f"{a} {in_words(v, position)}" for (s, a), v in position.values.items() if s == subject and _worth(v)]
        if facts:
            parts.append(f"{in_words(subject, position)} ({', '.join(sorted(facts))})")
    arguments = ", ".join(f"{name} = {in_words(value, position)}" for name, value in env.items())
    return Example(arguments, "; ".join(parts[:10]), clash.message.partition(": ")[2])


def _worth(value: object) -> bool:
    return value is not False and value is not None and value != ()


class _Maker:
    """Makes values of any type, and with them the position they belong to."""

    def __init__(self, graph: g.Graph, random: Random) -> None:
        self.graph = graph
        self.random = random
        map_ = Map.of(Board("patch", "a patch", PATCH, {}, {}, {}))
        self.position = Position(graph, map_)
        self.places = iter([map_.hexes[i] for i in NEARBY])
        self.depth = 0

    def value(self, type_: t.Type) -> Any:
        match type_:
            case t.YesNo():
                return self.random.randrange(2) == 0
            case t.Number():
                return self.random.choice([0, 1, 2, 3, 4, 6, 10])
            case t.Text():
                return "x"
            case t.Choice(name=name):
                return self.random.choice(self.graph.choices[name].values)
            case t.OrNone(item=item):
                return None if self.random.randrange(2) == 0 else self.value(item)
            case t.SetOf(item=item):
                if isinstance(item, t.Choice):
                    return tuple(v for v in self.graph.choices[item.name].values if self.random.randrange(10) < 3)
                return tuple(self.value(item) for _ in range(self.random.choice([0, 1, 2])))
            case t.Kind(name="hex"):
                return next(self.places, self.position.map.hexes[0])  # type: ignore[union-attr]
            case t.Kind(name="hexside"):
                return sides_of(next(self.places, self.position.map.hexes[0]))[0]  # type: ignore[union-attr]
            case t.Kind(name=name) if name in self.graph.records:
                fields = self.graph.records[name].fields
                return Record(name, tuple((f, self.value(decl.type)) for f, decl in fields.items()))
            case t.Kind(name=name) if name in self.graph.kinds:
                return self.thing(name)
            case _:
                raise ValueError(f"no value can be made up for {type_}")

    def thing(self, kind: str) -> Thing:
        if len(self.position.things) >= 6:
            return next(iter(self.position.things.values()))
        kinds = [k for k in self.graph.kinds if self.graph.is_a(k, kind)]
        chosen = self.random.choice(kinds)
        place = next(self.places, self.position.map.hexes[0])  # type: ignore[union-attr]
        thing = self.position.place_new(chosen, place)
        self.depth += 1
        for name, decl in self.graph.kinds[chosen].attributes.items():
            simple = isinstance(decl.type, t.YesNo | t.Number | t.Choice)
            if decl.default is g.MISSING or (simple and self.random.randrange(20) < 3):
                self.position.values[thing, name] = self.value(decl.type)
        self.depth -= 1
        return thing

    def follow(self, conditions: Conditions, model: Mapping[str, int], env: Mapping[str, Any]) -> None:
        """Sets what the assignment says of attributes: `u.speed is fast`, `side-between(a, b) is shut`, `x in h.marks`."""
        ev = Evaluator(configure(self.graph), self.position)
        for name, value in model.items():
            variable = conditions.variables[name]
            try:
                self._set(ev, variable.expr, variable.values[value], env)
            except (LawStop, KeyError, AttributeError, TypeError):
                continue

    def _set(self, ev: Evaluator, node: e.Expr | None, wanted: Any, env: Mapping[str, Any]) -> None:
        if isinstance(wanted, Stretch):
            wanted = _plain(wanted.example)
        match node:
            case e.Attribute(base=base, name=attribute, owner=owner) if owner:
                subject = ev.value(base, env)
                if subject is not None:
                    self.position.values[subject, attribute] = wanted
            case e.Contains(container=e.Attribute(base=base, name=attribute), item=item):
                subject, member = ev.value(base, env), ev.value(item, env)
                held = self.position.value(subject, attribute)
                others = tuple(v for v in held if v != member) if isinstance(held, tuple) else ()
                self.position.values[subject, attribute] = (*others, member) if wanted else others
            case _:
                pass


def _plain(number: Fraction) -> int | Fraction:
    return int(number) if number.denominator == 1 else number
