"""Clauses: what is said, and of what.

A clause is kept in two parts, its subject and what is said of it: so two clauses of one subject share it, and in "an
enemy unit in the hex is painted" what is bound takes the place of the subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.words import english
from hexlaw.runtime.words.composing import agreeing, closed, mended, together_denied, without
from hexlaw.runtime.words.pronouns import arranged
from hexlaw.runtime.words.spans import Draft, Text, listed, plain, text


@dataclass(frozen=True)
class Clause:
    """What is said, and of what; without a subject it is a whole sentence. `lead` is the subject in words."""

    subject: e.Expr | None
    said: Draft
    lead: Draft = ()
    alternatives: bool = False  # it says that one of several things holds
    goes_on: bool = False  # the next one speaks of what it names


def whole(clause: Clause) -> Draft:
    if clause.subject is None:
        return clause.said

    def put_together(lead: Text, said: Text) -> Text:
        return closed(mended(text(lead, " ", agreeing(said) if english.is_of_several(plain(lead)) else said)))

    return arranged(put_together, clause.lead, clause.said)


def joined(clauses: Iterable[Clause], word: str) -> Draft:
    """Clauses in a row; neighbours of one subject name it once."""
    found = [*clauses]
    rows: list[list[Clause]] = []
    for clause in found:
        if clause.alternatives and word == "and" and len(found) > 1:
            clause = replace(clause, said=arranged(_either, clause.said))
        if rows and clause.subject is not None and clause.subject == rows[-1][0].subject:
            rows[-1].append(clause)
        else:
            rows.append([clause])
    if len(rows) == 1:
        return whole(_row(rows[0], partial(_in_a_row, word), alternative=word == "or"))
    several = any(len(row) > 1 or row[0].goes_on for row in rows)
    said = [
        _row(
            row,
            partial(_in_a_row, word) if len(row) > 2 and not several else lambda *parts: listed(parts, word),
            alternative=word == "or",
        )
        for row in rows
    ]
    return arranged(partial(_in_a_row, word, apart=several), *(whole(each) for each in said))


def _row(row: list[Clause], how: Callable[..., Text], *, alternative: bool) -> Clause:
    if len(row) == 1:
        return row[0]

    def put_together(*parts: Text) -> Text:
        first, *others = parts if alternative else together_denied(parts)
        return how(first, *(_goes_on("verb", part) for part in others)) if others else first

    return Clause(row[0].subject, arranged(put_together, *(clause.said for clause in row)), row[0].lead)


def _in_a_row(word: str, *parts: Text, apart: bool = False) -> Text:
    """Parts in a row, with a comma before the last where they have such words in them, or are rows themselves."""
    other = " or " if word == "and" else " and "
    if len(parts) > 2 or apart or any(other in plain(part) for part in parts):
        between = ["", *[", "] * (len(parts) - 2), f", {word} "][: len(parts)]
        return text(*[piece for pair in zip(between, parts, strict=True) for piece in pair])
    return listed(parts, word)


def _goes_on(how: Literal["verb", "no verb"], said: Text) -> Text:
    return (replace(said[0], goes_on=how), *said[1:]) if said else said


def _of_one(word: str, *parts: Text) -> Text:
    """What is said of one subject, in a row: alternatives share their verb, as in `is a ferry or a lugger`."""
    parts = tuple(together_denied(parts)) if word == "and" else parts
    shapes = {_shape(plain(part)) for part in parts}
    if word == "and" or len(shapes) > 1 or None in shapes:
        return listed([parts[0], *(_goes_on("verb", part) for part in parts[1:])], word)
    bare = (without("is ", part) for part in parts[1:])
    return listed([parts[0], *(_goes_on("no verb", part) for part in bare)], word)


def _shape(said: str) -> str | None:
    """What is alike in what can share its `is`: an article, a preposition or a participle, or that it is one word."""
    verb, _, rest = said.partition(" ")
    first, _, more = rest.partition(" ")
    if verb != "is" or first in ("not", "no", "none", "neither", ""):
        return None
    return "one word" if not more else "a" if first == "an" else first


def _either(said: Text) -> Text:
    """Alternatives in a row of what holds: `is either lit or moored`, `either is lit or carries a crew`."""
    if {span.goes_on for span in said} == {"", "no verb"}:
        return text("is either ", without("is ", said))
    return text("either ", said)


def together(clauses: Sequence[Clause], word: str) -> Clause:
    """Clauses as one; of one subject, they are said of it together."""
    first = clauses[0]
    if first.subject is not None and all(clause.subject == first.subject for clause in clauses):
        said = arranged(partial(_of_one, word), *(clause.said for clause in clauses))
        return Clause(first.subject, said, first.lead)
    return Clause(None, joined(clauses, word))


def bracketed(clauses: Sequence[Clause]) -> Clause:
    """Clauses that all hold as one of several alternatives; where there are several of them, in brackets."""
    if len(clauses) == 1:
        return clauses[0]
    one = together(clauses, "and")
    return replace(one, said=text("(", one.said, ")"))
