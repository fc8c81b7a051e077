"""What a thing is called that is made in play: by its kind and a number.

Things are numbered in order. Of a kind that somebody may not see, numbers are drawn by lot where the game has lots: the
next one in order would tell how many there are that are not seen. Each thing has a draw of its own, so that its number
tells nothing to a player who does not know the seed.

CONTRACT: as of dice (`chance.py`), how numbers come about is part of the form of journals. The n-th thing that is
called by lot in a game, from 0 on, has the first name KIND-m that nothing has for m = 1 + below(999 + t, t) with t = 0,
1, 2, ..., of the source for (KIND, n) of the source for ("names") of the seed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from itertools import count

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.position.visibility import hiding_kinds

SPREAD = 999
"""Numbers that are drawn from; more, the more of them are taken."""


@dataclass(frozen=True)
class Lots:
    """Where the numbers of a game come from, and how many were drawn."""

    chance: Chance
    drawn: int = 0

    def name(self, kind: str, taken: Container[str]) -> tuple[str, Lots]:
        """A name for a new thing of a kind, and the lots for the next one."""
        chance = self.chance.of(kind, self.drawn)
        names = (f"{kind}-{1 + chance.below(SPREAD + tried, tried)}" for tried in count())
        return next(name for name in names if name not in taken), replace(self, drawn=self.drawn + 1)


def named_by_lot(graph: Graph, blocks: Iterable[object]) -> frozenset[str]:
    """The kinds of which somebody may not see where a thing stands, or what it is put into by any line of these."""
    put: list[tuple[frozenset[str], frozenset[str]]] = []
    for part in parts(tuple(blocks)):
        match part:
            case e.Place(kind=kind, where=where):
                put.append((frozenset({kind}), _kinds_of(where, graph)))
            case e.Move(thing=thing, to=where):
                put.append((_kinds_of(thing, graph), _kinds_of(where, graph)))
            case _:
                pass
    found = frozenset(hiding_kinds(graph))
    while more := frozenset().union(*(kinds for kinds, into in put if not into.isdisjoint(found))) - found:
        found |= more
    return found


def _kinds_of(thing: e.Expr, graph: Graph) -> frozenset[str]:
    """The kinds of which a thing may be."""
    type_ = thing.type.item if isinstance(thing.type, t.OrNone) else thing.type
    return graph.kinds_below(type_.name) if isinstance(type_, t.Kind) else frozenset()
