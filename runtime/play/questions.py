"""What a game asks of its driver: take an action, make a pick, throw dice."""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.runtime.graph import DONE as DONE  # the answer that ends what may be ended


@dataclass(frozen=True, slots=True)
class Take:
    """Which of these actions does the side take? `DONE` is: none."""

    side: str
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A pick inside an action; `may_end` where it can be left out, or has been made often enough."""

    side: str  # "" where a question is put to a position that does not say who acts
    pick: str  # `action.pick`
    var: str
    may_end: bool


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice, answered by what they show together."""

    name: str
    count: int
    faces: int


Question = Take | Choose | Throw


@dataclass(frozen=True, slots=True)
class Lapse:
    """Something of a side's that ended though the law does not let it end, as nobody had an answer: a pick, an action
    that could come to no rest, a part of the sequence."""

    side: str
    what: str
