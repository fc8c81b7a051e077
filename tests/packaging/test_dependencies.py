"""What comes along with an installation is what the commands need, and what the system has."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WITHOUT_PYTEST = (
    "import sys; sys.modules['pytest'] = None; from hexlaw.compiler.cli import main; sys.exit(main(sys.argv[1:]))"
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


def test_cases_run_without_pytest(tmp_path: Path) -> None:
    variables = {**os.environ, "PYTHONPATH": str(ROOT / ".links")}
    command = [sys.executable, "-c", WITHOUT_PYTEST, "test", "tutorial"]
    ran = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, timeout=120, check=True)
    assert ran.stdout.rstrip().endswith(b"passed, 0 failed")
    assert ran.stderr == b""
