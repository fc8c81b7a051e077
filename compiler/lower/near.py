"""Requirements that are about one place: a write changes their cases in the hexes that it is about, and no others.

The machine looks again at such a requirement only where something was written. What a case depends on is found by
`Touching`, which knows of each name whether it stands for what the case is about or for something elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import op
from hexlaw.compiler.lower.marks import ALL, MAP, PLACES, THINGS, Marks
from hexlaw.compiler.lower.touching import AWAY, ELSEWHERE, Touching, alike
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t


@dataclass(frozen=True)
class Requirement:
    """A requirement about one place: `case` finds how far it is broken for one thing or hex."""

    rule: str
    kind: str  # of what it goes through
    case: str  # the key of its function


def near(
    program: f.Program, rules: list[g.Rule], answer: Callable[[str, f.Expr, f.Params], str]
) -> Iterator[Requirement]:
    """Those of some requirements whose cases depend on things in one place only: where the case itself is. `answer`
    adds a function to the program."""
    for rule in rules:
        found = _case(program.functions[f"broken:{rule.id}"].body, rule)
        if found is None:
            continue
        case, body = found
        key = answer(f"near {rule.id}", body, (("case", case),))
        marks = Marks(program)
        reads = marks.reads_of(key)
        kept = {what for what in reads if what.startswith("@") and what not in (PLACES, THINGS)}
        if case.name == "hexside" or kept or ALL in reads:
            continue
        away = AWAY if case.name == "hex" else ELSEWHERE
        things = alike(marks, [key], [kind for kind in marks.graph.kinds if kind not in MAP])
        if not any(Touching(marks, kind, reads).by_call(key, (away,)) for kind, *_ in things):
            yield Requirement(rule.id, case.name, key)


def _case(whole: f.Expr, rule: g.Rule) -> tuple[t.Kind, f.Expr] | None:
    """What is broken of a requirement for one thing or hex, if it goes through all of a kind."""
    assert isinstance(whole, f.Loop)
    if len(whole.binders) != 1 or not rule.for_each:
        return None
    (binder,), kind = whole.binders, t.item_of(rule.for_each[0].domain.type)
    over = binder.over
    all_of = (isinstance(over, f.Things) and over.within is None) or over == op("hexes", over.type)
    if not all_of or not isinstance(kind, t.Kind):
        return None
    one = f.Binder(binder.var, f.Items((f.Local("case", kind),), t.SetOf(kind)), binder.where)
    return kind, f.with_(whole, binders=(one,))
