"""What an engine is asked for: numbers of 64 bits, memory, and how code gives up."""

from __future__ import annotations

import pytest

from hexlaw.compiler.wasm.engines import Trap, engine

from .asked_of_engines import EXPECTED, answers, module


def test_it_answers_as_webassembly_does() -> None:
    pytest.importorskip("wasmtime")
    found = engine()
    assert found is not None
    assert answers(found, Trap, module()) == EXPECTED


def test_native_code_is_taken_up_by_one_like_it_and_no_other_bytes_are() -> None:
    pytest.importorskip("wasmtime")
    first, second = engine(), engine()
    assert first is not None
    assert second is not None
    assert [*first.like] == [*second.like]
    native = first.compiled(module()).native()
    assert native is not None
    again = second.taken_up(native)
    assert again is not None
    assert again.instance().call("sum", (2, 3)) == 5
    assert second.taken_up(b"no code for this machine") is None
