"""Compiles the library of the target, which is written in a subset of Python.

In it everything is a whole number of 64 bits: functions with positional parameters, `if`, `while`, `for` over a
`range(...)` or the `members(...)` of a list, `break`, `continue`, `return`, assignment to one target or to several,
arithmetic, comparisons, `and`, `or`, `not`, `a if c else b` and calls. `cell[address]` is eight bytes of memory; a name
in capitals is a constant that the layout gives, and `NAME[i]` the cell of that number behind it; a variable of the
module that is assigned a number is a global of WebAssembly, which lives only while nothing else is asked. Besides the
words of `INSTRUCTIONS` there are `by_number(number, ...)`, which calls a function by its number in the table,
`copy_bytes(to, source, count)`, `trap()`, at which the engine gives up, and the mark `@exported` of a function that can
be called from outside.

What is written means what it means in Python, but for this: sums, products and shifts wrap at 64 bits, `//` and `%`
truncate, a function that returns nothing gives 0, and so does a name before its first assignment. What is not of the
subset is refused with its line.

So the usual tools format and lint the library; Python itself never runs it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from itertools import count
from pathlib import Path

from hexlaw.compiler.wasm.code import Code, Function
from hexlaw.runtime.base.on_demand import OnDemand

BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
INSTRUCTIONS = {"shifted_right": (">>u", 2), "below_unsigned": ("<u", 2), "ctz": ("ctz", 1), "popcnt": ("popcnt", 1)}
"""Words that are one instruction, each with the number of its operands: shifts zeros in from above, compares without
signs, counts the zeros below the lowest bit, counts bits."""
YES_OR_NO = (*COMPARED.values(), "<u", "not", "and", "or")
"""Operators that give 1 or 0."""
PRELUDE = Path(__file__).parent / "prelude"


@cache
def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


@cache
def _names(node: ast.FunctionDef) -> tuple[set[str], set[str]]:
    """Returns the globals that a function writes, and its locals."""
    parts = [*ast.walk(node)]
    written = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
    assigned = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return written, {arg.arg for arg in node.args.args} | (assigned - written)


class OutsideSubset(Exception):
    """Code of the library that is outside the subset, with its file and line."""


class Library:
    """The compiled functions and globals of files of the prelude, with the constants of the layout filled in."""

    def __init__(self, constants: Mapping[str, int], functions: OnDemand[Function] | None = None) -> None:
        self.constants, self.functions = constants, OnDemand[Function]() if functions is None else functions
        self.globals: dict[str, int] = {}
        self.names = set[str]()
        self.plain: list[str] = []  # functions that only return an expression

    def add(self, name: str) -> None:
        self.read((PRELUDE / f"{name}.py").read_text(encoding="utf-8"), f"{name}.py")

    def read(self, text: str, file: str) -> None:
        definitions: list[ast.FunctionDef] = []
        for node in _parsed(text):
            match node:
                case ast.Expr(value=ast.Constant(value=str())):
                    pass
                case ast.Assign(targets=[ast.Name(id=variable)], value=ast.Constant(value=int(value))):
                    if variable in self.globals:
                        raise OutsideSubset(f"{file}:{node.lineno}: a second `{variable}`")
                    self.globals[variable] = value
                case ast.FunctionDef():
                    definitions.append(node)
                case _:
                    raise OutsideSubset(f"{file}:{node.lineno}: `{ast.unparse(node)}`")
        for node in definitions:
            if node.name in self.functions:
                raise OutsideSubset(f"{file}:{node.lineno}: a second `{node.name}`")
            self.names.add(node.name)
            self.functions.add(node.name, _Compiling(self, node, file).function)
            if any(isinstance(line, ast.Return) for line in node.body[:2]):
                self.plain.append(node.name)


class _Compiling:
    def __init__(self, library: Library, node: ast.FunctionDef, file: str) -> None:
        self.library, self.node, self.file = library, node, file
        self.loops: list[tuple[str, str]] = []
        self.numbers = count()

    def function(self) -> Function:
        self.written, self.locals = _names(self.node)
        args, marks = self.node.args, [ast.unparse(mark) for mark in self.node.decorator_list]
        if marks not in ([], ["exported"]):
            raise self.refused(self.node, f"the decorator {marks[0]}")
        if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs or args.defaults:
            raise self.refused(self.node, "a parameter that is not plain")
        params = tuple(arg.arg for arg in args.args)
        return Function(self.node.name, params, self.block(self.node.body), exported=bool(marks))

    def block(self, lines: list[ast.stmt]) -> list[Code]:
        return [code for line in lines for code in self.statement(line)]

    def statement(self, line: ast.stmt) -> list[Code]:
        match line:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return []
            case ast.Global(names=names) if self.library.globals.keys() >= set(names):
                return []
            case ast.Expr(value=ast.Call(func=ast.Name(id="copy_bytes"), args=[to, source, size], keywords=[])):
                return [("copy", self.value(to), self.value(source), self.value(size))]
            case ast.Expr(value=ast.Call(func=ast.Name(id="trap"), args=[], keywords=[])):
                return [("trap",)]
            case ast.Expr(value=value):
                return [("drop", self.value(value))]
            case ast.Return(value=value):
                return [("return", 0 if value is None else self.value(value))]
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                if len(targets) != len(values):
                    raise self.refused(line)
                return self.several(targets, [self.value(value) for value in values])
            case ast.Assign(targets=targets, value=value):
                return self.several(targets, [self.value(value)] * len(targets))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self.assigned(target, self.value(value))
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                return self.assigned(target, (self.operator(line, op), self.named(target), self.value(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                return [("if", self.test(test), self.block(body), self.block(orelse))]
            case ast.While(test=test, body=body, orelse=[]):
                return self.loop(self.test(test), body)
            case ast.For(
                target=ast.Name() as turn, iter=ast.Call(func=ast.Name(id="range"), args=args, keywords=[]),
                body=body, orelse=[],
            ):  # fmt: skip
                return self.counted(line, turn, args, body)
            case ast.For(
                target=ast.Name() as turn, iter=ast.Call(func=ast.Name(id="members"), args=[listed], keywords=[]),
                body=body, orelse=[],
            ):  # fmt: skip
                return self.over_members(turn, self.value(listed), body)
            case ast.Break():
                return [("break", self.loops[-1][0])]
            case ast.Continue():
                return [("continue", self.loops[-1][1])]
        raise self.refused(line)

    def counted(self, line: ast.stmt, turn: ast.Name, args: list[ast.expr], body: list[ast.stmt]) -> list[Code]:
        """A loop over a range: it counts by itself, whatever becomes of its variable."""
        match args:
            case [last]:
                first, by = ast.Constant(0), 1
            case [first, last]:
                by = 1
            case [first, last, step] if isinstance(by := self.value(step), int) and by != 0:
                pass
            case _:
                raise self.refused(line, "a range that is not of one or two values and a step that is known")
        at, most = (f"{turn.id} {word} {next(self.numbers)}" for word in ("at", "end"))
        begin = [("set", at, self.value(first)), ("set", most, self.value(last))]
        named = [*self.assigned(turn, at), ("set", at, ("+", at, by))]
        below, above = (at, most) if by > 0 else (most, at)
        turns: Code = ("-", above, below) if abs(by) == 1 else ("/", ("-", above, below), abs(by))
        if isinstance(begin[0][2], int) and isinstance(begin[1][2], int):
            turns = (begin[1][2] - begin[0][2]) // by
        return begin + self.loop(("<", below, above), body, named, turns)

    def over_members(self, turn: ast.Name, listed: Code, body: list[ast.stmt]) -> list[Code]:
        """A loop over the members that a list has when it begins."""
        of, at, last = (f"{turn.id} {word} {next(self.numbers)}" for word in ("of", "at", "end"))
        begin = [("set", of, listed), ("set", at, ("call", "first_of", of)), ("set", last, ("call", "end_of", of))]
        named = [*self.assigned(turn, ("load", at)), ("set", at, ("+", at, 8))]
        return begin + self.loop(("<", at, last), body, named, (">>", ("-", last, at), 3))

    def loop(
        self, test: Code, body: list[ast.stmt], begin: Sequence[Code] = (), count: Code | None = None
    ) -> list[Code]:
        out, again = (f"{word} {next(self.numbers)}" for word in ("out", "again"))
        self.loops.append((out, again))
        leave: list[Code] = [] if test == 1 else [("if", ("not", test), [("break", out)])]
        turns = [*leave, *begin, *self.block(body), ("continue", again)]
        self.loops.pop()
        return [("block", out, [("loop", again, turns) if count is None else ("loop", again, turns, count)])]

    def several(self, targets: list[ast.expr], values: list[Code]) -> list[Code]:
        """A tuple assignment: all values are evaluated before the first target is assigned."""
        if len(targets) == 1:
            return self.assigned(targets[0], values[0])
        named = {id(value): f"given {next(self.numbers)}" for value in values if not isinstance(value, int)}
        lines: list[Code] = [
            ("set", named[key], value) for key, value in {id(v): v for v in values}.items() if key in named
        ]
        for target, value in zip(targets, values, strict=True):
            lines += self.assigned(target, named.get(id(value), value))
        return lines

    def assigned(self, target: ast.expr, value: Code) -> list[Code]:
        match target:
            case ast.Name(id=name) if name in self.library.constants:
                raise self.refused(target, f"the constant `{name}` is assigned")
            case ast.Name(id=name) if name in self.written:
                return [("setg", name, value)]
            case ast.Name(id=name):
                return [("set", name, value)]
            case ast.Subscript(value=ast.Name() as of, slice=at):
                base, offset = self.address(of, at)
                return [("store", base, value, offset)]
        raise self.refused(target)

    def address(self, of: ast.Name, at: ast.expr) -> tuple[Code, int]:
        """The address of a cell, and the offset of the instruction."""
        if of.id in self.library.constants:
            return ("+", self.library.constants[of.id], ("<<", self.value(at), 3)), 0
        if of.id != "cell":
            raise self.refused(of, f"`{of.id}` has no cells")
        match at:
            case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int(offset))) if offset >= 0:
                return self.value(left), offset
        return self.value(at), 0

    def test(self, x: ast.expr) -> Code:
        """A condition: of the result of `and` and `or`, only whether it is 0 counts."""
        match x:
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                return reduce(lambda found, one: (word, self.test(one), found), values[-2::-1], self.test(values[-1]))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ("not", self.test(operand))
        return self.value(x)

    def value(self, x: ast.expr) -> Code:
        match x:
            case ast.Constant(value=int(value)) if value < 2**63:
                return int(value)
            case ast.Name():
                return self.named(x)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return -value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return ("-", 0, self.value(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return ("^", self.value(operand), -1)
            case ast.UnaryOp(op=ast.Not()):
                return self.test(x)
            case ast.BinOp(left=left, op=op, right=right):
                return (self.operator(x, op), self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
                return (COMPARED[type(op)], self.value(left), self.value(right))
            case ast.BoolOp(op=op, values=[*parts, last]):
                either = self.both if isinstance(op, ast.And) else self.either
                return reduce(lambda found, one: either(one, found), reversed(parts), self.value(last))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return ("?", self.test(test), self.value(body), self.value(orelse))
            case ast.Subscript(value=ast.Name() as of, slice=at):
                return ("load", *self.address(of, at))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.called(x, name, [self.value(arg) for arg in args])
        raise self.refused(x)

    def both(self, one: ast.expr, other: Code) -> Code:
        """Where the first is 0, so is `and`."""
        return ("?", self.test(one), other, 0)

    def either(self, one: ast.expr, other: Code) -> Code:
        """Where the first is not 0, `or` is what that is."""
        first = self.value(one)
        if isinstance(first, tuple) and first[0] in YES_OR_NO:
            return ("?", first, 1, other)
        local = f"or {next(self.numbers)}"
        return ("do", [("set", local, first)], ("?", local, local, other))

    def operator(self, node: ast.AST, op: ast.operator) -> str:
        if type(op) not in BINARY:
            raise self.refused(node)
        return BINARY[type(op)]

    def named(self, name: ast.Name) -> Code:
        if name.id in self.locals:
            return name.id
        if name.id in self.library.constants:
            return self.library.constants[name.id]
        if name.id in self.library.globals:
            return ("global", name.id)
        raise self.refused(name, f"the name `{name.id}` is not known")

    def called(self, node: ast.expr, name: str, args: list[Code]) -> Code:
        if name in INSTRUCTIONS:
            instruction, operands = INSTRUCTIONS[name]
            if len(args) != operands:
                raise self.refused(node)
            return (instruction, *args)
        return ("icall", *args) if name == "by_number" else ("call", name, *args)

    def refused(self, node: ast.AST, why: str = "") -> OutsideSubset:
        line = getattr(node, "lineno", self.node.lineno)
        return OutsideSubset(f"{self.file}:{line}: in `{self.node.name}`: {why or f'`{ast.unparse(node)}`'}")
