"""Pass: a flood is remembered by itself, so all that ask how many steps it takes to a hex go on with the same one.

The answer for each hex may be remembered as well; but where many hexes are asked about, each would flood the map anew.
What a flood depends on is what lets hexes through and where it begins, which is given to it: so it stays though the
goals of a side change. Law that notes which rules fire has none: what fired belongs to one question.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.runtime import types as t

BEGINNING, AT_MOST = "where it begins", "at most"  # no names of the law


def floods(program: f.Program) -> f.Program:
    made: dict[str, f.Function] = {}

    def remembered(x: Any) -> Any:
        x = f.rebuilt(x, remembered)
        if not isinstance(x, f.Flood):
            return x
        key = f"flood:{x.function.removeprefix('link:')}"
        if key not in program.functions:
            if program.done:
                return x  # a question is put to a position that is laid out already
            made[key] = _function_of(x, key, program)
        return f.Call(key, (x.start, *([] if x.within is None else [x.within]), *x.args), x.type)

    if program.record:
        return program
    changed = [f.with_(function, body=remembered(function.body)) for function in program.new()]
    return program.and_((*changed, *made.values()))


def _function_of(flood: f.Flood, key: str, program: f.Program) -> f.Function:
    """The function that remembers a flood, given where it begins, how far it goes, and what lets hexes through."""
    start = (BEGINNING, flood.start.type)
    bounds = [] if flood.within is None else [(AT_MOST, t.WHOLE)]
    given = program.functions[flood.function].params[2:]  # after a hex and the one before
    within = f.Local(AT_MOST, t.WHOLE) if bounds else None
    body = f.with_(flood, args=tuple(f.Local(*one) for one in given), start=f.Local(*start), within=within)
    return f.Function(key, "flood", (start, *bounds, *given), body, memory="position")
