"""What is done without dice, though its effect can throw some: an attack that is too weak for the table.

In come a game and what was picked in it; out comes the effect that is carried out about that once the side is done,
with what it is given and the position as it is then. Worked out on copies, as far as the side that decides sees.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.frames import EffectFrame, Given, Names
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.purpose import subjects
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.position.position import Position

MAX_ENDED = 12
"""Picks, actions and parts that are ended, and throws that are made, to come to it."""


@dataclass(frozen=True)
class Undiced:
    """An effect that was carried out and threw no dice."""

    effect: str
    names: Names
    position: Position


def undiced(machine: Machine, answer: Any, about: Collection[str], most: int) -> Undiced | None:
    """The effect without dice that is about most of this, upon an answer or once the side is done after it; none where
    there is none about any of it."""
    with suppress(LawStop):
        at, who = as_seen(machine), getattr(machine.state.question, "who", "")
        for _ in range(most):
            question = at.state.question
            if not isinstance(question, Take | Choose) or question.who != who:
                return None
            following = lookahead.after(at, answer)
            if following is None:
                return None
            watching = _Watching.of(at)
            watching.answer(answer, most)
            best = max(watching.undiced, key=lambda one: _in_common(one, about), default=None)
            if best is not None and _in_common(best, about):
                return best
            at, answer = following, DONE
            if isinstance(question := at.state.question, Choose) and not question.may_end:
                return None
    return None


def all_undiced(machine: Machine, answer: Any) -> list[Undiced]:
    """The effects that are carried out without dice upon an answer, each before those that it is a part of; the throws
    that others make on the way fall in the middle."""
    watching = _Watching.of(as_seen(machine))
    with suppress(LawStop):
        watching.answer(answer, MAX_ENDED)
    return watching.undiced


def _in_common(one: Undiced, about: Collection[str]) -> int:
    return len({*about} & {name for value in one.names.values() for name in subjects(value)})


class _Watching(Machine):
    """A game that notes which effects are carried out that could have thrown dice, and have not."""

    undiced: list[Undiced]
    thrown: list[Names]

    @classmethod
    def of(cls, machine: Machine) -> _Watching:
        """A copy of a game that notes it."""
        one = object.__new__(cls)
        vars(one).update(vars(machine.copy()), undiced=[], thrown=[])
        return one

    def answer(self, answer: Any, most: int) -> None:
        """Goes on upon an answer; so many throws that follow fall in the middle."""
        self.put(answer)
        self.run()
        while isinstance(question := self.state.question, ByLot) and most > 0:
            most -= 1
            self.thrown += [frame.names for frame in self.frames if isinstance(frame, EffectFrame)]
            self.put(question.typical)
            self.run()

    def follow(self, moment: str, names: Names, given: Given | None = None) -> None:
        if moment in _dicing(self.agenda.law) and not any(names is known for known in self.thrown):
            self.undiced.append(Undiced(moment, names, self.position.scratch()))
        super().follow(moment, names, given)


def _dicing(law: Law) -> frozenset[str]:
    """The effects that can throw dice, by themselves or by another effect."""
    return memoised(law.graph, "_dicing", _found_dicing)


def _found_dicing(graph: g.Graph) -> frozenset[str]:
    inside = {name: [part for line in effect.body for part in parts(line)] for name, effect in graph.effects.items()}
    found = {name for name, those in inside.items() if any(isinstance(part, e.Roll | e.Draw) for part in those)}
    while True:
        more = {n for n, those in inside.items() if any(isinstance(p, e.Do) and p.effect in found for p in those)}
        if more <= found:
            return frozenset(found)
        found |= more
