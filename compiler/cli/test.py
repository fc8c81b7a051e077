"""`hexlaw test`: runs cases, of modules and of files anywhere, and tells which fail and why."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hexlaw.compiler.cases.coverage import Coverage, Run, measure, told_coverage
from hexlaw.compiler.cases.judge import Outcome, run_case
from hexlaw.compiler.cases.knockout import changes_missed, knock_out
from hexlaw.compiler.cases.spoilt import Spoilt, spoil
from hexlaw.compiler.cli.common import add_configuration, add_json, bad_use, compiled, configuration, end, write_json
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean, listed
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.processes import in_parts, processors, shared_out
from hexlaw.compiler.render import in_order, render
from hexlaw.compiler.situations.case_files import Case, CaseFile, read_cases
from hexlaw.runtime.answer import other_answers
from hexlaw.runtime.explain import explain
from hexlaw.runtime.explaining.traced import Depth
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.words.english import counted

T = TypeVar("T")
AT_ONCE, PARTS = 40, 16
"""Cases that are worth a process of their own, and into how many parts cases are shared out."""


@dataclass
class Tested:
    """A module, and what came of the cases that are asked of it."""

    compilation: Compilation
    files: list[CaseFile] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)  # where it is noted which rules were looked at


def add(commands: Any) -> None:
    parser = commands.add_parser("test", help="run cases", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="modules, folders with case files, or case files")
    parser.add_argument("--module", metavar="MODULE", help="ask this module, whatever the files say")
    parser.add_argument("--all", action="store_true", help="run the cases of every module that is shipped")
    parser.add_argument("--only", metavar="WORD", help="run only the cases whose id has this in it")
    parser.add_argument(
        "--knock-out",
        action="store_true",
        help="take away each rule and ruling in turn: one of the cases must fail without it",
    )
    parser.add_argument(
        "--spoil",
        action="store_true",
        help="change each rule a little (a condition left out, `<` for `<=`): tell what no case notices",
    )
    parser.add_argument("--rule", metavar="NAME", help="with --spoil: only the rules and picks whose names begin so")
    parser.add_argument(
        "--coverage", action="store_true", help="tell which rules, cells and links no case shows, and why"
    )
    parser.add_argument("--whole-chain", action="store_true", help="with --coverage: count the modules below as well")
    parser.add_argument(
        "--depth", choices=("talk", "judge", "developer"), default="talk",
        help="how much to print of a case that fails (default: talk)",
    )  # fmt: skip
    add_configuration(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    shipped = shipped_modules()
    paths = args.paths
    if args.all:
        paths = [str(p) for p in shipped.values() if any(p.rglob("*.cases.yaml"))]  # an abstract base has none
    if not paths:
        bad_use("which cases are to be run? give modules, folders or files, or --all")
    diagnostics = Diagnostics()
    files = _once(_of_paths(paths, args, shipped, diagnostics))
    if diagnostics.has_errors:
        end(diagnostics, as_json_=args.json)
    tested: dict[str, Tested] = {}
    waiting: list[tuple[Tested, Case]] = []
    for file, module in files:
        spec = args.module or file.module or module
        if spec is None:
            bad_use(f"{file.source.name} does not say which module it asks; add `module:` or give --module")
        if spec not in tested:
            tested[spec] = Tested(compiled(spec, as_json_=args.json))
        tested[spec].files.append(file)
        waiting += [(tested[spec], case) for case in file.cases if (args.only or "") in case.id]
    with collect_garbage_seldom():
        _run_cases(waiting, chosen, noting=args.coverage)
    outcomes = [outcome for each in tested.values() for outcome in each.outcomes]
    if args.only and not outcomes:
        bad_use(f"no case has `{args.only}` in its id")
    if all(outcome.passed for outcome in outcomes):  # a case that fails anyway misses nothing
        if args.knock_out:
            return _knock_out(tested, chosen, as_json_=args.json)
        if args.spoil:
            return _spoil(tested, chosen, args.rule or "", as_json_=args.json)
    covered = [_covered(each, chosen, args.whole_chain) for each in tested.values()] if args.coverage else []
    return _report(outcomes, args.json, covered, args.depth)


def _run_cases(waiting: Sequence[tuple[Tested, Case]], chosen: Configuration, *, noting: bool) -> None:
    """Runs cases on all processors, and here once more those that do not simply hold: there is more to tell of them."""
    held = {} if noting else _held(waiting, chosen)
    for number, (tested, case) in enumerate(waiting):
        if number in held:
            tested.outcomes.append(Outcome(case, True, *held[number]))
            continue
        seen = Seen() if noting else None
        outcome = run_case(case, tested.compilation, chosen, seen=seen)
        tested.outcomes.append(outcome)
        if seen is not None and outcome.answer is not None:
            tested.runs.append(Run(outcome.answer.law, seen))


def _held(waiting: Sequence[tuple[Tested, Case]], chosen: Configuration) -> dict[int, tuple[str, str]]:
    """Returns which cases hold, by their numbers, with what was expected and got; nothing is traced for them."""

    def holding(numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
        found = {}
        for number in numbers:
            tested, case = waiting[number]
            outcome = run_case(case, tested.compilation, chosen, tracing=False)
            if outcome.passed and not [*outcome.diagnostics]:
                found[number] = outcome.expected, outcome.got
        return found

    parts = in_parts(range(len(waiting)), max(AT_ONCE, len(waiting) // PARTS + 1))
    with shared_out([partial(holding, part) for part in parts], processors()) as results:
        return {number: told for held in results for number, told in held.items()}


def _covered(tested: Tested, chosen: Configuration, whole_chain: bool) -> Coverage:
    passed = [outcome.case for outcome in tested.outcomes if outcome.passed]
    missed = changes_missed(tested.compilation, passed, chosen)
    return measure(tested.compilation, tested.runs, whole_chain=whole_chain, changes=missed)


def _of_paths(
    paths: list[str], args: argparse.Namespace, shipped: dict[str, Path], diagnostics: Diagnostics
) -> Iterator[tuple[CaseFile, str | None]]:
    """The case files that all paths mean. Modules put together, `A + B`, bring the cases of those on top; where files
    are named as well, these are asked instead."""
    together = [path for path in paths if "+" in path and not os.path.exists(path)]
    if len(together) > 1:
        bad_use("modules put together are tested by themselves: give `A + B` once")
    if together and len(paths) > 1:
        args.module = args.module or together[0]
    for path in paths:
        if path not in together:
            yield from _files(path, shipped, diagnostics)
        elif len(paths) == 1:
            for part in path.split("+")[1:]:
                yield from ((file, path) for file, _ in _files(part.strip(), shipped, diagnostics))


def _once(files: Iterable[tuple[CaseFile, str | None]]) -> list[tuple[CaseFile, str | None]]:
    """Each case file once, however many of the paths mean it."""
    return list({file.path.resolve(): (file, module) for file, module in files}.values())


def _files(path: str, shipped: dict[str, Path], diagnostics: Diagnostics) -> list[tuple[CaseFile, str | None]]:
    """The case files a path means, each with the module whose folder it is in."""
    start = shipped.get(path, Path(path))
    if not os.path.exists(start):
        help = did_you_mean(path, set(shipped)) or f"shipped modules: {', '.join(sorted(shipped))}; or give a path"
        diagnostics.report("HX301", None, f"there is no module, folder or file `{path}`", help=help)
        return []
    paths = [start] if os.path.isfile(start) else sorted(start.rglob("*.cases.yaml"))
    if not paths:
        diagnostics.report(
            "HX319", None, f"`{path}` holds no case file", help="case files are called `NAME.cases.yaml`"
        )
    found = []
    for each in paths:
        if os.path.isdir(start) and not each.resolve().is_relative_to(start.resolve()):
            message = f"`{each}` is a link that leads out of the folder"
            diagnostics.report("HX305", None, message, help="name the file that it leads to")
            continue
        module = next((_as_given(p) for p in each.resolve().parents if os.path.isfile(p / "module.yaml")), None)
        file = read_cases(each, _shown(each, shipped), diagnostics)
        if file is not None:
            found.append((file, module))
    return found


def _as_given(folder: Path) -> str:
    """A folder below the one we are in is called as people would type it."""
    here = Path.cwd()
    return f"./{folder.relative_to(here)}" if folder.is_relative_to(here) and folder != here else str(folder)


def _shown(path: Path, shipped: dict[str, Path]) -> str:
    resolved = path.resolve()
    for name, folder in shipped.items():
        if resolved.is_relative_to(folder.resolve()):
            return f"rules/{name}/{resolved.relative_to(folder.resolve()).as_posix()}"
    return str(path)


def _report(outcomes: list[Outcome], as_json_: bool, covered: list[Coverage], depth: Depth) -> int:
    failed = [o for o in outcomes if not o.passed]
    wrong = any(o.diagnostics.has_errors for o in outcomes)
    if as_json_:
        write_json(
            {
                "passed": len(outcomes) - len(failed),
                "failed": len(failed),
                "cases": [_as_json(o) for o in outcomes],
                **({"coverage": [c.as_json() for c in covered]} if covered else {}),
            }
        )
    else:
        for outcome, *others in _by_mistake(failed):
            print(told(outcome, depth, [other.case.id for other in others]))
        for coverage in covered:
            print(told_coverage(coverage))
        print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 2 if wrong else 1 if failed else 0


def _by_mistake(failed: list[Outcome]) -> list[list[Outcome]]:
    """Cases that cannot be asked because of the very same mistakes, as of a board, lie together; all others alone."""
    together: dict[object, list[Outcome]] = {}
    for outcome in failed:
        mistakes = tuple(outcome.diagnostics) if outcome.diagnostics.has_errors else id(outcome)
        together.setdefault(mistakes, []).append(outcome)
    return list(together.values())


def told(outcome: Outcome, depth: Depth, others: Sequence[str] = ()) -> str:
    """A failure: the case, what was expected and got, and the explanation of what was got; `others` fail like it."""
    case = outcome.case
    lines = [f"{case.span}: case {case.id} fails" + (f" ({', '.join(case.shows)})" if case.shows else "")]
    if outcome.diagnostics.has_errors:
        lines += [render(d) for d in in_order(outcome.diagnostics)]
        if others:
            lines.append(f"  {counted(len(others), 'other case')} cannot be asked either: {listed(tuple(others))}")
    else:
        asked = case.text("ask")
        lines += [
            *([f"  asked:    {asked}"] if asked else []),
            f"  expected: {outcome.expected}",
            f"  got:      {outcome.got}",
        ]
    if outcome.answer is not None:
        text = explain(outcome.answer, depth, other_answers(outcome.answer))
        lines += [f"  | {line}" for line in text.rstrip().split("\n")]
    return "\n".join(lines) + "\n"


def _as_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.case.id,
        "file": str(outcome.case.file.path),
        "line": outcome.case.span.line,
        "shows": list(outcome.case.shows),
        "passed": outcome.passed,
        "expected": outcome.expected,
        "got": outcome.got,
        "problems": [d.message for d in outcome.diagnostics],
    }


def _knock_out(tested: dict[str, Tested], chosen: Configuration, *, as_json_: bool) -> int:
    gaps = _told_at_once(_gaps(tested, chosen), as_json_)
    if as_json_:
        write_json({"gaps": gaps})
    elif gaps:
        what = "1 rule, ruling or change" if len(gaps) == 1 else f"{len(gaps)} rules, rulings and changes"
        print(f"{what} can be taken away without a case failing")
    else:
        print("every rule, ruling and change is missed by a case when it is taken away")
    return 1 if gaps else 0


def _spoil(tested: dict[str, Tested], chosen: Configuration, beginning: str, *, as_json_: bool) -> int:
    tried: list[Spoilt] = []
    gaps = _told_at_once(_unnoticed(tested, chosen, beginning, tried), as_json_)
    if as_json_:
        write_json({"changes": len(tried), "gaps": [{"name": s.name, "where": s.where, "what": s.what} for s in gaps]})
    else:
        print(f"of {len(tried)} small changes a case notices {len(tried) - len(gaps)}")
    return 1 if gaps else 0


def _told_at_once(gaps: Iterable[T], as_json_: bool) -> list[T]:
    """All gaps; each is printed as soon as it is found, for a large law takes minutes."""
    found: list[T] = []
    for gap in gaps:
        found.append(gap)
        if not as_json_:
            print(gap, flush=True)
    return found


def _gaps(tested: dict[str, Tested], chosen: Configuration) -> Iterator[str]:
    """What no case misses; of add-ons at the end, when all that they stand on has been tried."""
    of_add_ons: dict[str, list[str]] = {}
    for spec, each in tested.items():
        gaps = knock_out(each.compilation, each.files, chosen)
        if each.compilation.chain.layers[-1].manifest.is_add_on:
            of_add_ons[spec] = list(gaps)
        else:
            yield from gaps
    for spec, found in of_add_ons.items():
        yield from (gap for gap in found if not _missed_elsewhere(gap, spec, of_add_ons, tested))


def _unnoticed(
    tested: dict[str, Tested], chosen: Configuration, beginning: str, tried: list[Spoilt]
) -> Iterator[Spoilt]:
    """The small changes that no case notices; all changes are noted in `tried`."""
    for spec, each in tested.items():
        graph = each.compilation.graph
        picks = [pick.path for action in graph.actions.values() for pick in action.picks]
        if not any(name.startswith(beginning) for name in (*graph.rules, *picks)):
            bad_use(f"no rule or pick of {spec} has a name that begins with `{beginning}`")
        for spoilt in spoil(each.compilation, each.files, chosen, beginning):
            tried.append(spoilt)
            if not spoilt.noticed:
                yield spoilt


def _missed_elsewhere(gap: str, spec: str, found: dict[str, list[str]], tested: dict[str, Tested]) -> bool:
    """An add-on stands on several modules: it is enough that on one of them a case misses what is taken away."""
    top = tested[spec].compilation.chain.layers[-1]
    others = [(other, tested[other].compilation.chain.layers[-1]) for other in found if other != spec]
    file = gap.partition(":")[0]
    return any(
        gap not in found[other] and file in {law.name for law in layer.laws}
        for other, layer in others
        if layer.folder == top.folder
    )
