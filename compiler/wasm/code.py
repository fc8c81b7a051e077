"""The code that everything is printed as, and its encoding as a WebAssembly module.

Code is trees of tuples, `(op, ...)`. A whole number is a constant, a text the local of that name. There is one type,
the 64-bit integer: yes and no are 1 and 0, addresses are bytes of the one memory. A condition is encoded without the
detour over a 64-bit value where its tree allows. Only what the printer uses is here, so a module can be read against
this file; the format is that of the WebAssembly core specification 2.0.

Expressions:
    ("+", a, b) and the other operators of `BINARY`; ("==", a, b) and the others of `COMPARED`; ("not", a);
    ("and", a, b), ("or", a, b): the second is evaluated only where it decides; ("?", test, a, b);
    ("load", address, offset); ("call", function, *args); ("icall", number, *args): by number in the table;
    ("global", name); ("do", statements, value): a value after statements; ("popcnt", a), ("ctz", a)
Statements:
    ("set", local, a); ("setg", global, a); ("store", address, a, offset); ("drop", a); ("return", a);
    ("if", test, then, otherwise); ("loop", label, body): `continue` goes to its head, it falls out at its end, and
    behind its body may stand how many turns it has, where that is known; ("block", label, body): `break` leaves it;
    ("break", label), ("continue", label); ("switch", a, bodies);
    ("copy", to, from, bytes); ("trap",): the engine gives up
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

from hexlaw.runtime.base.relations import going_on

Data = bytes | array  # type: ignore[type-arg]  # of whole numbers
Code = Any
"""A tree of tuples, a number or the name of a local."""

I64, FUNCREF = 0x7E, 0x70
PAGE = 65_536

BINARY = {
    "+": b"\x7c", "-": b"\x7d", "*": b"\x7e", "/": b"\x7f", "%": b"\x81",
    "&": b"\x83", "|": b"\x84", "^": b"\x85", "<<": b"\x86", ">>": b"\x87", ">>u": b"\x88",
}  # fmt: skip
COMPARED = {"==": b"\x51", "!=": b"\x52", "<": b"\x53", "<u": b"\x54", ">": b"\x55", "<=": b"\x57", ">=": b"\x59"}
UNARY = {"ctz": b"\x7a", "popcnt": b"\x7b"}
MAX_UNCOUNTED = 64
"""A loop of which it is known that it has fewer turns costs what stands in it."""
MAX_INLINED = 30
"""Nodes of a function that is written out where it is called: engines do not do so across functions."""


@dataclass(frozen=True)
class Function:
    """A function: all parameters and locals are 64-bit integers; `exported` under its own name. In one that
    `is_seldom` called, no small function is written out."""

    name: str
    params: tuple[str, ...]
    body: list[Code]
    exported: bool = False
    is_seldom: bool = False


@dataclass
class Module:
    functions: Mapping[str, Function] = field(default_factory=dict)
    globals: dict[str, int] = field(default_factory=dict)
    table: list[str] = field(default_factory=list)  # functions that are called by number, all of one parameter
    data: Sequence[tuple[int, Data]] = ()  # by address; it grows while more of the code is printed
    pages: int = 1
    globals_at: int = PAGE // 2  # the address of the globals, which are cells of the memory
    uncounted: Collection[str] | None = None
    """Where given, all turns of loops are counted (`_Body.taken`), and looked at but in functions of these names."""
    plain: Collection[str] = ()
    """The functions that Python writes out where they are called."""

    @property
    def places(self) -> dict[str, int]:
        """Returns the address of each global."""
        return {name: self.globals_at + 8 * number for number, name in enumerate(self.globals)}

    @property
    def laid(self) -> list[tuple[int, Data]]:
        """Returns the initial data of the memory by address, the globals included."""
        return [*self.data, (self.globals_at, array("q", self.globals.values()))]

    def encoded(self) -> bytes:
        """Returns the bytes of the module; functions and the memory keep their names in it. Small functions
        are written out where they are called, and what nothing calls then is left out."""
        encoding = _Encoding(self)
        bodies = list[bytes]()
        for f in encoding.called:  # which grows by the functions that it calls
            checks = None if self.uncounted is None else f.name not in self.uncounted
            bodies.append(_Body(f, encoding, checks).encoded())
        functions, numbers = encoding.called, encoding.numbers
        exports = [(f.name, 0, numbers[f.name]) for f in functions if f.exported]
        exports.append(("memory", 2, 0))
        whole, shaped = bytes([I64]), _vector(_u(encoding.shape(len(f.params))) for f in functions)
        laid = ((at, bytes(data)) for at, data in self.laid)
        sections = [
            _section(1, _vector(b"\x60" + _vector([whole] * n) + _vector([whole]) for n in encoding.shapes)),
            _section(3, shaped),
            _section(4, _vector([bytes([FUNCREF, 0]) + _u(len(self.table))])),
            _section(5, _vector([b"\0" + _u(self.pages)])),
            _section(7, _vector(_name(name) + bytes([sort]) + _u(number) for name, sort, number in exports)),
            _section(9, _vector([b"\0\x41\0\x0b" + _vector(_u(numbers[name]) for name in self.table)])),
            _section(10, _vector(_u(len(body)) + body for body in bodies)),
            _section(11, _vector(b"\0\x41" + _s(at) + b"\x0b" + _u(len(d)) + d for at, d in laid)),
            _section(0, _name("name") + _section(1, _vector(_u(at) + _name(name) for name, at in numbers.items()))),
        ]
        return b"\0asm\x01\0\0\0" + b"".join(sections)


def small_of(functions: Sequence[Function], kept: Collection[str]) -> dict[str, Function]:
    """Returns the functions that are written out where they are called, but for those that come to call themselves."""
    small = {f.name: f for f in functions if f.name not in kept and not any(islice(nodes(f.body), MAX_INLINED, None))}
    calls = {name: {*named_in(f.body, "call")} for name, f in small.items()}
    while True:  # a recursive function is not small
        within = {name: small.keys() & calls[name] for name in small}
        circle = {name for name in small if name in set(going_on(within[name], within.__getitem__))}
        if not circle:
            return small
        small = {name: f for name, f in small.items() if name not in circle}


def nodes(x: Code) -> Iterator[Code]:
    """Yields the operations of some code, the outer before the inner."""
    left = [x]
    while left:
        x = left.pop()
        if type(x) is tuple and x:
            yield x
        left += [part for part in reversed(x) if type(part) is tuple or type(part) is list]


def named_in(x: Code, op: str) -> Iterator[str]:
    """What some code names with an operation: the functions that it calls, the locals that it sets."""
    return (node[1] for node in nodes(x) if node[0] == op)


RESULT, OUT_OF_WORK = "result of what is written out", "out_of_work"


def _joined(parts: Encoded) -> bytes:
    return b"".join([_u(part) if isinstance(part, int) else part for part in parts])


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + _u(len(content)) + content


def _name(name: str) -> bytes:
    encoded = name.encode()
    return _u(len(encoded)) + encoded


def _vector(items: Iterable[bytes]) -> bytes:
    listed = list(items)
    return _u(len(listed)) + b"".join(listed)


@lru_cache(maxsize=4_096)
def _u(number: int) -> bytes:
    """An unsigned LEB128."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


@lru_cache(maxsize=4_096)
def _s(number: int) -> bytes:
    """A signed LEB128."""
    found = bytearray()
    while True:
        low, number = number & 0x7F, number >> 7
        if (number == 0 and not low & 0x40) or (number == -1 and low & 0x40):
            found.append(low)
            return bytes(found)
        found.append(low | 0x80)


Encoded = list[bytes | int]  # the numbers of locals stand between the bytes


class _Encoding:
    """What is known by number in all functions of a module: of those that are `called` from outside, by number, by
    those that are, or where work is out."""

    def __init__(self, module: Module) -> None:
        self.functions, self.globals = module.functions, module.places
        functions = [*module.functions.values()]
        self.small = small_of(functions, {*module.table, OUT_OF_WORK})
        self.called, self.numbers, self.shapes = list[Function](), dict[str, int](), dict[int, int]()
        self.written: dict[tuple[str, bool | None, bool], tuple[int, Encoded]] = {}
        """Of small functions, where loops are checked or not, as values and as conditions: how many locals each has,
        and what it does once those that it is given have their values."""
        for name in [*module.table, *(f.name for f in functions if f.exported or f.name == OUT_OF_WORK)]:
            self.number(name)

    def number(self, name: str) -> int:
        if name not in self.numbers:
            self.numbers[name] = len(self.called)
            self.called.append(self.functions[name])
        return self.numbers[name]

    def shape(self, params: int) -> int:
        return self.shapes.setdefault(params, len(self.shapes))


class _Body:
    """The encoding of one function. What is `written_out` leaves what it returns in a local, behind a block."""

    def __init__(self, function: Function, encoding: _Encoding, checks: bool | None, written_out: bool = False) -> None:
        self.function, self.all, self.checks, self.is_written_out = function, encoding, checks, written_out
        self.small = {} if function.is_seldom else encoding.small
        self.known = set[str]()  # the loops whose turns were counted beforehand
        self.locals = {name: i for i, name in enumerate(function.params)}
        self.count = len(self.locals)
        self.labels: list[str] = []
        self.out: Encoded = []

    def encoded(self) -> bytes:
        self.statements(self.function.body)
        self.out.append(b"\x42\0")  # falling off the end gives 0
        head = _vector([_u(own) + bytes([I64])] if (own := self.count - len(self.function.params)) else [])
        return head + _joined(self.out) + b"\x0b"

    def local(self, name: str) -> int:
        found = self.locals.setdefault(name, self.count)
        self.count += found == self.count
        return found

    def write_out(self, function: Function, args: Sequence[Code], *, is_value: bool) -> None:
        """Does what a small function does, in locals of this one."""
        known, key = self.all.written, (function.name, self.checks, is_value)
        if key not in known:
            known[key] = _Body(function, self.all, self.checks, written_out=True).as_template(is_value=is_value)
        count, does = known[key]
        numbers = list[int]()
        for arg in args:
            self.value(arg)
            self.out += b"\x21", self.count
            numbers.append(self.count)
            self.count += 1
        numbers += range(self.count, self.count + count - len(args))
        self.count += count - len(args)
        self.out += [numbers[part] if type(part) is int else part for part in does]

    def as_template(self, *, is_value: bool) -> tuple[int, Encoded]:
        """Returns the number of locals and what is done, with the numbers that locals would have by themselves."""
        body, write = self.function.body, self.value if is_value else self.condition
        for name in dict.fromkeys(named_in(body, "set")):
            if name not in self.locals:
                self.out += b"\x42\0\x21", self.local(name)
        match body:
            case [("return", value)] if self.locals or not isinstance(value, str):
                write(value)
            case _:
                self.out += b"\x42\0\x21", self.local(RESULT), b"\x02\x40"
                self.nested(RESULT, lambda: self.statements(body))
                self.out.append(b"\x0b")
                write(RESULT)
        runs = ([*run] for _, run in groupby(self.out, type))
        return self.count, [part for run in runs for part in (run if isinstance(run[0], int) else [_joined(run)])]

    # -- expressions

    def value(self, x: Code) -> None:
        """Puts a 64-bit value on the stack."""
        out = self.out
        if isinstance(x, int):
            out.append(b"\x42" + _s(x))
            return
        if isinstance(x, str):
            out += b"\x20", self.local(x)
            return
        op = x[0]
        if op in BINARY:
            self.value(x[1])
            self.value(x[2])
            out.append(BINARY[op])
        elif op in COMPARED or op in ("not", "and", "or"):
            self.condition(x)
            out.append(b"\xad")  # i64.extend_i32_u
        elif op == "load":
            self.address(x[1])
            out.append(b"\x29\x03" + _u(x[2] if len(x) > 2 else 0))
        elif op == "call":
            self.call(x, is_value=True)
        elif op == "icall":
            for arg in x[2:]:
                self.value(arg)
            self.address(x[1])
            out.append(b"\x11" + _u(self.all.shape(len(x) - 2)) + b"\0")
        elif op == "?":
            self.condition(x[1])
            out.append(b"\x04\x7e")
            self.nested("", lambda: self.value(x[2]))
            out.append(b"\x05")
            self.nested("", lambda: self.value(x[3]))
            out.append(b"\x0b")
        elif op == "do":
            self.statements(x[1])
            self.value(x[2])
        elif op == "global":
            out.append(b"\x41\0\x29\x03" + _u(self.all.globals[x[1]]))
        elif op in UNARY:
            self.value(x[1])
            out.append(UNARY[op])
        else:
            raise AssertionError(f"`{op}` is no expression")

    def call(self, x: Code, *, is_value: bool) -> None:
        called = self.all.functions.get(x[1])
        assert called is not None and len(called.params) == len(x) - 2, (
            f"{self.function.name} calls {x[1]} with {len(x) - 2} values"
        )
        if x[1] in self.small:
            self.write_out(called, x[2:], is_value=is_value)
            return
        for arg in x[2:]:
            self.value(arg)
        self.out.append(b"\x10" + _u(self.all.number(x[1])))

    def condition(self, x: Code) -> None:
        """Puts a 32-bit yes or no on the stack."""
        out, op = self.out, x[0] if isinstance(x, tuple) else ""
        if op in COMPARED:
            if op == "==" and x[2] == 0:
                self.value(x[1])
                out.append(b"\x50")
                return
            self.value(x[1])
            self.value(x[2])
            out.append(COMPARED[op])
        elif op == "not":
            self.condition(x[1])
            out.append(b"\x45")
        elif op in ("and", "or"):
            self.condition(x[1])
            out.append(b"\x04\x7f")
            yes, no = (x[2], 0) if op == "and" else (1, x[2])
            self.nested("", lambda: self.condition(yes))
            out.append(b"\x05")
            self.nested("", lambda: self.condition(no))
            out.append(b"\x0b")
        elif op == "do":
            self.statements(x[1])
            self.condition(x[2])
        elif op == "call" and x[1] in self.small:
            self.call(x, is_value=False)
        elif isinstance(x, int):
            out.append(b"\x41" + _s(int(x != 0)))
        else:
            self.value(x)
            out.append(b"\x50\x45")

    def address(self, x: Code) -> None:
        """Puts a 32-bit address or number on the stack."""
        if isinstance(x, int):
            self.out.append(b"\x41" + _s(x if x < 2**31 else x - 2**32))
        else:
            self.value(x)
            self.out.append(b"\xa7")

    def nested(self, label: str, write: Callable[[], None]) -> None:
        self.labels.append(label)
        write()
        self.labels.pop()

    # -- statements

    def statements(self, lines: Sequence[Code]) -> None:
        for line in lines:
            self.statement(line)

    def statement(self, x: Code) -> None:
        out, op = self.out, x[0]
        match op:
            case "set":
                self.value(x[2])
                out += b"\x21", self.local(x[1])
            case "setg":
                out.append(b"\x41\0")
                self.value(x[2])
                out.append(b"\x37\x03" + _u(self.all.globals[x[1]]))
            case "store":
                self.address(x[1])
                self.value(x[2])
                out.append(b"\x37\x03" + _u(x[3] if len(x) > 3 else 0))
            case "drop":
                self.value(x[1])
                out.append(b"\x1a")
            case "return":
                self.value(x[1])
                if self.is_written_out:
                    out += b"\x21", self.local(RESULT)
                    self.leave(RESULT)
                else:
                    out.append(b"\x0f")
            case "if":
                self.condition(x[1])
                out.append(b"\x04\x40")
                self.nested("", lambda: self.statements(x[2]))
                if len(x) > 3 and x[3]:
                    out.append(b"\x05")
                    self.nested("", lambda: self.statements(x[3]))
                out.append(b"\x0b")
            case "loop" if len(x) > 3 and self.checks is not None:
                if not isinstance(x[3], int) or x[3] >= MAX_UNCOUNTED:
                    self.taken(x[3])
                self.known.add(x[1])
                self.statement(x[:3])
                self.known.discard(x[1])
            case "loop" | "block":
                out.append(b"\x03\x40" if op == "loop" else b"\x02\x40")
                self.nested(x[1], lambda: self.statements(x[2]))
                out.append(b"\x0b")
            case "break" | "continue":
                if op == "continue" and self.checks is not None and x[1] not in self.known:
                    self.taken(1)
                self.leave(x[1])
            case "switch":
                self.switch(x[1], x[2])
            case "trap":
                out.append(b"\0")
            case "copy":
                for part in x[1:4]:
                    self.address(part)
                out.append(b"\xfc\x0a\0\0")
            case _:
                raise AssertionError(f"`{op}` is no statement")

    def leave(self, label: str) -> None:
        self.out.append(b"\x0c" + _u(self.labels[::-1].index(label)))

    def taken(self, turns: Code) -> None:
        """Takes turns off `work`, none where there are fewer than none."""
        off: Code = turns if isinstance(turns, int) else ("&", turns, ("^", (">>", turns, 63), -1))
        self.statement(("setg", "work", ("-", ("global", "work"), off)))
        if self.checks:
            self.statement(("if", ("<", ("global", "work"), 0), [("drop", ("call", OUT_OF_WORK))]))

    def switch(self, x: Code, bodies: Sequence[Sequence[Code]]) -> None:
        """Goes to one of several bodies by number; each falls out at its end, an unknown number does nothing."""
        count = len(bodies)
        self.out += [b"\x02\x40"] * (count + 1)
        self.labels += ["switch"] + [""] * count
        self.address(x)
        self.out.append(b"\x0e" + _u(count) + b"".join(_u(i) for i in range(count)) + _u(count))
        for i, body in enumerate(bodies):
            self.labels.pop()
            self.out.append(b"\x0b")
            self.statements(body)
            self.out.append(b"\x0c" + _u(count - 1 - i))
        self.labels.pop()
        self.out.append(b"\x0b")
