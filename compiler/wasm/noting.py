"""Copies of functions that note each cell of the position they load (`prelude/incremental.py`).

The copies are made of printed code, the library's included: a load becomes a noted load, a call the call of a copy. So
no read can be missed, whatever the code was printed from. Answers that the map decides, and floods, come from tables in
a copy as well; it notes the stamps that they depend on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hexlaw.compiler.wasm.code import Code, Function, nodes
from hexlaw.compiler.wasm.procedures import CONSTANTS

if TYPE_CHECKING:
    from hexlaw.compiler.wasm.value_code import Values

RUNS_THE_MACHINE = ("would_break", "reached")
"""Calls that may read any cell."""
NOTING = " noting"
KEY, TERM, VALUE = "the key", "the term", "the value"


class Noting:
    def __init__(self, values: Values) -> None:
        self.values, self.functions = values, values.functions
        self._loads: dict[str, bool] = {}

    def copy(self, name: str, *, is_loading: bool = False) -> str:
        """Returns the name of the copy of a function, which is made when it is called first; its own where it loads
        nothing."""
        if not (is_loading or self._is_loading(name)):
            return name
        own = f"{name}{NOTING}"
        self.functions.add(own, partial(self._copied, name, own))
        return own

    def _is_loading(self, name: str) -> bool:
        if name not in self._loads:
            self._loads[name] = True  # recursion
            self._loads[name] = any(
                x[0] in ("load", "icall") or x == ("global", "stamp") or (x[0] == "call" and self._is_loading(x[1]))
                for x in nodes(self.functions[name].body)
            )
        return self._loads[name]

    def _copied(self, name: str, own: str) -> Function:
        function, anew = self.functions[name], f"{name} anew"
        if anew not in self.functions:
            return Function(own, function.params, [*map(self._noting, function.body)], is_seldom=True)
        evaluated: Code = ("call", self.copy(anew), *function.params)
        answers = self.values.program.functions.get(name)
        if answers is None or answers.memory != "position":
            return Function(own, function.params, [("return", evaluated)], is_seldom=True)
        lasting: Code = ("call", "memo_list", VALUE) if self.values.composed(answers.body.type) else VALUE
        return Function(own, function.params, [
            ("set", KEY, self.values.key_of(answers, function.params)), ("set", TERM, ("call", "valid_term", KEY)),
            ("if", TERM, [("drop", ("call", "needs_term", TERM)), ("return", ("load", TERM, CONSTANTS["T_VALUE"]))]),
            ("set", TERM, ("call", "term_of", KEY)),
            ("set", "the enclosing term", ("call", "term_begun", TERM, KEY)), ("set", VALUE, evaluated),
            ("drop", ("call", "term_ended", TERM, "the enclosing term", lasting)), ("return", VALUE),
        ], is_seldom=True)  # fmt: skip

    def _noting(self, x: Code) -> Code:
        match x:
            case list():
                return [*map(self._noting, x)]
            case ("load", at, *offset):
                return self._load(x, at, sum(offset))
            case ("global", "stamp"):
                return ("do", [("drop", ("call", "needs_all"))], x)
            case ("call", name, *args):
                return self._call(name, [*map(self._noting, args)])
            case tuple():
                return tuple(map(self._noting, x))
        return x

    def _load(self, x: Code, at: Code, offset: int) -> Code:
        first = at if isinstance(at, int) else at[1] if at[0] == "+" and isinstance(at[1], int) else 0
        if first + offset >= self.values.layout.constants["WRITTEN_END"]:
            return x
        address = self._noting(at)
        return ("call", "noted_load", ("+", address, offset) if offset else address)

    def _call(self, name: str, args: list[Code]) -> Code:
        values = self.values
        if name == "steps_to":  # a flood is cached under a key of the stamps of all that it reads
            return ("call", name, *args)
        if name == "linked_from":
            args[1] = values.numbered(self.copy(values.table[args[1]]))
        called: Code = ("call", name, *args)
        if name in RUNS_THE_MACHINE:
            return ("do", [("drop", ("call", "needs_all"))], called)
        function = values.program.functions.get(name)
        if function is not None and function.memory == "map" and values.is_kept(function):
            stamps = values.layout.stamps_of(values.marks.reads_of(name))
            notes = [("call", "needs_all")] if stamps is None else [("call", "note_read", stamp) for stamp in stamps]
            return ("do", [("drop", note) for note in notes], called) if notes else called
        return ("call", self.copy(name), *args)
