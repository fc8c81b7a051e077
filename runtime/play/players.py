"""Players that are programs: they look at a game and answer its question.

`random` takes any legal answer. `greedy` tries what it can do with one action and takes what is worth most to its side,
as the situation says what that is. `search` plans all that it does until somebody else decides. `scripted` answers what
is written. Those that look ahead do so on what their side sees.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any, NoReturn, Protocol

from hexlaw.runtime import expr as e
from hexlaw.runtime.play import choices, lookahead
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.dice import Purpose
from hexlaw.runtime.play.foresight import imagined
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import A_SECOND, ALIKE, Beginning, Clock, Known, Plan, Planner, best_first
from hexlaw.runtime.play.purpose import purpose_of
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.play.searching.lines import Lines
from hexlaw.runtime.stops import Exhausted, Hole, LawStop
from hexlaw.runtime.value import Thing
from hexlaw.runtime.words import in_words

MOST_ORDERED = 8
"""Questions to come for which a random player keeps in which order it will try its answers."""
MOST_NAMED = 8
"""Legal answers that are named where a script has none."""

WITHIN = 10
"""What part of its budget a search spends on the rest of an action that it is asked about by itself."""
SECONDS = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?s")
MOST_SECONDS = 3_600
PLAN, PLAN_OF = 60_000_000, 100_000
"""Steps that a plan may take, whatever it looks at, and more for each position that it may look at."""


class Player(Protocol):
    def answer(self, game: Game) -> Any: ...


class RandomPlayer:
    """Any legal answer, each as likely as the others; an action that gives something up only for want of others.

    What may be answered is tried in the order of its numbers (`chance.py`, `purpose.py`), `"done"` among it by its own,
    and the first that is legal is taken. Of actions, those that give something up come after all others, in the same
    order.
    """

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self._ordered: list[tuple[Machine, Purpose, list[Any]]] = []  # for the questions that were looked at last

    def answer(self, game: Game) -> Any:
        for candidate in self.in_order(game.machine, game.purpose()):
            if game.allows(candidate):
                return candidate
        raise Hole(f"nothing can be answered to `{_asked(game)}`", "the law lets a side come to where it has no choice")

    def in_order(self, machine: Machine, purpose: Purpose) -> list[Any]:
        """What may be an answer, the first legal one of which is taken."""
        for known, its_purpose, drawn in self._ordered:
            if known is machine and its_purpose == purpose:
                return drawn
        drawn = self.chance.of(*purpose).in_order(choices.likely(machine))
        if isinstance(machine.state.question, Take):
            actions = machine.agenda.law.graph.actions
            drawn.sort(key=lambda answer: answer in actions and actions[answer].gives_up)
        self._ordered = [(machine, purpose, drawn), *self._ordered[: MOST_ORDERED - 1]]
        return drawn


def _asked(game: Game) -> str:
    question = game.question
    return question.pick if isinstance(question, Choose) else ACTION


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
        message = f"`{text}` is not an answer to `{_asked(game)}`"
        if meant is not None:
            reasons = "; ".join(refusal.text for refusal in game.judge(meant).refusals)
            message = f"`{text}` is refused as an answer to `{_asked(game)}`: {reasons}"
        raise Unfit(self.given, message, help)


class ForesightedPlayer(ABC):
    """Makes a plan, follows it as long as it can, and then makes the next.

    It plans on what its side sees. So an answer of a plan can turn out not to be legal, or not to be asked for.
    """

    sort: type[Planner] = Planner

    def __init__(self, seed: str, budget: int, milliseconds: int | None = None) -> None:
        self.chance = Chance(seed)
        self.budget = budget  # positions that are looked at for one plan
        self.milliseconds = milliseconds  # or how long it may take
        self.left: list[Any] = []  # what is still to be answered of the plan
        self.kept_from: Mapping[Thing, frozenset[Thing]] = {}  # by thing, from whom it keeps away by the plan

    def answer(self, game: Game) -> Any:
        if not self.left or not self._can(game, self.left[0]):
            self.left = self._plan(game)
        return self.left.pop(0)

    def _plan(self, game: Game) -> list[Any]:
        question, worth = game.question, game.setup.worth
        assert isinstance(question, Take | Choose)
        if worth is None:
            raise Hole("the law does not say what a side wants", "write goals, or `worth(s: side)`, in advice")
        for plan in self._planned(game, question.side, worth):
            if self._can(game, plan.answers[0]):
                return list(plan.answers)
        return [RandomPlayer(self.chance).answer(game)]  # nothing was found, or nothing of what was imagined is legal

    def _planned(self, game: Game, side: str, worth: e.Expr) -> Iterator[Plan]:
        """The plans for what is asked, best first; what is done between them has an account of its own."""
        account, most = game.machine.answering.account, PLAN + PLAN_OF * self.budget
        with account.shared(most, "to make a plan"):
            chance = self.chance.of(*game.purpose())
            machine = imagined(game.machine, side, chance)
            planner = self.sort(worth, side, chance, self.budget, machine)
            planner.clock = None if self.milliseconds is None else Clock(self.milliseconds)
            plans = iter(self.plans(planner, machine))
            plan = next(plans, None)
        while plan is not None:
            if machine is game.machine and plan.answers != (DONE,):  # else it was made for what is imagined
                with suppress(LawStop):
                    lookahead.lead_on(machine, plan.answers)
            yield plan
            with account.shared(most, "to make a plan"):
                plan = next(plans, None)

    def _can(self, game: Game, answer: Any) -> bool:
        return answer in choices.candidates(game.machine) and game.allows(answer)

    @abstractmethod
    def plans(self, planner: Planner, machine: Machine) -> Iterable[Plan]:
        """What could be done, best first."""


class GreedyPlayer(ForesightedPlayer):
    """Plans one action at a time: of the ways to carry it out that it looks at, the one that is worth most.

    To be done counts for no less than how it stands now. What comes then comes after any action as well; who shrank
    from it would act and act for nothing.

    What it finds besides is kept until it acts in another place (`Outlook`). So with many units most actions cost a
    second look at what one of them could do, not a first look at what all could.

    Who has just acted goes on first, where another action of it gains: in many games a unit that has come on drives on
    only until another is taken in hand. So what gains less is done before what gains more, and both are done. What
    it has just done is not tried again there: that was followed as far as it gained.
    """

    def __init__(self, seed: str, budget: int) -> None:
        super().__init__(seed, budget)
        self.outlook = Outlook(None)
        self.in_hand: Beginning | None = None  # the action that was taken last, and who began it

    def _plan(self, game: Game) -> list[Any]:
        answers = super()._plan(game)
        if isinstance(game.question, Take):
            begun = tuple(answers[:ALIKE])
            self.in_hand = begun if isinstance(begun[-1], Thing) else None
        return answers

    def plans(self, planner: Planner, machine: Machine) -> Iterator[Plan]:
        with suppress(Exhausted):  # any other stop here stops the game: it could go by nothing, and not say so
            planner.worth_of(machine, planner.side)
        question = machine.state.question
        if not isinstance(question, Take):
            yield from self._whole(planner, machine, Outlook(None))
            return
        where = purpose_of(question, machine.frames)
        if where != self.outlook.where:
            self.outlook, self.in_hand = Outlook(where), None
        if self.in_hand is not None:
            goes_on = planner.going_on(machine, self.in_hand, self.budget // 4)
            if goes_on is not None:
                yield self._improved(planner, machine, goes_on, self.budget // 4)
        still = self.outlook.best_still(planner, machine)
        if still is not None:
            yield self._improved(planner, machine, still, self.budget // 4)
        yield from self._whole(planner, machine, self.outlook)

    def _whole(self, planner: Planner, machine: Machine, outlook: Outlook) -> Iterator[Plan]:
        found = planner.plans(machine, self.budget, known=outlook.known)
        if found:
            now = planner.worth_of(machine, planner.side)  # which has been worked out for the plans
            outlook.found(found, now, planner.turned)
            found = best_first([replace(p, worth=max(p.worth, now)) if p.answers == (DONE,) else p for p in found])
            best = next((plan for plan in found if plan.answers != (DONE,)), None)
            if best is not None and (best.worth > now or not planner.may_be_done(machine)):
                found.insert(0, self._improved(planner, machine, best, self.budget))
        yield from found

    def _improved(self, planner: Planner, machine: Machine, plan: Plan, budget: int) -> Plan:
        """What gains is followed further; of what has to be done at a loss, something that loses less is looked for."""
        gains = plan.worth > planner.worth_of(machine, planner.side)
        return planner.further(machine, plan) if gains else planner.closer(machine, plan, budget)


class Outlook:
    """What a side could do in one place of the sequence, as far as it has been looked at there.

    Of each beginning the best that was found is kept, with what it gained then, and is looked at again before it is
    done: what has been done since may have closed it, or be worth more. Gains shrink more often than they grow, so
    what still holds what it promised is taken, and the rest waits. Beginnings that could be carried out and gained
    nothing are `vain`: a plan looks at them again only as far as its budget goes. Those that were refused, or lost what
    they had promised, have their turn in the next plan: what is done may open them.
    """

    def __init__(self, where: int | None) -> None:
        self.where = where
        self.kept: dict[Beginning, tuple[Fraction, tuple[Any, ...]]] = {}  # what it gained, and the answers
        self.known = Known()

    def found(self, plans: Iterable[Plan], now: Fraction, turned: Iterable[Beginning]) -> None:
        """Takes note of a plan for all: what was found, with what it is worth as it stands, and what had its turn."""
        best: dict[Beginning, tuple[Fraction, tuple[Any, ...]]] = {}
        for plan in plans:
            beginning = plan.answers[:ALIKE]
            if plan.answers != (DONE,) and (beginning not in best or plan.worth - now > best[beginning][0]):
                best[beginning] = plan.worth - now, plan.answers
        self.kept.update(best)
        known = self.known
        known.looked_at.update(turned)
        known.vain.update(b for b in turned if b in best and best[b][0] <= 0)
        known.vain.difference_update(b for b, (gain, _) in best.items() if gain > 0)

    def best_still(self, planner: Planner, machine: Machine) -> Plan | None:
        """Of what is kept, what gains most now; where nothing gains, none, unless the side may not be done."""
        waiting = [(-gain, planner.chance.number(*answers), answers) for gain, answers in self.kept.values()]
        heapify(waiting)
        again: dict[tuple[Any, ...], Plan | None] = {}
        now = planner.worth_now(machine) if waiting else None
        if now is None:
            return None
        must: bool | None = None  # whether it has to do something, once that was asked
        while waiting:
            loss, number, answers = heappop(waiting)
            if loss >= 0:
                must = not planner.may_be_done(machine) if must is None else must
                if not must:
                    return None
            if answers not in again:
                again[answers] = planner.again(machine, answers)
            plan = again[answers]
            if plan is None:
                del self.kept[answers[:ALIKE]]
                continue
            loss = now - plan.worth
            if (loss < 0 or must) and not (waiting and loss > waiting[0][0]):
                del self.kept[answers[:ALIKE]]
                return plan
            self.kept[answers[:ALIKE]] = -loss, answers
            heappush(waiting, (loss, number, answers))
        return None


class SearchingPlayer(ForesightedPlayer):
    """Plans all that it does until somebody else decides or dice fall, and holds it against what the others do then.

    The first plan in a part of its turn looks at the most; one that is made there anew because dice have fallen, or
    somebody else has answered, at half."""

    sort = Lines
    where: int | None = None
    """The part of the sequence in which the last plan was made, and came to all that it was for."""

    def plans(self, planner: Planner, machine: Machine) -> list[Plan]:
        assert isinstance(planner, Lines)
        question = machine.state.question
        if not isinstance(question, Take):
            planner.aims_from(machine)
            return planner.plans(machine, self.budget // WITHIN)
        where = purpose_of(question, machine.frames)
        if where == self.where and planner.clock is None:
            planner.left //= 2
        plans = planner.best(machine)
        self.where = None if planner.cut_short else where
        self.kept_from = planner.kept_from
        return plans


@dataclass(frozen=True)
class Sort:
    """A sort of player by what it is called, with the positions that it looks at for one plan, if it looks ahead;
    `timed` begins one that is given milliseconds in place of them."""

    begin: Callable[[str, int], Player]
    budget: int | None = None
    timed: Callable[[str, int], Player] | None = None


PLAYERS: dict[str, Sort] = {
    "random": Sort(lambda seed, _: RandomPlayer(Chance(seed))),
    "greedy": Sort(GreedyPlayer, 120),
    "search": Sort(SearchingPlayer, 280, lambda seed, time: SearchingPlayer(seed, A_SECOND * time // 1000, time)),
}


def player(name: str, seed: str) -> Player:
    """The player that a name such as `greedy`, `search:200` or `search:2s` stands for; `ValueError` says what is wrong
    with it."""
    word, colon, number = name.partition(":")
    if word not in PLAYERS:
        raise ValueError(f"there is no player `{word}`")
    sort = PLAYERS[word]
    if not colon:
        return sort.begin(seed, sort.budget or 0)
    if sort.budget is None:
        raise ValueError(f"`{word}` does not look ahead: write it without a number")
    if sort.timed is not None and SECONDS.fullmatch(number):
        time = Fraction(number[:-1]) * 1000
        if 0 < time <= MOST_SECONDS * 1000:
            return sort.timed(seed, int(time))
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 7 and int(number) > 0):
        example = f"as in `{word}:{sort.budget}`"
        raise ValueError(f"`{number}` is not a number of positions: from 1 to {9_999_999:,}, {example}")
    return sort.begin(seed, int(number))
