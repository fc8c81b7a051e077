"""Parts of the sequence: what happens at their edges, who may act in them, when they run again; orders and tasks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL, NONE
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
from hexlaw.compiler.wasm.writer import Line, Writer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.words.as_law import as_law


class Orders(Writer):
    def made(self, kind: str, values: dict[str, Code], name: str | None) -> str:
        """A new thing that stands nowhere, as its attributes are said."""
        d = self.d
        made = self.local(("call", "make", d.layout.kinds[kind], d.layout.pool(kind)))
        self.checked()
        for attribute, code in values.items():
            column = d.layout.column(kind, attribute)
            type_ = self.graph.kinds[kind].attributes[attribute].type
            self.here.append(logged(("+", column, ("<<", made, 3)), d.lasting(code, type_)))
        if name is not None:
            self.named(name, made, t.Kind(kind))
        self.moved(("call", "touched", -1))
        return made

    def write_order(self, order: str, fields: Sequence[tuple[str, e.Expr]], name: str | None, around: Around) -> None:
        values: dict[str, Code] = {field: self.worked_out(value) for field, value in fields}
        acting: Code = ("load", self.constants["ACTING"])
        made = self.made(order, {**values, "owner": acting, "at-hand": 0}, name)
        self.follow(order, {"order": made}, around, types={"order": t.Kind(order)})

    def begin_task(self, line: e.Begin, around: Around) -> None:
        decl, d = self.graph.tasks[line.task], self.d
        self.here += d.values.noted(f"task:{line.task}")
        args = [self.worked_out(a) for a in line.args]
        crew = self.worked_out(line.crew)
        if decl.crew is not None and decl.crew[1] is not None:
            too_many: Code = (">", ("call", "size", crew), decl.crew[1])
            self.here.append(("if", too_many, [("drop", ("call", "stop")), ("return", 0)]))
        values: dict[str, Code] = {param: arg for (param, _), arg in zip(decl.params, args, strict=True)}
        stage = self.graph.kinds[line.task].attributes["stage"].type
        values |= {
            "crew": crew, "owner": ("load", self.constants["ACTING"]),
            "stage": d.image.value(decl.stages[0].name, stage), "work": 0, "paused": 0,
        }  # fmt: skip
        made = self.made(line.task, values, line.name)
        self.follow(line.task, {"task": made}, around, types={"task": t.Kind(line.task)})

    def change_task(self, how: str, task: str, type_: t.Type) -> None:
        nothing = self.d.stops(f"nothing is there to {how}")
        self.here.append(("if", ("==", task, NONE), [*nothing, ("return", 0)]))
        match how:
            case "pause" | "resume":
                self.set_attribute(task, type_, "paused", "task", int(how == "pause"), t.YES_NO)
            case "restart":
                for kind in self.graph.tasks:
                    with self.aside() as lines:
                        self.to_stage(task, self.graph.tasks[kind], 0)
                    self.here.append(("if", ("call", "is_a", self.d.layout.kinds[kind], task), lines))
            case _:
                self.moved(("call", "remove", task))

    def to_stage(self, task: str, decl: g.TaskDecl, stage: int) -> None:
        kind = t.Kind(decl.name)
        type_ = self.graph.kinds[decl.name].attributes["stage"].type
        value = self.d.image.value(decl.stages[stage].name, type_)
        self.set_attribute(task, kind, "stage", decl.name, value, type_)
        self.set_attribute(task, kind, "work", decl.name, 0, t.WHOLE)

    def work(self, edge: str, span: g.SpanDecl) -> None:
        """The work of one edge; what tasks that are done want done comes then, the last of them first."""
        if not self.d.agenda.working.get((edge, span.name)):
            return
        name = self.d.function_of(f"work {edge} {span.name}", (), partial(self.d.work, edge, span.name))
        self.here.append(("set", "done", ("call", name)))
        self.checked()

        tasks = t.SetOf(t.Kind("task"))
        self.each(" done task", t.Kind("task"), ("call", "reversed", "done"), tasks,
                  lambda _: self.run_done(" done task"), Around(0, 0))  # fmt: skip

    def run_done(self, name: str) -> None:
        on = self.label()
        task = self.local(self.name(name))
        for kind in self.graph.tasks:
            procedure = self.d.done(self.graph.tasks[kind])
            self.here.append(("if", ("call", "is_a", self.d.layout.kinds[kind], task), [
                logged(("+", "frame", PC), on),
                ("set", "called", ("call", "begin_frame", procedure.record)),
                logged(("+", "called", procedure.slot("task")), task),
                ("return", 0),
            ]))  # fmt: skip
        self.at(on)

    def task_rule(self, rule: g.Rule, how: str, task: str) -> None:
        """A rule that pauses, restarts or cancels tasks at one moment."""
        asked = self.d.asked("cases", rule.id)
        for kind in self.graph.tasks if task == "task" else (task,):
            found = self.d.answer(asked, lambda n: n if n == "task" else self.name(n))
            with self.aside() as lines:
                self.change_task({"pauses": "pause", "restarts": "restart"}.get(how, "cancel"), "task", t.Kind(kind))
            tasks = ("call", "of_kind", self.d.layout.kinds[kind])
            self.here += each_member("task", tasks, [("if", (">", found, 0), lines)])
            self.checked()


class Parts(Orders):
    def enter(self, span: g.SpanDecl, around: Around) -> None:
        if self.d.is_entered_amid:
            self.at(self.p.enters.setdefault(span.name, self.label()))
        procedure = self.d.called(f"part:{span.name}", lambda b: b.part(span), dict(self.bound))
        self.push(procedure, {n: self.name(n) for n in procedure.params}, None)

    def part(self, span: g.SpanDecl) -> None:
        last, rounds = self.label(), Around(0, 0)
        if self.d.is_entered_amid and span.each is not None and span.by is not None:
            self.look_for_round(*span.each, span.by)
        if span.at_once:
            self.here.append(("drop", ("call", "shares_begin")))
            self.checked()
        if span.each is None:
            self.running(span, rounds)
        else:
            var, among = span.each
            self.each(var, t.item_of(among.type), self.value(among), among.type,
                      lambda inner: self.running(span, inner), Around(last, last))  # fmt: skip
        self.at(last)
        if self.d.is_entered_amid:  # there is nothing that it would run for
            nothing = f"there is not one `{span.each[0]}` that it would run for" if span.each is not None else ""
            stops = self.d.stops(f"`{span.name}` cannot be under way here", nothing)
            self.here.append(("if", ("global", "amid"), [*stops, ("return", 0)]))
        if span.at_once:
            with self.holding("together"):
                self.here.append(("drop", ("call", "come_together")))
                self.checked()
        self.end()

    def running(self, span: g.SpanDecl, around: Around) -> None:
        d, constants = self.d, self.constants
        over, again = self.label(), self.label()
        self.p.over_at = over if span.at_once else 0
        amid, opens = (self.label(), self.label()) if d.is_entered_amid else (over, over)
        now = constants["NOW"] + d.layout.spans[span.name] * CELL
        number = d.layout.spans[span.name]
        self.put(AROUND, ("call", "who_acts"))
        self.put(PASSED, 0)
        self.put(NUMBER, 0)
        if d.is_entered_amid:
            self.here.append(("if", ("global", "amid"), [("set", "pc", amid), ("continue", "on")]))
        self.at(again)
        self.comes_to(None)
        self.put(STAGE, 0)
        self.put(self.p.slot("acting"), ("call", "its_side", ("load", "frame", AROUND)))
        if span.at_once and span.by is not None:
            self.put_at(constants["APART"], ("+", ("call", "some", self.worked_out(span.by)), 1))
            self.checked()
        for condition in (span.condition, span.repeats):
            if condition is not None:
                test = self.worked_out(condition)
                self.here.append(("if", ("<=", test, 0), [("set", "pc", over), ("continue", "on")]))
        side: Code = ("load", "frame", AROUND)
        if span.by is not None:
            side = self.who(span.by)
        if span.turns_from is not None:
            first = self.given(span.turns_from, f"nobody begins `{span.name}`")
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
        if d.is_entered_amid:
            self.at(opens)
        self.run_out("start", span)
        done, outer, before = self.label(), dict(self.bound), len(self.named_here)
        if span.name in d.layout.spans:
            for line in span.body:
                self.sequence_line(line, Around(done, done))
        self.at(done)
        self.comes_to(None)
        self.bound = outer  # what its lines have named is known in them alone
        self.forget(self.named_here[before:])
        if span.is_window:
            self.windows(span)
        self.edge("end", span)
        self.work("end", span)
        self.run_out("end", span)
        self.put_at(now, 0)
        self.here.append(("drop", ("call", "acts", ("load", "frame", AROUND))))
        self.runs_again(span, over, again)
        if d.is_entered_amid:
            self.jump(over)
            self.write_at(amid)
            self.amid(span, opens, over)
        self.at(over)
        if span.at_once:  # what it came to tells positions apart in which the next side begins where all did
            shares = self.p.slot(" shares")
            self.put(shares, ("call", "mixed", ("+", ("load", "frame", shares), ("call", "share_ends"))))
            self.checked()

    def runs_again(self, span: g.SpanDecl, over: int, again: int) -> None:
        """Goes on with the next running of a part, unless it runs once, or all who take turns in it have passed."""
        if span.repeats is None:
            return
        if span.is_window:
            enough: Code = 1
            if span.turns_from is not None:
                self.put(self.p.slot("acting"), ("call", "its_side", ("load", "frame", AROUND)))
                enough = self.local(("call", "sides_in_turn", self.worked_out(span.turns_from)))
            passed = ("and", (">", ("load", "frame", PASSED), 0), (">=", ("load", "frame", PASSED), enough))
            self.here.append(("if", passed, [("set", "pc", over), ("continue", "on")]))
        else:
            same = ("call", "is_as", ("load", "frame", FOUND))
            asked = as_law(span.repeats, self.graph)
            said = self.d.says_of(
                f"`{span.name}` runs again and again, and nothing changes",
                f"`while {asked}` still holds, and nothing that is done in it can end that",
            )
            self.here.append(("if", ("and", ("==", ("load", "frame", PASSED), 0), same), [
                *said, ("drop", ("call", "goes_round")), ("return", 0)]))  # fmt: skip
        self.put(NUMBER, ("+", ("load", "frame", NUMBER), 1))
        self.jump(again)

    # -- begun in the middle of it

    def into(self) -> list[Code]:
        """Lines that go to the part inside this one that is, or has in it, the one that is entered."""
        if not self.d.is_entered_amid:
            return []
        lines: list[Code] = []
        for name, label in self.p.enters.items():
            inside = [part.name for part in parts(self.d.spans[name]) if isinstance(part, g.SpanDecl)]
            test = either(("==", ("global", "amid"), self.d.layout.spans[one] + 1) for one in inside)
            lines.append(("if", test, [("set", "pc", label), ("continue", "on")]))
        return lines

    def amid(self, span: g.SpanDecl, opens: int, over: int) -> None:
        """The running of a part in which the side acts that acts already: as if it had begun before."""
        around: Code = ("load", "frame", AROUND)
        self.put(self.p.slot("acting"), ("call", "its_side", around))
        who = around
        if span.by is not None:
            named = self.who(span.by)
            if span.at_once:
                self.put_at(self.constants["APART"], ("+", ("call", "some", named), 1))
                self.checked()
            if span.each is not None:
                other: Code = ("and", ("load", "frame", self.p.slot(" round")), ("not", self.is_round(named, around)))
                self.here.append(("if", other, [("set", "pc", over), ("continue", "on")]))
            who = ("?", ("==", named, ("call", "its_side", around)), around, named)
        self.put(self.p.slot(" who"), who)
        side: Code = ("call", "its_side", ("load", "frame", self.p.slot(" who")))
        self.put(SIDE, side)
        self.put(self.p.slot("acting"), side)
        self.put(STAGE, 1)
        number = self.d.layout.spans[span.name]
        self.put_at(self.constants["NOW"] + number * CELL, 1)
        self.here.append(("drop", ("call", "wait_for", number, ("load", "frame", SIDE))))
        there: list[Code] = [("setg", "amid", 0), ("set", "pc", opens), ("continue", "on")]
        self.here += [("if", ("==", ("global", "amid"), number + 1), there), *self.into()]

    def look_for_round(self, var: str, among: e.Expr, by: e.Expr) -> None:
        """Notes whether any of the rounds of a part that is entered is that of who acts; else it is the first."""
        self.put(self.p.slot(" round"), 0)
        acting: Code = ("call", "who_acts")
        with self.aside() as lines:
            rounds = self.worked_out(among)
            with self.aside() as each:
                self.named(var, "one", t.item_of(among.type))
                found = self.is_round(self.who(by), acting)
                self.here.append(("if", found, [logged(("+", "frame", self.p.slot(" round")), 1)]))
            self.here += each_member("one", rounds, each)
        self.here.append(("if", ("global", "amid"), lines))

    def is_round(self, named: Code, acting: Code) -> Code:
        """Whether who acts in a round is who acts already, as far as the law names a player."""
        same: Code = ("==", ("call", "its_side", named), ("call", "its_side", acting))
        nobody: list[Code] = [("<", who, 1 << 16) for who in (named, acting)]
        return ("and", same, either([*nobody, ("==", named, acting)]))

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

    def sequence_line(self, line: Line, around: Around) -> None:
        """A line of the sequence itself, which may break nothing that must hold at all times."""
        if isinstance(line, g.SpanDecl) or id(line) not in self.d.agenda.breaking:
            self.comes_to(line, around.pick)
            self.line(line, around)
            return
        self.free_names += 1
        with self.holding(f"line {self.free_names}"):
            self.comes_to(line, around.pick)
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
        d.windows[self.p.name] = self.known()
        self.here.append(("set", "begun", ("global", "pending")))
        for i, action in enumerate(self.graph.actions.values()):
            if not any(action in d.agenda.actions.get(s, ()) for s in (*d.layout.spans, "")):
                continue
            for line in action.open_in:
                spoken_of = () if line.to is None else d.asked("value", id(line.to)).names
                if not {*spoken_of} <= {"acting", *self.bound}:
                    continue  # this part lies in none of its parts: there all names are known that it speaks of
                with self.aside() as lines:
                    to = acting if line.to is None else self.who(line.to)
                    self.here += [("drop", ("call", "add", to)), ("drop", ("call", "add", i))]
                running = (("load", constants["NOW"] + d.layout.spans[name] * CELL) for name in line.spans)
                self.here += d.where_it_stands(f"action:{action.name}", [("if", either(running), lines)])
            if not action.open_in:
                always: list[Code] = [("drop", ("call", "add", acting)), ("drop", ("call", "add", i))]
                self.here += d.where_it_stands(f"action:{action.name}", always)
        on = self.label()
        again = int(span.repeats is None)
        self.here += [
            ("set", "found", ("call", "listed", "begun")),
            logged(("+", "frame", PC), on),
            ("drop", ("call", "open_windows", "found", ("load", "frame", self.p.slot(" who")), again, self.about())),
            ("return", 0),
        ]
        self.write_at(on)
