"""What a verdict depends on: what a case looked at under a law, and a print (a digest) of each thing to look at.

Idea: an answer is worked out in a fixed order. As long as nothing that it looks at changes, it is worked out in the
same way. So a verdict is cached with the names of what was looked at, a law is reduced to a print for each name, and a
verdict holds under every law in which those prints are the same. The content of a rule is printed under its own name
alone: a case looks at that name only if it tried the rule. That the rule exists, when it is in force, and what it
stands over, limits and replaces is printed with all that it bears on: the fact, quantity or pick that it decides and
the rules that it has links to. So a rule that comes or goes invalidates a case, and a change of the words of a rule
that the case never tried does not.
INVARIANT: everything that has no name here is printed as `REST`, which every case looks at. Where it is not known
piece by piece what a case looks at, it looks at `LAW`, the print of everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time_ns
from typing import Any

from hexlaw.compiler.analysis.law_digest import how_it_stands
from hexlaw.compiler.cache import digest
from hexlaw.compiler.cases.judge import Outcome, run_case
from hexlaw.compiler.comparing.meaning import cell_key, meaning
from hexlaw.compiler.comparing.rule_differences import bears_on
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime import graph as g
from hexlaw.runtime.answer import Answer
from hexlaw.runtime.dependence import all_asked, ends_of_parts, picks_inside, uses
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.nodes import memoised
from hexlaw.runtime.relations import grouped
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.veil import resting

Prints = Mapping[str, str]
"""A print of each thing that a case may have looked at: `rule:name`, `fact:name`, cells, units, `REST` and `LAW`."""
REST, LAW, UNITS, SET_UPS = "rest", "law", "units", "set-ups"
A_THOUSANDTH = 1_000_000
NOTED = ("rule", "fact", "quantity", "pick", "step")
"""What rules bear on that is noted when it is asked."""
NAMED = frozenset(("facts", "quantities", "tables", "rules", "units", "rulings", "drops"))
"""Parts of a graph that are printed piece by piece."""
SILENT = frozenset(("titles", "sources", "speaks_for", "phrases", "variations", "modules"))
"""Parts on which no verdict depends, or that are already contained in the others: the order of modules in how rules
stand."""


@dataclass(frozen=True, eq=False)
class Looked:
    """What a case looked at: a bit for each name of a law, in the order of its places."""

    bits: int
    places: Mapping[str, int]

    @staticmethod
    def of(looked: Iterable[str], places: Mapping[str, int]) -> Looked:
        """What has no place is as if it had looked at the whole law."""
        return Looked(sum(1 << places[name] for name in {n if n in places else LAW for n in looked}), places)

    def at(self, names: Iterable[str]) -> bool:
        """Whether it looked at one of these."""
        return any(name in self.places and self.bits >> self.places[name] & 1 for name in names)


@dataclass(frozen=True)
class Known:
    """What is known of a case under a law: its verdict, and the rules that refuse; what it took the processor, in
    thousandths of a second, and what it looked at."""

    verdict: str
    refusing: tuple[str, ...]
    cost: int = field(default=0, compare=False)
    looked: Looked | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Asked:
    """What came of asking a case, and what it looked at on the way."""

    known: Known
    looked: frozenset[str]


class Moved:
    """What decides whether a case has to be asked anew under another law."""

    def __init__(self, before: Prints, now: Prints) -> None:
        self.keys = frozenset(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
        names = (key for key in self.keys if (key in before) != (key in now))
        self.words = frozenset(name_in(key) for key in names) - {""}

    def moves(self, written: str, looked: frozenset[str]) -> bool:
        """Whether a verdict may be another; `written` is the text of the case, which a new name may be meant in."""
        return not self.keys.isdisjoint(looked) or self.names(written)

    def names(self, written: str) -> bool:
        """Whether a case may mean something by a name that came or went."""
        return any(word in written for word in self.words)


def places_of(prints: Prints) -> dict[str, int]:
    """Where each name has its bit in what a case looked at."""
    return {name: place for place, name in enumerate(sorted(prints))}


def name_in(key: str) -> str:
    """The name in a key: `cover` of `table:cover (1, 2)`."""
    return key.partition(":")[2].partition(" (")[0]


# ---- the prints of a law


def prints_of(side: Side) -> Prints:
    """A print of each thing in a law, as it was chosen."""
    graph = side.compilation.graph
    found = dict.fromkeys(_picks(graph), "")
    around, others = _around(graph, side.chosen)
    for sort in ("fact", "quantity"):
        for name, node in graph.section(sort).items():
            found[f"{sort}:{name}"] = memoised(node, "_print", _print)
    for name, rule in graph.rules.items():
        found[f"rule:{name}"] = memoised(rule, "_print", _print)
    for name, table in graph.tables.items():
        shape = repr((table.params, table.below, table.above, [axis.headings for axis in table.data.axes]))
        found[f"table:{name}"] = digest(shape)
        for place, cell in table.data.cells.items():
            found[cell_key(table, place)] = repr(cell.value)
    for key, standing in around.items():
        found[key] = digest(found.get(key, ""), *sorted(standing))
    for name, unit in graph.units.items():
        found[f"unit:{name}"] = digest(unit.name, unit.kind, repr(sorted(unit.values.items())))
    found[UNITS] = digest(*(found[f"unit:{name}"] for name in graph.units))
    found[SET_UPS] = digest(*_files(side, "situations"))
    found[REST] = digest(*_rest(graph), *others, *_files(side, "boards"), _chosen(side))
    found[LAW] = digest(*(part for key in sorted(found) for part in (key, found[key])))
    return found


def _picks(graph: g.Graph) -> Iterator[str]:
    """All that can be picked, and every part and action that somebody can be done with."""
    yield from (node for node in uses(graph) if node.startswith("pick:"))
    for name, action in graph.actions.items():
        yield from (f"pick:{name}.{pick}" for pick in (g.DONE, *picks_inside(action)))
    yield from (f"pick:{path}" for path in ends_of_parts(graph))


def _print(node: Any) -> str:
    return digest(repr(meaning(node)))


def _around(graph: g.Graph, chosen: Configuration) -> tuple[dict[str, list[str]], list[str]]:
    """By what rules bear on, how these stand as was chosen; and all of the rules that bear on what is not noted."""
    options = {name: chosen.options.get(name, option.default) for name, option in graph.options.items()}
    found: defaultdict[str, list[str]] = defaultdict(list)
    others = []
    dropped = grouped((drop.rule, drop.origin) for drop in graph.drops)
    earlier = _earlier_takers(graph)
    for rule in graph.rules.values():
        drops = [
            (origin.module, options.get(origin.option or ""), origin.situation, earlier[origin.module])
            for origin in dropped.get(rule.id, ())
        ]
        is_chosen = options.get(rule.origin.option or ""), chosen.readings.get(rule.under[0]) if rule.under else None
        replaces = any(link.how == "replaces" for link in rule.links)
        behind = earlier[rule.origin.module] if replaces else ()
        stands = digest(how_it_stands(rule), repr((drops, is_chosen, behind)))
        found[f"rule:{rule.id}"].append(stands)
        bearing = bears_on(rule, graph)
        if not bearing or any(sort not in NOTED for sort, _ in bearing):
            others.append(digest(stands, memoised(rule, "_print", _print)))
        for sort, name in bearing:
            found[f"quantity:{name.partition('.')[0]}" if sort == "step" else f"{sort}:{name}"].append(stands)
    return found, others


def _rest(graph: g.Graph) -> Iterator[str]:
    """All that is not printed piece by piece, and what the machine reads off a law before it plays by it."""
    for name in graph.__struct_fields__:
        if name not in NAMED | SILENT:
            value = getattr(graph, name)
            if name == "choices":
                value = {n: (set(c.values) - graph.units.keys(), c.ordered and c.values) for n, c in value.items()}
                value = {n: (sorted(map(str, values)), ordered) for n, (values, ordered) in value.items()}
            yield f"{name} {meaning(value)!r}"
    yield from (repr((r.id, r.dated, r.supersedes)) for r in graph.rulings.values() if r.supersedes or r.dated)
    yield from memoised(graph, "_read_before_play", _read_before_play)


def _earlier_takers(graph: g.Graph) -> dict[str, tuple[str, ...]]:
    """By module that replaces or drops rules, those before it that do: what one takes out of the law, no later one
    finds. In no other way does the order of modules count."""
    replacing = (rule for rule in graph.rules.values() if any(link.how == "replaces" for link in rule.links))
    takers = {node.origin.module for family in (replacing, graph.drops) for node in family}
    in_order = [module for module in graph.modules if module in takers]
    return {module: tuple(in_order[:place]) for place, module in enumerate(in_order)}


def _read_before_play(graph: g.Graph) -> list[str]:
    """What each memory, tally and requirement may read, and which secrets are in it."""
    kept = (g.Remembers, g.Counts, g.Requires)
    watched = (rule for rule in graph.rules.values() if isinstance(rule.conclusion, kept))
    wanted = ("attribute:", "memory:", "tally:", "span:")
    read = (
        repr((r.id, sorted(n for n in all_asked(graph, [f"rule:{r.id}"]) if n.startswith(wanted)))) for r in watched
    )
    return [*read, repr(sorted((kept, sorted(map(repr, rests))) for kept, rests in resting(graph).items()))]


def _files(side: Side, part: str) -> Iterator[str]:
    for layer in side.compilation.chain.layers:
        for name, source in sorted(getattr(layer, part).items()):
            yield from (name, source.text)


def _chosen(side: Side) -> str:
    """What is chosen, as far as anything but rules depends on it: how rules stand is printed with the rules."""
    graph, chosen = side.compilation.graph, side.chosen
    linked = {name for option in graph.options.values() for name in (*option.needs, *option.excludes, option.name)
              if option.needs or option.excludes}  # fmt: skip
    origins = [node.origin for node in (*graph.actions.values(), *graph.tasks.values())]
    origins += [settled.origin for settled in graph.settlements]
    linked |= {origin.option for origin in origins if origin.option is not None}
    return repr((sorted((name, on) for name, on in chosen.options.items() if name in linked), chosen.year))


# ---- what a case looks at


def looked_at(case: Case, side: Side, seen: Seen, outcome: Outcome, written: str) -> frozenset[str]:
    """What a case has looked at on its way to what came of it."""
    if outcome.answer is None:
        return frozenset((LAW,))
    graph = side.compilation.graph
    found = {REST, *(f"rule:{rule}" for rule in seen.reached), *seen.asked}
    found |= cells_read(seen, outcome)
    asked = case.node.get("ask")
    is_played = isinstance(asked, Scalar) and asked.text.startswith("after ")
    begins = case.node.get("situation") is not None
    if is_played or begins or any(case.node.get(key) is not None for key in ("play", "with")):
        found.add(UNITS)  # one may come that is named nowhere in the case
    else:
        found |= {f"unit:{name}" for name in graph.units if name in written}
    return frozenset(found | {SET_UPS} if begins else found)


def cells_read(seen: Seen, outcome: Outcome) -> set[str]:
    """The cells that were read, as differences call them."""
    tables = {} if outcome.answer is None else outcome.answer.law.graph.tables
    return {cell_key(tables[table], place) for table, place in seen.cells if table in tables}


def ask(case: Case, side: Side, written: str) -> Asked:
    """Asks a case under a law; `written` is all that is written of it."""
    seen, began = Seen(), process_time_ns()
    outcome = run_case(case, side.compilation, side.chosen, tracing=False, seen=seen, by_any=True)
    cost = (process_time_ns() - began) // A_THOUSANDTH
    known = Known(repr(verdict_key(outcome)), tuple(sorted(refusing(outcome) - {""})), cost)
    return Asked(known, looked_at(case, side, seen, outcome, written))


def refusing(found: Outcome | Answer) -> frozenset[str]:
    """The rules that refuse; `""` stands for what no rule refuses by itself."""
    given = answer_of(found)
    refusals = given.permission.refusals if given is not None and given.permission is not None else ()
    return frozenset(refusal.rule.id if refusal.rule else "" for refusal in refusals)


def answer_of(found: Outcome | Answer) -> Answer | None:
    """The answer that came of a case, or was given to a question."""
    return found.answer if isinstance(found, Outcome) else found


def verdict_key(found: Outcome | Answer) -> object:
    """What a verdict says, without its reasons. Who is refused at a step is refused, whichever rule it is by."""
    given = found
    if isinstance(found, Outcome):
        if found.diagnostics.has_errors:
            return "not understood", tuple(d.message for d in found.diagnostics)
        if found.answer is None:
            return "no answer", found.expected if found.refused else found.got
        given = found.answer
    assert isinstance(given, Answer)
    if given.stop is not None:
        return "stop", given.stop.message
    return "refused" if given.permission is not None and not given.permission.allowed else given.in_short
