"""The picture of a game that is being played: written to a file and served to a browser, anew as the game goes on.

What is shown is the position as the side sees it that looks. A picture that cannot be written costs no game: that is
said once, and the game goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.files import why_not, write_whole
from hexlaw.compiler.playing.trails import Trails
from hexlaw.runtime.drawing.style import Style
from hexlaw.runtime.drawing.svg import Drawer, Scene
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.position import Position

if TYPE_CHECKING:
    from hexlaw.compiler.playing.serving import PictureServer


@dataclass
class LivePicture:
    """The picture of a game, as it is at the moment."""

    game: Game
    style: Style
    seen: Callable[[], Position]
    side: str | None  # who looks
    programs: Collection[str]  # those whose moves are shown until somebody else acts
    path: Path | None = None
    server: PictureServer | None = None
    _trails: Trails = field(default_factory=Trails, init=False)
    _entries: int = field(default=0, init=False)  # of the journal, when it was looked at last
    _acted: str = field(default="", init=False)  # who took the last action
    _drawn: str = field(default="", init=False)
    _failed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._drawer = Drawer(self.style)
        self._trails.note(self.seen(), None, anew=True)

    def note(self, entry: Entry) -> None:
        """An answer has been given: looks where everything stands now."""
        acts = entry.asked == ACTION
        goes_on = entry.who in self.programs and self._acted in self.programs
        self._trails.note(self.seen(), entry, anew=acts and not goes_on)
        self._acted = entry.who if acts else self._acted
        self._entries = len(self.game.entries)

    def show(self) -> None:
        """Draws the game as it is, where anything in the picture has changed."""
        if len(self.game.entries) < self._entries:  # answers were taken back
            self._trails.note(self.seen(), None, anew=True)
            self._trails.ways.clear()
            self._entries = len(self.game.entries)
        declared = self.game.law.graph.situations.get(self.game.setup.situation)
        title = self.game.setup.situation if declared is None else declared.title
        marked, arrows = self._trails.picked(self.game, self.side), self._trails.arrows
        picture = self._drawer.draw(Scene(self.seen(), title, marked=marked, arrows=arrows, legend=True))
        if picture == self._drawn:
            return
        self._drawn = picture
        if self.server is not None:
            self.server.picture = picture.encode()
        if self.path is None or self._failed:
            return
        try:
            write_whole(self.path, picture.encode())
        except OSError as problem:
            self._failed = True
            print(f"hexlaw: `{self.path}` cannot be written: {why_not(problem)}; the game goes on", file=sys.stderr)
