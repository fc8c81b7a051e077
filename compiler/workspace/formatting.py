"""Law in its one canonical form, and files of cases and situations in words of today."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, quoted
from hexlaw.compiler.base.files import why_not
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data import load
from hexlaw.compiler.data.manifest import read_manifest
from hexlaw.compiler.desk.book.settings import FILE as BOOK
from hexlaw.compiler.desk.book.settings import read_settings
from hexlaw.compiler.format.advice_sections import with_advice_apart, without_worth
from hexlaw.compiler.format.law_text import format_law
from hexlaw.compiler.format.old_texts import Books, passage_name, titled_places, with_prose, without_headings
from hexlaw.compiler.format.old_words import data_in_words_of_today, flags_of, in_words_of_today
from hexlaw.compiler.parse.items import MAX_ITEMS, first_too_many
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.renamed_names import in_new_names, new_names
from hexlaw.compiler.resolve.citations import USUAL_KEY

LAW = ".law"


@dataclass(frozen=True)
class Formatted:
    source: Source  # as it is
    text: str  # as it should be
    path: Path | None = None

    @property
    def is_law(self) -> bool:
        return self.path is None or self.path.suffix == LAW

    @property
    def is_changed(self) -> bool:
        return self.text != self.source.text


@dataclass(frozen=True)
class _Module:
    """What the formatting of a file takes from its module and from all that it extends."""

    flags: Collection[str] = ()
    advice: str = USUAL_KEY  # the source that advice cites
    names: Mapping[str, str] = field(default_factory=dict)  # new ones for old ones
    books: Books | None = None


@dataclass
class Formatter:
    _texts: Texts
    _modules: dict[Path, _Module] = field(default_factory=dict)

    def files(self, given: str, diagnostics: Diagnostics) -> Iterator[Formatted]:
        for path in self._paths(given, diagnostics):
            if (formatted := self._file(path, diagnostics)) is not None:
                yield formatted

    def text(self, source: Source) -> Formatted:
        diagnostics = Diagnostics()
        text = self._formatted(source, None, diagnostics)
        if len(source.text.encode("utf-8", "surrogatepass")) > load.MAX_LAW_SIZE:
            diagnostics.report("HX103", None, f"{source.name} is larger than {load.MAX_LAW_SIZE:,} bytes")
        if text is None or diagnostics.has_errors:
            raise Refused.by(diagnostics)
        return Formatted(source, text)

    def _paths(self, given: str, diagnostics: Diagnostics) -> Iterator[Path]:
        """Yields the files that a path means: itself, all law below it or in the shipped module; of `A + B` both."""
        path = self._texts.at(given)
        if "+" in given and not os.path.lexists(path):
            for part in given.split("+"):
                yield from self._paths(part.strip(), diagnostics)
            return
        if not os.path.lexists(path) and given in load.shipped_modules():
            path = load.shipped_modules()[given]
        if not os.path.isdir(path):
            if not _holds_law(path) and os.path.exists(path):
                diagnostics.report("HX208", None, f"{quoted(given)} is not law: its name does not end in `.law`")
            else:
                yield path
            return
        count = 0

        def unreadable(error: OSError) -> None:
            diagnostics.report("HX101", None, f"the folder {quoted(error.filename)} cannot be read: {why_not(error)}")

        for name in self._texts.names_in(path, unreadable):
            if _holds_law(path / name):
                count += name.endswith(LAW)
                yield path / name
            if count > load.MAX_FILES:
                diagnostics.report("HX304", None, f"{quoted(given)} holds more than {load.MAX_FILES} files of law")
                return
        if count == 0 and not diagnostics.has_errors:
            diagnostics.report("HX208", None, f"there is no law in {quoted(given)}", help="law stands in `.law` files")

    def _file(self, path: Path, diagnostics: Diagnostics) -> Formatted | None:
        name = os.path.normpath(path)
        if os.path.islink(path):
            diagnostics.report("HX208", None, f"{quoted(name)} is a link", help="format the file that it leads to")
            return None
        limit = load.MAX_LAW_SIZE if path.suffix == LAW else load.MAX_CASES_SIZE
        if (source := self._texts.read(path, name, limit, diagnostics)) is None:
            return None
        if path.suffix != LAW:
            text = source.text
            with suppress(RecursionError):  # a question that is nested so deeply is reported when it is asked
                module = self._of_module(path)
                renamed = in_new_names(source, module.names, is_law=False)
                if path.name == BOOK and module.books is not None:
                    text = without_headings(source, module.books.titled).text
                else:
                    text = data_in_words_of_today(without_worth(renamed), module.flags).text
            return Formatted(source, text, path)
        formatted = self._formatted(source, path, diagnostics)
        return None if formatted is None else Formatted(source, formatted, path)

    def _formatted(self, source: Source, path: Path | None, diagnostics: Diagnostics) -> str | None:
        if (too_many := first_too_many([source])) is not None:
            message = f"{quoted(source.name)} has more than {MAX_ITEMS:,} rules, facts and other items"
            diagnostics.report("HX304", too_many, message)
            return None
        module = _Module() if path is None else self._of_module(path)
        renewed = in_new_names(source, module.names, is_law=True)
        with suppress(RecursionError):  # what is nested so deeply is reported when it is formatted
            renewed = with_advice_apart(in_words_of_today(renewed, module.flags), module.advice)
            renewed = renewed if module.books is None else with_prose(renewed, module.books)
        return format_law(renewed, diagnostics)

    def _of_module(self, path: Path) -> _Module:
        folder = next((f for f in path.resolve().parents if self._texts.is_file(f / "module.yaml")), None)
        if folder is None:
            return _Module()
        if folder not in self._modules:
            self._modules[folder] = self._in_folder(folder)
        return self._modules[folder]

    def _in_folder(self, folder: Path) -> _Module:
        texts = self._texts
        source = texts.read(folder / "module.yaml", "module.yaml", load.MAX_DATA_SIZE, Diagnostics())
        manifest = read_manifest(source, Diagnostics()) if source is not None else None
        bases = manifest.add_on_for if manifest is not None else ()
        specs = [f"{base} + {folder}" for base in bases] or [str(folder)]
        layers = [layer for spec in specs if (chain := load.load(spec, Diagnostics(), texts)) for layer in chain.layers]
        items = [(layer, item) for layer in layers for law in layer.laws for item in parse_law(law, Diagnostics())]
        sources = {key: book for layer in layers for key, book in layer.manifest.sources.items()}
        advice = next((book.key for book in sources.values() if book.is_advice), USUAL_KEY)
        books = None
        if manifest is not None:
            laws = {
                named: (layer.name, item.span.text)
                for layer, item in items
                if (named := passage_name(item)) is not None
            }
            settings = read_settings(layers, Diagnostics())
            headings = settings.headings if settings is not None else {}
            books = Books(manifest.name, sources, manifest.default_source, laws, headings)
            own = [law for layer in layers if layer.name == manifest.name for law in layer.laws]
            books = replace(books, titled=titled_places(own, books))
        return _Module(flags_of(item for _, item in items), advice, new_names(layers), books)


def _holds_law(path: Path) -> bool:
    """Returns whether a file is law, or asks questions of law (cases, situations), or names places of it."""
    is_asked_in = path.name.endswith(load.CASES) or (path.suffix == ".yaml" and path.parent.name == "situations")
    return path.suffix == LAW or is_asked_in or path.name == BOOK
