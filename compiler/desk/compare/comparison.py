"""The results of one comparison: as plain data for programs, and as one page of HTML.

The page refers to nothing outside itself and begins with the sentence that matters. It has the lines of the terminal,
with drawings between them. Everything that comes from a law is escaped; drawings are those of `runtime/draw`, which do
the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.balance_report import by_style, gains_in_words, headline
from hexlaw.compiler.desk.compare.differences import Difference, Structure
from hexlaw.compiler.desk.compare.findings import Finding, Findings, findings
from hexlaw.compiler.desk.compare.pairs import Pair
from hexlaw.compiler.desk.compare.playing_on import Gains, PlayedOn, PlayedPlace
from hexlaw.compiler.desk.compare.report import in_lines, listed, same_case
from hexlaw.compiler.desk.compare.verdicts import DifferingCases, Verdicts
from hexlaw.compiler.desk.compare.witness import Settled

if TYPE_CHECKING:
    from markupsafe import Markup

LABEL = re.compile(r"^( *)(was|is|base|variant):")


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
    of_styles: list[list[Balance]] = field(default_factory=list)
    """The balances of a situation that was played in several styles."""
    digests: tuple[str, str] = ("", "")
    """Of the two laws, with their boards, situations and choices."""

    @property
    def by_style(self) -> list[str]:
        """Returns under which styles the variant helps whom, in a sentence for each situation that was so played."""
        return [by_style(balances) for balances in self.of_styles]

    @property
    def differs(self) -> bool:
        """True if the laws differ in anything but words, or a verdict does."""
        return bool(self.structure.that_count) or (self.verdicts is not None and self.verdicts.differing > 0)


def as_json(found: Any) -> Any:
    """Returns plain data without the keys of parts not asked for; a mean or a bound is a fraction as text."""
    match found:
        case Fraction():
            return str(found)
        case Mapping():
            return {key: as_json(value) for key, value in found.items()}
        case tuple() | list():
            return [as_json(value) for value in found]
        case None | str() | int():
            return found
    return as_json(_keys(found))


def _keys(found: Any) -> dict[str, Any]:
    """Returns the keys of a part; those of a part that has none of its own are its fields."""
    match found:
        case Comparison(structure=structure, verdicts=verdicts):
            cases = listed(verdicts, everything=True)
            settled = [(each, same_case(each.witness, cases)) for each in found.settled]
            return {
                "base": found.base, "variant": found.variant,
                "laws": dict(zip(("base", "variant"), found.digests, strict=True)),
                "differs": found.differs, "renamed": structure.renamed, "structure": structure.differences,
                **({} if verdicts is None else {"cases": verdicts}), "who-gains": found.gains,
                "witnesses": [_keys(each) | ({} if case is None else {"as-case": case.id}) for each, case in settled],
                "balance": found.balances, **({"not-played": found.not_played} if found.not_played else {}),
                **({"by-style": found.by_style} if found.by_style else {}),
            }  # fmt: skip
        case Difference():
            brings = [{"how": b.how, "key": b.key, "rule": b.said, "then": b.then} for b in found.brings]
            return {
                "how": found.how, "sort": found.sort, "name": found.name, "was": found.was, "now": found.now,
                **({"about": found.about, "brings": brings} if found.how == "switched" else {}),
                "bears-on": [f"{sort}:{name}" for sort, name in found.bears_on], "cites": found.cites,
                "replaces": found.replaces, "is-advice": found.is_advice,
            }  # fmt: skip
        case Verdicts():
            return {
                "run": found.all, "alike": found.alike, "refused-by-others": found.other_reason,
                "asked-of-one": found.of_one, "causes": found.causes,
            }  # fmt: skip
        case DifferingCases():
            return {"keys": found.keys, "told": found.in_words, "cases": found.cases}
        case Settled():
            said = {"key": found.key, "in-words": found.in_words(), "asked": found.asked, "aimed": found.aimed}
            return said if found.witness is None else said | {"witness": found.witness}
        case Gains():
            return {
                "situation": found.situation, "looked-at": found.searched, "in-words": gains_in_words(found),
                "differences": found.differences,
            }  # fmt: skip
        case PlayedOn():
            return {"by": found.by, "times": found.times, "places": found.places, "games": found.balance}
        case PlayedPlace():
            return {"seed": found.seed, "seating": found.seating, **_keys(found.parting)}
        case Balance():
            return _balance(found)
        case Finding(differences=differences):
            return {
                "of": found.of, "base": found.base, "variant": found.variant, "better": differences.mean,
                "more": differences.going(1), "less": differences.going(-1), "bounds": found.bounds,
                "at-any-look": found.any_look, "exact": found.exact, "wrong": found.wrong, "word": found.word,
                "way": "more" if found.way > 0 else "less",
            }  # fmt: skip
        case _:
            return {field.name: getattr(found, field.name) for field in fields(found)}


def _balance(it: Balance) -> dict[str, Any]:
    laws = "base", "variant"
    known = bool(it.finished and it.touched and it.names_winner)
    found = findings(it) if known else Findings((), (), "")
    return {
        "situation": it.situation, "in-words": headline(it), "seatings": it.seatings, "pairs": len(it.pairs),
        **{name: getattr(it, name) for name in ("touched", "parted", "decided", "stopped", "late")},
        "under-way": [_under_way(pair) for pair in it.under_way.values()],
        "won": {law: it.won(law) for law in laws} if known else {}, "won-always": found.always, "fixed": it.fixed,
        "not-done": {law: [*it.unanswered_lines(law), *it.idle_lines(law)] for law in laws},
        "found": {"wins": found.wins, "counts": found.counts}, "pair-is-worth": it.worth_of_pairing,
        "partings": [{"by": by, "pairs": number, "decided": decided} for by, number, decided in it.partings()],
    }  # fmt: skip


def _under_way(pair: Pair) -> dict[str, Any]:
    """Returns a pair that was played and counts for no share."""
    games = {
        law: {"answers": it.answers, "winner": it.winner, "told": it.report, "stopped": it.stopped}
        for law, it in (("base", pair.base), ("variant", pair.variant))
    }
    apart = None if pair.parting is None else {"answer": pair.parting.at, "by": pair.parting.by}
    return {"seed": pair.seed, "seating": pair.seating, **games, "parted": apart}


def page(comparison: Comparison, command: str) -> str:
    """Returns the page; `command` is what makes it again."""
    cases = listed(comparison.verdicts, everything=True)
    drawn = [same_case(each.witness, cases) for each in comparison.settled]
    page = template(__file__, "comparison.html.jinja", (in_lines, next, pre))
    return page.render(it=comparison, drawn=drawn, command=command)


def pre(lines: Iterable[str]) -> Markup:
    """Returns lines of the terminal, with the names of the two laws in their colours."""
    from markupsafe import Markup

    marked = (LABEL.sub(r'\1<b class="\2">\2:</b>', escape(line)) for line in lines)
    return Markup("<pre>{}</pre>").format(Markup("\n".join(marked)))
