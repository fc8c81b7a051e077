"""How far dice carried a game, and the difference of two laws with that taken out.

Idea: the luck of a throw is by how much a side's lead came to be larger than was to be expected over all falls of the
dice, each with its exact chance. A lead is what the position is worth to the side, less what it is worth to the others
on average. Whatever came before, luck is 0 on average; so a share of it, if it was fixed before the dice fell, can be
subtracted from the score of a game, and the mean stays where it is. The share (`Level`) is the one that would have
taken most variance from the seeds before. Of a throw that might carry the sum of a game beyond `MOST`, only as large a
part counts as cannot.
INVARIANT: what is subtracted was decided before each fall and is 0 on average, so it moves no mean; and it stays within
`MOST` for each game, so the bounds that hold at any look (`certainty.py`) hold for what is left.
Why not a regression over all pairs at the end: its factor has seen the dice that it is multiplied with. That moves the
mean, though little, and no bounds hold at every look.

Throws before the two games have other prospects count for nothing, in both games: those are the same throws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from hexlaw.compiler.comparing.certainty import GRID, Interval, Values
from hexlaw.runtime.dependence import spans_of
from hexlaw.runtime.emitted.recorded import RecordedLaw
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.sequence import counting
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME

MOST = Fraction(1, 2)
"""What can be subtracted from the score of one game, at the most."""
MOST_WAYS = 216
"""Ways in which dice can fall, at the most, for all of them to be looked at: of throws beyond that luck stays in."""
CAUTION = 10
"""So many seeds are taken to have shown nothing, before the first is played: a share from few seeds is small."""
FINE = 100
"""What is subtracted is counted in parts of 1/100, up or down by lot: so many values are few, and the mean stays."""
DIGITS = 6
_NUMBER = r"-?\d{1,99}(/[1-9]\d{0,99})?"
LEAD = re.compile(_NUMBER, re.ASCII)
_FALL = re.compile(f"{_NUMBER}( {_NUMBER}){{2}}", re.ASCII)


@dataclass(frozen=True)
class Fall:
    """The luck of one throw for a side: as it fell, and the least and the most that it might have been."""

    fell: Fraction
    least: Fraction
    most: Fraction

    def text(self) -> str:
        return f"{self.fell} {self.least} {self.most}"

    @staticmethod
    def is_told_by(text: str) -> bool:
        return _FALL.fullmatch(text) is not None

    @staticmethod
    def of_text(text: str) -> Fall:
        fell, least, most = map(Fraction, text.split())
        return Fall(fell, least, most)


@dataclass(frozen=True)
class Weighed:
    """A throw with the lead of each side after every way in which it could fall; `fell` is the way that it went."""

    chances: tuple[Fraction, ...]
    leads: tuple[tuple[Fraction, ...], ...]  # by way, then by side
    fell: int

    @property
    def prospects(self) -> object:
        """What was known before it fell."""
        return self.chances, self.leads

    def of_side(self, side: int) -> Fall:
        leads = [by_side[side] for by_side in self.leads]
        expected = sum((c * lead for c, lead in zip(self.chances, leads, strict=True)), Fraction(0))
        return Fall(leads[self.fell] - expected, min(leads) - expected, max(leads) - expected)


class Meter:
    """Weighs the throws of one game as they fall. Nothing of that is noted as having a say in the game."""

    def __init__(self, sides: Sequence[str], recorded: RecordedLaw) -> None:
        self.sides, self.recorded = sides, recorded
        self.weighed: list[Weighed] = []
        self.turns: list[tuple[Fraction, ...]] = []  # the lead of each side when a turn was over
        self._clock: str | None = None  # what the game counts its turns by
        self._turn: object = None

    def began(self, game: Game) -> None:
        clock = counting(spans_of(game.law.graph)) if game.setup.worth is not None else None
        self._clock = None if clock is None else clock[1]
        self._turn = self._turn_of(game)

    def answered(self, game: Game) -> None:
        """Something was answered: a turn may be over by it."""
        turn = self._turn_of(game)
        if turn != self._turn:
            with self.recorded.unnoted(), suppress(LawStop):
                self.turns.append(self._lead(game, game.machine))
        self._turn = turn

    def _turn_of(self, game: Game) -> object:
        return None if self._clock is None else game.machine.position.value(GAME, self._clock)

    @property
    def leads(self) -> tuple[tuple[str, ...], ...]:
        """By side, its lead after each turn as text."""
        return tuple(tuple(map(str, leads)) for leads in zip(*self.turns, strict=True))

    def throw(self, game: Game) -> None:
        """The dice of a game fall, and are weighed."""
        before, question = game.machine, game.question
        assert isinstance(question, ByLot)
        with self.recorded.unnoted():
            ways = question.ways if question.number <= MOST_WAYS and game.setup.worth is not None else []
            leads = self._leads(game, before, [shows for shows, _ in ways])
        shows = game.throw()
        if leads:
            number = next(i for i, (way, _) in enumerate(ways) if way == shows)
            self.weighed.append(Weighed(tuple(chance for _, chance in ways), tuple(leads), number))

    def _leads(self, game: Game, before: Machine, ways: Sequence[Any]) -> list[tuple[Fraction, ...]]:
        """Nothing where the law does not answer for one of the ways: which of them falls must not decide on that."""
        try:
            return [self._lead(game, choices.answered(before, shows)) for shows in ways]
        except LawStop:
            return []

    def _lead(self, game: Game, after: Machine) -> tuple[Fraction, ...]:
        assert game.setup.worth is not None
        worth = [Fraction(after.ev.value(game.setup.worth, {"side": side})) for side in self.sides]
        others = len(worth) - 1
        total = sum(worth, Fraction(0))
        return tuple(own - (total - own) / others if others else own for own in worth)


Lucks = tuple[tuple[str, ...], ...]
"""By side, the falls of a game as text."""


def lucks(base: Sequence[Weighed], variant: Sequence[Weighed], sides: int) -> tuple[Lucks, Lucks]:
    """The falls of both games of a pair from where their prospects are first unlike."""
    same = 0
    while same < min(len(base), len(variant)) and base[same].prospects == variant[same].prospects:
        same += 1
    found = [tuple(tuple(fall.text() for w in game[same:] if (fall := w.of_side(side)).least != fall.most)
                   for side in range(sides)) for game in (base, variant)]  # fmt: skip
    return found[0], found[1]


def carried(falls: Sequence[Fall]) -> Fraction:
    """All luck of a game."""
    return sum((fall.fell for fall in falls), Fraction(0))


def subtracted(falls: Sequence[Fall], share: Fraction) -> Fraction:
    """This share of the luck of a game, of which no more counts than can come to `MOST`; 0 on average over the dice."""
    total = Fraction(0)
    for fall in falls:
        least, most = sorted((share * fall.least, share * fall.most))
        part = Fraction(1)
        if most > MOST - total:
            part = min(part, (MOST - total) / most)
        if least < -MOST - total:
            part = min(part, (MOST + total) / -least)
        total += part * share * fall.fell
    return total


@dataclass
class Level:
    """The differences of one side with luck taken out, counted in parts of `reach`, so that they lie from -1 to 1."""

    known: bool = True  # that luck can be told: without a worth of positions nothing is subtracted
    values: Values = field(default_factory=Values)
    products: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    @property
    def reach(self) -> Fraction:
        return 1 + 2 * MOST if self.known else Fraction(1)

    @property
    def share(self) -> Fraction:
        """What was best to subtract of the seeds so far; few seeds say little."""
        if not self.squares:
            return Fraction(0)
        number = self.values.number
        found = self.products / self.squares * number / (number + CAUTION)
        return Fraction(Context(prec=DIGITS).divide(Decimal(found.numerator), Decimal(found.denominator)))

    def add(self, gains: Sequence[Fraction], games: Sequence[tuple[Sequence[Fall], Sequence[Fall]]], seed: str) -> None:
        """A seed: by how much its side does better, and the falls of the two games, for every seating."""
        gain = sum(gains, Fraction(0)) / len(gains)
        share = self.share
        taken = [subtracted(variant, share) - subtracted(base, share) for base, variant in games]
        found = gain - sum(taken, Fraction(0)) / len(taken)
        self.values.add(_by_lot(found, seed) / self.reach if found != gain else gain / self.reach)
        luck = sum((carried(variant) - carried(base) for base, variant in games), Fraction(0)) / len(games)
        self.products += gain * luck
        self.squares += luck * luck

    def difference(self, alarm: Fraction) -> tuple[Fraction, Interval]:
        """By how much the side does better, and the bounds of that."""
        found = self.values.interval(alarm)
        low, high = (max(Fraction(-1), min(Fraction(1), edge * self.reach)) for edge in (found.low, found.high))
        return self.values.mean * self.reach, Interval(low, high)


def _by_lot(value: Fraction, seed: str) -> Fraction:
    """The value in whole parts of `FINE`, up or down by lot so that it is the value on average."""
    parts = abs(value) * FINE
    below = parts.numerator // parts.denominator
    up = Chance(seed).of("in-parts").below(GRID**2) < (parts - below) * GRID**2
    return Fraction(below + up, FINE) * (1 if value > 0 else -1)


def falls_of(told: Lucks, side: int) -> list[Fall]:
    """The falls of a game for one side, as they were kept."""
    return [Fall.of_text(text) for text in told[side]] if side < len(told) else []


def variance(values: Mapping[Fraction, int]) -> Fraction:
    """How far values lie from their mean, squared and averaged."""
    number = sum(values.values())
    if not number:
        return Fraction(0)
    mean = sum((v * n for v, n in values.items()), Fraction(0)) / number
    return sum(((v - mean) ** 2 * n for v, n in values.items()), Fraction(0)) / number
