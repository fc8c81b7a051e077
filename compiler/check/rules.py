"""Typing of rules: what a rule speaks of, which names its conditions may use, and what it concludes.

The scope of a rule comes from its conclusion (the parameters of the fact or quantity, the picks of the action) or,
for a rule that only limits or lifts, from the rules that it bears on: the names common to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hexlaw.compiler.check.binders import binder
from hexlaw.compiler.check.expressions import Checker, narrowed
from hexlaw.compiler.check.play_statements import known_after, within
from hexlaw.compiler.check.statements import check_block
from hexlaw.compiler.check.typing_cache import TypingCache, placed_now
from hexlaw.compiler.diagnostic import WordAt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_expression
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.names import SIDE, Signature
from hexlaw.compiler.source import Span
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts

Scope = dict[str, t.Type]
StoredArgs = tuple[str, tuple[e.Expr, ...], tuple[tuple[str, t.Type], ...]]
DEEPEST_LINKS = 40
ACTING = "acting"
"""The side that acts, by name, wherever an action or the sequence says who does."""
DONE = "done"
"""The pick that ends an action before picks that may be left out or repeated: `forbids move.done`."""
Typed = tuple[g.Rule, Scope]
"""A rule, and the names that its conditions may use."""


class RuleChecker:
    """Types the rules of a law one by one; `scope_of` remembers what it found, for the limiters of a rule."""

    def __init__(self, checker: Checker, again: TypingCache) -> None:
        self.c = checker
        self.names = checker.names
        self.again = again
        self.scopes: dict[str, Scope | None] = {}
        self.finding: list[str] = []
        self.bound: dict[str, set[str]] = {}  # by rule, the names that the event it follows has given
        checker.rule_scope = self.whole_scope

    def rule(self, item: s.Rule, placed: Placed) -> g.Rule | None:
        name, scope = item.name.text, self.scope_of(item)
        if scope is None:
            return None
        read = repr(placed.origin), tuple(scope.items())
        typed = self.again.typed("rule", name, placed, read, lambda: self._typed(item, placed, scope))
        if typed is None:
            return None
        rule, self.names.rule_scopes[name] = typed
        return placed_now(rule, placed)

    def _typed(self, item: s.Rule, placed: Placed, given: Scope) -> Typed | None:
        scope = dict(given)
        binders: list[e.Binder] = []
        for node in item.for_each:
            bound = binder(self.c, node, scope)
            if bound is None:
                return None
            binders.append(bound[0])
            scope = bound[1]
        inside = scope
        known: Mapping[str, t.Type] = scope
        when = []
        for condition in item.when:
            when.append(self.c.condition(condition, known))
            known = narrowed(when[-1], known)
        if not any(isinstance(part, e.Var) and part.name == ACTING for part in parts((tuple(when), tuple(binders)))):
            # whether it applies hangs on nobody who acts, and can be asked where nobody does
            inside = {name: type_ for name, type_ in inside.items() if name != ACTING}
        scope = dict(known)
        conclusion, good = self._conclusion(item, scope)
        self._misplaced(item)
        says = self._says(item.says, scope) if item.says else ()
        if not good or any(w is None for w in when):
            return None
        rule = g.Rule(
            id=item.name.text,
            origin=placed.origin,
            cites=read_citations(
                item.cite, self.names.sources, placed.layer.manifest.default_source, self.c.diagnostics
            ),
            doc=item.doc,
            scope=tuple(scope),
            when=tuple(
                g.Condition(w, _said(node.span)) for w, node in zip(when, item.when, strict=True) if w is not None
            ),
            for_each=tuple(binders),
            links=self._links(item),
            conclusion=conclusion,
            says=says,
            under=(item.under[0].text, item.under[1].text) if item.under else None,
            by_ruling=item.by_ruling.text if item.by_ruling else None,
            against=item.against.text if item.against else None,
            from_year=item.from_year,
            until_year=item.until_year,
            after=item.after.text if item.after else None,
            at_edge=(item.at_edge[0], item.at_edge[1].text) if item.at_edge else None,
            follows=self._follows(item),
        )
        return rule, inside

    # -- what the rule speaks of

    def scope_of(self, item: s.Rule) -> Scope | None:
        name = item.name.text
        if name in self.finding:
            circle = " -> ".join(f"`{n}`" for n in [*self.finding[self.finding.index(name) :], name])
            self.c.error("HX283", item.name.span, f"these rules bear on each other in a circle: {circle}")
            return None
        if len(self.finding) >= DEEPEST_LINKS:
            self.c.error(
                "HX262", item.name.span, f"more than {DEEPEST_LINKS} rules limit each other one after the other"
            )
            return None
        if name not in self.scopes:
            self.finding.append(name)
            self.scopes[name] = self._find_scope(item)
            self.finding.pop()
        return self.scopes[name]

    def whole_scope(self, name: str) -> Scope | None:
        """All names that a rule's conditions may use, those of its `for each` included."""
        item = self.names.rules[name][0]
        scope = self.scope_of(item)
        for node in item.for_each if scope is not None else ():
            bound = binder(self.c, node, scope or {})
            if bound is None:
                return None
            scope = bound[1]
        return scope

    def _find_scope(self, item: s.Rule) -> Scope | None:
        if len(item.conclusions) > 1:
            self.c.error(
                "HX261",
                item.conclusions[1].span,
                "a rule concludes one thing",
                "write a rule of its own for the second conclusion",
            )
            return None
        if not item.conclusions:
            return self._scope_of_targets(item)
        conclusion = item.conclusions[0]
        match conclusion:
            case s.Concludes():
                head = self._head(conclusion.expr)
                return dict(head[0].params) if head else None
            case s.Forbids():
                scopes = [self._pick_scope(path) for path in conclusion.picks]
                return (
                    _common([scope for scope in scopes if scope is not None])
                    if all(x is not None for x in scopes)
                    else None
                )
            case s.Changes():
                return self._step_scope(item)
            case s.Requires() | s.Leaves() | s.Rounds():
                return {}
            case s.TaskRule():
                return self._task_scope(item, conclusion)
            case s.Begins() | s.Counts() | s.Then():
                return self._hook_scope(item, conclusion)

    def _scope_of_targets(self, item: s.Rule) -> Scope | None:
        targets = [target for link in item.links if link.how in ("limits", "lifts") for target in link.targets]
        if not targets:
            self.c.error(
                "HX261",
                item.name.span,
                f"the rule `{item.name.text}` concludes nothing",
                "say what holds, what it forbids or requires, or which rule it limits or lifts",
            )
            return None
        scopes: list[Scope] = []
        for target in targets:
            found = self._target_scopes(target)
            if found is None:
                return None
            scopes.extend(found)
        return _common(scopes)

    def _target_scopes(self, target: s.Target) -> list[Scope] | None:
        if target.step:
            signature = self._quantity_of_step(target.path)
            return None if signature is None else [dict(signature.params)]
        if target.wild:
            prefix = target.path.text + "."
            rules = [r for name, r in self.names.rules.items() if name.startswith(prefix)]
            if not rules:
                self.c.error("HX262", target.path.span, f"no rule starts with `{prefix}`")
                return None
        else:
            found = self.names.rules.get(target.path.text)
            if found is None:
                self.names.has("rule", target.path, self.c.diagnostics)
                return None
            rules = [found]
        scopes = []
        for rule, _ in rules:
            scope = self.whole_scope(rule.name.text)
            if scope is None:
                return None
            scopes.append(scope)
        return scopes

    def _pick_scope(self, path: s.Ident) -> Scope | None:
        action, _, pick = path.text.partition(".")
        if action in self.names.spans and action not in self.names.actions:
            return self._scope_of_part(action, pick, path)
        if action not in self.names.actions:
            known = {*self.names.actions, *self.names.spans}
            self.c.diagnostics.unknown("HX263", WordAt(action, path.span), "there is no action", known)
            return None
        scope = action_scope(self.c, self.names.actions[action][0], None if pick == DONE else pick)
        if scope is None:
            picks = [line.name.text for line in self.names.actions[action][0].lines if isinstance(line, s.Pick)]
            word, has = WordAt(pick, path.span), f"it has: {', '.join(picks)}"
            self.c.diagnostics.unknown("HX263", word, f"the action `{action}` has no pick", picks, help=has)
        return scope

    def _scope_of_part(self, part: str, pick: str, path: s.Ident) -> Scope | None:
        """What is known where a side says that it is done with a part of the sequence."""
        inner = [p.name.text for p in self.names.spans[part].body if isinstance(p, s.SpanNode)]
        if pick != DONE:
            message = f"`{part}` is a part of the sequence: nothing of it can be forbidden but to be done with it"
            self.c.error("HX263", path.span, message, f"write `{part}.{DONE}`, or name a pick of an action")
        elif inner:
            message = f"nobody is asked whether `{part}` is over: it has parts in it"
            self.c.error("HX263", path.span, message, f"name one of these: {', '.join(inner)}")
        else:
            return span_scope(self.c, part)
        return None

    # -- what happens: events, memories, tallies, tasks

    def _follows(self, item: s.Rule) -> tuple[str, ...]:
        for path in item.follows:
            self.names.has("rule", path, self.c.diagnostics)
        return tuple(p.text for p in item.follows)

    def _task_scope(self, item: s.Rule, node: s.TaskRule) -> Scope | None:
        if node.task.text != "task" and not self.names.has("task", node.task, self.c.diagnostics):
            return None
        moment = self._moment_scope(item)
        return None if moment is None else {**whoever_acts(self.c), **moment, "task": t.Kind(node.task.text)}

    def _moment_scope(self, item: s.Rule) -> Scope | None:
        """The names that a rule has from what it follows; none where it follows nothing."""
        if item.after is not None:
            return self._event_scope(item.after)
        return {} if item.at_edge is None else self._edge_scope(item.at_edge[1])

    def _hook_scope(self, item: s.Rule, node: s.Begins | s.Counts | s.Then) -> Scope | None:
        """The names of the event it follows; a memory's or tally's own variables, where they mean nothing else."""
        scope = self._moment_scope(item)
        happens = isinstance(node, s.Then) or (isinstance(node, s.Counts) and node.amount is not None)
        if happens and item.after is None and item.at_edge is None:
            self.c.error(
                "HX408",
                node.span,
                "when this happens is not said",
                "write `after EVENT` or `at the start of STEP` above it",
            )
            return None
        if scope is None:
            return None
        self.bound[item.name.text] = set(scope)
        if isinstance(node, s.Then):
            return scope
        found = self._stored(node)
        if found is None:
            return None
        signature, args = found
        own = {n: type_ for n, type_ in signature.params if any(isinstance(a, s.Name) and a.text == n for a in args)}
        return {**own, **scope}

    def _stored(self, node: s.Begins | s.Counts) -> tuple[Signature, tuple[s.Expr, ...]] | None:
        """The memory or tally that a conclusion is about, and its arguments."""
        sort = "memory" if isinstance(node, s.Begins) else "tally"
        args: tuple[s.Expr, ...]
        match node:
            case s.Begins(memory=s.Verb(left=left, verb=verb, right=right)):
                name, args = verb, (left,) if right is None else (left, right)
            case s.Begins(memory=s.Is(left=left, right=s.Name() as word, negated=False)):
                name, args = s.Ident(word.text, word.span), (left,)
            case s.Begins(memory=s.Call(name=called, args=given)):
                name, args = called, given
            case s.Counts(tally=call):
                name, args = call.name, call.args
            case _:
                self.c.error("HX409", node.span, f"this is no {sort}")
                return None
        signature = self.names.signatures.get(name.text)
        if signature is None or signature.sort != sort or len(args) != len(signature.params):
            known, rest = self.names.declared(sort), f" of {len(args)} things"
            self.c.diagnostics.unknown("HX409", name, f"there is no {sort}", known, rest=rest)
            return None
        return signature, args

    def _stored_args(self, item: s.Rule, node: s.Begins | s.Counts, scope: Scope) -> StoredArgs | None:
        found = self._stored(node)
        if found is None:
            return None
        signature, args = found
        typed = self.c.arguments(signature.name, signature.params, args, scope, node.span)
        if typed is None:
            return None
        bound = self.bound.get(item.name.text, set())
        ranging = tuple((n, type_) for n, type_ in signature.params if n in scope and n not in bound)
        return signature.name, typed, ranging

    def _remembers(self, item: s.Rule, node: s.Begins, scope: Scope) -> g.Remembers | None:
        found = self._stored_args(item, node, scope)
        return None if found is None else g.Remembers(*found, node.lapses)

    def _counts(self, item: s.Rule, node: s.Counts, scope: Scope) -> g.Counts | None:
        found = self._stored_args(item, node, scope)
        if found is None:
            return None
        if node.amount is None:
            return g.Counts(*found, None)
        type_ = self.names.signatures[found[0]].type
        amount = self.c.of_type(node.amount, scope, type_, f"what is counted towards `{found[0]}`")
        return None if amount is None else g.Counts(*found, amount)

    def _event_scope(self, path: s.Ident) -> Scope | None:
        """What is known after an event, a pick, an effect, the writing of an order or the beginning of a task."""
        scope: Scope | None = None
        first = path.text.partition(".")[0]
        if path.text in self.names.events:
            scope = dict(self.names.events[path.text][0])
        elif "." in path.text and first in self.names.actions:
            scope = self._pick_scope(path)
        elif path.text in self.names.signatures and self.names.signatures[path.text].sort == "effect":
            scope = dict(self.names.signatures[path.text].params)
        elif path.text in self.names.orders:
            scope = {"order": t.Kind(path.text)}
        elif path.text in self.names.tasks:
            scope = {"task": t.Kind(path.text)}
        else:
            known = {*self.names.events, *self.names.orders, *self.names.tasks, *self.names.actions}
            may = "it follows an `event`, a pick `action.pick`, an effect, an order or a task"
            self.c.diagnostics.unknown("HX405", path, "there is no event", known, help=may)
            return None
        return scope

    def _edge_scope(self, name: s.Ident) -> Scope | None:
        """The variables of the spans around: `for each s in ...`."""
        return span_scope(self.c, name.text) if self.c.is_span(name) else None

    def _step_scope(self, item: s.Rule) -> Scope | None:
        if item.at_step is None:
            self.c.error(
                "HX264",
                item.conclusions[0].span,
                "at which step of which quantity this happens is not said",
                "write `at step quantity.step`",
            )
            return None
        signature = self._quantity_of_step(item.at_step)
        return None if signature is None else dict(signature.params)

    def _quantity_of_step(self, path: s.Ident) -> Signature | None:
        quantity, _, step = path.text.rpartition(".")
        word = WordAt(quantity or path.text, path.span)
        if not self.names.has("quantity", word, self.c.diagnostics, help="write `quantity.step`"):
            return None
        steps = quantity_steps(self.names.quantities[quantity])
        if step not in steps:
            word, has = WordAt(step, path.span), f"it has: {', '.join(steps)}"
            self.c.diagnostics.unknown("HX264", word, f"the quantity `{quantity}` has no step", steps, help=has)
            return None
        return self.names.signatures[quantity]

    # -- what it concludes

    def _conclusion(self, item: s.Rule, scope: Scope) -> tuple[g.Conclusion | None, bool]:
        if not item.conclusions:
            return None, True
        node = item.conclusions[0]
        made: g.Conclusion | None = None
        match node:
            case s.Concludes():
                made = self._concludes(node, scope)
            case s.Forbids():
                made = g.Forbids(tuple(p.text for p in node.picks))
            case s.Requires():
                condition = self.c.condition(node.condition, scope)
                if item.sampled is None:
                    self.c.error(
                        "HX265",
                        node.span,
                        "when this is required is not said",
                        "write `at all times` or `at rest` above it",
                    )
                elif condition is not None:
                    made = g.Requires(item.sampled, condition, _said(node.condition.span))
            case s.Changes():
                made = self._changes(node, item, scope)
            case s.Rounds():
                known = self.names.has("quantity", node.quantity, self.c.diagnostics)
                if known and node.how == "keep" and not self._may_be_a_fraction(node.quantity):
                    self.c.error(
                        "HX264",
                        node.quantity.span,
                        f"`{node.quantity.text}` is a whole number and cannot keep fractions",
                        "declare it, or its measure, as exact",
                    )
                elif known:
                    made = g.Rounds(node.quantity.text, node.how, node.each_step)
            case s.Leaves():
                made = g.Leaves(node.text)
            case s.TaskRule():
                made = g.TaskRule(node.how, node.task.text)
            case s.Then():
                made = g.Then(check_block(self.c, node.body, scope))
            case s.Begins():
                made = self._remembers(item, node, scope)
            case s.Counts():
                made = self._counts(item, node, scope)
        return made, made is not None

    def _head(self, expr: s.Expr) -> tuple[Signature, s.Expr | bool | None] | None:
        """The fact a conclusion is about and its value: an expression, yes or no, or None for `includes`."""
        about: Signature | None
        value: s.Expr | bool | None = True
        match expr:
            case s.Is(left=s.Call() as call, right=right, negated=negated):
                about = self._fact(call.name, call.args, expr.span)
                value = s.Not(right, right.span) if negated else right
            case s.Includes(container=s.Call() as call):
                about, value = self._fact(call.name, call.args, expr.span), None
            case s.Is(left=left, right=s.Name() as word, negated=negated):
                about, value = self._fact(s.Ident(word.text, word.span), (left,), expr.span), not negated
            case s.Verb():
                args = (expr.left,) if expr.right is None else (expr.left, expr.right)
                about = self._fact(expr.verb, args, expr.span)
            case s.Call():
                about = self._fact(expr.name, expr.args, expr.span)
            case s.Not(inner=inner) if not isinstance(inner, s.Not):
                found = self._head(inner)
                if found is None or isinstance(found[1], bool):
                    return None if found is None else (found[0], not found[1])
                if found[1] is not None:
                    return found[0], s.Not(found[1], expr.span)
                self.c.error("HX261", expr.span, "what is collected is only ever put in", "use `limits` to keep it out")
                return None
            case _:
                self.c.error(
                    "HX261",
                    expr.span,
                    "this is no conclusion",
                    "a rule ends in what holds: `fact(a) is ...`, `x verb y`, `f(a) includes x`, `forbids ...`",
                )
                return None
        return None if about is None else (about, value)

    def _fact(self, name: s.Ident, args: tuple[s.Expr, ...], span: Span) -> Signature | None:
        signature = self.names.signatures.get(name.text)
        if signature is None or signature.sort != "fact":
            self.names.has("fact", name, self.c.diagnostics, " to conclude", help="declare it with `fact`")
            return None
        written = [a.text if isinstance(a, s.Name) else None for a in args]
        declared = [n for n, _ in signature.params]
        if written != declared:
            self.c.error(
                "HX266",
                span,
                f"a rule repeats the parameters of `{name.text}` as they are declared: {', '.join(declared)}",
                "put what is special about them into `when`",
            )
            return None
        return signature

    def _concludes(self, node: s.Concludes, scope: Scope) -> g.Conclusion | None:
        head = self._head(node.expr)
        if head is None:
            return None
        signature, value = head
        if value is None:
            assert isinstance(node.expr, s.Includes)
            declared = signature.placed.item
            if not isinstance(signature.type, t.SetOf) or not (isinstance(declared, s.Fact) and declared.collects):
                self.c.error(
                    "HX261",
                    node.span,
                    f"`{signature.name}` does not collect",
                    "declare it with `collects`, or give it one value with `is`",
                )
                return None
            item = self.c.of_type(node.expr.item, scope, signature.type.item, f"what `{signature.name}` collects")
            return None if item is None else g.Collects(signature.name, item)
        declared = signature.placed.item
        if isinstance(declared, s.Fact) and declared.collects:
            self.c.error(
                "HX261",
                node.span,
                f"`{signature.name}` collects what its rules put in",
                "write `... includes VALUE`",
            )
            return None
        if isinstance(value, bool):
            if signature.type != t.YES_NO:
                self.c.error(
                    "HX261",
                    node.span,
                    f"`{signature.name}` has a value of type `{signature.type}`",
                    "write `... is VALUE`",
                )
                return None
            return g.Gives(signature.name, e.Const(value, t.YES_NO))
        given = self.c.of_type(value, scope, signature.type, f"`{signature.name}`")
        return None if given is None else g.Gives(signature.name, given)

    def _changes(self, node: s.Changes, item: s.Rule, scope: Scope) -> g.Conclusion | None:
        assert item.at_step is not None
        quantity, _, step = item.at_step.text.rpartition(".")
        type_ = self.names.signatures[quantity].type
        amount: e.Expr | None = None
        if node.amount is not None:
            scaled = node.how in ("multiplies", "divides")
            stepped = isinstance(type_, t.Choice) and node.how in ("adds", "subtracts")
            wanted = t.EXACT if scaled else t.WHOLE if stepped else type_
            amount = self.c.of_type(node.amount, scope, wanted, f"what `{item.at_step.text}` {node.how}")
            if amount is None:
                return None
        if isinstance(type_, t.Choice) and node.how in ("halves", "doubles", "multiplies", "divides"):
            self.c.error(
                "HX264",
                node.span,
                f"`{quantity}` is a value of `{type_}`: it can be moved by `adds` and `subtracts`, not scaled",
            )
            return None
        return g.Changes(quantity, step, node.how, amount)

    def _may_be_a_fraction(self, quantity: s.Ident) -> bool:
        type_ = self.names.signatures[quantity.text].type
        return isinstance(type_, t.Number) and type_.exact

    # -- the rest of a rule

    def _misplaced(self, item: s.Rule) -> None:
        """Lines that do not belong to what the rule was written to conclude, whatever else is wrong with that."""
        requires = any(isinstance(c, s.Requires) for c in item.conclusions)
        collects = any(isinstance(c, s.Concludes) and isinstance(c.expr, s.Includes) for c in item.conclusions)
        if item.for_each and not (requires or collects):
            self.c.error(
                "HX267",
                item.for_each[0].span,
                "`for each` belongs to what a fact collects and to what is required",
                "here, write `when any ... where ...`",
            )
        if item.sampled and not requires:
            self.c.error(
                "HX267",
                item.name.span,
                f"the rule `{item.name.text}` says when it is tested, but requires nothing",
            )
        moment = item.after or (item.at_edge[1] if item.at_edge else None)
        if moment and not any(isinstance(c, s.Begins | s.Counts | s.Then | s.TaskRule) for c in item.conclusions):
            self.c.error(
                "HX267",
                moment.span,
                "when something happens belongs to a rule that says what happens",
                "here, write `when`: a position has no before and after",
            )
        if item.after and item.at_edge:
            self.c.error("HX267", item.at_edge[1].span, "a rule happens at one moment", "write a rule for the other")
        if item.at_step and not any(isinstance(c, s.Changes) for c in item.conclusions):
            self.c.error("HX267", item.at_step.span, "`at step` belongs to a rule that changes the number of that step")

    def _links(self, item: s.Rule) -> tuple[g.Link, ...]:
        links = []
        for link in item.links:
            for target in link.targets:
                if target.step and link.how != "limits":
                    self.c.error("HX262", target.path.span, f"a step can be limited; `{link.how}` names a rule")
                elif self._is_there(target):
                    links.append(g.Link(link.how, target.path.text, target.step, target.wild))
        return tuple(links)

    def _is_there(self, target: s.Target) -> bool:
        name = target.path.text
        if target.step:
            return self._quantity_of_step(target.path) is not None
        if target.wild:
            if not any(rule.startswith(f"{name}.") for rule in self.names.rules):
                self.c.error("HX262", target.path.span, f"no rule starts with `{name}.`")
                return False
            return True
        return self.names.has("rule", target.path, self.c.diagnostics)

    def _says(self, text: s.Literal_, scope: Scope) -> tuple[str | e.Expr, ...]:
        """The parts of a message: plain text, and the expressions that stand in braces."""
        parts: list[str | e.Expr] = []
        at = 0
        for found in re.finditer(r"\{([^{}]*)\}", text.text):
            parts.append(text.text[at : found.start()])
            start = text.span.start + 1 + found.start(1)
            expr = parse_expression(text.span.source, start, start + len(found[1]), self.c.diagnostics)
            typed = self.c.expression(expr, scope) if expr is not None else None
            if typed is not None:
                parts.append(typed[0])
            at = found.end()
        parts.append(text.text[at:])
        return tuple(p for p in parts if p != "")


def whoever_acts(checker: Checker) -> Scope:
    return {ACTING: t.Choice(SIDE)} if SIDE in checker.names.choices else {}


def action_start(checker: Checker, action: s.Action) -> Scope:
    """What an action knows before its first pick: what it was given, and who acts."""
    given = [(param.name.text, checker.names.type(param.type, checker.diagnostics)) for param in action.params]
    return {name: type_ for name, type_ in given if type_ is not None} | whoever_acts(checker)


def action_scope(checker: Checker, action: s.Action, pick: str | None) -> Scope | None:
    """The names known when a pick is judged: those of the picks before it, its own, and what the action lets.

    Picks inside what other picks do are found as well. With no pick named: what is known when the action may be
    done, that is after the picks that have to be made.
    """
    return _scope_at(checker, action.lines, action_start(checker, action), pick)


def _scope_at(checker: Checker, lines: tuple[s.Statement, ...], scope: Scope, pick: str | None) -> Scope | None:
    scope = dict(scope)
    for line in lines:
        match line:
            case s.Let():
                typed = checker.expression(line.value, scope)
                if typed is None:
                    return None
                scope[line.name.text] = typed[1]
            case s.Pick():
                if pick is None and (line.repeatedly or line.optionally):
                    return scope
                type_ = checker.names.type(line.param.type, checker.diagnostics)
                if type_ is None:
                    return None
                inner = {**scope, line.param.name.text: type_}
                if line.name.text == pick:
                    return inner
                found = _scope_at(checker, line.does, inner, pick) if pick is not None else None
                if found is not None:
                    return found
                known_after(line, type_, scope)
            case s.If():
                for block in (line.then, line.otherwise) if pick is not None else ():
                    found = _scope_at(checker, block, scope, pick)
                    if found is not None:
                        return found
            case s.For():
                bound = binder(checker, line.binder, scope) if pick is not None and _has_pick(line.body, pick) else None
                found = _scope_at(checker, line.body, bound[1], pick) if bound else None
                if found is not None:
                    return found
            case _:
                pass
    return scope if pick is None else None


def _has_pick(lines: tuple[s.Statement, ...], pick: str) -> bool:
    return any(isinstance(line, s.Pick) and line.name.text == pick for line in within(lines))


def span_scope(checker: Checker, name: str) -> Scope:
    """The variables of the spans that a span lies in, its own included."""
    return _scopes_of_span(checker, name, frozenset())[1]


def scope_beside_span(checker: Checker, name: str) -> Scope:
    """The variables that a span which is put beside another knows: those of the spans that both lie in."""
    return _scopes_of_span(checker, name, frozenset())[0]


def _scopes_of_span(checker: Checker, name: str, anchors: frozenset[str]) -> tuple[Scope, Scope]:
    """What is known around a span and in it; `anchors` are the spans that were gone through to get there."""

    def search(nodes: tuple[s.SpanNode | s.Statement, ...], scope: Scope) -> tuple[Scope, Scope] | None:
        for node in nodes:
            if not isinstance(node, s.SpanNode):
                continue
            inner = dict(scope)
            if node.each is not None:
                typed = checker.expression(node.each[1], scope)
                if typed is not None and isinstance(typed[1], t.SetOf):
                    inner[node.each[0].text] = typed[1].item
            if node.name.text == name:
                return scope, inner
            found = search(node.body, inner)
            if found is not None:
                return found
        return None

    start = whoever_acts(checker)
    for item, _ in (placed for items in checker.names.sequences.values() for placed in items):
        if (found := search(item.spans, start)) is not None:
            return found
        for beside in item.beside:
            anchor = beside.anchor.text
            if anchor in anchors or not _stands_in(beside.spans, name):
                continue
            around, _ = _scopes_of_span(checker, anchor, anchors | {anchor})
            if (found := search(beside.spans, around)) is not None:
                return found
    return start, start


def _stands_in(nodes: tuple[s.SpanNode | s.Statement, ...], name: str) -> bool:
    return any(isinstance(n, s.SpanNode) and (n.name.text == name or _stands_in(n.body, name)) for n in nodes)


def quantity_steps(items: list[tuple[s.Quantity, Placed]]) -> tuple[str, ...]:
    """The steps of a quantity in order, those that later layers put in between included."""
    steps = [i.text for i in items[0][0].steps]
    for item, _ in items[1:]:
        for extra in item.extra:
            if extra.anchor.text in steps and extra.name.text not in steps:
                steps.insert(steps.index(extra.anchor.text) + extra.after, extra.name.text)
    return tuple(steps)


def _common(scopes: list[Scope]) -> Scope:
    return {n: type_ for n, type_ in scopes[0].items() if all(scope.get(n) == type_ for scope in scopes[1:])}


def _said(span: Span) -> str:
    """The words of an expression as they were written, on one line."""
    return " ".join(span.source.text[span.start : span.end].split())
