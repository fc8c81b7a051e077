"""`hexlaw test` on several processors: what it tells is what one tells."""

from __future__ import annotations

import json

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.cases import judge
from hexlaw.compiler.workspace import testing as command


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, processes: int, *words: str) -> str:
    monkeypatch.setattr(command, "processors", lambda: processes)
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
