"""Why an answer is as it is, for the table: the rules that gave it, each in the case that it speaks of.

Idea: only what decided is told. Of a value these are the rules that applied, and what kept others from it; of a number
the steps that made it another; of chances what is alike whatever the dice show. What the law has no words for is told
as law.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.trace import TraceNode, walk
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.explain.speech import Once, Speech, changed, said_once
from hexlaw.runtime.explain.trace_lines import Traced
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import picks_in
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Record
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.words.phrases import PLACE
from hexlaw.runtime.words.spans import is_phrased, listed, plain

MAX_SUMMED = 8
"""Numbers of a sum that are told."""
MAX_CLOSED = 3
"""Rules of which it is told why none of them gives another value."""
MAX_CANDIDATES = 3
MAX_TALK_LENGTH = 12


class Reasons:
    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self._traced = Traced(speech, "talk")
        self._once = Once()

    def lines(self) -> Iterator[str]:
        """The rules that gave the value, and the steps of a number: what one would say at the table."""
        permission = self.speech.given.permission
        if self.speech.given.reach is not None or (permission is not None and not permission.allowed):
            return
        if self.speech.given.chances is not None:
            nodes = self._what_the_dice_share()
        else:
            nodes = self.speech.given.asked if permission is None else self._price(permission)
        found = (line for node in nodes for line in self._main_reason(node))
        lines = [line for group in said_once(found, self.speech.given.position.things) for line in group]
        yield from lines[:MAX_TALK_LENGTH]
        if len(lines) > MAX_TALK_LENGTH:
            yield f"  ... and {len(lines) - MAX_TALK_LENGTH} lines more: ask with --depth judge"

    def of_effect(self, args: tuple[object, ...], come_to: str) -> Iterator[str]:
        """What an effect with these arguments was about, what its dice `come_to`, and the numbers and tables behind it:
        all of them, in groups of a line and what is indented below it."""
        effect = self.speech.given.law.graph.effects[self.speech.given.question.name]
        if args and not any(isinstance(arg, Record) for arg in args):
            named = {name: self.speech.spoken_as(arg, of) for (name, of), arg in zip(effect.params, args, strict=True)}
            form = self.speech.in_words.phrases.form("effect", effect.name)
            yield from filter(None, [PLACE.sub(lambda found: named.get(found[1], found[0]), form)])
        for arg in args:
            if isinstance(arg, Record):
                fields = self.speech.given.law.graph.records[arg.kind].fields
                words = {name: self.speech.spoken_as(value, fields[name].type) for name, value in arg.fields}
                if (said := self.speech.in_words.record(arg.kind, words)) is not None:
                    yield plain(said)
        yield from filter(None, [come_to])
        for node in walk(self.speech.given.asked):
            if node.sort in ("quantity", "table") and self.speech.node_in_words(node, node.value) is not None:
                yield from (line.removeprefix("  ") for line in self._main_reason(node))

    def _what_the_dice_share(self) -> list[TraceNode]:
        """The numbers behind the chances, and the tables that are read alike whatever the dice show."""
        nodes = list(walk(self.speech.given.asked))
        readings: dict[str, set[object]] = {}
        for node in nodes:
            readings.setdefault(node.name, set()).add(node.args)
        return [n for n in nodes if n.sort == "quantity" or (n.sort == "table" and len(readings[n.name]) == 1)]

    def _price(self, permission: Permission) -> list[TraceNode]:
        """What a legal pick costs, if the cost is something that rules decide."""
        inside = self.speech.given.law.graph.actions.get(permission.action)
        path = f"{permission.action}.{permission.pick}"
        costs = [pick.cost for pick in picks_in(inside) if pick.path == path]
        named = {getattr(cost, "name", None) for cost in costs}
        return [n for n in self.speech.given.asked if n.name in named and n.value == permission.cost][-1:]

    def _main_reason(self, node: TraceNode) -> Iterator[str]:
        if not self._once.first_time(node):
            return
        if node.sort == "quantity":
            yield from self._number(node)
        elif (said := self.speech.node_in_words(node, node.value)) is not None:
            yield from self._reason_in_words(node, said)
        elif node.sort == "table" and node.cell is not None:
            yield f"  {self.speech.stated(node, node.value)} {self.speech.cell_cites(node.cell)}"
        elif node.sort == "fact":
            for tried in node.applied():
                yield f"  {self.speech.stated(node, tried.gives)}: {self.speech.named(tried.rule)}"
            cut_short = [tried for tried in node.rules if tried.fate == "limited"]
            yield from (f"  {self.speech.fate(tried)}" for tried in (cut_short if not node.applied() else ()))
            if not node.applied() and node.note == "otherwise" and not cut_short:
                yield from self._otherwise(node, self.speech.stated(node, node.value))

    def _reason_in_words(self, node: TraceNode, said: str) -> Iterator[str]:
        if node.sort == "table":
            yield f"  {said}  {self.speech.cell_cites(node.cell) if node.cell is not None else ''}".rstrip()
            return
        for tried in node.applied():
            yield f"  {said}{self._in_this_case(tried.rule, node)}  {self.speech.cites(tried.rule)}".rstrip()
            yield from self._none_of(tried.rule, node)
        if node.applied():
            yield from self._not_otherwise(node)
            return
        cut_short = [tried for tried in node.rules if tried.fate == "limited"]
        for tried in cut_short:
            cut = [self.speech.in_words.case(rule, self.speech.values(node)) for rule in tried.by]
            because = " and ".join(plain(case) for case in cut if case)
            yield f"  {said}{f': {because}' if because else ''}  {', '.join(map(self.speech.cites, tried.by))}".rstrip()
        if not cut_short and node.note == "otherwise":
            yield from self._otherwise(node, said)

    def _in_this_case(self, rule: g.Rule, node: TraceNode) -> str:
        """Behind a colon the conditions of a rule as they hold; nothing where one of them has no words."""
        values = self.speech.values(node)
        when = [replace(each, expr=self._as_it_is(each.expr, node, values)) for each in rule.when]
        case = self.speech.cases([replace(rule, when=tuple(when))], values)
        return f": {case}" if case else ""

    def _as_it_is(self, condition: e.Expr, node: TraceNode, values: dict[str, str]) -> e.Expr:
        """A condition that holds, with of alternatives the one that does, and of what there is that of which it is so,
        which is then among the values; itself where that takes more than this law can answer."""
        env: dict[str, object] = dict(zip(values, node.args, strict=False))
        asking = Trials(self.speech.given.law).about(self.speech.given.position)

        def decided(condition: e.Expr) -> e.Expr:
            match condition:
                case e.All(parts=inside):
                    return replace(condition, parts=tuple(map(decided, inside)))
                case e.Any(parts=inside):
                    return decided(next(part for part in inside if asking.value(part, env)))
                case e.Not(inner=e.Quantified(how="no") as none):
                    return decided(replace(none, how="any"))
                case e.Quantified(how="any", binder=e.Binder(var=var, domain=domain, where=where), holds=holds):
                    wanted = e.All(tuple(e.conjuncts(where, holds)))
                    there = asking.value(domain, env) if wanted.parts and var not in env else ()
                    found = next((x for x in there if asking.value(wanted, {**env, var: x})), None)
                    if found is None or isinstance(found, Record):
                        return condition
                    env[var], values[var] = found, self.speech.spoken_as(found, t.item_of(domain.type))
                    return decided(wanted)
            return condition

        before = dict(values)
        try:
            return decided(condition)
        except (LawStop, KeyError, StopIteration):
            values.clear()
            values.update(before)
            return condition

    def _otherwise(self, node: TraceNode, said: str) -> Iterator[str]:
        """A value that no rule has given: of a sum, or the least or most of several, what it is made of."""
        otherwise = self.speech.given.law.graph.facts[node.name].otherwise
        numbers = [n for n in node.asked if isinstance(n.value, int | Fraction) and not isinstance(n.value, bool)]
        if not isinstance(otherwise, e.Fold) or not numbers:
            yield f"  {said}{self._all_shut(node) or ', as no rule says otherwise'}"
            return
        yield f"  {said}, the {otherwise.how} of"
        for inner in numbers[:MAX_SUMMED]:
            yield from (f"  {line}" for line in self._main_reason(inner))
        if len(numbers) > MAX_SUMMED:
            yield f"    and {len(numbers) - MAX_SUMMED} more"

    def _all_shut(self, node: TraceNode) -> str:
        """Which condition kept each rule that could have said otherwise from it; nothing if many or without words."""
        if not 0 < len(node.rules) <= MAX_CLOSED:
            return ""
        reasons = []
        for tried in node.rules:
            condition = next((c.expr for c in tried.rule.when if c.text == tried.because), None)
            if tried.fate != "condition fails" or condition is None:
                return ""
            values = self.speech.values(node)
            missing = e.Not(self._as_it_is(e.Not(condition), node, values))
            unmet = self.speech.in_words.unmet(missing, values, tried.rule)
            if not unmet or not is_phrased(unmet):
                return ""
            reasons.append(f"{plain(unmet)}  {self.speech.cites(tried.rule)}".rstrip())
        return f": {', and '.join(reasons)}"

    def _none_of(self, rule: g.Rule, node: TraceNode) -> Iterator[str]:
        """Where a rule asks that nothing fulfils several conditions at once: what each of a few candidates fails."""
        values = self.speech.values(node)
        env = dict(zip(values, node.args, strict=False))
        for condition in rule.when:
            match condition.expr:
                case e.Quantified(how="no", binder=e.Binder(var=var, domain=domain, where=e.All(parts=wanted))):
                    for item, unmet in self._failed(domain, var, wanted, env):
                        named = {**values, var: self.speech.spoken(item)}
                        clauses = [self.speech.in_words.unmet(part, named, rule) for part in unmet]
                        if clauses and all(map(is_phrased, clauses)):
                            yield f"    {plain(listed(clauses, 'and'))}"

    def _failed(
        self, domain: e.Expr, var: str, wanted: tuple[e.Expr, ...], env: dict[str, object]
    ) -> list[tuple[object, list[e.Expr]]]:
        """What each of a few candidates fails; nothing where they are many, or where the law does not answer."""
        asking = Trials(self.speech.given.law).about(self.speech.given.position)
        try:
            items = asking.value(domain, env)
            if not 0 < len(items) <= MAX_CANDIDATES:
                return []
            return [(item, [part for part in wanted if not asking.value(part, {**env, var: item})]) for item in items]
        except (LawStop, KeyError):
            return []

    def _not_otherwise(self, node: TraceNode) -> Iterator[str]:
        """Which other value it would have, were it not for what limits the rule that gives it."""
        for tried in node.rules:
            made = tried.rule.conclusion
            if tried.fate != "limited" or not isinstance(made, g.Gives) or not isinstance(made.value, e.Const):
                continue
            if because := self.speech.cases(tried.by, self.speech.values(node)):
                value = self.speech.spoken_as(made.value.value, made.value.type)
                yield f"    it is not {value}: {because}  {', '.join(map(self.speech.cites, tried.by))}"

    def _number(self, node: TraceNode) -> Iterator[str]:
        """A number with the steps that made it another one."""
        changing, before = [], node.note
        for step in node.asked:
            if step.sort == "step":
                after = self.speech.words(step.value)
                if step.limited_by or after != before:
                    changing.append(step)
                before = after
        said, type_ = (
            self.speech.node_in_words(node, node.value),
            self.speech.given.law.graph.quantities[node.name].type,
        )
        start = f": starts with {self.speech.spoken_as(node.note, type_)}" if changing else ""
        yield f"  {said or self.speech.stated(node, node.value)}{start}"
        for step in changing:
            yield from self._traced.step(step, 2) if said is None else self._step_in_words(node, step)

    def _step_in_words(self, quantity: TraceNode, step: TraceNode) -> Iterator[str]:
        """How a step changed a number: what it became, by how much and in which case."""
        if step.limited_by:
            noun = self.speech.in_words.phrases.noun("step", step.name)
            yield f"    {noun} does not count  {', '.join(map(self.speech.cites, step.limited_by))}"
        values = self.speech.values(quantity)
        for tried in step.applied():
            amount = self.speech.in_words.amount(tried.rule, values)
            made = tried.rule.conclusion
            scales = isinstance(made, g.Changes) and made.how in ("multiplies", "divides", "adds", "subtracts")
            by = f" by {plain(amount)}" if scales and amount and is_phrased(amount) else ""
            gives = self.speech.spoken_as(tried.gives, self.speech.given.law.graph.quantities[quantity.name].type)
            said = f"{changed(tried)} {gives}{by}{self._in_this_case(tried.rule, quantity)}"
            yield f"    {said}  {self.speech.cites(tried.rule)}".rstrip()
