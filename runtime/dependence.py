"""What asks what: the edges of the rule graph that evaluation follows, read off the graph's expressions.

Nodes are `fact:name`, `quantity:name`, `table:name`, `rule:id`, `effect:name`, `pick:action.pick`,
`reach:name`; attributes are `attribute:name`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g

_LEAF = (str, int, bool, type(None))


def parts(node: object) -> Iterator[object]:
    """An expression or statement and everything inside it, without recursion."""
    stack: list[object] = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(reversed(current))
        elif is_dataclass(current) and not isinstance(current, type):
            yield current
            if not isinstance(current, e.Const):
                stack.extend(value for f in fields(current) if not isinstance(value := getattr(current, f.name), _LEAF))


def asked(node: object) -> set[str]:
    """The nodes that an expression or statement asks."""
    found: set[str] = set()
    for part in parts(node):
        match part:
            case e.Fact(name=name):
                found.add(f"fact:{name}")
            case e.Quantity(name=name):
                found.add(f"quantity:{name}")
            case e.Table(name=name):
                found.add(f"table:{name}")
            case e.Reach(name=name):
                found.add(f"reach:{name}")
            case e.Attribute(name=name):
                found.add(f"attribute:{name}")
            case e.Applies(rule=rule):
                found.add(f"rule:{rule}")
            case e.WouldBreak(effect=effect, rule=rule):
                found |= {f"effect:{effect}", f"rule:{rule}"}
            case e.Do(effect=effect):
                found.add(f"effect:{effect}")
            case _:
                pass
    return found


def uses(graph: g.Graph) -> dict[str, set[str]]:
    """For every node, the nodes it asks directly; a rule asks what limits it, a fact the rules that decide it."""
    edges: dict[str, set[str]] = {}

    def add(node: str, *others: set[str]) -> None:
        edges.setdefault(node, set()).update(*others)

    for fact in graph.facts.values():
        add(f"fact:{fact.name}", asked(fact.otherwise))
    for quantity in graph.quantities.values():
        add(f"quantity:{quantity.name}", asked(quantity.start))
    for effect in graph.effects.values():
        add(f"effect:{effect.name}", asked(effect.body))
    for action in graph.actions.values():
        before: set[str] = set()
        for line in action.lines:
            if isinstance(line, e.Let):
                before |= asked(line.value)
            else:
                before = before | asked((line.domain, line.where, line.cost, line.account))
                add(f"pick:{action.name}.{line.name}", before, asked(line.does))
                before = before | {f"pick:{action.name}.{line.name}"}
        add(f"pick:{action.name}.done", before)
    required = {
        f"{node}:{r.id}"
        for r in graph.rules.values()
        if isinstance(r.conclusion, g.Requires)
        for node in ("rule", "says")
    }
    for reach in graph.reaches.values():
        add(f"reach:{reach.name}", {f"pick:{reach.action}.{reach.pick}", f"pick:{reach.action}.done"}, required)
    for rule in graph.rules.values():
        _rule_edges(graph, rule, add)
    return edges


def _rule_edges(graph: g.Graph, rule: g.Rule, add: object) -> None:
    assert callable(add)
    own = asked(tuple(c.expr for c in rule.when)) | asked(rule.for_each)
    match rule.conclusion:
        case g.Gives(fact=fact, value=value):
            own |= asked(value)
            add(f"fact:{fact}", {f"rule:{rule.id}"})
        case g.Collects(fact=fact, item=item):
            own |= asked(item)
            add(f"fact:{fact}", {f"rule:{rule.id}"})
        case g.Changes(quantity=quantity, amount=amount):
            own |= asked(amount)
            add(f"quantity:{quantity}", {f"rule:{rule.id}"})
        case g.Rounds(quantity=quantity):
            add(f"quantity:{quantity}", {f"rule:{rule.id}"})
        case g.Forbids(picks=picks):
            for pick in picks:
                add(f"pick:{pick}", {f"rule:{rule.id}", f"says:{rule.id}"})
        case g.Requires(condition=condition):
            own |= asked(condition)
        case _:
            pass
    add(f"rule:{rule.id}", own, {f"limits:{rule.id}"})
    add(f"says:{rule.id}", asked(rule.says))
    for link in rule.links:
        if link.how == "replaces":  # what limits the one limits the other, which takes its place
            add(f"limits:{rule.id}", {f"limits:{link.target}"})
            add(f"rule:{link.target}", {f"rule:{rule.id}"})
        elif link.how in ("limits", "lifts"):
            if link.step:
                add(f"quantity:{link.target.rpartition('.')[0]}", {f"rule:{rule.id}"})
            elif link.wild:
                for name in graph.rules:
                    if name.startswith(link.target + "."):
                        add(f"limits:{name}", {f"rule:{rule.id}"})
            else:
                add(f"limits:{link.target}", {f"rule:{rule.id}"})
