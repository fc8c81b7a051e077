"""How long does an explained verdict take? Run by hand: `python bench/explained.py`. Processor time, as medians.

    python bench/explained.py [--all] [MODULE ...]    # all shipped cases that ask, and the slowest of them

A shipped case's question is answered by the reference evaluator with a trace, and the answer told at judge depth, in a
process that has compiled the law, set up the position and read the question. Nothing is remembered from one time to
the next but the law itself. What `hexlaw ask` adds, the answers under other readings and figures, stands beside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.question import read_question
from hexlaw.compiler.situations.case_files import Case, case_files
from hexlaw.compiler.situations.situate import situate
from hexlaw.compiler.source import Source
from hexlaw.runtime.answer import answer, other_answers
from hexlaw.runtime.explain import explain
from hexlaw.runtime.law import Law, configure
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question

ROUNDS, TIMES = 25, 8
TRIED, SHOWN = 3, 20
"""How often a slow case is asked, of which the quickest counts, and how many are shown."""
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


def all_cases(modules: list[str]) -> None:
    """Prints the median of all shipped cases that ask something, and the slowest of them."""
    times: list[tuple[float, str]] = []
    for module in modules:
        diagnostics = Diagnostics()
        compilation = compile_modules(module, diagnostics)
        if compilation is None:
            continue  # an add-on, which is nothing by itself
        for file in case_files(compilation, diagnostics):
            for case in file.cases:
                if not isinstance(case.node.get("ask"), Scalar):
                    continue  # it is played step by step
                law, position, question = _asked(case, compilation, diagnostics)
                took: list[float] = []
                while len(took) < TRIED and (not took or min(took) > 0.002):
                    started = time.process_time()
                    explained(law, position, question, otherwise=False)
                    took.append(time.process_time() - started)
                times.append((1e3 * min(took), f"{module} {case.id}"))
    times.sort(reverse=True)
    for took_ms, name in times[:SHOWN]:
        print(f"{name:60}{took_ms:9.2f} ms")
    quick = sum(1 for each, _ in times if each <= 5)
    print(f"{len(times)} cases, median {median(each for each, _ in times):.2f} ms, {quick} within 5 ms")


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
