"""What is hidden from a side, as a function of the target; the library makes a view of it (`prelude/views.py`)."""

from __future__ import annotations

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import Keeping
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.compiler.wasm.procedures import counting
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.veil import hiding_kinds, resting, secrets_of_kinds


class Views(Keeping):
    def veil(self) -> str:
        """Hides from a side the secrets of things that are not its own, as far as they were not shown to it, and things
        of which it is secret where they stand; gives how many."""
        layout, graph = self.layout, self.graph
        secrets, hiding = secrets_of_kinds(graph), hiding_kinds(graph)
        asked = {name for rests in resting(graph).values() for _, name in rests}
        asked.update(name for line in self.all_lines if isinstance(line, e.Point) for name in line.keeps)
        at = lambda kind, name: ("+", ("<<", "thing", 3), layout.column(kind, name))  # noqa: E731
        lines: list[Code] = []
        for kind in dict.fromkeys((*secrets, *hiding)):
            owner = "owner" if "owner" in graph.kinds[kind].attributes else g.SIDE
            hidden: list[Code] = []
            for name in secrets.get(kind, ()):
                covered: list[Code] = [("drop", ("call", "add", at(kind, name)))]
                if name in asked:
                    covered.append(("drop", ("call", "hide", "thing", layout.secret(name))))
                hidden.append(("if", ("not", ("call", "is_shown", "thing", layout.secret(name), "side")), covered))
            if kind in hiding:
                unseen: Code = ("not", ("call", "is_shown", "thing", layout.secret(g.PLACE), "side"))
                flag = hiding[kind][0]
                if flag is not None:
                    unseen = ("and", ("==", ("load", at(kind, flag)), 1), unseen)
                hidden.append(("if", unseen, [("drop", ("call", "add", ("-", -1, "thing")))]))
            foreign: Code = ("!=", ("load", at(kind, owner)), "side")
            if len(graph.kinds_below(kind)) > 1:  # those below have secrets of their own
                its_kind = ("load", ("+", ("<<", "thing", 3), layout.constants["KIND"]))
                foreign = ("and", ("==", its_kind, layout.kinds[kind]), foreign)
            lines += [
                ("set", "things", ("call", "of_kind", layout.kinds[kind])),
                *counting("k", ("call", "size", "things"), [
                    ("set", "thing", ("load", ("+", "things", ("<<", "k", 3)), CELL)), ("if", foreign, hidden)]),
            ]  # fmt: skip
        if not lines:
            return self.function("veil", ("side",), [("return", 0)])
        return self.function("veil", ("side",), [
            ("set", "begun", ("global", "pending")), *lines,
            ("return", ("call", "cover", ("call", "listed", "begun"))),
        ])  # fmt: skip
