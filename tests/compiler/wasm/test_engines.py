"""What an engine is asked for: numbers of 64 bits, memory, and how code gives up."""

from __future__ import annotations

from hexlaw.compiler.wasm.engines import Engine, Trap

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
