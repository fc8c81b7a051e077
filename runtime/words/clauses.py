"""Clauses: what is said, and of what.

A clause is kept in two parts, its subject and what is said of it: so two clauses of one subject share it, and in "an
enemy unit in the hex is painted" what is bound takes the place of the subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hexlaw.runtime import expr as e
from hexlaw.runtime.words import english
from hexlaw.runtime.words.joining import agreeing, mended
from hexlaw.runtime.words.naming import arranged
from hexlaw.runtime.words.spans import Draft, Text, listed, plain, text


@dataclass(frozen=True)
class Clause:
    """What is said, and of what; without a subject it is a whole sentence. `lead` is the subject in words."""

    subject: e.Expr | None
    said: Draft
    lead: Draft = ()
    alternatives: bool = False  # it says that one of several things holds


def whole(clause: Clause) -> Draft:
    """A clause with its subject."""
    if clause.subject is None:
        return clause.said

    def put_together(lead: Text, said: Text) -> Text:
        return mended(text(lead, " ", agreeing(said) if english.is_of_several(plain(lead)) else said))

    return arranged(put_together, clause.lead, clause.said)


def joined(clauses: Iterable[Clause], word: str) -> Draft:
    """Clauses in a row; neighbours of one subject name it once."""
    made: list[Draft] = []
    last: e.Expr | None = None
    found = [*clauses]
    for clause in found:
        if clause.alternatives and word == "and" and len(found) > 1:
            clause = replace(clause, said=text("either ", clause.said))
        shares = clause.subject is not None and clause.subject == last
        made.append(clause.said if shares else whole(clause))
        last = clause.subject

    def put_together(*parts: Text) -> Text:
        other = " or " if word == "and" else " and "
        if len(parts) > 2 or any(other in plain(part) for part in parts):
            between = ["", *[", "] * (len(parts) - 2), f", {word} "][: len(parts)]
            return text(*[piece for pair in zip(between, parts, strict=True) for piece in pair])
        return listed(parts, word)

    return arranged(put_together, *made)


def together(clauses: Sequence[Clause], word: str) -> Clause:
    """Clauses as one; of one subject, they are said of it together."""
    first = clauses[0]
    if first.subject is not None and all(clause.subject == first.subject for clause in clauses):
        return Clause(first.subject, listed([clause.said for clause in clauses], word), first.lead)
    return Clause(None, joined(clauses, word))


def bracketed(clauses: Sequence[Clause]) -> Clause:
    """Clauses that all hold as one of several alternatives; where there are several of them, in brackets."""
    if len(clauses) == 1:
        return clauses[0]
    one = together(clauses, "and")
    return replace(one, said=text("(", one.said, ")"))
