"""What is under way in words: tasks with their crew, their work and their stages, and when orders fall due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words import english, nouns
from hexlaw.runtime.words.filling import happening, variables
from hexlaw.runtime.words.listing import render_if
from hexlaw.runtime.words.pronouns import spoken
from hexlaw.runtime.words.spans import Draft, Text, TextSpan, sentence, text
from hexlaw.runtime.words.steps import StepLine, deeper, lines_of
from hexlaw.runtime.words.teller import Teller

ITSELF = "task"
"""The variable that stands for a task in what is declared of it."""


def task_lines(teller: Teller, task: g.TaskDecl) -> Iterator[StepLine]:
    """What a task is about, and below it who works on it, when that counts, its stages, and what comes of it."""
    about, so_far = spoken(happening(teller, "task", task.name, variables(task.params)), teller.start)
    so_far = replace(so_far.calling(ITSELF, f"the {teller.phrases.noun('kind', task.name)}"), topic=ITSELF)
    yield StepLine(0, sentence(about, ":"))
    yield from (StepLine(1, sentence(spoken(said, so_far)[0])) for said in _work(teller, task))
    for head, condition in _stages(teller, task):
        yield from deeper(render_if(teller, head, () if condition is None else (condition,), so_far)[0])
    if task.done:
        yield StepLine(1, sentence("when all that is done:"))
        yield from lines_of(teller, task.done, 2, so_far)[0]


def _work(teller: Teller, task: g.TaskDecl) -> Iterator[Draft]:
    """Who works on a task, and when how much of it is done."""
    if task.crew is not None:
        kind, most = task.crew
        workers = teller.phrases.noun("kind", kind, several=True)
        yield text(workers, " work on it", "" if most is None else f", at most {most}")
    if task.works is not None:
        edge, span = task.works
        gains = text("1") if task.gains is None else teller.noun(task.gains)
        yield text(f"at the {edge} of ", nouns.part(teller.phrases, span), ", the work on it grows by ", gains)


def _stages(teller: Teller, task: g.TaskDecl) -> Iterator[tuple[Draft, e.Expr | None]]:
    """By stage what it takes and when it is over, with the condition that this is under."""
    kind = teller.graph.kinds[task.name].attributes["stage"].type
    assert isinstance(kind, t.Choice)
    for number, stage in enumerate(task.stages, 1):
        own = teller.phrases.form("stage", f"{task.name}.{stage.name}")
        called = text(own) if own else nouns.value(teller.phrases, kind.name, stage.name)
        head: Draft = text(f"stage {number} (", called, ") ")
        if stage.lasts is not None:
            head = text(head, "takes ", teller.noun(stage.lasts))
        match stage:
            case g.StageDecl(opens=str() as action):
                link = ", and " if stage.lasts is not None else ""
                may = "" if stage.when is None else "; it may"
                named = (TextSpan(teller.phrases.action(action), f"action:{action}"),)
                head = text(head, link, "is over once its side does this: ", named, may)
            case g.StageDecl(lasts=None):
                head = text(head, "is over")
            case g.StageDecl(when=None):
                pass
            case _:
                head = text(head, ", and work on it counts")
        yield head, stage.when


def falls_due(teller: Teller, order: g.OrderDecl) -> Text:
    """When an order falls due; nothing of one that waits until a rule looks for it."""
    if order.due is None:
        return ()
    called = english.with_article(teller.phrases.noun("kind", order.name))
    return sentence(called, " falls due the next time that ", nouns.part(teller.phrases, order.due), " begins")
