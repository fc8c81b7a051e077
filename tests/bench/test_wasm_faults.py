"""A slice of the run that spoils the printer of WebAssembly (bench/wasm_faults.py): the faults themselves."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(scope="module")
def faults(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("wasm_faults")


def test_faults_are_other_programs_that_can_be_read_the_same_for_a_seed(faults: Any) -> None:
    drawn = faults.drawn(30, 5)
    assert drawn == faults.drawn(30, 5)
    assert drawn != faults.drawn(30, 4)
    assert len({(fault.file, fault.start, fault.now) for fault in drawn}) == 30
    assert {fault.file.parent.name for fault in drawn} == {"wasm", "prelude"}
    for fault in drawn:
        assert fault.text != fault.before
        ast.parse(fault.text)
