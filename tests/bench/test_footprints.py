"""What the law reads and changes stands in its footprints, and a footprint that lacks something is noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lot.asking import mended
from lot.by_lot import a_law
from lot.module import Module
from lot.properties import prepared_of
from rotation import WHOLE

from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import configure

LAWS = 30 if WHOLE else 6


@pytest.fixture
def footprints(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("footprints")


def test_what_the_form_of_a_shipped_law_reads_stands_in_its_footprints(footprints: Any, shipped: Compilation) -> None:
    count, beyond = footprints.reads_beyond(configure(shipped.graph))
    assert beyond == []
    assert count > 10


def test_what_the_form_of_a_law_by_lot_reads_stands_in_its_footprints(footprints: Any, tmp_path: Path) -> None:
    laws = [mended(a_law(f"slice/{number}"), tmp_path / "lot") for number in range(LAWS)]
    found = [footprints.reads_beyond(prepared_of(law, tmp_path / "lot").agenda.law) for law in laws]
    assert [beyond for _, beyond in found] == [[]] * LAWS
    assert sum(count for count, _ in found) > LAWS


def test_what_the_answer_to_a_case_looks_at_stands_in_the_footprint_of_its_question(
    footprints: Any, shipped: Compilation
) -> None:
    count, beyond = footprints.noted_beyond(shipped)
    assert beyond == []
    assert count > 10


def test_what_a_game_changes_in_an_action_stands_in_its_footprint(
    footprints: Any, lively: dict[str, Module], tmp_path: Path
) -> None:
    found = [footprints.writes_beyond(prepared_of(law, tmp_path / "lot"), name) for name, law in lively.items()]
    assert [beyond for _, beyond in found] == [[]] * len(lively)
    assert sum(count for count, _ in found) > 5


def test_what_stands_in_no_footprint_is_found(
    footprints: Any, lively: dict[str, Module], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, law = next(iter(lively.items()))
    prepared = prepared_of(law, tmp_path / "lot")
    nothing = SimpleNamespace(reads=lambda *_: set(), writes=lambda *_: set())
    monkeypatch.setattr(footprints, "footprints_of", lambda _: nothing)
    assert any(said.endswith(f" {e.THINGS}") for said in footprints.reads_beyond(prepared.agenda.law)[1])
    assert footprints.writes_beyond(prepared, name)[1]
