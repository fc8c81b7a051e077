"""What an answer has read: rules, the conditions that failed, which rules met, cells of tables. Noted on request only.

Unlike a trace it has everything that was tried, also in other positions, but neither order nor values.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.runtime.law.graph import Rule


@dataclass
class ReadSet:
    asked: set[str] = field(default_factory=set)  # facts, quantities, tables, picks, rules that do not stand
    reached: set[str] = field(default_factory=set)  # rules that were looked at
    stopped: set[tuple[str, str]] = field(default_factory=set)  # a rule, and the condition that did not hold
    applied: set[str] = field(default_factory=set)  # rules whose conditions held and that nothing limited
    limited: set[tuple[str, str]] = field(default_factory=set)  # a rule (or `step:name`), and what limited it
    overridden: set[tuple[str, str]] = field(default_factory=set)  # a rule, and the rule that stood over it
    won: set[str] = field(default_factory=set)  # rules that applied and that nothing overrode
    cells: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)  # a table, and the place of a cell in it

    def judged(self, rule: Rule, limiters: tuple[Rule, ...]) -> None:
        """Notes that the conditions of a rule hold: it applies, or is limited."""
        if limiters:
            self.limit(rule.id, limiters)
        else:
            self.applied.add(rule.id)

    def limit(self, target: str, limiters: tuple[Rule, ...]) -> None:
        self.limited.update((target, limiter.id) for limiter in limiters)

    def compared(self, rule: Rule, above: tuple[Rule, ...]) -> None:
        """Notes how a rule that applies fares among the others: it wins, or others override it."""
        if above:
            self.overridden.update((rule.id, other.id) for other in above)
        else:
            self.won.add(rule.id)
