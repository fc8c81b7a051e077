"""What questions of cases begin apart, with an action, an effect or a reach: printed procedures, which the evaluator
answers, give the verdicts, chances, costs, words and traces of the old machine."""

from __future__ import annotations

from typing import Any

import pytest
import reference.pick_query
import reference.trials
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import Case, cases_in
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.trace import TraceNode
from hexlaw.runtime.evaluate.verdict import Refusal
from hexlaw.runtime.explain import answer
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law.law import Configuration

TRIED = "may ", "after ", "reach "
ASKED = 120


def asking(compilation: Compilation) -> list[Case]:
    """Returns the cases that ask what begins apart."""
    found = Diagnostics()
    files = [cases_in(source, path, found) for path, source in compilation.chain.case_sources(found).items()]
    cases = [case for file in files if file is not None for case in file.cases]
    return [case for case in cases if (case.text("ask") or "").startswith(TRIED)]


def said(refusals: list[Refusal]) -> list[tuple[str, str, str]]:
    return [(one.how, one.rule.id if one.rule else "", one.text) for one in refusals]


def told(given: Answer) -> Any:
    """Returns all that an answer says of what is asked, but for the trace."""
    if given.permission is None:
        return given.key, given.in_short
    verdict = given.permission
    return given.key, verdict.cost, said(verdict.refusals), said(verdict.further), verdict.instead


def traced(nodes: list[TraceNode]) -> list[Any]:
    """Returns all that a trace says."""

    def of(node: TraceNode) -> Any:
        rules = [(t.rule.id, t.fate, t.because, [r.id for r in t.by], [*map(of, t.asked)]) for t in node.rules]
        return node.sort, node.name, node.args, node.value, node.note, rules, [*map(of, node.asked)]

    return [*map(of, nodes)]


@pytest.mark.parametrize("module", ["tutorial", "panzerblitz", "panzer-leader"])
def test_what_begins_apart_is_answered_traced_and_noted_alike(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the printed law asks besides, of other candidates, may be noted as well: who reruns a case after an edit
    reruns it once too often. Where an action ends in which nothing was touched, the old machine looks in vain at all
    that must hold at rest, and the printed law does not: what is read of `.done` is not compared."""
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    cases = drawn(asking(compilation), ASKED)

    def answers() -> list[Any]:
        ran = [run_case(case, compilation, Configuration()) for case in cases]
        assert [one.got for one in ran if not one.passed] == []
        return [(told(one.answer), traced(one.answer.asked)) for one in ran if one.answer is not None]

    def read() -> list[ReadSet]:
        found = [ReadSet() for _ in cases]
        for case, seen in zip(cases, found, strict=True):
            run_case(case, compilation, Configuration(), seen=seen, tracing=False)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(answer, "Trials", reference.trials.Trials)
        patch.setattr(answer, "may", reference.pick_query.may)
        by_reference, read_before = answers(), read()
    assert answers() == by_reference
    for case, was, now in zip(cases, read_before, read(), strict=True):
        if ".done(" in (case.text("ask") or ""):
            continue
        assert was.reached <= now.reached
        assert was.asked <= now.asked
        assert was.applied <= now.applied
