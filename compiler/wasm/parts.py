"""Parts of the sequence: what happens at their edges, who may act in them, when they run again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL, NONE
from hexlaw.compiler.wasm.orders import Orders
from hexlaw.compiler.wasm.procedures import (
    AROUND,
    FOUND,
    NUMBER,
    PASSED,
    PC,
    SIDE,
    STAGE,
    Around,
    each_member,
    either,
    logged,
)
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t


class Parts(Orders):
    def enter(self, span: g.SpanDecl, around: Around) -> None:
        procedure = self.d.span(span, dict(self.bound))
        self.push(procedure, {n: self.name(n) for n in procedure.params}, None)

    def part(self, span: g.SpanDecl, outer: Mapping[str, t.Type]) -> None:
        for name, type_ in outer.items():
            self.param(name, type_)
        self.p.params = tuple(outer)
        last, rounds = self.label(), Around(0, 0)
        if span.each is None:
            self.running(span, rounds)
        else:
            var, among = span.each
            run = self.apart if span.at_once else self.running
            begun, apart = self.p.slot(" saved begun"), self.p.slot(" saved apart")
            if span.at_once:
                self.put(begun, ("call", "snapshot", NONE))
                self.put(apart, ("load", self.constants["APART"]))
            self.each(var, t.item_of(among.type), self.value(among), among.type,
                      lambda inner: run(span, inner), Around(last, last))  # fmt: skip
            if span.at_once:
                self.put_at(self.constants["APART"], ("load", "frame", apart))
                self.together(("call", "come_together", ("load", "frame", begun)))
        self.at(last)
        self.end()

    def apart(self, span: g.SpanDecl, around: Around) -> None:
        """One side runs a part that others run at the same time."""
        assert span.by is not None
        side, begun, apart = self.p.slot(" side"), self.p.slot(" saved begun"), self.p.slot(" saved apart")
        self.put(self.p.slot("acting"), ("load", self.constants["ACTING"]))
        self.put(side, ("call", "its_side", self.who(span.by)))
        outermost: Code = ("==", ("load", "frame", apart), 0)
        self.put_at(self.constants["APART"], ("?", outermost, ("+", ("load", "frame", side), 1),
                                              ("load", "frame", apart)))  # fmt: skip
        self.running(span, around)
        self.here.append(("drop", ("call", "side_done", ("load", "frame", begun), ("load", "frame", side))))
        self.checked()

    def together(self, done: Code) -> None:
        """What sides did at once comes together, and may break nothing that must hold at all times."""
        with self.holding("together"):
            self.here.append(("drop", done))
            self.checked()

    def running(self, span: g.SpanDecl, around: Around) -> None:
        d, constants = self.d, self.constants
        over, again = self.label(), self.label()
        now = constants["NOW"] + d.layout.spans[span.name] * CELL
        number = d.layout.spans[span.name]
        self.put(AROUND, ("call", "who_acts"))
        self.put(PASSED, 0)
        self.put(NUMBER, 0)
        self.at(again)
        self.put(STAGE, 0)
        self.put(self.p.slot("acting"), ("call", "its_side", ("load", "frame", AROUND)))
        for condition in (span.condition, span.repeats):
            if condition is not None:
                test = self.worked_out(condition)
                self.here.append(("if", ("<=", test, 0), [("set", "pc", over), ("continue", "on")]))
        side: Code = ("load", "frame", AROUND)
        if span.by is not None:
            side = self.who(span.by)
        if span.turns_from is not None:
            first = self.worked_out(span.turns_from)
            side = self.local(("call", "turn_of", first, ("load", "frame", NUMBER)))
        self.put(self.p.slot(" who"), side)
        self.put(SIDE, ("call", "its_side", ("load", "frame", self.p.slot(" who"))))
        self.put(STAGE, 1)
        self.put(FOUND, ("global", "stamp"))
        self.put_at(now, 1)
        self.here.append(("drop", ("call", "acts", ("load", "frame", self.p.slot(" who")))))
        self.put(self.p.slot("acting"), ("load", "frame", SIDE))
        self.here.append(("drop", ("call", "wait_for", number, ("load", "frame", SIDE))))
        self.fall_due(span)
        self.edge("start", span)
        self.work("start", span)
        self.run_out("start", span)
        done = self.label()
        if span.name in d.layout.spans:
            for line in span.body:
                self.sequence_line(line, Around(done, done))
        self.at(done)
        if span.is_window:
            self.windows(span)
        self.edge("end", span)
        self.work("end", span)
        self.run_out("end", span)
        self.put_at(now, 0)
        self.here.append(("drop", ("call", "acts", ("load", "frame", AROUND))))
        if span.repeats is not None:
            if span.is_window:
                enough: Code = 1
                if span.turns_from is not None:
                    self.put(self.p.slot("acting"), ("call", "its_side", ("load", "frame", AROUND)))
                    enough = self.local(("call", "sides_in_turn", self.worked_out(span.turns_from)))
                passed = ("and", (">", ("load", "frame", PASSED), 0), (">=", ("load", "frame", PASSED), enough))
                self.here.append(("if", passed, [("set", "pc", over), ("continue", "on")]))
            else:
                same = ("call", "is_as", ("load", "frame", FOUND))
                self.here.append(("if", ("and", ("==", ("load", "frame", PASSED), 0), same), [
                    ("drop", ("call", "goes_round")), ("return", 0)]))  # fmt: skip
            self.put(NUMBER, ("+", ("load", "frame", NUMBER), 1))
            self.jump(again)
        self.at(over)

    def fall_due(self, span: g.SpanDecl) -> None:
        """Orders that are due in a part are at hand from now on."""
        kinds = self.d.agenda.due.get(span.name, ())
        if not kinds:
            return
        with self.holding("due"):
            for kind in kinds:
                with self.aside() as lines:
                    self.set_attribute("order", t.Kind(kind), "at-hand", kind, 1, t.YES_NO)
                self.here += each_member("order", ("call", "of_kind", self.d.layout.kinds[kind]), lines)

    def sequence_line(self, line: Any, around: Around) -> None:
        """A line of the sequence itself, which may break nothing that must hold at all times."""
        if isinstance(line, g.SpanDecl) or id(line) not in self.d.agenda.breaking:
            self.line(line, around)
            return
        self.free_names += 1
        with self.holding(f"line {self.free_names}"):
            self.line(line, around)

    def edge(self, edge: str, span: g.SpanDecl) -> None:
        known = {n: self.name(n) for n in self.bound if n in self.p.slots}
        self.follow((edge, span.name), {**known, "acting": ("load", "frame", SIDE)})

    def run_out(self, edge: str, span: g.SpanDecl) -> None:
        number = self.d.layout.spans[span.name] << 1 | (edge == "end")
        with self.holding("runs out"):
            fallen = ("call", "run_out", number, ("load", "frame", SIDE))
            self.here.append(("if", fallen, [("drop", ("call", "touched", -1))]))

    def windows(self, span: g.SpanDecl) -> None:
        """Sides to whom an action is open may take it, who acts first."""
        d, constants = self.d, self.constants
        acting: Code = ("load", "frame", self.p.slot(" who"))
        self.here.append(("set", "begun", ("global", "pending")))
        for i, action in enumerate(self.graph.actions.values()):
            if not any(action in d.agenda.actions.get(s, ()) for s in (*d.layout.spans, "")):
                continue
            for line in action.open_in:
                with self.aside() as lines:
                    to = acting if line.to is None else self.who(line.to)
                    self.here += [("drop", ("call", "add", to)), ("drop", ("call", "add", i))]
                running = (("load", constants["NOW"] + d.layout.spans[name] * CELL) for name in line.spans)
                self.here.append(("if", either(running), lines))
            if not action.open_in:
                self.here += [("drop", ("call", "add", acting)), ("drop", ("call", "add", i))]
        on = self.label()
        again = int(span.repeats is None)
        self.here += [
            ("set", "found", ("call", "listed", "begun")),
            logged(("+", "frame", PC), on),
            ("drop", ("call", "open_windows", "found", ("load", "frame", self.p.slot(" who")), again, self.about())),
            ("return", 0),
        ]
        self.write_at(on)
