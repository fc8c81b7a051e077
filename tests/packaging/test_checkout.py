"""A checkout works wherever git does: it holds no symbolic links, and the folders still have their import names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FINDS_ITS_PARTS = """
from importlib.util import find_spec
import hexlaw.compiler.data.load, hexlaw.runtime.law.graph
print(hexlaw.compiler.data.load.__file__)
print(hexlaw.runtime.law.graph.__file__)
print(*find_spec("hexlaw.rules").submodule_search_locations)
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, check=False, timeout=120)


def git(*arguments: str | Path, cwd: Path = ROOT) -> str:
    done = run("git", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


needs_history = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a copy without a history")


@needs_history
def test_git_keeps_no_symbolic_link() -> None:
    assert [line for line in git("ls-files", "--stage").splitlines() if line.startswith("120000")] == []


@needs_history
def test_a_checkout_without_symbolic_links_finds_its_parts(tmp_path: Path) -> None:
    """What stands in the index is written to a folder as git writes it on a system without symbolic links."""
    git("-c", "core.symlinks=false", "checkout-index", "--all", f"--prefix={tmp_path.as_posix()}/")
    done = run(sys.executable, "-c", FINDS_ITS_PARTS, cwd=tmp_path, PYTHONPATH=".links")
    parts = ("compiler/data/load.py", "runtime/law/graph.py", "rules")
    assert done.stdout.splitlines() == [str(tmp_path / part) for part in parts], done.stderr


def test_mypy_checks_every_module_under_its_import_name(tmp_path: Path) -> None:
    """In a small checkout, where nothing imports the modules that have mistakes."""
    shutil.copytree(ROOT / ".links", tmp_path / ".links")
    (tmp_path / ".ci").mkdir()
    for name in ("pyproject.toml", ".ci/mypy_view.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name, text in {
        "bench/lamp.py": "",
        "compiler/__init__.py": "",
        "compiler/harbour/__init__.py": "",
        "compiler/harbour/quay.py": "from hexlaw.runtime.tide import LEVEL\n\nmark: str = LEVEL\n",
        "runtime/__init__.py": "",
        "runtime/tide.py": "LEVEL: int = 'high'\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = run(sys.executable, "-m", "mypy", "--no-color-output", cwd=tmp_path)
    shown = sorted(line.partition(": error")[0] for line in done.stdout.splitlines() if ": error" in line)
    view = Path(".mypy_cache", "view", "hexlaw")
    assert shown == [f"{view / 'compiler/harbour/quay.py'}:3", f"{view / 'runtime/tide.py'}:1"], done.stdout
