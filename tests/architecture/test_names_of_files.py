"""Pages and docstrings name only files that exist: whoever follows them finds the file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("compiler", "runtime", "tests", "bench")
NAMED = re.compile(r"`((?:[\w-]+/)*[\w-]+\.py)`")


def python_files(root: Path) -> set[str]:
    found = (path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    return {f"/{path.relative_to(root).as_posix()}" for path in found} | {f"/{path.name}" for path in root.glob("*.py")}


def missing(root: Path, pages: Iterable[Path]) -> list[str]:
    """The files that pages name and that are nowhere, each as `page: file`; a file may be named without its folder."""
    files = python_files(root)
    found = []
    for page in sorted(pages):
        for name in NAMED.findall(page.read_text("utf-8")):
            if not any(file.endswith(f"/{name}") for file in files):
                found.append(f"{page.relative_to(root).as_posix()}: {name}")
    return found


@pytest.mark.parametrize("pattern", ["*.md", "docs/**/*.md", "tests/*.md", "compiler/**/*.py", "runtime/**/*.py"])
def test_what_is_named_is_there(pattern: str) -> None:
    pages = list(ROOT.glob(pattern))
    assert pages
    assert missing(ROOT, pages) == []


def test_a_file_that_is_nowhere_is_seen(tmp_path: Path) -> None:
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime" / "lamp.py").write_text('"""Burns the oil of `runtime/oil.py`; see `lamp.py`."""', "utf-8")
    page = tmp_path / "page.md"
    page.write_text("`lamp.py`, `runtime/lamp.py`, `compiler/lamp.py`, `amp.py`, `oil.py`", "utf-8")
    assert missing(tmp_path, [page]) == ["page.md: compiler/lamp.py", "page.md: amp.py", "page.md: oil.py"]
    assert missing(tmp_path, [tmp_path / "runtime" / "lamp.py"]) == ["runtime/lamp.py: runtime/oil.py"]
