"""Players that are programs: they look at a game and answer its question.

`random` takes any legal answer. `greedy` tries what it can do with one action and takes what is worth most to its side,
as the situation says what that is. `careful` does the same, and looks at the best reply as well. `scripted` answers
what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Protocol

from hexlaw.runtime.effects import falls
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.frames import Action
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Take, Throw
from hexlaw.runtime.stops import Hole, LawStop

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
            if game.judge(candidate).judged:
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


class GreedyPlayer:
    """Plans one action at a time: of the ways to carry it out that it looks at, the one that is worth most."""

    def __init__(self, seed: str, *, careful: bool = False) -> None:
        self.chance = Chance(seed)
        self.careful = careful
        self.plan: list[Any] = []

    def answer(self, game: Game) -> Any:
        if isinstance(game.question, Take) or not self.plan:
            self.plan = self._planned(game)
        return self.plan.pop(0)

    def _planned(self, game: Game) -> list[Any]:
        question = game.question
        assert isinstance(question, Take | Choose)
        plans = self._plans(game, question.side)
        best = sorted(plans, key=lambda plan: plan[0], reverse=True)
        if self.careful:
            best = sorted(
                best[:REPLIES], key=lambda plan: self._after_reply(game, plan[2], question.side), reverse=True
            )
        return best[0][1]

    def _plans(self, game: Game, side: str) -> list[tuple[Fraction, list[Any], Machine]]:
        """What it could do, what that is worth, and how the game then stands."""
        found: list[tuple[Fraction, list[Any], Machine]] = []
        depth = _depth(game.machine)
        waiting: list[tuple[list[Any], Machine]] = [([], game.machine)]
        seen: set[str] = set()
        tried = 0
        while waiting and (tried < TRIED or not found):
            answers, machine = waiting.pop(self.chance.below(len(waiting)))
            for answer in self.chance.shuffled(choices.candidates(machine)):
                tried += 1
                if not choices.judge(machine, answer).judged:
                    continue
                ahead = machine.copy()
                ahead.put(answer)
                ahead.run()
                plan = [*answers, answer]
                if _is_decided(ahead, depth, answer, machine):
                    found.append((self._expected(game, ahead, side), plan, ahead))
                elif (text := ahead.state.text() + str(ahead.frames[-1])) not in seen:
                    seen.add(text)
                    waiting.append((plan, ahead))
        return found

    def _expected(self, game: Game, ahead: Machine, side: str) -> Fraction:
        """What a position is worth; where dice have to fall first, on the average over their first throw."""
        question = ahead.state.question
        if not isinstance(question, Throw):
            return _worth(game, ahead, side)
        total = Fraction(0)
        for shows, share in falls(question.count, question.faces):
            fallen = ahead.copy()
            fallen.put(shows)
            fallen.run()
            while isinstance(fallen.state.question, Throw):  # later throws: as they fall most often
                throw = fallen.state.question
                fallen.put((throw.count * (throw.faces + 1)) // 2)
                fallen.run()
            total += share * _worth(game, fallen, side)
        return total

    def _after_reply(self, game: Game, ahead: Machine, side: str) -> Fraction:
        """What is left of a plan when the other side has made the best of its next action."""
        question = ahead.state.question
        if not isinstance(question, Take | Choose) or question.side == side:
            return _worth(game, ahead, side)
        replies = [
            _worth(game, ahead, side),
            *(_worth(game, reply, side) for _, _, reply in self._plans(_seen_from(game, ahead), question.side)),
        ]
        return min(replies)


def _seen_from(game: Game, machine: Machine) -> Game:
    """The same game as it would stand there; nothing is written down."""
    other = Game.__new__(Game)
    other.agenda, other.setup, other.machine = game.agenda, game.setup, machine
    return other


def _depth(machine: Machine) -> int:
    return sum(isinstance(frame, Action) for frame in machine.frames)


def _is_decided(ahead: Machine, depth: int, answer: Any, before: Machine) -> bool:
    """Whether the action that was planned is over, or waits for dice or for another side."""
    question = ahead.state.question
    if not isinstance(question, Choose):
        return True
    return _depth(ahead) <= depth and not isinstance(before.state.question, Take)


def _worth(game: Game, machine: Machine, side: str) -> Fraction:
    if game.setup.worth is None:
        raise Hole("this situation does not say what a side wants", "write `worth:` in its file")
    return Fraction(machine.ev.value(game.setup.worth, {"side": side}))


PLAYERS: dict[str, Callable[[str], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "careful": lambda seed: GreedyPlayer(seed, careful=True),
}

__all__ = ["PLAYERS", "GreedyPlayer", "LawStop", "Player", "RandomPlayer", "ScriptedPlayer"]
