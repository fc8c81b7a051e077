"""Typing of the declarations that belong to play: events, memories, tallies, orders, tasks, sequence, situations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.expressions import Checker
from hexlaw.compiler.check.scopes import scope_beside_span, whoever_acts
from hexlaw.compiler.check.statements import check_block, statement
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.graph import SIDE

Scope = dict[str, t.Type]
Cites = Callable[[s.Cite | None, Placed], tuple[g.Citation, ...]]


def lifetime(checker: Checker, item: s.Attribute, kind: str) -> g.Lifetime | None:
    """`lasting until end of half of its side`: the span, and the attribute of the thing that names whose."""
    node = item.lasting
    if node is None or not checker.is_span(node.name):
        return None
    if node.owner is not None:
        checker.error("HX402", node.owner.span, "an attribute says whose moment it is by `its`", "write `of its side`")
        return None
    if node.its is not None:
        found = checker.names.attribute(kind, node.its.text)
        if found is None or found[1] != t.Choice(SIDE):
            checker.error("HX402", node.its.span, f"a `{kind}` has no attribute `{node.its.text}` that names a side")
            return None
    return g.Lifetime(node.edge, node.which or "this", node.name.text, node.its.text if node.its else None)


class PlayChecker:
    def __init__(
        self, checker: Checker, cites: Cites, dropped: Sequence[s.Drop], ways: Callable[[str], tuple[g.ComesBy, ...]]
    ) -> None:
        self.c = checker
        self.ways = ways  # the picks by which an event comes about
        self.dropped = dropped
        self.names = checker.names
        self.cites = cites

    def declarations(self) -> dict[str, Any]:
        """The parts of the graph that belong to play."""
        self._sides_are_declared()
        for drop in self.dropped:
            self.c.is_span(drop.name)
        for n, (_, event, _) in self.names.events.items():
            self._named_once(n, [param.name for param in event.params])
        signatures = self.names.signatures
        return {
            "events": {
                n: g.EventDecl(n, p.origin, params, item.doc, self.ways(n))
                for n, (params, item, p) in self.names.events.items()
            },
            "memories": {
                n: g.MemoryDecl(n, p.origin, item.shape, signatures[n].params, item.doc)
                for n, (item, p) in self.names.memories.items()
            },
            "tallies": {
                n: g.TallyDecl(n, p.origin, signatures[n].params, signatures[n].type, item.doc)
                for n, (item, p) in self.names.tallies.items()
            },
            "orders": {n: self._order(item, p) for n, (item, p) in self.names.orders.items()},
            "tasks": {
                n: self._task(item, params, p)
                for n, (item, p) in self.names.tasks.items()
                if (params := self.names.parts(n, item.params)) is not None
            },
            "sequences": {n: self._without_dropped(self._sequence(items)) for n, items in self.names.sequences.items()},
            "situations": {n: self._situation(item, p) for n, (item, p) in self.names.situations.items()},
        }

    def _sides_are_declared(self) -> None:
        played = [item.name for items in self.names.sequences.values() for item, _ in items]
        played += [item.name for item, _ in (*self.names.orders.values(), *self.names.tasks.values())]
        if played and SIDE not in self.names.choices:
            help_ = "declare `choice side` with the sides as its values"
            self.c.error("HX410", played[0].span, f"who plays is not said: there is no choice `{SIDE}`", help_)

    # -- orders and tasks

    def _order(self, item: s.Order, p: Placed) -> g.OrderDecl:
        if item.due is not None:
            self.c.is_span(item.due)
        self._named_once(item.name.text, [field.name for field in item.fields])
        for field in item.fields:
            if field.default is not None:
                message = "a field of an order has no default"
                self.c.error("HX254", field.default.span, message, "whoever writes an order names all its fields")
        return g.OrderDecl(item.name.text, p.origin, item.due.text if item.due else None, item.doc)

    def _task(self, item: s.Task, params: tuple[tuple[str, t.Type], ...], p: Placed) -> g.TaskDecl:
        name = item.name.text
        scope: Scope = {**whoever_acts(self.c), **dict(params), "task": t.Kind(name)}
        if item.works is not None:
            self.c.is_span(item.works[1])
        self._named_once(name, [*(x.name for x in item.params), s.Ident("stage", span=item.name.span)])
        self._named_once(name, [stage.name for stage in item.stages])
        if not item.stages:
            help_ = "write `stage NAME`, one line for each"
            self.c.error("HX412", item.name.span, f"the task `{name}` has no stage", help_)
        gains = attempt(self.c.fitting, item.gains, scope, t.EXACT, "the work of a turn") if item.gains else None
        return g.TaskDecl(
            name, p.origin, params, (item.crew[0].text, item.crew[1]) if item.crew else None,
            (item.works[0], item.works[1].text) if item.works else None, gains,
            tuple(self._stage(stage, scope) for stage in item.stages), check_block(self.c, item.done, scope), item.doc,
        )  # fmt: skip

    def _named_once(self, owner: str, found: list[s.Ident]) -> None:
        """What an order, task or event has, each under a name of its own."""
        seen: dict[str, s.Ident] = {}
        for name in found:
            if name.text in seen:
                self.c.error("HX212", seen[name.text].span, f"`{owner}` has a `{name.text}` already")
            seen[name.text] = name

    def _stage(self, item: s.Stage, scope: Scope) -> g.StageDecl:
        if item.opens is not None:
            self.names.has("action", item.opens, self.c.diagnostics, " to open")
        lasts = attempt(self.c.fitting, item.lasts, scope, t.EXACT, "how long a stage lasts") if item.lasts else None
        when = attempt(self.c.condition, item.when, scope) if item.when else None
        return g.StageDecl(item.name.text, lasts, item.opens.text if item.opens else None, when)

    # -- the sequence

    def _sequence(self, items: list[tuple[s.Sequence, Placed]]) -> tuple[g.SpanDecl, ...]:
        """The spans of a sequence, with those that later layers put beside them."""
        start = whoever_acts(self.c)
        first, placed = items[0]
        spans = [self._span(node, start, placed) for node in first.spans]
        for beside in first.beside:
            message = f"the sequence `{first.name.text}` begins here, with nothing to put other parts beside"
            self.c.error("HX401", beside.anchor.span, message, "write the parts in their order, or `sequence ... also`")
        for item, p in items[1:]:
            spans += [self._span(node, start, p) for node in item.spans]
            for beside in item.beside:
                if not _has_span(spans, beside.anchor.text):
                    self._no_anchor(first, beside.anchor)
                else:
                    scope = scope_beside_span(self.c, beside.anchor.text)
                    added = [self._span(node, scope, p) for node in beside.spans]
                    spans = _put_beside(spans, beside, added)
        return tuple(spans)

    def _without_dropped(self, spans: tuple[g.SpanDecl, ...]) -> tuple[g.SpanDecl, ...]:
        """The parts as they are played: one that is dropped never runs, but is known where others speak of it."""
        for drop in self.dropped:
            spans = tuple(_left_out(span, drop.name.text) for span in spans)
        return spans

    def _no_anchor(self, sequence: s.Sequence, anchor: s.Ident) -> None:
        if self.c.is_span(anchor):
            message = f"`{anchor.text}` is not a part of the sequence `{sequence.name.text}` yet"
            self.c.error("HX401", anchor.span, message, "put the parts beside one that stands in it already")

    def _span(self, node: s.SpanNode, scope: Scope, p: Placed) -> g.SpanDecl:
        each: tuple[str, e.Expr] | None = None
        inner = dict(scope)
        if node.each is not None:
            found = attempt(bind, self.c, node.each, scope)
            if found is not None:
                bound, inner = found
                each = bound.var, bound.domain if bound.where is None else e.Those(bound)
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
                body.append(self._span(part, inner, p))
            else:
                made = attempt(statement, self.c, part, inner)
                body += [] if made is None else [made]
        if node.at_once:
            self._at_once(node)
        return g.SpanDecl(
            node.name.text, each, by, condition, repeats, turns, tuple(body), self.cites(node.cite, p),
            node.at_once,
        )  # fmt: skip

    def _at_once(self, node: s.SpanNode) -> None:
        """Sides run a part at once that is theirs one by one, and that each runs through once."""
        name = node.name
        if node.each is None or node.by is None:
            message = f"`{name.text}` is run at once, but does not say by whom"
            self.c.error("HX433", name.span, message, "write `for each s in {...} by s at once`")
        elif node.repeats is not None or node.turns_from is not None:
            message = f"`{name.text}` is run at once, and by turns or again and again as well"
            self.c.error("HX433", name.span, message, "put the part that runs again into one that is run at once")

    # -- situations

    def _situation(self, item: s.Situation, p: Placed) -> g.SituationDecl:
        for name, _ in item.options:
            self.names.has("option", name, self.c.diagnostics)
        for dispute, reading in item.readings:
            self.names.has_reading(dispute, reading, self.c.diagnostics)
        return g.SituationDecl(
            item.name.text, p.origin, item.title, item.doc, tuple((n.text, on) for n, on in item.options),
            tuple((d.text, r.text) for d, r in item.readings), self.cites(item.cite, p),
        )  # fmt: skip


def _has_span(spans: Iterable[g.SpanDecl | e.Statement], name: str) -> bool:
    return any(isinstance(x, g.SpanDecl) and (x.name == name or _has_span(x.body, name)) for x in spans)


def _left_out(span: g.SpanDecl, name: str) -> g.SpanDecl:
    if span.name == name:
        return replace(span, condition=e.Const(False, t.YES_NO))
    return replace(span, body=tuple(_left_out(x, name) if isinstance(x, g.SpanDecl) else x for x in span.body))


def _put_beside(spans: list[g.SpanDecl], beside: s.Beside, added: list[g.SpanDecl]) -> list[g.SpanDecl]:
    """The spans with some more before or after the one that is named, at whatever depth it stands."""
    found: list[g.SpanDecl] = []
    for span in spans:
        if span.name == beside.anchor.text:
            found += {"after": [span, *added], "before": [*added, span], "replaces": added}[beside.how]
            continue
        body: list[g.SpanDecl | e.Statement] = []
        for part in span.body:
            body.extend(_put_beside([part], beside, added) if isinstance(part, g.SpanDecl) else [part])
        found.append(replace(span, body=tuple(body)))
    return found
