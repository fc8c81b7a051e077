"""The manifest of a module, `module.yaml`: what it is, what it builds on, which sources it speaks for.

Whether the modules it names exist is checked where the layers are put together (`load.py`).
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field

from hexlaw.compiler.data.findings import Findings, patience
from hexlaw.compiler.data.schema import validate_file
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics, quoted
from hexlaw.compiler.source import Source, Span


@dataclass(frozen=True)
class BookSource:
    """A book or list that citations name; with `ids`, its entries are cited as `KEY-012`."""

    key: str
    title: str
    ids: bool


@dataclass(frozen=True)
class Need:
    """A name of the law underneath that an add-on builds on: a sort (`fact`, `rule` ...) and the name."""

    sort: str
    name: str


@dataclass(frozen=True)
class Manifest:
    name: str
    title: str
    version: str
    extends: str | None
    abstract: bool
    add_on_for: tuple[str, ...]
    needs: tuple[Need, ...]
    sources: Lookup[str, BookSource]
    speaks_for: tuple[str, ...]
    default_source: str | None
    unit_kind: str | None
    credits: str | None
    # Where each key of the file stands, for what is found wrong later.
    places: Lookup[str, Span] = field(compare=False, repr=False)

    @property
    def is_add_on(self) -> bool:
        return bool(self.add_on_for)


def read_manifest(source: Source, diagnostics: Diagnostics) -> Manifest | None:
    """The manifest of one module, or None when anything in it is wrong."""
    with patience(diagnostics) as found:
        tree = read_yaml(source, found)
        if tree is None or not validate_file(tree, "module", found) or not isinstance(tree, Mapping):
            return None
        manifest = _manifest(tree)
        _check_parts(manifest, tree, found)
        return None if found.failed else manifest
    return None


def _manifest(tree: Mapping) -> Manifest:
    needs = [need.split(" ", 1) for need in _texts(tree.get("needs"))]
    books = tree.get("sources")
    return Manifest(
        name=_text(tree, "module") or "",
        title=_text(tree, "title") or "",
        version=_text(tree, "version") or "",
        extends=_text(tree, "extends"),
        abstract=_text(tree, "abstract") == "yes",
        add_on_for=_texts(tree.get("add-on-for")),
        needs=tuple(Need(sort, name) for sort, name in needs),
        sources={key.text: _book(key.text, book) for key, book in _entries(books)},
        speaks_for=_texts(tree.get("speaks-for")),
        default_source=_text(tree, "default-source"),
        unit_kind=_text(tree, "unit-kind"),
        credits=_text(tree, "credits"),
        places={key.text: value.span for key, value in tree.entries},
    )


def _book(key: str, node: Node) -> BookSource:
    title = _text(node, "title") or ""
    return BookSource(key, title, _text(node, "ids") == "yes")


def _check_parts(manifest: Manifest, tree: Mapping, found: Findings) -> None:
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
        _refuse_repeats(tree.get(key), found)
    if manifest.extends is None and not manifest.is_add_on:
        _check_source_keys(manifest, tree, found)


def _refuse_repeats(node: Node | None, found: Findings) -> None:
    seen: set[str] = set()
    for item in _scalars(node):
        if item.text in seen:
            found.report("HX180", item.span, f"{quoted(item.text)} stands twice in this list")
        seen.add(item.text)


def _check_source_keys(manifest: Manifest, tree: Mapping, found: Findings) -> None:
    """A module on its own must declare what it cites; one built on others may use theirs."""
    for key in ("speaks-for", "default-source"):
        for name in _scalars(tree.get(key)):
            if name.text not in manifest.sources:
                found.unknown("HX181", name, "there is no source", manifest.sources, help="declare it under `sources`")


def _text(node: Node, key: str) -> str | None:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else None


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    items = node.items if isinstance(node, Listing) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar))


def _texts(node: Node | None) -> tuple[str, ...]:
    return tuple(item.text for item in _scalars(node))


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()
