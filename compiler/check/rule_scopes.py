"""What a rule speaks of, and so which names its conditions may use.

They come from its conclusion: the parameters of the fact or quantity, the picks of the action, what the event gives.
A rule that only limits or lifts has those of the rules that it bears on, as far as all of them share them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from hexlaw.compiler.base.diagnostic import WordAt, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.done_rules import forbids_done
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.moves import picks_that_move
from hexlaw.compiler.check.scopes import Scope, action_scope, quantity_steps, span_scope, whoever_acts
from hexlaw.compiler.check.type_words import Untyped, all_of, attempt, fits
from hexlaw.compiler.check.typing_cache import words_in
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import own_picks, picks_in
from hexlaw.compiler.resolve.names import Signature
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import substitute, variables
from hexlaw.runtime.law.graph import DONE, GOALS, SIDE

MAX_LINKS_DEPTH = 40
CHANGES_IT = {"half": "halves", "halve": "halves", "double": "doubles"}
"""What reads like a rule about `it`, and the word that a rule begins a step with."""
SAYS_IS = ("becomes", "equals", "costs", "gets", "has")
"""What people write for `is`."""
BEGINS_A_CONDITION = ("if", "where", "unless")
"""What people write for `when`."""


class RuleScopes:
    """Finds the scopes of the rules of a law; each is found once, and kept for the rules that limit it."""

    def __init__(self, checker: Checker) -> None:
        self.c = checker
        self.names = checker.names
        self.scopes: dict[str, Scope | None] = {}
        self.finding: list[str] = []
        self.bound: dict[str, set[str]] = {}  # by rule, the names that the event it follows has given
        self._ways: dict[str, tuple[g.ComesBy, ...]] = {}
        checker.rule_scope = self.whole_scope

    def scope_of(self, item: s.Rule) -> Scope:
        name = item.name.text
        if self.finding[-1:] == [name]:
            help_ = "`NAME.*` is this rule too where its name begins so: name the others, or begin its name otherwise"
            raise self.c.wrong("HX282", item.name.span, f"`{name}` has a link to itself", help_)
        if name in self.finding:
            circle = " -> ".join(f"`{n}`" for n in [*self.finding[self.finding.index(name) :], name])
            raise self.c.wrong("HX283", item.name.span, f"these rules bear on each other in a circle: {circle}")
        if len(self.finding) >= MAX_LINKS_DEPTH:
            message = f"more than {MAX_LINKS_DEPTH} rules limit each other one after the other"
            raise self.c.wrong("HX262", item.name.span, message)
        if name not in self.scopes:
            self.finding.append(name)
            self.scopes[name] = None
            self.scopes[name] = attempt(self._find_scope, item)
            self.finding.pop()
        if (scope := self.scopes[name]) is None:
            raise Untyped
        return scope

    def whole_scope(self, name: str) -> Scope:
        """All names that a rule's conditions may use, those of its `for each` included."""
        item = self.names.rules[name][0]
        scope = self.scope_of(item)
        for node in item.for_each:
            scope = bind(self.c, node, scope)[1]
        return scope

    def _find_scope(self, item: s.Rule) -> Scope:
        if len(item.conclusions) > 1:
            message = "a rule concludes one thing"
            help_ = "write a rule of its own for the second conclusion"
            begun = next((c for c in item.conclusions if _begins_a_condition(c)), None)
            if isinstance(begun, s.Concludes):
                self.head(begun.expr)
            second = next((c for c in item.conclusions if self._holds_of_something(c)), None)
            if second is not None:
                help_ = "if this is a condition, write `when` before it; else write a rule of its own for it"
            raise self.c.wrong("HX261", (second or item.conclusions[1]).span, message, help_)
        if not item.conclusions:
            return self._scope_of_targets(item)
        conclusion = item.conclusions[0]
        match conclusion:
            case s.Concludes():
                return dict(self.head(conclusion.expr)[0].params)
            case s.Goal():
                return self._goal_scope(conclusion)
            case s.Forbids() if forbids_done(item):
                return self._scope_where_done(item, conclusion)
            case s.Forbids():
                self._says_none_twice(conclusion)
                return self._asked_of(item, _common(all_of(self._forbidden_scope, conclusion.picks)))
            case s.Changes() if item.at_step is not None:
                return dict(self.quantity_of_step(item.at_step).params)
            case s.Changes():
                message = "at which step of which quantity this happens is not said"
                raise self.c.wrong("HX264", conclusion.span, message, "write `at step quantity.step`")
            case s.Requires() | s.Leaves() | s.Rounds():
                return {}
            case s.TaskRule():
                if conclusion.task.text != "task":
                    self.c.require("task", conclusion.task)
                return {**whoever_acts(self.c), **self._moment_scope(item), "task": t.Kind(conclusion.task.text)}
            case s.Begins() | s.Counts() | s.Then():
                return self._asked_of(item, self._hook_scope(item, conclusion))

    def _holds_of_something(self, node: s.Conclusion) -> bool:
        """Whether a line reads like a conclusion, and there is no fact that it could conclude."""
        match node:
            case s.Concludes(expr=s.Is(left=s.Call(name=name))) | s.Concludes(expr=s.Call(name=name)):
                return name.text not in self.names.declared("fact")
            case s.Concludes(expr=s.Is(right=s.Name(text=word))):
                return word not in self.names.declared("fact")
            case s.Concludes(expr=expr):
                return not isinstance(expr, s.Includes | s.Verb | s.Not)
        return False

    def _scope_where_done(self, item: s.Rule, node: s.Forbids) -> Scope:
        """The names that the rule binds with `for each`, and no others: it judges a position, not an action."""
        if len(node.picks) > 1:
            message = f"`{DONE}` is to be done with any action, and stands by itself"
            raise self.c.wrong("HX263", node.span, message, "write a rule of its own for the other")
        if not item.when:
            message = "no action could ever be done"
            raise self.c.wrong("HX263", node.span, message, "say in `when` what nobody may leave behind")
        return {}

    def _goal_scope(self, node: s.Goal) -> Scope:
        if (signature := self.names.signatures.get(GOALS)) is None:
            message = f"a goal is a side's, and there is no choice `{SIDE}`"
            raise self.c.wrong("HX410", node.side.span, message, "declare `choice side` with the sides as its values")
        ((name, _),) = signature.params
        if node.side.text != name:
            message = f"the side whose goal it is, is called `{name}` in every such rule"
            help_ = f"write `goal of {name}`, and in `when` which side that is"
            raise self.c.wrong("HX266", node.side.span, message, help_)
        return dict(signature.params)

    def _asked_of(self, item: s.Rule, scope: Scope) -> Scope:
        """What a rule knows of a pick, without the sets of what was picked so far that it does not ask about: where
        those are not known, it can still be asked whether it applies."""
        text = item.span.source.text[item.span.start : item.span.end]
        return {name: type_ for name, type_ in scope.items() if name not in self._gathered or name in words_in(text)}

    @cached_property
    def _gathered(self) -> frozenset[str]:
        """What the sets of what was picked so far are called, in all actions."""
        picks = (pick for action, _ in self.names.actions.values() for pick in picks_in(action.lines))
        return frozenset(pick.gathered.text for pick in picks if pick.gathered is not None)

    def _scope_of_targets(self, item: s.Rule) -> Scope:
        targets = [target for link in item.links if link.how in ("limits", "lifts") for target in link.targets]
        if not targets:
            message = f"the rule `{item.name.text}` concludes nothing"
            help_ = "say what holds, what it forbids or requires, or which rule it limits or lifts"
            raise self.c.wrong("HX261", item.name.span, message, help_)
        found: list[Scope] = []
        for target in targets:
            if target.step:
                found.append(dict(self.quantity_of_step(target.path).params))
            else:
                found += [self.whole_scope(name) for name in self.rules_meant(target)]
        return _common(found)

    def rules_meant(self, target: s.Target) -> list[str]:
        name = target.path.text
        if not target.wild:
            self.c.require("rule", target.path)
            return [name]
        found = [rule for rule in self.names.rules if rule.startswith(f"{name}.")]
        if not found:
            raise self.c.wrong("HX262", target.path.span, f"no rule starts with `{name}.`")
        return found

    # -- events, and the picks by which they come about

    def ways(self, event: str) -> tuple[g.ComesBy, ...]:
        """Returns the valid picks that bring an event about, also by way of other events. Each event is typed once."""
        if event not in self._ways:
            params, item, _ = self.names.events[event]
            self._ways[event] = ()  # while they are looked for
            found: list[g.ComesBy] = []
            picks = [pick.text for line in item.by if isinstance(line, s.ComesBy) for pick in line.picks]
            said = {pick.partition(".")[0] for pick in picks}
            for line in item.by:
                if isinstance(line, s.ByMoves):
                    with suppress(Untyped):
                        found += self._moving(event, line, said)
                    continue
                for pick in line.picks:
                    with suppress(Untyped):
                        found += self._ways_of(event, dict(params), line, pick)
            self._ways[event] = tuple(dict.fromkeys(found))
        return self._ways[event]

    def _moving(self, event: str, line: s.ByMoves, said: set[str]) -> Iterator[g.ComesBy]:
        """Yields the picks that surely move a thing of the event's kind to a place, with both under the names that they
        have there, but for actions (`said`) of which the event names the picks itself. `check` reports moves that pass
        the event (`moves_pass_no_event`)."""
        params = dict(self.names.events[event][0])
        for each in (line.thing, line.to):
            if each.text not in params:
                raise self.c.unknown("HX442", each, f"`{event}` has no parameter", params)
        for pick, thing, to in picks_that_move(self.names):
            scope = (
                {} if pick.partition(".")[0] in said else attempt(self._pick_scope, s.Ident(pick, span=line.span)) or {}
            )
            given = {line.thing.text: thing, line.to.text: to}
            if all(
                name in scope and not isinstance(scope[name], t.OrNone) and fits(scope[name], params[param], self.names)
                for param, name in given.items()
            ):
                differing = {param: e.Var(name, scope[name]) for param, name in given.items() if name != param}
                yield g.ComesBy(pick, tuple(differing.items()))

    def _ways_of(self, event: str, params: Scope, line: s.ComesBy, by: s.Ident) -> Iterator[g.ComesBy]:
        """Yields the ways in which an event comes about by a pick, or by another event."""
        if by.text.rpartition(".")[2] == DONE:
            message = f"`{event}` comes about by a pick, and `{by.text}` ends an action"
            raise self.c.wrong("HX442", by.span, message, "name a pick; what happens at the end is `announce`d there")
        if by.text not in self.names.events:
            yield g.ComesBy(by.text, tuple(self._given(event, params, line, by, self._pick_scope(by)).items()))
            return
        ways, scope = self.ways(by.text), dict(self.names.events[by.text][0])
        if not ways:
            message = f"`{event}` comes about by `{by.text}`, which no pick brings about"
            help_ = f"name a pick; what is announced is followed by a rule: `after {by.text}`, `then: announce {event}`"
            raise self.c.wrong("HX442", by.span, message, help_)
        given = self._given(event, params, line, by, scope)
        given = {name: given.get(name, e.Var(name, scope.get(name, type_))) for name, type_ in params.items()}
        for way in ways:
            there = dict(way.given)
            bound = variables(tuple(given.values())) - scope.keys()
            if taken := bound & variables(tuple(there.values())):
                message = f"at `{way.pick}`, by which `{by.text}` comes about, `{min(taken)}` is something else"
                raise self.c.wrong("HX442", line.span, message, f"use another name than `{min(taken)}` here")
            values = {name: substitute(value, there) for name, value in given.items()}
            yield g.ComesBy(way.pick, tuple((n, x) for n, x in values.items() if x != e.Var(n, x.type)))

    def _given(self, event: str, params: Scope, line: s.ComesBy, pick: s.Ident, scope: Scope) -> dict[str, e.Expr]:
        """What is said of the parameters of an event; the others have their names there."""
        given: dict[str, e.Expr] = {}
        for each in line.given:
            if each.name.text not in params:
                raise self.c.unknown("HX442", each.name, f"`{event}` has no parameter", params)
            what = f"`{each.name.text}` of `{event}`"
            given[each.name.text] = self.c.fitting(each.value, scope, params[each.name.text], what)
        for name, type_ in params.items():
            if name in given:
                continue
            if name not in scope:
                message = f"at `{pick.text}` nothing is called `{name}`"
                help_ = f"say what `{name}` is there: `with {name} = ...`; it knows {listed(sorted(scope))}"
                raise self.c.wrong("HX442", pick.span, message, help_)
            if not fits(scope[name], type_, self.names):
                message = f"`{name}` of `{event}` is of type `{type_}`, and of `{pick.text}` it is `{scope[name]}`"
                raise self.c.wrong("HX442", pick.span, message, f"say what it is there: `with {name} = ...`")
        return given

    def _forbidden_scope(self, path: s.Ident) -> Scope:
        """What is known of what is forbidden: a pick, or an event that picks bring about."""
        if path.text not in self.names.events:
            return self._pick_scope(path)
        if not self.ways(path.text):
            message = f"`{path.text}` happens, and nobody picks it"
            help_ = "say in `event " + path.text + "` by which picks it comes about: `by ACTION.PICK`"
            raise self.c.wrong("HX263", path.span, message, help_)
        return whoever_acts(self.c) | dict(self.names.events[path.text][0])

    def _says_none_twice(self, node: s.Forbids) -> None:
        """A pick that an event covers is not named beside it."""
        said = {path.text for path in node.picks}
        for path in node.picks:
            for way in self.ways(path.text) if path.text in self.names.events else ():
                if way.pick in said:
                    span = next(other.span for other in node.picks if other.text == way.pick)
                    message = f"`{path.text}` comes about by `{way.pick}` already"
                    raise self.c.wrong("HX263", span, message, f"leave `{way.pick}` out")

    def _pick_scope(self, path: s.Ident) -> Scope:
        action, _, pick = path.text.partition(".")
        if action in self.names.spans and action not in self.names.actions:
            return self._scope_of_part(action, pick, path)
        if action not in self.names.actions:
            known = {*self.names.actions, *self.names.spans}
            has = f"the actions are: {listed(sorted(self.names.actions))}"
            if action in self.names.signatures and self.names.signatures[action].sort == "reach":
                known = set()
                has = f"`{action}` says how far something gets: what is forbidden is the pick that it goes by"
            raise self.c.unknown("HX263", WordAt(action, path.span), "there is no action", known, help=has)
        if not pick:
            message = f"`{action}` is an action: what is forbidden is one of its picks"
            raise self.c.wrong("HX263", path.span, message, f"write {self._picks_named(action, DONE)}")
        span = self.names.spans.get(action) if pick == DONE else None
        if span is not None and not any(isinstance(part, s.SpanNode) for part in span.body):
            what, part = self.names.actions[action][0].name.span, span.name.span
            message = f"`{path.text}` means two things: `{action}` is an action and a part of the sequence"
            help_, labels = "give one of the two another name", ((what, "the action"), (part, "the part"))
            self.c.diagnostics.report("HX263", path.span, message, help=help_, labels=labels)
            raise Untyped
        scope = action_scope(self.c, self.names.actions[action][0], None if pick == DONE else pick)
        if scope is None:
            picks = [line.name.text for line in own_picks(self.names.actions[action][0])]
            word, has = WordAt(pick, path.span), f"it has: {', '.join(picks)}"
            raise self.c.unknown("HX263", word, f"the action `{action}` has no pick", picks, help=has)
        return scope

    def _scope_of_part(self, part: str, pick: str, path: s.Ident) -> Scope:
        """What is known where a side says that it is done with a part of the sequence."""
        inner = [p.name.text for p in self.names.spans[part].body if isinstance(p, s.SpanNode)]
        if pick != DONE:
            message = f"`{part}` is a part of the sequence: nothing of it can be forbidden but to be done with it"
            raise self.c.wrong("HX263", path.span, message, f"write `{part}.{DONE}`, or name a pick of an action")
        if inner:
            message = f"nobody is asked whether `{part}` is over: it has parts in it"
            raise self.c.wrong("HX263", path.span, message, f"name one of these: {', '.join(inner)}")
        return span_scope(self.c, part)

    def _moment_scope(self, item: s.Rule) -> Scope:
        """The names that a rule has from what it follows, or from the parts of the sequence around an edge."""
        if item.after is not None:
            return self._event_scope(item.after)
        if item.at_edge is None:
            return {}
        if not self.c.is_span(item.at_edge[1]):
            raise Untyped
        return span_scope(self.c, item.at_edge[1].text)

    def _hook_scope(self, item: s.Rule, node: s.Begins | s.Counts | s.Then) -> Scope:
        """The names of the event it follows; a memory's or tally's own variables, where they mean nothing else."""
        scope = self._moment_scope(item)
        happens = isinstance(node, s.Then) or (isinstance(node, s.Counts) and node.amount is not None)
        if happens and item.after is None and item.at_edge is None:
            message = "when this happens is not said"
            raise self.c.wrong("HX408", node.span, message, "write `after EVENT` or `at the start of STEP` above it")
        self.bound[item.name.text] = set(scope)
        if isinstance(node, s.Then):
            return scope
        signature, args = self.stored(node)
        own = {n: type_ for n, type_ in signature.params if any(isinstance(a, s.Name) and a.text == n for a in args)}
        return {**own, **scope}

    def _event_scope(self, path: s.Ident) -> Scope:
        """What is known after an event, a pick, an effect, the writing of an order or the beginning of a task."""
        if path.text in self.names.events:
            return dict(self.names.events[path.text][0])
        if "." in path.text and path.text.partition(".")[0] in self.names.actions:
            return self._pick_scope(path)
        if path.text in self.names.declared("effect"):
            return dict(self.names.signatures[path.text].params)
        for sort in ("order", "task"):
            if path.text in self.names.declared(sort):
                return {sort: t.Kind(path.text)}
        if path.text in self.names.actions:
            message = f"`{path.text}` is an action: what something follows is one of its picks"
            raise self.c.wrong("HX405", path.span, message, f"write {self._picks_named(path.text)}")
        known = {*self.names.events, *self.names.orders, *self.names.tasks, *self.names.actions}
        may = "it follows an `event`, a pick `action.pick`, an effect, an order or a task"
        raise self.c.unknown("HX405", path, "there is no event", known, help=may)

    def _picks_named(self, action: str, *more: str) -> str:
        """The picks of an action, as rules name them, for a message."""
        picks = [line.name.text for line in picks_in(self.names.actions[action][0].lines)]
        return listed([f"{action}.{name}" for name in (*picks, *more)])

    def stored(self, node: s.Begins | s.Counts) -> tuple[Signature, tuple[s.Expr, ...]]:
        """The memory or tally that a conclusion is about, and its arguments."""
        sort = "memory" if isinstance(node, s.Begins) else "tally"
        args: tuple[s.Expr, ...]
        match node:
            case s.Begins(memory=s.Verb(left=left, verb=verb, right=right)):
                name, args = verb, (left,) if right is None else (left, right)
            case s.Begins(memory=s.Is(left=left, right=s.Name() as word, negated=False)):
                name, args = s.Ident(word.text, span=word.span), (left,)
            case s.Begins(memory=s.Call(name=called, args=given)):
                name, args = called, given
            case s.Counts(tally=call):
                name, args = call.name, call.args
            case _:
                raise self.c.wrong("HX409", node.span, f"this is not a {sort}")
        signature = self.names.signatures.get(name.text)
        if signature is None or signature.sort != sort or len(args) != len(signature.params):
            known, rest = self.names.declared(sort), f" of {len(args)} things"
            raise self.c.unknown("HX409", name, f"there is no {sort}", known, rest=rest)
        return signature, args

    def quantity_of_step(self, path: s.Ident) -> Signature:
        quantity, _, step = path.text.rpartition(".")
        word = WordAt(quantity or path.text, path.span)
        having = [
            f"`{name}.{path.text}`" for name, them in self.names.quantities.items() if path.text in quantity_steps(them)
        ]
        help_ = f"write {' or '.join(having)}" if having and not quantity else "write `quantity.step`"
        self.c.require("quantity", word, help=help_)
        steps = quantity_steps(self.names.quantities[quantity])
        if step not in steps:
            behind = f" after {steps[-1]}" if steps else ""
            new = f"put in a new one by `quantity {quantity} also (...)`, with a line `step NAME{behind}`"
            has = f"it has: {', '.join(steps)}; {new}"
            if not steps:
                has = f"say below `quantity {quantity}` in what steps it is worked out: `steps {step}`; or {new}"
            word = WordAt(step, path.span)
            raise self.c.unknown("HX264", word, f"the quantity `{quantity}` has no step", steps, help=has)
        return self.names.signatures[quantity]

    def head(self, expr: s.Expr) -> tuple[Signature, s.Expr | bool | None]:
        """The fact a conclusion is about and its value: an expression, yes or no, or None for `includes`."""
        match expr:
            case s.Is(left=s.Call() as call, right=right, negated=negated):
                about = self._fact(call.name, call.args, expr.span)
                return about, s.Not(right, span=right.span) if negated else right
            case s.Includes(container=s.Call() as call):
                return self._fact(call.name, call.args, expr.span), None
            case s.Is(left=left, right=s.Name() as word, negated=negated):
                return self._fact(s.Ident(word.text, span=word.span), (left,), expr.span), not negated
            case s.Verb():
                args = (expr.left,) if expr.right is None else (expr.left, expr.right)
                return self._fact(expr.verb, args, expr.span), True
            case s.Call():
                return self._fact(expr.name, expr.args, expr.span), True
            case s.Not(inner=inner) if not isinstance(inner, s.Not):
                about, value = self.head(inner)
                if value is None:
                    message = "what is collected is only ever put in"
                    raise self.c.wrong("HX261", expr.span, message, "use `limits` to keep it out")
                return about, not value if isinstance(value, bool) else s.Not(value, span=expr.span)
            case _:
                message = "this is not a conclusion"
                help_ = "a rule ends in what holds: `fact(a) is ...`, `x verb y`, `f(a) includes x`, `forbids ...`"
                if isinstance(expr, s.Literal_) and expr.text.startswith("-"):
                    help_ = f"what happens to a number is said in words: write `subtracts {expr.text[1:].strip()}`"
                if isinstance(expr, s.Compare) and expr.op == "=":
                    help_ = "write `is` for `=`: a rule says what a fact is"
                if isinstance(expr, s.Is) and isinstance(expr.left, s.Name):
                    help_ = self._with_its_parameters(expr.left.text) or help_
                raise self.c.wrong("HX261", expr.span, message, help_)

    def _with_its_parameters(self, name: str) -> str | None:
        """What helps where a fact that is about something is named without it."""
        signature = self.names.signatures.get(name)
        if signature is None or signature.sort != "fact":
            return None
        about = ", ".join(n for n, _ in signature.params)
        return f"a rule repeats what the fact is about: write `{name}({about}) is ...`"

    def _fact(self, name: s.Ident, args: tuple[s.Expr, ...], span: Span) -> Signature:
        signature = self.names.signatures.get(name.text)
        if signature is None or signature.sort != "fact":
            if signature is not None and signature.sort == "quantity":
                help_ = f"it is a quantity: write `at step {name.text}.STEP`, and `adds 1`, `makes it 3` ..."
                self.c.error("HX261", name.span, f"there is no fact `{name.text}` to conclude", help_)
            elif signature is not None and signature.sort == "table":
                help_ = f"it is a table: what it gives stands in `tables/{name.text}.yaml`"
                self.c.error("HX261", name.span, f"there is no fact `{name.text}` to conclude", help_)
            elif name.text == "it" and args and isinstance(args[0], s.Name) and args[0].text in CHANGES_IT:
                said = args[0].text
                message = f"no line of a rule begins with `{said}`"
                self.c.error("HX261", args[0].span, message, f"write `{CHANGES_IT[said]} it`")
            elif name.text in SAYS_IS:
                message = f"`{name.text}` is not a word of the law"
                self.c.error("HX261", name.span, message, "write `is`: a rule says what a fact is")
            else:
                help_ = "declare it with `fact`"
                if args and isinstance(args[0], s.Name) and args[0].text in BEGINS_A_CONDITION:
                    whole = 'an option switches a whole chapter, `chapter [...] "..." if option NAME`'
                    help_ = f"a condition begins with `when`; {whole}"
                self.names.has("fact", name, self.c.diagnostics, " to conclude", help=help_)
            raise Untyped
        written = [a.text if isinstance(a, s.Name) else None for a in args]
        declared = [n for n, _ in signature.params]
        if written != declared:
            message = f"a rule repeats the parameters of `{name.text}` as they are declared: {', '.join(declared)}"
            help_ = "put what is special about them into `when`"
            verb = next((arg for arg in args if isinstance(arg, s.Verb)), None)
            if verb is not None and isinstance(verb.left, s.Name):
                help_ = f"a comma is missing between `{verb.left.text}` and `{verb.verb.text}`"
            raise self.c.wrong("HX266", span, message, help_)
        return signature


def _begins_a_condition(node: s.Conclusion) -> bool:
    """Whether a line reads like a verb between two, and is a condition: `if option fog`."""
    match node:
        case s.Concludes(expr=s.Verb(left=s.Name(text=word))):
            return word in BEGINS_A_CONDITION
    return False


def _common(scopes: list[Scope]) -> Scope:
    return {n: type_ for n, type_ in scopes[0].items() if all(scope.get(n) == type_ for scope in scopes[1:])}
