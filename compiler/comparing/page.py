"""A comparison as one page of HTML that refers to nothing outside itself: first the sentence that matters.

Everything that comes from a law is escaped; drawings are those of `runtime/drawing`, which do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from hexlaw.compiler.comparing.balance import Balance
from hexlaw.compiler.comparing.balance_told import balance_lines, headline, points
from hexlaw.compiler.comparing.certainty import Interval
from hexlaw.compiler.comparing.comparison import Comparison
from hexlaw.compiler.comparing.differences import Difference
from hexlaw.compiler.comparing.gains_told import gains_in_words, gains_lines
from hexlaw.compiler.comparing.playing_on import Gains
from hexlaw.compiler.comparing.telling import (
    MOST_BORNE_ON,
    SORTS,
    apart,
    bearing,
    in_common,
    listed,
    of_one_law,
    same_case,
    standing,
    thrown,
    unnoticed,
    what_it_says,
)
from hexlaw.compiler.comparing.verdicts import CaseDiffers, Verdicts
from hexlaw.compiler.comparing.witness import Settled

STYLE = """
body { font: 16px/1.5 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fffdf7 }
h1 { font-size: 1.6rem }
h2 { font-size: 1.25rem; border-bottom: 1px solid #ccb; margin-top: 2.2rem }
.lead { font-size: 1.2rem }
.was { color: #8a3324; text-decoration: line-through }
.now { color: #1f5132 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; vertical-align: top; padding: .35rem .6rem; border-top: 1px solid #ddc }
.how { white-space: nowrap; color: #665 }
.two { display: flex; gap: 1rem; flex-wrap: wrap }
.two > div { flex: 1 1 20rem; background: #f6f1e2; padding: .6rem .9rem; border-radius: .4rem }
pre { white-space: pre-wrap; font: 14px/1.4 ui-monospace, monospace; margin: .3rem 0 }
figure { margin: .8rem 0 }
figure svg { max-width: 100%; height: auto }
summary { cursor: pointer }
code { font-family: ui-monospace, monospace }
"""
WIDTH, HEIGHT, EDGE = 640, 180, 30


def page(comparison: Comparison, command: str) -> str:
    """The page; `command` is what has to be typed to make it again."""
    title = f"{comparison.base} and {comparison.variant}"
    parts = [
        f"<h1>What {escape(comparison.variant)} changes in {escape(comparison.base)}</h1>",
        f'<p class="lead">{escape(first_line(comparison))}</p>',
        f"<p>Base: <code>{escape(comparison.base)}</code>. Variant: <code>{escape(comparison.variant)}</code>.</p>",
        *_balances(comparison.balances),
        *_witnesses(comparison.settled, comparison.structure.said),
        *_gains(comparison.gains),
        *_structure(comparison.structure.that_count),
        *_verdicts(comparison),
        f"<h2>Made by</h2><pre>{escape(command)}</pre>",
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}{view}</head>\n<body>\n{body}\n</body></html>\n'


def first_line(comparison: Comparison) -> str:
    """What matters most of a comparison, as a sentence."""
    said = [headline(balance) for balance in comparison.balances]
    if not said:
        said.append(_what_differs(comparison.structure.that_count))
        if comparison.verdicts is not None:
            said.append(_what_cases_say(comparison.verdicts))
    said += filter(None, map(gains_in_words, comparison.gains))
    text = "; ".join(said)
    return text[:1].upper() + text[1:] + "."


def _what_cases_say(verdicts: Verdicts) -> str:
    """How many cases notice what differs; none does not mean that nothing changes."""
    if not verdicts.differing:
        return f"none of the {verdicts.all} cases notices it, which does not mean that it changes nothing"
    have = "has" if verdicts.differing == 1 else "have"
    return f"of {verdicts.all} cases {verdicts.differing} {have} another verdict"


def _what_differs(differences: Sequence[Difference]) -> str:
    """The one thing that differs in words, or how many there are."""
    if not differences:
        return "the two laws do the same"
    if len(differences) > 1:
        return f"{len(differences)} differences"
    only = differences[0]
    if only.how == "switched":
        about = f": {only.about.removesuffix('.')}" if only.about else ""
        return f"the {SORTS.get(only.sort, only.sort)} {only.name} is “{only.now}” and was “{only.was}”{about}"
    said = (only.now or only.was).removesuffix(".")
    return f"1 {only.how} {SORTS.get(only.sort, only.sort)}, {only.name}" + (f": {said}" if said else "")


def _balances(balances: Iterable[Balance]) -> Iterator[str]:
    for balance in balances:
        yield f"<h2>Balance of {escape(balance.situation)}</h2>"
        if balance.strip and balance.touched:
            yield f"<figure>{strip(balance.strip, balance.sides[0])}</figure>"
        yield f"<pre>{escape(chr(10).join(balance_lines(balance)))}</pre>"


def strip(looks: Sequence[tuple[int, Interval]], side: str) -> str:
    """How the bounds of the difference became narrower with the pairs, as SVG."""
    most = max(number for number, _ in looks)
    upper = [(_x(n, most), _y(i.high)) for n, i in looks]
    lower = [(_x(n, most), _y(i.low)) for n, i in looks]
    band = " ".join(f"{x},{y}" for x, y in (*upper, *reversed(lower)))
    middle, last = _y(Fraction(0)), looks[-1][1]
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


def _x(number: int, most: int) -> int:
    return EDGE + (WIDTH - 2 * EDGE) * number // max(most, 1)


def _y(share: Fraction) -> int:
    return round((1 - share) * (HEIGHT - EDGE) / 2) + EDGE // 3


def _witnesses(settled: Sequence[Settled], said: Mapping[str, str]) -> Iterator[str]:
    if settled:
        yield "<h2>Where each difference shows</h2>"
    for each in settled:
        witness = each.witness
        yield f"<h3><code>{escape(each.key.partition(':')[2])}</code></h3>"
        if each.key in said:
            yield f"<p>{escape(said[each.key])}</p>"
        if witness is None:
            yield f"<p>{escape(each.told()[:1].upper() + each.told()[1:])}.</p>"
            continue
        if each.alone:
            yield f"<p>{escape(each.alone[:1].upper() + each.alone[1:])}.</p>"
        if witness.svg:
            yield f"<figure>{witness.svg}</figure>"
        yield f"<pre>{escape(chr(10).join(witness.shown))}</pre>"
        yield f"<p>Asked: {_asked(witness.question, witness.asked)}</p>"
        yield _side_by_side((name, told.reasons) for name, told in witness.answers)
        if witness.thrown is not None:
            both = in_common([told.reasons for _, told in witness.answers])
            yield f"<pre>{escape(chr(10).join(thrown(witness.thrown, both)))}</pre>"
        yield f"<p>{escape(witness.note)}</p>" if witness.note else ""


def _gains(gains: Iterable[Gains]) -> Iterator[str]:
    for each in gains:
        yield f"<h2>Who gains in {escape(each.situation)}</h2>"
        yield f"<pre>{escape(chr(10).join(gains_lines(each)))}</pre>"


def _asked(question: str, in_words: str) -> str:
    """What is asked: in words where there are any, and as law."""
    return f"{escape(in_words)} <small><code>{escape(question)}</code></small>" if in_words else escape(question)


def _side_by_side(answers: Iterable[tuple[str, Sequence[str]]]) -> str:
    names, told = zip(*answers, strict=True)
    each = zip(names, apart(told), strict=True)
    parts = (f"<div><b>{name}</b><pre>{escape(chr(10).join(lines))}</pre></div>" for name, lines in each)
    return f'<div class="two">{"".join(parts)}</div>'


def _structure(differences: Sequence[Difference]) -> Iterator[str]:
    yield f"<h2>What differs ({len(differences)})</h2>"
    rows = "".join(_row(d) for d in differences)
    yield f"<table><tr><th></th><th>what</th><th>was</th><th>is</th></tr>{rows}</table>" if rows else "<p>Nothing.</p>"


def _row(d: Difference) -> str:
    cites = f"<br/><small>{escape(', '.join(d.cites))}</small>" if d.cites else ""
    bears = ", ".join(bearing(d)[:MOST_BORNE_ON])
    on = f"<br/><small>bears on {escape(bears)}</small>" if bears else ""
    about = f"<br/>{escape(d.about)}" if d.about else ""
    brings = "".join(
        f"<br/><small>{b.how}: <code>{escape(b.key.partition(':')[2])}</code>{escape(what_it_says(b))}</small>"
        for b in d.brings
    )
    instead = f", in the place of <code>{escape(', '.join(d.replaces))}</code>" if d.replaces else ""
    what = f"{escape(SORTS.get(d.sort, d.sort))} <code>{escape(d.name)}</code>{instead}{cites}{about}{brings or on}"
    was, now = (f'<td class="{name}">{escape(text)}</td>' for name, text in (("was", d.was), ("now", d.now)))
    return f'<tr><td class="how">{d.how}</td><td>{what}</td>{was}{now}</tr>'


def _verdicts(comparison: Comparison) -> Iterator[str]:
    verdicts = comparison.verdicts
    if verdicts is None:
        return
    cases = listed(verdicts, everything=True)
    drawn = [same_case(each.witness, cases) for each in comparison.settled if each.witness is not None]
    yield f"<h2>Verdicts: {verdicts.differing} of {verdicts.all} cases differ</h2>"
    yield f"<p>{escape(of_one_law(verdicts))}.</p>" if verdicts.of_one else ""
    missed = unnoticed(verdicts, comparison.structure, "")
    yield f"<p>{escape(missed)}</p>" if missed else ""
    for cause in verdicts.causes:
        inner = "".join(_case(case, is_drawn=case in drawn) for case in cause.cases)
        yield f"<details><summary>{len(cause.cases)}: {escape(cause.told)}</summary>{inner}</details>"


def _case(case: CaseDiffers, *, is_drawn: bool) -> str:
    said = f"<p><code>{escape(case.id)}</code> {_asked(case.asked, case.in_words)}</p>"
    if is_drawn:
        return f"{said}<p>Asked and answered as in a position above.</p>"
    said += f"<pre>{escape(chr(10).join(standing(case.shown)))}</pre>" if case.shown else ""
    verdicts = (("base", case.base), ("variant", case.variant))
    answers = ((name, verdict.reasons or (verdict.short,)) for name, verdict in verdicts)
    return said + _side_by_side(answers)
