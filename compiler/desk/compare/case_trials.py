"""A case asked under both laws, and what can be left out of it so that it is still a case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Scalar, entries_in, items_in
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.desk.compare.shown import before_question, begun, chosen_there, drawn, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import asks_of_a_rule, cells_read, had_a_say, reasons
from hexlaw.compiler.desk.compare.witness_answers import Told, Without, Witness, WitnessOutcomes, told_of
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.units import UnitType

PLAINEST = 4
"""Units that are tried in the place of one."""
ASK, PIECES, SITUATION, WITHOUT, WITH = "ask", "pieces", "situation", "without", "with"
MAY = re.compile(r"may (?P<action>[\w-]+)\.(?P<pick>[\w-]+)\((?P<args>.*)\)")
INSIDE = re.compile(r"\([^()]*\)|\{[^{}]*\}")
LEFT_OUT = ("play", "given", "game", "now", "acting", "let", "zones", "shows", "doc", WITH)
"""What a case can be without, in the order in which it is tried."""


@dataclass(frozen=True)
class CaseTrial:
    """A case, or what is left of one, asked under both laws."""

    case: Case
    base: ComparedLaw
    variant: ComparedLaw
    without: Without | None = None
    is_aimed: bool = True

    def ask(self, *, tracing: bool = False) -> WitnessOutcomes | None:
        seen = ReadSet(), ReadSet()
        run = partial(self._run, tracing=tracing)
        base, variant = (run(side, each) for side, each in zip((self.base, self.variant), seen, strict=True))
        if base.diagnostics.has_errors or variant.diagnostics.has_errors:
            return None
        said = frozenset().union(*map(had_a_say, seen))
        if self.without is None:
            return WitnessOutcomes(base, variant, said=said)
        heard = f"rule:{self.without.rule}" in said
        if not heard and not self.is_aimed:
            return None
        return WitnessOutcomes(base, variant, run(self.without.side, ReadSet()), heard, self.without.of_variant, said)

    def _run(self, side: ComparedLaw, seen: ReadSet, *, tracing: bool) -> CaseOutcome:
        return run_case(self.case, side.compilation, side.chosen, tracing=tracing, seen=seen, by_any=True)

    def asking(self, question: str) -> CaseTrial:
        """The same position, and another question, of which nothing is expected."""
        node = self.case.node
        asked = node.changed(ASK, to=Scalar(question, node.span))
        return self._with(asked.changed("expect", to=Mapping((), node.span)))

    def with_said(self, attributes: Sequence[str]) -> Iterator[CaseTrial]:
        """The same with something more said of one piece: that it is in a state that a yes or no stands for."""
        node = self.case.node
        for name, piece in entries_in(node.get(PIECES)):
            for attribute in attributes:
                if isinstance(piece, Mapping) and piece.get(attribute) is None:
                    said = (Scalar(attribute, node.span), Scalar("yes", node.span))
                    more = replace(piece, entries=(*piece.entries, said))
                    yield self._with(node.changed(PIECES, name.text, to=more))

    def reads(self, cell: str) -> bool:
        """Whether the base reads a cell on the way to its answer."""
        seen = ReadSet()
        outcome = self._run(self.base, seen, tracing=False)
        return cell in cells_read(seen, outcome)

    @property
    def is_roundabout(self) -> tuple[bool, bool]:
        """Whether it is asked if a rule applies, which nobody at the table asks, and whether it has to be played."""
        return asks_of_a_rule(self.case.text(ASK) or ""), self.case.node.get("play") is not None

    @property
    def counters(self) -> int:
        return len(entries_in(self.case.node.get(PIECES)))

    def pieces_of_situation(self) -> list[str]:
        """The pieces that stand there because the situation has them."""
        if self.case.node.get(SITUATION) is None:
            return []
        position = begun(self.case, self.base)
        written = {key.text for key, _ in entries_in(self.case.node.get(PIECES))}
        return (
            [] if position is None else [thing.name for thing in position.things.values() if thing.name not in written]
        )

    def taking_away(self, names: Sequence[str]) -> CaseTrial:
        """The same without some pieces of the situation."""
        node = self.case.node
        there = node.get(WITHOUT)
        gone = Listing(tuple(Scalar(name, node.span) for name in names), node.span)
        if isinstance(there, Listing):
            return self._with(node.changed(WITHOUT, to=replace(there, items=(*there.items, *gone.items))))
        return self._with(replace(node, entries=(*node.entries, (Scalar(WITHOUT, node.span), gone))))

    def smaller(self) -> Iterator[CaseTrial]:
        """The same with something left out, the most first."""
        node = self.case.node
        yield from (self._with(earlier) for earlier in asked_earlier(node))
        for key in LEFT_OUT:
            if node.get(key) is not None:
                yield self._with(node.changed(key, to=None))
        if earlier := self._of_earlier_pick():
            yield self.asking(earlier)
        chosen = node.get(WITH)
        for key in ("options", "readings"):
            for name, _ in entries_in(chosen.get(key)) if isinstance(chosen, Mapping) else ():
                yield self._with(node.changed(WITH, key, name.text, to=None))
        pieces = node.get(PIECES)
        if not isinstance(pieces, Mapping):
            return
        for name, _ in pieces.entries:
            yield self._with(node.changed(PIECES, name.text, to=None))
        for key in ("let", "play", "given"):
            inner = node.get(key)
            yield from (self._with(node.changed(key, name.text, to=None)) for name, _ in entries_in(inner))
            if isinstance(inner, Listing) and len(inner.items) > 1:
                for i in range(len(inner.items)):
                    rest = (*inner.items[:i], *inner.items[i + 1 :])
                    yield self._with(node.changed(key, to=replace(inner, items=rest)))
        for name, piece in pieces.entries:
            for said, _ in entries_in(piece):
                if said.text not in ("type", "kind", "at", "in"):
                    yield self._with(node.changed(PIECES, name.text, said.text, to=None))
            if isinstance(piece, Mapping):
                yield from self._plainer(name.text, piece)

    def _of_earlier_pick(self) -> str:
        """The question whether the pick before the one that is asked about may be made; nothing where there is none."""
        asked = MAY.fullmatch(self.case.text(ASK) or "")
        action = self.base.compilation.graph.actions.get(asked["action"]) if asked is not None else None
        if asked is None or action is None:
            return ""
        names = [pick.name for pick in action.picks]
        at = names.index(asked["pick"]) if asked["pick"] in names else 0
        first, comma, _ = asked["args"].rpartition(",")
        number = len(INSIDE.sub("", asked["args"]).split(","))
        is_known = at > 0 and comma and number == len(action.params) + at + 1 and not INSIDE.sub("", first).count("(")
        return f"may {action.name}.{names[at - 1]}({first})" if is_known else ""

    def _plainer(self, name: str, piece: Mapping) -> Iterator[CaseTrial]:
        """The same with a plainer unit: one of which the chart says less."""
        type_ = piece.get("type")
        units = self.base.compilation.graph.units
        unit = units.get(type_.text) if isinstance(type_, Scalar) else None
        if unit is None or not isinstance(type_, Scalar):
            return
        alike = [u for u in units.values() if _sort_of(u) == _sort_of(unit)]
        plainest = sorted(alike, key=_richness)[:PLAINEST]
        for other in plainest:
            if _richness(other) < _richness(unit):
                yield self._with(self.case.node.changed(PIECES, name, "type", to=replace(type_, text=other.id)))

    def _with(self, node: Mapping) -> CaseTrial:
        return replace(self, case=replace(self.case, node=node))

    def told(self, *, draw: bool) -> Witness:
        found = self.ask(tracing=True)
        assert found is not None
        outcomes = [each for each in found.all if isinstance(each, CaseOutcome)]
        told = [Told(outcome.got, tuple(reasons(outcome))) for outcome in outcomes]
        given = [outcome.answer for outcome in outcomes if outcome.answer is not None]
        position = before_question(self.case, self.base, given)
        question = self.case.text(ASK) or ""
        witness = told_of(question, told, found)
        if position is None:
            return replace(witness, counters=self.counters, case=self.case.id)
        svg = drawn(self.base, position, self.case.id) if draw else ""
        stood = standing(position, question, self.case)
        stands = (*chosen_there(self.case.configuration(), self.base, self.variant), *stood)
        return replace(witness, shown=stands, counters=len(position.things), svg=svg, case=self.case.id)


def asked_earlier(node: Mapping) -> Iterator[Mapping]:
    """A case that is asked, where a step of it is refused, whether that may be: nothing after it has to be played."""
    play = node.get("play")
    steps = items_in(play)
    for at, step in enumerate(steps):
        refused = step.get("refused") if isinstance(step, Mapping) else None
        if not isinstance(refused, Mapping):
            continue
        (key, value), *_ = refused.entries
        begun = at
        while begun and _action_of(steps[begun - 1]) == key.text.partition(".")[0]:
            begun -= 1
        answers = [each.entries[0][1] for each in steps[begun:at] if isinstance(each, Mapping)] + [value]
        if all(isinstance(answer, Scalar) for answer in answers):
            args = ", ".join(answer.text for answer in answers if isinstance(answer, Scalar))
            asked = node.changed(ASK, to=Scalar(f"may {key.text}({args})", node.span))
            yield asked.changed("play", to=Listing(steps[:begun], node.span) if begun else None)


def _action_of(step: Any) -> str:
    """The action that a step makes a pick of; nothing for other steps."""
    named = step.entries[0][0].text if isinstance(step, Mapping) else ""
    return named.partition(".")[0] if "." in named else ""


def _sort_of(unit: UnitType) -> object:
    """All that a chart says of a unit but numbers: units of one sort do the same, better or worse."""
    return unit.kind, {n: v for n, v in unit.values.items() if isinstance(v, bool) or not isinstance(v, int | Fraction)}


def _richness(unit: Any) -> tuple[int, str]:
    return len([v for v in unit.values.values() if v not in (False, None, ())]), unit.id
