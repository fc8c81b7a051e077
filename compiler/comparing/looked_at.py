"""Which cases a change can move: what each has looked at under the base, noted once, so that a save asks few of them.

Idea: an answer is worked out in a fixed order. As long as nothing that it looks at is another, it is worked out in the
same way; so a change can move a case only if the case, under the base, looked at what is changed, or at what the change
bears on: the rule itself, the rules it has links to, the fact, quantity or pick that it decides, the cell. INVARIANT:
whatever is not noted, or not known to bear on noted things alone, moves every case. A case that is new or written
otherwise was not noted, and is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from hexlaw.compiler.cases.judge import run_case
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import Difference, Structure, bears_on, cell_key
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.processes import shared_out
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime import graph as g
from hexlaw.runtime.seen import Seen

Looked = Mapping[str, frozenset[str]]
"""By the text of a case, what it looked at: `rule:name`, `fact:name`, `quantity:name`, `pick:action.pick`, cells."""
NOTED = ("rule", "fact", "quantity", "pick", "step")
SILENT = ("ruling",)
"""Sorts on which no verdict hangs."""
AT_ONCE = 12


def look(base: Side, cases: Mapping[str, Case], processes: int) -> Looked:
    """Asks all cases under the base, and notes what each looks at."""
    names = list(cases)
    parts = [names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)]
    tasks = [partial(_look, base, [cases[name] for name in part]) for part in parts]
    with shared_out(tasks, processes) as found:
        return dict(zip(names, (each for several in found for each in several), strict=True))


def _look(base: Side, cases: Sequence[Case]) -> list[frozenset[str]]:
    found = []
    for case in cases:
        seen = Seen()
        run_case(case, base.compilation, base.chosen, tracing=False, seen=seen)
        tables = base.compilation.graph.tables
        cells = (cell_key(tables[table], place) for table, place in seen.cells if table in tables)
        found.append(frozenset((*(f"rule:{rule}" for rule in seen.reached), *seen.asked, *cells)))
    return found


def moved(structure: Structure, base: Side, variant: Side) -> Moved:
    """What decides whether a case can be moved by these differences."""
    keys: set[str] = set()
    units: set[str] = set()
    graphs = base.compilation.graph, variant.compilation.graph
    for difference in structure.that_count:
        if difference.sort == "unit":
            units.add(difference.name)
            continue
        found = _keys(difference, graphs)
        if found is None:
            return Moved(frozenset(), frozenset(), everything=True)
        keys |= found
    return Moved(frozenset(keys), frozenset(units))


class Moved:
    """Differences, as cases have looked at them."""

    def __init__(self, keys: frozenset[str], units: frozenset[str], *, everything: bool = False) -> None:
        self.keys, self.units, self.everything = keys, units, everything

    def moves(self, case: Case, looked: frozenset[str] | None) -> bool:
        if self.everything or looked is None or not self.keys.isdisjoint(looked):
            return True
        return bool(self.units) and self._has_units(case)

    def _has_units(self, case: Case) -> bool:
        """Whether a unit may be there: it is named, or may come with a situation or be made in play."""
        asked = case.node.get("ask")
        is_played = isinstance(asked, Scalar) and asked.text.startswith("after ")
        if is_played or any(case.node.get(key) is not None for key in ("situation", "play", "with")):
            return True
        text = repr(case.node.plain())
        return any(unit in text for unit in self.units)


def _keys(difference: Difference, graphs: tuple[g.Graph, g.Graph]) -> set[str] | None:
    """What a difference bears on, as it is noted; `None` where that may be anything."""
    if difference.sort in SILENT:
        return set()
    if difference.sort == "table" and difference.how == "changed":
        return {difference.key}
    if difference.sort != "rule":
        return None
    found = {difference.key}
    for graph in graphs:
        rule = graph.rules.get(difference.name)
        if rule is None:
            continue
        if rule.origin.option is not None or rule.origin.situation is not None or rule.under is not None:
            return None
        bearing = bears_on(rule, graph)
        if not bearing or any(sort not in NOTED for sort, _ in bearing):
            return None
        found |= {
            f"quantity:{name.partition('.')[0]}" if sort == "step" else f"{sort}:{name}" for sort, name in bearing
        }
    return found
