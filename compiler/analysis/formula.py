"""Formulas over variables with small finite domains, and whether any assignment satisfies one.

A literal says that a variable has one of some values. The search is the backtracking one of DPLL, over values in place
of truth values: it takes a variable, tries each of its values, and simplifies what is left of the formula. A variable
that a conjunction demands comes first, and then only the values it demands, which is what unit propagation gains.
INVARIANT: `conj`, `disj` and `negation` simplify, so a formula without variables is `True` or `False`.
Why not a solver: a check of a large module asks about a thousand formulas, half with two variables and nine in ten
with at most five, and a bound on the parts looked at (`Effort`) is the same on every machine. Beyond it, the search
gives up and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import is_

from hexlaw.runtime.base.nodes import Node, memoised

MAX_OF_A_SEARCH = 400_000
"""Parts of formulas that one search looks at, at most."""


class Literal(Node):
    """The variable has one of these values (numbered from 0)."""

    variable: str
    values: frozenset[int]


class Conjunction(Node):
    parts: tuple[Formula, ...]


class Disjunction(Node):
    parts: tuple[Formula, ...]


class Negation(Node):
    inner: Formula


Formula = bool | Literal | Conjunction | Disjunction | Negation


def conj(*parts: Formula) -> Formula:
    """All of these; what a conjunction among them says stands beside the others."""
    kept = [p for part in parts if part is not True for p in (part.parts if isinstance(part, Conjunction) else (part,))]
    if any(p is False for p in kept):
        return False
    return True if not kept else kept[0] if len(kept) == 1 else Conjunction(tuple(kept))


def disj(*parts: Formula) -> Formula:
    kept = [p for p in parts if p is not False]
    if any(p is True for p in kept):
        return True
    return False if not kept else kept[0] if len(kept) == 1 else Disjunction(tuple(kept))


def negation(inner: Formula) -> Formula:
    if isinstance(inner, bool):
        return not inner
    return inner.inner if isinstance(inner, Negation) else Negation(inner)


def variables(formula: Formula) -> frozenset[str]:
    return frozenset() if isinstance(formula, bool) else memoised(formula, "_variables", _variables)


def _variables(formula: Formula) -> frozenset[str]:
    match formula:
        case Literal(variable=variable):
            return frozenset((variable,))
        case Negation(inner=inner):
            return variables(inner)
        case Conjunction(parts=parts) | Disjunction(parts=parts):
            return frozenset().union(*map(variables, parts))
        case _:
            return frozenset()


def extent(formula: Formula) -> int:
    """How many parts a formula has."""
    return 1 if isinstance(formula, bool | Literal) else memoised(formula, "_extent", _extent)


def _extent(formula: Formula) -> int:
    match formula:
        case Negation(inner=inner):
            return 1 + extent(inner)
        case Conjunction(parts=parts) | Disjunction(parts=parts):
            return 1 + sum(map(extent, parts))
        case _:
            return 1


class TooMany(Exception):
    """The search looked at more than it may."""


@dataclass
class Effort:
    """How much may still be looked at, in parts of formulas (about a millionth of a second each)."""

    left: int

    def spend(self, parts: int) -> None:
        self.left -= parts
        if self.left < 0:
            raise TooMany


def satisfy(formula: Formula, size: Callable[[str], int], effort: Effort) -> dict[str, int] | None:
    """An assignment that makes the formula true, or None when there is none. Raises `TooMany` when it gives up."""
    if _demands_two_values(formula):
        return None
    own = Effort(MAX_OF_A_SEARCH)

    def search(current: Formula, chosen: dict[str, int]) -> dict[str, int] | None:
        if current is True:
            return chosen
        if current is False:
            return None
        variable = _first_variable(current)
        values = _values(current, variable, size)
        for each in (own, effort):
            each.spend(extent(current) * len(values))
        for value in values:
            found = search(_assign(current, variable, value), {**chosen, variable: value})
            if found is not None:
                return found
        return None

    return search(formula, {})


def _demands_two_values(formula: Formula) -> bool:
    """Whether a conjunction asks one variable for values that exclude each other: half of all that is asked does."""
    left: dict[str, frozenset[int]] = {}
    barred: list[Literal] = []
    for part in formula.parts if isinstance(formula, Conjunction) else ():
        if isinstance(part, Literal):
            known = left.get(part.variable)
            left[part.variable] = part.values if known is None else part.values & known
        elif isinstance(part, Negation) and isinstance(part.inner, Literal):
            barred.append(part.inner)
    for literal in barred:
        if literal.variable in left:
            left[literal.variable] -= literal.values
    return not all(left.values())


def _first_variable(formula: Formula) -> str:
    """A variable to split on: one that must hold in a conjunction comes first, as it cuts most."""
    while True:
        match formula:
            case Literal(variable=variable):
                return variable
            case Negation(inner=inner):
                formula = inner
            case Conjunction(parts=parts):
                formula = next((p for p in parts if isinstance(p, Literal)), parts[0])
            case Disjunction(parts=parts):
                formula = parts[0]
            case _:
                raise AssertionError(formula)


def _values(formula: Formula, variable: str, size: Callable[[str], int]) -> Sequence[int]:
    """The values worth trying: where a conjunction asks for some of them, no other makes it true."""
    for part in formula.parts if isinstance(formula, Conjunction) else (formula,):
        match part:
            case Literal(variable=one) if one == variable:
                return sorted(part.values)
            case Negation(inner=Literal(variable=one, values=barred)) if one == variable:
                return [value for value in range(size(variable)) if value not in barred]
    return range(size(variable))


def _assign(formula: Formula, variable: str, value: int) -> Formula:
    """The formula once the variable has the value; what does not speak of it stays the same object."""
    match formula:
        case Literal():
            return value in formula.values if formula.variable == variable else formula
        case Negation(inner=inner):
            new = _assign(inner, variable, value)
            return formula if new is inner else negation(new)
        case Conjunction(parts=parts) | Disjunction(parts=parts):
            assigned = [_assign(p, variable, value) for p in parts]
            if all(map(is_, assigned, parts)):
                return formula
            return conj(*assigned) if isinstance(formula, Conjunction) else disj(*assigned)
        case _:
            return formula
