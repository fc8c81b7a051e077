"""What players say in VASSAL, by commands of counters: the law's actions in its own words, so that a log tells them.

VASSAL's log knows who moved and what was thrown, and not who did what to whom. So each counter has a command for each
pick of an action that it can be the answer to, as `fire at a target: the target`, and one more counter points at
hexes and says what has no counter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from hexlaw.compiler.desk.vassal.turn_parts import part_called
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words.readings import Readings

IN_BETWEEN = "in between"
"""The menu of what is done when it is offered, in no part of the sequence of its own."""
Said = tuple[str, str]
"""An entry of a counter's menu: the part of the sequence in which it can be said, and what."""


@dataclass(frozen=True)
class SaidPick:
    """What is meant by an entry: an action, its pick by its path, and where a value of a choice is said, that."""

    action: str
    pick: str = ""
    value: str = ""


Sayable = tuple[str, str, SaidPick, t.Type | None]
"""The menu that it is in, the text, what is meant, and what is picked by it."""


def meanings(graph: g.Graph, readings: Readings) -> dict[str, tuple[SaidPick, ...]]:
    """Returns what can be said, by its text, with all that it may mean."""
    return grouped((said, meant) for _, said, meant, _ in _sayable(graph, readings, graph.actions))


def said_by_counters(graph: g.Graph, readings: Readings, kind: str, standing: Collection[str]) -> list[Said]:
    """Returns what things of a kind can be picked for in the actions that stand."""
    return [
        (menu, said) for menu, said, _, picked in _sayable(graph, readings, standing)
        if isinstance(picked, t.Kind) and graph.is_a(kind, picked.name)
    ]  # fmt: skip


def said_by_pointer(graph: g.Graph, readings: Readings, standing: Collection[str]) -> list[Said]:
    """Returns what is said of hexes, which value of a choice is picked, and actions in which nothing is."""
    return [
        (menu, said) for menu, said, meant, picked in _sayable(graph, readings, standing)
        if picked is None or meant.value or (isinstance(picked, t.Kind) and picked.name in ("hex", "hexside"))
    ]  # fmt: skip


def _sayable(graph: g.Graph, readings: Readings, standing: Collection[str]) -> Iterator[Sayable]:
    for name, declared in graph.actions.items():
        if name not in standing:
            continue
        parts = (span for opening in declared.open_in for span in opening.spans)
        menu = next((part_called(readings, span) for span in parts), IN_BETWEEN)
        action = readings.called("action", name)
        if not declared.picks:
            yield menu, action, SaidPick(name), None
        for pick in declared.picks:
            said, picked = f"{action}: {readings.called('pick', pick.path)}", t.bare(pick.type)
            yield menu, said, SaidPick(name, pick.path), picked
            for value in graph.choices[picked.name].values if isinstance(picked, t.Choice) else ():
                called = readings.called("value", f"{picked.name}.{value}")  # type: ignore[union-attr]
                yield menu, f"{said}: {called}", SaidPick(name, pick.path, value), picked
