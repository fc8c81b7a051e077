"""A module that is being edited: its files, its positions as data, and its law beside what that was before.

Idea of `Editing`: what each case said and read under the law before is known once, and a changed law is asked those
cases first that read what has changed. INVARIANT: a case counts as alike or as differing only if it was asked under
both laws; how many were not asked is always said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import monotonic_ns
from typing import TYPE_CHECKING

from hexlaw.compiler.base.cache import CachedFindings, digest
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.processes import NANO, processors
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import Layer, load, shipped_modules
from hexlaw.compiler.data.manifest import Preset
from hexlaw.compiler.desk.presets import presets_of
from hexlaw.compiler.parse.parse import save_parsed
from hexlaw.compiler.parse.syntax import Situation
from hexlaw.compiler.resolve import rule_anew as replacing
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.compiler.situations.case_files import CaseFilesRead, cases_in
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.workspace.asking import AnswerWithOthers, ask
from hexlaw.compiler.workspace.compiled_laws import Compiled, Laws, one_at_a_time, read_by
from hexlaw.compiler.workspace.positions import case_of
from hexlaw.compiler.workspace.requests import NamedCase, Where
from hexlaw.runtime.law.law import Configuration

if TYPE_CHECKING:
    from hexlaw.compiler.desk.compare.sides import ComparedLaw
    from hexlaw.compiler.desk.compare.structure import Compared
    from hexlaw.compiler.desk.compare.verdicts import CaseDiffers, CasesCompared, JudgedCase, Verdicts

MAX_AT_WORK = 4  # laws whose cases are being compared: a tab of an editor each
MAX_AT_ONCE = 16
"""Cases that are asked at a stretch: in between somebody else may ask."""


@dataclass(frozen=True)
class ModuleFiles:
    title: str
    folder: Path
    layer: Layer
    is_shipped: bool
    below: dict[str, Path]  # the law of what it extends, by names as they look from the folder


def files(module: str, texts: Texts) -> ModuleFiles:
    *lower, layer = read_by(partial(load, module, texts=texts), Diagnostics()).layers
    below = {
        f"../{base.folder.name}/{name}": base.folder / name
        for base in reversed(lower)
        for name in texts.names_in(base.folder, lambda _: None)
        if name.endswith((".law", ".csv")) or name.startswith("tables/")
    }
    return ModuleFiles(layer.manifest.title, layer.folder, layer, layer.folder in shipped_modules().values(), below)


def situations(spec: str, texts: Texts) -> tuple[str, str, dict[str, str | None]]:
    """Returns the name, title and situations, with their titles, of a module; its law is read, not compiled."""
    diagnostics = Diagnostics()
    chain = load(spec, diagnostics, texts)
    items = [] if chain is None else [placed.item for placed in place_items(chain, diagnostics)]
    if chain is None or diagnostics.has_errors:
        raise Refused.by(diagnostics)
    save_parsed(law for layer in chain.layers for law in layer.laws)
    titles = {item.name.text: item.title for item in items if isinstance(item, Situation)}
    titled = {name: titles.get(name) for name in sorted(situation_files(chain))}
    return chain.name, chain.layers[-1].manifest.title or chain.name, titled


def presets(spec: str, texts: Texts) -> dict[str, Preset]:
    """Returns the presets of a module; its law is read, not compiled."""
    return presets_of(read_by(partial(load, spec, texts=texts), Diagnostics()))


@dataclass(frozen=True)
class CaseInModule:
    id: str
    about: str
    asks: str
    file: str
    is_own: bool  # and not of a module that it extends


def cases(module: str, texts: Texts) -> list[CaseInModule]:
    """Returns the cases of a law, which may be broken, those of the module first; files are listed once."""
    chain = read_by(partial(load, module, texts=texts), Diagnostics())
    own, found = chain.layers[-1].folder, list[CaseInModule]()
    with CachedFindings("listed", chain.name) as known:
        for path, source in chain.case_sources(Diagnostics()).items():
            key = digest(source.text)
            if (listed := known.before(key)) is None:
                file = cases_in(source, path, Diagnostics())
                those = file.cases if file else ()
                listed = [(one.id, one.node.text("doc") or "", one.node.text("ask") or "") for one in those]
            known.keep(key, listed)
            is_own = path.is_relative_to(own)
            found += [CaseInModule(id_, about, asks, path.name, is_own) for id_, about, asks in listed]
    return sorted(found, key=lambda case: not case.is_own)


def case_as_data(read: Compiled, id_: str) -> dict[str, object]:
    """Returns a case as its file has it, with what that file says of maps under `maps`."""
    case = case_of(NamedCase(id_), read.compilation)
    return {**case.node.plain(), "maps": {name: node.plain() for name, node in case.file.maps.items()}}


def rule_anew(read: Compiled, name: str) -> str:
    """Returns a rule that replaces one of a base, and says at first what that says."""
    compilation = read.compilation
    if name not in compilation.names.rules:
        raise Refused(f"there is no rule `{name}`")
    return replacing.rule_anew(name, compilation.names, replacing.likely_source(compilation.chain))[1]


class Editing:
    """The law before the edits, and its verdicts on cases. `spec` is the name by which it is loaded again; `is_now`
    tells whether a law is the same. Several may edit beside one law before, each in a workspace of their own."""

    def __init__(
        self, spec: str, read: Callable[[], Compiled], chosen: Configuration,
        is_now: Callable[[Compiled], bool] = lambda _: False,
    ) -> None:  # fmt: skip
        self.spec, self.is_now = spec, is_now
        self._read, self._chosen = read, chosen
        self._known: dict[str, JudgedCase] = {}  # by a case's whole text
        # with what is known of cases; newest first
        self._now: list[tuple[Compared, dict[str, bool | CaseDiffers]]] = []
        self._files = CaseFilesRead()

    @cached_property
    def before(self) -> ComparedLaw:
        """Raises `Refused` where that law is broken."""
        from hexlaw.compiler.desk.compare.sides import ComparedLaw

        return ComparedLaw("before", self._compiled.compilation, self._chosen)

    @cached_property
    def _compiled(self) -> Compiled:
        return Compiled(self._read().compilation, ())

    def ask(self, where: Where, texts: Texts) -> AnswerWithOthers:
        """Returns the answer of the law before to a case's question, in a file of these texts."""
        before = self._compiled.compilation
        there = replace(before, chain=replace(before.chain, texts=texts))
        return ask(Compiled(there, ()), where, None, self._chosen, None)

    @cached_property
    def _asked(self) -> CasesCompared:
        return self._cases(self._compare(self.before), 1, {})

    @one_at_a_time
    def look(self) -> tuple[int, int]:
        """Asks some cases under the law before, for later; returns how many are known, and how many there are."""
        self._asked.ask(most=MAX_AT_ONCE, of_base=True)
        return len(self._known), len(self._asked.cases)

    @one_at_a_time
    def changed(self, now: Compiled, seconds: int, first: str) -> Verdicts:
        """Returns which cases come out otherwise now: one at least, the `first` of this name if there is one, and as
        many as can be asked in so many seconds. Asked again of the same law, it goes on with what is left."""
        known = next((each for each in self._now if each[0].variant.compilation is now.compilation), None)
        if known is None:
            known = self._compare(replace(self.before, text="now", compilation=now.compilation)), {}
        self._now = [known, *(each for each in self._now if each is not known)][:MAX_AT_WORK]
        both = self._cases(known[0], processors(), known[1])
        if both.two.base.digest == both.two.variant.digest:
            both.compared.update(dict.fromkeys(both.cases, False))
        else:
            both.ask(most=1, first=first)
            both.ask(monotonic_ns() + seconds * NANO)
        return both.verdicts()

    def _compare(self, now: ComparedLaw) -> Compared:
        from hexlaw.compiler.desk.compare.structure import compare  # slow to load, and not needed to judge

        return compare(self.before, now)

    def _cases(self, two: Compared, processes: int, compared: dict[str, bool | CaseDiffers]) -> CasesCompared:
        from hexlaw.compiler.desk.compare.verdicts import CasesCompared, named_cases

        return CasesCompared(two, named_cases(two.base, two.variant, self._files), processes, self._known, compared)


@contextmanager
def editing(
    module: str, against: str | None, chosen: Configuration, texts: Texts, laws: Laws
) -> Iterator[Editing]:  # fmt: skip
    """Yields a module beside the law of another, or as it is now: a copy of its files is kept for other processes."""
    if against is not None:
        yield Editing(against, partial(laws.compiled, against), chosen)
        return
    chain = read_by(partial(load, module, texts=texts), Diagnostics())
    now, found = laws.compile(module)
    with TemporaryDirectory(prefix="hexlaw-") as folder:
        copied = {layer.name: Path(folder) / layer.folder.name for layer in chain.layers}
        for layer in chain.layers:
            copytree(layer.folder, copied[layer.name], symlinks=True, ignore=ignore_patterns(".*", "__*"))

        def read() -> Compiled:
            if now is None:
                raise Refused.by(found)
            return now

        spec = " + ".join(str(copied[top]) for top in chain.tops)
        yield Editing(spec, read, chosen, lambda law: now is not None and law.key == now.key)
