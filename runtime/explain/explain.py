"""An answer told to people, at three depths.

`talk` is for the table: the verdict, who says so, what would be legal instead. `judge` is for the person
who settles a dispute: every rule that applied, every exception that was tried and did not, the table cells read, what
is in dispute or unsure. `developer` adds every step of the evaluation with the places in the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.evaluate.trace import Tried
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.explain.answer import Answer, OtherAnswer
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.explain.question_in_words import answered_in_words
from hexlaw.runtime.explain.reasons import Reasons
from hexlaw.runtime.explain.speech import Speech, said_once
from hexlaw.runtime.explain.trace_lines import Depth, Traced
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.spans import plain

MAX_CHAIN_LENGTH = 30


def explain(given: Answer, depth: Depth, others: list[OtherAnswer]) -> str:
    return "\n".join(_Explainer(given, depth, others).lines()) + "\n"


def explain_verdict(verdict: Permission, law: Law, position: Position, asked: str) -> str:
    """Why something may be picked, or may not, in a game: told like an answer."""
    return explain(Answer(Question("may", asked), law, position, permission=verdict), "talk", [])


def reasons_in_words(given: Answer, args: tuple[object, ...], come_to: str = "") -> list[str]:
    """In words, what an effect with these arguments was about, what its dice `come_to`, and the numbers and tables
    behind it."""
    return [*Reasons(Speech(given)).of_effect(args, come_to)]


def stop_lines(stop: LawStop, position: Position, depth: Depth = "judge") -> Iterator[str]:
    """Why the law stopped: what it says, what would help, and what led there."""
    yield stop.message
    if stop.help:
        yield f"  help: {stop.help}"
    yield from (f"  {line}" for line in chain_lines(stop, position, depth))


def chain_lines(stop: LawStop, position: Position, depth: Depth = "judge") -> Iterator[str]:
    """What led to a stop, the innermost first. At the table that is the rule it stopped in and what was asked of it."""
    chain = stop.chain
    if depth == "talk":
        chain = chain[: next((at for at, cause in enumerate(chain, 1) if cause.where), len(chain)) + 1]
    for cause in chain[:MAX_CHAIN_LENGTH]:
        asked = f"({', '.join(in_words(arg, position) for arg in cause.args)})" if cause.args else ""
        place = f" ({cause.where})" if cause.where else ""
        text = f": {cause.text}" if cause.text else ""
        yield f"in {_SORTS.get(cause.sort, cause.sort)} {cause.name}{asked}{place}{text}"
    if len(chain) > MAX_CHAIN_LENGTH:
        yield f"and so on, {len(chain) - MAX_CHAIN_LENGTH} more"


_SORTS = {"line": "the line", "hook": "what follows, rule", "pick": "the pick", "part": "the part",
          "effect": "the effect", "action": "the action"}  # fmt: skip


class _Explainer:
    """An answer with what belongs to it, in lines."""

    def __init__(self, given: Answer, depth: Depth, others: list[OtherAnswer]) -> None:
        self.given = given
        self.depth = depth
        self.others = others
        self.speech = Speech(given)

    def lines(self) -> Iterator[str]:
        given, reasons = self.given, [*Reasons(self.speech).lines()] if self.depth == "talk" else []
        if given.stop is not None:
            first, *more = stop_lines(given.stop, given.position, self.depth)
            yield f"no answer: {first}"
            yield from more
        elif given.permission is not None:
            yield from self._permission(given.permission)
        elif given.chances is not None:
            yield from self._chances()
        elif given.reach is not None:
            yield from self._reach()
        else:
            bare = self.depth == "talk" and not reasons
            said = answered_in_words(self.speech) if bare else ""
            yield self.speech.words(given.value) + (f": {said}" if said else "")
            yield from self._not_there()
        yield from reasons
        if self.depth != "talk" and given.asked:
            yield "why:"
            itself = given.asked if given.question.sort == "value" else []
            yield from Traced(self.speech, self.depth, itself).nodes(given.asked, 1)
        yield from self._others()

    def _not_there(self) -> Iterator[str]:
        """Which of the rules that are asked about are not in this law as it is chosen, and why not."""
        law, asked = self.given.law, self.given.question.value
        assert asked is not None
        for rule in dict.fromkeys(part.rule for part in parts(asked) if isinstance(part, e.Applies)):
            if law.standing(rule) is None:
                why = law.why_not_standing(rule)
                yield f"  the rule {rule} is not in this law" + (f": {why}" if why else "")

    def _permission(self, verdict: Permission) -> Iterator[str]:
        if verdict.allowed:
            cost = "" if verdict.cost is None else f", for {self.speech.words(verdict.cost)}"
            yield f"legal{cost}"
        else:
            refused = self._refused(verdict) if self.depth == "talk" else None
            yield f"refused: {refused}" if refused else "refused"
            for refusal in verdict.refusals:
                yield from self._refusal(refusal, with_ids=refused is None)
            for refusal in verdict.further:
                yield from (f"  {line}" for line in self._refusal(refusal, with_ids=refused is None))
        yield from (f"  {self._lifted(tried, self.speech.picked(verdict))}" for tried in verdict.lifted)
        if verdict.instead:
            yield f"  legal instead: {', '.join(self.speech.words(v) for v in verdict.instead)}"
        yield from self._lifts_that_failed(verdict)
        if self.depth != "talk":
            for tried in verdict.passed:
                yield f"  {self.speech.named(tried.rule)} does not forbid it: not `{tried.because}`"

    def _lifted(self, tried: Tried, values: dict[str, str]) -> str:
        """Why a prohibition does not count: at the table by their places in the books and the case of what lifts it."""
        by = ", ".join(self.speech.named(rule) for rule in tried.by)
        cited, because = self.speech.cites(tried.rule), self.speech.cases(tried.by, values)
        if self.depth != "talk" or not cited or not because:
            return f"{tried.rule.id} does not forbid it here: lifted by {by}"
        return f"{cited} does not forbid it here: {because}  {', '.join(map(self.speech.cites, tried.by))}".rstrip()

    def _refusal(self, refusal: Refusal, with_ids: bool) -> Iterator[str]:
        """One reason and who says so, by the id of the rule or by its source alone."""
        if refusal.rule is None:
            yield f"  {refusal.text}"
            for node in refusal.asked:
                for tried in node.applied() if node.sort == "fact" else ():
                    yield from self._why(tried, self.speech.values(node), 2)
        elif with_ids:
            yield f"  {refusal.text}  ({self.speech.named(refusal.rule)})"
            if self.depth != "talk":
                yield from (f"    because {condition.text}" for condition in refusal.rule.when)
        else:
            yield f"  {refusal.text}  {self.speech.cites(refusal.rule)}".rstrip()
            for group in said_once(self._deciding(refusal), self.given.position.things):
                yield from group

    def _refused(self, verdict: Permission) -> str | None:
        """What may not be done, in the law's words; none where it has none."""
        if verdict.args[-1:] == (g.DONE,):
            return "it cannot be over yet"
        said = self.speech.in_words.picked(f"{verdict.action}.{verdict.pick}", self.speech.picked(verdict), may=False)
        return plain(said) if said is not None else None

    def _deciding(self, refusal: Refusal) -> Iterator[str]:
        """What a refusal follows from where its rule asks facts: why these hold, and which exception did not help."""
        assert refusal.rule is not None
        if refusal.tried is None:
            return
        direct = {part.name for part in parts(tuple(c.expr for c in refusal.rule.when)) if isinstance(part, e.Fact)}
        for node in refusal.tried.asked:
            if node.sort == "fact" and node.name in direct and node.value is True:
                for tried in node.applied():
                    yield from self._why(tried, self.speech.values(node), 2)

    def _why(self, tried: Tried, values: dict[str, str], indent: int) -> Iterator[str]:
        """The case of a rule, and the exceptions to it that were cut short."""
        lead = "  " * indent
        if case := self.speech.cases([tried.rule], values):
            yield f"{lead}{case}  {self.speech.cites(tried.rule)}".rstrip()
        for limiter, by in tried.cut_short:
            if limiter not in self.given.law.limiters.get(tried.rule.id, ()):
                continue
            helps, cut = self.speech.cases([limiter], values), self.speech.cases(by, values)
            if helps and cut:
                cites = ", ".join(self.speech.cites(rule) for rule in by)
                yield f"{lead}it does not help that {helps}: {cut}  {cites}".rstrip()

    def _lifts_that_failed(self, verdict: Permission) -> Iterator[str]:
        """What could have lifted a prohibition. At the table, only a lift that was itself cut short is worth a word."""
        for refusal in verdict.refusals:
            for lift in refusal.lifts:
                if lift.fate == "limited":
                    by = ", ".join(self.speech.named(rule) for rule in lift.by)
                    yield f"  {self.speech.named(lift.rule)} would lift it, were it not for {by}"
                elif self.depth != "talk":
                    yield f"  {self.speech.named(lift.rule)} would lift it, were it so that {lift.because}"

    def _chances(self) -> Iterator[str]:
        assert self.given.chances is not None
        said = [
            (f"{chance.decided}: " if chance.decided else "") + self.speech.words(chance.outcome)
            for chance in self.given.chances
        ]
        width = max(map(len, said), default=0)
        for outcome, chance in zip(said, self.given.chances, strict=True):
            percent = round(chance.chance * 100)
            line = f"{outcome:<{width}}  {self.speech.words(chance.chance)}  ({percent} %)"
            if self.depth != "talk" and chance.dice != [""]:
                dice = in_rows(chance.dice)
                line += f"  on {'; '.join(dice[:12])}{' ...' if len(dice) > 12 else ''}"
            yield line

    def _reach(self) -> Iterator[str]:
        assert self.given.reach is not None
        if not self.given.reach:
            yield "nothing can be reached"
        by_cost = grouped((Fraction(cost), self.speech.words(place)) for place, cost in self.given.reach.items())
        yield from (f"for {self.speech.words(cost)}: {', '.join(by_cost[cost])}" for cost in sorted(by_cost))

    def _others(self) -> Iterator[str]:
        for other in self.others:
            if other.differs:
                yield f"{other.what} it would be: {other.answer}"
            elif self.depth != "talk":
                yield f"{other.what} it would be the same"
        if self.depth == "talk":
            return
        yield from self._doubts()
        if self.depth == "developer":
            law = self.given.law
            on = [name for name, value in law.options.items() if value]
            readings = [f"{dispute}: {reading}" for dispute, reading in law.readings.items()]
            yield f"options on: {', '.join(on) or 'none'}; readings: {', '.join(readings) or 'none'}"

    def _doubts(self) -> Iterator[str]:
        """The unsure figures that were read, those with one reason together."""
        plain = (cell for cell in self.given.unsure.values() if not cell.other)
        cells = grouped((cell.unsure or "", f"{self.speech.words(cell.value)} at {cell.where}") for cell in plain)
        for reason, read in cells.items():
            more = f" and {len(read) - 2} more" if len(read) > 2 else ""
            yield f"unsure: {', '.join(read[:2])}{more}: {reason}"
        doubts = self.given.doubts.items()
        figures = grouped((doubt, f"the {attribute} of {unit}") for (unit, attribute), doubt in doubts)
        yield from (f"unsure: {', '.join(which)}{f': {doubt}' if doubt else ''}" for doubt, which in figures.items())


def in_rows(dice: list[str]) -> list[str]:
    """The falls of the dice; those of one die that follow each other are told as one, `gust 2 to 5`."""
    rows: list[tuple[str, int, int] | str] = []
    for fallen in dice:
        name, _, shows = fallen.rpartition(" ")
        last = rows[-1] if rows else ""
        if not shows.isdigit() or "," in name:
            rows.append(fallen)
        elif isinstance(last, tuple) and last[0] == name and last[2] + 1 == int(shows):
            rows[-1] = (name, last[1], int(shows))
        else:
            rows.append((name, int(shows), int(shows)))
    return [
        row if isinstance(row, str) else f"{row[0]} {row[1]}" + (f" to {row[2]}" if row[2] > row[1] else "")
        for row in rows
    ]
