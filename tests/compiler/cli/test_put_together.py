"""Modules put on top of each other, `A + B`, wherever a command takes a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

WIND = {
    "module.yaml": "module: wind\ntitle: Wind\nversion: 1.0.0\nadd-on-for: [tutorial]\n"
    "sources: {WI: {title: The wind}}\nspeaks-for: [WI]\ndefault-source: WI\n",
    "01.law": 'chapter [WI 1] "Wind"\n\nrule wind.dogs [1]\n  "Dogs hate wind."\n  forbids move.step\n'
    '  when u is a dog\n  says "{u} will not go"\n',
    "wind.cases.yaml": "cases:\n  - id: wind.dog\n    shows: [WI 1]\n    board: hollow\n"
    "    pieces: {rex: {type: dog, side: sunside, at: 0206}}\n    acting: sunside\n    now: moving\n"
    "    ask: may move.step(rex, hex(\"0306\"))\n    expect: {refused-by: wind.dogs}\n",
}  # fmt: skip
BOTH = "tutorial + ./wind"
REX = ["--board", "hollow", "--piece", "rex=dog@0206,side=sunside", "--acting", "sunside", "--now", "moving"]


@pytest.fixture(autouse=True)
def _wind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wind").mkdir()
    for name, text in WIND.items():
        (tmp_path / "wind" / name).write_text(text)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["check", BOTH], "tutorial + wind: fine"),
        (["ask", BOTH, 'may move.step(rex, hex("0306"))', *REX], "rex will not go"),
        (["say", BOTH, "wind.dogs"], "may not enter"),
        (["find", BOTH, "wind"], "wind.dogs"),
        (["test", BOTH], "1 passed, 0 failed"),
        (["test", "wind", "--module", BOTH], "1 passed, 0 failed"),
        (["test", BOTH, "--knock-out"], "every rule"),
        (["fmt", "--check", BOTH], "0 files would change"),
        (["graph", BOTH, "wind.dogs"], "forbids"),
        (["board", BOTH, "hollow"], "01"),
        (["emit", BOTH, "--wasm", "last-fine-day"], "bytes, nothing is refused"),
        (["draw", BOTH, "last-fine-day", "-o", "x.svg"], "wrote x.svg"),
        (["run", BOTH, "last-fine-day", "--players", "random", "--seed", "a"], "decisions"),
        (["new", "situation", "storm", "--in", BOTH], "wrote wind/situations/storm.yaml"),
        (["new", "rule", "wind.rams", "--in", BOTH], "wind/"),
        (["new", "case", "wind.ram", "--in", BOTH], "wind/"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)  # fmt: skip
def test_a_command_takes_what_is_put_on_top(
    arguments: list[str], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert shown in printed.out + printed.err


def test_it_is_compared_with_what_it_is_put_on(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "tutorial", BOTH, "--no-cases"])
    assert "new rule wind.dogs" in capsys.readouterr().out


def test_a_game_is_played_and_replayed_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", BOTH, "last-fine-day", "--players", "random", "--seed", "a", "--journals", "kept"]) == 0
    [journal] = map(str, Path("kept").iterdir())
    for under in ([], ["--under", BOTH], ["--under", "tutorial"]):
        assert main(["replay", journal, "--quiet", *under]) == 0
    assert "all as written" in capsys.readouterr().out
