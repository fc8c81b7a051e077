"""One game under a law: what came of it, each answer, and which differences were read on the way there.

Games are played by the target, which is printed for this with notes of what differs (`compiler/wasm/reading.py`). What
it does not play, the reference plays, which notes the same (`noting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexlaw.compiler.cache import digest
from hexlaw.compiler.comparing.leads import Leads, ahead, told_by_side
from hexlaw.compiler.comparing.noting import NotingReference
from hexlaw.compiler.programs import player, programs_of
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.compiler.wasm.reading import Watched
from hexlaw.compiler.wasm.target import Target, can_run
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import plain_text

NOBODY = "nobody"
UNDER_WAY = "under way"
"""Why a game has no winner that is not over yet."""


@dataclass(frozen=True)
class Played:
    """What came of one game of a pair; `leads` tells by how much each side was ahead after each turn."""

    winner: str
    told: Mapping[str, str]
    answers: int
    stopped: str = ""
    leads: tuple[tuple[str, ...], ...] = ()

    def comes_to(self, other: Played) -> bool:
        """Whether the same has come of another game, as far as the situation tells."""
        return (self.winner, self.told, self.answers) == (other.winner, other.told, other.answers)


@dataclass(frozen=True)
class NotedGame:
    """A game that was played: what came of it, what was answered, and by answer which differences were read since the
    one before; at last those that were read to tell what came of it."""

    played: Played
    entries: Sequence[Entry]
    reads: Sequence[frozenset[str]]


@dataclass(frozen=True)
class Table:
    """One of the two laws, ready to be played and to note what has a say. `key` names all that its games depend on but
    the programs; what is `always` read is noted nowhere."""

    prepared: Prepared
    key: str
    watched: Watched
    always: tuple[str, ...]

    @cached_property
    def target(self) -> Target | None:
        """What plays it; nothing where the law is not carried, or nothing can."""
        if not can_run():
            return None
        watched = self.watched
        key = digest(self.key, str(watched.worth is None), *(f"{sign} {part}" for sign, part in watched.signs.items()))
        notes = watched.signs or watched.worth is not None
        found = Target(self.prepared.agenda, self.prepared.setup, key, watched if notes else None)
        return None if found.refusal else found

    def prints(self, seating: Mapping[str, str]) -> bool:
        """Whether the target plays it with such programs."""
        return programs_of(seating) is not None and self.target is not None

    def get_ready(self, seatings: Iterable[Mapping[str, str]]) -> None:
        """Makes what plays it, once for all processes."""
        if all(map(self.prints, seatings)) and self.target is not None:
            assert self.target.compiled

    def printed(self, seed: str, seating: Mapping[str, str], most: int) -> NotedGame | None:
        """A game of so many answers at the most by the target, None where it does not play it to its end."""
        return play_printed(self.target, seed, seating, most) if self.target and self.prints(seating) else None

    @cached_property
    def reference(self) -> NotingReference:
        return NotingReference(self.prepared.law, self.watched.declared.items())

    def read(self) -> frozenset[str]:
        """The differences that the reference has read since this was last asked."""
        signs = self.watched.signs
        return frozenset(signs[name] for name in self.reference.take() if name in signs)


@dataclass(frozen=True)
class Begun:
    """What was answered before somewhere else, from where a game is played on by dice and choices of another seed."""

    entries: Sequence[Entry] = ()
    seed: str = ""


def play_printed(
    target: Target, seed: str, seating: Mapping[str, str], most: int, begun: Begun | None = None
) -> NotedGame | None:
    """A game by the target, or the rest of one, with what it was worth by turns from there on; nothing where it hands
    the game back."""
    at = {**{side: side for side in seating}, **seats(target.setup.position)}
    programs = programs_of({seat: seating[side] for seat, side in at.items() if side in seating})
    before, by = (begun.entries, begun.seed) if begun is not None else ((), seed)
    turns: list[int] = []  # that were over when it was played on
    found = target.play(
        seed, {seat: f"{by}/{side}" for seat, side in at.items()}, most, lambda: turns.append(target.turns), before,
        by, programs or {},
    )  # fmt: skip
    if found.stopped:
        return None
    entries, reads = found.entries, target.read()
    for i in reversed([i for i, entry in enumerate(entries) if entry.lapsed]):  # a lapse is not an answer
        del entries[i]
        if reads:
            reads[i : i + 2] = [reads[i] | reads[i + 1]]
    told = {label: plain_text(value) for label, value in found.told.items()}
    winner = NOBODY if found.winner is None else str(found.winner)
    worth = [ahead([row[target.sides.index(side)] for side in seating]) for row in target.leads()[turns[0] :]]
    played = Played(winner, told, len(entries), leads=told_by_side(worth))
    return NotedGame(played, entries, reads)


# ---- the reference


class _Noting:
    """A player that plays as another does; before its answer is carried out, what had a say in it is put down."""

    def __init__(self, inner: Player, note: Callable[[], None]) -> None:
        self.inner, self.note = inner, note

    def answer(self, game: Game) -> Any:
        found = self.inner.answer(game)
        self.note()
        return found


def play_noted(
    table: Table, seed: str, seating: Mapping[str, str], most: int, each: Callable[[Callable[[], NotedGame]], None]
) -> NotedGame:
    """A game by the reference."""
    table.read()
    entries: list[Entry] = []
    reads = [frozenset[str]()]
    try:
        game = Game(table.prepared.agenda, table.prepared.setup, seed, answering=table.reference)
    except LawStop as stop:
        return NotedGame(Played(NOBODY, {}, 0, stop.message), entries, reads)
    leads = Leads(list(seating), table.watched.worth)
    leads.began(game)
    known = len(game.entries)

    def note() -> None:
        reads[-1] |= table.read()

    def answered() -> None:
        nonlocal known
        entries.append(game.entries[known])  # behind it stands what has lapsed
        known = len(game.entries)
        reads.append(table.read())
        leads.answered(game)
        each(so_far)

    def so_far() -> NotedGame:
        """Asked apart from the game, which notes what it is asked itself, and only once of one position."""
        asked = evaluator(table.prepared.agenda.law, game.machine.position)
        told: dict[str, str] = {}
        with suppress(LawStop):
            told |= {label: plain_text(asked.value(node, {})) for label, node in game.setup.tells}
        return NotedGame(Played(NOBODY, told, len(entries), UNDER_WAY), entries, reads)

    note()
    players = {side: _Noting(player(name, f"{seed}/{side}"), note) for side, name in seating.items()}
    try:
        play_out(game, players, most, answered)
        winner = game.winner()
        told = {label: plain_text(value) for label, value in game.told().items()}
        played = Played(NOBODY if winner is None else str(winner), told, len(entries), leads=told_by_side(leads.turns))
    except LawStop as stop:
        how = "not over" if isinstance(stop, NotFinished) else "stopped"
        played = Played(NOBODY, {}, len(entries), f"{how}: {stop.message}")
    note()
    return NotedGame(played, entries, reads)
