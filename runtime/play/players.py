"""Players that are programs: they look at a game and answer its question.

`random` takes any legal answer. `greedy` tries what it can do with one action and takes what is worth most to its side,
as the situation says what that is. `careful` does the same, and looks at the best reply as well. `scripted` answers
what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from hexlaw.runtime import expr as e
from hexlaw.runtime.effects import falls
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.frames import Action
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Take, Throw
from hexlaw.runtime.stops import Hole

TRIED = 60
"""Positions that a player who looks ahead looks at for one action."""
REPLIES = 3
"""Plans whose replies a careful player looks at."""


class Player(Protocol):
    def answer(self, game: Game) -> Any: ...


class RandomPlayer:
    """Any legal answer, each as likely as the others."""

    def __init__(self, seed: str) -> None:
        self.chance = Chance(seed)

    def answer(self, game: Game) -> Any:
        for candidate in self.chance.shuffled(choices.candidates(game.machine)):
            if game.allows(candidate):
                return candidate
        raise Hole(f"nothing can be answered to `{_asked(game)}`", "the law lets a side come to where it has no choice")


def _asked(game: Game) -> str:
    question = game.question
    return question.pick if isinstance(question, Choose) else "action"


class ScriptedPlayer:
    """Answers in the order in which they are written; after the last it is done with everything."""

    def __init__(self, answers: Iterator[str]) -> None:
        self.answers = answers

    def answer(self, game: Game) -> Any:
        text = next(self.answers, DONE)
        found = game.meant(text)
        if found is None:
            raise Hole(f"`{text}` is no answer to `{_asked(game)}`", "the script does not fit this game")
        return found


@dataclass(frozen=True)
class Plan:
    """A way to carry out an action: the answers, how the game stands after them, and what that is worth."""

    worth: Fraction
    answers: tuple[Any, ...]
    after: Machine


class GreedyPlayer:
    """Plans one action at a time: of the ways to carry it out that it looks at, the one that is worth most."""

    def __init__(self, seed: str, *, careful: bool = False) -> None:
        self.chance = Chance(seed)
        self.careful = careful
        self.left: list[Any] = []  # what is still to be answered of the plan

    def answer(self, game: Game) -> Any:
        if isinstance(game.question, Take) or not self.left:
            self.left = list(self._best(game).answers)
        return self.left.pop(0)

    def _best(self, game: Game) -> Plan:
        question, worth = game.question, game.setup.worth
        assert isinstance(question, Take | Choose)
        if worth is None:
            raise Hole("this situation does not say what a side wants", "write `worth:` in its file")
        plans = sorted(self._plans(game.machine, worth, question.side), key=lambda plan: plan.worth, reverse=True)
        if not self.careful:
            return plans[0]
        return max(plans[:REPLIES], key=lambda plan: self._after_reply(plan, worth, question.side))

    def _plans(self, machine: Machine, worth: e.Expr, side: str) -> list[Plan]:
        """What could be done with one action, as far as it is looked at; at least one way is looked at to its end."""
        found: list[Plan] = []
        depth = _depth(machine) + isinstance(machine.state.question, Take)
        waiting: list[tuple[tuple[Any, ...], Machine]] = [((), machine)]
        seen: set[str] = set()
        tried = 0
        while waiting and (tried < TRIED or not found):
            answers, before = waiting.pop(self.chance.below(len(waiting)))
            for answer in self.chance.shuffled(choices.candidates(before)):
                tried += 1
                if not choices.allows(before, answer):
                    continue
                after = choices.after(before, answer)
                if not isinstance(after.state.question, Choose) or _depth(after) < depth:
                    found.append(Plan(_expected(after, worth, side), (*answers, answer), after))
                elif (text := after.text()) not in seen:
                    seen.add(text)
                    waiting.append(((*answers, answer), after))
        if not found:
            raise Hole("nothing can be answered", "the law lets a side come to where it has no choice")
        return found

    def _after_reply(self, plan: Plan, worth: e.Expr, side: str) -> Fraction:
        """What is left of a plan when the other side has made the best of its next action."""
        question = plan.after.state.question
        if not isinstance(question, Take | Choose) or question.side == side:
            return plan.worth
        replies = self._plans(plan.after, worth, question.side)
        return min(_worth(reply.after, worth, side) for reply in replies)


def _depth(machine: Machine) -> int:
    return sum(isinstance(frame, Action) for frame in machine.frames)


def _expected(machine: Machine, worth: e.Expr, side: str) -> Fraction:
    """What a position is worth; where dice have to fall first, on the average over their first throw."""
    question = machine.state.question
    if not isinstance(question, Throw):
        return _worth(machine, worth, side)
    total = Fraction(0)
    for shows, share in falls(question.count, question.faces):
        fallen = choices.after(machine, shows)
        while isinstance(later := fallen.state.question, Throw):  # later throws show what lies in the middle
            fallen = choices.after(fallen, later.count * (later.faces + 1) // 2)
        total += share * _worth(fallen, worth, side)
    return total


def _worth(machine: Machine, worth: e.Expr, side: str) -> Fraction:
    return Fraction(machine.ev.value(worth, {"side": side}))


PLAYERS: dict[str, Callable[[str], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "careful": lambda seed: GreedyPlayer(seed, careful=True),
}
