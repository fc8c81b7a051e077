"""Pass: which answers are memoised, and where.

Memoised are answers that are expensive and may be asked for twice; of a single hex or hexside also cheap ones, if
nothing but the map decides them: these are kept with the map, for all positions on it. What an answer depends on is
read off the form (`Marks.reads`), so after a write only what it may have changed is looked up under another key.
"""

from __future__ import annotations

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t

EXPENSIVE = 30  # an answer that costs more is memoised
EXPENSIVE_BY_CONTACT = 400  # contacts are slow to look up
OF_ONE_HEX = 3


def memory(program: f.Program) -> f.Program:
    marks = Marks(program)

    def kept(function: f.Function) -> f.Function:
        if function.key.startswith("reach:"):
            return replace(function, memory="position")
        if function.key.startswith(("fact:", "quantity:")):
            fixed = marks.fixed_by_map(function.key)
            if not function.params or _is_expensive(marks, function, fixed):
                return replace(function, memory="map" if fixed else "position")
        return function

    return program.changed(kept)


def _is_expensive(marks: Marks, function: f.Function, fixed: bool) -> bool:
    kinds = {type_.name for _, type_ in function.params if isinstance(type_, t.Kind)}
    least = EXPENSIVE_BY_CONTACT if "contact" in kinds else EXPENSIVE
    if len(function.params) == 1 and kinds and kinds <= {"hex", "hexside"} and fixed:
        least = OF_ONE_HEX
    return marks.cost_of(function.key) > least
