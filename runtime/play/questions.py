"""What a game asks of its driver: take an action, make a pick, throw dice, draw."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexlaw.runtime.law.graph import DONE as DONE  # the answer that ends what may be ended
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.chance import NumberSource, falls

PICKED_BEFORE = "picked before"
PAST_DEAD_ENDS = "past dead ends"
"""Given on trial in place of answers: a repeated pick was made before; go to the next question that has an answer."""


@dataclass(frozen=True, slots=True)
class Anyway:
    """An answer on trial that is given whether it is legal or not."""

    answer: Value
    is_judged: bool = False  # whether nothing refuses it any more


class ToASide:
    """A question to a side, or to a player of it where it has players of its own."""

    __slots__ = ()
    side: str
    player: str

    @property
    def who(self) -> str:
        """Returns who is asked: a player, or a side without players."""
        return self.player or self.side


@dataclass(frozen=True, slots=True)
class Take(ToASide):
    """Which of these actions does the side take? `DONE` is: none."""

    side: str
    actions: tuple[str, ...]
    player: str = ""


@dataclass(frozen=True, slots=True)
class Choose(ToASide):
    """A pick inside an action; `may_end` where it can be left out, or has been made often enough."""

    side: str  # "" where a question is put to a position that does not say who acts
    pick: str  # `action.pick`
    var: str
    may_end: bool
    player: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice, answered by their total. `ways` are the answers with their chances, `number` is how many, and `typical`
    stands for all where there are too many to follow; `decided` is the one that a source of numbers gives."""

    name: str
    count: int
    faces: int

    @property
    def ways(self) -> list[tuple[int, Fraction]]:
        return falls(self.count, self.faces)

    @property
    def number(self) -> int:
        return self.count * (self.faces - 1) + 1

    @property
    def typical(self) -> int:
        return self.count * (self.faces + 1) // 2

    def decided(self, source: NumberSource) -> int:
        return source.throw(self.count, self.faces)

    def can_be(self, answer: Value) -> bool:
        return isinstance(answer, int) and self.count <= answer <= self.count * self.faces

    @property
    def short(self) -> str:
        return f"{self.name}, {self.count}d{self.faces}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A member of a set, each as likely as the others; answered by the member. Otherwise as `Throw`."""

    name: str
    members: tuple[Value, ...]

    @property
    def ways(self) -> list[tuple[Value, Fraction]]:
        return [(member, Fraction(1, len(self.members))) for member in self.members]

    @property
    def number(self) -> int:
        return len(self.members)

    @property
    def typical(self) -> Value:
        return self.members[len(self.members) // 2]

    def decided(self, source: NumberSource) -> Value:
        return source.draw(self.members)

    def can_be(self, answer: Value) -> bool:
        return answer in self.members

    @property
    def short(self) -> str:
        return f"{self.name}, drawn from {len(self.members)}"


ByLot = Throw | Draw
"""What chance answers."""
Question = Take | Choose | ByLot
