"""Runs printed code as plain Python: the engine where no other is installed, and the one to debug with.

A function is printed at its first call: a game needs few of them, and begins at once. Nothing is inlined beforehand.
The memory is one array of cells. Numbers are wrapped to 64 bits where that shows (stored, compared, divided, shifted
to the right), not in between.

An expression of code may contain statements. Operands are printed in their order; where one needs lines of its own,
those before it are put into locals in front of these lines. A loop, or a block that is left, becomes a `while True`
that ends with `break`. A jump out of the innermost is `break` or `continue`. One that goes further stores its target
in `jump_to`, and behind each loop on the way the code tests whether the target is reached.

The texts are in `linecache`, a file for each function: tracebacks show their lines, and a debugger stops at them.
"""

from __future__ import annotations

import gc
import linecache
import mmap
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from keyword import iskeyword
from types import CodeType, SimpleNamespace
from typing import Any
from weakref import ref

from hexlaw.compiler.wasm.code import COMPARED, MAX_UNCOUNTED, PAGE, Code, Function, Module, named_in, small_of
from hexlaw.compiler.wasm.engines import Answered, CompiledModule, Engine, Instance, Trap, in_memory, webassembly
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.runtime.evaluate.recursion import room_to_nest

WRAPPING, BITWISE = ("+", "-", "*", "<<"), ("&", "|", "^")
OWN = ["memory", "divided", "remainder", "wrapped", "copy", "Trap", "w", "TABLE"]
"""Names of a printed text besides those of the module."""
Called = Callable[..., int]
SIMPLE = re.compile(r"\w+|\(-\d+\)").fullmatch


def engine() -> Engine:
    """Returns the engine that runs what is printed here."""
    return webassembly() or python()


def python() -> Engine:
    compiled = lambda module: CompiledModule(make := _PythonModule(module).instance, lambda: None, make)  # noqa: E731
    return Engine("Python", [], lambda module: module, compiled, lambda native: None, keeps=False)


class _PythonModule:
    """A module whose functions are printed when they are called."""

    numbers = count(1)

    def __init__(self, module: Module) -> None:
        self.module, self.number, self.taken = module, next(self.numbers), {*OWN}
        self.functions = module.functions
        self.called = dict[str, str]()  # identifiers of the functions that are called
        self.globals = {name: f"memory[{at // CELL}]" for name, at in module.places.items()}
        plain = map(self.functions.__getitem__, module.plain)
        gives = (f for f in plain if [line[0] for line in f.body] == ["return"])
        self.plain = small_of([f for f in gives if not any(named_in(f.body, "do"))], ())
        self._codes = dict[str, CodeType]()

    def identifier(self, name: str, others: Collection[str] = ()) -> str:
        """Returns what a function is called in Python."""
        if name not in self.called:
            self.called[name] = _identifier(name, self.taken, others)
        return self.called[name]

    def text(self, name: str) -> str:
        checks = None if self.module.uncounted is None else name not in self.module.uncounted
        return _PythonFunction(self, self.functions[name], checks).text() + "\n"

    def code(self, name: str) -> CodeType:
        found = self._codes.get(name)
        if found is None:
            file, this = f"printed-{self.number}-{self.identifier(name)}.py", ref(self)
            source = SimpleNamespace(get_source=lambda name: made.text(name) if (made := this()) else None)
            linecache.lazycache(file, {"__name__": name, "__loader__": source})
            found = self._codes[name] = compile(self.text(name), file, "exec", dont_inherit=True)
        return found

    def instance(self, answered: Answered = lambda name: None) -> Instance:
        view = memoryview(_mapped(self.module.pages * PAGE))
        names: dict[str, Any] = {"memory": view.cast("q"), "divided": divided, "remainder": remainder, "Trap": Trap}

        def called_first(name: str, *args: int) -> int:
            found = answered(name)
            code = self.code(name) if found is None else None
            take_in()
            if code is None:
                names[self.called[name]] = found
            else:
                exec(code, names)  # printed by this engine alone
            return int(function(name)(*args))

        def take_in() -> None:
            """Takes in what was printed since: names of functions, and constant data."""
            for name, own in self.called.items():
                if own not in names:
                    names[own] = partial(called_first, name)
            take_in_data()

        def take_in_data() -> None:
            for number, (at, data) in enumerate(laid):
                if len(data) > sizes[number]:
                    found = memoryview(data)[sizes[number] :]
                    made.write(at + sizes[number] * found.itemsize, bytes(found))
                    sizes[number] = len(data)

        def function(name: str) -> Called:
            if self.identifier(name) not in names:
                take_in()
            found: Called = names[self.called[name]]
            return found

        def call(name: str, args: Sequence[int]) -> int:
            take_in_data()  # another instance may have printed some that an argument points to
            try:
                with room_to_nest():
                    return int(function(name)(*args))
            except RecursionError:
                raise Trap(no_stack=True) from None
            except (IndexError, ZeroDivisionError) as why:
                raise Trap(no_stack=False) from why

        names["TABLE"] = _Table(lambda number: function(self.module.table[number]))
        names["wrapped"] = lambda number: (number + 2**63 & 2**64 - 1) - 2**63
        names["copy"] = lambda to, source, size: view.__setitem__(slice(to, to + size), view[source : source + size])
        made = in_memory(view, call)
        laid = self.module.laid
        sizes = [0] * len(laid)
        take_in()
        return made


class _Table(dict[int, Called]):
    """Functions by their numbers, as soon as they are printed."""

    def __init__(self, find: Callable[[int], Called]) -> None:
        self.find = find

    def __missing__(self, number: int) -> Called:
        found = self.find(number)
        if not isinstance(found, partial):
            self[number] = found
        return found


def _mapped(size: int) -> mmap.mmap:
    """Returns memory for an instance: pages never written take none, and forked processes have their own."""
    with suppress(OSError):
        return mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
    gc.collect()  # instances are garbage in cycles, and the collector does not know how much each holds
    return mmap.mmap(-1, size, access=mmap.ACCESS_COPY)


def _identifier(name: str, taken: set[str], others: Collection[str] = ()) -> str:
    """Returns a valid Python name for a name, and reserves it."""
    found = plain = re.sub(r"^(?=\d)|\W+", "_", name, flags=re.ASCII)
    number = 1
    while found in taken or found in others or iskeyword(found):
        number += 1
        found = f"{plain}_{number}"
    taken.add(found)
    return found


class _PythonFunction:
    """The lines of one function."""

    def __init__(self, module: _PythonModule, function: Function, checks: bool | None) -> None:
        self.module, self.globals, self.taken = module, module.globals, module.taken
        self.plain, self.function, self.checks = module.plain, function, checks
        self.locals: dict[str, str] = {}
        self.given: dict[str, str] | None = None  # in an inlined function: its arguments by parameter
        self.own = set[str]()  # the names of locals
        self.lines, self.depth = list[str](), 1
        self.loops: list[tuple[str, str, set[tuple[int, str]]]] = []
        """Labels to break from and to continue at, and jumps further out: to which loop, and how."""
        self.known = set[str]()  # labels of loops whose turns were counted beforehand
        self.left = {*named_in(function.body, "break")}

    def text(self) -> str:
        params = [self.local(param) for param in self.function.params]
        self.statements(self.function.body)
        head = [f"def {self.module.called[self.function.name]}({', '.join(params)}):"]
        head += [f"    {' = '.join([*self.locals.values()][len(params) :])} = 0"] * (len(self.locals) > len(params))
        return "\n".join([*head, *self.lines, "    return 0"])

    def local(self, name: str) -> str:
        if name not in self.locals:
            self.locals[name] = _identifier(name, self.own, self.taken)
        return self.locals[name]

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def put_aside(self, text: str, head: str = "", lines: Sequence[str] = (), found: str = "") -> str:
        """Assigns an expression to a new local, or to `found`, behind a head and its lines; returns the local."""
        found = found or _identifier(f"t{len(self.own)}", self.own, self.taken)
        self.lines += [f"{'    ' * self.depth}{head}"] * bool(head) + [*lines]
        self.put(f"{'    ' * bool(head)}{found} = {text}")
        return found

    # -- expressions

    def apart(self, write: Callable[[], str], deeper: int = 1) -> tuple[str, list[str]]:
        """Returns an expression, and the lines before it."""
        before, self.lines = self.lines, []
        self.depth += deeper
        found, lines = write(), self.lines
        self.depth, self.lines = self.depth - deeper, before
        return found, lines

    def operands(self, *writes: Callable[[], str]) -> list[str]:
        """Returns expressions that are evaluated in their order."""
        found = list[str]()
        for write in writes:
            text, lines = self.apart(write, 0)
            if lines:
                found = [one if one.isdecimal() else self.put_aside(one) for one in found]
                self.lines += lines
            found.append(text)
        return found

    def values(self, parts: Sequence[Code], *, raw: bool = False) -> list[str]:
        return self.operands(*(partial(self.value, part, raw=raw) for part in parts))

    def value(self, x: Code, *, raw: bool = False) -> str:
        """Returns an expression for some code; a `raw` one may be off by a multiple of 2**64."""
        if isinstance(x, int):
            return str(x) if x >= 0 else f"({x})"
        if isinstance(x, str):
            return self.local(x) if self.given is None else self.given.get(x, "0")
        match x:
            case ("call", name, *args) if name in self.plain:
                return self.inside(self.plain[name], args, partial(self.value, raw=raw))
            case (op, *_) if op in COMPARED or op in ("not", "and", "or"):
                return self.condition(x, is_value=True)  # which is 1 or 0 in Python as well
            case (op, a, b) if op in BITWISE:
                return f"({f' {op} '.join(self.values((a, b), raw=raw))})"
            case (op, a, b) if op in WRAPPING:
                one, other = self.values((a, b), raw=True)
                found = f"({one} {op} {f'({other} & 63)' if op == '<<' else other})"
                if raw or op == "*":
                    return found if raw else _wrapped(found)
                return f"(w if -2**63 <= (w := {found}) < 2**63 else wrapped(w))"
            case (">>", a, b):
                one, other = self.values((a, b))
                return f"({one} >> ({other} & 63))"
            case (">>u", a, b):
                one, other = self.values((a, b), raw=True)
                found = f"(({one} & 2**64 - 1) >> ({other} & 63))"
                return found if isinstance(b, int) and b & 63 else _wrapped(found)
            case ("/" | "%" as op, a, b):
                return f"{'divided' if op == '/' else 'remainder'}({', '.join(self.values((a, b)))})"
            case ("ctz", a):
                return f"(((w := {self.value(a)}) & -w or 2**64).bit_length() - 1)"
            case ("popcnt", a):
                return f"({self.value(a, raw=True)} & 2**64 - 1).bit_count()"
            case ("load", address, *offset):
                return f"memory[{self.cell(address, *offset)}]"
            case ("global", name):
                return self.globals[name]
            case ("call", name, *args):
                return f"{self.module.identifier(name, self.own)}({', '.join(self.values(args))})"
            case ("icall", *parts):
                number, *given = self.values(parts)
                return f"TABLE[{number}]({', '.join(given)})"
            case ("do", lines, value):
                self.statements(lines)
                return self.value(value, raw=raw)
            case ("?", test, yes, no):
                return self.either(test, yes, no, raw=raw)
        raise AssertionError(f"`{x[0]}` is no expression")

    def inside(self, plain: Function, args: Sequence[Code], write: Callable[[Code], str]) -> str:
        """Returns the result of a plain function, inlined."""
        texts = [text if SIMPLE(text) else self.put_aside(text) for text in self.values(args)]
        before, self.given = self.given, dict(zip(plain.params, texts, strict=True))
        [(_, gives)] = plain.body
        found, self.given = write(gives), before
        return found

    def cell(self, address: Code, offset: int = 0) -> str:
        """Returns the number of the cell at an address."""
        match address:
            case int(base):
                return str((base + offset) >> 3)
            case ("<<", number, 3):
                return f"{self.value(number, raw=True)} + {offset >> 3}"
            case ("+", int(base), ("<<", number, 3)):
                return f"{self.value(number, raw=True)} + {(base + offset) >> 3}"
        return f"{self.value(address, raw=True)}{f' + {offset}' * bool(offset)} >> 3"

    def either(self, test: Code, yes: Code, no: Code, *, raw: bool) -> str:
        holds = self.condition(test)
        (one, lines), (other, others) = (self.apart(partial(self.value, x, raw=raw)) for x in (yes, no))
        if not lines and not others:
            return f"({one} if {holds} else {other})"
        found = self.put_aside(one, f"if {holds}:", lines)
        return self.put_aside(other, "else:", others, found)

    def condition(self, x: Code, *, is_value: bool = False) -> str:
        """Returns an expression that holds where some code is not 0; as a value it is True or False."""
        match x:
            case ("call", name, *args) if name in self.plain:
                return self.inside(self.plain[name], args, partial(self.condition, is_value=is_value))
            case ("<u", *parts):
                return "({} & 2**64 - 1 < {} & 2**64 - 1)".format(*self.values(parts, raw=True))
            case (op, *parts) if op in COMPARED:
                return f"({f' {op} '.join(self.values(parts))})"
            case ("not", part):
                return f"(not {self.condition(part)})"
            case ("and" | "or" as op, a, b):
                one = self.condition(a, is_value=is_value)
                other, lines = self.apart(partial(self.condition, b, is_value=is_value))
                if not lines:
                    return f"({one} {op} {other})"
                found = self.put_aside(one)
                return self.put_aside(other, f"if {'not ' * (op == 'or')}{found}:", lines, found)
            case ("do", lines, value):
                self.statements(lines)
                return self.condition(value, is_value=is_value)
        return f"({self.value(x)} != 0)" if is_value else self.value(x)

    # -- statements

    def statements(self, lines: Sequence[Code]) -> None:
        for line in lines:
            self.statement(line)

    def body(self, write: Callable[..., None], *what: object) -> None:
        """Writes something one deeper."""
        self.depth += 1
        write(*what)
        if self.lines[-1].endswith(":"):
            self.put("pass")
        self.depth -= 1

    def statement(self, x: Code) -> None:
        match x:
            case ("set", name, value):
                found = self.value(value)
                self.put(f"{self.local(name)} = {found}")
            case ("setg", name, value):
                self.put(f"{self.globals[name]} = {self.value(value)}")
            case ("store", address, value, *offset):
                at, found = self.operands(lambda: self.cell(address, *offset), lambda: self.value(value))
                if "(" in found and not isinstance(address, int | str):  # Python evaluates the value first
                    at = self.put_aside(at)
                self.put(f"memory[{at}] = {found}")
            case ("drop", value):
                self.put(self.value(value))
            case ("return", value):
                self.put(f"return {self.value(value)}")
            case ("if", test, then, *otherwise):
                self.put(f"if {self.condition(test)}:")
                self.body(self.statements, then)
                if otherwise and otherwise[0]:
                    self.put("else:")
                    self.body(self.statements, otherwise[0])
            case ("block", label, [("loop", again, lines, *turns)]):
                self.loop(label, again, lines, turns)
            case ("block", label, lines) if label in self.left:
                self.loop(label, "", lines, [])
            case ("block", _, lines):
                self.statements(lines)
            case ("loop", again, lines, *turns):
                self.loop("", again, lines, turns)
            case ("break" | "continue" as how, label):
                self.jump(how, label)
            case ("switch", number, bodies):
                self.one_of(self.put_aside(self.value(number)), bodies, 0)
            case ("copy", *parts):
                self.put(f"copy({', '.join(self.values(parts))})")
            case ("trap",):
                self.put("raise Trap(no_stack=False)")
            case _:
                raise AssertionError(f"`{x[0]}` is no statement")

    def one_of(self, number: str, bodies: Sequence[Sequence[Code]], first: int) -> None:
        """Selects the body of a number by bisection."""
        half = len(bodies) // 2
        if not half:
            self.put(f"if {number} == {first}:")
            return self.body(self.statements, bodies[0])
        self.put(f"if {number} < {first + half}:")
        self.body(self.one_of, number, bodies[:half], first)
        self.put("else:")
        self.body(self.one_of, number, bodies[half:], first + half)

    def counts(self, turns: str) -> None:
        """Subtracts turns from `work`."""
        work = self.globals["work"]
        self.put(f"{work} -= {turns}")
        if self.checks:
            self.put(f"if {work} < 0: {self.module.identifier('out_of_work', self.own)}()")

    def loop(self, left: str, again: str, lines: Sequence[Code], turns: Sequence[Code]) -> None:
        if turns and self.checks is not None:
            self.known.add(again)
            if not isinstance(turns[0], int) or turns[0] >= MAX_UNCOUNTED:
                self.counts(f"w if (w := {self.value(turns[0])}) > 0 else 0")
        self.loops.append((left, again, set()))
        head, lines = self.head(lines, turns)
        self.put(head or "while True:")
        self.body(self.statements, lines)
        if not head and self.lines[-1] != f"{'    ' * self.depth}    continue":
            self.put("    break")
        self.known.discard(again)
        *_, jumps = self.loops.pop()
        here, to = len(self.loops) - 1, self.locals.get("jump to")
        for number, how in sorted(jumps):
            if number == here:
                self.put(f"if {to} == '{how} {number}':")
                self.put(f"    {to} = 0; {how}")
        if further := {jump for jump in jumps if jump[0] < here}:
            self.loops[here][2].update(further)
            self.put(f"if {to}: break")

    def head(self, lines: Sequence[Code], turns: Sequence[Code]) -> tuple[str, Sequence[Code]]:
        """Returns the head of a loop, if it goes through a range or a list, and the lines of a turn."""
        match lines:
            case [
                ("if", ("not", ("<", low, high)), [_]), ("set", name, first), ("set", at, ("+", at_, int(by))),
                *body, ("continue", _),
            ] if turns and at == at_ == (low if by > 0 else high):  # fmt: skip
                one, other = self.value(at), self.value(high if by > 0 else low)
                if first == at:
                    return f"for {self.local(name)} in range({one}, {other}, {by}):", body
                if first == ("load", at) and by == CELL:
                    return f"for {self.local(name)} in memory[{one} >> 3 : {other} >> 3].tolist():", body
        return "", lines

    def jump(self, how: str, label: str) -> None:
        labels = [loop[how == "continue"] for loop in self.loops]
        to = len(labels) - 1 - labels[::-1].index(label)
        if how == "continue" and self.checks is not None and label not in self.known:
            self.counts("1")
        if to < len(self.loops) - 1:
            self.loops[-1][2].add((to, how))
            self.put(f"{self.local('jump to')} = '{how} {to}'")
            how = "break"
        self.put(how)


def _wrapped(text: str) -> str:
    """Returns an expression for the lowest 64 bits of a number, with their sign."""
    return f"(({text} + 2**63 & 2**64 - 1) - 2**63)"


def divided(a: int, b: int) -> int:
    """Returns a quotient towards zero."""
    found = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    if found == 2**63:
        raise Trap(no_stack=False)
    return found


def remainder(a: int, b: int) -> int:
    return abs(a) % abs(b) * (-1 if a < 0 else 1)
