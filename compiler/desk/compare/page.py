"""A comparison as one page of HTML that refers to nothing outside itself: first the sentence that matters.

It has the lines of the terminal, with drawings between them. Everything that comes from a law is escaped; drawings are
those of `runtime/draw`, which do the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape

from hexlaw.compiler.desk.compare.balance_report import balance_lines, gains_in_words, gains_lines, headline, points
from hexlaw.compiler.desk.compare.comparison import Comparison
from hexlaw.compiler.desk.compare.confidence import Interval
from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.report import (
    SORTS,
    cause_lines,
    lines_of_settled,
    listed,
    same_case,
    structure_lines,
    verdict_lines,
)

STYLE = """
body { font: 16px/1.5 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fffdf7 }
h1 { font-size: 1.6rem }
h2 { font-size: 1.25rem; border-bottom: 1px solid #ccb; margin-top: 2.2rem }
.lead { font-size: 1.2rem }
.was, .base { color: #8a3324 }
.is, .variant { color: #1f5132 }
pre { white-space: pre-wrap; font: 14px/1.4 ui-monospace, monospace; margin: .3rem 0 }
figure { margin: .8rem 0 }
figure svg { max-width: 100%; height: auto }
summary { cursor: pointer }
code { font-family: ui-monospace, monospace }
"""
LABEL = re.compile(r"^( *)(was|is|base|variant):")
WIDTH, HEIGHT, EDGE = 640, 180, 30
PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style>\
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body>
<h1>What {variant} changes in {base}</h1>
<p class="lead">{lead}</p>
<p>Base: <code>{base}</code>. Variant: <code>{variant}</code>.</p>
{body}
<h2>Made by</h2><pre>{command}</pre>
</body></html>
"""


def page(comparison: Comparison, command: str) -> str:
    """Returns the page; `command` is what makes it again."""
    base, variant = escape(comparison.base), escape(comparison.variant)
    return PAGE.format(
        title=f"{base} and {variant}", style=STYLE, base=base, variant=variant, lead=escape(first_line(comparison)),
        body="\n".join(_body(comparison)), command=escape(command),
    )  # fmt: skip


def _body(comparison: Comparison) -> Iterator[str]:
    for balance in comparison.balances:
        yield f"<h2>Balance of {escape(balance.situation)}</h2>"
        if balance.strip and balance.touched:
            yield f"<figure>{strip(balance.strip, balance.sides[0])}</figure>"
        yield _pre(balance_lines(balance))
    if comparison.settled:
        yield "<h2>Where each difference shows</h2>"
    for settled in comparison.settled:
        yield f"<figure>{settled.witness.svg}</figure>" if settled.witness and settled.witness.svg else ""
        yield _pre(lines_of_settled(settled, (), comparison.structure.said))
    for gains in comparison.gains:
        yield f"<h2>Who gains in {escape(gains.situation)}</h2>"
        yield _pre(gains_lines(gains))
    yield f"<h2>What differs ({len(comparison.structure.that_count)})</h2>"
    yield _pre(structure_lines(comparison.structure, everything=True))
    verdicts = comparison.verdicts
    if verdicts is not None:
        cases = listed(verdicts, everything=True)
        drawn = [same_case(each.witness, cases) for each in comparison.settled if each.witness is not None]
        yield f"<h2>Verdicts: {verdicts.differing} of {verdicts.all} cases differ</h2>"
        yield _pre(verdict_lines(verdicts, comparison.structure, everything=None, look_at=""))
        for cause in verdicts.causes:
            first, *lines = cause_lines(cause, everything=True, drawn=drawn)
            yield f"<details><summary>{escape(first.strip())}</summary>{_pre(lines)}</details>"


def _pre(lines: Iterable[str]) -> str:
    return "<pre>" + "\n".join(LABEL.sub(r'\1<b class="\2">\2:</b>', escape(line)) for line in lines) + "</pre>"


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
