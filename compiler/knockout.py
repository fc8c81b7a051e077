"""Knock-out: takes each rule away in turn and sees whether a case fails without it.

A ruling takes with it the rules it brings and those it confirms, and one of its own cases must fail; where it says that
there is no rule (`against ruling`), the contrary rule is put in force instead. Only what the module's top layer says is
tried: a base is tried with the base's own cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexlaw.compiler.cases import Case, CaseFile
from hexlaw.compiler.judge import Outcome, run_case
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.graph import Graph
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.trace import walk


def knock_out(compilation: Compilation, files: list[CaseFile], chosen: Configuration) -> Iterator[str]:
    """One line for every rule or ruling that no case misses."""
    outcomes = [run_case(case, compilation, chosen) for file in files for case in file.cases]
    passing = [outcome for outcome in outcomes if outcome.passed]
    cases = [outcome.case for outcome in passing]
    by_id = {case.id: case for case in cases}
    rested_on = {outcome.case.id: _rules_of(outcome) for outcome in passing}
    graph = compilation.graph
    for rule in graph.rules.values():
        # the cases that rested on the rule come first: nearly always one of them fails, and the others need not run
        likely = sorted(cases, key=lambda case: rule.id not in rested_on[case.id])
        if rule.against is None and not _missed(compilation, likely, chosen, frozenset({rule.id})):
            yield f"{rule.origin.where}: no case misses the rule {rule.id}"
    for ruling in graph.rulings.values():
        own = [by_id[i] for i in ruling.shown if i in by_id]
        contrary = [r.id for r in graph.rules.values() if r.against == ruling.id]
        brought = {r.id for r in graph.rules.values() if r.by_ruling == ruling.id} | set(ruling.confirms)
        if contrary:
            missed = _missed(_with(compilation, contrary), own, chosen, frozenset())
        else:
            missed = _missed(compilation, own, chosen, frozenset(brought))
        if not missed:
            yield f"{ruling.origin.where}: none of its cases misses the ruling {ruling.id}"


def _rules_of(outcome: Outcome) -> set[str]:
    """The rules that are seen in the reasons for an answer."""
    given = outcome.answer
    if given is None:
        return set()
    tried = [t for node in walk(given.asked) for t in node.rules]
    if given.permission is not None:
        tried += given.permission.lifted
        tried += [r.tried for r in given.permission.refusals if r.tried is not None]
    seen = {t.rule.id for t in tried if t.fate != "condition fails"} | {rule.id for t in tried for rule in t.by}
    return seen | {rule.id for node in walk(given.asked) for rule in node.limited_by}


def _missed(compilation: Compilation, cases: list[Case], chosen: Configuration, without: frozenset[str]) -> bool:
    command = Configuration(chosen.options, chosen.readings, chosen.year, without)
    return any(not run_case(case, compilation, command, tracing=False).passed for case in cases)


def _with(compilation: Compilation, contrary: list[str]) -> Compilation:
    graph: Graph = compilation.graph
    rules = {name: replace(rule, against=None) if name in contrary else rule for name, rule in graph.rules.items()}
    return Compilation(compilation.chain, compilation.names, replace(graph, rules=rules))
