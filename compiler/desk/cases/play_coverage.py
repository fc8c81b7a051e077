"""Coverage by play: in how many games of the situations a rule has a say, and so a ruling and a claim.

A rule has a say in a game where it applies to something that is asked there: what a side may do, what comes of it, what
a program expects that looks ahead. A ruling is exercised with the rules that it brings, confirms or amends; a claim
with whatever cites it. Knock-out asks something else: whether a case fails without the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.data.claim_list import entry_of, read_claims
from hexlaw.compiler.data.load import Layer
from hexlaw.compiler.desk.cases.unplayed import CARRIED_OUT, Reason, reasons_of, stands_for
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.position.position import Position

OFF = "in force in no situation"
NOT_PLAYED = "in force in situations that are not played"
STATES = ("had a say", "in force nowhere", "not played", "for a reason", "never")
Mark = tuple[str, str]
"""A rule by its id, or `action:NAME`; behind the module that it comes from, for modules above may say it anew."""


@dataclass
class SituationPlayed:
    """The games of a situation that were played, and in how many of them each rule had a say."""

    module: str
    situation: str
    compilation: Compilation
    law: Law
    position: Position
    games: int = 0
    stopped: list[str] = field(default_factory=list)  # seeds of games that did not end, of which nothing is counted
    counts: Counter[str] = field(default_factory=Counter)
    is_start: bool = False  # the position of a case: rules have a say there, but what is never played is not told by it

    def counted_rules(self) -> list[str]:
        return [rule.id for rule in self.law.rules.values() if _counts(rule)]

    @property
    def how_many(self) -> str:
        return f"{self.games} games" + "".join(f", {seed} stopped" for seed in self.stopped)

    def marks(self) -> Iterator[tuple[Mark, int]]:
        graph = self.law.graph
        for sign, games in self.counts.items():
            sort, _, name = sign.rpartition(":")
            yield (graph.section(sort or "rule")[name].origin.module, sign), games


@dataclass(frozen=True)
class RulePlayed:
    rule: str
    where: str
    games: int
    of: int  # games of situations in which it is in force
    state: str
    why: str  # of a rule that never has a say, as far as anybody knows


@dataclass(frozen=True)
class ModulePlayed:
    """What of a module games exercise: each ruling and each claim with the games, None where no rule is about it."""

    module: str
    rules: tuple[RulePlayed, ...]
    rulings: Mapping[str, int | None]
    claims: Mapping[str, int | None]

    def counts(self) -> list[object]:
        """Returns how many rules there are and in each state, and how many rulings and claims of those with rules."""
        states = Counter(rule.state for rule in self.rules)
        known = ([n for n in found.values() if n is not None] for found in (self.rulings, self.claims))
        shares = (f"{sum(map(bool, games))} of {len(games)}" for games in known)
        return [len(self.rules), *(states[state] for state in STATES), *shares]

    def never(self) -> dict[str, tuple[str, ...]]:
        """Returns rules that no game comes upon by their reason, those without one by the file that they stand in."""
        left = (rule for state in reversed(STATES[1:]) for rule in self.rules if rule.state == state)
        files = ((rule, rule.where.rpartition("/")[2].partition(":")[0]) for rule in left)
        return grouped((rule.why or f"no reason is given, {file}", rule.rule) for rule, file in files)


class PlayCoverage:
    """What games exercise of modules: `compilations` are theirs, each by the games of its situations."""

    def __init__(self, compilations: Iterable[Compilation], played: Iterable[SituationPlayed]) -> None:
        self.played = [*played]
        self._games: Counter[Mark] = Counter()
        self._asked: dict[tuple[str, str], e.Expr | None] = {}
        for situation in self.played:
            self._games.update(dict(situation.marks()))
        tops = sorted(compilations, key=lambda compilation: len(compilation.chain.layers))
        self._of_layer: dict[str, tuple[Layer, g.Graph]] = {}  # each in the smallest law that has it
        for compilation in tops:
            for layer in compilation.chain.layers:
                self._of_layer.setdefault(layer.name, (layer, compilation.graph))

    @cached_property
    def modules(self) -> list[ModulePlayed]:
        found = (self._module(layer, graph) for layer, graph in self._of_layer.values())
        return [module for module in found if module.rules]

    def _module(self, layer: Layer, graph: g.Graph) -> ModulePlayed:
        gone = graph.gone
        own = (rule for rule in graph.rules.values() if rule.origin.module == layer.name and rule.id not in gone)
        rulings = {
            ruling.id: self._best(graph, [("ruling", ruling.id)])
            for ruling in graph.rulings.values() if ruling.origin.module == layer.name
        }  # fmt: skip
        by_claim = _cited_by(graph)
        claims = () if layer.claims is None else read_claims(layer.claims, Diagnostics())
        return ModulePlayed(
            layer.name,
            tuple(self._rule(rule, reasons_of(layer)) for rule in own if _counts(rule)),
            rulings,
            {
                claim.id: self._best(graph, [*by_claim.get(claim.id, ()), *by_claim.get(entry_of(claim.id), ())])
                for claim in claims if claim.needs != "none"
            },
        )  # fmt: skip

    def _rule(self, rule: g.Rule, reasons: Iterable[Reason]) -> RulePlayed:
        games = self._games[rule.origin.module, rule.id]
        rules = ((one, one.law.graph.rules.get(rule.id)) for one in self.played if not one.is_start)
        there = [one for one, it in rules if it is not None and it.origin.module == rule.origin.module]
        of = [one for one in there if rule.id in one.law.rules]
        state, why = STATES[4], ""
        if games:
            state = STATES[0]
        elif of and not any(one.games for one in of):
            state, why = STATES[2], f"{NOT_PLAYED}: {listed(sorted(f'{one.module}/{one.situation}' for one in of))}"
        elif there and not of:
            own = [one for one in there if one.situation == rule.origin.situation] or there  # of a card's, its own
            off = dict.fromkeys(str(one.law.why_not_standing(rule.id)) for one in own)
            state, why = STATES[1], f"{OFF}: {'; '.join(off)}"
            if why == f"{OFF}: the situation `{rule.origin.situation}` is not played":
                state, why = STATES[2], f"no file sets up the situation `{rule.origin.situation}`"
        elif (reason := next((one for one in reasons if stands_for(one.rules, rule.id)), None)) is not None:
            against = self._against(reason, of)
            state, why = STATES[4 if against else 3], f"`{reason.said.text}`"
            why = f"not so, {why}: {against}" if against else why
        return RulePlayed(rule.id, rule.origin.where, games, sum(one.games for one in of), state, why)

    def _against(self, reason: Reason, of: Iterable[SituationPlayed]) -> str:
        """Returns what refutes a reason: what games come upon all the same, or a situation with the rule in force."""
        for one in of:
            graph = one.law.graph
            for sign in reason.signs(graph):
                sort, _, name = sign.rpartition(":")
                if self._games[graph.section(sort or "rule")[name].origin.module, sign]:
                    return f"games have `{name}`"
            if one.games and reason.is_had(self._typed(reason, one.compilation), one.law, one.position):
                return f"`{one.module}/{one.situation}` has it"
        return ""

    def _typed(self, reason: Reason, compilation: Compilation) -> e.Expr | None:
        key = reason.said.text, compilation.name
        if key not in self._asked:
            self._asked[key] = reason.typed(compilation, Diagnostics())
        return self._asked[key]

    def _best(self, graph: g.Graph, nodes: Iterable[tuple[str, str]]) -> int | None:
        """Returns the most games that one of some declarations is exercised in; None where none of them can be."""
        marks = {mark for sort, name in nodes for mark in _marks(graph, sort, name)}
        return max((self._games[mark] for mark in marks), default=None)


def _counts(rule: g.Rule) -> bool:
    return rule.can_be_missed and not rule.origin.is_advice


def _cited_by(graph: g.Graph) -> dict[str, tuple[tuple[str, str], ...]]:
    """Returns what cites each place of a source: its sort and name. The ruling of an entry stands for it."""
    cited = [
        (str(cite), (section.sort, name))
        for section in g.SECTIONS if section.has("cites")
        for name, node in getattr(graph, section.field).items() for cite in node.cites
    ]  # fmt: skip
    return grouped([*cited, *((name, ("ruling", name)) for name in graph.rulings)])


def _marks(graph: g.Graph, sort: str, name: str) -> Iterator[Mark]:
    """Yields the marks by which a game shows that it comes upon a declaration."""
    if sort in CARRIED_OUT:
        yield graph.section(sort)[name].origin.module, f"{sort}:{name}"
        return
    rules: Iterable[g.Rule] = graph.rules.values()
    match sort:
        case "rule":
            found = [graph.rules[name]]
        case "ruling":
            ruling = graph.rulings[name]
            named = {*ruling.confirms, *ruling.amends}
            found = [r for r in rules if r.id in named or r.by_ruling == name]
        case "dispute":
            found = [r for r in rules if r.under is not None and r.under[0] == name]
        case "option" | "situation":
            found = [r for r in rules if getattr(r.origin, sort) == name]
        case _:
            found = [graph.rules[user] for what, user in footprints_of(graph).users(sort, name) if what == "rule"]
    yield from ((rule.origin.module, rule.id) for rule in found if _counts(rule))


def as_data(coverage: PlayCoverage) -> dict[str, Any]:
    """Returns all counts as plain data."""
    played = [
        {"module": s.module, "situation": s.situation, "games": s.games, "stopped": s.stopped} for s in coverage.played
    ]
    return {"situations": played, "modules": [asdict(module) for module in coverage.modules]}


def as_markdown(coverage: PlayCoverage) -> str:
    """Returns what games exercise as a page of Markdown: what they never come upon is named."""
    return template(__file__, "played.md.jinja").render(coverage=coverage)
