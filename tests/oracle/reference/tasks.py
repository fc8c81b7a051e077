"""Tasks: begun with a crew, worked on at an edge of the sequence, paused, started again, given up, done."""

from __future__ import annotations

from fractions import Fraction

from reference import writing
from reference.breaches import unbroken
from reference.execution import Execution
from reference.state import Body, EffectFrame, Names, PartFrame

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Cause, Hole, LawStop, there
from hexlaw.runtime.law.types import Kind
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.agenda import Edge

_GONE = e.ChangeTask("cancel", e.Var("task", Kind("task")))
"""What follows `done:`, so that this can still ask for the crew."""


def begin(game: Execution, name: str, args: tuple[Value, ...], crew: tuple[Thing, ...]) -> Thing:
    """Returns the task as a thing of its own, in its first stage."""
    decl = game.agenda.law.graph.tasks[name]
    most = None if decl.crew is None else decl.crew[1]
    if most is not None and len(crew) > most:
        raise Hole(f"`{name}` has a crew of {len(crew)}", f"it takes {most} at most")
    made = writing.add_unplaced(game, name)
    params = zip((param for param, _ in decl.params), args, strict=True)
    begun = {"crew": crew, "owner": game.position.acting, "stage": decl.stages[0].name, "work": 0}
    for attribute, value in (*params, *begun.items(), ("paused", False)):
        game.position.set(made, attribute, value)
    return made


def change(game: Execution, how: str, task: Thing) -> None:
    match how:
        case "pause" | "resume":
            writing.write(game, task, "paused", how == "pause")
        case "restart":
            _to_stage(game, task, game.agenda.law.graph.tasks[task.kind].stages[0])
        case _:
            writing.remove(game, task)


def work(game: Execution, edge: Edge) -> None:
    """The work of one edge, for every task that counts its work there."""
    for decl in game.agenda.working.get(edge, ()):
        for task in game.position.of_kind(decl.name):
            with unbroken(game):
                try:
                    _work_of(game, decl, task, _names(game, decl, task))
                except LawStop as stop:
                    stop.came_of(Cause("task", decl.name, (task,), decl.origin.where))
                    raise


def _work_of(game: Execution, decl: g.TaskDecl, task: Thing, names: Names) -> None:
    if _ruled(game, decl, names, "cancels"):
        writing.remove(game, task)
    elif _ruled(game, decl, names, "restarts"):
        _to_stage(game, task, decl.stages[0])
    elif not (game.position.value(task, "paused") or _ruled(game, decl, names, "pauses")):
        _worked(game, decl, task, names)


def apply(game: Execution, rule: g.Rule, conclusion: g.TaskRule, names: Names) -> None:
    """A rule that pauses, restarts or cancels tasks at one moment, not as long as something holds."""
    kinds = game.agenda.law.graph.tasks if conclusion.task == "task" else (conclusion.task,)
    for kind in kinds:
        for task in game.position.of_kind(kind):
            if game.ev.cases(rule, {**names, "task": task}):
                change(game, {"pauses": "pause", "restarts": "restart"}.get(conclusion.how, "cancel"), task)


def _worked(game: Execution, decl: g.TaskDecl, task: Thing, names: Names) -> None:
    """One turn's work is added; a stage that takes none is over when its condition holds."""
    stage = _stage(game, decl, task)
    if stage.when is not None and not game.ev.value(stage.when, names):
        return
    if stage.lasts is None:
        if stage.opens is None:
            _advance(game, decl, task)
        return
    gained = (
        1 if decl.gains is None else there(game.ev.value(decl.gains, names), f"the work at `{decl.name}` is nothing")
    )
    worked = game.position.value(task, "work")
    assert isinstance(worked, int | Fraction)
    writing.write(game, task, "work", worked + gained)
    if worked + gained >= there(game.ev.value(stage.lasts, names), f"the stage `{stage.name}` lasts for nothing"):
        _advance(game, decl, task)


def _advance(game: Execution, decl: g.TaskDecl, task: Thing) -> None:
    stages = decl.stages
    following = stages.index(_stage(game, decl, task)) + 1
    if following < len(stages):
        _to_stage(game, task, stages[following])
        return
    names = _names(game, decl, task)
    game.frames.append(PartFrame(game.snapshot()))
    game.frames.append(EffectFrame("", names))
    game.frames.append(Body((*decl.done, _GONE), 0, names))


def _to_stage(game: Execution, task: Thing, stage: g.StageDecl) -> None:
    writing.write(game, task, "stage", stage.name)
    writing.write(game, task, "work", 0)


def _stage(game: Execution, decl: g.TaskDecl, task: Thing) -> g.StageDecl:
    name = game.position.value(task, "stage")
    return next(stage for stage in decl.stages if stage.name == name)


def _names(game: Execution, decl: g.TaskDecl, task: Thing) -> Names:
    params = {param: game.position.value(task, param) for param, _ in decl.params}
    return {"acting": game.position.acting, "task": task, **params}


def _ruled(game: Execution, decl: g.TaskDecl, names: Names, how: str) -> bool:
    rules = (*game.agenda.task_rules.get(decl.name, ()), *game.agenda.task_rules.get("task", ()))
    said = [r for r in rules if isinstance(r.conclusion, g.TaskRule) and r.conclusion.how == how]
    return any(game.ev.cases(rule, names) for rule in said)


# ---- what a stage opens


def is_open(game: Execution, action: str, side: str) -> bool:
    """Returns whether an action may be taken at all: one that tasks open needs a task of that side in such a stage."""
    stages = game.agenda.opened_by_tasks.get(action)
    return stages is None or bool(_opening(game, stages, side))


def action_taken(game: Execution, action: str, picked: tuple[Thing, ...]) -> None:
    """The stage that opened an action is over when the action was taken, of the task that was begun first; where tasks
    were picked, theirs alone."""
    stages = game.agenda.opened_by_tasks.get(action, ())
    side = game.position.acting
    found = _opening(game, stages, side) if side is not None else []
    if any(thing.kind in dict(stages) for thing in picked):
        found = [task for task in found if task in picked]
    for task in found[:1]:
        _advance(game, game.agenda.law.graph.tasks[task.kind], task)


def _opening(game: Execution, stages: tuple[tuple[str, str], ...], side: str) -> list[Thing]:
    value = game.position.value
    found = []
    for kind, stage in stages:
        for task in game.position.of_kind(kind):
            if value(task, "stage") == stage and value(task, "owner") == side and _goes_on(game, task):
                found.append(task)
    return found


def _goes_on(game: Execution, task: Thing) -> bool:
    """Returns whether a task is not paused, and what its stage waits for is there."""
    decl = game.agenda.law.graph.tasks[task.kind]
    names, stage = _names(game, decl, task), _stage(game, decl, task)
    if game.position.value(task, "paused") or _ruled(game, decl, names, "pauses"):
        return False
    return stage.when is None or bool(game.ev.value(stage.when, names))
