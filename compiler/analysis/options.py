"""Do the options of a law go together? An option that can never be on, a default or a situation that is refused."""

from __future__ import annotations

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import reached
from hexlaw.runtime.law import Configuration, ConfigurationRefused, configure


def options_can_be_chosen(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for option in graph.options.values():
        if why := excluded_by(graph, {option.name}):
            found.report(
                "HX275", names.options[option.name][0].name.span,
                f"the option `{option.name}` can never be on: {_pair(why)}",
                help="what an option needs, and what that needs, must not exclude each other",
            )  # fmt: skip


def excluded_by(graph: g.Graph, wanted: set[str]) -> tuple[str, str] | None:
    """Two options that exclude each other, among those wanted and all that these need."""
    needed = reached({name: set(option.needs) for name, option in graph.options.items()}, sorted(wanted))
    for name in sorted(needed & set(graph.options)):
        for other in graph.options[name].excludes:
            if other in needed:
                return name, other
    return None


def choices_of_the_law_stand(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What is on where nobody says otherwise is a game that can be played, and so is every situation."""
    try:
        configure(graph)
    except ConfigurationRefused as refused:
        first = next((names.options[o.name][0] for o in graph.options.values() if o.default), None)
        found.report(
            "HX275", first.name.span if first else None,
            f"the options that are on by default do not go together: {refused.reasons[0]}",
            help="change a line `default`",
        )  # fmt: skip
        return
    for situation in graph.situations.values():
        try:
            configure(graph, Configuration(situation=situation.name))
        except ConfigurationRefused as refused:
            found.report(
                "HX275", names.situations[situation.name][0].name.span,
                f"the situation `{situation.name}` cannot be played: {refused.reasons[0]}",
                help="say in it which options are on and which are off",
            )  # fmt: skip


def _pair(names: tuple[str, str]) -> str:
    if names[0] == names[1]:
        return f"`{names[0]}` excludes itself"
    return f"`{names[0]}` and `{names[1]}` exclude each other"
