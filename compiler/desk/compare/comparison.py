"""The results of one comparison: as plain data for programs, and as one page of HTML.

The page refers to nothing outside itself and begins with the sentence that matters. It has the lines of the terminal,
with drawings between them. Everything that comes from a law is escaped; drawings are those of `runtime/draw`, which do
the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from hexlaw.compiler.base.templates import filled
from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.balance_report import balance_lines, gains_in_words, gains_lines, headline, points
from hexlaw.compiler.desk.compare.confidence import Interval
from hexlaw.compiler.desk.compare.differences import Difference, Structure
from hexlaw.compiler.desk.compare.findings import Finding, Findings, findings
from hexlaw.compiler.desk.compare.pairs import Pair
from hexlaw.compiler.desk.compare.playing_on import Gains
from hexlaw.compiler.desk.compare.report import (
    SORTS,
    cause_lines,
    lines_of_settled,
    listed,
    same_case,
    structure_lines,
    verdict_lines,
)
from hexlaw.compiler.desk.compare.verdicts import Verdicts

if TYPE_CHECKING:
    from markupsafe import Markup
from hexlaw.compiler.desk.compare.witness import Settled

LABEL = re.compile(r"^( *)(was|is|base|variant):")
WIDTH, HEIGHT, EDGE = 640, 180, 30


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
    """Situations for which no time was left."""
    digests: tuple[str, str] = ("", "")
    """Of the two laws, with their boards, situations and choices."""

    @property
    def differs(self) -> bool:
        """True if the laws differ in anything but words, or a verdict does."""
        return bool(self.structure.that_count) or (self.verdicts is not None and self.verdicts.differing > 0)


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Returns plain data; keys of parts that were not asked for are left out."""
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
    plain: dict[str, Any] = {name: getattr(d, name) for name in ("how", "sort", "name", "was", "now")}
    if d.how == "switched":
        brings = [{"how": b.how, "key": b.key, "rule": b.said, "then": b.then} for b in d.brings]
        plain |= {"about": d.about, "brings": brings}
    on = [f"{sort}:{name}" for sort, name in d.bears_on]
    return plain | {"bears-on": on, "cites": list(d.cites), "replaces": list(d.replaces), "is-advice": d.is_advice}


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
    differences = [
        {
            "by": list(on.by),
            "times": on.times,
            "places": [{"seed": at.seed, "seating": at.seating, **asdict(at.parting)} for at in on.places],
            "games": _balance(on.balance),
        }
        for on in gains.differences
    ]
    in_words = gains_in_words(gains)
    return {
        "situation": gains.situation, "looked-at": gains.searched, "in-words": in_words, "differences": differences,
    }  # fmt: skip


def _balance(balance: Balance) -> dict[str, Any]:
    """Counts are whole; a mean or a bound is a fraction as text."""
    known = bool(balance.finished and balance.touched and balance.names_winner)
    found = findings(balance) if known else Findings((), (), "")
    return {
        "situation": balance.situation,
        "in-words": headline(balance),
        "seatings": [dict(seating) for seating in balance.seatings],
        "pairs": len(balance.pairs),
        **{name: getattr(balance, name) for name in ("touched", "parted", "decided", "stopped", "late")},
        "under-way": [_under_way(pair) for pair in balance.under_way.values()],
        "won": {law: dict(balance.won(law)) for law in ("base", "variant")} if known else {},
        "won-always": found.always,
        "fixed": balance.fixed,
        "not-done": {
            law: [*balance.activity(law).unanswered_lines(balance.why.get(law, ())), *balance.idle_lines(law)]
            for law in ("base", "variant")
        },
        "found": {"wins": [*map(_finding, found.wins)], "counts": [*map(_finding, found.counts)]},
        "pair-is-worth": _fraction(balance.worth_of_pairing),
        "partings": [{"by": list(by), "pairs": n, "decided": won} for by, n, won in balance.partings()],
        "strip": [[number, str(i.low), str(i.high)] for number, i in balance.strip],
    }


def _finding(found: Finding) -> dict[str, Any]:
    """Returns the direction of one thing, with how often each test would say as much by chance, and the word for it."""
    return {
        "of": found.of,
        "base": _fraction(found.base),
        "variant": _fraction(found.variant),
        "better": _fraction(found.differences.mean),
        "more": found.differences.going(1),
        "less": found.differences.going(-1),
        "bounds": None if found.bounds is None else [*map(_fraction, found.bounds)],
        "at-any-look": _fraction(found.any_look),
        "exact": _fraction(found.exact),
        "wrong": _fraction(found.wrong),
        "word": found.word,
        "way": "more" if found.way > 0 else "less",
    }


def _fraction(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _under_way(pair: Pair) -> dict[str, Any]:
    """Returns a pair that was played and counts for no share."""
    games = {
        law: {"answers": it.answers, "winner": it.winner, "told": dict(it.report), "stopped": it.stopped}
        for law, it in (("base", pair.base), ("variant", pair.variant))
    }
    at = pair.parting
    apart = None if at is None else {"answer": at.at, "by": list(at.by)}
    return {"seed": pair.seed, "seating": pair.seating, **games, "parted": apart}


def _settled(settled: Settled, verdicts: Verdicts | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "key": settled.key, "in-words": settled.in_words(), "asked": settled.asked, "aimed": settled.aimed,
    }  # fmt: skip
    if settled.witness is not None:
        found["witness"] = asdict(settled.witness)
        case = same_case(settled.witness, listed(verdicts, everything=True))
        found |= {"as-case": case.id} if case is not None else {}
    return found


# ---- the page


def page(comparison: Comparison, command: str) -> str:
    """Returns the page; `command` is what makes it again."""
    cases = listed(comparison.verdicts, everything=True)
    drawn = [same_case(each.witness, cases) for each in comparison.settled if each.witness is not None]
    said = (
        balance_lines, cause_lines, first_line, gains_lines, lines_of_settled, pre, strip, structure_lines,
        verdict_lines,
    )  # fmt: skip
    known = {each.__name__: each for each in said}
    return filled(__file__, "comparison.html.jinja", it=comparison, drawn=drawn, command=command, **known)


def pre(lines: Iterable[str]) -> Markup:
    """Returns lines of the terminal, with the names of the two laws in their colours."""
    from markupsafe import Markup

    marked = (LABEL.sub(r'\1<b class="\2">\2:</b>', escape(line)) for line in lines)
    return Markup("<pre>{}</pre>").format(Markup("\n".join(marked)))


def first_line(comparison: Comparison) -> str:
    """Returns the most important result of a comparison as a sentence."""
    said = [headline(balance) for balance in comparison.balances]
    if not said:
        said.append(_what_differs(comparison.structure.that_count))
        verdicts = comparison.verdicts
        if verdicts is not None and not verdicts.differing:
            said.append(f"none of the {verdicts.all} cases notices it, which does not mean that it changes nothing")
        elif verdicts is not None:
            have = "has" if verdicts.differing == 1 else "have"
            said.append(f"of {verdicts.all} cases {verdicts.differing} {have} another verdict")
    said += filter(None, map(gains_in_words, comparison.gains))
    text = "; ".join(said)
    return text[:1].upper() + text[1:] + "."


def _what_differs(differences: Sequence[Difference]) -> str:
    """Returns the one thing that differs in words, or how many there are."""
    if not differences:
        return "the two laws do the same"
    if len(differences) > 1:
        return f"{len(differences)} differences"
    only = differences[0]
    sort = SORTS.get(only.sort, only.sort)
    if only.how == "switched":
        about = f": {only.about.removesuffix('.')}" if only.about else ""
        return f"the {sort} {only.name} is “{only.now}” and was “{only.was}”{about}"
    said = (only.now or only.was).removesuffix(".")
    return f"1 {only.how} {sort}, {only.name}" + (f": {said}" if said else "")


def strip(looks: Sequence[tuple[int, Interval]], side: str) -> str:
    """Returns an SVG of the bounds of the difference as they became narrower with the pairs."""
    most = max(number for number, _ in looks)

    def y(share: Fraction) -> int:
        return round((1 - share) * (HEIGHT - EDGE) / 2) + EDGE // 3

    across = [EDGE + (WIDTH - 2 * EDGE) * number // max(most, 1) for number, _ in looks]
    upper = [(x, y(i.high)) for x, (_, i) in zip(across, looks, strict=True)]
    lower = [(x, y(i.low)) for x, (_, i) in zip(across, looks, strict=True)]
    band = " ".join(f"{x},{y}" for x, y in (*upper, *reversed(lower)))
    middle, last = y(Fraction(0)), looks[-1][1]
    said = f"{points(last.low)} to {points(last.high)} points for {side} after {most} seeds"
    lines = [
        f'<polygon points="{band}" fill="#c9b458" fill-opacity="0.55"/>',
        f'<line x1="{EDGE}" y1="{middle}" x2="{WIDTH - EDGE}" y2="{middle}" stroke="#333" stroke-dasharray="4 3"/>',
        f'<text x="{EDGE}" y="{middle - 4}" font-size="11">no difference</text>',
        f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 6}" font-size="12" text-anchor="end">{escape(said)}</text>',
    ]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(said)}">{"".join(lines)}</svg>'
    )
