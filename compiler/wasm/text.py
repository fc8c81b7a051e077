"""A module as text, for people: its bytes read back in the text format of WebAssembly.

Only what `code.py` writes is read. Functions and globals have the names that they have in the module, locals have
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from hexlaw.compiler.wasm.code import BINARY, COMPARED, UNARY

T = TypeVar("T")
SIGNS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div_s", "%": "rem_s", "&": "and", "|": "or", "^": "xor", "<<": "shl",
    ">>": "shr_s", ">>u": "shr_u", "==": "eq", "!=": "ne", "<": "lt_s", "<u": "lt_u", ">": "gt_s", "<=": "le_s",
    ">=": "ge_s",
}  # fmt: skip
PLAIN: dict[int, str] = {
    0x00: "unreachable", 0x0F: "return", 0x1A: "drop", 0x45: "i32.eqz", 0x50: "i64.eqz", 0xA7: "i32.wrap_i64",
    0xAD: "i64.extend_i32_u",
    **{code: f"i64.{SIGNS.get(sign, sign)}" for sign, code in {**BINARY, **COMPARED, **UNARY}.items()},
}  # fmt: skip
OPENING = {0x02: "block", 0x03: "loop", 0x04: "if"}
TYPES = {0x7E: "i64", 0x7F: "i32"}
SORTS = {0: "func", 2: "memory", 3: "global"}
NAME = re.compile(r"[A-Za-z0-9_.:/<>=*+-]+", re.ASCII)


def as_text(code: bytes) -> Iterator[str]:
    """The lines of a module."""
    sections = dict(_sections(code))
    names = _names(sections[0])
    globals_, functions = names[7], names[1]
    yield "(module"
    shapes = sections[1].vector(_shape)
    yield from (f"  (type (func{shape}))" for shape in shapes)
    types = sections[3].vector(_Bytes.number)
    bodies = sections[10].vector(lambda r: r.part(r.number()))
    for number, (type_, body) in enumerate(zip(types, bodies, strict=True)):
        yield f"  (func {functions[number]} (type {type_}){shapes[type_]}"
        yield from _body(body, functions, globals_)
        yield "  )"
    (table,) = sections[4].vector(lambda r: (r.byte(), r.byte(), r.number())[2])
    yield f"  (table {table} funcref)"
    (pages,) = sections[5].vector(lambda r: (r.byte(), r.number())[1])
    yield f"  (memory {pages})"
    values = sections[6].vector(lambda r: (r.byte(), r.byte(), r.byte(), r.signed(), r.byte())[3])
    yield from (f"  (global {globals_[i]} (mut i64) (i64.const {value}))" for i, value in enumerate(values))
    for name, sort, number in sections[7].vector(lambda r: (r.text(), r.byte(), r.number())):
        of = functions[number] if sort == 0 else globals_[number] if sort == 3 else str(number)
        yield f"  (export {_quoted(name.encode())} ({SORTS[sort]} {of}))"
    (numbers,) = sections[9].vector(lambda r: (r.part(4), r.vector(_Bytes.number))[1])
    yield f"  (elem (i32.const 0) func{''.join(f' {functions[number]}' for number in numbers)})"
    for at, data in sections[11].vector(lambda r: ((r.byte(), r.byte(), r.signed(), r.byte())[2], r.part(r.number()))):
        yield f"  (data (i32.const {at}) {_quoted(data.rest())})"
    yield ")"


@dataclass
class _Bytes:
    """Bytes that are read from the front."""

    data: bytes
    at: int = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        found = shift = 0
        while True:
            byte = self.byte()
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found

    def signed(self) -> int:
        begun = self.at
        found = self.number()
        bits = 7 * (self.at - begun)
        return found - (1 << bits) if found >> (bits - 1) & 1 else found

    def part(self, length: int) -> _Bytes:
        self.at += length
        return _Bytes(self.data[self.at - length : self.at])

    def text(self) -> str:
        return self.part(self.number()).data.decode()

    def rest(self) -> bytes:
        return self.data[self.at :]

    def vector(self, read: Callable[[_Bytes], T]) -> list[T]:
        return [read(self) for _ in range(self.number())]


def _sections(code: bytes) -> Iterator[tuple[int, _Bytes]]:
    reading = _Bytes(code, 8)
    while reading.rest():
        yield reading.byte(), reading.part(reading.number())


def _names(section: _Bytes) -> dict[int, dict[int, str]]:
    """The names of functions (1) and globals (7), by number."""
    section.text()
    found = {}
    while section.rest():
        sort, part = section.byte(), section.part(section.number())
        named = part.vector(lambda r: (r.number(), r.text()))
        found[sort] = {n: f"${name if NAME.fullmatch(name) else _quoted(name.encode())}" for n, name in named}
    return found


def _quoted(data: bytes) -> str:
    plain = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in data)
    return f'"{"".join(plain)}"'


def _shape(reading: _Bytes) -> str:
    reading.byte()
    params, results = (reading.vector(lambda r: f" {TYPES[r.byte()]}") for _ in range(2))
    return (f" (param{''.join(params)})" if params else "") + (f" (result{''.join(results)})" if results else "")


def _body(r: _Bytes, functions: Mapping[int, str], globals_: Mapping[int, str]) -> Iterator[str]:
    for count, type_ in r.vector(lambda r: (r.number(), r.byte())):
        yield f"    (local{f' {TYPES[type_]}' * count})"
    depth = 2
    while True:
        op = r.byte()
        depth -= op == 0x0B
        if depth == 1:
            return
        yield "  " * (depth - (op == 0x05)) + _line(op, r, functions, globals_)
        depth += op in OPENING


def _line(op: int, r: _Bytes, functions: Mapping[int, str], globals_: Mapping[int, str]) -> str:
    match op:
        case 0x05 | 0x0B:
            return "else" if op == 0x05 else "end"
        case 0x02 | 0x03 | 0x04:
            type_ = TYPES.get(r.byte())
            return OPENING[op] + (f" (result {type_})" if type_ else "")
        case 0x0C:
            return f"br {r.number()}"
        case 0x0E:
            return f"br_table {' '.join(map(str, r.vector(_Bytes.number)))} {r.number()}"
        case 0x10:
            return f"call {functions[r.number()]}"
        case 0x11:
            return f"call_indirect (type {(r.number(), r.byte())[0]})"
        case 0x20 | 0x21:
            return f"local.{'get' if op == 0x20 else 'set'} {r.number()}"
        case 0x23 | 0x24:
            return f"global.{'get' if op == 0x23 else 'set'} {globals_[r.number()]}"
        case 0x29 | 0x37:
            align, offset = r.number(), r.number()
            at = f" offset={offset}" if offset else ""
            return f"i64.{'load' if op == 0x29 else 'store'}{at} align={1 << align}"
        case 0x41 | 0x42:
            return f"i{32 if op == 0x41 else 64}.const {r.signed()}"
        case 0xFC:
            r.part(3)
            return "memory.copy"
    return PLAIN[op]
