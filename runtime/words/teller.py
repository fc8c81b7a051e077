"""Expressions said in English: what has a value as a noun, what holds or does not as a clause.

A `Teller` tells one thing, a rule or an effect, in drafts (naming.py): a variable is named where it first stands in the
sentence, and is then "it", if it is the topic, or "the unit" again. What the law has no phrase for is said by its name
where that reads as English, else in the law's own words, marked as such.

An expression is said by saying its parts. Whatever is said of a part goes through the teller here, which hands over a
teller one step deeper. How each expression is said stands in the files beside this one: what has a value in `nouns.py`,
`numbers.py` and `quantifiers.py`, what holds in `conditions.py` and `equality.py`, what the law has a phrase for in
`filling.py`. A law may come from a stranger, so depth and length are bounded: what lies deeper than `MAX_DEPTH`, or
comes when the allowance is used up, is said as law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.words import conditions, nouns, quantifiers
from hexlaw.runtime.words.as_law import as_law
from hexlaw.runtime.words.clauses import Clause, joined
from hexlaw.runtime.words.phrases import Phrases
from hexlaw.runtime.words.pronouns import spoken
from hexlaw.runtime.words.spans import Draft, SoFar, Text, TextSpan, text

MAX_DEPTH = 30
"""Parts inside each other."""
MAX_SAID = 3_000
"""Nouns and clauses of one teller."""


@dataclass
class Allowance:
    """How many nouns and clauses may still be said; all tellers that come of one share it."""

    left: int = MAX_SAID

    def take(self) -> bool:
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True)
class Teller:
    """What expressions are called, as drafts. Asking uses up the allowance and changes nothing else."""

    phrases: Phrases
    roles: Mapping[str, str] = field(default_factory=dict)  # by variable, what it is called with its article
    start: SoFar = field(default_factory=SoFar)  # what has a name before anything is said
    inside: tuple[str, ...] = ()  # rules whose conditions are being said
    depth: int = 0
    allowance: Allowance = field(default_factory=Allowance)

    @property
    def graph(self) -> g.Graph:
        return self.phrases.graph

    def words(self, draft: Draft) -> Text:
        """The words of what is said first."""
        return spoken(draft, self.start)[0]

    def afresh(self) -> Teller:
        """A teller to say the same in another way."""
        return replace(self, allowance=Allowance())

    def inside_rule(self, rule: str) -> Teller:
        return replace(self, inside=(*self.inside, rule))

    def _deeper(self) -> Teller | None:
        """A teller for the parts of what is said; nothing where it is to be said as law."""
        if not self.allowance.take() or self.depth > MAX_DEPTH:
            return None
        return Teller(self.phrases, self.roles, self.start, self.inside, self.depth + 1, self.allowance)

    def law(self, node: e.Expr) -> Text:
        """An expression as it stands in the law."""
        return (TextSpan(as_law(node, self.graph), how="law"),)

    def noun(self, node: e.Expr) -> Draft:
        """What an expression stands for: `its range`, `the hexes next to it`."""
        deeper = self._deeper()
        return nouns.noun(deeper, node) if deeper is not None else self.law(node)

    def clause(self, node: e.Expr, holds: bool) -> Clause:
        """That a condition holds or does not: `the unit is lit`."""
        deeper = self._deeper()
        return (
            conditions.clause(deeper, node, holds) if deeper is not None else conditions.as_it_stands(self, node, holds)
        )

    def clauses(self, node: e.Expr, holds: bool) -> list[Clause]:
        """A condition as clauses that all hold."""
        match node:
            case e.All(parts=parts) if holds:
                return [clause for part in parts for clause in self.clauses(part, True)]
            case e.Any(parts=parts) if not holds:
                return [clause for part in parts for clause in self.clauses(part, False)]
            case e.Not(inner=inner):
                return self.clauses(inner, not holds)
            case e.Applies(rule=rule) if holds and (asked := conditions.of_rule(self, rule)):
                if (deeper := self._deeper()) is not None:
                    return [clause for part in asked for clause in deeper.inside_rule(rule).clauses(part, True)]
            case e.Quantified() if holds and (found := quantifiers.one_after_the_other(self, node)):
                return found
        return [self.clause(node, holds)]

    def clause_text(self, node: e.Expr, *, holds: bool = True) -> Draft:
        """A condition as a sentence without a capital and a stop."""
        return joined(self.clauses(node, holds), "and")

    def about(self, subject: e.Expr, *predicate: str | Draft) -> Clause:
        return Clause(subject, text(*predicate), self.noun(subject))
