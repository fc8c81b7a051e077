"""Typing of rules: their conditions, what they conclude, and the links between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.done_rules import as_required
from hexlaw.compiler.check.expression_typing import Checker, narrowed
from hexlaw.compiler.check.rule_scopes import RuleScopes
from hexlaw.compiler.check.scopes import Scope
from hexlaw.compiler.check.statement_typing import check_block
from hexlaw.compiler.check.type_words import Untyped, attempt
from hexlaw.compiler.check.typing_cache import Typed, TypingCache, placed_now
from hexlaw.compiler.format.expression_printer import print_expr
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import picks_in
from hexlaw.compiler.parse.parse import BRACES, parse_expression
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.law.graph import ACTING

StoredArgs = tuple[str, tuple[e.Expr, ...], tuple[tuple[str, t.Type], ...]]


def in_braces(text: s.Literal_, diagnostics: Diagnostics) -> Iterator[tuple[int, int, s.Expr | None]]:
    """Returns what a message works out: where its braces stand in the text, and the expression between them."""
    for number, found in enumerate(BRACES.finditer(text.text)):
        at, (start, end) = text.span.start + 1, found.span()
        inside = text.span.source, at + start + 1, at + end - 1
        yield start, end, text.inside[number] if text.inside else parse_expression(*inside, diagnostics)


class RuleChecker:
    def __init__(self, checker: Checker, cache: TypingCache) -> None:
        self.c = checker
        self.names = checker.names
        self.cache = cache
        self.scopes = RuleScopes(checker)

    def rule(self, item: s.Rule, placed: Placed) -> g.Rule:
        name = item.name.text
        from_others = {} if item.conclusions else self.scopes.scope_of(item)
        typed = self.cache.rule(name, placed, from_others, lambda: self._typed(item, placed))
        rule, self.names.rule_scopes[name] = typed
        return placed_now(rule, placed)

    def _typed(self, item: s.Rule, placed: Placed) -> Typed:
        scope = dict(self.scopes.scope_of(item))
        item = as_required(item)
        self._goes_through_some(item)
        binders: list[e.Binder] = []
        for node in item.for_each:
            bound, scope = bind(self.c, node, scope)
            binders.append(bound)
        inside = scope
        known: Mapping[str, t.Type] = scope
        when: list[e.Expr | None] = []
        for condition in item.when:
            when.append(attempt(self.c.condition, condition, known))
            known = narrowed(when[-1], known)
        if ACTING not in variables((tuple(when), tuple(binders))):
            # whether it applies depends on nobody who acts, and can be asked where nobody does
            inside = {name: type_ for name, type_ in inside.items() if name != ACTING}
        scope = dict(known)
        conclusion = attempt(self._made, item, item.conclusions[0], scope) if item.conclusions else None
        self._misplaced(item)
        says = self._says(item.says, scope) if item.says else ()
        good = tuple(w for w in when if w is not None)
        if len(good) < len(when) or (item.conclusions and conclusion is None):
            raise Untyped
        for path in item.follows:
            self.names.has("rule", path, self.c.diagnostics)
        default = placed.layer.manifest.default_source
        rule = g.Rule(
            id=item.name.text,
            origin=placed.origin,
            cites=read_citations(item.cite, self.names.sources, default, self.c.diagnostics),
            doc=item.doc,
            scope=tuple(scope),
            when=tuple(g.Condition(w, _said(node.span)) for w, node in zip(good, item.when, strict=True)),
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
            follows=tuple(path.text for path in item.follows),
        )
        return rule, inside

    def _made(self, item: s.Rule, node: s.Conclusion, scope: Scope) -> g.Conclusion:
        match node:
            case s.Concludes():
                return self._concludes(node, scope)
            case s.Goal():
                return self._goal(item, node, scope)
            case s.Forbids():
                events = tuple(dict.fromkeys(p.text for p in node.picks if p.text in self.names.events))
                said = [p.text for p in node.picks if p.text not in events]
                said += [way.pick for event in events for way in self.scopes.ways(event)]
                also = (kind for pick in said for kind in self._picks_of_kinds(item, pick))
                return g.Forbids(tuple(dict.fromkeys([*said, *also])), events)
            case s.Requires():
                condition, required = self.c.condition(node.condition, scope), _said(node.condition.span)
                if item.sampled == "rest":  # what `forbids done` requires stands nowhere, but its opposite does
                    required = print_expr(node.condition)
                return g.Requires(item.sampled or "all-times", condition, required)
            case s.Changes():
                return self._changes(node, item, scope)
            case s.Rounds():
                return self._rounds(node)
            case s.Leaves():
                return g.Leaves(node.text)
            case s.TaskRule():
                return g.TaskRule(node.how, node.task.text)
            case s.Then():
                return g.Then(check_block(self.c, node.body, scope))
            case s.Begins():
                return g.Remembers(*self._stored_args(item, node, scope), node.lapses)
            case s.Counts():
                return self._counts(item, node, scope)

    def _rounds(self, node: s.Rounds) -> g.Conclusion:
        self.c.require("quantity", node.quantity)
        type_ = self.names.signatures[node.quantity.text].type
        if node.how == "keep" and not (isinstance(type_, t.Number) and type_.exact):
            message = f"`{node.quantity.text}` is a whole number and cannot keep fractions"
            raise self.c.wrong("HX264", node.quantity.span, message, "declare it, or its measure, as exact")
        return g.Rounds(node.quantity.text, node.how, node.each_step)

    def _picks_of_kinds(self, item: s.Rule, path: str) -> Iterator[str]:
        """What forbids a pick of an action forbids it to the kinds of that action, but for those that except the rule
        or one that it replaces."""
        action, _, pick = path.rpartition(".")
        if action not in self.names.actions:
            return
        replaced = {target.path.text for link in item.links if link.how == "replaces" for target in link.targets}
        for kind, excepted in self.names.kinds_of_action(action):
            picks = (line.name.text for line in picks_in(self.names.actions[kind][0].lines))
            if excepted.isdisjoint({item.name.text, *replaced}) and pick in (g.DONE, *picks):
                yield f"{kind}.{pick}"

    def _concludes(self, node: s.Concludes, scope: Scope) -> g.Conclusion:
        signature, value = self.scopes.head(node.expr)
        if value is None:
            assert isinstance(node.expr, s.Includes)
            declared = signature.placed.item
            if not isinstance(signature.type, t.SetOf) or not (isinstance(declared, s.Fact) and declared.collects):
                message = f"`{signature.name}` does not collect"
                help_ = "declare it with `collects`, or give it one value with `is`"
                raise self.c.wrong("HX261", node.span, message, help_)
            item = self.c.fitting(node.expr.item, scope, signature.type.item, f"what `{signature.name}` collects")
            return g.Collects(signature.name, item)
        declared = signature.placed.item
        if isinstance(declared, s.Fact) and declared.collects:
            message = f"`{signature.name}` collects what its rules put in"
            raise self.c.wrong("HX261", node.span, message, "write `... includes VALUE`")
        if isinstance(value, bool):
            if signature.type != t.YES_NO:
                message = f"`{signature.name}` has a value of type `{signature.type}`"
                raise self.c.wrong("HX261", node.span, message, "write `... is VALUE`")
            return g.Gives(signature.name, e.Const(value, t.YES_NO))
        return g.Gives(signature.name, self.c.fitting(value, scope, signature.type, f"`{signature.name}`"))

    def _goal(self, item: s.Rule, node: s.Goal, scope: Scope) -> g.Conclusion:
        """The goal is a record, and the rule puts it among those of its side."""
        if node.that is None and node.keeps is None and node.worth is None:
            message = "what this goal consists in is not said"
            help_ = "write `that CONDITION`, `to keep THING`, or what it is `worth` as it stands"
            raise self.c.wrong("HX430", node.span, message, help_)
        if node.keeps is not None and node.things is not None:
            message = "what is to be kept is what the goal is about"
            raise self.c.wrong("HX430", node.things.span, message, "leave out `with`")
        fields: dict[str, e.Expr] = {
            "name": e.Const(item.name.text, t.TEXT),
            "of": e.Var(node.side.text, scope[node.side.text]),
            "met": e.Const(True, t.YES_NO) if node.that is None else self.c.condition(node.that, scope),
            "kept": e.Const(node.keeps is not None, t.YES_NO),
            "worth": e.Const(Fraction(1), t.EXACT) if node.worth is None else self._number(node.worth, scope, "worth"),
            "things": self._one_or_more(node.keeps or node.things, scope, t.Kind(g.THING), "what a goal is about"),
            "places": self._one_or_more(node.places, scope, t.HEX, "where a goal is"),
        }
        for field, written in (("by", node.by), ("clock", node.clock)):
            none = e.Const(None, t.OrNone(t.EXACT))
            fields[field] = none if written is None else self._number(written, scope, "by when a goal is to be met")
        known = variables((fields["things"], fields["places"]))
        for each in item.for_each:
            if each.var.text not in known:
                message = f"nothing tells the goals for each `{each.var.text}` apart"
                help_ = "say where each of them is, or what it is about: `at ...`, `with ...`, `to keep ...`"
                raise self.c.wrong("HX430", each.span, message, help_)
        return g.Collects(g.GOALS, e.MakeRecord(g.GOAL, tuple(fields.items())))

    def _number(self, node: s.Expr, scope: Scope, what: str) -> e.Expr:
        """A number of any measure."""
        typed = self.c.typed(node, scope)
        if not isinstance(t.bare(typed.type), t.Number):
            raise self.c.wrong("HX231", node.span, f"{what} is a number, but this is `{typed.type}`")
        return typed

    def _one_or_more(self, node: s.Expr | None, scope: Scope, item: t.Kind, what: str) -> e.Expr:
        """A set of things; what is written may be one of them."""
        if node is None:
            return e.MakeSet((), t.SetOf(item))
        if isinstance(self.c.typed(node, scope, t.SetOf(item)).type, t.SetOf):
            return self.c.fitting(node, scope, t.SetOf(item), what)
        return e.MakeSet((self.c.fitting(node, scope, item, what),), t.SetOf(item))

    def _changes(self, node: s.Changes, item: s.Rule, scope: Scope) -> g.Conclusion:
        assert item.at_step is not None
        quantity, _, step = item.at_step.text.rpartition(".")
        type_ = self.names.signatures[quantity].type
        amount: e.Expr | None = None
        if node.amount is not None:
            scaled = node.how in ("multiplies", "divides")
            stepped = isinstance(type_, t.Choice) and node.how in ("adds", "subtracts")
            wanted = t.EXACT if scaled else t.WHOLE if stepped else type_
            amount = self.c.fitting(node.amount, scope, wanted, f"what `{item.at_step.text}` {node.how}")
        if isinstance(type_, t.Choice) and node.how in ("halves", "doubles", "multiplies", "divides"):
            message = f"`{quantity}` is a value of `{type_}`: it can be moved by `adds` and `subtracts`, not scaled"
            raise self.c.wrong("HX264", node.span, message)
        return g.Changes(quantity, step, node.how, amount)

    def _counts(self, item: s.Rule, node: s.Counts, scope: Scope) -> g.Counts:
        found = self._stored_args(item, node, scope)
        if node.amount is None:
            return g.Counts(*found, None)
        type_ = self.names.signatures[found[0]].type
        return g.Counts(*found, self.c.fitting(node.amount, scope, type_, f"what is counted towards `{found[0]}`"))

    def _stored_args(self, item: s.Rule, node: s.Begins | s.Counts, scope: Scope) -> StoredArgs:
        signature, args = self.scopes.stored(node)
        typed = self.c.given(signature.name, signature.params, args, scope, node.span)
        bound = self.scopes.bound.get(item.name.text, set())
        ranging = tuple((n, type_) for n, type_ in signature.params if n in scope and n not in bound)
        return signature.name, typed, ranging

    def _goes_through_some(self, item: s.Rule) -> None:
        """Ends a rule that goes through several and cannot: all that it says of them is meant in another way."""
        if not item.for_each or not item.conclusions:
            return
        first, concludes = item.for_each[0], [c.expr for c in item.conclusions if isinstance(c, s.Concludes)]
        collects = any(isinstance(expr, s.Includes) for expr in concludes)
        if collects or any(isinstance(c, s.Requires | s.Goal) for c in item.conclusions):
            return
        message = "`for each` belongs to what a fact collects and to what is required"
        help_ = "here, write `when any ... where ...`"
        if any(isinstance(expr, s.Is) for expr in concludes):
            help_ = (
                "a fact has one value: say what comes of all of them, as in `sum(... for ...)`, or use `when any ...`"
            )
        raise self.c.wrong("HX267", first.span, message, help_)

    def _misplaced(self, item: s.Rule) -> None:
        """Lines that do not belong to what the rule was written to conclude, whatever else is wrong with that."""
        moment = item.after or (item.at_edge[1] if item.at_edge else None)
        if moment and not any(isinstance(c, s.Begins | s.Counts | s.Then | s.TaskRule) for c in item.conclusions):
            message = "when something happens belongs to a rule that says what happens"
            self.c.error("HX267", moment.span, message, "here, write `when`: a position has no before and after")
        if item.after and item.at_edge:
            self.c.error("HX267", item.at_edge[1].span, "a rule happens at one moment", "write a rule for the other")
        if item.at_step and not any(isinstance(c, s.Changes) for c in item.conclusions):
            self.c.error("HX267", item.at_step.span, "`at step` belongs to a rule that changes the number of that step")
        if item.says and not any(isinstance(c, s.Forbids | s.Requires) for c in item.conclusions):
            said, help_ = "`says` belongs to a rule that refuses something", 'here, write what it means in a "..." line'
            self.c.diagnostics.report("HX267", item.says.span, said, help=help_, level="warning")

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
        if target.step:
            return attempt(self.scopes.quantity_of_step, target.path) is not None
        return attempt(self.scopes.rules_meant, target) is not None

    def _says(self, text: s.Literal_, scope: Scope) -> tuple[str | e.Expr, ...]:
        """The parts of a message: plain text, and the expressions that stand in braces."""
        parts: list[str | e.Expr] = []
        at = 0
        for start, end, expr in in_braces(text, self.c.diagnostics):
            parts.append(text.text[at:start])
            at = end
            typed = attempt(self.c.typed, expr, scope) if expr is not None else None
            if typed is not None:
                parts.append(typed)
        parts.append(text.text[at:])
        self._closed(text)
        return tuple(p for p in parts if p != "")

    def _closed(self, text: s.Literal_) -> None:
        """Reports a brace that is left over where the last pair of a message has ended."""
        alone = re.search(r"[{}]", re.sub(r"\{[^{}]*\}", lambda pair: " " * len(pair[0]), text.text))
        if alone is not None:
            start = text.span.start + 1 + alone.start()
            message = "a brace stands alone: `{` and `}` enclose what is worked out"
            help_ = "close it with `}`" if alone[0] == "{" else "leave it out, or open it with `{`"
            self.c.error("HX450", text.span.source.span(start, start + 1), message, help_)


def _said(span: Span) -> str:
    """The words of an expression as they were written, on one line."""
    return " ".join(span.source.text[span.start : span.end].split())
