"""Positions made up so that a rule that differs has its conditions fulfilled, asked under both laws.

What is asked follows from what the rule concludes: its fact, quantity or pick; of a rule that only limits others, what
those conclude. The position is made as for clashes (`analysis/realise.py`): values for the parameters, then what the
conditions still need. It is a small patch of plain ground; the same things stand on it under both laws. A rule of one
situation alone is asked about there: how the situation begins, with what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from hexlaw.compiler.analysis.realise import Maker, Wisher
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.meaning import cell_key
from hexlaw.compiler.desk.compare.rule_differences import concluded
from hexlaw.compiler.desk.compare.shown import chosen_there, drawn, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import had_a_say
from hexlaw.compiler.desk.compare.witness_answers import Told, Without, Witness, WitnessOutcomes, told_of
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain import question as q
from hexlaw.runtime.explain.answer import Answer, answer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.declaration import way_to
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.figures import as_printed, figures_of, is_printed
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Record, Thing
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

ASKED = {"fact": q.about, "quantity": q.about, "pick": q.may}
"""How what a rule decides is asked."""
UNFIT = (LawStop, RecursionError, KeyError, AttributeError, TypeError, ValueError, IndexError)
"""What comes of a position that makes no sense to a law."""
DEEPEST = 4
MAX_READERS = 4
"""Rules that read a table, of those for which positions are made up where a cell differs."""
MAX_IN_SITUATION = 300


@dataclass(frozen=True)
class MadeUp:
    """A made-up position and a question, under both laws, and under the one that has the rule without it."""

    laws: tuple[Law, ...]
    sides: tuple[ComparedLaw, ComparedLaw]
    position: Position
    sort: str
    name: str
    args: tuple[Any, ...]
    without: Without | None = None
    is_aimed: bool = True
    chosen: Configuration = field(default_factory=Configuration)  # what has to be chosen besides for it

    @property
    def counters(self) -> int:
        return len(self.position.things)

    def ask(self, *, tracing: bool = False) -> WitnessOutcomes | None:
        seen = ReadSet()
        found = self.answers(seen, tracing=tracing)
        if not found:
            return None
        said = frozenset(had_a_say(seen))
        if self.without is None:
            return WitnessOutcomes(found[0], found[1], said=said)
        heard = f"rule:{self.without.rule}" in said
        return WitnessOutcomes(found[0], found[1], found[2], heard, self.without.of_variant, said)

    def answers(self, seen: ReadSet | None = None, *, tracing: bool = False) -> list[Answer]:
        """The answer of each law, `seen` on the way to it under the first two; none where one of them gives none."""
        found: list[Answer] = []
        for number, law in enumerate(self.laws):
            looked_at = seen if number < len(self.sides) else None
            try:
                at = self.position.scratch()
                at.graph = law.graph
                given = answer(law, at, self._asked(law.graph), tracing=tracing, seen=looked_at)
            except UNFIT:
                return []
            if given.stop is not None:
                return []
            found.append(given)
        return found

    def _asked(self, graph: g.Graph) -> q.Question:
        """What is asked of a law; of a figure on which it has no rules, what is printed."""
        knowing = next((law.graph for law in self.laws if is_printed(self.name, law.graph, graph)), graph)
        asked = ASKED[self.sort](knowing, self.name, *self.args)
        return asked if knowing is graph else replace(asked, value=as_printed(asked.value, figures_of(knowing)))

    def smaller(self) -> Iterator[MadeUp]:
        """The same with a member less in a set that is asked about, without a thing that is not asked about, or without
        something that is said."""
        for place, arg in enumerate(self.args):
            for less_asked in _less(arg):
                yield replace(self, args=(*self.args[:place], less_asked, *self.args[place + 1 :]))
        for thing in list(self.position.things.values()):
            if not any(arg == thing or thing.name in repr(arg) for arg in self.args):
                less = self.position.scratch()
                less.remove(thing)
                yield replace(self, position=less)
        for key in list(self.position.values):
            less = self.position.scratch()
            del less.values[key]
            yield replace(self, position=less)

    @property
    def question(self) -> str:
        named = ", ".join(in_words(arg, self.position) for arg in self.args)
        return f"{'may ' if self.sort == 'pick' else ''}{self.name}({named})"

    def told(self, *, draw: bool) -> Witness:
        found = self.ask(tracing=True)
        assert found is not None
        answers = [each for each in found.all if isinstance(each, Answer)]
        told = [*map(Told.of, answers)]
        svg = drawn(self.sides[0], self.position, "made up") if draw else ""
        question = self.question
        stands = (*chosen_there(self.chosen, *self.sides), *standing(self.position, question))
        witness = told_of(question, told, found)
        return replace(witness, shown=stands, counters=self.counters, svg=svg)


def _less(value: object) -> Iterator[object]:
    """A value with one member less in one of its sets that has several: nobody attacks with nothing."""
    if type(value) is tuple and len(value) > 1:  # not a hex, which is one too
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
    elif isinstance(value, Record):
        for at, (name, field) in enumerate(value.fields):
            for less in _less(field):
                yield replace(value, fields=(*value.fields[:at], (name, less), *value.fields[at + 1 :]))


def made_up(
    base: ComparedLaw, variant: ComparedLaw, difference: Difference, most: int, without: Without | None = None
) -> Iterator[MadeUp]:
    """Positions for a rule that differs, and for the rules that read a cell that differs; none for anything else.
    `without` is the law that has the rule, without it."""
    rules = [difference.name] if difference.sort == "rule" else []
    if difference.sort == "table":
        readers = {name for sort, name in difference.bears_on if sort == "rule"}
        rules = [name for name in variant.compilation.graph.rules if name in readers][:MAX_READERS]
    for rule in rules:
        yield from _made_up_for(rule, base, variant, most // len(rules), without, difference.key)


def _made_up_for(
    rule_id: str, base: ComparedLaw, variant: ComparedLaw, most: int, without: Without | None, key: str
) -> Iterator[MadeUp]:
    decls = [side.compilation.graph.rules.get(rule_id) for side in (base, variant)]
    situation = next((rule.origin.situation for rule in decls if rule is not None), None)  # none: it stands in all
    special = Configuration(_options(rule_id, base, variant) if situation is None else {}, situation=situation)
    try:
        sides = (base, variant, *((without.side,) if without is not None else ()))
        laws = tuple(configure(side.compilation.graph, special.merged(side.chosen)) for side in sides)
    except ConfigurationRefused:
        return
    law = next((law for law in reversed(laws[:2]) if rule_id in law.rules), None)
    if law is None:
        return
    rule = law.rules[rule_id]
    asked = decided_by(rule, law.graph)
    for attempt in range(most if asked else 0):
        sort, name = asked[attempt % len(asked)]
        in_the_way = _in_the_way(law, name, rule) if sort == "pick" and attempt % 2 else ()
        lot = Random(f"{rule.id} {name} {attempt}")
        made = _arranged(law, sort, name, lot, in_the_way, _wishes(law, rule, attempt, key))
        if made is not None:
            yield MadeUp(laws, (base, variant), made[0], sort, name, made[1], without, chosen=special)
    if situation is not None:
        begun = _begun(base, variant, situation)
        if begun is None:
            return
        for sort, name in asked:
            for args in _there(law, begun, sort, name):
                yield MadeUp(laws, (base, variant), begun, sort, name, args, without)


def _options(rule_id: str, *sides: ComparedLaw) -> dict[str, bool]:
    """The options under which a rule, the rules that it bears on and what it decides are in force, where both laws have
    them off."""
    found: set[str] = set()
    for side in sides:
        graph = side.compilation.graph
        rule = graph.rules.get(rule_id)
        if rule is not None:
            targets = {name for link in rule.links for name in targets_of(graph, link)}
            actions = {name.partition(".")[0] for sort, name in decided_by(rule, graph) if sort == "pick"}
            nodes: list[g.Rule | g.ActionDecl] = [rule, *(graph.rules[name] for name in targets if name in graph.rules)]
            nodes += [graph.actions[name] for name in actions]
            found |= {node.origin.option for node in nodes if node.origin.option is not None}
    return {name: True for name in sorted(found) if all(side.law.options.get(name) is False for side in sides)}


def _begun(base: ComparedLaw, variant: ComparedLaw, situation: str) -> Position | None:
    """How a situation begins, under the law that has it."""
    for side in (base, variant):
        prepared = prepare(side.compilation, situation, side.chosen, Diagnostics())
        if prepared is not None:
            return prepared.setup.position
    return None


def _there(law: Law, position: Position, sort: str, name: str) -> Iterator[tuple[Any, ...]]:
    """What can be asked about in a position, by lot; nothing where that is more than places, things and words."""
    known = [_known(law, position, type_) for _, type_ in _params(law.graph, sort, name)]
    random = Random(name)
    for _ in range(MAX_IN_SITUATION if all(known) else 0):
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


def decided_by(rule: g.Rule, graph: g.Graph) -> list[tuple[str, str]]:
    """What a rule decides, or those that it limits or lifts: each fact, quantity and pick once."""
    return list(dict.fromkeys(_asked(rule, graph, 0)))


def _asked(rule: g.Rule, graph: g.Graph, depth: int) -> Iterator[tuple[str, str]]:
    """What a rule decides: facts, quantities and picks."""
    yield from (named for named in concluded(rule) if named[0] in ASKED)
    if depth < DEEPEST:
        for link in rule.links:
            if link.step:
                yield "quantity", link.target.partition(".")[0]
            for target in targets_of(graph, link):
                if target in graph.rules and link.how != "over":
                    yield from _asked(graph.rules[target], graph, depth + 1)


def _arranged(
    law: Law, sort: str, name: str, lot: Random, in_the_way: Iterable[g.Rule], wishes: Iterable[e.Expr]
) -> tuple[Position, tuple[Any, ...]] | None:
    """A position in which these rules do not apply and these conditions hold, as far as that can be arranged, and what
    is asked about; none where it makes no sense to the law."""
    maker = Maker(law.graph, lot, narrower=True)
    try:
        env = {var: maker.value(type_) for var, type_ in _params(law.graph, sort, name)}
        wisher = Wisher(law, maker)
        args = tuple(env.values())
        if sort == "pick":
            _turn(maker.position, args)
            _let(law, name.partition(".")[0], maker, env)
        for forbidding in in_the_way:
            _undo(law, forbidding, wisher, env)
        for condition in wishes:
            wisher.wish(condition, True, env)
    except UNFIT:
        return None
    return maker.position, args


def made_for_pick(law: Law, path: str, attempt: int) -> tuple[Position, tuple[Any, ...]] | None:
    """A position made up so that a pick is legal, and what is picked."""
    return _arranged(law, "pick", path, Random(f"{path} {attempt}"), _in_the_way(law, path), ())


def _turn(position: Position, args: tuple[Any, ...]) -> None:
    """It is the turn of the side whose thing does something; of any side where nobody says whose it is."""
    sides = position.graph.choices.get(SIDE)
    owners = (_side_of(arg, position) for arg in args if isinstance(arg, Thing))
    if sides is not None:
        position.acting = next(filter(None, owners), sides.values[0])


def _side_of(thing: Thing, position: Position) -> str | None:
    """The side that a thing belongs to; none where nobody says so."""
    declared = position.graph.kinds[thing.kind].attributes
    said = (position.value(thing, name) for name in g.OWNED_BY if name in declared)
    return next((side for side in said if isinstance(side, str)), None)


def _let(law: Law, action: str, maker: Maker, env: dict[str, Any]) -> None:
    """Adds what an action computes; not what depends on a pick that is still to come."""
    for line in law.graph.actions[action].lines:
        if isinstance(line, e.Let):
            with suppress(*UNFIT):
                env[line.name] = evaluator(law, maker.position).value(line.value, env)


def _wishes(law: Law, rule: g.Rule, attempt: int, key: str) -> Iterator[e.Expr]:
    """What has to hold: every other time also what the rules need that it limits or lifts."""
    for link in rule.links if attempt % 2 else ():
        for target in targets_of(law.graph, link):
            if link.how in ("limits", "lifts") and target in law.rules:
                yield from (condition.expr for condition in law.rules[target].when)
    yield from (condition.expr for condition in rule.when)
    for table in parts((rule.when, rule.conclusion)):
        if isinstance(table, e.Table) and key.startswith(f"table:{table.name} ("):
            yield from _of_cell(law.graph.tables[table.name], table, key)


def _in_the_way(law: Law, path: str, rule: g.Rule | None = None) -> Iterator[g.Rule]:
    """The rules that forbid a pick or one before it, others than this one: where they do, nobody sees what it does."""
    action, _, pick = path.partition(".")
    meant: set[str] = set()
    if rule is not None:
        meant = {rule.id, *(target for link in rule.links for target in targets_of(law.graph, link))}
    for before in way_to(law.graph.actions[action], pick):
        yield from (other for other in law.forbidding.get(before.path, ()) if other.id not in meant)


def _undo(law: Law, rule: g.Rule, wisher: Wisher, env: Mapping[str, Any]) -> None:
    """Wishes that a rule does not apply: one condition after the other, until it does not."""
    for condition in rule.when:
        with suppress(*UNFIT):
            if not all(evaluator(law, wisher.maker.position).value(each.expr, env) for each in rule.when):
                return
            for part in condition.expr.parts if isinstance(condition.expr, e.All) else (condition.expr,):
                _undo_one(part, wisher, env)


def _undo_one(condition: e.Expr, wisher: Wisher, env: Mapping[str, Any]) -> None:
    match condition:
        case e.Equal(left=left, right=e.Const(value=int() | Fraction() as value), negated=False):
            wisher.wish(left, value + 1, env)
        case _:
            wisher.wish(condition, False, env)


def _of_cell(decl: g.TableDecl, table: e.Table, key: str) -> Iterator[e.Expr]:
    """That a table is read in the cell that differs, as far as its lines are headed by words."""
    place = next((place for place in decl.data.cells if cell_key(decl, place) == key), None)
    for axis, at, arg in zip(decl.data.axes, place or (), table.args, strict=False):
        if not axis.brackets:
            yield e.Equal(arg, e.Const(axis.headings[at], arg.type), False)


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
