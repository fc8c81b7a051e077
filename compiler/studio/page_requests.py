"""What can be asked of a studio: a message each, told apart by `do`, the first word of its class."""

from __future__ import annotations

import re
from typing import Any

import msgspec


def _first_word(name: str) -> str:
    return re.split(r"(?<=[a-z])(?=[A-Z])", name)[0].lower()


class _Request(msgspec.Struct, tag_field="do", tag=_first_word, forbid_unknown_fields=True):
    pass


Data = dict[str, Any]
"""What JSON can hold."""
Position = Data
"""A case as it stands in a file of cases, and under `maps` what the file says of maps."""


class OpenModule(_Request):
    """What there is: files, cases, situations."""


class ReadFile(_Request):
    """The text of a file."""

    path: str


class EditFile(_Request):
    """A text that is not saved, on top of a file or of none: what is wrong with the law now."""

    path: str
    text: str


class CheckModule(_Request):
    """All that is wrong with the module, its clashes among it."""


class SaveFile(_Request):
    """Writes a file, unless it is not any more as it was `read`: a digest."""

    path: str
    text: str
    read: str


class PackModule(_Request):
    """The module as it stands, with what it extends, as an archive."""


class TakeCase(_Request):
    """A case as a position that can be changed."""

    id: str


class JudgePosition(_Request):
    """The verdict on a position now and before, and a picture of it."""

    position: Position


class ReachOf(_Request):
    """Where a piece gets to, and for what."""

    position: Position
    piece: str


class WhyNot(_Request):
    """Why a piece may or may not go to a hex."""

    position: Position
    piece: str
    hex: str


class KeepCase(_Request):
    """The text of a file with a position added as a case."""

    position: Position
    path: str
    id: str
    expect: str


class NameAll(_Request):
    """All names of the law, for completion."""


class LookAhead(_Request):
    """Looks through some cases under the law as it was, for later."""


class ChangedCases(_Request):
    """The cases that come out otherwise now."""


class WitnessOf(_Request):
    """The smallest positions in which what was changed matters."""


class PlayPairs(_Request):
    """What comes of pairs of games under the law now and before."""

    situation: str
    pairs: int = 200
    players: tuple[str, ...] = ("greedy",)


Request = (
    OpenModule
    | ReadFile
    | EditFile
    | CheckModule
    | SaveFile
    | PackModule
    | TakeCase
    | JudgePosition
    | ReachOf
    | WhyNot
    | KeepCase
    | NameAll
    | LookAhead
    | ChangedCases
    | WitnessOf
    | PlayPairs
)
