"""A throw that meets a cell: cases asked what comes of an effect that reads the cell by its dice, and the falls of the
dice with which two laws do another thing.

Idea: few cases ask what a throw comes to; most ask for what goes into it. But nearly each of these names a record that
it is about. That record is given to the effect that throws, in the words of the case, with the pieces of the case: what
comes of it shows the cell with the fall of the dice that meets it.
INVARIANT: nothing is made up but the question, and a case counts only where a fall of the dice reads the cell.
Why not a made-up position: it would need strengths that meet the one line and dice that meet the other, where a case
has real pieces and a record that makes sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from hexlaw.compiler.data.yaml_tree import Mapping as Tree
from hexlaw.compiler.data.yaml_tree import entries_in, texts_by_key
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import all_asked, parts, variables

NOTHING = "nothing of that"
MAX_ASKED = 3
"""Questions about one case."""


def questions(case: Case, effect: g.EffectDecl, graph: g.Graph) -> Iterator[str]:
    """Yields what comes of an effect, as questions about the records and pieces that a case names; none for a case that
    is played, or that does not name what the effect takes."""
    if case.node.get("play") is not None:
        return
    known = [tuple(_named(case, type_, graph)) for _, type_ in effect.params]
    for args in islice(product(*known), MAX_ASKED):
        yield f"after {effect.name}({', '.join(args)})"


def _named(case: Case, type_: t.Type, graph: g.Graph) -> Iterator[str]:
    """Yields the values of a type that a case names, as it writes them: records, and pieces of a kind."""
    if not isinstance(type_, t.Kind):
        return
    if type_.name in graph.records:
        texts = [case.text("ask") or "", *texts_by_key(case.node.get("let")).values()]
        yield from dict.fromkeys(record for text in texts for record in _records(type_.name, text))
    elif type_.name in graph.kinds:
        for key, piece in entries_in(case.node.get("pieces")):
            said = {name: piece.text(name) for name in ("type", "kind")} if isinstance(piece, Tree) else {}
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


@dataclass(frozen=True)
class Parted:
    """A fall of the dice for which two laws have other outcomes: those of the base alone, those of the variant alone;
    and how many falls are like that."""

    dice: str
    base: str
    variant: str
    parting: int
    falls: int

    def names_only(self, was: str, now: str) -> bool:
        """Returns True if the two outcomes differ by one word alone."""
        return self.base.replace(was, now) == self.variant


def where_they_part(before: Answer, after: Answer) -> Parted | None:
    """Returns the first of the falls of the dice in which the outcomes differ most; None where there is none, or the
    dice are not the same."""
    one, other = (
        {dice: given.shown(each.outcome).split(", ") for each in given.chances or () for dice in each.dice if dice}
        for given in (before, after)
    )
    parted = sorted(dice for dice in one if one[dice] != other.get(dice))
    if not parted or one.keys() != other.keys():
        return None
    most = max(parted, key=lambda dice: len(set(one[dice]) ^ set(other[dice])))
    was, now = one[most], other[most]
    gone = ", ".join(each for each in was if each not in now) or NOTHING
    new = ", ".join(each for each in now if each not in was) or NOTHING
    return Parted(most, gone, new, len(parted), len(one))
