"""A part of the rule graph to look at: one node with its neighbours, as text, as DOT or as an SVG picture.

In come a graph, the cases that show it, and the name of a node; out comes text. Nodes are `rule:bar.gate`, `fact:fare`,
`quantity:`, `step:`, `table:`, `pick:`, `effect:`, `reach:`, `ruling:`, `dispute:` and `case:` with their names. The
same graph gives the same text, and whatever was written by somebody is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import asked

MOST_NODES = 150  # in one picture or DOT text

BACKWARDS = {
    "decides": "decided by", "adds to": "added to by", "changes": "changed by", "rounds": "rounded by",
    "forbids": "forbidden by", "over": "overridden by", "limits": "limited by", "lifts": "lifted by",
    "replaces": "replaced by", "drops": "dropped by", "asks": "asked by", "confirms": "confirmed by",
    "amends": "amended by", "brings": "brought by", "denies": "denied by", "supersedes": "superseded by",
    "shows": "shown by", "stands under": "read by", "has step": "a step of", "follows": "followed by",
    "tries": "tried by", "settles": "settled by",
}  # fmt: skip
"""Each word between two nodes, and how it reads from the other end; the order is that of the text."""


@dataclass(frozen=True, order=True)
class Edge:
    source: str
    word: str
    target: str


@dataclass(frozen=True)
class ShownCase:
    """A case as the graph sees it: where it stands and what it says it shows."""

    where: str
    shows: tuple[str, ...]


@dataclass(frozen=True)
class View:
    graph: g.Graph
    cases: Mapping[str, ShownCase] = field(default_factory=dict)

    @cached_property
    def edges(self) -> list[Edge]:
        """Everything that joins two nodes, sorted."""
        return sorted({edge for edge in _edges(self.graph, self.cases) if edge.source != edge.target})

    @cached_property
    def nodes(self) -> list[str]:
        return sorted({*_declared(self.graph), *(end for x in self.edges for end in (x.source, x.target))})

    def named(self, name: str) -> list[str]:
        """The nodes that a person can mean by a name, with or without its sort before it."""
        return [node for node in self.nodes if node == name or node.partition(":")[2] == name]

    def around(self, node: str, distance: int = 1) -> tuple[dict[str, int], int]:
        """The nodes near one, each with its column: what leads to it on the left, what it leads to on the right.

        Also how many were left out because there are too many.
        """
        columns, left_out, edge_of = {node: 0}, 0, [node]
        for _ in range(distance):
            found: dict[str, int] = {}
            near = set(edge_of)
            for edge in self.edges:
                for here, there, side in ((edge.source, edge.target, 1), (edge.target, edge.source, -1)):
                    if here in near and there not in columns:
                        column = columns[here]
                        found.setdefault(there, column + side if column == 0 else column + (1 if column > 0 else -1))
            kept = sorted(found)[: MOST_NODES - len(columns)]
            left_out += len(found) - len(kept)
            columns |= {name: found[name] for name in kept}
            edge_of = kept
        return columns, left_out

    def between(self, nodes: Mapping[str, int]) -> list[Edge]:
        return [edge for edge in self.edges if edge.source in nodes and edge.target in nodes]

    def where(self, node: str) -> str:
        sort, _, name = node.partition(":")
        if sort == "case":
            return self.cases[name].where if name in self.cases else ""
        declared = _declared(self.graph).get(node)
        return declared.origin.where if declared is not None else ""


# ---- what joins what


def _declared(graph: g.Graph) -> dict[str, Any]:
    """Every node with what declares it."""
    sorts: dict[str, Mapping[str, Any]] = {
        "rule": graph.rules, "fact": graph.facts, "quantity": graph.quantities, "table": graph.tables,
        "effect": graph.effects, "reach": graph.reaches, "ruling": graph.rulings, "dispute": graph.disputes,
    }  # fmt: skip
    found = {f"{sort}:{name}": decl for sort, decls in sorts.items() for name, decl in decls.items()}
    found |= {f"step:{q.name}.{step}": q for q in graph.quantities.values() for step in q.steps}
    for action in graph.actions.values():
        found |= {f"pick:{action.name}.{name}": action for name in (*(pick.name for pick in action.picks), "done")}
    return found


def _edges(graph: g.Graph, cases: Mapping[str, ShownCase]) -> Iterator[Edge]:
    for rule in graph.rules.values():
        yield from _of_rule(graph, rule)
    for fact in graph.facts.values():
        yield from _asks(f"fact:{fact.name}", fact.otherwise)
    for quantity in graph.quantities.values():
        yield from _asks(f"quantity:{quantity.name}", quantity.start)
        for step in quantity.steps:
            yield Edge(f"quantity:{quantity.name}", "has step", f"step:{quantity.name}.{step}")
    for effect in graph.effects.values():
        yield from _asks(f"effect:{effect.name}", effect.body)
    for action in graph.actions.values():
        before: list[object] = []
        for line in action.lines:
            before.append(line.value if isinstance(line, e.Let) else (line.domain, line.where, line.cost))
            if isinstance(line, g.PickDecl):
                yield from _asks(f"pick:{action.name}.{line.name}", (*before, line.does))
    for reach in graph.reaches.values():
        yield Edge(f"reach:{reach.name}", "follows", f"pick:{reach.action}.{reach.pick}")
    for ruling in graph.rulings.values():
        yield from _of_ruling(graph, ruling)
    yield from _of_cases(graph, cases)


def _asks(node: str, what: object) -> Iterator[Edge]:
    for name in asked(what):
        sort = name.partition(":")[0]
        if sort != "attribute":
            yield Edge(node, "tries" if sort == "effect" else "asks", name)


def targets(graph: g.Graph, link: g.Link) -> list[str]:
    """The nodes that a link bears on."""
    if link.step:
        return [f"step:{link.target}"]
    if link.wild:
        return [f"rule:{name}" for name in graph.rules if name.startswith(link.target + ".")]
    return [f"rule:{link.target}"]


def _of_rule(graph: g.Graph, rule: g.Rule) -> Iterator[Edge]:
    node = f"rule:{rule.id}"
    conclusion: object = None
    match rule.conclusion:
        case g.Gives(fact=fact, value=conclusion):
            yield Edge(node, "decides", f"fact:{fact}")
        case g.Collects(fact=fact, item=conclusion):
            yield Edge(node, "adds to", f"fact:{fact}")
        case g.Changes(quantity=quantity, step=step, amount=conclusion):
            yield Edge(node, "changes", f"step:{quantity}.{step}")
        case g.Rounds(quantity=quantity):
            yield Edge(node, "rounds", f"quantity:{quantity}")
        case g.Forbids(picks=picks):
            yield from (Edge(node, "forbids", f"pick:{pick}") for pick in picks)
        case g.Requires(condition=conclusion):
            pass
        case _:
            pass
    yield from _asks(node, (tuple(c.expr for c in rule.when), rule.for_each, conclusion))
    for link in rule.links:
        yield from (Edge(node, link.how, target) for target in targets(graph, link))
    if rule.under is not None:
        yield Edge(node, "stands under", f"dispute:{rule.under[0]}")
    if rule.by_ruling is not None:
        yield Edge(f"ruling:{rule.by_ruling}", "brings", node)
    if rule.against is not None:
        yield Edge(f"ruling:{rule.against}", "denies", node)


def _of_ruling(graph: g.Graph, ruling: g.Ruling) -> Iterator[Edge]:
    node = f"ruling:{ruling.id}"
    yield from (Edge(node, "confirms", f"rule:{rule}") for rule in ruling.confirms)
    yield from (Edge(node, "amends", f"rule:{rule}") for rule in ruling.amends)
    yield from (Edge(node, "supersedes", f"ruling:{other}") for other in ruling.supersedes)
    yield from (Edge(f"case:{case}", "shows", node) for case in ruling.shown)


def _of_cases(graph: g.Graph, cases: Mapping[str, ShownCase]) -> Iterator[Edge]:
    """A case shows a ruling by its number (also with a letter after it), and rules by the places they cite."""
    citing: dict[str, list[str]] = {}
    for ruling in graph.rulings:
        citing.setdefault(ruling, []).append(f"ruling:{ruling}")
    for rule in graph.rules.values():
        for cite in rule.cites:
            for text in {str(cite), cite.text}:
                citing.setdefault(text, []).append(f"rule:{rule.id}")
    for name, case in cases.items():
        for shown in case.shows:
            found = citing.get(shown) or citing.get(re.sub(r"(?<=[0-9])[a-z]$", "", shown), [])
            yield from (Edge(f"case:{name}", "shows", node) for node in found)


# ---- as text


def as_text(view: View, node: str) -> str:
    """A node with its neighbours: what it says, and what is said of it."""
    sort, _, name = node.partition(":")
    lines = [f"{sort} {name}", *(f"  {line}" for line in _about(view, node))]
    width = max(len(word) for words in BACKWARDS.items() for word in words) + 1
    for word, others in _neighbours(view, node):
        first, *rest = _wrapped(others, 106 - width)
        lines += [f"  {word:<{width}} {first}", *(f"  {'':<{width}} {line}" for line in rest)]
    return "\n".join(lines) + "\n"


def _neighbours(view: View, node: str) -> Iterator[tuple[str, list[str]]]:
    for word, backwards in BACKWARDS.items():
        out = [edge.target for edge in view.edges if edge.source == node and edge.word == word]
        back = [edge.source for edge in view.edges if edge.target == node and edge.word == word]
        for said, others in ((word, out), (backwards, back)):
            if others:
                yield said, [other.replace(":", " ", 1) for other in others]


def _wrapped(parts: list[str], width: int) -> list[str]:
    lines = [""]
    for i, part in enumerate(parts):
        piece = part + (", " if i < len(parts) - 1 else "")
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _about(view: View, node: str) -> Iterator[str]:
    """Where a node is written, what it cites and what it says of itself."""
    declared = _declared(view.graph).get(node)
    where = view.where(node)
    if where:
        yield f"written at {where}"
    if declared is None:
        return
    origin: g.Origin = declared.origin
    option = f", only with the option `{origin.option}`" if origin.option else ""
    if origin.chapter:
        yield f'in the chapter "{origin.chapter}" of {origin.module}{option}'
    cites: tuple[g.Citation, ...] = getattr(declared, "cites", ())
    if cites:
        yield f"cites {', '.join(str(c) for c in view.graph.shown_cites(cites) or cites)}"
    if getattr(declared, "doc", ""):
        yield declared.doc
    match declared:
        case g.Rule():
            yield from (f"when {condition.text}" for condition in declared.when)
            if isinstance(declared.conclusion, g.Requires):
                yield f"requires {declared.conclusion.text}"
            if isinstance(declared.conclusion, g.Leaves):
                yield f"leaves to the players: {declared.conclusion.text}"
            if declared.from_year is not None:
                yield f"in force from {declared.from_year}"
            if declared.until_year is not None:
                yield f"in force until {declared.until_year}"
            if declared.under is not None:
                yield f"only under the reading `{declared.under[1]}`"
            yield from (f"dropped at {drop.origin.where}" for drop in view.graph.drops if drop.rule == declared.id)
        case g.Ruling():
            yield f"asks: {declared.asks}"
            yield f"answers: {declared.answers}"
        case g.FactDecl() | g.QuantityDecl() | g.TableDecl() if not node.startswith("step:"):
            yield f"of {', '.join(f'{name}: {type_}' for name, type_ in declared.params) or 'nothing'}: {declared.type}"
        case g.DisputeDecl():
            yield from (f"reading {reading.name}: {reading.text}" for reading in declared.readings)
        case _:
            pass


# ---- who stands over whom


def overrides(view: View, node: str) -> str:
    """The rules that decide a fact, a pick or a step, each under the one that stands over it, with what limits it."""
    deciding = ("decides", "adds to", "changes", "forbids")
    rules = [edge.source for edge in view.edges if edge.target == node and edge.word in deciding]
    above = {edge.target for edge in view.edges if edge.word == "over" and edge.source in rules}
    lines = [node.replace(":", " ", 1)]
    told: set[str] = set()
    lines += _limits(view, node, "  ", told)
    for rule in [r for r in rules if r not in above] or rules:
        lines += _tree(view, rule, "", "  ", told)
    if not rules:
        lines.append("  no rule decides it")
    return "\n".join(lines) + "\n"


def _tree(view: View, rule: str, word: str, indent: str, told: set[str]) -> Iterator[str]:
    again = rule in told
    told.add(rule)
    yield f"{indent}{word}{_placed(view, rule)}{' (see above)' if again else ''}"
    if again or len(indent) > 80:
        return
    yield from _limits(view, rule, indent + "  ", told)
    for edge in view.edges:
        if edge.source == rule and edge.word == "over":
            yield from _tree(view, edge.target, "over ", indent + "  ", told)


def _limits(view: View, node: str, indent: str, told: set[str]) -> Iterator[str]:
    for edge in view.edges:
        if edge.target == node and edge.word in ("limits", "lifts", "replaces"):
            yield from _tree(view, edge.source, f"{BACKWARDS[edge.word]} ", indent, told)


def _placed(view: View, node: str) -> str:
    declared = _declared(view.graph).get(node)
    option = f", option {declared.origin.option}" if declared is not None and declared.origin.option else ""
    module = f" ({declared.origin.module}{option})" if declared is not None else ""
    return f"{node.partition(':')[2]}{module}"


# ---- as DOT


def as_dot(view: View, node: str, distance: int = 1) -> str:
    columns, left_out = view.around(node, distance)
    lines = ["digraph hexlaw {", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif"];']
    for name in sorted(columns):
        sort, _, called = name.partition(":")
        style = ", style=bold" if name == node else ""
        lines.append(f"  {_quoted(name)} [label={_quoted(f'{sort}{chr(10)}{called}')}{style}];")
    for edge in view.between(columns):
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(edge.word)}];")
    if left_out:
        lines.append(f"  label={_quoted(f'{left_out} more are left out')};")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
