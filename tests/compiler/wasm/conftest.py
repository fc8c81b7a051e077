"""Runs what is printed for the target: of the subset of Python, of trees of code, of a law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from made_up import Outcome, outcome, settled

from hexlaw.compiler.lower.by_things import by_things
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.memory import memory
from hexlaw.compiler.lower.settle import settle
from hexlaw.compiler.wasm.code import Function, Module
from hexlaw.compiler.wasm.layout import Capacity
from hexlaw.compiler.wasm.subset import Library
from hexlaw.compiler.wasm.target import Printed, Running, Stopped, compiled_module
from hexlaw.runtime.board import Map
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.trials import reference
from hexlaw.runtime.position import Position

Called = Callable[..., int]


class Machine:
    """A module in a machine; its functions are called by their names, its globals and cells are looked at."""

    def __init__(self, functions: Sequence[Function], globals_: dict[str, int], table: Sequence[str] = ()) -> None:
        import wasmtime

        open_ = [replace(function, exported=True) for function in functions]
        code = Module(open_, globals_, [*table], [], 4, tuple(globals_)).encoded()
        engine, module = compiled_module(code)
        self.store = wasmtime.Store(engine)
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)

    def __call__(self, name: str, *args: int) -> int:
        called: Any = self.exports[name]
        return int(called(self.store, *args))

    def global_(self, name: str) -> int:
        found: Any = self.exports[name]
        return int(found.value(self.store))

    def cell(self, at: int) -> int:
        memory: Any = self.exports["memory"]
        return int.from_bytes(memory.read(self.store, at, at + 8), "little", signed=True)


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


class Judge:
    """What a law says of a position: by the target and by the reference."""

    def __init__(self, law: Law, maps: Sequence[Map], things: int = 16) -> None:
        program = memory(by_things(settle(lowered(law))))
        self.law, self.graph = law, law.graph
        capacity = Capacity.of(maps, things)
        self.printed = Printed(program, capacity, Position(law.graph, maps[0] if maps else None))
        for key in program.functions:
            if key.startswith(("fact:", "quantity:")):
                self.printed.values.called(key)
        self.running = Running(self.printed.playable, compiled_module(self.printed.code))
        self.reference = reference(law)
        self.position: Position | None = None

    def take_up(self, position: Position) -> None:
        self.position = position
        self.running.take_up(position)
        self.ev = self.reference.about(position, None).ev

    def target(self, sort: str, name: str, args: Sequence[Any] = ()) -> Outcome:
        """The value, or by which number the target stops."""
        try:
            return ("value", settled(self.running.ask(f"{sort}:{name}", args)))
        except Stopped as stop:
            return ("stopped", stop.args[0])

    def expected(self, sort: str, name: str, args: Sequence[Any] = ()) -> Outcome:
        """The value, or that there is none."""
        ask = self.ev.fact if sort == "fact" else self.ev.quantity
        found = outcome(lambda: ask(name, tuple(args)))
        return found if found[0] == "value" else ("stopped", 1)


@pytest.fixture
def judge() -> type[Judge]:
    pytest.importorskip("wasmtime")
    return Judge
