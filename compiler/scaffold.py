"""Begins modules, and what is in them, from rules to boards: their first text, and how it is written to disk.

What is begun passes `hexlaw check` and `hexlaw test` as it is, and its comments teach; the texts lie in `scaffolds/`.
Nothing that is there is overwritten: a rule or case is added behind what its file holds, everything else is a new
file. What is begun in a module is planned first, over texts that an editor has not saved, and what cannot be done is
`Refused` then; an editor shows the planned files, a command writes them, each whole or not at all.
"""

from __future__ import annotations

import os
import re
import shutil
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from string import Template, ascii_uppercase

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, listed
from hexlaw.compiler.base.files import why_not, writing
from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.data.csv_rows import read_rows, separator_of
from hexlaw.compiler.data.load import Chain, load, shipped_modules
from hexlaw.compiler.data.schema import VERSION
from hexlaw.compiler.library_use import Asks, LibraryInModule, chosen_from, library_called
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.recipes import Recipe, recipe
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.declarations import read_names
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.compiler.resolve.names import Names, Signature
from hexlaw.compiler.resolve.rule_anew import likely_source, rule_anew
from hexlaw.compiler.situations.case_files import cases_in, read_cases
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import SIDE, UNPLACED_KINDS
from hexlaw.runtime.words import english

NO_CASES = f"hexlaw: {VERSION}\ncases:\n"
"""A case file to which nothing was added yet."""
TEXTS = Path(__file__).parent / "scaffolds"
MAX_LENGTH = 60
LAST_NUMBERS = 90  # of files that stay behind a new one: advice and words
MODULE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
DOTTED = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)*")
RULING = re.compile(r"(?P<key>[A-Z]+(-[A-Z]+)*)-[0-9]+[a-z]?")


@dataclass(frozen=True)
class PlannedFile:
    """A file of a module as it shall be."""

    path: Path
    text: str


def new_module(
    name: str, base: str | None, *, add_on: bool = False, holding: Sequence[Recipe] = (), texts: Texts = DISK,
    taken: Mapping[str, bytes] | None = None,
) -> list[Path]:  # fmt: skip
    """Writes a new module into the folder of the texts: a game of its own, a variant of `base`, an add-on for it, or,
    with `taken`, a module that has these files and no law yet. Returns its files."""
    _named(name, MODULE, "a module", MODULE_NAME)
    target = texts.at(name)
    if os.path.lexists(target):
        raise Refused(f"there is a `{name}` here already")
    if name in shipped_modules():
        raise Refused(f"`{name}` comes with Hexlaw; choose another name")
    words = {"name": name, "title": _title(name)}
    if base is not None:
        folder, chain = _base(base, texts)
        words |= {"base": folder, **_own_keys(chain)}
        if add_on:
            words |= {"fits": f"add-on-for: [{chain.name}]", "place": f"'{folder} + ./{name}'"}
        else:
            words |= {"fits": f"extends: {folder}", "place": f"./{name}"}
    beside = f".{name}.{os.getpid()}.new"  # beside its base, which it can be checked with before it is there
    unfinished = texts.at(beside)
    try:
        with writing(target):
            begun = TEXTS / ("taken" if taken else "game" if base is None else "variant")
            for text in sorted(p for p in begun.rglob("*") if p.is_file()):
                if holding and text.parent.name == "cases":
                    continue  # a recipe changes what they expect, and brings its own
                path = unfinished / text.relative_to(begun)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(Template(text.read_text("utf-8")).substitute(words), "utf-8")
            for inner, data in (taken or {}).items():
                (unfinished / inner).parent.mkdir(exist_ok=True)
                (unfinished / inner).write_bytes(data)
            found = Diagnostics()
            if compile_modules(f"{words['base']} + ./{beside}" if add_on else f"./{beside}", found, texts) is None:
                raise Refused(f"{f'a module on `{base}`' if base else f'`{name}`'} cannot stand: {_first(found)}")
            for each in holding:
                write(_recipe_in(each, _PlaceInModule(f"./{beside}", texts), has_cases=each is holding[-1]))
            unfinished.rename(target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return sorted(p for p in target.rglob("*") if p.is_file())


def planned(sort: str, name: str, module: str, texts: Texts = DISK, ask: Asks | None = None) -> list[PlannedFile]:
    """Returns the files of a module with something more in it: one of `SORTS`. What it needs besides a name is asked
    through `ask`, or left open where there is none."""
    begun = SORTS[sort]
    _named(name, begun.shape, f"a {sort}", begun.how)
    return begun.plan(name, _PlaceInModule(module, texts, ask))


def _rule(name: str, place: _PlaceInModule) -> list[PlannedFile]:
    """Returns a rule behind the others that begin alike, or in a new file. One of a base begins as a copy of it."""
    subject = name.partition(".")[0]
    if name not in place.law_names.rules:
        text = _text("rule.law", name=name, key=place.key())
    elif place.law_names.rules[name][1].layer is place.top:
        raise Refused(f"there is a rule `{name}` already: {place.law_names.rules[name][0].name.span}")
    else:
        name, text = rule_anew(name, place.law_names, place.key())
    return [place.with_item(place.law_file_of_rules(subject), subject, text, syntax.Rule, name)]


def _action(name: str, place: _PlaceInModule) -> list[PlannedFile]:
    """Returns an action, open where one of the law is and begun like it, and a rule that refuses it for now."""
    if name in place.law_names.actions:
        raise Refused(f"there is an action `{name}` already: {place.law_names.actions[name][0].name.span}")
    for like, _ in place.law_names.actions.values():
        first = next((line for line in like.lines if isinstance(line, syntax.Pick)), None)
        if first is not None and like.open_in:
            words = place.words(name) | {"kind": first.param.type.span.text, "part": like.open_in[0].spans[0].text}
            return [place.with_item(place.law_file(name), name, _text("action.law", **words), syntax.Action, name)]
    raise Refused("no action is open in a part of the sequence yet", "write the first one by hand")


def _ruling(name: str, place: _PlaceInModule) -> list[PlannedFile]:
    """Returns a ruling, and the case that shows it."""
    if name in place.law_names.rulings:
        raise Refused(f"there is a ruling `{name}` already: {place.law_names.rulings[name][0].name.span}")
    sources = {key: s for layer in place.chain.layers for key, s in layer.manifest.sources.items()}
    key, keys = name.rpartition("-")[0], [key for key, source in sources.items() if source.ids]
    if key not in keys:
        known = ", ".join(f"`{key}`" for key in keys) or "none"
        raise Refused(f"`{key}` is the key of no source with `ids: yes`; declared in module.yaml: {known}")
    case = f"{key}.{name}".lower()
    text = _text("ruling.law", name=name, case=case)
    ruling = place.with_item(place.law_file("rulings"), "rulings", text, syntax.Ruling, name)
    return [place.with_case(case, name), ruling]  # a ruling is never without its case


def _situation(name: str, place: _PlaceInModule) -> list[PlannedFile]:
    """Returns a situation: the file that says what stands where, and beside it its law."""
    if name in place.law_names.situations:
        raise Refused(f"there is a situation `{name}` already; a file of its name changes it by what differs")
    boards = place.boards()
    others = [file.text for layer in place.chain.layers for file in layer.situations.values()]
    board = (boards[1:] and place.answer(f"The board of {name}", *boards)) or next(iter(boards), "")
    if board and board not in boards:
        raise Refused(f"there is no board `{board}`; there are: {listed(boards)}")
    winners = set(re.findall("^winner: .*", "\n".join(others), re.MULTILINE))
    words = place.words(name) | {
        "board": f"board: {board}" if board else "# board: NAME",
        "winner": winners.pop() if len(winners) == 1 else "# winner: FACT(game)",  # as in all others
    }
    law = place.new_file("situations", f"{name}.law", _text("situation.law", **words))
    return [place.new_file("situations", f"{name}.yaml", _text("situation.yaml", **words)), law]


def _table(name: str, place: _PlaceInModule) -> list[PlannedFile]:
    """Returns a table: its declaration in the law, and the file with its lines; the file alone where it is declared."""
    if name in place.law_names.declared("table"):
        if any(place.has(layer.folder / "tables" / f"{name}.yaml") for layer in place.chain.layers):
            raise Refused(f"there is a table `{name}` already; a file of its name changes single cells of it")
        return [place.new_file("tables", f"{name}.yaml", _cells(place, place.law_names.signatures[name]))]
    words = place.words(name)
    file = place.new_file("tables", f"{name}.yaml", _text("table.yaml", **words))
    law = place.with_item(place.law_file("tables"), "tables", _text("table.law", **words), syntax.Table, name)
    return [file, law]


def _cells(place: _PlaceInModule, table: Signature) -> str:
    """Returns the file of a table that the law declares: all headings that its axes need, and a first value in every
    cell."""
    axes = [_headings(place, type_) for _, type_ in table.params]
    value = _first_value(place, table.type)
    cells: str = value
    head = ""
    if len(axes) > 1:
        head = f"across: [{', '.join(axes.pop())}]\n"
        cells = f"[{', '.join([value] * (head.count(',') + 1))}]"
    item = table.placed.item
    cite = item.cite if isinstance(item, syntax.Table) else None
    default = place.top.manifest.default_source
    cites = read_citations(cite, place.law_names.sources, default, Diagnostics()) or (f"{place.key()} 1",)
    lines = [f"{'  ' * depth}{line}" for depth, line in _rows(axes, cells, 1)]
    title = f"title: {_title(table.name)}\ncite: [{', '.join(map(str, cites))}]\n"
    return f"table: {table.name}\n{title}{head}rows:\n" + "".join(f"{line}\n" for line in lines)


def _rows(axes: list[list[str]], cells: str, depth: int) -> Iterator[tuple[int, str]]:
    """Yields the lines of the rows, each with how deep it lies in others."""
    for heading in axes[0]:
        yield depth, f"{heading}:" if axes[1:] else f"{heading}: {cells}"
        yield from _rows(axes[1:], cells, depth + 1) if axes[1:] else ()


def _headings(place: _PlaceInModule, type_: t.Type) -> list[str]:
    """Headings that leave out nothing of an axis; who knows the chart divides numbers."""
    match t.bare(type_):
        case t.Choice(name=name):
            return list(place.law_names.choices[name].values)
        case t.Number():
            return ["at least 0"]
        case _:
            return ["no", "yes"]


def _first_value(place: _PlaceInModule, type_: t.Type) -> str:
    match type_:
        case t.OrNone():
            return "none"
        case t.Number():
            return "0"
    return '""' if type_ == t.TEXT else _headings(place, type_)[0]


def _board(name: str, place: _PlaceInModule) -> list[PlannedFile]:
    """Returns a board without anything on it."""
    if name in place.boards():
        raise Refused(f"there is a board `{name}` already; a file of its name changes it by what differs")
    said = place.answer(f"Rows of {name}", "5") or "5", place.answer(f"Hexes in each row of {name}", "6") or "6"
    if not all(re.fullmatch("[1-9][0-9]?", number) for number in said):
        raise Refused("a board has from 1 to 99 rows, and from 1 to 99 hexes in each of them")
    lines = [first + second for first in ("", *ascii_uppercase) for second in ascii_uppercase][: int(said[0])]
    words = place.words(name) | {"lines": ", ".join(lines), "length": said[1]}
    return [place.new_file("boards", f"{name}.yaml", _text("board.yaml", **words))]


def new_recipe(
    name: str, module: str | None, given: Mapping[str, str] | None = None, ask: Asks | None = None
) -> list[Path]:
    """Writes a recipe, in a module or as a small module of its own; a library is put to use in a module."""
    if module is not None:
        return write(planned_recipe(name, module, given or {}, ask))
    if library_called(name) is not None:
        help_ = f"hexlaw new module MINE; hexlaw new recipe {name} --in ./MINE"
        raise Refused(f"`{name}` is a library, which a module uses: say which, with `--in`", help_)
    wanted = recipe(name)
    return new_module(name, wanted.base, holding=[*map(recipe, wanted.listed("after")), wanted])


def planned_recipe(
    name: str, module: str, given: Mapping[str, str], ask: Asks | None = None, texts: Texts = DISK
) -> list[PlannedFile]:
    """Returns the files of a module with a recipe in it, or with a library put to use."""
    place = _PlaceInModule(module, texts)
    library = library_called(name)
    return _recipe_in(recipe(name), place) if library is None else _use(library, place, given, ask)


def _use(
    library: Chain, place: _PlaceInModule, given: Mapping[str, str], ask: Asks | None
) -> list[PlannedFile]:  # fmt: skip
    """Returns the manifest of a module with a library under `uses`, and a chapter with what that leaves open."""
    module, compiled = place.spec, compile_modules(place.spec, Diagnostics(), place.texts)
    if compiled is None:
        raise Refused(f"`{module}` has mistakes of its own: `hexlaw check {module}`")
    use = LibraryInModule(library, compiled, chosen_from(given, ask))
    name, path = use.used.name, place.top.folder / "module.yaml"
    manifest = place.read(path) or ""
    if any(one.name == name for one in place.top.manifest.uses):
        raise Refused(f"`{module}` uses `{name}` already")
    use.bind(given)
    cited = [cite.text for rule in compiled.graph.rules.values() for cite in rule.cites]
    cited += [one.under or "" for one in place.top.manifest.uses] + [
        number for law in place.top.laws for number in re.findall(r"^chapter \[(.*?)\]", law.text, re.MULTILINE)
    ]
    taken = [int(first[0]) for number in cited if (first := re.match(r"[0-9]{1,4}", number))]
    under, own = max(taken, default=0) + 1, max(taken, default=0) + 2
    begun = re.search(r"^uses:[ \t]*\n", manifest, re.MULTILINE)
    if begun is None and re.search(r"^uses:", manifest, re.MULTILINE):
        raise Refused(f"`{path}` has its `uses` in one line", f"add there: {use.entry(str(under)).strip()}")
    entry = use.entry(str(under))
    written = (
        f"{manifest.rstrip()}\nuses:\n{entry}" if begun is None
        else manifest[: begun.end()] + entry + manifest[begun.end() :]
    )  # fmt: skip
    key = "" if place.top.manifest.default_source is not None else f"{place.key()} "
    head = f'chapter [{key}{own}] "{use.used.manifest.title} in this game"\n'
    law, texts = place.law_file(name), copy(place.texts)
    texts.put(path, written)
    answers = [re.sub(r"\[[^\]\n]*\]", f"[{key}{own}]", answer, count=1) for answer in use.answers()]
    while True:  # what does not fit stays as a comment
        whole, found = "\n".join([head, *answers]), Diagnostics()
        texts.put(law, whole)
        compile_modules(module, found, texts)
        begins = [*accumulate(len(answer) + 1 for answer in [head, *answers])]
        spans = [d.span for d in found if d.level == "error" and d.span and d.span.source.text == whole]
        if not (wrong := {bisect(begins, span.start) - 1 for span in spans}):
            return [PlannedFile(law, whole), PlannedFile(path, written)]
        for number in wrong:
            answers[number] = re.sub("^(?=[^#])", "# ", answers[number], flags=re.MULTILINE)


def _recipe_in(wanted: Recipe, place: _PlaceInModule, *, has_cases: bool = True) -> list[PlannedFile]:
    """Returns the files of a recipe as they would lie in a module, which holds with them."""
    key = "" if place.top.manifest.default_source is not None else f"{place.key()} "
    module, texts, planned = place.spec, copy(place.texts), []
    for name, text in wanted.files.items():
        if name.startswith("cases/") and not has_cases:
            continue
        is_chapter = name.endswith(".law") and "/" not in name
        path = place.law_file(name.removesuffix(".law")) if is_chapter else place.top.folder / name
        place.is_free(path)
        whole = re.sub(r"\[(?=[a-z0-9])", f"[{key}", text) if name.endswith(".law") else text
        texts.put(path, whole)
        planned.append(PlannedFile(path, whole))
    found = Diagnostics()
    if compile_modules(module, found, texts) is None:
        if compile_modules(module, Diagnostics(), place.texts) is None:
            raise Refused(f"`{module}` has mistakes of its own: `hexlaw check {module}`")
        lacking = list(dict.fromkeys(d.message for d in found if d.level == "error"))
        before = wanted.listed("after")
        help = f"it builds on {listed(before)}: `hexlaw new recipe {before[0]} --in {module}`" if before else None
        own = "without `--in` it is written as a module of its own"
        raise Refused(
            f"the recipe `{wanted.name}` does not fit into `{module}`: {'; '.join(lacking[:3])}"
            f"{f' (and {len(lacking) - 3} more)' if len(lacking) > 3 else ''}", help or own,
        )  # fmt: skip
    return planned


class _PlaceInModule:
    """A module that something is added to: the last one of a spec such as `./mine` or `bay + gossip`."""

    def __init__(self, spec: str, texts: Texts, ask: Asks | None = None) -> None:
        self.texts, self.ask, found = texts, ask, Diagnostics()
        if (chain := load(spec, found, texts)) is None:
            raise Refused(_first(found))
        self.spec = spec
        self.chain: Chain = chain
        self.top = chain.layers[-1]
        last = spec.rpartition("+")[2].strip()
        if last in shipped_modules() and not os.path.isdir(texts.at(last)):
            raise Refused(
                f"`{last}` comes with Hexlaw and is not yours to change; begin a variant of it: "
                f"hexlaw new module NAME --extends {last}"
            )
        self.law_names: Names = read_names(chain, place_items(chain, Diagnostics()), Diagnostics())

    def key(self) -> str:
        return likely_source(self.chain)

    def boards(self) -> list[str]:
        return sorted({board for layer in self.chain.layers for board in layer.boards})

    def words(self, name: str) -> dict[str, str]:
        return {"name": name, "title": _title(name), "key": self.key()}

    def new_file(self, folder: str, name: str, text: str) -> PlannedFile:
        path = self.top.folder / folder / name
        self.is_free(path)
        return PlannedFile(path, text)

    def has(self, path: Path) -> bool:
        return os.path.lexists(path) or self.texts.is_file(path)

    def is_free(self, path: Path) -> None:
        """Refuses a path where something is, or that leads elsewhere."""
        if os.path.islink(path.parent):
            raise Refused(f"`{path.parent}` is a link; nothing is written through links")
        if self.has(path):
            raise Refused(f"there is a file `{path}` already")

    def read(self, path: Path) -> str | None:
        """Returns what a file holds that something is to be added to; None when it is not there."""
        if os.path.islink(path) or (path.parent.name == "cases" and os.path.islink(path.parent)):
            raise Refused(f"`{path}` is a link, or lies behind one; nothing is written through links")
        if (unsaved := self.texts.unsaved(path)) is not None:
            return unsaved
        try:
            return path.read_bytes().decode("utf-8") if os.path.exists(path) else None
        except UnicodeDecodeError as error:
            raise Refused(f"`{path}` is not text in UTF-8") from error
        except OSError as error:
            raise Refused(f"`{path}` cannot be read: {why_not(error)}") from error

    def names(self, folder: str, ending: str) -> list[str]:
        """Returns the names of the files in a folder of the module."""
        inside = self.texts.names_in(self.top.folder, lambda _: None)
        return [name for name in inside if name.rpartition("/")[0] == folder and name.endswith(ending)]

    def answer(self, what: str, *fitting: str) -> str:
        """Returns the answer to a question, on one line; an empty text where there is nobody to ask."""
        if self.ask is None:
            return ""
        return " ".join(self.ask(what, fitting).split())

    def with_unit(self, name: str) -> PlannedFile:
        """Returns the chart of the module with a line for a new unit. Asks for each attribute that its kind has no
        default for. A new chart gets a column for each of them, an existing one only for those that were answered."""
        path = self.top.folder / (self.names("units", ".csv") or ["units/units.csv"])[-1]
        compilation = compile_modules(self.spec, Diagnostics(), self.texts)
        units = {} if compilation is None else compilation.graph.units
        charted = [unit.kind for unit in units.values()]
        kinds = charted or [kind for kind in self.law_names.kinds if kind not in UNPLACED_KINDS]
        if not kinds:
            raise Refused(f"`{self.top.name}` has no things that a chart could list; declare `thing NAME` in its law")
        before, kind = self.read(path) or "", max(kinds, key=kinds.count)
        usual = set(self.law_names.with_usual_value(kind))
        attributes = self.law_names.attributes_of(kind)
        asked = [attribute for attribute in attributes if attribute not in usual]
        source, found = Source(path.name, before), BoundedFindings(Diagnostics())
        header, *lines = [[field.text for field in row.fields] for row in read_rows(source, found)] or [[]]
        if name in units or any(dict(zip(header, line, strict=False)).get("id") == name for line in lines):
            raise Refused(f"there is a unit `{name}` already")
        filled = {"id": name, "name": _title(name), "kind": kind, "source": f"{self.key()} 1"}
        for attribute in asked:
            declared = t.bare(attributes[attribute])
            fitting = self.law_names.choices[declared.name].values if isinstance(declared, t.Choice) else ()
            answer = self.answer(f"The {attribute} of {name}", *fitting).replace('"', '""')
            filled[attribute] = f'"{answer}"' if re.search('[,;\t"]', answer) else answer
        more = [a for a in asked if filled[a] and a not in header] if header else [*filled]
        above, separator = before.rstrip(), separator_of(before)
        heading = next((line for line in above.splitlines() if line.strip("\ufeff,;\t ")), "")
        if more:
            said = separator.join([heading.rstrip(",;\t "), *more] if header else more)
            above = above.replace(heading, said, 1) if header else said
        line = separator.join(filled.get(column, "") for column in [*header, *more])
        return PlannedFile(path, _with_its_line_ends(before, f"{above}\n{line}\n"))

    def with_item(
        self,
        path: Path,
        subject: str,
        text: str,
        sort: type[syntax.Declared | syntax.Ruling | syntax.Situation],
        name: str,
    ) -> PlannedFile:
        whole = _behind(self.read(path) or f'chapter [{self.key()} 1] "{_title(subject)}"\n', text)
        items = parse_law(Source(path.name, whole), Diagnostics())
        if not any(type(item) is sort and item.name.text == name for item in items):
            raise Refused(f"`{name}` has another meaning in the language; choose another name")
        return PlannedFile(path, whole)

    def law_file_of_rules(self, subject: str) -> Path:
        """Returns where the last rule of the module stands whose name begins alike; else the file about it."""
        for rule, (item, placed) in reversed(self.law_names.rules.items()):
            if placed.layer is self.top and rule.partition(".")[0] == subject:
                return self.top.folder / item.span.source.name.removeprefix(f"{self.top.shown}/")
        return self.law_file(subject)

    def law_file(self, subject: str) -> Path:
        """Returns the file about a subject: `03-fare.law` or `fare.law`; a new one goes behind the others."""
        files = self.names("", ".law")
        for name in files:
            if re.sub(r"^[0-9]+-", "", name) == f"{subject}.law":
                return self.top.folder / name
        numbers = [int(match[0]) for name in files if (match := re.match(r"[0-9]{1,6}(?=-)", name))]
        numbers = [number for number in numbers if number < LAST_NUMBERS] or numbers
        number = f"{max(numbers, default=0) + 1:02}-" if numbers or not files else ""
        return self.top.folder / f"{number}{subject}.law"

    def with_case(self, name: str, shows: str) -> PlannedFile:
        path = self._case_file(name)
        before = self.read(path) or NO_CASES
        boards = self.boards()
        hint = f"board: {boards[0]}" if boards else "# map: {...}, drawn like a board"
        opened = next((action.open_in[0] for action, _ in self.law_names.actions.values() if action.open_in), None)
        if opened is not None and (sides := self.law_names.choices.get(SIDE)):
            hint += f"\n  acting: {sides.values[0]}\n  now: {opened.spans[0].text}"
        indent = match[1] if (match := re.search(r"^( *)- ", before.partition("cases:")[2], re.MULTILINE)) else "  "
        lines = _text("case.yaml", name=name, shows=shows, boards=hint).splitlines()
        item = "".join(f"{indent}{line}\n" for line in lines)
        whole = before + item if before == NO_CASES else _behind(before, item)
        file = cases_in(Source(path.name, whole), path, found := Diagnostics())
        if file is None or found.has_errors or name not in {case.id for case in file.cases}:
            raise Refused(f"nothing can be added behind what `{path}` holds; begin the name with another word")
        return PlannedFile(path, whole)

    def _case_file(self, name: str) -> Path:
        """Returns where the module's other cases are whose names begin alike, or a new file; no name is used twice."""
        subject = name.partition(".")[0]
        found = self.top.folder / "cases" / f"{subject}.cases.yaml"
        for layer in self.chain.layers:
            for path in layer.cases:
                file = read_cases(path, path.name, Diagnostics(), self.texts)
                known = {case.id for case in file.cases} if file is not None else set()
                subjects = {id.partition(".")[0] for id in known}
                if name in known:
                    raise Refused(f"there is a case `{name}` already, in `{path}`")
                if layer is self.top and not self.has(found) and subject in subjects:
                    found = path
        return found


def _named(name: str, pattern: re.Pattern[str], what: str, how: str) -> None:
    if len(name) > MAX_LENGTH or not pattern.fullmatch(name):
        shown = name if len(name) <= MAX_LENGTH else f"{name[:MAX_LENGTH]}..."
        raise Refused(f"`{shown}` is not a name for {what}: write {how}, of at most {MAX_LENGTH} characters")


def _title(name: str) -> str:
    return english.named(name).capitalize()


def _text(file: str, **words: str) -> str:
    return Template((TEXTS / file).read_text("utf-8")).substitute(words)


def _base(name: str, texts: Texts) -> tuple[str, Chain]:
    """Returns the name of the folder of a base, by which it is found, and its layers."""
    name = re.sub(r"^\./", "", name).rstrip("/")  # a module in the current folder lies beside the new one
    _named(name, MODULE, "a module to extend", "its name alone; it is shipped, or lies in the current folder")
    found = Diagnostics()
    if (chain := load(name, found, texts)) is None:
        raise Refused(_first(found))
    if chain.layers[-1].manifest.abstract:
        raise Refused(f"`{name}` is an abstract base: a game on it has all of its facts to answer; extend such a game")
    return name, chain


def _own_keys(base: Chain) -> dict[str, str]:
    """Keys for the sources of a variant, which no module below it uses."""
    taken = {key for layer in base.layers for key in layer.manifest.sources}
    ending = next((e for e in ["", *ascii_uppercase] if not {f"HR{e}", f"HL{e}"} & taken), None)
    if ending is None:
        raise Refused(f"`{base.name}` has used up the keys HR to HRZ; write the module by hand")
    return {"rules": f"HR{ending}", "letters": f"HL{ending}"}


def _behind(before: str, item: str) -> str:
    """Returns the text with one more item after an empty line."""
    return _with_its_line_ends(before, f"{before.rstrip()}\n\n{item}")


def _with_its_line_ends(before: str, whole: str) -> str:
    """Returns what a text has become, with the line ends that it had."""
    return whole.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in before else whole


def write(planned: Sequence[PlannedFile]) -> list[Path]:
    """Finished files take the place of the old ones, so that nobody ever sees half a file."""
    unfinished = [plan.path.with_name(f".{plan.path.name}.{os.getpid()}.new") for plan in planned]
    try:
        with writing(planned[0].path.parent):
            for plan, beside in zip(planned, unfinished, strict=True):
                plan.path.parent.mkdir(exist_ok=True)
                beside.write_bytes(plan.text.encode())
                if os.path.exists(plan.path):
                    if not os.access(plan.path, os.W_OK):
                        raise Refused(f"`{plan.path}` is read-only")
                    shutil.copymode(plan.path, beside)
            for plan, beside in zip(planned, unfinished, strict=True):
                beside.replace(plan.path)
    finally:
        for beside in unfinished:
            beside.unlink(missing_ok=True)
    return [plan.path for plan in planned]


def _first(found: Diagnostics) -> str:
    """Returns the first mistake as one sentence."""
    mistake = next(d for d in found if d.level == "error")
    return f"{mistake.message}; {mistake.help}" if mistake.help else mistake.message


@dataclass(frozen=True)
class Sort:
    """What can be begun in a module: what comes of it, and how it is called."""

    about: str
    shape: re.Pattern[str]
    how: str
    plan: Callable[[str, _PlaceInModule], list[PlannedFile]]


_WITH_DOTS = "words of small letters with dots between them, like `fare.child`"
MODULE_NAME = "small letters, digits and hyphens, like `wet-autumn`"
SORTS = {
    "rule": Sort("A rule of your own; under the name of a rule of the base, a copy that replaces it.",
                 DOTTED, _WITH_DOTS, _rule),
    "action": Sort("What a side can do in a part of the turn; nobody does it until it is written.",
                   MODULE, "small letters, digits and hyphens, like `ring-bell`", _action),
    "ruling": Sort("An answer to a question about the rules, with a case that shows it.",
                   RULING, "the key of a source and a number, like `FAQ-012`", _ruling),
    "case": Sort("A small position, a question, and what the rules demand.", DOTTED, _WITH_DOTS,
                 lambda name, place: [place.with_case(name, f"{place.key()} 1")]),
    "situation": Sort("Who stands where when a game begins, and the law of that game alone.",
                      MODULE, "small letters, digits and hyphens, like `first-race`", _situation),
    "table": Sort("A chart that rules read: its declaration, and the file with its lines.",
                  MODULE, "small letters, digits and hyphens, like `entry-costs`", _table),
    "unit": Sort("A counter: one line more in the chart of units.",
                 MODULE, "small letters, digits and hyphens, like `night-heron`",
                 lambda name, place: [place.with_unit(name)]),
    "board": Sort("A board without anything on it.",
                  MODULE, "small letters, digits and hyphens, like `river-bend`", _board),
}  # fmt: skip
"""What is begun in a module, by what it is called."""
