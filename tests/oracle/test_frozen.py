"""The frozen machine stands by itself: of the product's play it knows data alone, and it plays a game."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from reference.game import Game
from reference.machine import Machine

FROZEN = Path(__file__).parent / "reference"
DATA = {"agenda", "chance", "journal", "questions"}
"""What it takes of `runtime/play`: data, and no machine."""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module)):
                yield from (f"{module}.{name.name}" for name in node.names)
            case ast.Import(names=names):
                yield from (name.name for name in names)


def test_of_the_products_play_it_takes_data_alone() -> None:
    taken = {name for path in FROZEN.glob("*.py") for name in imported(path) if name.startswith("hexlaw.")}
    assert {name.split(".")[3] for name in taken if name.startswith("hexlaw.runtime.play.")} == DATA
    assert not [name for name in taken if not name.startswith("hexlaw.runtime.")]


def test_its_game_is_carried_by_its_own_machine(begun: Callable[..., Game], sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1}}")
    for text in ("sail", "ann", "A-2"):
        game.answer(game.meant(text))
    assert type(game.machine) is Machine
    assert str(game.position.hex_of(game.position.things["ann"])) == str(game.position.map.find("A-2"))
