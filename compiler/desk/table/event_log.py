"""What has happened in a game at the table: how much of it was reported, what for, and how it stood before.

The table prints its answers and what it knows beside them; the log prints what is new, in the words of
`event_lines.py`. What others have done can be gone through again: action by action and throw by throw, with the map.
Nothing here changes the game, and all that is shown is what the side sees that looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

from hexlaw.compiler.desk.table.output import NEWS, tell
from hexlaw.compiler.desk.table.page_state import TableQuery
from hexlaw.compiler.desk.table.queries import Queries
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.explain.event_lines import changes, log_groups, log_lines
from hexlaw.runtime.explain.throws import throw_in_words
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.position.position import Position

MAX_STOPS = 1_000
"""Answers of others that can be gone through, where somebody looks on and never answers."""
HELP = """\
  `step` (or an empty line) goes on, `throw` to the next throw, `back` a step back, `end` to how it is now;
  `map`, `look`, `units`, `score` and `log` tell how it was then"""


class LookingBack:
    """Goes through what has happened in some entries, and `until` another: an action goes with its picks, each throw
    stands alone, `done` with what it ends."""

    def __init__(
        self, game: Game, screen: Screen, numbers: Sequence[int], until: int, reason: Callable[[range], str]
    ) -> None:
        self.game, self.screen, self.reason = game, screen, reason
        who = {n: game.entries[n].who for n in numbers}
        actions = {n for n in numbers if game.entries[n].asked == ACTION and game.entries[n].answer != DONE}
        begin = [
            n for before, n in zip((None, *numbers), numbers, strict=False)
            if before is None or not who[before] or not who[n] or n in actions
        ]  # fmt: skip
        self.steps = [*pairwise([*begin, until])]

    def go_through(self, ask: Callable[[str], str]) -> None:
        """Shows step after step, until the last one or until the player types `end`."""
        if not self.steps:
            tell(["  nobody else has done anything yet"])
            return
        tell([HELP])
        at = 0
        self._show(at)
        while True:
            word, _, rest = " ".join(ask(f"{at} of {len(self.steps)}> ").split()).partition(" ")
            word = word.lower()
            if word in ("end", "quit"):
                return
            if word == "back" and not rest:
                at = max(at - 1, 0)
            elif word == "throw" and not rest:
                entries = self.game.entries
                thrown = (n for n, (start, _) in enumerate(self.steps, 1) if n > at and not entries[start].who)
                at = next(thrown, len(self.steps))
            elif word in ("", "step") and not rest:
                at += 1
            else:
                if not Queries(self.game, self.screen).of(self._game(at)).tell_of(TableQuery.typed(word, rest)):
                    tell([f"  `{printable(word)}` cannot be asked of what has been\n{HELP}"])
                continue
            if at > len(self.steps):
                return
            self._show(at)

    def _show(self, at: int) -> None:
        """Shows the map after so many steps, and what the last of them was."""
        screen = replace(self.screen, game=self._game(at))
        if at == 0:
            tell(screen.map(legend=False).splitlines())
            return
        places = self.came_to(at)
        tell(screen.map(places, places[0] if places else None, legend=False).splitlines())
        for line, numbers in self.lines(at):
            why = self.reason(numbers)
            tell([f"  {line}", *([f"    {why}"] if why else [])])
        for each in self.thrown(at):
            tell(f"    {line}" for line in each)

    def seen(self, at: int) -> Position:
        """Returns the position after so many steps, as the side sees it that looks."""
        return replace(self.screen, game=self._game(at)).position

    def came_to(self, at: int) -> list[Hex]:
        """Returns where something is seen to have come to in a step."""
        before, after = self.seen(at - 1), self.seen(at)
        return [h for t in after.things.values() if (h := after.hex_of(t)) not in (None, before.hex_of(t))]

    def lines(self, at: int) -> Iterator[tuple[str, range]]:
        """Yields a line for each thing that has happened in a step, and the numbers of its entries."""
        numbers = range(*self.steps[at - 1])
        entries = [self.screen.redacted(self.game.entries[n]) for n in numbers]
        for line, within in log_groups(entries, self.screen.readings):
            yield line, numbers[within.start : within.stop]

    def thrown(self, at: int) -> tuple[list[str], list[str]]:
        """Returns what was thrown for in a step, with the numbers behind it, and what came of it; or nothing."""
        number = self.steps[at - 1][0]
        then = self.game.as_it_was(number)
        question = then.question
        if not isinstance(question, ByLot):
            return [], []
        before, after, entry = self.seen(at - 1), self.seen(at), self.game.entries[number]
        shows = then.meant(entry.answer)
        frames, secret = tuple(then.to_read.frames), not self.screen.may_read(entry)
        begun, came = self.seen(max(at - 2, 0)), [*changes(before, after, None, frozenset({shows} if secret else ()))]
        behind = throw_in_words(self.game.law, before, frames, question, shows, begun, in_secret=secret)
        goes_on = secret or any(entry.goes_on for entry in self.game.entries[number + 1 : number + 2])
        return behind, came if came or goes_on else [self.screen.nothing_changes()]

    def _game(self, at: int) -> Game:
        return self.game.as_it_was(self.steps[at - 1][1] if at else self.steps[0][0])


class EventLog:
    def __init__(self, game: Game, screen: Screen) -> None:
        self.game, self.screen = game, screen
        self.reported = 0  # entries of the journal
        self.news_since: int | None = None  # when a game is resumed: print the events after this entry
        # says to a side what the action was for that a program has begun, in a position after it
        self.meant: Callable[[str | None, Position], str] | None = None
        self.tells_reasons = True  # prints reasons with the news; a page asks for each instead
        self._reasons: dict[int, Callable[[], str]] = {}  # by entry, what the action was for that it has completed
        self.passed: list[tuple[str, str]] = []  # parts in which no one was asked, behind the side

    def tell(self) -> None:
        """Tells in which parts no one was asked, and then what has happened."""
        self.tell_passed()
        self.tell_news()

    def tell_passed(self) -> None:
        """Tells in which parts no one was asked, since there was nothing to be done."""
        for side in dict.fromkeys(side for side, _ in self.passed):
            parts = ", ".join(part for of, part in self.passed if of == side)
            tell([f"  {self.screen.readings.side(side)}: nothing can be done in {parts}"], NEWS)
        self.passed.clear()

    def tell_news(self) -> None:
        """Tells what has happened that no one here has typed."""
        tell((f"  {line}" for line in self.since(self.reported, why=self.tells_reasons)), NEWS)
        self.reported = len(self.game.entries)

    def since(self, first: int, *, why: bool) -> Iterator[str]:
        """Yields in lines what has happened from an entry on; with what for, where that is wanted."""
        entries = [*map(self.screen.redacted, self.game.entries[first:])]
        known = self.known_reasons(range(first, len(self.game.entries))) if why else ()
        reasons = {number - first: reason for number in known if (reason := self._reasons[number]())}
        yield from log_lines(entries, reasons, self.screen.readings)

    def lines(self) -> Iterator[tuple[str, range]]:
        """Yields a line for each thing that has happened, and the numbers of its entries."""
        return log_groups([*map(self.screen.redacted, self.game.entries)], self.screen.readings)

    def reason(self, numbers: range) -> str:
        """Returns what that was for which has happened in these entries; nothing where that cannot be told."""
        return next(filter(None, (self._reasons[number]() for number in self.known_reasons(numbers))), "")

    def known_reasons(self, numbers: range) -> Iterator[int]:
        """Yields the entries, last first, of which the side that looks may know what they were for."""
        for number in reversed(numbers):
            if number in self._reasons:
                # nothing of the action that ends so may be a secret of its side
                begun = next((n for n in range(number, 0, -1) if self.game.entries[n].asked == ACTION), 0)
                if all(map(self.screen.may_read, self.game.entries[begun : number + 1])):
                    yield number

    def note_reason(self) -> None:
        """Keeps with the last answer what says for what its action was, once the action is over: to find that out takes
        longer than to carry it out, and is left until somebody asks."""
        if self.meant is not None and (isinstance(self.game.question, ByLot) or not self.game.to_read.depth):
            meant = partial(self.meant, self.screen.side, self.screen.position)
            self._reasons[len(self.game.entries) - 1] = cache(meant)
            self.meant = None

    def forget_undone(self) -> None:
        """Forgets what was told of answers that were taken back: others may take their places."""
        number = len(self.game.entries)
        self.reported = min(self.reported, number)
        self._reasons = {at: why for at, why in self._reasons.items() if at < number}

    def looking_back(self, who: str, since: int = 0) -> LookingBack:
        """Returns what others than `who` have done since they answered, from an entry on; or else did last."""
        entries, until = self.game.entries, len(self.game.entries)
        first = max(behind_last(entries, who), since)
        if all(entry.lapsed for entry in entries[first:]):
            last = next((n for n in range(first - 1, -1, -1) if entries[n].who not in ("", who)), -1)
            first = next((n for n in range(behind_last(entries[: last + 1], who), last + 1) if entries[n].who), until)
            until = next((n for n in range(last + 1, until) if entries[n].who == who), until)
        numbers = [n for n in range(first, until) if not entries[n].lapsed]
        return LookingBack(self.game, self.screen, numbers[-MAX_STOPS:], until, self.reason)


def behind_last(entries: Sequence[Entry], who: str) -> int:
    """Returns how many entries there were once somebody had given their last."""
    return next((n for n in range(len(entries), 0, -1) if entries[n - 1].who == who), 0)
