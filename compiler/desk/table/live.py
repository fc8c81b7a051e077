"""The picture of a game that is being played: for a page, and written to a file, anew as the game goes on.

What is shown is the position as the side sees it that looks, and answers as they may be told to it: nothing that is
drawn can depend on what the viewer does not see. A picture that cannot be written costs no game: that is said once, and
the game goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hexlaw.compiler.base.files import Unwritable, write_whole
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Drawer, Scene
from hexlaw.runtime.explain.played_moves import Trails
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import Choose, Question
from hexlaw.runtime.position.position import Position


@dataclass
class LivePicture:
    """The picture of a game, as it is at the moment."""

    title: str
    style: Style
    seen: Callable[[], Position]  # as the side sees it that looks
    programs: Collection[str]  # those whose moves are shown until another player acts
    path: Path | None = None
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

    def look_back(self, seen: Iterable[Position]) -> Iterator[str]:
        """Shows the side that looks now what others have done, as it saw it; yields a picture of each for a page."""
        self._trails = Trails()
        for position in seen:
            self._trails.note(position, None, anew=False)
            yield self._drawer.draw(Scene(position, self.title, arrows=self._trails.arrows, described=False))
        self._trails.note(self.seen(), None, anew=False)

    def show(self, question: Question | None) -> None:
        """Writes the game as it is while this is asked, where anything in the picture has changed."""
        if self.path is None or self._failed or (picture := self.drawn(question)) == self._drawn:
            return
        self._drawn = picture
        try:
            write_whole(self.path, picture.encode())
        except Unwritable as problem:
            self._failed = True
            print(f"hexlaw: {problem}; the game goes on", file=sys.stderr)

    def drawn(self, question: Question | None, *, in_page: bool = False, was: Position | None = None) -> str:
        """Returns the picture of the game as it is or was; in a page without legend and description."""
        seen, arrows = (self.seen(), self._trails.arrows) if was is None else (was, ())
        marked = self._trails.picked(seen) if isinstance(question, Choose) else ()
        scene = Scene(seen, self.title, marked=marked, arrows=arrows, legend=not in_page, described=not in_page)
        return self._drawer.draw(scene)
