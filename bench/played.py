"""Coverage by play: games of every shipped situation, which rules have a say in them, and what a referee remarks.

    python bench/played.py                    all that is due: a full round takes hours
    python bench/played.py --minutes 20       what is due most, one situation after the other, as far as it comes
    python bench/played.py --visit 60         no longer at one situation than a minute, and back to it later
    python bench/played.py --situations panzer-leader/remagen
    python bench/played.py --part 2 4 --data two.jsonl      every fourth situation, from the second on
    python bench/played.py --gather two.jsonl three.jsonl   what other machines have played
    python bench/played.py --judge            the reference looks at the games that are in doubt, a minute and more each
    python bench/played.py --page             only the page anew, under the law of now
    python bench/played.py --age              how old it is, in a line

Each situation is played by `random` and `greedy` in turn, as WebAssembly: twenty games, or as many as half an hour of
the processor is enough for (`--games`, `--seconds`); one that a module only inherits, two. Play also begins in the
positions of some cases, and amid some kept games, behind so many answers of their journals (bench/starts.csv): from
there programs come to what they hardly reach by themselves. Each game is judged by the referee of its system, by the
sieve of `bench/refereed.py`; what it does not pass is *in doubt* until the reference has looked at it.

docs/coverage-by-play.jsonl keeps a line for each situation: when it was played, under which law, by which seeds, and
what had a say; and a line for each module: what that comes to. It is written after each situation, so a run that is
killed loses no other. docs/coverage-by-play.md is made of these lines alone.

Due is what has no games, or games of another law, or too few; the fewest first. `hexlaw run` with the seed and the
program of a game plays it again.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from time import monotonic, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from refereed import EXERCISES, Sieve, by_reference

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.files import write_whole
from hexlaw.compiler.base.results import WHOLE, Sharing
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.data.load import shipped_games
from hexlaw.compiler.desk.cases.play_coverage import PlayCoverage, SituationPlayed
from hexlaw.compiler.desk.cases.script import Begins
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.compiler.situations.games import Prepared, chosen_in, on_printed_law, prepare
from hexlaw.compiler.situations.setup import worth_in
from hexlaw.compiler.situations.situate import situate
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.claimed import watched
from hexlaw.compiler.workspace.refereeing import referee_of, referees_for
from hexlaw.runtime.base.nodes import canonical, replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Configuration, configure
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.play.journal import Journal, read_journal
from hexlaw.runtime.play.referee_rules import refereed
from hexlaw.runtime.words.english import counted

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "docs" / "coverage-by-play.jsonl"
STARTS = ROOT / "bench" / "starts.csv"
JOURNALS = ROOT / "refereed"
"""Where journals of games with a remark are kept."""
PROGRAMS = ("random", "greedy")
MADE_UP = ("panzer-grenadier", "ravna", "thaw", "tutorial")
"""Modules whose situations are ours; those of the others are published, but for the exercises."""
GAMES, INHERITED_GAMES = 20, 2
SECONDS = 1_800  # of the processor


@dataclass
class Played:
    """The games of a situation: a line of the data."""

    module: str
    situation: str
    cases: str = ""
    """The file of cases, where it is a case from whose position play goes on."""
    journal: str = ""
    """The kept game to continue from, after as many answers as `situation` says; else empty."""
    inherited: bool = False
    published: bool = False
    law: str = ""
    date: str = ""
    seconds: float = 0
    answers: int = 0
    seeds: dict[str, int] = field(default_factory=dict)
    """The seeds with how many games: of `random-2026-11-30` five are those of `random-2026-11-30-1` to `-5`."""
    stopped: list[str] = field(default_factory=list)
    """Seeds of games that did not come to their end, of which nothing is counted."""
    too_long: list[str] = field(default_factory=list)
    """Seeds of games that were given up as they took too long, of which nothing is counted either."""
    in_doubt: list[str] = field(default_factory=list)
    """Seeds of games that the sieve of the referee does not pass, and that the reference has not looked at yet."""
    remarks: dict[str, list[str]] = field(default_factory=dict)
    """What the referee remarks, by the seed of the game."""
    refereed: bool = False
    refused: str = ""
    """Why it is not played as WebAssembly."""
    in_force: int = 0
    rules: int = 0
    """How many rules are in force, and how many of them had a say."""
    had_a_say: dict[str, str] = field(default_factory=dict)
    """Rules and what is carried out: the ends of their names by the beginning that they share."""

    @property
    def name(self) -> str:
        return f"{self.module}/{self.situation}"

    @property
    def games(self) -> int:
        return sum(self.seeds.values()) - len(self.stopped) - len(self.too_long)

    @property
    def signs(self) -> set[str]:
        return {f"{first}.{end}" if first else end for first, ends in self.had_a_say.items() for end in ends.split()}

    def hears(self, signs: Iterable[str]) -> None:
        parts = (sign.rpartition(".") if sign.count(".") == 1 else ("", "", sign) for sign in self.signs.union(signs))
        by_first = grouped(sorted((first, end) for first, _, end in parts))
        self.had_a_say = {first: " ".join(ends) for first, ends in by_first.items()}

    def prepared(
        self, spec: str, compilation: Compilation | None = None, without: frozenset[str] = frozenset()
    ) -> Prepared | None:
        """Returns what is played, under the law of its module or of some add-ons as well, without some rules."""
        found = Diagnostics()
        compilation = compilation or compile_modules(spec, found)
        assert compilation is not None, [d.message for d in found]
        if self.journal:
            head = self.kept_game().header
            return prepare(compilation, head["situation"], replace(chosen_in(head), without=without), found)
        if not self.cases:
            return prepare(compilation, self.situation, Configuration(), found)
        path = cases_at(self.module, self.cases)
        file = read_cases(path, path.name, found)
        assert file is not None, [d.message for d in found]
        (case,) = (case for case in file.cases if case.id == self.situation)
        law = configure(compilation.graph, replace(case.configuration(), without=without))
        begins = Begins.of(case)
        situated = situate(case, compilation, law, found)
        assert situated is not None, [d.message for d in found]
        key = compilation.chain.key("amid", file.source.text, self.situation)
        amid = "" if begins.with_the_game else begins.amid
        setup = Setup("", situated.position, worth_in(compilation, law), begins=amid, key=key)
        return Prepared(agenda_of(law), setup)

    @property
    def is_start(self) -> bool:
        """Whether play begins in the middle of a game."""
        return bool(self.cases or self.journal)

    def kept_game(self) -> Journal:
        """Returns the kept game to continue from, replayed as far as its journal can be followed."""
        text = journal_at(self.module, self.journal).read_text("ascii")
        journal, damage = read_journal(text.splitlines(keepends=True))
        assert journal is not None, damage
        return replace(journal, entries=journal.entries[: int(self.situation.rpartition("@")[2])])

    def wants(self, games: int) -> int:
        return INHERITED_GAMES if self.inherited else games


def cases_at(module: str, cases: str) -> Path:
    return ROOT / "rules" / module / "cases" / f"{cases}.cases.yaml"


def journal_at(module: str, journal: str) -> Path:
    return ROOT / "rules" / module / "journals" / f"{journal}.journal"


@dataclass
class Kept:
    """The lines of the data: of situations, and what they come to by module."""

    path: Path = DATA
    situations: dict[str, Played] = field(default_factory=dict)
    modules: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path = DATA) -> Kept:
        found = cls(path)
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            data = json.loads(line)
            if "rulings" in data:
                found.modules.append(data)
            else:
                played = Played(**{key.replace("-", "_"): value for key, value in data.items()})
                found.situations[played.name] = played
        return found

    def write(self) -> None:
        """Writes the data whole, and the page that is made of them."""
        of_situations = (
            {key.replace("_", "-"): value for key, value in vars(played).items() if value not in ("", [], {}, False, 0)}
            for _, played in sorted(self.situations.items())
            if played.date or not played.inherited
        )
        lines = [json.dumps(line, ensure_ascii=False) + "\n" for line in (*of_situations, *self.modules)]
        write_whole(self.path, "".join(lines).encode())
        write_whole(self.path.with_suffix(".md"), self.page().encode())

    @property
    def dated(self) -> list[Played]:
        return [played for played in self.situations.values() if played.date]

    def page(self) -> str:
        return template(__file__, "played.md.jinja", (counted,)).render(kept=self)

    @property
    def own(self) -> list[Played]:
        return [played for _, played in sorted(self.situations.items()) if not (played.inherited or played.is_start)]

    @property
    def starts(self) -> list[Played]:
        return [played for _, played in sorted(self.situations.items()) if played.is_start]

    @property
    def inherited(self) -> list[Played]:
        return [played for _, played in sorted(self.situations.items()) if played.inherited]

    def head(self) -> str:
        """How much was played, and how old it is."""
        published = [played for played in self.own if played.published]
        whole = sum(played.games >= GAMES for played in published)
        some = sum(played.games > 0 for played in published)
        days = sorted(played.date for played in self.dated)
        when = f"played from {days[0]} to {days[-1]}" if days else "nothing is played"
        return (
            f"{some} of {len(published)} published situations have games, {whole} of them {GAMES} and more; "
            f"{sum(played.games for played in self.dated):,} games of {len(self.dated)} situations, {when}"
        )


class Watching(Sieve):
    """A sieve that notes what has a say."""

    def __init__(self, line: Played) -> None:
        super().__init__(line.module, line.situation)
        self.line = line
        if line.journal:
            game = line.kept_game()
            self.begun, self.names_by = game.entries, game.header["seed"]

    def prepared(self, spec: str) -> Prepared:
        prepared = self.line.prepared(spec)
        assert prepared is not None
        return prepared

    @cached_property
    def played(self) -> Target:
        return watched(self.prepared(self.module))


class TooLong(Exception):
    """A game takes longer than it may."""


class Round:
    """The situations of all that is shipped, under the law of now."""

    def __init__(self, kept: Kept, games: int, seconds: float, longest: float = SECONDS) -> None:
        self.kept, self.games, self.seconds, self.longest = kept, games, seconds, longest
        self.today = datetime.now(UTC).date().isoformat()

    @cached_property
    def compilations(self) -> dict[str, Compilation]:
        found = {}
        for spec in shipped_games():
            compilation = compile_modules(spec, Diagnostics())
            if compilation is not None:  # an abstract module is played with those above it
                found[spec] = compilation
        return found

    @cached_property
    def decided(self) -> dict[str, str]:
        """What each law decides, as games are played by it: a source that a rule cites in addition, another sentence
        and what never stands, a rule against a ruling, make no game another one."""
        found = {}
        for spec, compilation in self.compilations.items():
            graph = compilation.graph
            in_force = {name: rule for name, rule in graph.rules.items() if rule.against is None}
            found[spec] = digest(repr(canonical(replace(graph, rules=in_force, rulings={}))))
        return found

    @cached_property
    def laws(self) -> dict[str, str]:
        """A digest of each situation: what its law decides, the boards, and what is set up."""
        found = {}
        for spec, compilation in self.compilations.items():
            layers, decided = compilation.chain.layers, self.decided[spec]
            parts = [source.text for layer in layers for _, source in sorted(layer.boards.items())]
            for situation, sources in situation_files(compilation.chain).items():
                text = digest(decided, *parts, *(source.text for source in sources))
                found[f"{spec}/{situation}"] = text[:12]
        for start in self.starts:
            if start.journal:
                law = found[f"{start.module}/{start.kept_game().header['situation']}"]
                text = journal_at(start.module, start.journal).read_text("ascii")
            else:
                law, text = self.decided[start.module], cases_at(start.module, start.cases).read_text("utf-8")
            found[start.name] = digest(law, text)[:12]
        return found

    @cached_property
    def starts(self) -> list[Played]:
        """Positions amid games from which play goes on to what programs hardly come to by themselves."""
        rows = csv.DictReader(STARTS.read_text("utf-8").splitlines())
        found = (Played(row["module"], row["case"], row["cases"], row["journal"]) for row in rows)
        return [start for start in found if start.module in self.compilations]

    def list(self) -> None:
        """Lists the situations that there are; lines of those that are gone go."""
        starts = {start.name: start for start in self.starts}
        listed = {name: self.kept.situations.get(name, start) for name, start in starts.items()}
        for name in self.laws.keys() - starts.keys():
            module, _, situation = name.rpartition("/")
            chain = self.compilations[module].chain
            played = self.kept.situations.get(name) or Played(module, situation)
            played.inherited = situation not in chain.layers[-1].situations
            played.published = not (played.inherited or module in MADE_UP or name in EXERCISES)
            listed[name] = played
        self.kept.situations = listed

    def gather(self, other: Kept) -> None:
        """Takes from another machine the lines that have more games of the law of now."""
        for name, played in other.situations.items():
            if name in self.kept.situations and played.law == self.laws[name]:
                own = self.kept.situations[name]
                if own.law != played.law or own.games < played.games:
                    self.kept.situations[name] = played

    def is_due(self, played: Played) -> bool:
        if played.law != self.laws[played.name]:
            return True
        return not (self.has_enough(played) or played.refused)

    def has_enough(self, played: Played) -> bool:
        """Whether there are as many games as are wanted, or no more are to be had."""
        wanted = played.wants(self.games)
        tried = sum(played.seeds.values())
        return played.games >= wanted or tried >= 2 * wanted or played.seconds >= self.seconds

    def order(self, played: Played) -> tuple[object, ...]:
        """What is due comes first, and of that what has the fewest games of the law of now; then the oldest."""
        fresh = played.games if played.law == self.laws[played.name] else 0
        return not self.is_due(played), played.inherited, fresh if self.is_due(played) else 0, played.date, played.name

    def visit(self, played: Played, seconds: float) -> None:
        """Plays a situation for so long on, anew where its law is another than that of its games; one game at least."""
        if played.law != self.laws[played.name]:
            same = (played.module, played.situation, played.cases, played.journal, played.inherited, played.published)
            new = Played(*same)
            played.__dict__.update(vars(new))
        sieve, before = Watching(played), played.seconds
        played.law, played.date = self.laws[played.name], self.today
        if sieve.played.refusal:
            played.refused = sieve.played.why_refused
            return
        programs = PROGRAMS if sieve.played.setup.worth is not None else PROGRAMS[:1]
        played.refereed = bool(referees_for(played.module, DISK)) and not sieve.required.refusal
        if played.refereed:
            assert sieve.required.compiled
        assert sieve.played.compiled  # before the clock runs
        begun = process_time()
        while True:
            by_program = Counter(seed.partition("-")[0] for seed, number in played.seeds.items() for _ in range(number))
            program = min(programs, key=by_program.__getitem__)
            self._play(played, sieve, program)
            played.seconds = round(before + process_time() - begun, 1)
            if self.has_enough(played) or played.seconds - before >= seconds:
                return

    def _play(self, played: Played, sieve: Watching, program: str) -> None:
        series = f"{program}-{self.today}"
        played.seeds[series] = played.seeds.get(series, 0) + 1
        seed = f"{series}-{played.seeds[series]}"
        until = process_time() + self.longest

        def going_on() -> None:
            if process_time() > until:
                raise TooLong

        try:
            game = sieve.game(program, seed, going_on)
        except TooLong:
            played.too_long.append(seed)
            return
        if game.stopped:
            played.stopped.append(seed)
            return
        played.answers += len(game.entries) - len(sieve.begun)
        played.hears(frozenset[str]().union(*sieve.played.read()))
        if played.refereed and not sieve.holds(game, seed):
            played.in_doubt.append(seed)

    def judge(self, played: Played) -> None:
        """Has the reference look at the games that are in doubt."""
        for seed in [*played.in_doubt]:
            program = seed.partition("-")[0]
            if played.is_start:
                remarks = by_reference_amid(played, program, seed)
            else:
                looked_at = by_reference(played.module, played.situation, program, seed, JOURNALS)
                remarks = [f"{remark.sort}: {remark.rule}" for game in looked_at for remark in game.remarks]
            if remarks:
                played.remarks[seed] = [*dict.fromkeys(remarks)]
            played.in_doubt.remove(seed)

    def summed_up(self) -> None:
        """Writes what the games come to by module, under the law of now."""
        played = []
        for one in self.kept.situations.values():
            compilation = self.compilations[one.module]
            prepared = one.prepared(one.module, compilation)
            if prepared is None:
                continue
            graph = prepared.law.graph
            there = {s for s in one.signs if (at := s.rpartition(":"))[2] in graph.section(at[0] or "rule")}
            found = SituationPlayed(one.module, one.situation, compilation, prepared.law, prepared.position, one.games)
            found.counts.update(there)
            found.is_start = one.is_start
            rules = found.counted_rules()
            one.in_force, one.rules = len(rules), len(there.intersection(rules))
            played.append(found)
        self.kept.modules = [
            {"module": module.module, "counts": module.counts(), "never": module.never(),
             "rulings": _unheard(module.rulings), "claims": _unheard(module.claims)}
            for module in PlayCoverage(self.compilations.values(), played).modules
        ]  # fmt: skip


def by_reference_amid(played: Played, program: str, seed: str) -> list[str]:
    """Returns what a referee remarks on a game that began in the middle of another."""
    sieve, by = Watching(played), referees_for(played.module, DISK)
    spec = " + ".join([played.module, *by])
    compilation = compile_modules(spec, Diagnostics())
    assert compilation is not None
    rules = compilation.graph.rules.values()
    required = frozenset(r.id for r in rules if isinstance(r.conclusion, g.Requires) and r.origin.module in by)
    prepared = played.prepared(spec, compilation, required)
    assert prepared is not None
    looking, entries = referee_of(prepared.law, required), sieve.game(program, seed).entries
    steps = refereed(on_printed_law(prepared.game(sieve.names_by or seed), len(entries)), entries, looking)
    found = ((sort, ruled) for step in steps for sort in ("illegal", "broken") for ruled in getattr(step, sort))
    return [f"{sort}: {ruled.rule}" for sort, ruled in found]


def _unheard(found: Mapping[str, int | None]) -> dict[str, list[str]]:
    """Returns what no game exercises, and what no game can."""
    return {
        "that no game exercises": [name for name, games in found.items() if games == 0],
        "that no rule brings or confirms": [name for name, games in found.items() if games is None],
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="of each situation")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the processor, for one situation")
    parser.add_argument("--visit", type=float, help="of the processor, before another has its turn")
    parser.add_argument("--longest", type=float, default=SECONDS, help="of the processor, for one game")
    parser.add_argument("--minutes", type=float, help="begin with no situation after so long")
    parser.add_argument("--situations", nargs="*", metavar="MODULE/SITUATION")
    parser.add_argument(
        "--part", nargs=2, type=int, default=WHOLE, metavar=("N", "OF"), help="play the N-th of so many parts"
    )
    parser.add_argument("--gather", nargs="+", type=Path, default=(), metavar="FILE", help="of other machines")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--page", action="store_true", help="play nothing")
    parser.add_argument("--judge", action="store_true", help="have the reference look at games that are in doubt")
    parser.add_argument("--age", action="store_true", help="tell how old it is")
    args = parser.parse_args(argv)
    kept = Kept.read(args.data)
    collect_garbage_seldom()
    begun, round_ = monotonic(), Round(kept, args.games, args.seconds, args.longest)
    if args.age:
        stale = sum(played.law != round_.laws.get(played.name) for played in kept.dated)
        told = f"{counted(stale, 'situation')} {'was' if stale == 1 else 'were'} played under a law"
        print(f"coverage by play: {kept.head()}; {told} that has changed since")
        return 0
    round_.list()
    for path in args.gather:
        round_.gather(Kept.read(path))
    if args.judge:
        for played in [one for one in kept.dated if one.in_doubt and one.law == round_.laws[one.name]]:
            round_.judge(played)
            kept.write()
    visited = Counter[str]()
    while not (args.page or args.judge):
        names = args.situations or Sharing(part=tuple(args.part)).own(sorted(kept.situations))
        there = [kept.situations[name] for name in names]
        there = [one for one in there if round_.is_due(one) or (args.minutes and not visited[one.name])]
        if not there or (args.minutes and monotonic() - begun > 60 * args.minutes):
            break
        played = min(there, key=round_.order)
        visited[played.name] += 1
        round_.visit(played, min(args.visit or args.seconds, args.seconds))
        kept.write()
        told = f"{counted(played.games, 'game')}, {len(played.signs)} signs, {played.seconds:.0f} s"
        print(f"{played.name}: {told}", file=sys.stderr, flush=True)
    round_.summed_up()
    kept.write()
    print(kept.head())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
