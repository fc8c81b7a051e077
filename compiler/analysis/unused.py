"""What is declared and printed, and used by nothing: tables and cells that no rule reads, names that nothing mentions.

Only a module's own words are looked at: what a base declares may be there for another game. A name counts as used when
any rule, whatever it needs, mentions it, so what is reported is certain; that it is a mistake is very likely, as a
misspelt declaration leaves exactly this behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.check.typing_cache import HasOrigin
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import asked as asked_in
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.footprint import footprint
from hexlaw.runtime.law.value import plain_text

MAX_SHOWN = 5  # cells of a table


def cells_are_read(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Every table is read, and every cell of an axis that is only ever asked for some of its values."""
    reading = (
        read
        for node in graph.law()
        for read in memoised(node, "_table_reads", lambda law: [x for x in parts(law) if isinstance(x, e.Table)])
    )
    reads = grouped((read.name, read) for read in reading)
    for table in graph.tables.values():
        if table.origin.module != graph.name:
            continue
        span = names.place(f"table:{table.name}")
        if table.name not in reads:
            message = f"no rule reads the table `{table.name}`"
            help_ = f"read it in a rule: `{table.name}({', '.join(dict(table.params))})`"
            found.report("HX288", span, message, help=help_, level="warning")
            continue
        unread = [
            " / ".join(f"`{plain_text(heading)}`" for heading in table.data.headings(at))
            for at in table.data.cells
            if not any(_may_read(table, read, at) for read in reads[table.name])
        ]
        if unread:
            more = f" and {len(unread) - MAX_SHOWN} more" if len(unread) > MAX_SHOWN else ""
            found.report(
                "HX288", span, f"no rule can read these cells of `{table.name}`: {', '.join(unread[:MAX_SHOWN])}{more}",
                help="every rule that reads the table asks for another heading", level="warning",
            )  # fmt: skip


def _may_read(table: g.TableDecl, read: e.Table, at: tuple[int, ...]) -> bool:
    """Whether a reading may come upon a cell: it asks for that heading, or for one that the position decides."""
    return not any(
        isinstance(arg, e.Const) and axis.position(arg.value) != position
        for axis, arg, position in zip(table.data.axes, read.args, at, strict=True)
    )


class _Half(NamedTuple):
    """A sort of name that takes two parts of the law, with the names of which one is missing."""

    sort: str
    declared: Mapping[str, HasOrigin]
    idle: Set[str | None]
    what: str
    help: str


def names_are_used(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What has two halves, and one is missing: an event that is hooked onto and never happens, an idle option."""
    for half in _halves(graph):
        for name, node in half.declared.items():
            if name in half.idle and node.origin.module == graph.name:
                place = names.place(f"{half.sort}:{name}")
                found.report("HX289", place, f"the {half.sort} `{name}` {half.what}", help=half.help, level="warning")
    returning = (node for node in graph.law() if e.ANYTHING in footprint(node).writes)
    returned = {part.point for node in returning for part in parts(node) if isinstance(part, e.Return)}
    for action in graph.actions.values():
        for part in parts((action.lines, action.body)):
            if isinstance(part, e.Point) and part.name not in returned and action.origin.module == graph.name:
                span = names.place(f"action:{action.name}")
                message = f"nothing returns to the point `{part.name}` of `{action.name}`"
                found.report("HX289", span, message, help=f"write `return ... to {part.name}`", level="warning")


def _halves(graph: g.Graph) -> Iterator[_Half]:
    rules, law = graph.rules.values(), (*graph.law(),)
    kept_by_play, begun = ("memory:", "tally:"), ("event:", "task:")
    asked = {node.partition(":")[2] for node in asked_in(law) if node.startswith(kept_by_play)}
    started = {node.partition(":")[2] for node in footprint(law).brings_about if node.startswith(begun)}
    waiting = {r.after for r in rules} | {r.conclusion.task for r in rules if isinstance(r.conclusion, g.TaskRule)}
    kept = {
        *(r.conclusion.memory for r in rules if isinstance(r.conclusion, g.Remembers) and not r.conclusion.lapses),
        *(r.conclusion.tally for r in rules if isinstance(r.conclusion, g.Counts) and r.conclusion.amount is not None),
    }
    disputed = {rule.under[0] for rule in rules if rule.under is not None}
    origins = [node.origin for family in (graph.rules.values(), graph.drops, graph.settlements) for node in family]
    switching = {origin.option for origin in origins if origin.option is not None}
    for option in graph.options.values():
        if option.needs or option.excludes:
            switching |= {option.name, *option.needs, *option.excludes}
    announced = started | {event.name for event in graph.events.values() if event.by}
    never_announced = "`announce` it where it happens, or say `by ACTION.PICK`"
    yield _Half("event", graph.events, waiting - announced, "is never announced", never_announced)
    yield _Half("task", graph.tasks, waiting - started, "is never begun", "`begin` it in an action or an effect")
    ask_it, tally_it = "ask it in a condition", "write a rule that counts towards it"
    yield _Half("memory", graph.memories, asked - kept, "is asked and never begins", "write a rule that `begins` it")
    yield _Half("memory", graph.memories, kept - asked, "begins and is asked by nothing", ask_it)
    yield _Half("tally", graph.tallies, asked - kept, "is asked and never counted", tally_it)
    yield _Half("tally", graph.tallies, kept - asked, "is counted and asked by nothing", ask_it)
    unswitched, undecided = graph.options.keys() - switching, graph.disputes.keys() - disputed
    yield _Half("option", graph.options, unswitched, "switches nothing", "hang a chapter on it: `if option`")
    yield _Half("dispute", graph.disputes, undecided, "decides nothing", "let rules stand `under` readings")
