"""Where a game stands: the open question, and its state for reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Question


class Still(Protocol):
    """The state of a game, from its engine."""

    @property
    def machine(self) -> Machine: ...


@dataclass
class Stand:
    question: Question | None
    still: Still | None = None  # None until it is read, where no answer is taken back
