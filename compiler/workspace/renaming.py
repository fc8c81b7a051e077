"""What a rename changes: every place in the files of a module where a name stands, its law and its data.

In law each use is known by its meaning (`uses.py`), so a variable that is called alike stays. In data a name is a word
among others: all that bear it are renamed, but in prose and in ids; where the law calls two things so, data is left to
the author. The module with its new texts is compiled first: a rename that would break it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Mapping_
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.patience import patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.csv_rows import read_rows
from hexlaw.compiler.data.load import MAX_DATA_SIZE
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.parse.grammar import keywords
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.compiler.uses import VARIABLE, Meaning, named_so, uses_of
from hexlaw.compiler.workspace.compiled_laws import Compiled, one_at_a_time
from hexlaw.compiler.workspace.completing import stands_at
from hexlaw.compiler.workspace.formatting import Formatted
from hexlaw.runtime.law.dependence import picks_by_path
from hexlaw.runtime.law.graph import SIDE, STYLE_OF, Graph

PROSE = {
    *["title", "text", "note", "notes", "why", "says", "doc", "description", "about", "id", "shows", "sources", "name"]
}
"""Keys below which nothing is a name of the law."""
GIVEN, PLACES = "given", ("hex", "side")
"""The key below which a case gives attributes of the map, and what it says there where they are."""
DOTTED = re.compile(r"[\w-]+(?:\.[\w-]+)*")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Renamed:
    """A name under a new one: the files that change, at how many places, and places of data that are left."""

    meaning: Meaning
    new: str
    files: tuple[Formatted, ...]
    places: int
    left: tuple[Span, ...] = ()


@one_at_a_time
def rename(read: Compiled, texts: Texts, module: str, path: str | Path, line: int, column: int, new: str) -> Renamed:
    """Returns what the name at a place becomes under another; raises `Refused` where it cannot be called so."""
    here = stands_at(read, texts, path, line, column)
    if here is None:
        raise Refused("no name of the law stands there")
    compilation, meaning = read.compilation, here.use.meaning
    own = compilation.chain.layers[-1]
    laws = {law.name for law in own.laws}
    declared = [use for use in here.uses if use.declares]
    if not declared or any(use.span.source.name not in laws for use in declared):
        where = f"it is declared in {declared[0].span}" if declared else "the language brings it along"
        raise Refused(f"`{meaning.name}` is none of this module's own names: {where}")
    if new in keywords():
        raise Refused(f"`{new}` cannot be a name: the language has this word")
    shape = re.compile(r"[\w.-]+") if meaning.sort == "ruling" else NAME
    if not all(map(shape.fullmatch, new.split(".") if "." in meaning.name else [new])):
        help_ = "a name has small letters, digits and single hyphens, and begins with a letter"
        raise Refused(f"`{new}` cannot be a name", help_)
    files = [name for name in texts.names_in(own.folder, lambda _: None) if name.startswith(("situations/", "tables/"))]
    if file := next((name for name in files if Path(name).stem == meaning.name), None):
        raise Refused(f"the file `{file}` is called so: rename it, and then what `check` finds")
    if taken := uses_of(compilation, replace(meaning, name=new)):
        raise Refused(f"there is a {meaning.sort} `{new}` already: {taken[0].span}")
    spans = [use.span for use in here.uses if use.span.source.name in laws]  # a library calls it otherwise, and stays
    others = {one for one in named_so(compilation, meaning.name) if one.sort != VARIABLE} - {meaning}
    found = [] if meaning.sort == VARIABLE else [*_in_data(own.folder, own.shown, texts, meaning, compilation.graph)]
    in_data, certain = [span for span, _ in found], [span for span, is_certain in found if is_certain]
    ways = [certain, in_data] if others else [in_data, certain]
    for renamed in ways if len(certain) < len(in_data) else [in_data]:  # the other, where law or cases would not hold
        try:
            edited = _with_edits(own.folder, own.shown, [*spans, *renamed], meaning, new)
            changed = _proven(read, module, texts, edited, meaning.name)
        except Refused as refused:
            why = refused
        else:
            left = tuple(span for span in in_data if span not in renamed)
            return Renamed(meaning, new, changed, len(spans) + len(renamed), left)
    raise why


def _in_data(folder: Path, shown: str, texts: Texts, meaning: Meaning, graph: Graph) -> Iterator[tuple[Span, bool]]:
    """Yields the places in the data of a module where a name stands, and whether it means this for certain."""
    word = re.compile(rf"(?<![\w-]){re.escape(meaning.name)}(?![\w-])")
    derived = STYLE_OF.format(meaning.name) if (meaning.sort, meaning.owner) == ("value", SIDE) else meaning.name
    for name in texts.names_in(folder, lambda _: None):
        if not name.endswith((".yaml", ".csv")):
            continue
        source = texts.read(folder / name, f"{shown}/{name}", MAX_DATA_SIZE, found := Diagnostics())
        if source is None or not (word.search(source.text) or derived in source.text):
            continue
        tree = read_yaml(source, found) if name.endswith(".yaml") else None
        for span, is_key, near in _names_in(tree) if tree is not None else _cells(source):
            for at in DOTTED.finditer(source.text, span.start, span.end):
                if derived != meaning.name and at[0] == derived:
                    yield Span(source, at.end() - len(meaning.name), at.end()), True
                elif (is_certain := _means(meaning, at[0], graph, near, is_key=is_key)) is not None:
                    first = at.start() + (0 if meaning.sort == "action" else at[0].rfind(meaning.name))
                    yield Span(source, first, first + len(meaning.name)), is_certain


def _means(meaning: Meaning, dotted: str, graph: Graph, near: str, *, is_key: bool) -> bool | None:
    """Returns whether a word of data is a name for certain, by its shape and place; None where it cannot be."""
    head, _, last = dotted.rpartition(".")
    if dotted != meaning.name and (dotted in graph.rules or dotted in graph.rulings):
        return None
    match meaning.sort:
        case "action":
            return True if dotted.startswith(f"{meaning.name}.") or (dotted == meaning.name and not is_key) else None
        case "pick":
            return True if dotted == f"{meaning.owner}.{meaning.name}" else None
        case "attribute" | "field":
            unit = graph.units.get(near)
            kind = near if unit is None else unit.kind
            if last != meaning.name or dotted in picks_by_path(graph) or (is_key and near == GIVEN and last in PLACES):
                return None
            if not is_key or kind not in graph.kinds:
                return bool(head)
            return True if graph.is_a(kind, meaning.owner) else None
        case "kind":
            return near == "kind" if dotted == meaning.name and not is_key and near != "type" else None
        case "value" | "fact" | "quantity" | "effect":
            return not is_key if dotted == meaning.name else None
        case "option" | "dispute":
            return is_key if dotted == meaning.name else None
        case _:
            return "." in dotted if dotted == meaning.name else None


def _names_in(node: Node, under: str = "") -> Iterator[tuple[Span, bool, str]]:
    """Yields what in a tree can be or hold a name, whether it is a key, and what it stands under; a key of what has a
    type or kind with that."""
    match node:
        case Scalar():
            yield node.span, False, under
        case Listing():
            for item in node.items:
                yield from _names_in(item, under)
        case Mapping():
            near = node.text("type") or node.text("kind") or under
            for key, value in node.entries:
                yield key.span, True, near
                if key.text not in PROSE:
                    yield from _names_in(value, key.text)


def _cells(source: Source) -> Iterator[tuple[Span, bool, str]]:
    """Yields the heads of a chart, and its fields below those that are not for prose, with what they stand under."""
    with patience(Diagnostics(), 1) as found:
        rows = [row.fields for row in read_rows(source, found)]
    for number, row in enumerate(rows):
        named = zip(rows[0], row, strict=False)
        yield from (
            (field.span, not number, head.text) for head, field in named if not number or head.text not in PROSE
        )


def _with_edits(
    folder: Path, shown: str, spans: Iterable[Span], meaning: Meaning, new: str
) -> dict[str, Formatted]:  # fmt: skip
    """Returns by their names the files with a new name at some places; of a dotted one perhaps its end alone."""
    by_file: dict[str, tuple[Source, dict[int, Span]]] = {}
    for span in spans:
        by_file.setdefault(span.source.name, (span.source, {}))[1][span.start] = span
    files = dict[str, Formatted]()
    for name, (source, there) in by_file.items():
        parts, done = list[str](), 0
        for start, span in sorted(there.items()):
            is_whole = source.text[start : span.end] == meaning.name
            parts += [source.text[done:start], new if is_whole else new.rpartition(".")[2]]
            done = span.end
        path = (folder / name.removeprefix(f"{shown}/")).resolve()
        files[name] = Formatted(source, "".join([*parts, source.text[done:]]), path)
    return files


def _proven(
    read: Compiled, module: str, texts: Texts, files: Mapping_[str, Formatted], name: str
) -> tuple[Formatted, ...]:  # fmt: skip
    """Returns the files; refuses what does not compile, and where a case with the name would come out differently."""
    after = copy(texts)  # what is laid upon it, other readers do not see
    for file in files.values():
        assert file.path is not None
        after.put(file.path, file.text)
    found, before = Diagnostics(), read.compilation
    now = compile_modules(module, found, after)
    if now is None:
        first = next(one for one in found.found if one.level == "error")
        raise Refused(f"called so the law would no longer be read: {first.message}", first.help)
    cases = (case for file in case_files(before, Diagnostics()) for case in file.cases)
    was = {case.id: case for case in cases if name in case.file.source.text[case.node.span.start : case.node.span.end]}
    for case in (case for file in case_files(now, Diagnostics()) for case in file.cases if case.id in was):
        if not run_case(case, now).passed and run_case(was[case.id], before).passed:
            help_ = f"`{name}` is more than one thing there: rename it by hand, and ask the cases"
            raise Refused(f"called so the case `{case.id}` would come out otherwise ({case.span})", help_)
    return tuple(files.values())
