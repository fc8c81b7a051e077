"""The scripts of `bench/` as modules: they are no package, so that each can be run by itself."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rotation import WHOLE

BENCH = Path(__file__).resolve().parents[2] / "bench"
LONG = ("game_peer", "ladder", "living", "one_law", "peers", "seeded_faults")
collect_ignore = [] if WHOLE else [f"test_{name}.py" for name in LONG]
"""What tries a script for longer than it is worth in every run: `python bench/rotation.py bench` runs it all."""


@pytest.fixture(scope="session")
def bench_script() -> Callable[[str], Any]:
    """Loads one by its name."""

    def load(name: str) -> Any:
        spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # its dataclasses look themselves up
        spec.loader.exec_module(module)
        return module

    return load
