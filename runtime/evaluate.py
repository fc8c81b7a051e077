"""START HERE for the runtime: the reference evaluator. A law, a position and an expression in; its value out.

It asks the typed expressions of the graph and, when told to, keeps a trace of every rule tried on the way. It is
written to be read: it defines what the law means, and faster forms of the law must agree with it. An expression is made
ready once (`ready`), into a function of whom to ask and of what its names stand for: what its parts are is looked up
then, and not each of the thousands of times that it is asked.

A fact's value: of its rules, those apply whose conditions all hold and that no applying rule limits; of these, those
that no other overrides must agree. Do they not, that is a `Conflict`; is there none, the fact's `otherwise` answers;
is there no such line either, that is a `Hole`. Both stop the evaluation: no winner is invented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from operator import add, ge, gt, le, lt, mul, sub, truediv
from typing import Any, Protocol

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.account import CHEAPER, COPY, Account
from hexlaw.runtime.builtins import BUILTIN_ADJECTIVES, BUILTIN_FUNCTIONS, BUILTIN_VERBS, BuiltinFunction
from hexlaw.runtime.geometry import Contact, Hex
from hexlaw.runtime.law import Law
from hexlaw.runtime.linking import linked
from hexlaw.runtime.position import UNSAID, Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.stops import Cause, Conflict, Exhausted, Hole, LawStop, Unseen
from hexlaw.runtime.table import Cell
from hexlaw.runtime.trace import Node, Tried
from hexlaw.runtime.value import GAME, Moment, Record, Thing, exact_text, size_of
from hexlaw.runtime.veil import not_known

Env = Mapping[str, Any]
Decide = Callable[[str, tuple[Any, ...], "Node | None"], Any]
Breach = dict[tuple[Any, ...], "int | Fraction | Unseen | None"]
"""The cases of its `for each` in which a requirement does not hold, and by how much where it compares two numbers; or
in which it cannot be seen whether it does."""
Answers = dict[tuple[str, str, tuple[object, ...]], tuple[Any, Node | None]]
UNDECIDED = (Unseen, Hole, Conflict)
"""Stops that leave a question open which another part of it may still decide."""
LONGEST_NUMBER = 4_096  # bits, above and below the line of a fraction
DEEPEST = 20  # questions inside each other, before the innermost is answered by itself
LARGEST_RECORD = 1_000  # records, sets and their parts inside one record


class _Deeper(Exception):
    """A question lies too deep in others to be answered there."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work


class Trials(Protocol):
    """What only the machine that plays can answer (`play/trials.py`), about the position of an evaluator."""

    def reach(self, ev: Evaluator, name: str, args: tuple[Any, ...]) -> dict[Any, Any]: ...

    def would_break(self, ev: Evaluator, effect: str, args: tuple[Any, ...], requirement: str) -> bool: ...


class Evaluator:
    """Answers questions about one position under one law. Answers are remembered: the position must not change."""

    def __init__(
        self,
        law: Law,
        position: Position,
        trials: Trials,
        *,
        tracing: bool = False,
        other_cells: Mapping[str, object] | None = None,
        account: Account | None = None,
    ) -> None:
        self.law = law
        self.position = position
        self.trials = trials
        self.tracing = tracing
        self.other_cells = other_cells or {}  # by the cell's place: another value to read there, for "what if"
        self.asked: list[Node] = []  # what is being collected right now
        self.cut_short: list[tuple[g.Rule, tuple[g.Rule, ...]]] = []  # and limits that were limited themselves
        self.answers: Answers = {}
        self.attributes: dict[tuple[Any, str], Any] = {}  # those that were asked for
        self.breaches: dict[str, Breach] = {}  # of the requirements that were looked at, by rule
        self.refused_by: dict[str, g.Rule] = {}  # by what was picked: the rule that forbade it last
        self.account = account or Account()
        self.doubts: dict[tuple[str, str], str] = {}  # unsure figures of the unit charts that were read
        self.unsure: dict[str, Cell] = {}  # and unsure cells of tables, by their places
        self.seen: Seen | None = None  # notes what is looked at, where somebody wants to know
        self._depth = 0  # questions that wait for the answer of the one in hand
        self._standing: dict[object, list[tuple[Thing, bool]]] | None = None
        self._of_kind: dict[str, tuple[Thing, ...]] = {}
        self._reaches: dict[tuple[str, tuple[object, ...]], Any] = {}

    def at(self, position: Position, *, tracing: bool = False) -> Evaluator:
        """The same law asked about another position, on the same account."""
        self.account.spend(COPY)
        other = Evaluator(
            self.law, position, self.trials, tracing=tracing, other_cells=self.other_cells, account=self.account
        )
        other.doubts, other.unsure = self.doubts, self.unsure
        other.seen = self.seen
        return other

    def count_things(self) -> None:
        """The whole position is copied, or gone through."""
        self.account.spend(COPY + (self.position.size >> CHEAPER))

    # -- expressions

    def value(self, node: e.Expr, env: Env) -> Any:
        account = self.account
        account.left -= 1
        if account.left < 0:
            account.spend(0)
        try:
            return ready(node)(self, env)
        except RecursionError:
            raise Exhausted("the question is nested too deeply to be answered", "ask a part of it") from None

    def gone_through(self, found: Any) -> Any:
        """What was found; whoever asked for a set or a record goes through it."""
        if type(found) is tuple or type(found) is Record:
            self.account.spend(size_of(found) >> CHEAPER)
        return found

    def each(self, binder: e.Binder, env: Env) -> Iterator[dict[str, Any]]:
        """The scope with the binder's variable at each thing it stands for, in order."""
        where = None if binder.where is None else ready(binder.where)
        for item in self.value(binder.domain, env):
            self.account.spend()
            inner = {**env, binder.var: item}
            if where is None or where(self, inner):
                yield inner

    def attribute(self, subject: Any, name: str, owner: str) -> Any:
        """An attribute of something; without an owner, where that stands."""
        if subject is None:
            value = None if not owner else self.position.default(owner, name)
        elif not owner:
            value = self.position.hex_of(subject) if name == "hex" else self.position.holder_of(subject)
        else:
            value = self.position.value(subject, name)
            if self.tracing and isinstance(subject, Thing):
                self._note_doubt(subject, name)
        if value is g.MISSING:
            whose = self.shown(subject) if subject is not None else "nothing"
            raise not_known(self.position.veil, subject, name, whose)
        return self.gone_through(value)

    def _note_doubt(self, subject: Thing, attribute: str) -> None:
        """Remembers that an unsure figure of a unit chart was read."""
        unit = self.position.unit_of(subject)
        if unit is not None and attribute in unit.unsure and (subject, attribute) not in self.position.values:
            self.doubts[unit.id, attribute] = unit.doubt or ""

    def shown(self, value: object) -> str:
        from hexlaw.runtime.words import in_words

        return in_words(value, self.position)

    def things_of(self, kind: str) -> tuple[Thing, ...]:
        """All things of a kind."""
        self.account.spend(1 + (len(self.position.things) >> CHEAPER))
        if kind not in self._of_kind:
            self._of_kind[kind] = tuple(self.position.of_kind(kind))
        return self._of_kind[kind]

    def standing_in(self, place: object, kind: str, deep: bool) -> tuple[Thing, ...]:
        if self._standing is None:
            self.count_things()
            self._standing = self.position.standing()
        found = self._standing.get(place, ())
        self.account.spend(len(found) >> CHEAPER)
        kinds = self.law.graph.kinds_below(kind)
        return tuple([t for t, directly in found if (directly or deep) and t.kind in kinds])

    # -- facts

    def fact(self, name: str, args: tuple[Any, ...]) -> Any:
        return self.answer("fact", name, args, self.decide_fact)

    def answer(self, sort: Any, name: str, args: tuple[Any, ...], decide: Decide) -> Any:
        key = (sort, name, args)
        account = self.account
        account.left -= 1
        if account.left < 0:
            account.spend(0)
        found = self.answers.get(key)
        if found is None:
            if self._depth >= DEEPEST:
                raise _Deeper(lambda: self._work_out(key, decide))
            if self._depth == 0:
                self._deepest_first(lambda: self._work_out(key, decide))
            else:
                self._work_out(key, decide)
            found = self.answers[key]
        value, node = found
        if node is not None:
            self.asked.append(node)
        return value

    def _work_out(self, key: tuple[Any, str, tuple[object, ...]], decide: Decide) -> None:
        """Puts the answer to a question among the answers."""
        sort, name, args = key
        if self.seen is not None:
            self.seen.asked.add(f"{sort}:{name}")
        node = Node(sort, name, args) if self.tracing else None
        outer, self.asked = self.asked, []
        self._depth += 1
        try:
            value = decide(name, args, node)
            if node is not None:
                node.value = value
                node.asked.extend(self.asked)
        except LawStop as stop:
            stop.came_of(Cause(sort, name, args))
            raise
        finally:
            self.asked = outer
            self._depth -= 1
        self.answers[key] = (value, node)

    def _deepest_first(self, work: Callable[[], None]) -> None:
        """Python goes only so deep: what lies deeper is answered first, and then what asked for it begins again."""
        waiting = [work]
        while waiting:
            try:
                waiting[-1]()
                waiting.pop()
            except _Deeper as deeper:
                waiting.append(deeper.work)

    def decide_fact(self, name: str, args: tuple[Any, ...], node: Node | None) -> Any:
        decl = self.law.graph.facts[name]
        env = dict(zip((p for p, _ in decl.params), args, strict=True))
        if decl.shape == "forbidden" and node is not None:
            return self._forbidden(decl, env, node)
        tried = [self.try_rule(rule, env) for rule in self.law.of_fact.get(name, ())]
        if node is not None:
            node.rules.extend(tried)
        applying = [x for x in tried if x.fate == "applies"]
        if decl.collects:
            return self._collect(applying, env)
        winners = self._not_overridden(applying)
        for x in winners:
            assert isinstance(x.rule.conclusion, g.Gives)
            x.gives = self._noted(x, x.rule.conclusion.value, env)
        if winners:
            first = winners[0].gives
            if any(x.gives != first for x in winners[1:]):
                raise Conflict(
                    name, tuple(self.shown(a) for a in args), tuple((x.rule, self.shown(x.gives)) for x in winners)
                )
            return first
        if decl.otherwise is not None:
            if node is not None:
                node.note = "otherwise"
            return self.value(decl.otherwise, env)
        raise Hole(
            f"no rule says what `{name}` is for {', '.join(self.shown(a) for a in args)}",
            f"write a rule for that case, or below `fact {name}` what it is `otherwise`",
        )

    def _forbidden(self, decl: g.FactDecl, env: Env, node: Node) -> bool:
        """Whether a rule applies that forbids an event, with all of them in the trace."""
        stop: LawStop | None = None
        for asked in decl.otherwise.parts if isinstance(decl.otherwise, e.Any) else ():
            rule = self.law.asked_about(asked) if isinstance(asked, e.Applies) else None
            if rule is not None:
                try:
                    tried = self.try_rule(rule, env)
                except UNDECIDED as met:
                    stop = first_stop(stop, met)
                    continue
                tried.gives = tried.fate == "applies"
                node.rules.append(tried)
        if not node.applied() and stop is not None:
            raise stop
        return bool(node.applied())

    def _collect(self, applying: list[Tried], env: Env) -> tuple[Any, ...]:
        found: dict[Any, None] = {}
        for x in applying:
            conclusion = x.rule.conclusion
            assert isinstance(conclusion, g.Collects)
            before = set(found)
            outer, self.asked = self.asked, x.asked
            for inner in self.cases(x.rule, env, x.rule.for_each):
                found[self.value(conclusion.item, inner)] = None
            self.asked = outer
            x.gives = tuple(k for k in found if k not in before)
            if not x.gives and x.rule.for_each:
                x.fate = "finds nothing"
        return tuple(found)

    def cases(self, rule: g.Rule, env: Env, binders: tuple[e.Binder, ...]) -> Iterator[Env]:
        """The cases in which a rule applies, of all that it is tried for. One in which this cannot be seen is none of a
        memory or tally: that is not seen either."""
        for inner, unseen in self.bindings(binders, env):
            try:
                if not self.applies(rule, inner):
                    continue
            except Unseen as stop:
                unseen = unseen or stop
            if unseen is None:
                yield inner
            elif not isinstance(rule.conclusion, g.Remembers | g.Counts):
                raise unseen

    def bindings(
        self, binders: tuple[e.Binder, ...], env: Env, unseen: Unseen | None = None
    ) -> Iterator[tuple[Env, Unseen | None]]:
        """All that binders stand for; where it cannot be seen whether something is among it, that comes with it."""
        if not binders:
            yield env, unseen
            return
        binder = binders[0]
        for item in self.value(binder.domain, env):
            self.account.spend()
            inner, doubt = {**env, binder.var: item}, unseen
            try:
                if binder.where is not None and not self.value(binder.where, inner):
                    continue
            except Unseen as stop:
                doubt = unseen or stop
            yield from self.bindings(binders[1:], inner, doubt)

    def _noted(self, tried: Tried, node: e.Expr, env: Env) -> Any:
        outer, self.asked = self.asked, tried.asked
        try:
            return self.value(node, env)
        except LawStop as stop:
            stop.came_of(Cause("rule", tried.rule.id, (), tried.rule.origin.where))
            raise
        finally:
            self.asked = outer

    # -- rules

    def known(self, way: g.ComesBy, env: Env) -> Env:
        """What a rule knows of a pick that brings about in this way what the rule is about."""
        return {**env, **{name: self.value(given, env) for name, given in way.given}} if way.given else env

    def try_rule(self, rule: g.Rule, env: Env) -> Tried:
        """Whether a rule applies, and if not, why. A rule with `for each` is tried for each case where it is used."""
        tried = Tried(rule, "applies")
        outer, self.asked = self.asked, tried.asked
        before, self.cut_short = self.cut_short, tried.cut_short
        try:
            if rule.for_each:
                self.account.spend()
                if self.seen is not None:
                    self.seen.reached.add(rule.id)
                return tried
            failing, limiters = self._tested(rule, env)
            if failing is not None:
                tried.fate, tried.because = "condition fails", failing.text
            elif limiters:
                tried.fate, tried.by = "limited", limiters
            return tried
        finally:
            self.asked, self.cut_short = outer, before

    def applies(self, rule: g.Rule, env: Env) -> bool:
        return self._tested(rule, env) == (None, ())

    def _tested(self, rule: g.Rule, env: Env) -> tuple[g.Condition | None, tuple[g.Rule, ...]]:
        """The first of a rule's conditions that does not hold, else the rules that limit it.

        The order in which conditions and limits are written means nothing: one that says no decides, whatever the
        others would stop at, and a rule that is limited is not asked at all.
        """
        self.account.spend()  # limits of limits of limits can branch without asking anything of the law
        if self.seen is not None:
            self.seen.reached.add(rule.id)
        stop: LawStop | None = None
        for condition in rule.when:
            try:
                holds = self.value(condition.expr, env)
            except UNDECIDED as met:
                met.came_of(Cause("rule", rule.id, (), rule.origin.where, condition.text))
                stop = first_stop(stop, met)
                continue
            if not holds:
                if self.seen is not None:
                    self.seen.stopped.add((rule.id, condition.text))
                return condition, ()
        limiters = self.law.limiters.get(rule.id, ())
        try:
            applying = self._applying(limiters, env) if limiters else ()
        except UNDECIDED as met:
            stop, applying = first_stop(stop, met), ()
        if stop is not None and not applying:
            raise stop
        if self.seen is not None:
            self.seen.judged(rule, applying)
        return None, applying

    def _applying(self, limiters: tuple[g.Rule, ...], env: Env) -> tuple[g.Rule, ...]:
        """Those of the limiters that apply. One that does is enough, whatever the others stop at."""
        applying: list[g.Rule] = []
        stop: LawStop | None = None
        for limiter in limiters:
            try:
                failing, above = self._tested(limiter, env)
                if failing is None and not above:
                    applying.append(limiter)
                elif failing is None and self.tracing:
                    self.cut_short.append((limiter, above))
            except UNDECIDED as met:
                stop = first_stop(stop, met)
        if stop is not None and not applying:
            raise stop
        return tuple(applying)

    def _not_overridden(self, applying: list[Tried]) -> list[Tried]:
        if len(applying) < 2 and self.seen is None:
            return applying
        winners = []
        if len(applying) > 1:
            self.account.spend(len(applying) ** 2)
        for x in applying:
            above = tuple(y.rule for y in applying if self.law.beats(y.rule, x.rule))
            if self.seen is not None:
                self.seen.compared(x.rule, above)
            if above:
                x.fate, x.by = "overridden", above
            else:
                winners.append(x)
        return winners

    # -- quantities

    def quantity(self, name: str, args: tuple[Any, ...]) -> Any:
        return self.answer("quantity", name, args, self.decide_quantity)

    def decide_quantity(self, name: str, args: tuple[Any, ...], node: Node | None) -> Any:
        decl = self.law.graph.quantities[name]
        env = dict(zip((p for p, _ in decl.params), args, strict=True))
        it = self.value(decl.start, env)
        if node is not None:
            node.note = self.shown(it)
        if it is None:
            raise Hole(
                f"`{name}` starts with nothing for {', '.join(self.shown(a) for a in args)}",
                "what it starts with is `none` here",
            )
        rounding = self._rounding(name, env)
        for step in decl.steps:
            it = self._step(f"{name}.{step}", decl, it, env, node)
            if rounding is not None and rounding.each_step:
                it = _rounded(it, rounding.how)
        if rounding is not None and not rounding.each_step:
            it = _rounded(it, rounding.how)
        return it

    def _rounding(self, name: str, env: Env) -> g.Rounds | None:
        tried = [self.try_rule(rule, env) for rule in self.law.rounding.get(name, ())]
        winners = [x.rule for x in self._not_overridden([x for x in tried if x.fate == "applies"])]
        said = [rule.conclusion for rule in winners if isinstance(rule.conclusion, g.Rounds)]
        if any(conclusion != said[0] for conclusion in said[1:]):
            raise Conflict(f"fractions of {name}", (), tuple((rule, _how(rule)) for rule in winners))
        return said[0] if said else None

    def _step(self, step: str, decl: g.QuantityDecl, it: Any, env: Env, node: Node | None) -> Any:
        record = Node("step", step, ()) if node is not None else None
        if node is not None and record is not None:
            node.asked.append(record)
        off = tuple(x for x in self.law.step_limiters.get(step, ()) if self.applies(x, env))
        if off:
            if self.seen is not None:
                self.seen.limit(f"step:{step}", off)
            if record is not None:
                record.limited_by, record.value = off, it
            return it
        tried = [self.try_rule(rule, env) for rule in self.law.of_step.get(step, ())]
        if record is not None:
            record.rules.extend(tried)
        winners = self._not_overridden([x for x in tried if x.fate == "applies"])
        sorts = {g.SORT_OF_CHANGE[x.rule.conclusion.how] for x in winners if isinstance(x.rule.conclusion, g.Changes)}
        if len(sorts) > 1:
            raise Conflict(step, (), tuple((x.rule, _how(x.rule)) for x in winners))
        amounts = [self._amount(x, env) for x in winners]
        if not self._agree(winners, amounts, decl.type):
            raise Conflict(step, (), tuple((x.rule, _how(x.rule)) for x in winners))
        shifts = 0  # along an ordered choice: added up before its ends stop them, so that their order does not matter
        for x, amount in zip(winners, amounts, strict=True):
            conclusion = x.rule.conclusion
            assert isinstance(conclusion, g.Changes)
            if isinstance(decl.type, t.Choice) and conclusion.how in ("adds", "subtracts"):
                shifts += amount if conclusion.how == "adds" else -amount
                x.gives = self._shifted(it, shifts, decl.type)
            else:
                x.gives = it = self._changed(it, conclusion.how, amount, decl.type, x.rule)
        if isinstance(decl.type, t.Choice):
            it = self._shifted(it, shifts, decl.type)
        if record is not None:
            record.value = it
        return it

    def _amount(self, tried: Tried, env: Env) -> Any:
        conclusion = tried.rule.conclusion
        assert isinstance(conclusion, g.Changes)
        if conclusion.amount is None:
            return None
        amount = self._noted(tried, conclusion.amount, env)
        if amount is None:
            raise Hole(f"`{tried.rule.id}` changes a number by nothing", "what it changes it by is none here")
        return amount

    def _agree(self, winners: list[Tried], amounts: list[Any], type_: t.Type) -> bool:
        """What one step makes of its number must not depend on the order of the rules."""
        said: dict[str, list[Any]] = {}
        for x, amount in zip(winners, amounts, strict=True):
            assert isinstance(x.rule.conclusion, g.Changes)
            rank = self.law.graph.choices[type_.name].values.index if isinstance(type_, t.Choice) else None
            bound = x.rule.conclusion.how in ("at-most", "at-least")
            said.setdefault(x.rule.conclusion.how, []).append(rank(amount) if rank and bound else amount)
        makes = said.get("makes", [])
        if any(amount != makes[0] for amount in makes[1:]):
            return False
        return not ("at-most" in said and "at-least" in said and min(said["at-most"]) < max(said["at-least"]))

    def _shifted(self, it: Any, by: int, type_: t.Choice) -> Any:
        return _moved(self.law.graph.choices[type_.name].values, it, by)

    def _changed(self, it: Any, how: str, amount: Any, type_: t.Type, rule: g.Rule) -> Any:
        if how == "makes":
            return amount
        if isinstance(type_, t.Choice):
            return BOUNDS[how](it, amount, key=self.law.graph.choices[type_.name].values.index)
        if how in BOUNDS:
            return BOUNDS[how](it, amount)
        if how == "divides" and amount == 0:
            raise Hole(f"`{rule.id}` divides by nothing", "a count it divides by is 0 here")
        work_out, usual = ARITHMETIC[how]
        return _exact(self, work_out(Fraction(it), usual if amount is None else amount))

    # -- tables

    def table(self, name: str, args: tuple[Any, ...]) -> Any:
        return self.answer("table", name, args, self.read_table)

    def read_table(self, name: str, args: tuple[Any, ...], node: Node | None) -> Any:
        decl = self.law.graph.tables[name]
        adjusted: list[Any] = []
        for (axis, _), value in zip(decl.params, args, strict=True):
            if value is None:
                raise Hole(f"the table `{name}` is read with no value for `{axis}`", f"`{axis}` is none here")
            adjusted.append(self._within(decl, axis, value))
        if any(a is _OUTSIDE for a in adjusted):
            return None
        cell = decl.data.lookup(adjusted)
        if cell is None:
            raise self._unprinted(decl, args)
        if self.seen is not None:
            self.seen.cells.add((name, decl.data.place(adjusted)))
        if node is not None:
            node.cell = cell
            if cell.unsure is not None:
                self.unsure[cell.where] = cell
            if list(args) != adjusted:
                node.note = f"read at {', '.join(self.shown(a) for a in adjusted)}"
        return self.other_cells.get(cell.where, cell.value)

    def _unprinted(self, decl: g.TableDecl, args: tuple[Any, ...]) -> Hole:
        """That a table says nothing of what is read: outside of which printed numbers it lies, and what to write."""
        message = f"the table `{decl.name}` has no line for {', '.join(self.shown(a) for a in args)}"
        for (axis, _), value in zip(decl.params, args, strict=True):
            data = decl.data.axis(axis)
            if data.first is not None and value < data.first and axis not in decl.below:
                where, ends, edge = "below", f"begins with {exact_text(data.first)}", "first"
            elif data.last is not None and value > data.last and axis not in decl.above:
                where, ends, edge = "above", f"ends with {exact_text(data.last)}", "last"
            else:
                continue
            help_ = f"write `{where} {axis} reads {edge}`, or `none`, below the head of the table"
            return Hole(f"{message}: `{axis}` {ends}", help_)
        return Hole(message, "say with `below` or `above` what a reading outside the printed lines gives")

    def _within(self, decl: g.TableDecl, axis: str, value: Any) -> Any:
        """The value to look up: itself, or an edge of the printed range where the table says so."""
        data = decl.data.axis(axis)
        reads: str | None = None
        if axis in decl.below and data.first is not None and value < data.first:
            reads = decl.below[axis]
        elif axis in decl.above and data.last is not None and value > data.last:
            reads = decl.above[axis]
        if reads is None:
            return value
        return _OUTSIDE if reads == "none" else data.first if reads == "first" else data.last

    # -- reach, trials

    def reach(self, name: str, args: tuple[Any, ...]) -> Any:
        key = (name, args[:-1])
        if key not in self._reaches:
            self._reaches[key] = self.trials.reach(self, name, args[:-1])
        return self._reaches[key].get(args[-1])


class _Outside:
    pass


_OUTSIDE = _Outside()
BOUNDS: Mapping[str, Callable[..., Any]] = {"at-most": min, "at-least": max}
ARITHMETIC: Mapping[str, tuple[Callable[[Any, Any], Any], int | None]] = {
    "halves": (truediv, 2), "doubles": (mul, 2), "multiplies": (mul, None), "divides": (truediv, None),
    "adds": (add, None), "subtracts": (sub, None),
}  # fmt: skip
"""How a rule changes a number, and by how much where it does not say so."""
COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def _how(rule: g.Rule) -> str:
    match rule.conclusion:
        case g.Changes(how=how):
            return g.SORT_OF_CHANGE[how]
        case g.Rounds(how=how, each_step=each_step):
            return f"{how} {'after each step' if each_step else 'at the end'}"
        case _:
            return ""


def _exact(ev: Evaluator, value: Fraction) -> int | Fraction:
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits > LONGEST_NUMBER:
        raise Exhausted("a number grows beyond all measure", "some rule multiplies it over and over")
    ev.account.spend(bits >> 6)  # long numbers take long to reckon with
    return int(value) if value.denominator == 1 else value


def _moved(scale: tuple[Any, ...], value: Any, by: int) -> Any:
    """The value that stands so many places further on, or at the end."""
    return scale[min(max(scale.index(value) + by, 0), len(scale) - 1)]


def _rounded(it: Any, how: str) -> Any:
    return it if how == "keep" else floor(it) if how == "down" else ceil(it)


# ---- expressions: a maker for each sort, which makes ready what asks it


Asked = Callable[[Evaluator, Env], Any]
"""An expression made ready: called with whom to ask and with what its names stand for."""


def ready(node: e.Expr) -> Asked:
    """What asks an expression: made once, as what it asks again and again is looked up then and not each time."""
    kept = node.__dict__
    found: Asked | None = kept.get("_ready")
    if found is None:
        found = kept["_ready"] = _MAKERS[type(node)](node)
    return found


def _all_ready(nodes: tuple[e.Expr, ...]) -> Callable[[Evaluator, Env], tuple[Any, ...]]:
    """What asks several expressions, one after the other."""
    asked = tuple(map(ready, nodes))
    if len(asked) == 1:
        (only,) = asked
        return lambda ev, env: (only(ev, env),)
    if len(asked) == 2:
        one, other = asked
        return lambda ev, env: (one(ev, env), other(ev, env))
    return lambda ev, env: tuple([each(ev, env) for each in asked])


def _const(node: e.Const) -> Asked:
    value = node.value
    return lambda ev, env: value


def _var(node: e.Var) -> Asked:
    name = node.name

    def asked(ev: Evaluator, env: Env) -> Any:
        try:
            return env[name]
        except KeyError:
            raise Hole(f"`{name}` is not known here", "say in the position which side acts: `acting: SIDE`") from None

    return asked


def _attribute(node: e.Attribute) -> Asked:
    base, name, owner = ready(node.base), node.name, node.owner
    kept_as = name if owner else f"@{name}"

    def asked(ev: Evaluator, env: Env) -> Any:
        subject = base(ev, env)
        found = ev.attributes.get((subject, kept_as), UNSAID)
        if found is UNSAID:
            found = ev.attribute(subject, name, owner)
            if subject is not None:  # of nothing, an attribute is what its own kind says
                ev.attributes[subject, kept_as] = found
        return found

    return asked


def _field(node: e.Field) -> Asked:
    base, name = ready(node.base), node.name

    def asked(ev: Evaluator, env: Env) -> Any:
        found = base(ev, env)
        if isinstance(found, Record):
            return ev.gone_through(found.field(name))
        if isinstance(found, Contact):
            return getattr(found, name)
        raise Hole(f"the `{name}` of nothing is asked", "what it is asked of is none here")

    return asked


def _fact(node: e.Fact) -> Asked:
    name, args = node.name, _all_ready(node.args)
    if node.type == t.YES_NO:
        return lambda ev, env: ev.answer("fact", name, args(ev, env), ev.decide_fact)
    return lambda ev, env: ev.gone_through(ev.answer("fact", name, args(ev, env), ev.decide_fact))


def _quantity(node: e.Quantity) -> Asked:
    name, args = node.name, _all_ready(node.args)
    return lambda ev, env: ev.answer("quantity", name, args(ev, env), ev.decide_quantity)


def _table(node: e.Table) -> Asked:
    name, args = node.name, _all_ready(node.args)
    return lambda ev, env: ev.gone_through(ev.answer("table", name, args(ev, env), ev.read_table))


def _reach(node: e.Reach) -> Asked:
    name, args = node.name, _all_ready(node.args)
    return lambda ev, env: ev.reach(name, args(ev, env))


def _would_break(node: e.WouldBreak) -> Asked:
    effect, rule, args = node.effect, node.rule, _all_ready(node.args)
    return lambda ev, env: ev.trials.would_break(ev, effect, args(ev, env), rule)


def _builtin(node: e.Builtin) -> Asked:
    name, args = node.name, _all_ready(node.args)
    match name:
        case "hexes":
            return lambda ev, env: ev.gone_through(ev.position.map.hexes if ev.position.map else ())
        case "hexsides":
            return lambda ev, env: ev.gone_through(ev.position.map.hexsides if ev.position.map else ())
        case "game":
            return lambda ev, env: GAME
        case "printed":

            def as_printed(ev: Evaluator, env: Env) -> Thing:
                unit, kind = args(ev, env)
                return Thing(kind, f"@{unit}")

            return as_printed
    function: BuiltinFunction | None = (
        BUILTIN_FUNCTIONS.get(name) or BUILTIN_VERBS.get(name) or BUILTIN_ADJECTIVES.get(name)
    )
    says_no = name in BUILTIN_VERBS or name in BUILTIN_ADJECTIVES

    def asked(ev: Evaluator, env: Env) -> Any:
        given = args(ev, env)
        ev.account.spend()
        if name == "shifted" and None not in given[:2]:
            value, by, scale = given
            return _moved(scale, value, by)
        if None in given:
            if says_no:
                return False  # nothing is next to nothing
            raise Hole(f"`{name}` is asked of nothing", "one of its arguments is none here")
        assert function is not None
        return ev.gone_through(function.call(ev.position.map, *given))

    return asked


def _memory(node: e.Memory) -> Asked:
    return _noted(node, "memory", lambda position, key: key in position.remembered)


def _tally(node: e.Tally) -> Asked:
    return _noted(node, "tally", lambda position, key: position.tallied.get(key, 0))


def _noted(node: e.Memory | e.Tally, sort: str, noted: Callable[[Position, tuple[str, tuple[Any, ...]]], Any]) -> Asked:
    """What a game has noted under a name and the values that it is noted of."""
    name, args = node.name, _all_ready(node.args)
    called = f"{sort}:{name}"

    def asked(ev: Evaluator, env: Env) -> Any:
        of, veil = args(ev, env), ev.position.veil
        if veil is not None and veil.hides(called, of):
            raise Unseen(f"`{name}` depends on a secret", "only a side that knows the secret can tell")
        return noted(ev.position, (name, of))

    return asked


def _now_in(node: e.NowIn) -> Asked:
    span = node.span
    return lambda ev, env: span in ev.position.now


def _moment(node: e.MakeMoment) -> Asked:
    edge, which, span = node.edge, node.which, node.span
    if node.owner is None:
        return lambda ev, env: Moment(edge, which, span, None)
    owner = ready(node.owner)
    return lambda ev, env: Moment(edge, which, span, owner(ev, env))


def _record(node: e.MakeRecord) -> Asked:
    kind, names = node.kind, tuple(name for name, _ in node.fields)
    values = _all_ready(tuple(value for _, value in node.fields))

    def asked(ev: Evaluator, env: Env) -> Record:
        made = Record(kind, tuple(zip(names, values(ev, env), strict=True)))
        if made.size > LARGEST_RECORD:
            raise Exhausted(f"a `{kind}` holds more than {LARGEST_RECORD} parts", "it holds others that hold others")
        ev.account.spend(1 + (made.size >> CHEAPER))
        return made

    return asked


def _set(node: e.MakeSet) -> Asked:
    items = _all_ready(node.items)
    return lambda ev, env: ev.gone_through(tuple(dict.fromkeys(items(ev, env))))


def _things(node: e.Things) -> Asked:
    kind, deep = node.kind, node.deep
    if node.within is None:
        return lambda ev, env: ev.things_of(kind)
    within = ready(node.within)

    def asked(ev: Evaluator, env: Env) -> tuple[Thing, ...]:
        ev.account.spend()
        place = within(ev, env)
        return () if place is None else ev.standing_in(place, kind, deep)

    return asked


def _those(node: e.Those) -> Asked:
    binder = node.binder
    return lambda ev, env: ev.gone_through(tuple([inner[binder.var] for inner in ev.each(binder, env)]))


def _one(node: e.One) -> Asked:
    binder = node.binder

    def asked(ev: Evaluator, env: Env) -> Any:
        found = [inner[binder.var] for inner in ev.each(binder, env)]
        if len(found) != 1:
            raise Hole(
                f"`one {binder.var} ...` finds {len(found)} of them", "it is asked where exactly one can be meant"
            )
        return found[0]

    return asked


def _linked(node: e.Linked) -> Asked:
    name, before_name, sets_out = node.binder.var, node.start.var, ready(node.start.domain)
    where = None if node.binder.where is None else ready(node.binder.where)
    within = None if node.within is None else ready(node.within)
    to = None if node.to is None else ready(node.to)

    def asked(ev: Evaluator, env: Env) -> Any:
        start = sets_out(ev, env)
        most = None if within is None else within(ev, env)
        goal = None if to is None else to(ev, env)
        if (within is not None and most is None) or (to is not None and goal is None):
            raise Hole(f"`{name} linked to ...` is asked of nothing", "how far or whereto it leads is none here")

        def leads(h: Hex, before: Hex) -> bool:
            ev.account.spend()
            return where is None or bool(where(ev, {**env, name: h, before_name: before}))

        map_ = ev.position.map
        on_map = map_.contains if map_ is not None else bool
        found = linked(on_map, start, leads, by_step=bool(before_name), most=most, goal=goal)
        return ev.gone_through(tuple(found)) if goal is None else found.get(goal)

    return asked


def _quantified(node: e.Quantified) -> Asked:
    every, name, domain = node.how == "every", node.binder.var, ready(node.binder.domain)
    if every and node.holds is None:
        return lambda ev, env: True
    wanted = [] if node.binder.where is None else [(node.binder.where, True)]
    wanted += [] if node.holds is None or not every else [(node.holds, False)]
    comes_out, found = _comes_out(wanted), node.how == "any"

    def asked(ev: Evaluator, env: Env) -> bool:
        stop: LawStop | None = None
        inner = dict(env)
        for item in domain(ev, env):
            ev.account.spend()
            inner[name] = item
            try:
                if comes_out(ev, inner):
                    return found
            except UNDECIDED as met:
                stop = first_stop(stop, met)
        if stop is not None:
            raise stop
        return not found

    return asked


def _comes_out(wanted: Iterable[tuple[e.Expr, bool]]) -> Asked:
    """What asks whether each of these comes out as wanted: one that does not decides, whatever the others stop at."""
    parts = tuple((ready(node), truth) for node, truth in wanted)
    number = len(parts)

    def asked(ev: Evaluator, env: Env) -> bool:
        stop: LawStop | None = None
        account = ev.account
        account.left -= number
        if account.left < 0:
            account.spend(0)
        for part, truth in parts:
            try:
                if bool(part(ev, env)) is not truth:
                    return False
            except UNDECIDED as met:
                stop = first_stop(stop, met)
        if stop is not None:
            raise stop
        return True

    return asked


def first_stop(stop: LawStop | None, met: LawStop) -> LawStop:
    """The stop that counts of two: a secret before a hole, which may lie behind it; else the one that was met first."""
    if stop is None or (isinstance(met, Unseen) and not isinstance(stop, Unseen)):
        return met
    return stop


def _all(node: e.All) -> Asked:
    return _comes_out((part, True) for part in node.parts)


def _any(node: e.Any) -> Asked:
    none_holds = _comes_out((part, False) for part in node.parts)
    return lambda ev, env: not none_holds(ev, env)


def _not(node: e.Not) -> Asked:
    inner = ready(node.inner)
    return lambda ev, env: not inner(ev, env)


def _fold(node: e.Fold) -> Asked:
    binder, item, how = node.binder, ready(node.item), node.how

    def asked(ev: Evaluator, env: Env) -> Any:
        numbers = [n for inner in ev.each(binder, env) if (n := item(ev, inner)) is not None]
        if how == "sum":
            return _exact(ev, Fraction(sum(numbers)))
        if not numbers:
            raise Hole(f"the {how} of no numbers at all is asked", f"nothing stands behind `{binder.var}` here")
        return min(numbers) if how == "least" else max(numbers)

    return asked


def _count(node: e.Count) -> Asked:
    of = ready(node.of)
    return lambda ev, env: len(of(ev, env))


def _whichever(node: e.Whichever) -> Asked:
    domain, name, measure, how, order = ready(node.domain), node.var, ready(node.measure), node.how, node.order

    def asked(ev: Evaluator, env: Env) -> Any:
        scored = []
        for item in domain(ev, env):
            ev.account.spend()
            score = measure(ev, {**env, name: item})
            if score is not None:
                place = score if order is None else ev.law.graph.choices[order].values.index(score)
                scored.append((place, item))
        if not scored:
            raise Hole("`whichever` has nothing to choose from", "the set is empty here, or nothing in it has a number")
        best = min(s for s, _ in scored) if how == "least" else max(s for s, _ in scored)
        return next(item for score, item in scored if score == best)

    return asked


def _arith(node: e.Arith) -> Asked:
    one, other, op = ready(node.left), ready(node.right), node.op

    def asked(ev: Evaluator, env: Env) -> Any:
        ev.account.spend()
        left, right = one(ev, env), other(ev, env)
        if left is None or right is None:
            raise Hole(f"`{op}` is asked of nothing", "one of the two numbers is none here")
        if op == "/":
            if right == 0:
                raise Hole("a number is divided by nothing", "what it is divided by is 0 here")
            return _exact(ev, Fraction(left) / right)
        if type(left) is not int:
            left = Fraction(left)
        return _exact(ev, left + right if op == "+" else left - right if op == "-" else left * right)

    return asked


def _compare(node: e.Compare) -> Asked:
    one, other, op, order = ready(node.left), ready(node.right), node.op, node.order
    compare = COMPARE[op]

    def asked(ev: Evaluator, env: Env) -> bool:
        ev.account.spend()
        left, right = one(ev, env), other(ev, env)
        if left is None or right is None:
            which = "both are" if left is None and right is None else f"the {'first' if left is None else 'second'} is"
            raise Hole(f"`{op}` compares two values, and {which} none here", "ask `is not none` first, joined by `and`")
        if order is not None:
            scale = ev.law.graph.choices[order].values
            left, right = scale.index(left), scale.index(right)
        return bool(compare(left, right))

    return asked


def _equal(node: e.Equal) -> Asked:
    one, other, negated = ready(node.left), ready(node.right), node.negated

    def asked(ev: Evaluator, env: Env) -> bool:
        left, right = one(ev, env), other(ev, env)
        # sets are plain tuples; hexes and hexsides are tuples of their own kind, compared as they are
        if type(left) is tuple and type(right) is tuple:
            ev.account.spend(1 + ((size_of(left) + size_of(right)) >> CHEAPER))
            return (set(left) == set(right)) is not negated
        return bool(left == right) is not negated

    return asked


def _contains(node: e.Contains) -> Asked:
    member, container, negated = ready(node.item), ready(node.container), node.negated

    def asked(ev: Evaluator, env: Env) -> bool:
        item, among = member(ev, env), container(ev, env)
        ev.account.spend(1 + (size_of(among) >> CHEAPER))
        return (item in among) is not negated

    return asked


def _is_kind(node: e.IsKind) -> Asked:
    base, kind, negated = ready(node.base), node.kind, node.negated

    def asked(ev: Evaluator, env: Env) -> bool:
        found = base(ev, env)
        return (isinstance(found, Thing) and ev.law.graph.is_a(found.kind, kind)) is not negated

    return asked


def _applies(node: e.Applies) -> Asked:
    name = node.rule

    def asked(ev: Evaluator, env: Env) -> bool:
        rule = ev.law.asked_about(node)
        if rule is None and ev.seen is not None:
            ev.seen.asked.add(f"rule:{name}")
        return rule is not None and ev.applies(rule, env)

    return asked


_MAKERS: dict[type, Callable[[Any], Asked]] = {
    e.Const: _const,
    e.Var: _var,
    e.Attribute: _attribute,
    e.Field: _field,
    e.Fact: _fact,
    e.Quantity: _quantity,
    e.Table: _table,
    e.Memory: _memory,
    e.Tally: _tally,
    e.NowIn: _now_in,
    e.MakeMoment: _moment,
    e.Reach: _reach,
    e.Builtin: _builtin,
    e.MakeRecord: _record,
    e.MakeSet: _set,
    e.Things: _things,
    e.Those: _those,
    e.One: _one,
    e.Linked: _linked,
    e.Quantified: _quantified,
    e.Fold: _fold,
    e.Count: _count,
    e.Whichever: _whichever,
    e.Arith: _arith,
    e.Compare: _compare,
    e.Equal: _equal,
    e.Contains: _contains,
    e.IsKind: _is_kind,
    e.Not: _not,
    e.All: _all,
    e.Any: _any,
    e.WouldBreak: _would_break,
    e.Applies: _applies,
}
