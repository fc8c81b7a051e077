"""Players that do not look ahead: `random` takes any legal answer, `scripted` answers what is written.

Those that look ahead are printed with the law (`wasm/prelude/programs.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.words import in_words

MAX_NAMED = 8
"""Legal answers that are named where a script has none."""


class Player(Protocol):
    def answer(self, game: Game) -> Value: ...


class RandomPlayer:
    """Any legal answer, each as likely as the others; an action that gives something up only for want of others.

    What may be answered is tried in the order of its numbers (`chance.py`, `dice.py`), `"done"` among it by its own,
    and the first that is legal is taken. Of actions, those that give something up come after all others, in the same
    order.
    """

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, game: Game) -> Value:
        drawn, actions = self.chance.of(*game.purpose()).in_order(game.eligible()), game.law.graph.actions
        if isinstance(game.question, Take):
            drawn.sort(key=lambda answer: answer in actions and actions[answer].gives_up)
        for candidate in drawn:
            if game.allows(candidate):
                return candidate
        raise AssertionError(f"nothing can be answered to `{_asked(game)}`")  # what has no answer lapses


def _asked(game: Game) -> str:
    question = game.question
    return question.pick if isinstance(question, Choose) else ACTION


class Unfit(Exception):
    """A script does not fit the game that it is to be played in: which of its answers, counted from 0, and why."""

    def __init__(self, number: int, message: str, help: str) -> None:
        super().__init__(number, message, help)
        self.number, self.message, self.help = number, message, help


@dataclass(eq=False)
class ScriptedPlayer:
    """Answers in the order in which they are written; after the last it is done with everything."""

    answers: Sequence[str]
    given: int = 0

    def answer(self, game: Game) -> Value:
        over = self.given >= len(self.answers)
        text = DONE if over else self.answers[self.given]
        meant = game.meant(text)
        if meant is None or not game.allows(meant):
            self._refuse(game, text, meant, over)
        self.given += 1
        return meant

    def _refuse(self, game: Game, text: str, meant: Value, over: bool) -> NoReturn:
        legal = [in_words(option, game.position) for option in game.options()]
        more = ", ..." if len(legal) > MAX_NAMED else ""
        help = f"it can be answered with {', '.join(f'`{one}`' for one in legal[:MAX_NAMED])}{more}"
        if over:
            raise Unfit(self.given, f"the answers end here, but `{_asked(game)}` is still to be answered", help)
        message = f"`{text}` is not an answer to `{_asked(game)}`"
        if meant is not None:
            reasons = "; ".join(refusal.text for refusal in game.judge(meant).refusals)
            message = f"`{text}` is refused as an answer to `{_asked(game)}`: {reasons}"
        raise Unfit(self.given, message, help)
