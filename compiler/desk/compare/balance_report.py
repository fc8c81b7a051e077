"""The balance of a situation, and who gains, in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from hexlaw.compiler.data.literals import read_number
from hexlaw.compiler.desk.compare.balance import Balance, score
from hexlaw.compiler.desk.compare.findings import Findings, findings
from hexlaw.compiler.desk.compare.playing_on import Gains
from hexlaw.compiler.situations.tally import in_hundredths

MAX_COUNTS = 2
"""Counts in the first line."""


def number_of(number: int, what: str) -> str:
    """`1 pair`, `1,200 pairs`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def headline(balance: Balance) -> str:
    played = f"as {balance.players} plays {balance.situation}"
    if balance.is_one_law:
        return f"in {balance.situation} both laws are one: none of the differences is in force there"
    if not balance.finished:
        return f"{played}, no pair of games came to its end, so nothing is known of the balance"
    if not balance.names_winner:
        return f"{played}, no winner is named: the law gives no answer to much of what the programs weighed"
    if not balance.touched:
        games = number_of(2 * len(balance.pairs), "game")
        return f"{played}, not exercised: no differing rule was read in {games}, so nothing is known of its effect"
    return f"{played}, {first_words(balance, findings(balance))}"


def by_style(balances: Sequence[Balance]) -> str:
    """Returns under which ways to play a change helps whom, in one sentence; each balance is of one way on all sides,
    the words for one allow for all."""
    helped, silent, unknown = dict[str, list[str]](), list[str](), list[str]()
    for it in balances:
        way = it.players.partition("/")[2] or "plain"
        known = it.finished and it.touched and it.names_winner
        wins = findings(it).wins if known else ()
        best = min((one for one in wins if one.word), key=lambda one: one.wrong, default=None)
        if best is None:
            is_open = not it.finished or (it.fixed and not it.is_whole)
            (unknown if is_open else silent).append(way)
        else:
            side = best.helped(it.sides)
            helped.setdefault(f"{'helps' if side else 'harms'} {side or best.of}", []).append(f"{way} ({best.word})")
    where = f"by style, {balances[0].situation}"
    if not helped and not unknown:
        return f"{where}: no sign of whom it helps, however it is played"
    said = [f"{gain} if played {', '.join(ways)}" for gain, ways in helped.items()]
    said += [f"no sign if played {', '.join(silent)}"] * bool(silent)
    said += [f"not known yet if played {', '.join(unknown)}"] * bool(unknown)
    return f"{where}: " + "who gains is decided by the play: " * (len(helped) > 1) + "; ".join(said)


def first_words(balance: Balance, found: Findings) -> str:
    """Returns which way it goes and how sure that is: who wins, or else what the counts show."""
    said = []
    for one in found.best:
        if one in found.wins:
            side = one.helped(balance.sides)
            said.append(f"{one.word} {'helps' if side else 'harms'} {side or one.of}: {_decided(balance, side)}")
        elif len(said) < MAX_COUNTS:
            means = f"{in_hundredths(one.variant)} for {in_hundredths(one.base)}"
            said.append(f"{one.word} {'more' if one.way > 0 else 'less'} of `{one.of}` ({means})")
    if found.best and found.best[0] in found.wins:
        return "; ".join(said)
    counts = " and ".join(said)
    if found.always:
        games = number_of(len(balance.finished), "game")
        won = f"these programs cannot tell whom it helps: {found.always} won all {games} under both laws"
        return f"{won}; but {counts}" if counts else won
    if balance.fixed and not balance.is_whole:
        fixed = f"by the {number_of(balance.fixed, 'pair')} fixed beforehand"
        when = fixed if balance.fixed > 0 else f"when the difference is known to {-balance.fixed} points"
        return f"whom it helps is judged {when} alone; so far {_decided(balance)}"
    return f"no sign of whom it helps: {_decided(balance)}"


def _decided(balance: Balance, side: str = "") -> str:
    """Returns how many of the pairs with two winners went to a side; by default the one that most of them went to."""
    gains = {each: [score(p.variant.winner, each) - score(p.base.winner, each) for p in balance.finished]
             for each in ([side] if side else balance.sides)}  # fmt: skip
    way, number = max(((each, sum(gain > 0 for gain in found)) for each, found in gains.items()), key=lambda n: n[1])
    if not balance.decided:
        return "no pair was won by somebody else"
    if balance.decided == 1:
        return f"the only pair that was won by somebody else went to {way}"
    return f"{number} of the {balance.decided} pairs that were won by somebody else went to {way}"


def points(share: Fraction) -> str:
    """Returns a share in points of a hundred, with one decimal where it is not a whole number."""
    tenths = round(share * 1000)
    sign, tenths = ("-" if tenths < 0 else ""), abs(tenths)
    return f"{sign}{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")


def by_what(differences: Sequence[str]) -> str:
    return ", ".join(differences) or "what is not known"


def average(counts: Counter[str]) -> str:
    """Returns the mean of numbers, or else the most frequent words."""
    if not counts:
        return "not told"
    numbers = [(number, n) for value, n in counts.items() if (number := read_number(value)) is not None]
    if len(numbers) < len(counts):
        return ", ".join(f"{value} {n} times" for value, n in counts.most_common(4))
    return in_hundredths(sum((number * n for number, n in numbers), Fraction(0)) / counts.total())


def gains_in_words(gains: Gains) -> str:
    """Returns in one sentence who gains by each difference for which that is known; `""` if it is for none."""
    said = []
    for played_on in gains.differences:
        found = findings(played_on.balance)
        if found.best and played_on.balance.names_winner:
            said.append(f"{by_what(played_on.by)} {first_words(played_on.balance, found)}")
    return f"where it matters in {gains.situation}, {'; '.join(said)}" if said else ""
