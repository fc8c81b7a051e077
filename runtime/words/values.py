"""Values as people say them: a hex by its printed name, a number as a fraction, a set as a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from hexlaw.runtime.board.geometry import Contact, Hex, Side, hexes_of
from hexlaw.runtime.law.value import Moment, Record, Thing, plain_text
from hexlaw.runtime.position.position import Position


def in_words(value: object, position: Position) -> str:
    """A value in words, in a position."""
    return in_words_by(partial(in_words, position=position), value, position)


def in_words_by(say: Callable[[Any], str], value: object, position: Position) -> str:
    """The same where `say` knows the words of all that a value is made of."""
    words = _WORDS.get(type(value))
    return str(value) if words is None else words(value, position, say)


def _plain(value: Any, position: Position, say: Callable[[Any], str]) -> str:
    return plain_text(value)


def _hex(value: Hex, position: Position, say: Callable[[Any], str]) -> str:
    return position.map.name_of(value) if position.map else f"({value.q}, {value.r})"


def _side(value: Side, position: Position, say: Callable[[Any], str]) -> str:
    one, other = map(say, hexes_of(value))
    return f"the side between {one} and {other}"


def _contact(value: Contact, position: Position, say: Callable[[Any], str]) -> str:
    return f"{say(value.side if value.side is not None else value.hex)} ({value.how.replace('-', ' ')})"


def _thing(value: Thing, position: Position, say: Callable[[Any], str]) -> str:
    return f"the printed {value.name[1:]}" if value.name.startswith("@") else value.name


def _moment(value: Moment, position: Position, say: Callable[[Any], str]) -> str:
    whose = f" of {value.owner}" if value.owner else ""
    return f"the {value.edge} of {value.which} {value.span}{whose}"


def _record(value: Record, position: Position, say: Callable[[Any], str]) -> str:
    return f"{value.kind}({', '.join([f'{name} = {say(part)}' for name, part in value.fields])})"


def _set(value: tuple[Any, ...], position: Position, say: Callable[[Any], str]) -> str:
    return f"{{{', '.join(map(say, value))}}}"


_WORDS: Mapping[type, Callable[[Any, Position, Callable[[Any], str]], str]] = {
    **dict.fromkeys((type(None), bool, int, Fraction), _plain),
    Hex: _hex, Side: _side, Contact: _contact, Thing: _thing, Moment: _moment, Record: _record, tuple: _set,
}  # fmt: skip
