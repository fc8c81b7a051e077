"""Why a pick is legal or not: what `ask`, play, cases and explanations pass around."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hexlaw.runtime.evaluate.trace import TraceNode, Tried
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Cause, LawStop
from hexlaw.runtime.law.value import Value, Values


@dataclass
class Refusal:
    """One reason why a pick is not legal; `rule` is None when it is not among the things offered."""

    how: Literal["forbidden", "not open", "not offered", "would break", "no way on"]
    rule: g.Rule | None
    text: str
    tried: Tried | None = None
    lifts: list[Tried] = field(default_factory=list)  # what could have lifted it, and why it did not
    met: int = 0  # conditions of the pick that hold before the first that fails
    asked: list[TraceNode] = field(default_factory=list)  # the trace of the condition that fails


@dataclass
class Permission:
    """The verdict on one pick."""

    action: str
    pick: str
    args: Values
    refusals: list[Refusal] = field(default_factory=list)
    lifted: list[Tried] = field(default_factory=list)  # prohibitions that would apply, but are lifted
    passed: list[Tried] = field(default_factory=list)  # prohibitions whose conditions do not hold
    cost: Value = None
    further: list[Refusal] = field(default_factory=list)  # where no way leads on: why what would follow is refused
    instead: list[Value] = field(default_factory=list)  # what could be picked in its place
    silent: LawStop | None = None  # why one of the prohibitions could not be judged

    @property
    def allowed(self) -> bool:
        return not self.refusals

    @property
    def reasons(self) -> list[Refusal]:
        return [*self.refusals, *self.further]

    @property
    def judged(self) -> bool:
        """True if nothing refuses. If one of the prohibitions could not be judged and no other refuses: its stop."""
        if self.silent is not None and self.allowed:
            raise self.silent
        return self.allowed

    def refuse(self, how: Value, text: str) -> None:
        """Adds a refusal that comes from no rule."""
        self.refusals.append(Refusal(how, None, text))


class Broken(LawStop):
    """What must hold at this moment does not; a game cannot go on from there."""

    def __init__(self, refusals: list[Refusal]) -> None:
        texts = "; ".join(r.text or r.rule.id for r in refusals if r.rule is not None)
        super().__init__(texts, "what leads here should not be legal, or should not be done")
        self.refusals = refusals
        for rule in (refusal.rule for refusal in refusals if refusal.rule is not None):
            self.came_of(Cause("rule", rule.id, (), rule.origin.where))
