"""Keys at the table (bench/keys.py): the named scripts do what they are for, and cost no more than they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rotation import WHOLE


@pytest.fixture(scope="module")
def keys(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("keys")


@pytest.mark.parametrize("number", [0, 1] if WHOLE else [1])
def test_a_script_does_what_it_is_for_with_few_keys(keys: Any, number: int, tmp_path: Path) -> None:
    script = keys.SCRIPTS[number]
    _, typed, holds, shown = keys.typed_out(script, tmp_path)
    assert holds, shown[-1500:]
    assert typed <= script.most


def test_what_the_table_does_not_understand_does_not_count(keys: Any, tmp_path: Path) -> None:
    script = replace(keys.SCRIPTS[0], lines=lambda game: ("rifles-9 EE-6", "stug to nowhere"))
    _, typed, holds, _ = keys.typed_out(script, tmp_path)
    assert not holds
    assert typed == len("rifles-9 EE-6") + len("stug to nowhere") + 2


def test_a_tab_completes_as_far_as_it_is_plain(keys: Any) -> None:
    typist = keys.Typist(["mo\tpu\t", "gun\t1"], lambda: ["move", "puma", "gun-1", "gun-2"])
    assert [typist(), typist()] == ["move puma ", "gun-1"]
    assert typist.keys == 7 + 6
