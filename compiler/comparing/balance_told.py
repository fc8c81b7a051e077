"""The balance of a situation told in lines. Nothing is worked out here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexlaw.compiler.comparing.balance import Balance
from hexlaw.compiler.comparing.noted_games import NOBODY, UNDER_WAY, Played
from hexlaw.compiler.data.values import read_number

LEAST_SEEDS = 30
"""Seeds from which a variance is told."""
MOST_UNDER_WAY = 8


def number_of(number: int, what: str) -> str:
    """`1 pair`, `1,200 pairs`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _times(number: int) -> str:
    return number_of(number, "time")


def headline(balance: Balance) -> str:
    """The balance of a situation in one sentence."""
    played = f"as {played_by(balance)} plays {balance.situation}"
    if balance.is_one_law:
        return f"in {balance.situation} both laws are one: none of the differences is in force there"
    if not balance.finished:
        return f"{played}, no pair of games came to its end, so nothing is known of the balance"
    if not balance.touched:
        games = number_of(2 * len(balance.pairs), "game")
        return f"{played}, not exercised: no differing rule was read in {games}, so nothing is known of its effect"
    said = "; ".join(better(balance, side) for side in balance.sides[: max(1, len(balance.sides) - 1)])
    of = f"of {number_of(len(balance.pairs), 'pair')}"
    were = "was" if balance.decided == 1 else "were"
    parted = f"{of} {balance.touched} met a difference, {balance.parted} went apart"
    return f"{played}, {said}; {parted}, and {balance.decided} {were} won by somebody else"


def better(balance: Balance, side: str) -> str:
    """By how many points a side does better, with the bounds of that."""
    mean, interval = balance.difference(side)
    if not interval.leaves_out_0:
        worse, more = points(-interval.low), points(interval.high)
        return f"whether it helps or harms {side} is open (at most {worse} points worse, {more} better)"
    helped = side if mean > 0 else (next(s for s in balance.sides if s != side) if len(balance.sides) == 2 else "")
    bounds = sorted((abs(interval.low), abs(interval.high)))
    how, who = ("better", helped) if helped else ("worse", side)
    return f"{how} for {who} by {points(abs(mean))} points ({points(bounds[0])} to {points(bounds[1])})"


def points(share: Fraction) -> str:
    """A share in points of a hundred, with one figure behind the point where it is not a whole number."""
    tenths = round(share * 1000)
    sign, tenths = ("-" if tenths < 0 else ""), abs(tenths)
    return f"{sign}{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")


def played_by(balance: Balance) -> str:
    names = list(dict.fromkeys(balance.seatings[0].values()))
    return names[0] if len(names) == 1 else " against ".join(names) + ", each on every side,"


def balance_lines(balance: Balance) -> Iterator[str]:
    """How the games of a situation came out: what had a say first, then shares."""
    yield headline(balance)
    if balance.is_one_law:
        return
    if balance.late:
        late = number_of(balance.late, "pair")
        ended = "it was stopped" if balance.is_stopped else "the time was over"
        yield f"  {ended} before the last {late}: the same command goes on with them"
        yield from _under_way(balance)
    if balance.stopped:
        seeds = f"{number_of(balance.stopped, 'seed')} of {balance.blocks}"
        yield f"  {seeds} had a game that did not come to its end, and counts for no share:"
        reasons = Counter(g.stopped for p in balance.pairs for g in (p.base, p.variant) if g.stopped)
        yield from (f"    {_times(number)} {why}" for why, number in reasons.most_common(3))
    if not balance.finished or not balance.touched:
        return
    won = balance.won("base"), balance.won("variant")
    names = [*balance.sides, NOBODY]
    width = max(len(f"won by {name}") for name in names)
    of = len(balance.finished)
    yield f"  {'':<{width}}  {'base':>12}  {'variant':>12}"
    for name in names:
        shares = (f"{counts[name]} ({round(Fraction(100 * counts[name], of))} %)" for counts in won)
        yield f"  {'won by ' + name:<{width}}  " + "  ".join(f"{share:>12}" for share in shares)
    yield from _luck(balance)
    for label, (base, variant) in balance.told().items():
        yield f"  {label}: {_average(base)} under the base, {_average(variant)} under the variant"
    if balance.parted:
        yield "  where the two games of a pair first went apart:"
        for by, number, decided in balance.partings():
            yield f"    {_times(number):>11}, {decided} of them won by somebody else, by {_by(by)}"
    first = next((p for p in balance.pairs if p.parting is not None), None)
    if first is not None and first.parting is not None:
        at = first.parting
        yield f"  for example seed {first.seed}, answer {at.at}: {at.base} | {at.variant}"
        yield from (f"    {line}" for line in at.state)


def _under_way(balance: Balance) -> Iterator[str]:
    """What the pairs showed that were not over, or that waited to be counted for one that was not."""
    if balance.under_way:
        yield f"  what {number_of(len(balance.under_way), 'pair')} had shown by then, which count for no share:"
    for pair in sorted(balance.under_way.values(), key=lambda pair: (len(pair.seed), pair.seed))[:MOST_UNDER_WAY]:
        at = pair.parting
        apart = "not apart so far" if at is None else f"apart from answer {at.at} on, by {_by(at.by)}"
        seat = f", seating {pair.seating + 1}" if len(balance.seatings) > 1 else ""
        far = f"the base {_how_far(pair.base)}; the variant {_how_far(pair.variant)}"
        yield f"    seed {pair.seed}{seat}: {far}" + (f"; {apart}" if pair.variant.answers else "")
        for label in dict.fromkeys((*pair.base.told, *pair.variant.told)):
            told = (f"{played.told.get(label, 'not told')} under the {law}{_so_far(played)}"
                    for law, played in (("base", pair.base), ("variant", pair.variant)) if played.answers)  # fmt: skip
            yield f"      {label}: {', '.join(told)}"


def _how_far(played: Played) -> str:
    answers = number_of(played.answers, "answer")
    if played.stopped == UNDER_WAY:
        return f"after {answers}" if played.answers else "not begun"
    return f"over after {answers}, {played.stopped or f'won by {played.winner}'}"


def _so_far(played: Played) -> str:
    return " so far" if played.stopped == UNDER_WAY else ""


def _by(differences: Sequence[str]) -> str:
    return ", ".join(differences) or "what is not known"


def _luck(balance: Balance) -> Iterator[str]:
    """What luck did to the difference, and what pairs are worth."""
    side, fell = balance.sides[0], balance.as_it_fell
    if any(level.share for level in balance.levels.values()):
        how = "better" if fell > 0 else "worse"
        with_it = f"{points(abs(fell))} points {how} for {side}" if fell else f"level for {side}"
        yield f"  luck of the dice is taken out of the difference; as they fell it was {with_it}"
    worth = balance.worth_of_pairing
    if worth is not None and len(balance.scores) >= LEAST_SEEDS:
        paired, without = map(_in_hundredths, worth)
        yield f"  one pair told as much as {paired} pairs of games with dice of their own, {without} without luck"


def _average(counts: Counter[str]) -> str:
    """The mean of numbers; of anything else, what came most often. A situation may tell less under one of two laws."""
    if not counts:
        return "not told"
    numbers = [(number, n) for value, n in counts.items() if (number := read_number(value)) is not None]
    if len(numbers) < len(counts):
        return ", ".join(f"{value} {n} times" for value, n in counts.most_common(4))
    return _in_hundredths(sum((number * n for number, n in numbers), Fraction(0)) / counts.total())


def _in_hundredths(number: Fraction) -> str:
    hundredths = round(number * 100)
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02}"
