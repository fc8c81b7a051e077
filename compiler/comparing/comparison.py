"""All that was found out in one comparison; a part that was not asked for is absent."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.compiler.comparing.balance import Balance
from hexlaw.compiler.comparing.differences import Structure
from hexlaw.compiler.comparing.playing_on import Gains
from hexlaw.compiler.comparing.verdicts import Verdicts
from hexlaw.compiler.comparing.witness import Settled


@dataclass
class Comparison:
    base: str
    variant: str
    structure: Structure
    verdicts: Verdicts | None = None
    settled: list[Settled] = field(default_factory=list)
    gains: list[Gains] = field(default_factory=list)
    balances: list[Balance] = field(default_factory=list)
    not_played: list[str] = field(default_factory=list)
    """The situations for which no time was left."""
    digests: tuple[str, str] = ("", "")
    """Of the two laws, with their boards, situations and what was chosen."""

    @property
    def differs(self) -> bool:
        """Whether the laws differ in anything but words, or a verdict does."""
        return bool(self.structure.that_count) or (self.verdicts is not None and self.verdicts.differing > 0)
