"""What sides have changed that ran a part at once, as functions of the target (`prelude/at_once.py`)."""

from __future__ import annotations

from math import prod

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import Keeping
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.compiler.wasm.procedures import counting, either, is_thing
from hexlaw.runtime.law import types as t


class Together(Keeping):
    def tables_of_parts_at_once(self) -> dict[str, int]:
        """Returns the constants of the library about parts that sides run at once."""
        pool = [(f"{kind}-{n + 1}", self.layout.pool(kind) + n)
                for kind in self.layout.made for n in range(self.layout.capacity.made)]  # fmt: skip
        return {
            "BY_NAME": self.image.put_behind([len(pool), *(number for _, number in sorted(pool))]) + CELL,
            "CARRIED": self.number(self._carried()), "CARRY_KEPT": self.number(self._carry_kept()),
            "CHANGED_TOGETHER": self.number(self._changed_together()),
        }  # fmt: skip

    def _carried(self) -> str:
        """The value of a cell as it is called now, given where it lies."""
        cases: list[tuple[Code, list[Code]]] = []
        for (family, name), column in self.layout.columns.items():
            if column >= self.layout.fixed:
                continue
            types = {k.attributes[name].type for kind, k in self.graph.kinds.items()
                     if name in k.attributes and (kind == family or family == "thing")}  # fmt: skip
            if any(self.values.composed(type_) for type_ in types):
                found: Code = ("call", "carried_list", "value")
            elif any(is_thing(self.graph, type_) for type_ in types):
                found = ("call", "thing_now", "value")
            else:
                continue
            cases.append((self.is_in(family, name), [("return", found)]))
        return self._chain("carried", ("at", "value"), cases, "value")

    def _carry_kept(self) -> str:
        """Carries over what is remembered and counted of things that are still there."""
        lines: list[Code] = []
        for (sort, name), (base, sizes) in self.layout.kept.items():
            decl = (self.graph.memories if sort == "memory" else self.graph.tallies)[name]
            types = [type_ for _, type_ in decl.params]
            was, is_ = ("load", ("+", "was", "cell")), ("load", ("+", "is", "cell"))
            if not self.layout.is_sparse(sort, name):
                carried: Code = (
                    "call",
                    "carry_kept",
                    base,
                    "place",
                    was,
                    is_,
                    self.how(sort, name),
                    int(sort == "tally"),
                )
                lines += counting("i", prod(sizes), [
                    ("set", "cell", ("+", base, ("<<", "i", 3))),
                    ("if", ("!=", was, is_), self._where_it_is_now("i", sizes, types, carried)),
                ])  # fmt: skip
                continue
            for rows, other in (("is", "was"), ("was", "is")):
                row: Code = ("+", ("+", rows, base + CELL), ("<<", "i", 4))
                values = {rows: ("load", row, CELL), other: ("call", "row_value", ("+", other, base), ("load", row))}
                carried = ("call", "carry_kept", base, "place", "before", "after", 2, int(sort == "tally"))
                differs: Code = ("!=", "before", "after")
                if rows == "was":  # those that the other has as well have been carried over
                    differs = ("and", differs, ("==", "after", 0))
                lines += counting("i", ("load", ("+", rows, base)), [
                    ("set", "before", values["was"]), ("set", "after", values["is"]),
                    ("if", differs, self._where_it_is_now(("load", row), sizes, types, carried)),
                ])  # fmt: skip
        return self.function("carry kept", ("was", "is"), [*lines, ("return", 0)])

    def _where_it_is_now(self, place: Code, sizes: tuple[int, ...], types: list[t.Type], then: Code) -> list[Code]:
        """Lines that set `place` to that of the same arguments as they are called now, and go on if all are there."""
        lines: list[Code] = [("set", "left", place), ("set", "place", 0), ("set", "there", 1), ("set", "factor", 1)]
        for size, type_ in reversed([*zip(sizes, types, strict=True)]):
            lines.append(("set", "arg", ("%", "left", size)))
            if is_thing(self.graph, type_):
                lines += [
                    ("set", "arg", ("+", ("call", "thing_now", ("-", "arg", 1)), 1)),
                    ("if", ("not", ("call", "has", ("-", "arg", 1))), [("set", "there", 0)]),
                ]  # fmt: skip
            lines += [
                ("set", "place", ("+", "place", ("*", "arg", "factor"))), ("set", "factor", ("*", "factor", size)),
                ("set", "left", ("/", "left", size)),
            ]  # fmt: skip
        return [*lines, ("if", "there", [("drop", then)])]

    def _changed_together(self) -> str:
        """What no moment begins or ends, where something has changed on which it bears."""
        layout, lines = self.layout, list[Code]()
        for reading in self.agenda.watched:
            tests: list[Code] = []
            for (family, name), column in layout.columns.items():
                if column < layout.fixed and reading.bears_on({name}):
                    tests.append(("call", "differs", column, layout.size_of(family), "back"))
            if reading.asks_where_things_are():
                kinds = len(layout.kinds) * layout.words
                tests += [("call", "differs", layout.constants["PLACE"], layout.count, "back"),
                          ("call", "differs", layout.constants["OF_KIND"], kinds, "back")]  # fmt: skip
            lines.append(("if", either(tests), [("drop", ("call", self.event_log(reading.rule)[0]))]))
        return self.function("changed together", ("back",), [*lines, ("return", 0)])
