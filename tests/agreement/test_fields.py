"""Where units can go, by field and by the machine's own steps: every type of unit, under options by lot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from fields import compared

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.law import configure

MUD = Path(__file__).parents[1] / "variants/deep-mud"


@pytest.mark.parametrize(
    ("name", "positions", "least"), [("tutorial", 12, 20), ("panzer-leader", 2, 8), (str(MUD), 2, 8)]
)
def test_a_field_is_what_the_machine_finds(name: str, positions: int, least: int) -> None:
    """A slice of what `bench/fields.py` compares, under the law as it stands."""
    compilation = compile_modules(name, Diagnostics())
    assert compilation is not None
    told, types = Counter[str](), set[str]()
    wrong = compared(compilation, configure(compilation.graph), Random(name), told, types, positions=positions)
    assert wrong == []
    assert told["by field"] >= least
    assert len(types) > 4
