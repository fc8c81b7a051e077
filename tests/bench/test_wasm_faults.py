"""A slice of the run that spoils the printer of WebAssembly (bench/wasm_faults.py): the faults themselves."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from lot.faulty import came_of
from lot.module import Module
from lot.recorded import recorded


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


def test_for_laws_some_faults_are_made_in_lowering_and_none_in_what_prints_nothing(faults: Any) -> None:
    drawn = faults.drawn_for_laws(60, 5)
    assert drawn == faults.drawn_for_laws(60, 5)
    assert len({(fault.file, fault.start, fault.now) for fault in drawn}) == 60
    assert sum(fault.file.parent.name == "lower" for fault in drawn) == 15
    assert not {fault.file.name for fault in drawn} & faults.PRINTS_NOTHING
    assert all(fault.text != fault.before for fault in drawn)


def test_a_fault_is_found_by_what_was_recorded_and_nothing_without_one(
    faults: Any, tmp_path: Path, lively: dict[str, Module], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is one found by what the target does not play anyway; and what does not end is ended."""
    laws = [found for name, law in lively.items() if (found := recorded(law, name, tmp_path / "lot", 1))][:2]
    for part in ("wasm", "lower"):
        copytree(faults.ROOT / "compiler" / part, tmp_path / part)
    whole = came_of(tmp_path, laws, 120)
    assert (whole.wrong, whole.told, whole.laws) == ("", "", 2)
    assert faults.by_what(whole, whole) == ""
    playing = tmp_path / "wasm" / "prelude" / "playing.py"
    text = playing.read_text("utf-8")
    for was, now, by in (
        ("games + 1, JOURNAL, 0", "games + 1, JOURNAL + 32, 0", f"in law {laws[0].name}"),
        ("def begin(part):\n", "def begin(part):\n    return 3\n", "more often the target has no room or time"),
        ("def begin(part):\n", "def begin(:\n", "SyntaxError in "),
    ):
        assert was in text
        playing.write_text(text.replace(was, now), "utf-8")
        assert by in faults.by_what(came_of(tmp_path, laws, 120), whole)
    playing.write_text(text, "utf-8")
    assert faults.by_what(came_of(tmp_path, laws, 1), whole) == "does not end"
