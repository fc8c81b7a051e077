"""Pass: hexes in which things stand are looked for where these stand, not among all hexes.

Law says of an attack that it is made at the one hex in which any of its targets is, and what is picked is a hex in
which anybody of the other side is. A map has a thousand hexes, and an attack two targets. Things off the map are in
none of its hexes. The hexes come in the order of the map, as they did before the pass; where there is no map, the
question stops, as it did.
"""

from __future__ import annotations

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, op
from hexlaw.compiler.lower.marks import Marks, conjuncts
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t


def point_lookup(program: f.Program) -> f.Program:
    marks = Marks(program)

    def changed(x: f.Part) -> f.Part:
        x = f.rebuilt(x, changed)
        if isinstance(x, f.Loop) and any(_is_all(binder) for binder in x.binders):
            return replace(x, binders=tuple(_where_they_stand(marks, binder, x.how) for binder in x.binders))
        return x

    return program.changed(lambda function: replace(function, body=changed(function.body)))


def _is_all(binder: f.Binder) -> bool:
    return isinstance(binder.over, f.Op) and binder.over.op == "hexes" and binder.where is not None


def _where_they_stand(marks: Marks, binder: f.Binder, how: f.Turns) -> f.Binder:
    """A loop over all hexes in which any of some things stands, as one over the hexes of these things; any other loop
    unchanged. The test of the hex stays, unless that was all of it: the things may have to be of a kind."""
    here = f.Local(binder.var, t.HEX)
    tests = conjuncts(binder.where) if _is_all(binder) and binder.where is not None else ()
    for test in tests:
        match test:
            case f.Loop(how="any", binders=(f.Binder(over=f.Things(within=within) as things),)) if within == here:
                return replace(binder, over=_hexes_of(replace(things, within=None)))
            case f.Loop(how="any", binders=(f.Binder(var=var, over=over, where=f.Op(op="==", args=(stands, other))),)):
                its_hex = f.Read("hex", "", f.Local(var, t.item_of(over.type)), t.OrNone(t.HEX))
                is_known = how == "one" or not marks.may_stop(over)  # else another part may decide first
                if stands == its_hex and other == here and binder.var not in marks.free(over) and is_known:
                    left = tuple(other for other in tests if other is not test)
                    return f.Binder(binder.var, _hexes_of(over), conjunction(left) if left else None)
    return binder


def _hexes_of(things: f.Expr) -> f.Expr:
    """The hexes of the map in which some things stand, in its order."""
    stands = f.Read("hex", "", f.Local("each", t.item_of(things.type)), t.OrNone(t.HEX))
    each = f.Loop("list", (f.Binder("each", things, None),), stands, t.SetOf(stands.type))
    return op("on-map", t.SetOf(t.HEX), each)
