"""Numbers that are lost where sides act at once: those of things without a side that several sides count up.

Each side runs such a part in a state of its own, and of what two sides have changed the later change is left. So a
number that each side counts up grows once, without a message in play. A tally adds up all that sides do, and only one
side changes what is its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts, spans_of
from hexlaw.runtime.law.footprint import footprints_of


def nothing_shared_is_counted_up(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Of what sides run at once, nothing counts up an attribute that belongs to none of them."""
    together = [span for span in spans_of(graph) if span.at_once]
    if not together:
        return
    footprints = footprints_of(graph)
    reported: set[tuple[str, str]] = set()
    for span in together:
        inner = {part.name for part in parts(span) if isinstance(part, g.SpanDecl)}
        begun = {f"action:{a.name}" for a in graph.actions.values() if any(inner & {*o.spans} for o in a.open_in)}
        begun |= {f"rule:{r.id}" for r in graph.rules.values() if r.at_edge is not None and r.at_edge[1] in inner}
        for node in ["", *sorted(footprints.brought_about(span.body, *begun))]:
            body = span.body if node == "" else footprints.bodies.get(node, ())
            where = names.place(node or f"span:{span.name}")
            for name in _counted_up(graph, body):
                if where is not None and (node, name) not in reported:
                    reported.add((node, name))
                    found.report(
                        "HX441", where,
                        f"sides run `{span.name}` at once, and each counts up `{name}`, which belongs to none of them: "
                        "of what they add, only one's is left",
                        help="count it in a tally, or in an attribute of something of each side's own, and add up in a "
                        "part behind",
                        level="warning",
                    )  # fmt: skip


def _counted_up(graph: g.Graph, body: object) -> Iterator[str]:
    """Attributes of things without a side that statements set to a value computed from the old one."""
    made = {part.name for part in parts(body) if isinstance(part, e.Place)}
    for part in parts(body):
        match part:
            case e.SetAttribute(base=base, name=name, value=value) if _is_shared(graph, base, made):
                if any(isinstance(x, e.Attribute) and (x.base, x.name) == (base, name) for x in parts(value)):
                    yield name
            case e.Pick(account=e.Attribute(base=base, name=name)) if _is_shared(graph, base, made):
                yield name


def _is_shared(graph: g.Graph, base: e.Expr, made: set[str | None]) -> bool:
    """Whether it is a hex, a hexside, the game or a thing of a kind that no side owns, and was there before."""
    type_, is_new = t.bare(base.type), isinstance(base, e.Var) and base.name in made
    if is_new or not isinstance(type_, t.Kind) or type_.name not in graph.kinds:
        return False
    return graph.kinds[type_.name].attributes.keys().isdisjoint(g.OWNED_BY)
