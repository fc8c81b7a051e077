"""What it takes to play a printed module besides its bytes: where a position lies in it, what its cells stand for.

Printing makes it; `packed` and `unpacked` keep it as plain data.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, fields
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
class ModuleData:
    """What is kept of a module besides the law and a position."""

    functions: Mapping[str, Signature]
    """The functions of the law that can be asked, by their keys."""
    plays: bool
    actions: tuple[str, ...]
    picks: tuple[Answered, ...]
    ending: tuple[str, ...]
    """The functions that give who has won and what is told at the end."""
    frames: Mapping[int, Framed]
    """The frames of actions, effects, parts of the sequence and windows, by the numbers of their procedures."""
    of_map: tuple[str, ...]
    """The facts that depend on the map alone, and are worth asking."""
    globals: Mapping[str, int]
    """The addresses of the globals of the library."""


@dataclass(frozen=True)
class Playable(ModuleData):
    layout: Layout
    image: Image
    """A position, with all that the code itself speaks of behind it."""

    def image_of(self, position: Position) -> Image:
        """Returns the memory of another position."""
        found = Image(self.layout, position)
        found.behind = self.image.behind[:]  # addresses of constants stay as they are
        found.lists = dict(self.image.lists)
        found.fill()
        return found


def packed(playable: Playable) -> bytes:
    image = playable.image
    plain = {field.name: getattr(playable, field.name) for field in fields(ModuleData)}
    plain["functions"] = {key: playable.functions[key] for key in (*playable.ending, *playable.of_map) if key}
    lengths = [len(cells) for cells in [*image.lists]]  # of those that lie behind, in their order; there may come more
    memory = zlib.compress(image.memory, 1)  # most of a position is empty
    return msgspec.msgpack.encode(
        (ModuleData(**plain), playable.layout.as_data(), lengths, memory, image.behind.tobytes())
    )


def unpacked(data: bytes, law: Law, position: Position) -> Playable:
    plain, laid, lengths, memory, behind = msgspec.msgpack.decode(data, type=_Packed)
    layout = Layout.of_data(law, laid)
    image = Image(layout, position, bytearray(zlib.decompress(memory)))
    image.behind = array("q", behind)
    at = 0
    for size in lengths:
        image.lists[tuple(image.behind[at : at + size])] = layout.behind + at * CELL
        at += size
    return Playable(**vars(plain), layout=layout, image=image)


_Packed = tuple[ModuleData, dict[str, Any], list[int], bytes, bytes]
