"""What came of games: one told as it went, many counted up, for people and for programs.

A share of games that were won says little without its margin: it is printed with the bounds between which the true
share lies in 19 of 20 such counts (Wilson's interval), which stay honest for few games and for none won. So is an
average. All is worked out in whole numbers, so that it is the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from statistics import mean, variance
from typing import Any

from hexlaw.compiler.situations.activity import Activity, added
from hexlaw.runtime.law.value import exact_text, plain_text
from hexlaw.runtime.words.english import counted

NINETEEN_OF_TWENTY = Fraction(196, 100)
"""How many standard errors wide a margin is to each side."""
NOBODY = "nobody"
STOPPED = "stopped, won by none"


@dataclass
class PlayedGame:
    """What came of one game."""

    seed: str
    winner: str | None = None
    report: dict[str, Any] = field(default_factory=dict)
    decisions: int = 0
    throws: int = 0
    stopped: str | None = None
    helps: str = ""  # against the stop
    chain: list[str] = field(default_factory=list)  # what led to the stop, told line by line
    journal: str | None = None
    handed_back: bool = False  # by the target, for want of room
    parted: bool = False  # it stopped as the target parted from the game
    activity: Activity = field(default_factory=Activity)


def in_report(figures: Mapping[str, object]) -> dict[str, Any]:
    """Returns the figures of a game; what is neither a number nor a word, in words."""
    plain = bool | int | Fraction | str | None
    return {label: value if isinstance(value, plain) else plain_text(value) for label, value in figures.items()}


# ---- for people


NO_WINNER = "no winner is named: what came of these games is not of this law"


def summary(games: Sequence[PlayedGame], players: Mapping[str, str], *, is_whole: bool = True) -> list[str]:
    """Returns the lines that tell what came of the games; `players` are their names by side. Where programs left out
    too much of the law, they name no winner."""
    lines = []
    for game in games:
        if game.stopped is not None:
            kept = f"; its journal: {game.journal}" if game.journal else ""
            help_ = [f"help: {game.helps}"] if game.helps else []
            lines += [f"game {game.seed} stopped: {game.stopped}{kept}", *(f"  {line}" for line in help_ + game.chain)]
    finished = [game for game in games if game.stopped is None]
    if not finished:
        return lines
    if not is_whole:
        return [*lines, NO_WINNER]
    if len(games) == 1:
        return _one(finished[0], players)
    stopped = len(games) - len(finished)
    lines.append(f"{len(games)} games; in 19 of 20 cases the true figure lies in the brackets, or within ±")
    shares = {f"won by {_named(side, players)}": won for side, won in _wins(finished, players).items()}
    if stopped:
        shares[STOPPED] = stopped
    width = max(map(len, shares))
    lines += [f"  {what:<{width}}  {_counted(number, len(games))}" for what, number in shares.items()]
    if stopped:
        lines.append(f"  of the {len(finished)} that came to their end:")
    for label in finished[0].report:
        lines += _told(label, [game.report[label] for game in finished])
    for what in ("decisions", "throws"):
        lines.append(f"  {what} in a game: {_spread([Fraction(getattr(game, what)) for game in finished])}")
    return lines


def _named(side: str, players: Mapping[str, str]) -> str:
    return f"{side} ({players[side]})" if side in players else side


def _one(game: PlayedGame, players: Mapping[str, str]) -> list[str]:
    winner = game.winner or NOBODY
    lines = [f"won by {_named(winner, players)}"]
    lines += [f"{label}: {plain_text(value)}" for label, value in game.report.items()]
    lines.append(f"{counted(game.decisions, 'decision')}, {counted(game.throws, 'throw')} of dice")
    return [*lines, f"journal: {game.journal}"] if game.journal else lines


def _wins(finished: Sequence[PlayedGame], players: Mapping[str, str]) -> dict[str, int]:
    """Returns how often each side has won, also if never; last, how often nobody."""
    won = Counter(game.winner or NOBODY for game in finished)
    sides = [*players, *sorted(set(won) - set(players) - {NOBODY})]
    return {side: won[side] for side in [*sides, NOBODY] if side in players or won[side]}


def _told(label: str, values: Sequence[Any]) -> list[str]:
    if all((isinstance(value, int | Fraction) and not isinstance(value, bool)) for value in values):
        return [f"  {label}: {_spread([Fraction(value) for value in values])}"]
    found = Counter(map(plain_text, values))
    width = max(len(value) for value in found)
    counted = [f"    {value:<{width}}  {_counted(n, len(values))}" for value, n in found.most_common()]
    return [f"  {label}:", *counted]


def _counted(number: int, of: int) -> str:
    low, high = between(number, of)
    return f"{number:>{len(str(of))}}  {_percent(Fraction(number, of)):>3} % [{_percent(low)} to {_percent(high)} %]"


def _spread(values: Sequence[Fraction]) -> str:
    least, most = exact_text(min(values)), exact_text(max(values))
    return f"{in_hundredths(mean(values))} ± {in_hundredths(margin(values))}, {least} to {most}"


# ---- for programs


def as_json(
    module: str, situation: str, players: Mapping[str, str], by_side: Mapping[str, str], games: Sequence[PlayedGame]
) -> dict[str, Any]:
    activity = added(game.activity for game in games)
    finished = [game for game in games if game.stopped is None]
    return {
        "module": module,
        "situation": situation,
        "players": dict(players),
        "finished": len(finished),
        "stopped": len(games) - len(finished),
        "won": {
            side: {"games": number, "percent": _bounds(number, len(games))}
            for side, number in (_wins(finished, by_side).items() if finished and activity.is_whole else ())
        },
        "weighed": {
            seat: {"ways": w.ways, "unanswered": w.unanswered, "without-another": w.without}
            for seat, w in activity.weighed.items()
        },
        "taken": {side: [*found] for side, found in activity.taken.items()},
        "stopped-percent": _bounds(len(games) - len(finished), len(games)),
        "games": [
            {
                "seed": g.seed, "winner": g.winner, "decisions": g.decisions, "throws": g.throws,
                "told": {k: exact_text(v) if isinstance(v, Fraction) else v for k, v in g.report.items()},
                **({"stopped": g.stopped, "help": g.helps, "chain": g.chain} if g.stopped else {}),
                **({"journal": g.journal} if g.journal else {}),
            }
            for g in games
        ],
    }  # fmt: skip


def _bounds(number: int, of: int) -> list[int]:
    return [_percent(bound) for bound in between(number, of)]


# ---- figures


def between(number: int | Fraction, of: int) -> tuple[Fraction, Fraction]:
    """Returns the bounds of a share that was counted: Wilson's score interval."""
    share, z2 = Fraction(number, of), NINETEEN_OF_TWENTY**2
    middle = share + z2 / (2 * of)
    width = NINETEEN_OF_TWENTY * _root(share * (1 - share) / of + z2 / (4 * of**2))
    scale = 1 + z2 / of
    return max(Fraction(0), (middle - width) / scale), min(Fraction(1), (middle + width) / scale)


def margin(values: Sequence[Fraction]) -> Fraction:
    """Returns by how much the average of these may lie beside the true one."""
    if len(values) < 2:
        return Fraction(0)
    return NINETEEN_OF_TWENTY * _root(variance(values) / len(values))


def _root(number: Fraction) -> Fraction:
    """Returns the square root, to six places."""
    return Fraction(isqrt(number.numerator * 10**12 // number.denominator), 10**6)


def _percent(share: Fraction) -> int:
    return round(share * 100)


def in_hundredths(number: Fraction) -> str:
    hundredths = round(number * 100)
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02}"
