"""What is "it": drafts of texts, in which a thing gets its name once all that stands before it has been said.

A draft is a row of spans and of open parts. `spoken` closes the parts from left to right, each by what was named so
far, so nothing but the place of a word decides what it refers to: asking for a draft changes nothing, and drafts can be
made in any order, twice, or for nothing. Where the words themselves decide how a text goes on, `arranged` waits for
them.
"""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.words.spans import Draft, SoFar, Text, TextSpan, text


def spoken(draft: Draft, so_far: SoFar) -> tuple[Text, SoFar]:
    """The words of a draft, and what is named behind them."""
    spans: list[TextSpan] = []
    for piece in draft:
        if isinstance(piece, TextSpan):
            spans.append(piece)
        else:
            closed, so_far = piece(so_far)
            spans += closed
    return text(tuple(spans)), so_far


def arranged(how: Callable[..., Draft], *parts: Draft) -> Draft:
    """What `how` makes of the words of the parts, which stand in this order."""

    def close(so_far: SoFar) -> tuple[Text, SoFar]:
        closed: list[Text] = []
        for part in parts:
            words, so_far = spoken(part, so_far)
            closed.append(words)
        return spoken(how(*closed), so_far)

    return (close,)


def depending(make: Callable[[SoFar], Draft]) -> Draft:
    """What is made of what was named before."""
    return (lambda so_far: spoken(make(so_far), so_far),)


def scoped(variable: str, called: str | Draft, draft: Draft) -> Draft:
    """A draft in which a bound variable is called so."""

    def close(so_far: SoFar) -> tuple[Text, SoFar]:
        words, inside = spoken(draft, so_far.inside(variable, called))
        return words, so_far.behind(inside, variable)

    return (close,)


def without_topic(draft: Draft) -> Draft:
    """A draft in which nothing becomes "it", nor behind it."""
    return (lambda so_far: spoken(draft, replace(so_far, leads=frozenset())),)


def calling(variable: str, called: str) -> Draft:
    """Says nothing: from here on the variable is called so."""
    return (lambda so_far: ((), so_far.calling(variable, called)),)


def introducing(variable: str, called: str) -> Draft:
    """Says nothing: the variable has just been mentioned under this name, and may be "it"."""
    return (lambda so_far: ((), so_far.introducing(variable, called)),)
