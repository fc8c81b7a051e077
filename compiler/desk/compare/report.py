"""A comparison in lines for a terminal. `comparison.txt.jinja` has them; what it chooses is chosen here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.compare import balance_report as b
from hexlaw.compiler.desk.compare.differences import Structure, called
from hexlaw.compiler.desk.compare.findings import findings, leads_by_turn
from hexlaw.compiler.desk.compare.verdicts import CaseDiffers, DifferingCases, Verdicts, asks_of_a_rule
from hexlaw.compiler.desk.compare.witness_answers import Witness
from hexlaw.compiler.situations.tally import in_hundredths
from hexlaw.runtime.explain.speech import in_groups

MAX_CASES = 3
MAX_STANDING = 8
NOTICED = ("rule", "table", "option", "dispute", "year")
"""Sorts that verdicts are put down to."""


def unnoticed(verdicts: Verdicts, structure: Structure) -> list[str]:
    """Returns the keys of a change that no case notices; none where no case was run, or a cause is not known."""
    noticed = {key for cause in verdicts.causes for key in cause.keys}
    missed = [
        d
        for d in structure.that_count
        if noticed.isdisjoint((d.key, *(f"{sort}:{name}" for sort, name in d.bears_on if d.how == "switched")))
    ]
    if verdicts.differing:
        if not all(structure.keys.intersection(cause.keys) or cause.cases[0].of_one for cause in verdicts.causes):
            return []
        missed = [d for d in missed if d.sort in NOTICED]
    return [d.key for d in missed] if verdicts.all else []


def apart(answers: Sequence[Sequence[str]]) -> list[list[str]]:
    """Returns answers without the reasons that all of them give, each with the lines below it."""
    both = shared(answers)
    split = [_head_and_reasons(lines) for lines in answers]
    return [[*head, *(line for block in reasons if block not in both for line in block)] for head, reasons in split]


def shared(answers: Sequence[Sequence[str]]) -> list[list[str]]:
    first, *others = (_head_and_reasons(lines)[1] for lines in answers)
    return [block for block in first if all(block in other for other in others)]


def _head_and_reasons(lines: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Splits off the answer, one line or several where the dice decide, from its reasons, which stand further in, each
    with the lines that are indented more below it."""
    head = [*takewhile(lambda line: line == line.lstrip(), lines)]
    return head, in_groups(lines[len(head) :])


def standing(lines: Sequence[str]) -> Iterator[str]:
    """Yields the first of the lines about a position."""
    yield from lines[:MAX_STANDING]
    if len(lines) > MAX_STANDING:
        yield f"... and {len(lines) - MAX_STANDING} more"


def listed(verdicts: Verdicts | None, *, everything: bool) -> list[CaseDiffers]:
    """Returns the cases that are listed one by one."""
    causes = () if verdicts is None else verdicts.causes
    return [case for cause in causes for case in first_of(cause, everything)]


def first_of(cause: DifferingCases, everything: bool) -> Sequence[CaseDiffers]:
    """Returns the first cases of a cause; those that ask if a rule applies only where none asks anything else."""
    if everything:
        return cause.cases
    return ([case for case in cause.cases if not asks_of_a_rule(case.asked)] or cause.cases)[:MAX_CASES]


def same_case(witness: Witness | None, cases: Iterable[CaseDiffers]) -> CaseDiffers | None:
    """Returns the case that is asked and answered as a witness is, for the same reasons."""
    if witness is None:
        return None
    said = (witness.question, witness.base.reasons, witness.variant.reasons)
    return next((c for c in cases if (c.asked, c.base.reasons, c.variant.reasons) == said), None)


HELPERS = (
    apart, b.average, b.by_what, b.first_words, b.gains_in_words, b.headline, b.number_of, b.points, called, findings,
    first_of, in_hundredths, leads_by_turn, same_case, shared, standing, unnoticed, zip,
)  # fmt: skip


def in_lines(part: str, *of: object, **how: object) -> Iterator[str]:
    """Yields the lines of a part of what was found: `structure`, `verdicts`, `witnesses`, `balance`, `gains` ..."""
    macros = template(__file__, "comparison.txt.jinja", HELPERS).module
    yield from str(getattr(macros, part)(*of, **how)).split("\n")[:-1]
