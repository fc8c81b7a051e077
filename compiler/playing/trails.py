"""What has happened in the action under way, for a picture: which ways pieces have gone, and what was picked."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.runtime.drawing.svg import Arrow
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.position import Position


@dataclass
class Trails:
    """What has happened since the action under way was taken: which ways pieces have gone, what was picked."""

    places: dict[str, Hex | None] = field(default_factory=dict)
    ways: dict[str, list[Hex]] = field(default_factory=dict)
    picks: list[Entry] = field(default_factory=list)

    def note(self, position: Position, entry: Entry | None, *, anew: bool) -> None:
        """Looks where everything stands after an answer; `anew` where another action has begun."""
        if anew:
            self.ways.clear()
            self.picks.clear()
        elif entry is not None and entry.side and not entry.lapsed:
            self.picks.append(entry)
        now = {name: position.hex_of(thing) for name, thing in position.things.items()}
        for name, there in now.items():
            before = self.places.get(name)
            if there is not None and before is not None and there != before:
                self.ways.setdefault(name, [before]).append(there)
        self.places = now

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """One for each way: pieces that went together have one."""
        return tuple(dict.fromkeys(Arrow(tuple(way)) for way in self.ways.values()))

    def picked(self, game: Game, side: str | None = None) -> tuple[Hex, ...]:
        """The hexes that were picked in the action under way, those of pieces included, as far as `side` may know."""
        if not isinstance(game.question, Choose):
            return ()
        position = game.position
        found: dict[Hex, None] = {}
        for entry in self.picks:
            if not game.may_read(entry, side):
                continue
            thing = position.things.get(entry.answer)
            if thing is not None:
                where = position.hex_of(thing)
            else:
                where = None if position.map is None else position.map.find(entry.answer)
            if where is not None:
                found[where] = None
        return tuple(found)
