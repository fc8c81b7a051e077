"""What rules test against constants: the literals by which many rules are looked up, and two are told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.law import Law

FEWEST = 2  # rules that share a value of the key are still worth a lookup
MOST_COPIES = 4  # a rule without the key stands in every case; so often the rules may be written


@dataclass
class Key:
    """An expression that rules test first, and for each rule the constants it lets through."""

    subject: e.Expr
    type: t.Type
    allowed: dict[str, frozenset[object]]
    text: str = field(default="")

    def values(self) -> list[object]:
        found: dict[object, None] = {}
        for values in self.allowed.values():
            found.update(dict.fromkeys(sorted(values, key=str)))
        return list(found)

    def chosen(self, rules: Sequence[g.Rule], value: object) -> list[g.Rule]:
        """The rules that may apply where the key has this value; None: one that no rule names."""
        return [r for r in rules if r.id not in self.allowed or (value is not None and value in self.allowed[r.id])]


def literal_test(law: Law, node: e.Expr) -> tuple[e.Expr, t.Type, frozenset[object]] | None:
    """The subject that a condition tests against constants, and those it lets through."""
    match node:
        case e.Equal(left=left, right=e.Const(value=value, type=type_), negated=False) if _is_key(value):
            return left, type_, frozenset({value})
        case e.Equal(left=e.Const(value=value, type=type_), right=right, negated=False) if _is_key(value):
            return right, type_, frozenset({value})
        case e.Contains(container=e.MakeSet(items=items), item=item, negated=False) if items:
            if all(isinstance(i, e.Const) and _is_key(i.value) for i in items):
                consts = [i for i in items if isinstance(i, e.Const)]
                return item, consts[0].type, frozenset(i.value for i in consts)
        case e.Any(parts=parts) if parts:
            found = [literal_test(law, p) for p in parts]
            if all(f is not None and f[0] == (found[0] or f)[0] for f in found):
                known = [f for f in found if f is not None]
                return known[0][0], known[0][1], frozenset().union(*(f[2] for f in known))
    return None


def _is_key(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _literals(law: Law, rule: g.Rule) -> Iterator[tuple[e.Expr, t.Type, frozenset[object]]]:
    for node in _conditions(rule):
        found = literal_test(law, node)
        if found is not None:
            yield found


def disjoint(law: Law, one: g.Rule, other: g.Rule) -> bool:
    """Whether two rules can be seen never to apply together: they test one thing against different constants.

    Or they compare the same two things, and find that one less, even or greater.
    """
    known = {subject: values for subject, _, values in _literals(law, one)}
    if any(subject in known and not known[subject] & values for subject, _, values in _literals(law, other)):
        return True
    compared = dict(_comparisons(one))
    return any(pair in compared and not compared[pair] & found for pair, found in _comparisons(other))


MIRRORED = {"<": ">", "=": "=", ">": "<"}


def _comparisons(rule: g.Rule) -> Iterator[tuple[tuple[e.Expr, e.Expr], frozenset[str]]]:
    """The two things that each comparison of a rule compares, either way round, and what it may find."""
    for node in _conditions(rule):
        match node:
            case e.Compare(left=left, right=right, op=op):
                found = frozenset(op)
            case e.Equal(left=left, right=right, negated=negated):
                found = frozenset("<>" if negated else "=")
            case _:
                continue
        yield (left, right), found
        yield (right, left), frozenset(MIRRORED[way] for way in found)


def _conditions(rule: g.Rule) -> Iterator[e.Expr]:
    """All that has to hold for a rule to apply, taken apart."""
    waiting = [c.expr for c in rule.when]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, e.All):
            waiting = [*node.parts, *waiting]
        else:
            yield node


def _first(law: Law, rule: g.Rule) -> tuple[e.Expr, t.Type, frozenset[object]] | None:
    """The literal that a rule tests before anything else: only by that one may it be passed over."""
    if not rule.when:
        return None
    node = rule.when[0].expr
    while isinstance(node, e.All) and node.parts:
        node = node.parts[0]
    return literal_test(law, node)


def best_key(law: Law, rules: Sequence[g.Rule], can_stop: Callable[[g.Rule], bool]) -> Key | None:
    """The subject that divides the rules best; None where looking it up would not pay."""
    keys: dict[e.Expr, Key] = {}
    stops_before = False
    for rule in rules:
        before, stops_before = stops_before, stops_before or can_stop(rule)
        found = _first(law, rule)
        if found is None:
            continue
        subject, type_, values = found
        if subject not in keys:
            if before and not isinstance(subject, e.Var):
                continue  # a rule before it might stop first
            keys[subject] = Key(subject, type_, {}, str(len(keys)))
        keys[subject].allowed[rule.id] = values
    best: Key | None = None
    for key in keys.values():
        sizes = [len(key.chosen(rules, value)) for value in key.values()]
        if len(sizes) < FEWEST or sum(sizes) > MOST_COPIES * len(rules) or max(sizes) == len(rules):
            continue
        if best is None or len(key.allowed) > len(best.allowed):
            best = key
    return best
