"""Makes a candidate clash real: a small made-up position in which the reference evaluator runs into it.

Idea: make things, hexes and records for the parameters of the fact (`Maker`); set what the candidate assignment says
of their attributes, and draw the rest at random from a fixed seed; then walk the conditions of both rules and arrange
what they still need, through facts within facts to a small depth (`Wisher`); then ask the fact. This is tried some
forty times with other seeds. At last every value that the clash does not need is removed, so that the reader sees
only what causes it.
INVARIANT: a clash counts only when the evaluator meets it, so no report is a false alarm, and each has its position.
Why not solve for a position: conditions reach through paths, counts and tables, where guessing and asking is far
simpler than inverting them; a clash that is missed stays "undecided" and is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from hexlaw.compiler.analysis.law_asking import AskedAt, Known
from hexlaw.compiler.analysis.rule_formulas import Conditions, Stretch, names_of
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import Board, Map
from hexlaw.runtime.board.geometry import Hex, Side, sides_of
from hexlaw.runtime.board.grid import Grid
from hexlaw.runtime.evaluate.applicability import try_rule
from hexlaw.runtime.evaluate.evaluator import Env, Evaluator
from hexlaw.runtime.evaluate.prohibitions import is_prohibited
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.law.stops import Conflict, Hole, LawStop
from hexlaw.runtime.law.value import Record, Thing, Value
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

MAX_WISH_DEPTH = 4  # facts within facts
NO_SENSE = (LawStop, RecursionError, KeyError, AttributeError, TypeError, ValueError)
"""What comes of a made-up position that makes no sense to the law; another may."""
GRID = Grid("pointy", ("A", "B", "C", "D"), (5,), shifted="second", name="{line}-{number}")
PATCH = Map.of(Board("patch", "a patch", GRID, {}, {}, {}))
NEARBY = (6, 7, 1, 12, 8, 2)  # hexes handed out to parameters: the second is next to the first, and so on


@dataclass(frozen=True)
class MadeExample:
    """A position that shows a clash, in words."""

    text: str
    says: str


Ask = Callable[[Law, Position, Env], LawStop | None]


def realise(
    conditions: Conditions, seed: str, asks: e.Expr, known: Known, wishes: Iterable[e.Expr], model: Mapping[str, int],
    ask: Ask, tries: int,
) -> MadeExample | None:  # fmt: skip
    """A position in which the law stops as `ask` has it, where play comes to ask something; None when none was found.
    What is known of the names in the question tells what they are taken from."""
    configuration = _configuration(conditions, model)
    try:
        law = configure(conditions.graph, configuration)
        plain = law if configuration == Configuration() else configure(conditions.graph)
    except ConfigurationRefused:
        return None
    for attempt in range(tries):
        maker = Maker(conditions.graph, Random(f"{seed} {attempt}"), narrower=attempt % 2 == 1)
        try:
            env = maker.names(law, asks, known)
        except NO_SENSE:
            continue
        maker.follow(plain, conditions, model, env)
        wisher = Wisher(law, maker)
        with suppress(*NO_SENSE):  # what could be arranged may do
            for wish in wishes:
                wisher.wish(wish, True, env)
        asked = partial(ask, law, maker.position, env)
        if (stop := asked()) is not None:
            return _told(configuration, maker.position, env, _bared(maker.position, stop, asked))
    return None


def clash_of(rules: set[str], asks: e.Expr, law: Law, position: Position, env: Env) -> LawStop | None:
    """The contradiction of these rules that the question runs into; none where it does not."""
    try:
        evaluator(law, position).value(asks, env)
    except Conflict as clash:
        return clash if rules <= {rule.id for rule in clash.rules} else None
    except NO_SENSE:
        pass
    return None


def hole_in(fact: str, at: AskedAt, law: Law, position: Position, env: Env) -> LawStop | None:
    """The hole that play meets in a fact where it asks; none where it does not ask there, or has an answer."""
    ev, rule = evaluator(law, position), at.rule
    try:
        if not all(ev.value(part, env) for part in at.known if not isinstance(part, e.Statement)):
            return None
        if at.is_value and rule is not None and not rule.for_each and try_rule(ev, rule, env).fate != "applies":
            return None
        ev.value(at.asks, env)
    except Hole as hole:
        if not hole.message.startswith(f"no rule says what `{fact}` is"):
            return None
        try:  # where another rule forbids it anyway, or this one is lifted, nobody needs an answer
            open_ = not at.node.startswith("pick:") or not (is_prohibited(ev, at.node[5:], env) or rule is not None)
        except Hole:
            open_ = True
        return hole if open_ else None
    except NO_SENSE:
        pass
    return None


def _bared(position: Position, clash: LawStop, asked: Callable[[], LawStop | None]) -> LawStop:
    """The stop in the position without all that was made up and does not matter to it."""
    for key in list(position.values):
        value = position.values.pop(key)
        if (without := asked()) is None:
            position.values[key] = value
        else:
            clash = without
    return clash


def _configuration(conditions: Conditions, model: Mapping[str, int]) -> Configuration:
    assigned = ((conditions.variables[name], name, value) for name, value in model.items())
    by_sort = grouped((x.sort, (name.removeprefix(f"{x.sort} "), x.values[value])) for x, name, value in assigned)
    options, readings, situations = (dict(by_sort.get(sort, ())) for sort in ("option", "reading", "situation"))
    return Configuration(options, readings, situation=situations.get("situation"))


def _told(configuration: Configuration, position: Position, env: Mapping[str, Any], clash: LawStop) -> MadeExample:
    chosen = [f"option `{name}` {'on' if on else 'off'}" for name, on in configuration.options.items()]
    chosen += [f"reading `{reading}` of `{dispute}`" for dispute, reading in configuration.readings.items()]
    if configuration.situation is not None:
        chosen.insert(0, f"situation `{configuration.situation}`")
    parts = []
    facts_by_subject = grouped(
        (subject, f"{name} {in_words(value, position)}")
        for (subject, name), value in position.values.items()
        if value is not False and value is not None and value != ()
    )
    for thing in position.things.values():
        facts = facts_by_subject.get(thing, ())
        where = f"{thing.name} at {in_words(position.places.get(thing), position)}"
        parts.append(f"{where} ({', '.join(sorted(facts)[:8])})" if facts else where)
    for subject, facts in facts_by_subject.items():
        if isinstance(subject, Hex | Side):
            parts.append(f"{in_words(subject, position)} ({', '.join(sorted(facts))})")
    arguments = ", ".join(f"{name} = {in_words(value, position)}" for name, value in env.items())
    chosen.append(f"on a made-up map{f', with {arguments}' if arguments else ''}")
    text = f"{', '.join(chosen)}{': ' if parts else ''}{'; '.join(parts[:10])}"
    return MadeExample(text, clash.message.partition(": ")[2] or clash.message)


class Maker:
    """Makes values of any type, and with them the position they belong to; with `narrower`, things are also of the
    narrower kinds of what is asked for."""

    def __init__(self, graph: g.Graph, random: Random, *, narrower: bool) -> None:
        self.narrower = narrower
        self.graph = graph
        self.random = random
        self.position = Position(graph, PATCH)
        self.places = iter([PATCH.hexes[i] for i in NEARBY])

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
                return next(self.places, PATCH.hexes[0])
            case t.Kind(name="hexside"):
                return sides_of(next(self.places, PATCH.hexes[0]))[0]
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
        chosen = self.random.choice(kinds) if self.narrower else kind
        thing = self.position.place_new(chosen, next(self.places, PATCH.hexes[0]))
        for name, decl in self.graph.kinds[chosen].attributes.items():
            simple = isinstance(decl.type, t.YesNo | t.Number | t.Choice)
            if decl.default is g.MISSING or (simple and self.random.randrange(20) < 3):
                self.position.values[thing, name] = self.value(decl.type)
        return thing

    def names(self, law: Law, asks: e.Expr, known: Known) -> dict[str, Value]:
        """What the names in a question stand for."""
        env: dict[str, Value] = {}
        for part in known:
            match part:
                case e.Equal(left=e.Var(name=name), right=value) if name not in env:
                    env[name] = evaluator(law, self.position).value(value, env)
                case e.Contains(container=domain, item=e.Var(name=name, type=type_)) if name not in env:
                    found = evaluator(law, self.position).value(domain, env)
                    drawn = found and self.random.randrange(2)
                    env[name] = self.random.choice(found) if drawn else self.value(type_)
        used, _ = names_of((known, asks))
        return env | {name: self.value(var.type) for name, var in used.items() if name not in env}

    def follow(self, law: Law, conditions: Conditions, model: Mapping[str, int], env: Mapping[str, Any]) -> None:
        """Sets what is assigned to attributes: `u.speed is fast`, `side-between(a, b) is shut`, `x in h.marks`."""
        ev = evaluator(law, self.position)
        for name, value in model.items():
            variable = conditions.variables[name]
            try:
                self.set(ev, variable.expr, variable.values[value], env)
            except (LawStop, KeyError, AttributeError, TypeError):
                continue

    def set(self, ev: Evaluator, node: e.Expr | None, wanted: Any, env: Mapping[str, Any]) -> None:
        if isinstance(wanted, Stretch):
            wanted = int(wanted.example) if wanted.example.denominator == 1 else wanted.example
        match node:
            case e.Attribute(base=base, name=attribute, owner=owner) if owner:
                if (subject := ev.value(base, env)) is not None:
                    self.position.values[subject, attribute] = wanted
            case e.Contains(container=e.Attribute(base=base, name=attribute), item=item):
                subject, member = ev.value(base, env), ev.value(item, env)
                held = self.position.value(subject, attribute)
                others = tuple(v for v in held if v != member) if isinstance(held, tuple) else ()
                self.position.values[subject, attribute] = (*others, member) if wanted else others


class Wisher:
    """Arranges a position so that a condition holds, as far as that can be done by setting attributes.

    A fact is made to hold by wishing for the conditions of one of its rules, drawn at random. Nothing is promised: the
    evaluator judges what came of it.
    """

    def __init__(self, law: Law, maker: Maker) -> None:
        self.law = law
        self.maker = maker
        self.depth = 0

    def wish(self, node: e.Expr, wanted: Any, env: Mapping[str, Any]) -> None:
        match node:
            case e.Not(inner=inner):
                self.wish(inner, not wanted, env)
            case e.All(parts=parts) | e.Any(parts=parts):
                every = isinstance(node, e.All) == wanted
                for part in parts if every else (self.maker.random.choice(parts),):
                    self.wish(part, wanted, env)
            case e.Equal(left=left, right=e.Const(value=value), negated=negated):
                if negated != wanted:
                    self.wish(left, value, env)
            case e.Fact(name=name, args=args):
                self._fact(name, [self._now().value(a, env) for a in args], wanted)
            case e.Contains(container=e.Fact(name=name, args=args), item=item, negated=negated):
                if negated != wanted:
                    self._collected(name, [self._now().value(a, env) for a in args], self._now().value(item, env))
            case e.Contains(negated=negated):
                self.maker.set(self._now(), node, negated != wanted, env)
            case _:
                self.maker.set(self._now(), node, wanted, env)

    def _now(self) -> Evaluator:
        return evaluator(self.law, self.maker.position)

    def _fact(self, name: str, args: list[Any], wanted: Any) -> None:
        """Wishes for what makes one of its rules give the value; what no rule gives is left to chance."""
        value = e.Const(wanted, self.law.graph.facts[name].type)
        giving = [r for r in self.law.of_fact.get(name, ()) if isinstance(r.conclusion, g.Gives)]
        self._one_of([r for r in giving if getattr(r.conclusion, "value", None) == value], name, args)

    def _collected(self, name: str, args: list[Any], member: Any) -> None:
        """Puts the member where a rule of the form `for each t in x.marks ... includes t` finds it."""
        for rule in self.law.of_fact.get(name, ()):
            env = dict(zip((n for n, _ in self.law.graph.facts[name].params), args, strict=True))
            match rule.for_each, rule.conclusion:
                case (e.Binder(var=var, domain=e.Attribute() as held),), g.Collects(item=e.Var(name=item)) if (
                    var == item
                ):
                    contained = e.Contains(held, e.Var(var, t.item_of(held.type)), False)
                    self.maker.set(self._now(), contained, True, {**env, var: member})

    def _one_of(self, rules: list[g.Rule], name: str, args: list[Any]) -> None:
        if not rules or self.depth >= MAX_WISH_DEPTH:
            return
        env = dict(zip((n for n, _ in self.law.graph.facts[name].params), args, strict=True))
        self.depth += 1
        for condition in self.maker.random.choice(rules).when:
            self.wish(condition.expr, True, env)
        self.depth -= 1
