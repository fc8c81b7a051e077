"""The state of a game: its store, what is under way, and the question that has to be answered.

`copy` is cheap and complete: looking ahead works on a copy and writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.runtime.play.frames import Frame, apart
from hexlaw.runtime.play.new_names import Lots
from hexlaw.runtime.play.questions import Question
from hexlaw.runtime.play.store import Store
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Secret


@dataclass
class State(Store):
    frames: list[Frame] = field(default_factory=list)
    question: Question | None = None  # what has to be answered before it goes on
    lots: Lots | None = None  # what new things are called by, where numbers in order could tell a secret

    @property
    def is_cut_short(self) -> bool:
        """Whether what comes next depends on what the side that looks ahead does not see."""
        return self.question is None and not self.over

    def view(self, side: str) -> Position:
        known = self._known_to(side)
        return super().view(side) if known is self else known.view(side)

    def hidden_from(self, side: str) -> list[Secret]:
        known = self._known_to(side)
        return super().hidden_from(side) if known is self else known.hidden_from(side)

    def _known_to(self, side: str) -> Store:
        """What a side knows where others act at once with it: what it has made of it itself."""
        together = apart(self.frames)
        if together is None or together.side == side:
            return self
        return next((done for whose, done in reversed(together.kept) if whose == side), together.begun)

    def copy(self) -> State:
        return State(
            self.position.scratch(),
            dict(self.lasting),
            self.shown,
            self.over,
            list(self.frames),
            self.question,
            self.lots,
        )
