"""Texts of the book that are older than the law they speak for, or leave out some of what stands at their place."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.parse.syntax import section_place
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import graph as g


def texts_speak_for_their_law(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A text says what it speaks for and was read since it changed; a module that changes that says it anew."""
    changes = _changes(graph, names)
    for text in graph.texts.values():
        if text.origin.module != graph.name and (changed := [key for key in text.covers if key in changes]):
            called = listed([key.partition(":")[2] for key in changed])
            message = f"the prose of [{text.cite}] tells of {called}, which this module changes"
            help_ = f"say in words of your own what holds now, below `section {section_place(str(text.cite))}`"
            found.report("HX297", changes[changed[0]], message, help=help_, level="note")


def _changes(graph: g.Graph, names: Names) -> dict[str, Span | None]:
    """Returns what the module itself replaces, drops or varies of its bases, and where. A link that is added to a rule
    changes nothing of what that rule says."""

    own = [rule for rule in graph.rules.values() if rule.origin.module == graph.name]
    varied = [x for x in graph.variations if x.origin.module == graph.name and x.sort in ("action", "effect")]
    return {
        **{f"{x.sort}:{x.name.partition('.')[0]}": names.changes.get(x.origin.where) for x in varied},
        **{f"rule:{x.rule}": names.changes.get(x.origin.where) for x in graph.drops if x.origin.module == graph.name},
        **{
            f"rule:{link.target}": names.place(f"rule:{rule.id}")
            for rule in own
            for link in rule.links
            if link.how == "replaces"
        },
    }
