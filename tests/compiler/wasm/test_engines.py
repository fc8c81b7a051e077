"""What an engine is asked for: numbers of 64 bits, memory, and how code gives up."""

from __future__ import annotations

import resource
from array import array

from hexlaw.compiler.wasm.code import Function, Module
from hexlaw.compiler.wasm.engines import Engine, Trap, webassembly
from hexlaw.compiler.wasm.python_engine import python

from .asked_of_engines import EXPECTED, answers, module


def test_all_engines_answer_alike(an_engine: Engine) -> None:
    assert answers(an_engine, Trap, an_engine.printed(module())) == EXPECTED


def test_native_code_is_taken_up_by_one_like_it_and_no_other_bytes_are(an_engine: Engine) -> None:
    native = an_engine.compiled(an_engine.printed(module())).native()
    if native is not None:
        again = an_engine.taken_up(native)
        assert again is not None
        assert again.instance().call("sum", (2, 3)) == 5
    assert an_engine.taken_up(b"no code for this machine") is None


def test_an_instance_has_the_data_that_was_printed_for_another() -> None:
    """An address may be given to it that it has not printed itself: a trial began at the record of another one."""
    data = array("q", [1])
    module = Module({"at": Function("at", ("where",), [("return", ("load", "where"))])}, data=[(1024, data)])
    instance = python().compiled(module).instance()
    assert instance.call("at", (1024,)) == 1
    data.append(2)  # as more of the law is printed
    assert instance.call("at", (1032,)) == 2


def test_an_instance_needs_no_file() -> None:
    """Where the size of files is limited, a memory that lies in one stopped `hexlaw run` with a traceback."""
    engine, before = webassembly(), resource.getrlimit(resource.RLIMIT_FSIZE)
    assert engine is not None
    functions = {"one": Function("one", (), [("return", 1)], exported=True)}
    code = engine.printed(Module(functions, data=[(1024, array("q", range(2_000)))]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    try:
        assert engine.compiled(code).instance().cell(1032) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
