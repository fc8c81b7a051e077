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
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.readings import Readings


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
        """Returns the hexes picked in the action under way, and those in which pieces picked are seen."""
        return tuple(dict.fromkeys(place for name in self.picks if (place := place_called(seen, name)) is not None))


def place_called(seen: Position, name: str) -> Hex | None:
    """Returns the hex in which a thing of that name is seen, or else the one that is called so."""
    if name in seen.things:
        return seen.hex_of(seen.things[name])
    return None if seen.map is None else seen.map.find(name)


class PlayedThrow(NamedTuple):
    """What dice have shown, and lines about what that was for and what came of it, as in `throws.py`."""

    shows: str
    lines: tuple[str, ...]


class PlayedMove(NamedTuple):
    """What a side did by one action, what was thrown upon that, what has changed, and a position with what is pointed
    out there: behind the move, or where dice decided, before it."""

    part: str  # of the sequence
    text: tuple[str, ...]
    throws: tuple[PlayedThrow, ...]
    changes: tuple[str, ...]
    position: Position
    arrows: tuple[Arrow, ...]
    picked: tuple[Hex, ...]


@dataclass
class _Move:
    """One step of the account: what a side does by one action in one part of the turn, and the throws that follow."""

    before: Position
    action: tuple[str, str, tuple[str, ...]] = ("", "", ())  # by which side, which, and what was running
    entries: list[Entry] = field(default_factory=list)
    throws: list[PlayedThrow] = field(default_factory=list)
    aims: list[list[str]] = field(default_factory=list)  # what was picked, action by action

    def aimed(self) -> Iterator[Arrow]:
        """Yields an arrow for each action that leads from the hex that was picked first to the one picked last."""
        for picks in self.aims:
            places = [place for name in picks if (place := place_called(self.before, name)) is not None]
            if len(places) > 1 and places[0] != places[-1]:
                yield Arrow((places[0], places[-1]))


def played_moves(game: Game, entries: Sequence[Entry], first: int) -> Iterator[PlayedMove]:
    """Plays a game from its beginning as its journal does, and yields the moves from an entry on, up to one that is an
    answer no more. That a side is done with something is told by what comes next."""
    readings = Readings(game.law.graph)
    trails, move, steps = Trails(), _Move(game.position), steps_again(game, entries)
    trails.note(game.position, None, anew=True)
    for number, entry in enumerate(entries, 1):
        question, frames, stood = game.question, tuple(game.to_read.frames), game.position
        shows, begins = game.meant(entry.answer), entry.asked == ACTION and entry.answer != DONE
        action = (entry.side, entry.answer, game.running)
        is_thrown_later = not entry.side and not entry.lapsed and move.action[2] != game.running
        if is_thrown_later or (begins and (move.action != action or move.throws)):  # those that go on are one move
            yield from _rendered(move, game, trails, readings)
            move = _Move(stood, action)
        if isinstance(next(steps, None), Differs | None):
            return
        trails.note(game.position, entry, anew=not move.entries)
        if number < first or (entry.asked == ACTION and not begins):
            continue
        move.entries.append(entry)
        if begins:
            move.aims.append([])
        elif entry.side and move.aims:
            move.aims[-1].append(entry.answer)
        elif isinstance(question, ByLot):
            with suppress(LawStop):
                lines = throw_in_words(game.law, stood, frames, question, shows, move.before)
                move.throws.append(PlayedThrow(next(log_lines([entry], readings=readings)), tuple(lines)))
    yield from _rendered(move, game, trails, readings)


def _rendered(move: _Move, game: Game, trails: Trails, readings: Readings) -> Iterator[PlayedMove]:
    said = [*filter(None, log_lines([entry for entry in move.entries if entry.side], readings=readings))]
    if not said and not move.throws:
        return
    changed, position = tuple[str, ...](), game.position
    if move.throws:
        kinds = game.law.graph.kinds.values()  # the course of a turn alone changes what is noted for a time
        noted = {one.name for kind in kinds for one in kind.attributes.values() if one.lasting is not None}
        changed = tuple(changes(move.before, position, excluded=frozenset({GAME, *noted})))
        position = move.before
    part, arrows = (move.action[2] or ("",))[-1], trails.arrows or tuple(move.aimed())
    yield PlayedMove(part, tuple(said), tuple(move.throws), changed, position, arrows, trails.picked(position))
