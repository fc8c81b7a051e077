"""Modules for VASSAL: what is gathered of a law, its situations, charts and book, to be written as one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.book.charts import chart_alone
from hexlaw.compiler.desk.vassal import module_of_law
from hexlaw.compiler.desk.vassal.archives import MAX_READ as MAX_READ
from hexlaw.compiler.desk.vassal.foreign_modules import ModuleTaker as ModuleTaker
from hexlaw.compiler.desk.vassal.module_of_law import VassalGame, VassalSetUp, vassal_module
from hexlaw.compiler.desk.vassal.turn_parts import tracked
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.workspace.compiled_laws import Compiled, one_at_a_time, read_by
from hexlaw.runtime.law.law import Configuration, Law
from hexlaw.runtime.words.readings import Readings


@dataclass(frozen=True)
class WrittenModule:
    data: bytes
    set_ups: int
    without_map: tuple[str, ...]
    """Situations that have no map, and so are not in it."""
    found: tuple[Diagnostic, ...] = ()
    """What is amiss with what it was made of, and did not keep it from being written."""


@one_at_a_time
def write_module(read: Compiled, spec: str, chosen: Configuration, book: Mapping[str, bytes]) -> WrittenModule:
    """Returns the module of a law: with all its situations, and the pages of a book as help."""
    compilation, found = read.compilation, Diagnostics()
    graph, style = compilation.graph, read_by(compilation.style, found)
    titles = {name: one.title or name for name, one in graph.situations.items()}
    laws: dict[str, Law] = {}
    set_ups: list[VassalSetUp] = []
    without: list[str] = []
    for name in sorted(situation_files(compilation.chain), key=lambda name: titles.get(name, name)):
        prepared = read_by(partial(prepare, compilation, name, chosen), found)
        laws[name], position = prepared.law, prepared.position
        if position.map is None:
            without.append(name)
        else:
            set_ups.append(VassalSetUp(name, titles.get(name, name), position))
    if not set_ups:
        said = f"{compilation.name} has no situation with a map; VASSAL needs one to lay counters on"
        raise Refused(said, "`hexlaw new situation NAME --in MODULE` begins one")
    standing = {
        action.name for action in graph.actions.values()
        if any(law.why_not_in_force(action.origin) is None for law in laws.values())
    }  # fmt: skip
    first = set_ups[0]
    sequence, charts = tracked(laws[first.name], first.position), _charts(compilation, list(laws.values()))
    title = compilation.chain.layers[-1].manifest.title or compilation.name
    game = VassalGame(spec, title, graph, style, standing, set_ups, sequence, charts, book)
    return WrittenModule(vassal_module(game), len(set_ups), tuple(without), (*read.found, *found))


def _charts(compilation: Compilation, laws: Sequence[Law]) -> list[tuple[str, str]]:
    """Returns the tables of the law that stand in any situation as pages, by title."""
    graph = compilation.graph
    page, called = template(module_of_law.__file__, "chart.html.jinja"), Readings(graph)
    charts = (
        chart_alone(graph, table, lambda choice, value: called.called("value", f"{choice}.{value}"))
        for table in graph.tables.values()
        if any(law.why_not_in_force(table.origin) is None for law in laws) and not graph.guides("table", table.name)
    )
    return sorted((chart.title, page.render(chart=chart)) for chart in charts)
