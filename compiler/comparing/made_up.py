"""Positions made up so that a rule that differs has its conditions fulfilled, asked under both laws.

What is asked follows from what the rule concludes: its fact, quantity or pick; of a rule that only limits others, what
those conclude. The position is made as for clashes (`analysis/realise.py`): values for the parameters, then what the
conditions still need. It is a small patch of plain ground; the same things stand on it under both laws. A rule of one
situation alone is asked about there: how the situation begins, with what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hexlaw.compiler.analysis.realise import Maker, Wisher
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import Difference
from hexlaw.compiler.comparing.verdicts import had_a_say
from hexlaw.compiler.comparing.witness_told import Told, Witness, drawn, standing
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime import graph as g
from hexlaw.runtime import question as q
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer, answer
from hexlaw.runtime.explain import explain
from hexlaw.runtime.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.links import targets_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import Record, Thing
from hexlaw.runtime.words import in_words

UNFIT = (LawStop, RecursionError, KeyError, AttributeError, TypeError, ValueError, IndexError)
"""What comes of a position that makes no sense to a law."""
DEEPEST = 4
MOST_IN_SITUATION = 300


@dataclass(frozen=True)
class MadeUp:
    """A made-up position and a question, under both laws."""

    laws: tuple[Law, Law]
    sides: tuple[Side, Side]
    position: Position
    sort: str
    name: str
    args: tuple[Any, ...]
    rule: str = ""  # which must have had a say in one of the answers
    is_aimed: bool = True

    @property
    def counters(self) -> int:
        return len(self.position.things)

    def ask(self, *, tracing: bool = False) -> tuple[Answer, Answer] | None:
        found = []
        seen = Seen()
        for law in self.laws:
            try:
                graph = law.graph
                asks = {"fact": q.about, "quantity": q.about, "pick": q.may}[self.sort]
                given = answer(
                    law, _under(self.position, graph), asks(graph, self.name, *self.args), tracing=tracing, seen=seen
                )
            except UNFIT:
                return None
            if given.stop is not None:
                return None
            found.append(given)
        heard = not self.rule or f"rule:{self.rule}" in had_a_say(seen)
        return (found[0], found[1]) if heard else None

    def smaller(self) -> Iterator[MadeUp]:
        """The same with a member less in a set that is asked about, without a thing that is not asked about, or without
        something that is said."""
        for place, arg in enumerate(self.args):
            for less_asked in _less(arg):
                yield replace(self, args=(*self.args[:place], less_asked, *self.args[place + 1 :]))
        for thing in list(self.position.things.values()):
            if not any(_holds(arg, thing) for arg in self.args):
                less = self.position.scratch()
                less.remove(thing)
                yield replace(self, position=less)
        for key in list(self.position.values):
            less = self.position.scratch()
            del less.values[key]
            yield replace(self, position=less)

    def _question(self) -> str:
        named = ", ".join(in_words(arg, self.position) for arg in self.args)
        return f"{'may ' if self.sort == 'pick' else ''}{self.name}({named})"

    def told(self, *, draw: bool) -> Witness:
        found = self.ask(tracing=True)
        assert found is not None
        told = [Told(a.in_short, tuple(explain(a, "talk", []).rstrip().split("\n"))) for a in found]
        svg = drawn(self.sides[0], self.position, "made up") if draw else ""
        question = self._question()
        stands = standing(self.position, question)
        return Witness(question, stands, self.counters, told[0], told[1], svg)


def _less(value: object) -> Iterator[object]:
    """A value with one member less in one of its sets that has several: nobody attacks with nothing."""
    if isinstance(value, tuple) and len(value) > 1:
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
    elif isinstance(value, Record):
        for at, (name, field) in enumerate(value.fields):
            for less in _less(field):
                yield replace(value, fields=(*value.fields[:at], (name, less), *value.fields[at + 1 :]))


def _holds(value: object, thing: Thing) -> bool:
    return value == thing or thing.name in repr(value)


def _under(position: Position, graph: g.Graph) -> Position:
    found = position.scratch()
    found.graph = graph
    return found


def made_up(base: Side, variant: Side, difference: Difference, most: int, heard: str) -> Iterator[MadeUp]:
    """Positions for a rule that differs, none for anything else; `heard` is the rule that must have a say."""
    if difference.sort != "rule":
        return
    situation = _situation(difference.name, base, variant)
    try:
        laws = _laws(base, variant, situation)
    except ConfigurationRefused:
        return
    law = next((law for law in reversed(laws) if difference.name in law.rules), None)
    if law is None:
        return
    rule = law.rules[difference.name]
    asked = list(dict.fromkeys(_asked(rule, law.graph, 0)))
    for attempt in range(most if asked else 0):
        sort, name = asked[attempt % len(asked)]
        made = _made(law, rule, sort, name, attempt)
        if made is not None:
            yield MadeUp(laws, (base, variant), made[0], sort, name, made[1], heard)
    if situation is not None:
        begun = _begun(base, variant, situation)
        if begun is None:
            return
        for sort, name in asked:
            for args in _there(law, begun, sort, name):
                yield MadeUp(laws, (base, variant), begun, sort, name, args, heard)


def _situation(rule: str, *sides: Side) -> str | None:
    """The one situation in which a rule stands; nothing where it stands in all."""
    found = (side.compilation.graph.rules.get(rule) for side in sides)
    return next((each.origin.situation for each in found if each is not None), None)


def _laws(base: Side, variant: Side, situation: str | None) -> tuple[Law, Law]:
    special = Configuration(situation=situation)
    one, other = (configure(side.compilation.graph, special.merged(side.chosen)) for side in (base, variant))
    return one, other


def _begun(base: Side, variant: Side, situation: str) -> Position | None:
    """How a situation begins, under the law that has it."""
    for side in (base, variant):
        prepared = prepare(side.compilation, situation, side.chosen, Diagnostics(), emitted=False)
        if prepared is not None:
            return prepared.setup.position
    return None


def _there(law: Law, position: Position, sort: str, name: str) -> Iterator[tuple[Any, ...]]:
    """What can be asked about in a position, by lot; nothing where that is more than places, things and words."""
    known = [_known(law, position, type_) for _, type_ in _params(law.graph, sort, name)]
    random = Random(name)
    for _ in range(MOST_IN_SITUATION if all(known) else 0):
        yield tuple(random.choice(values) for values in known)


def _known(law: Law, position: Position, type_: t.Type) -> Sequence[Any]:
    match type_:
        case t.Choice(name=name):
            return law.graph.choices[name].values
        case t.Kind(name="hex"):
            return () if position.map is None else list(position.map.hexes)
        case t.Kind(name=name) if name in law.graph.kinds:
            return list(position.of_kind(name))
        case _:
            return ()


def _asked(rule: g.Rule, graph: g.Graph, depth: int) -> Iterator[tuple[str, str]]:
    """What a rule decides: facts, quantities and picks."""
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            yield "fact", fact
        case g.Changes(quantity=quantity) | g.Rounds(quantity=quantity):
            yield "quantity", quantity
        case g.Forbids(picks=picks):
            yield from (("pick", pick) for pick in picks)
        case _:
            pass
    if depth < DEEPEST:
        for link in rule.links:
            if link.step:
                yield "quantity", link.target.partition(".")[0]
            for target in targets_of(graph, link):
                if target in graph.rules and link.how != "over":
                    yield from _asked(graph.rules[target], graph, depth + 1)


def _made(law: Law, rule: g.Rule, sort: str, name: str, attempt: int) -> tuple[Position, tuple[Any, ...]] | None:
    graph = law.graph
    maker = Maker(graph, Random(f"{rule.id} {name} {attempt}"), narrower=True)
    try:
        env = {var: maker.value(type_) for var, type_ in _params(graph, sort, name)}
        wisher = Wisher(law, maker, env)
        for condition in rule.when:
            wisher.wish(condition.expr, True, env)
    except UNFIT:
        return None
    return maker.position, tuple(env.values())


def _params(graph: g.Graph, sort: str, name: str) -> list[tuple[str, t.Type]]:
    if sort != "pick":
        return list(graph.section(sort)[name].params)
    action, _, pick = name.partition(".")
    found = list(graph.actions[action].params)
    for line in graph.actions[action].picks:
        found.append((line.var, line.type))
        if line.name == pick:
            break
    return found
