"""A question put to a law and a position, and its answer for whoever asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.setup import worth_in
from hexlaw.compiler.situations.situate import SituatedPosition, situate
from hexlaw.compiler.workspace.compiled_laws import ONE_AT_A_TIME, Compiled, law_in_force, read_by
from hexlaw.compiler.workspace.positions import case_of
from hexlaw.compiler.workspace.requests import Where
from hexlaw.runtime.evaluate.trace import walk
from hexlaw.runtime.explain.answer import Answer, OtherAnswer, answer, other_answers
from hexlaw.runtime.explain.explain import chain_lines, explain
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.explain.trace_lines import Depth
from hexlaw.runtime.law.law import Configuration, Law
from hexlaw.runtime.play.trials import Deciding


@dataclass(frozen=True)
class AnswerWithOthers:
    """An answer, with those that other readings give."""

    answer: Answer
    others: tuple[OtherAnswer, ...]
    broken: tuple[Diagnostic, ...]
    """What is wrong with the law as it stands now: then the answer is by the last law with which nothing was."""
    on_the_way: tuple[str, ...] = ()  # steps of a case that are refused before it asks

    def explained(self, depth: Depth = "talk") -> str:
        before = "".join(f"on the way: {step}\n" for step in self.on_the_way)
        return explain(self.answer, depth, list(self.others)) + before

    def as_data(self) -> dict[str, Any]:
        """Verdict, rules with their citations, chances as exact fractions: for programs."""
        given = self.answer
        data: dict[str, Any] = {"question": given.question.text, "module": given.law.graph.name}
        data["answer"] = given.in_short
        if given.stop is not None:
            chain = [*chain_lines(given.stop, given.position)]
            data["stop"] = {"message": given.stop.message, "help": given.stop.help, "chain": chain}
        elif given.permission is not None:
            data["legal"] = given.permission.allowed
            data["refusals"] = [
                {"says": r.text, "how": r.how, **(self._rule(r.rule.id) if r.rule else {})}
                for r in given.permission.refusals
            ]
            data["lifted"] = [
                {**self._rule(t.rule.id), "by": [self._rule(b.id) for b in t.by]} for t in given.permission.lifted
            ]
            data["instead"] = [given.shown(v) for v in given.permission.instead]
        elif given.chances is not None:
            data["chances"] = {given.outcome(c): given.shown(c.chance) for c in given.chances}
        elif given.reach is not None:
            data["reach"] = {given.shown(h): given.shown(c) for h, c in given.reach.items()}
        else:
            data["value"] = given.shown(given.value)
        applied = dict.fromkeys(t.rule.id for node in walk(given.asked) for t in node.applied())
        data["rules"] = [self._rule(id_) for id_ in applied]
        data["otherwise"] = [{"what": o.what, "answer": o.answer, "differs": o.differs} for o in self.others]
        if self.broken:
            data["broken"] = True
        return data

    def _rule(self, id_: str) -> dict[str, Any]:
        graph = self.answer.law.graph
        found = graph.rules[id_]
        cites = graph.shown_cites(found.cites) or found.cites
        return {"rule": id_, "cites": [str(cite) for cite in cites], "where": found.origin.where}


@dataclass(frozen=True)
class SituatedCase:
    """A position that is set up, with the case that describes it and the law it is judged by."""

    case: Case
    compilation: Compilation
    law: Law
    situation: SituatedPosition

    def question(self, line: Source, diagnostics: Diagnostics) -> Question | None:
        names, situation = self.compilation.names, self.situation
        return read_question(line, names, situation.map, situation.constants, diagnostics)


def set_at(read: Compiled, where: Where, chosen: Configuration) -> SituatedCase:
    """Returns the position that is asked about."""
    case = case_of(where, read.compilation)
    law = law_in_force(read, case.configuration().merged(chosen))
    situation = read_by(partial(situate, case, read.compilation, law), Diagnostics())
    return SituatedCase(case, read.compilation, law, situation)


def ask(
    read: Compiled, where: Where, question: str | None, chosen: Configuration, decided_by: str | None
) -> AnswerWithOthers:
    with ONE_AT_A_TIME:
        case = case_of(where, read.compilation)
        if question is None and decided_by is None and case.node.get("play") is not None:
            outcome = run_case(case, read.compilation, chosen)
            if outcome.answer is None and outcome.diagnostics.has_errors:
                raise Refused.by(outcome.diagnostics)
            if outcome.answer is None:
                raise Refused(f"the steps of the case go otherwise: expected {outcome.expected}, got {outcome.got}")
            save_questions()
            return AnswerWithOthers(
                outcome.answer, tuple(other_answers(outcome.answer)), read.broken, outcome.on_the_way
            )
        at = set_at(read, where, chosen)
        line = Source("question", question) if question is not None else at.case.question
        if line is None:
            raise Refused("what is to be asked? give a question, or a case that asks one")
        asked = read_by(partial(at.question, line), Diagnostics())
        save_questions()
    with collect_garbage_seldom():
        given = answer(at.law, at.situation.position, asked, deciding=_deciding(decided_by, at))
        given.names = at.situation.value_names
        return AnswerWithOthers(given, tuple(other_answers(given)), read.broken)


def _deciding(name: str | None, at: SituatedCase) -> Deciding | None:
    if name is None:
        return None
    from hexlaw.compiler.programs import deciding_by  # slow to load, and seldom wanted

    try:
        return deciding_by(name, worth_in(at.compilation, at.law))
    except ValueError as problem:
        raise Refused(str(problem), "`each` as who decides tells what comes of each answer") from None
