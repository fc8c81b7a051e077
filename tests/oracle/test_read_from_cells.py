"""What is read of the cells of the target is what the old machine comes to, frame by frame."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm.following import Follower, target_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.state import ActionFrame, Body, EffectFrame, Picking, Running, WindowFrame

pytest.importorskip("wasmtime")

SEVERAL = [
    ("tutorial", "early-snow"), ("panzerblitz + panzerbitz", "unseen-guns"), ("panzer-leader", "mined-line"),
    ("tutorial", "last-fine-day"), ("panzerblitz", "field-works"),
]  # fmt: skip
READ = 80


def followed(module: str, situation: str) -> tuple[Game, Follower]:
    found = Diagnostics()
    compilation = compile_modules(module, found)
    both = None if compilation is None else prepare(compilation, situation, Configuration(), found)
    assert both is not None, [d.message for d in found]
    game = both.game("hay")
    assert target_of(game) is not None
    assert isinstance(game.beside, Follower)
    while isinstance(game.question, ByLot):
        game.throw()
    return game, game.beside


def under_way(machine: Machine) -> list[Any]:
    """What tables read of frames: parts, actions and effects, and what the innermost knows by name."""
    found: list[Any] = []
    for frame in machine.frames:
        match frame:
            case Running(span=span, side=side, number=number):
                found.append((span.name, side, number))
            case ActionFrame(name=name) | EffectFrame(name=name):
                found.append(name)
            case WindowFrame(side=side, duty=duty, taken=taken):
                found.append((side, duty, taken))
    if machine.frames and isinstance(asking := machine.frames[-1], Picking | Body):
        found.append({name: value for name, value in asking.names.items() if name != "acting"})
        found.append(asking.pick if isinstance(asking, Picking) else asking.lines[asking.at - 1])
        found.append((set(asking.chosen), asking.barred) if isinstance(asking, Picking) else None)
    return found


def is_told(game: Game) -> bool:
    """Compares what was read of the cells with what the reference comes to; whether anything was."""
    read, told = game.to_read, not game.stand.is_brought_up
    machine = game.machine
    assert read.state.text() == machine.state.text()
    assert [*read.position.things] == [*machine.position.things]
    assert read.state.question == machine.state.question
    assert under_way(read) == under_way(machine)
    return told


@pytest.mark.parametrize(("module", "situation"), drawn(SEVERAL, 2))
def test_what_is_under_way_is_read_from_cells(module: str, situation: str) -> None:
    game, beside = followed(module, situation)
    chance, told = Random(5), 0
    for _ in range(READ):
        if game.question is None:
            break
        if isinstance(game.question, ByLot):
            game.throw()
        else:
            answer = chance.choice(game.options())
            ahead = game.followed(answer) if chance.random() < 0.3 else None
            told += ahead is not None and is_told(ahead)
            game.put(answer)
        told += is_told(game)
        while game.undoable > 2 and chance.random() < 0.2:
            game.undo()
            is_told(game)
    assert told > READ // 2
    assert not beside.has_parted
