"""Pass: what depends on a contact only through what is met there is worked out for that hexside and hex.

The contacts of each line are new, but what they meet is the map's. A function that uses of its one contact nothing but
`side` and `hex`, and is fixed by the map, passes on to one that is given these two and is remembered with the map. Then
all lines over a hexside share what is found there. What may be asked of a function of the law stays as it was.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks
from hexlaw.runtime import types as t
from hexlaw.runtime.builtins import CONTACT_FIELDS

WHAT_IS_MET = ("side", "hex")
LOOKED_UP = 8  # what costs no more is worked out as quickly as it is found


def met(program: f.Program) -> f.Program:
    splitting = _Splitting(program)
    return program.and_(part for function in program.new() for part in splitting.of(function))


class _Splitting:
    def __init__(self, program: f.Program) -> None:
        self.program, self.marks = program, Marks(program)
        self.known: dict[str, f.Function | None] = {}

    def of(self, function: f.Function) -> tuple[f.Function, ...]:
        """The function and the one that it passes on to, if it can be split."""
        part = self._part(function.key)
        if part is None:
            return ()
        args = tuple(_field(name, f.Local(*function.params[0])) for name in WHAT_IS_MET)
        return f.with_(function, body=f.Call(part.key, args, function.body.type)), part

    def _part(self, key: str) -> f.Function | None:
        if key not in self.known:
            self.known[key] = None  # one that asks for itself is left alone
            self.known[key] = self._split(self.program.functions[key])
        return self.known[key]

    def _split(self, function: f.Function) -> f.Function | None:
        of_law = function.key.startswith(("fact:", "quantity:"))
        if not of_law or function.memory or [type_ for _, type_ in function.params] != [t.CONTACT]:
            return None
        bound = {part.var for part in f.everything(function.body) if isinstance(part, f.Binder)}
        if function.params[0][0] in bound:
            return None  # the name would stand for two things
        if not self.marks.fixed_by_map(function.key) or self.marks.cost_of(function.key) <= LOOKED_UP:
            return None
        contact = f.Local(*function.params[0])
        given = {_field(name, contact): f.Local(f"{contact.name} {name}", CONTACT_FIELDS[name]) for name in WHAT_IS_MET}
        body = self._through(function.body, contact, given)
        if contact.name in self.marks.free(body):
            return None
        params = tuple((local.name, local.type) for local in given.values())
        return f.Function(f"met:{function.title}", function.title, params, body, function.docs, memory="map")

    def _through(self, x: Any, contact: f.Local, given: dict[Any, Any]) -> Any:
        """The expression with what it asks of the contact asked of what is met."""
        if x in given:
            return given[x]
        if isinstance(x, f.Call) and x.args == (contact,) and (part := self._part(x.function)) is not None:
            return f.Call(part.key, tuple(given.values()), x.type)
        return f.rebuilt(x, lambda part: self._through(part, contact, given))


def _field(name: str, of: f.Local) -> f.Field:
    return f.Field("contact", name, of, CONTACT_FIELDS[name])
