"""Cases run, of modules and of files anywhere, and what they leave unshown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from hexlaw.compiler.base.cache import digest, the_cache
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean, listed
from hexlaw.compiler.base.processes import in_parts, processors, shared_out
from hexlaw.compiler.base.render import in_order, render
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import MAX_DATA_SIZE, TOY, is_module, module_around, shipped_modules, shown_as
from hexlaw.compiler.data.manifest import read_manifest
from hexlaw.compiler.desk.cases.coverage import Coverage, Run, measure, shows
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.desk.cases.knockout import WeakClaim, changes_missed, knock_out, weak_claims
from hexlaw.compiler.desk.cases.mutants import Mutant, changed_laws, mutants
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile, cases_of_own_libraries, read_cases
from hexlaw.compiler.situations.situate import map_of
from hexlaw.compiler.wasm.engines import webassembly
from hexlaw.compiler.wasm.whole_target import whole_target
from hexlaw.compiler.workspace.compiled_laws import Laws, read_by
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain.answer import other_answers
from hexlaw.runtime.explain.explain import explain
from hexlaw.runtime.explain.trace_lines import Depth
from hexlaw.runtime.law.graph import Rule
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.words.english import counted

CASE_FILES = "case files are called `NAME.cases.yaml`"
MANY_PLAYED = 100
"""From so many played cases of a law on it pays to print it: the first run costs no more, the next ones less."""
AT_ONCE, PARTS = 40, 16
"""Cases that are worth a process of their own, and into how many parts cases are shared out."""


@dataclass
class _Tested:
    """A module, and what came of the cases that are asked of it."""

    compilation: Compilation
    files: list[CaseFile] = field(default_factory=list)
    outcomes: list[CaseOutcome] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)  # where it is noted which rules were looked at


@dataclass
class Tests:
    """Cases that were run, by the modules that they ask."""

    _tested: dict[str, _Tested]
    _chosen: Configuration

    @property
    def outcomes(self) -> list[CaseOutcome]:
        return [outcome for each in self._tested.values() for outcome in each.outcomes]

    def coverage(self, *, whole_chain: bool = False) -> list[Coverage]:
        """Returns what no case shows, by module; the cases must have been run `noting` what they look at."""
        found = []
        for tested in self._tested.values():
            passed = [outcome.case for outcome in tested.outcomes if outcome.passed]
            missed = changes_missed(tested.compilation, passed, self._chosen)
            found.append(measure(tested.compilation, tested.runs, whole_chain=whole_chain, changes=missed))
        return found

    def showing(self) -> Iterator[tuple[Rule, list[CaseOutcome]]]:
        """Yields each rule of the modules with the cases in which it decides something; these must have been run
        `noting` what they look at."""
        for each in self._tested.values():
            names = {layer.name for layer in each.compilation.chain.shown_here}
            of = {outcome.case.id: outcome for outcome in each.outcomes}
            for rule in each.compilation.graph.rules.values():
                if rule.origin.module in names:
                    yield rule, [of[run.case] for run in each.runs if shows(rule, run)]

    def knock_out(self) -> Iterator[str]:
        """Yields each rule, ruling and change that no case misses when it is taken away, as it is found; of add-ons at
        the end, when all that they stand on has been tried."""
        of_add_ons: dict[str, list[str]] = {}
        for spec, each in self._tested.items():
            gaps = knock_out(each.compilation, each.files, self._chosen)
            if each.compilation.chain.layers[-1].manifest.is_add_on:
                of_add_ons[spec] = list(gaps)
            else:
                yield from gaps
        for spec, found in of_add_ons.items():
            yield from (gap for gap in found if not _missed_elsewhere(gap, spec, of_add_ons, self._tested))

    def weak_claims(self) -> Iterator[WeakClaim]:
        """Yields each claim of the modules that its own cases show badly, as it is found."""
        tested = self._tested.values()
        passing = [(each.compilation, [o.case for o in each.outcomes if o.passed]) for each in tested]
        return weak_claims(passing, self._chosen)

    def spoil(self, beginning: str = "") -> Iterator[tuple[Mutant, bool]]:
        """Yields each small change to what has a name that begins so, and whether a case notices it."""
        tested = self._tested.values()
        if beginning and not any(True for each in tested for _ in changed_laws(each.compilation, beginning)):
            raise Refused(f"nothing in {listed([*self._tested])} has a name that begins with `{beginning}`")
        for each in tested:
            yield from mutants(each.compilation, each.files, self._chosen, beginning)


@dataclass(frozen=True)
class CasesOf:
    """The cases of one file, to be run one by one."""

    file: CaseFile
    _laws: Laws
    _around: str | None  # the module in whose folder the file lies

    @property
    def spec(self) -> str:
        """Returns the module that the cases ask."""
        spec = self.file.module or self._around
        if spec is None:
            raise Refused(f"{self.file.path} does not say which module it asks: add `module:`")
        return spec

    def run(self, case: Case) -> CaseOutcome:
        compilation = self._laws.unchanging(self.spec).compilation
        print_played(compilation, self.file.cases)
        return run_case(case, compilation)

    def explained(self, outcome: CaseOutcome, depth: Depth) -> str:
        """Its answer as it stands, without what other readings would say; nothing where there is none."""
        return "" if outcome.answer is None else explain(outcome.answer, depth, [])


def cases_of(path: Path, texts: Texts, laws: Laws) -> CasesOf:
    file = read_by(partial(read_cases, path, str(path), texts=texts), Diagnostics())
    around = module_around(path, texts)
    if around is not None and is_module(Path(around, TOY), texts):
        file = _as_used(file, laws.unchanging(around).compilation)
    return CasesOf(file, laws, around)


def _as_used(file: CaseFile, compilation: Compilation) -> CaseFile:
    """Returns a case file; that of a library in the words of its toy."""
    is_toy = compilation.chain.layers[-1].folder.name == TOY
    used = cases_of_own_libraries(compilation, Diagnostics()) if is_toy else []
    return next((one for one in used if one.path.resolve() == file.path.resolve()), file)


def test(
    paths: Sequence[str], module: str | None, only: str, chosen: Configuration, noting: bool, texts: Texts, laws: Laws
) -> Tests:  # fmt: skip
    diagnostics = Diagnostics()
    found, together = _of_paths(paths, texts, diagnostics)
    # each once, however many of the paths mean it
    once = {around if file is None else file.path.resolve(): (file, around) for file, around in found}
    if diagnostics.has_errors:
        raise Refused.by(diagnostics)
    tested: dict[str, _Tested] = {}
    waiting: list[tuple[_Tested, Case]] = []
    for file, around in once.values():
        spec = module or together or (file.module if file is not None else None) or around
        if spec is None:
            name = file.source.name if file is not None else "this"
            raise Refused(f"{name} does not say which module it asks", "add `module:` or give --module")
        if spec not in tested:
            tested[spec] = _Tested(laws.compiled(spec).compilation)
        compilation = tested[spec].compilation
        files = cases_of_own_libraries(compilation, diagnostics) if file is None else [_as_used(file, compilation)]
        tested[spec].files += files
        waiting += [(tested[spec], case) for file in files for case in file.cases if only in case.id]
    if diagnostics.has_errors:
        raise Refused.by(diagnostics)
    if not waiting and not only:
        diagnostics.report("HX319", None, f"`{paths[0]}` holds no case file", help=CASE_FILES)
        raise Refused.by(diagnostics)
    if only and not waiting:
        raise Refused(f"no case has `{only}` in its id")
    with collect_garbage_seldom():
        _run_cases(waiting, chosen, noting=noting)
    return Tests(tested, chosen)


def _run_cases(waiting: Sequence[tuple[_Tested, Case]], chosen: Configuration, *, noting: bool) -> None:
    """Runs cases on all processors, and here once more those that do not simply hold: there is more to tell of them."""
    held = {} if noting else _held(waiting, chosen)
    for number, (tested, case) in enumerate(waiting):
        if number in held:
            tested.outcomes.append(CaseOutcome(case, True, *held[number]))
            continue
        seen = ReadSet() if noting else None
        outcome = run_case(case, tested.compilation, chosen, seen=seen)
        tested.outcomes.append(outcome)
        if seen is not None and outcome.answer is not None:
            tested.runs.append(Run(outcome.answer.law, seen, case.id))


def print_played(compilation: Compilation, cases: Iterable[Case]) -> None:
    """Prints the law of these cases, or loads its kept print; those of which nothing is noted are played on it."""
    played = [case for case in cases if case.node.get("play") is not None]
    native, target = webassembly(), whole_target(compilation.graph)
    if native is not None and len(played) >= MANY_PLAYED and target.native is None:
        maps = {id(map_): map_ for case in played if (map_ := map_of(case, compilation)) is not None}
        target.print_native([*maps.values()], native, compilation.chain.key("cases"))


def _held(waiting: Sequence[tuple[_Tested, Case]], chosen: Configuration) -> dict[int, tuple[str, str]]:
    """Returns which cases hold, by their numbers, with what was expected and got; nothing is traced for them. Those
    that have held are not run again while the files of their law, their own file and what is chosen stay the same."""
    by_law = {id(tested): tested for tested, _ in waiting}
    laws = {number: tested.compilation.chain.key("held", repr(chosen)) for number, tested in by_law.items()}
    name = cache(lambda law, file: digest(law, file.source.text))
    keys = [name(laws[id(tested)], case.file) for tested, case in waiting]
    kept = {key: the_cache().read("held", key) or {} for key in {*keys}}
    found = {n: kept[keys[n]][case.id] for n, (_, case) in enumerate(waiting) if case.id in kept[keys[n]]}
    left = [number for number in range(len(waiting)) if number not in found]
    for tested in by_law.values():
        print_played(tested.compilation, [waiting[n][1] for n in left if waiting[n][0] is tested])

    def holding(numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
        held = {}
        for number in numbers:
            tested, case = waiting[number]
            outcome = run_case(case, tested.compilation, chosen, tracing=False)
            if outcome.passed and not [*outcome.diagnostics]:
                held[number] = outcome.expected, outcome.got
        save_questions()
        return held

    parts = in_parts(left, max(AT_ONCE, len(left) // PARTS + 1))
    with shared_out([partial(holding, part) for part in parts], processors()) as results:
        for number, said in (each for part in results for each in part.items()):
            found[number], case = said, waiting[number][1]
            if case.node.get("configure") is None:  # which may ask another module
                kept[keys[number]][case.id] = said
    for key in {keys[number] for number in left}:
        the_cache().write("held", key, kept[key])
    return found


_Meant = tuple[CaseFile | None, str | None]
"""A case file, or those of all libraries that a module uses, and the module that they ask."""


def _of_paths(paths: Sequence[str], texts: Texts, diagnostics: Diagnostics) -> tuple[list[_Meant], str | None]:
    """Returns the case files that all paths mean. Modules put together, `A + B`, bring the cases of those on top; where
    files are named as well, these are asked instead, of the modules that are returned."""
    shipped = shipped_modules()
    together = [path for path in paths if "+" in path and not os.path.exists(texts.at(path))]
    if len(together) > 1:
        raise Refused("modules put together are tested by themselves: give `A + B` once")
    if together and len(paths) == 1:
        parts = [part.strip() for part in together[0].split("+")[1:]]
        files = [file for part in parts for file, _ in _files(part, shipped, texts, diagnostics) if file is not None]
        return [*((file, together[0]) for file in files), (None, together[0])], None
    others = [path for path in paths if path not in together]
    found = [each for path in others for each in _files(path, shipped, texts, diagnostics)]
    return found, together[0] if together else None


def _files(path: str, shipped: dict[str, Path], texts: Texts, diagnostics: Diagnostics) -> list[_Meant]:
    """Returns the case files a path means, each with the module whose folder it is in; those of a library are asked of
    its toy, and of every module that uses it."""
    start = shipped.get(path) or texts.at(path)
    if not os.path.exists(start):
        help = did_you_mean(path, set(shipped)) or f"shipped modules: {', '.join(sorted(shipped))}; or give a path"
        diagnostics.report("HX301", None, f"there is no module, folder or file `{path}`", help=help)
        return []
    is_file = os.path.isfile(start)
    found: list[_Meant] = []
    for each in [start] if is_file else _below(start, "*.cases.yaml"):
        if not is_file and not each.resolve().is_relative_to(start.resolve()):
            message = f"`{each}` is a link that leads out of the folder"
            diagnostics.report("HX305", None, message, help="name the file that it leads to")
            continue
        module = next((p for p in each.resolve().parents if os.path.isfile(p / "module.yaml")), None)
        toy = None if module is None else module / TOY
        if toy is not None and is_module(toy, texts):
            if not is_file:
                continue
            module = toy
        if (file := read_cases(each, shown_as(each), diagnostics, texts)) is not None:
            found.append((file, None if module is None else _as_given(module)))
    for each in () if is_file else _below(start, "module.yaml"):
        source = texts.read(each, str(each), MAX_DATA_SIZE, Diagnostics())
        manifest = read_manifest(source, Diagnostics()) if source is not None else None
        if manifest is not None and manifest.uses and not manifest.abstract and not manifest.is_add_on:
            found.append((None, _as_given(each.parent.resolve())))
    if not found:
        diagnostics.report("HX319", None, f"`{path}` holds no case file", help=CASE_FILES)
    return found


def _below(start: Path, pattern: str) -> list[Path]:
    """Returns matching files of a folder, without hidden folders such as the studio's backups."""
    return [path for path in sorted(start.rglob(pattern)) if "/." not in f"/{path.relative_to(start).as_posix()}"]


def _as_given(folder: Path) -> str:
    """A folder below the one we are in is called as people would type it."""
    here = Path.cwd()
    return f"./{folder.relative_to(here)}" if folder.is_relative_to(here) and folder != here else str(folder)


def failure_text(outcome: CaseOutcome, depth: Depth, others: Sequence[str] = ()) -> str:
    """Returns a failure: the case, what was expected and got, and why; `others` fail like it."""
    case = outcome.case
    lines = [f"{case.span}: case {case.id} fails" + (f" ({', '.join(case.shows)})" if case.shows else "")]
    if outcome.diagnostics.has_errors:
        lines += [render(d) for d in in_order(outcome.diagnostics)]
        if others:
            lines.append(f"  {counted(len(others), 'other case')} cannot be asked either: {listed(tuple(others))}")
    else:
        asked = case.node.text("ask")
        lines += [
            *([f"  asked:    {asked}"] if asked else []),
            f"  expected: {outcome.expected}",
            f"  got:      {outcome.got}",
        ]
    if outcome.answer is not None:
        text = explain(outcome.answer, depth, other_answers(outcome.answer))
        lines += [f"  | {line}" for line in text.rstrip().split("\n")]
    return "\n".join(lines) + "\n"


def _missed_elsewhere(gap: str, spec: str, found: dict[str, list[str]], tested: dict[str, _Tested]) -> bool:
    """An add-on stands on several modules: it is enough that on one of them a case misses what is taken away."""
    top = tested[spec].compilation.chain.layers[-1]
    others = [(other, tested[other].compilation.chain.layers[-1]) for other in found if other != spec]
    file = gap.partition(":")[0]
    return any(
        gap not in found[other] and file in {law.name for law in layer.laws}
        for other, layer in others
        if layer.folder == top.folder
    )
