"""Orders and tasks that statements write, begin and change."""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import NONE
from hexlaw.compiler.wasm.procedures import PC, Around, each_member, logged
from hexlaw.compiler.wasm.writer import Writer
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t


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
        self.here += d.noted(f"task:{line.task}")
        args = [self.worked_out(a) for a in line.args]
        crew = self.worked_out(line.crew)
        if decl.crew is not None and decl.crew[1] is not None:
            self.here.append(
                ("if", (">", ("call", "size", crew), decl.crew[1]), [("drop", ("call", "stop")), ("return", 0)])
            )
        values: dict[str, Code] = {param: arg for (param, _), arg in zip(decl.params, args, strict=True)}
        stage = self.graph.kinds[line.task].attributes["stage"].type
        values |= {
            "crew": crew, "owner": ("load", self.constants["ACTING"]),
            "stage": d.image.value(decl.stages[0].name, stage), "work": 0, "paused": 0,
        }  # fmt: skip
        made = self.made(line.task, values, line.name)
        self.follow(line.task, {"task": made}, around, types={"task": t.Kind(line.task)})

    def change_task(self, how: str, task: str, type_: t.Type) -> None:
        self.here.append(("if", ("==", task, NONE), [("drop", ("call", "stop")), ("return", 0)]))
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
        name = self.d.work(edge, span.name)
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
                ("set", "called", ("call", "begin_frame", procedure.number)),
                logged(("+", "called", procedure.slot("task")), task),
                ("return", 0),
            ]))  # fmt: skip
        self.at(on)

    def task_rule(self, rule: g.Rule, how: str, task: str) -> None:
        """A rule that pauses, restarts or cancels tasks at one moment."""
        asked = self.asked("cases", rule.id)
        for kind in self.graph.tasks if task == "task" else (task,):
            args = ["task" if n == "task" else self.name(n) for n in asked.names]
            found: Code = ("call", self.d.values.called(asked.key), *args)
            if self.d.law.gone_through[rule.id]:
                found = ("call", "size", found)
            with self.aside() as lines:
                self.change_task({"pauses": "pause", "restarts": "restart"}.get(how, "cancel"), "task", t.Kind(kind))
            tasks = ("call", "of_kind", self.d.layout.kinds[kind])
            self.here += each_member("task", tasks, [("if", (">", found, 0), lines)])
            self.checked()
