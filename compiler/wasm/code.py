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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from hexlaw.runtime.base.relations import going_on

Code = Any
"""A tree of tuples, a number or the name of a local."""

I64, FUNCREF, EMPTY = 0x7E, 0x70, 0x40
PAGE = 65_536

BINARY = {
    "+": 0x7C, "-": 0x7D, "*": 0x7E, "/": 0x7F, "%": 0x81,
    "&": 0x83, "|": 0x84, "^": 0x85, "<<": 0x86, ">>": 0x87, ">>u": 0x88,
}  # fmt: skip
COMPARED = {"==": 0x51, "!=": 0x52, "<": 0x53, "<u": 0x54, ">": 0x55, "<=": 0x57, ">=": 0x59}
UNARY = {"ctz": 0x7A, "popcnt": 0x7B}


@dataclass(frozen=True)
class Function:
    """A function: all parameters and locals are 64-bit integers; `exported` under its own name."""

    name: str
    params: tuple[str, ...]
    body: list[Code]
    gives: bool = True
    exported: bool = False


@dataclass
class Module:
    functions: list[Function] = field(default_factory=list)
    globals: dict[str, int] = field(default_factory=dict)
    table: list[str] = field(default_factory=list)  # functions that are called by number, all of one parameter
    data: list[tuple[int, bytes]] = field(default_factory=list)
    pages: int = 1
    exported_globals: tuple[str, ...] = ()
    counted: Collection[str] | None = None
    """Where given, all turns of loops are counted (`_Body.taken`), and looked at in the functions of these names."""

    def written_out(self) -> Module:
        """Returns the module with calls of small functions written out, and without those that nothing calls then."""
        return replace(self, functions=reached(inlined(self.functions, self.table), self.table))

    def encoded(self) -> bytes:
        """Returns the bytes of the module; functions, globals and the memory keep their names in it."""
        numbers = {function.name: i for i, function in enumerate(self.functions)}
        assert len(numbers) == len(self.functions), "two functions of one name"
        global_numbers = {name: i for i, name in enumerate(self.globals)}
        shapes: dict[tuple[int, bool], int] = {}
        for function in self.functions:
            shapes.setdefault((len(function.params), function.gives), len(shapes))
        called = {(count, gives): number for (count, gives), number in shapes.items()}
        callable_ = {function.name: (i, len(function.params)) for i, function in enumerate(self.functions)}
        checks = {f.name: None if self.counted is None else f.name in self.counted for f in self.functions}
        bodies = [_Body(f, callable_, global_numbers, called, checks[f.name]).encoded() for f in self.functions]
        exports = [(f.name, 0, numbers[f.name]) for f in self.functions if f.exported]
        exports += [("memory", 2, 0), *((name, 3, global_numbers[name]) for name in self.exported_globals)]
        whole = bytes([I64])
        sections = [
            _section(1, _vector(b"\x60" + _vector([whole] * n) + _vector([whole] * gives) for n, gives in shapes)),
            _section(3, _vector(_u(shapes[len(f.params), f.gives]) for f in self.functions)),
            _section(4, _vector([bytes([FUNCREF, 0]) + _u(len(self.table))])),
            _section(5, _vector([b"\0" + _u(self.pages)])),
            _section(6, _vector(bytes([I64, 1, 0x42]) + _s(value) + b"\x0b" for value in self.globals.values())),
            _section(7, _vector(_name(name) + bytes([sort]) + _u(number) for name, sort, number in exports)),
            _section(9, _vector([b"\0\x41\0\x0b" + _vector(_u(numbers[name]) for name in self.table)])),
            _section(10, _vector(_u(len(body)) + body for body in bodies)),
            _section(11, _vector(b"\0\x41" + _s(at) + b"\x0b" + _u(len(d)) + d for at, d in self.data)),
            _section(0, _name("name") + _names(1, numbers) + _names(7, global_numbers)),
        ]
        return b"\0asm\x01\0\0\0" + b"".join(sections)


MAX_UNCOUNTED = 64
"""A loop of which it is known that it has fewer turns costs what stands in it."""
MAX_INLINED = 30
"""Nodes of a function that is written out where it is called: engines do not do so across functions."""


def inlined(functions: Sequence[Function], kept: Collection[str] = ()) -> list[Function]:
    """Returns the functions with calls of small ones written out. A function that comes to call itself stays."""
    small = {f.name: f for f in functions if f.name not in kept and size_of(f.body) <= MAX_INLINED}
    while True:  # of functions that call each other in a circle none is small
        within = {name: small.keys() & {*named_in(f.body, "call")} for name, f in small.items()}
        circle = {name for name in small if name in set(going_on(within[name], within.__getitem__))}
        if not circle:
            break
        small = {name: f for name, f in small.items() if name not in circle}
    writing = _Inlining(small)
    return [Function(f.name, f.params, writing.lines(f.body), f.gives, f.exported) for f in functions]


def reached(functions: Sequence[Function], kept: Collection[str]) -> list[Function]:
    """Returns the functions that can be called: from outside, by number, by those that can, or where work is out."""
    calls = {f.name: {*named_in(f.body, "call")} for f in functions}
    begun = [f.name for f in functions if f.exported or f.name in (*kept, "out_of_work")]
    found = set(going_on(begun, calls.__getitem__))
    return [f for f in functions if f.name in found]


def size_of(x: Code) -> int:
    """Returns the number of nodes of some code."""
    if isinstance(x, tuple | list):
        return isinstance(x, tuple) + sum(map(size_of, x))
    return 0


def named_in(x: Code, op: str) -> Iterator[str]:
    """What some code names with an operation: the functions that it calls, the locals that it sets."""
    left = [x]
    while left:
        x = left.pop()
        if type(x) is tuple and x and x[0] == op:
            yield x[1]
        left += [part for part in reversed(x) if type(part) is tuple or type(part) is list]


class _Inlining:
    """Writes small functions out where they are called, under locals of their own."""

    def __init__(self, small: Mapping[str, Function]) -> None:
        self.small, self.number = small, 0
        self.done: dict[str, tuple[list[Code], list[str]]] = {}  # bodies, with the locals that they assign

    def lines(self, body: Sequence[Code]) -> list[Code]:
        return [self.code(line) for line in body]

    def code(self, x: Code) -> Code:
        if isinstance(x, list):
            return self.lines(x)
        if not isinstance(x, tuple):
            return x
        if x and x[0] == "call" and x[1] in self.small:
            return self.written_out(self.small[x[1]], [self.code(arg) for arg in x[2:]])
        return tuple([self.code(part) for part in x])

    def written_out(self, function: Function, args: Sequence[Code]) -> Code:
        self.number += 1
        if function.name not in self.done:
            own = dict.fromkeys(named_in(function.body, "set"))
            self.done[function.name] = self.lines(function.body), [n for n in own if n not in function.params]
        inner, own_ = self.done[function.name]
        renaming = _Renaming(self.number)
        body = renaming.lines(inner)
        before: list[Code] = [
            ("set", renaming.local(param), arg) for param, arg in zip(function.params, args, strict=True)
        ]
        before += [("set", renaming.local(name), 0) for name in own_]
        match body:
            case [("set", _, value), ("break", _)] if before or not isinstance(value, str):
                return ("do", before, value) if before else value
        result = renaming.result
        return ("do", [*before, ("set", result, 0), ("block", renaming.out, body)], result)


class _Renaming:
    """Code of a function under other names; what it returns becomes the value of a local, behind a block."""

    def __init__(self, number: int) -> None:
        self.suffix, self.names = f" in {number}", dict[str, str]()
        self.result, self.out = "result" + self.suffix, "out" + self.suffix

    def local(self, name: str) -> str:
        found = self.names.get(name)
        if found is None:
            found = self.names[name] = name + self.suffix
        return found

    def lines(self, lines: list[Code]) -> list[Code]:
        found: list[Code] = []
        for line in lines:
            if line[0] == "return":
                found += [("set", self.result, self.code(line[1])), ("break", self.out)]
            else:
                found.append(self.code(line))
        return found

    def code(self, x: Code) -> Code:
        sort = type(x)
        if sort is str:
            return self.local(x)
        if sort is list:
            return self.lines(x)
        if sort is not tuple:
            return x
        op = x[0]
        if op == "global":
            return x
        if op in LABELLED:
            return (op, x[1] + self.suffix, *[self.code(part) for part in x[2:]])
        if op in NAMING:
            return (op, x[1], *[self.code(part) for part in x[2:]])
        return (op, *[self.code(part) for part in x[1:]])


LABELLED, NAMING = ("loop", "block", "break", "continue"), ("call", "setg")
"""Operations whose first operand is a label, and those whose first operand is the name of a function or global."""


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + _u(len(content)) + content


def _names(sort: int, numbers: Mapping[str, int]) -> bytes:
    content = _vector(_u(number) + _name(name) for name, number in numbers.items())
    return bytes([sort]) + _u(len(content)) + content


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


class _Body:
    """The encoding of one function."""

    def __init__(
        self, function: Function, functions: Mapping[str, tuple[int, int]], globals_: Mapping[str, int],
        shapes: Mapping[tuple[int, bool], int], checks: bool | None = None,
    ) -> None:  # fmt: skip
        self.function, self.functions, self.globals, self.shapes = function, functions, globals_, shapes
        self.checks, self.known = checks, set[str]()  # of the loops that are `known` all turns have been counted
        self.locals = {name: i for i, name in enumerate(function.params)}
        self.labels: list[str] = []
        self.out = bytearray()

    def encoded(self) -> bytes:
        self.statements(self.function.body)
        if self.function.gives:
            self.out += b"\x42\0"  # falling off the end gives 0
        declared = len(self.locals) - len(self.function.params)
        head = _vector([_u(declared) + bytes([I64])] if declared else [])
        return head + bytes(self.out) + b"\x0b"

    def local(self, name: str) -> bytes:
        return _u(self.locals.setdefault(name, len(self.locals)))

    # -- expressions

    def value(self, x: Code) -> None:
        """Puts a 64-bit value on the stack."""
        out = self.out
        if isinstance(x, int):
            out += b"\x42" + _s(x)
            return
        if isinstance(x, str):
            out += b"\x20" + self.local(x)
            return
        op = x[0]
        if op in BINARY:
            self.value(x[1])
            self.value(x[2])
            out.append(BINARY[op])
        elif op in COMPARED or op in ("not", "and", "or"):
            self.condition(x)
            out.append(0xAD)  # i64.extend_i32_u
        elif op == "load":
            self.address(x[1])
            out += b"\x29\x03" + _u(x[2] if len(x) > 2 else 0)
        elif op == "call":
            self.call(x)
        elif op == "icall":
            for arg in x[2:]:
                self.value(arg)
            self.address(x[1])
            out += b"\x11" + _u(self.shapes[len(x) - 2, True]) + b"\0"
        elif op == "?":
            self.condition(x[1])
            out += bytes([0x04, I64])
            self.nested("", lambda: self.value(x[2]))
            out.append(0x05)
            self.nested("", lambda: self.value(x[3]))
            out.append(0x0B)
        elif op == "do":
            self.statements(x[1])
            self.value(x[2])
        elif op == "global":
            out += b"\x23" + _u(self.globals[x[1]])
        elif op in UNARY:
            self.value(x[1])
            out.append(UNARY[op])
        else:
            raise AssertionError(f"`{op}` is no expression")

    def call(self, x: Code) -> None:
        for arg in x[2:]:
            self.value(arg)
        number, params = self.functions.get(x[1], (0, -1))
        assert params == len(x) - 2, f"{self.function.name} calls {x[1]} with {len(x) - 2} values"
        self.out += b"\x10" + _u(number)

    def condition(self, x: Code) -> None:
        """Puts a 32-bit yes or no on the stack."""
        out, op = self.out, x[0] if isinstance(x, tuple) else ""
        if op in COMPARED:
            if op == "==" and x[2] == 0:
                self.value(x[1])
                out.append(0x50)
                return
            self.value(x[1])
            self.value(x[2])
            out.append(COMPARED[op])
        elif op == "not":
            self.condition(x[1])
            out.append(0x45)
        elif op in ("and", "or"):
            self.condition(x[1])
            out += bytes([0x04, 0x7F])
            yes, no = (x[2], 0) if op == "and" else (1, x[2])
            self.nested("", lambda: self.condition(yes))
            out.append(0x05)
            self.nested("", lambda: self.condition(no))
            out.append(0x0B)
        elif op == "do":
            self.statements(x[1])
            self.condition(x[2])
        elif isinstance(x, int):
            out += b"\x41" + _s(int(x != 0))
        else:
            self.value(x)
            out += b"\x50\x45"

    def address(self, x: Code) -> None:
        """Puts a 32-bit address or number on the stack."""
        if isinstance(x, int):
            self.out += b"\x41" + _s(x if x < 2**31 else x - 2**32)
        else:
            self.value(x)
            self.out.append(0xA7)

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
                out += b"\x21" + self.local(x[1])
            case "setg":
                self.value(x[2])
                out += b"\x24" + _u(self.globals[x[1]])
            case "store":
                self.address(x[1])
                self.value(x[2])
                out += b"\x37\x03" + _u(x[3] if len(x) > 3 else 0)
            case "drop":
                self.value(x[1])
                out.append(0x1A)
            case "return":
                self.value(x[1])
                out.append(0x0F)
            case "if":
                self.condition(x[1])
                out += bytes([0x04, EMPTY])
                self.nested("", lambda: self.statements(x[2]))
                if len(x) > 3 and x[3]:
                    out.append(0x05)
                    self.nested("", lambda: self.statements(x[3]))
                out.append(0x0B)
            case "loop" if len(x) > 3 and self.checks is not None:
                if not isinstance(x[3], int) or x[3] >= MAX_UNCOUNTED:
                    self.taken(x[3])
                self.known.add(x[1])
                self.statement(x[:3])
                self.known.discard(x[1])
            case "loop" | "block":
                out += bytes([0x03 if op == "loop" else 0x02, EMPTY])
                self.nested(x[1], lambda: self.statements(x[2]))
                out.append(0x0B)
            case "break" | "continue":
                if op == "continue" and self.checks is not None and x[1] not in self.known:
                    self.taken(1)
                out += b"\x0c" + _u(self.labels[::-1].index(x[1]))
            case "switch":
                self.switch(x[1], x[2])
            case "trap":
                out.append(0x00)
            case "copy":
                for part in x[1:4]:
                    self.address(part)
                out += b"\xfc\x0a\0\0"
            case _:
                raise AssertionError(f"`{op}` is no statement")

    def taken(self, turns: Code) -> None:
        """Takes turns off `work`, none where there are fewer than none."""
        off: Code = turns if isinstance(turns, int) else ("&", turns, ("^", (">>", turns, 63), -1))
        self.statement(("setg", "work", ("-", ("global", "work"), off)))
        if self.checks:
            self.statement(("if", ("<", ("global", "work"), 0), [("drop", ("call", "out_of_work"))]))

    def switch(self, x: Code, bodies: Sequence[Sequence[Code]]) -> None:
        """Goes to one of several bodies by number; each falls out at its end, an unknown number does nothing."""
        count = len(bodies)
        self.out += bytes([0x02, EMPTY]) * (count + 1)
        self.labels += ["switch"] + [""] * count
        self.address(x)
        self.out += b"\x0e" + _u(count) + b"".join(_u(i) for i in range(count)) + _u(count)
        for i, body in enumerate(bodies):
            self.labels.pop()
            self.out.append(0x0B)
            self.statements(body)
            self.out += b"\x0c" + _u(count - 1 - i)
        self.labels.pop()
        self.out.append(0x0B)
