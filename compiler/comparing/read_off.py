"""What a number is for: the tables that are read by it, and what these say at their two ends.

A law that lowers a number says nowhere for whom that is good. Where the number is added to what a table is read by, the
table shows it: by its first line and its last one. A number that is a part of another is read where that one is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.nodes import memoised
from hexlaw.runtime.relations import going_on, grouped
from hexlaw.runtime.value import plain_text
from hexlaw.runtime.words import english

SUMMED = ("fact", "quantity")


Axis = tuple[str, int]
"""A table, and one of its axes."""
Signed = tuple[str, bool]
"""A fact or quantity, and whether it is added; if not, it is taken off."""


def read_off(named: Iterable[tuple[str, str]], graph: g.Graph) -> tuple[str, ...]:
    """In a sentence for each table: what a lower and a higher number comes to, of the facts and quantities named."""
    names = dict.fromkeys(name for sort, name in named if sort in SUMMED)
    if not names:
        return ()
    readings, parts_of = memoised(graph, "_read_off", _readings)
    found: dict[str, None] = {}
    for name in names:
        steps = going_on([(name, True)], lambda at: [(of, sign == at[1]) for of, sign in parts_of.get(at[0], ())])
        ways = grouped((axis, rising == added) for one, added in steps for axis, rising in readings.get(one, ()))
        for (table, number), each in ways.items():
            rises = set(each)
            if len(rises) == 1:  # else it is added for one and taken off for another
                found.update(dict.fromkeys(_told(graph.tables[table], number, name, rising=True in rises)))
    return tuple(found)


def _readings(graph: g.Graph) -> tuple[dict[str, tuple[tuple[Axis, bool], ...]], dict[str, tuple[Signed, ...]]]:
    """By fact or quantity: the axes of tables that are read by it, and the facts of which it is a part."""
    rules = graph.rules.values()
    bodies = (*rules, *(effect.body for effect in graph.effects.values()))
    tables = (part for node in bodies for part in parts(node) if isinstance(part, e.Table))
    readings = grouped(
        (name, ((table.name, number), added))
        for table in tables
        for number, arg in enumerate(table.args)
        if graph.tables[table.name].data.axes[number].brackets
        for name, added in _summands(arg, added=True)
    )
    parts_of = grouped(
        (name, (said.fact, added))
        for rule in rules
        if isinstance(said := rule.conclusion, g.Gives)
        for name, added in _summands(said.value, added=True)
    )
    return readings, parts_of


def _summands(value: e.Expr, *, added: bool) -> Iterator[Signed]:
    match value:
        case e.Arith(op="+" | "-" as op, left=left, right=right):
            yield from _summands(left, added=added)
            yield from _summands(right, added=added == (op == "+"))
        case e.Fold(how="sum", item=item):
            yield from _summands(item, added=added)
        case e.Fact(name=name) | e.Quantity(name=name):
            yield name, added
        case _:
            pass


def _told(table: g.TableDecl, axis: int, name: str, *, rising: bool) -> Iterator[str]:
    """Nothing of a table that says the same at both ends."""
    headings = table.data.axes[axis].headings
    ends = [(str(headings[at]), _line(table, axis, at)) for at in (0, len(headings) - 1)]
    if ends[0][1] == ends[1][1]:
        return
    (low, says_low), (high, says_high) = ends if rising else ends[::-1]
    words = english.named(name)
    lower = f"a lower {words} leads towards line {low} of `{table.name}` ({says_low})"
    yield f"{lower}, a higher one towards line {high} ({says_high})"


def _line(table: g.TableDecl, axis: int, at: int) -> str:
    """What the cells of one line say: all of them, or most, or what there is."""
    said = Counter(_word(cell.value) for place, cell in table.data.cells.items() if place[axis] == at)
    first, number = said.most_common(1)[0]
    if len(said) == 1:
        return first
    return f"mostly {first}" if number * 2 > said.total() else " or ".join(word for word, _ in said.most_common(3))


def _word(value: object) -> str:
    return english.named(value) if isinstance(value, str) else plain_text(value)
