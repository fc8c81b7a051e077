"""Positions of a plan: a game that the machine has come to, a stop on a course that a field tells, or what is picked
next where something was only named.

A plan that moves something looks at many positions that differ in little more than where the mover is. Where a field
tells the course (`answers.Course`), such a position is a stop of it: whether a step is allowed, where the move may end
and what that is worth is asked of the field, and the machine comes there only where somebody needs the game itself.
Both sorts tell apart the same positions, so both give the same plan. Where an answer is only given a name,
the machine comes there when the plan goes on from it, if it does and there is anything to be picked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.answers import Course, Stop
from hexlaw.runtime.play.frames import Action, Body, Picking, Window
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Question
from hexlaw.runtime.position import Cell, Position
from hexlaw.runtime.value import Thing


class Afoot:
    """A position of a plan in which a move is under way, or has just ended."""

    def __init__(self, course: Course, stop: Stop, before: Afoot | Machine, answer: Any, begun: Machine) -> None:
        self.course, self.stop, self.before, self.answer = course, stop, before, answer
        self.begun = begun  # the game in which the first step is asked
        self.ended: bool = answer == DONE
        # Whether it may end here, once that is known. The position that it then comes to is not kept: that one holds
        # this one, and only the garbage collector would free the two, with all the games that they hold.
        self._rests: bool | None = None
        self._machine: Machine | None = None

    @property
    def may_end(self) -> bool:
        question = self.begun.state.question
        assert isinstance(question, Choose)
        return self.before is not self.begun or question.may_end

    def answers(self) -> tuple[Any, ...]:
        """What could be answered here, legal or not."""
        steps = self.course.steps(self.stop)
        return (*steps, DONE) if self.may_end else steps

    def after(self, answer: Any) -> Afoot | None:
        """The position after an answer; none where it is refused."""
        if answer == DONE:
            return self._rested()
        stop = self.course.after(self.stop, answer)
        return None if stop is None else Afoot(self.course, stop, self, answer, self.begun)

    def _rested(self) -> Afoot | None:
        if self._rests is None:
            self._rests = self.may_end and self.course.may_rest(self.stop)
        return Afoot(self.course, self.stop, self, DONE, self.begun) if self._rests else None

    def machine(self) -> Machine:
        """The game itself: it makes the steps that led here."""
        if self.before is self.begun and self.answer is None:
            return self.begun
        if self._machine is None:
            before = self.before.machine() if isinstance(self.before, Afoot) else self.before
            self._machine = lookahead.after(before, self.answer)
            assert self._machine is not None, f"a field allows {self.answer}, and the machine does not"
        return self._machine


class Named:
    """A position of a plan to which an answer has led that only names something: another pick has to be made."""

    def __init__(self, before: Machine, answer: Any, following: lookahead.Following) -> None:
        self.before, self.answer, self.pick = before, answer, following.pick
        self.leaves_nothing = following.leaves_nothing  # whether nothing can be picked

    def machine(self) -> Machine | None:
        """The game itself; none where the law stops it on the way."""
        return lookahead.looked_at(self.before, self.answer)[0]


Reached = Machine | Afoot
Place = Reached | Named


def afoot(machine: Machine) -> Afoot | None:
    """The same position as the first stop of a course; none where no field tells it.

    The move has to be an action of its own, in a place where the side may go on to act: then nothing else happens when
    it ends.
    """
    match machine.frames:
        case [*_, Window(again=True, side=side), Action(picked=(mover,)), Body(), Picking(pick=pick, chosen=())] if (
            side == machine.position.acting
        ):
            field = machine.answering.field(pick.path)
            course = None if field is None or not isinstance(mover, Thing) else field.course(machine, mover)
            return None if course is None else Afoot(course, course.begun, machine, None, machine)
        case _:
            return None


class Sameness:
    """Tells apart the positions of moves: by what decides how an action goes on or what it is worth, not by how one
    came there. Who has been in the same place with as much to spend need not look at it again."""

    def __init__(self, begun: Machine, worth: e.Expr) -> None:
        self.begun = begun.position  # all that is looked at has come of it
        self.decides = begun.agenda.read_in_plans(worth)
        self.weighed = begun.agenda.read_by(worth)
        self.picks = frozenset(f"{r.action}.{r.pick}" for r in begun.agenda.law.graph.reaches.values())
        self._was: dict[Cell, Any] = {}
        self._base: dict[int, tuple[Machine, dict[Cell, Any]]] = {}

    def moves(self, question: Question | None) -> bool:
        """Whether a move is under way: where it can lead is something that the law asks about."""
        return isinstance(question, Choose) and question.pick in self.picks

    def key(self, at: Reached, over: bool) -> object:
        """Equal for positions that a move has come to, from where it began, and that are alike."""
        if isinstance(at, Machine):
            question = at.state.question
            cells = dict(self._said(at.position))
        else:
            question = None
            cells = {**self._at_first(at.begun), **dict(at.stop.cells)}
        held = frozenset([entry for entry in cells.items() if entry[1] != self._before(entry[0])])
        return None if over or self.moves(question) or question is None else question, over, held

    def weight(self, at: Afoot) -> tuple[object, ...]:
        """Equal for stops that are worth the same: of moves that begin in one game, and differ in nothing that what a
        position is worth depends on. What was spent is mostly no part of that."""
        weighed = [entry for entry in at.stop.cells if entry[0][1] is None or entry[0][1] in self.weighed]
        return at.begun, *weighed

    def _said(self, position: Position) -> Iterator[tuple[Cell, Any]]:
        for cell, _ in position.unlike(self.begun):
            if cell[1] is None:
                yield cell, position.places.get(cell[0])  # type: ignore[call-overload]
            elif cell[1] in self.decides:
                yield cell, position.value(cell[0], cell[1])

    def _at_first(self, machine: Machine) -> dict[Cell, Any]:
        known = self._base.get(id(machine))
        if known is None:
            known = self._base[id(machine)] = machine, dict(self._said(machine.position))
        return known[1]

    def _before(self, cell: Cell) -> Any:
        if cell not in self._was:
            subject, name = cell
            was = self.begun.places.get(subject) if name is None else self.begun.value(subject, name)  # type: ignore[call-overload]
            self._was[cell] = was
        return self._was[cell]


def over_in(at: Place, side: str, depth: int) -> bool:
    """Whether an action has come to its end: nothing more is to be picked in it, or not by this side."""
    if isinstance(at, Afoot):
        return at.ended
    if isinstance(at, Named):
        return False
    question = at.state.question
    return not isinstance(question, Choose) or question.side != side or at.depth < depth
