"""Pass: loops through all things of a kind, or all hexes, go through those alone that are not ruled out beforehand.

Taken are the conditions that ask no function, and read nothing but what no statement writes and whose a thing is, which
seldom changes: "that is of this side", "that is an objective". Whatever they do not rule out, also because they may
stop, is a function of its own, whose answers are remembered; what may stop is asked in the loop as before.
"""

from __future__ import annotations

from hashlib import blake2b

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction
from hexlaw.compiler.lower.marks import Marks, conjuncts, is_plain, named
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.footprint import footprint, footprints_of
from hexlaw.runtime.law.graph import SIDE


def gather(program: f.Program) -> f.Program:
    gathering = _Gathering(program)
    changed = program.changed(gathering.function)
    gathering.functions = changed.functions
    return changed


class _Gathering:
    def __init__(self, program: f.Program) -> None:
        self.marks = Marks(program)
        self.written = footprint(tuple(footprints_of(program.law.graph).bodies.values())).writes
        self.functions: OnDemand[f.Function] = program.functions

    def function(self, function: f.Function) -> f.Function:
        if not function.key.startswith(("fact:", "quantity:")):
            return function
        return replace(function, body=self.body(function.body))

    def body(self, x: f.Part) -> f.Part:
        if isinstance(x, f.Loop) and x.how != "map" and named(x) is None:
            binders = tuple(map(self._binder, x.binders))
            x = replace(x, binders=binders) if binders != x.binders else x
        return f.rebuilt(x, self.body)

    def _binder(self, binder: f.Binder) -> f.Binder:
        over, where = binder.over, binder.where
        is_all = isinstance(over, f.Things) and over.within is None
        if where is None or not (is_all or (isinstance(over, f.Op) and over.op == "hexes")):
            return binder
        still = tuple(part for part in conjuncts(where) if self._is_still(part, binder.var))
        if not still:
            return binder
        asked = conjunction(still)
        given = {name: type_ for name, type_ in self.marks.free(asked).items() if name != binder.var}
        key = f"those:{blake2b(repr((over, asked, given)).encode(), digest_size=8).hexdigest()}"
        own = f.Local(binder.var, t.item_of(over.type))
        body = f.Loop("perhaps", (f.Binder(binder.var, over, asked),), own, over.type)
        title = f"where it is not ruled out what is asked of {binder.var}"
        function = f.Function(key, title, tuple(given.items()), body, memory="position")
        self.functions.add(key, lambda: function)
        left = tuple(part for part in conjuncts(where) if part not in still or self.marks.may_stop(part))
        args = tuple(f.Local(name, type_) for name, type_ in given.items())
        return f.Binder(binder.var, f.Call(key, args, over.type), conjunction(left) if left else None)

    def _is_still(self, part: f.Expr, var: str) -> bool:
        """Whether a condition is about the loop's variable, and seldom changes."""
        free = self.marks.free(part)
        if var not in free or f.called_in(part) or not all(is_plain(free[name]) for name in free if name != var):
            return False
        reads = self.marks.reads(part)
        seldom = self.written.isdisjoint(reads - {f"attribute:{SIDE}"})
        return bool(reads) and seldom and all(name.startswith("attribute:") for name in reads)
