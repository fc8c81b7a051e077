"""Situations of a module that extends another: what is different, and what replaces the one below."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game

LAW = """choice side
  reds, blues
thing game also
  day: whole = 1
thing boat also
  side: side = reds
sequence game [1]
  phase day:
    phase sailing by reds
situation calm [1] "A calm sea"
"""
GRID = 'grid: {orientation: pointy, lines: [A, B], lengths: [5], name: "{line}-{number}"}'
CALM = f"""map: {{{GRID}, hexes: {{}}}}
pieces:
  ann: {{kind: boat, at: A-1, crew: 2}}
  bob: {{kind: boat, at: A-2, side: blues}}
game: {{day: 2}}
winner: ann.side
tells: {{crew of ann: ann.crew, day: game.day}}
"""


@pytest.fixture
def base(bench: Any) -> Path:
    folder: Path = bench.write(LAW, name="port", files={"situations/calm.yaml": CALM})
    return folder


def begun(bench: Any, base: Path, situation: str) -> tuple[Game | None, str]:
    """The game of a variant with this file, and what was found wrong."""
    folder = bench.variant(base, "", name="winter")
    (folder / "situations").mkdir(exist_ok=True)
    (folder / "situations" / "calm.yaml").write_text(situation, "utf-8")
    diagnostics = Diagnostics()
    prepared = prepare(bench.compiled(folder), "calm", Configuration(), diagnostics)
    return None if prepared is None else prepared.game("1"), "\n".join(render(d) for d in diagnostics)


def test_only_what_is_different_is_written(bench: Any, base: Path) -> None:
    written = "without: [bob]\npieces:\n  ann: {crew: 5}\n  carl: {kind: boat, at: B-3}\n"
    game, found = begun(bench, base, written + "tells: {boats: count(boat b where b.side is reds)}\n")
    assert game is not None, found
    assert set(game.position.things) == {"ann", "carl"}
    assert game.figures() == {"crew of ann": 5, "day": 2, "boats": 2}
    assert game.winner() == "reds"


def test_what_is_different_takes_the_place_of_what_was(bench: Any, base: Path) -> None:
    game, found = begun(bench, base, "game: {day: 7}\nwinner: bob.side\ntells: {day: game.day * 2}\n")
    assert game is not None, found
    assert (game.winner(), game.figures()) == ("blues", {"crew of ann": 2, "day": 14})


def test_a_situation_is_set_up_anew_when_that_is_said(bench: Any, base: Path) -> None:
    alone = CALM.replace("  bob: {kind: boat, at: A-2, side: blues}\n", "")
    game, found = begun(bench, base, f"replaces: yes\n{alone}")
    assert game is not None, found
    assert set(game.position.things) == {"ann"}


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ("pieces: {ann: {kind: boat, at: B-1}}\n", "HX313", "leave out `type` and `kind` to change it"),
        ("without: [dora]\n", "HX313", "`dora`"),
        ("game: {day: late}\n", "HX1", "late"),
    ],
)
def test_what_cannot_be_different(bench: Any, base: Path, written: str, code: str, said: str) -> None:
    game, found = begun(bench, base, written)
    assert game is None
    assert code in found
    assert said in found
    assert "winter" in found, "it is told where the variant writes it"


def test_nothing_is_replaced_where_nothing_is(bench: Any) -> None:
    folder = bench.write(LAW, name="port", files={"situations/calm.yaml": "replaces: yes\n" + CALM})
    diagnostics = Diagnostics()
    assert prepare(bench.compiled(folder), "calm", Configuration(), diagnostics) is None
    assert [d.code for d in diagnostics] == ["HX176"]


def test_a_word_of_a_guided_move_that_nothing_is_called_by_is_refused(bench: Any, base: Path) -> None:
    game, found = begun(bench, base, "guide:\n  - {say: Sail north., does: ann A-2 A-9}\n")
    assert game is None
    assert "error HX332: `A-9` is no action, piece or hex for a guided move" in found
    game, found = begun(bench, base, "guide:\n  - {say: Sail north., does: ann A-2 done}\n")
    assert game is not None, found
    assert game.setup.guide == (("Sail north.", "ann A-2 done"),)
