"""How many mistakes does Hexlaw notice? Run by hand: `python bench/seeded_faults.py --faults 200 --seed 1`.

Mistakes that people make are made on purpose, one at a time, in a copy of all shipped law: a name is misspelt, a link
left out, a table cell changed, a condition turned round, a measure mixed up with another. For each sort it is told how
many `hexlaw check` notices, how many `check` together with the modules' own cases, and how many when the rulings are
knocked out as well: a rule `against` a ruling is never in force, and nothing else can tell what became of it. The same
seed makes the same faults. `--list` tells those that nobody noticed, `--only SORT` makes faults of one sort.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.data.load import load, shipped_modules
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.desk.cases.knockout import ruling_gaps
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import Case, case_files
from hexlaw.runtime.base.nodes import Node as SyntaxNode
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.types import Number

Change = Callable[[Random], str]

MISSPELT = "a name misspelt where it is used"
DECLARED = "a name misspelt where it is declared"
DATA = "a word misspelt in a table or board"
LINK = "a link left out"
CONDITION = "a condition turned round"
CELL = "a table cell changed"
MEASURE = "a measure mixed up"
SORTS = {
    "misspelt": MISSPELT, "declared": DECLARED, "data": DATA, "link": LINK, "condition": CONDITION, "cell": CELL,
    "measure": MEASURE,
}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Where a fault can be made; `change` gives what then stands there."""

    sort: str
    span: Span
    change: Change


@dataclass(frozen=True)
class Result:
    place: Place
    was: str
    now: str
    noticed_by: str
    """`check`, `test`, `knock-out`, or nothing when nobody noticed."""

    def __str__(self) -> str:
        return f"{self.place.span}: {_line(self.was)} -> {_line(self.now) or '(nothing)'}"


def _line(text: str) -> str:
    return " ".join(text.split())


# ---- where faults can be made


class Library:
    """A copy of the shipped law, the places in it where a fault can be made, and what is noticed as it stands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, shipped in shipped_modules().items():
            shutil.copytree(shipped, folder / name)
        self.names = [name for name in shipped_modules() if load(name, Diagnostics()) is not None]  # not the add-ons
        self.games: dict[str, list[str]] = {name: [] for name in self.names}
        self.compiled: dict[str, Compilation] = {}
        self.known: dict[str, set[str]] = {}
        self._cases: dict[str, list[Case]] = {}
        self.gaps: dict[str, set[str]] = {}
        for name in self.names:
            compilation, self.known[name] = self._checked(name)
            if compilation is not None:
                self.compiled[name] = compilation
                for layer in compilation.chain.layers:
                    self.games[layer.name].append(name)
        # The module itself comes first: it is the quickest to notice what is wrong with it.
        self.games = {name: sorted(games, key=lambda game: game != name) for name, games in self.games.items()}
        self.places = list(self._places())

    def _checked(self, name: str) -> tuple[Compilation | None, set[str]]:
        """A module compiled, and what `hexlaw check` finds in it."""
        found = Diagnostics()
        compilation = compile_modules(str(self.folder / name), found)
        if compilation is not None:
            run_extra_checks(compilation, found)
        return compilation, {f"{d.code} {d.message}" for d in found}

    def cases(self, game: str) -> list[Case]:
        """The game's own cases."""
        if game not in self._cases:
            files = case_files(self.compiled[game], Diagnostics())
            self._cases[game] = [
                case for file in files if self.folder / game in file.path.parents for case in file.cases
            ]
        return self._cases[game]

    def passes_unspoilt(self, case: Case, game: str) -> bool:
        return _passes(case, self.compiled[game])

    def _places(self) -> Iterator[Place]:
        words = _Words(self)
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            module = name.partition("/")[0]
            if module not in self.names:
                continue
            if path.suffix == ".law":
                source = Source(name, path.read_text("utf-8"))
                for item in parse_law(source, Diagnostics()):
                    yield from words.in_law(item, module)
            elif path.suffix == ".yaml" and path.parent.name in ("tables", "boards"):
                tree = read_yaml(Source(name, path.read_text("utf-8")), Diagnostics())
                if isinstance(tree, Mapping):
                    yield from words.in_data(tree, is_table=path.parent.name == "tables")

    def some(self, random: Random, count: int, sorts: list[str]) -> list[Place]:
        """So many places, as many of each sort as there can be."""
        piles = {sort: [p for p in self.places if p.sort == sort] for sort in sorts}
        for pile in piles.values():
            random.shuffle(pile)
        chosen: list[Place] = []
        while len(chosen) < count and any(piles.values()):
            chosen += [pile.pop() for pile in piles.values() if pile]
        return chosen[:count]

    def try_fault(self, place: Place, random: Random) -> Result:
        """Makes one fault, sees who notices it, and takes it back."""
        path = self.folder / place.span.source.name
        text = place.span.source.text
        was, now = text[place.span.start : place.span.end], place.change(random)
        try:
            path.write_text(text[: place.span.start] + now + text[place.span.end :], "utf-8")
            return Result(place, was, now, self._noticed(place.span.source.name.partition("/")[0]))
        finally:
            path.write_text(text, "utf-8")

    def _noticed(self, module: str) -> str:
        checked = {}
        for game in self.games[module]:
            checked[game], found = self._checked(game)
            if found - self.known[game]:
                return "check"
        for game, compilation in checked.items():
            if compilation is None:
                return "test"
            failing = (case for case in self.cases(game) if not _passes(case, compilation))
            if any(self.passes_unspoilt(case, game) for case in failing):
                return "test"
        if any(self._gaps(game, law) - self._known_gaps(game) for game, law in checked.items() if law is not None):
            return "knock-out"
        return ""

    def _gaps(self, game: str, compilation: Compilation) -> set[str]:
        """The rulings, and the rules against them, that no case shows."""
        shown = {case for ruling in compilation.graph.rulings.values() for case in ruling.shown}
        passing = [case for case in self.cases(game) if case.id in shown and self.passes_unspoilt(case, game)]
        gaps = ruling_gaps(compilation, passing, Configuration())
        return {gap.split(": ", 1)[1] for gap in gaps}  # without the place, which a fault can shift

    def _known_gaps(self, game: str) -> set[str]:
        if game not in self.gaps:
            self.gaps[game] = self._gaps(game, self.compiled[game])
        return self.gaps[game]


def _passes(case: Case, compilation: Compilation) -> bool:
    return run_case(case, compilation, Configuration(), tracing=False).passed


class _Words:
    """Knows the words of the law, so that a misspelt one is none of them and a mixed-up one is another of its sort."""

    def __init__(self, library: Library) -> None:
        self.measures: dict[str, list[str]] = {}
        self.attributes: dict[str, dict[str, set[str]]] = {}
        self.known: set[str] = set()
        for module in library.names:
            chain = load(str(library.folder / module), Diagnostics())
            assert chain is not None
            for source in chain.layers[-1].laws:
                self.known |= set(source.text.replace("(", " ").replace(",", " ").split())
            games = [library.compiled[game] for game in library.games[module]]
            self.measures[module] = sorted({m for game in games for m in game.names.measures})
            self.attributes[module] = _mixable(games)

    def in_law(self, item: s.Item, module: str) -> Iterator[Place]:
        declared = {id(name) for node in _nodes(item) for name in _declared(node)}
        for node in _nodes(item):
            match node:
                case s.Ident() | s.Name():
                    if isinstance(item, s.Ruling) and item.authority is node:
                        continue  # any word may stand there
                    sort = DECLARED if id(node) in declared else MISSPELT
                    yield Place(sort, node.span, self._misspelt(node.text))
                case s.TypeRef(form="name", name=name) if (
                    name in (measures := self.measures[module]) and len(measures) > 1
                ):
                    yield Place(MEASURE, node.span, _one_of([m for m in measures if m != name]))
                case s.Attr() if others := sorted(self.attributes[module].get(node.name.text, ())):
                    yield Place(MEASURE, node.name.span, _one_of(others))
                case s.Link():
                    yield from _links(node)
        if isinstance(item, s.Rule):
            for condition in item.when:
                text = condition.span.source.text[condition.span.start : condition.span.end]
                yield Place(CONDITION, condition.span, _always(f"not ({text})"))

    def in_data(self, tree: Mapping, *, is_table: bool) -> Iterator[Place]:
        read = ("across", "rows") if is_table else ("hexes",)
        scalars = [w for key in read for w in _scalars(tree.get(key)) if w.text.replace("-", "").isalpha()]
        for word in scalars:
            if len(word.text) > 3 and word.text.islower() and word.text not in ("none", "unsure", "cite", "note"):
                yield Place(DATA, word.span, self._misspelt(word.text))
        if not is_table:
            return
        cells = list(_cells(tree.get("rows")))
        written = {cell.span.source.text[cell.span.start : cell.span.end] for cell in cells}
        for cell in cells:
            own = cell.span.source.text[cell.span.start : cell.span.end]
            others = sorted(written - {own})
            if others:
                yield Place(CELL, cell.span, _one_of(others))

    def _misspelt(self, word: str) -> Change:
        def change(random: Random) -> str:
            for _ in range(100):
                at = random.randrange(len(word))
                slips = [word[:at] + word[at] + word[at:]]
                if len(word) > 3:
                    slips += [word[:at] + word[at + 1 :], word[:at] + word[at : at + 2][::-1] + word[at + 2 :]]
                slip = random.choice(slips)
                good = slip[0].isalpha() and slip[-1].isalnum() and "--" not in slip and ".." not in slip
                if slip not in self.known and slip != word and good and "-." not in slip and ".-" not in slip:
                    return slip
            return word + "x"

        return change


def _one_of(words: list[str]) -> Change:
    return lambda random: random.choice(words)


def _always(text: str) -> Change:
    return lambda random: text


def _nodes(node: Any) -> Iterator[Any]:
    """A node of the syntax and all that it is made of."""
    if isinstance(node, tuple):
        for each in node:
            yield from _nodes(each)
    elif isinstance(node, SyntaxNode):
        yield node
        for part in (getattr(node, name) for name in node.__struct_fields__):
            yield from _nodes(part)


def _declared(node: Any) -> list[s.Ident]:
    """The names that a node brings into the world."""
    match node:
        case s.Choice(values=inner) | s.Quantity(steps=inner):
            return [*([] if node.also else [node.name]), *inner]
        case s.Thing():
            return [] if node.also else [node.name]
        case s.Binder(var=var) | s.Whichever(var=var):
            return [var]
        case s.Place(name=name):
            return [name] if name else []
        case (
            s.Option() | s.Reading() | s.Dispute() | s.Measure() | s.Attribute() | s.Record() | s.Fact()
            | s.ExtraStep() | s.Table() | s.Effect() | s.Pick() | s.Action() | s.Reach() | s.Rule() | s.Ruling()
            | s.Param() | s.Let() | s.Roll() | s.Event() | s.Memory() | s.Tally() | s.Order() | s.Task() | s.Stage()
            | s.Situation() | s.SpanNode() | s.Point()
        ):  # fmt: skip
            return [node.name]
    return []


def _links(link: s.Link) -> Iterator[Place]:
    """Without its only target the whole line goes."""
    for gone in link.targets:
        rest = [f"{'step ' * t.step}{t.path.text}{'.*' * t.wild}" for t in link.targets if t is not gone]
        text = f"{link.how} {', '.join(rest)}" if rest else ""
        yield Place(LINK, link.span, _always(text))


def _mixable(games: list[Compilation]) -> dict[str, set[str]]:
    """For each attribute that is a number: those of the same things that measure something else."""
    found: dict[str, set[str]] = {}
    for game in games:
        for kind in game.names.kinds:
            measures = {a: t.measure for a, t in game.names.attributes_of(kind).items() if isinstance(t, Number)}
            for name, measure in measures.items():
                found.setdefault(name, set()).update(a for a, other in measures.items() if other != measure)
    return found


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Listing):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Mapping):
        remarks = ("cite", "unsure", "note", "other", "is")
        for key, value in node.entries:
            if key.text not in remarks:
                yield key
                yield from _scalars(value)


def _cells(node: Node | None) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Listing():
            for item in node.items:
                yield from _cells(item)
        case Mapping():
            if node.get("is") is not None:
                yield from _cells(node.get("is"))
            else:
                for _, value in node.entries:
                    yield from _cells(value)


# ---- the run


def run(library: Library, seed: int, count: int, sorts: list[str], goes_on: Callable[[int], bool]) -> list[Result]:
    """The results of the faults that a seed makes, until there are enough or `goes_on` says that it is enough."""
    results: list[Result] = []
    for number, place in enumerate(library.some(Random(seed), count, sorts)):
        if not goes_on(number):
            break
        # a fault of its own for each number, whatever the faults before it drew
        results.append(library.try_fault(place, Random(seed * 1_000_003 + number)))
    return results


def told(results: list[Result]) -> str:
    lines = [f"{'sort of fault':38}{'faults':>8}{'check':>8}{'+ test':>8}{'+ knock-out':>13}"]
    for sort in [*SORTS.values(), "all"]:
        of_sort = [r for r in results if sort in (r.place.sort, "all")]
        by = Counter(r.noticed_by for r in of_sort)
        if of_sort:
            both = by["check"] + by["test"]
            shares = f"{_of(by['check'], of_sort):>8}{_of(both, of_sort):>8}{_of(both + by['knock-out'], of_sort):>13}"
            lines.append(f"{sort:38}{len(of_sort):8}{shares}")
    return "\n".join(lines)


def _of(part: int, whole: list[Result]) -> str:
    return f"{100 * part // len(whole)} %"


def main() -> int:
    os.environ["HEXLAW_CACHE"] = "off"  # spoilt law is checked once and never again
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=int, help="stop after so long, with what has been tried by then")
    parser.add_argument("--only", action="append", choices=sorted(SORTS), help="this sort of fault (may be repeated)")
    parser.add_argument("--list", action="store_true", help="list the faults that nobody noticed")
    args = parser.parse_args()
    started = time.monotonic()

    def goes_on(number: int) -> bool:
        seconds = time.monotonic() - started
        if sys.stderr.isatty() or number % 20 == 0:
            print(f"\r{number} of {args.faults}, {seconds:.0f} s", end="", file=sys.stderr)
        return args.minutes is None or seconds < 60 * args.minutes

    with tempfile.TemporaryDirectory() as folder:
        sorts = [SORTS[name] for name in args.only or SORTS]
        results = run(Library(Path(folder).resolve()), args.seed, args.faults, sorts, goes_on)
    print(file=sys.stderr)
    print(told(results))
    if args.list:
        for result in results:
            if not result.noticed_by:
                print(f"{result.place.sort}: {result}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
