"""A game told move by move: an action with its picks, a throw with what decided it, and which ways pieces have gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.pointers import Arrow
from hexlaw.runtime.explain.event_lines import changes, log_lines
from hexlaw.runtime.explain.throws import throw_in_words
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot, Take
from hexlaw.runtime.play.replay import Differs, play_again, steps_again
from hexlaw.runtime.position.position import Position


@dataclass
class Trails:
    """What has happened since the action under way was taken: which ways pieces have gone, what was picked."""

    places: dict[str, Hex | None] = field(default_factory=dict)
    ways: dict[str, list[Hex]] = field(default_factory=dict)
    picks: list[str] = field(default_factory=list)

    def note(self, seen: Position, entry: Entry | None, *, anew: bool) -> None:
        """Looks where everything is seen to stand after an answer; `anew` where another action has begun."""
        if anew:
            self.ways.clear()
            self.picks.clear()
        elif entry is not None and entry.side and not entry.lapsed:
            self.picks.append(entry.answer)
        now = {name: seen.hex_of(thing) for name, thing in seen.things.items()}
        for name, there in now.items():
            before = self.places.get(name)
            if there is not None and before is not None and there != before:
                self.ways.setdefault(name, [before]).append(there)
        self.places = now

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """Returns one for each way: pieces that went together have one."""
        return tuple(dict.fromkeys(Arrow(tuple(way)) for way in self.ways.values()))

    def picked(self, seen: Position) -> tuple[Hex, ...]:
        """Returns the hexes that were picked in the action under way, and those in which pieces that were picked are
        seen."""
        found = dict[Hex, None]()
        for name in self.picks:
            if name in seen.things:
                place = seen.hex_of(seen.things[name])
            else:
                place = None if seen.map is None else seen.map.find(name)
            found |= {} if place is None else {place: None}
        return tuple(found)


class PlayedMove(NamedTuple):
    """What was done at once, how that came out, and the position behind it with what is pointed out there."""

    text: str
    lines: tuple[str, ...]
    position: Position
    arrows: tuple[Arrow, ...]
    picked: tuple[Hex, ...]


@dataclass
class _Move:
    """What is told together: an action with its picks and throws, what a side is done with, a throw upon that."""

    before: Position
    ends: bool = False  # it ends a part of the turn, or is a throw upon that
    entries: list[Entry] = field(default_factory=list)
    ended: list[str | None] = field(default_factory=list)  # of each, the part of the turn that it ends
    lines: list[str] = field(default_factory=list)


def why_not_followed(game: Game, entries: Sequence[Entry]) -> str:
    """Returns why a game can no longer be brought to where its journal ends; nothing where it can."""
    differs = play_again(game, entries)
    return "" if differs is None else f"at answer {differs.number}, {differs.message}"


def played_moves(game: Game, entries: Sequence[Entry], first: int) -> Iterator[PlayedMove]:
    """Plays a game from its beginning as its journal does, and yields the moves from an entry on, up to one that is an
    answer no more."""
    trails, move, steps = Trails(), _Move(game.position), steps_again(game, entries)
    trails.note(game.position, None, anew=True)
    for number, entry in enumerate(entries, 1):
        question, frames, stood = game.question, tuple(game.to_read.frames), game.position
        shows = game.meant(entry.answer)
        ended = game.ends_with_done if isinstance(question, Take) and entry.answer == DONE else None
        if entry.asked == ACTION or (not entry.side and move.ends):
            yield from _rendered(move, game, trails)
            move = _Move(stood, not entry.side or entry.answer == DONE)
        if isinstance(next(steps, None), Differs | None):
            return
        trails.note(game.position, entry, anew=not move.entries)
        if number >= first:
            move.entries.append(entry)
            move.ended.append(ended)
            if isinstance(question, ByLot):
                with suppress(LawStop):
                    move.lines += throw_in_words(game.law, stood, frames, question, shows)
    yield from _rendered(move, game, trails)


def _rendered(move: _Move, game: Game, trails: Trails) -> Iterator[PlayedMove]:
    said = "; ".join(log_lines(move.entries, move.ended))
    if said:
        is_thrown = any(not entry.side for entry in move.entries)
        lines = dict.fromkeys((*move.lines, *(changes(move.before, game.position) if is_thrown else ())))
        yield PlayedMove(said, tuple(lines), game.position, trails.arrows, trails.picked(game.position))
