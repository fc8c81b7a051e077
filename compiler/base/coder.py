"""Encodes nodes as MessagePack and decodes them: reading runs no code, and each part is checked against its type.

A place is encoded as the number of its source in a list that encoder and decoder share, and offsets in it. A file is
found there by its name, however often it was read; an excerpt of a file only by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.msgpack import Decoder, Encoder, Ext

from hexlaw.compiler.base.source import Source, Span
from hexlaw.runtime.law.graph import MISSING

T = TypeVar("T")
FRACTION, NO_VALUE = 1, 2


class Undecodable(ValueError):
    """Data that do not decode as the expected type, or a value that cannot be encoded."""


class Coder(Generic[T]):
    def __init__(self, kind: Any) -> None:
        self._sources: Sequence[Source] = ()
        self._numbers: dict[object, int] = {}
        self._shift = 0
        self._lock = Lock()
        self._encoder = Encoder(enc_hook=self._plain)
        self._decoder: Decoder[T] = Decoder(kind, dec_hook=self._read, ext_hook=_extended)

    def encode(self, value: T, sources: Sequence[Source] = ()) -> bytes:
        """Returns the bytes of a value. Raises `Undecodable`."""
        try:
            with self._lock:
                by_name = {source.name: number for number, source in enumerate(sources) if type(source) is Source}
                self._numbers = by_name | {source: number for number, source in enumerate(sources)}
                return self._encoder.encode(value)
        except (TypeError, KeyError, OverflowError, RecursionError) as error:
            raise Undecodable(str(error)) from error

    def decode(self, data: bytes | msgspec.Raw, sources: Sequence[Source] = (), shift: int = 0) -> T:
        """Returns the value of these bytes, with all its places moved by `shift`. Raises `Undecodable`."""
        try:
            with self._lock:
                self._sources, self._shift = sources, shift
                return self._decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError, RecursionError, ArithmeticError) as error:
            raise Undecodable(str(error)) from error

    def _plain(self, value: Any) -> Any:
        if type(value) is Span:
            number = self._numbers.get(value.source)
            return self._numbers[value.source.name] if number is None else number, value.start, value.end
        if type(value) is Fraction:
            return Ext(FRACTION, str(value).encode())
        if value is MISSING:
            return Ext(NO_VALUE, b"")
        raise TypeError(f"{type(value).__name__} cannot be encoded")

    def _read(self, kind: Any, value: Any) -> Any:
        if kind is Span:
            number, start, end = value
            return Span(self._sources[number], start + self._shift, end + self._shift)
        return _value(value)


def _value(value: Any) -> Any:
    """Returns a decoded value as the law has it: its sets are tuples."""
    return tuple(map(_value, value)) if type(value) is list else value


def _extended(code: int, data: memoryview) -> Any:
    if code == FRACTION:
        return Fraction(*map(int, bytes(data).decode().split("/")))
    if code == NO_VALUE:
        return MISSING
    raise ValueError(f"there is no value of sort {code}")
