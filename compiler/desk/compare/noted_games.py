"""One game under a law: what came of it, each answer, and which differences were read on the way there.

Games are played by the target, which is printed for this with notes of what differs (`wasm/reading.py`). What
it does not play, or does not play to its end, the reference plays, which notes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.programs import player, programs_of
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.compiler.wasm.reading import Watched
from hexlaw.compiler.wasm.target import Target, can_run
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import plain_text
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.seating import seats

NOBODY = "nobody"
FRACTION = re.compile(r"-?\d{1,99}(/[1-9]\d{0,99})?", re.ASCII)
"""The lead of a side, as text."""


@dataclass(frozen=True)
class Played:
    """The result of one game of a pair; `report` holds what the situation tells of it, `leads` by how much each side
    was ahead after each turn."""

    winner: str
    report: Mapping[str, str]
    answers: int
    stopped: str = ""
    leads: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class NotedGame:
    """A game that was played: its result, its answers, and by answer the differences that were read since the one
    before; at last those that were read for its result."""

    played: Played
    entries: Sequence[Entry]
    reads: Sequence[frozenset[str]] | None
    """None for a game by the reference, which does not note them."""


@dataclass(frozen=True)
class Table:
    """One of the two laws, ready to be played and to note which differences are read. `key` names all that its games
    depend on but the programs; parts that are `always` read are not noted."""

    prepared: Prepared
    key: str
    watched: Watched
    always: tuple[str, ...]

    @cached_property
    def target(self) -> Target | None:
        """The compiled game; None if the target does not carry the law, or cannot run here."""
        if not can_run():
            return None
        watched = self.watched
        key = digest(self.key, str(watched.worth is None), *(f"{sign} {part}" for sign, part in watched.signs.items()))
        notes = watched.signs or watched.worth is not None
        found = Target(self.prepared.agenda, self.prepared.setup, key, watched if notes else None)
        return None if found.refusal else found

    def prints(self, seating: Mapping[str, str]) -> bool:
        """Returns True if the target plays it with such programs."""
        return programs_of(seating) is not None and self.target is not None

    def get_ready(self, seatings: Iterable[Mapping[str, str]]) -> None:
        """Compiles the game, once for all processes."""
        if all(map(self.prints, seatings)) and self.target is not None:
            assert self.target.compiled

    def printed(self, seed: str, seating: Mapping[str, str], most: int, begun: Begun | None = None) -> NotedGame | None:
        """Returns a game of so many answers at the most by the target, or the rest of one, with its leads by turns from
        there on; None where the target does not play it to its end."""
        programs, target = programs_of(seating), self.target
        if target is None or programs is None:
            return None
        at = {**{side: side for side in seating}, **seats(target.setup.position)}
        before, by = (begun.entries, begun.seed) if begun is not None else ((), seed)
        turns: list[int] = []  # that were over when it was played on
        found = target.play(
            seed, {seat: f"{by}/{side}" for seat, side in at.items()}, most, lambda: turns.append(target.turns), before,
            by, {seat: programs[side] for seat, side in at.items() if side in seating},
        )  # fmt: skip
        if found.stopped:
            return None
        entries, reads = found.entries, target.read()
        for i in reversed([i for i, entry in enumerate(entries) if entry.lapsed]):  # a lapse is not an answer
            del entries[i]
            if reads:
                reads[i : i + 2] = [reads[i] | reads[i + 1]]
        report = {label: plain_text(value) for label, value in found.report.items()}
        worth = [_ahead([row[target.sides.index(side)] for side in seating]) for row in target.leads()[turns[0] :]]
        leads = tuple(tuple(map(str, of_side)) for of_side in zip(*worth, strict=True))
        winner = NOBODY if found.winner is None else str(found.winner)
        return NotedGame(Played(winner, report, len(entries), leads=leads), entries, reads)

    def by_reference(self, seed: str, seating: Mapping[str, str], most: int) -> NotedGame:
        game, winner, report, stopped = None, NOBODY, dict[str, str](), ""
        try:
            game = Game(self.prepared.agenda, self.prepared.setup, seed)
            play_out(game, {side: player(name, f"{seed}/{side}") for side, name in seating.items()}, most)
            report = {label: plain_text(value) for label, value in game.figures().items()}
            winner = str(game.winner() or NOBODY)
        except LawStop as stop:
            report, stopped = {}, f"{'not over' if isinstance(stop, NotFinished) else 'stopped'}: {stop.message}"
        entries = [entry for entry in (game.entries if game is not None else ()) if not entry.lapsed]
        return NotedGame(Played(winner, report, len(entries), stopped), entries, None)


@dataclass(frozen=True)
class Begun:
    """The answers of another game, from where a game is played on by dice and choices of another seed."""

    entries: Sequence[Entry] = ()
    seed: str = ""


def _ahead(worth: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Returns the lead of each side over the average of the others."""
    others, total = len(worth) - 1, sum(worth, Fraction(0))
    return tuple(own - (total - own) / others if others else own for own in worth)
