"""The state of a game: its store, what is under way, and the question that has to be answered.

`copy` is cheap and complete: looking ahead works on a copy and writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.runtime.play.frames import Frame
from hexlaw.runtime.play.questions import Question
from hexlaw.runtime.play.store import Store


@dataclass
class State(Store):
    frames: list[Frame] = field(default_factory=list)
    question: Question | None = None  # what has to be answered before it goes on

    def copy(self) -> State:
        return State(
            self.position.scratch(), dict(self.lasting), self.shown, self.over, list(self.frames), self.question
        )
