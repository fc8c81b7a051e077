"""Runs what is printed for the target: of the subset of Python, of trees of code, of a law."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from judged import Judge

from hexlaw.compiler.wasm.code import Function, Module
from hexlaw.compiler.wasm.engines import compiled_module
from hexlaw.compiler.wasm.subset import Library
from hexlaw.runtime.base.nodes import replace

Called = Callable[..., int]


class Machine:
    """A module in a machine; its functions are called by their names, its globals and cells are looked at."""

    def __init__(self, functions: Sequence[Function], globals_: dict[str, int], table: Sequence[str] = ()) -> None:
        open_ = [replace(function, exported=True) for function in functions]
        code = Module(open_, globals_, [*table], [], 4, tuple(globals_)).encoded()
        self.instance = compiled_module(code).instance()
        self.global_ = self.instance.get

    def __call__(self, name: str, *args: int) -> int:
        return self.instance.call(name, args)

    def cell(self, at: int) -> int:
        return int.from_bytes(self.instance.read(at, at + 8), "little", signed=True)


@pytest.fixture
def machine() -> type[Machine]:
    pytest.importorskip("wasmtime")
    return Machine


@pytest.fixture
def compiled(machine: type[Machine]) -> Callable[..., Machine]:
    """Compiles a text of the subset, under constants."""

    def compile_(text: str, table: Sequence[str] = (), **constants: int) -> Machine:
        library = Library(constants)
        library.read(text, "lantern.py")
        return machine(library.functions, library.globals, table)

    return compile_


@pytest.fixture
def judge() -> type[Judge]:
    pytest.importorskip("wasmtime")
    return Judge
