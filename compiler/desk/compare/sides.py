"""The two laws of a comparison, read from what was typed.

A side is `MODULE [at REVISION] [with NAME=VALUE, ...]`: a module or `base + add-on` as everywhere, how it stood in a
revision of its git repository, and the options, readings and year that are chosen for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.render import in_order, render
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.desk.book.printed_rules import Standing, standing
from hexlaw.compiler.desk.compare.revision import at_revision
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure

AT, WITH = " at ", " with "
YEAR = "as-of"


@dataclass(frozen=True)
class ComparedLaw:
    """One of the two laws: how it was typed, compiled, and what is chosen for it."""

    text: str
    compilation: Compilation
    chosen: Configuration
    spec: str = ""  # the modules alone, of a revision as the folders that they were copied to

    @cached_property
    def standing(self) -> Standing:
        """The rules as a book prints them; cached, as one law is compared with many."""
        return standing(self.compilation.graph, self.chosen)

    @cached_property
    def law(self) -> Law:
        """The law as chosen, in no situation."""
        return configure(self.compilation.graph, self.chosen)

    @cached_property
    def digest(self) -> str:
        """A digest of all that a game or a case under this law depends on but the case itself."""
        return self.compilation.digest(self.chosen)

    def without_rule(self, name: str) -> ComparedLaw:
        return replace(self, chosen=replace(self.chosen, without=self.chosen.without | {name}))


@contextmanager
def read_sides(
    base: str, variant: str, common: Configuration, texts: Texts = DISK
) -> Iterator[tuple[ComparedLaw, ComparedLaw]]:
    """Yields both laws. `common` is chosen for both, as far as each knows of it; raises `Refused`."""
    with ExitStack() as folders:
        read = [_read(text, common, folders, texts) for text in (base, variant)]
        for sort, names in (("option", common.options), ("dispute", common.readings)):
            known = [name for side in read for name in side.compilation.graph.section(sort)]
            for name in (name for name in names if name not in known):
                near = did_you_mean(name, known)
                raise Refused(f"neither of the two laws has the {sort} `{name}`" + (f"; {near}" if near else ""))
        yield read[0], read[1]


@contextmanager
def read_side(text: str, common: Configuration, texts: Texts = DISK) -> Iterator[ComparedLaw]:
    """Yields one law, with `common` chosen for it besides; raises `Refused`."""
    with ExitStack() as folders:
        yield _read(text, common, folders, texts)


def _read(text: str, common: Configuration, folders: ExitStack, texts: Texts) -> ComparedLaw:
    left, _, settings = text.partition(WITH)
    spec, _, revision = (part.strip() for part in left.partition(AT))
    if not spec:
        raise Refused(f"`{text}` names no module; write `MODULE`, `MODULE at REVISION` or `MODULE with OPTION=on`")
    folder = ""
    if revision:
        folder = folders.enter_context(TemporaryDirectory(prefix="hexlaw-"))
        spec = " + ".join(at_revision(part.strip(), revision, Path(folder)) for part in spec.split("+"))
    diagnostics = Diagnostics()
    if (compilation := compile_modules(spec, diagnostics, texts)) is None:
        found = "\n".join(render(d) for d in in_order(diagnostics)) or f"`{text}` is abstract: it cannot be asked alone"
        raise Refused(found.replace(f"{folder}/", f"{revision}:") if folder else found)
    graph = compilation.graph
    options = {name: on for name, on in common.options.items() if name in graph.options}
    readings = {name: reading for name, reading in common.readings.items() if name in graph.disputes}
    chosen = Configuration(options, readings, common.year).merged(_chosen(text, settings, compilation))
    try:
        configure(compilation.graph, chosen)
    except ConfigurationRefused as refused:
        raise Refused(f"`{text}`: {'; '.join(refused.reasons)}") from None
    return ComparedLaw(text, compilation, chosen, spec)


def _chosen(text: str, settings: str, compilation: Compilation) -> Configuration:
    options: dict[str, bool] = {}
    readings: dict[str, str] = {}
    year: int | None = None
    for setting in filter(None, (part.strip() for part in settings.split(","))):
        name, _, value = (word.strip() for word in setting.partition("="))
        if name == YEAR and _is_year(value):
            year = int(value)
        elif name == YEAR or (_is_year(value or name) and name not in compilation.graph.disputes):
            meant = next(filter(_is_year, (value, name)), "1976")
            help_ = f"write it in four digits, `{YEAR}={meant}`"
            raise Refused(f"`{setting}` in `{text}` does not choose a year; {help_}")
        elif value in ("on", "off") and name not in compilation.graph.disputes:
            options[name] = value == "on"
        elif value and name not in compilation.graph.options:
            readings[name] = value
        else:
            raise Refused(f"`{setting}` in `{text}` is not OPTION=on, OPTION=off, DISPUTE=READING or {YEAR}=YEAR")
    return Configuration(options, readings, year)


def _is_year(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) == 4
