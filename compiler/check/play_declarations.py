"""Typing of the declarations that belong to play: events, memories, tallies, orders, tasks, sequence, situations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.scopes import whoever_acts
from hexlaw.compiler.check.statement_typing import check_block
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import SIDE

Scope = dict[str, t.Type]
Params = tuple[tuple[str, t.Type], ...]
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
    def __init__(self, checker: Checker, cites: Cites, ways: Callable[[str], tuple[g.ComesBy, ...]]) -> None:
        self.c = checker
        self.ways = ways  # the picks by which an event comes about
        self.names = checker.names
        self.cites = cites

    def declarations(self) -> dict[str, Any]:
        """The parts of the graph that belong to play."""
        self._sides_are_declared()
        for n, (_, event, _) in self.names.events.items():
            self._named_once(n, [param.name for param in event.params])
        signatures = self.names.signatures
        return {
            "events": {
                n: g.EventDecl(n, p.origin, params, item.doc, self.ways(n))
                for n, (params, item, p) in self.names.events.items()
            },
            "styles": {
                n: g.StyleDecl(n, p.origin, item.doc, self.cites(item.cite, p))
                for n, (item, p) in self.names.styles.items()
            },
            "memories": {
                n: g.MemoryDecl(n, p.origin, item.shape, self._kept(item, signatures[n].params), item.doc)
                for n, (item, p) in self.names.memories.items()
            },
            "tallies": {
                n: g.TallyDecl(n, p.origin, self._kept(item, signatures[n].params), signatures[n].type, item.doc)
                for n, (item, p) in self.names.tallies.items()
            },
            "orders": {n: self._order(item, p) for n, (item, p) in self.names.orders.items()},
            "tasks": {n: made for n, (item, p) in self.names.tasks.items() if (made := self.task(item, p)) is not None},
            "situations": {n: self._situation(item, p) for n, (item, p) in self.names.situations.items()},
        }

    def _kept(self, item: s.Memory | s.Tally, params: Params) -> Params:
        """The parameters of what is remembered or counted, each of a type whose values are kept."""
        for param, (name, type_) in zip(item.params, params, strict=True):
            bare, whole = t.bare(type_), (t.CONTACT, *map(t.Kind, self.names.records))
            if isinstance(bare, t.SetOf | t.Moment) or bare in whole:
                message = f"`{name}` is a `{type_}`: nothing is kept of that"
                help_ = "keep it of each member, or of each field: of things, places, choices, numbers and texts"
                self.c.error("HX260", param.name.span, message, help_)
        return params

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

    def task(self, item: s.Task, p: Placed) -> g.TaskDecl | None:
        name = item.name.text
        if (params := self.names.parts(name, item.params)) is None:
            return None
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
