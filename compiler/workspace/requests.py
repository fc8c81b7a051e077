"""How a question says which law and which position it is asked of. Kept light: it is loaded before any law is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hexlaw.compiler.base.source import Source


@dataclass(frozen=True)
class NamedCase:
    """The position of a case of the module."""

    id: str


@dataclass(frozen=True)
class CaseInFile:
    """The position of a case in any file; without an id, of its only one."""

    path: str
    id: str = ""

    @classmethod
    def called(cls, name: str) -> CaseInFile:
        """Returns the one that `FILE#ID` or `FILE` means."""
        path, _, id_ = name.partition("#")
        return cls(path, id_)


@dataclass(frozen=True)
class Described:
    """A position part by part. Each part is a text under the name by which findings show it."""

    board: Source | None = None
    situation: Source | None = None
    acting: Source | None = None
    now: Source | None = None
    pieces: tuple[Source, ...] = ()  # each `NAME=TYPE@HEX[,ATTRIBUTE=VALUE]`, or `NAME@HEX` of one that is there
    game: tuple[Source, ...] = ()  # each `NAME=VALUE`
    let: tuple[Source, ...] = ()  # the same: names for values


Where = NamedCase | CaseInFile | Described


@dataclass(frozen=True)
class Beginning:
    """The position that a situation begins with."""

    situation: str


@dataclass(frozen=True)
class Look:
    """How a position is drawn, and what is pointed out in it; hexes may be named by what stands in them."""

    side: str | None = None  # who looks; else everything is seen
    around: tuple[str, Source] | None = None  # only the map up to so many hexes from one; the number as it was written
    whole: bool = False  # the whole map, also of a case
    legend: bool = False
    stacks: bool = True  # side by side below the map
    reach: str = ""  # of this piece, with what it costs
    sights: tuple[tuple[str, str], ...] = ()
    arrows: tuple[tuple[str, ...], ...] = ()
    everything: bool = False  # also ground that the style has no rule for


@dataclass(frozen=True)
class HandWork:
    """One thing that is done to a position by hand."""

    what: str  # put, move, off, mark, turn or paint
    piece: str = ""
    hex: str = ""
    key: str = ""  # `type` or `kind` of what is put; an attribute
    value: str = ""  # none takes it away
    side: str = ""
    toward: int | None = None  # of a hexside: its angle, in degrees clockwise from the right
    has_base: bool = False  # whether data that is not changed lies below


@dataclass(frozen=True)
class Printing:
    """How a rule book is printed."""

    form: str = "html"  # or html-one, markdown, epub, pdf, json
    against: str | None = None  # what differs from this module is marked; by itself from what the module extends
    with_law: bool = False  # with the text of the law beside its prose
    formal: bool = False  # with the sentences that are made of the law, where an author's text stands


@dataclass(frozen=True)
class Pairs:
    """Pairs of games that are played under two laws."""

    players: Sequence[str] = ("greedy",)  # programs: one for all sides, or one for each
    number: int = 200  # at the most
    points: int = 0  # to so many of a hundred the difference is to be known, by as many pairs as that takes
    is_fixed: bool = False  # whether who gains is judged after that many alone, by the sharper test
    seed: str = "1"
    most_answers: int | None = None  # a game that is not over then is given up
    results: Sequence[str] = ()  # the file that keeps them, and others to be put into it; else they lie in the cache
    part: tuple[int, int] = (1, 1)  # which of how many parts of them is played, to be reported when all are together


@dataclass(frozen=True)
class QuickPairs:
    """A few pairs of games that are played after every save."""

    situation: str
    players: Sequence[str]
    number: int


@dataclass(frozen=True)
class Games:
    """Games that programs play against each other."""

    players: str = "random"  # one for all, one for each, or `SIDE=NAME` or `PLAYER=NAME` with commas between
    number: int = 1
    seed: str = "1"
    journals: str | None = None  # the folder in which the journals of all games are kept
    reference: bool = False  # by the reference evaluator, not as WebAssembly: the games are the same
    most_answers: int | None = None  # a game that is not over then is given up
    processes: int | None = None
    results: Sequence[str] = ()  # as of pairs; without a file none is kept
    part: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class CardWanted:
    """The card of a situation: how many games a cell, and for how long at the most."""

    number: int = 20
    seed: str = "1"
    seconds: int | None = None
    everything: bool = False  # also what each sort of counter and each rule of the situation earns
    processes: int | None = None
    keep: bool = False  # beside the module, for its book
    results: Sequence[str] = ()  # as of pairs
    part: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class AtTable:
    """Who sits at a table with a person, and who else looks on."""

    against: str | None = None  # a program that plays all sides but one
    side: str | None = None  # the person's, or which player they are
    who: str = "me"  # who they are, of those who play by mail at this machine
    picture: Path | None = None  # the file in which a picture of the game is kept
    in_page: bool = False  # played in a browser, not in the terminal
    meanwhile: bool = True  # whether the law is printed for WebAssembly beside the game
