"""The sieve of `bench/refereed.py`: a game passes if the law with the requirements in force takes each answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NO_UNIT_IN_CLOVER = """chapter [HR 1] "Clover"

rule clover.kept [HR 1]
  for each unit u where u.hex is not none
  requires u.hex.terrain is not clover
  says "{u} stands in the clover of {u.hex}"
"""
ALL_STAND_ON_LAND = NO_UNIT_IN_CLOVER.replace("u.hex.terrain is not clover", "not u.hex is off-board")


def add_on(law: str, folder: Path) -> str:
    folder.mkdir()
    (folder / "module.yaml").write_text(
        "module: keeper\ntitle: What must hold\nversion: 1.0.0\nreferee: yes\nadd-on-for: [tutorial]\n"
        "sources: {HR: {title: House rules}}\nspeaks-for: [HR]\ndefault-source: HR\n", "utf-8",
    )  # fmt: skip
    (folder / "01.law").write_text(law, "utf-8")
    return str(folder)


@pytest.mark.parametrize(("law", "passes"), [(NO_UNIT_IN_CLOVER, False), (ALL_STAND_ON_LAND, True)])
def test_a_game_passes_where_the_law_with_the_requirements_takes_each_answer(
    law: str, passes: bool, bench_script: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refereed = bench_script("refereed")
    keeper = add_on(law, tmp_path / "keeper")
    monkeypatch.setattr(refereed, "referees_for", lambda *_: (keeper,))
    sieve = refereed.Sieve("tutorial", "last-fine-day")
    assert (sieve.passes("greedy", "greedy-2") is not None) is passes


def test_a_game_that_passes_is_counted_with_its_answers(
    bench_script: Callable[[str], Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    refereed = bench_script("refereed")
    keeper = add_on(ALL_STAND_ON_LAND, tmp_path / "keeper")
    monkeypatch.setattr(refereed, "referees_for", lambda *_: (keeper,))
    found = refereed.main(["--games", "1", "--players", "random", "--situations", "tutorial/last-fine-day"])
    told = capsys.readouterr()
    assert found == 0
    of_the_situation, of_all = told.out.splitlines()
    counted = r"1 games, \d+ answers, 0 with a remark"
    assert re.fullmatch(rf"tutorial/last-fine-day, random: {counted}, 0 by the reference, \d+ s", of_the_situation)
    assert re.fullmatch(counted, of_all)
    assert re.fullmatch(r"round 1, random: 1 games in \d+ s, tutorial/last-fine-day \d+ s of them\n", told.err)
