"""Pass: many rules that first test one thing against constants are found by what that thing is.

From a function whose body chooses among many rules comes one that looks its subject up among the constants and calls
the function for that case; there, only the rules are left that may apply. A rule without such a test stands in every
case, so a subject pays only if the cases together hold few copies.
"""

from __future__ import annotations

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import conjuncts, literal_test
from hexlaw.runtime.relations import grouped

MOST_IN_A_ROW = 8  # more rules than that are looked up by what they test, where they can be
FEWEST = 2  # rules that share a value of the key are still worth a lookup
MOST_COPIES = 4  # so often the rules may be written
Key = tuple[f.Expr, dict[str, tuple[f.Const, ...]]]


def dispatch(program: f.Program) -> f.Program:
    made: list[f.Function] = []
    for function in program.new():
        body = _dispatched(function, function.key, function.title, function.body, made)
        if body is not function.body:
            made.append(f.with_(function, body=body))
    return program.and_(made)


def _dispatched(function: f.Function, key: str, title: str, body: f.Expr, made: list[f.Function]) -> f.Expr:
    if not isinstance(body, f.Choose) or len(body.cases) <= MOST_IN_A_ROW:
        return body
    best = _best_key(body.cases)
    if best is None:
        return body
    subject, allowed = best
    by_rules = grouped(
        (tuple(c.rule for c in _chosen(body.cases, allowed, value)), value) for value in _values(allowed)
    )

    def case(word: str, cases: tuple[f.Case, ...]) -> str:
        inner = f"{title} {word}"
        chosen = f.Choose(cases, body.otherwise, body.type) if cases else body.otherwise
        name = f"{key} {word}"
        made.append(f.Function(name, inner, function.params, _dispatched(function, name, inner, chosen, made)))
        return name

    cases: list[tuple[f.Const, str]] = []
    for number, (rules, values) in enumerate(by_rules.items(), 1):
        name = case(f"case {number}", tuple(c for c in body.cases if c.rule in rules))
        cases += [(value, name) for value in values]
    otherwise = case("otherwise", _chosen(body.cases, allowed, None))
    args = tuple(f.Local(name, type_) for name, type_ in function.params)
    return f.Dispatch(subject, tuple(cases), otherwise, args, body.type)


def _values(allowed: dict[str, tuple[f.Const, ...]]) -> list[f.Const]:
    found = {value for values in allowed.values() for value in values}
    return sorted(found, key=lambda value: str(value.value))


def _chosen(
    cases: tuple[f.Case, ...], allowed: dict[str, tuple[f.Const, ...]], value: f.Const | None
) -> tuple[f.Case, ...]:
    """The rules that may apply where the subject has this value; None: one that no rule names."""
    return tuple(c for c in cases if c.rule not in allowed or value in allowed[c.rule])


def _best_key(cases: tuple[f.Case, ...]) -> Key | None:
    """The subject that divides the rules best; None where looking it up would not pay."""
    keys: dict[f.Expr, dict[str, tuple[f.Const, ...]]] = {}
    for case in cases:
        found = literal_test(conjuncts(case.test)[0])
        if found is not None:
            keys.setdefault(found[0], {})[case.rule] = found[1]
    best: Key | None = None
    for subject, allowed in keys.items():
        sizes = [len(_chosen(cases, allowed, value)) for value in _values(allowed)]
        if len(sizes) < FEWEST or sum(sizes) > MOST_COPIES * len(cases) or max(sizes) == len(cases):
            continue
        if best is None or len(allowed) > len(best[1]):
            best = subject, allowed
    return best
