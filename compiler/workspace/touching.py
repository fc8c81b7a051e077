"""Finds which hexes of a position a change of the law affects, so that the studio can light them on its map.

In: two laws and a position. Out: for each attribute, fact, reach and first pick whose answers differ, the hexes where
they differ. INVARIANT: a query is reported only if both laws have answered it for the whole position; queries that ran
out of time are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product, takewhile
from math import prod
from time import monotonic_ns

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.processes import NANO
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.workspace.asking import SituatedCase, set_at
from hexlaw.compiler.workspace.compiled_laws import ONE_AT_A_TIME, Compiled
from hexlaw.compiler.workspace.requests import Where
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.explain.question import about, may, params_of, reach
from hexlaw.runtime.law.dependence import all_asked
from hexlaw.runtime.law.graph import MISSING, Graph
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import kind_of
from hexlaw.runtime.words import in_words

SECONDS, MAX_WAYS = 2, 2_000
ASKED_BY = {"fact": about, "pick": may, "reach": reach}
Said = Iterator[tuple[str, object, tuple[object, ...]]]
"""A query, the hex or counter that it is about, and its values."""
Touched = tuple[str, dict[str, str], list[str]]
"""A query whose answers differ, its new answers by hex, and the hexes that no longer have one."""
AllTouched = tuple[list[Touched], int]


def touched(was: Compiled, now: Compiled, where: Where) -> AllTouched:
    """Returns the differences, those of the fewest hexes first, and the number of queries that ran out of time."""
    with ONE_AT_A_TIME:
        chain = replace(was.compilation.chain, texts=now.compilation.chain.texts)
        before = replace(was, compilation=replace(was.compilation, chain=chain))
        try:
            sides = [set_at(law, where, Configuration()) for law in (before, now)]
        except Refused:  # the position is of a situation, or has a piece, that only one of the laws knows
            return [], 0
        two = compare(*(ComparedLaw("", at.compilation, Configuration()) for at in sides))
    found = [*_differing(*((at, _attributes(at)) for at in sides))]
    differs = {*two.structure.keys, *(what.replace(" ", ":") for what, *_ in found)}
    asked = dict.fromkeys(question for at in sides for question in _questions(at.law.graph, differs))
    until, left = monotonic_ns() + SECONDS * NANO, len(asked)
    for sort, name in asked:
        with ONE_AT_A_TIME:
            more = [*_differing(*((at, _answers(at, sort, name, until)) for at in sides))]
        if monotonic_ns() > until:  # its answers may be incomplete
            break
        left, found = left - 1, found + more
    return sorted(found, key=lambda one: len(one[1]) + len(one[2])), left


def _differing(before: tuple[SituatedCase, Said], after: tuple[SituatedCase, Said]) -> Iterator[Touched]:
    both: list[dict[str, dict[str, str]]] = []  # answers by query and hex
    for at, said in (before, after):
        position = at.situation.position
        both.append(defaultdict(dict))
        for what, of, (value, *others) in said:
            hex_ = position.hex_of(of) if isinstance(of, Thing) else of
            if isinstance(hex_, Hex) and not any(value is nothing for nothing in (None, False, MISSING)):
                words = ", ".join(in_words(each, position) for each in (value, *others) if each is not True)
                there, name = both[-1][what], in_words(hex_, position)
                there[name] = "; ".join(filter(None, (there.get(name), words)))
    for what in dict.fromkeys(what for said in both for what in said):
        was, now = (said[what] for said in both)
        if was != now:
            yield what, {h: now[h] for h in now if now[h] != was.get(h)}, [h for h in was if h not in now]


def _attributes(at: SituatedCase) -> Said:
    position, graph = at.situation.position, at.law.graph
    for of in (*(position.map.hexes if position.map else ()), *position.things.values()):
        for name in graph.kinds[kind_of(of)].attributes:
            yield f"attribute {name}", of, (position.value(of, name),)


def _questions(graph: Graph, differs: set[str]) -> Iterator[tuple[str, str]]:
    """Yields the facts, reaches and first picks that depend on something that differs."""
    picks = [f"{action.name}.{pick.name}" for action in graph.actions.values() for pick in action.picks[:1]]
    for sort, names in (("fact", graph.facts), ("reach", graph.reaches), ("pick", picks)):
        for name in (name for name in names if f"{sort}:{name}" not in graph.advice):
            if not differs.isdisjoint(all_asked(graph, (f"{sort}:{name}",))):
                yield sort, name


def _answers(at: SituatedCase, sort: str, name: str, until: int) -> Said:
    """Yields the answers of a law to a query for all arguments, unless they are unknown to it or too many."""
    graph, position = at.law.graph, at.situation.position
    if name.partition(".")[0] not in graph.section("action" if sort == "pick" else sort):
        return
    params = params_of(graph, sort, name)
    ways = [position.values_of(type_) for _, type_ in (params[:-1] if sort == "reach" else params)]
    all_of_them = product(*ways) if prod(map(len, ways)) <= MAX_WAYS else ()
    for args in takewhile(lambda _: monotonic_ns() < until, all_of_them):
        given = answer(at.law, position, ASKED_BY[sort](graph, name, *args), tracing=False)
        value = given.permission.allowed if given.permission is not None else given.value
        placed = sorted((arg for arg in args if isinstance(arg, Hex | Thing)), key=lambda arg: isinstance(arg, Thing))
        if given.reach is not None:
            asked = f"reach {name} of {', '.join(in_words(arg, position) for arg in args)}"
            yield from ((asked, hex_, (cost,)) for hex_, cost in given.reach.items())
        elif placed:
            yield f"{sort} {name}", placed[0], (value, *(arg for arg in args if arg is not placed[0]))
        elif isinstance(value, tuple):  # a set, perhaps of hexes
            yield from ((f"{sort} {name}", of, (True, *args)) for of in value)
