"""The picture of a game that is being played: written to a file and served to a browser, anew as the game goes on.

What is shown is the position as the side sees it that looks, and answers as they may be told to it: nothing that is
drawn can depend on what the viewer does not see. A picture that cannot be written costs no game: that is said once, and
the game goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.base.files import why_not, write_whole
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Drawer, Scene
from hexlaw.runtime.explain.played_moves import Trails
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import Choose, Question
from hexlaw.runtime.position.position import Position

if TYPE_CHECKING:
    from hexlaw.compiler.desk.table.serving import PictureServer


@dataclass
class LivePicture:
    """The picture of a game, as it is at the moment."""

    title: str
    style: Style
    seen: Callable[[], Position]  # as the side sees it that looks
    programs: Collection[str]  # those whose moves are shown until another player acts
    path: Path | None = None
    server: PictureServer | None = None
    _acted: str = field(default="", init=False)  # who took the last action
    _drawn: str = field(default="", init=False)
    _failed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._drawer = Drawer(self.style)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forgets what has happened: the game begins, or answers were taken back."""
        self._trails = Trails()
        self._trails.note(self.seen(), None, anew=True)

    def note(self, entry: Entry) -> None:
        """An answer has been given: looks where everything is seen to stand now."""
        acts = entry.asked == ACTION
        goes_on = entry.who in self.programs and self._acted in self.programs
        self._trails.note(self.seen(), entry, anew=acts and not goes_on)
        self._acted = entry.who if acts else self._acted

    def show(self, question: Question | None) -> None:
        """Draws the game as it is while this is asked, where anything in the picture has changed."""
        seen = self.seen()
        marked = self._trails.picked(seen) if isinstance(question, Choose) else ()
        picture = self._drawer.draw(Scene(seen, self.title, marked=marked, arrows=self._trails.arrows, legend=True))
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
