"""The law as it is in force in a situation, in parts: two laws are one there when all of their parts are equal.

Idea: a situation that is ready to be played is written out part by part: each rule that stands, each declaration, the
map and the set-up. Only what play cannot read is left out: words, sources and places, rules that do not stand, advice
to programs with its plans, chapters that are not in force as far as nothing in force names what they declare, and units
that are not set up (no law makes one). What differs is then a list of parts. A game notes by which rules and in which
effects and actions a part is read (`notes`); of a part of which that is not known it is taken for granted that every
game reads it.
INVARIANT: a part says too much rather than too little, and no sort of part has to be known here to count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from hexlaw.compiler.desk.compare.structure import without_units
from hexlaw.compiler.resolve.advice import WORTH
from hexlaw.compiler.situations.games import Prepared
from hexlaw.runtime.base.nodes import Node, canonical, memoised, replace
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import named_in, parts
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.play.game import Setup

APART = ("source", "option", "dispute", "rule", "ruling", "situation", "phrase", "text", "unit", "kind", "choice")
"""Sections that play does not read, or that are written in their own way."""
OWN = frozenset((*g.OWNED_BY, g.PLAYER, g.PLAYER_OF, g.GOAL, g.GOALS))
"""Names that the machine reads by itself."""
WATCHED = ("effect", "action", "task", "sequence")
"""Sorts of declarations that are carried out, which is noted."""
FOLLOWED = ("fact", "quantity", "table", "reach", "memory", "tally", "attribute")
"""Sorts of declarations that are read by what uses them."""
WRITING, SETTING = (e.SetAttribute, e.Write, e.Point), "setting"
"""Statements that set attributes, and the note for one of these: a value lasts as its declaration says."""
ORDER = "order:law"


@dataclass(frozen=True)
class LawInForce:
    """The law in force in a situation: its parts in writing by `sort:name`, in order, and links between its rules."""

    law: Law
    setup: Setup
    parts: Mapping[str, str]
    links: frozenset[tuple[str, str, str]]
    advice: Mapping[str, str]
    """Advice to programs, in parts of the same form; the worth of a position is one of them."""

    @staticmethod
    def of(prepared: Prepared) -> LawInForce:
        law, setup = prepared.agenda.law, prepared.setup
        written = {f"rule:{rule.id}": memoised(rule, "_written", _written_rule) for rule in law.rules.values()}
        declared = dict(_declared(law, setup))
        beside = {key: said for key, said in (written | declared).items() if law.graph.guides(*key.split(":", 1))}
        rules = {key: said for key, said in written.items() if key not in beside}
        found = {f"set-up:{setup.situation}": _set_up(setup), **rules}
        if setup.position.map is not None:
            found["board:" + " ".join(placed.board.id for placed in setup.position.map.boards)] = _map(setup)
        of_law = {key: said for key, said in declared.items() if key not in beside}
        found |= _without_what_is_off(of_law, found, law)
        links = frozenset(link for link in _links(law) if link[0] in found)
        return LawInForce(law, setup, found, links, beside | {WORTH: _written(setup.worth)})

    def notes(self, part: str) -> frozenset[str] | None:
        """Returns the notes by which a game shows that it reads a part; None if it may read it without one."""
        sort, _, name = part.partition(":")
        if part == ORDER or sort == "sequence":
            return None
        if part not in self.parts:
            return None if part in self.advice else frozenset()
        found, visited = set[str](), set[tuple[str, str]]()
        if sort == "attribute":
            name = name.rpartition(".")[2]
            found.add(f"{SETTING}:{name}")
        waiting = [(sort, name)]
        while waiting:
            sort, name = node = waiting.pop()
            if node in visited or sort == "says":
                continue
            visited.add(node)
            if sort == "rule":
                found.add(name)
            elif sort in WATCHED:
                found.add(f"{sort}:{name}")
            elif sort == "pick":
                found.add(f"action:{name.partition('.')[0]}")
            elif sort in FOLLOWED and name not in self._read_unnoted and f"{sort}:{name}" not in self._asked_by_set_up:
                waiting += footprints_of(self.law.graph).users(sort, name)
            else:
                return None
        return frozenset(found)

    def watched(self, note: str) -> object:
        """Returns the statements that a game carries out when it notes this."""
        sort, _, name = note.partition(":")
        if sort != SETTING:
            return self.law.graph.section(sort)[name]
        found = chain.from_iterable(map(parts, self.law.graph.law()))
        return tuple(part for part in found if isinstance(part, WRITING) and ("attribute", name) in named_in(part))

    def weighs_without(self, parts: Collection[str]) -> bool:
        """Returns True if the worth of a position is defined, and without these parts of law or advice. It may read any
        figure of a unit."""
        worth = self.setup.worth
        asked_for = {WORTH, *footprints_of(self.law.graph).reads(worth)}
        return worth is not None and not any(part.startswith("unit:") or part in asked_for for part in parts)

    @cached_property
    def _asked_by_set_up(self) -> set[str]:
        setup = self.setup
        return footprints_of(self.law.graph).reads((setup.worth, setup.winner, setup.tells))

    @cached_property
    def _read_unnoted(self) -> frozenset[str]:
        kinds = self.law.graph.kinds.values()
        lasting = (attribute.lasting for kind in kinds for attribute in kind.attributes.values())
        return OWN | {one.owner or "" for one in lasting if one is not None} | {k.secret_while or "" for k in kinds}


def advice_that_differs(base: LawInForce, variant: LawInForce) -> tuple[str, ...]:
    """Returns the parts of advice that differ, or that only one law has."""
    return tuple(key for key in {**base.advice, **variant.advice} if base.advice.get(key) != variant.advice.get(key))


def parts_that_differ(base: LawInForce, variant: LawInForce) -> tuple[str, ...]:
    """Returns the parts that differ, are in force under one law alone or come in another order."""
    found = [key for key in {**base.parts, **variant.parts} if base.parts.get(key) != variant.parts.get(key)]
    both = [key for key in base.parts if key in variant.parts]
    other_links = (link for link in base.links ^ variant.links if {link[0], link[2]} <= {*both})
    found += sorted(rule for rule, _, _ in other_links)
    if both != [key for key in variant.parts if key in base.parts]:
        found.append(ORDER)
    return tuple(dict.fromkeys(found))


# ---- the parts in writing


def _written(node: Any) -> str:
    """Returns all that play can read of a node, or of several."""
    if isinstance(node, Node):
        return memoised(node, "_written", lambda whole: repr(canonical(whole)))
    return repr(canonical(node))


def _written_rule(rule: g.Rule) -> str:
    """Leaves out what decides if a rule is in force, and its links to others, which are compared as they are resolved;
    adds the questions of its message: a question may have no answer, which stops a game."""
    links = tuple(link for link in rule.links if link.step or link.how == "replaces")
    bare = replace(rule, links=links, **dict.fromkeys(rule.CHOSEN_BY))
    return _written((bare, tuple(part for part in rule.says if not isinstance(part, str))))


def _set_up(setup: Setup) -> str:
    position = setup.position
    stands = position.things, position.places, position.values, position.printed, position.remembered, position.tallied
    return _written((stands, position.acting, position.now, (setup.winner, setup.tells)))


def _map(setup: Setup) -> str:
    graph, map_ = setup.position.graph, setup.position.map
    assert isinstance(map_, Map)
    of_hex, of_side = (
        [name for name in graph.kinds[kind].attributes if name not in graph.planned] for kind in ("hex", "hexside")
    )
    hexes = [(h, map_.names_of(h), [map_.value_at(h, name) for name in of_hex]) for h in map_.hexes]
    sides = [(side, [map_.value_at(side, name) for name in of_side]) for side in map_.hexsides]
    return _written((map_.orientation, hexes, sides, map_.places))


def _declared(law: Law, setup: Setup) -> Iterator[tuple[str, str]]:
    """Yields every declaration, in the order of the law."""
    graph = law.graph
    for kind in graph.kinds.values():
        yield f"kind:{kind.name}", _written(replace(kind, attributes={}))
        above = graph.inherited(kind)
        own = ((name, _written(attribute)) for name, attribute in kind.attributes.items())
        yield from (
            (f"attribute:{kind.name}.{name}", said) for name, said in own
            if name not in above or said != _written(above[name])
        )  # fmt: skip
    yield from ((f"choice:{choice.name}", _written(without_units(choice, graph))) for choice in graph.choices.values())
    stands, hiding = {*setup.position.printed.values()}, {kind.secret_while for kind in graph.kinds.values()}
    for unit in graph.units.values():
        if unit.id in stands or not hiding.isdisjoint(unit.values):
            yield f"unit:{unit.id}", f"{unit.name} {_written(unit)}"
    for section in g.SECTIONS:
        if section.sort not in APART:
            for name, node in getattr(graph, section.field).items():
                yield f"{section.sort}:{name}", _written(node)


def _without_what_is_off(declared: Mapping[str, str], others: Mapping[str, str], law: Law) -> dict[str, str]:
    """Leaves out declarations of chapters that are not in force, as far as nothing in force names them; those that are
    named are marked as off, as nothing can be done by them."""
    off, kept = {}, dict(declared)
    for key in declared:
        sort, _, name = key.partition(":")
        node = law.graph.section(sort).get(name) if sort != "attribute" else None
        if isinstance(origin := getattr(node, "origin", None), g.Origin) and law.why_not_in_force(origin) is not None:
            off[key], kept[key] = name, f"off: {declared[key]}"
    waiting = [*others.values(), *(said for key, said in declared.items() if key not in off)]
    while waiting and off:
        said = waiting.pop()
        named = [key for key, name in off.items() if name in OWN or re.search(rf"(?<![\w-]){name}(?![\w-])", said)]
        waiting += [declared[key] for key in named]
        off = {key: name for key, name in off.items() if key not in named}
    return {key: said for key, said in kept.items() if key not in off}


def _links(law: Law) -> Iterator[tuple[str, str, str]]:
    for rule in law.rules.values():
        for link in rule.links:
            there = (law.standing(name) for name in targets_of(law.graph, link))
            yield from ((f"rule:{rule.id}", link.how, f"rule:{other.id}") for other in there if other is not None)
