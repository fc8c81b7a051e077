"""Who gains, told in lines. Nothing is worked out here."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.comparing.balance_told import by_what, first_words, how_sure, number_of, played_by, what_is_told
from hexlaw.compiler.comparing.findings import findings
from hexlaw.compiler.comparing.playing_on import Gains, PlayedOn


def gains_in_words(gains: Gains) -> str:
    """Who gains by each difference of which that is known, in one sentence; nothing where it is known of none."""
    said = []
    for played_on in gains.differences:
        found = findings(played_on.balance)
        if found.best:
            said.append(f"{by_what(played_on.by)} {first_words(played_on.balance, found)}")
    return f"where it matters in {gains.situation}, {'; '.join(said)}" if said else ""


def gains_lines(gains: Gains) -> Iterator[str]:
    """Who gains by each difference from where it matters, and how sure that is."""
    if not gains.differences:
        games = number_of(gains.looked_at, "pair")
        yield f"who gains in {gains.situation}: in {games} of games there are too few places where the two laws part"
        return
    by = played_by(gains.differences[0].balance)
    yield f"who gains in {gains.situation}, as {by} plays on from where the two laws part:"
    for played_on in gains.differences:
        yield from _played_on(played_on)


def _played_on(played_on: PlayedOn) -> Iterator[str]:
    balance, found = played_on.balance, findings(played_on.balance)
    places = number_of(len(played_on.places), "place")
    yield f"  {by_what(played_on.by)}: {first_words(balance, found)}"
    yield f"    from {places} in games, {played_on.times} times each under both laws; a place counts as one seed"
    if balance.late:
        yield f"    the time was over before the last {number_of(balance.late, 'pair')}"
    if balance.stopped:
        yield f"    {number_of(balance.stopped, 'place')} cannot be played on from to the end, and counts for nothing"
    if balance.finished:
        yield from (f"  {line}" for line in (*how_sure(balance, found), *what_is_told(balance, found)))
    first = played_on.places[0]
    at = first.parting
    yield f"    for example seed {first.seed}, answer {at.at}: {at.base} | {at.variant}"
