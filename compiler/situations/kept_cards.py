"""Cards of situations as they are kept beside a module, in `balance/SITUATION.csv`: its book prints them.

A file says when its games were played, by which law and by which programs, so a page that prints it can say whether
that still holds. Behind that stand the ways to play, and of each cell the games in the order of their seeds: who won
and how many decisions it took.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from io import StringIO

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import MAX_DATA_SIZE, Chain
from hexlaw.compiler.situations.balance_card import HALF, BalanceCard, CardGame, WayToPlay
from hexlaw.compiler.situations.tally import NOBODY

PLACE = "balance/{}.csv"
"""Where the card of a situation is kept in the folder of its module."""
COLUMNS = ("what", "first", "others", "is")


@dataclass(frozen=True)
class KeptCard:
    """A card, the day on which it was played, and digests of the law and of what plays."""

    card: BalanceCard
    day: date
    law: str
    programs: str

    def said(self, law: str) -> str:
        """Returns when it was played, and whether by the law of this digest."""
        since = "" if self.law == law else " The law has changed since."
        day, games = self.day.isoformat(), self.card.number
        return f"Played by programs on {day}, {games} games a cell.{since}"

    def written(self) -> str:
        """Returns the text of its file."""
        file = StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(self._rows())
        return file.getvalue()

    def _rows(self) -> Iterator[tuple[str, ...]]:
        card = self.card
        yield "played", self.day.isoformat(), "", ""
        yield "law", self.law, "", ""
        yield "programs", self.programs, "", ""
        yield "title", card.title, "", ""
        yield "games", str(card.number), "", ""
        yield "sides", *card.sides, card.first
        yield from (("way", way.name, way.called, way.said) for way in card.ways)
        for (first, others, without), games in sorted(card.games.items()):
            if not without:
                yield "cell", first, others, " ".join(f"{game.winner}:{game.decisions}" for game in games)


def kept_in(chain: Chain, situation: str) -> KeptCard | None:
    """Returns the card of a situation that is kept beside a module."""
    path = chain.layers[-1].folder / PLACE.format(situation)
    source = chain.texts.read(path, path.name, MAX_DATA_SIZE, Diagnostics()) if path.is_file() else None
    return None if source is None else card_of(source.text, chain.name, situation)


def card_of(text: str, module: str, situation: str) -> KeptCard | None:
    """Returns a card that was kept; None where the text is none."""
    rows = [tuple(row) for row in csv.reader(StringIO(text)) if len(row) == len(COLUMNS)][1:]
    one = {row[0]: row[1:] for row in rows}
    with suppress(KeyError, ValueError):
        sides = one["sides"]
        ways = tuple(WayToPlay(*row[1:]) for row in rows if row[0] == "way")
        title, number = one["title"][0], int(one["games"][0])
        card = BalanceCard(module, situation, title, (sides[0], sides[1]), sides[2], ways, number)
        for what, first, others, games in rows:
            if what == "cell":
                card.games[first, others, ""] = [
                    _game(f"{at}", game, card.first) for at, game in enumerate(games.split(), 1)
                ]
        card.is_whole = all(len(card.of(a, b).games) >= number for a in ways for b in ways)
        return KeptCard(card, date.fromisoformat(one["played"][0]), one["law"][0], one["programs"][0])
    return None


def _game(seed: str, written: str, first: str) -> CardGame:
    winner, _, decisions = written.rpartition(":")
    return CardGame(seed, winner, HALF if winner == NOBODY else Fraction(int(winner == first)), int(decisions))
