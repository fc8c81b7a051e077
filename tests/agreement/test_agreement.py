"""The target says what the reference says, in made-up positions of every game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from held import StopOutcome
from judged import judged_alike

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.law.law import Configuration, configure

pytest.importorskip("wasmtime")

VARIANTS = Path(__file__).parents[1] / "variants"


def test_made_up_positions_are_judged_as_by_the_reference(shipped: Compilation, lot: Random) -> None:
    """A slice of what `bench/agree.py` asks by the million, under the law of a situation that is drawn each day."""
    situation = lot.choice([None, *shipped.graph.situations])
    law = configure(shipped.graph, Configuration(situation=situation))
    told = judged_alike(shipped, law, Random(f"{shipped.name} {situation}"), 12)
    assert told["value"] > 100
    assert (told["handed back"] + told[StopOutcome.TARGET]) * 20 <= told["value"]


def test_a_figure_that_rules_bear_on_is_judged_as_by_the_reference() -> None:
    compilation = compile_modules(str(VARIANTS / "deep-mud"), Diagnostics())
    assert compilation is not None
    assert judged_alike(compilation, configure(compilation.graph), Random("deep mud"), 12)["value"] > 100
