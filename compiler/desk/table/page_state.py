"""What the page of a table is sent, and what it answers with: each a struct, of which the types of the page are printed
(`bench/page_types.py`). What is as it mostly is, is left out."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal

import msgspec

DONE = -1
"""The number of being done with a pick or an action, or of ending a part."""
Undone = Literal["click", "action", "all"]


class TakeBack(msgspec.Struct, frozen=True):
    """What is taken back: of the last click or line all that it has answered, the action under way or the last, all, or
    so many answers."""

    what: Undone | Literal["line", "answers"]
    answers: int = 1
    silently: bool = False


class PlayPart(msgspec.Struct, frozen=True):
    """A program answers until this part of the turn is over."""


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is done by one click, or by a word that is typed: options by their numbers, each in the list of the question
    that follows upon those before; other pieces that do the same as the first in it; and the hex to go to by the
    cheapest way."""

    path: tuple[Annotated[int, msgspec.Meta(ge=DONE)], ...] = ()
    others: tuple[str, ...] = ()
    to: str = ""


Intent = Deed | TakeBack | PlayPart
"""What a person does to the game, by a click or in words."""
About = Literal[
    "why", "odds", "hint", "reach", "finish", "list", "more", "help", "save", "look", "map", "units", "log", "score",
    "wins",
]  # fmt: skip
BY_THEMSELVES = ("more", "help", "hint", "score", "wins")


class TableQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked beside the game, and about what: answers by their names, a piece, a hex, or how many."""

    of: About
    name: str = ""

    @staticmethod
    def typed(word: str, rest: str) -> TableQuery | None:
        """Returns what a word asks with what is typed behind it."""
        word = {"": "list", "?": "help"}.get(word, word)
        with suppress(msgspec.ValidationError):
            return None if rest and word in BY_THEMSELVES else msgspec.convert({"of": word, "name": rest}, TableQuery)
        return None


class Sent(msgspec.Struct, omit_defaults=True, rename="kebab"):
    pass


class ToldLine(Sent):
    """A line of an answer, with its depth of indent; a possible outcome has its chance or its pick, a piece or hex that
    was looked up has its figures. A line that has none of these is sent as plain text."""

    said: str
    depth: int = 0
    figures: dict[str, str] = {}
    chance: str = ""
    percent: int = 0
    pick: str = ""


class Option(Sent):
    """What can be answered: what is typed for it, what it is called if otherwise, what is said of it, its cost; the
    pieces that it can be begun with; the piece that it is, in which hex, and whether that is others'."""

    name: str
    label: str = ""
    said: str = ""
    by: list[str] = []
    piece: str = ""
    hex: str = ""
    against: bool = False
    cost: str = ""


class CanTake(Sent):
    """An action that a piece can begin, by which numbers of options, with what is picked next in it. Without a name,
    the one under way."""

    name: str
    path: list[int]
    label: str
    said: str
    targets: list[Option | str]
    steps: bool


class CanBegin(Sent):
    """What can be done with a piece, and how far it gets, for which cost; or later in the turn."""

    actions: list[CanTake]
    reach: dict[str, str]
    later: str


class LogLine(Sent):
    """What has happened, in some entries of the journal; what came of it and what that depended on; whether it can be
    said what for; and the hexes that it is about."""

    said: str
    at: tuple[int, int]
    meant: bool
    came: list[str]
    factors: list[str]
    hexes: list[str] = []
    turn: str = ""


class Done(Sent):
    """Being done is legal: the part that it ends, whether dice fall then, and whether that was wanted once already,
    though something can still act."""

    ends: str | None
    throws: bool
    again: bool = False


class TableState(Sent, omit_defaults=False):
    """How a game stands for the side that looks; where it `hands_over` to another, nothing of that. Where nobody at the
    page is asked anything, there is no `who`. A turn by mail that is over `seals`, then there is a file to send, by its
    name. A new player is `guided` to a move: its number, of how many, what is said of it, and what is typed for it."""

    title: str
    answers: int
    over: bool
    hands_over: str = ""
    question: int = -1
    sent: list[str] = []
    seals: bool = False
    mailed: dict[str, str] = {}
    resume: str = ""
    turn: str = ""
    figures: dict[str, str] = {}
    looks: str | None = None
    sides: list[str] = []
    score: list[str] = []
    log: list[LogLine] = []
    picture: list[str] = []
    ended: list[str] = []
    wins: list[str] = []
    who: str = ""
    asks: str = ""
    takes: bool = False
    steps: bool = False
    done: Done | None = None
    guided: tuple[int, int, str, str] | None = None
    options: list[Option | str] = []
    undo: int = 0
    all: int = 0
    cancel: int = 0
    reach: dict[str, str] = {}
