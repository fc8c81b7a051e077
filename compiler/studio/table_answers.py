"""What a table is sent upon each request, as types: they hold what the page is written for, and are printed for it."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from hexlaw.compiler.studio import table_requests as r
from hexlaw.compiler.studio.versions import StateUpdate
from hexlaw.compiler.workspace.table_games import CanBegin, LogLine, ToldLine


class NameAndTitle(TypedDict):
    name: str
    title: str


class TableChoices(TypedDict):
    """What can be played here, with what is said of each; and what was wanted last."""

    module: str
    situations: list[NameAndTitle]
    programs: dict[str, str]
    presets: dict[str, str]
    cards: dict[str, str]
    wanted: dict[str, str | None]


class SeatsToTake(TypedDict):
    seats: list[str]


class DiceToRoll(TypedDict):
    """Dice that would fall: the odds, and what to ask for if they may."""

    title: str
    odds: list[ToldLine]
    again: r.AnswerBy | r.AutoPlay | r.SealTurn | r.TypeLines | r.UndoSome


class TableUpdate(StateUpdate):
    """How the game stands, as it differs from what the page has, and what was said on the way."""

    heard: list[ToldLine | str]
    weighed: DiceToRoll | None


class PastUpdate(StateUpdate):
    turn: str


class WaitsFor(TypedDict):
    waits: str  # for whom: heard on the way


class StepOfOthers(StateUpdate):
    """What the page hears on the way: what others have done, and in which hex."""

    at: str | None
    log: list[LogLine]


class LinesTold(TypedDict):
    heard: list[ToldLine | str]


class OddsTold(TypedDict):
    odds: list[ToldLine]


class SightTold(TypedDict):
    """A line of sight in words, and the hexes whose ground stops it."""

    said: str
    free: bool | None
    stopped: NotRequired[list[str]]


class KeyPicture(TypedDict):
    svg: str


class NothingTold(TypedDict):
    pass


class SavedGame(TypedDict):
    journal: str
    against: str | None
    side: str | None


class SavedFile(TypedDict):
    """A game as a page keeps it, its name, and why nobody else may see it, if so."""

    game: SavedGame
    name: str
    secret: str


ANSWERS: dict[type, tuple[type, ...]] = {
    r.OpenTable: (TableUpdate, TableChoices), r.LeaveGame: (TableChoices,), r.WhoPlays: (SeatsToTake,),
    r.AsItWas: (PastUpdate,), r.HearOf: (LinesTold,), r.OddsOf: (OddsTold,), r.MeantBy: (LinesTold,),
    r.SelectPiece: (CanBegin,), r.SightBetween: (SightTold,), r.KeyToMap: (KeyPicture,),
    **dict.fromkeys((r.BeginGame, r.TakeOver, r.LookBack, *r.UponQuestion.__subclasses__()), (TableUpdate,)),
    **dict.fromkeys((r.SayLine, r.BackWanted, r.AgreeTo, r.NextGame), (NothingTold,)),
}  # fmt: skip
"""What comes back for a request: one of these."""
