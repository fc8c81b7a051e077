"""Programs against each other in pairs of games with seats exchanged: who is how strong, by situation?

    python bench/ladder.py --programs random,greedy:100,greedy --pairs 20
    python bench/ladder.py --situation tutorial/last-fine-day --situation panzer-leader/remagen
    python bench/ladder.py --programs old:greedy,greedy --old ../release/bin/python
    python bench/ladder.py --balanced 4                        also from balanced positions, found by play
    python bench/ladder.py --seconds 600                       as far as it comes; the same command goes on from there
    python bench/ladder.py --only-told                         what the results so far say
    python bench/ladder.py --even --programs greedy,./mine.py:Best      twelve situations named beforehand

A pair is one start and one seed, played twice: the second game has the seats exchanged, so that a lopsided situation
helps neither. Points are what the law in `bench/ladder-points` says of the position in the end, from 0 to 1, with
levels of victory; where it has none for a module, 1 for who wins. A game that nobody wins counts 1/2 to each, and so
does one that stops, which the ladder prints.

Programs are named as at the table, players of your own too. `old:greedy` is `greedy` of another release, which plays
as a process of its own: `--old` names the Python of an environment in which that release is installed
(`bench/old_release.py`).

A situation begins as it is set up and, with `--balanced N`, at N positions of games in which `greedy` against
itself, with other dice each time, takes between 0.3 and 0.7 of the points for each side in `TRIALS` games.

Results are kept in a file of SQLite (`--results`), game by game, under a digest of the law and of the programs' code:
what was played is not played again, and a change of either begins anew. Shares of points come with an interval that
holds however often one looks while it grows (`desk/compare/confidence.py`). Ratings are those of Bradley and
Terry over all pairs, 0 for the first program, 400 for odds of ten to one; their intervals come from drawing the pairs
anew. A game of our own programs is played whole in the target; one of a player of yours, or of another release,
question by question, which takes ten times as long. Seconds are of one core.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, count
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from old_release import OldRelease

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.desk.compare.confidence import SampleValues
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import at_the_table, playing_program, program_of, programs_of
from hexlaw.compiler.situations.games import on_printed_law, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.situations.setup import OF_A_SIDE
from hexlaw.compiler.wasm.seated import target_for
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.own_players import OWN, OwnPlayer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import exact_text
from hexlaw.runtime.play.dice import Dice
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import ByLot, Take
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.play.seating import keys_of_players, seated, seats

ROOT = Path(__file__).resolve().parents[1]
LAWS = ROOT / "bench" / "ladder-points"
POINTS_BY = {
    "tutorial": ("tutorial",), "panzer-leader": ("panzer-leader",),
    "panzerblitz": ("panzerblitz",), "panssari-salama": ("panzerblitz",), "russia-1941": ("panzerblitz", "russia-1941"),
}  # fmt: skip
"""What tells points, by the module that it is put on."""
SITUATIONS = (
    "tutorial/last-fine-day", "tutorial/early-snow", "panzer-leader/remagen", "panzer-leader/bastogne-prelude",
    "panssari-salama/saija", "panzerblitz/lutezh-bridgehead",
)  # fmt: skip
EVEN = (
    "tutorial/last-fine-day", "russia-1941/first-kv-1", "panzer-leader/mined-line", "panzer-leader/over-the-brook",
    "panzer-leader-1940/stalked-tanks", "panzerblitz/field-works", "panssari-salama/naykkijarvi",
    "paths-of-rommel/clairfayts", "battle-for-berlin/austria", "game-storm/japanese-counterattack",
    "panzer-grenadier/two-columns", "panzer-grenadier/mud-and-night",
)  # fmt: skip
"""In which `greedy` against itself wins with neither side more than 85 % (docs/balance.md), of every module that has
any. They were named before a program was measured by them."""
ONE_SIDED = (
    "panzer-leader/remagen", "panzerblitz/lutezh-bridgehead", "panssari-salama/saija", "panzer-leader/marieulles",
)  # fmt: skip
"""In which `greedy` loses with one of the sides: told apart, as no program can do much with the other."""
OLD = "old:"
"""How the names of programs begin that another release plays."""
BALANCING = "greedy"
ASKED = "ladder-points(side)"
BEGINNING = ""
TRIALS = 6
FAIR = Fraction(3, 10)
"""A position is balanced where each side has at least this share of the points."""
DRAWN_ANEW = 200
TABLES = """
CREATE TABLE IF NOT EXISTS played (
  key TEXT, situation TEXT, start TEXT, seed TEXT, first TEXT, second TEXT, points TEXT, answers INTEGER,
  seconds REAL, stopped TEXT,
  PRIMARY KEY (key, situation, start, seed, first, second)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS starts (
  key TEXT, situation TEXT, name TEXT, entries TEXT, points TEXT,
  PRIMARY KEY (key, situation, name)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Result:
    """One game. `points` are those of the first side, which `first` had."""

    situation: str
    start: str
    seed: str
    first: str
    second: str
    points: Fraction
    answers: int
    seconds: float
    stopped: str


class Arena:
    """A situation in which the programs meet; `old` is the Python of another release."""

    def __init__(self, name: str, old: str = "") -> None:
        module, _, situation = name.partition("/")
        self.module, self.situation, self.old = module, situation, old
        points = POINTS_BY.get(module, ())
        spec = " + ".join([module, *(str(LAWS / each) for each in points)])
        diagnostics = Diagnostics()
        compilation = compile_modules(spec, diagnostics)
        assert compilation is not None, [d.message for d in diagnostics]
        prepared = prepare(compilation, situation, Configuration(), diagnostics)
        assert prepared is not None, [d.message for d in diagnostics]
        self.asked: e.Expr | None = None  # of `side`: its points
        tells: tuple[tuple[str, e.Expr], ...] = ()
        if points:
            question = parse_question(Source("points", ASKED), diagnostics)
            assert isinstance(question, s.AskValue)
            self.asked = Checker(compilation.names, diagnostics).typed(question.value, OF_A_SIDE)
        self.name, self.prepared = name, prepared
        if points:
            of_first = parse_question(Source("points", ASKED.replace("side", self.sides[0])), diagnostics)
            assert isinstance(of_first, s.AskValue)
            tells = ((ASKED, Checker(compilation.names, diagnostics).typed(of_first.value, {})),)
        self.setup = replace(prepared.setup, tells=tells)
        self.key = digest(compilation.whole_hash, *_code())

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that have something in this situation, in the order of the law."""
        position = self.prepared.setup.position
        there = {v for (_, name), v in position.values.items() if name == "side"} | {
            position.value(thing, "side")
            for thing in position.things.values()
            if "side" in position.graph.kinds[thing.kind].attributes
        }
        return tuple(side for side in position.graph.choices["side"].values if side in there)

    def begun(self, seed: str, entries: Sequence[Entry] = (), chance: str = "") -> Game:
        """A game at a start, with dice of its own from there on."""
        game = on_printed_law(self.prepared.game(seed), MAX_ANSWERS)
        assert play_again(game, entries) is None, "a start is out of date"
        if chance:
            game.dice = Dice(chance)
        return game

    def by_seat(self, names: Iterable[str]) -> dict[str, str]:
        """The names of the programs of both sides, by seat: a side may have several players."""
        of_side = dict(zip(self.sides, names, strict=True))
        return {seat: of_side[side] for seat, side in seats(self.setup.position).items() if side in of_side}

    def programs(self, names: Iterable[str], seed: str, game: Game) -> dict[str, Player]:
        named = self.by_seat(names)
        others: dict[str, Player] = {
            seat: OldRelease(self.old, self.module, self.situation, name.removeprefix(OLD), f"{seed}/{seat}")
            if name.startswith(OLD)
            else OwnPlayer(name, seat, game)
            for seat, name in named.items()
            if name.startswith(OLD) or OWN(name)
        }
        here = {seat: name for seat, name in named.items() if seat not in others}
        for name in here.values():
            playing_program(name, [self.prepared.setup.worth], [self.prepared.law])
        return at_the_table(here, self.setup.position, seed, partial(target_for, game), others)

    @cached_property
    def target(self) -> Target:
        return Target(self.prepared.agenda, self.setup, digest(str(self.setup.key), self.key))

    def points_of_result(self, winner: object, told: Mapping[str, object]) -> Fraction:
        """The points of the first side in a game that was played whole."""
        if self.asked is None:
            return Fraction(1, 2) if winner is None else Fraction(winner == self.sides[0])
        return Fraction(str(told[ASKED]))

    def points(self, game: Game) -> Fraction:
        """The points of the first side in a game that was played question by question."""
        asked, about = self.asked, game.answering.about(game.position)
        told = {} if asked is None else {ASKED: about.value(asked, {"side": self.sides[0]})}
        return self.points_of_result(game.winner(), told)


def _code() -> Iterator[str]:
    """What the programs are made of: another text may play otherwise."""
    for folder in ("runtime/play", "compiler/wasm"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.read_text(encoding="utf-8")


# ---- games


def played_whole(
    arena: Arena, names: tuple[str, str], seed: str, start: str, origin: str, entries: Sequence[Entry]
) -> Result:
    """Plays a game in the target, from its beginning or from where some entries of another game lead."""
    named = {seat: program_of(name) for seat, name in arena.by_seat(names).items()}
    began, keys = process_time(), keys_of_players(arena.setup.position, seed)
    game = arena.target.play(origin, keys, MAX_ANSWERS, begun=entries, dice=seed, programs=named)
    seconds, answers = process_time() - began, game.decisions + game.throws - len(entries)
    if game.stopped:
        why = arena.target.why_stopped(game.stopped)
        return Result(arena.name, start, seed, *names, Fraction(1, 2), answers, seconds, why)
    points = arena.points_of_result(game.winner, game.report)
    return Result(arena.name, start, seed, *names, points, answers, seconds, "")


def played(arena: Arena, game: Game, names: tuple[str, str], seed: str, start: str) -> Result:
    """Plays a game to its end, question by question."""
    programs = arena.programs(names, seed, game)
    stopped, points = "", Fraction(1, 2)
    begun, began = len(game.entries), process_time()
    try:
        while not game.over and len(game.entries) < MAX_ANSWERS:
            question = game.question
            if isinstance(question, ByLot):
                game.throw()
            elif question is not None:
                game.put(seated(programs, question).answer(game))
        points = arena.points(game)
    except LawStop as stop:
        stopped = stop.message
    if not game.over and not stopped:
        stopped = "it is not over"
    return Result(arena.name, start, seed, *names, points, len(game.entries) - begun, process_time() - began, stopped)


def balanced(arena: Arena, ladder: Ladder, number: int, out_of_time: Deadline) -> dict[str, list[Entry]]:
    """Positions in which neither side is sure to win, as `greedy` plays; found ones are kept."""
    found = ladder.starts(arena)
    for game_number in count(1):
        if sum(fair for _, fair in found.values()) >= number or game_number > 4 * number or out_of_time():
            break
        seed = f"balance-{game_number}"
        if any(name.startswith(f"{seed}@") for name in found):
            continue
        game = arena.begun(seed)
        taken = _beginnings_of_actions(arena, game, seed)
        for at in sorted({taken[len(taken) * part // 4] for part in (1, 2, 3)}) if taken else ():
            entries, points = game.entries[:at], Fraction(0)
            for trial in range(TRIALS):
                again = arena.begun(seed, entries, chance=f"{seed}@{at}/{trial}")
                points += played(arena, again, (BALANCING, BALANCING), f"{seed}@{at}/{trial}", BEGINNING).points
            name = f"{seed}@{at}"
            fair = FAIR <= points / TRIALS <= 1 - FAIR
            ladder.add_start(arena, name, entries, points / TRIALS)
            found[name] = entries, fair
            print(f"{arena.name}: {name} gives {float(points / TRIALS):.2f}", file=sys.stderr)
            if out_of_time():
                break
    return {name: entries for name, (entries, fair) in list(found.items()) if fair}


def _beginnings_of_actions(arena: Arena, game: Game, seed: str) -> list[int]:
    """Plays a game of `greedy` to its end; after how many entries somebody could take an action."""
    programs, taken = arena.programs((BALANCING, BALANCING), seed, game), []
    while not game.over:
        question = game.question
        if isinstance(question, ByLot):
            game.throw()
        elif question is not None:
            if isinstance(question, Take):
                taken.append(len(game.entries))
            game.put(seated(programs, question).answer(game))
    return taken


# ---- what is kept


class Ladder:
    """The file of results."""

    def __init__(self, path: Path) -> None:
        self.file = sqlite3.connect(path, timeout=60, isolation_level=None)
        self.file.executescript(TABLES)

    def add(self, arena: Arena, r: Result) -> None:
        row = (
            arena.key,
            r.situation,
            r.start,
            r.seed,
            r.first,
            r.second,
            exact_text(r.points),
            r.answers,
            r.seconds,
            r.stopped,
        )
        self.file.execute("INSERT OR IGNORE INTO played VALUES (?,?,?,?,?,?,?,?,?,?)", row)

    def read(self, arena: Arena) -> list[Result]:
        rows = self.file.execute(
            "SELECT start, seed, first, second, points, answers, seconds, stopped FROM played"
            " WHERE key = ? AND situation = ? ORDER BY start, seed, first, second",
            (arena.key, arena.name),
        )
        return [
            Result(arena.name, start, seed, first, second, _exact(points), answers, seconds, stopped)
            for start, seed, first, second, points, answers, seconds, stopped in rows
        ]

    def starts(self, arena: Arena) -> dict[str, tuple[list[Entry], bool]]:
        rows = self.file.execute(
            "SELECT name, entries, points FROM starts WHERE key = ? AND situation = ?", (arena.key, arena.name)
        )
        return {
            name: ([Entry(*entry) for entry in json.loads(entries)], FAIR <= _exact(points) <= 1 - FAIR)
            for name, entries, points in rows
        }

    def add_start(self, arena: Arena, name: str, entries: Iterable[Entry], points: Fraction) -> None:
        text = json.dumps([[e.side, e.asked, e.answer, e.lapsed] for e in entries])
        row = arena.key, arena.name, name, text, exact_text(points)
        self.file.execute("INSERT OR IGNORE INTO starts VALUES (?,?,?,?,?)", row)


def _exact(text: str) -> Fraction:
    return sum((Fraction(part) for part in text.split()), Fraction(0))


class Deadline:
    def __init__(self, seconds: float | None) -> None:
        self.end = None if seconds is None else monotonic() + seconds

    def __call__(self) -> bool:
        return self.end is not None and monotonic() > self.end


def play_pairs(
    arena: Arena, ladder: Ladder, programs: list[str], starts: Mapping[str, list[Entry]], pairs: int, out: Deadline
) -> None:
    """Pairs of all programs from all starts in turn, those that are not there yet."""
    known = {(r.start, r.seed, r.first, r.second) for r in ladder.read(arena)}
    for number in range(pairs):
        start = list(starts)[number % len(starts)]
        for one, other in combinations(programs, 2):
            for names in ((one, other), (other, one)):
                seed = f"pair-{number + 1}"
                if (start, seed, *names) in known:
                    continue
                if out():
                    return
                origin = start.partition("@")[0] or seed
                if programs_of(dict(zip(arena.sides, names, strict=True))) and not arena.target.refusal:
                    result = played_whole(arena, names, seed, start, origin, starts[start])
                else:
                    result = played(arena, arena.begun(origin, starts[start], chance=seed), names, seed, start)
                ladder.add(arena, result)


# ---- the report


@dataclass(frozen=True)
class Pair:
    """What one program took of a pair, from 0 to 1, by situation."""

    situation: str
    one: str
    other: str
    share: Fraction
    stopped: int


def pairs_of(results: Iterable[Result]) -> list[Pair]:
    """The pairs that are whole."""
    by = {(r.situation, r.start, r.seed, r.first, r.second): r for r in results}
    found = []
    for (situation, start, seed, first, second), game in by.items():
        turned = by.get((situation, start, seed, second, first))
        if first < second and turned is not None:
            share = (game.points + 1 - turned.points) / 2
            found.append(Pair(situation, first, second, share, bool(game.stopped) + bool(turned.stopped)))
    return found


def ratings(pairs: list[Pair], zero: str) -> dict[str, float]:
    """Bradley and Terry's strengths on a scale in which 400 is ten to one, 0 for one that is named.

    Found by their fixed point; each program is held to have drawn one pair with each that it met, so that who took all
    has a number as well.
    """
    names = sorted({name for pair in pairs for name in (pair.one, pair.other)})
    taken = dict.fromkeys(names, 0.0)
    met: dict[tuple[str, str], float] = {}
    for pair in pairs:
        for name, share in ((pair.one, pair.share), (pair.other, 1 - pair.share)):
            taken[name] += float(share)
        met[pair.one, pair.other] = met.get((pair.one, pair.other), 0) + 1
    for one, other in met:
        met[one, other] += 1
        taken[one] += 0.5
        taken[other] += 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):
        for name in names:
            against = sum(
                n / (strength[one] + strength[other]) for (one, other), n in met.items() if name in (one, other)
            )
            strength[name] = taken[name] / against if against else 1.0
    return {name: 400 * math.log10(strength[name] / strength.get(zero, 1.0)) for name in names}


def tell(results: list[Result]) -> None:
    pairs = pairs_of(results)
    if not pairs:
        print("no pair is whole yet")
        return
    for situation in (*dict.fromkeys(pair.situation for pair in pairs), None):
        of_it = [pair for pair in pairs if situation in (None, pair.situation)]
        print(situation or "all situations")
        for one, other in dict.fromkeys((pair.one, pair.other) for pair in of_it):
            _tell_match([pair for pair in of_it if (pair.one, pair.other) == (one, other)], results)
    zero = pairs[0].one
    drawn = [ratings(random.Random(number).choices(pairs, k=len(pairs)), zero) for number in range(DRAWN_ANEW)]
    print("ratings; in 19 of 20 cases between the figures in brackets")
    for name, rating in sorted(ratings(pairs, zero).items(), key=lambda item: -item[1]):
        spread = sorted(other[name] for other in drawn if name in other)
        low, high = spread[len(spread) // 40], spread[-1 - len(spread) // 40]
        print(f"  {name:<14} {rating:6.0f}  [{low:.0f} to {high:.0f}]")


def _tell_match(pairs: list[Pair], results: list[Result]) -> None:
    one, other = pairs[0].one, pairs[0].other
    values = SampleValues()
    for pair in pairs:
        values.add(2 * pair.share - 1)
    bounds = values.interval()
    share = float((values.mean + 1) / 2)
    low, high = (float((bound + 1) / 2) for bound in bounds)
    if share < 0.5:
        one, other, share, low, high = other, one, 1 - share, 1 - high, 1 - low
    situations = {pair.situation for pair in pairs}
    of_both = [r for r in results if r.situation in situations and {r.first, r.second} == {one, other}]
    seconds = sum(r.seconds for r in of_both) / len(of_both)
    stopped = sum(pair.stopped for pair in pairs)
    print(
        f"  {one} took {100 * share:.1f} % [{100 * low:.0f} to {100 * high:.0f}] of the points against {other}"
        f" in {len(pairs)} pairs; a game took {seconds:.1f} s" + (f"; stopped: {stopped} games" if stopped else "")
    )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="random,greedy")
    parser.add_argument("--old", default="", metavar="PYTHON", help="of an environment with another release")
    parser.add_argument("--situation", action="append", help=f"MODULE/SITUATION; without it: {', '.join(SITUATIONS)}")
    parser.add_argument("--even", action="store_true", help=f"the even ones: {', '.join(EVEN)}")
    parser.add_argument("--one-sided", action="store_true", help=f"the one-sided ones: {', '.join(ONE_SIDED)}")
    parser.add_argument("--pairs", type=int, default=10, help="of each two programs in each situation")
    parser.add_argument("--balanced", type=int, default=0, metavar="N", help="balanced positions of each situation")
    parser.add_argument("--seconds", type=float, help="how long it plays, of everybody's time")
    parser.add_argument("--results", type=Path, default=Path("ladder.sqlite"))
    parser.add_argument("--only-told", action="store_true")
    args = parser.parse_args(argv)
    ladder, out, results = Ladder(args.results), Deadline(args.seconds), list[Result]()
    programs = args.programs.split(",")
    with collect_garbage_seldom():
        named = [*(args.situation or ()), *EVEN * args.even, *ONE_SIDED * args.one_sided]
        for name in named or SITUATIONS:
            arena = Arena(name, args.old)
            if not args.only_told:
                starts: dict[str, list[Entry]] = {BEGINNING: []}
                if args.balanced:
                    starts |= balanced(arena, ladder, args.balanced, out)
                play_pairs(arena, ladder, programs, starts, args.pairs, out)
            results += ladder.read(arena)
    tell(results)
    return 1 if any(r.stopped for r in results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
