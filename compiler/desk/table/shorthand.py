"""Short forms of answers: what one word stands for where several answers are meant.

In come the words that were typed and what can be answered; out come the words that they stand for. Nothing here asks
the law or changes a game: each word that comes out is answered, and judged, like one that was typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from fractions import Fraction

from hexlaw.runtime.board.geometry import Hex, distance, hexes_along
from hexlaw.runtime.law.graph import ActionDecl
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.game import ACTION, DONE
from hexlaw.runtime.play.journal import Entry

END = "end"
"""What is typed to be done with a part of the turn."""
TO = "to"
"""What is typed before the hex that something goes to by the cheapest way."""
MANY = ","
PATTERN = frozenset("*?")
BETWEEN = ".."
"""Between the two hexes of a row of which one is left to choose: `A-1..A-9`."""


def several(word: str, names: Sequence[str]) -> list[str]:
    """Returns the names that a word stands for: those before and after its commas, each a name or a pattern such as
    `rifle-*`.

    Empty where it stands for nothing but itself. A name that several parts of the word stand for comes once.
    """
    if MANY not in word and not PATTERN & {*word}:
        return []
    found: dict[str, None] = {}
    for part in filter(None, word.split(MANY)):
        if PATTERN & {*part}:
            fitting = (name for name in names if fnmatchcase(name.casefold(), part.casefold()))
            found.update(dict.fromkeys(name for name in fitting if name != DONE))
        else:
            found[part] = None
    return [*found]


class Another(str):
    """The first word of the next of several actions that were typed as one; each fails by itself."""

    __slots__ = ()


def most_words(action: ActionDecl | None, pick: str, most: int) -> int:
    """Returns how many words at most, of so many, belong to an action behind one of its picks: one for each pick that
    follows, unless one is made as often as a player likes."""
    picks = () if action is None else action.picks
    at = next((n for n, each in enumerate(picks) if each.path == pick), None)
    following = () if at is None else picks[at + 1 :]
    return most if at is None or any(each.repeatedly for each in following) else min(most, len(following))


def ends(words: Sequence[str]) -> int:
    """Returns how many words at the beginning end one part of a turn: `end`, or `end end` to skip the list."""
    return next((number for number, word in enumerate(words[:2]) if word.lower() != END), len(words[:2]))


def another(words: Sequence[str]) -> int | None:
    """Where the next of several actions begins that were typed as one; none where none does."""
    return next((number for number, word in enumerate(words) if isinstance(word, Another)), None)


def are_numbers(options: Sequence[Value]) -> bool:
    """Returns whether numbers are picked, so that none is typed by its place in the list."""
    return any(isinstance(option, int | Fraction) and not isinstance(option, bool) for option in options)


def row(a: Hex, b: Hex) -> list[Hex]:
    """Returns the hexes that the straight line from `a` to `b` crosses, both ends with them, in order."""
    crossed = {a, b, *(contact.hex for contact in hexes_along(a, b) if contact.hex is not None)}
    return sorted(crossed, key=lambda h: (distance(a, h), -distance(b, h)))


def last_action(entries: Sequence[Entry], who: str) -> list[str]:
    """Returns the answers of a player's last action, over or not, the action first, without a last `done`."""
    begun = next((n for n in reversed(range(len(entries))) if begins(entries[n], who)), None)
    if begun is None:
        return []
    answers = [entries[begun].answer]
    for entry in entries[begun + 1 :]:
        if entry.who != who or not entry.asked.startswith(f"{answers[0]}."):
            break
        answers += [] if entry.lapsed else [entry.answer]
    while answers[-1] == DONE:
        answers.pop()
    return answers


def acted(entries: Sequence[Entry], who: str) -> set[str]:
    """Returns what a player has picked since a part of the sequence was ended, or another player acted."""
    found = set[str]()
    for entry in reversed(entries):
        if entry.who not in ("", who) or (entry.asked == ACTION and entry.answer == DONE):
            break
        found.update(entry.answer.split(", ") if entry.asked != ACTION else ())
    return found


def begins(entry: Entry, who: str) -> bool:
    """Returns whether a player begins an action with an answer."""
    return entry.who == who and entry.asked == ACTION and not entry.lapsed and entry.answer != DONE
