"""What it takes to play a printed module besides its bytes: where a position lies in it, what its cells stand for.

Printing makes it; `packed` and `unpacked` keep it as plain data.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
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
class Recorded:
    """What a procedure is at: a statement, a part of the sequence or a rule that follows; what is known by name there,
    and the pick in whose doing it stands, by its record."""

    line: object
    procedure: str
    names: Named
    pick: int = 0


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
    picks: Mapping[int, Answered]
    """The picks and draws by their records."""
    ending: tuple[str, ...]
    """The functions of the winner and of the final figures."""
    frames: Mapping[int, Framed]
    """The frames of actions, effects, parts of the sequence and windows, by the records of their procedures."""
    of_map: Mapping[str, bool]
    """Whether a function is a fact that depends on the map alone, and worth asking."""
    globals: Mapping[str, int]
    """The addresses of the globals of the library."""


MAX_BLANKS = 16


@dataclass(frozen=True)
class Playable(ModuleData):
    layout: Layout
    image: Image
    """A position, with all that the code itself speaks of behind it."""
    blanks: dict[int | None, Image] = field(default_factory=dict)
    """Images of bare maps by the identity of the map; under None what all maps have in common."""

    def image_of(self, position: Position, switches: bytes | None = None) -> Image:
        """Returns the memory of another position, with the switches of a whole law."""
        constants = self.image.constants or self.image
        if None not in self.blanks:
            self.blanks[None] = begun = Image(self.layout, Position(position.graph, None), constants=constants)
            begun.fill_law()
        blank = self.blanks.get(id(position.map))
        if blank is None or blank.position.map is not position.map:
            begun = self.blanks[None]
            blank = Image(self.layout, Position(position.graph, position.map), begun.memory[:], constants=constants)
            blank.behind, blank.lists = begun.behind[:], dict(begun.lists)
            blank.fill_map()
            if len(self.blanks) > MAX_BLANKS:
                del self.blanks[[*self.blanks][1]]
            self.blanks[id(position.map)] = blank
        found = Image(self.layout, position, ground=blank)
        found.fill_position()
        found.switches = switches
        return found


def packed(playable: Playable) -> bytes:
    image = playable.image
    plain = {field.name: getattr(playable, field.name) for field in fields(ModuleData)}
    plain["of_map"] = {key: is_of for key, is_of in playable.of_map.items() if is_of}
    plain["functions"] = {key: playable.functions[key] for key in (*playable.ending, *plain["of_map"]) if key}
    memory = zlib.compress(image.laid(image.layout.end), 1)  # most of it is empty
    lists = [([len(cells) for cells in [*one.lists]], one.behind.tobytes()) for one in (image.constants, image) if one]
    return msgspec.msgpack.encode((ModuleData(**plain), playable.layout.as_data(), memory, lists))


def unpacked(data: bytes, law: Law, position: Position) -> Playable:
    plain, laid, memory, lists = msgspec.msgpack.decode(data, type=_Packed)
    layout = Layout.of_data(law, laid)
    constants = Image(layout, position)
    image = Image(layout, position, bytearray(zlib.decompress(memory)), constants=constants)
    for one, (lengths, behind) in zip((constants, image), lists, strict=True):
        one.behind = array("q", behind)
        at = 0
        for size in lengths:
            one.lists[tuple(one.behind[at : at + size])] = one.first + at * CELL
            at += size
    return Playable(**vars(plain), layout=layout, image=image)


_Packed = tuple[ModuleData, dict[str, Any], bytes, list[tuple[list[int], bytes]]]
"""Of the constants and of the position: the lengths of the lists that lie behind, and their cells."""
