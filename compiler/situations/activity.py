"""What programs did in games: the actions that were taken, and the ways to go on that they left out as the law gives no
answer there.

A program walks round a hole in the law where a person's game would stop. So where it left out more than a few ways, or
had no other, what came of its games is no figure of this law, and no winner is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from hexlaw.compiler.base.diagnostic import listed
from hexlaw.compiler.wasm.program import Weighed, Weighing
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.words.english import counted

MAX_UNANSWERED = Fraction(1, 100)
"""Of the ways that the program of a seat weighed, the share that it may leave out."""
MAX_NAMED = 8


@dataclass(frozen=True)
class Activity:
    """What was done in games: by side the actions that it took, by seat what its program weighed."""

    taken: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    weighed: Mapping[str, Weighed] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Entry], weighed: Mapping[str, Weighed]) -> Activity:
        """Returns what was done in a game. A side that was asked and only answered `done` took nothing."""
        taken: dict[str, set[str]] = {}
        for entry in entries:
            if entry.side and not entry.lapsed:
                of_side = taken.setdefault(entry.side, set())
                if entry.answer != DONE:
                    of_side.add(entry.answer if entry.asked == ACTION else entry.asked)
        return cls({side: tuple(sorted(found)) for side, found in taken.items()}, weighed)

    @classmethod
    def of_players(cls, entries: Iterable[Entry], players: Mapping[str, Player], at: Iterable[str]) -> Activity:
        """Returns what was done in a game, with what the players of these seats have weighed."""
        asked = {seat: players[seat] for seat in at if seat in players}
        weighed = {seat: by.weighed(seat) for seat, by in asked.items() if isinstance(by, Weighing)}
        return cls.of(entries, {seat: found for seat, found in weighed.items() if found.ways})

    @property
    def is_whole(self) -> bool:
        """Whether the programs left out so little that what came of the games is of this law."""
        return not any(w.without or w.unanswered > MAX_UNANSWERED * w.ways for w in self.weighed.values())

    @property
    def first(self) -> tuple[str, int] | None:
        """The seat whose program left something out first, and how many entries the journal of the game had then."""
        found = [(w.first, seat) for seat, w in self.weighed.items() if w.first is not None]
        return (min(found)[1], min(found)[0]) if found else None

    def unanswered_lines(self, why: Sequence[str]) -> Iterator[str]:
        """Yields what was left out, and why the law gives no answer to the first."""
        for seat, w in self.weighed.items():
            if w.unanswered:
                share = f"{w.unanswered:,} of the {w.ways:,} ways to go on that it weighed"
                other = f", and had no other plan at {counted(w.without, 'decision')}" if w.without else ""
                yield f"the law gives no answer: the program of {seat} left out {share}{other}"
        yield from (f"  {'the first: ' * (not i)}{line}" for i, line in enumerate(why))

    def idle_lines(self, offered: Sequence[str]) -> Iterator[str]:
        """Yields which side did nothing, and what nobody did of what is `offered`."""
        yield from (f"every answer of {side} was `{DONE}`" for side, found in self.taken.items() if not found)
        done = {action for found in self.taken.values() for action in found}
        never = [action for action in offered if action not in done] if self.taken else []
        if never:
            yield f"never taken: {listed(never, MAX_NAMED)}"


def added(games: Iterable[Activity]) -> Activity:
    """Returns what was done in some games together; what was left out first counts of the first game that has any."""
    taken: dict[str, set[str]] = {}
    weighed: dict[str, Weighed] = {}
    for game in games:
        for side, found in game.taken.items():
            taken.setdefault(side, set()).update(found)
        for seat, of_seat in game.weighed.items():
            weighed[seat] = weighed.get(seat, Weighed()) + of_seat
    return Activity({side: tuple(sorted(found)) for side, found in taken.items()}, weighed)


def offered(agenda: Agenda) -> list[str]:
    """Returns the actions that are open in some part of the sequence, as the law has them."""
    names = {action.name for part, actions in agenda.actions.items() if part for action in actions}
    return [name for name in agenda.law.graph.actions if name in names]
