"""What layers change by name of those below: what they drop, settle, replace, and put beside other parts."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.check.play_declarations import Cites
from hexlaw.compiler.format.old_words import OLD_PARTS, PHASE
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.merges import always
from hexlaw.compiler.resolve.names import Names
from hexlaw.compiler.resolve.overrides import lines_of, varies
from hexlaw.runtime.law import graph as g

PARTS_OF_PLAY = (PHASE, *OLD_PARTS)


class LayerChanges:
    def __init__(self, names: Names, placed: list[Placed], cites: Cites, diagnostics: Diagnostics) -> None:
        self.names, self.placed, self.cites, self.diagnostics = names, placed, cites, diagnostics

    def cite_their_source(self) -> None:
        """What is dropped or settled changes the law as a rule does, and says where that comes from."""
        for item in (p.item for p in self.placed):
            match item:
                case s.Drop(cite=None, name=name):
                    said, behind = f"that `{name.text}` is dropped", "name"
                case s.Settle(cite=None, dispute=name):
                    said, behind = f"the settlement of `{name.text}`", "reading"
                case _:
                    continue
            help_ = f"write `[source and place]` after the {behind}"
            self.diagnostics.report("HX281", name.span, f"{said} cites no source", help=help_)

    def settlements(self) -> list[g.Settlement]:
        return [
            g.Settlement(p.item.dispute.text, p.item.reading.text, p.origin, self.cites(p.item.cite, p))
            for p in self.placed
            if isinstance(p.item, s.Settle) and self.names.has_reading(p.item.dispute, p.item.reading, self.diagnostics)
        ]

    def drops(self) -> list[g.Drop]:
        found = []
        for p in self.placed:
            if isinstance(p.item, s.Drop) and not p.item.sort:
                name = p.item.name
                if name.text in self.names.rules or (meant := self._other_sort(name.text)) is None:
                    self.names.has("rule", name, self.diagnostics, " to drop")
                else:
                    self.diagnostics.report("HX262", name.span, f"there is no rule `{name.text}` to drop", help=meant)
                found.append(g.Drop(name.text, p.origin, self.cites(p.item.cite, p), p.item.reason))
        return found

    def dropped_parts(self) -> list[s.Drop]:
        """The parts of the sequence that are left out."""
        found = [p for p in self.placed if isinstance(p.item, s.Drop) and p.item.sort in PARTS_OF_PLAY]
        return [p.item for p in found if isinstance(p.item, s.Drop) and always(p, p.item.name, self.diagnostics)]

    def _other_sort(self, name: str) -> str | None:
        """What to write where something is dropped that is not a rule."""
        span = self.names.spans.get(name)
        owner, _, part = name.rpartition(".")
        sorts = [sort for sort in ("action", "effect") if name in self.names.declared(sort)]
        sorts += [PHASE] if span is not None else []
        sorts += ["part"] if part and any(owner in self.names.declared(sort) for sort in ("action", "effect")) else []
        if sorts:
            return f"write `drop {sorts[0]} {name}`"
        if name in self.names.signatures:
            said = [f"{name}.", f"{name.rpartition('-')[2]}."]
            rules = [rule for rule in self.names.rules if rule.startswith(tuple(said))]
            return f"`{name}` is decided by rules: drop those{f', such as `{rules[0]}`' if rules else ''}"
        return f"write `drop option {name}`" if name in self.names.options else None

    def variations(self) -> Iterator[g.Variation]:
        """What layers change by name of those below."""
        for p in self.placed:
            for sort, name, how, cite, doc in self._changed_by(p.item):
                yield g.Variation(sort, name, how, p.origin, self.cites(cite, p), doc)

    def _changed_by(self, item: s.Item) -> Iterator[tuple[g.VariedSort, str, g.VariedHow, s.Cite | None, str]]:
        match item:
            case s.Effect() | s.Action() if varies(item):
                sort: g.VariedSort = "effect" if isinstance(item, s.Effect) else "action"
                for beside in item.beside:
                    if beside.how != "start":
                        yield sort, f"{item.name.text}.{beside.anchor.text}", beside.how, item.cite, item.doc
                if item.anew is not None or lines_of(item) or any(beside.how == "start" for beside in item.beside):
                    yield sort, item.name.text, "also" if item.anew is None else "replaces", item.cite, item.doc
            case s.Sequence():
                for each in item.beside:
                    if each.how == "replaces":
                        yield "span", each.anchor.text, "replaces", item.cite, item.doc
            case s.Rule(also=True):
                yield "rule", item.name.text, "also", item.cite, item.doc
            case s.Thing():
                for default in item.defaults:
                    name = f"{item.name.text}.{default.name.text}"
                    yield "default", name, "replaces", default.cite or item.cite, default.doc
            case s.Settle() if item.anew is not None:
                yield "settlement", item.dispute.text, "replaces", item.cite, ""
            case s.Drop() if item.sort:
                yield self._sort_of_dropped(item), item.name.text, "drop", item.cite, item.reason

    def _sort_of_dropped(self, item: s.Drop) -> g.VariedSort:
        match item.sort:
            case "effect" | "action" | "default" | "settlement" | "option":
                return item.sort
            case "part":
                return "action" if item.name.text.rpartition(".")[0] in self.names.actions else "effect"
            case _:
                return "span"
