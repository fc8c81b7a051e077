"""Runs what is printed for the target: of the subset of Python, of trees of code, of a law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from judged import Judge

from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.wasm.code import Function, Module
from hexlaw.compiler.wasm.engines import Engine, webassembly
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.subset import Library
from hexlaw.runtime.base.nodes import replace

from .played import prepared
from .ponds import PIECES, POND, WORDS, Pond

Called = Callable[..., int]


class Machine:
    """A module in a machine; its functions are called by their names, its globals and cells are looked at."""

    def __init__(
        self, functions: Sequence[Function], globals_: dict[str, int], table: Sequence[str] = (), *, engine: Engine
    ) -> None:
        open_ = {function.name: replace(function, exported=True) for function in functions}
        module = Module(open_, globals_, [*table], [], 4)
        self.instance = engine.compiled(engine.printed(module)).instance()
        self.global_ = lambda name: self.instance.cell(module.places[name])

    def __call__(self, name: str, *args: int) -> int:
        return self.instance.call(name, args)

    def cell(self, at: int) -> int:
        return int.from_bytes(self.instance.read(at, at + 8), "little", signed=True)


@pytest.fixture(params=["WebAssembly", "Python"])
def an_engine(request: pytest.FixtureRequest) -> Engine:
    """Each of the engines, one after the other."""
    found = python() if request.param == "Python" else webassembly()
    if found is None:
        pytest.skip("no machine for WebAssembly works here")
    return found


@pytest.fixture
def machine(an_engine: Engine) -> Callable[..., Machine]:
    return partial(Machine, engine=an_engine)


@pytest.fixture
def compiled(machine: Callable[..., Machine]) -> Callable[..., Machine]:
    """Compiles a text of the subset, under constants."""

    def compile_(text: str, table: Sequence[str] = (), **constants: int) -> Machine:
        library = Library(constants)
        library.read(text, "lantern.py")
        return machine([*library.functions.values()], library.globals, table)

    return compile_


@pytest.fixture
def judge() -> type[Judge]:
    pytest.importorskip("wasmtime")
    return Judge


@pytest.fixture
def pond(bench: Any) -> Pond:
    """A pond with two boats, under this law."""

    def compiled(law: str, words: str = WORDS, pieces: str = PIECES, board: str = POND) -> Prepared:
        files = {"boards/pond.yaml": board, "situations/dawn.yaml": f"board: pond\n{pieces}"}
        return prepared(bench.compiled(words + law, words=False, files=files), "dawn")

    return compiled
