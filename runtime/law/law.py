"""The law in force: a rule graph with its options, readings and year chosen.

Input: a graph and a configuration. Output: a `Law`, which knows for every fact, pick and step the rules that stand, and
for every rule what overrides, limits or lifts it. A configuration that the law forbids is refused with
reasons. How a chain of modules becomes one law (Semantics of layers):

1. rules of switched-off chapters, of readings not taken, of other years and of superseded rulings do not stand;
2. layer by layer, `drop` and `replaces` take rules out; what replaces a rule takes its place in the links to it;
3. links to rules that do not stand are void.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import closure, grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked
from hexlaw.runtime.law.links import targets_of

MAX_LISTED = 8
"""Names of options, readings and the like that are listed where one is not known."""


@dataclass(frozen=True)
class Configuration:
    options: Mapping[str, bool] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    year: int | None = None
    without: frozenset[str] = frozenset()  # rules taken out by hand, for knock-out
    situation: str | None = None  # the situation that is played: its special rules are in force there alone

    def merged(self, chosen: Configuration) -> Configuration:
        """This configuration with what is chosen laid over it."""
        return Configuration(
            {**self.options, **chosen.options},
            {**self.readings, **chosen.readings},
            chosen.year if chosen.year is not None else self.year,
            chosen.without,
            chosen.situation or self.situation,
        )


class ConfigurationRefused(Exception):
    """The options, readings or year asked for do not go together; `reasons` are sentences."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True)
class InForce:
    """What stands under a configuration, without what bears on what."""

    graph: g.Graph
    options: Mapping[str, bool]
    readings: Mapping[str, str]
    year: int | None
    situation: str | None
    rules: Mapping[str, g.Rule]
    _place: Mapping[str, str]  # by rule that was replaced: what stands in its place

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that there are, in the order of the law; a law that plays no game may have none."""
        return self.graph.choices[g.SIDE].values if g.SIDE in self.graph.choices else ()

    def standing(self, name: str) -> g.Rule | None:
        """The rule that stands under this name, or in its place."""
        return self.rules.get(_in_place_of(name, self._place))

    def may_be_asked(self, name: str, *, itself: bool = False) -> tuple[g.Rule, ...]:
        """The rules that may stand under a name or in its place, only one of which does."""
        found = self.rules.get(name) if itself else self.standing(name)
        return () if found is None else (found,)

    @property
    def switches(self) -> Mapping[str, int]:
        """The numbers of what is there but may not stand: rules by their ids, `action:` or `task:` and a name."""
        return {}

    def why_not_in_force(self, origin: g.Origin) -> str | None:
        """Why the chapter that something was written in is not in force; nothing where it is."""
        return _not_in_force(origin, self.options, self.situation)


@dataclass(frozen=True)
class Law(InForce):
    of_fact: Mapping[str, tuple[g.Rule, ...]]
    of_step: Mapping[str, tuple[g.Rule, ...]]
    rounding: Mapping[str, tuple[g.Rule, ...]]
    forbidding: Mapping[str, tuple[g.Rule, ...]]
    requirements: tuple[g.Rule, ...]
    limiters: Mapping[str, tuple[g.Rule, ...]]  # by rule: what limits or lifts it
    step_limiters: Mapping[str, tuple[g.Rule, ...]]
    _beaten: Mapping[str, frozenset[str]]  # by rule: the rules it stands over, directly or through others
    _other_laws: dict[tuple[str, str], Law] = field(default_factory=dict, compare=False, repr=False)
    _simplest_first: dict[str, tuple[g.Rule, ...]] = field(default_factory=dict, compare=False, repr=False)

    def forbidding_simplest_first(self, path: str) -> tuple[g.Rule, ...]:
        """The rules that forbid a pick, those first that ask nothing but attributes, then those that ask least."""
        if path not in self._simplest_first:
            rules = ((asked(tuple(c.expr for c in rule.when)), rule) for rule in self.forbidding.get(path, ()))
            ordered = sorted(rules, key=lambda one: sum(not node.startswith("attribute:") for node in one[0]))
            self._simplest_first[path] = tuple(rule for _, rule in ordered)
        return self._simplest_first[path]

    def under_reading(self, dispute: str, reading: str) -> Law:
        """The law with another reading of one dispute."""
        if (dispute, reading) not in self._other_laws:
            self._other_laws[dispute, reading] = configure(self.graph, self._otherwise(dispute, reading))
        return self._other_laws[dispute, reading]

    def is_same_under(self, dispute: str, reading: str) -> bool:
        """Whether the same rules stand under another reading of one dispute: those of chapters that are not in force do
        not stand under either."""
        other = in_force(self.graph, self._otherwise(dispute, reading))
        return other.rules == self.rules and other._place == self._place

    def _otherwise(self, dispute: str, reading: str) -> Configuration:
        readings = {**self.readings, dispute: reading}
        return Configuration(self.options, readings, self.year, situation=self.situation)

    @cached_property
    def ranging_binders(self) -> dict[str, tuple[e.Binder, ...]]:
        """By rule, what it is tried for one after the other: its `for each`, and before it all that a memory or a tally
        of itself ranges over. What ends something that is kept is tried for what is kept, where it is kept."""
        return {rule.id: (*_ranging(rule, self.graph), *rule.for_each) for rule in self.rules.values()}

    def beats(self, one: g.Rule, other: g.Rule) -> bool:
        return other.id in self._beaten.get(one.id, frozenset())

    def why_not_standing(self, rule: str) -> str | None:
        """Why a rule of the graph is not in force, in words."""
        if rule in self.rules or rule not in self.graph.rules:
            return None
        return _not_standing(self.graph.rules[rule], self.graph, self) or "it is dropped or replaced"


def in_force(graph: g.Graph, chosen: Configuration) -> InForce:
    options, readings = settings(graph, chosen)
    settled = replace(chosen, options=options, readings=readings)
    always = memoised(graph, "_always", lambda graph: {name for name, rule in graph.rules.items() if rule.always})
    standing = {
        name: rule
        for name, rule in graph.rules.items()
        if (name in always or _not_standing(rule, graph, settled) is None) and name not in chosen.without
    }
    place = _replaced(graph, standing, options, chosen.situation)
    return InForce(graph, options, readings, chosen.year, chosen.situation, standing, place)


def configure(graph: g.Graph, chosen: Configuration | None = None) -> Law:
    found = in_force(graph, chosen or Configuration())
    place = found._place
    return Law(**bearing(found, lambda name: (_in_place_of(name, place),)))


def bearing(found: InForce, in_place: Callable[[str], Iterable[str]]) -> dict[str, Any]:
    """Returns what a `Law` is made of: what stands, and what bears on what, with what is `in_place` of a rule."""
    graph, standing = found.graph, found.rules
    links = [
        (rule, link, target)
        for rule, link, named in memoised(graph, "_links", _links)
        if rule.id in standing
        for target in (named if link.step else dict.fromkeys(there for name in named for there in in_place(name)))
        if target != rule.id  # it took the place of what it had a link to
    ]
    about = memoised(graph, "_about", _about)

    def standing_of(sort: str) -> dict[str, tuple[g.Rule, ...]]:
        return grouped((name, rule) for name, rule in about.get(sort, ()) if rule.id in standing)

    return dict(
        **vars(found),
        of_fact=standing_of("fact"),
        of_step=standing_of("step"),
        rounding=standing_of("rounding"),
        forbidding=standing_of("pick"),
        requirements=standing_of("requirement").get("", ()),
        limiters=grouped((target, rule) for rule, link, target in links if link.how != "over" and not link.step),
        step_limiters=grouped((target, rule) for rule, link, target in links if link.how != "over" and link.step),
        _beaten=closure((rule.id, target) for rule, link, target in links if link.how == "over"),
    )


def _links(graph: g.Graph) -> list[tuple[g.Rule, g.Link, list[str]]]:
    """Every link of every rule but those that replace, with the rules that it names, or the step."""
    return [
        (rule, link, [link.target] if link.step else targets_of(graph, link))
        for rule in graph.rules.values()
        for link in rule.links
        if link.how != "replaces"
    ]


def _about(graph: g.Graph) -> dict[str, tuple[tuple[str, g.Rule], ...]]:
    """By sort of what rules bear on, each name of that sort and a rule that bears on it, in the order of the rules."""
    found: list[tuple[str, tuple[str, g.Rule]]] = []
    for rule in graph.rules.values():
        match rule.conclusion:
            case g.Gives(fact=name) | g.Collects(fact=name):
                found.append(("fact", (name, rule)))
            case g.Changes(quantity=name, step=step):
                found.append(("step", (f"{name}.{step}", rule)))
            case g.Rounds(quantity=name):
                found.append(("rounding", (name, rule)))
            case g.Forbids(picks=picks):
                found += [("pick", (pick, rule)) for pick in picks]
            case g.Requires():
                found.append(("requirement", ("", rule)))
    return grouped(found)


def _replacing(graph: g.Graph) -> dict[str, tuple[str, ...]]:
    """By module, its rules that replace others."""
    rules = graph.rules.items()
    return grouped((r.origin.module, name) for name, r in rules if any(link.how == "replaces" for link in r.links))


def settings(graph: g.Graph, chosen: Configuration) -> tuple[dict[str, bool], dict[str, str]]:
    """Which options are on and which readings are taken. Raises `ConfigurationRefused`, as nothing else here does."""
    unknown = (name for name in chosen.options if name not in graph.options)
    reasons = [f"the law has no option `{name}`{_meant(name, graph.options)}" for name in unknown]
    for name, reading in chosen.readings.items():
        dispute = graph.disputes.get(name)
        if dispute is None:
            reasons.append(f"the law has no dispute `{name}`{_meant(name, graph.disputes)}")
        elif reading not in (known := [r.name for r in dispute.readings]):
            reasons.append(f"the dispute `{name}` has no reading `{reading}`{_meant(reading, known)}")
    played = graph.situations.get(chosen.situation) if chosen.situation is not None else None
    if chosen.situation is not None and played is None:
        reasons.append(f"the law has no situation `{chosen.situation}`{_meant(chosen.situation, graph.situations)}")
    options = {name: decl.default for name, decl in graph.options.items()}
    options |= dict(played.options) if played else {}
    options |= dict(chosen.options)
    reasons += [f"the option `{name}` is {why}" for name, why in graph.options_left_out.items() if options.get(name)]
    for name, decl in graph.options.items():
        if not options[name]:
            continue
        reasons += [f"the option `{name}` needs `{n}`, which is off" for n in decl.needs if not options.get(n)]
        reasons += [f"the options `{name}` and `{n}` exclude each other" for n in decl.excludes if options.get(n)]
    if reasons:
        raise ConfigurationRefused(reasons)
    readings = {name: decl.default for name, decl in graph.disputes.items()}
    for settled in graph.settlements:
        if _not_in_force(settled.origin, options, chosen.situation) is None:
            readings[settled.dispute] = settled.reading
    readings |= dict(played.readings) if played else {}
    return options, readings | dict(chosen.readings)


def _meant(name: str, known: Iterable[str]) -> str:
    """What may have been meant by a name: one that is much like it, or any where there are few."""
    names = sorted(known)
    close = get_close_matches(name, names, n=1)
    if close:
        return f" (did you mean `{close[0]}`?)"
    return f" (there are: {', '.join(f'`{name}`' for name in names)})" if 0 < len(names) <= MAX_LISTED else ""


def _not_in_force(origin: g.Origin, options: Mapping[str, bool], situation: str | None) -> str | None:
    """Why a chapter is not in force, in words."""
    if origin.situation and origin.situation != situation:
        return f"the situation `{origin.situation}` is not played"
    return f"the option `{origin.option}` is off" if origin.option and not options[origin.option] else None


def _not_standing(rule: g.Rule, graph: g.Graph, settled: Configuration | InForce) -> str | None:
    year = settled.year
    if (why_not := _not_in_force(rule.origin, settled.options, settled.situation)) is not None:
        return why_not
    if rule.against:
        return f"the ruling {rule.against} says that there is no such rule"
    if rule.under and settled.readings[rule.under[0]] != rule.under[1]:
        return f"the reading `{rule.under[1]}` of the dispute `{rule.under[0]}` is not taken"
    if year is not None and rule.from_year is not None and year < rule.from_year:
        return f"it came into force in {rule.from_year}"
    if rule.until_year is not None and (year is None or year >= rule.until_year):
        return f"it was in force until {rule.until_year}"
    if rule.by_ruling and not _in_force(graph.rulings[rule.by_ruling], graph, year):
        return f"the ruling {rule.by_ruling} that brought it is not in force"
    return None


def _in_force(ruling: g.Ruling, graph: g.Graph, year: int | None) -> bool:
    """An undated ruling is always given; a superseded one holds until the ruling that supersedes it.

    It does not come back when that one is superseded in its turn.
    """
    return _given(ruling, year) and not any(
        ruling.id in other.supersedes and _given(other, year) for other in graph.rulings.values()
    )


def _given(ruling: g.Ruling, year: int | None) -> bool:
    return year is None or ruling.dated is None or ruling.dated <= year


def _replaced(
    graph: g.Graph, standing: dict[str, g.Rule], options: Mapping[str, bool], situation: str | None
) -> dict[str, str]:
    """Takes dropped and replaced rules out of `standing`, layer by layer; says which rule now stands in whose place.

    A rule that was replaced does not come back when a later layer drops what replaced it.
    """
    place: dict[str, str] = {}
    replacing = memoised(graph, "_replacing", _replacing)
    for module in graph.modules:
        for rule in [standing[name] for name in replacing.get(module, ()) if name in standing]:
            for link in rule.links:
                if link.how == "replaces":
                    standing.pop(link.target, None)
                    place[link.target] = rule.id
        for drop in graph.drops:
            if drop.origin.module == module and _not_in_force(drop.origin, options, situation) is None:
                standing.pop(drop.rule, None)
    return place


def ends_what_is_kept(conclusion: g.Remembers | g.Counts) -> bool:
    """Whether a rule ends a memory or a tally of whatever it names: then only what is there can end."""
    ending = conclusion.lapses if isinstance(conclusion, g.Remembers) else conclusion.amount is None
    return ending and bool(conclusion.ranging) and all(isinstance(arg, e.Var) for arg in conclusion.args)


def _ranging(rule: g.Rule, graph: g.Graph) -> tuple[e.Binder, ...]:
    conclusion = rule.conclusion
    if not isinstance(conclusion, g.Remembers | g.Counts) or ends_what_is_kept(conclusion):
        return ()
    return tuple(e.Binder(name, _all_of(type_, graph), None) for name, type_ in conclusion.ranging)


def _all_of(type_: t.Type, graph: g.Graph) -> e.Expr:
    """Everything that there is of a type."""
    if isinstance(type_, t.Choice):
        return e.MakeSet(tuple(e.Const(value, type_) for value in graph.choices[type_.name].values), t.SetOf(type_))
    assert isinstance(type_, t.Kind)
    return e.Builtin("hexes", (), t.SetOf(t.HEX)) if type_ == t.HEX else e.Things(type_.name, None, False)


def _in_place_of(name: str, place: Mapping[str, str]) -> str:
    seen = set()
    while name in place and name not in seen:
        seen.add(name)
        name = place[name]
    return name
