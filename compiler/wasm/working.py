"""Tasks: the work of an edge, what a stage opens, and what is over when an action was taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import Keeping
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.compiler.wasm.procedures import Procedure, each_member, either, logged
from hexlaw.compiler.wasm.statements import Plain
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

if TYPE_CHECKING:
    from hexlaw.compiler.wasm.doing import Doing


class Working(Keeping):
    def done(self, decl: g.TaskDecl) -> Procedure:
        """The procedure that a task wants carried out at its end (`doing.py`)."""
        raise AssertionError(decl)

    def check_all_times(self, mark: Code) -> list[Code]:
        """Lines that stop where something is broken anew that must hold at all times (`doing.py`)."""
        raise AssertionError(mark)

    def work(self, edge: str, span: str) -> str:
        """The function that does the work of one edge and lists the tasks that are done by it."""
        name = f"work {edge} {span}"
        b = Plain(cast("Doing", self), name)
        b.here += [("set", "begun", ("global", "pending"))]
        touched = self.layout.constants["TOUCHED"]
        for decl in self.agenda.working[edge, span]:
            with b.aside() as work:
                self._work_on(b, decl)
            tasks = self.lasting(("call", "of_kind", self.layout.kinds[decl.name]), t.SetOf(t.TEXT))
            b.here += each_member("task", tasks, [
                ("set", "mark", ("global", "logged")), ("set", "saved", ("load", touched)), logged(touched, 0),
                *work, *self.check_all_times("mark"), logged(touched, ("|", ("load", touched), "saved")),
            ])  # fmt: skip
        return self.function(name, (), [*b.here, ("return", ("call", "listed", "begun"))])

    def _task_names(self, b: Plain, decl: g.TaskDecl) -> None:
        b.here.append(("set", "acting", ("load", self.layout.constants["ACTING"])))
        for param, _ in decl.params:
            b.here.append(("set", param, ("load", ("<<", "task", 3), self.layout.column(decl.name, param))))

    def _ruled(self, decl: g.TaskDecl, how: str) -> Code:
        """Whether a rule pauses, restarts or cancels a task as long as something holds."""
        tests: list[Code] = []
        for rule in (*self.agenda.task_rules.get(decl.name, ()), *self.agenda.task_rules.get("task", ())):
            if isinstance(rule.conclusion, g.TaskRule) and rule.conclusion.how == how:
                test = self.answer(self.asked("cases", rule.id))
                tests.append((">", ("call", "size", test) if self.law.ranging_binders[rule.id] else test, 0))
        return either(reversed(tests))

    def _work_on(self, b: Plain, decl: g.TaskDecl) -> None:
        self._task_names(b, decl)
        b.here += self.noted(f"task:{decl.name}")
        paused: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "paused"))
        branches: list[tuple[Code, Callable[[], None]]] = [
            (self._ruled(decl, "cancels"), lambda: b.moved(("call", "remove", "task"))),
            (self._ruled(decl, "restarts"), lambda: b.to_stage("task", decl, 0)),
            (("and", (">=", 0, paused), ("not", self._ruled(decl, "pauses"))), lambda: self._worked(b, decl)),
        ]
        out = f"worked {decl.name}"
        with b.aside() as block:
            for test, does in branches:
                if test != 0:
                    with b.aside() as lines:
                        does()
                    b.here.append(("if", test, [*lines, ("break", out)]))
        b.here.append(("block", out, block))

    def _worked(self, b: Plain, decl: g.TaskDecl) -> None:
        """One turn's work is added; a stage that takes none is over when its condition holds."""
        type_ = self.graph.kinds[decl.name].attributes["stage"].type
        stage_at: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "stage"))
        b.here.append(("set", "stage", stage_at))
        for i, stage in enumerate(decl.stages):
            with b.aside() as lines:
                if stage.lasts is None:
                    if stage.opens is None:
                        self._advance(b, decl, i)
                else:
                    gained: Code = self.layout.part if decl.gains is None else b.worked_out(decl.gains)
                    worked: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "work"))
                    now = b.local(("call", "plus", worked, gained))
                    b.set_attribute("task", t.Kind(decl.name), "work", decl.name, now, t.WHOLE)
                    lasts = b.worked_out(stage.lasts)
                    with b.aside() as advanced:
                        self._advance(b, decl, i)
                    b.here.append(("if", (">=", now, lasts), advanced))
            if stage.when is not None:
                lines = self._when(b, stage.when, lines)
            b.here.append(("if", ("==", "stage", self.image.value(stage.name, type_)), lines))

    def _when(self, b: Plain, condition: e.Expr, lines: list[Code]) -> list[Code]:
        """Lines that are carried out if a condition holds."""
        with b.aside() as asking:
            test = b.worked_out(condition)
        return [*asking, ("if", (">", test, 0), lines)]

    def _advance(self, b: Plain, decl: g.TaskDecl, stage: int) -> None:
        if stage + 1 < len(decl.stages):
            b.to_stage("task", decl, stage + 1)
        else:
            b.here.append(("drop", ("call", "add", "task")))

    def opening(self, action: str) -> str:
        """The function that lists the tasks of a side that open an action."""
        b = Plain(cast("Doing", self), f"opening {action}")
        b.here.append(("set", "begun", ("global", "pending")))
        for kind, stage_name in self.agenda.opened_by_tasks[action]:
            decl = self.graph.tasks[kind]
            stage = next(s for s in decl.stages if s.name == stage_name)
            type_ = self.graph.kinds[kind].attributes["stage"].type
            cell = lambda name, kind=kind: ("load", ("<<", "task", 3), self.layout.column(kind, name))  # noqa: E731
            with b.aside() as each:
                b.here += self.noted(f"task:{kind}")
                self._task_names(b, decl)
                inner: list[Code] = [("drop", ("call", "add", "task"))]
                if stage.when is not None:
                    inner = self._when(b, stage.when, inner)
                here = (
                    "and",
                    ("==", cell("stage"), self.image.value(stage_name, type_)),
                    ("==", cell("owner"), "side"),
                )
                goes_on = ("and", ("<=", cell("paused"), 0), ("not", self._ruled(decl, "pauses")))
                b.here.append(("if", ("and", here, goes_on), inner))
            b.here += each_member("task", ("call", "of_kind", self.layout.kinds[kind]), each)
        return self.function(f"opening {action}", ("side",), [*b.here, ("return", ("call", "listed", "begun"))])

    def action_taken(self, action: str) -> str:
        """The stage that opened an action is over; where tasks were picked, that of one of these."""
        b = Plain(cast("Doing", self), f"taken {action}")
        b.here += [
            ("set", "found", ("call", self.opening(action), ("load", self.layout.constants["ACTING"]))),
            ("set", "picked", ("call", "members_of", "acted", "found")),
            ("if", (">", ("call", "size", "picked"), 0), [("set", "found", "picked")]),
            ("if", ("==", ("call", "size", "found"), 0), [("return", 0)]),
            ("set", "task", ("load", "found", CELL)), ("set", "begun", ("global", "pending")),
        ]  # fmt: skip
        for kind, stage_name in self.agenda.opened_by_tasks[action]:
            decl = self.graph.tasks[kind]
            stage = next(i for i, s in enumerate(decl.stages) if s.name == stage_name)
            with b.aside() as lines:
                if stage + 1 < len(decl.stages):
                    b.to_stage("task", decl, stage + 1)
                else:
                    done = self.done(decl)
                    b.here += [
                        ("set", "called", ("call", "begin_frame", done.number)),
                        logged(("+", "called", done.slot("task")), "task"),
                    ]
            b.here.append(("if", ("call", "is_a", self.layout.kinds[kind], "task"), [*lines, ("return", 0)]))
        return self.function(f"taken {action}", ("acted",), b.here)
