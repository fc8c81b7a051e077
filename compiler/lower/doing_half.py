"""The doing half of a law becomes routines of the form (`step_form.py`), each when it is asked for first.

What a statement asks becomes a call of a function (`from_law.py`), given the names that the function needs of those
known there. Statements that do nothing are not there: announcements that nothing follows, rules that do not stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.lower.expressions import names_in
from hexlaw.compiler.lower.near import Requirement
from hexlaw.runtime.base.nodes import compared
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import concludes, variables
from hexlaw.runtime.law.law import ends_what_is_kept
from hexlaw.runtime.play.agenda import Agenda, named_anew
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.play.goals import GOAL_ASKED
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.seating import PLAYER_ASKED

Line = g.SpanDecl | e.Statement
Types = Mapping[str, t.Type]
Edge = tuple[str, str]
RULED = {"pauses": "pause", "restarts": "restart"}
"""By what a rule does to tasks, the statement that does it; any other cancels."""


@dataclass
class Asked:
    """A question of play that a function answers: its sort, the node or the name that it is about, what it is given."""

    sort: str  # `value`, `items`, `cases` of a rule, `bars` of a pick, `eligible`: all candidates of a pick
    about: Any
    params: f.Params
    nodes: list[object] = field(default_factory=list)
    """All that it is about: equal nodes share a function."""


class DoingHalf:
    """The routines of a law, and the functions that they call."""

    answer: Callable[[str, object, Types], tuple[str, f.Params] | None]
    """Gives a question its function and the names that this needs; None where it is asked one by one."""
    near: Callable[[], Iterable[Requirement]]
    """Returns the requirements that are about one place."""

    def __init__(self, agenda: Agenda, setup: Setup | None) -> None:
        self.agenda, self.law, self.graph, self.setup = agenda, agenda.law, agenda.law.graph, setup
        self.is_amid = setup is not None and setup.begins != ""
        self.acting: Types = {g.ACTING: t.Choice("side")} if "side" in self.graph.choices else {}
        self.of_side: Types = {"side": t.Choice("side")} if "side" in self.graph.choices else {}
        self.asked: dict[str, Asked] = {}
        self.routines = OnDemand[s.Routine]()
        for name in self.graph.actions:
            self.routines.add(f"action:{name}", partial(self._action, name))
        for effect in self.graph.effects.values():
            self.routines.add(f"effect:{effect.name}", partial(self._effect, effect))
        self.routines.add("sequence", lambda: s.Routine((), self.block(self.agenda.sequence, self.acting)))

    # -- what is asked

    def value(self, node: e.Expr, scope: Types) -> f.Expr:
        match node:
            case e.Const(value=value):
                return f.Const(value, node.type)
            case e.Var(name=name):
                return f.Local(name, node.type)
        return self._answered("value", node, scope, node.type)

    def perhaps(self, node: e.Expr | None, scope: Types) -> f.Expr | None:
        return None if node is None else self.value(node, scope)

    def values(self, nodes: Iterable[e.Expr], scope: Types) -> tuple[f.Expr, ...]:
        return tuple(self.value(node, scope) for node in nodes)

    def of_situation(self, what: Literal["worth", "winner"]) -> f.Expr | None:
        """What the position is worth to a side, or who has won, if the situation says that."""
        said = None if self.setup is None else getattr(self.setup, what)
        scope = self.of_side if what == "worth" else {}
        return None if said is None or isinstance(said, e.Const | e.Var) else self.value(said, scope)

    @property
    def asked_by_situation(self) -> list[e.Expr]:
        """What the situation asks of a position, and what play asks of a side that no law says."""
        setup, own = self.setup, [GOAL_ASKED, PLAYER_ASKED]
        given = [] if setup is None else [setup.worth, setup.winner, *(node for _, node in setup.tells)]
        return [*own, *(node for node in given if node is not None)]

    def barred(self, path: str, scope: Types) -> f.Expr | None:
        """Whether something forbids a pick, or to be done; None where nothing does."""
        return self._answered("bars", path, scope, t.YES_NO) if self.law.forbidding.get(path) else None

    def cases(self, rule: g.Rule, scope: Types) -> f.Call:
        type_ = t.SetOf(t.TEXT) if self.law.ranging_binders[rule.id] else t.YES_NO
        return self._answered("cases", rule.id, scope, type_)

    def _items(self, binder: e.Binder, scope: Types) -> f.Expr:
        return self._answered("items", binder, scope, binder.domain.type)

    def _answered(self, sort: str, about: object, scope: Types, type_: t.Type) -> f.Call:
        found = self._asked(sort, about, scope, type_)
        assert found is not None, (sort, about)
        return found

    def _asked(self, sort: str, about: object, scope: Types, type_: t.Type) -> f.Call | None:
        answer = self.answer(sort, about, scope)
        if answer is None:
            return None
        key, params = answer
        self.asked.setdefault(key, Asked(sort, about, params)).nodes.append(about)
        return f.Call(key, tuple(f.Local(name, of) for name, of in params), type_)

    # -- routines

    def _action(self, name: str) -> s.Routine:
        params = self.graph.actions[name].params
        body = self.block(self.agenda.bodies[name], {**dict(params), **self.acting})
        return s.Routine(params, body)

    def _effect(self, effect: g.EffectDecl) -> s.Routine:
        params = dict(effect.params)
        then = self._follow(None, effect.name, effect.name, self._as_named(params), params)
        return s.Routine(effect.params, self.block(effect.body, params), then)

    def _follow(
        self, about: object, title: str, moment: str | Edge, args: Iterable[s.Value], types: Types
    ) -> s.Invoke | None:
        """What the law wants done after something; None where that is nothing."""
        agenda = self.agenda
        rules = agenda.at_edge.get(moment, ()) if isinstance(moment, tuple) else agenda.after.get(moment, ())
        if not rules:
            return None
        key = f"moment:{title}"
        known = {name: type_ for name, type_ in types.items() if name != g.ACTING}
        self.routines.add(key, partial(self._moment, title, rules, known))
        return s.Invoke(about, key, tuple(args))

    def _as_named(self, types: Types) -> tuple[s.Value, ...]:
        """All that is known by name, under its name."""
        return tuple((name, f.Local(name, type_)) for name, type_ in types.items() if name != g.ACTING)

    def _moment(self, moment: str, rules: Sequence[g.Rule], known: Types) -> s.Routine:
        hooks = tuple(self._hook(rule, moment, {**known, **self.acting}) for rule in rules)
        return s.Routine(tuple(known.items()), hooks)

    def _hook(self, rule: g.Rule, moment: str, known: Types) -> s.Hook:
        event = self.graph.events.get(rule.after or "")
        scope = known if event is None else {**known, **dict(event.params)}
        named = self._given(moment)
        ways = []
        for way in self.graph.ways(rule, moment):
            given = tuple((name, named[id(node)][0], node.type) for name, node in way.given)
            match rule.conclusion:
                case g.Then():
                    ways.append(s.HookWay(given, self.cases(rule, scope), None))
                case g.TaskRule():
                    ways.append(s.HookWay(given, None, self._task_rule(rule, rule.conclusion, scope)))
                case _:
                    ways.append(s.HookWay(given, None, self.log(rule, scope)))
        body = self.block(rule.conclusion.body, scope) if isinstance(rule.conclusion, g.Then) else ()
        return s.Hook(rule, rule.id, rule.origin.is_advice, tuple(ways), body)

    def _given(self, moment: str) -> dict[int, tuple[str, e.Expr]]:
        """What rules know that follow an event which a pick brings about: by its identity each expression, with the
        name under which the moment is given its value."""
        ways = (way for rule in self.agenda.after.get(moment, ()) for way in self.graph.ways(rule, moment))
        nodes = {id(node): node for way in ways for _, node in way.given}
        return {key: (f" given {i}", node) for i, (key, node) in enumerate(nodes.items())}

    # -- memories and tallies

    def log(self, rule: g.Rule, scope: Types) -> s.Log:
        conclusion = rule.conclusion
        assert isinstance(conclusion, g.Remembers | g.Counts)
        [(sort, name)] = concludes(rule)
        ends, amount = ends_what_is_kept(conclusion), getattr(conclusion, "amount", None)
        inside = {**scope, **(dict(conclusion.ranging) if ends else {})}
        cases = self.cases(rule, inside)
        for binder in self.law.ranging_binders[rule.id]:
            inside[binder.var] = t.item_of(binder.domain.type)
        args, amount = self.values(conclusion.args, inside), self.perhaps(amount, inside)
        bound = tuple(binder.var for binder in self.law.ranging_binders[rule.id])
        own = names_of(args) if ends else bound
        needed = (*names_of((cases,)), *(n for n in names_of((*args, amount)) if n not in bound))
        begins = isinstance(conclusion, g.Remembers) and not conclusion.lapses
        params = tuple(n for n in dict.fromkeys(needed) if not (ends and n in own))
        return s.Log(rule, rule.id, sort, name, cases, bound, args, amount, begins, ends, params)

    @cached_property
    def watching(self) -> Mapping[str, s.Log]:
        """By rule, the memories and tallies that no moment begins or ends."""
        return {reading.rule.id: self.log(reading.rule, self.acting) for reading in self.agenda.watched}

    # -- statements

    def block(self, lines: Sequence[Line], scope: Types) -> s.Block:
        known, found = dict(scope), list[s.Step]()
        for at, line in enumerate(lines):
            found.append(self._pick(line, known, lines, at) if isinstance(line, e.Pick) else self._step(line, known))
        return tuple(found)

    def _step(self, line: Line, known: dict[str, t.Type]) -> s.Step:
        value = partial(self.value, scope=known)
        match line:
            case g.SpanDecl():
                return self._run(line, known)
            case e.Let(name=name, value=given):
                step: s.Step = s.Name(line, name, value(given))
                known[name] = given.type
            case e.If(condition=condition, then=then, otherwise=otherwise):
                step = s.Branch(line, value(condition), self.block(then, known), self.block(otherwise, known))
            case e.ForEach(binder=binder, body=body):
                inside = {**known, binder.var: t.item_of(binder.domain.type)}
                step = s.Each(line, binder.var, self._items(binder, known), self.block(body, inside))
            case e.Do(effect=name, args=args):
                named = zip(self.graph.effects[name].params, args, strict=True)
                step = s.Invoke(line, f"effect:{name}", tuple((param, value(arg)) for (param, _), arg in named))
            case e.Announce(event=name, args=args):
                params = dict(self.graph.events[name].params)
                given_by = tuple(zip(params, self.values(args, known), strict=True))
                step = self._follow(line, name, name, given_by, params) or s.Invoke(line, "", given_by)
            case e.Draw(binder=binder):
                step = s.DrawLot(line, binder.var, self._items(binder, known))
                known[binder.var] = t.item_of(binder.domain.type)
            case e.Offer(action=action, args=args, to=to):
                step = s.Offer(line, action, self.values(args, known), value(to), line.repeatedly, line.duty)
            case e.Write(order=kind, fields=fields, name=called):
                values = tuple((field, value(node)) for field, node in fields)
                step = self._made(line, kind, "order", values, called, known)
            case e.Begin(task=kind, args=args, crew=crew, name=called):
                task = (param for param, _ in self.graph.tasks[kind].params)
                values = (*zip(task, self.values(args, known), strict=True), ("crew", value(crew)))
                step = self._made(line, kind, "task", values, called, known)
            case _:
                step = s.PlainStep(line, tuple((field, value(node)) for field, node in expressions_of(line)))
                if isinstance(line, e.Roll):
                    known[line.name] = t.WHOLE
                elif isinstance(line, e.Place) and line.name is not None:
                    known[line.name] = t.Kind(line.kind)
        return step

    def _made(
        self, line: Line, kind: str, called: str, values: tuple[s.Value, ...], name: str | None,
        known: dict[str, t.Type],
    ) -> s.Make:  # fmt: skip
        """An order or a task is made, and has a name from then on."""
        made = t.Kind(kind)
        if name is not None:
            known[name] = made
        then = self._follow(line, kind, kind, ((called, f.Local(called, made)),), {called: made})
        return s.Make(line, kind, called, values, name, then)

    def _pick(self, pick: e.Pick, known: dict[str, t.Type], lines: Sequence[Line], at: int) -> s.Pick:
        type_, path = pick.type, pick.path
        so_far = {**known, **({} if pick.gathered is None else {pick.gathered: t.SetOf(type_)})}
        inner = {**so_far, pick.var: type_}
        anew = [s.Name(line, line.name, self.value(line.value, known)) for line in named_anew(tuple(lines), at)]
        given = tuple((name, self.value(node, inner)) for name, node in self._given(path).values())
        named = {**inner, **{name: value.type for name, value in given}}
        done = f"{path.partition('.')[0]}.{DONE}"
        step = s.Pick(
            pick, path, pick.var, type_, pick.gathered, pick.repeatedly, pick.optionally, tuple(inner.items()),
            self.agenda.needed[id(pick)], tuple(anew) if pick.repeatedly else (),
            self._asked("eligible", pick, inner, pick.domain.type), self.value(pick.domain, so_far),
            self.perhaps(pick.where, inner), self.barred(path, inner), self.barred(done, so_far), given,
            self.perhaps(pick.cost, inner), self._account(pick, inner), self.block(pick.does, inner),
            self._follow(pick, path, path, self._as_named(named), named), self.agenda.does_nothing(pick),
            at + 1 < len(lines),
        )  # fmt: skip
        if not pick.repeatedly:
            known[pick.var] = type_
        elif pick.gathered is not None:
            known[pick.gathered] = t.SetOf(type_)
        return step

    def _account(self, pick: e.Pick, inner: Types) -> s.Account | None:
        account = pick.account
        if account is None:
            return None
        of, spent = self.value(account.base, inner), self.value(account, inner)
        return s.Account(account.owner, account.name, of, spent, pick.var in variables(account.base))

    # -- the sequence and tasks

    def _run(self, span: g.SpanDecl, scope: Types) -> s.RunSpan:
        known = dict(scope)
        each = None
        if span.each is not None:
            var, among = span.each
            each = var, self.value(among, scope)
            known[var] = t.item_of(among.type)
        acting = {**known, **self.acting}
        edges = [
            self._follow(span, f"{edge} {span.name}", (edge, span.name), self._as_named(known), known)
            for edge in ("start", "end")
        ]
        conditions = (span.condition, span.repeats, span.by, span.turns_from)
        condition, repeats, by, turns_from = (self.perhaps(node, acting) for node in conditions)
        return s.RunSpan(
            span, span.name, span.is_window, span.at_once, each, condition, repeats, by, turns_from,
            self.block(span.body, known), edges[0], edges[1], tuple(self._openings(acting)) if span.is_window else (),
            self.barred(f"{span.name}.{DONE}", acting),
        )  # fmt: skip

    def _openings(self, known: Types) -> Iterator[s.Opening]:
        """Yields the actions that may be open where a part has its window. One that speaks of what is not known there
        is open in no part around it."""
        for action in self._may_open:
            for line in action.open_in:
                if line.spans and (line.to is None or known.keys() >= {*names_in(self.law, line.to)}):
                    yield s.Opening(action.name, self.perhaps(line.to, known), line.spans)
            if not action.open_in:
                yield s.Opening(action.name, None, ())

    @cached_property
    def _may_open(self) -> list[g.ActionDecl]:
        """The actions that some part of the sequence, or a task, opens."""
        opened = {action.name for actions in self.agenda.actions.values() for action in actions}
        return [action for action in self.graph.actions.values() if action.name in opened]

    def known_of(self, task: str) -> Types:
        """What is known by name in what a sort of task says of its work; under `task` of all of them."""
        decl = self.graph.tasks.get(task)
        return {**self.acting, **dict(() if decl is None else decl.params), "task": t.Kind(task)}

    def ruling(self, task: str, how: str) -> Iterator[f.Call]:
        """Yields what pauses, restarts or cancels a sort of task as long as it holds."""
        for name in (task, "task"):
            for rule in self.agenda.task_rules.get(name, ()):
                if isinstance(rule.conclusion, g.TaskRule) and rule.conclusion.how == how:
                    yield self.cases(rule, self.known_of(name))

    def _task_rule(self, rule: g.Rule, said: g.TaskRule, scope: Types) -> s.TaskRule:
        kinds = tuple(self.graph.tasks) if said.task == "task" else (said.task,)
        applies = self.cases(rule, {**scope, "task": t.Kind(said.task)})
        return s.TaskRule(rule, RULED.get(said.how, "cancel"), kinds, applies)


def expressions_of(line: Line) -> Iterator[tuple[str, e.Expr]]:
    """Yields the expressions of a statement, by its fields; where one attribute is revealed, the thing that has it."""
    for name in compared(type(line)):
        value = getattr(line, name)
        if isinstance(value, e.Attribute) and isinstance(line, e.Reveal) and name == "what":
            yield name, value.base
        elif isinstance(value, e.Expr):
            yield name, value


def names_of(values: Iterable[f.Expr | None]) -> list[str]:
    """Returns the names that some values of steps are given, in their order."""
    return [x.name for value in values if value is not None for x in f.everything(value) if isinstance(x, f.Local)]
