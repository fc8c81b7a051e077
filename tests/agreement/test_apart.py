"""What questions of cases begin apart, with an action, an effect or a reach: the target gives the verdicts, chances,
costs and words of the reference; in Python, where the evaluator answers what it asks, also the trace."""

from __future__ import annotations

from typing import Any

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import Case, cases_in
from hexlaw.compiler.situations.situate import map_of
from hexlaw.compiler.wasm.engines import webassembly
from hexlaw.compiler.wasm.whole_target import WholeTarget
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.trace import TraceNode
from hexlaw.runtime.evaluate.verdict import Refusal
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import PLAYS_CASES
from hexlaw.runtime.play.stand import Carrying

pytest.importorskip("wasmtime")

TRIED = "may ", "after ", "reach "
ASKED = 120
FEW = 50
"""Of so many questions, one may be left to the reference: a position that does not fit."""


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


@pytest.mark.parametrize("module", ["tutorial", "panzerblitz", "panzer-leader"])
def test_what_begins_apart_is_answered_alike(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compilation = compile_modules(module, Diagnostics())
    native = webassembly()
    assert compilation is not None
    assert native is not None
    cases = drawn(asking(compilation), ASKED)

    def answers() -> list[Any]:
        ran = [run_case(case, compilation, Configuration(), tracing=False) for case in cases]
        assert [one.got for one in ran if not one.passed] == []
        return [told(one.answer) for one in ran if one.answer is not None]

    left, begun = list[Carrying](), list[Any]()
    with monkeypatch.context() as patch:
        patch.delitem(vars(compilation.graph), PLAYS_CASES, raising=False)
        by_reference = answers()
    maps = {id(map_): map_ for case in cases if (map_ := map_of(case, compilation)) is not None}
    whole = memoised(compilation.graph, PLAYS_CASES, WholeTarget)
    whole.print_native([*maps.values()], native)
    assert whole.native is not None
    whole.begins_apart = True
    come, follower = Carrying.come, whole.follower

    def counted(self: Carrying) -> Any:
        if self.carried is None and self.begin is not None:
            left.append(self)
        return come(self)

    def noted(*given: Any) -> Any:
        begun.append(follower(*given))
        return begun[-1]

    monkeypatch.setattr(Carrying, "come", counted)
    monkeypatch.setattr(whole, "follower", noted)
    assert answers() == by_reference
    assert sum(one is not None for one in begun) >= len(cases) * (1 - 1 / FEW)
    assert len(left) <= len(cases) / FEW


def traced(nodes: list[TraceNode]) -> list[Any]:
    """Returns all that a trace says."""

    def of(node: TraceNode) -> Any:
        rules = [(t.rule.id, t.fate, t.because, [r.id for r in t.by], [*map(of, t.asked)]) for t in node.rules]
        return node.sort, node.name, node.args, node.value, node.note, rules, [*map(of, node.asked)]

    return [*map(of, nodes)]


@pytest.mark.parametrize("module", ["tutorial", "panzerblitz", "panzer-leader"])
def test_what_is_evaluated_is_traced_and_noted_alike(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the printed law asks besides, of other candidates, may be noted as well: who reruns a case after an edit
    reruns it once too often. Where an action ends in which nothing was touched, the reference looks in vain at all that
    must hold at rest, and the target does not: what is read of `.done` is not compared."""
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    cases = drawn(asking(compilation), ASKED)
    left, come = list[Carrying](), Carrying.come

    def answers() -> list[Any]:
        ran = [run_case(case, compilation, Configuration()) for case in cases]
        return [(told(one.answer), traced(one.answer.asked)) for one in ran if one.answer is not None]

    def read() -> list[ReadSet]:
        found = [ReadSet() for _ in cases]
        for case, seen in zip(cases, found, strict=True):
            run_case(case, compilation, Configuration(), seen=seen, tracing=False)
        return found

    with monkeypatch.context() as patch:
        patch.delitem(vars(compilation.graph), PLAYS_CASES, raising=False)
        by_reference, read_before = answers(), read()
    memoised(compilation.graph, PLAYS_CASES, WholeTarget).begins_apart = True

    def counted(self: Carrying) -> Any:
        if self.carried is None and self.begin is not None:
            left.append(self)
        return come(self)

    monkeypatch.setattr(Carrying, "come", counted)
    assert answers() == by_reference
    for case, was, now in zip(cases, read_before, read(), strict=True):
        if ".done(" in (case.text("ask") or ""):
            continue
        assert was.reached <= now.reached
        assert was.asked <= now.asked
        assert was.applied <= now.applied
    assert left == []
