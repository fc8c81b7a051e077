"""The folder list shows the architecture: what a command has written beside it is not part of the project."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {".ci", ".links", "bench", "compiler", "docs", "rules", "runtime", "tests"}


def kept_folders(root: Path) -> set[str]:
    """The folders at the top that the version history keeps; of a copy without a history, all that are there."""
    if not (root / ".git").exists():
        return {path.name for path in root.iterdir() if path.is_dir()}
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    return {line.partition("/")[0] for line in listed.stdout.splitlines() if "/" in line}


def test_only_these_folders_are_kept() -> None:
    made = {".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "build", "dist", "htmlcov"}
    assert kept_folders(ROOT) - made == FOLDERS


def test_a_folder_too_many_is_seen(tmp_path: Path) -> None:
    for name in (*FOLDERS, "my-book"):
        (tmp_path / name).mkdir()
    assert kept_folders(tmp_path) - FOLDERS == {"my-book"}
