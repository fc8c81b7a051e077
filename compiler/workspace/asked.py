"""How a question says which law and which position it is asked of. Kept light: it is loaded before any law is."""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.compiler.source import Source


@dataclass(frozen=True)
class NamedCase:
    """The position of a case of the module."""

    id: str


@dataclass(frozen=True)
class CaseInFile:
    """The position of a case in any file; without an id, of its only one."""

    path: str
    id: str = ""


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
