"""Which rules a book prints, and when each stands.

What was chosen on purpose holds for the whole book: an option that was switched off is not printed, one that was
switched on is ordinary law. All other options are printed as optional rules, as printed books do, and each situation
with its special rules. So the law is configured once as chosen, once with each open option on, once with each
situation; a rule is printed if it stands in one of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, InForce, Law, configure, in_force
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import english


@dataclass(frozen=True)
class Bears:
    """A rule that bears on another, as `Link` says."""

    rule: g.Rule
    how: str


@dataclass(frozen=True)
class Standing:
    graph: g.Graph
    chosen: Configuration
    law: Law
    rules: Mapping[str, g.Rule]  # all that is printed, in the order of the law
    on: Mapping[str, tuple[Bears, ...]]  # by rule or `quantity.step`: what bears on it
    open_options: tuple[str, ...]  # printed as optional rules

    def tags(self, rule: g.Rule) -> tuple[str, ...]:
        """When a rule stands, where that is not always; special rules stand in the pages of their situation."""
        found = []
        if rule.origin.option in self.open_options:
            found.append(f"option {english.named(rule.origin.option or '')}")
        if rule.from_year is not None:
            found.append(f"from {rule.from_year}")
        if rule.until_year is not None:
            found.append(f"until {rule.until_year}")
        return tuple(found)


def standing(graph: g.Graph, chosen: Configuration) -> Standing:
    """Raises `ConfigurationRefused` where what was chosen does not go together."""
    law = configure(graph, chosen)
    laws: list[InForce] = [law]
    open_options = []
    for name, option in graph.options.items():
        if name in chosen.options:
            continue
        open_options.append(name)
        if not law.options[name]:
            laws += _with(graph, chosen, {name: True, **dict.fromkeys(option.needs, True)}, None)
    for situation in graph.situations:
        laws += _with(graph, chosen, {}, situation)
    standing_somewhere = {name for each in laws for name in each.rules}
    rules = {name: rule for name, rule in graph.rules.items() if name in standing_somewhere}
    return Standing(graph, chosen, law, rules, _bearing(graph, laws, rules), tuple(open_options))


def _with(graph: g.Graph, chosen: Configuration, options: dict[str, bool], situation: str | None) -> list[InForce]:
    """Returns the law with this as well; none where it does not go with what was chosen."""
    wanted = Configuration({**options, **chosen.options}, chosen.readings, chosen.year, situation=situation)
    try:
        return [in_force(graph, wanted)]
    except ConfigurationRefused:
        return []


def _bearing(graph: g.Graph, laws: list[InForce], rules: Mapping[str, g.Rule]) -> dict[str, tuple[Bears, ...]]:
    found: dict[str, dict[str, Bears]] = {}
    for rule in rules.values():
        for link in rule.links:
            if link.how == "replaces":
                continue
            for name in [link.target] if link.step else targets_of(graph, link):
                standing = (law.standing(name) for law in laws)  # under a name, or in its place
                for target in [name] if link.step else dict.fromkeys(one.id for one in standing if one is not None):
                    if target != rule.id:
                        found.setdefault(target, {}).setdefault(rule.id, Bears(rule, link.how))
    return {target: tuple(bearing.values()) for target, bearing in found.items()}
