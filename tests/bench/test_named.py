"""A slice of the edits by lot (bench/named.py): `compare` names each edit, and the script tells where it does not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from lot.by_lot import shipped
from lot.module import Item, Module
from lot.naming import EDITS, changed, key_of
from rotation import WHOLE

from hexlaw.compiler.desk.compare.structure import Compared
from hexlaw.runtime.base.nodes import replace

EDITED = "200" if WHOLE else "24"
LIGHT = "action light [1]\n  pick lighter(p: lamp)\n  mark p as lit"


def test_each_edit_is_named_and_nothing_else(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("named").main(["--edits", EDITED, "--seed", "slice"]) == 0
    assert capsys.readouterr().out.endswith(f"{EDITED} edits; compare named exactly the edit of {EDITED}\n")


@pytest.mark.parametrize("left", [0, 2])
def test_a_difference_too_few_or_too_many_is_told(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """With `compare` that leaves out what it finds, or tells another attribute besides."""
    bench = bench_script("named")
    compare = bench.compare

    def wrongly(*laws: Any) -> Compared:
        found: Compared = compare(*laws)
        told = found.structure.differences
        told = (*told, replace(told[0], name="lamp.soot"))[:left]
        return replace(found, structure=replace(found.structure, differences=told))

    monkeypatch.setattr(bench, "compare", wrongly)
    monkeypatch.setattr(bench, "EDITS", {"an attribute more": EDITS["an attribute more"]})
    assert bench.main(["--edits", "1", "--seed", "slice"]) == 1
    said = "nothing" if left == 0 else "new attribute:lamp.soot, new attribute:"
    assert f"; said {said}" in capsys.readouterr().out


def test_what_is_named_is_read_off_the_text() -> None:
    assert key_of("thing lamp [1]\n  oil: whole = 1", 1) == "attribute:lamp.oil"
    assert (
        key_of("sequence game [1]\n  phase day:\n    phase dawn\n    set game.n to 1\n  phase dusk", 3) == "phase:day"
    )
    assert key_of('fact p: lamp is bright [1]\n  "It shines."', 1) == "fact:bright"
    law = Module(
        (Item("1.law", LIGHT), Item("1.law", "action glow is a light"), Item("1.law", "action rub\n  pick x")), {}
    )
    assert changed(law, "action:light") == {"changed action:light", "changed action:glow"}
    assert changed(law, "rule:light") == {"changed rule:light"}


def test_every_sort_of_edit_can_be_made_of_law_that_is_shipped() -> None:
    laws = [shipped(0), shipped(3)]
    made = {sort for sort, edit in EDITS.items() for law in laws for n in range(40)
            if (found := edit(law, Random(n))) is not None and found.law.files() != law.files()}  # fmt: skip
    assert made == EDITS.keys()
