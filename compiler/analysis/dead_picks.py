"""Can every pick be made? A choice from nothing, a pick that is always forbidden, a repeat that may never end.

Whether a pick can be made depends on the position, so only what holds in every position is reported: its `where` and
all that forbids it exclude each other, under every choice of options and readings. A module that forbids what its base
offers may well mean it: that is a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.analysis.formula import Formula, conj, negation
from hexlaw.compiler.analysis.rule_formulas import Conditions, conditions_of, picks_of
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import ends_of_parts, forbidding

MAX_SHOWN = 3  # rules that forbid one pick


def picks_can_be_made(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    conditions = conditions_of(graph)
    dropped = {change.name for change in graph.variations if (change.sort, change.how) == ("action", "drop")}
    dropped |= {action.name for action in graph.actions.values() if action.origin.option in graph.options_left_out}
    for name, made in picks_of(graph):
        owner = name.partition(".")[0]
        if owner in dropped:
            continue
        if isinstance(made.domain, e.MakeSet) and not made.domain.items:
            span = names.place(f"action:{owner}")
            found.report("HX294", span, f"`{name}` is picked from nothing", help="write what it is picked `from`")
            continue
        _can_be_picked(conditions, names, name, made, found)
    for action in graph.actions.values():
        said, place = f"`{action.name}` can never be done", names.place(f"action:{action.name}")
        help_ = "say in which case it may not end"
        _can_be_done(conditions, names, f"{action.name}.{g.DONE}", said, place, help_, found)
    for ends in sorted(ends_of_parts(graph)):
        part = ends.partition(".")[0]
        said, place = f"nobody can ever be done with `{part}`", names.spans[part].name.span
        _can_be_done(conditions, names, ends, said, place, "say in which case a side may not be done", found)


def _can_be_picked(conditions: Conditions, names: Names, name: str, made: e.Pick, found: Diagnostics) -> None:
    """Reports a pick that can never be made."""
    graph, owner = conditions.graph, name.partition(".")[0]
    span = names.place(f"action:{owner}")
    where = conditions.formula(made.where) if made.where is not None else True
    if conditions.excludes_itself(where):
        message = f"`{name}` can never be picked: what its `where` asks excludes itself"
        found.report("HX294", span, message, help="one of its conditions says the contrary of another")
    elif conditions.excludes_itself(conj(where, *_not_forbidden(conditions, name))):
        bars = _enough(conditions, where, _bars(graph, name))
        origin = graph.actions[owner].origin
        taken_away = any(rule.origin.module != origin.module for rule in bars)
        or_drop = f", or `drop option {origin.option}`" if taken_away and origin.option else ""
        found.report(
            "HX294", _blamed(names, bars, span),
            f"`{name}` can never be picked: {_told(bars)} it wherever it could be",
            help=f"say in which case it is forbidden, or leave the pick out{or_drop}",
            level="note" if taken_away else "error",
        )  # fmt: skip


def _can_be_done(
    conditions: Conditions, names: Names, ends: str, said: str, span: Span | None, help_: str, found: Diagnostics
) -> None:
    """The same of being done with an action or a part of the sequence."""
    bars = _bars(conditions.graph, ends)
    if bars and conditions.excludes_itself(conj(*_not_forbidden(conditions, ends))):
        bars = _enough(conditions, True, bars)
        message = f"{said}: {_told(bars)} it in every position"
        found.report("HX294", _blamed(names, bars, span), message, help=help_)


def _told(bars: list[g.Rule]) -> str:
    named = " and ".join(f"`{rule.id}`" for rule in bars[:MAX_SHOWN])
    more = f" and {len(bars) - MAX_SHOWN} more" if len(bars) > MAX_SHOWN else ""
    return f"{named}{more} {'forbid' if len(bars) > 1 else 'forbids'}"


def _blamed(names: Names, bars: list[g.Rule], other: Span | None) -> Span | None:
    """The place of the message: the rule that does it, and where several do it together, what they forbid."""
    return names.rules[bars[0].id][0].name.span if len(bars) == 1 else other


def _not_forbidden(conditions: Conditions, pick: str) -> Iterator[Formula]:
    return (negation(conditions.applies(rule)) for rule in _bars(conditions.graph, pick))


def _enough(conditions: Conditions, where: Formula, bars: list[g.Rule]) -> list[g.Rule]:
    """Of the rules that together forbid a pick wherever it could be, as few as do: one of them, where one is enough."""

    def forbid(some: list[g.Rule]) -> bool:
        return conditions.excludes_itself(conj(where, *(negation(conditions.applies(rule)) for rule in some)))

    alone = next((rule for rule in bars if forbid([rule])), None)
    if alone is not None:
        return [alone]
    needed = bars
    for rule in bars:
        if forbid(others := [other for other in needed if other is not rule]):
            needed = others
    return needed


def _bars(graph: g.Graph, pick: str) -> list[g.Rule]:
    return [*forbidding(graph).get(pick, ())]
