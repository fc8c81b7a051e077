"""The difference sheet of two laws by itself: a page for players who know one and are going to play the other.

In: two laws, and what has been found of them so far. Out: a page of Markdown, HTML or PDF with the rows that the book
of a variant has (`book/difference_sheet.py`), each with the share of the cases that it makes others, and with one
position in which it does. What one side chooses is chosen for both, as it is there: else an open option, which a book
prints as one, would be no difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.amendments import changed_lines, changed_units
from hexlaw.compiler.desk.book.back_matter import card_groups
from hexlaw.compiler.desk.book.book import hold_against, parts_of
from hexlaw.compiler.desk.book.difference_sheet import difference_sheet
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.pdf import pdf
from hexlaw.compiler.desk.book.settings import read_settings
from hexlaw.compiler.desk.book.wording import plain
from hexlaw.compiler.desk.compare.comparison import Comparison
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import asks_of_a_rule
from hexlaw.runtime.base.nodes import replace


def sheet(base: ComparedLaw, variant: ComparedLaw, found: Comparison, form: str) -> bytes:
    """Returns the page as `html`, `md` or `pdf`; raises `Refused` where what the variant says of its book is wrong."""
    diagnostics = Diagnostics()
    if (settings := read_settings(variant.compilation.chain.layers, diagnostics)) is None:
        raise Refused.by(diagnostics)
    both = {*base.chosen.options, *variant.chosen.options}
    chosen = [{name: on for name, on in law.law.options.items() if name in both} for law in (base, variant)]
    was, now = (
        parts_of(law.compilation, replace(law.chosen, options=options), settings)
        for law, options in zip((base, variant), chosen, strict=True)
    )
    hold_against(now, was)
    cards = card_groups(now, Figures(variant.compilation))
    changes = (*changed_lines(now, was), *changed_units(now, was, cards))
    differences = difference_sheet(now, was, changes, lambda keys: tuple(_does(found, keys)))
    page = m.Sheet(base.text, variant.text, next(in_lines("lead", found)), differences)
    if form == "pdf":
        return pdf(page)
    return template(__file__, f"sheet.{form}.jinja", (plain,)).render(it=page).encode("utf-8", "replace")


def _does(found: Comparison, keys: frozenset[str]) -> Iterator[str]:
    """Yields the number of cases whose verdict these changes alter, and the smallest position that shows it. The
    cells of a table count as the table."""
    causes = () if found.verdicts is None else found.verdicts.causes
    met = [cause for cause in causes if any(key.partition(" (")[0] in keys for key in cause.keys)]
    cases = [case for cause in met for case in cause.cases if not case.of_one and not case.is_advice]
    if found.verdicts is not None and cases:
        yield f"Cases with another verdict: {len(cases)} of {found.verdicts.all}."
    settled = (each.witness for each in found.settled if each.key.partition(" (")[0] in keys)
    shown = [
        *((w.shown, w.asked or w.question, w.base.short, w.variant.short) for w in settled if w is not None),
        *(
            (c.shown, c.in_words or c.asked, c.base.short, c.variant.short)
            for c in cases
            if not asks_of_a_rule(c.asked)
        ),
    ]
    for pieces, asked, was, now in [each for each in shown if each[2] != each[3]][:1]:
        yield f"For example, with {'; '.join(pieces) or 'nothing on the map'}: {asked}? Was: {was}. Is: {now}."
