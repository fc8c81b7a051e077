"""What is said: a row of spans, so that a page can link them and a terminal print them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, overload

from hexlaw.runtime.base.nodes import replace

How = Literal["plain", "name", "law"]


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of a sentence. `ref` is what it stands for, as `fact:cost` or `rule:cost.usual`, or nothing.

    `how` tells where its words come from: `plain` from a phrase of the law or the machine's own English, `name` from a
    name read with blanks for its hyphens, `law` from the law itself, as no phrase was there. `goes_on` marks where
    another thing is said of one subject: with a verb of its own, or with that of the first.
    """

    text: str
    ref: str = ""
    how: How = "plain"
    goes_on: Literal["", "verb", "no verb"] = field(default="", compare=False)


Text = tuple[TextSpan, ...]
"""A sentence, or a part of one."""


@dataclass(frozen=True)
class SoFar:
    """What a text has named before some place in it."""

    named: Mapping[str, str | Draft] = field(default_factory=dict)  # by variable, what it is called from then on
    topic: str | None = None  # the variable that is "it"
    bound: frozenset[str] = frozenset()
    leads: frozenset[str] | None = None  # the variables that may be the topic, where not all may

    def calling(self, variable: str, called: str | Draft) -> SoFar:
        return replace(self, named={**self.named, variable: called})

    def introducing(self, variable: str, called: str) -> SoFar:
        """After its first mention under this name, which may have an article; it may be the topic from then on."""
        article, _, rest = called.partition(" ")
        bare = rest if article in ("a", "an") else f"other {rest}" if article == "another" else called
        again = bare if bare.partition(" ")[0] in ("the", "its", "this", "that", "what") else f"the {bare}"
        after = self.calling(variable, again)
        leads = self.leads is None or variable in self.leads
        return replace(after, topic=variable) if self.topic is None and variable not in self.bound and leads else after

    def that_one(self, noun: str, adjectives: Iterable[str] = ()) -> str:
        """What is bound is called behind `every`: `that unit`, inside another such `that lit unit` or `that other
        unit`."""
        taken = self.named.values()
        names = (f"that {noun}", *(f"that {each} {noun}" for each in adjectives), f"that other {noun}")
        return next((name for name in names if name not in taken), f"that third {noun}")

    def inside(self, variable: str, called: str | Draft) -> SoFar:
        """Where a variable is bound, and called so."""
        return replace(self.calling(variable, called), bound=self.bound | {variable})

    def behind(self, inside: SoFar, variable: str) -> SoFar:
        """Behind such a place, which has left `inside`: the variable is called what it was before."""
        named = {name: called for name, called in inside.named.items() if name != variable}
        before = {variable: self.named[variable]} if variable in self.named else {}
        return replace(inside, named={**named, **before}, bound=self.bound)


class Open(Protocol):
    """A part of a text whose words depend on what stands before it; naming.py closes it."""

    def __call__(self, so_far: SoFar, /) -> tuple[Text, SoFar]: ...


Draft = tuple[TextSpan | Open, ...]
"""A text, parts of which may be open; a text is a draft without any."""

Closed = str | TextSpan | Text
Piece = Closed | Draft


@overload
def text(*pieces: Closed) -> Text: ...
@overload
def text(*pieces: Piece) -> Draft: ...
def text(*pieces: Piece) -> Draft:
    """The pieces in one row; strings are plain, and neighbours that differ in nothing are joined."""
    made: list[TextSpan | Open] = []
    for piece in pieces:
        row = (TextSpan(piece),) if isinstance(piece, str) else (piece,) if isinstance(piece, TextSpan) else piece
        for part in row:
            last = made[-1] if made else None
            if not isinstance(part, TextSpan):
                made.append(part)
            elif (
                isinstance(last, TextSpan)
                and last.how == part.how == "plain"
                and not (last.ref or part.ref or part.goes_on)
            ):
                made[-1] = replace(last, text=last.text + part.text)
            elif part.text:
                made.append(part)
    return tuple(made)


def plain(said: Iterable[TextSpan]) -> str:
    """The words alone."""
    return "".join(span.text for span in said)


def with_head(said: Text, words: str) -> Text:
    """A text that begins with other words: those of its first span."""
    return (replace(said[0], text=words), *said[1:])


def is_phrased(said: Iterable[TextSpan]) -> bool:
    """Whether nothing in it had to fall back to the law."""
    return all(span.how != "law" for span in said)


@overload
def listed(parts: Sequence[Text], word: str) -> Text: ...
@overload
def listed(parts: Sequence[Draft], word: str) -> Draft: ...
def listed(parts: Sequence[Draft], word: str) -> Draft:
    """`a, b and c`, with the word before the last."""
    return text(strung(parts[:-1], ", "), f" {word} ", parts[-1]) if len(parts) > 1 else text(*parts)


def enumerated(names: Iterable[str]) -> str:
    """`a, b and c`, of names."""
    return plain(listed([*map(text, names)], "and"))


@overload
def strung(parts: Iterable[Text], between: str) -> Text: ...
@overload
def strung(parts: Iterable[Draft], between: str) -> Draft: ...
def strung(parts: Iterable[Draft], between: str) -> Draft:
    """The parts in a row, with these words between them."""
    return text(*[piece for part in parts for piece in (between, part)][1:])


def sentence(*pieces: Closed) -> Text:
    """The pieces as a sentence: a capital at its head, a stop at its end."""
    if not (made := text(*pieces)):
        return made
    head, last = made[0], made[-1]
    if head.how != "law":
        first = 1 if head.text.startswith("“") else 0
        made = with_head(made, head.text[:first] + head.text[first : first + 1].upper() + head.text[first + 1 :])
    return made if last.text.endswith((".", "?", "!", ":")) else text(made, ".")


def uncapped(said: Text) -> Text:
    """A sentence to be put behind a comma: without its capital."""
    if not said or said[0].how == "law":
        return said
    first = 1 if said[0].text.startswith("“") else 0
    return with_head(said, said[0].text[:first] + said[0].text[first : first + 1].lower() + said[0].text[first + 1 :])
