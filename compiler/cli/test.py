"""`hexlaw test`: runs cases, of modules and of files anywhere, and tells which fail and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from hexlaw.compiler.cli.common import bad_use, configuration, printed_at_once, write_json
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.base.relations import grouped

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import CaseOutcome, Coverage, Depth, Mutant, Tests


def run(args: argparse.Namespace) -> int:
    chosen, workspace = configuration(args), Workspace()
    paths = workspace.shipped_with_cases() if args.all else args.paths
    if not paths:
        bad_use("which cases are to be run? give modules, folders or files, or --all")
    tests = workspace.test(paths, args.module, args.only or "", chosen, noting=args.coverage)
    if all(outcome.passed for outcome in tests.outcomes):  # a case that fails anyway misses nothing
        if args.knock_out:
            gaps = printed_at_once(tests.knock_out(), as_json_=args.json)
            if args.json:
                write_json({"gaps": gaps})
            elif gaps:
                what = "1 rule, ruling or change" if len(gaps) == 1 else f"{len(gaps)} rules, rulings and changes"
                print(f"{what} can be taken away without a case failing")
            else:
                print("every rule, ruling and change is missed by a case when it is taken away")
            return 1 if gaps else 0
        if args.spoil:
            return _spoil(tests, args.rule or "", as_json_=args.json)
    covered = tests.coverage(whole_chain=args.whole_chain) if args.coverage else []
    return _report(workspace, tests.outcomes, args.json, covered, args.depth)


def _report(
    workspace: Workspace, outcomes: list[CaseOutcome], as_json_: bool, covered: list[Coverage], depth: Depth
) -> int:  # fmt: skip
    failed = [o for o in outcomes if not o.passed]
    wrong = any(o.diagnostics.has_errors for o in outcomes)
    if as_json_:
        counts = {"passed": len(outcomes) - len(failed), "failed": len(failed)}
        coverage = {"coverage": msgspec.to_builtins(covered)} if covered else {}
        write_json({**counts, "cases": [_as_json(o) for o in outcomes], **coverage})
    else:
        # cases that fail to load by the same errors, such as those of one board, are printed as one
        mistakes = (tuple(o.diagnostics) if o.diagnostics.has_errors else id(o) for o in failed)
        for outcome, *others in grouped(zip(mistakes, failed, strict=True)).values():
            print(workspace.failure(outcome, depth, [other.case.id for other in others]))
        for one in covered:
            print(one.as_text())
        print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 2 if wrong else 1 if failed else 0


def _as_json(outcome: CaseOutcome) -> dict[str, Any]:
    return {
        "id": outcome.case.id, "file": str(outcome.case.file.path), "line": outcome.case.span.line,
        "shows": list(outcome.case.shows), "passed": outcome.passed, "expected": outcome.expected, "got": outcome.got,
        "problems": [d.message for d in outcome.diagnostics],
    }  # fmt: skip


def _spoil(tests: Tests, beginning: str, *, as_json_: bool) -> int:
    tried: list[Mutant] = []

    def unnoticed() -> Iterator[Mutant]:
        for mutant, noticed in tests.spoil(beginning):
            tried.append(mutant)
            if not noticed:
                yield mutant

    gaps = printed_at_once(unnoticed(), as_json_=as_json_)
    if as_json_:
        write_json({"changes": len(tried), "gaps": [{"name": s.name, "where": s.where, "what": s.what} for s in gaps]})
    else:
        print(f"of {len(tried)} small changes a case notices {len(tried) - len(gaps)}")
    return 1 if gaps else 0
