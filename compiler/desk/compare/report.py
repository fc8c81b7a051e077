"""A comparison in lines for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from textwrap import wrap

from hexlaw.compiler.desk.compare.balance_report import number_of
from hexlaw.compiler.desk.compare.differences import Difference, Structure
from hexlaw.compiler.desk.compare.verdicts import CaseDiffers, DifferingCases, Verdicts, asks_of_a_rule
from hexlaw.compiler.desk.compare.witness import Settled
from hexlaw.compiler.desk.compare.witness_answers import Witness

WIDTH = 110
MAX_LISTED = 40
MAX_CASES = 3
MAX_BORNE_ON = 8
MAX_STANDING = 8
MAX_MISSED = 6
NOTICED = ("rule", "table", "option", "dispute", "year")
"""Sorts that verdicts are put down to."""
LOOK_AT = (
    "Add `--witness` to look for positions in which it shows, or name a situation, and programs play it under both."
)
SORTS = {"dispute": "reading", "year": "year", "phase": "part of play", "set-up": "situation"}


def structure_lines(structure: Structure, *, everything: bool) -> Iterator[str]:
    """Yields what differs, one paragraph each; of many only the first, unless `everything` is wanted."""
    counted = structure.that_count
    worded = len(structure.differences) - len(counted) - len(structure.in_advice)
    if not counted:
        same = "no difference of law" if structure.in_advice else "the two laws do the same"
        yield same + (f"; {number_of(worded, 'thing')} only worded otherwise" if worded else "")
    else:
        more = f", and {worded} in words or sources alone" if worded else ""
        yield f"{number_of(len(counted), 'difference')}{more}"
    if advice := structure.in_advice:
        named = ", ".join(titled(d) for d in advice[:MAX_BORNE_ON]) + ", ..." * (len(advice) > MAX_BORNE_ON)
        yield from _wrapped(
            f"{number_of(len(advice), 'difference')} in advice to programs, which is no law: {named}", "  "
        )
    for old, new in structure.renamed.items():
        yield f"  the rule {old} is called {new}"
    for difference in counted if everything else counted[:MAX_LISTED]:
        yield from _difference(difference)
    if len(counted) > MAX_LISTED and not everything:
        yield f"  ... and {len(counted) - MAX_LISTED} more (`--everything` lists all)"


def _difference(d: Difference) -> Iterator[str]:
    cites = f"  [{', '.join(d.cites)}]" if d.cites else ""
    yield f"  {titled(d)}{cites}"
    paragraphs = [d.about, f"was: {d.was}", f"is:  {d.now}"] if d.was and d.now else [d.about, d.now]
    if d.was and not d.now:
        paragraphs.append(f"it said: {d.was}")
    for brought in d.brings:
        said = f", which said: {brought.said}" if brought.how == "dropped" else f": {brought.said}"
        then = f" Now: {brought.then}" if brought.then else ""
        paragraphs.append(f"{brought.how}: {_called(brought.key)}{said}{then}")
    if on := [] if d.brings else [f"{sort} {name}" for sort, name in d.bears_on if sort != "says"]:
        paragraphs.append(f"bears on {', '.join(on[:MAX_BORNE_ON])}")
    for paragraph in paragraphs:
        yield from _wrapped(paragraph, "      ")


def titled(d: Difference) -> str:
    """Returns a difference by its name, with the rules that it replaces."""
    instead = f", in the place of {', '.join(d.replaces)}" if d.replaces else ""
    return f"{d.how} {SORTS.get(d.sort, d.sort)} {d.name}{instead}"


def _called(key: str) -> str:
    """`rule wet` of `rule:wet`."""
    sort, _, name = key.partition(":")
    return f"{SORTS.get(sort, sort)} {name}"


def verdict_lines(
    verdicts: Verdicts, structure: Structure, *, everything: bool | None, look_at: str = LOOK_AT
) -> Iterator[str]:
    """Yields the cases whose verdicts differ, by cause, with both reasons, all of them if `everything` is wanted and
    none if it is None; and the differences that no case notices, where `look_at` names what shows these."""
    if verdicts.not_asked:
        asked = f"{verdicts.differing:,} changed of {number_of(verdicts.all, 'case')} asked so far"
        yield f"{asked}, {verdicts.not_asked:,} still to be asked"
    elif not verdicts.all:
        yield "no case was run"
    else:
        none = "none of them notices the change" if structure.that_count else "no verdict differs"
        some = f"{number_of(verdicts.differing, 'verdict')} differ{'s' if verdicts.differing == 1 else ''}"
        yield f"{number_of(verdicts.all, 'case')} under both: {some if verdicts.differing else none}"
    if verdicts.other_reason:
        yield f"  {verdicts.other_reason} more are refused under both, by other rules"
    if verdicts.of_one:
        yield f"  {verdicts.of_one} more {'is' if verdicts.of_one == 1 else 'are'} asked of one of the two laws only"
    if everything is not None:
        for cause in verdicts.causes:
            yield from cause_lines(cause, everything=everything)
    if not verdicts.not_asked:
        yield from _wrapped(unnoticed(verdicts, structure, look_at), "  ")


def unnoticed(verdicts: Verdicts, structure: Structure, look_at: str = LOOK_AT) -> str:
    """Returns which rules and cells of a change no case notices, that this is no proof, and what shows them; `""` where
    each is noticed, or the cause of a verdict is not known."""
    noticed = {key for cause in verdicts.causes for key in cause.keys}
    missed = [
        d
        for d in structure.that_count
        if noticed.isdisjoint((d.key, *(f"{sort}:{name}" for sort, name in d.bears_on if d.how == "switched")))
    ]
    which = ""
    if verdicts.differing:
        if not all(structure.keys.intersection(cause.keys) or cause.cases[0].of_one for cause in verdicts.causes):
            return ""
        missed = [d for d in missed if d.sort in NOTICED]
        named = [_called(d.key) for d in missed]
        more = f" and {len(named) - MAX_MISSED} more" if len(named) > MAX_MISSED else ""
        which = f"No case notices {', '.join(named[:MAX_MISSED])}{more}. "
    if not missed or not verdicts.all:
        return ""
    no_proof = "That does not mean that nothing changes: a case asks about one position, and none asks about this."
    return f"{which}{no_proof} {look_at}".strip()


def cause_lines(
    cause: DifferingCases, *, everything: bool, drawn: Collection[CaseDiffers | None] = ()
) -> Iterator[str]:
    """Yields the cases that differ for one reason; for those `drawn` above only a reference."""
    yield f"  {number_of(len(cause.cases), 'case')}: {cause.in_words}"
    shown = _first(cause, everything=everything)
    for case in shown:
        yield f"    {case.id}: {_question(case.asked, case.in_words)}"
        if case in drawn:
            yield "      asked and answered as in a position above"
            continue
        yield from (f"      {line}" for line in standing(case.shown))
        answers = [verdict.reasons or (verdict.short,) for verdict in (case.base, case.variant)]
        for name, (first, *rest) in zip(("base", "variant"), apart(answers), strict=True):
            yield f"      {name + ':':<9}{first}"
            yield from (f"               {line}" for line in rest)
    if len(shown) < len(cause.cases):
        yield f"    ... and {len(cause.cases) - len(shown)} more"


def apart(answers: Sequence[Sequence[str]]) -> list[list[str]]:
    """Returns answers without the reasons that all of them give, each with the lines below it: those do not make the
    difference."""
    shared = _shared(answers)
    split = [_head_and_reasons(lines) for lines in answers]
    return [[*head, *(line for block in reasons if block not in shared for line in block)] for head, reasons in split]


def _shared(answers: Sequence[Sequence[str]]) -> list[list[str]]:
    first, *others = (_head_and_reasons(lines)[1] for lines in answers)
    return [block for block in first if all(block in other for other in others)]


def _head_and_reasons(lines: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Splits off the answer, one line or several where the dice decide, from its reasons, which stand further in, each
    with the lines that are indented more below it."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    head = [line for line, _ in takewhile(lambda each: not each[1], zip(lines, indents, strict=True))]
    reasons: list[list[str]] = []
    outer = 0
    for line, indent in zip(lines[len(head) :], indents[len(head) :], strict=True):
        if reasons and indent > outer:
            reasons[-1].append(line)
        else:
            reasons.append([line])
            outer = indent
    return head, reasons


def _question(asked: str, in_words: str) -> str:
    return f"{in_words} [{asked}]" if in_words else asked


def standing(lines: Sequence[str]) -> Iterator[str]:
    """Yields the first of the lines about a position."""
    yield from lines[:MAX_STANDING]
    if len(lines) > MAX_STANDING:
        yield f"... and {len(lines) - MAX_STANDING} more"


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def listed(verdicts: Verdicts | None, *, everything: bool) -> list[CaseDiffers]:
    """Returns the cases that are listed one by one."""
    causes = () if verdicts is None else verdicts.causes
    return [case for cause in causes for case in _first(cause, everything=everything)]


def _first(cause: DifferingCases, *, everything: bool) -> Sequence[CaseDiffers]:
    """Returns the first cases of a cause; those that ask if a rule applies only where none asks anything else."""
    if everything:
        return cause.cases
    return ([case for case in cause.cases if not asks_of_a_rule(case.asked)] or cause.cases)[:MAX_CASES]


def same_case(witness: Witness, cases: Iterable[CaseDiffers]) -> CaseDiffers | None:
    """Returns the case that is asked and answered as a witness is, for the same reasons."""
    said = (witness.question, witness.base.reasons, witness.variant.reasons)
    return next((c for c in cases if (c.asked, c.base.reasons, c.variant.reasons) == said), None)


def settled_lines(
    settled: Sequence[Settled], cases: Sequence[CaseDiffers] = (), said: Mapping[str, str] | None = None
) -> Iterator[str]:
    if settled:
        yield "where each difference shows:"
    for each in settled:
        yield from lines_of_settled(each, cases, said or {})


def lines_of_settled(settled: Settled, cases: Sequence[CaseDiffers], said: Mapping[str, str]) -> Iterator[str]:
    """Yields the sentence of a difference and a witness, a proof that it changes nothing, or how much was tried; for
    one of the cases a reference."""
    what = said.get(settled.key, "")
    yield from _wrapped(f"{_called(settled.key)}: {what}" if what else _called(settled.key), "  ")
    witness = settled.witness
    if witness is None or settled.alone:
        yield from _wrapped(settled.in_words() if witness is None else settled.alone, "    ")
    if witness is None:
        return
    case = same_case(witness, cases)
    where = "" if case is None else f": the case {case.id} above"
    if case is not None and case.shown != witness.shown:
        where = f", asked and answered as in the case {case.id} above"
    yield f"    an example with {number_of(witness.counters, 'counter')}{where}"
    if case is None or case.shown != witness.shown:
        yield from (f"      {line}" for line in standing(witness.shown))
    if case is not None:
        return
    yield f"      asked: {_question(witness.question, witness.asked)}"
    reasons = [verdict.reasons for _, verdict in witness.answers]
    for (name, _), lines in zip(witness.answers, apart(reasons), strict=True):
        first, rest = ("", lines) if witness.thrown is not None else (f" {lines[0]}", lines[1:])
        yield f"      {name}:{first}"
        yield from (f"        {line}" for line in rest)
    if witness.thrown is not None:
        parted = witness.thrown
        others = f" ({parted.parting} of the {parted.falls} falls of the dice differ)" if parted.parting > 1 else ""
        yield f"      for example when the dice show {parted.dice}{others}:"
        yield f"        base: {parted.base}"
        yield f"        variant: {parted.variant}"
        if both := [line.removeprefix("  ") for block in _shared(reasons) for line in block]:
            yield "        under both:"
            yield from (f"          {line}" for line in both)
    if witness.note:
        yield f"      {witness.note}"
