"""What it takes to play a printed module besides its bytes: where a position lies in it, what its cells stand for.

Printing makes it; `packed` and `unpacked` keep it as plain data.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from hexlaw.compiler.wasm.image import Image
from hexlaw.compiler.wasm.layout import CELL, Layout
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.position.position import Position

Signature = tuple[tuple[t.Type, ...], t.Type]
"""The types of what a function is given, and of what it gives."""


@dataclass(frozen=True)
class Answered:
    """What a pick or chance asks for: its name, the type of an answer, and whether that is a list or a record."""

    name: str
    item: t.Type
    is_list: bool


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

    def image_of(self, position: Position) -> Image:
        """Returns the memory of another position."""
        found = Image(self.layout, position)
        found.behind = self.image.behind[:]  # addresses of constants stay as they are
        found.lists = dict(self.image.lists)
        found.fill()
        return found


def packed(playable: Playable) -> bytes:
    store = msgspec.to_builtins
    ending = {key: playable.functions[key] for key in playable.ending if key}
    head = {
        "layout": {name: _plain(value) for name, value in playable.layout.as_data().items()},
        "digest": playable.digest, "lists": [len(cells) for cells in playable.image.lists],
        "functions": {key: [[store(x) for x in params], store(gives)] for key, (params, gives) in ending.items()},
        "picks": [[pick.name, store(pick.item), pick.is_list] for pick in playable.picks],
        "actions": playable.actions, "places": playable.places, "ending": playable.ending,
    }  # fmt: skip
    return msgspec.msgpack.encode([head, zlib.compress(playable.image.memory, 1), playable.image.behind.tobytes()])


def unpacked(data: bytes, law: Law, position: Position) -> Playable:
    head, memory, behind = msgspec.msgpack.decode(data)
    restore = partial(msgspec.convert, type=t.Type)
    layout = Layout.of_data(law, {name: _again(value) for name, value in head["layout"].items()})
    image = Image(layout, position, bytearray(zlib.decompress(memory)))  # most of a position is empty
    image.behind = array("q", behind)
    at = 0
    for size in head["lists"]:
        image.lists[tuple(image.behind[at : at + size])] = layout.behind + at * CELL
        at += size
    functions = {k: (tuple(map(restore, params)), restore(gives)) for k, (params, gives) in head["functions"].items()}
    picks = tuple(Answered(name, restore(item), is_list) for name, item, is_list in head["picks"])
    actions, places, ending = (tuple(head[name]) for name in ("actions", "places", "ending"))
    return Playable(layout, head["digest"], image, functions, True, actions, picks, places, ending)


SORTS: Mapping[str, type] = {sort.__name__: sort for sort in (tuple, list, frozenset, dict)}


def _plain(value: Any) -> Any:
    """Containers as lists that say what they are."""
    match value:
        case dict():
            return ["dict", *([_plain(k), _plain(v)] for k, v in value.items())]
        case tuple() | list() | frozenset():
            parts: Sequence[Any] = sorted(value) if isinstance(value, frozenset) else value
            return [type(value).__name__, *map(_plain, parts)]
    return value


def _again(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    sort, *parts = plain
    if sort == "dict":
        return {_again(k): _again(v) for k, v in parts}
    return SORTS[sort](map(_again, parts))
