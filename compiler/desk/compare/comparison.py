"""All that was found out in one comparison, and the same as plain data, for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.balance_report import gains_in_words, headline
from hexlaw.compiler.desk.compare.differences import Difference, Structure
from hexlaw.compiler.desk.compare.findings import Finding, Findings, findings
from hexlaw.compiler.desk.compare.pairs import Pair
from hexlaw.compiler.desk.compare.playing_on import Gains
from hexlaw.compiler.desk.compare.report import listed, same_case
from hexlaw.compiler.desk.compare.verdicts import Verdicts
from hexlaw.compiler.desk.compare.witness import Settled


@dataclass
class Comparison:
    """A part that was not asked for is absent."""

    base: str
    variant: str
    structure: Structure
    verdicts: Verdicts | None = None
    settled: list[Settled] = field(default_factory=list)
    gains: list[Gains] = field(default_factory=list)
    balances: list[Balance] = field(default_factory=list)
    not_played: list[str] = field(default_factory=list)
    """The situations for which no time was left."""
    digests: tuple[str, str] = ("", "")
    """Of the two laws, with their boards, situations and what was chosen."""

    @property
    def differs(self) -> bool:
        """Whether the laws differ in anything but words, or a verdict does."""
        return bool(self.structure.that_count) or (self.verdicts is not None and self.verdicts.differing > 0)


def as_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison; keys of parts that were not asked for are left out."""
    structure, verdicts = comparison.structure, comparison.verdicts
    return {
        "base": comparison.base,
        "variant": comparison.variant,
        "laws": dict(zip(("base", "variant"), comparison.digests, strict=True)),
        "differs": comparison.differs,
        "renamed": dict(structure.renamed),
        "structure": [_difference(d) for d in structure.differences],
        **({} if verdicts is None else {"cases": _verdicts(verdicts)}),
        "who-gains": [_gains(gains) for gains in comparison.gains],
        "witnesses": [_settled(settled, verdicts) for settled in comparison.settled],
        "balance": [_balance(balance) for balance in comparison.balances],
        **({"not-played": list(comparison.not_played)} if comparison.not_played else {}),
    }


def _difference(d: Difference) -> dict[str, Any]:
    plain: dict[str, Any] = {"how": d.how, "sort": d.sort, "name": d.name, "was": d.was, "now": d.now}
    if d.how == "switched":
        plain |= {
            "about": d.about,
            "brings": [{"how": b.how, "key": b.key, "rule": b.said, "then": b.then} for b in d.brings],
        }
    return {**plain, "bears-on": [f"{sort}:{name}" for sort, name in d.bears_on],
            "cites": list(d.cites), "replaces": list(d.replaces),
            "is-advice": d.is_advice}  # fmt: skip


def _verdicts(verdicts: Verdicts) -> dict[str, Any]:
    return {
        "run": verdicts.all,
        "alike": verdicts.alike,
        "refused-by-others": verdicts.other_reason,
        "asked-of-one": verdicts.of_one,
        "causes": [
            {
                "keys": list(cause.keys),
                "told": cause.in_words,
                "cases": [asdict(case) | {"cause": list(case.cause)} for case in cause.cases],
            }
            for cause in verdicts.causes
        ],
    }


def _gains(gains: Gains) -> dict[str, Any]:
    return {
        "situation": gains.situation,
        "looked-at": gains.looked_at,
        "in-words": gains_in_words(gains),
        "differences": [
            {
                "by": list(played_on.by),
                "times": played_on.times,
                "places": [
                    {"seed": place.seed, "seating": place.seating, **asdict(place.parting)}
                    for place in played_on.places
                ],
                "games": _balance(played_on.balance),
            }
            for played_on in gains.differences
        ],
    }


def _balance(balance: Balance) -> dict[str, Any]:
    """Counts are whole; a mean or a bound is a fraction as text."""
    known = bool(balance.finished and balance.touched)
    found = findings(balance) if known else Findings((), (), "")
    return {
        "situation": balance.situation,
        "in-words": headline(balance),
        "seatings": [dict(seating) for seating in balance.seatings],
        "pairs": len(balance.pairs),
        "touched": balance.touched,
        "parted": balance.parted,
        "decided": balance.decided,
        "stopped": balance.stopped,
        "late": balance.late,
        "under-way": [_under_way(pair) for pair in balance.under_way.values()],
        "won": {law: dict(balance.won(law)) for law in ("base", "variant")} if known else {},
        "won-always": found.always,
        "fixed": balance.fixed,
        "found": {"wins": [*map(_finding, found.wins)], "counts": [*map(_finding, found.counts)]},
        "pair-is-worth": None if balance.worth_of_pairing is None else str(balance.worth_of_pairing),
        "partings": [{"by": list(by), "pairs": n, "decided": won} for by, n, won in balance.partings()],
        "strip": [[number, str(i.low), str(i.high)] for number, i in balance.strip],
    }


def _finding(found: Finding) -> dict[str, Any]:
    """The way one thing goes, with how often each test would say as much by chance, and the word for that."""
    return {
        "of": found.of,
        "base": str(found.base),
        "variant": str(found.variant),
        "better": str(found.differences.mean),
        "more": found.differences.going(1),
        "less": found.differences.going(-1),
        "bounds": None if found.bounds is None else [*map(str, found.bounds)],
        "at-any-look": str(found.any_look),
        "exact": None if found.exact is None else str(found.exact),
        "wrong": str(found.wrong),
        "word": found.word,
        "way": "more" if found.way > 0 else "less",
    }


def _under_way(pair: Pair) -> dict[str, Any]:
    """A pair that was played and counts for no share."""
    games = {
        law: {"answers": played.answers, "winner": played.winner, "told": dict(played.told), "stopped": played.stopped}
        for law, played in (("base", pair.base), ("variant", pair.variant))
    }
    at = pair.parting
    apart = None if at is None else {"answer": at.at, "by": list(at.by)}
    return {"seed": pair.seed, "seating": pair.seating, **games, "parted": apart}


def _settled(settled: Settled, verdicts: Verdicts | None) -> dict[str, Any]:
    witness = settled.witness
    case = None if witness is None else same_case(witness, listed(verdicts, everything=True))
    return {
        "key": settled.key,
        "in-words": settled.in_words(),
        "asked": settled.asked,
        "aimed": settled.aimed,
        **({"witness": asdict(witness)} if witness is not None else {}),
        **({"as-case": case.id} if case is not None else {}),
    }
