"""Do the options of a law go together? An option that can never be on, a default or a situation that is refused."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.relations import reached
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, settings


def options_can_be_chosen(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for option in graph.options.values():
        if why := excluded_by(graph, {option.name}):
            one, other = why
            said = f"`{one}` excludes itself" if one == other else f"`{one}` and `{other}` exclude each other"
            message = f"the option `{option.name}` can never be on: {said}"
            help_ = "what an option needs, and what that needs, must not exclude each other"
            found.report("HX275", names.place(f"option:{option.name}"), message, help=help_)


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
        settings(graph, Configuration())
    except ConfigurationRefused as refused:
        first = next((names.options[o.name][0] for o in graph.options.values() if o.default), None)
        message = f"the options that are on by default do not go together: {refused.reasons[0]}"
        found.report("HX275", first.name.span if first else None, message, help="change a line `default`")
        return
    for situation in graph.situations.values():
        try:
            settings(graph, Configuration(situation=situation.name))
        except ConfigurationRefused as refused:
            message = f"the situation `{situation.name}` cannot be played: {refused.reasons[0]}"
            help_ = "say in it which options are on and which are off"
            found.report("HX275", names.place(f"situation:{situation.name}"), message, help=help_)
