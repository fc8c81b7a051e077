"""A question about one pick: the machine is led to it, and judges it as in a game.

The question names picks in order, the last of which is asked about; `done` asks whether nothing more need be picked.
The machine runs to each of them, judges it and takes it. A pick on the way that is repeated or may be left out, and
that the question does not name, is over at once: what it has led to is what the position says.
"""

from __future__ import annotations

from typing import Any

from hexlaw.runtime.declaration import way_to
from hexlaw.runtime.geometry import Hex, distance
from hexlaw.runtime.play import choices, lookahead, picks, sequence
from hexlaw.runtime.play.answers import Answering
from hexlaw.runtime.play.frames import Action, replaced
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw
from hexlaw.runtime.stops import Hole, LawStop
from hexlaw.runtime.value import Thing
from hexlaw.runtime.verdict import Permission

MOST_INSTEAD, MOST_TRIED = 3, 60
"""Legal answers that are named in place of one that is refused, and how many are tried to find them."""


class Asked:
    """Leads a machine that has just taken an action to one of its picks; `verdict` is what came of it.

    The `answering` judges each pick and may keep a trace of it; the machine looks ahead by an answering of its own.
    """

    def __init__(self, machine: Machine, answering: Answering, action: str, pick: str, args: tuple[Any, ...]) -> None:
        self.machine, self.answering = machine, answering
        self.decl = machine.agenda.law.graph.actions[action]
        self.pick = pick
        self.waiting = list(args)
        self.expected = [asked.path for asked in way_to(self.decl, pick)]
        self.verdict = Permission(action, pick, args)
        self._judge_open()
        if pick == DONE:
            amid_the_action(machine, args)
        try:
            while self._goes_on():
                pass
        except LawStop:
            if self.verdict.allowed:
                raise  # what follows upon a pick that is refused needs no answer

    def _judge_open(self) -> None:
        """An action is open in parts of the sequence only. A position that is in none of them is not in play."""
        position, decl = self.machine.position, self.decl
        if not decl.open_in or not position.now:
            return
        if not any(position.now.intersection(line.spans) for line in decl.open_in):
            listed = ", ".join(f"`{span}`" for line in decl.open_in for span in line.spans)
            self.verdict.refuse("not open", f"`{decl.name}` is open in {listed} only")
            return
        side = position.acting or ""  # where nobody is said to act, it is the side asked about
        if side not in set(sequence.offered_to(self.machine, decl, side, {"acting": position.acting})):
            self.verdict.refuse("not open", f"`{decl.name}` is open to the other side")

    def _goes_on(self) -> bool:
        """Runs to the next question and answers it; false where that was the one that is asked about."""
        self.machine.run()
        match self.machine.state.question:
            case Choose(pick=path):
                return self._met(path)
            case Take():
                self.machine.put(DONE)  # nobody takes what is offered on the way
                return True
            case Draw(name=name):
                raise Hole(f"`{name}` would have to be drawn here", "state what it led to, or play it in a case")
            case Throw(name=name):
                raise Hole(
                    f"the die `{name}` would have to be rolled here", "state what it led to, or play it in a case"
                )
            case _:
                self.verdict.refuse("no way on", f"`{self.decl.name}` is over before `{self.pick}` is asked")
                return False

    def _met(self, path: str) -> bool:
        pick = picks.picking_of(self.machine).pick
        may_end = pick.repeatedly or pick.optionally
        if self.pick == DONE and may_end and not self.waiting:
            self._judge_done()
        elif path == f"{self.decl.name}.{self.pick}" and len(self.waiting) == 1:
            self._judge_last(self.waiting[0])
        elif self.waiting and self.expected[:1] == [path]:
            self.expected.pop(0)
            self._judge_alone(self.waiting[0])
            self.machine.put(self.waiting.pop(0))
            return True
        elif may_end:
            self.machine.put(DONE)
            return True
        else:
            self.verdict.refuse("no way on", f"`{path}` has to be picked before `{self.pick}`")
        return False

    def _judge_alone(self, answer: Any) -> None:
        """Adds to the verdict what refuses an answer by itself, and what it costs."""
        judged = self.machine.at(self.machine.state, self.answering)
        found = picks.judge_alone(judged, answer)
        self.verdict.cost = picks.cost_of(judged, answer)
        self.verdict.refusals += found.refusals
        self.verdict.lifted += found.lifted
        self.verdict.passed += found.passed
        self.verdict.silent = self.verdict.silent or found.silent

    def _judge_done(self) -> None:
        """Whether nothing more need be picked. That something was picked is what the question takes for granted."""
        picks.take_for_begun(self.machine)
        self._judge_last(DONE)

    def _judge_last(self, answer: Any) -> None:
        self._judge_alone(answer)
        if self.verdict.judged:
            lookahead.look_ahead(self.machine, answer, self.verdict, told=True)
        elif answer != DONE and self.answering.tracing:
            self.verdict.instead = self._legal_instead(answer)

    def _legal_instead(self, answer: Any) -> list[Any]:
        """Up to three legal answers in place of one that is refused, the nearest first where they are hexes."""
        try:
            others = [other for other in picks.candidates(self.machine) if other not in (answer, DONE)]
        except LawStop:
            return []
        if isinstance(answer, Hex):
            others.sort(key=lambda other: distance(other, answer) if isinstance(other, Hex) else 0)
        found: list[Any] = []
        for other in others[:MOST_TRIED]:
            try:
                if choices.allows(self.machine, other):
                    found.append(other)
            except LawStop:
                continue  # nobody asked about this one
            if len(found) == MOST_INSTEAD:
                break
        return found


def amid_the_action(machine: Machine, picked: tuple[Any, ...]) -> None:
    """Takes an action that has just been taken for one that is under way already, somewhere on its course.

    Who asks where it may end has acted before: the things that act do not count in what was broken when it began.
    """
    action = machine.frames[0]
    assert isinstance(action, Action)
    before = action.before.scratch()
    for thing in picked:
        if isinstance(thing, Thing):
            before.stand(thing, None)
    machine.frames[0] = replaced(action, before=before)
