"""What it takes to play a printed module besides its bytes: where a position lies in it, what its cells stand for.

Printing makes it; `packed` and `unpacked` keep it as plain data.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from hexlaw.compiler.wasm.image import Image
from hexlaw.compiler.wasm.layout import CELL, Layout
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.position.position import Position

Signature = tuple[tuple[t.Type, ...], t.Type]
"""The types of what a function is given, and of what it gives."""


Named = Mapping[str, tuple[int, t.Type]]
"""What a frame knows by name: where in it, and of what type."""


@dataclass(frozen=True)
class Framed:
    """What a frame stands for, such as `action:move` or `part:turn`, and what it was begun with."""

    name: str
    params: Named


@dataclass(frozen=True)
class Answered:
    """What a pick or chance asks for: its name, the type of an answer, whether that is a list or a record; the number
    of its line, and what is known by name there, with what was picked before and what led to dead ends."""

    name: str
    item: t.Type
    is_list: bool
    line: int
    names: Named


@dataclass(frozen=True)
class Playable:
    layout: Layout
    digest: str
    """The name of the bytes of the module: they are asked for only where they have to be compiled."""
    image: Image
    """A position, with all that the code itself speaks of behind it."""
    functions: Mapping[str, Signature]
    """The functions of the law that can be asked, by their keys."""
    plays: bool
    actions: tuple[str, ...] = ()
    picks: tuple[Answered, ...] = ()
    places: tuple[str, ...] = ()
    """The functions of the library that have no more room or time, by the number that they note."""
    ending: tuple[str, ...] = ()
    """The functions that give who has won and what is told at the end."""
    frames: Mapping[int, Framed] = field(default_factory=dict)
    """The frames of actions, effects, parts of the sequence and windows, by the numbers of their procedures."""
    of_map: tuple[str, ...] = ()
    """The facts that depend on the map alone, and are worth asking."""

    def image_of(self, position: Position) -> Image:
        """Returns the memory of another position."""
        found = Image(self.layout, position)
        found.behind = self.image.behind[:]  # addresses of constants stay as they are
        found.lists = dict(self.image.lists)
        found.fill()
        return found


@dataclass(frozen=True)
class _Packed:
    """A playable as it is kept."""

    layout: dict[str, Any]
    digest: str
    lists: list[int]  # the lengths of those that lie behind, in their order
    functions: dict[str, Signature]
    actions: tuple[str, ...]
    picks: tuple[Answered, ...]
    frames: Mapping[int, Framed]
    places: tuple[str, ...]
    ending: tuple[str, ...]
    of_map: tuple[str, ...]
    memory: bytes
    behind: bytes


def packed(playable: Playable) -> bytes:
    image = playable.image
    asked = {key: playable.functions[key] for key in (*playable.ending, *playable.of_map) if key}
    return msgspec.msgpack.encode(_Packed(
        playable.layout.as_data(), playable.digest, [len(cells) for cells in image.lists], asked, playable.actions,
        playable.picks, playable.frames, playable.places, playable.ending, playable.of_map,
        zlib.compress(image.memory, 1), image.behind.tobytes(),
    ))  # fmt: skip


def unpacked(data: bytes, law: Law, position: Position) -> Playable:
    found = msgspec.msgpack.decode(data, type=_Packed)
    layout = Layout.of_data(law, found.layout)
    image = Image(layout, position, bytearray(zlib.decompress(found.memory)))  # most of a position is empty
    image.behind = array("q", found.behind)
    at = 0
    for size in found.lists:
        image.lists[tuple(image.behind[at : at + size])] = layout.behind + at * CELL
        at += size
    return Playable(
        layout, found.digest, image, found.functions, True, found.actions, found.picks, found.places, found.ending,
        found.frames, found.of_map,
    )  # fmt: skip
