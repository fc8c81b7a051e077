"""What a table is sent upon each request, as types: they hold what the page is written for, and are printed for it."""

from __future__ import annotations

from typing import TypedDict

from hexlaw.compiler.studio import table_requests as r
from hexlaw.compiler.studio.versions import Differs
from hexlaw.compiler.workspace.table_games import CanBegin, LogLine, ToldLine


class Named(TypedDict):
    name: str
    title: str


class Choices(TypedDict):
    """What can be played here: situations, programs and presets with what is said of each, kept cards; and what was
    wanted last."""

    module: str
    situations: list[Named]
    programs: dict[str, str]
    presets: dict[str, str]
    cards: dict[str, str]
    wanted: dict[str, str | None]


class Seats(TypedDict):
    seats: list[str]


class Weighed(TypedDict):
    """Dice that would fall: the odds, and what to ask for if they may."""

    title: str
    odds: list[ToldLine]
    again: r.AnswerBy | r.AutoPlay | r.SealTurn | r.TypeLines | r.UndoSome


class Stands(Differs):
    """How the game stands, as it differs from what the page has, and what was said on the way."""

    heard: list[ToldLine | str]
    weighed: Weighed | None


class Moment(Differs):
    turn: str


class Waits(TypedDict):
    """What the page hears on the way: whom it waits for."""

    waits: str


class StepOfOthers(Differs):
    """What the page hears on the way: what others have done, and in which hex."""

    at: str | None
    log: list[LogLine]


class Said(TypedDict):
    heard: list[ToldLine | str]


class Odds(TypedDict):
    odds: list[ToldLine]


class Reason(TypedDict):
    reason: str


class SightSaid(TypedDict):
    said: str
    free: bool | None


class Sight(SightSaid, total=False):
    """A line of sight in words, and the hexes whose ground stops it."""

    stopped: list[str]


class Picture(TypedDict):
    svg: str


class Nothing(TypedDict):
    pass


class Game(TypedDict):
    journal: str
    against: str | None
    side: str | None


class Kept(TypedDict):
    """A game as a page keeps it, its name, and why nobody else may see it, if so."""

    game: Game
    name: str
    secret: str


ANSWERS: dict[type, tuple[type, ...]] = {
    r.OpenTable: (Stands, Choices), r.LeaveGame: (Choices,), r.WhoPlays: (Seats,), r.AsItWas: (Moment,),
    r.HearOf: (Said,), r.OddsOf: (Odds,), r.MeantBy: (Reason,), r.SelectPiece: (CanBegin,), r.SightBetween: (Sight,),
    r.KeyToMap: (Picture,),
    **dict.fromkeys((r.BeginGame, r.TakeOver, r.LookBack, *r.UponQuestion.__subclasses__()), (Stands,)),
    **dict.fromkeys((r.SayLine, r.BackWanted, r.AgreeTo, r.NextGame), (Nothing,)),
}  # fmt: skip
"""What comes back for a request: one of these."""
