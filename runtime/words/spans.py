"""What is said: a row of spans, so that a page can link them and a terminal print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

How = Literal["plain", "name", "law"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence. `ref` is what it stands for, as `fact:cost` or `rule:cost.usual`, or nothing.

    `how` tells where its words come from: `plain` from a phrase of the law or the machine's own English, `name` from a
    name read with blanks for its hyphens, `law` from the law itself, as no phrase was there.
    """

    text: str
    ref: str = ""
    how: How = "plain"


Text = tuple[Span, ...]
"""A sentence, or a part of one."""

Piece = str | Span | Text


def text(*pieces: Piece) -> Text:
    """The pieces in one row; strings are plain, and neighbours that differ in nothing are joined."""
    made: list[Span] = []
    for span in _spans(pieces):
        if span.text and made and (made[-1].ref, made[-1].how) == (span.ref, span.how) == ("", "plain"):
            made[-1] = Span(made[-1].text + span.text)
        elif span.text:
            made.append(span)
    return tuple(made)


def _spans(pieces: Iterable[Piece]) -> Iterator[Span]:
    for piece in pieces:
        if isinstance(piece, str):
            yield Span(piece)
        elif isinstance(piece, Span):
            yield piece
        else:
            yield from piece


def plain(said: Iterable[Span]) -> str:
    """The words alone."""
    return "".join(span.text for span in said)


def with_head(said: Text, words: str) -> Text:
    """A text that begins with other words: those of its first span."""
    return (Span(words, said[0].ref, said[0].how), *said[1:])


def is_phrased(said: Iterable[Span]) -> bool:
    """Whether nothing in it had to fall back to the law."""
    return all(span.how != "law" for span in said)


def listed(parts: list[Text], word: str) -> Text:
    """`a, b and c`, with the word before the last."""
    if len(parts) < 2:
        return text(*parts)
    first = [piece for part in parts[:-1] for piece in (", ", part)][1:]
    return text(*first, f" {word} ", parts[-1])


def sentence(*pieces: Piece) -> Text:
    """The pieces as a sentence: a capital at its head, a stop at its end."""
    made = text(*pieces)
    if not made:
        return made
    head, last = made[0], made[-1]
    if head.how != "law":
        made = with_head(made, head.text[:1].upper() + head.text[1:])
    return made if last.text.endswith((".", "?", "!", ":")) else text(made, ".")


def uncapped(said: Text) -> Text:
    """A sentence to be put behind a comma: without its capital."""
    if not said or said[0].how == "law":
        return said
    return with_head(said, said[0].text[:1].lower() + said[0].text[1:])
