"""A player that plans by styles: it goes by the one of which most comes when games are played on from where it stands.

    python bench/ladder.py --even --programs greedy,bench/captain.py:Captain

Each time that a turn begins, each style of the law, and none, is played on to the end of the game, with the same dice
for all (policy switching: Chang, Givan and Chong, 2004). The others play without a style in every second of these
games, and in one style after the other between. What is clearly worse after three games is played no further. The style
of the turn before is left only for a gain of more than its standard error: going to and fro throws away what was built
up.

What it answers depends on the game and on `GAMES` alone, not on time. It knows secrets, as `Seat.playout` does: where a
law has any, measure nothing by it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

USUAL = "greedy"
GAMES = 6
"""How many games are played of each style, at the most."""
ENOUGH = 3
"""Games of each after which one can be given up."""
WORSE, BETTER = 2, 1
"""Standard errors by which a style is given up, and by which one is left for another."""
CONTINUITY = 0.02
"""Added to the variance of so few games, which is often 0."""


class Captain:
    def __init__(self, seat: Any) -> None:
        self.seat, self.turn, self.program = seat, "", USUAL

    def answer(self, game: Any) -> Any:
        if (turn := self.seat.part(game).partition(",")[0]) != self.turn:
            self.turn = turn
            self.choose(game)
        return self.seat.decided(game, self.program)

    def choose(self, game: Any) -> None:
        law = game.law
        styles = [name for name, style in law.graph.styles.items() if law.why_not_in_force(style.origin) is None]
        ways = [USUAL, *(f"{USUAL}/{style}" for style in styles)]
        points: dict[str, list[float]] = {way: [] for way in ways}
        live = ways if len(ways) > 1 else []
        for number in range(GAMES):
            other = USUAL if number % 2 == 0 else ways[number // 2 % len(ways)]
            for way in live:
                players = {side: way if side == self.seat.side else other for side in law.sides}
                end = self.seat.playout(game, players, seed=f"{self.seat.side} {len(game.entries)} {number}")
                points[way].append(0.5 if end.winner is None else float(end.winner == self.seat.side))
            if number + 1 >= ENOUGH:
                best = max(live, key=lambda way: sum(points[way]), default=USUAL)
                live = [way for way in live if errors_better(points[best], points[way]) < WORSE]
        best = max(live, key=lambda way: sum(points[way]), default=USUAL)
        if self.program not in live or errors_better(points[best], points[self.program]) > BETTER:
            self.program = best


def errors_better(points: Sequence[float], others: Sequence[float]) -> float:
    """By how many standard errors more was won in some games than in others with the same dice."""
    differences = [one - other for one, other in zip(points, others, strict=True)]
    mean, number = sum(differences) / len(differences), len(differences)
    variance = sum((one - mean) ** 2 for one in differences) / max(1, number - 1) + CONTINUITY
    return mean / math.sqrt(variance / number)
