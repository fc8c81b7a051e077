"""What is said at the table where something cannot be answered, and of what an attack would come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..typed_commands import OWN, own, typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(
    law: str, situation: str, answers: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> str:
    """What is printed in a game of two watches in which this can be done as well."""
    own(situation, **{"01.law": OWN["01.law"].replace("action light", f"{law}action light"), "cases": ""})
    typed("play", "./own", "night", answers=f"{answers}quit\n", monkeypatch=monkeypatch)
    return capsys.readouterr().out


HARBOUR = """map:
  grid: {orientation: pointy, lines: [A], lengths: [3], shifted: second, name: "{line}-{number}"}
  hexes: {}
pieces:
  dory: {kind: ship, side: gulls, at: A-1}
  gig: {kind: ship, side: gulls, at: A-1}
  smack: {kind: ship, side: terns, at: A-2}
  hulk: {kind: ship, side: terns, at: A-3}
"""
SHIPS = """thing ship
  stands in hex
  side: side
"""

SINK = """action sink [2]
  open in watch
  pick ship(s: ship) where s.side is acting
  remove s
"""


def test_of_a_piece_that_is_gone_that_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = told(SHIPS + SINK, HARBOUR, "sink dory\nsink Dory\nlook dory\nwhy dory\n", capsys, monkeypatch)
    assert "  Dory is no longer in the game\n  asked: sink: which ship\n" in printed
    assert printed.count(" is no longer in the game\n") == 3
