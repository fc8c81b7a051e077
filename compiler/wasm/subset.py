"""The library of the target is written in a subset of Python, and compiled here.

In it everything is a whole number of 64 bits: functions with positional parameters, `if`, `while`, `for ... in
range(...)`, `break`, `continue`, `return`, assignment, arithmetic, comparisons, `and`, `or`, `not`, `a if c else b` and
calls. `cell[address]` is eight bytes of memory; a name in capitals is a constant that the layout gives; a variable of
the module that is assigned a number is a global of WebAssembly, which lives only while nothing else is asked. `//` and
`%` truncate, as the machine does. The words of `prelude/words.py` are the machine's own instructions.

The library is thus checked, formatted and read like the rest of the house. It is never run by Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from hexlaw.compiler.wasm.code import Code, Function

BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
INSTRUCTIONS = {"shifted_right": ">>u", "divided_unsigned": "/u", "remainder_unsigned": "%u", "below_unsigned": "<u"}

PRELUDE = Path(__file__).parent / "prelude"


class Library:
    """The functions and globals of files of the prelude, with constants of the layout put in."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants
        self.functions: list[Function] = []
        self.globals: dict[str, int] = {"exhausted_in": -1}
        self.places: list[str] = []  # the functions that have no more room or time, by the number they note

    def add(self, name: str) -> None:
        tree = ast.parse((PRELUDE / f"{name}.py").read_text(encoding="utf-8"))
        definitions = []
        for node in tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=variable)], value=value):
                    self.globals[variable] = ast.literal_eval(value)
                case ast.FunctionDef():
                    definitions.append(node)
        self.functions += [_Compiling(self, node).function() for node in definitions]


class _Compiling:
    def __init__(self, library: Library, node: ast.FunctionDef) -> None:
        self.library, self.node = library, node
        self.written = {name for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}
        self.loops: list[tuple[str, str]] = []
        self.numbers = count()

    def function(self) -> Function:
        exported = any(isinstance(mark, ast.Name) and mark.id == "exported" for mark in self.node.decorator_list)
        params = tuple(arg.arg for arg in self.node.args.args)
        return Function(self.node.name, params, self.block(self.node.body), exported=exported)

    def block(self, lines: list[ast.stmt]) -> list[Code]:
        return [code for line in lines for code in self.statement(line)]

    def statement(self, line: ast.stmt) -> list[Code]:
        match line:
            case ast.Expr(value=ast.Constant()) | ast.Global() | ast.Pass():
                return []
            case ast.Expr(value=ast.Call(func=ast.Name(id="copy_bytes"), args=args)):
                return [("copy", *map(self.value, args))]
            case ast.Expr(value=value):
                return [("drop", self.value(value))]
            case ast.Return(value=value):
                return [("return", 0 if value is None else self.value(value))]
            case ast.Assign(targets=[target], value=value):
                return self.assigned(target, self.value(value))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self.assigned(target, self.value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                return self.assigned(target, (BINARY[type(op)], self.value(target), self.value(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                return [("if", self.value(test), self.block(body), self.block(orelse))]
            case ast.While(test=test, body=body):
                return self.loop(self.value(test), lambda: self.block(body), [])
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), body=body):
                first, last = (ast.Constant(0), args[0]) if len(args) == 1 else (args[0], args[1])
                most = f"{name} end {next(self.numbers)}"
                begin = [("set", name, self.value(first)), ("set", most, self.value(last))]
                return begin + self.loop(("<", name, most), lambda: self.block(body), [("set", name, ("+", name, 1))])
            case ast.Break():
                return [("break", self.loops[-1][0])]
            case ast.Continue():
                return [("break", self.loops[-1][1])]
        raise self._refused(line)

    def loop(self, test: Code, body: Callable[[], list[Code]], after: list[Code]) -> list[Code]:
        out, turn, again = (f"{word} {next(self.numbers)}" for word in ("out", "turn", "again"))
        self.loops.append((out, turn))
        inner = body()
        self.loops.pop()
        leave: list[Code] = [] if test == 1 else [("if", ("not", test), [("break", out)])]
        turns = [*leave, ("block", turn, inner), *after, ("continue", again)]
        return [("block", out, [("loop", again, turns)])]

    def assigned(self, target: ast.expr, value: Code) -> list[Code]:
        match target:
            case ast.Name(id=name) if name in self.written:
                return [("setg", name, value)]
            case ast.Name(id=name):
                return [("set", name, value)]
            case ast.Subscript(value=ast.Name(id="cell"), slice=at):
                base, offset = self.address(at)
                return [("store", base, value, offset)]
        raise self._refused(target)

    def address(self, at: ast.expr) -> tuple[Code, int]:
        """An address, and what the instruction itself can add to it."""
        match at:
            case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int(offset))) if offset >= 0:
                return self.value(left), offset
        return self.value(at), 0

    def value(self, x: ast.expr) -> Code:
        match x:
            case ast.Constant(value=bool(value)):
                return int(value)
            case ast.Constant(value=int(value)):
                return value
            case ast.Name(id=name):
                return self.named(name)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return -value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return ("-", 0, self.value(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return ("^", self.value(operand), -1)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ("not", self.value(operand))
            case ast.BinOp(left=left, op=op, right=right):
                return (BINARY[type(op)], self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return (COMPARED[type(op)], self.value(left), self.value(right))
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                found = self.value(values[-1])
                for one in reversed(values[:-1]):
                    found = (word, self.value(one), found)
                return found
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return ("?", self.value(test), self.value(body), self.value(orelse))
            case ast.Subscript(value=ast.Name(id="cell"), slice=at):
                return ("load", *self.address(at))
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.called(name, [self.value(arg) for arg in args])
        raise self._refused(x)

    def named(self, name: str) -> Code:
        if name in self.library.constants:
            return self.library.constants[name]
        if name in self.library.globals:
            return ("global", name)
        assert not name.isupper(), f"the layout gives no `{name}`"
        return name

    def called(self, name: str, args: list[Any]) -> Code:
        if name in INSTRUCTIONS:
            return (INSTRUCTIONS[name], *args)
        if name == "exhausted":
            place = len(self.library.places)
            self.library.places.append(self.node.name)
            return ("do", [("setg", "exhausted_in", place)], ("call", name))
        if name in ("ctz", "popcnt"):
            return (name, *args)
        if name == "by_number":
            return ("icall", *args)
        return ("call", name, *args)

    def _refused(self, node: ast.AST) -> AssertionError:
        return AssertionError(f"{self.node.name}: line {getattr(node, 'lineno', 0)} is not of the subset")
