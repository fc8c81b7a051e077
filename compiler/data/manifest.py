"""The manifest of a module, `module.yaml`: what it is, what it builds on, which sources it speaks for.

Whether the modules it names exist is checked where the layers are put together (`load.py`).
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from operator import attrgetter

from hexlaw.compiler.base.diagnostic import Diagnostics, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.schema import read_file
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, scalars_in, texts_by_key
from hexlaw.runtime.law.graph import SourceDecl


@dataclass(frozen=True)
class Need:
    """A name of the law underneath that an add-on builds on: a sort (`fact`, `rule` ...) and the name."""

    sort: str
    name: str


@dataclass(frozen=True)
class LibraryUse:
    """A library that a module uses: what its open names are there, and where its chapter stands."""

    module: str
    names: Lookup[str, str]  # of the user, by the library's own
    prefix: str
    # Two uses that are alike in the above share the library.
    name: str = field(compare=False)
    said: tuple[str, ...] = field(compare=False)  # the names that the use itself binds
    under: str | None = field(compare=False)
    title: str | None = field(compare=False)
    version: str | None = field(compare=False)  # the one that the user was written for
    # Where the use stands, and what it binds.
    place: Span | None = field(compare=False, repr=False)
    places: Lookup[str, Span] = field(compare=False, repr=False)

    def within(self, user: LibraryUse | None) -> LibraryUse:
        """Returns the use as it is for the module that uses its user: a library hands on what it leaves open itself."""
        if user is None:
            return self
        outer = {old: new for old, new in user.names.items() if old not in self.names}
        inner = {old: user.names.get(new, new) for old, new in self.names.items()}
        return replace(self, names=outer | inner, prefix=self.prefix or user.prefix)


@dataclass(frozen=True)
class Preset:
    """Options that a source recommends together, and for which situations."""

    title: str
    suits: str
    options: Lookup[str, bool]
    cite: tuple[Scalar, ...] = field(compare=False, repr=False)
    places: Lookup[str, Scalar] = field(compare=False, repr=False)  # the options, as they are written


NOT_BOUND = ("library", "under", "title", "prefix", "version")


@dataclass(frozen=True)
class Manifest:
    name: str
    title: str
    version: str
    extends: str | None
    abstract: bool
    add_on_for: tuple[str, ...]
    referee: bool  # `hexlaw referee` evaluates its requirements
    needs: tuple[Need, ...]
    renamed: Lookup[str, str]  # names that it has given up, with the new ones
    # Rules that no game uses, or prefixes of their names, with the reason.
    unplayed: Lookup[str, Scalar] = field(compare=False, repr=False)
    presets: Lookup[str, Preset] = field(compare=False, repr=False)
    sources: Lookup[str, SourceDecl]
    speaks_for: tuple[str, ...]
    default_source: str | None
    unit_kind: str | None
    credits: str | None
    is_library: bool  # what other modules use, under names of their own
    uses: tuple[LibraryUse, ...]
    # Where each key of the file stands, for what is found wrong later.
    places: Lookup[str, Span] = field(compare=False, repr=False)

    @property
    def is_add_on(self) -> bool:
        return bool(self.add_on_for)


def read_manifest(source: Source, diagnostics: Diagnostics) -> Manifest | None:
    """Returns the manifest of one module, or None when anything in it is wrong."""
    with patience(diagnostics) as found:
        if (tree := read_file(source, "module", found)) is None:
            return None
        manifest = _manifest(tree)
        _check_parts(manifest, tree, found)
        return None if found.failed else manifest
    return None


def _manifest(tree: Mapping) -> Manifest:
    needs = [need.split(" ", 1) for need in _texts(tree.get("needs"))]
    return Manifest(
        name=tree.text("module") or "",
        title=tree.text("title") or "",
        version=tree.text("version") or "",
        extends=tree.text("extends"),
        abstract="yes" in (tree.text("abstract"), tree.text("library")),
        add_on_for=_texts(tree.get("add-on-for")),
        referee=tree.text("referee") == "yes",
        needs=tuple(Need(sort, name) for sort, name in needs),
        renamed=texts_by_key(tree.get("renamed")),
        unplayed={key.text: said for key, said in entries_in(tree.get("unplayed")) if isinstance(said, Scalar)},
        presets={key.text: _preset(node) for key, node in entries_in(tree.get("presets"))},
        sources={
            key.text: SourceDecl(key.text, said.get("title", ""), said.get("ids") == "yes", said.get("advice") == "yes")
            for key, book in entries_in(tree.get("sources"))
            for said in [texts_by_key(book)]
        },
        speaks_for=_texts(tree.get("speaks-for")),
        default_source=tree.text("default-source"),
        unit_kind=tree.text("unit-kind"),
        credits=tree.text("credits"),
        is_library=tree.text("library") == "yes",
        uses=tuple(sorted((_use(key, node) for key, node in entries_in(tree.get("uses"))), key=attrgetter("name"))),
        places={key.text: value.span for key, value in tree.entries},
    )


def _preset(node: Node) -> Preset:
    said, parts = texts_by_key(node), dict((key.text, value) for key, value in entries_in(node))
    options = entries_in(parts.get("options"))
    switched = {name.text: isinstance(value, Scalar) and value.text == "on" for name, value in options}
    cite = _scalars(parts.get("cite"))
    return Preset(
        said.get("title", ""), said.get("suits", ""), switched, cite, {name.text: name for name, _ in options}
    )


def _use(key: Scalar, node: Node) -> LibraryUse:
    said = texts_by_key(node)
    names = {name: new for name, new in said.items() if name not in NOT_BOUND}
    places = {name.text: value.span for name, value in entries_in(node)}
    under, title, prefix, version = (said.get(name) for name in NOT_BOUND[1:])
    module = said.get("library", key.text)
    return LibraryUse(module, names, prefix or "", key.text, tuple(names), under, title, version, key.span, places)


def _check_parts(manifest: Manifest, tree: Mapping, found: BoundedFindings) -> None:
    places = manifest.places
    if manifest.extends is not None and manifest.is_add_on:
        message = "a module extends another or is an add-on, not both"
        found.report("HX180", places["add-on-for"], message, help="leave out `extends` or `add-on-for`")
    if manifest.abstract and manifest.is_add_on:
        found.report("HX180", places["abstract"], "an add-on cannot be abstract")
    if manifest.needs and not manifest.is_add_on:
        help = "a module that extends another is checked against it anyway"
        found.report("HX180", places["needs"], "only an add-on declares what it needs", help=help)
    for key in ("extends", "add-on-for"):
        for name in _scalars(tree.get(key)):
            if name.text == manifest.name:
                found.report("HX180", name.span, "a module cannot build on itself")
    for key in ("add-on-for", "needs", "speaks-for"):
        seen: set[str] = set()
        for item in _scalars(tree.get(key)):
            if item.text in seen:
                found.report("HX180", item.span, f"{quoted(item.text)} stands twice in this list")
            seen.add(item.text)
    if manifest.extends is not None or manifest.is_add_on:
        return  # a module on its own must declare what it cites; one built on others may use theirs
    for key in ("speaks-for", "default-source"):
        for name in _scalars(tree.get(key)):
            if name.text not in manifest.sources:
                found.unknown("HX181", name, "there is no source", manifest.sources, help="declare it under `sources`")


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    """Returns the values of a list, or the one that stands without brackets."""
    return (node,) if isinstance(node, Scalar) else scalars_in(node)


def _texts(node: Node | None) -> tuple[str, ...]:
    return tuple(item.text for item in _scalars(node))
