"""The pass that looks for a hex where things stand, and not among all hexes."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.point_lookup import point_lookup
from hexlaw.runtime.law import types as t

from .forms import BOAT, LIT, U, V, after, law, op, program, shown

H = f.Local("h", t.HEX)
HEXES = op("hexes", type_=t.SetOf(t.HEX))
FLEET = f.Read("fleet", "boat", U, t.SetOf(BOAT))
WHERE_V_IS = f.Read("hex", "", V, t.OrNone(t.HEX))


def any_there(over: f.Expr = FLEET) -> f.Loop:
    """Any boat of some stands in `h`."""
    return f.Loop("any", (f.Binder("v", over, op("==", WHERE_V_IS, H)),), f.Const(True, t.YES_NO), t.YES_NO)


def hex_where(test: f.Expr, how: Any = "one", over: f.Expr = HEXES) -> f.Loop:
    return f.Loop(how, (f.Binder("h", over, test),), H, t.HEX)


def test_the_hex_of_some_things_is_one_of_those_where_they_stand(bench: Any) -> None:
    found = shown(after(point_lookup, program(law(bench), it=hex_where(any_there()))))
    assert "hexes()" not in found
    assert "list(v.hex for v in u.fleet)" in found
    assert "not (h == None)" in found
    assert "not off-board(h)" in found


def test_what_else_is_asked_of_the_hex_is_asked_as_before(bench: Any) -> None:
    both = f.And((LIT, any_there()), t.YES_NO)
    assert "u.lit" in shown(after(point_lookup, program(law(bench), it=hex_where(both))))


@pytest.mark.parametrize(
    "x",
    [
        hex_where(any_there(f.Things("boat", H, False, t.SetOf(BOAT)))),  # which things, is another set for each hex
        hex_where(any_there(), how="list"),  # in the order of the map
        hex_where(any_there(), over=op("neighbours", H, type_=t.SetOf(t.HEX))),
        hex_where(LIT),
    ],
)
def test_what_is_asked_otherwise_stays(bench: Any, x: f.Expr) -> None:
    assert after(point_lookup, program(law(bench), it=x)) == x
