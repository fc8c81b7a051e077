"""The balance of a situation, and who gains, in lines for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexlaw.compiler.data.literals import read_number
from hexlaw.compiler.desk.compare.balance import Balance, score
from hexlaw.compiler.desk.compare.findings import Finding, Findings, findings, leads_by_turn
from hexlaw.compiler.desk.compare.pairs import NOBODY
from hexlaw.compiler.desk.compare.playing_on import Gains
from hexlaw.compiler.situations.tally import in_hundredths

MAX_COUNTS = 2
"""Counts in the first line."""
MIN_SEEDS = 30
"""Seeds from which on a variance is reported."""
MAX_UNDER_WAY = 8


def number_of(number: int, what: str) -> str:
    """`1 pair`, `1,200 pairs`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def headline(balance: Balance) -> str:
    """Returns the balance of a situation in one sentence."""
    played = f"as {_played_by(balance)} plays {balance.situation}"
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
    decided = _decided(balance)
    return f"no sign of whom it helps ({decided}), but {counts}" if counts else f"no sign of whom it helps: {decided}"


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


def how_sure(balance: Balance, found: Findings) -> Iterator[str]:
    """Yields the bounds of how much better a side does, and how often each test would say as much by chance."""
    for side in found.wins:
        helped = side.helped(balance.sides) or side.of
        low, high = side.bounds or (Fraction(-1), Fraction(1))
        low, high = (low, high) if helped == side.of else (-high, -low)
        bounds = (f"{points(abs(share))} points {'worse' if share < 0 else 'better'}" for share in (low, high))
        yield f"  {helped}: {' to '.join(bounds)}, however often one looks"
        tests = [f"1 in {side.any_look.denominator // side.any_look.numerator:,} by the test at any look"]
        if side.exact is not None:
            rate = f"{side.exact.denominator // side.exact.numerator:,}"
            fixed = number_of(balance.fixed, "pair")
            tests.append(f"1 in {rate} by the exact test of the {fixed} fixed beforehand")
        if side.by_itself < Fraction(1, 2):
            yield f"    by chance alone: {', '.join(tests)}"
    counts = f" and {number_of(len(found.counts), 'count')}" if found.counts else ""
    yield f"  looked at: who wins{counts}; the words allow for that and for two tests"


def counts_lines(balance: Balance, found: Findings) -> Iterator[str]:
    """Yields what the situation reports under each law, with the direction and size of what can be counted."""
    of = {count.of: count for count in found.counts}
    for label, (base, variant) in balance.reported().items():
        said = f"  {label}: {_average(base)} under the base, {_average(variant)} under the variant"
        yield said + (_compared(of.pop(label)) if label in of else "")
    for label, count in of.items():
        means = f"{in_hundredths(count.base)} under the base, {in_hundredths(count.variant)} under the variant"
        yield f"  {label}: {means}{_compared(count)}"
    for law in ("base", "variant") if of else ():
        yield f"    after each turn under the {law}: {', '.join(map(in_hundredths, leads_by_turn(balance, law)))}"


def _compared(count: Finding) -> str:
    """`; likely less: 0.12 to 3.31 less, in 9 of the 10 seeds in which it differs`."""
    ways = {sign: count.differences.going(sign) for sign in (1, -1)}
    if not any(ways.values()):
        return "; the same in every seed"
    how = f"{count.word} {'more' if count.way > 0 else 'less'}" if count.word else "no sign"
    said = f"{ways[count.way]} of the {number_of(sum(ways.values()), 'seed')} that differ"
    bounds = (f"{in_hundredths(abs(bound))} {'less' if bound < 0 else 'more'}" for bound in count.bounds or ())
    return f"; {how} (in {said}{', ' if count.bounds is not None else ''}{' to '.join(bounds)})"


def points(share: Fraction) -> str:
    """Returns a share in points of a hundred, with one decimal where it is not a whole number."""
    tenths = round(share * 1000)
    sign, tenths = ("-" if tenths < 0 else ""), abs(tenths)
    return f"{sign}{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")


def _played_by(balance: Balance) -> str:
    names = list(dict.fromkeys(balance.seatings[0].values()))
    return names[0] if len(names) == 1 else " against ".join(names) + ", each on every side,"


def balance_lines(balance: Balance) -> Iterator[str]:
    """Yields the results of the games of a situation: first which differences were read, then shares."""
    yield headline(balance)
    if balance.is_one_law:
        return
    if balance.slow:
        yield f"  {balance.slow}"
    found = findings(balance)
    if balance.late:
        late = number_of(balance.late, "pair")
        ended = "it was stopped" if balance.is_stopped else "the time was over"
        yield f"  {ended} before the last {late}: the same command goes on with them"
        yield from _under_way(balance)
    if balance.stopped:
        seeds = f"{number_of(balance.stopped, 'seed')} of {balance.blocks}"
        yield f"  {seeds} had a game that did not come to its end, and counts for no share:"
        reasons = Counter(g.stopped for p in balance.pairs for g in (p.base, p.variant) if g.stopped)
        yield from (f"    {number_of(number, 'time')} {why}" for why, number in reasons.most_common(3))
    laws = [(law, balance.activity(law)) for law in ("base", "variant")]
    for law, done in laws:
        for line in done.unanswered_lines(balance.why.get(law, ())):
            yield f"  {line}" if line.startswith(" ") else f"  under the {law}, {line}"
    if not balance.finished or not balance.touched or not balance.names_winner:
        return
    yield from how_sure(balance, found)
    met = f"{balance.touched} met a difference, {balance.parted} went apart"
    yield f"  of {number_of(len(balance.pairs), 'pair')} {met}, {balance.decided} had another winner"
    won = balance.won("base"), balance.won("variant")
    names = [*balance.sides, NOBODY]
    width = max(len(f"won by {name}") for name in names)
    of = len(balance.finished)
    yield f"  {'':<{width}}  {'base':>12}  {'variant':>12}"
    for name in names:
        shares = (f"{counts[name]} ({round(Fraction(100 * counts[name], of))} %)" for counts in won)
        yield f"  {'won by ' + name:<{width}}  " + "  ".join(f"{share:>12}" for share in shares)
    worth = balance.worth_of_pairing
    if worth is not None and len(balance.scores) >= MIN_SEEDS:
        yield f"  one pair told as much as {in_hundredths(worth)} pairs of games with dice of their own"
    yield from counts_lines(balance, found)
    for law, _ in laws:
        yield from (f"  under the {law}, {line}" for line in balance.idle_lines(law))
    if balance.parted:
        yield "  where the two games of a pair first went apart:"
        for by, number, decided in balance.partings():
            yield f"    {number_of(number, 'time'):>11}, {decided} of them won by somebody else, by {by_what(by)}"
    first = next((p for p in balance.pairs if p.parting is not None), None)
    if first is not None and first.parting is not None:
        at = first.parting
        yield f"  for example seed {first.seed}, answer {at.at}: {at.base} | {at.variant}"


def _under_way(balance: Balance) -> Iterator[str]:
    """Yields the results of pairs that are played but wait for an earlier one to be counted."""
    if balance.under_way:
        yield f"  what {number_of(len(balance.under_way), 'pair')} had shown by then, which count for no share:"
    for pair in sorted(balance.under_way.values(), key=lambda pair: (len(pair.seed), pair.seed))[:MAX_UNDER_WAY]:
        at = pair.parting
        apart = "not apart" if at is None else f"apart from answer {at.at} on, by {by_what(at.by)}"
        seat = f", seating {pair.seating + 1}" if len(balance.seatings) > 1 else ""
        games = ("base", pair.base), ("variant", pair.variant)
        over = (f"the {law} over after {number_of(played.answers, 'answer')}, "
                f"{played.stopped or f'won by {played.winner}'}" for law, played in games)  # fmt: skip
        yield f"    seed {pair.seed}{seat}: {'; '.join(over)}; {apart}"
        for label in dict.fromkeys((*pair.base.report, *pair.variant.report)):
            said = (f"{played.report.get(label, 'not told')} under the {law}" for law, played in games)
            yield f"      {label}: {', '.join(said)}"


def by_what(differences: Sequence[str]) -> str:
    return ", ".join(differences) or "what is not known"


def _average(counts: Counter[str]) -> str:
    """Returns the mean of numbers, or else the most frequent words."""
    if not counts:
        return "not told"
    numbers = [(number, n) for value, n in counts.items() if (number := read_number(value)) is not None]
    if len(numbers) < len(counts):
        return ", ".join(f"{value} {n} times" for value, n in counts.most_common(4))
    return in_hundredths(sum((number * n for number, n in numbers), Fraction(0)) / counts.total())


# ---- who gains


def gains_in_words(gains: Gains) -> str:
    """Returns in one sentence who gains by each difference for which that is known; `""` if it is for none."""
    said = []
    for played_on in gains.differences:
        found = findings(played_on.balance)
        if found.best and played_on.balance.names_winner:
            said.append(f"{by_what(played_on.by)} {first_words(played_on.balance, found)}")
    return f"where it matters in {gains.situation}, {'; '.join(said)}" if said else ""


def gains_lines(gains: Gains) -> Iterator[str]:
    """Yields who gains by each difference from where it matters, and how sure that is."""
    if not gains.differences:
        games = number_of(gains.searched, "pair")
        yield f"who gains in {gains.situation}: in {games} of games there are too few places where the two laws part"
        return
    by = _played_by(gains.differences[0].balance)
    yield f"who gains in {gains.situation}, as {by} plays on from where the two laws part:"
    for played_on in gains.differences:
        balance, found = played_on.balance, findings(played_on.balance)
        places = number_of(len(played_on.places), "place")
        gives = (
            first_words(balance, found) if balance.names_winner else "no winner is named, as the law gives no answer"
        )
        yield f"  {by_what(played_on.by)}: {gives}"
        yield f"    from {places} in games, {played_on.times} times each under both laws; a place counts as one seed"
        if balance.late:
            yield f"    the time was over before the last {number_of(balance.late, 'pair')}"
        if balance.stopped:
            stopped = number_of(balance.stopped, "place")
            yield f"    {stopped} cannot be played on from to the end, and counts for nothing"
        if balance.finished and balance.names_winner:
            yield from (f"  {line}" for line in (*how_sure(balance, found), *counts_lines(balance, found)))
        first = played_on.places[0]
        at = first.parting
        yield f"    for example seed {first.seed}, answer {at.at}: {at.base} | {at.variant}"
