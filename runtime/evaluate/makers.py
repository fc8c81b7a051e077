"""Expressions compiled to closures: for each sort of expression a maker of its closure.

`ready` compiles an expression once, into a function of the evaluator and of the values of its names: the fields of the
node are read then, and not each of the thousands of times that it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from operator import ge, gt, itemgetter, le, lt
from typing import TYPE_CHECKING, Any, TypeAlias

from hexlaw.runtime.board.geometry import Contact, Hex
from hexlaw.runtime.board.linking import linked
from hexlaw.runtime.evaluate.applicability import applies
from hexlaw.runtime.evaluate.budget import CHEAPER, MAX_RECORD_SIZE
from hexlaw.runtime.evaluate.quantities import exact, moved
from hexlaw.runtime.evaluate.trace import Sort
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_ADJECTIVES, BUILTIN_FUNCTIONS, BUILTIN_VERBS, BuiltinFunction
from hexlaw.runtime.law.stops import UNDECIDED, Exhausted, Hole, LawStop, Unseen, first_stop
from hexlaw.runtime.law.value import GAME, Moment, Record, Thing, Value, Values, exact_text, size_of
from hexlaw.runtime.position.position import UNSAID, Position

if TYPE_CHECKING:
    from hexlaw.runtime.evaluate.evaluator import Env, Evaluator

COMPARE: Mapping[str, Callable[[Value, Value], Value]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


Asked: TypeAlias = "Callable[[Evaluator, Env], Value]"
"""An expression as a closure, called with the evaluator and the values of names."""


def ready(node: e.Expr) -> Asked:
    """The closure of an expression, made once."""
    memos = node.__dict__
    found: Asked | None = memos.get("_ready")
    if found is None:
        found = memos["_ready"] = _MAKERS[type(node)](node)
    return found


def _all_ready(nodes: tuple[e.Expr, ...]) -> Callable[[Evaluator, Env], Values]:
    """The closure of several expressions."""
    names = [node.name for node in nodes if isinstance(node, e.Var)]
    if names and len(names) == len(nodes):
        return _all_named(*names)
    asked = tuple(map(ready, nodes))
    if len(asked) == 1:
        (only,) = asked
        return lambda ev, env: (only(ev, env),)
    if len(asked) == 2:
        one, other = asked
        return lambda ev, env: (one(ev, env), other(ev, env))
    return lambda ev, env: tuple([one(ev, env) for one in asked])


def _all_named(first: str, *others: str) -> Callable[[Evaluator, Env], Values]:
    """The closure that looks up names: most arguments are nothing else."""
    all_of: Callable[[Env], Values] = itemgetter(first, *others)

    def asked_of_one(ev: Evaluator, env: Env) -> Values:
        try:
            return (env[first],)
        except KeyError:
            raise _unknown(first) from None

    def asked(ev: Evaluator, env: Env) -> Values:
        try:
            return all_of(env)
        except KeyError as missing:
            raise _unknown(missing.args[0]) from None

    return asked if others else asked_of_one


def _unknown(name: str) -> Hole:
    return Hole(f"`{name}` is not known here", "say in the position which side acts: `acting: SIDE`")


def each(ev: Evaluator, binder: e.Binder, env: Env) -> Iterator[dict[str, Value]]:
    """The scope with each value of the binder's variable, in order."""
    name, where = binder.var, None if binder.where is None else ready(binder.where)
    for item in ev.value(binder.domain, env):
        ev.account.spend()
        inner = {**env, name: item}
        if where is None or where(ev, inner):
            yield inner


def _const(node: e.Const) -> Asked:
    value = node.value
    return lambda ev, env: value


def _var(node: e.Var) -> Asked:
    name = node.name

    def asked(ev: Evaluator, env: Env) -> Value:
        try:
            return env[name]
        except KeyError:
            raise _unknown(name) from None

    return asked


def _attribute(node: e.Attribute) -> Asked:
    base, name, owner = ready(node.base), node.name, node.owner
    kept_as = name if owner else f"@{name}"

    def asked(ev: Evaluator, env: Env) -> Value:
        subject = base(ev, env)
        found = ev.attributes.get((subject, kept_as), UNSAID)
        if found is UNSAID:
            found = ev.attribute(subject, name, owner)
            if subject is not None:  # of nothing, an attribute is what its own kind says
                ev.attributes[subject, kept_as] = found
        return found

    return asked


def _field(node: e.Field) -> Asked:
    base, name = ready(node.base), node.name

    def asked(ev: Evaluator, env: Env) -> Value:
        found = base(ev, env)
        if isinstance(found, Record):
            return ev.iterated(found.field(name))
        if isinstance(found, Contact):
            return getattr(found, name)
        raise Hole(f"the `{name}` of nothing is asked", "what it is asked of is none here")

    return asked


def _answered(sort: Sort) -> Callable[[e.Fact | e.Quantity | e.Table], Asked]:
    """The maker of what has a name and arguments; the size of resulting sets and records is charged."""

    def made(node: e.Fact | e.Quantity | e.Table) -> Asked:
        name, args = node.name, _all_ready(node.args)
        if isinstance(node.type, t.YesNo | t.Number):
            return lambda ev, env: ev.answer(sort, name, args(ev, env))
        return lambda ev, env: ev.iterated(ev.answer(sort, name, args(ev, env)))

    return made


def _table(node: e.Table) -> Asked:
    """Makes a table lookup; when tracing, its node records the terms of each key that is a sum: `6 + 1`."""
    read, sums = _answered("table")(node), [isinstance(arg, e.Arith) for arg in node.args]

    def asked(ev: Evaluator, env: Env) -> Value:
        found, nodes = read(ev, env), ev.asked
        if ev.tracing:
            ev.asked = []  # the trace of the sum already has what its terms depend on
            nodes[-1].sums = tuple([sum_text(arg, ev, env) for arg in node.args])
            ev.asked = nodes
        return found

    return asked if any(sums) else read


def sum_text(node: e.Expr, ev: Evaluator, env: Env) -> str:
    """Returns a sum as it is written, `6 + 1`; an empty text where fewer than two of its terms are something."""
    terms = [sign * term(ev, env) for sign, term in _terms(node)] if isinstance(node, e.Arith) else []
    said = "".join(f" {'-' if n < 0 else '+'} {exact_text(abs(n))}" for n in terms)
    return said.lstrip(" +") if sum(map(bool, terms)) > 1 else ""


def _terms(node: e.Expr, sign: int = 1) -> list[tuple[int, Asked]]:
    """Returns the terms of a sum, each with its sign, 1 or -1."""
    if not isinstance(node, e.Arith) or node.op not in ("+", "-"):
        return [(sign, ready(node))]
    return [*_terms(node.left, sign), *_terms(node.right, -sign if node.op == "-" else sign)]


def _reach(node: e.Reach) -> Asked:
    name, args = node.name, _all_ready(node.args)
    return lambda ev, env: ev.reach(name, args(ev, env))


def _would_break(node: e.WouldBreak) -> Asked:
    effect, rule, args = node.effect, node.rule, _all_ready(node.args)
    return lambda ev, env: ev.trials.would_break(ev, effect, args(ev, env), rule)


def _builtin(node: e.Builtin) -> Asked:
    name, args = node.name, _all_ready(node.args)
    match name:
        case "hexes":
            return lambda ev, env: ev.iterated(ev.position.map.hexes if ev.position.map else ())
        case "hexsides":
            return lambda ev, env: ev.iterated(ev.position.map.hexsides if ev.position.map else ())
        case "game":
            return lambda ev, env: GAME
        case "printed":

            def as_printed(ev: Evaluator, env: Env) -> Thing:
                unit, kind = args(ev, env)
                return Thing(kind, f"@{unit}")

            return as_printed
    function: BuiltinFunction | None = (
        BUILTIN_FUNCTIONS.get(name) or BUILTIN_VERBS.get(name) or BUILTIN_ADJECTIVES.get(name)
    )
    assert function is not None
    says_no, call = name in BUILTIN_VERBS or name in BUILTIN_ADJECTIVES, function.call

    def asked(ev: Evaluator, env: Env) -> Value:
        given = args(ev, env)
        account = ev.account
        account.left -= 1
        if account.left < 0:
            account.spend(0)
        if name == "shifted" and None not in given[:2]:
            value, by, scale = given
            return moved(scale, value, by)
        if None in given:
            if says_no:
                return False  # nothing is next to nothing
            raise Hole(f"`{name}` is asked of nothing", NONE_GIVEN)
        found = call(ev.position.map, *given)
        return ev.iterated(found) if type(found) is tuple else found

    return asked


def _noted(sort: str, noted: Callable[[Position, tuple[str, Values]], Value]) -> Callable[[e.Memory | e.Tally], Asked]:
    """The maker for what a game has noted under a name and arguments."""

    def made(node: e.Memory | e.Tally) -> Asked:
        name, args, called = node.name, _all_ready(node.args), f"{sort}:{node.name}"

        def asked(ev: Evaluator, env: Env) -> Value:
            of, visibility = args(ev, env), ev.position.visibility
            if visibility is not None and visibility.hides(called, of):
                raise Unseen(f"`{name}` depends on a secret", "only a side that knows the secret can tell")
            return noted(ev.position, (name, of))

        return asked

    return made


def _now_in(node: e.NowIn) -> Asked:
    span = node.span
    return lambda ev, env: span in ev.position.now


def _moment(node: e.MakeMoment) -> Asked:
    edge, which, span = node.edge, node.which, node.span
    if node.owner is None:
        return lambda ev, env: Moment(edge, which, span, None)
    owner = ready(node.owner)
    return lambda ev, env: Moment(edge, which, span, owner(ev, env))


def _record(node: e.MakeRecord) -> Asked:
    kind, names = node.kind, tuple(name for name, _ in node.fields)
    values = _all_ready(tuple(value for _, value in node.fields))

    def asked(ev: Evaluator, env: Env) -> Record:
        made = Record(kind, tuple(zip(names, values(ev, env), strict=True)))
        if made.size > MAX_RECORD_SIZE:
            raise Exhausted(f"a `{kind}` holds more than {MAX_RECORD_SIZE} parts", "it holds others that hold others")
        ev.account.spend(1 + (made.size >> CHEAPER))
        return made

    return asked


def _set(node: e.MakeSet) -> Asked:
    items = _all_ready(node.items)
    return lambda ev, env: ev.iterated(tuple(dict.fromkeys(items(ev, env))))


def _things(node: e.Things) -> Asked:
    kind, deep = node.kind, node.deep
    if node.within is None:
        return lambda ev, env: ev.things_of(kind)
    within = ready(node.within)

    def asked(ev: Evaluator, env: Env) -> tuple[Thing, ...]:
        ev.account.spend()
        place = within(ev, env)
        return () if place is None else ev.standing_in(place, kind, deep)

    return asked


def _those(node: e.Those) -> Asked:
    binder = node.binder
    return lambda ev, env: ev.iterated(tuple([inner[binder.var] for inner in each(ev, binder, env)]))


def _one(node: e.One) -> Asked:
    binder = node.binder

    def asked(ev: Evaluator, env: Env) -> Value:
        found = [inner[binder.var] for inner in each(ev, binder, env)]
        if len(found) != 1:
            raise Hole(
                f"`one {binder.var} ...` finds {len(found)} of them", "it is asked where exactly one can be meant"
            )
        return found[0]

    return asked


def _linked(node: e.Linked) -> Asked:
    name, before_name, sets_out = node.binder.var, node.start.var, ready(node.start.domain)
    where = None if node.binder.where is None else ready(node.binder.where)
    within = None if node.within is None else ready(node.within)
    to = None if node.to is None else ready(node.to)

    def asked(ev: Evaluator, env: Env) -> Value:
        start = sets_out(ev, env)
        most = None if within is None else within(ev, env)
        goal = None if to is None else to(ev, env)
        if (within is not None and most is None) or (to is not None and goal is None):
            raise Hole(f"`{name} linked to ...` is asked of nothing", "how far or whereto it leads is none here")

        inner = dict(env)

        def leads(h: Hex, before: Hex) -> bool:
            ev.account.spend()
            if where is None:
                return True
            inner[name], inner[before_name] = h, before
            return bool(where(ev, inner))

        map_ = ev.position.map
        on_map = map_.contains if map_ is not None else bool
        found = linked(on_map, start, leads, by_step=bool(before_name), most=most, goal=goal)
        return ev.iterated(tuple(found)) if goal is None else found.get(goal)

    return asked


def _quantified(node: e.Quantified) -> Asked:
    every, name, domain = node.how == "every", node.binder.var, ready(node.binder.domain)
    if every and node.holds is None:
        return lambda ev, env: True
    wanted = [] if node.binder.where is None else [(node.binder.where, True)]
    wanted += [] if node.holds is None or not every else [(node.holds, False)]
    comes_out, found = _comes_out(wanted), node.how == "any"

    def asked(ev: Evaluator, env: Env) -> bool:
        stop: LawStop | None = None
        inner, account = dict(env), ev.account
        for item in domain(ev, env):
            account.left -= 1
            if account.left < 0:
                account.spend(0)
            inner[name] = item
            try:
                if comes_out(ev, inner):
                    return found
            except UNDECIDED as met:
                stop = first_stop(stop, met)
        if stop is not None:
            raise stop
        return not found

    return asked


def _comes_out(wanted: Iterable[tuple[e.Expr, bool]]) -> Asked:
    """The closure that tests whether each of these has the wanted truth value: one that has not decides, whatever the
    others stop at."""
    parts = tuple((ready(node), truth) for node, truth in wanted)
    number = len(parts)

    def asked(ev: Evaluator, env: Env) -> bool:
        stop: LawStop | None = None
        account = ev.account
        account.left -= number
        if account.left < 0:
            account.spend(0)
        for part, truth in parts:
            try:
                if bool(part(ev, env)) is not truth:
                    return False
            except UNDECIDED as met:
                stop = first_stop(stop, met)
        if stop is not None:
            raise stop
        return True

    return asked


def _any(node: e.Any) -> Asked:
    none_holds = _comes_out((part, False) for part in node.parts)
    return lambda ev, env: not none_holds(ev, env)


def _not(node: e.Not) -> Asked:
    inner = ready(node.inner)
    return lambda ev, env: not inner(ev, env)


def _fold(node: e.Fold) -> Asked:
    binder, item, how = node.binder, ready(node.item), node.how

    def asked(ev: Evaluator, env: Env) -> Value:
        numbers = [n for inner in each(ev, binder, env) if (n := item(ev, inner)) is not None]
        if how == "sum":
            return exact(Fraction(sum(numbers)), ev.account)
        if not numbers:
            raise Hole(f"the {how} of no numbers at all is asked", f"nothing stands behind `{binder.var}` here")
        return min(numbers) if how == "least" else max(numbers)

    return asked


def _count(node: e.Count) -> Asked:
    of = ready(node.of)
    return lambda ev, env: len(of(ev, env))


def _whichever(node: e.Whichever) -> Asked:
    domain, name, measure, how, order = ready(node.domain), node.var, ready(node.measure), node.how, node.order

    def asked(ev: Evaluator, env: Env) -> Value:
        scored = []
        for item in domain(ev, env):
            ev.account.spend()
            score = measure(ev, {**env, name: item})
            if score is not None:
                scored.append((score if order is None else ev.law.graph.choices[order].values.index(score), item))
        if not scored:
            raise Hole("`whichever` has nothing to choose from", "the set is empty here, or nothing in it has a number")
        best = min(s for s, _ in scored) if how == "least" else max(s for s, _ in scored)
        return next(item for score, item in scored if score == best)

    return asked


NONE_GIVEN = (
    "one of its arguments is none here, as is the hex of what stands nowhere: ask before whether it `is not none`"
)


def _arith(node: e.Arith) -> Asked:
    one, other, op = ready(node.left), ready(node.right), node.op

    def asked(ev: Evaluator, env: Env) -> Value:
        ev.account.spend()
        left, right = one(ev, env), other(ev, env)
        if left is None or right is None:
            raise Hole(f"`{op}` is asked of nothing", "one of the two numbers is none here")
        if op == "/":
            if right == 0:
                raise Hole("a number is divided by nothing", "what it is divided by is 0 here")
            return exact(Fraction(left) / right, ev.account)
        if type(left) is not int:
            left = Fraction(left)
        return exact(left + right if op == "+" else left - right if op == "-" else left * right, ev.account)

    return asked


def _compare(node: e.Compare) -> Asked:
    one, other, op, order = ready(node.left), ready(node.right), node.op, node.order
    compare = COMPARE[op]

    def asked(ev: Evaluator, env: Env) -> bool:
        account = ev.account
        account.left -= 1
        if account.left < 0:
            account.spend(0)
        left, right = one(ev, env), other(ev, env)
        if left is None or right is None:
            which = "both are" if left is None and right is None else f"the {'first' if left is None else 'second'} is"
            raise Hole(f"`{op}` compares two values, and {which} none here", "ask `is not none` first, joined by `and`")
        if order is not None:
            scale = ev.law.graph.choices[order].values
            left, right = scale.index(left), scale.index(right)
        return bool(compare(left, right))

    return asked


def _equal(node: e.Equal) -> Asked:
    one, other, negated = ready(node.left), ready(node.right), node.negated

    def asked(ev: Evaluator, env: Env) -> bool:
        left, right = one(ev, env), other(ev, env)
        # sets are plain tuples; hexes and hexsides are tuples of their own kind, compared as they are
        if type(left) is tuple and type(right) is tuple:
            ev.account.spend(1 + ((size_of(left) + size_of(right)) >> CHEAPER))
            return (set(left) == set(right)) is not negated
        return bool(left == right) is not negated

    return asked


def _contains(node: e.Contains) -> Asked:
    member, container, negated = ready(node.item), ready(node.container), node.negated

    def asked(ev: Evaluator, env: Env) -> bool:
        item, among = member(ev, env), container(ev, env)
        ev.account.spend(1 + (size_of(among) >> CHEAPER))
        return (item in among) is not negated

    return asked


def _is_kind(node: e.IsKind) -> Asked:
    base, kind, negated = ready(node.base), node.kind, node.negated

    def asked(ev: Evaluator, env: Env) -> bool:
        found = base(ev, env)
        return (isinstance(found, Thing) and ev.law.graph.is_a(found.kind, kind)) is not negated

    return asked


def _applies(node: e.Applies) -> Asked:
    name = node.rule

    def asked(ev: Evaluator, env: Env) -> bool:
        rule = next(iter(ev.law.may_be_asked(node.rule, itself=node.itself)), None)
        if rule is None and ev.seen is not None:
            ev.seen.asked.add(f"rule:{name}")
        return rule is not None and applies(ev, rule, env)

    return asked


_MAKERS: dict[type, Callable[[Any], Asked]] = {
    e.Const: _const,
    e.Var: _var,
    e.Attribute: _attribute,
    e.Field: _field,
    e.Fact: _answered("fact"),
    e.Quantity: _answered("quantity"),
    e.Table: _table,
    e.Memory: _noted("memory", lambda position, key: key in position.remembered),
    e.Tally: _noted("tally", lambda position, key: position.tallied.get(key, 0)),
    e.NowIn: _now_in,
    e.MakeMoment: _moment,
    e.Reach: _reach,
    e.Builtin: _builtin,
    e.MakeRecord: _record,
    e.MakeSet: _set,
    e.Things: _things,
    e.Those: _those,
    e.One: _one,
    e.Linked: _linked,
    e.Quantified: _quantified,
    e.Fold: _fold,
    e.Count: _count,
    e.Whichever: _whichever,
    e.Arith: _arith,
    e.Compare: _compare,
    e.Equal: _equal,
    e.Contains: _contains,
    e.IsKind: _is_kind,
    e.Not: _not,
    e.All: lambda node: _comes_out((part, True) for part in node.parts),
    e.Any: _any,
    e.WouldBreak: _would_break,
    e.Applies: _applies,
}
