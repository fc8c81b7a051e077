"""What an engine is, and those for WebAssembly: `wasmtime`, and the browser in which Python itself runs.

In: a module, what an engine printed of it, or the native code that one like it made of that. Out: a compiled module, of
which instances are made; each has a memory, globals and functions of its own. Numbers are whole, of 64 bits with a
sign. The third engine is Python itself (`python_engine.py`), which is taken where neither of these is there.

In a browser Python has the objects of JavaScript: numbers go over as its large ones and come back as such, memory is
copied at once, and nothing is evaluated from text.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import addressof, c_ubyte
from dataclasses import dataclass
from functools import cache
from platform import machine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import wasmtime

    from hexlaw.compiler.wasm.code import Module

WEBASSEMBLY = "WebAssembly"
GIVES_UP = ("RuntimeError", "RangeError", "InternalError")
"""How a browser names what a module runs into; the second and the third mean that no stack is left."""


class Trap(Exception):
    """The code has trapped, or has no stack left."""

    def __init__(self, *, no_stack: bool) -> None:
        super().__init__("no stack is left" if no_stack else "the code gives up")
        self.no_stack = no_stack


@dataclass(frozen=True)
class Instance:
    """A module that runs."""

    read: Callable[[int, int], bytes]  # of the memory, from one byte to another
    write: Callable[[int, bytes | bytearray | memoryview], object]
    cell: Callable[[int], int]  # at an address
    put: Callable[[int, int], object]
    call: Callable[[str, Sequence[int]], int]  # a function; raises `Trap`


Answered = Callable[[str], Callable[..., int] | None]
"""Returns what answers in the place of a function; None where that is printed."""


@dataclass(frozen=True)
class CompiledModule:
    instance: Callable[[], Instance]
    native: Callable[[], bytes | None]  # code that `taken_up` loads again, None where there is none
    answered: Callable[[Answered], Instance] | None = None
    """Makes an instance in which functions are answered from outside, where the engine can."""


@dataclass(frozen=True)
class Engine:
    language: str
    like: Sequence[str]
    """What two engines have in common of which one takes up what the other made."""
    printed: Callable[[Module], Any]  # the module in its language: bytes, or what it runs without caching
    compiled: Callable[[Any], CompiledModule]
    taken_up: Callable[[bytes], CompiledModule | None]  # from native code, None if that is of another engine
    keeps: bool = True


def webassembly() -> Engine | None:
    """Returns the engine for WebAssembly that works here; the wheel of `wasmtime` installs where it cannot run too."""
    for one in (_wasmtime, _browser):
        with suppress(ImportError, OSError, RuntimeError, AttributeError):
            return one()
    return None


def for_others() -> Engine:
    """Returns what prints WebAssembly that others run."""
    none: dict[bytes, CompiledModule] = {}
    return Engine(WEBASSEMBLY, [], lambda module: module.encoded(), none.__getitem__, none.get)


def _wasmtime() -> Engine:
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = config.memory_init_cow = False  # a fork has no threads; files may be limited
    engine = wasmtime.Engine(config)

    def taken_up(native: bytes) -> CompiledModule | None:
        with suppress(wasmtime.WasmtimeError):
            return by_wasmtime(engine, wasmtime.Module.deserialize(engine, native))
        return None

    beside = os.listdir(os.path.dirname(os.path.dirname(wasmtime.__file__)))
    releases = [name for name in beside if name.startswith("wasmtime-")]
    like = [*releases, sys.platform, machine()]  # the engine itself checks more
    compiled = lambda code: by_wasmtime(engine, wasmtime.Module(engine, code))  # noqa: E731
    return Engine(WEBASSEMBLY, like, lambda module: module.encoded(), compiled, taken_up)


def by_wasmtime(engine: wasmtime.Engine, module: wasmtime.Module) -> CompiledModule:
    import wasmtime

    def instance() -> Instance:
        store, linker = wasmtime.Store(engine), wasmtime.Linker(engine)
        linker.define_instance(store, "law", wasmtime.Instance(store, module, []))
        no_stack = wasmtime.TrapCode.STACK_OVERFLOW

        # few of the hundreds of functions are called
        exported: Callable[[str], Any] = cache(lambda name: linker.get(store, "law", name))

        def call(name: str, args: Sequence[int]) -> int:
            try:
                return int(exported(name)(store, *args))
            except wasmtime.Trap as trap:
                raise Trap(no_stack=trap.trap_code is no_stack) from None

        # the memory never grows, so it stays where it is as long as the store is there
        memory = exported("memory")
        size = memory.data_len(store)
        held = (c_ubyte * size).from_address(addressof(memory.data_ptr(store).contents))
        held.store = store
        return in_memory(memoryview(held).cast("B"), call)

    return CompiledModule(instance, lambda: bytes(module.serialize()))


def in_memory(view: memoryview, call: Callable[[str, Sequence[int]], int]) -> Instance:
    """Returns an instance whose memory Python can read and write directly."""
    cells = view.cast("q")

    def write(at: int, data: bytes | bytearray | memoryview) -> None:
        view[at : at + len(data)] = data

    def put(at: int, value: int) -> None:
        cells[at >> 3] = value

    return Instance(lambda first, last: bytes(view[first:last]), write, lambda at: cells[at >> 3], put, call)


def _browser() -> Engine:
    from js import BigInt64Array, Reflect, Uint8Array, WebAssembly
    from pyodide.ffi import JsBigInt, JsException

    def compiled(code: bytes) -> CompiledModule:
        room = Uint8Array.new(len(code))
        room.assign(code)
        module = WebAssembly.Module.new(room)
        return CompiledModule(lambda: instance(WebAssembly.Instance.new(module)), lambda: None)

    def instance(there: Any) -> Instance:
        exported: Callable[[str], Any] = cache(lambda name: Reflect.get(there.exports, name))
        cells = BigInt64Array.new(exported("memory").buffer)

        def put(at: int, value: int) -> None:
            cells[at >> 3] = JsBigInt(value)

        def call(name: str, args: Sequence[int]) -> int:
            try:
                return int(exported(name)(*map(JsBigInt, args)))
            except JsException as trap:
                if trap.name not in GIVES_UP:
                    raise
                raise Trap(no_stack=trap.name != "RuntimeError") from None

        memory = exported("memory").buffer
        return Instance(
            lambda first, last: Uint8Array.new(memory, first, last - first).to_bytes(),
            lambda at, data: Uint8Array.new(memory, at, len(data)).assign(data) if data else None,
            lambda at: int(cells[at >> 3]), put, call,
        )  # fmt: skip

    return Engine(WEBASSEMBLY, ["browser"], lambda module: module.encoded(), compiled, lambda native: None)
