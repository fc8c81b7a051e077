"""What comes along with an installation is what the commands need, and what the system has."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WITHOUT = (
    "import sys; sys.modules[sys.argv[1]] = None; from hexlaw.compiler.cli import main; sys.exit(main(sys.argv[2:]))"
)
IN_PYODIDE = {  # as Python says it there
    "implementation_name": "cpython", "os_name": "posix", "platform_machine": "wasm32", "platform_system": "Emscripten",
    "python_version": "3.14", "sys_platform": "emscripten",
}  # fmt: skip


def test_in_pyodide_only_pure_packages_and_those_it_has_are_asked_for() -> None:
    asked = [Requirement(text) for text in PROJECT["dependencies"]]
    needed = {one.name for one in asked if one.marker is None or one.marker.evaluate(IN_PYODIDE)}
    pure, brought_by_pyodide = {"lark", "jsonschema", "referencing"}, {"PyYAML", "jinja2", "msgspec"}
    assert needed == pure | brought_by_pyodide


def started(missing: str, *words: str, cwd: Path, **streams: int) -> subprocess.Popen[bytes]:
    """Hexlaw, where a library is not installed."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT / ".links"), "TERM": "xterm"}
    command = [sys.executable, "-c", WITHOUT, missing, *words]
    return subprocess.Popen(command, cwd=cwd, env=variables, stderr=subprocess.PIPE, **streams)


def test_cases_run_without_pytest(tmp_path: Path) -> None:
    told, errors = started("pytest", "test", "tutorial", cwd=tmp_path, stdout=subprocess.PIPE).communicate(timeout=120)
    assert told.rstrip().endswith(b"passed, 0 failed")
    assert errors == b""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such terminals")
def test_the_table_goes_line_by_line_without_the_library_that_draws(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    playing = started("prompt_toolkit", "play", "tutorial", "last-fine-day", cwd=tmp_path, stdin=theirs, stdout=theirs)
    os.close(theirs)
    os.write(ours, b"quit\n")
    told = b""
    with suppress(OSError):  # which says on Linux that nobody writes any more
        while piece := os.read(ours, 4096):
            told += piece
    os.close(ours)
    _, errors = playing.communicate(timeout=120)
    assert (playing.returncode, errors) == (0, b"")
    assert b"\x1b[?1049h" not in told  # how a program takes the whole screen
