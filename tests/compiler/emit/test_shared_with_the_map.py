"""What emitted law remembers with the map: shared by all positions on it that say nothing else of what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import emit
from hexlaw.runtime.emitted.load import EmittedLaw, load
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Law, configure
from hexlaw.runtime.position import Position

BEACONS = """thing hex also
  watched: yes/no = no
fact shallow(h: hex): whole
  otherwise 0
rule shallow.round [1]
  when any there in neighbours(h) where there is shoal
  shallow(h) is 1
fact seen(h: hex): yes/no
  otherwise no
rule seen.watched [1]
  when h is watched and shallow(h) > 0
  seen(h)
fact safe(h: hex): yes/no
  otherwise no
rule safe.deep [1]
  when shallow(h) is 0
  safe(h)
"""
HERE, BESIDE = Hex(0, 0), Hex(1, 0)


@pytest.fixture
def law(bench: Any) -> Law:
    return configure(bench.compiled(BEACONS).graph)


@pytest.fixture
def emitted(law: Law) -> EmittedLaw:
    return load(emit(law))


def asked(emitted: EmittedLaw, state: Any) -> tuple[int, bool]:
    facts = emitted.names["FACTS"]
    return facts["shallow"](state, HERE), facts["seen"](state, HERE)


def test_what_is_written_of_the_map_counts_whether_anything_shared_rests_on_it_or_not(
    bench: Any, law: Law, emitted: EmittedLaw
) -> None:
    position = Position(law.graph, bench.ask(bench.compiled(BEACONS), "1").position.map)
    state, other = emitted.laid_out(position), emitted.laid_out(position)
    assert asked(emitted, state) == (0, False)
    state.set(HERE, "watched", True)
    assert asked(emitted, state) == (0, False)
    assert "shallow" in emitted.names["OF_THE_MAP"]
    assert state.shallow is other.shallow
    state.set(BESIDE, "shoal", True)
    assert asked(emitted, state) == (1, True)
    assert asked(emitted, other) == (0, False)
    state.unset(BESIDE, "shoal")
    assert asked(emitted, state) == (0, False)


def test_a_position_that_says_so_from_the_beginning_has_its_own_answers(
    bench: Any, law: Law, emitted: EmittedLaw
) -> None:
    position = Position(law.graph, bench.ask(bench.compiled(BEACONS), "1").position.map)
    plain = emitted.laid_out(position)
    watched = position.scratch()
    watched.set(HERE, "watched", True)
    shoal = watched.scratch()
    shoal.set(BESIDE, "shoal", True)
    assert asked(emitted, emitted.laid_out(watched)) == (0, False)
    assert asked(emitted, emitted.laid_out(shoal)) == (1, True)
    assert asked(emitted, plain) == (0, False)
    assert not plain.watched_of[HERE]
