"""The card of a situation: who wins, under which styles of play, and what decides it.

In: what came of games that programs played, each side in one of several ways: a program, or a program in a style of the
law. Out: shares with their bounds, each side's best reply, and one sentence that says what a designer wants to know.
One figure would be a figure about one program: a seat that is played otherwise can turn it round. So nothing is said of
the situation but what holds whatever the other side does, among the ways there are; and where no way wins, that no way
of ours does.

All games of a card begin with the same seeds, so what differs between two of its cells is what the cells differ in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from operator import attrgetter
from statistics import mean

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.situations.tally import NOBODY, between, in_hundredths, margin

HALF = Fraction(1, 2)
MOSTLY = Fraction(9, 10)
"""The share from which on a side that never falls below it meets nobody who can play the other."""
PLAIN = "greedy"
"""The program that plays every style; without a style it follows the common advice alone."""
UNSKILLED, SKILLED = "random", "captain"

_HOWEVER = f"as `{PLAIN}` plays both", "however both are played"
"""For whom it holds what all games say, of one way to play and of several."""
_NO_WAY = "That says that our programs find no way for {}, not that there is none."


@dataclass(frozen=True)
class WayToPlay:
    """How a side is played: what `--players` calls it, what the card does, and the sentence of its style."""

    name: str
    called: str = "plain"
    said: str = ""


@dataclass(frozen=True)
class CardGame:
    """What came of a game: who won, a half for the first side where nobody has, how long it was, and by turn how far
    the first side was ahead."""

    seed: str
    winner: str
    points: Fraction
    decisions: int
    leads: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class GamesOfCell:
    """The games of a cell: the share of a side in them, and its bounds. It is the first side unless they are turned."""

    games: Sequence[CardGame]
    share: Fraction
    low: Fraction
    high: Fraction

    def turned(self) -> GamesOfCell:
        """Returns the same games as the other side sees them."""
        return GamesOfCell(self.games, 1 - self.share, 1 - self.high, 1 - self.low)

    @property
    def won(self) -> str:
        """Returns in how many of the games the side had the better of it: `18 of 20`, or `17 1/2 of 20`."""
        whole, rest = divmod(len(self.games) * self.share, 1)
        said = [f"{whole}"] * bool(whole or not rest) + ["1/2"] * bool(rest)
        return f"{' '.join(said)} of {len(self.games)}"


Cell = tuple[str, str, str]
"""The way of the first side, that of the others, and what the games go without; nothing: whole."""


@dataclass(frozen=True)
class Shift:
    """What the first side gains where games go without something, in parts of a game, and how far that may be off."""

    gain: Fraction
    margin: Fraction


@dataclass(frozen=True)
class Handicap:
    """Without what the side that wins more often is the other's equal, and how often it wins then."""

    side: str
    without: tuple[str, ...]
    of: int
    cell: Cell


@dataclass
class BalanceCard:
    """The games of a situation, by cell. The first side is set against all others."""

    module: str
    situation: str
    title: str
    sides: tuple[str, str]  # what the first is called, and the others
    first: str
    ways: tuple[WayToPlay, ...]
    number: int  # of games a cell
    games: dict[Cell, list[CardGame]] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)  # what games go without, in words
    handicap: Handicap | None = None
    is_whole: bool = False  # whether each way was played against each
    names_winner: bool = True  # whether the situation says who wins

    def of(self, first: WayToPlay | str, others: WayToPlay | str, without: str = "") -> GamesOfCell:
        """Returns the games in which the sides play so."""
        one, other = (way if isinstance(way, str) else way.name for way in (first, others))
        games = self.games.get((one, other, without), [])
        points = sum((game.points for game in games), Fraction(0))
        low, high = between(points, len(games)) if games else (Fraction(0), Fraction(1))
        return GamesOfCell(games, points / len(games) if games else HALF, low, high)

    def seen(self, way: WayToPlay, other: WayToPlay, *, by_first: bool) -> GamesOfCell:
        """Returns the games of a way of one side against one of the other, as the former sees them."""
        return self.of(way, other) if by_first else self.of(other, way).turned()

    @property
    def own_ways(self) -> tuple[list[WayToPlay], list[WayToPlay]]:
        """Returns by side the ways that play other games than the plain one."""
        ways, how = self.ways, attrgetter("winner", "decisions")  # only the plain games have leads by turn
        first, others = (
            [way for way, games in zip(ways, played, strict=True) if way is ways[0] or games != played[0]]
            for played in (
                [[[*map(how, self.seen(way, other, by_first=by_first).games)] for other in ways] for way in ways]
                for by_first in (True, False)
            )
        )
        return first, others

    def best_reply(self, to: WayToPlay, *, by_first: bool) -> WayToPlay:
        """Returns the best that a side can do against a way of the other."""
        return max(self.own_ways[not by_first], key=lambda way: self.seen(way, to, by_first=by_first).share)

    def worst_of(self, way: WayToPlay, *, by_first: bool) -> GamesOfCell:
        """Returns the games of a way of one side against the other's best reply, as that side sees them."""
        return self.seen(way, self.best_reply(way, by_first=not by_first), by_first=by_first)

    @property
    def safest(self) -> tuple[WayToPlay, WayToPlay]:
        """Returns the ways of either side whose worst is best."""
        first, others = self.own_ways
        return (
            max(first, key=lambda way: self.worst_of(way, by_first=True).share),
            max(others, key=lambda way: self.worst_of(way, by_first=False).share),
        )

    # -- in a sentence

    def sentence(self) -> str:
        """Returns who wins, and for whom that holds."""
        cells = [cell for a in self.ways for b in self.ways if (cell := self.of(a, b)).games]
        if not cells:
            return "No game has been played yet."
        found = self._found(cells)
        if self.is_whole:
            return found
        games, wanted = sum(len(cell.games) for cell in cells), self.number * len(self.ways) ** 2
        return f"So far, by {games} of {wanted} games: {found}"

    def _found(self, cells: Sequence[GamesOfCell]) -> str:
        one, other = self.sides
        if {game.winner for cell in cells for game in cell.games} == {NOBODY}:
            games = sum(len(cell.games) for cell in cells)
            why = _NO_WAY.format("either side") if self.names_winner else "Nobody can: the situation names no `winner`."
            return f"Nobody won any of {games} games, {_HOWEVER[len(self.ways) > 1]}. {why}"
        for wins, loses, seen in (one, other, cells), (other, one, [cell.turned() for cell in cells]):
            if min(cell.low for cell in seen) > HALF:
                return self._always(wins, loses, seen)
        first, others = self.safest
        for wins, loses, way, by_first in (one, other, first, True), (other, one, others, False):
            if self.worst_of(way, by_first=by_first).low > HALF:
                return self._if_played(wins, loses, way, by_first=by_first)
        return self._open(one, other, cells)

    def _always(self, wins: str, loses: str, cells: Sequence[GamesOfCell]) -> str:
        *_, worst = best, *_ = sorted(cells, key=lambda cell: cell.share, reverse=True)
        is_same = best.won == worst.won
        often = ":" if len(cells) == 1 else ", always" if is_same else ", at the least"
        found = f"{wins} wins this {_HOWEVER[len(self.ways) > 1]}{often} {worst.won}"
        if worst.share < MOSTLY:
            return f"{found}." if is_same else f"{found} and at the most {best.won}."
        return f"{found}. {_NO_WAY.format(loses)}"

    def _if_played(self, wins: str, loses: str, way: WayToPlay, *, by_first: bool) -> str:
        own, against = self.own_ways if by_first else reversed(self.own_ways)
        worst = {of.name: self.worst_of(of, by_first=by_first) for of in own}
        weakest = min(own, key=lambda of: worst[of.name].share)
        count = len(against)
        replies = f"whichever of our {count} ways {loses} plays" if count > 1 else f"as {loses} does"
        how = f"played {way.called}" + (f" ({way.said.rstrip('.')})" if way.said else "")
        found = f"{wins} wins this {how}: {worst[way.name].won} at the least, {replies}"
        found += "." if weakest is way else f". Played {weakest.called} it is {worst[weakest.name].won} at the worst."
        return f"{found} {_NO_WAY.format(loses)}" if worst[way.name].share >= MOSTLY else found

    def _open(self, one: str, other: str, cells: Sequence[GamesOfCell]) -> str:
        named = {(a, b): self.of(a, b) for a in self.ways for b in self.ways if self.of(a, b).games}
        lowest, highest = (choose(named, key=lambda ways: named[ways].share) for choose in (min, max))
        low, high = named[lowest], named[highest]
        if low.high >= high.low:
            games = [game for cell in cells for game in cell.games]
            every = GamesOfCell(games, mean(game.points for game in games), HALF, HALF)
            found = f"It is open: {one} has the better of {every.won}, {_HOWEVER[len(self.ways) > 1]}."
            first, others = self.safest
            if first is others is self.ways[0]:
                return found
            safest = self.of(first, others).won
            played = f"Where each plays what is safest for it, {one} {first.called} and {other} {others.called}"
            return f"{found} {played}, it is {safest}."
        (a, b), (c, d) = lowest, highest
        found = (
            f"Who wins is decided by how it is played: {one} wins {high.won} played {c.called}"
            f" against {other} {d.called}, and {low.won} played {a.called} against {b.called}."
        )
        for wins, way, by_first in zip(self.sides, self.safest, (True, False), strict=True):
            if (worst := self.worst_of(way, by_first=by_first)).share > HALF:
                best = f"{wins} does best played {way.called}: {worst.won} at the worst"
                return f"{found} {best}, too few games to say more."
        return f"{found} None of our ways wins against all of the other side's."

    # -- causes

    def causes(self) -> dict[str, Fraction]:
        """Returns how much of the difference between all games goes with how either side was played, with both
        together, and with the dice: parts of the sum of squares (analysis of variance, two factors)."""
        first, others = self.own_ways
        cells = {(a.name, b.name): [game.points for game in self.of(a, b).games] for a in first for b in others}
        if not all(cells.values()) or len({len(cell) for cell in cells.values()}) > 1:
            return {}
        every = [x for cell in cells.values() for x in cell]
        middle = mean(every)
        if not (whole := sum(((x - middle) ** 2 for x in every), Fraction(0))):
            return {}
        by_first = {a.name: mean([x for b in others for x in cells[a.name, b.name]]) for a in first}
        by_others = {b.name: mean([x for a in first for x in cells[a.name, b.name]]) for b in others}
        size = len(every)
        rows = sum(((x - middle) ** 2 for x in by_first.values()), Fraction(0)) * size / len(first)
        columns = sum(((x - middle) ** 2 for x in by_others.values()), Fraction(0)) * size / len(others)
        between_cells = sum((len(cell) * (mean(cell) - middle) ** 2 for cell in cells.values()), Fraction(0))
        one, other = self.sides
        return {
            f"how {one} is played": rows / whole, f"how {other} is played": columns / whole,
            "which meets which": (between_cells - rows - columns) / whole, "dice": (whole - between_cells) / whole,
        }  # fmt: skip

    def skill(self) -> Iterator[tuple[str, str]]:
        """Yields what skill is worth: who plays, and how often the first side has the better of it."""
        one, other = self.sides
        for a, b in product((UNSKILLED, PLAIN, SKILLED), repeat=2):
            if (cell := self.of(a, b)).games:
                yield f"{one} {a}, {other} {b}", cell.won

    def leads(self) -> Iterator[tuple[int, Fraction, str]]:
        """Yields by turn of the plain games the first side's mean lead, and how often the leader has won."""
        games = [game for game in self.of(PLAIN, PLAIN).games if game.leads and game.winner != NOBODY]
        for turn in range(max((len(game.leads) for game in games), default=0)):
            there = [game for game in games if len(game.leads) > turn]
            ahead = [game for game in there if game.leads[turn]]
            right = sum((game.leads[turn] > 0) == (game.winner == self.first) for game in ahead)
            yield turn + 1, mean(game.leads[turn] for game in there), f"{right} of {len(ahead)}"

    def shift(self, without: str, first: str, others: str) -> Shift | None:
        """Returns what the first side gains by it; None where no games tell."""
        whole = {game.seed: game.points for game in self.of(first, others).games}
        pairs = [g.points - whole[g.seed] for g in self.of(first, others, without).games if g.seed in whole]
        return Shift(mean(pairs), margin(pairs)) if len(pairs) > 1 else None

    def shifts(self) -> Iterator[tuple[str, Shift, Shift | None]]:
        """Yields what was left out with what it does where both are plain, and where both play what is safest for them;
        what does most comes first."""
        found = list[tuple[str, Shift, Shift | None]]()
        first, others = self.safest
        for name, called in self.called.items():
            plain = self.shift(name, PLAIN, PLAIN)
            same = (first.name, others.name) == (PLAIN, PLAIN)
            if plain is not None:
                found.append((called, plain, None if same else self.shift(name, first.name, others.name)))
        yield from sorted(found, key=lambda one: -abs(one[1].gain))

    def as_data(self) -> dict[str, object]:
        """Returns the card as plain data."""
        cells = [
            {"first": a, "others": b, "without": self.called.get(without, without), "games": len(games),
             "won": {name: sum(g.winner == name for g in games) for name in sorted({g.winner for g in games})}}
            for (a, b, without), games in self.games.items()
        ]  # fmt: skip
        return {
            "module": self.module, "situation": self.situation, "title": self.title, "sides": [*self.sides],
            "sentence": self.sentence(), "ways": {way.name: way.said for way in self.ways}, "cells": cells,
            "causes": {name: in_hundredths(part) for name, part in self.causes().items()},
            "rows": table_of(self), "notes": [*self.notes()],
        }  # fmt: skip

    def notes(self) -> Iterator[str]:
        """Yields what one has to know to read the table, and what the ways to play are."""
        one, other = self.sides
        yield (
            f"How often {one} has the better of it, by its way to play (at the left) and by that of {other} (above),"
            f" with the bounds that hold in 19 of 20 cases; * is the best reply of {one}, + that of {other}."
        )
        yield from (f"{way.called[:1].upper()}{way.called[1:]}: {way.said}" for way in self.ways if way.said)

    def lines(self, *, everything: bool = False) -> Iterator[str]:
        """Yields the card in lines for a terminal; `everything` has also what its games were played without."""
        made = template(__file__, "balance_card.txt.jinja", (gains, in_hundredths, in_table, zip))
        lines = made.render(it=self, everything=everything).split("\n")
        yield from lines[:-1]


def table_of(card: BalanceCard) -> list[list[str]]:
    """Returns the rows of the table, its heading first: the first side's ways downwards, the others' across."""
    rows = ([one.called, *(_cell(card, one, other) for other in card.ways)] for one in card.ways)
    heading = ["", *(other.called for other in card.ways)]
    return [heading, *rows]


def in_table(card: BalanceCard) -> list[str]:
    """Returns the lines of the table."""
    rows = table_of(card)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{x:<{width}}" for x, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _cell(card: BalanceCard, one: WayToPlay, other: WayToPlay) -> str:
    cell = card.of(one, other)
    if not cell.games:
        return "-"
    low, high = (round(bound * 100) for bound in (cell.low, cell.high))
    replies = ("*", card.best_reply(other, by_first=True) is one), ("+", card.best_reply(one, by_first=False) is other)
    signs = "".join(sign for sign, is_best in replies if card.is_whole and is_best)
    return f"{cell.won} [{low} to {high} %]{signs}"


def gains(shift: Shift) -> str:
    """Returns what is gained in games of a hundred, and whether that may be chance."""
    more = round(shift.gain * 100)
    is_clear = abs(shift.gain) > shift.margin
    return f"{more:+} ± {round(shift.margin * 100)}" + ("" if is_clear else ", which may be chance")
