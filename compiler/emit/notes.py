"""What an emitted module is made with: its names, columns, constants and functions, gathered while it is written."""

from __future__ import annotations

import keyword
from fractions import Fraction

from hexlaw.compiler.emit.names import Names, identifier, literal
from hexlaw.compiler.emit.reading import Reading
from hexlaw.runtime.law import Law


class CannotEmit(ValueError):
    """The law holds something that has no Python to stand for it; the text is a sentence."""


class Notes:
    """The names of one emitted module, and what its functions need besides."""

    def __init__(self, law: Law, *, record: bool) -> None:
        self.law, self.graph, self.record = law, law.graph, record
        self.reading = Reading(law)
        self.names = Names()
        self.kinds = {kind: self._kind_name(kind) for kind in sorted(law.graph.kinds)}
        self.columns: dict[tuple[str, str], str] = {}
        for owner, decl in law.graph.kinds.items():
            above = law.graph.kinds[decl.parent].attributes if decl.parent else {}
            for attribute in decl.attributes:
                if attribute not in above:
                    self.column(attribute, owner)
        self.ranks: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.bits = {rule: i for i, rule in enumerate(law.rules)}
        self._shared: set[object] = set()  # what the function in hand works out more than once
        self._known: dict[object, str] = {}  # what it has worked out for certain, and where that is kept
        self._certain = False  # whether what is being written is sure to be worked out
        self.remembered_parts: tuple[str, set[str]] | None = None  # the function in hand and its parameters, if so
        self.parts_remembered: dict[str, frozenset[str]] = {}
        self.all_values: dict[str, tuple[str, int]] = {}
        """Quantities that are worked out for all values of a parameter: the function that does, and which parameter."""
        self.played: set[str] = set()  # the functions that stand for what play asks
        self.functions: dict[str, list[str]] = {}  # what was written besides, by its name, in the order of need
        for sort, decls in (("fact", law.graph.facts), ("quantity", law.graph.quantities)):
            for name in decls:
                self.names.of(sort, name, name)

    def _kind_name(self, kind: str) -> str:
        """A name from which those of its four uses follow, all of them free."""
        number = 1
        while True:
            name = identifier(kind) if number == 1 else f"{identifier(kind)}_{number}"
            uses = [f"is_{name}", f"all_{name}", f"{name}_in", f"{name}_within"]
            if not self.names.reserve(uses):
                number += 1
                continue
            return name

    # -- names

    def local(self, name: str) -> str:
        return self.names.of("local", name, name)

    def function(self, sort: str, name: str) -> str:
        return self.names.of(
            sort,
            name,
            {"each": f"{name}_each", "ratio": f"{name}_of_ratio"}.get(sort, name),
        )

    def column(self, attribute: str, owner: str) -> str:
        if (attribute, owner) not in self.columns:
            self.columns[attribute, owner] = self.names.of("column", (attribute, owner), f"{attribute}_of")
        return self.columns[attribute, owner]

    def record_fields(self, kind: str) -> dict[str, str]:
        """The fields of a record, each with its name in Python."""
        found: dict[str, str] = {}
        for field in self.graph.records[kind].fields:
            name = identifier(field)
            while keyword.iskeyword(name) or name in found.values() or name in ("kind", "fields"):
                name += "_"
            found[field] = name
        return found

    def constant(self, value: Fraction) -> str:
        """A fraction is made once, when the source is loaded."""
        name = self.names.of("constant", value, f"exactly_{value.numerator}_{value.denominator}".replace("-", "minus_"))
        self.constants[name] = literal(value)
        return name

    def rank(self, choice: str) -> str:
        if choice not in self.ranks:
            self.ranks[choice] = self.names.of("rank", choice, f"rank_of_{choice}")
        return self.ranks[choice]

    def by_subscript(self, sort: str, name: str) -> bool:
        """Whether answers are read straight from what is kept with the map: nearly all of them have been given."""
        if self.record or not self.reading.remembered(sort, name) or len(self.reading.params(sort, name)) != 1:
            return False
        return self.reading.fixed_by_map(sort, name)
