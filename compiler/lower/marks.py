"""The marks of a program: what its expressions cost, whether they may stop or be none, what they depend on.

All of it is read off the form; nothing is evaluated. Where in doubt an expression costs more, may stop, may be none and
depends on more: a wrong guess may cost time, never an answer. Marks are worked out when they are asked for and kept
until the next pass changes the program.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.ops import OPS
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.position.visibility import resting

TURNS = 6  # the assumed number of turns of a loop
LINKED = 100  # the assumed number of linked hexes
MAP = ("hex", "hexside")
T = TypeVar("T")


K = TypeVar("K", bound=Hashable)


def _mark(meanwhile: T) -> Callable[[Callable[[Marks, K], T]], Callable[[Marks, K], T]]:
    """Makes a method a mark: computed once for each argument, and `meanwhile` where it depends on itself."""

    def decorated(work_out: Callable[[Marks, K], T]) -> Callable[[Marks, K], T]:
        name = work_out.__name__

        def mark(self: Marks, key: K) -> T:
            memo = self.memos.setdefault(name, {})
            found = memo.get(key, memo)  # one look-up: hashing and comparing expressions is most of the work
            if found is memo:
                memo[key] = meanwhile
                found = memo[key] = work_out(self, key)
            return found  # type: ignore[return-value]

        return mark

    return decorated


class Marks:
    def __init__(self, program: f.Program) -> None:
        self.program, self.law, self.graph = program, program.law, program.law.graph
        self.memos: dict[str, dict[object, object]] = {}

    # -- cost

    @_mark(1_000)
    def cost_of(self, key: str) -> int:
        """Returns the cost of a function."""
        return min(self.cost(self.program.functions[key].body), 1_000_000)

    @_mark(1_000)
    def cost(self, x: f.Part) -> int:
        """Returns roughly how many small steps an expression takes."""
        inside = sum(map(self.cost, f.children(x)))
        match x:
            case f.Const() | f.Local() | f.Stop():
                return 0
            case f.Choose() | f.Case() | f.Let() | f.Fire() | f.And() | f.Or():
                return inside
            case f.Call(function=key):
                return inside + 4 + (0 if self.program.functions[key].memory else self.cost_of(key))
            case f.Linked(function=key):
                return inside + LINKED * (20 + self.cost_of(key))
            case f.Op(op=op):
                return inside + OPS[op].cost
            case f.Binder():
                return self.cost(x.over)  # its condition is counted with the loop
            case f.Loop(how=how, binders=binders, item=item):
                if how == "any" and named(x) is not None:
                    where = binders[0].where  # a look-up
                    return 4 + self.cost(binders[0].over) + (self.cost(where) if where is not None else 0)
                found, turns = 0, 1
                for binder in binders:
                    found += turns * self.cost(binder.over)
                    turns *= 2 if isinstance(binder.over, f.Items) else TURNS
                    found += 8 + turns * (1 + (self.cost(binder.where) if binder.where is not None else 0))
                return found + turns * ((3 + self.cost(item)) if how not in ("any", "count") else 0)
            case f.Cell():
                return inside + 3
            case f.Play():
                return inside + 10_000
            case f.If(test=test, then=then, otherwise=otherwise):
                return self.cost(test) + self.cost(then) + self.cost(otherwise)
            case _:
                return inside + 1

    # -- stops

    @_mark(True)
    def function_may_stop(self, key: str) -> bool:
        """Returns whether a function may stop; an answer that takes too many steps is another matter."""
        return self.may_stop(self.program.functions[key].body)

    @_mark(False)
    def may_stop(self, x: f.Part) -> bool:
        match x:
            case f.Read(owner=owner, name=name) if owner and self._may_be_unknown((owner, name)):
                return True
            case f.Field() | f.Cell() | f.Play() | f.Stop():
                return True
            case f.Op(op=op, args=args):
                how = OPS[op].stops
                if how == "ever" or (how == "none" and any(map(self.may_be_none, args))):
                    return True
            case f.Kept(sort=sort, name=name) if sort == "acting" or f"{sort}:{name}" in resting(self.graph):
                return True
            case f.Call(function=key) | f.Linked(function=key) if self.function_may_stop(key):
                return True
            case f.Loop(how="perhaps"):
                return False
            case f.Loop(how="least" | "most" | "one" | "lowest" | "highest"):
                return True
            case f.Choose(cases=cases, otherwise=otherwise):
                return (
                    any(map(self.may_stop, cases))
                    or (not any(case.test == YES for case in cases) and self.may_stop(otherwise))
                    or any(self.may_disagree(a, b) for i, a in enumerate(cases) for b in cases[i + 1 :])
                )
        return any(map(self.may_stop, f.children(x)))

    @_mark(False)
    def _may_be_unknown(self, attribute: tuple[str, str]) -> bool:
        """Returns whether an attribute may be missing, or a secret that is not seen."""
        owner, name = attribute
        kinds = (kind for kind in self.graph.kinds.values() if self.graph.is_a(kind.name, owner))
        declared = [kind.attributes[name] for kind in kinds if name in kind.attributes]
        return any(one.secret or one.default is g.MISSING for one in declared)

    def may_disagree(self, one: f.Case, other: f.Case) -> bool:
        """Whether two rules may apply together with different values, neither overriding the other."""
        if other.rule in one.beats or one.rule in other.beats or disjoint(one.test, other.test):
            return False
        return one.value != other.value

    # -- none

    @_mark(True)
    def may_be_none(self, x: f.Part) -> bool:
        match x:
            case f.Const(value=value):
                return value is None
            case f.Cell(table=table):
                decl = self.graph.tables[table]
                ends = {*decl.below.values(), *decl.above.values()}
                return "none" in ends or any(cell.value is None for cell in decl.data.cells.values())
            case f.Read(owner=owner, type=type_):
                return not owner or isinstance(type_, t.OrNone)
            case f.Op(op=op):
                return OPS[op].none
            case f.Call(function=key):
                return self.gives_none(key)
            case f.If(then=then, otherwise=otherwise):
                return self.may_be_none(then) or self.may_be_none(otherwise)
            case f.Let(body=body) | f.Fire(body=body):
                return self.may_be_none(body)
            case f.Choose(cases=cases, otherwise=otherwise):
                return any(self.may_be_none(case.value) for case in cases) or self.may_be_none(otherwise)
            case f.Loop(how=how):
                return how in ("one", "lowest", "highest")
            case f.Or(how=how):
                return how == "aside"
            case f.And() | f.Not() | f.Items() | f.Things() | f.Joined() | f.Linked() | f.Row() | f.Kept() | f.Stop():
                return False
            case _:
                return True

    @_mark(True)
    def gives_none(self, key: str) -> bool:
        if key.startswith("quantity:"):
            return False  # one without a start stops instead
        return self.may_be_none(self.program.functions[key].body)

    # -- what it depends on

    @_mark(frozenset({e.ANYTHING}))
    def reads_of(self, key: str) -> frozenset[str]:
        return self.reads(self.program.functions[key].body)

    @_mark(frozenset({e.ANYTHING}))
    def reads(self, x: f.Part) -> frozenset[str]:
        """Returns what an answer may depend on, in the names of `Footprints.reads`."""
        return frozenset(self._reads(x))

    def _reads(self, x: f.Part) -> Iterator[str]:
        match x:
            case f.Things(within=None):
                yield e.THINGS
            case f.Read(owner="") | f.Things():
                yield e.WHERE
            case f.Read(name=name):
                yield f"attribute:{name}"
            case f.Kept(sort="memory" | "tally" | "span" as sort, name=name):
                yield f"{sort}:{name}"
            case f.Kept(sort="acting"):
                yield e.ACTS
            case f.Play():
                yield e.ANYTHING
            case f.Call(function=key) | f.Linked(function=key):
                yield from self.reads_of(key)
        for child in f.children(x):
            yield from self.reads(child)

    @_mark(False)
    def fixed_by_map(self, key: str) -> bool:
        """Returns whether an answer depends on nothing but hexes, hexsides and what is printed there."""
        function = self.program.functions[key]
        return all(is_plain(type_) for _, type_ in function.params) and self.is_fixed(function.body)

    def is_fixed(self, x: f.Part) -> bool:
        """Whether an expression depends on nothing but its arguments, hexes and what is printed there."""
        if asks_position(x) or (isinstance(x, f.Call | f.Linked) and not self.fixed_by_map(x.function)):
            return False
        return all(map(self.is_fixed, f.children(x)))

    @_mark(dict[str, t.Type]())
    def free(self, x: f.Part) -> dict[str, t.Type]:
        """Returns the names that an expression uses and does not bind itself, in the order in which it meets them."""
        match x:
            case f.Local(name=name, type=type_):
                return {name: type_}
            case f.Loop(binders=binders, item=item):
                inside = self.free(item)
                for binder in reversed(binders):
                    where = {} if binder.where is None else self.free(binder.where)
                    inside = {n: p for n, p in (where | inside).items() if n != binder.var}
                    inside = self.free(binder.over) | inside
                return inside
            case f.Let(name=name, value=value, body=body):
                return self.free(value) | {n: p for n, p in self.free(body).items() if n != name}
            case _:
                return {n: p for child in f.children(x) for n, p in self.free(child).items()}


YES, NO = f.Const(True, t.YES_NO), f.Const(False, t.YES_NO)


def asks_position(x: f.Part) -> bool:
    """Whether a node by itself depends on more than its arguments, hexes and what is printed there."""
    match x:
        case f.Read(owner=owner):
            return owner not in MAP
        case f.Kept(sort=sort):
            return sort != "stands"
        case f.Things() | f.Play() | f.Made() | f.Op(op="is-a" | "printed" | "game" | "moment"):
            return True
        case _:
            return False


def is_plain(type_: t.Type) -> bool:
    """Whether values of a type are the same on every position of one map."""
    match type_:
        case t.OrNone(item=item) | t.SetOf(item=item):
            return is_plain(item)
        case t.Kind(name=name):
            return name in (*MAP, "contact")
        case _:
            return True


def conjuncts(x: f.Expr) -> tuple[f.Expr, ...]:
    """The conjuncts of a condition."""
    return tuple(part for inner in x.parts for part in conjuncts(inner)) if isinstance(x, f.And) else (x,)


def named(loop: f.Loop) -> tuple[f.Expr, tuple[f.Expr, ...]] | None:
    """Where `any x in ...` asks first whether x is some one thing: that thing, and what else is asked."""
    binder = loop.binders[0]
    if binder.where is None or not isinstance(binder.over, f.Things) or len(loop.binders) > 1:
        return None
    asked = conjuncts(binder.where)
    if len(asked) < 2 or not isinstance(asked[0], f.Op) or asked[0].op != "==":
        return None
    for one, other in (asked[0].args, asked[0].args[::-1]):
        is_it = isinstance(one, f.Local) and one.name == binder.var
        if is_it and f.Local(binder.var, t.TEXT) not in f.everything(other):
            return other, tuple(asked[1:])
    return None


# ---- what rules test against constants


def literal_test(x: f.Part) -> tuple[f.Expr, tuple[f.Const, ...]] | None:
    """The subject that a condition tests against constants, and those it lets through."""
    match x:
        case f.Op(op="==", args=(left, f.Const() as value)) | f.Op(op="==", args=(f.Const() as value, left)):
            return (left, (value,)) if _is_key(value) else None
        case f.Op(op="in", args=(item, f.Items(items=items))) if items:
            consts = tuple(i for i in items if isinstance(i, f.Const) and _is_key(i))
            return (item, consts) if len(consts) == len(items) else None
        case f.Or(parts=inner, how=""):
            found = [literal_test(p) for p in inner]
            known = [p for p in found if p is not None]
            if len(known) == len(found) and all(p[0] == known[0][0] for p in known):
                return known[0][0], tuple(value for p in known for value in p[1])
    return None


def _is_key(value: f.Const) -> bool:
    return isinstance(value.value, str | int) and not isinstance(value.value, bool)


def disjoint(one: f.Expr, other: f.Expr) -> bool:
    """Whether two conditions can be seen never to hold together: they test one thing against different constants.

    Or they compare the same two things, and find that one less, even or greater.
    """
    a, b = conjuncts(one), conjuncts(other)
    known = {found[0]: {v.value for v in found[1]} for part in a if (found := literal_test(part)) is not None}
    for part in b:
        found = literal_test(part)
        if found is not None and found[0] in known and known[found[0]].isdisjoint(v.value for v in found[1]):
            return True
    compared = dict(_comparisons(a))
    return any(pair in compared and not compared[pair] & ways for pair, ways in _comparisons(b))


MIRRORED = {"<": ">", "=": "=", ">": "<"}


def _comparisons(parts: Iterable[f.Part]) -> Iterator[tuple[tuple[f.Part, f.Part], frozenset[str]]]:
    """The two things that each comparison compares, either way round, and what it may find."""
    for part in parts:
        match part:
            case f.Op(op="<" | "<=" | ">" | ">=" | "==" as op, args=(left, right)):
                ways = frozenset(op.replace("==", "="))
            case f.Not(inner=f.Op(op="==", args=(left, right))):
                ways = frozenset("<>")
            case _:
                continue
        yield (left, right), ways
        yield (right, left), frozenset(MIRRORED[way] for way in ways)
