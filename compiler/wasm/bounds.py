"""A counter that is printed into a module: every turn of a loop takes one off `work`. Where nothing is left the module
notes that and traps, so a law without end comes to the same place in every engine. Nothing in a law comes to call
itself: the compiler refuses it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from hexlaw.compiler.wasm.code import Code, Function

MAX_UNCOUNTED = 64
"""A loop of which it is known that it has fewer turns costs what stands in it."""
CHECK: Code = ("if", ("<", ("global", "work"), 0), [("drop", ("call", "out_of_work"))])


def bounded(functions: Sequence[Function], library: Collection[str]) -> list[Function]:
    """Returns the functions with the counter in them. What the law has printed looks at it in each loop. The loops of
    the library have an end, so it looks at it when it carries something out (`run`)."""
    return [replace(f, body=_Counting(f.name not in library).code(f.body, frozenset())) for f in functions]


class _Counting:
    def __init__(self, checks: bool) -> None:
        self.check = [CHECK] if checks else []

    def code(self, x: Code, known: frozenset[str]) -> Code:
        """Of the loops that are `known` all turns were taken off where they begin."""
        if isinstance(x, list):
            return [line for each in x for line in self.lines(each, known)]
        return tuple(self.code(part, known) for part in x) if isinstance(x, tuple) else x

    def lines(self, line: Code, known: frozenset[str]) -> list[Code]:
        match line:
            case ("continue", label) if label not in known:
                return [_taken(1), *self.check, line]
            case ("loop", label, body, count):
                loop = ("loop", label, self.code(body, known | {label}))
                is_short = isinstance(count, int) and count < MAX_UNCOUNTED
                return [loop] if is_short else [_taken(count), *self.check, loop]
        return [self.code(line, known)]


def _taken(turns: Code) -> Code:
    """The line that takes turns off what is left; nothing where there are fewer than none."""
    off: Code = turns if isinstance(turns, int) else ("&", turns, ("^", (">>", turns, 63), -1))
    return ("setg", "work", ("-", ("global", "work"), off))
