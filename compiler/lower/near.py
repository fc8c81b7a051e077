"""Requirements that are about one place: a write changes their cases in the hexes that it is about, and no others.

The machine looks again at such a requirement only where something was written. What a case depends on is found by
`Touching`, which knows of each name whether it stands for what the case is about or for something elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import op
from hexlaw.compiler.lower.marks import MAP, Marks
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

OTHER, ELSEWHERE, AWAY = "other", "elsewhere", "away"
"""What is known of a name: another thing than the mover, a thing in another hex, another hex."""
Roles = Mapping[str, str | None]


def alike(marks: Marks, keys: Iterable[str], kinds: Iterable[str]) -> list[tuple[str, ...]]:
    """The kinds, in groups that some functions cannot tell apart: what they touch of one they touch of the others."""
    named: set[str] = set()
    for key in marks.program.come_to(keys):
        for x in f.everything(marks.program.functions[key].body):
            match x:
                case f.Read(owner=owner, of=of):
                    found = t.bare(of.type)
                    named.update((owner, found.name) if isinstance(found, t.Kind) else (owner,))
                case f.Things(kind=kind):
                    named.add(kind)
    known = sorted(named & marks.graph.kinds.keys())
    groups = grouped((frozenset(k for k in known if marks.graph.is_a(kind, k)), kind) for kind in kinds)
    return list(groups.values())


class Touching:
    """What answers may read of a thing elsewhere: attributes, and `WHERE` for its place."""

    def __init__(self, marks: Marks, kind: str, moving: frozenset[str]) -> None:
        self.marks, self.graph = marks, marks.graph
        self.kind, self.moving = kind, moving
        self.calls: dict[tuple[str, tuple[str | None, ...]], frozenset[str]] = {}

    def by_call(self, key: str, roles: tuple[str | None, ...]) -> frozenset[str]:
        """What a function touches whose arguments are known so far."""
        if self.moving.isdisjoint(reads := self.marks.reads_of(key)) and e.ANYTHING not in reads:
            return frozenset()
        if (key, roles) not in self.calls:
            self.calls[key, roles] = frozenset({e.ANYTHING})  # recursion
            function = self.marks.program.functions[key]
            known = dict(zip((name for name, _ in function.params), roles, strict=True))
            self.calls[key, roles] = frozenset(self._by(function.body, known))
        return self.calls[key, roles]

    def _by(self, x: f.Part, known: Roles) -> Iterator[str]:
        match x:
            case f.Read(owner="", name=name, of=of):
                apart = self._role(of, known) in (OTHER, ELSEWHERE) or name == "holder"
                found = t.bare(of.type)
                if not apart and (not isinstance(found, t.Kind) or self._is(found.name)):  # the mover, perhaps
                    yield e.WHERE
            case f.Read(name=name, owner=owner, of=of):
                apart = self._role(of, known) in (OTHER, ELSEWHERE) or not self._is(owner)
                if f"attribute:{name}" in self.moving and not apart:
                    yield f"attribute:{name}"
            case f.Things(kind=kind, within=within):
                apart = within is None or self._role(within, known) in (AWAY, OTHER, ELSEWHERE)
                if self._is(kind) and not apart:
                    yield e.WHERE
            case f.Kept(sort="memory" | "tally" as sort, name=name):
                if f"{sort}:{name}" in self.moving:
                    yield f"{sort}:{name}"
            case f.Play():
                yield e.ANYTHING
            case f.Linked(function=key):
                yield from self.by_call(key, (None,) * len(self.marks.program.functions[key].params))
            case f.Call(function=key, args=args):
                yield from self.by_call(key, tuple(self._role(arg, known) for arg in args))
            case f.Loop(binders=binders, item=item):
                inner = dict(known)
                for binder in binders:
                    yield from self._by(binder.over, inner)
                    inner[binder.var] = self._role_in(binder.over, inner)
                    if binder.where is not None:
                        yield from self._by(binder.where, inner)
                yield from self._by(item, inner)
                return
            case f.Let(name=name, value=value, body=body):
                yield from self._by(value, known)
                yield from self._by(body, {**known, name: self._role(value, known)})
                return
        for child in f.children(x):
            yield from self._by(child, known)

    def _role(self, x: f.Part, known: Roles) -> str | None:
        """What is known of an expression's value."""
        match x:
            case f.Local(name=name):
                return known.get(name)
            case f.Read(name="hex", owner="", of=of):
                return AWAY if self._role(of, known) == ELSEWHERE else None
            case f.Op(op="some", args=(of,)) | f.Fire(body=of):
                return self._role(of, known)
            case _:
                return None

    def _role_in(self, over: f.Part, known: Roles) -> str | None:
        """What is known of each member of a set."""
        match over:
            case f.Things(kind=kind, within=within) if within is not None:
                role = self._role(within, known)
                if role in (AWAY, ELSEWHERE):
                    return ELSEWHERE
                return OTHER if role == OTHER or not self._is(kind) else None
            case f.Things(kind=kind) if not self._is(kind):
                return OTHER
            case f.Items(items=(only,)):
                return self._role(only, known)
            case _:
                return None

    def _is(self, kind: str) -> bool:
        """Whether the mover is of a kind."""
        return kind in self.graph.kinds and self.graph.is_a(self.kind, kind)


@dataclass(frozen=True)
class Requirement:
    """A requirement about one place: `case` finds how far it is broken for one thing or hex."""

    rule: str
    kind: str  # of what it goes through
    case: str  # the key of its function


def near(
    program: f.Program, rules: list[g.Rule], answer: Callable[[str, object, Callable[[], f.Expr], f.Params], str]
) -> Iterator[Requirement]:
    """Those of some requirements whose cases depend on things in one place only: where the case itself is. `answer`
    adds a function to the program."""
    for rule in rules:
        found = _case(program.functions[f"broken:{rule.id}"].body, rule)
        if found is None:
            continue
        case, body = found
        key = answer(f"near {rule.id}", rule.id, partial(replace, body), (("case", case),))
        marks = Marks(program)
        reads = marks.reads_of(key)
        of_things = all(what.startswith("attribute:") or what in (e.WHERE, e.THINGS) for what in reads)
        if case.name == "hexside" or not of_things:
            continue
        away = AWAY if case.name == "hex" else ELSEWHERE
        things = alike(marks, [key], [kind for kind in marks.graph.kinds if kind not in MAP])
        if not any(Touching(marks, kind, reads).by_call(key, (away,)) for kind, *_ in things):
            yield Requirement(rule.id, case.name, key)


def _case(whole: f.Expr, rule: g.Rule) -> tuple[t.Kind, f.Expr] | None:
    """How far a requirement is broken for one thing or hex, where its cases are all of a kind."""
    assert isinstance(whole, f.Loop)
    if len(whole.binders) != 1 or not rule.for_each:
        return None
    (binder,), kind = whole.binders, t.item_of(rule.for_each[0].domain.type)
    over = binder.over
    all_of = (isinstance(over, f.Things) and over.within is None) or over == op("hexes", over.type)
    if not all_of or not isinstance(kind, t.Kind):
        return None
    one = f.Binder(binder.var, f.Items((f.Local("case", kind),), t.SetOf(kind)), binder.where)
    return kind, replace(whole, binders=(one,))
