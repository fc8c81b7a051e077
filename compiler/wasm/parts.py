"""Parts of the sequence: what happens at their edges, who may act in them, when they run again; orders and tasks."""

from __future__ import annotations

from functools import partial

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
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
from hexlaw.compiler.wasm.writer import Writer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.words.as_law import as_law

# ---- orders and tasks


def made(w: Writer, kind: str, values: dict[str, Code], name: str | None) -> str:
    """A new thing that stands nowhere, with the attributes that are given."""
    d = w.d
    made = w.local(("call", "make", d.layout.pool(kind)))
    w.checked()
    for attribute, code in values.items():
        column = d.layout.column(kind, attribute)
        type_ = w.graph.kinds[kind].attributes[attribute].type
        w.here.append(logged(("+", column, ("<<", made, 3)), d.lasting(code, type_)))
    if name is not None:
        w.named(name, made, t.Kind(kind))
    w.moved(("call", "touched", -1))
    return made


def make(w: Writer, step: s.Make, around: Around) -> None:
    d, decl, values = w.d, w.graph.tasks.get(step.kind), dict[str, Code]()
    w.here += d.values.noted(f"task:{step.kind}")
    for field, value in step.values:
        values[field] = w.worked_out(value)
    values["owner"] = ("load", w.constants["ACTING"])
    if decl is None:
        values["at-hand"] = 0
    else:
        if decl.crew is not None and decl.crew[1] is not None:
            too_many: Code = (">", ("call", "size", values["crew"]), decl.crew[1])
            w.here.append(("if", too_many, [("drop", ("call", "stop")), ("return", 0)]))
        stage = d.image.value(decl.stages[0].name, w.graph.kinds[step.kind].attributes["stage"].type)
        values |= {"stage": stage, "work": 0, "paused": 0}
    w.invoke(step.then, around, **{step.called: made(w, step.kind, values, step.name)})


def change(w: Writer, step: s.PlainStep, around: Around) -> None:
    assert isinstance(step.about, e.ChangeTask)
    change_task(w, step.about.how, w.worked_out(step.of("task")), step.about.task.type)


def change_task(w: Writer, how: str, task: str, type_: t.Type) -> None:
    nothing = w.d.stops(f"nothing is there to {how}")
    w.here.append(("if", ("==", task, NONE), [*nothing, ("return", 0)]))
    match how:
        case "pause" | "resume":
            w.set_attribute(task, type_, "paused", "task", int(how == "pause"), t.YES_NO)
        case "restart":
            for kind in w.graph.tasks:
                with w.aside() as lines:
                    to_stage(w, task, w.graph.tasks[kind], 0)
                w.here.append(("if", ("call", "is_a", w.d.layout.kinds[kind], task), lines))
        case _:
            w.moved(("call", "remove", task))


def to_stage(w: Writer, task: str, decl: g.TaskDecl, stage: int) -> None:
    kind = t.Kind(decl.name)
    type_ = w.graph.kinds[decl.name].attributes["stage"].type
    w.set_attribute(task, kind, "stage", decl.name, w.d.image.value(decl.stages[stage].name, type_), type_)
    w.set_attribute(task, kind, "work", decl.name, 0, t.WHOLE)


def work(w: Writer, edge: str, step: s.RunSpan) -> None:
    """The work of one edge, then the effects of the tasks that are done, the last first."""
    if not w.d.agenda.working.get((edge, step.span)):
        return
    name = w.d.function_of(f"work {edge} {step.span}", (), partial(w.d.work, edge, step.span))
    w.here.append(("set", "done", ("call", name)))
    w.checked()

    w.each(" done task", t.Kind("task"), ("call", "reversed", "done"), t.SetOf(t.Kind("task")),
           lambda _: run_done(w, " done task"), Around(0, 0))  # fmt: skip


def run_done(w: Writer, name: str) -> None:
    on = w.label()
    task = w.local(w.name(name))
    for kind in w.graph.tasks:
        procedure = w.d.done(w.graph.tasks[kind])
        w.here.append(("if", ("call", "is_a", w.d.layout.kinds[kind], task), [
            logged(("+", "frame", PC), on),
            ("set", "called", ("call", "begin_frame", procedure.record)),
            logged(("+", "called", procedure.slot("task")), task),
            ("return", 0),
        ]))  # fmt: skip
    w.at(on)


def task_rule(w: Writer, step: s.TaskRule, around: Around) -> None:
    for kind in step.kinds:
        found = w.d.value(step.applies, lambda n: n if n == "task" else w.name(n))
        with w.aside() as lines:
            change_task(w, step.how, "task", t.Kind(kind))
        tasks = ("call", "of_kind", w.d.layout.kinds[kind])
        w.here += each_member("task", tasks, [("if", (">", found, 0), lines)])
        w.checked()


# ---- parts of the sequence


def enter(w: Writer, step: s.RunSpan, around: Around) -> None:
    if w.d.is_entered_amid:
        w.at(w.p.enters.setdefault(step.span, w.label()))
    w.d.parts[step.span] = step
    procedure = w.d.called(f"part:{step.span}", lambda b: part(b, step), dict(w.bound))
    w.push(procedure, {n: w.name(n) for n in procedure.params}, None)


def part(w: Writer, step: s.RunSpan) -> None:
    last, rounds = w.label(), Around(0, 0)
    if w.d.is_entered_amid and step.each is not None and step.by is not None:
        look_for_round(w, *step.each, step.by)
    if step.at_once:
        w.here.append(("drop", ("call", "shares_begin")))
        w.checked()
    if step.each is None:
        running(w, step, rounds)
    else:
        var, among = step.each
        w.each(var, t.item_of(among.type), w.value(among), among.type,
               lambda inner: running(w, step, inner), Around(last, last))  # fmt: skip
    w.at(last)
    if w.d.is_entered_amid:  # there is nothing to run it for
        nothing = f"there is not one `{step.each[0]}` that it would run for" if step.each is not None else ""
        stops = w.d.stops(f"`{step.span}` cannot be under way here", nothing)
        w.here.append(("if", ("global", "amid"), [*stops, ("return", 0)]))
    if step.at_once:
        with w.holding("together"):
            w.here.append(("drop", ("call", "come_together")))
            w.checked()
    w.end()


def running(w: Writer, step: s.RunSpan, around: Around) -> None:
    d, constants = w.d, w.constants
    over, again = w.label(), w.label()
    w.p.over_at = over if step.at_once else 0
    amid, opens = (w.label(), w.label()) if d.is_entered_amid else (over, over)
    now = constants["NOW"] + d.layout.spans[step.span] * CELL
    number = d.layout.spans[step.span]
    w.put(AROUND, ("call", "who_acts"))
    w.put(PASSED, 0)
    w.put(NUMBER, 0)
    if d.is_entered_amid:
        w.here.append(("if", ("global", "amid"), [("set", "pc", amid), ("continue", "on")]))
    w.at(again)
    w.comes_to(None)
    w.put(STAGE, 0)
    w.put(w.p.slot("acting"), ("call", "its_side", ("load", "frame", AROUND)))
    if step.at_once and step.by is not None:
        w.put_at(constants["APART"], ("+", ("call", "some", w.worked_out(step.by)), 1))
        w.checked()
    for condition in (step.condition, step.repeats):
        if condition is not None:
            w.here.append(("if", ("<=", w.worked_out(condition), 0), [("set", "pc", over), ("continue", "on")]))
    side: Code = ("load", "frame", AROUND) if step.by is None else w.who(step.by)
    if step.turns_from is not None:
        first = w.given(step.turns_from, f"nobody begins `{step.span}`")
        side = w.local(("call", "turn_of", first, ("load", "frame", NUMBER)))
    w.put(w.p.slot(" who"), side)
    w.put(SIDE, ("call", "its_side", ("load", "frame", w.p.slot(" who"))))
    w.put(STAGE, 1)
    w.put(FOUND, ("global", "stamp"))
    w.put_at(now, 1)
    w.here.append(("drop", ("call", "acts", ("load", "frame", w.p.slot(" who")))))
    w.put(w.p.slot("acting"), ("load", "frame", SIDE))
    w.here.append(("drop", ("call", "wait_for", number, ("load", "frame", SIDE))))
    fall_due(w, step)
    w.invoke(step.starts, acting=("load", "frame", SIDE))
    work(w, "start", step)
    if d.is_entered_amid:
        w.at(opens)
    run_out(w, "start", step)
    done, outer, before = w.label(), dict(w.bound), len(w.named_here)
    for inner in step.body if step.span in d.layout.spans else ():
        sequence_line(w, inner, Around(done, done))
    w.at(done)
    w.comes_to(None)
    w.bound = outer  # names of its body are local to it
    w.forget(w.named_here[before:])
    if step.is_window:
        windows(w, step)
    w.invoke(step.ends, acting=("load", "frame", SIDE))
    work(w, "end", step)
    run_out(w, "end", step)
    w.put_at(now, 0)
    w.here.append(("drop", ("call", "acts", ("load", "frame", AROUND))))
    runs_again(w, step, over, again)
    if d.is_entered_amid:
        w.jump(over)
        w.write_at(amid)
        under_way(w, step, opens, over)
    w.at(over)
    if step.at_once:  # else positions at which the next side begins would be equal, whatever this one did
        shares = w.p.slot(" shares")
        w.put(shares, ("call", "mixed", ("+", ("load", "frame", shares), ("call", "share_ends"))))
        w.checked()


def runs_again(w: Writer, step: s.RunSpan, over: int, again: int) -> None:
    """Goes on with the next running of a part, unless it runs once, or all who take turns in it have passed."""
    if step.repeats is None:
        return
    if step.is_window:
        enough: Code = 1
        if step.turns_from is not None:
            w.put(w.p.slot("acting"), ("call", "its_side", ("load", "frame", AROUND)))
            enough = w.local(("call", "sides_in_turn", w.worked_out(step.turns_from)))
        passed = ("and", (">", ("load", "frame", PASSED), 0), (">=", ("load", "frame", PASSED), enough))
        w.here.append(("if", passed, [("set", "pc", over), ("continue", "on")]))
    else:
        same = ("call", "is_as", ("load", "frame", FOUND))
        repeats = w.d.spans[step.span].repeats
        asked = "" if repeats is None else as_law(repeats, w.graph)
        said = w.d.says_of(
            f"`{step.span}` runs again and again, and nothing changes",
            f"`while {asked}` still holds, and nothing that is done in it can end that",
        )
        w.here.append(("if", ("and", ("==", ("load", "frame", PASSED), 0), same), [
            *said, ("drop", ("call", "goes_round")), ("return", 0)]))  # fmt: skip
    w.put(NUMBER, ("+", ("load", "frame", NUMBER), 1))
    w.jump(again)


# ---- begun in the middle of it


def into(w: Writer) -> list[Code]:
    """Lines that go to the part inside this one that is, or has in it, the one that is entered."""
    if not w.d.is_entered_amid:
        return []
    lines: list[Code] = []
    for name, label in w.p.enters.items():
        inside = [part.name for part in parts(w.d.spans[name]) if isinstance(part, g.SpanDecl)]
        test = either(("==", ("global", "amid"), w.d.layout.spans[one] + 1) for one in inside)
        lines.append(("if", test, [("set", "pc", label), ("continue", "on")]))
    return lines


def under_way(w: Writer, step: s.RunSpan, opens: int, over: int) -> None:
    """Enters the running of a part in which the acting side acts, as if it had begun before."""
    around: Code = ("load", "frame", AROUND)
    w.put(w.p.slot("acting"), ("call", "its_side", around))
    who = around
    if step.by is not None:
        named = w.who(step.by)
        if step.at_once:
            w.put_at(w.constants["APART"], ("+", ("call", "some", named), 1))
            w.checked()
        if step.each is not None:
            other: Code = ("and", ("load", "frame", w.p.slot(" round")), ("not", is_round(w, named, around)))
            w.here.append(("if", other, [("set", "pc", over), ("continue", "on")]))
        who = ("?", ("==", named, ("call", "its_side", around)), around, named)
    w.put(w.p.slot(" who"), who)
    side: Code = ("call", "its_side", ("load", "frame", w.p.slot(" who")))
    w.put(SIDE, side)
    w.put(w.p.slot("acting"), side)
    w.put(STAGE, 1)
    number = w.d.layout.spans[step.span]
    w.put_at(w.constants["NOW"] + number * CELL, 1)
    w.here.append(("drop", ("call", "wait_for", number, ("load", "frame", SIDE))))
    there: list[Code] = [("setg", "amid", 0), ("set", "pc", opens), ("continue", "on")]
    w.here += [("if", ("==", ("global", "amid"), number + 1), there), *into(w)]


def look_for_round(w: Writer, var: str, among: f.Expr, by: f.Expr) -> None:
    """Notes whether a round of the part that is entered belongs to who acts; else the first counts."""
    w.put(w.p.slot(" round"), 0)
    acting: Code = ("call", "who_acts")
    with w.aside() as lines:
        rounds = w.worked_out(among)
        with w.aside() as each:
            w.named(var, "one", t.item_of(among.type))
            w.here.append(("if", is_round(w, w.who(by), acting), [logged(("+", "frame", w.p.slot(" round")), 1)]))
        w.here += each_member("one", rounds, each)
    w.here.append(("if", ("global", "amid"), lines))


def is_round(w: Writer, named: Code, acting: Code) -> Code:
    """Whether who acts in a round is who acts already, as far as the law names a player."""
    same: Code = ("==", ("call", "its_side", named), ("call", "its_side", acting))
    nobody: list[Code] = [("<", who, 1 << 16) for who in (named, acting)]
    return ("and", same, either([*nobody, ("==", named, acting)]))


def fall_due(w: Writer, step: s.RunSpan) -> None:
    """Makes the orders that are due in a part open."""
    kinds = w.d.agenda.due.get(step.span, ())
    if not kinds:
        return
    with w.holding("due"):
        for kind in kinds:
            with w.aside() as lines:
                w.set_attribute("order", t.Kind(kind), "at-hand", kind, 1, t.YES_NO)
            w.here += each_member("order", ("call", "of_kind", w.d.layout.kinds[kind]), lines)


def sequence_line(w: Writer, step: s.Step, around: Around) -> None:
    """A line of the sequence itself, which may break nothing that must hold at all times."""
    if isinstance(step, s.RunSpan) or id(step.about) not in w.d.agenda.breaking:
        w.step(step, around)
        return
    w.free_names += 1
    with w.holding(f"line {w.free_names}"):
        w.step(step, around)


def run_out(w: Writer, edge: str, step: s.RunSpan) -> None:
    number = w.d.layout.spans[step.span] << 1 | (edge == "end")
    with w.holding("runs out"):
        fallen = ("call", "run_out", number, ("load", "frame", SIDE))
        w.here.append(("if", fallen, [("drop", ("call", "touched", -1))]))


def windows(w: Writer, step: s.RunSpan) -> None:
    """Sides to whom an action is open may take it, who acts first."""
    d, constants = w.d, w.constants
    acting: Code = ("load", "frame", w.p.slot(" who"))
    d.windows[w.p.name] = w.known()
    w.here.append(("set", "begun", ("global", "pending")))
    for opening in step.opens:
        i, about = d.actions.index(opening.action), f"action:{opening.action}"
        with w.aside() as lines:
            to = acting if opening.to is None else w.who(opening.to)
            w.here += [("drop", ("call", "add", to)), ("drop", ("call", "add", i))]
        if opening.spans:
            running = (("load", constants["NOW"] + d.layout.spans[name] * CELL) for name in opening.spans)
            lines = [("if", either(running), lines)]
        w.here += d.where_it_stands(about, [*(d.values.noted(about) if opening.to else ()), *lines])
    on = w.label()
    again = int(step.repeats is None)
    w.here += [
        ("set", "found", ("call", "listed", "begun")),
        logged(("+", "frame", PC), on),
        ("drop", ("call", "open_windows", "found", ("load", "frame", w.p.slot(" who")), again, w.about())),
        ("return", 0),
    ]
    w.write_at(on)
