"""The scripts of `bench/` as modules: they are no package, so that each can be run by itself."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from lot.asking import MOST_ANSWERS, alone, answering, mended
from lot.by_lot import a_law
from lot.module import Module
from lot.properties import prepared_of
from rotation import WHOLE

from hexlaw.runtime.law.stops import LawStop

BENCH = Path(__file__).resolve().parents[2] / "bench"
LONG = ("game_peer", "ladder", "living", "one_law", "peers", "seeded_faults")
LIVELY = 4 if WHOLE else 2
collect_ignore = [] if WHOLE else [f"test_{name}.py" for name in LONG]
"""What tries a script for longer than it is worth in every run: `python bench/rotation.py bench` runs it all."""


@pytest.fixture(scope="module", autouse=True)
def _cache_as_it_was() -> Iterator[None]:
    """Scripts switch the cache off for their process; the tests of other files have it again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXLAW_CACHE", os.environ["HEXLAW_CACHE"])
        yield


@pytest.fixture(scope="session")
def lively(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Module]:
    """The first laws by lot of which a game goes on for long, with something to play for, by their seeds."""
    folder, found = tmp_path_factory.mktemp("lively") / "lot", {}
    for name in (f"slice/{number}" for number in count()):
        law = a_law(name)
        if len(found) == LIVELY:
            break
        if any(item.text.startswith("reach ") for item in law.items):  # the target may not carry it
            continue
        law = mended(law, folder)
        prepared = prepared_of(law, folder)
        if prepared.setup.worth is None:
            continue
        with suppress(LawStop):
            game = prepared.game(f"{name}-0")
            alone(game, answering(f"{name}-0"))
            if len(game.entries) == MOST_ANSWERS:
                found[name] = law
    return found


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


@pytest.fixture(scope="module")
def logs(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("vassal_logs")


@pytest.fixture(scope="module")
def writer(request: pytest.FixtureRequest, logs: Any) -> Any:
    """The journal that a module of tests names `KEPT`, written as a log of VASSAL."""
    found = logs.LogWriter(request.module.KEPT)
    found.written()
    return found
