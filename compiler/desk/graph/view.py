"""A part of the rule graph to look at: one node with its neighbours, as text, as DOT or as an SVG picture.

Input: a graph, the cases that show it, and the name of a node, such as `rule:bar.gate` or `fact:fare`. Output: text.
The same graph gives the same text, and words from files are escaped. `edges.py` knows what joins nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.graph.edges import BACKWARDS, Edge, ShownCase, all_edges, declared_nodes
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g

MAX_NODES = 150  # in one picture or DOT text


@dataclass(frozen=True)
class View:
    graph: g.Graph
    cases: Mapping[str, ShownCase] = field(default_factory=dict)

    @cached_property
    def edges(self) -> list[Edge]:
        """Returns everything that joins two nodes, sorted."""
        return sorted({edge for edge in all_edges(self.graph, self.cases) if edge.source != edge.target})

    @cached_property
    def declared(self) -> Mapping[str, Any]:
        """Returns every node that something declares, with that."""
        return declared_nodes(self.graph)

    @cached_property
    def nodes(self) -> list[str]:
        return sorted({*self.declared, *(end for x in self.edges for end in (x.source, x.target))})

    def named(self, name: str) -> list[str]:
        """Returns the nodes that a person can mean by a name, with or without its sort before it."""
        return [node for node in self.nodes if node == name or node.partition(":")[2] == name]

    def around(self, node: str, distance: int = 1) -> tuple[dict[str, int], int]:
        """Returns the nodes near one, each with its column: what leads to it on the left, what it leads to on the
        right.

        Also how many were left out because there are too many.
        """
        columns, omitted, edge_of = {node: 0}, 0, [node]
        for _ in range(distance):
            found: dict[str, int] = {}
            near = set(edge_of)
            for edge in self.edges:
                for here, there, side in ((edge.source, edge.target, 1), (edge.target, edge.source, -1)):
                    if here in near and there not in columns:
                        column = columns[here]
                        found.setdefault(there, column + side if column == 0 else column + (1 if column > 0 else -1))
            kept = sorted(found)[: MAX_NODES - len(columns)]
            omitted += len(found) - len(kept)
            columns |= {name: found[name] for name in kept}
            edge_of = kept
        return columns, omitted

    def between(self, nodes: Mapping[str, int]) -> list[Edge]:
        return [edge for edge in self.edges if edge.source in nodes and edge.target in nodes]

    def where(self, node: str) -> str:
        sort, _, name = node.partition(":")
        if sort == "case":
            return self.cases[name].where if name in self.cases else ""
        origin = self.origin(node)
        return origin.where if origin is not None else ""

    def origin(self, node: str) -> g.Origin | None:
        """Returns where what a node stands for is written; none for what is not declared, or by no layer."""
        return getattr(self.declared.get(node), "origin", None)


def neighbours(view: View, node: str) -> Iterator[tuple[str, list[str]]]:
    out = grouped((edge.word, edge.target) for edge in view.edges if edge.source == node)
    back = grouped((edge.word, edge.source) for edge in view.edges if edge.target == node)
    for word, backwards in BACKWARDS.items():
        for said, others in ((word, out.get(word)), (backwards, back.get(word))):
            if others:
                yield said, [_named(view, other) for other in _in_order(view, node, others)]


def _in_order(view: View, node: str, others: tuple[str, ...]) -> Sequence[str]:
    """The steps of a quantity come one after the other; all else is sorted by name."""
    sort, _, name = node.partition(":")
    quantity = view.graph.quantities.get(name) if sort == "quantity" else None
    steps = [f"step:{name}.{step}" for step in quantity.steps] if quantity is not None else []
    return steps if set(steps) == {*others} else others


def _named(view: View, node: str) -> str:
    conditions = _stands_if(view, node)
    return node.replace(":", " ", 1) + (f" ({', '.join(conditions)})" if conditions else "")


def _stands_if(view: View, node: str) -> list[str]:
    """Returns what must be chosen for a rule to stand at all; a rule that a ruling denies never does."""
    rule = view.declared.get(node)
    if not isinstance(rule, g.Rule):
        return []
    found = [f"option {rule.origin.option}"] if rule.origin.option else []
    found += [f"situation {rule.origin.situation}"] if rule.origin.situation else []
    found += [f"under {rule.under[0]}: {rule.under[1]}"] if rule.under else []
    return found + ([f"denied by {rule.against}"] if rule.against else [])


def in_rows(parts: list[str], width: int) -> list[str]:
    lines = [""]
    for i, part in enumerate(parts):
        piece = part + (", " if i < len(parts) - 1 else "")
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def changes(view: View, node: str) -> list[g.Variation]:
    """Returns what layers changed by name: of an effect, an action with its picks, a part of the sequence, a rule's
    links, the defaults of a kind, a settled dispute."""
    sort, _, name = node.partition(":")
    if sort == "rule":
        return [v for v in view.graph.variations if (v.sort, v.name) == (sort, name)]
    sort = {"kind": "default", "dispute": "settlement"}.get(sort, sort)
    if sort == "pick":
        return [v for v in view.graph.variations if v.sort == "action" and v.name in (name, name.partition(".")[0])]
    return [v for v in view.graph.variations if v.sort == sort and v.name.partition(".")[0] == name]


def changed(change: g.Variation) -> str:
    """Returns what was done to a part of it, or to the whole."""
    part = change.name.partition(".")[2]
    match change.how:
        case "after" | "before":
            return f"more {change.how} {part}, by {change.origin.module},"
        case "also":
            return f"more by {change.origin.module}"
        case _:
            done = "dropped" if change.how == "drop" else "replaced"
            return f"{f'{part} ' if part else ''}{done} by {change.origin.module}"


# ---- who stands over whom


DOING = ("effect", "action", "span")
"""What no rule decides, but layers change."""


def overrides(view: View, node: str) -> str:
    """Returns the rules that decide a fact, a pick or a step, each under the one that stands over it, with what limits
    it; of a quantity, those of each of its steps."""
    sort, _, name = node.partition(":")
    if sort == "quantity":
        steps = (overrides(view, f"step:{name}.{step}").splitlines() for step in view.graph.quantities[name].steps)
        return "\n".join([f"{sort} {name}", *(f"  {line}" for step in steps for line in step)]) + "\n"
    deciding = ("decides", "adds to", "changes", "forbids")
    rules = [edge.source for edge in view.edges if edge.target == node and edge.word in deciding]
    above = {edge.target for edge in view.edges if edge.word == "over" and edge.source in rules}
    lines = [node.replace(":", " ", 1)]
    visited: set[str] = set()
    for change in changes(view, node):
        cites = ", ".join(map(str, change.cites))
        lines.append(f"  {changed(change)}{f' [{cites}]' if cites else ''}")
    lines += _limits(view, node, "  ", visited)
    for rule in [r for r in rules if r not in above] or rules:
        lines += _tree(view, rule, "", "  ", visited)
    if node.partition(":")[0] in DOING:
        lines += [] if changes(view, node) else ["  no layer changes it"]
    elif not rules:
        lines.append("  no rule decides it")
    return "\n".join(lines) + "\n"


def _tree(view: View, rule: str, word: str, indent: str, visited: set[str]) -> Iterator[str]:
    again = rule in visited
    visited.add(rule)
    origin = view.origin(rule)
    said = ", ".join([*([origin.module] if origin is not None else []), *_stands_if(view, rule)])
    placed = f"{rule.partition(':')[2]}{f' ({said})' if said else ''}"
    yield f"{indent}{word}{placed}{' (see above)' if again else ''}"
    if again or len(indent) > 80:
        return
    yield from _limits(view, rule, indent + "  ", visited)
    for edge in view.edges:
        if edge.source == rule and edge.word == "over":
            yield from _tree(view, edge.target, "over ", indent + "  ", visited)


def _limits(view: View, node: str, indent: str, visited: set[str]) -> Iterator[str]:
    for edge in view.edges:
        if edge.target == node and edge.word in ("limits", "lifts", "replaces"):
            yield from _tree(view, edge.source, f"{BACKWARDS[edge.word]} ", indent, visited)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


HELPERS = (
    changed, changes, in_rows, isinstance, neighbours, quoted, g.DisputeDecl, g.EventDecl, g.FactDecl, g.Leaves,
    g.MemoryDecl, g.QuantityDecl, g.Requires, g.Rule, g.Ruling, g.SituationDecl, g.SpanDecl, g.TableDecl, g.TallyDecl,
    g.TaskDecl,
)  # fmt: skip


def written(part: str, *of: object) -> str:
    """Returns a `node` with its neighbours (what it says, and what is said of it), what is near one as `dot`, or a
    `summary` of the whole."""
    return str(getattr(template(__file__, "graph.txt.jinja", HELPERS).module, part)(*of))
