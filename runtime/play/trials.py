"""Questions that play answers: the results of an effect, and where a repeated pick leads.

START HERE for how `ask`, cases and rules reach the half of the law that does things. Nothing is carried out or judged
here: a trial is a game, begun in the position at an action or an effect, in which dice branch: each result is an answer
on trial. So a question and a game give one verdict and one result.

A trial differs from a game in two ways. It sees the whole position that it is given: to keep secrets, ask it about the
view of a side. And where a rule asks whether an effect would break a requirement, it continues past the breach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.prohibitions import broken_anew
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Exhausted, Hole, Unseen
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play import picks
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.questions import ByLot, Choose, Draw, Take, Throw
from hexlaw.runtime.position.position import Position

if TYPE_CHECKING:
    from hexlaw.runtime.play.game import Game

MAX_PATHS = 50_000
"""Ways in which the dice of one effect may fall."""
MAX_DECISIONS = 200
"""Decisions of one course: it need not end otherwise."""
Shares = Sequence[tuple[Value, Fraction]]
Deciding = Callable[["Game"], Shares]
"""Returns the answers to a question that dice do not answer, each with its share. The shares add up to 1, unless `each`
answer is tried by itself. Programs decide as well (`wasm/prelude/programs.py`)."""
EACH = "each"


def each(game: Game) -> Shares:
    """Returns every legal answer, each as if it were given."""
    return [(answer, Fraction(1)) for answer in game.options()]


def at_random(game: Game) -> Shares:
    """Returns every legal answer with the same share; one that gives something up only if there is nothing else."""
    answers, actions = game.options(), game.law.graph.actions
    kept = [answer for answer in answers if not (answer in actions and actions[answer].gives_up)]
    return [(answer, Fraction(1, len(kept or answers))) for answer in kept or answers]


def for_most_worth(worth: e.Expr, positions: int) -> Deciding:
    """Returns a decider that takes the answer of the highest expected worth, searching up to so many positions: they
    are divided among the answers, and every side decides like this."""

    def best(game: Game, positions: int) -> tuple[Value, Game]:
        question = game.question
        assert isinstance(question, Take | Choose)
        ways = [(answer, game.taken(answer)) for answer in game.options()]
        return max(ways, key=lambda way: expected(way[1], question.side, positions // len(ways)))

    def expected(game: Game, side: str, positions: int) -> Fraction:
        game = game.past_dead_ends()
        match game.question:
            case Throw(ways=ways) | Draw(ways=ways) if len(ways) <= positions:
                found = Fraction(0)
                for shows, share in ways:
                    found += share * expected(game.taken(shows), side, positions // len(ways))
                return found
            case Take() | Choose() if (number := len(game.options())) <= positions:
                return expected(best(game, positions)[1], side, positions // number)
        return Fraction(game.to_read.ev.value(worth, {g.SIDE: side}))

    return lambda game: [(best(game, positions)[0], Fraction(1))]


@dataclass(frozen=True)
class Fallen:
    """The result of one throw: its name in the law and what it showed."""

    name: str
    shows: Value


@dataclass(frozen=True)
class Course:
    """One course that an effect can take, as far as it was followed."""

    chance: Fraction
    dice: tuple[Fallen, ...]
    game: Game
    decided: tuple[Fallen, ...] = ()  # what was answered where a player had to decide


@dataclass(frozen=True)
class BegunApart:
    """An action or an effect with which play begins, apart from any sequence, with its arguments; every side sees the
    whole position. Things that are `acting` are left out when breaches before it are looked for."""

    sort: str
    name: str
    given: tuple[Value, ...]
    acting: tuple[Value, ...] = ()
    unchecked: bool = False  # it goes on past what breaks a requirement


class Trials(Reference):
    """The reference evaluator of a law, with what only play can answer. It takes what `Reference` takes.

    A trial is about the position of the evaluator that asks, and notes what is read where that does.
    """

    def game(self, ev: Evaluator, begins: BegunApart) -> Game:
        """Returns a game that begins apart, in the position of who asks."""
        from hexlaw.runtime.play.game import Game, Setup  # a game asks its law, and law may ask what comes of an effect

        return Game(
            agenda_of(self.law), Setup("", ev.position, begins=begins), "",
            takes_back=False, has_viewers=False, chance=None, seen=ev.seen, asking=self,
        )  # fmt: skip

    def paths(
        self, ev: Evaluator, effect: str, args: tuple[Value, ...], *, unchecked: bool = False,
        deciding: Deciding | None = None,
    ) -> Iterator[Course]:  # fmt: skip
        """Yields every course of an effect, in the order of the dice; the chances add up to 1, as long as those of what
        is decided do. Where no one is `deciding`, only dice do."""
        begins = self.game(ev, BegunApart("effect", effect, args, unchecked=unchecked))
        waiting: list[tuple[Course, tuple[Value, ...]]] = [(Course(Fraction(1), (), begins), ())]
        found = 0
        while waiting:
            course, given = waiting.pop()  # it is given its answer when it is followed, and stands before until then
            game = course.game.taken(*given) if given else course.game
            game = game if deciding is None else game.past_dead_ends()
            question = game.question
            if isinstance(question, ByLot):
                for shows, share in reversed(question.ways):
                    dice = (*course.dice, Fallen(question.name, shows))
                    waiting.append((Course(course.chance * share, dice, game, course.decided), (shows,)))
            elif question is not None and deciding is not None:
                pick = question.pick if isinstance(question, Choose) else "action"
                if len(course.decided) == MAX_DECISIONS:
                    raise Exhausted(f"`{effect}` leaves more than {MAX_DECISIONS} decisions in a row: does it end?")
                for answer, share in reversed(deciding(game)):
                    decided = (*course.decided, Fallen(pick, answer))
                    waiting.append((Course(course.chance * share, course.dice, game, decided), (answer,)))
            elif question is not None:
                what = f"`{question.pick}`" if isinstance(question, Choose) else "what is offered"
                raise Hole(
                    f"somebody has to decide on {what}",
                    "there are odds as far as only dice decide; `ask --as each` tells them for each answer",
                )
            else:
                found += 1
                yield replace(course, game=game)
            if found + len(waiting) > MAX_PATHS:
                raise Exhausted(f"the dice of `{effect}` can fall in more than {MAX_PATHS:,} ways")

    def would_break(self, ev: Evaluator, effect: str, args: tuple[Value, ...], requirement: str) -> bool:
        """Returns whether some course of an effect breaks a requirement where it held, or breaks it further."""
        rule = self.law.standing(requirement)
        if rule is None or not isinstance(rule.conclusion, g.Requires):
            return False
        ask, seen = self.untraced(), ev.seen
        with self.account.inside():
            before, unseen = ask.about(ev.position, seen).broken(rule), None
            for course in ask.paths(ev, effect, args, unchecked=True):
                after = ask.about(course.game.position, seen).broken(rule)
                if broken_anew(before, after):
                    return True
                found = [*after.values(), *(before[case] for case in after if case in before)]
                unseen = unseen or next((stop for stop in found if isinstance(stop, Unseen)), None)
        if unseen is not None:
            raise unseen
        return False

    def reach(self, ev: Evaluator, name: str, args: tuple[Value, ...]) -> dict[Value, Value]:
        """Returns for each hex in which the move may end the least that getting there costs."""
        decl = self.law.graph.reaches[name]
        given = len(self.law.graph.actions[decl.action].params)
        picked, is_refused = args[given:], False
        with self.account.inside():
            game = self.untraced().game(ev, BegunApart("action", decl.action, args[:given], picked))
            for answer in picked:
                is_refused = is_refused or not picks.stands(game.to_read, answer)
                game = game.taken(answer)
            mover = next((arg for arg in picked if isinstance(arg, Thing)), None)
            return game.least_costs(f"{decl.action}.{decl.pick}", mover, is_refused=is_refused)


def evaluator(law: Law, position: Position) -> Evaluator:
    """Returns the reference evaluator of a position, with trials."""
    return Trials(law).about(position).ev
