"""`hexlaw test` on several processors: what it tells is what one tells."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.cases import judge
from hexlaw.compiler.workspace import testing as command


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, processes: int, *words: str) -> str:
    monkeypatch.setattr(command, "processors", lambda: processes)
    monkeypatch.setenv("HEXLAW_CACHE", "off")  # no case has held before
    code = main(["test", "tutorial", "--option", "clouds=on", *words])
    out = capsys.readouterr().out
    return f"{code}\n{out}"


def test_it_tells_the_same_on_several_processors(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under clouds some cases fail, and are explained; they stand among the others in the order of the files."""
    alone, shared = (told(capsys, monkeypatch, processes) for processes in (1, 2))
    assert alone == shared
    assert alone.startswith("1\n")
    of_one, of_two = (told(capsys, monkeypatch, processes, "--json") for processes in (1, 2))
    assert of_one == of_two
    assert len({case["passed"] for case in json.loads(of_one.partition("\n")[2])["cases"]}) == 2


def test_cases_are_shared_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that hold are run in other processes, and here no more."""
    here: list[str] = []
    run_case = judge.run_case

    def noted(case: object, *how: object, **more: object) -> object:
        here.append(case.id)  # type: ignore[attr-defined]
        return run_case(case, *how, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(command, "run_case", noted)
    out = told(capsys, monkeypatch, 2)
    assert 0 < len(here) == out.count(" fails")


ROOT = Path(__file__).parents[3]
CASES = {"02-moving": 21, "07-clouds": 5}
"""Files of the tutorial, and how many cases each has; one of the second asks for a configuration of a module."""
STAY = """chapter [RB 2] "Rest"

rule stay [RB 2.1]
  forbids move.mover
  when u.side is sunside
  says "{u} rests"
"""
Ran = Callable[..., int]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Tests a copy of the tutorial, and returns how many cases were run for that, each once; what is told must be
    what is told without a cache."""
    here = set[str]()
    run_case = judge.run_case
    module = shutil.copytree(ROOT / "rules" / "tutorial", tmp_path / "tutorial")
    for file in (module / "cases").iterdir():
        if file.name.removesuffix(".cases.yaml") not in CASES:
            file.unlink()

    def noted(case: Any, *how: Any, **more: Any) -> object:
        here.add(case.id)
        return run_case(case, *how, **more)

    def tested(*words: str) -> int:
        told = []
        for place in ("off", str(tmp_path / "cache")):
            monkeypatch.setenv("HEXLAW_CACHE", place)
            here.clear()
            told.append((main(["test", "./tutorial", *words]), capsys.readouterr().out))
        assert told[0] == told[1]
        return len(here)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "processors", lambda: 1)
    monkeypatch.setattr(command, "run_case", noted)
    return tested


def test_what_has_held_is_not_run_again_while_all_is_as_it_was(ran: Ran, tmp_path: Path) -> None:
    module = tmp_path / "tutorial"
    assert ran("--only", "moving.into-firs") == 1
    assert ran() == sum(CASES.values()) - 1
    assert ran() == 1, "another module may have changed"
    assert ran("--option", "clouds=on") == sum(CASES.values()), "another law is in force"
    file = module / "cases" / "02-moving.cases.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("expect: legal", "expect: refused", 1), "utf-8")
    assert ran() == CASES["02-moving"] + 1
    assert ran() == 2, "one fails, and is told of anew"
    file.write_text(text, "utf-8")
    (module / "98-stay.law").write_text(STAY, "utf-8")
    assert ran() == sum(CASES.values()), "the law is another"
