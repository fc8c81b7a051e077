"""Values as people say them: a hex by its printed name, a number as a fraction, a set as a list."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from hexlaw.runtime.board.geometry import Contact, Hex, Side, hexes_of
from hexlaw.runtime.law.value import Moment, Record, Thing, plain_text
from hexlaw.runtime.position.position import Position


def in_words(value: object, position: Position) -> str:
    return in_words_by(partial(in_words, position=position), value, position)


def in_words_by(say: Callable[[Any], str], value: object, position: Position) -> str:
    """The same where `say` knows the words of all that a value is made of."""
    match value:
        case None | bool() | int() | Fraction():
            return plain_text(value)
        case Hex(q, r):
            return position.map.name_of(value) if position.map else f"({q}, {r})"
        case Side():
            one, other = map(say, hexes_of(value))
            return f"the side between {one} and {other}"
        case Contact(how, side, hex_):
            return f"{say(side if side is not None else hex_)} ({how.replace('-', ' ')})"
        case Thing(name=name):
            return f"the printed {name[1:]}" if name.startswith("@") else name
        case Moment(edge, which, span, owner):
            return f"the {edge} of {which} {span}{f' of {owner}' if owner else ''}"
        case Record(kind=kind, fields=fields):
            return f"{kind}({', '.join([f'{name} = {say(part)}' for name, part in fields])})"
        case tuple():
            return f"{{{', '.join(map(say, value))}}}"
    return str(value)
