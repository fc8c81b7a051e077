"""What players say in VASSAL, by commands of counters: the law's actions in its own words, so that a log tells them.

VASSAL's log knows who moved and what was thrown, and not who did what to whom. So each counter has a command for each
pick of an action that it can be the answer to, as `fire at a target: the target`, and one more counter points at
hexes and says what has no counter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words import english
from hexlaw.runtime.words.readings import Readings

IN_BETWEEN = "in between"
"""The menu of what is done when it is offered, in no part of the sequence of its own."""
Said = tuple[str, str]
"""An entry of a counter's menu: the part of the sequence in which it can be said, and what."""


def said_by_counters(graph: g.Graph, readings: Readings, kind: str, standing: Collection[str]) -> list[Said]:
    """Returns what things of a kind can be picked for in the actions that stand."""
    return [
        (menu, f"{action}: {readings.called('pick', pick.path)}")
        for menu, action, declared in _actions(graph, readings, standing)
        for pick in declared.picks
        if isinstance(picked := t.bare(pick.type), t.Kind) and graph.is_a(kind, picked.name)
    ]


def said_by_pointer(graph: g.Graph, readings: Readings, standing: Collection[str]) -> list[Said]:
    """Returns what is said of hexes, and which value of a choice is picked."""
    found: list[Said] = []
    for menu, action, declared in _actions(graph, readings, standing):
        for pick in declared.picks:
            called, picked = readings.called("pick", pick.path), t.bare(pick.type)
            match picked:
                case t.Choice(name=name):
                    values = graph.choices[name].values
                    said = (readings.called("value", f"{name}.{value}") for value in values)
                    found += [(menu, f"{action}: {called}: {value}") for value in said]
                case t.Kind(name="hex" | "hexside"):
                    found.append((menu, f"{action}: {called}"))
        if not declared.picks:
            found.append((menu, action))
    return found


def _actions(
    graph: g.Graph, readings: Readings, standing: Collection[str]
) -> Iterator[tuple[str, str, g.ActionDecl]]:  # fmt: skip
    """Yields each action that stands: the menu that it is in, and what it is called."""
    for name, declared in graph.actions.items():
        if name in standing:
            parts = (span for opening in declared.open_in for span in opening.spans)
            part = next((english.without_article(readings.called("part", span)) for span in parts), IN_BETWEEN)
            yield part, readings.called("action", name), declared
