"""Checks modules: `hexlaw check` starts here. Input: names of modules. Output: their findings, and a line about each.

A module, a board or a file of cases that was clean is not checked again while nothing that was read has changed. Only
clean results are cached: a finding is always found anew, so that it stands where the text stands now.
INVARIANT: checking depends on the files of the chain, as `load` hands them over, and on nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from hexlaw.compiler.base.cache import digest, once_clean, the_cache
from hexlaw.compiler.base.collector import no_garbage_collection
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.processes import shared_out
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.checking.orphan_files import files_are_read
from hexlaw.compiler.data.load import CaseSources, Chain, load
from hexlaw.compiler.desk.cases.case_index import are_known, contents_of
from hexlaw.compiler.renamed_names import new_names, with_new_names

# What does the checking is loaded when something is to be checked: that takes longer than to see that nothing is.
if TYPE_CHECKING:
    from hexlaw.compiler.analysis.clashes import ClashTally
    from hexlaw.compiler.pipeline import Compilation

WORTH_SHARING = 200_000  # characters of law; below, other processes take longer to begin than this one to read
LAW_TO_CASES = 4  # a character of law takes so many times as long as one of a case file
SHARES = 4  # of each process: so that nobody waits long for another


@dataclass(frozen=True)
class Checked:
    """The result of checking a module."""

    summary: str
    undecided: tuple[tuple[str, str], ...]  # pairs of rules that may disagree, though no position shows it
    facts: Mapping[str, Sequence[str]]  # by verdict: whether they have an answer wherever play asks
    diagnostics: Diagnostics


def check(spec: str, texts: Texts = DISK) -> Checked:
    """Checks a module (or `base + add-on`) with all it extends."""
    with no_garbage_collection():
        return _checked(_read(spec, texts))


def check_all(specs: Sequence[str], processes: int = 1, texts: Texts = DISK) -> Iterator[Checked]:
    """Checks modules in several processes; the results are the same as in one, in the order of `specs`."""
    with no_garbage_collection():
        asked = [_read(spec, texts) for spec in specs]
        to_do = sorted((a for a in asked if not a.is_known), key=lambda a: a.size, reverse=True)
        if processes > 1 and to_do:
            laws = (law for a in to_do if a.chain for layer in a.chain.layers for law in layer.laws)
            _read_ahead(laws, {path: source for a in to_do for path, source in a.cases.items()}, processes)
        if len(to_do) > 1:
            from hexlaw.compiler.checking import extra_checks as thorough  # noqa: F401 (loaded once, not by every process)
        with shared_out([partial(_checked, a) for a in to_do], processes) as results:
            checked = {a.spec: result for a, result in zip(to_do, results, strict=True)}
        yield from (checked[a.spec] if a.spec in checked else _checked(a) for a in asked)


def _read_ahead(laws: Iterable[Source], cases: CaseSources, processes: int) -> None:
    """Reads the files of several modules in several processes, before what they share is read in each. Parsed law and
    clean case files reach the checking processes through the cache; all else, mistakes too, is found again there."""
    cache = the_cache()
    if not cache.keeps:
        return
    effort: dict[Callable[[], object], int] = {}
    for law in {source.name: source for source in laws}.values():
        if not cache.has("law", law.name):
            effort[partial(_parse, law)] = LAW_TO_CASES * len(law.text)
    for path, source in cases.items():
        if not are_known(source):
            effort[partial(contents_of, {path: source}, Diagnostics())] = len(source.text)
    if sum(effort.values()) < LAW_TO_CASES * WORTH_SHARING:
        return
    tasks, shares = sorted(effort, key=effort.__getitem__, reverse=True), SHARES * processes
    from hexlaw.compiler.parse import grammar
    from hexlaw.compiler.situations import case_files as _cases  # noqa: F401 (what all of them need is loaded once)

    grammar.prepare()
    with shared_out([partial(_all, tasks[first::shares]) for first in range(shares)], processes) as done:
        from hexlaw.compiler.checking import extra_checks as thorough  # noqa: F401 (loaded by the time it is needed)

        list(done)


def _all(tasks: list[Callable[[], object]]) -> None:
    for task in tasks:
        task()


def _parse(source: Source) -> None:
    from hexlaw.compiler.parse.parse import parse_law, save_parsed

    parse_law(source, Diagnostics())
    save_parsed([source])


@dataclass(frozen=True)
class _Asked:
    """A module whose files have been read."""

    spec: str
    chain: Chain | None
    cases: CaseSources
    diagnostics: Diagnostics

    @cached_property
    def sources(self) -> list[Source]:
        if self.chain is None:
            return []
        used = (self.chain.read_cases(layer, Diagnostics()) for layer in self.chain.layers if layer.use is not None)
        return [*self.chain.sources, *self.cases.values(), *(text for texts in used for text in texts.values())]

    @cached_property
    def key(self) -> str:
        kept = [] if self.chain is None else self.chain.played()
        return digest(self.spec, *kept, *(text for source in self.sources for text in (source.name, source.text)))

    @property
    def size(self) -> int:
        return sum(len(source.text) for source in self.sources)

    @property
    def is_known(self) -> bool:
        """Returns whether its result is in the cache."""
        return self.chain is None or (not self.diagnostics.found and the_cache().has("check", self.key))


def _read(spec: str, texts: Texts) -> _Asked:
    diagnostics = Diagnostics()
    chain = load(spec, diagnostics, texts)
    cases = {} if chain is None else chain.case_sources(diagnostics)
    if chain is not None:
        files_are_read(chain, diagnostics)
    return _Asked(spec, chain, cases, diagnostics)


def _checked(asked: _Asked) -> Checked:
    spec, chain, cases, diagnostics = asked.spec, asked.chain, asked.cases, asked.diagnostics
    if chain is None:
        return Checked(f"{spec}: {_counted(diagnostics) or 'not read'}", (), {}, diagnostics)
    look = partial(_check, chain, cases, spec)
    found = look(diagnostics) if diagnostics.found else once_clean("check", asked.key, look, diagnostics)
    summary, undecided, facts = found
    return Checked(summary, tuple((one, other) for one, other in undecided), facts, diagnostics)


def _check(
    chain: Chain, cases: CaseSources, spec: str, diagnostics: Diagnostics
) -> tuple[str, list[list[str]], dict[str, list[str]]]:
    from hexlaw.compiler.checking.extra_checks import run_extra_checks
    from hexlaw.compiler.pipeline import compile_chain

    if (compilation := compile_chain(chain, diagnostics)) is None:
        is_library = chain.layers[-1].manifest.is_library
        sound = "abstract, reads well; it is checked through the games that extend it"
        sound = "a library, reads well; it is checked in the games that use it" if is_library else sound
        return f"{spec}: {_counted(diagnostics) if diagnostics.has_errors else sound}", [], {}
    tally = run_extra_checks(compilation, diagnostics, cases)
    diagnostics.found[:] = with_new_names(diagnostics.found, new_names(chain.layers))
    return _summary(compilation, diagnostics, tally), [list(pair) for pair in tally.undecided], tally.facts


def _counted(diagnostics: Diagnostics) -> str:
    levels = Counter(d.level for d in diagnostics)
    return ", ".join(f"{n} {level}{'s' if n > 1 else ''}" for level, n in levels.items())


def _summary(compilation: Compilation, diagnostics: Diagnostics, tally: ClashTally) -> str:
    graph = compilation.graph
    parts = {
        "rules": graph.rules, "rulings": graph.rulings, "tables": graph.tables, "units": graph.units,
        "boards": compilation.board_names,
    }  # fmt: skip
    counts = ", ".join(f"{len(things)} {name if len(things) != 1 else name[:-1]}" for name, things in parts.items())
    undecided = len(tally.undecided)
    doubtful = f"; {undecided} pair{'s' if undecided > 1 else ''} of rules undecided" if undecided else ""
    open_ = len(tally.facts.get("undecided", ()))
    doubtful += f"; {open_} fact{'s' if open_ > 1 else ''} undecided" if open_ else ""
    doubtful += f"; {tally.not_tried} pairs of rules not looked at, there are too many" if tally.not_tried else ""
    return f"{compilation.name}: {_counted(diagnostics) or 'fine'} ({counts}{doubtful})"
