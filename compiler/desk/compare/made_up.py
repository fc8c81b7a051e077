"""Positions made up so that a rule that differs has its conditions fulfilled, asked under both laws.

What is asked follows from what the rule concludes: its fact, quantity or pick; of a rule that only limits others, what
those conclude. The position is made as for clashes (`analysis/realise.py`): values for the parameters, then what the
conditions still need. It is a small patch of plain ground; the same things stand on it under both laws. A rule of one
situation alone is asked about there: how the situation begins, with what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from hexlaw.compiler.analysis.realise import Maker, Wisher
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.shown import chosen_there, drawn, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import cell_key, concluded
from hexlaw.compiler.desk.compare.verdicts import had_a_say
from hexlaw.compiler.desk.compare.witness_answers import Without, Witness, WitnessOutcomes, witness_of
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain import question as q
from hexlaw.runtime.explain.answer import Answer, answer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
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
"""By the sort of a decision, the question about it."""
UNFIT = (LawStop, RecursionError, KeyError, AttributeError, TypeError, ValueError, IndexError)
"""Errors that a position raises which makes no sense to a law."""
MAX_LINKS = 4
"""Links that are followed from a rule to what it bears on."""
MAX_READERS = 4
"""Rules that read a table, of those for which positions are made up where a cell differs."""
MAX_IN_SITUATION = 300


@dataclass(frozen=True)
class MadeUp:
    """A made-up position and a question, under both laws, or the one law that has it, and under the one that has the
    rule without it."""

    laws: tuple[Law, ...]
    sides: tuple[ComparedLaw, ComparedLaw]
    position: Position
    sort: str
    name: str
    args: tuple[Any, ...]
    without: Without | None = None
    is_aimed: bool = True
    chosen: Configuration = field(default_factory=Configuration)  # of options, and a situation, for this position

    @property
    def counters(self) -> int:
        return len(self.position.things)

    def ask(self, *, tracing: bool = False) -> WitnessOutcomes | None:
        read = ReadSet()
        found = self.answers(read, tracing=tracing)
        return WitnessOutcomes.of(found, had_a_say(read), self.without) if found else None

    def answers(self, read: ReadSet | None = None, *, tracing: bool = False) -> list[Answer]:
        """Returns the answer of each law, empty where one gives none; `read` notes the reads of the first two."""
        found: list[Answer] = []
        for law in self.laws:
            try:
                at = self.position.scratch()
                at.graph = law.graph
                noted = read if len(found) < len(self.sides) else None
                given = answer(law, at, self._asked(law.graph), tracing=tracing, seen=noted)
            except UNFIT:
                return []
            if given.stop is not None:
                return []
            found.append(given)
        return found

    def _asked(self, graph: g.Graph) -> q.Question:
        """Returns the question to a law; about a figure on which it has no rules, it is for the printed one."""
        knowing = next((law.graph for law in self.laws if is_printed(self.name, law.graph, graph)), graph)
        asked = ASKED[self.sort](knowing, self.name, *self.args)
        return asked if knowing is graph else replace(asked, value=as_printed(asked.value, figures_of(knowing)))

    def smaller(self) -> Iterator[MadeUp]:
        """Yields the trial with a member less in a set of its question, without a thing that is not in its question, or
        without an attribute."""
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

    def witness(self) -> Witness:
        found = self.ask(tracing=True)
        assert found is not None
        stands = (*chosen_there(self.chosen, *self.sides), *standing(self.position, self.question))
        return witness_of(self.question, found, stands, self.counters, drawn(self.sides[0], self.position, "made up"))


def _less(value: object) -> Iterator[object]:
    """Yields a value with one member less in one of its sets that has several: nobody attacks with nothing."""
    if type(value) is tuple and len(value) > 1:  # not a hex, which is one too
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
    elif isinstance(value, Record):
        for at, (name, field) in enumerate(value.fields):
            for less in _less(field):
                yield replace(value, fields=(*value.fields[:at], (name, less), *value.fields[at + 1 :]))


def made_up(
    base: ComparedLaw, variant: ComparedLaw, difference: Difference, most: int, without: Without | None = None
) -> Iterator[MadeUp]:
    """Yields positions for a rule that differs, and for the rules that read a cell that differs."""
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
        begun = (prepare(side.compilation, situation, side.chosen, Diagnostics()) for side in (base, variant))
        position = next((prepared.setup.position for prepared in begun if prepared is not None), None)
        if position is None:
            return
        for sort, name in asked:
            for args in _there(law, position, sort, name):
                yield MadeUp(laws, (base, variant), position, sort, name, args, without)


def _options(rule_id: str, *sides: ComparedLaw) -> dict[str, bool]:
    """Returns the options without which a rule, the rules that it bears on or its decisions are not in force, as far as
    both laws have them off."""
    found: set[str] = set()
    for side in sides:
        graph = side.compilation.graph
        if (rule := graph.rules.get(rule_id)) is not None:
            targets = {name for link in rule.links for name in targets_of(graph, link)}
            actions = {name.partition(".")[0] for sort, name in decided_by(rule, graph) if sort == "pick"}
            nodes: list[g.Rule | g.ActionDecl] = [rule, *(graph.rules[name] for name in targets if name in graph.rules)]
            nodes += [graph.actions[name] for name in actions]
            found |= {node.origin.option for node in nodes if node.origin.option is not None}
    return {name: True for name in sorted(found) if all(side.law.options.get(name) is False for side in sides)}


def _there(law: Law, position: Position, sort: str, name: str) -> Iterator[tuple[Any, ...]]:
    """Yields arguments for a question in a position, by lot; none where the values of one cannot be listed."""
    arguments = [position.values_of(type_) for _, type_ in q.params_of(law.graph, sort, name)]
    random = Random(name)
    for _ in range(MAX_IN_SITUATION if all(arguments) else 0):
        yield tuple(random.choice(values) for values in arguments)


def decided_by(rule: g.Rule, graph: g.Graph, depth: int = 0) -> list[tuple[str, str]]:
    """Returns the facts, quantities and picks that a rule decides, or those that it limits or lifts."""
    found = [named for named in concluded(rule) if named[0] in ASKED]
    for link in rule.links if depth < MAX_LINKS else ():
        if link.step:
            found.append(("quantity", link.target.partition(".")[0]))
        for target in targets_of(graph, link):
            if target in graph.rules and link.how != "over":
                found += decided_by(graph.rules[target], graph, depth + 1)
    return list(dict.fromkeys(found))


def _arranged(
    law: Law, sort: str, name: str, lot: Random, in_the_way: Iterable[g.Rule], wishes: Iterable[e.Expr]
) -> tuple[Position, tuple[Any, ...]] | None:
    """Returns a position in which these rules do not apply and these conditions hold, as far as that can be arranged,
    with the arguments of the question; None where it makes no sense to the law."""
    maker = Maker(law.graph, lot, narrower=True)
    try:
        env = {var: maker.value(type_) for var, type_ in q.params_of(law.graph, sort, name)}
        wisher = Wisher(law, maker)
        args = tuple(env.values())
        if sort == "pick":
            sides = law.graph.choices.get(SIDE)
            owners = (_side_of(arg, maker.position) for arg in args if isinstance(arg, Thing))
            if sides is not None:  # it is the turn of the side whose thing acts, or else of any
                maker.position.acting = next(filter(None, owners), sides.values[0])
            for line in law.graph.actions[name.partition(".")[0]].lines:
                if isinstance(line, e.Let):
                    with suppress(*UNFIT):  # it may depend on a pick that is still to come
                        env[line.name] = evaluator(law, maker.position).value(line.value, env)
        for forbidding in in_the_way:
            _undo(law, forbidding, wisher, env)
        for condition in wishes:
            wisher.wish(condition, True, env)
    except UNFIT:
        return None
    return maker.position, args


def made_for_pick(law: Law, path: str, attempt: int) -> tuple[Position, tuple[Any, ...]] | None:
    """Returns a position made up so that a pick is legal, and the arguments of that pick."""
    return _arranged(law, "pick", path, Random(f"{path} {attempt}"), _in_the_way(law, path), ())


def _side_of(thing: Thing, position: Position) -> str | None:
    """Returns the side that a thing belongs to."""
    declared = position.graph.kinds[thing.kind].attributes
    owners = (position.value(thing, name) for name in g.OWNED_BY if name in declared)
    return next((side for side in owners if isinstance(side, str)), None)


def _wishes(law: Law, rule: g.Rule, attempt: int, key: str) -> Iterator[e.Expr]:
    """Yields the conditions of a rule, and every other time also those of the rules that it limits or lifts."""
    for link in rule.links if attempt % 2 else ():
        for target in targets_of(law.graph, link):
            if link.how in ("limits", "lifts") and target in law.rules:
                yield from (condition.expr for condition in law.rules[target].when)
    yield from (condition.expr for condition in rule.when)
    for table in parts((rule.when, rule.conclusion)):
        if isinstance(table, e.Table) and key.startswith(f"table:{table.name} ("):
            decl = law.graph.tables[table.name]
            place = next((place for place in decl.data.cells if cell_key(decl, place) == key), None)
            for axis, at, arg in zip(decl.data.axes, place or (), table.args, strict=False):
                if not axis.brackets:  # only lines that are headed by words
                    yield e.Equal(arg, e.Const(axis.headings[at], arg.type), False)


def _in_the_way(law: Law, path: str, rule: g.Rule | None = None) -> Iterator[g.Rule]:
    """Yields the rules that forbid a pick or one before it, but for this one: they would hide what it does."""
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
                match part:
                    case e.Equal(left=left, right=e.Const(value=int() | Fraction() as value), negated=False):
                        wisher.wish(left, value + 1, env)
                    case _:
                        wisher.wish(part, False, env)
