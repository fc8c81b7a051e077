"""Games of one module are the same in both engines: as WebAssembly and as printed Python."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable
from functools import cache

import pytest
from rotation import WHOLE, drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import program_of
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm.engines import Trap, webassembly
from hexlaw.compiler.wasm.program import Program
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

pytest.importorskip("wasmtime")

Targets = Callable[[str, str], list[Target]]
LARGE = [("panzer-leader", "st-lo"), ("panzer-leader", "remagen"), ("panzerblitz", "nikopol-bridgehead")]


@pytest.fixture(scope="module")
def targets() -> Targets:
    """A situation in either engine."""

    @cache
    def printed(module: str, situation: str) -> list[Target]:
        found = Diagnostics()
        compilation = compile_modules(module, found)
        both = None if compilation is None else prepare(compilation, situation, Configuration(), found)
        assert both is not None, [d.message for d in found]
        return [Target(both.agenda, both.setup, engine=engine) for engine in (webassembly(), python())]

    return printed


def played(target: Target, seed: str, program: Program, most: int) -> tuple[object, ...]:
    position = target.setup.position
    programs = by_seat_and_side(dict.fromkeys(seats(position), program), position)
    found: PlayedOut = target.play(seed, keys_of_players(position, seed), most, programs=programs)
    return found.entries, found.stopped, found.winner, found.report, target.weighed(), target.running.get("work")


@pytest.mark.parametrize(
    ("program", "games", "most"), [("random", 40 if WHOLE else 4, 1_000), ("greedy:40", 6 if WHOLE else 1, 60)]
)
@pytest.mark.parametrize("situation", ["last-fine-day", "early-snow"])
def test_games_of_the_tutorial_are_the_same(
    targets: Targets, situation: str, program: str, games: int, most: int
) -> None:
    native, here = targets("tutorial", situation)
    for seed in map(str, range(games)):
        expected = played(native, seed, program_of(program), most)
        assert played(here, seed, program_of(program), most) == expected
        assert program != "random" or expected[1] == 0


@pytest.mark.parametrize("at", drawn(LARGE, 1))
def test_larger_games_begin_alike(targets: Targets, at: tuple[str, str]) -> None:
    native, here = targets(*at)
    for program, most in (("random", 15), ("greedy:5", 5)):
        assert played(here, "fog", program_of(program), most) == played(native, "fog", program_of(program), most)


def test_who_debugs_sees_the_lines_of_the_printed_law(targets: Targets) -> None:
    """A traceback shows them, and a debugger finds them without a file."""
    _, here = targets("tutorial", "early-snow")
    played(here, "fog", program_of("random"), 30)  # what no game has asked is not printed
    here.running.set("free", -8)  # no room is left
    with pytest.raises(Trap) as trap:
        here.running.call("fact:" + "entry-cost", 0, 0, 10**9)
    *_, last = traceback.extract_tb((trap.value.__cause__ or trap.value).__traceback__)
    assert last.filename.startswith("printed-")
    assert last.line
    assert linecache.getline(last.filename, last.lineno or 0).strip() == last.line
