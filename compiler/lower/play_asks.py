"""What play asks: every expression and rule that stands in the law's doing half, in one fixed order.

`PlayAsks` goes through the agenda of a law and the set-up of a situation and lists what play may ask there, with the
types of the names that are known at that place. Each becomes a function of the program (`from_law.py`) when somebody
asks for it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.lower.near import Requirement
from hexlaw.runtime.base.nodes import nodes_inside
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import ends_what_is_kept
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.play.goals import GOAL_ASKED, has_goals
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.seating import PLAYER_ASKED

Block = tuple[g.SpanDecl | e.Statement, ...]
Types = Mapping[str, t.Type]


@dataclass
class Asked:
    """A question of play: its sort, the node or the name that it is about, and the names known there."""

    sort: str  # `value`, `items`, `cases` of a rule, `bars` of a pick, all `eligible` for a pick
    about: Any
    scope: Types
    key: str = ""  # of the function that answers it; none where it is asked one by one, or stands there as it is
    names: tuple[str, ...] = ()  # those that it needs
    is_lowered: bool = False


class PlayAsks:
    """What play may ask, in the order in which it is met."""

    def __init__(self, agenda: Agenda, setup: Setup | None) -> None:
        self.agenda, self.law, self.graph = agenda, agenda.law, agenda.law.graph
        self.is_amid = setup is not None and setup.begins != ""
        self.lower: Callable[[Asked], None]  # gives a question its function and the names that this needs
        self.near: Callable[[], Iterable[Requirement]]  # returns those that are about one place
        self.acting: Types = {g.ACTING: t.Choice("side")} if "side" in self.graph.choices else {}
        self.found: dict[tuple[str, object], Asked] = {}
        self.by_key: dict[str, Asked] = {}  # those that have a function, by its key
        self.worth = None if setup is None or isinstance(setup.worth, e.Const | e.Var) else setup.worth
        self._moments: dict[object, Types] = {}  # what is known at a moment that rules can hook onto
        for name, action in self.graph.actions.items():
            self._block(agenda.bodies[name], {**dict(action.params), **self.acting})
        for effect in self.graph.effects.values():
            self._moments[effect.name] = dict(effect.params)
            self._block(effect.body, dict(effect.params))
        self._moments |= {event.name: dict(event.params) for event in self.graph.events.values()}
        self._moments |= {order: {"order": t.Kind(order)} for order in self.graph.orders}
        self._moments |= {task: {"task": t.Kind(task)} for task in self.graph.tasks}
        self._block(agenda.sequence, self.acting)
        for task in self.graph.tasks.values():
            self._task(task)
        for rule in self.law.rules.values():
            self._rule(rule)
        if has_goals(self.graph):
            self._values((GOAL_ASKED,), {"side": t.Choice("side")})
        if agenda.law.graph.has_players:
            self._values((PLAYER_ASKED,), {"side": t.Choice("side")})
        if setup is not None:
            of_side: Types = {"side": t.Choice("side")} if "side" in self.graph.choices else {}
            self._values((setup.worth, *setup.asked), of_side)
            self._values((setup.winner, *(node for _, node in setup.tells)), {})

    def asked(self, sort: str, about: object) -> Asked | None:
        """Returns a question, with its function, or None where play does not ask it."""
        found = self.found.get((sort, about))
        if found is not None and not found.is_lowered:
            found.is_lowered = True
            self.lower(found)
            self.by_key[found.key] = found
        return found

    def _add(self, sort: str, node: Any, scope: Types) -> None:
        key = sort, node if sort in ("bars", "cases") else id(node)
        if key in self.found:
            return
        # what is known as it stands and what nothing forbids need no function
        is_plain = sort == "value" and isinstance(node, e.Const | e.Var)
        is_plain = is_plain or (sort == "bars" and not self.law.forbidding.get(node[1]))
        names = (node.name,) if isinstance(node, e.Var) else ()
        self.found[key] = Asked(sort, node, dict(scope), names=names, is_lowered=is_plain)

    def _values(self, nodes: Iterable[e.Expr | None], scope: Types) -> None:
        for node in nodes:
            if node is not None:
                self._add("value", node, scope)

    # -- statements

    def _block(self, lines: Block, scope: Types) -> None:
        known = dict(scope)
        for line in lines:
            if isinstance(line, g.SpanDecl):
                self._span(line, known)
            else:
                self._line(line, known)

    def _line(self, line: e.Statement, known: dict[str, t.Type]) -> None:
        match line:
            case e.If():
                self._values((line.condition,), known)
                self._block(line.then, known)
                self._block(line.otherwise, known)
            case e.ForEach():
                self._add("items", line.binder, known)
                self._block(line.body, {**known, line.binder.var: t.item_of(line.binder.domain.type)})
            case e.Pick():
                self._pick(line, known)
            case e.Reveal(what=e.Attribute(base=base), to=to):
                self._values((base, to), known)
            case _:
                for part in nodes_inside(line):
                    self._add("items" if isinstance(part, e.Binder) else "value", part, known)
        match line:
            case e.Let():
                known[line.name] = line.value.type
            case e.Roll():
                known[line.name] = t.WHOLE
            case e.Draw():
                known[line.binder.var] = t.item_of(line.binder.domain.type)
            case _ if (kind := made_by(line)) is not None and (name := getattr(line, "name", None)) is not None:
                known[name] = t.Kind(kind)

    def _pick(self, pick: e.Pick, known: dict[str, t.Type]) -> None:
        type_ = pick.type
        so_far = {**known, **({} if pick.gathered is None else {pick.gathered: t.SetOf(type_)})}
        inner = {**so_far, pick.var: type_}
        self._values((pick.domain,), so_far)
        self._values((pick.where, pick.cost, pick.account), inner)
        if pick.account is not None:
            self._values((pick.account.base,), inner)
        self._add("bars", (id(pick), pick.path), inner)
        self._add("eligible", pick, inner)
        self._add("bars", (id(pick), f"{pick.path.partition('.')[0]}.{DONE}"), so_far)
        for rule in self.agenda.after.get(pick.path, ()):
            self._values((given for way in self.graph.ways(rule, pick.path) for _, given in way.given), inner)
        self._moments.setdefault(pick.path, inner)
        self._block(pick.does, inner)
        if not pick.repeatedly:
            known[pick.var] = t.OrNone(type_) if pick.optionally else type_
        elif pick.gathered is not None:
            known[pick.gathered] = t.SetOf(type_)

    # -- the sequence, tasks, rules

    def _span(self, span: g.SpanDecl, scope: Types) -> None:
        known = dict(scope)
        if span.each is not None:
            var, among = span.each
            self._values((among,), scope)
            known[var] = t.item_of(among.type)
        self._values((span.condition, span.repeats, span.by, span.turns_from), known)
        self._moments.setdefault(("start", span.name), known)
        self._moments.setdefault(("end", span.name), known)
        if span.is_window and span.name not in self.graph.actions:
            self._add("bars", (id(None), f"{span.name}.{DONE}"), {**known, **self.acting})
        done = f"{span.name}.{DONE}"
        if self.law.forbidding.get(done):
            self._add("bars", (id(None), done), known)
        for action in self.graph.actions.values():
            self._values((line.to for line in action.open_in if span.name in line.spans), known)
        self._block(span.body, known)

    def _task(self, task: g.TaskDecl) -> None:
        scope = {**self.acting, **dict(task.params), "task": t.Kind(task.name)}
        self._values((task.gains, *(x for stage in task.stages for x in (stage.lasts, stage.when))), scope)
        self._block(task.done, scope)

    def _rule(self, rule: g.Rule) -> None:
        conclusion = rule.conclusion
        moment = rule.after or rule.at_edge
        scope = {**(self._moments.get(moment, {}) if moment is not None else {}), **self.acting}
        if isinstance(conclusion, g.Remembers | g.Counts):
            scope |= dict(conclusion.ranging) if ends_what_is_kept(conclusion) else {}
        elif isinstance(conclusion, g.TaskRule):
            task = conclusion.task
            params = dict(self.graph.tasks[task].params) if moment is None and task in self.graph.tasks else {}
            scope |= {**params, "task": t.Kind(task)}
        elif not isinstance(conclusion, g.Then):
            return
        self._add("cases", rule.id, scope)
        for binder in self.law.ranging_binders[rule.id]:
            scope = {**scope, binder.var: t.item_of(binder.domain.type)}
        match conclusion:
            case g.Then(body=body):
                self._block(body, scope)
            case g.Remembers(args=args):
                self._values(args, scope)
            case g.Counts(args=args, amount=amount):
                self._values((*args, amount), scope)


def made_by(line: e.Statement) -> str | None:
    """Returns the kind of thing that a statement makes."""
    names: Iterator[str] = (getattr(line, part) for part in line.NAMES)
    return next(names, None) if e.THINGS in line.CHANGES else None
