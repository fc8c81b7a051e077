"""What a step costs and whether it is allowed, as far as that is the same for all movers of a class, whatever lies
elsewhere: then it can be kept, and a field is a search over numbers.

Of a step from one hex to another is proved that it depends on nothing but the map, on some attributes of the mover
(`own`), on some of the things in the two hexes (`others`) and on what holds for the game as a whole. Movers of one kind
whose `own` are the same are a class. Whoever keeps a step by its class, and by what lies in its two hexes, never has to
forget it.

What was spent before differs from way to way. Rules that look at it are `tied`; they are asked by what they look at
besides, their `features`: the largest parts of them that do not depend on what was spent. Two steps of one class with
the same features are allowed or not at the same cost, so a few answers serve for a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import ALL, MAP, Marks, is_plain
from hexlaw.compiler.lower.touching import AWAY, ELSEWHERE, MOVER, OTHER, PLACE, Roles, Touching, alike
from hexlaw.compiler.lower.walk import KeptSteps, Walk
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.near import PLACES

DEEPEST = 6
"""How many calls are gone into for what a rule looks at besides what was spent."""


class NotApart(Exception):
    """What a rule looks at besides what was spent cannot be told apart from that."""


def kept_steps(walk: Walk, marks: Marks, tied: list[f.Expr], function: Callable[[f.Expr], str]) -> KeptSteps | None:
    """What the steps of a reach depend on; none where that may be more than a class and two hexes.

    `tied` are the tests that look at what was spent, `function` makes a function of a part of one.
    """
    domain = marks.program.functions[walk.domain]
    if marks.reads_of(walk.domain) or any(name == walk.mover.var for name, _ in domain.params):
        return None  # where a step may lead is not fixed by the map
    on_the_way = dict(walk.asked_on_the_way())
    asked = [*on_the_way, *(required.case for required in walk.requirements)]
    reads = frozenset(what for key in asked for what in marks.reads_of(key))
    if ALL in reads or any(what.startswith(("@memory", "@tally")) for what in reads):
        return None
    if walk.account in marks.reads_of(walk.cost):
        return None
    own: dict[str, tuple[str, ...]] = {}
    others: dict[str, tuple[str, ...]] = {}
    as_a_whole = Touching(marks, "game", reads)
    game = {what for key in asked for what in as_a_whole.by_function(key, {})}
    for kinds in alike(marks, asked, [kind for kind in marks.graph.kinds if kind not in (*MAP, "game")]):
        touching = Touching(marks, kinds[0], reads)
        if any(touching.by_function(key, _elsewhere(marks, key)) for key in asked):
            return None  # it matters where it stands in neither of the two hexes
        read = {what for key in asked for what in touching.by_function(key, {walk.mover.var: OTHER})}
        others |= dict.fromkeys(kinds if read else (), tuple(sorted(read - {PLACES})))
        if movers := [kind for kind in kinds if kind in walk.kinds]:
            read = {what for key in asked for what in touching.by_function(key, on_the_way.get(key, {}))}
            own |= dict.fromkeys(movers, tuple(sorted(read - {walk.account, PLACES, *walk.labels})))
    try:
        parts = dict.fromkeys(part for test in tied for part in _Parts(walk, marks).of(test, 0))
    except NotApart:
        return None
    rests = not walk.bars_done or walk.account not in marks.reads_of(walk.bars_done)
    features = [function(part) for part in parts]
    of_game = tuple(sorted(game - {PLACES}))
    return KeptSteps(reads, own, others, of_game, features, _may_stand_for_things(marks, reads), rests)


def _elsewhere(marks: Marks, key: str) -> Roles:
    """What the parameters of a function are to a thing that stands in none of the hexes that it is about."""
    roles: dict[str, str | None] = {}
    for name, type_ in marks.program.functions[key].params:
        if isinstance(type_, t.Kind) and type_.name not in ("hexside", "contact"):
            roles[name] = AWAY if type_.name == "hex" else ELSEWHERE
    return roles


def _may_stand_for_things(marks: Marks, reads: frozenset[str]) -> bool:
    """Whether an attribute of one of these names may have a thing for a value, or something in which one may be."""
    owners = [kind for kind in marks.graph.kinds.values() if not reads.isdisjoint(kind.attributes)]
    return any(not is_plain(kind.attributes[name].type) for kind in owners for name in reads & {*kind.attributes})


class _Parts:
    """Takes tests apart that look at what was spent."""

    def __init__(self, walk: Walk, marks: Marks) -> None:
        self.walk, self.marks = walk, marks
        self.functions = marks.program.functions
        step = walk.step.var
        self.known: Roles = {walk.mover.var: MOVER, step: AWAY, **dict.fromkeys(walk.lets, PLACE)}
        self.touchings = [Touching(marks, kind, frozenset({walk.account, PLACES})) for kind in walk.kinds]

    def of(self, x: Any, depth: int) -> Iterator[f.Expr]:
        """The largest parts that do not look at what was spent; what is settled by the class is left out."""
        touched = {what for touching in self.touchings for what in touching.by(x, self.known)}
        if self.walk.account not in touched:
            if PLACES in touched or not self.marks.free(x).keys() <= {self.walk.mover.var}:
                yield x
            return
        match x:
            case f.Read(of=f.Local(name=name)) if name == self.walk.mover.var:
                return
            case f.Read():
                raise NotApart
            case f.Let(names=(name,), value=value, body=body):
                yield from self.of(f.replaced(body, {f.Local(name, value.type): value}), depth)
            case f.Call(function=key, args=args) if depth < DEEPEST and not self._binds(key):
                function = self.functions[key]
                by = {f.Local(name, type_): arg for (name, type_), arg in zip(function.params, args, strict=True)}
                yield from self.of(f.replaced(function.body, by), depth + 1)
            case f.Let() | f.Call() | f.Linked() | f.Loop():
                raise NotApart
            case _:
                for child in f.children(x):
                    yield from self.of(child, depth)

    def _binds(self, key: str) -> bool:
        return any(isinstance(part, f.Binder | f.Let) for part in f.everything(self.functions[key].body))
