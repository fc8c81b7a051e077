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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from hexlaw.compiler.data.yaml_tree import Mapping as Tree
from hexlaw.compiler.data.yaml_tree import entries_in, texts_by_key
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.evaluate.trace import walk
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import all_asked, parts, variables

NOTHING = "nothing of that"
MAX_ASKED = 3
"""Questions about one case."""


def questions(case: Case, effect: g.EffectDecl, graph: g.Graph) -> Iterator[str]:
    """What comes of an effect, asked about the records and pieces that a case names; nothing of a case that is played,
    or that does not name what the effect takes."""
    if case.node.get("play") is not None:
        return
    known = [tuple(_named(case, type_, graph)) for _, type_ in effect.params]
    for args in islice(product(*known), MAX_ASKED):
        yield f"after {effect.name}({', '.join(args)})"


def _named(case: Case, type_: t.Type, graph: g.Graph) -> Iterator[str]:
    """The values of a type that a case names, as it writes them: records, and pieces of a kind."""
    if not isinstance(type_, t.Kind):
        return
    if type_.name in graph.records:
        said = [case.text("ask") or "", *texts_by_key(case.node.get("let")).values()]
        yield from dict.fromkeys(record for text in said for record in _records(type_.name, text))
    elif type_.name in graph.kinds:
        for key, piece in entries_in(case.node.get("pieces")):
            if graph.is_a(_kind(piece, graph), type_.name):
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


def _kind(piece: object, graph: g.Graph) -> str:
    said = {name: piece.text(name) for name in ("type", "kind")} if isinstance(piece, Tree) else {}
    unit = graph.units.get(said.get("type") or "")
    return unit.kind if unit is not None else said.get("kind") or ""


def read_by_dice(table: str, graph: g.Graph) -> list[g.EffectDecl]:
    """The effects that read a table by what they throw: themselves, or in a fact that is given the throw."""
    readers = {
        rule.conclusion.fact
        for rule in graph.rules.values()
        if isinstance(rule.conclusion, g.Gives)
        and any(isinstance(part, e.Table) and part.name == table for part in parts((rule.when, rule.conclusion)))
    }
    return [effect for effect in graph.effects.values() if _throws_for(effect, table, readers)]


def states_asked_by(effect: g.EffectDecl, graph: g.Graph) -> list[str]:
    """The attributes that are yes or no and that an effect asks, or one that it does."""
    reached = all_asked(graph, [f"effect:{effect.name}"])
    bodies = [each.body for each in graph.effects.values() if f"effect:{each.name}" in reached]
    asked = (part for part in parts(tuple(bodies)) if isinstance(part, e.Attribute) and part.type == t.YES_NO)
    return list(dict.fromkeys(part.name for part in asked))


def _throws_for(effect: g.EffectDecl, table: str, readers: set[str]) -> bool:
    thrown = {part.name for part in parts(effect.body) if isinstance(part, e.Roll)}
    reading = (
        part.args
        for part in parts(effect.body)
        if (isinstance(part, e.Table) and part.name == table) or (isinstance(part, e.Fact) and part.name in readers)
    )
    return not all(thrown.isdisjoint(variables(args)) for args in reading)


@dataclass(frozen=True)
class Parted:
    """A fall of the dice with which two laws do another thing: what only the one does, and what only the other; and how
    many falls are like that."""

    dice: str
    base: str
    variant: str
    parting: int
    falls: int

    def names_only(self, was: str, now: str) -> bool:
        """Whether nothing more comes of it than that one word stands in the place of another."""
        return self.base.replace(was, now) == self.variant


def where_they_part(before: Answer, after: Answer) -> Parted | None:
    """The fall of the dice of which the most comes under one of two laws that does not under the other, the first of
    several; none where there is none, or the dice are not the same."""
    one, other = _falls(before), _falls(after)
    parted = sorted(dice for dice in one if one[dice] != other.get(dice))
    if not parted or one.keys() != other.keys():
        return None
    most = max(parted, key=lambda dice: len(set(one[dice]) ^ set(other[dice])))
    was, now = one[most], other[most]
    return Parted(most, _only(was, now), _only(now, was), len(parted), len(one))


def _only(own: Sequence[str], there: Sequence[str]) -> str:
    return ", ".join(each for each in own if each not in there) or NOTHING


def _falls(given: Answer) -> Mapping[str, list[str]]:
    """What comes of an effect by the fall of its dice, `pip 3`; empty of any other answer."""
    return {dice: given.shown(each.outcome).split(", ") for each in given.chances or () for dice in each.dice if dice}


def results(before: Answer, after: Answer) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The facts that were asked on the way to what comes of an effect and have another value under another law, with
    what they were asked of, in the order of the dice."""
    if before.chances is None or after.chances is None:
        return
    values = {(node.name, repr(node.args)): repr(node.value) for node in walk(before.asked) if node.sort == "fact"}
    for node in walk(after.asked):
        if node.sort == "fact" and values.get((node.name, repr(node.args)), repr(node.value)) != repr(node.value):
            yield node.name, node.args
