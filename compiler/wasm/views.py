"""What is hidden from a side, as a function of the target; the library makes a view of it (`prelude/views.py`)."""

from __future__ import annotations

from collections.abc import Mapping

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import Keeping
from hexlaw.compiler.wasm.layout import NONE
from hexlaw.compiler.wasm.procedures import each_member
from hexlaw.compiler.wasm.value_code import signed
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.play.chance import word
from hexlaw.runtime.position.visibility import hiding_kinds, resting, secrets_of_kinds


class Views(Keeping):
    def visibility(self) -> str:
        """Hides from a side the secrets of things that are not its own, as far as they were not shown to it, and things
        of which it is secret where they stand; gives how many."""
        layout, graph = self.layout, self.graph
        secrets, hiding = secrets_of_kinds(graph), hiding_kinds(graph)
        asked = {name for rests in resting(graph).values() for _, name in rests}
        asked.update(name for line in self.points for name in line.keeps)
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
            lines += each_member("thing", ("call", "of_kind", layout.kinds[kind]), [("if", foreign, hidden)])
        self._guesses(secrets)
        if not lines:
            return self.function("veil", ("side",), [("return", 0)])
        return self.function("veil", ("side",), [
            ("set", "begun", ("global", "pending")), *lines,
            ("return", ("call", "cover", ("call", "listed", "begun"))),
        ])  # fmt: skip

    def _guesses(self, secrets: Mapping[str, tuple[str, ...]]) -> None:
        """Prints what guesses a value for a cell that is hidden: one that its type allows; where these cannot be listed
        one that is seen of others of the kind. It is drawn by the thing and the attribute, as the reference does."""
        layout, graph = self.layout, self.graph
        cases: list[tuple[Code, list[Code]]] = []
        for kind, names in secrets.items():
            for name in names:
                attribute, column = graph.kinds[kind].attributes[name], layout.column(kind, name)
                nothing = self.image.value(attribute.default, attribute.type)
                row: Code = ("-", "at", column)
                its_kind: Code = ("load", ("+", row, layout.constants["KIND"]))
                number: Code = ("load", ("+", row, layout.constants["THING_NUMBER"]))
                of_thing: Code = ("call", "folded", ("call", "folded", "key", number), signed(word(name)))
                guess = self._guess(attribute.type)
                if guess is None:
                    guess = ("call", "guess_as_seen", layout.kinds[kind], column, nothing, "key")
                is_it: Code = ("and", self.is_in("thing", name), ("==", its_kind, layout.kinds[kind]))
                cases.append((is_it, [("set", "key", of_thing), ("return", guess)]))
        self._chain("guess", ("at", "key"), cases, NONE)

    def _guess(self, type_: t.Type, or_none: int = 0) -> Code | None:
        """A value that a type allows, with none as the first of them if that is one; None where they are not listed."""
        match type_:
            case t.YesNo():
                return ("call", "guess_among", 2, or_none, "key")
            case t.Choice(name=name):
                return ("call", "guess_among", len(self.layout.values_of(name)), or_none, "key")
            case t.Kind(name="hex"):
                return ("call", "guess_member", ("load", self.layout.constants["ALL_HEXES"]), or_none, "key")
            case t.Kind(name=name) if name in self.layout.kinds:
                return ("call", "guess_member", ("call", "of_kind", self.layout.kinds[name]), or_none, "key")
            case t.OrNone(item=item):
                return self._guess(item, 1) or NONE
        return NONE if or_none else None
