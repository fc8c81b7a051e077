"""Why an evaluation can stop: the law contradicts itself, is silent, or asks for too much.

These are findings about the law or the position, told to people as they are; they are never a fault of the machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from hexlaw.runtime.law.graph import Rule

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that was being worked out or done when the law stopped: a rule with the condition in hand, a fact
    with what it was asked of, a pick, an effect, a part of the sequence."""

    sort: str
    name: str
    args: tuple[object, ...] = ()
    where: str = ""  # file and line, where it is written
    text: str = ""  # of a rule: the condition that was looked at


class LawStop(Exception):
    """Base of all stops: a sentence, what would help, and the chain that led there, the innermost first."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.chain: list[Cause] = []
        self.is_placed = False  # whether the chain says what the game was doing

    def came_of(self, cause: Cause) -> None:
        if cause not in self.chain[-1:]:
            self.chain.append(cause)


class Hole(LawStop):
    """The law (or the position) does not say what was asked."""


IS_NOTHING = "what it is about is none here"


def there(value: T | None, what: str) -> T:
    """Returns a value that has to be something; `what` says what cannot be done with nothing."""
    if value is None:
        raise Hole(what, IS_NOTHING)
    return value


class Unseen(LawStop):
    """The answer depends on what the side that decides does not see: it cannot tell, so nothing is refused by it."""


class Misplaced(Hole):
    """Something would stand where its kind does not stand: what puts it there cannot be done."""


class Conflict(LawStop):
    """Rules that apply together disagree, and none stands over the other."""

    def __init__(self, fact: str, args: tuple[str, ...], rules: tuple[tuple[Rule, str], ...]) -> None:
        says = "; ".join(f"`{rule.id}` says {value}" for rule, value in rules)
        asked = f"{fact}({', '.join(args)})" if args else f"`{fact}`"
        super().__init__(
            f"the law contradicts itself about {asked}: {says}",
            "write `over` or `limits` in one of them to say which holds",
        )
        self.rules = tuple(rule for rule, _ in rules)


class Exhausted(LawStop):
    """The question needs more work than the machine grants to one question."""


SILENT = (Hole, Conflict)
"""Stops at which the law has no answer."""
UNDECIDED = (Unseen, *SILENT)
"""Stops that leave a question open which another part of it may still decide."""


def first_stop(stop: LawStop | None, met: LawStop) -> LawStop:
    """The stop that counts of two: a secret before a hole, which may lie behind it; else the one that was met first."""
    if stop is None or (isinstance(met, Unseen) and not isinstance(stop, Unseen)):
        return met
    return stop
