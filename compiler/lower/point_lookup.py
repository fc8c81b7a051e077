"""Pass: the one hex in which any of some things stands is looked for where these stand, not among all hexes.

Law says of an attack that it is made at the one hex in which any of its targets is. A map has a thousand hexes, and an
attack two targets. Things off the map are in none of its hexes. Where there is no map, the question
stops, as it did before the pass.
"""

from __future__ import annotations

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, negation, op
from hexlaw.compiler.lower.marks import Marks, conjuncts
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t

NOTHING = f.Const(None, t.TEXT)


def point_lookup(program: f.Program) -> f.Program:
    marks = Marks(program)

    def changed(x: f.Part) -> f.Part:
        x = f.rebuilt(x, changed)
        match x:
            case f.Loop(how="one", binders=(f.Binder(over=f.Op(op="hexes")) as binder,)):
                return replace(x, binders=(_where_they_stand(marks, binder),))
        return x

    return program.changed(changed)


def _where_they_stand(marks: Marks, binder: f.Binder) -> f.Binder:
    """The hexes where any of some things stands, if that is asked of all hexes; else the same."""
    here = f.Local(binder.var, t.HEX)
    tests = tuple(conjuncts(binder.where)) if binder.where is not None else ()
    for test in tests:
        match test:
            case f.Loop(how="any", binders=(f.Binder(var=var, over=over, where=f.Op(op="==", args=(stands, other))),)):
                its_hex = f.Read("hex", "", f.Local(var, t.item_of(over.type)), stands.type)
                if stands == its_hex and other == here and binder.var not in marks.free(over):
                    each = f.Loop("list", (f.Binder(var, over, None),), stands, t.SetOf(stands.type))
                    somewhere = negation(op("==", t.YES_NO, here, NOTHING), True)
                    on_map = negation(op("off-board", t.YES_NO, here), True)
                    where = conjunction((somewhere, on_map, *(other for other in tests if other is not test)))
                    return f.Binder(binder.var, f.Joined((each,), False, t.SetOf(t.HEX)), where)
    return binder
