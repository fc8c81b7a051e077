"""A program that plays, by what is said of it: who uses one need not load what plays it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """What plays a seat: by plans that look at so many positions, by chance where they look at none; with what the
    others do then in mind, where it looks `ahead`."""

    positions: int
    ahead: bool = False


CHANCE = Program(0)
