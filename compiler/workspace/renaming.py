"""What a rename changes: every place in the files of a module where a name stands, its law and its data.

In law each use is known by its meaning (`uses.py`), so a variable that is called alike stays. In data a name is a word
among others: all that bear it are renamed, but in prose and in ids; where the law calls two things so, data is left to
the author. The module with its new texts is compiled first: a rename that would break it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.yaml_edit import with_value
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.here.names_in_data import data_uses
from hexlaw.compiler.parse.grammar import keywords
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.resolve.libraries import BOUND, opened
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.compiler.uses import VARIABLE, Meaning, Use, named_so, uses_of
from hexlaw.compiler.workspace.compiled_laws import Compiled, one_at_a_time
from hexlaw.compiler.workspace.completing import stands_at
from hexlaw.compiler.workspace.formatting import Formatted
from hexlaw.runtime.law.graph import OWNED_BY, PLAYER, PLAYER_OF, SIDE, UNPLACED_KINDS

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SHAPES = {"ruling": re.compile(r"[\w.-]+"), "value": re.compile(rf"{NAME.pattern}|\d+-\d+")}  # odds are values
KEPT = {("choice", SIDE), ("kind", PLAYER), ("fact", PLAYER_OF), *(("attribute", name) for name in OWNED_BY)}


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
    if (here := stands_at(read, texts, path, line, column)) is None:
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
    if (meaning.sort, meaning.name) in KEPT and meaning.owner not in UNPLACED_KINDS:
        raise Refused(f"`{meaning.name}` keeps its name: the language knows by it who plays, and whose a thing is")
    shape = SHAPES.get(meaning.sort, NAME)
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
    found = [] if meaning.sort == VARIABLE else [*data_uses(compilation, texts, meaning)]
    in_data, certain = tuple(span for span, _ in found), tuple(span for span, is_certain in found if is_certain)
    ways = dict.fromkeys((certain, in_data) if others else (in_data, certain))
    for renamed in ways:  # the second way is tried if law or cases break under the first
        try:
            edited = _with_edits(own.folder, own.shown, [*spans, *renamed], meaning, new)
            _bind(edited, compilation.chain, here.uses, new)
            changed = _proven(read, module, texts, edited, meaning.name)
        except Refused as refused:
            why = refused
        else:
            left = tuple(span for span in in_data if span not in renamed)
            return Renamed(meaning, new, changed, len(spans) + len(renamed), left)
    raise why


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


def _bind(files: dict[str, Formatted], chain: Chain, uses: Iterable[Use], new: str) -> None:
    """Adds the new name to the bindings of each library that has the name as a parameter and relied on the old one."""
    own, meaning, spoken = chain.layers[-1], next(iter(uses)).meaning, {use.span.source.name for use in uses}
    source, sort = own.sources[0], "part" if meaning.sort == "span" else meaning.sort
    for layer in chain.layers if sort in BOUND else ():
        if (use := layer.use) not in own.manifest.uses or spoken.isdisjoint(law.name for law in layer.laws):
            continue
        open_ = opened(item for law in layer.laws for item in parse_law(law, Diagnostics())).items()
        for name in (name for name, of in open_ if of == sort and name.rpartition(".")[2] == meaning.name):
            if name not in use.said:
                was = files.get(source.name) or Formatted(source, source.text, own.folder.resolve() / "module.yaml")
                files[source.name] = replace(was, text=with_value(was.text, ("uses", use.name, name), new))


def _proven(
    read: Compiled, module: str, texts: Texts, files: Mapping[str, Formatted], name: str
) -> tuple[Formatted, ...]:  # fmt: skip
    """Returns the files; refuses what does not compile, and where a case with the name would come out differently."""
    after = copy(texts)  # what is laid upon it, other readers do not see
    for file in files.values():
        assert file.path is not None
        after.put(file.path, file.text)
    found, before = Diagnostics(), read.compilation
    if (now := compile_modules(module, found, after)) is None:
        first = next(one for one in found.found if one.level == "error")
        raise Refused(f"called so the law would no longer be read: {first.message} ({first.span})", first.help)
    cases = (case for file in case_files(before, Diagnostics()) for case in file.cases)
    was = {(case.file.source.name, case.id): case for case in cases if name in case.node.span.text}
    for case in (case for file in case_files(now, Diagnostics()) for case in file.cases):
        earlier = was.get((case.file.source.name, case.id))
        if earlier is not None and not run_case(case, now).passed and run_case(earlier, before).passed:
            help_ = f"`{name}` is more than one thing there: rename it by hand, and ask the cases"
            raise Refused(f"called so the case `{case.id}` would come out otherwise ({case.span})", help_)
    return tuple(files.values())
