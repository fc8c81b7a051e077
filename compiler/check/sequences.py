"""Typing of the sequences of play: their parts with what later layers put beside them or in their place.

Also finds which names are known in each part, for the rules and actions that speak of it. A part that takes the place
of another may have its name, or the name of one that lay in it: then the later one is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.play_declarations import Cites
from hexlaw.compiler.check.scopes import Scope, whoever_acts
from hexlaw.compiler.check.statement_typing import statement
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.graph import SIDE


class SequenceChecker:
    def __init__(self, checker: Checker, cites: Cites) -> None:
        self.c = checker
        self.names = checker.names
        self.cites = cites
        self.around: dict[str, Scope] = {}
        """By part of the sequence, the names of the parts that it lies in."""

    def sequences(self, dropped: Sequence[s.Drop]) -> dict[str, tuple[g.SpanDecl, ...]]:
        """Returns the sequences as they are played: a part that is dropped never runs, but others may speak of it."""
        typed = {name: self._sequence(items) for name, items in self.names.sequences.items()}
        for drop in dropped:
            self.c.is_span(drop.name)
            left = drop.name.text
            typed = {name: tuple(_left_out(span, left) for span in spans) for name, spans in typed.items()}
        return typed

    def _sequence(self, items: list[tuple[s.Sequence, Placed]]) -> tuple[g.SpanDecl, ...]:
        """The spans of a sequence, with those that later layers put beside them or in their place."""
        start = whoever_acts(self.c)
        first, placed = items[0]
        spans = [self._span(node, start, placed) for node in first.spans]
        for beside in first.beside:
            message = f"the sequence `{first.name.text}` begins here, with nothing to put other parts beside"
            self.c.error("HX401", beside.anchor.span, message, "write the parts in their order, or `sequence ... also`")
        for item, p in items[1:]:
            spans += [self._span(node, start, p) for node in item.spans]
            for beside in item.beside:
                anchor = beside.anchor
                its_own = next((one for one in _spans_in(spans) if one.name == anchor.text), None)
                if its_own is not None:
                    wrapped = its_own if beside.how == "around" else None
                    before = self.around[anchor.text]
                    added = [self._span(node, before, p, wrapped) for node in beside.spans]
                    if wrapped is not None and sum(one.name == anchor.text for one in _spans_in(added)) != 1:
                        message = f"it is not said once where in these parts `{anchor.text}` is played"
                        help_ = f"write `phase {anchor.text}` there; what its head says takes the place of the old"
                        self.c.error("HX401", anchor.span, message, help_)
                    spans = _put_beside(spans, beside, added)
                elif self.c.is_span(anchor):
                    message = f"`{anchor.text}` is not a part of the sequence `{first.name.text}` yet"
                    self.c.error("HX401", anchor.span, message, "put the parts beside one that stands in it already")
        return tuple(spans)

    def _span(self, node: s.SpanNode, scope: Scope, p: Placed, wrapped: g.SpanDecl | None = None) -> g.SpanDecl:
        """A part as it is written; `wrapped` is the one that stands in it under its old name."""
        if wrapped is not None and node.name.text == wrapped.name:
            return self._wrapped(node, scope, wrapped)
        each: tuple[str, e.Expr] | None = None
        inner = dict(scope)
        if node.each is not None and (found := attempt(bind, self.c, node.each, scope)) is not None:
            bound, inner = found
            each = bound.var, bound.domain if bound.where is None else e.Those(bound)
        self.around[node.name.text], self.c.span_scopes[node.name.text] = scope, inner
        side = t.Choice(SIDE)
        by = None
        if node.by is not None:
            # what a player does, the others of the side see: that is nothing to do at once
            acts = "who acts"
            by = (
                attempt(self.c.fitting, node.by, inner, side, acts) if node.at_once
                else attempt(self.c.side_or_player, node.by, inner, acts)
            )  # fmt: skip
        turns = attempt(self.c.fitting, node.turns_from, inner, side, "who begins") if node.turns_from else None
        condition = attempt(self.c.condition, node.condition, inner) if node.condition else None
        repeats = attempt(self.c.condition, node.repeats, inner) if node.repeats else None
        body: list[g.SpanDecl | e.Statement] = []
        for part in node.body:
            if isinstance(part, s.SpanNode):
                body.append(self._span(part, inner, p, wrapped))
            else:
                made = attempt(statement, self.c, part, inner)
                body += [] if made is None else [made]
        if node.at_once:
            name = node.name
            if node.each is None or node.by is None:
                message = f"`{name.text}` is run at once, but does not say by whom"
                self.c.error("HX433", name.span, message, "write `for each s in {...} by s at once`")
            elif node.repeats is not None or node.turns_from is not None:
                message = f"`{name.text}` is run at once, and by turns or again and again as well"
                self.c.error("HX433", name.span, message, "put the part that runs again into one that is run at once")
            if any(isinstance(inner, g.SpanDecl) and inner.at_once for inner in parts(tuple(body))):
                message = f"`{name.text}` is run at once, and so is a part inside it"
                self.c.error("HX433", name.span, message, "one side acts in it: let the inner part be an ordinary one")
        return g.SpanDecl(
            node.name.text, each, by, condition, repeats, turns, tuple(body), self.cites(node.cite, p),
            node.at_once, str(node.span),
        )  # fmt: skip

    def _wrapped(self, node: s.SpanNode, scope: Scope, wrapped: g.SpanDecl) -> g.SpanDecl:
        """A part in those that are put around it. What its head says takes the place of what it said before, but for
        the name of what it is for each of, of which the parts in it speak. The names of those around it are known in
        it."""
        name, old = node.name, self.c.span_scopes[wrapped.name]
        new = {word: type_ for word, type_ in scope.items() if word not in self.around[wrapped.name]}
        bound = [one.each[0] for one in _spans_in([wrapped]) if one.each is not None]
        for word in new.keys() & set(bound):
            message = f"`{word}` is known around `{name.text}`, and it has a `{word}` of its own"
            self.c.error("HX239", name.span, message, "choose another name in the parts around it")
        if node.body or node.at_once:
            message = f"what is played in `{name.text}`, and how, is said where it stands first"
            self.c.error("HX401", name.span, message, "put parts before, after or in the place of those in it")
        for one in _spans_in([wrapped]):
            self.around[one.name] = {**new, **self.around[one.name]}
            self.c.span_scopes[one.name] = {**new, **self.c.span_scopes[one.name]}
        each, inner = wrapped.each, {**new, **old}
        if node.each is not None and (found := attempt(bind, self.c, node.each, scope)) is not None:
            binder, known = found
            item = known[binder.var]
            if each is None:
                each, inner = (binder.var, binder.domain), {**inner, binder.var: item}
            elif t.item_of(each[1].type) != item:
                message = f"`{name.text}` is for each of others: the parts in it speak of `{each[0]}`"
                self.c.error("HX231", node.each.var.span, message, f"give things of the type of `{each[0]}`")
            each = each[0], binder.domain if binder.where is None else e.Those(binder)
        by = wrapped.by if node.by is None else attempt(self.c.side_or_player, node.by, inner, "who acts")
        condition, repeats = (
            before if said is None else attempt(self.c.condition, said, inner)
            for before, said in ((wrapped.condition, node.condition), (wrapped.repeats, node.repeats))
        )
        turns = (
            attempt(self.c.fitting, node.turns_from, inner, t.Choice(SIDE), "who begins") if node.turns_from else None
        )
        return replace(
            wrapped, each=each, by=by, condition=condition, repeats=repeats, turns_from=turns or wrapped.turns_from
        )


def _spans_in(spans: Iterable[g.SpanDecl | e.Statement]) -> Iterator[g.SpanDecl]:
    """Yields parts of the sequence, and the parts in them."""
    for span in spans:
        if isinstance(span, g.SpanDecl):
            yield span
            yield from _spans_in(span.body)


def _left_out(span: g.SpanDecl, name: str) -> g.SpanDecl:
    if span.name == name:
        return replace(span, condition=e.Const(False, t.YES_NO))
    return replace(span, body=tuple(_left_out(x, name) if isinstance(x, g.SpanDecl) else x for x in span.body))


def _put_beside(spans: list[g.SpanDecl], beside: s.Beside, added: list[g.SpanDecl]) -> list[g.SpanDecl]:
    """The spans with some more before or after the one that is named, at whatever depth it stands."""
    found: list[g.SpanDecl] = []
    for span in spans:
        if span.name == beside.anchor.text:
            found += [*[span] * (beside.how == "after"), *added, *[span] * (beside.how == "before")]
            continue
        body: list[g.SpanDecl | e.Statement] = []
        for part in span.body:
            body.extend(_put_beside([part], beside, added) if isinstance(part, g.SpanDecl) else [part])
        found.append(replace(span, body=tuple(body)))
    return found
