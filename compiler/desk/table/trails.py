"""What has happened in the action under way, for a picture: which ways pieces have gone, and what was picked.

In come positions as somebody sees them, and answers as they may be told to that viewer. So nothing that is drawn can
depend on what the viewer does not see.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.svg import Arrow
from hexlaw.runtime.play.journal import Entry
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
        """One for each way: pieces that went together have one."""
        return tuple(dict.fromkeys(Arrow(tuple(way)) for way in self.ways.values()))

    def picked(self, seen: Position) -> tuple[Hex, ...]:
        """The hexes that were picked in the action under way, and those in which pieces that were picked are seen."""
        places = (_place_called(name, seen) for name in self.picks)
        return tuple(dict.fromkeys(place for place in places if place is not None))


def _place_called(name: str, seen: Position) -> Hex | None:
    """The hex of a piece, or the hex called so, or None."""
    if name in seen.things:
        return seen.hex_of(seen.things[name])
    return None if seen.map is None else seen.map.find(name)
