"""The law of a chain as the cache keeps it: the typed graph, and what its checker found out about names.

In: a key that names all the texts of the chain. Out: the same law, without typing a rule. Only law in which nothing was
found is kept, so who reads it has nothing to report.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from hexlaw.compiler.base.cache import the_cache
from hexlaw.compiler.base.coder import Coder, Undecodable
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

SHELF = "graph"


class Artefact(msgspec.Struct, frozen=True, array_like=True):
    graph: g.Graph
    rule_scopes: dict[str, dict[str, t.Type] | None]
    phrase_spans: dict[str, Span]


def kept_law(key: str, laws: Sequence[Source], names: Names) -> g.Graph | None:
    """Returns the graph that was kept under a key, or None; `names` gets what the checker found out about them."""
    data = the_cache().read(SHELF, key)
    if isinstance(data, bytes):
        with suppress(Undecodable):
            law = _coder().decode(data, laws)
            names.rule_scopes.update(law.rule_scopes)
            names.phrase_spans.update(law.phrase_spans)
            return law.graph
    return None


def keep_law(key: str, laws: Sequence[Source], names: Names, graph: g.Graph) -> None:
    """Keeps a law in which nothing was found."""
    scopes: Any = names.rule_scopes
    with suppress(Undecodable):
        the_cache().write(SHELF, key, _coder().encode(Artefact(graph, scopes, names.phrase_spans), laws))


@cache
def _coder() -> Coder[Artefact]:
    return Coder(Artefact)
