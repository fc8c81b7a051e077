"""Players that are programs: they look at a game and answer its question.

`random` takes any legal answer. `greedy` tries what it can do with one action and takes what is worth most to its side,
as the situation says what that is. `search` plans all that it does until somebody else decides. `scripted` answers what
is written. Those that look ahead do so on what their side sees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Protocol

from hexlaw.runtime.play import choices
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.foresight import imagined
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import Plan, Planner, best_first
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.play.searching.lines import Lines
from hexlaw.runtime.stops import Hole
from hexlaw.runtime.words import in_words

MOST_NAMED = 8
"""Legal answers that are named where a script has none."""

WITHIN = 10
"""What part of its budget a search spends on the rest of an action that it is asked about by itself."""
PLAN, PLAN_OF = 60_000_000, 100_000
"""Steps that a plan may take, whatever it looks at, and more for each position that it may look at."""


class Player(Protocol):
    def answer(self, game: Game) -> Any: ...


class RandomPlayer:
    """Any legal answer, each as likely as the others; an action that gives something up only for want of others."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, game: Game) -> Any:
        for candidate in self._in_order(game):
            if game.allows(candidate):
                return candidate
        raise Hole(f"nothing can be answered to `{_asked(game)}`", "the law lets a side come to where it has no choice")

    def _in_order(self, game: Game) -> list[Any]:
        drawn = self.chance.of(*game.purpose()).in_order(choices.candidates(game.machine))
        if not isinstance(game.question, Take):
            return drawn
        actions = game.law.graph.actions
        return sorted(drawn, key=lambda answer: answer in actions and actions[answer].gives_up)


def _asked(game: Game) -> str:
    question = game.question
    return question.pick if isinstance(question, Choose) else "action"


class Unfit(Exception):
    """A script does not fit the game that it is to be played in: which of its answers, counted from 0, and why."""

    def __init__(self, number: int, message: str, help: str) -> None:
        super().__init__(number, message, help)
        self.number, self.message, self.help = number, message, help


class ScriptedPlayer:
    """Answers in the order in which they are written; after the last it is done with everything."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = answers
        self.given = 0

    def answer(self, game: Game) -> Any:
        over = self.given >= len(self.answers)
        text = DONE if over else self.answers[self.given]
        meant = game.meant(text)
        if meant is None or not game.allows(meant):
            self._refuse(game, text, meant, over)
        self.given += 1
        return meant

    def _refuse(self, game: Game, text: str, meant: Any, over: bool) -> NoReturn:
        legal = [in_words(option, game.position) for option in game.options()]
        more = ", ..." if len(legal) > MOST_NAMED else ""
        help = f"it can be answered with {', '.join(f'`{one}`' for one in legal[:MOST_NAMED])}{more}"
        if over:
            raise Unfit(self.given, f"the answers end here, but `{_asked(game)}` is still to be answered", help)
        message = f"`{text}` is no answer to `{_asked(game)}`"
        if meant is not None:
            reasons = "; ".join(refusal.text for refusal in game.judge(meant).refusals)
            message = f"`{text}` is refused as an answer to `{_asked(game)}`: {reasons}"
        raise Unfit(self.given, message, help)


class ForesightedPlayer(ABC):
    """Makes a plan, follows it as long as it can, and then makes the next.

    It plans on what its side sees. So an answer of a plan can turn out not to be legal, or not to be asked for.
    """

    sort: type[Planner] = Planner

    def __init__(self, seed: str, budget: int) -> None:
        self.chance = Chance(seed)
        self.budget = budget  # positions that are looked at for one plan
        self.left: list[Any] = []  # what is still to be answered of the plan

    def answer(self, game: Game) -> Any:
        if not self.left or not self._can(game, self.left[0]):
            self.left = self._plan(game)
        return self.left.pop(0)

    def _plan(self, game: Game) -> list[Any]:
        question, worth = game.question, game.setup.worth
        assert isinstance(question, Take | Choose)
        if worth is None:
            raise Hole("this situation does not say what a side wants", "write rules of goals, or `worth:` in its file")
        with game.machine.answering.account.shared(PLAN + PLAN_OF * self.budget, "to make a plan"):
            chance = self.chance.of(*game.purpose())
            machine = imagined(game.machine, question.side, chance)
            planner = self.sort(worth, question.side, chance, self.budget, machine)
            plans = self.plans(planner, machine)
        for plan in plans:
            if self._can(game, plan.answers[0]):
                return list(plan.answers)
        return [RandomPlayer(self.chance).answer(game)]  # nothing was found, or nothing of what was imagined is legal

    def _can(self, game: Game, answer: Any) -> bool:
        return answer in choices.candidates(game.machine) and game.allows(answer)

    @abstractmethod
    def plans(self, planner: Planner, machine: Machine) -> list[Plan]:
        """What could be done, best first."""


class GreedyPlayer(ForesightedPlayer):
    """Plans one action at a time: of the ways to carry it out that it looks at, the one that is worth most.

    To be done counts for no less than how it stands now. What comes then comes after any action as well; who shrank
    from it would act and act for nothing.
    """

    def plans(self, planner: Planner, machine: Machine) -> list[Plan]:
        found = planner.plans(machine, self.budget)
        if not found:
            return found
        now = planner.worth_of(machine, planner.side)
        return best_first([replace(p, worth=max(p.worth, now)) if p.answers == (DONE,) else p for p in found])


class SearchingPlayer(ForesightedPlayer):
    """Plans all that it does until somebody else decides or dice fall, and holds it against what the others do then."""

    sort = Lines

    def plans(self, planner: Planner, machine: Machine) -> list[Plan]:
        assert isinstance(planner, Lines)
        if not isinstance(machine.state.question, Take):
            planner.aims_from(machine)
            return planner.plans(machine, self.budget // WITHIN)
        return planner.best(machine)


@dataclass(frozen=True)
class Sort:
    """A sort of player by what it is called, with the positions that it looks at for one plan, if it looks ahead."""

    begin: Callable[[str, int], Player]
    budget: int | None = None


PLAYERS: dict[str, Sort] = {
    "random": Sort(lambda seed, _: RandomPlayer(Chance(seed))),
    "greedy": Sort(GreedyPlayer, 120),
    "search": Sort(SearchingPlayer, 600),
}


def player(name: str, seed: str) -> Player:
    """The player that a name such as `greedy` or `search:200` stands for; `ValueError` says what is wrong with it."""
    word, colon, number = name.partition(":")
    if word not in PLAYERS:
        raise ValueError(f"there is no player `{word}`")
    sort = PLAYERS[word]
    if not colon:
        return sort.begin(seed, sort.budget or 0)
    if sort.budget is None:
        raise ValueError(f"`{word}` does not look ahead: write it without a number")
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 7 and int(number) > 0):
        raise ValueError(f"`{number}` is no number of positions: from 1 to {9_999_999:,}, as in `{word}:{sort.budget}`")
    return sort.begin(seed, int(number))
