"""Tasks: begun with a crew, worked on at an edge of the sequence, paused, started again, given up, done."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.play import writing
from hexlaw.runtime.play.agenda import Edge
from hexlaw.runtime.play.breaches import unbroken
from hexlaw.runtime.play.frames import Body, Effect, Names, Part
from hexlaw.runtime.stops import Hole
from hexlaw.runtime.types import Kind
from hexlaw.runtime.value import Thing

if TYPE_CHECKING:
    from hexlaw.runtime.play.machine import Machine


_GONE = e.ChangeTask("cancel", e.Var("task", Kind("task")))
"""What follows `done:`, so that this can still ask for the crew."""


def begin(machine: Machine, name: str, args: tuple[Any, ...], crew: tuple[Thing, ...]) -> Thing:
    """The task as a thing of its own, in its first stage."""
    decl = machine.agenda.law.graph.tasks[name]
    most = None if decl.crew is None else decl.crew[1]
    if most is not None and len(crew) > most:
        raise Hole(f"`{name}` has a crew of {len(crew)}", f"it takes {most} at most")
    made = writing.add_unplaced(machine, name)
    params = zip((param for param, _ in decl.params), args, strict=True)
    begun = {"crew": crew, "owner": machine.position.acting, "stage": decl.stages[0].name, "work": 0}
    for attribute, value in (*params, *begun.items(), ("is-paused", False)):
        machine.position.set(made, attribute, value)
    return made


def change(machine: Machine, how: str, task: Thing) -> None:
    match how:
        case "pause" | "resume":
            writing.write(machine, task, "is-paused", how == "pause")
        case "restart":
            _to_stage(machine, task, machine.agenda.law.graph.tasks[task.kind].stages[0])
        case _:
            writing.remove(machine, task)


def work(machine: Machine, edge: Edge) -> None:
    """The work of one edge, for every task that counts its work there."""
    for decl in machine.agenda.working.get(edge, ()):
        for task in sorted(machine.position.of_kind(decl.name), key=lambda t: t.name):
            with unbroken(machine, decl.name):
                _work_on(machine, decl, task)


def _work_on(machine: Machine, decl: g.TaskDecl, task: Thing) -> None:
    names = _names(machine, decl, task)
    if _ruled(machine, decl, names, "cancels"):
        writing.remove(machine, task)
    elif _ruled(machine, decl, names, "restarts"):
        _to_stage(machine, task, decl.stages[0])
    elif not (machine.position.value(task, "is-paused") or _ruled(machine, decl, names, "pauses")):
        _worked(machine, decl, task, names)


def happened(machine: Machine, rule: g.Rule, conclusion: g.TaskRule, names: Names) -> None:
    """A rule that pauses, restarts or cancels tasks at one moment, not as long as something holds."""
    kinds = machine.agenda.law.graph.tasks if conclusion.task == "task" else (conclusion.task,)
    for kind in kinds:
        for task in sorted(machine.position.of_kind(kind), key=lambda t: t.name):
            if machine.ev.cases(rule, {**names, "task": task}):
                change(machine, {"pauses": "pause", "restarts": "restart"}.get(conclusion.how, "cancel"), task)


def _worked(machine: Machine, decl: g.TaskDecl, task: Thing, names: Names) -> None:
    """One turn's work is added; a stage that takes none is over when its condition holds."""
    stage = _stage(machine, decl, task)
    if stage.when is not None and not machine.ev.value(stage.when, names):
        return
    if stage.lasts is None:
        if stage.opens is None:
            _advance(machine, decl, task)
        return
    gained = 1 if decl.gains is None else machine.ev.value(decl.gains, names)
    worked = machine.position.value(task, "work")
    assert isinstance(worked, int | Fraction)
    writing.write(machine, task, "work", worked + gained)
    if worked + gained >= machine.ev.value(stage.lasts, names):
        _advance(machine, decl, task)


def _advance(machine: Machine, decl: g.TaskDecl, task: Thing) -> None:
    stages = decl.stages
    following = stages.index(_stage(machine, decl, task)) + 1
    if following < len(stages):
        _to_stage(machine, task, stages[following])
        return
    names = _names(machine, decl, task)
    machine.frames.append(Part(decl.name, machine.snapshot()))
    machine.frames.append(Effect("", names))
    machine.frames.append(Body((*decl.done, _GONE), 0, names))


def _to_stage(machine: Machine, task: Thing, stage: g.StageDecl) -> None:
    writing.write(machine, task, "stage", stage.name)
    writing.write(machine, task, "work", 0)


def _stage(machine: Machine, decl: g.TaskDecl, task: Thing) -> g.StageDecl:
    name = machine.position.value(task, "stage")
    return next(stage for stage in decl.stages if stage.name == name)


def _names(machine: Machine, decl: g.TaskDecl, task: Thing) -> Names:
    params = {param: machine.position.value(task, param) for param, _ in decl.params}
    return {"acting": machine.position.acting, "task": task, **params}


def _ruled(machine: Machine, decl: g.TaskDecl, names: Names, how: str) -> bool:
    rules = (*machine.agenda.task_rules.get(decl.name, ()), *machine.agenda.task_rules.get("task", ()))
    said = [r for r in rules if isinstance(r.conclusion, g.TaskRule) and r.conclusion.how == how]
    return any(machine.ev.cases(rule, names) for rule in said)


# ---- what a stage opens


def is_open(machine: Machine, action: str, side: str) -> bool:
    """Whether an action may be taken at all: one that tasks open needs a task of that side in such a stage."""
    stages = machine.agenda.opened_by_tasks.get(action)
    return stages is None or bool(_opening(machine, stages, side))


def action_taken(machine: Machine, action: str, picked: tuple[Thing, ...]) -> None:
    """The stage that opened an action is over when the action was taken; where tasks were picked, theirs alone."""
    stages = machine.agenda.opened_by_tasks.get(action, ())
    side = machine.position.acting
    found = _opening(machine, stages, side) if side is not None else []
    if any(thing.kind in dict(stages) for thing in picked):
        found = [task for task in found if task in picked]
    for task in found[:1]:
        _advance(machine, machine.agenda.law.graph.tasks[task.kind], task)


def _opening(machine: Machine, stages: tuple[tuple[str, str], ...], side: str) -> list[Thing]:
    value = machine.position.value
    found = []
    for kind, stage in stages:
        for task in machine.position.of_kind(kind):
            if value(task, "stage") == stage and value(task, "owner") == side and _goes_on(machine, task):
                found.append(task)
    return sorted(found, key=lambda task: task.name)


def _goes_on(machine: Machine, task: Thing) -> bool:
    """Whether a task is not paused, and what its stage waits for is there."""
    decl = machine.agenda.law.graph.tasks[task.kind]
    names, stage = _names(machine, decl, task), _stage(machine, decl, task)
    if machine.position.value(task, "is-paused") or _ruled(machine, decl, names, "pauses"):
        return False
    return stage.when is None or bool(machine.ev.value(stage.when, names))
