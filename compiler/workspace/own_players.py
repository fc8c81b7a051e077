"""Players of somebody's own: a class in a Python file that `--players FILE.py:CLASS` names.

The file is the user's own code, run because the command line names it. A module never brings one: law is data.
A class is made once a game with a `Seat`, and asked by `answer(game)` for a legal answer each time its seat has to
decide. What a seat offers besides is for programs that plan: what a program of ours would answer, what may be answered
with what it gains at once, and playouts, from where the game stands to its end or to where others decide.
"""

from __future__ import annotations

import re
import runpy
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar, cast

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.compiler.programs import at_the_table, playing_program, program_of
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.seated import target_for
from hexlaw.compiler.wasm.target import NOT_OVER, Target
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.play.seating import keys_of_players, seats
from hexlaw.runtime.play.state import Running
from hexlaw.runtime.words import in_words

OWN = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)").fullmatch
"""How a player of somebody's own is named."""
USUAL = "greedy"
T = TypeVar("T")


@dataclass(frozen=True)
class Playout:
    """What came of a game that was played on: who won, nobody if it is not over, and its worth to each side."""

    winner: str | None
    worth: Mapping[str, Fraction]
    is_over: bool


class Seat:
    """Where a player sits in one game: the side, and the player of it where it has several."""

    def __init__(self, name: str, game: Game) -> None:
        self.name, self.side, self.seed = name, seats(game.position)[name], game.seed
        self._programs = dict[str, Player]()
        self._target: Target | None = None

    def decided(self, game: Game, program: str = USUAL) -> Value:
        """Returns what a program, such as `greedy/careful`, answers here."""
        if program not in self._programs:
            playing_program(program, [game.setup.worth], [game.law])
            found = at_the_table({self.name: program}, game.position, self.seed, lambda: self._found(game))
            self._programs[program] = found[self.name]
        return self._programs[program].answer(game)

    def candidates(self, game: Game) -> list[tuple[Value, Fraction]]:
        """Returns every legal answer with what the seat gains by it, as far as it sees; the best first."""
        now, found = self._worth(game), list[tuple[Value, Fraction]]()
        for answer in game.options():
            if (ahead := game.followed(answer)) is not None:
                found.append((answer, self._worth(ahead) - now))
        return sorted(found, key=lambda one: -one[1])

    def playout(
        self, game: Game, players: Mapping[str, str] | None = None, *, seed: str = "1", until: int | str | None = None
    ) -> Playout:  # fmt: skip
        """Returns what comes of the game if programs play on from here, by side, with dice of another seed: to its end,
        `until` so many answers more were given, or `until="others"` decide. What is secret is played as it is."""
        target, position = self._found(game), game.setup.position
        named = dict.fromkeys(game.law.sides, USUAL) | dict(players or {})
        for name in {*named.values()}:
            playing_program(name, [game.setup.worth], [game.law])
        programs = {seat: program_of(named[side]) for seat, side in seats(position).items()}
        most = len(game.entries) + until if isinstance(until, int) else MAX_ANSWERS
        ends = (lambda: target.asked()[0] not in ("", self.name, self.side)) if until == "others" else None
        keys = keys_of_players(position, seed)
        found = target.play(game.seed, keys, most, begun=game.entries, dice=seed, programs=programs, until=ends)
        if found.stopped not in (0, NOT_OVER):
            raise Refused(f"the game cannot be played on from here: {target.why_stopped(found.stopped)}")
        winner = None if found.stopped or found.winner is None else str(found.winner)
        return Playout(winner, target.worths(), not found.stopped)

    def part(self, game: Game) -> str:
        """Returns which running of which part of the sequence this is: another one each time that a part begins."""
        running = (frame for frame in game.under_way if isinstance(frame, Running))
        return ", ".join(f"{frame.span.name} {frame.number} {frame.side or ''}".rstrip() for frame in running)

    def _worth(self, game: Game) -> Fraction:
        if (worth := game.setup.worth) is None:
            raise Refused("no advice says what a position is worth", "write goals, or `worth(s: side)`, in advice")
        self._found(game)  # from now on it stands beside the game, and tells sooner
        found = game.beside.worth(game, self.side) if isinstance(game.beside, Follower) else None
        return Fraction(game.to_read.ev.value(worth, {SIDE: self.side})) if found is None else found

    def _found(self, game: Game) -> Target:
        if self._target is None:
            self._target = target_for(game)
        return self._target


class OwnPlayer:
    """A player of somebody's own in one game. What it does wrong is said with its file and line."""

    def __init__(self, named: str, seat: str, game: Game) -> None:
        found = OWN(named)
        assert found is not None
        self.file, self.named = found["file"], named
        make = _class_of(found["file"], found["name"])
        self.own = self._done(lambda: make(Seat(seat, game)))

    def answer(self, game: Game) -> Value:
        question = game.question
        assert isinstance(question, Take | Choose)
        answer = self._done(lambda: self.own.answer(game))
        if not game.allows(answer):
            asked = question.pick if isinstance(question, Choose) else "action"
            legal = ", ".join(in_words(one, game.position) for one in game.options()[:8])
            raise Refused(
                f"`{self.named}` answers `{asked}` with `{answer}`, which is not legal", f"legal are: {legal}"
            )
        return answer

    def _done(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except Refused:
            raise
        except Exception as problem:
            lines = [f.lineno for f in traceback.extract_tb(problem.__traceback__) if f.filename == self.file]
            where = f"{self.file}:{lines[-1]}: " if lines else ""
            raise Refused(f"{where}`{self.named}` failed: {type(problem).__name__}: {problem}") from problem


def _class_of(file: str, name: str) -> Callable[[Seat], Player]:
    """Returns a class of a file."""
    if not Path(file).is_file():
        raise Refused(f"there is no file `{file}`", "name one, as in `./mine.py:Best`")
    known = runpy.run_path(file, run_name="players")
    if not callable(found := known.get(name)):
        classes = [one for one, what in known.items() if isinstance(what, type)]
        raise Refused(f"`{file}` has no class `{name}`", did_you_mean(name, classes) or f"it has: {', '.join(classes)}")
    return cast(Callable[[Seat], Player], found)
