"""Has every question an answer? Facts without `otherwise`, and whether their rules decide them wherever play asks.

Input: a finished graph. Output: a note for each fact that no rule decides in some position, with that position, and the
facts by verdict: `otherwise`, `complete` (proved), `left` to the players, `hole`, `unasked` by any law, `undecided`.
That no rule applies is a formula. Where it has a solution, the question is followed to who asks it, from caller to
caller up to a pick, a requirement or what else play begins with, each time with what is known there (`_Chain`).
INVARIANT: what is left out makes a formula weaker, so `complete` is proved; a hole counts only where the reference
evaluator meets it at the end of a way, in a position in which all that is known there holds (`realise.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.analysis.findings_cache import FindingsCache
from hexlaw.compiler.analysis.formula import Effort, Formula, TooMany, conj, negation
from hexlaw.compiler.analysis.law_asking import AskedAt, Known, LawAsking
from hexlaw.compiler.analysis.law_digest import law_digest_of
from hexlaw.compiler.analysis.rule_formulas import MAX_EFFORT, Conditions, conditions_of, names_of
from hexlaw.compiler.base.cache import CachedFindings
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import substitute
from hexlaw.runtime.law.footprint import footprints_of, is_known

MAX_WAYS = 100  # that are followed for one fact
MAX_LIMITS_DEPTH = 2
TRIES = 30
BEGUN_BY_PLAY = ("pick", "action", "requires", "edge", "advice")
"""Sorts of what play asks by itself. Whatever else asks, does so in positions of which too little is known here."""


@dataclass(frozen=True)
class _Chain:
    """How play may come to ask: the question and all that is known on the way, in the words of who asks first."""

    node: str
    args: tuple[e.Expr, ...]
    known: Known = ()
    rules: tuple[tuple[g.Rule, bool, Mapping[str, e.Expr]], ...] = ()
    begun: AskedAt | None = None


def find_unanswered(graph: g.Graph, names: Names, diagnostics: Diagnostics) -> dict[str, list[str]]:
    """Reports facts that have no answer somewhere; returns all facts by verdict."""
    conditions = conditions_of(graph)
    conditions.effort = Effort(MAX_EFFORT)
    verdicts: dict[str, list[str]] = {}
    with CachedFindings("unanswered", graph.name) as findings:
        known = FindingsCache(findings, law_digest_of(graph), conditions)
        finder = _AnswerFinder(graph, names, conditions, diagnostics)
        for fact in graph.facts.values():
            if not fact.collects and fact.shape != "forbidden":
                look_whether_over()
                verdict = known.once("answered", (f"fact:{fact.name}",), partial(finder.by_itself, fact), diagnostics)
                verdicts.setdefault(verdict or finder.where_asked(fact), []).append(fact.name)
    return verdicts


class _AnswerFinder:
    def __init__(self, graph: g.Graph, names: Names, conditions: Conditions, diagnostics: Diagnostics) -> None:
        self.graph = graph
        self.names = names
        self.conditions = conditions
        self.diagnostics = diagnostics
        self.footprints = footprints_of(graph)
        self.asking = LawAsking(conditions)

    def by_itself(self, fact: g.FactDecl, _: Diagnostics) -> str:
        """Returns the verdict that holds for every caller, or "" where it depends on the caller."""
        if fact.otherwise is not None:
            return "otherwise"
        silent = conj(*(negation(self.conditions.applies(rule)) for rule in self._rules(fact)))
        if self.conditions.excludes_itself(silent):
            return "complete"
        rules = (rule for rule in self.graph.rules.values() if rule.id.startswith(f"{fact.name}."))
        stands = [self.conditions.stands(rule) for rule in rules if isinstance(rule.conclusion, g.Leaves)]
        return "left" if self.conditions.excludes_itself(conj(silent, *map(negation, stands))) else ""

    def where_asked(self, fact: g.FactDecl) -> str:
        """The verdict by where play asks; a hole is reported."""
        args: tuple[e.Expr, ...] = getattr(self.conditions.asking("fact", fact.name), "args", ())
        waiting = [_Chain(f"fact:{fact.name}", args)]
        verdict = "complete"
        for count, way in enumerate(waiting):
            conditions = self.conditions.apart((*way.known, *way.args))
            try:
                model = conditions.possible(self._formula(conditions, fact, way))
            except TooMany:
                return "undecided"
            if model is None:
                continue
            if way.begun is not None and way.begun.node.partition(":")[0] in BEGUN_BY_PLAY:
                if self._show(conditions, fact, way, way.begun, model):
                    return "hole"
                verdict = "undecided"
            elif count > MAX_WAYS or not self._follow(fact, way, waiting):
                verdict = "undecided"
        return "unasked" if verdict == "undecided" and len(waiting) == 1 else verdict

    def _rules(self, fact: g.FactDecl) -> list[g.Rule]:
        giving = self.conditions.giving.get(fact.name, ())
        return [rule for rule in giving if rule.against is None and rule.id not in self.conditions.gone]

    def _formula(self, conditions: Conditions, fact: g.FactDecl, way: _Chain) -> Formula:
        """That the question is asked on this way, and that no rule decides it there."""
        of = dict(zip(fact.named, way.args, strict=True)) if way.begun is not None else {}
        parts = [negation(conditions.applies_to(rule, of, MAX_LIMITS_DEPTH)) for rule in self._rules(fact)]
        for rule, is_value, binding in way.rules:
            if is_value and not rule.for_each:
                over = [r for r in self.graph.rules.values() if rule.id in conditions.over.get(r.id, ())]
                parts.append(conditions.applies_to(rule, binding, MAX_LIMITS_DEPTH))
                parts += [negation(conditions.applies_to(other, binding, MAX_LIMITS_DEPTH)) for other in over]
            else:
                parts.append(conditions.stands(rule))
        parts += [conditions.said_of(part, {}) for part in self._lasting(way.known)]
        return conditions.without_none(conj(*parts), self._params(way.node))

    def _params(self, node: str) -> list[str]:
        """The names of which the law asks a node, whatever they stand for; none where play asks."""
        sort, _, name = node.partition(":")
        declared = self.graph.section(sort)[name] if sort in ("fact", "quantity", "effect") else None
        return [] if declared is None else [param for param, _ in declared.params]

    def _lasting(self, known: Known) -> Iterator[e.Expr]:
        """Of what is known, the conditions that nothing can have changed since."""
        for place, part in enumerate(known):
            if not isinstance(part, e.Statement):
                since = tuple(one for one in known[place + 1 :] if isinstance(one, e.Statement))
                read = self.footprints.reads((part,)) if since else set()
                if not since or (is_known(read) and read.isdisjoint(self.footprints.writes(since))):
                    yield part

    def _follow(self, fact: g.FactDecl, way: _Chain, waiting: list[_Chain]) -> bool:
        """Adds the ways on from where a way has come to; says whether there are any, and these are all."""
        params, is_followed, before = self._params(way.node), True, len(waiting)
        used, bound = names_of((way.known, way.args, tuple(c.expr for rule in self._rules(fact) for c in rule.when)))
        for at in self.asking.of(way.node) if way.node.startswith(("fact:", "quantity:", "effect:")) else ():
            binding = dict(zip(params, at.asks.args, strict=True))
            if (at.rule is not None and f"rule:{at.rule.id}" in self.asking.by_name) or not bound.isdisjoint(
                names_of(at.asks.args)[0]  # what it is asked of would be taken for what is bound inside
            ):
                is_followed = False
                continue
            taken, _ = names_of((at.known, at.asks))
            binding |= {n: replace(v, name=f"{n}'") for n, v in used.items() if n in taken and n not in binding}
            rules = [(r, v, {n: substitute(x, binding) for n, x in (of or binding).items()}) for r, v, of in way.rules]
            if at.rule is not None:
                rules.append((at.rule, at.is_value, {}))
            known = [part if isinstance(part, e.Statement) else substitute(part, binding) for part in way.known]
            if isinstance(at.asks, e.Statement) and way.begun is not None:  # what an effect asks that is done here
                at = at._replace(asks=substitute(way.begun.asks, binding), known=(*at.known, *known))
                known = []
            waiting.append(_Chain(at.node, substitute(way.args, binding), (*at.known, *known), tuple(rules), at))
        return is_followed and len(waiting) > before

    def _show(self, conditions: Conditions, fact: g.FactDecl, way: _Chain, at: AskedAt, model: dict[str, int]) -> bool:
        """Reports a hole where a position shows it; says whether one does."""
        from hexlaw.compiler.analysis.realise import hole_in, realise  # brings all that answers questions along

        done = tuple(part for part in at.known if isinstance(part, e.Statement) and part.BRINGS_ABOUT != "picks")
        if done and not self.footprints.writes(done).isdisjoint(self.footprints.reads((), f"fact:{fact.name}")):
            return False
        wishes = [part for part in way.known if not isinstance(part, e.Statement)]
        ask = partial(hole_in, fact.name, at)
        example = realise(conditions, fact.name, at.asks, way.known, wishes, model, ask, TRIES)
        if example is None:
            return False
        own = (drop for drop in self.graph.drops if drop.origin.module == self.graph.name)
        dropped = (self.names.changes.get(d.origin.where) for d in own if self.graph.rules[d.rule].decides == fact.name)
        asks = at.rule.id if at.rule is not None else at.node.partition(":")[2]
        self.diagnostics.report(
            "HX480", next(dropped, None) or self.names.place(f"fact:{fact.name}"),
            f"`{asks}` asks for `{fact.name}` where it has no answer: {example.says}",
            help=f"{example.text}; write a rule for that case, or below `fact {fact.name}` what it is `otherwise`; a "
            f'rule `{fact.name}.NAME` may say openly that it `leaves "..." to the players`', level="note",
        )  # fmt: skip
        return True
