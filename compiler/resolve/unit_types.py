"""Units by type: what a chart prints has an attribute `type`, the line of the chart that a thing was made from.

So a rule can name a counter: `u is puma`, `u.type in {tiger-i, panther-g}`. Comes in: names, with the charts read. A
law that has an attribute `type` of its own keeps it. Where a figure of a kind is secret, so is its type: it would tell
the figure.
"""

from __future__ import annotations

from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import UNIT_TYPE, KindNames, Names
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import TYPE, ChoiceDecl


def declare_unit_types(names: Names) -> None:
    """Gives the kinds of units their `type`, and the units its value."""
    kinds = {unit.kind for unit in names.units.values() if unit.kind in names.kinds}
    widest = sorted({_shared(names, kind, kinds) for kind in kinds})
    if UNIT_TYPE in names.choices:
        return
    for kind in widest:  # if it or a narrower one has such an attribute already, or it has none at all
        own = [names.attributes_of(k) for k in names.kinds if names.is_a(k, kind)]
        if any(TYPE in attributes for attributes in own) or not names.kinds[kind].attributes:
            return
    names.choices[UNIT_TYPE] = ChoiceDecl(UNIT_TYPE, tuple(sorted(names.units)), False)
    for kind in widest:
        _declare(names, names.kinds[kind])
    for id, unit in names.units.items():
        names.units[id] = replace(unit, values={**unit.values, TYPE: id})


def _shared(names: Names, kind: str, kinds: set[str]) -> str:
    """The narrowest kind that this one has in common with all kinds of the charts that it is related to, so that a rule
    can ask any of them which counter it is."""
    above = _ancestors(names, kind)
    related = [_ancestors(names, other) for other in kinds if _ancestors(names, other)[-1] == above[-1]]
    return next(each for each in above if all(each in others for others in related))


def _ancestors(names: Names, kind: str) -> list[str]:
    """A kind and those that it is in the first place, up to the widest that has attributes."""
    found = [kind]
    while parents := [above for above in names.kinds[found[-1]].parents[:1] if names.kinds[above].attributes]:
        found += parents
    return found


def _declare(names: Names, kind: KindNames) -> None:
    _, first, placed = next(iter(kind.attributes.values()))
    span = first.name.span
    ref = s.TypeRef("or-none", "", s.TypeRef("name", UNIT_TYPE, span=span), span=span)
    below = (k for k in names.kinds.values() if names.is_a(k.name, kind.name))
    secret = any(item.secret for k in below for _, item, _ in k.attributes.values())
    item = s.Attribute(s.Ident(TYPE, span=span), None, "the line of a unit chart", ref, None, secret=secret, span=span)
    kind.attributes[TYPE] = (t.OrNone(t.Choice(UNIT_TYPE)), item, placed)
