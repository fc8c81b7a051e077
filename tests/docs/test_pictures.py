"""The pictures in docs/pictures are those that the commands of the pages draw."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.position.position import Position

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "drawing.md").read_text("utf-8")
PICTURES = sorted((DOCS / "pictures").glob("*.svg"))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_is_what_its_command_draws(picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [command] = [line for line in re.findall(r"^\$ hexlaw (draw .*)$", PAGE, re.MULTILINE) if picture.name in line]
    assert main(shlex.split(command)) == 0
    drawn = (tmp_path / picture.name).read_text("utf-8")
    assert drawn == picture.read_text("utf-8"), f"draw it anew in docs/pictures: hexlaw {command}"


def test_every_picture_of_the_page_is_there() -> None:
    named = re.findall(r"\]\(pictures/([^)]*)\)", PAGE)
    assert sorted(named) == [picture.name for picture in PICTURES]
    assert named


def test_what_the_page_says_to_programs_runs() -> None:
    [snippet] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    diagnostics = Diagnostics()
    compilation = compile_modules("tutorial", diagnostics)
    assert compilation is not None
    hollow = compilation.board("hollow", diagnostics)
    assert hollow is not None
    board = Map.of(hollow)
    position = Position(compilation.graph, board)
    position.printed[position.add("beast", "ram", board.hexes[0])] = "ram"
    names = {"compilation": compilation, "diagnostics": diagnostics, "graph": compilation.graph}
    exec(snippet, {**names, "board": board, "position": position})
    assert not len(diagnostics)
