"""How long does an explained verdict take? Run by hand: `python bench/explained.py`. Processor time, as medians.

    python bench/explained.py [--all] [MODULE ...]    # all shipped cases that ask, and each that takes long

A shipped case's question is answered by the reference evaluator with a trace, and the answer told at judge depth, in a
process that has compiled the law, set up the position and read the question. Nothing is remembered from one time to
the next but the law itself. What `hexlaw ask` adds, the answers under other readings and figures, stands beside it.

Of all shipped cases the quickest of some times counts, and the first time stands beside it: it also works out what is
remembered with the law. Nothing is played before the question; what the question itself has to try counts as a part of
the answer: where a move leads, how an effect may go, whether an action can be completed. The column `of it told` is
what it takes to put the answer and its trace in words.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import Case, case_files
from hexlaw.compiler.situations.situate import situate
from hexlaw.runtime.explain.answer import answer, other_answers
from hexlaw.runtime.explain.explain import explain
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.law.law import Law, configure
from hexlaw.runtime.position.position import Position

ROUNDS, TIMES = 25, 8
TRIED, MOST = 5, 5.0
"""How often a slow case is asked, of which the quickest counts, and the milliseconds that it must not take."""
CASES = {
    "panzer-leader": ("roads.along", "roads.green-three-units", "fire.mixed-m4", "odds.even-in-woods"),
    "tutorial": ("moving.plank", "shoving.ram-and-ewe"),
}


def asked(module: str, cases: tuple[str, ...]) -> dict[str, tuple[Law, Position, Question]]:
    """The law, position and question of each case."""
    diagnostics = Diagnostics()
    compilation = compile_modules(module, diagnostics)
    assert compilation is not None, f"`{module}` cannot be compiled"
    known = {case.id: case for file in case_files(compilation, diagnostics) for case in file.cases}
    return {f"{module} {name}": _asked(known[name], compilation, diagnostics) for name in cases}


def _asked(case: Case, compilation: Compilation, diagnostics: Diagnostics) -> tuple[Law, Position, Question]:
    line = case.node.get("ask")
    assert isinstance(line, Scalar), f"{case.id} asks nothing"
    law = configure(compilation.graph, case.configuration())
    situation = situate(case, compilation, law, diagnostics)
    assert situation is not None, f"{case.id} has no position"
    source = Source(case.id, line.text)
    question = read_question(source, compilation.names, situation.map, situation.constants, diagnostics)
    assert question is not None, f"{case.id} asks nothing that can be read"
    return law, situation.position, question


@dataclass(frozen=True)
class Took:
    """The milliseconds that a case takes, and how much of them to tell the answer; what it took the first time."""

    case: str
    sort: str
    whole: float
    told: float
    first: float


def all_cases(modules: list[str]) -> None:
    """Prints the median of all shipped cases that ask something, and each that takes longer than it must."""
    found: list[Took] = []
    for module in modules:
        diagnostics = Diagnostics()
        compilation = compile_modules(module, diagnostics)
        if compilation is None:
            continue  # an add-on, which is nothing by itself
        for file in case_files(compilation, diagnostics):
            for case in file.cases:
                if isinstance(case.node.get("ask"), Scalar):  # else it is played step by step
                    found.append(_took(f"{module} {case.id}", *_asked(case, compilation, diagnostics)))
    slow = sorted((took for took in found if took.whole > MOST), key=lambda took: -took.whole)
    print(f"{'':60}{'asks':8}{'explained':>12}{'of it told':>12}{'first time':>12}")
    for took in slow:
        print(f"{took.case:60}{took.sort:8}{took.whole:9.2f} ms{took.told:9.2f} ms{took.first:9.2f} ms")
    worst = max(took.whole for took in found)
    print(
        f"{len(found)} cases, median {median(took.whole for took in found):.2f} ms, longest {worst:.2f} ms; "
        f"{len(slow)} take more than {MOST:g} ms, the first time {sum(took.first > MOST for took in found)}"
    )


def _took(name: str, law: Law, position: Position, question: Question) -> Took:
    times: list[tuple[float, float]] = []  # the whole, and what it took to tell the answer
    while len(times) < TRIED and (not times or min(times)[0] > 2):
        with collect_garbage_seldom():
            started = time.process_time()
            given = answer(law, position, question)
            answered = time.process_time()
            explain(given, "judge", [])
            ended = time.process_time()
        times.append((1e3 * (ended - started), 1e3 * (ended - answered)))
    return Took(name, question.sort, *min(times), times[0][0])


def explained(law: Law, position: Position, question: Question, *, otherwise: bool) -> str:
    with collect_garbage_seldom():  # as the command does
        given = answer(law, position, question)
        return explain(given, "judge", other_answers(given) if otherwise else [])


def timed(ask: Callable[[], object]) -> float:
    started = time.process_time()
    for _ in range(TIMES):
        ask()
    return (time.process_time() - started) / TIMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="all shipped cases in place of six")
    parser.add_argument("modules", nargs="*", help="only those of these modules")
    args = parser.parse_args()
    if args.all or args.modules:
        all_cases(args.modules or [*shipped_modules()])
        return
    questions = {name: found for module, cases in CASES.items() for name, found in asked(module, cases).items()}
    jobs = [(name, otherwise) for name in questions for otherwise in (False, True)]
    times: dict[tuple[str, bool], list[float]] = {job: [] for job in jobs}
    random = Random(0)
    for _ in range(ROUNDS):
        random.shuffle(jobs)
        for name, otherwise in jobs:
            law, position, question = questions[name]
            times[name, otherwise].append(
                timed(lambda: explained(law, position, question, otherwise=otherwise))  # noqa: B023
            )
    print(f"{'':40}{'explained':>12}{'and otherwise':>16}{'lines':>8}")
    for name, (law, position, question) in questions.items():
        lines = explained(law, position, question, otherwise=False).count("\n")
        alone, both = (median(times[name, otherwise]) * 1e3 for otherwise in (False, True))
        print(f"{name:40}{alone:9.2f} ms{both:13.2f} ms{lines:8}")
    middle = [median(times[name, False]) * 1e3 for name in questions]
    print(f"median {median(middle):.2f} ms, longest {max(middle):.2f} ms")


if __name__ == "__main__":
    main()
