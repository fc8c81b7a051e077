"""`bench/held.py` replays a journal in the target and in the reference, and reports the first difference."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from held import Stepping, main

from hexlaw.compiler import cli

ROOT = Path(__file__).resolve().parents[2]
LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
sequence game [1]
  phase tide for each s in {reds, blues} by s:
    phase sailing
situation calm [1] "A calm sea"
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  pick step(there: hex) from neighbours(b.hex) where not there is off-board does:
    move b to there
fact depth(h: hex): whole
rule depth.shoals [1]
  when h is shoal
  depth(h) is 1
rule deep.look [1]
  after sail.step
  then:
    if depth(there) > 3:
      mark b as lit
"""
SITUATION = """map:
  grid: {orientation: pointy, lines: [A, B], lengths: [5], shifted: second, name: "{line}-{number}"}
  hexes: {A-2: {shoal: yes}}
pieces: {ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}
"""


@pytest.fixture
def journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A game of the tutorial by chance."""
    pytest.importorskip("wasmtime")
    folder = str(tmp_path / "kept")
    assert cli.main(["run", "tutorial", "early-snow", "--seed", "frost", "--journals", folder]) == 0
    capsys.readouterr()
    return str(Path(folder, "early-snow-frost.journal"))


def test_games_that_are_alike_are_compared_to_their_end(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([journal]) == 0
    told = capsys.readouterr().out
    assert told == "125 questions, 418 legal answers, 14 throws\nboth are alike; neither stops\n"


def test_the_first_difference_is_told(
    journal: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_more(stepping: Stepping) -> Mapping[str, int]:
        return {**legal(stepping), "nobody": 0}

    legal = Stepping.legal
    monkeypatch.setattr(Stepping, "legal", one_more)
    assert main([journal]) == 1
    assert "they part in what is legal: ['nobody'] in the target, [] here" in capsys.readouterr().out


def test_a_stop_of_both_is_no_difference(bench: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("wasmtime")
    module = str(bench.write(LAW, files={"situations/calm.yaml": SITUATION}))
    cli.main(["run", module, "calm", "--seed", "b", "--journals", str(tmp_path / "kept")])
    [stopped] = (tmp_path / "kept").glob("*.journal")
    capsys.readouterr()
    assert main([str(stopped)]) == 0
    told = capsys.readouterr().out
    assert "both are alike; both stop\nthe law stops: no rule says what `depth` is for " in told


@pytest.mark.parametrize("version", ["1", "2", "3-tutorial"])
def test_dice_of_before_are_not_thrown_by_the_target(version: str) -> None:
    with pytest.raises(SystemExit, match="other dice"):
        main([str(ROOT / "tests" / "runtime" / "play" / "journals" / f"version-{version}.journal")])
