"""Games that programs play against each other, once or many times, and what came of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import repeat
from pathlib import Path
from typing import Any

from hexlaw.compiler.base.cache import digest, sources_digest
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.files import Unwritable, free_name
from hexlaw.compiler.base.processes import Interrupts, look_whether_over, processors
from hexlaw.compiler.base.results import Key, Results, Sharing
from hexlaw.compiler.programs import not_carried, programs_of
from hexlaw.compiler.situations.activity import Activity, added, offered
from hexlaw.compiler.situations.games import JournalFile, header_of, journal_name, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, came_of, styled, why_unanswered
from hexlaw.compiler.situations.tally import PlayedGame, as_json, in_report, summary
from hexlaw.compiler.wasm.engines import WEBASSEMBLY
from hexlaw.compiler.wasm.program import CHANCE
from hexlaw.compiler.wasm.seated import AtTheTable
from hexlaw.compiler.wasm.target import MANY_GAMES, NO_ROOM, PlayedOut, Target, is_worth_it
from hexlaw.compiler.workspace.compiled_laws import Compiled, read_by
from hexlaw.compiler.workspace.requests import Games
from hexlaw.compiler.workspace.seats import begun, by_side, names_of, written_answers
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player, Unfit
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.words.english import counted

GAMES_AT_ONCE = 64  # random games in one task of a process


@dataclass(frozen=True)
class Ran:
    """Games, and who played in them: by seat, and by side in words."""

    module: str
    situation: str
    players: dict[str, str]
    sides: dict[str, str]
    games: tuple[PlayedGame, ...]
    offered: tuple[str, ...]  # the actions that could be taken
    why: tuple[str, ...]  # the law gives no answer to what a program left out first
    activity: Activity

    def lines(self) -> list[str]:
        whole = self.activity.is_whole
        came = summary([*self.games], self.sides, is_whole=whole)
        return [*self.activity.unanswered_lines(self.why), *came, *self.activity.idle_lines(self.offered)]

    def as_data(self) -> dict[str, Any]:
        """Returns plain data; `why` is there if a program left something out."""
        found = as_json(self.module, self.situation, self.players, self.sides, [*self.games])
        return found | ({"why": [*self.why]} if self.why else {})


@dataclass(frozen=True)
class Watching:
    """Who is told how far it is: after answers of a game how many there are, after a game how many are over; and what
    somebody should know who waits."""

    answered: Callable[[int], None]
    finished: Callable[[int], None]
    warn: Callable[[str], None]


@dataclass
class _Unplayed(PlayedGame):
    """Why a game, and with it all, cannot go on: a journal, or a script and the side that it plays."""

    side: str = ""
    problem: Unfit | Unwritable | None = None


class GamesOfPrograms:
    def __init__(
        self, read: Compiled, module: str, situation: str, how: Games, chosen: Configuration, watching: Watching
    ) -> None:  # fmt: skip
        self.compilation = read.compilation
        self.module, self.situation, self.how, self.chosen, self.watching = module, situation, how, chosen, watching
        self.most = how.most_answers or MAX_ANSWERS
        self.prepared = read_by(partial(prepare, self.compilation, situation, chosen), Diagnostics())
        self.seeds = [how.seed if how.number == 1 else f"{how.seed}-{n}" for n in range(1, how.number + 1)]
        self.sharing = Sharing(how.results, how.part)
        paths = [self._path(seed) for seed in self.seeds] if how.journals else []
        taken = next((path for path in paths if os.path.lexists(path)), None)
        if taken is not None:
            raise Refused(f"`{taken}` is there already", "name another folder by `--journals`, or another `--seed`")
        self.named = names_of(how.players, self.prepared)
        self.prepared = replace(self.prepared, setup=styled(self.prepared.setup, self.named))
        begun(self.named, self.prepared, self.seeds[0], self._asked)  # refuses here what cannot play, not in a process
        self.target, self.programs = self._target(), programs_of(self.named)
        self.is_whole = not (self.target is None or self.programs is None or how.reference)
        if how.results and (self.programs is None or how.journals):
            why = "their files may say something else then" if self.programs is None else "name no `--journals`"
            raise Refused("these games cannot be kept to be counted later", why)
        self.is_by_chance = self.is_whole and {*(self.programs or {}).values()} == {CHANCE}

    def _asked(self) -> Target:
        assert self.target is not None, "programs that look ahead are refused without it"
        return self.target

    def run(self) -> Ran:
        law, players = self.compilation.digest(self.chosen), repr(sorted(self.named.items()))
        job = digest("run", sources_digest() or "", law, self.situation, players, str(self.most))
        for line in self.sharing.put_together(job):
            self.watching.warn(line)
        keys: list[Key] = [(seed, "") for seed in self.seeds]
        path = Path(self.how.results[0]) if self.how.results else None
        with collect_garbage_seldom(), Results(path, job, PlayedGame) as results:
            came = results.read(keys)
            missing = [key for key in self.sharing.own(keys) if key not in came]
            if missing and (not self.is_whole or self.how.journals is not None):
                assert self.head  # what all processes know is found out before there are several
            processes = self.how.processes or processors()
            at_once = min(GAMES_AT_ONCE, len(missing) // (4 * processes) + 1) if self.is_by_chance else 1
            with closing(results.played(missing, self._play, processes, at_once=at_once)) as played:
                for key, game in zip(missing, played, strict=True):  # as their seeds are, whichever is over first
                    if isinstance(game, _Unplayed):
                        raise self._because(game)
                    came[key] = game
                    self.watching.finished(len(came))
        if line := self.sharing.came(
            self.situation, len({*came}.intersection(self.sharing.own(keys))), 0, len(missing)
        ):
            self.watching.warn(line)
        games = [came[key] for key in keys if key in came]
        self._tell_partings(games)
        sides, offers = by_side(self.named, self.prepared), tuple(offered(self.prepared.agenda))
        done, why = added(game.activity for game in games), self._why(games)
        return Ran(self.module, self.situation, self.named, sides, tuple(games), offers, why, done)

    def _why(self, games: Sequence[PlayedGame]) -> tuple[str, ...]:
        """Returns why the law gives no answer to what a program left out first in a game; nothing where none did."""
        game = next((game for game in games if game.activity.first is not None), None)
        if game is None or game.activity.first is None:
            return ()
        seat, first = game.activity.first
        return why_unanswered(self.prepared.game(game.seed), self.named, self._asked, first, seat)

    def _tell_partings(self, games: Sequence[PlayedGame]) -> None:
        """Says how many games were not played as the target has it, with the journal of the first that parted."""
        warn, of = self.watching.warn, f"of {counted(len(games), 'game')}"
        if handed_back := sum(played.handed_back for played in games):
            warn(f"{handed_back} {of} had no room in WebAssembly, and were played by the evaluator, which takes longer")
        if parted := [played for played in games if played.parted]:
            journal = f", with the journal `{parted[0].journal}`" if parted[0].journal else ""
            warn(f"{len(parted)} {of} stopped as WebAssembly parted from the evaluator: please report it{journal}")

    def _play(self, keys: Sequence[Key]) -> Iterator[PlayedGame]:
        def going_on() -> None:
            Interrupts.look()
            look_whether_over()
            self.watching.answered(0)

        seeds = [seed for seed, _ in keys]
        found: Iterable[PlayedOut | None] = repeat(None)
        if self.is_whole and self.target is not None and self.programs is not None:
            found = self.target.play_games(seeds, self.programs, self.most, going_on)
        return (self._came_of(seed, played) for seed, played in zip(seeds, found, strict=False))

    def _came_of(self, seed: str, found: PlayedOut | None) -> PlayedGame:
        """Returns the result of a game that the target has played; a game that it hands back is played again from the
        start, and reaches the same position."""
        handed_back, game = found is not None and found.stopped in NO_ROOM, None
        try:
            if found is not None and not found.stopped and self.target is not None:
                winner = None if found.winner is None else str(found.winner)
                done = Activity.of(found.entries, self.target.weighed())
                kept = self._keep(self._path(seed), seed, found.entries) if self.how.journals is not None else None
                report, number, throws = in_report(found.report), found.decisions, found.throws
                return PlayedGame(seed, winner, report, number, throws, journal=kept, activity=done)
            game = self.prepared.game(seed)
            played = self._played(game, begun(self.named, game, seed, self._asked))
        except Unfit as unfit:
            question = game and game.question
            assert isinstance(question, Take | Choose)
            return _Unplayed(seed, side=question.who if question.who in self.named else question.side, problem=unfit)
        except Unwritable as problem:
            return _Unplayed(seed, problem=problem)
        played.handed_back = played.stopped is None and (handed_back or played.handed_back)
        return played

    def _because(self, unplayed: _Unplayed) -> Refused:
        problem, diagnostics = unplayed.problem, Diagnostics()
        if not isinstance(problem, Unfit):
            assert problem is not None
            return problem
        written_answers(self.named[unplayed.side], diagnostics).tell(problem, diagnostics)
        return Refused.by(diagnostics)

    def _target(self) -> Target | None:
        """Returns the situation as WebAssembly, where a program is to look ahead in it, or all answer by chance and it
        is worth it; None where it cannot be carried whole."""
        how, prepared = self.how, self.prepared
        programs = {(programs_of({seat: name}) or {}).get(seat) for seat, name in self.named.items()}
        by_chance = not how.reference and programs == {CHANCE}
        if programs <= {CHANCE, None} and not (by_chance and is_worth_it(prepared.key, how.number)):
            return None
        target = Target(prepared.agenda, prepared.setup, prepared.key)
        if target.refusal:
            slow = not_carried(target.why_refused, filter(lambda name: programs_of({"": name}), self.named.values()))
            if how.number >= MANY_GAMES:  # else it is played so anyway
                self.watching.warn(slow)
            return None
        if target.engine.language != WEBASSEMBLY:
            slow = "the games are played in Python, which takes longer"
            self.watching.warn(f"`wasmtime` does not run on this machine: {slow}")
        assert target.compiled  # once, for all processes
        return target

    def _played(self, game: Game, players: dict[str, Player]) -> PlayedGame:
        """Returns a game that is played here; its journal is kept where that is wanted, or it stops."""
        played, path = PlayedGame(game.seed), self._path(game.seed)
        keeping = self.how.journals is not None
        targets = {player for player in players.values() if isinstance(player, AtTheTable)}
        try:
            if keeping:
                file = JournalFile(path, self.head | {"seed": game.seed})
                file.begin()
                game.written = file.add  # nothing that was answered is lost when the program is ended
            played = came_of(game, players, self.most, lambda: self.watching.answered(len(game.entries)))
            played.handed_back = any(target.stopped in NO_ROOM for target in targets)
            played.parted = any(target.has_parted for target in targets)
            if keeping:
                played.journal = str(path)
            elif played.stopped:
                played.journal = self._keep(free_name(path), game.seed, game.entries)
        except Unwritable as problem:
            if keeping:
                raise
            self.watching.warn(str(problem))
        return played

    def _keep(self, path: Path, seed: str, entries: Iterable[Entry]) -> str:
        """Writes the journal of a game that was played, and returns where it is."""
        file = JournalFile(path, self.head | {"seed": seed})
        file.journal.entries.extend(entries)
        file.begin()
        return str(path)

    @cached_property
    def head(self) -> dict[str, Any]:
        """Returns what the journals of all games say of them, but for their seeds: they lie in one folder."""
        game = self.prepared.game(self.seeds[0])
        return header_of(self.compilation, self.module, game, self.chosen, self._path(game.seed))

    def _path(self, seed: str) -> Path:
        """Returns where the journal of a game is kept; of one that stops, also where none is asked for."""
        return self.compilation.chain.texts.at(self.how.journals or ".") / journal_name(self.situation, seed)
