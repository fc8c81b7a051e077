"""A module as text is read back as the same module."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.wasm.text import as_text
from hexlaw.runtime.law.law import Configuration

wasmtime = pytest.importorskip("wasmtime")


def test_the_text_of_a_situation_makes_its_bytes() -> None:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    prepared = prepare(compilation, "early-snow", Configuration(), Diagnostics())
    assert prepared is not None
    code = Target(prepared.agenda, prepared.setup).printed.code
    text = "\n".join(as_text(code))
    assert '(export "fact:' in text
    assert without_names(bytes(wasmtime.wat2wasm(text))) == without_names(code)


def without_names(code: bytes) -> bytes:
    """All but the last section, in which a tool may name more."""
    return code[: code.rindex(b"\x04name")].rstrip(b"\x00")[:-4]
