"""What has happened in a game at the table: how much of it was told, what for, and how it stood before.

The table prints its answers and what it knows beside them; this prints what is new, in the words of `event_lines.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.compiler.desk.table.event_lines import log_lines
from hexlaw.compiler.desk.table.looking_back import LookingBack, LookStop
from hexlaw.compiler.desk.table.queries import tell
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.shorthand import last_action
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.questions import ByLot


class EventLog:
    def __init__(self, game: Game, screen: Screen) -> None:
        self.game, self.screen = game, screen
        self.reported = 0  # entries of the journal
        self.meant: Callable[[], str] | None = None  # says what the action was for that a program has begun
        self._reasons: dict[int, str] = {}  # by entry, what the action was for that it has completed
        self._ended: dict[int, str | None] = {}  # by entry: the part that a `done` has ended
        self._passed: list[tuple[str, str]] = []  # parts in which nobody was asked, with the side
        self._stops: list[LookStop] = []  # how it stood before what others did since a person answered
        self._before: list[LookStop] = []  # the same of the time before that, and of its end

    def tell(self) -> None:
        """Tells in which parts nobody was asked, and then what has happened."""
        self.tell_passed()
        self.tell_news()

    def tell_passed(self) -> None:
        """Tells in which parts nobody was asked, since there was nothing to be done."""
        for side in dict.fromkeys(side for side, _ in self._passed):
            print(f"  {side}: nothing can be done in {', '.join(part for s, part in self._passed if s == side)}")
        self._passed.clear()

    def tell_news(self) -> None:
        """Tells what has happened that nobody here has typed."""
        entries = self.game.entries[self.reported :]
        ended = [self._ended.get(number) for number in range(self.reported, len(self.game.entries))]
        reasons = {number - self.reported: why for number, why in self._reasons.items() if self._may_tell(number)}
        reported = [*map(self.screen.redacted, entries)]
        tell(f"  {line}" for line in log_lines(reported, ended, reasons, self._begun_before()))
        self.reported = len(self.game.entries)

    def _begun_before(self) -> list[str]:
        """The action that the next entry goes on with, and its first pick."""
        entries = self.game.entries
        if self.reported >= len(entries) or not entries[self.reported].side or entries[self.reported].asked == ACTION:
            return []
        return last_action([*map(self.screen.redacted, entries[: self.reported])], entries[self.reported].who)[:2]

    def _may_tell(self, number: int) -> bool:
        """Whether what an action was for is news, and nothing of the action a secret of its side."""
        if number < self.reported:
            return False
        begun = next((n for n in range(number, 0, -1) if self.game.entries[n].asked == ACTION), 0)
        return all(map(self.screen.may_read, self.game.entries[begun : number + 1]))

    def pass_by(self, side: str, part: str) -> None:
        """Notes that a side was not asked in a part of the sequence."""
        self._passed.append((side, part))

    def note_stop(self, who: str, *, by_program: bool = False) -> None:
        """Keeps how it stands, to go back to. A person who answers has seen what was before."""
        now = LookStop(len(self.game.entries), self.game.machine, who)
        if who and not by_program and self._stops and self._stops[-1].who != who:
            if any(stop.who not in ("", who) for stop in self._stops):
                self._before = [*self._stops, now]
            self._stops.clear()
        self._stops.append(now)

    def end_part(self) -> None:
        """Notes that the answer that follows ends a part of the sequence."""
        self._ended[len(self.game.entries)] = self.game.ends_with_done

    def note_reason(self) -> None:
        """Keeps with the last answer what its action was for, once the action is over."""
        if self.meant is not None and (isinstance(self.game.question, ByLot) or not self.game.machine.depth):
            if reason := self.meant():
                self._reasons[len(self.game.entries) - 1] = reason
            self.meant = None

    def taken_back(self) -> None:
        """Forgets what was printed and no longer holds, so that it is printed again when it happens again."""
        self.reported = min(self.reported, len(self.game.entries))

    def looking_back(self, who: str) -> LookingBack:
        """What others than `who` have done since a person answered, or else what they did last."""
        now = LookStop(len(self.game.entries), self.game.machine, "")
        others = [stop for stop in self._stops if stop.who != who]
        if not others and self._before:
            *before, now = self._before
            others = [stop for stop in before if stop.who != who]
        return LookingBack(self.game, self.screen, others, now, self._reasons, self._ended)
