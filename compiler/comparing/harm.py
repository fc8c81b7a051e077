"""What dice do to whom, and which values decide how bad it is.

Idea: an effect is read from its first statement to its last, with what it does through other effects. It harms a thing
to take it off the map, or to mark it with what some prohibition holds against what is picked. Each harm stands under
conditions. Where one of them looks at what dice came to, that value decides: a choice whose ways are put in order by
the worst that each leads to, or a comparison that somebody had better not meet.
INVARIANT: a way is worse only by what the statements under it do; a condition that cannot be decided leaves it open
whether they happen, which counts as half as bad. What no dice decide is left: the side that acts pays for that
knowingly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexlaw.compiler.analysis.conditions import substitute
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts, variables
from hexlaw.runtime.law import Law
from hexlaw.runtime.relations import grouped

REMOVED, HAMPERED = 2, 1
DEEPEST = 6
DIE = "thrown "
"""Begins the name of what stands for a throw: no name in law has a space in it."""

Guard = tuple[tuple[e.Expr, bool], ...]
"""Conditions under which a statement is come to, and whether each holds."""


@dataclass(frozen=True)
class Decided:
    """A value that dice decide on in an effect; `good` says how good each way of a choice is for `who`, and is empty of
    a condition that had better not be met. `among` is the set that `who` was taken from, if it was."""

    effect: str
    value: e.Expr
    who: e.Expr
    among: e.Expr | None
    good: Mapping[object, int]


@dataclass(frozen=True)
class _Harm:
    who: e.Expr
    bad: int
    guard: Guard


@dataclass
class _Reading:
    """The harms of one effect, by the names of its own parameters."""

    law: Law
    hampering: frozenset[str]
    among: dict[str, e.Expr] = field(default_factory=dict)  # by the variable of a loop, what it goes through

    def body(
        self, statements: Sequence[e.Statement], names: dict[str, e.Expr], guard: Guard, within: tuple[str, ...]
    ) -> Iterator[_Harm]:
        written: dict[e.Expr, e.Expr] = {}

        def meant(node: e.Expr) -> e.Expr:
            found: e.Expr = substitute(node, names)
            return written.get(found, found)

        def inside(inner: Sequence[e.Statement], known: dict[str, e.Expr], under: Guard) -> Iterator[_Harm]:
            for statement in inner:
                match statement:
                    case e.Roll(name=name):
                        known[name] = e.Var(DIE + name, t.Number(exact=False, measure=t.ANY_NUMBER))
                    case e.Let(name=name, value=value):
                        known[name] = meant(value)
                    case e.SetAttribute(base=base, name=name, owner=owner, value=value):
                        written[e.Attribute(meant(base), name, owner, value.type)] = meant(value)
                        if name in self.hampering and isinstance(value, e.Const) and value.value is True:
                            yield _Harm(meant(base), HAMPERED, under)
                    case e.Remove(thing=thing):
                        yield _Harm(meant(thing), REMOVED, under)
                    case e.If(condition=condition, then=then, otherwise=otherwise):
                        asked = meant(condition)
                        yield from inside(then, known, (*under, (asked, True)))
                        yield from inside(otherwise, known, (*under, (asked, False)))
                    case e.ForEach(binder=binder, body=looped):
                        domain = meant(binder.domain)
                        each = f"each {len(self.among)}"
                        each = next((name for name, one in self.among.items() if one == domain), each)
                        self.among[each] = domain
                        known[binder.var] = e.Var(each, _item(domain.type))
                        where = () if binder.where is None else ((meant(binder.where), True),)
                        yield from inside(looped, known, (*under, *where))
                    case e.Do(effect=effect, args=args) if effect not in within and len(within) < DEEPEST:
                        decl = self.law.graph.effects[effect]
                        given = {name: meant(arg) for (name, _), arg in zip(decl.params, args, strict=True)}
                        yield from self.body(decl.body, given, under, (*within, effect))
                    case _:
                        pass

        # `names` grows as `let` and dice go on, and `meant` reads it
        yield from inside(statements, names, guard)


def _item(type_: t.Type) -> t.Type:
    return t.item_of(type_) if isinstance(type_, t.SetOf) else type_


def decided_by_dice(law: Law) -> Iterator[Decided]:
    """The values that dice decide on in each effect of a law, with whom they harm."""
    hampering = frozenset(_held_against(law))
    for effect in law.graph.effects.values():
        if any(isinstance(part, e.Roll) for part in parts(effect.body)):
            yield from _decided_in(effect, law, hampering)


def _decided_in(effect: g.EffectDecl, law: Law, hampering: frozenset[str]) -> Iterator[Decided]:
    reading = _Reading(law, hampering)
    harms = grouped((harm.who, harm) for harm in reading.body(effect.body, {}, (), (effect.name,)))
    for who, of_one in harms.items():
        among = reading.among.get(who.name) if isinstance(who, e.Var) else None
        for value in dict.fromkeys(_decisive(of_one)):
            good = _good(law, value, of_one)
            if good is not None:
                yield Decided(effect.name, value, who, among, good)


def _held_against(law: Law) -> Iterator[str]:
    """The attributes that prohibitions hold against a thing."""
    for rules in law.forbidding.values():
        for rule in rules:
            for condition in rule.when:
                yield from _positive(condition.expr)


def _positive(node: e.Expr) -> Iterator[str]:
    match node:
        case e.All(parts=inner) | e.Any(parts=inner):
            for part in inner:
                yield from _positive(part)
        case e.Attribute(base=e.Var(), name=name) if node.type == t.YES_NO:
            yield name
        case _:
            pass


def _decisive(harms: Sequence[_Harm]) -> Iterator[e.Expr]:
    """What the conditions of harms look at that dice have a part in."""
    for harm in harms:
        for condition, holds in harm.guard:
            for part in parts(condition):
                if isinstance(part, e.Equal) and isinstance(part.right, e.Const) and _of_dice(part.left):
                    yield part.left
            if isinstance(condition, e.Compare) and _of_dice(condition):
                yield condition if holds else e.Not(condition)


def _of_dice(node: e.Expr) -> bool:
    return any(name.startswith(DIE) for name in variables(node))


def _good(law: Law, value: e.Expr, harms: Sequence[_Harm]) -> Mapping[object, int] | None:
    """How good each way of a choice is, with the worst as the lowest; empty of a condition. None where all ways are
    alike or the ways are not known."""
    if isinstance(value, e.Compare | e.Not):
        return {}
    type_ = t.bare(value.type)
    choice = law.graph.choices.get(type_.name) if isinstance(type_, t.Choice) else None
    if choice is None:
        return None
    good: dict[object, int] = {way: -max(_badness(harm, value, way) for harm in harms) for way in choice.values}
    return good if len(set(good.values())) > 1 else None


def _badness(harm: _Harm, value: e.Expr, way: object) -> int:
    """Twice how bad a harm is where it is sure that it happens if this is the value, half of that where it may be."""
    sure = [_holds(condition, value, way) for condition, _ in harm.guard]
    wanted = [holds for _, holds in harm.guard]
    if any(found is not None and found != holds for found, holds in zip(sure, wanted, strict=True)):
        return 0
    open_ = sum(found is None for found in sure)
    return 2 * harm.bad - (open_ > 0)


def _holds(node: e.Expr, value: e.Expr, way: object) -> bool | None:
    """Whether a condition holds if this is the value; None where that depends on something else."""
    match node:
        case e.Equal(left=left, right=e.Const(value=other), negated=negated) if left == value:
            return (way == other) != negated
        case e.Not(inner=inner):
            found = _holds(inner, value, way)
            return None if found is None else not found
        case e.All(parts=inner) | e.Any(parts=inner):
            found_ = [_holds(part, value, way) for part in inner]
            decisive = isinstance(node, e.Any)
            if decisive in found_:
                return decisive
            return None if None in found_ else not decisive
        case _:
            return None
