"""Games of programs, looked at by a referee: how many break what must hold, in which situations, and by which rule.

    python bench/refereed.py                                20 random and 20 greedy games of each: an hour or two
    python bench/refereed.py --games 2 --seconds 900        as far as it comes; each round gives every situation a game
    python bench/refereed.py --situations panzer-leader/remagen --journals kept

The reference takes half a minute and more to play a game again and to evaluate what the referee requires after each
answer. So a game is sieved first: it is played as WebAssembly under its own law, and its answers are given once more
under the same law with the requirements of the referee in force, also as WebAssembly. There an answer that breaks one
of them is refused, and what breaks one by itself stops the law; where each answer is taken and the game comes to its
end, nothing was broken. Every other game, and each that the target hands back, goes to `hexlaw referee`, which tells
what it was. Journals of games with a remark are kept where `--journals` says. Each round tells on the way how long
it took; in the end each situation has a line for each program. The exit code is 1 if there is a remark.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.compiler.workspace.refereeing import RefereedGame, referees_for
from hexlaw.compiler.workspace.workspace import Games, Workspace
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

EXERCISES = (
    "panzer-leader/beach-landing", "panzer-leader/mined-line", "panzer-leader/over-the-brook",
    "panzer-leader/smoke-and-haste", "panzer-leader-1940/stalked-tanks", "panzerblitz/field-works",
    "panzerblitz/special-arms", "panzerblitz + panzerbitz/unseen-guns", "panzer-leader + panzerbitz/called-fire",
)  # fmt: skip
PUBLISHED = (
    "panzer-leader/remagen", "panzer-leader/arnhem", "panzer-leader/utah-beach", "panzer-leader/bastogne-prelude",
    "panzerblitz/rear-area-raid", "panzerblitz/battle-of-vyazma", "panzerblitz/dnieper-bend", "panssari-salama/saija",
    "panssari-salama/naykkijarvi", "paths-of-rommel/clairfayts",
)  # fmt: skip
"""Ten of those that were printed, of which both programs play games to the end as WebAssembly."""


@dataclass
class Sieve:
    """A situation under its own law, and under the same with the requirements of a referee in force."""

    module: str
    situation: str
    begun: Sequence[Entry] = ()
    """What has been answered already, where a game goes on from the middle of another."""
    names_by: str | None = None
    """The seed by which new things are named, where it is that of another game."""

    def prepared(self, spec: str) -> Prepared:
        diagnostics = Diagnostics()
        compilation = compile_modules(spec, diagnostics)
        prepared = None if compilation is None else prepare(compilation, self.situation, Configuration(), diagnostics)
        assert prepared is not None, [d.message for d in diagnostics]
        return prepared

    @cached_property
    def played(self) -> Target:
        prepared = self.prepared(self.module)
        return Target(prepared.agenda, prepared.setup, prepared.key)

    @cached_property
    def required(self) -> Target:
        prepared = self.prepared(" + ".join([self.module, *referees_for(self.module, DISK)]))
        return Target(prepared.agenda, prepared.setup, prepared.key)

    def game(self, player: str, seed: str, going_on: Callable[[], None] = lambda: None) -> PlayedOut:
        """Returns a game as the program plays it by that seed; `going_on` is called on the way."""
        position = self.played.setup.position
        programs = programs_of(dict.fromkeys(seats(position), player))
        assert programs is not None, f"there is no program `{player}`"
        by_seat = by_seat_and_side(programs, position)
        players = keys_of_players(position, seed)
        named = self.names_by or seed
        return self.played.play(named, players, MAX_ANSWERS, going_on, self.begun, seed, programs=by_seat)

    def holds(self, game: PlayedOut, seed: str) -> bool:
        """Whether a game that came to its end breaks nothing of what is required."""
        if self.required.refusal:
            return False
        players = keys_of_players(self.played.setup.position, seed)
        again = self.required.play(self.names_by or seed, players, MAX_ANSWERS, begun=game.entries)
        return not again.stopped and again.entries == game.entries

    def passes(self, player: str, seed: str) -> int | None:
        """Plays a game, and returns the number of its answers where none breaks what is required, else None."""
        if self.played.refusal:
            return None
        game = self.game(player, seed)
        return len(game.entries) if not game.stopped and self.holds(game, seed) else None


def by_reference(module: str, situation: str, player: str, seed: str, journals: Path) -> Iterator[RefereedGame]:
    """Yields what `hexlaw referee` says of a game; its journal is kept where there is a remark."""
    workspace = Workspace()
    with TemporaryDirectory() as folder:
        workspace.run(module, situation, Games(player, 1, seed, folder, processes=1))
        for refereed in workspace.referee([folder]):
            if refereed.remarks:
                journals.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path(folder, refereed.name), journals)
            yield refereed


@dataclass
class Tally:
    """What came of some of the games."""

    games: int = 0
    answers: int = 0
    remarked: int = 0
    by_reference: int = 0
    seconds: float = 0

    def told(self) -> str:
        return f"{self.games} games, {self.answers:,} answers, {self.remarked} with a remark"


def look_at_game(sieve: Sieve, player: str, seed: str, journals: Path, tally: Tally) -> None:
    """Plays a game, prints each remark on it, and counts it."""
    tally.games += 1
    passed = sieve.passes(player, seed)
    if passed is not None:
        tally.answers += passed
        return
    tally.by_reference += 1
    for refereed in by_reference(sieve.module, sieve.situation, player, seed, journals):
        tally.answers += refereed.answers
        tally.remarked += bool(refereed.remarks)
        told = f"{refereed.answers} answers, {len(refereed.remarks)} remarks"
        print(f"{sieve.module}/{sieve.situation} {seed}: {told}", file=sys.stderr, flush=True)
        for remark in refereed.remarks:
            print(f"{remark.place} {remark.sort}: {remark.rule}: {'; '.join(remark.texts)}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each situation by each program")
    parser.add_argument("--players", default="random,greedy", help="the programs")
    parser.add_argument("--situations", nargs="*", default=[*EXERCISES, *PUBLISHED], metavar="MODULE/SITUATION")
    parser.add_argument("--seed", default=datetime.now(UTC).date().isoformat())
    parser.add_argument("--seconds", type=int, help="begin no game after so long")
    parser.add_argument("--journals", type=Path, default=Path("refereed"), help="where games with a remark are kept")
    args = parser.parse_args(argv)
    collect_garbage_seldom()
    begun = monotonic()
    Random(args.seed).shuffle(args.situations)  # so that short runs see others each time
    sieves = {name: Sieve(*(part.strip() for part in name.rsplit("/", 1))) for name in args.situations}
    players = args.players.split(",")
    tallies = {(situation, player): Tally() for situation in sieves for player in players}
    for number in range(args.games):
        for player in players:
            took = {}
            for situation, sieve in sieves.items():
                started = monotonic()
                if args.seconds is not None and started - begun > args.seconds:
                    break
                look_at_game(sieve, player, f"{player}-{args.seed}-{number}", args.journals, tallies[situation, player])
                took[situation] = monotonic() - started
                tallies[situation, player].seconds += took[situation]
            if took:
                slowest = max(took, key=took.__getitem__)
                told = f"{len(took)} games in {sum(took.values()):.0f} s, {slowest} {took[slowest]:.0f} s of them"
                print(f"round {number + 1}, {player}: {told}", file=sys.stderr, flush=True)
    for (situation, player), tally in tallies.items():
        print(f"{situation}, {player}: {tally.told()}, {tally.by_reference} by the reference, {tally.seconds:.0f} s")
    total = Tally()
    for tally in tallies.values():
        total.games += tally.games
        total.answers += tally.answers
        total.remarked += tally.remarked
    print(total.told())
    return 1 if total.remarked else 0


if __name__ == "__main__":
    raise SystemExit(main())
