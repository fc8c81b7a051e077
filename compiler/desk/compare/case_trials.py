"""A case asked under both laws, and what can be left out of it so that it is still a case.

For a cell that is read by dice, a case is asked for the outcomes of a throw. Idea: few cases ask what a throw comes to;
most ask for what goes into it. But nearly each of these names a record that it is about. That record is given to the
effect that throws, in the words of the case, with the pieces of the case: what comes of it shows the cell with the fall
of the dice that meets it.
INVARIANT: nothing is made up but the question, and a case counts only where a fall of the dice reads the cell.
Why not a made-up position: it would need strengths that meet the one line and dice that meet the other, where a case
has real pieces and a record that makes sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Scalar, entries_in, items_in, texts_by_key
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.desk.compare.shown import before_question, begun, chosen_there, drawn, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import answer_of, cells_read, had_a_say
from hexlaw.compiler.desk.compare.witness_answers import Without, Witness, WitnessOutcomes, witness_of
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import all_asked, parts, variables
from hexlaw.runtime.law.units import UnitType

MAX_ASKED = 3
"""Questions about one case."""
PLAINEST = 4
"""Units that are tried in the place of one."""
ASK, PIECES, SITUATION, WITHOUT, WITH = "ask", "pieces", "situation", "without", "with"
MAY = re.compile(r"may (?P<action>[\w-]+)\.(?P<pick>[\w-]+)\((?P<args>.*)\)")
INSIDE = re.compile(r"\([^()]*\)|\{[^{}]*\}")
LEFT_OUT = ("play", "given", "game", "now", "acting", "let", "zones", "shows", "doc", WITH)
"""Keys that a case can do without, in the order in which they are left out."""


@dataclass(frozen=True)
class CaseTrial:
    """A case, or what is left of one, asked under both laws."""

    case: Case
    base: ComparedLaw
    variant: ComparedLaw
    without: Without | None = None
    is_aimed: bool = True

    def ask(self, *, tracing: bool = False) -> WitnessOutcomes | None:
        read = ReadSet()
        outcomes = [self._run(side, read, tracing=tracing) for side in (self.base, self.variant)]
        if any(outcome.diagnostics.has_errors for outcome in outcomes):
            return None
        said = had_a_say(read)
        if self.without is not None:
            if f"rule:{self.without.rule}" not in said and not self.is_aimed:
                return None
            outcomes.append(self._run(self.without.side, ReadSet(), tracing=tracing))
        return WitnessOutcomes.of(outcomes, said, self.without)

    def _run(self, side: ComparedLaw, read: ReadSet, *, tracing: bool) -> CaseOutcome:
        return run_case(self.case, side.compilation, side.chosen, tracing=tracing, seen=read, by_any=True)

    def asking(self, question: str) -> CaseTrial:
        """Returns the same position with another question, of which nothing is expected."""
        node = self.case.node
        asked = node.changed(ASK, to=Scalar(question, node.span))
        return self._with(asked.changed("expect", to=Mapping((), node.span)))

    def with_said(self, attributes: Sequence[str]) -> Iterator[CaseTrial]:
        """Yields the trial with one more yes/no attribute set for one piece."""
        node = self.case.node
        for name, piece in entries_in(node.get(PIECES)):
            for attribute in attributes:
                if isinstance(piece, Mapping) and piece.get(attribute) is None:
                    said = (Scalar(attribute, node.span), Scalar("yes", node.span))
                    more = replace(piece, entries=(*piece.entries, said))
                    yield self._with(node.changed(PIECES, name.text, to=more))

    def reads(self, cell: str) -> bool:
        """Returns True if the base reads a cell on the way to its answer."""
        read = ReadSet()
        return cell in cells_read(read, self._run(self.base, read, tracing=False))

    @property
    def counters(self) -> int:
        return len(entries_in(self.case.node.get(PIECES)))

    def pieces_of_situation(self) -> list[str]:
        """Returns the pieces that stand there because the situation has them."""
        position = begun(self.case, self.base) if self.case.node.get(SITUATION) is not None else None
        if position is None:
            return []
        written = {key.text for key, _ in entries_in(self.case.node.get(PIECES))}
        return [thing.name for thing in position.things.values() if thing.name not in written]

    def taking_away(self, names: Sequence[str]) -> CaseTrial:
        """Returns the trial without some pieces of the situation."""
        node = self.case.node
        there = node.get(WITHOUT)
        gone = Listing(tuple(Scalar(name, node.span) for name in names), node.span)
        if isinstance(there, Listing):
            return self._with(node.changed(WITHOUT, to=replace(there, items=(*there.items, *gone.items))))
        return self._with(replace(node, entries=(*node.entries, (Scalar(WITHOUT, node.span), gone))))

    def smaller(self) -> Iterator[CaseTrial]:
        """Yields the trial with one thing left out, the most first."""
        node = self.case.node
        yield from (self._with(earlier) for earlier in asked_earlier(node))
        yield from (self._with(node.changed(key, to=None)) for key in LEFT_OUT if node.get(key) is not None)
        if earlier := self._of_earlier_pick():
            yield self.asking(earlier)
        chosen = node.get(WITH)
        for key in ("options", "readings"):
            for name, _ in entries_in(chosen.get(key)) if isinstance(chosen, Mapping) else ():
                yield self._with(node.changed(WITH, key, name.text, to=None))
        pieces = node.get(PIECES)
        if not isinstance(pieces, Mapping):
            return
        yield from (self._with(node.changed(PIECES, name.text, to=None)) for name, _ in pieces.entries)
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
        """Returns the question if the pick before the one that is asked about may be made; `""` if there is none."""
        asked = MAY.fullmatch(self.case.node.text(ASK) or "")
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
        """Yields the trial with a plainer unit: one of the same sort of which the chart says less."""
        type_ = piece.get("type")
        units = self.base.compilation.graph.units
        unit = units.get(type_.text) if isinstance(type_, Scalar) else None
        if unit is None or not isinstance(type_, Scalar):
            return

        def richness(unit: UnitType) -> tuple[int, str]:
            return len([v for v in unit.values.values() if v not in (False, None, ())]), unit.id

        alike = [other for other in units.values() if _sort_of(other) == _sort_of(unit)]
        for other in sorted(alike, key=richness)[:PLAINEST]:
            if richness(other) < richness(unit):
                yield self._with(self.case.node.changed(PIECES, name, "type", to=replace(type_, text=other.id)))

    def _with(self, node: Mapping) -> CaseTrial:
        return replace(self, case=replace(self.case, node=node))

    def witness(self) -> Witness:
        found = self.ask(tracing=True)
        assert found is not None
        question, counters, svg = self.case.node.text(ASK) or "", self.counters, ""
        shown: tuple[str, ...] = ()
        given = [each for each in map(answer_of, found.all) if each is not None]
        if (position := before_question(self.case, self.base, given)) is not None:
            chosen = chosen_there(self.case.configuration(), self.base, self.variant)
            shown = (*chosen, *standing(position, question, self.case))
            counters = len(position.things)
            svg = drawn(self.base, position, self.case.id)
        return witness_of(question, found, shown, counters, svg, self.case.id)


def asked_earlier(node: Mapping) -> Iterator[Mapping]:
    """Yields a case, at a step that is refused, with that step as its question: nothing after it has to be played."""
    steps = items_in(node.get("play"))
    actions = [step.entries[0][0].text.partition(".") if isinstance(step, Mapping) else ("", "", "") for step in steps]
    for at, step in enumerate(steps):
        refused = step.get("refused") if isinstance(step, Mapping) else None
        if not isinstance(refused, Mapping):
            continue
        (key, value), *_ = refused.entries
        begun = at
        while begun and actions[begun - 1][:2] == (key.text.partition(".")[0], "."):
            begun -= 1
        answers = [each.entries[0][1] for each in steps[begun:at] if isinstance(each, Mapping)] + [value]
        if all(isinstance(answer, Scalar) for answer in answers):
            args = ", ".join(answer.text for answer in answers if isinstance(answer, Scalar))
            asked = node.changed(ASK, to=Scalar(f"may {key.text}({args})", node.span))
            yield asked.changed("play", to=Listing(steps[:begun], node.span) if begun else None)


def _sort_of(unit: UnitType) -> object:
    """Returns all that a chart says of a unit but numbers: units of one sort do the same, better or worse."""
    return unit.kind, {n: v for n, v in unit.values.items() if isinstance(v, bool) or not isinstance(v, int | Fraction)}


# ---- throws


def questions(case: Case, effect: g.EffectDecl, graph: g.Graph) -> Iterator[str]:
    """Yields what comes of an effect, as questions about the records and pieces that a case names; none for a case that
    is played, or that does not name what the effect takes."""
    if case.node.get("play") is not None:
        return
    known = [tuple(_named(case, type_, graph)) for _, type_ in effect.params]
    yield from (f"after {effect.name}({', '.join(args)})" for args in islice(product(*known), MAX_ASKED))


def _named(case: Case, type_: t.Type, graph: g.Graph) -> Iterator[str]:
    """Yields the values of a type that a case names, as it writes them: records, and pieces of a kind."""
    if not isinstance(type_, t.Kind):
        return
    if type_.name in graph.records:
        texts = [case.node.text("ask") or "", *texts_by_key(case.node.get("let")).values()]
        yield from dict.fromkeys(record for text in texts for record in _records(type_.name, text))
    elif type_.name in graph.kinds:
        for key, piece in entries_in(case.node.get("pieces")):
            said = {name: piece.text(name) for name in ("type", "kind")} if isinstance(piece, Mapping) else {}
            unit = graph.units.get(said.get("type") or "")
            if graph.is_a(unit.kind if unit is not None else said.get("kind") or "", type_.name):
                yield key.text


def _records(kind: str, text: str) -> Iterator[str]:
    """`contest(pusher = ram, rival = ewe)` in what a case says, to the bracket that ends it."""
    for found in re.finditer(rf"(?<![\w-]){re.escape(kind)}\(", text):
        depth = 0
        for at in range(found.end() - 1, len(text)):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            if not depth:
                yield text[found.start() : at + 1]
                break


def read_by_dice(table: str, graph: g.Graph) -> list[g.EffectDecl]:
    """Returns the effects that read a table by their dice: themselves, or in a fact that is given the throw."""
    readers = {
        rule.conclusion.fact
        for rule in graph.rules.values()
        if isinstance(rule.conclusion, g.Gives)
        and any(isinstance(part, e.Table) and part.name == table for part in parts((rule.when, rule.conclusion)))
    }

    def throws_for(effect: g.EffectDecl) -> bool:
        thrown = {part.name for part in parts(effect.body) if isinstance(part, e.Roll)}
        return any(
            not thrown.isdisjoint(variables(part.args))
            for part in parts(effect.body)
            if (isinstance(part, e.Table) and part.name == table) or (isinstance(part, e.Fact) and part.name in readers)
        )

    return [effect for effect in graph.effects.values() if throws_for(effect)]


def states_asked_by(effect: g.EffectDecl, graph: g.Graph) -> list[str]:
    """Returns the yes/no attributes that are read by an effect, or by one that it carries out."""
    reached = all_asked(graph, [f"effect:{effect.name}"])
    bodies = [each.body for each in graph.effects.values() if f"effect:{each.name}" in reached]
    asked = (part for part in parts(tuple(bodies)) if isinstance(part, e.Attribute) and part.type == t.YES_NO)
    return list(dict.fromkeys(part.name for part in asked))
