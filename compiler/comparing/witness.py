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
Where several things differ, a rule must make the difference itself: the law that has it answers otherwise without it.
A rule that only cuts back what others of the change allow makes none between the two laws: then it is said what the
variant, or the base, says with it and without it.
Why not search at random: of positions drawn by lot about 2 in 100 meet a given rule; a case that cites it nearly
always does, since every rule has a case that fails without it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import partial
from time import monotonic_ns
from typing import Any

from hexlaw.compiler.analysis.conditions import conditions_of
from hexlaw.compiler.analysis.formula import TooMany
from hexlaw.compiler.cases.judge import Outcome, run_case
from hexlaw.compiler.comparing.alone import (
    ONLY,
    alone_with,
    beside_itself,
    first_use,
    found_nowhere,
    is_known,
    reading,
    told_alone,
    words_of_a_ruling,
)
from hexlaw.compiler.comparing.differences import Difference, Structure
from hexlaw.compiler.comparing.looked_at import verdict_key
from hexlaw.compiler.comparing.made_up import MadeUp, decided_by, made_up
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.thrown import questions, read_by_dice
from hexlaw.compiler.comparing.verdicts import Verdicts, asks_of_a_rule, cases_of_both, cells_read, had_a_say, reasons
from hexlaw.compiler.comparing.witness_told import (
    Found,
    Told,
    Without,
    Witness,
    before_question,
    begun,
    chosen_there,
    drawn,
    played,
    standing,
    told_of,
)
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Scalar
from hexlaw.compiler.processes import shared_out
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime import graph as g
from hexlaw.runtime.answer import Answer
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.units import UnitType

NANO = 1_000_000_000
FIRST_CASES = 40
KNOWN = 1_000
"""What speaks for a case that is known to differ: more than all else together."""
MOST_MADE_UP = 60
MOST_SMALLER = 400
MOST_BETTER = 30
"""Positions that are asked after the first that differs, where a better one may come: two answers are better told."""
LEAST_SHRINKING = 5 * NANO
PLAINEST = 4
UNASKED = ("option", "dispute", "choice")
"""What shows by its rules, or by what has its values."""
ASK, PIECES, SITUATION, WITHOUT, WITH = "ask", "pieces", "situation", "without", "with"
MAY = re.compile(r"may (?P<action>[\w-]+)\.(?P<pick>[\w-]+)\((?P<args>.*)\)")
INSIDE = re.compile(r"\([^()]*\)|\{[^{}]*\}")
LEFT_OUT = ("play", "given", "game", "now", "acting", "let", "zones", "shows", "doc", WITH)
"""What a case can be without, in the order in which it is tried."""


@dataclass(frozen=True)
class Settled:
    """What is known of a difference: a witness, a proof that it cannot speak, or how much was tried in vain."""

    key: str
    witness: Witness | None = None
    proof: str = ""
    asked: int = 0
    aimed: int = 0
    alone: str = ""  # of a thing that only one of the laws has: which one, and what it shows by

    @property
    def is_settled(self) -> bool:
        return self.witness is not None or bool(self.proof)

    def told(self) -> str:
        if self.witness is not None:
            return "a witness"
        if self.alone:
            return self.alone
        if self.proof:
            return f"proved: it can change no answer, as {self.proof}"
        tried = f"none in {self.asked} positions, {self.aimed} of them aimed at it"
        return f"no example was found: {tried}. That does not prove that it changes nothing"


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
        alone = self._alone(difference, monotonic_ns() + seconds * NANO, draw=draw)
        if alone is not None:
            return alone
        idle, contrary = self._reasons(difference)
        if contrary:
            return Settled(difference.key, proof=contrary)
        until = monotonic_ns() + seconds * NANO
        asked = aimed = since = 0
        best: tuple[Shows, Trial, Found] | None = None
        for trial in self._trials(difference):
            asked, aimed = asked + 1, aimed + trial.is_aimed
            found = trial.ask()
            shows = Shows.NOTHING if found is None else shown_by(found)
            if shows is Shows.ALL and difference.sort == "table" and not trial.counters:
                shows = Shows.CHART
            if found is not None and shows > (best[0] if best is not None else Shows.NOTHING):
                best = shows, trial, found
                if shows is Shows.ALL:
                    break
            since += best is not None
            if monotonic_ns() > until or since > MOST_BETTER:
                break
        if best is None:
            return Settled(difference.key, None, idle, asked, aimed)
        _, differing, answers = best
        smallest = _Shrinking(answers, max(until, monotonic_ns() + LEAST_SHRINKING)).smallest(differing)
        return Settled(difference.key, smallest.told(draw=draw), "", asked, aimed)

    def _alone(self, difference: Difference, until: int, *, draw: bool) -> Settled | None:
        """What is known of a difference that there is nothing to hold against; none of others."""
        if difference.sort == "ruling":
            words = words_of_a_ruling(difference.name, self.base, self.variant, self.structure.keys)
            return Settled(difference.key, alone=words) if words else None
        which = ONLY.get(difference.how)
        if which is None:
            return None
        own, other = (self.variant, self.base) if which == "variant" else (self.base, self.variant)
        if difference.sort == "rule":
            return self._beside_itself(difference, own, other, until, draw=draw)
        if difference.sort != "action":
            said = reading(difference, own, self.structure.keys)
            return Settled(difference.key, alone=said) if said else None
        trial, tried = first_use(difference.name, own, self.cases, until)
        if trial is None:
            return Settled(difference.key, alone=found_nowhere(which, tried), asked=tried, aimed=tried)
        witness = told_alone(trial, own, other.law, of_variant=which == "variant", draw=draw)
        return Settled(difference.key, witness, "", tried, tried, alone_with(which))

    def _beside_itself(
        self, difference: Difference, own: Side, other: Side, until: int, *, draw: bool
    ) -> Settled | None:
        """What is known of a rule about what the other law does not have: the one law is asked with it and without it.
        None of any other rule."""
        graph = own.compilation.graph
        rule = graph.rules.get(difference.name)
        decided = decided_by(rule, graph) if rule is not None else []
        if not decided or any(is_known(sort, name, other.compilation.graph) for sort, name in decided):
            return None
        of_variant = own is self.variant
        without = replace(own, chosen=replace(own.chosen, without=own.chosen.without | {difference.name}))
        two = (without, own) if of_variant else (own, without)
        seconds = max(1, (until - monotonic_ns()) // NANO)
        alone = Settling(*two, Structure((difference,), {}), self.cases)
        found = alone.settle(replace(difference, how="changed"), seconds=seconds, draw=draw)
        return replace(
            found, witness=None if found.witness is None else beside_itself(found.witness, of_variant=of_variant)
        )

    def _without(self, difference: Difference) -> Without | None:
        """The law that has a rule, without it, where something else differs as well."""
        if difference.sort != "rule" or len(to_settle(self.structure)) < 2:
            return None
        for which in ("variant", "base"):
            side: Side = getattr(self, which)
            rule = side.compilation.graph.rules.get(difference.name)
            if rule is not None and (rule.origin.situation or difference.name in side.law.rules):
                chosen = replace(side.chosen, without=side.chosen.without | {difference.name})
                return Without(which == "variant", replace(side, chosen=chosen), difference.name)
        return None

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
            law = side.law
            idle[which] = "" if name in law.rules or rule.origin.situation else law.why_not_standing(name) or ""
            contrary[which] = "" if rule.for_each or _may_apply(graph, rule) else "its conditions exclude each other"
        return _under_which(idle), _under_which(contrary)

    def _trials(self, difference: Difference) -> Iterator[Trial]:
        without = self._without(difference)
        ranked = sorted(self._ranked(difference), key=lambda ranked: (-ranked[0], ranked[1]))
        trials = [_CaseTrial(self.cases[at], self.base, self.variant, without, score > 0) for score, at in ranked]
        first = [trial for trial in trials[:FIRST_CASES] if trial.is_aimed]
        made = made_up(self.base, self.variant, difference, MOST_MADE_UP, without)
        last = trials[len(first) :]
        if difference.sort == "table":  # most cases that name a table ask for its cells, which nobody does in play
            name = difference.names[0]
            yield from self._thrown(difference)
            of_cells = [trial for trial in first if name in (trial.case.text(ASK) or "")]
            first, last = [trial for trial in first if trial not in of_cells], [*of_cells, *last]
        yield from sorted(first, key=lambda trial: trial.is_roundabout)
        yield from made
        yield from last

    def _thrown(self, difference: Difference) -> Iterator[Trial]:
        """Cases asked what comes of a throw that reads a cell, those with the fewest pieces first."""
        graph = self.variant.compilation.graph
        effects = read_by_dice(difference.names[0], graph)
        trials = (_CaseTrial(case, self.base, self.variant) for case in (self.cases if effects else ()))
        for trial in sorted(trials, key=lambda trial: (trial.counters, trial.case.node.get(SITUATION) is not None)):
            for effect in effects:
                for asked in questions(trial.case, effect, graph):
                    thrown = trial.asking(asked)
                    if thrown.reads(difference.key):
                        yield thrown

    def _ranked(self, difference: Difference) -> Iterator[tuple[int, int]]:
        """How probably each case shows a difference, 0 where nothing speaks for it, and its place."""
        cites = {*difference.sources, *_cites(self.base, difference), *_cites(self.variant, difference)}
        name, *earlier = difference.names
        about = [n for sort, n in difference.bears_on if sort != "rule"]
        over = [n for sort, n in difference.bears_on if sort == "rule"]
        graphs = [side.compilation.graph for side in (self.base, self.variant)]
        rulings = [ruling for graph in graphs for ruling in graph.rulings.values()]
        settled_by = {id_ for r in rulings if name in (*r.confirms, *r.amends) for id_ in r.shown}
        for place, case in enumerate(self.cases):
            text = repr(_texts(case.node))
            score = (
                60 * (name in text or any(n in text for n in earlier))
                + 20 * len(cites.intersection(case.shows))
                + 15 * any(n in text for n in over)
            )
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
        elif difference.sort not in UNASKED and (difference.sort != "ruling" or difference.how == "changed"):
            found.append(difference)
    return list({difference.key: difference for difference in found}.values())


def settle_all(settling: Settling, differences: Sequence[Difference], processes: int, *, seconds: int) -> list[Settled]:
    """What is known of each difference, in their order."""
    tasks = [partial(settling.settle, difference, seconds=seconds) for difference in differences]
    with shared_out(tasks, processes) as found:
        return list(found)


# ---- what is tried


class Shows(IntEnum):
    """How well a position shows what a difference does, worst first."""

    NOTHING = 0
    TOGETHER = 1  # the laws differ, and the rule has a say, but so they do without it
    STOP = 2  # one of the laws gives no answer
    WITHIN = 3  # the law that has the rule answers otherwise without it, and the two laws alike
    CHART = 4  # a table says otherwise, and nothing that is read off it
    ALL = 5


def shown_by(found: Found) -> Shows:
    """What a position shows."""
    if found.is_its_own and (found.differs or found.without is not None):
        if not any(map(_is_stop, found.all)):
            return Shows.ALL if found.differs else Shows.WITHIN
        answers = not (_is_stop(found.base) and _is_stop(found.variant))
        return Shows.STOP if found.differs and found.heard and answers else Shows.NOTHING
    return Shows.TOGETHER if found.differs and found.heard and not any(map(_is_stop, found.all)) else Shows.NOTHING


@dataclass(frozen=True)
class _CaseTrial:
    """A case, or what is left of one, asked under both laws."""

    case: Case
    base: Side
    variant: Side
    without: Without | None = None
    is_aimed: bool = True

    def ask(self, *, tracing: bool = False) -> Found | None:
        seen = Seen(), Seen()
        run = partial(self._run, tracing=tracing)
        base, variant = (run(side, each) for side, each in zip((self.base, self.variant), seen, strict=True))
        if base.diagnostics.has_errors or variant.diagnostics.has_errors:
            return None
        if self.without is None:
            return Found(base, variant)
        heard = any(f"rule:{self.without.rule}" in had_a_say(each) for each in seen)
        if not heard and not self.is_aimed:
            return None
        return Found(base, variant, run(self.without.side, Seen()), heard, self.without.of_variant)

    def _run(self, side: Side, seen: Seen, *, tracing: bool) -> Outcome:
        return run_case(self.case, side.compilation, side.chosen, tracing=tracing, seen=seen)

    def asking(self, question: str) -> _CaseTrial:
        """The same position, and another question, of which nothing is expected."""
        node = self.case.node
        asked = _replaced(node, ASK, Scalar(question, node.span))
        return self._with(_replaced(asked, "expect", Mapping((), node.span)))

    def reads(self, cell: str) -> bool:
        """Whether the base reads a cell on the way to its answer."""
        seen = Seen()
        outcome = self._run(self.base, seen, tracing=False)
        return cell in cells_read(seen, outcome)

    @property
    def is_roundabout(self) -> tuple[bool, bool]:
        """Whether it is asked if a rule applies, which nobody at the table asks, and whether it has to be played."""
        return asks_of_a_rule(self.case.text(ASK) or ""), self.case.node.get("play") is not None

    @property
    def counters(self) -> int:
        pieces = self.case.node.get(PIECES)
        return len(pieces.entries) if isinstance(pieces, Mapping) else 0

    def pieces_of_situation(self) -> list[str]:
        """The pieces that stand there because the situation has them."""
        if self.case.node.get(SITUATION) is None:
            return []
        position = begun(self.case, self.base)
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
        yield from (self._with(earlier) for earlier in asked_earlier(node))
        for key in LEFT_OUT:
            if node.get(key) is not None:
                yield self._with(_without(node, key))
        if earlier := self._of_earlier_pick():
            yield self.asking(earlier)
        chosen = node.get(WITH)
        for key in ("options", "readings"):
            own = chosen.get(key) if isinstance(chosen, Mapping) else None
            for name, _ in own.entries if isinstance(own, Mapping) else ():
                assert isinstance(chosen, Mapping)
                assert isinstance(own, Mapping)
                yield self._with(_replaced(node, WITH, _replaced(chosen, key, _without(own, name.text))))
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
        found = self.ask(tracing=True)
        assert found is not None
        outcomes = [each for each in found.all if isinstance(each, Outcome)]
        told = [_told(outcome) for outcome in outcomes]
        given = [outcome.answer for outcome in outcomes if outcome.answer is not None]
        position = before_question(self.case, self.base, given)
        question = self.case.text(ASK) or ""
        witness = told_of(question, told, found)
        if position is None:
            return replace(witness, counters=self.counters, case=self.case.id)
        svg = drawn(self.base, position, self.case.id) if draw else ""
        stood = standing(position, question, played(self.case))
        stands = (*chosen_there(self.case.configuration(), self.base, self.variant), *stood)
        return replace(witness, shown=stands, counters=len(position.things), svg=svg, case=self.case.id)


def asked_earlier(node: Mapping) -> Iterator[Mapping]:
    """A case that is asked, where a step of it is refused, whether that may be: nothing after it has to be played."""
    play = node.get("play")
    steps = play.items if isinstance(play, Listing) else ()
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
            asked = _replaced(node, ASK, Scalar(f"may {key.text}({args})", node.span))
            assert isinstance(play, Listing)
            left = replace(play, items=steps[:begun])
            yield _replaced(asked, "play", left) if left.items else _without(asked, "play")


def _action_of(step: Any) -> str:
    """The action that a step makes a pick of; nothing for other steps."""
    named = step.entries[0][0].text if isinstance(step, Mapping) else ""
    return named.partition(".")[0] if "." in named else ""


def _told(outcome: Outcome) -> Told:
    return Told(outcome.got, tuple(reasons(outcome)))


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


class _Shrinking:
    """Leaves out what can be left out of a position so that the two answers still differ, and the same rules refuse."""

    def __init__(self, found: Found, until: int) -> None:
        self.shows = shown_by(found)
        self.refused = refused_by(found)
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
        """Not so where it shows the difference less well: where the law gives an answer no longer, for example."""
        found = trial.ask()
        if found is None or shown_by(found) < self.shows:
            return False
        return all(now <= before for now, before in zip(refused_by(found), self.refused, strict=True) if before)


def refused_by(found: Found) -> tuple[frozenset[str], ...]:
    """The rules that refuse under each law; `""` stands for what no rule refuses by itself."""
    answers = [each.answer if isinstance(each, Outcome) else each for each in found.all]
    verdicts = [given.permission if given is not None else None for given in answers]
    return tuple(
        frozenset(refusal.rule.id if refusal.rule else "" for refusal in (verdict.refusals if verdict else ()))
        for verdict in verdicts
    )


def _is_stop(found: Outcome | Answer) -> bool:
    key = verdict_key(found)
    return isinstance(key, tuple) and key[0] in ("stop", "no answer")
