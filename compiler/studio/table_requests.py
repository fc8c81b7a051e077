"""What can be asked of a table: a message each, told apart by `do`, the first word of its class."""

from __future__ import annotations

from hexlaw.compiler.studio.page_requests import Request


class OpenTable(Request):
    """How the game stands; where none is played yet, what can be."""


class BeginGame(Request):
    """A game of a situation, with a program for the other sides or with a person."""

    situation: str
    against: str | None = None
    side: str | None = None


class WhoPlays(Request):
    """The sides of a situation, or their players, of which a person can be one."""

    situation: str


class TypeLines(Request):
    """Answers, as they are typed at a terminal, to the question of this number. Upon an answer that throws dice its
    odds come back and nothing is thrown, unless one is `sure`."""

    lines: tuple[str, ...]
    question: int
    sure: bool = False


class HearOf(Request):
    """What is said to a question beside the game, as it is typed at a terminal: `why`, `odds`, `look`, `log` ..."""

    line: str


class MeantBy(Request):
    """What that was for which has happened in some entries of the log."""

    at: tuple[int, int]


class SelectPiece(Request):
    """What can be done with a piece, and how far it gets."""

    piece: str


class DrawPicture(Request):
    """The picture of the game; with the key to the map, where that is wanted."""

    key: bool = False


class TakeOver(Request):
    """Another person looks from here on."""

    who: str


class LookBack(Request):
    """What others have done since a person answered: told step by step, once more."""


TableRequest = (
    OpenTable | BeginGame | WhoPlays | TypeLines | HearOf | MeantBy | SelectPiece | DrawPicture | TakeOver | LookBack
)
