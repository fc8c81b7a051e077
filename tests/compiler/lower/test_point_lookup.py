"""The pass that looks for a hex where things stand, and not among all hexes."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.point_lookup import point_lookup
from hexlaw.runtime.law import types as t

from .forms import BOAT, LIT, MOORED, U, V, after, law, op, program, shown

H = f.Local("h", t.HEX)
HEXES = op("hexes", type_=t.SetOf(t.HEX))
FLEET = f.Read("fleet", "boat", U, t.SetOf(BOAT))
WHERE_V_IS = f.Read("hex", "", V, t.OrNone(t.HEX))


def any_there(over: f.Expr = FLEET) -> f.Loop:
    """Any boat of some stands in `h`."""
    return f.Loop("any", (f.Binder("v", over, op("==", WHERE_V_IS, H)),), f.Const(True, t.YES_NO), t.YES_NO)


def hex_where(test: f.Expr, how: Any = "one", over: f.Expr = HEXES) -> f.Loop:
    return f.Loop(how, (f.Binder("h", over, test),), H, t.HEX)


HELD = f.Loop(
    "any", (f.Binder("v", f.Things("boat", H, False, t.SetOf(BOAT)), MOORED),), f.Const(True, t.YES_NO), t.YES_NO
)
"""Any boat of a sort stands in `h`."""


def test_the_hex_of_some_things_is_one_of_those_where_they_stand(bench: Any) -> None:
    found = shown(after(point_lookup, program(law(bench), it=hex_where(any_there()))))
    assert "hexes()" not in found
    assert "h in on-map(list(each.hex for each in u.fleet))" in found


def test_what_else_is_asked_of_the_hex_is_asked_as_before(bench: Any) -> None:
    both = f.And((LIT, any_there()), t.YES_NO)
    assert "u.lit" in shown(after(point_lookup, program(law(bench), it=hex_where(both))))


@pytest.mark.parametrize("how", ["one", "list", "any", "count", "perhaps"])
def test_hexes_with_things_of_a_sort_are_among_those_where_things_stand(bench: Any, how: Any) -> None:
    """On the map of the position they come in its order. Of what sort the things are is asked there."""
    found = shown(after(point_lookup, program(law(bench), it=hex_where(f.And((LIT, HELD), t.YES_NO), how))))
    assert "h in on-map(list(each.hex for each in every boat))" in found
    assert f"where {shown(f.And((LIT, HELD), t.YES_NO))}" in found


def test_what_else_is_asked_may_decide_before_the_law_stops(bench: Any) -> None:
    """Where no hex is lit there is none, though nobody says which boats are meant; the one hex there is would stop."""
    asked = f.And((LIT, any_there(f.Field("errand", "fleet", U, t.SetOf(BOAT)))), t.YES_NO)
    for how, stays in (("list", True), ("one", False)):
        x = hex_where(asked, how)
        assert (after(point_lookup, program(law(bench), it=x)) == x) == stays


@pytest.mark.parametrize("x", [hex_where(any_there(), over=op("neighbours", H, type_=t.SetOf(t.HEX))), hex_where(LIT)])
def test_what_is_asked_otherwise_stays(bench: Any, x: f.Expr) -> None:
    assert after(point_lookup, program(law(bench), it=x)) == x
