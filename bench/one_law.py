"""Is it true that both laws are one? Run by hand: `python bench/one_law.py --changes 500 --without-effect 200`.

Law is changed by lot, one thing at a time: by the changes of `hexlaw test --spoil`, and in the text of its files
(numbers, orders, parts of the sequence, lapses, cells, charts, set-ups). Where `compare` says of a situation that both
laws are one there, or that no differing rule was read, both are played with the same seeds: none of these pairs may
part, nor may a pair part before anything was noted. Then things are changed that cannot matter there (comments, words,
sources, a rule of another situation, a chapter of an option that is off): these are to be called one law. For each sort
of change it tells how many were called what, how many parted, and how long a comparison took, and before that each
pair that parted and each change that was missed. It ends with 1 where a pair parted.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.cases.mutants import changed_laws
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.pairs import Arena, arena
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import Compared
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.law.law import Configuration

ONE, NOT_READ, READ = "one law", "not exercised", "exercised"
SORTS = (
    ("with `every`", "any for every"), ("with `any`", "every for any"), ("with `least`", "least for most"),
    ("with `most`", "most for least"), ("with `", "a bound"), ("with ", "a number of a rule"),
    ("without `where", "a where left out"), ("without its statement", "a statement left out"),
    ("without `", "a condition left out"), ("where it does not forbid", "a pick not forbidden"),
    ("where it lasts", "what lapses for good"), ("also where", "its own hex too"),
)  # fmt: skip
"""The words in which `hexlaw test --spoil` describes a change, and its sort."""
NOT_LAW = ("module.yaml", "book.yaml", "style.yaml", "claims.csv")
NUMBER = re.compile(r"(?<![\w.-])\d+(?![\w.])")
NO_LAW = re.compile(r'\[[^\]]*\]|"[^"]*"|#.*')
LAPSES = re.compile(r" lasting until (start|end) of (next )?[\w-]+")
LINE = re.compile(r"^[ -]+\S.*\n", re.M)
PAIRS = ("any every", "and or", "yes no", "start end", "least most", "<= <", ">= >", "+ -")
OTHER = {word: other for pair in map(str.split, PAIRS) for word, other in (pair, pair[::-1])}
TURNED = re.compile("|".join(rf"(?<=\s){re.escape(word)}(?=\s)" for word in OTHER))
VALUES = re.compile(r'^choice .*\n(?:  ".*\n)?  (?P<values>[\w, -]+)$', re.M)
PHASES = re.compile(r"^( +phase .*[^:\n]\n)( +phase .*[^:\n]\n)", re.M)
WORDS = re.compile(r'^  "(?P<doc>[^"{}]+)"$|says "(?P<says>[^"{}]+)"|\[(?P<source>\w+ [\d.]+)\]$', re.M)


@dataclass(frozen=True)
class Change:
    """A change, and the law that it makes; `None` where that is not law."""

    sort: str
    told: str
    make: Callable[[], Compilation | None]


@dataclass
class Found:
    """What came of all changes; `said` is by sort of change and answer."""

    said: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(
        default_factory=lambda: defaultdict(float)
    )  # of this process to compare, by sort of change
    parted: list[str] = field(default_factory=list)  # sorts of change
    no_law: Counter[str] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        return self.said.total()

    def called(self, answer: str) -> int:
        return sum(number for (_, said), number in self.said.items() if said == answer)

    def lines(self) -> Iterator[str]:
        """A line for each sort of change."""
        for sort in sorted({sort for sort, _ in self.said}):
            counts = [self.said[sort, answer] for answer in (ONE, NOT_READ, READ)]
            told = ", ".join(f"{number} {answer}" for number, answer in zip(counts, (ONE, NOT_READ, READ), strict=True))
            mean = 1000 * self.seconds[sort] / sum(counts)
            yield f"  {sort:<30} {sum(counts):>4}: {told}; parted {self.parted.count(sort)}; {mean:.0f} ms to compare"


class Law:
    """A copy of a shipped module that can be changed."""

    def __init__(self, module: str, folder: Path, most: int) -> None:
        self.folder, self.most = folder / module, most
        shutil.copytree(shipped_modules()[module], self.folder)
        compiled = self._compiled()
        assert compiled is not None
        self.base = compiled
        self.situations = sorted(path.stem for path in self.folder.glob("situations/*.yaml"))
        files = (path for path in sorted(self.folder.rglob("*")) if path.suffix in (".law", ".csv", ".yaml"))
        self.files = [file for file in files if file.parent.name != "cases" and file.name not in NOT_LAW]
        self.mutant = [(changed.name, changed.what) for changed in changed_laws(self.base)]
        self.places: dict[str, list[Callable[[], Change]]] = {}
        for file in self.files:
            for sort, start, end, now in _places(file):
                self.places.setdefault(sort, []).append(partial(self._of_text, sort, file, start, end, now))
        for each in self.mutant:
            self.places.setdefault(_sort_of(each[1]), []).append(partial(self._of_graph, *each))

    def _compiled(self) -> Compilation | None:
        return compile_modules(str(self.folder), Diagnostics())

    def arena(self, law: Compilation, situation: str, players: list[str]) -> Arena:
        base, changed = (ComparedLaw(str(self.folder), each, Configuration()) for each in (self.base, law))
        return arena(Compared(base, changed, Structure((), {})), situation, players, self.most)

    # ---- what is changed

    def changes(self, random: Random) -> Iterator[Change]:
        """Changes by lot, of each sort equally many as far as that goes."""
        sorts = list(self.places)
        while True:
            yield random.choice(self.places[random.choice(sorts)])()

    def without_effect(self, random: Random, situation: str) -> Iterator[Change]:
        """Changes by lot that cannot matter in a situation: words, and rules that are not in force there."""
        laws = [file for file in self.files if file.suffix == ".law"]
        off = [each for each in self.mutant if self._is_off(each[0], situation)]
        while True:
            file = random.choice(laws)
            text = file.read_text("utf-8")
            at = random.choice([found.start() for found in re.finditer(r"^(?=\S)", text, re.M)])
            sort, now = random.choice([("a comment", "# by the way\n"), ("empty lines", "\n\n")])
            yield self._of_text(sort, file, at, at, now)
            if words := list(WORDS.finditer(text)):
                found = random.choice(words)
                (sort, said) = next((sort, said) for sort, said in found.groupdict().items() if said)
                now = f"{said}1" if sort == "source" else f"in short, {said}"
                yield self._of_text(sort, file, *found.span(sort), now)
            if off:
                yield self._of_graph(*random.choice(off), "not in force: ")

    def _is_off(self, rule: str, situation: str) -> bool:
        """Whether a rule is that of another situation, or of an option that is off in this one."""
        graph = self.base.graph
        if rule not in graph.rules:
            return False
        origin, on = graph.rules[rule].origin, dict(graph.situations[situation].options)
        is_on = origin.option is None or on.get(origin.option, graph.options[origin.option].default)
        return not is_on or origin.situation not in (None, situation)

    def _of_graph(self, name: str, what: str, sort: str = "") -> Change:
        def make() -> Compilation:
            changed = next(c for c in changed_laws(self.base, name) if (c.name, c.what) == (name, what))
            return replace(self.base, graph=changed.law)

        return Change(sort + _sort_of(what), f"{name} {what}", make)

    def _of_text(self, sort: str, file: Path, start: int, end: int, now: str) -> Change:
        text = file.read_text("utf-8")

        def make() -> Compilation | None:
            file.write_text(text[:start] + now + text[end:], "utf-8")
            try:
                return self._compiled()
            finally:
                file.write_text(text, "utf-8")

        line = text.count("\n", 0, start) + 1
        return Change(sort, f"{file.relative_to(self.folder)}:{line}: {text[start:end]!r} -> {now!r}", make)


def _sort_of(what: str) -> str:
    return next(sort for beginning, sort in SORTS if what.startswith(beginning))


def _places(file: Path) -> Iterator[tuple[str, int, int, str]]:
    """Where the text of a file can be changed: the sort of change, from where to where, and to what."""
    text = file.read_text("utf-8")
    bare = NO_LAW.sub(lambda found: " " * len(found[0]), text)
    of = "law" if file.suffix == ".law" else file.parent.name
    for found in NUMBER.finditer(bare):
        yield f"a number of {of}", *found.span(), str(int(found[0]) + 1).zfill(len(found[0]))
    for found in LINE.finditer(bare):
        yield f"a line of {of} left out", *found.span(), ""
    if file.suffix != ".law":
        return
    for found in TURNED.finditer(bare):
        yield "a word turned", *found.span(), OTHER[found[0]]
    for found in re.finditer(rf"{LINE.pattern}{LINE.pattern}", bare, re.M):
        half = found.start() + found[0].index("\n") + 1
        yield "lines exchanged", *found.span(), text[half : found.end()] + text[found.start() : half]
    for found in LAPSES.finditer(bare):
        yield "what lapses", *found.span(), ""
    for found in VALUES.finditer(text):
        yield "the order of a choice", *found.span("values"), ", ".join(reversed(found["values"].split(", ")))
    for found in PHASES.finditer(text):
        yield "the order of the sequence", *found.span(), found[2] + found[1]


# ---- the run


def changes(law: Law, seed: str, count: int, players: list[str], seeds: int, until: float) -> Found:
    """What is said of so many changes, and whether it is true."""
    random, found = Random(f"changes {seed}"), Found()
    for change, situation in zip(law.changes(random), cycle(law.situations), strict=False):
        if found.tried >= count or time.monotonic() > until:
            return found
        place = _compared(law, change, situation, players, found)
        if place is None:
            continue
        pairs = [place.pair(f"{seed}/{number}", 0) for number in range(seeds)]
        parted = [
            pair.parting for pair in pairs if pair.parting is not None and (place.is_one_law or not pair.parting.by)
        ]
        is_read = any(pair.touched for pair in pairs if pair.parting is None or pair.parting.by)
        found.said[change.sort, ONE if place.is_one_law else READ if is_read else NOT_READ] += 1
        if parted:
            found.parted.append(change.sort)
            print(f"parted: {situation}: {change.told} ({parted[0]})", flush=True)
    return found


def without_effect(law: Law, seed: str, count: int, until: float) -> Found:
    """What is said of so many changes that cannot matter."""
    random, found = Random(f"without effect {seed}"), Found()
    lots = {situation: law.without_effect(random, situation) for situation in law.situations}
    for situation in cycle(law.situations):
        if found.tried >= count or time.monotonic() > until:
            return found
        change = next(lots[situation])
        place = _compared(law, change, situation, ["random"], found)
        if place is None:
            continue
        found.said[change.sort, ONE if place.is_one_law else READ] += 1
        if not place.is_one_law:
            print(f"not called one law: {situation}: {change.told} ({', '.join(place.differing)})", flush=True)
    return found


def _compared(law: Law, change: Change, situation: str, players: list[str], found: Found) -> Arena | None:
    """Returns the situation under both laws, or None after counting why the changed one does not compile there."""
    compiled = change.make()
    began = time.process_time()
    try:
        if compiled is None:
            raise Refused("it does not compile")
        place = law.arena(compiled, situation, players)
        if not place.is_one_law:
            place.get_ready()
    except Exception as problem:  # law that was spoilt as a graph is not typed
        found.no_law[type(problem).__name__] += 1
        return None
    found.seconds[change.sort] += time.process_time() - began
    return place


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=500)
    parser.add_argument("--without-effect", type=int, default=200)
    parser.add_argument("--module", default="tutorial")
    parser.add_argument("--situations", help="these alone, with commas between them")
    parser.add_argument("--players", default="random", help="one program for all sides, or one for each")
    parser.add_argument("--seeds", type=int, default=2, help="pairs of games for each change")
    parser.add_argument("--most", type=int, default=1_500, help="answers of a game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=int, default=600, help="stop after so long, with what was tried by then")
    args = parser.parse_args(words)
    until = time.monotonic() + 60 * args.minutes
    with tempfile.TemporaryDirectory() as folder:
        law = Law(args.module, Path(folder).resolve(), args.most)
        law.situations = args.situations.split(",") if args.situations else law.situations
        idle = without_effect(law, args.seed, args.without_effect, until)
        told = f"{idle.tried} changes without effect: {idle.called(ONE)} called one law{_others(idle)}"
        print(told, *idle.lines(), sep="\n", flush=True)
        found = changes(law, args.seed, args.changes, args.players.split(","), args.seeds, until)
    called = ", ".join(f"{found.called(answer)} {answer}" for answer in (ONE, NOT_READ, READ))
    print(f"{found.tried} changes: {called}; parted {len(found.parted)}{_others(found)}", *found.lines(), sep="\n")
    return 1 if found.parted else 0


def _others(found: Found) -> str:
    reasons = ", ".join(f"{number} {why}" for why, number in found.no_law.most_common())
    return f" ({found.no_law.total()} others are no law: {reasons})" if reasons else ""


if __name__ == "__main__":
    sys.exit(main())
