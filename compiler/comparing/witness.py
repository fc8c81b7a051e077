"""For each difference of two laws the smallest position in which it makes another verdict.

Idea: three ways, the surest first. *Proved*: the conditions of the rule exclude each other, or it is in force under
neither law as chosen and no case sees it (`analysis/conditions.py`). *Found*: cases that cite what the rule cites,
name it, or ask what it decides, and positions made up so that its conditions hold (`analysis/realise.py`), are asked
under both laws until an answer differs. *Shrunk*: whatever can be left out of that position so that the two answers
still differ is left out: pieces of the situation that it begins with, by halves, then steps, then its own pieces, then
what is said of them, then units are made plainer. Nothing is left out without which the law stops answering.
INVARIANT: a witness was asked under both laws as it is told, and both answers stand beside it. Where none was found it
is said how many positions were asked, and how many of them were aimed; that two laws do the same is never concluded
from positions.
Why not search at random: of positions drawn by lot about 2 in 100 meet a given rule; a case that cites it nearly
always does, since every rule has a case that fails without it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from time import monotonic_ns
from typing import Any

from hexlaw.compiler.analysis.conditions import conditions_of
from hexlaw.compiler.analysis.formula import TooMany
from hexlaw.compiler.cases.judge import Outcome, run_case
from hexlaw.compiler.comparing.looked_at import verdict_key
from hexlaw.compiler.comparing.made_up import MadeUp, made_up
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import Difference, Structure
from hexlaw.compiler.comparing.verdicts import Verdicts, cases_of_both, had_a_say, reasons
from hexlaw.compiler.comparing.witness_told import Told, Witness, chosen_there, drawn, standing
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Scalar
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.processes import shared_out
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.situate import situate
from hexlaw.runtime import graph as g
from hexlaw.runtime.answer import Answer
from hexlaw.runtime.law import configure
from hexlaw.runtime.position import Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.units import UnitType

NANO = 1_000_000_000
FIRST_CASES = 40
KNOWN = 1_000
"""What speaks for a case that is known to differ: more than all else together."""
MOST_MADE_UP = 60
MOST_SMALLER = 400
MOST_BETTER = 10
"""Positions that are asked after one that is not answered under both laws: two answers are better told."""
LEAST_SHRINKING = 5 * NANO
PLAINEST = 4
APPLIES = "applies"
PIECES, SITUATION, WITHOUT, WITH = "pieces", "situation", "without", "with"
LEFT_OUT = ("play", "given", "game", "now", "acting", "let", "zones", "shows", "doc")
"""What a case can be without, in the order in which it is tried."""


@dataclass(frozen=True)
class Settled:
    """What is known of a difference: a witness, a proof that it cannot speak, or how much was tried in vain."""

    key: str
    witness: Witness | None = None
    proof: str = ""
    asked: int = 0
    aimed: int = 0

    @property
    def is_settled(self) -> bool:
        return self.witness is not None or bool(self.proof)

    def told(self) -> str:
        if self.witness is not None:
            return "a witness"
        if self.proof:
            return f"proved: it cannot speak, as {self.proof}"
        return f"none found in {self.asked} positions, {self.aimed} of them aimed"


class Settling:
    """Finds witnesses for the differences of two laws, one after the other."""

    def __init__(
        self, base: Side, variant: Side, structure: Structure, cases: list[Case] | None = None,
        verdicts: Verdicts | None = None,
    ) -> None:  # fmt: skip
        """`verdicts` are those that are known: a case that differs by a difference is a witness for it already."""
        self.base, self.variant, self.structure = base, variant, structure
        switched = frozenset(d.name for d in structure.differences if d.how == "switched")
        self.cases = [_left_open(case, switched) for case in (cases_of_both(base, variant) if cases is None else cases)]
        self.differing: dict[str, set[str]] = defaultdict(set)
        for cause in verdicts.causes if verdicts is not None else ():
            for key in cause.keys:
                self.differing[key].update(case.id for case in cause.cases)

    def settle(self, difference: Difference, *, seconds: int = 20, draw: bool = True) -> Settled:
        """A witness for a difference, a proof that there is none, or how much was tried."""
        idle, contrary = self._reasons(difference)
        if contrary:
            return Settled(difference.key, proof=contrary)
        until = monotonic_ns() + seconds * NANO
        asked = aimed = since = 0
        best: tuple[Trial, tuple[Outcome | Answer, Outcome | Answer]] | None = None
        for trial in self._trials(difference):
            asked, aimed = asked + 1, aimed + trial.is_aimed
            found = trial.ask()
            if found is not None and _differ(*found):
                is_answered = not any(map(_is_stop, found))
                if best is None or is_answered:
                    best = trial, found
                if is_answered:
                    break
            since += best is not None
            if monotonic_ns() > until or since > MOST_BETTER:
                break
        if best is None:
            return Settled(difference.key, None, idle, asked, aimed)
        differing, answers = best
        smallest = _Shrinking(answers, max(until, monotonic_ns() + LEAST_SHRINKING)).smallest(differing)
        return Settled(difference.key, smallest.told(draw=draw), "", asked, aimed)

    def _reasons(self, difference: Difference) -> tuple[str, str]:
        """Why a rule is in force under neither law, and why it can never apply; empty where that is not so."""
        if difference.sort != "rule":
            return "", ""
        name = difference.name
        idle: dict[str, str] = {}
        contrary: dict[str, str] = {}
        for which, side in (("base", self.base), ("variant", self.variant)):
            graph = side.compilation.graph
            rule = graph.rules.get(name)
            if rule is None:
                continue
            law = configure(graph, side.chosen)
            idle[which] = "" if name in law.rules or rule.origin.situation else law.why_not_standing(name) or ""
            contrary[which] = "" if rule.for_each or _may_apply(graph, rule) else "its conditions exclude each other"
        return _under_which(idle), _under_which(contrary)

    def _trials(self, difference: Difference) -> Iterator[Trial]:
        is_one_of_several = difference.sort == "rule" and len(self.structure.keys) > 1
        rule = difference.name if is_one_of_several else ""
        ranked = sorted(self._ranked(difference), key=lambda ranked: (-ranked[0], ranked[1]))
        trials = [_CaseTrial(self.cases[at], self.base, self.variant, rule, score > 0) for score, at in ranked]
        first = [trial for trial in trials[:FIRST_CASES] if trial.is_aimed]
        yield from sorted(first, key=lambda trial: trial.asks_of_a_rule)  # what a player would ask is better told
        yield from made_up(self.base, self.variant, difference, MOST_MADE_UP, rule)
        yield from trials[len(first) :]

    def _ranked(self, difference: Difference) -> Iterator[tuple[int, int]]:
        """How probably each case shows a difference, 0 where nothing speaks for it, and its place."""
        cites = {*difference.cites, *_cites(self.base, difference), *_cites(self.variant, difference)}
        name = difference.name.partition(" (")[0]
        about = [n for sort, n in difference.bears_on if sort != "rule"]
        over = [n for sort, n in difference.bears_on if sort == "rule"]
        graphs = [side.compilation.graph for side in (self.base, self.variant)]
        rulings = [ruling for graph in graphs for ruling in graph.rulings.values()]
        settled_by = {id_ for r in rulings if name in (*r.confirms, *r.amends) for id_ in r.shown}
        for place, case in enumerate(self.cases):
            text = repr(_texts(case.node))
            score = 60 * (name in text) + 20 * len(cites.intersection(case.shows)) + 15 * any(n in text for n in over)
            score += 20 * (case.id in settled_by) + KNOWN * (case.id in self.differing.get(difference.key, ()))
            score += 8 * any(_is_near(show, cite) for show in case.shows for cite in cites)
            score += 6 * any(n in text for n in about) + 4 * (case.id.partition(".")[0] == name.partition(".")[0])
            yield score, place


def _under_which(reasons: dict[str, str]) -> str:
    """Why a rule says nothing under each law that has it, by law; empty where it speaks under one."""
    if not reasons or not all(reasons.values()):
        return ""
    if len(reasons) == 1:
        ((which, reason),) = reasons.items()
        return f"the {which} alone has it, and there {reason}"
    if reasons["base"] == reasons["variant"]:
        return f"under both laws {reasons['base']}"
    return f"under the base {reasons['base']}, and under the variant {reasons['variant']}"


def _left_open(case: Case, names: frozenset[str]) -> Case:
    """A case without its own choice of these options and readings: each law has chosen for itself."""
    node = case.node
    chosen = node.get(WITH)
    for key in ("options", "readings"):
        own = chosen.get(key) if isinstance(chosen, Mapping) else None
        if isinstance(chosen, Mapping) and isinstance(own, Mapping):
            kept = replace(own, entries=tuple(entry for entry in own.entries if entry[0].text not in names))
            if kept != own:
                chosen = _replaced(chosen, key, kept)
    return case if chosen is node.get(WITH) else replace(case, node=_replaced(node, WITH, chosen))


def _is_near(one: str, other: str) -> bool:
    """Whether one source is a part of the other: `PL-Q-060b` of `PL-Q-060`, `VII.E.7` of `VII.E`."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and not long[len(short) :][:1].isdigit()


def _may_apply(graph: g.Graph, rule: g.Rule) -> bool:
    conditions = conditions_of(graph)
    try:
        return conditions.possible(conditions.applies(rule)) is not None
    except TooMany:
        return True


def to_settle(structure: Structure) -> list[Difference]:
    """The differences for which a witness is looked for; of an option, the rules that come and go with it."""
    found = []
    for difference in structure.that_count:
        if difference.how == "switched":
            found += [replace(difference, sort=sort, name=name, bears_on=()) for sort, name in difference.bears_on]
        elif difference.sort not in ("ruling", "option", "dispute", "choice"):
            found.append(difference)
    return list({difference.key: difference for difference in found}.values())


def settle_all(settling: Settling, differences: Sequence[Difference], processes: int, *, seconds: int) -> list[Settled]:
    """What is known of each difference, in their order."""
    tasks = [partial(settling.settle, difference, seconds=seconds) for difference in differences]
    with shared_out(tasks, processes) as found:
        return list(found)


# ---- what is tried


@dataclass(frozen=True)
class _CaseTrial:
    """A case, or what is left of one, asked under both laws."""

    case: Case
    base: Side
    variant: Side
    rule: str = ""  # which must have had a say in one of the answers
    is_aimed: bool = True

    def ask(self) -> tuple[Outcome, Outcome] | None:
        seen = Seen(), Seen()
        base, variant = (
            run_case(self.case, side.compilation, side.chosen, tracing=False, seen=looked_at)
            for side, looked_at in zip((self.base, self.variant), seen, strict=True)
        )
        if base.diagnostics.has_errors or variant.diagnostics.has_errors:
            return None
        heard = not self.rule or any(f"rule:{self.rule}" in had_a_say(each) for each in seen)
        return (base, variant) if heard else None

    @property
    def asks_of_a_rule(self) -> bool:
        """Whether it is asked if a rule applies, which nobody at the table would ask."""
        return APPLIES in (self.case.text("ask") or "").split()

    @property
    def counters(self) -> int:
        pieces = self.case.node.get(PIECES)
        return len(pieces.entries) if isinstance(pieces, Mapping) else 0

    def pieces_of_situation(self) -> list[str]:
        """The pieces that stand there because the situation has them."""
        if self.case.node.get(SITUATION) is None:
            return []
        position = self._begun()
        own = self.case.node.get(PIECES)
        written = {key.text for key, _ in own.entries} if isinstance(own, Mapping) else set()
        return (
            [] if position is None else [thing.name for thing in position.things.values() if thing.name not in written]
        )

    def taking_away(self, names: Sequence[str]) -> _CaseTrial:
        """The same without some pieces of the situation."""
        node = self.case.node
        there = node.get(WITHOUT)
        gone = Listing(tuple(Scalar(name, node.span) for name in names), node.span)
        if isinstance(there, Listing):
            return self._with(_replaced(node, WITHOUT, replace(there, items=(*there.items, *gone.items))))
        return self._with(replace(node, entries=(*node.entries, (Scalar(WITHOUT, node.span), gone))))

    def smaller(self) -> Iterator[_CaseTrial]:
        """The same with something left out, the most first."""
        node = self.case.node
        for key in LEFT_OUT:
            if node.get(key) is not None:
                yield self._with(_without(node, key))
        pieces = node.get(PIECES)
        if not isinstance(pieces, Mapping):
            return
        for name, _ in pieces.entries:
            yield self._with(_replaced(node, PIECES, _without(pieces, name.text)))
        for key in ("let", "play", "given"):
            inner = node.get(key)
            if isinstance(inner, Mapping):
                yield from (self._with(_replaced(node, key, _without(inner, n.text))) for n, _ in inner.entries)
            elif isinstance(inner, Listing) and len(inner.items) > 1:
                for i in range(len(inner.items)):
                    rest = (*inner.items[:i], *inner.items[i + 1 :])
                    yield self._with(_replaced(node, key, replace(inner, items=rest)))
        for name, piece in pieces.entries:
            if isinstance(piece, Mapping):
                for key_, _ in piece.entries:
                    if key_.text not in ("type", "kind", "at", "in"):
                        said = _replaced(pieces, name.text, _without(piece, key_.text))
                        yield self._with(_replaced(node, PIECES, said))
                yield from self._plainer(node, pieces, name.text, piece)

    def _plainer(self, node: Mapping, pieces: Mapping, name: str, piece: Mapping) -> Iterator[_CaseTrial]:
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
                changed = _replaced(piece, "type", replace(type_, text=other.id))
                yield self._with(_replaced(node, PIECES, _replaced(pieces, name, changed)))

    def _with(self, node: Mapping) -> _CaseTrial:
        return replace(self, case=replace(self.case, node=node))

    def told(self, *, draw: bool) -> Witness:
        outcomes = [run_case(self.case, side.compilation, side.chosen) for side in (self.base, self.variant)]
        told = [Told(outcome.got, tuple(reasons(outcome))) for outcome in outcomes]
        position = self._position(outcomes)
        question = self.case.text("ask") or ""
        if position is None:
            return Witness(question, (), self.counters, told[0], told[1], "", self.case.id)
        svg = drawn(self.base, position, self.case.id) if draw else ""
        stands = (*chosen_there(self.case.configuration()), *standing(position, question))
        return Witness(question, stands, len(position.things), told[0], told[1], svg, self.case.id)

    def _position(self, outcomes: list[Outcome]) -> Position | None:
        """What the question is asked of; where the case is not played so far, what it begins with."""
        given = next((outcome.answer for outcome in outcomes if outcome.answer is not None), None)
        return self._begun() if given is None else given.position

    def _begun(self) -> Position | None:
        """What the case begins with."""
        law = configure(self.base.compilation.graph, self.case.configuration().merged(self.base.chosen))
        situation = situate(self.case, self.base.compilation, law, Diagnostics())
        return None if situation is None else situation.position


def _sort_of(unit: UnitType) -> object:
    """All that a chart says of a unit but numbers: units of one sort do the same, better or worse."""
    return unit.kind, {n: v for n, v in unit.values.items() if isinstance(v, bool) or not isinstance(v, int | Fraction)}


def _richness(unit: Any) -> tuple[int, str]:
    return len([v for v in unit.values.values() if v not in (False, None, ())]), unit.id


def _without(node: Mapping, key: str) -> Mapping:
    return replace(node, entries=tuple(entry for entry in node.entries if entry[0].text != key))


def _replaced(node: Mapping, key: str, value: Any) -> Mapping:
    return replace(node, entries=tuple((k, value if k.text == key else v) for k, v in node.entries))


Trial = _CaseTrial | MadeUp


def _cites(side: Side, difference: Difference) -> tuple[str, ...]:
    if difference.sort == "rule":
        rule = side.compilation.graph.rules.get(difference.name)
        return () if rule is None else tuple(map(str, rule.cites))
    section = difference.sort if difference.sort in g.BY_SORT else ""
    found = side.compilation.graph.section(section).get(difference.name.partition(" (")[0]) if section else None
    return tuple(map(str, getattr(found, "cites", ())))


def _texts(node: Any) -> object:
    match node:
        case Scalar():
            return node.text
        case Mapping():
            return [(key.text, _texts(value)) for key, value in node.entries]
        case _:
            return [_texts(item) for item in getattr(node, "items", ())]


def _differ(base: Outcome | Answer, variant: Outcome | Answer) -> bool:
    return verdict_key(base) != verdict_key(variant)


class _Shrinking:
    """Leaves out what can be left out of a position so that the two answers still differ."""

    def __init__(self, found: tuple[Outcome | Answer, Outcome | Answer], until: int) -> None:
        self.stops = [_is_stop(each) for each in found]
        self.until = until

    def smallest(self, trial: Trial) -> Trial:
        """The smallest that was reached before time ran out."""
        if isinstance(trial, _CaseTrial):
            trial = self._with_fewer_pieces(trial)
        tried = 0
        found = True
        while found:
            found = False
            for smaller in trial.smaller():
                tried += 1
                if self._is_over or tried > MOST_SMALLER:
                    return trial
                if self._still_differs(smaller):
                    trial, found = smaller, True
                    break
        return trial

    def _with_fewer_pieces(self, trial: _CaseTrial) -> _CaseTrial:
        """The same with as few pieces of its situation as can be: all are taken away, then halves, and so on to one."""
        names = trial.pieces_of_situation()
        size = len(names)
        while size:
            at = 0
            while at < len(names):
                if self._is_over:
                    return trial
                smaller = trial.taking_away(names[at : at + size])
                if self._still_differs(smaller):
                    trial = smaller
                    left = frozenset(trial.pieces_of_situation())  # with a piece goes what stands in it
                    names = [*names[:at], *(name for name in names[at + size :] if name in left)]
                else:
                    at += size
            size //= 2
        return trial

    @property
    def _is_over(self) -> bool:
        return monotonic_ns() > self.until

    def _still_differs(self, trial: Trial) -> bool:
        """Not so where the law gives an answer no longer: that is a difference of another kind."""
        answers = trial.ask()
        if answers is None or not _differ(*answers):
            return False
        stops = [_is_stop(each) for each in answers]
        return all(before or not now for before, now in zip(self.stops, stops, strict=True))


def _is_stop(found: Outcome | Answer) -> bool:
    key = verdict_key(found)
    return isinstance(key, tuple) and key[0] in ("stop", "no answer")
