"""Sums over all things of a kind, kept from one position to the next: of which things a write changes what they add.

What a position is worth is a sum of such sums, and programs ask it of thousands of positions that differ in little. A
sum whose terms are kept only has to look again at the terms that a write may have changed. Here it is proved which
these are; nothing is evaluated. A write is of an attribute of some thing, or of where it stands. The term of that thing
is always worked out again. Of the term of another, `Affecting` finds what it reads of what was written, following
calls with what each name stands for, as `Touching` does:

- *Nothing*: it stays.
- *It is met in the hex of the term's thing, or inside that*: the terms there are worked out again (`near`).
- *It is met in a loop over all things of a kind*, or over a set of them, whose conditions leave out most: a `guard`
  says which terms those are. The nearest enemy of a unit is not looked for again because a friend has moved. What tells
  whom the sum passes over has guards of its own: what a thing adds may depend on its whole side, and still a move
  changes only for those whether they are passed over whose own guard says so.
- *It is met in a fact that is asked the same of many terms*, an `input`: its answers are kept with the terms, once for
  all that ask it alike, and where one is another than before, so may be these. Where such a fact tells a set, what is
  read of the things in it is an input as well, and so is a fact that is asked of each: who drives to the nearest of
  some waits for nobody else.
- *It is read elsewhere, to know what a thing adds*: the terms of those things that the sum does not pass over are
  worked out again (`amid`). *To know which it passes over*: those are that another condition does not leave out which
  writes leave as it is; a guard that asks nothing of what was written says which.

A set of things for which something holds is kept as their count is: what a thing adds is that it is one of them.

Hexes and what play keeps are not gone into: where they are written and read, all is worked out anew. The sum stays a
function of the form, with its loop as its body; a target that keeps no sums prints that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, disjunction, kind_of
from hexlaw.compiler.lower.marks import ALL, MAP, Marks, conjuncts, is_plain
from hexlaw.compiler.lower.parts import writes_of_play
from hexlaw.compiler.lower.touching import OTHER, Roles, Touching, alike
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.near import PLACES, THINGS
from hexlaw.runtime.law import Law

LEAST = 6  # what a term costs at least for its sum to be kept
ONE, NOTHING = f.Const(1, t.WHOLE), f.Const(None, t.TEXT)
WITH_NAMES = f.Loop | f.Let | f.Linked
GIVEN, HERE, NEAR, MEMBER = "given", "here", "near", "member"
"""What else a name is known to stand for: what the sum is given, the hex of the term's thing, something there or what
holds it, a thing of a set that an input tells."""
EACH = "each of them"
"""What a member of a set is called where it is asked for all."""
OF_NEAR = "near "
"""Before what is read of something in the same hex."""


def kept_sums(program: f.Program, asked: str) -> f.Program:
    """The program, with a function for each sum over things that a function comes to ask and that can be kept."""
    keeping = _Keeping(program)
    for key in program.come_to([asked]):
        keeping.function(program.functions[key])
    return replace(program.and_(keeping.made.values()), sums=keeping.sums)


class _Means(str):
    """What a name is known to stand for, and the same in the names of the term."""

    means: f.Expr


def _meaning(role: str, means: f.Expr) -> _Means:
    found = _Means(role)
    found.means = means
    return found


class _Keeping:
    def __init__(self, program: f.Program) -> None:
        self.program, self.graph, self.marks = program, program.law.graph, Marks(program)
        self.made: dict[str, f.Function] = {}
        self.sums: dict[str, f.Sum] = {}
        self.of: dict[f.Expr, f.Call | None] = {}  # by the loop, what stands for it now
        self.telling: dict[tuple[f.Params, f.Expr], str] = {}  # by what an input is given and tells, its function
        self.written = _often_written(program.law) | {PLACES}

    def function(self, function: f.Function) -> None:
        """A function, with the sums that depend on nothing but what it is given as functions of their own."""
        params = {name for name, type_ in function.params if is_plain(type_)}
        body = self._within(function.body, params)
        if body is not function.body:
            self.made[function.key] = f.with_(function, body=body)

    def _within(self, x: Any, params: set[str]) -> Any:
        kept = isinstance(x, f.Loop) and (x.how in ("total", "sum", "count") or _is_set(x))
        if kept and self.marks.free(x).keys() <= params:
            if x not in self.of:
                self.of[x] = self._kept(x)
            if self.of[x] is not None:
                return self.of[x]
        return f.rebuilt(x, lambda part: self._within(part, params))

    def _kept(self, x: f.Loop) -> f.Call | None:
        binder, over = x.binders[0], x.binders[0].over
        reads = self.marks.reads(x)
        if len(x.binders) > 1 or not isinstance(over, f.Things) or over.within is not None or ALL in reads:
            return None
        adds = ONE if x.how in ("count", "list") else x.item
        body = adds if binder.where is None else f.If(binder.where, adds, NOTHING, t.OrNone(x.type))
        if self.marks.cost(body) < LEAST:
            return None
        number, given = len(self.sums), tuple(self.marks.free(x).items())
        one = binder.var, t.item_of(over.type)
        term = self._made(f"term {number}", (one, *given), body)
        kept = _Affected(self, f"{number}", binder, one, given, adds)
        kept.find(Marks(self.program.and_([self.made[term]])), term, reads)
        play = {what for what in reads if what[0] == "@" and what not in (PLACES, THINGS)}
        key = self._made(f"sum {number}", given, x)
        self.sums[key] = f.Sum(
            over.kind, term, x.how == "list", reads - play - {THINGS}, bool(play), kept.near, kept.amid, kept.guarded,
            frozenset(what for key in kept.steadily() for what in self._reads(key)),
            tuple((whose, what, self._reads(what)) for whose, what in kept.inputs),
        )  # fmt: skip
        return f.Call(key, tuple(f.Local(*param) for param in given), x.type)

    def _made(self, title: str, params: f.Params, body: f.Expr) -> str:
        key = f"kept:{title}"
        self.made[key] = f.Function(key, title, params, body)
        return key

    def _reads(self, key: str) -> frozenset[str]:
        """What a guard or an input reads, but which things there are: where that is another, nothing is kept."""
        match self.made[key].body:
            case f.Loop(binders=(f.Binder(over=f.Things(), where=where),)):
                return frozenset() if where is None else self.marks.reads(where) - {THINGS}
            case body:
                return self.marks.reads(body) - {THINGS}


def _often_written(law: Law) -> frozenset[str]:
    """The attributes that play writes of whatever has them. What it writes of some sorts of things alone, as
    who owns what can be taken, comes so seldom that a guard may read it."""
    return frozenset(write.name for write in writes_of_play(law) if kind_of(write.base.type) == write.owner)


def _is_set(x: f.Loop) -> bool:
    """Whether a loop tells those of some things for which something holds."""
    return x.how == "list" and len(x.binders) == 1 and x.item == f.Local(x.binders[0].var, x.type)


class _Affected:
    """What may change which terms of one sum, by kind of what it is written of."""

    def __init__(
        self, keeping: _Keeping, number: str, binder: f.Binder, one: tuple[str, t.Type], given: f.Params, adds: f.Expr
    ) -> None:
        self.keeping, self.number, self.binder, self.one, self.given = keeping, number, binder, one, given
        self.adds = adds
        self.near: dict[str, tuple[str, ...]] = {}
        self.amid: dict[str, tuple[str, ...]] = {}
        self.guarded: dict[str, tuple[f.Guard, ...]] = {}
        self.inputs: list[tuple[str, str]] = []  # which of them a thing asks, and what that is

    def steadily(self) -> Iterator[str]:
        """The functions whose answers are kept as long as nothing is written that they read."""
        yield from (guard for guards in self.guarded.values() for guard, _ in guards)
        yield from (whose for whose, _ in self.inputs)

    def find(self, marks: Marks, term: str, reads: frozenset[str]) -> None:
        where, given, written = self.binder.where, self.given, self.keeping.written
        known: Roles = {p[0]: _meaning(GIVEN, f.Local(*p)) for p in given}
        known = {**known, self.one[0]: _meaning(OTHER, f.Local(*self.one))}
        inputs: dict[f.Expr, tuple[f.Expr, ...]] = {}
        at_large: list[tuple[tuple[str, ...], f.Local, set[str]]] = []
        for group in alike(marks, [term], [kind for kind in marks.graph.kinds if kind not in MAP]):
            other = f.Local("another", t.Kind(group[0]))
            testing, adding = (Affecting(marks, group[0], reads, other, written) for _ in range(2))
            tests, all_tests = testing.with_guarded(where, known)
            adds, all_adds = adding.with_guarded(self.adds, known)
            far = _at_large(tests | adds if marks.may_be_none(self.adds) else tests)
            # `amid` reaches none that the sum passes over: what tells which these are is looked at besides
            amid = _at_large(adds) - far
            near = (_nearby(tests) | _nearby(adds) - amid) - far
            for found, names in ((self.near, near), (self.amid, amid)):
                found |= dict.fromkeys(group, tuple(sorted(names))) if names else {}
            guarded = {"guard": _at_large(all_tests) - far, "guard adding": _at_large(all_adds) - amid - far}
            for affecting, (title, names) in zip((testing, adding), guarded.items(), strict=True):
                if affecting.guards and names:
                    guard = self._those(f"{title} {group[0]}", other, disjunction(tuple(affecting.guards)))
                    self._guard(group, guard, names)
                inputs |= affecting.asked()
            if far:
                at_large.append((group, other, far))
        self.inputs = [self._input(number, *found) for number, found in enumerate(inputs.items())]
        asked_anyway = frozenset(what for key in self.steadily() for what in self.keeping._reads(key))
        for group, other, far in at_large:
            self._guard(group, self._those(f"any {group[0]}", other, None, asked_anyway), far)

    def _guard(self, group: Iterable[str], guard: str, names: Iterable[str]) -> None:
        for kind in group:
            self.guarded[kind] = (*self.guarded.get(kind, ()), (guard, tuple(sorted(names))))

    def _input(self, number: int, asked: f.Expr, args: tuple[f.Expr, ...]) -> tuple[str, str]:
        """Two functions: what a thing gives an input, and what the input tells then. Who is passed over gives none."""
        params = tuple((f"given {at}", arg.type) for at, arg in enumerate(args))
        within: dict[Any, Any] = {arg: f.Local(*param) for arg, param in zip(args, params, strict=True)}
        row = f.Row(args, (), t.TEXT)
        first = self._first(self.keeping.marks.reads(row))
        body = f.If(conjunction(first), row, NOTHING, t.OrNone(t.TEXT)) if first else row
        whose = self._made(f"whose {number}", (self.one, *self.given), body)
        tells = (*params, *self.given), f.replaced(asked, within)
        if tells not in self.keeping.telling:  # sums that share an input share its function
            self.keeping.telling[tells] = self._made(f"input {number}", *tells)
        return whose, self.keeping.telling[tells]

    def _those(self, title: str, other: f.Local, test: f.Expr | None, read: frozenset[str] = frozenset()) -> str:
        """A function that gives the things for which a guard holds, given the other thing; of those that the sum passes
        over it asks no more than it must. A guard without a test passes over what it can by what is `read` anyway."""
        tests = (
            *self._first(read if test is None else self.keeping.marks.reads(test)),
            *([] if test is None else [test]),
        )
        binder = f.with_(self.binder, where=conjunction(tests) if tests else None)
        body = f.Loop("list", (binder,), f.Local(*self.one), self.binder.over.type)
        return self._made(title, ((other.name, other.type), *self.given), body)

    def _first(self, read: frozenset[str]) -> tuple[f.Expr, ...]:
        """Which of the conditions under which the sum passes over a thing may be asked first where this is read."""
        where, own = self.binder.where, {self.one[0], *(name for name, _ in self.given)}
        tests = conjuncts(where) if where is not None else ()
        return tuple(x for x in tests if self._is_settled(x, read) and self.keeping.marks.free(x).keys() <= own)

    def _is_settled(self, x: f.Expr, read: frozenset[str]) -> bool:
        """Whether this may be asked first: it reads nothing that play writes but what is read anyway."""
        reads = self.keeping.marks.reads(x)
        return self.keeping.written.isdisjoint(reads - read) and not any(what[0] in "@*" for what in reads)

    def _made(self, title: str, params: f.Params, body: f.Expr) -> str:
        return self.keeping._made(f"{title} {self.number}", params, body)


def _at_large(found: Iterable[str]) -> set[str]:
    return {what for what in found if not what.startswith(OF_NEAR)}


def _nearby(found: Iterable[str]) -> set[str]:
    return {what.removeprefix(OF_NEAR) for what in found if what.startswith(OF_NEAR)}


class Affecting(Touching):
    """What of another thing, which may stand anywhere, hold the thing of a term or be in it, the term may depend on.

    With a name for the other thing loops are guarded and facts are inputs; what they leave over is what is given. What
    holds a thing moves it with itself, and stands in the same hex.
    """

    def __init__(
        self, marks: Marks, kind: str, reads: frozenset[str], other: f.Local | None, written: frozenset[str]
    ) -> None:
        super().__init__(marks, kind, frozenset(what for what in reads if what == PLACES or what[0] != "@"))
        self.other, self.written = other, written
        self.guards: dict[f.Expr, None] = {}
        self.inputs: dict[f.Expr, tuple[f.Expr, ...]] = {}  # with what each is given of the term's thing
        self.of_members: dict[f.Expr, dict[f.Expr, None]] = {}  # by set that an input tells
        self.unguarded = None if other is None else Affecting(marks, kind, reads, None, written)
        self._by_means: dict[tuple[str, tuple[str | None, ...], tuple[Any, ...]], frozenset[str]] = {}

    def with_guarded(self, x: Any, known: Roles) -> tuple[frozenset[str], frozenset[str]]:
        """What an expression may depend on whatever guards say and inputs tell, and what it may depend on at all."""
        assert self.unguarded is not None
        return (frozenset(), frozenset()) if x is None else (self.by(x, known), self.unguarded.by(x, known))

    def asked(self) -> Mapping[f.Expr, tuple[f.Expr, ...]]:
        """What many terms ask alike: facts, and of the sets that they tell what is read of each thing."""
        found = dict(self.inputs)
        for among, reads in self.of_members.items():
            binder = f.Binder(EACH, among, None)
            each = f.Loop("list", (binder,), f.Row(tuple(reads), (), t.TEXT), t.SetOf(t.TEXT))
            found[each] = self.inputs[among]
        return found

    def by_call(self, key: str, roles: tuple[str | None, ...]) -> frozenset[str]:
        reads = self.marks.reads_of(key)
        if self.moving.isdisjoint(reads) and ALL not in reads:
            return frozenset()
        known = key, roles, tuple([getattr(role, "means", None) for role in roles])
        if known not in self._by_means:
            self._by_means[known] = frozenset({ALL})  # what asks for itself
            function = self.marks.program.functions[key]
            self._by_means[known] = self.by(
                function.body, dict(zip((n for n, _ in function.params), roles, strict=True))
            )
        return self._by_means[known]

    def _by(self, x: Any, known: Roles) -> Iterator[str]:
        match x:
            case f.Read(name=name, owner=owner, of=of) if (among := self._among(of, known)) is not None:
                if self._may_be_mover(of.type) if not owner else name in self.moving and self._is(owner):
                    self.of_members.setdefault(among, {})[f.with_(x, of=f.Local(EACH, of.type))] = None
            case f.Read(name=name, owner="", of=of):
                role = self._role(of, known)
                if role != OTHER and (role != NEAR or name != "hex") and self._may_be_mover(of.type):
                    yield OF_NEAR + PLACES if role == NEAR else PLACES
                yield from self._by(of, known)
            case f.Read(name=name, owner=owner, of=of) if self._role(of, known) == NEAR:
                if name in self.moving and self._is(owner):
                    yield OF_NEAR + name
                yield from self._by(of, known)
            case f.Things(kind=kind, within=within):
                if within is not None:
                    if self._is(kind):
                        yield OF_NEAR + PLACES if self._is_there(within, known) else PLACES
                    yield from self._by(within, known)
            case f.Call(function=key, args=args):
                for arg in args:
                    yield from self._by(arg, known)
                if self._input(x, known) is None and not self._is_of_member(x, known):
                    yield from self.by_call(key, tuple(self._role(arg, known) for arg in args))
            case f.Loop(binders=binders, item=item):
                inner = dict(known)
                for binder in binders:
                    yield from self._by(binder.over, inner)
                    inner[binder.var] = self._role_in(binder.over, inner) or self._guarded(binder, inner)
                    if binder.where is not None:
                        yield from self._by(binder.where, inner)
                yield from self._by(item, inner)
            case _:
                yield from super()._by(x, known)

    def _role(self, x: Any, known: Roles) -> str | None:
        match x:
            case f.Const():
                return _meaning(GIVEN, x)
            case f.Read(name="hex", owner="", of=of):
                return HERE if self._is_one(of, known) or self._role(of, known) == NEAR else None
            case f.Read(name="holder", owner="", of=of):
                return NEAR if self._is_one(of, known) or self._role(of, known) == NEAR else None
            case f.Read(owner=owner, of=of) if owner:
                role = self._role(of, known)
                if not isinstance(role, _Means) or role == MEMBER:
                    return None
                return _meaning(GIVEN, f.with_(x, of=role.means))
            case f.Local(name=name):
                return known.get(name)
            case f.Op(op="some", args=(of,)) | f.Fire(body=of):
                return self._role(of, known)
            case _:
                return None

    def _role_in(self, over: Any, known: Roles) -> str | None:
        match over:
            case f.Things(kind=kind, within=within):
                if not self._is(kind):
                    return OTHER
                return NEAR if within is not None and self._is_there(within, known) else None
            case f.Items(items=(only,)):
                return self._role(only, known)
            case f.Call():
                among = self._input(over, known)
                return None if among is None else _meaning(MEMBER, among)
            case _:
                return None

    def _among(self, x: Any, known: Roles) -> f.Expr | None:
        """The set of which an expression stands for a thing, where an input tells it."""
        role = self._role(x, known)
        return role.means if isinstance(role, _Means) and role == MEMBER else None

    def _is_one(self, x: Any, known: Roles) -> bool:
        """Whether an expression stands for the thing of the term."""
        role = self._role(x, known)
        return isinstance(role, _Means) and role == OTHER

    def _is_there(self, within: Any, known: Roles) -> bool:
        """Whether what stands in something stands in the hex of the term's thing."""
        return self._is_one(within, known) or self._role(within, known) in (HERE, NEAR)

    def _input(self, x: f.Call, known: Roles) -> f.Call | None:
        """What a call of the law stands for, where many terms ask it alike, of nothing but sides, numbers and the like,
        and a write may change what it tells."""
        if self.unguarded is None or not x.function.startswith(("fact:", "quantity:")):
            return None
        roles = tuple(self._role(arg, known) for arg in x.args)
        given = [role.means for role in roles if isinstance(role, _Means) and role == GIVEN]
        params = self.marks.program.functions[x.function].params
        if len(given) < len(params) or not all(is_plain(type_) for _, type_ in params):
            return None
        if not self.unguarded.by_call(x.function, roles):
            return None
        found: f.Call = f.with_(x, args=tuple(given))
        self.inputs[found] = tuple(dict.fromkeys(arg for arg in given if not isinstance(arg, f.Const | f.Local)))
        return found

    def _is_of_member(self, x: f.Call, known: Roles) -> bool:
        """Whether a fact is asked of a thing of a set, and of nothing but that and what tells the set: then it is asked
        of all of them."""
        if self.unguarded is None or not x.function.startswith(("fact:", "quantity:")):
            return False
        roles = tuple(self._role(arg, known) for arg in x.args)
        among = next((found for arg in x.args if (found := self._among(arg, known)) is not None), None)
        each: list[f.Expr] = []
        for arg, role in zip(x.args, roles, strict=True):
            if among is None or not isinstance(role, _Means):
                return False
            is_of_set = role.means == among if role == MEMBER else role.means in f.children(among)
            if not is_of_set:
                return False
            each.append(f.Local(EACH, arg.type) if role == MEMBER else role.means)
        if among is None:
            return False
        if self.unguarded.by_call(x.function, tuple(role if role == GIVEN else None for role in roles)):
            self.of_members.setdefault(among, {})[f.with_(x, args=tuple(each))] = None
        return True

    def _guarded(self, binder: f.Binder, known: Roles) -> str | None:
        """What each of a loop over all things, or over a set that is an attribute, stands for: another thing, once a
        guard says whether the loop may meet the one that was written. A condition that may stop is looked at whatever
        comes behind it, so none behind it is a guard."""
        if self.other is None:
            return None
        means: dict[Any, Any] = {
            f.Local(name, t.TEXT): role.means
            for name, role in known.items()
            if isinstance(role, _Means) and role != MEMBER
        }
        means[f.Local(binder.var, t.TEXT)] = self.other
        known_tests: list[f.Expr] = []
        among = self._role(binder.over, known)
        if not isinstance(binder.over, f.Things):
            if not isinstance(among, _Means):
                return None
            self.guards[f.Op("in", (self.other, among.means), t.YES_NO)] = None
            return OTHER
        if binder.over.within is not None:
            return None
        for test in conjuncts(binder.where) if binder.where is not None else ():
            is_known = all(f.Local(name, t.TEXT) in means for name in self.marks.free(test))
            settled = not any(what[0] in "@*" for what in self.marks.reads(test))
            if is_known and settled and not any(isinstance(part, WITH_NAMES) for part in f.everything(test)):
                known_tests.append(test)
            elif self.marks.risks(test):
                break
        steady = [test for test in known_tests if self.written.isdisjoint(self.marks.reads(test))]
        for tests in (steady, known_tests):  # where play writes what a guard reads, all is worked out anew
            if any(binder.var in self.marks.free(test) for test in tests):
                self.guards[conjunction(tuple(f.replaced(test, means) for test in tests))] = None
                return OTHER
        return None
