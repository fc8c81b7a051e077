"""Prose that is older than its rule: a note, with the digest of what the rule says now."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law.graph import Graph


def prose_is_of_its_rule(graph: Graph, names: Names, found: Diagnostics) -> None:
    having_prose = [item for item, _ in names.rules.values() if item.prose is not None]
    if not having_prose:
        return
    from hexlaw.compiler.format.prose_digest import digest_of  # brings all that prints law along

    for item in having_prose:
        assert item.prose is not None
        now = digest_of(item)
        if item.prose.digest == now:
            continue
        said = "does not say for which content it was written" if not item.prose.digest else "is older than the rule"
        found.report(
            "HX297", item.prose.span, f"the prose of `{item.name.text}` {said}",
            help=f"read both; if they say the same, write `for {now}` behind the prose", level="note",
        )  # fmt: skip
