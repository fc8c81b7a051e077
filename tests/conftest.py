"""Settings for all tests: the same examples on every machine, and no failure for being a slow one.

`bench` writes small modules from strings, compiles them and asks them questions: the law of an invented harbour.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from rotation import DAY, WHOLE, drawn, is_due

from hexlaw.compiler.base import cache
from hexlaw.compiler.base.collector import no_garbage_collection
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.check import typing_cache
from hexlaw.compiler.data.load import load, shipped_games
from hexlaw.compiler.desk.cases.case_index import contents_of
from hexlaw.compiler.desk.cases.claims import check_rulings
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.parse import grammar, item_cache, parse
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.compiler.wasm import procedures
from hexlaw.compiler.wasm.following import stand_beside, target_of
from hexlaw.compiler.workspace import table_games
from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game

settings.register_profile("hexlaw", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("hexlaw")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write into the golden files what comes out now, to be read")
    parser.addoption("--of-today", action="store_true", help="of tests that take long run those whose day it is")


def pytest_configure() -> None:
    """Searches for garbage less often than usual: most of what tests make is law, which is large and stays a while."""
    gc.set_threshold(20_000, 10, 20)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects twelve thousand tests without a search for garbage; they all stay, so later searches pass them over."""
    with no_garbage_collection():
        try:
            return (yield)
        finally:
            gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out long tests whose day it is not; pytest counts them as deselected."""
    if not config.getoption("--of-today"):
        return
    left_out = [item for item in items if not is_due(item.nodeid)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if is_due(item.nodeid)]


def pytest_sessionfinish() -> None:
    """At its end pytest searches everything for garbage, several times: nothing is left to be told of it."""
    gc.freeze()


def pytest_report_header() -> str:
    return f"what is drawn by lot is drawn again with HEXLAW_DAY={DAY}"


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_printed_meanwhile() -> Iterator[None]:
    """A table of a test is over before the law is printed that it would ask; what was printed before is asked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_games, "stand_beside", lambda game, meanwhile: stand_beside(game, meanwhile=False))
        yield


@pytest.fixture(scope="session", autouse=True)
def _cache_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests do not touch the cache of the person who runs them; processes that share them out have one cache."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXLAW_CACHE", str(shared / "cache"))
        patch.setenv("XDG_DATA_HOME", str(own / "home"))  # nor the keys for games by mail
        yield


@pytest.fixture
def tutorial_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At tables the tutorial plays as WebAssembly from its first answer on, as for everybody after some seconds: it is
    printed once for all tests. By rotation the evaluator plays it, as it plays other law."""

    def begun(game: Game, meanwhile: bool) -> None:
        target_of(game) if game.law.graph.name == "tutorial" and not WHOLE else stand_beside(game, meanwhile=False)

    monkeypatch.setattr(table_games, "stand_beside", begun)


def _games() -> list[str]:
    """Everything shipped that can be played by itself; what cannot be read is among it, and fails the tests."""
    chains = {name: load(name, Diagnostics()) for name in shipped_games()}
    return [name for name, chain in chains.items() if chain is None or not chain.layers[-1].manifest.abstract]


GAMES = _games()


@pytest.fixture(scope="module", params=drawn(GAMES, 3))
def shipped(request: pytest.FixtureRequest) -> Compilation:
    """Some shipped games, each day others, compiled once for all tests of a file that take it."""
    diagnostics = Diagnostics()
    compilation = compile_modules(request.param, diagnostics)
    assert compilation is not None, "\n".join(render(d) for d in diagnostics)
    return compilation


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str, list[str]], None]:
    """Compares what comes out with the lines behind `> ` of a block of a golden file; `--renew` writes them anew."""

    def compare(file: Path, block: str, lines: list[str]) -> None:
        kept = [line for line in block.strip().split("\n") if not line.startswith("> ")]
        block_now = "\n".join([*kept, *(f"> {line}" for line in lines)])
        if request.config.getoption("--renew"):
            file.write_text(file.read_text("utf-8").replace(block.strip(), block_now), "utf-8")
        else:
            assert block.strip() == block_now

    return compare


@pytest.fixture
def lot() -> Random:
    """Draws the same all day long, and each day something else."""
    return Random(DAY)


class OwnCache:
    """A cache folder of one test, and the means to begin as a new process does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def entries(self) -> list[Path]:
        return sorted(self.folder.iterdir())

    def new_process(self) -> None:
        """Forgets all that a living process remembers."""
        self.forget_law()
        grammar._parser.cache_clear()

    def forget_law(self) -> None:
        """Forgets all but the grammar, which takes long to make anew."""
        cache.forget()
        for remembered in (parse._parsed, item_cache.item_cache, typing_cache._typed):
            remembered.cache_clear()


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnCache]:
    own = OwnCache(tmp_path_factory.mktemp("own-cache"))
    monkeypatch.setenv("HEXLAW_CACHE", str(own.folder))
    own.new_process()
    yield own
    own.new_process()


WORDS = """chapter [1] "Words"
choice water
  calm, rough, reef
choice mood in order
  asleep, drowsy, awake, wild
choice paint
  red, blue
measure fathoms exact "fathoms"
measure pips whole
thing hex also
  water: set of water
  shoal: yes/no
thing hexside also
  channel: yes/no
  wall: yes/no
thing boat
  stands in hex or boat, at most 2 deep
  crew: whole = 0
  paint: paint = red
  range: fathoms = 4
  spent: fathoms = 0
  lit: yes/no
  moored: yes/no
  mood: mood = drowsy
  weight: whole
  friend: boat or none
  shadows: set of boat
thing ferry is a boat
  decks: whole = 1
thing buoy
  stands in hex
"""
MANIFEST = """module: {name}
title: The harbour
version: 0.1.0
sources: {{H: {{title: Harbour rules}}, Q: {{title: Harbour letters, ids: yes}},
          HA: {{title: Advice, advice: yes}}}}
speaks-for: [H, Q]
default-source: H
unit-kind: boat
"""
BAY = '{grid: {orientation: pointy, lines: [A, B, C, D], lengths: [6], shifted: second, name: "{line}-{number}"}'


class Bench:
    """Modules made of strings, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 0

    def write(
        self,
        law: str,
        *,
        name: str | None = None,
        words: bool = True,
        manifest: str | None = None,
        files: Mapping[str, str | bytes] | None = None,
    ) -> Path:
        self.number += 1
        name = name or f"harbour-{self.number}"
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        whole: dict[str, str | bytes] = {
            "module.yaml": MANIFEST.format(name=name) if manifest is None else manifest,
            **({"00-words.law": WORDS} if words else {}),
            "10-law.law": law,
            **(files or {}),
        }
        for inner, text in whole.items():
            path = folder / inner
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        return folder

    def variant(self, base: Path, law: str, *, name: str, extra: str = "") -> Path:
        """A module that extends another of this bench."""
        manifest = f"module: {name}\ntitle: A variant\nversion: 0.1.0\nextends: {base.name}\ndefault-source: H\n{extra}"
        return self.write(law, name=name, words=False, manifest=manifest)

    def findings(self, law: str | Path, **how: Any) -> list[Diagnostic]:
        """Everything that is found wrong with a module."""
        diagnostics = Diagnostics()
        compilation = compile_modules(str(law if isinstance(law, Path) else self.write(law, **how)), diagnostics)
        if compilation is not None:
            cases = contents_of(compilation.chain.case_sources(diagnostics), diagnostics)
            check_rulings(compilation.names, cases, diagnostics)
        return list(diagnostics)

    def codes(self, law: str | Path, **how: Any) -> set[str]:
        return {d.code for d in self.findings(law, **how)}

    def compiled(self, law: str | Path, **how: Any) -> Compilation:
        diagnostics = Diagnostics()
        compilation = compile_modules(str(law if isinstance(law, Path) else self.write(law, **how)), diagnostics)
        assert compilation is not None, "\n".join(render(d) for d in diagnostics)
        return compilation

    def case(
        self,
        compilation: Compilation,
        ask: str,
        expect: str = "legal",
        *,
        pieces: str = "{}",
        hexes: str = "{}",
        more: str = "",
        chosen: Configuration | None = None,
        tracing: bool = True,
    ) -> CaseOutcome:
        """A case run: `pieces`, `hexes` (of a bay of four lines of six) and `more` are written as in case files."""
        quoted = ask.replace("'", "''")
        text = (
            f"maps:\n  bay: {BAY}, hexes: {hexes}}}\ncases:\n  - id: asked\n    map: bay\n    pieces: {pieces}\n"
            f"    ask: '{quoted}'\n    expect: {expect}\n{more}"
        )
        path = self.folder / "asked.cases.yaml"
        path.write_text(text, "utf-8")
        diagnostics = Diagnostics()
        file = read_cases(path, "asked.cases.yaml", diagnostics)
        assert file is not None, "\n".join(render(d) for d in diagnostics)
        outcome = run_case(file.cases[0], compilation, chosen, tracing=tracing)
        outcome.diagnostics.found.extend(diagnostics)
        return outcome

    def ask(self, compilation: Compilation, ask: str, **how: Any) -> Answer:
        outcome = self.case(compilation, ask, **how)
        assert outcome.answer is not None, "\n".join(render(d) for d in outcome.diagnostics)
        return outcome.answer

    def value(self, compilation: Compilation, ask: str, **how: Any) -> Any:
        """The value of an expression, which the law must be able to give."""
        given = self.ask(compilation, ask, **how)
        assert given.stop is None, given.stop
        return given.value


@pytest.fixture
def search_bound(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many positions a search for a way on looks at before it gives up."""
    return lambda positions: monkeypatch.setitem(procedures.CONSTANTS, "MAX_POSITIONS", positions)


@pytest.fixture
def steps_bound(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many steps may be taken until a game asks again."""
    return lambda steps: monkeypatch.setattr(budget, "MAX_AHEAD", steps)


FIRST_NIGHT = """chapter [9.1] "Only on the first night" if situation s1
rule limit.first [9.1]
  exposure-limit() is 2
"""


@pytest.fixture
def night(bench: Bench) -> Path:
    """A module that has every word of the half of the language that plays."""
    law = (Path(__file__).parent / "night.law").read_text("utf-8")
    return bench.write(law, name="night", files={"20-first-night.law": FIRST_NIGHT})


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
