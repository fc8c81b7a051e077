"""What may come of an answer: every fall of the dice that it throws, with its chance, and what is done without dice.

In: a game and an answer that is legal in it. Out: the positions it may lead to, by answers on trial, as far as the side
that decides sees. Chances are exact and add up to 1. Where several throws follow, each can be shown by itself, whatever
the others do. An attack too weak for the table throws no dice, though its effect can: `undiced` finds such an `Effect`,
with its arguments and the position when it was over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from hexlaw.runtime.law.stops import Exhausted, LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.dice import named, purpose_of, subjects
from hexlaw.runtime.play.game import MAX_PARTS, Effect, Game
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.position.position import Position

MAX_ROLLS = 1_296
"""Ways in which dice can fall: as many as four of them can."""
MAX_ENDED = 12
"""Picks, actions and parts that are ended to come to the dice that an answer leads to, or to an effect without; and
throws that are made on the way."""
MAX_AGAIN = 3
"""How often the same throw is repeated after a tie: typical throws, which tie, would repeat it for ever."""


@dataclass(frozen=True)
class Prospect:
    """A position that an answer may lead to; `thrown` are the dice on the way, `question` is asked there. Where it is
    `cut_short`, the side that decides does not see all that comes of it."""

    chance: Fraction
    position: Position
    thrown: int
    question: Question | None
    cut_short: bool


def outcomes(game: Game, answer: Value) -> tuple[Position, list[Prospect]]:
    """Returns the position as it is, and those that an answer may lead to."""
    ahead, found = game.followed(answer), list[Prospect]()
    open_ways = [] if ahead is None else [(Fraction(1), ahead, 0)]
    while open_ways:
        chance, after, thrown = open_ways.pop()
        question = after.question
        if not isinstance(question, ByLot):
            found.append(Prospect(chance, after.position, thrown, question, after.to_read.state.is_cut_short))
            continue
        ways = question.ways
        if len(found) + len(open_ways) + len(ways) > MAX_ROLLS:
            raise Exhausted(f"the dice can fall in more than {MAX_ROLLS:,} ways")
        open_ways += [(chance * share, _fallen(after, shows), thrown + 1) for shows, share in ways]
    return as_seen(game.to_read).position, found


def _fallen(game: Game, shows: Value) -> Game:
    """Returns a game of its own in which dice have fallen, or something was drawn."""
    return game.followed(shows) or game.taken(shows)


@dataclass(frozen=True)
class Outcome:
    """One fall of a throw: how likely it is that it comes to that, and how things stand before and after it, as far as
    that is seen; `cut_short` as of a prospect."""

    chance: Fraction
    before: Position
    after: Position
    cut_short: bool


@dataclass
class Roll:
    """A throw that is still to come: where it is asked for, and its falls."""

    asked: Game
    purpose: int  # what it is for
    falls: list[Outcome] = field(default_factory=list)


@dataclass(frozen=True)
class Rolls:
    """The throws after an answer in their order. Where there are too many ways to follow, each is shown after typical
    throws before it: then they are not `exact`."""

    each: list[Roll]
    exact: bool


def rolls(game: Game, answer: Value, *, quickly: bool = False) -> Rolls:
    """Returns the throws after an answer, each by itself; `quickly` follows only the typical result of each."""
    ahead = game.followed(answer)
    found = None if quickly else _tossed(ahead, MAX_ROLLS)
    return Rolls(_tossed(ahead, None) or [], exact=False) if found is None else Rolls(found, exact=True)


def _tossed(ahead: Game | None, most: int | None) -> list[Roll] | None:
    """Returns the throws from there on, over all results; None where these are more than `most`. Without `most`, only
    the typical result of each throw is followed."""
    found, again = dict[int, Roll](), Counter[object]()
    number, waiting = 0, [] if ahead is None else [(Fraction(1), ahead)]
    while waiting:
        chance, at = waiting.pop(0)
        question = at.question
        if not isinstance(question, ByLot):
            continue
        frames = at.to_read.frames
        again[thrown := (question, *subjects(tuple(named(frames[-1]))))] += 1
        if most is None and again[thrown] > MAX_AGAIN:
            break
        purpose = purpose_of(question, frames)
        roll = found.setdefault(purpose, Roll(at, purpose))
        for shows, share in question.ways:
            number += 1
            if most is not None and number > most:
                return None
            after = _fallen(at, shows)
            roll.falls.append(Outcome(chance * share, at.position, after.position, after.to_read.state.is_cut_short))
            if most is not None:
                waiting.append((chance * share, after))
            elif shows == question.typical:
                waiting.append((Fraction(1), after))
    return list(found.values())


def awaited(game: Game, answer: Value) -> tuple[Game, list[str]] | None:
    """Returns a copy in which the next `done` leads to the dice of an answer that throws none by itself, and the parts
    of the sequence that end on the way there."""
    at, who = game.followed(answer), getattr(game.question, "who", "")
    ended: list[Game] = []
    for _ in range(MAX_ENDED):
        question = None if at is None else at.question
        if at is None or not isinstance(question, Take | Choose) or question.who != who:
            return None
        ended.append(at)
        found = at.foreseen(DONE) if isinstance(question, Take) or question.may_end else None
        if found is None or found.is_refused:
            return None
        if isinstance(found.question, ByLot):
            parts = (one.ends_with_done for one in ended if isinstance(one.question, Take))
            return at, [part for part in parts if part is not None]
        at = at.followed(DONE)
    return None


def undiced(game: Game, answer: Value, about: Collection[str], most: int = MAX_PARTS) -> Effect | None:
    """Returns the effect without dice that has most of `about` among its arguments, after an answer and then up to
    `most` times done; None where none has any."""
    with suppress(LawStop):
        at, who = game, getattr(game.question, "who", "")
        for _ in range(most):
            question = at.question
            if not isinstance(question, Take | Choose) or question.who != who:
                return None
            if at.foreseen(answer).is_refused:
                return None
            best = max(_undiced(at, answer, most), key=lambda one: _in_common(one, about), default=None)
            if best is not None and _in_common(best, about):
                return best
            following = at.followed(answer)
            if following is None or (isinstance(following.question, Choose) and not following.question.may_end):
                return None
            at, answer = following, DONE
    return None


def all_undiced(game: Game, answer: Value) -> list[Effect]:
    """Returns the effects that an answer carries out without dice, each before those that it is a part of; other throws
    on the way have the typical result."""
    with suppress(LawStop):
        return _undiced(game, answer, MAX_ENDED)
    return []


def _undiced(game: Game, answer: Value, most: int) -> list[Effect]:
    """Returns the effects that could have thrown dice and are over after an answer and up to `most` throws."""
    at, found, thrown = game.followed(answer), list[Effect](), set[int]()
    for _ in range(most + 1):
        if at is None:
            break
        noted = at.undiced()
        found += [one for one in noted[0] if one.frame not in thrown]
        if not isinstance(at.question, ByLot):
            return found
        thrown |= noted[1]
        at = at.followed(at.question.typical)
    return found


def _in_common(one: Effect, about: Collection[str]) -> int:
    return len({*about} & {name for value in one.names.values() for name in subjects(value)})
