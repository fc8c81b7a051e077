"""What can be asked of a table: a message each, told apart by `do`, the first word of its class."""

from __future__ import annotations

from hexlaw.compiler.studio.page_requests import Request
from hexlaw.compiler.workspace.table_games import Deed, TableQuery, Undone


class StandsAnew(Request):
    """A request upon which the game stands otherwise. A page says which version of it it has: what differs is sent."""

    had: int = 0


class OpenTable(StandsAnew):
    """How the game stands; where none is played yet, what can be."""


class BeginGame(StandsAnew, kw_only=True):
    """A game of a situation, with a program for the other sides or with a person."""

    situation: str
    against: str | None = None
    side: str | None = None
    preset: str | None = None


class LeaveGame(StandsAnew):
    """Another game is wanted: what can be played. This one stays in its journal."""


class WhoPlays(Request):
    """The sides of a situation, or their players, of which a person can be one."""

    situation: str


class UponQuestion(StandsAnew, kw_only=True):
    """Something is answered to the question of this number. Upon an answer that throws dice its odds come back and
    nothing is thrown, unless one is `sure`."""

    question: int
    sure: bool = False


class AnswerBy(UponQuestion, kw_only=True):
    """What a click does; without a path or a hex, what the throw of dice has interrupted."""

    deed: Deed = Deed()


class UndoSome(UponQuestion, kw_only=True):
    """What the last click has answered, the action under way or all is taken back."""

    what: Undone


class AutoPlay(UponQuestion):
    """A program goes on until this part of the turn is over."""


class SealTurn(UponQuestion):
    """What was answered by mail is written into a file: nothing of it is taken back from here on."""


class TypeLines(UponQuestion, kw_only=True):
    """What is typed as at a terminal."""

    lines: tuple[str, ...]


class HearOf(Request):
    """What is said to a question beside the game."""

    about: TableQuery


class OddsOf(Request):
    """What may come of what a click would do."""

    deed: Deed


class MeantBy(Request):
    """What that was for which has happened in some entries of the log."""

    at: tuple[int, int]


class SelectPiece(Request):
    """What can be done with a piece, and how far it gets."""

    piece: str


class SightBetween(Request):
    """Whether one sees from a hex to another, how far that is, and what is in the way."""

    here: str
    there: str


class KeyToMap(Request):
    """A picture of the game with the key to the map."""


class TakeOver(StandsAnew, kw_only=True):
    """Another person looks from here on."""

    who: str


class LookBack(StandsAnew):
    """What others have done since a person answered: told step by step, once more."""


class AsItWas(StandsAnew, kw_only=True):
    """How it stood after so many entries: whose turn it was, and the picture."""

    at: int


class SayLine(Request):
    """A line to all who play or look on."""

    line: str


class BackWanted(Request):
    """One's last action is to be taken back, with all that came after it, if all others agree."""


class AgreeTo(Request):
    """Whether somebody may take that back."""

    yes: bool


class NextGame(Request):
    """Another game of those who have played this one, each in the same seat or in the one after it."""

    exchanged: bool = False


RoomRequest = SayLine | BackWanted | AgreeTo | NextGame
"""What only people ask who play together."""
TableRequest = (
    OpenTable | BeginGame | LeaveGame | AsItWas | WhoPlays | AnswerBy | UndoSome | AutoPlay | SealTurn | TypeLines
    | HearOf | OddsOf | MeantBy | SelectPiece | SightBetween | KeyToMap | TakeOver | LookBack
)  # fmt: skip
