"""`forbids done`: what nobody may leave behind, whatever the action was.

`forbids A.done` is asked where the action A may end. `forbids done` is asked wherever an action may end, of the whole
position, and refuses only what the action has broken anew; so it becomes a requirement, that the opposite of its
conditions holds at rest. Of these a comparison of numbers is what is required: it says how far a position is from what
may be left. All others are conditions of the requirement.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.format.negating import negated
from hexlaw.compiler.parse import syntax as s
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.graph import DONE

MEASURED = ("<", "<=", ">", ">=")


def forbids_done(item: s.Rule) -> bool:
    return any(path.text == DONE for c in item.conclusions if isinstance(c, s.Forbids) for path in c.picks)


def as_required(item: s.Rule) -> s.Rule:
    """The rule as a requirement, where it is one; else the rule itself."""
    if not forbids_done(item) or not item.when:
        return item
    conditions = [part for condition in item.when for part in _conjuncts(condition)]
    measured = [c for c in conditions if isinstance(c, s.Compare) and c.op in MEASURED] or conditions[-1:]
    found = measured[0] if len(measured) == 1 else s.AllOf(tuple(measured), span=measured[0].span)
    required = s.Requires(negated(found), span=found.span)
    kept = tuple(c for c in conditions if not any(c is m for m in measured))
    return replace(item, when=kept, conclusions=(required,), sampled="rest")


def _conjuncts(condition: s.Expr) -> Iterator[s.Expr]:
    if isinstance(condition, s.AllOf):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition
