"""What play asks, as functions: every expression and rule that stands in the law's doing half.

`Played` goes through the agenda of a law and the set-up of a situation in one fixed order and lists what play may
ask there, with the types of the names that are known at that place. For each of these one function is written, and the
emitted source lists them in the same order under `PLAYED`; the same question with names of the same types has
one function. What has no Python to stand for it is listed as `None`: the reference answers it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexlaw.compiler.emit.actions import barred
from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.names import literal
from hexlaw.compiler.emit.notes import CannotEmit
from hexlaw.compiler.emit.reading import Reading
from hexlaw.compiler.emit.rule_tests import Lines, indented
from hexlaw.compiler.emit.sharing import NOT
from hexlaw.compiler.emit.typed import Scope, free_names
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.law import ends_what_is_kept
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.play.questions import DONE

ACTING = "acting"
Block = tuple[g.SpanDecl | e.Statement, ...]


class Played:
    """What play may ask, in the order in which it is met: the sort of question, what it is about, the names there."""

    def __init__(self, agenda: Agenda, setup: Setup | None) -> None:
        self.law, self.graph = agenda.law, agenda.law.graph
        self.reading = Reading(agenda.law)
        self.acting: Scope = {ACTING: t.Choice("side")} if "side" in self.graph.choices else {}
        self.found: dict[tuple[str, object], tuple[str, Any, Scope]] = {}
        self._moments: dict[object, Scope] = {}  # what is known at a moment that rules can hook onto
        for name, action in self.graph.actions.items():
            self._block(agenda.bodies[name], {**dict(action.params), **self.acting}, action)
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
        if setup is not None:
            self._values((setup.worth,), {"side": t.Choice("side")} if "side" in self.graph.choices else {})
            self._values((setup.winner, *(node for _, node in setup.tells)), {})

    @property
    def nodes(self) -> list[tuple[str, Any]]:
        """What `runtime/emitted/answers.py` needs to know which function stands for what."""
        return [(sort, node) for sort, node, _ in self.found.values()]

    def _add(self, sort: str, node: Any, scope: Scope) -> None:
        key = (sort, id(node)) if sort in ("value", "items") else (sort, str(node)) if sort == "cases" else (sort, node)
        self.found.setdefault(key, (sort, node, dict(scope)))

    def _values(self, nodes: Iterable[e.Expr | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self._add("value", node, scope)

    def _type(self, node: e.Expr, scope: Scope) -> t.Type:
        return self.reading.type_of(node, scope) or t.TEXT

    # -- statements

    def _block(self, lines: Block, scope: Scope, action: g.ActionDecl | None = None) -> None:
        known = dict(scope)
        for line in lines:
            if isinstance(line, g.SpanDecl):
                self._span(line, known)
            else:
                self._line(line, known, action)

    def _line(self, line: e.Statement, known: dict[str, t.Type], action: g.ActionDecl | None) -> None:
        match line:
            case e.Let():
                self._values((line.value,), known)
                known[line.name] = self._type(line.value, known)
            case e.If():
                self._values((line.condition,), known)
                self._block(line.then, known)
                self._block(line.otherwise, known)
            case e.ForEach():
                self._add("items", line.binder, known)
                self._block(line.body, self.reading.inside(line.binder, known))
            case e.Do() | e.Announce():
                self._values(line.args, known)
            case e.Roll():
                known[line.name] = t.WHOLE
            case e.Decide():
                self._pick(line, known, action)
            case e.Offer():
                self._values((*line.args, line.to), known)
            case e.SetAttribute():
                self._values((line.base, line.value, line.until), known)
            case e.Move():
                self._values((line.thing, line.to), known)
            case e.Place():
                self._values((line.where,), known)
                self._made(line.name, line.kind, known)
            case e.Write():
                self._values((value for _, value in line.fields), known)
                self._made(line.name, line.order, known)
            case e.Begin():
                self._values((*line.args, line.crew), known)
                self._made(line.name, line.task, known)
            case e.ChangeTask():
                self._values((line.task,), known)
            case e.Remove() | e.Point() | e.Return():
                self._values((line.thing,), known)
            case e.Reveal(what=e.Attribute(base=base), to=to):
                self._values((base, to), known)
            case e.Reveal(what=what, to=to):
                self._values((what, to), known)
            case _:
                pass

    def _made(self, name: str | None, kind: str, known: dict[str, t.Type]) -> None:
        if name is not None:
            known[name] = t.Kind(kind)

    def _pick(self, pick: e.Decide, known: dict[str, t.Type], action: g.ActionDecl | None) -> None:
        declared = [p for p in action.picks if p.var == pick.var] if action is not None else []
        type_ = declared[0].type if declared else self.reading.item_type(pick.domain, known)
        inner = {**known, pick.var: type_}
        self._values((pick.domain,), known)
        self._values((pick.where, pick.cost, pick.account), inner)
        if pick.account is not None:
            self._values((pick.account.base,), inner)
        self._add("bars", (id(pick), pick.pick), inner)
        self._add("bars", (id(pick), f"{pick.pick.partition('.')[0]}.{DONE}"), known)
        self._moments.setdefault(pick.pick, inner)
        self._block(pick.does, inner)
        if not pick.repeatedly:
            known[pick.var] = t.OrNone(type_) if pick.optionally else type_
        elif pick.gathered is not None:
            known[pick.gathered] = t.SetOf(type_)

    # -- the sequence, tasks, rules

    def _span(self, span: g.SpanDecl, scope: Scope) -> None:
        known = dict(scope)
        if span.each is not None:
            var, among = span.each
            self._values((among,), scope)
            known[var] = self.reading.item_type(among, scope)
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
        match conclusion:
            case g.Then():
                pass
            case g.Remembers() | g.Counts() if ends_what_is_kept(conclusion):
                scope |= dict(conclusion.ranging)
            case g.Remembers() | g.Counts():
                pass
            case g.TaskRule(task=task):
                params = dict(self.graph.tasks[task].params) if moment is None and task in self.graph.tasks else {}
                scope |= {**params, "task": t.Kind(task)}
            case _:
                return
        self._add("cases", rule.id, scope)
        for binder in self.law.gone_through[rule.id]:
            scope = self.reading.inside(binder, scope)
        match conclusion:
            case g.Then(body=body):
                self._block(body, scope)
            case g.Remembers(args=args):
                self._values(args, scope)
            case g.Counts(args=args, amount=amount):
                self._values((*args, amount), scope)


def played_law(agenda: Agenda, setup: Setup | None = None) -> PlayedLaw:
    """What answers a game's questions from emitted law; it is for games of this agenda."""
    from hexlaw.compiler.emit.to_python import Emission

    played = Played(agenda, setup)
    return PlayedLaw(agenda.law, Emission(agenda.law, played=played).source, played.nodes)


# ---- the functions


def played_functions(w: Writer, played: Played) -> list[Lines]:
    """The functions of all that play may ask, and the list of them."""
    made: list[Lines] = []
    listed: Lines = ["PLAYED = ("]
    for sort, node, scope in played.found.values():
        if sort == "value" and isinstance(node, e.Const | e.Var):
            continue
        if sort == "bars" and not w.law.forbidding.get(node[1]):
            listed.append("    (is_free, (), False, False),")
            continue
        try:
            listed.append(_listed(w, sort, node, scope, made))
        except CannotEmit:
            listed.append("    None,")
    return [*made, [*listed, ")"]]


def _listed(w: Writer, sort: str, node: Any, scope: Scope, made: list[Lines]) -> str:
    """The line that lists a function, which is written if it is not yet."""
    about = w.law.rules[node] if sort == "cases" else node
    if sort == "bars":
        asked = [n for rule in w.law.forbidding[node[1]] for n in w.names_of_rule(rule)]
    elif sort == "cases":
        binders = w.law.gone_through[about.id]
        bound = {binder.var for binder in binders}
        asked = [*(n for n in w.names_of_rule(about) if n not in bound), *_names_of(w, binders)]
    else:
        asked = list(w.names_in(node))
    names = [n for n in dict.fromkeys(asked) if n in scope]
    known = {n: scope[n] for n in names}
    key = (sort, node[1] if sort == "bars" else node, tuple(known.items()))
    function = w.names.of("played", key, _hint(sort, node))
    if function not in w.played:
        args = "".join(f", {w.local(n)}" for n in names)
        if sort == "bars":
            made.append(barred(w, node[1], known, function))
        else:
            with w.sharing(names, *_shared_nodes(w, sort, about)):
                body = _cases(w, about, known) if sort == "cases" else [f"return {_text(w, sort, about, known)}"]
            made.append([f"def {function}(s{args}):", *indented(body)])
        w.played.add(function)
    inward = any(_may_hold_records(w, known[n]) for n in names)
    outward = sort != "bars" and _gives_records(w, sort, about, known)
    return f"    ({function}, {literal(tuple(names))}, {inward}, {outward}),"


def _hint(sort: str, node: Any) -> str:
    if sort == "cases":
        return f"play_{node}"
    return f"play_{node[1]}_barred" if sort == "bars" else f"play_{'each' if sort == 'items' else 'value'}"


def _names_of(w: Writer, binders: tuple[e.Binder, ...]) -> list[str]:
    found: list[str] = []
    bound: set[str] = set()
    for binder in binders:
        found += [n for n in w.names_in(binder.domain) if n not in bound]
        bound.add(binder.var)
        found += [n for n in w.names_in(binder.where) if n not in bound] if binder.where is not None else []
    return found


def _shared_nodes(w: Writer, sort: str, about: Any) -> list[object]:
    """What is looked through for expressions that the function needs more than once."""
    if sort == "value":
        return [about]
    return list(w.nodes_of(about)) if sort == "cases" and not w.law.gone_through[about.id] else []


def _text(w: Writer, sort: str, about: Any, scope: Scope) -> str:
    if sort == "value":
        return w.x(about, scope)
    return f"tuple([{w.local(about.var)} {w.loop(about, scope)}])"


def _cases(w: Writer, rule: g.Rule, scope: Scope) -> Lines:
    """Whether a rule applies; where it goes through sets, the cases in which it does.

    What its first conditions need is known before the innermost sets are gone through: they are looked at there."""
    binders = w.law.gone_through[rule.id]
    if not binders:
        return [f"return {w.applies(rule, scope)[0]}"]
    lines: Lines = []
    inner = scope
    bound = {binder.var for binder in binders}
    with w.perhaps():
        for level, binder in enumerate(binders):
            loop = [f"for {w.local(binder.var)} in {w.domain(binder.domain, inner)}:"]
            inner = w.reading.inside(binder, inner)
            if binder.where is not None:
                loop += indented([f"if not {w.x(binder.where, inner, NOT)}:", "    continue"])
            bound.discard(binder.var)
            if bound and (first := _first_conditions(w, rule, bound)):
                loop += [f"    if not ({w.joined(first, 'and', inner)[0]}):", "        continue"]
            lines += indented(loop, level)
        case = "".join(f"{w.local(binder.var)}, " for binder in binders)
        test, kept = w.applies(rule, inner)[0], f"found.append(({case}))"
    lines += indented([kept] if test == "True" else [f"if {test}:", f"    {kept}"], len(binders))
    return ["found = []", *lines, "return tuple(found)"]


def _first_conditions(w: Writer, rule: g.Rule, unknown: set[str]) -> tuple[e.Expr, ...]:
    """The conditions of a rule, up to the first that needs a name which is not known yet."""
    found: list[e.Expr] = []
    for condition in rule.when:
        for part in condition.expr.parts if isinstance(condition.expr, e.All) else (condition.expr,):
            if any(isinstance(p, e.Applies) for p in parts(part)) or not unknown.isdisjoint(free_names(part)):
                return tuple(found)
            found.append(part)
    return tuple(found)


def _gives_records(w: Writer, sort: str, about: Any, scope: Scope) -> bool:
    if sort == "value":
        found = w.reading.type_of(about, scope)
        return found is None or _may_hold_records(w, found)
    binders = (about,) if sort == "items" else w.law.gone_through[about.id]
    found_any = False
    for binder in binders:
        found_any = found_any or _may_hold_records(w, w.reading.item_type(binder.domain, scope))
        scope = w.reading.inside(binder, scope)
    return found_any


def _may_hold_records(w: Writer, type_: t.Type) -> bool:
    """Whether values of a type may hold what emitted law has values of its own for."""
    match type_:
        case t.OrNone(item=item) | t.SetOf(item=item):
            return _may_hold_records(w, item)
        case t.Kind(name=name):
            return name == "contact" or name in w.graph.records
        case t.Text():
            return True  # what has no type that is known is taken for a text
        case _:
            return False
