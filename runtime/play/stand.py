"""Where a game stands: the question that is open, and how it stands, to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Question


class Still(Protocol):
    """How a game stands, told by what plays it."""

    @property
    def machine(self) -> Machine: ...


@dataclass
class Stand:
    question: Question | None
    still: Still | None = None  # None until somebody reads it, where no answer is taken back
