"""What others have done, gone through again at the table: action by action and throw by throw, with the map.

In come how the game stood before each answer since a person last decided. Nothing here changes the game, and all that
is shown is what the side sees that looks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hexlaw.compiler.desk.table.event_lines import changes, log_lines
from hexlaw.compiler.desk.table.queries import Queries, tell
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.explain.throws import throw_in_words
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.position.position import Position

HELP = """\
  `step` (or an empty line) goes on, `throw` to the next throw, `back` a step back, `end` to how it is now;
  `map`, `look`, `units`, `score` and `log` tell how it was then"""


@dataclass(frozen=True)
class LookStop:
    """How a game stood when an answer was given: after how many entries, and who gave it (nobody: the dice)."""

    number: int
    machine: Machine
    who: str


@dataclass(frozen=True)
class _SeenStep:
    """An action with its picks, or a throw: the entries, and how it stood after them."""

    first: int
    last: int
    before: Machine
    after: Machine
    throws: bool


class LookingBack:
    """Goes through what has happened since the first of some stops."""

    def __init__(
        self, game: Game, screen: Screen, stops: Sequence[LookStop], until: LookStop, reasons: Mapping[int, str],
        ended: Mapping[int, str | None],
    ) -> None:  # fmt: skip
        self.game, self.screen, self.reasons, self.ended = game, screen, reasons, ended
        self.steps = [*_steps(game, stops, until)]

    def go_through(self, ask: Callable[[str], str]) -> None:
        """Shows step after step, until the last one or until the player types `end`."""
        if not self.steps:
            print("  nobody else has done anything yet")
            return
        print(HELP)
        at = 0
        self._show(at)
        while True:
            typed = " ".join(ask(f"{at} of {len(self.steps)}> ").split())
            word, _, rest = typed.partition(" ")
            word = word.lower()
            if word in ("end", "quit"):
                return
            if word == "back" and not rest:
                at = max(at - 1, 0)
            elif word == "throw" and not rest:
                at = next((n for n in range(at + 1, len(self.steps) + 1) if self.steps[n - 1].throws), len(self.steps))
            elif word in ("", "step") and not rest:
                at += 1
            else:
                self._inquired(at, word, rest)
                continue
            if at > len(self.steps):
                return
            self._show(at)

    def _show(self, at: int) -> None:
        """The map after so many steps, and what the last of them was."""
        game = self._game(at)
        screen = replace(self.screen, game=game)
        if at == 0:
            sys.stdout.write(screen.map(legend=False))
            return
        step = self.steps[at - 1]
        entries = [self.screen.redacted(entry) for entry in self.game.entries[step.first : step.last]]
        why = {n - step.first: self.reasons[n] for n in range(step.first, step.last) if n in self.reasons}
        ended = [self.ended.get(n) for n in range(step.first, step.last)]
        before = replace(self.screen, game=self._game(at - 1)).position
        event_log = [*log_lines(entries, ended, why)]
        moved = [h for t in screen.position.things.values() if (h := screen.position.hex_of(t)) != before.hex_of(t)]
        places = [h for h in moved if h is not None]
        sys.stdout.write(screen.map(places, _middle(places), legend=False))
        tell(f"  {line}" for line in event_log)
        if step.throws:
            tell(f"    {line}" for line in (*self._behind(step, before), *changes(before, screen.position)))

    def _behind(self, step: _SeenStep, before: Position) -> list[str]:
        """What was thrown for, and by which numbers it came to what it did."""
        machine, question = step.before, step.before.state.question
        shows = self.game.at(machine).meant(self.game.entries[step.first].answer)
        assert isinstance(question, ByLot)
        return throw_in_words(self.game.law, before, tuple(machine.state.frames), question, shows)

    def _game(self, at: int) -> Game:
        step = self.steps[max(at - 1, 0)]
        return self.game.at(step.after, step.last) if at else self.game.at(step.before, step.first)

    def _inquired(self, at: int, word: str, rest: str) -> None:
        game = self._game(at)
        ask = Queries(self.game, self.screen).of(game)
        try:
            if not ask.answers_query(word, rest):
                print(f"  `{printable(word)}` cannot be asked of what has been\n{HELP}")
        except LawStop as stop:
            print(f"  that cannot be worked out: {stop}")


def _middle(places: list[Hex]) -> Hex | None:
    """What to look at where something moved: where it came to; all of the map where nothing did."""
    return places[0] if places else None


def _steps(game: Game, stops: Sequence[LookStop], until: LookStop) -> Iterator[_SeenStep]:
    """The stops put together: an action goes with its picks, each throw stands alone, `done` with what it ends."""
    begun: list[LookStop] = []
    for number, stop in enumerate(stops):
        entry = game.entries[stop.number]
        begins = not entry.side or (entry.asked == ACTION and entry.answer != DONE)
        if begun and (begins or not game.entries[begun[-1].number].side):
            yield _step(game, begun, stop)
            begun = []
        begun.append(stop)
        if number == len(stops) - 1:
            yield _step(game, begun, until)


def _step(game: Game, begun: Sequence[LookStop], following: LookStop) -> _SeenStep:
    throws = not game.entries[begun[0].number].side
    return _SeenStep(begun[0].number, following.number, begun[0].machine, following.machine, throws)
