"""Makes the changes of `docs/contributing.md` to a copy of the code, and runs what is near them there.

A fence `LANGUAGE PATH` writes a file. One of `diff PATH` changes a file: its lines that begin with a blank or `-` have
to stand there once, and its other lines are put in; without such lines they are added at the end. What the first
section writes is followed by `test_commands.py`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from renewed import FENCE, ROOT

PAGE = ROOT / "docs" / "contributing.md"
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:])
RUN = {
    "Your first diagnostic": (
        'tests/compiler/test_code_pages.py tests/compiler/check -k "HX453 or the_page_lists or every_code"'
    ),
    "Your first pass": "tests/compiler/lower",
}


def changed(text: str, lines: list[str]) -> str:
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    new = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
    if not old:
        return text + new
    assert text.count(old) == 1, f"stands {text.count(old)} times there:\n{old}"
    return text.replace(old, new)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("compiler", "runtime", "rules", "tests/compiler", ".links"):
        copytree(ROOT / folder, tmp_path / folder, ignore=ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/conftest.py", "bench/rotation.py", "bench/lowered.py", "docs/checks.md"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes((ROOT / file).read_bytes())
    return tmp_path


@pytest.mark.parametrize("told", RUN)
def test_a_change_can_be_made_as_it_is_told(told: str, copy: Path) -> None:
    for fence in FENCE.finditer(SECTIONS[told]):
        sort, path = fence["info"].split()
        if sort == "diff":
            text = (copy / path).read_text("utf-8")
            (copy / path).write_text(changed(text, fence["text"].splitlines()), "utf-8")
        elif "/" in path:
            (copy / path).write_text(fence["text"], "utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *shlex.split(RUN[told])]
    environment = {**os.environ, "PYTHONPATH": ".links"}
    ended = subprocess.run(words, cwd=copy, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


def test_the_commands_of_the_page_are_those_that_are_run() -> None:
    assert [told for told, words in RUN.items() if f"$ pytest {words}\n" not in SECTIONS[told]] == []
