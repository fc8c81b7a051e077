"""The wheel holds exactly the files of compiler/, runtime/ and rules/, under `hexlaw/`.

Built the way a release is: source tree -> sdist -> wheel. Compared in both directions, because a packaging
mistake loses whole folders while everything still works in the development tree.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKED_FOLDERS = ("compiler", "runtime", "rules")
MADE_BY_THE_BUILD = "hexlaw/compiler/parse/law.tables.json"
LEFT_BEHIND_BY_TOOLS = {"__pycache__", ".DS_Store"}

needs_builder = pytest.mark.skipif(
    importlib.util.find_spec("build") is None or importlib.util.find_spec("hatchling") is None,
    reason="the builder is not installed: pip install -e '.[dev]'",
)


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from an sdist, without a download."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def names_in_folders() -> set[str]:
    return {MADE_BY_THE_BUILD} | {
        f"hexlaw/{path.relative_to(ROOT).as_posix()}"
        for folder in PACKED_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and LEFT_BEHIND_BY_TOOLS.isdisjoint(path.parts)
    }


def is_about_the_wheel(name: str) -> bool:
    return name.split("/")[0].endswith(".dist-info")


@needs_builder
def test_every_file_of_the_folders_is_in_the_wheel(wheel_names: set[str]) -> None:
    assert sorted(names_in_folders() - wheel_names) == []


@needs_builder
def test_the_wheel_holds_nothing_else(wheel_names: set[str]) -> None:
    packed = {name for name in wheel_names if not is_about_the_wheel(name)}
    assert sorted(packed - names_in_folders()) == []


@needs_builder
def test_the_wheel_brings_its_licence_command_and_plug_in(wheel_names: set[str]) -> None:
    about = {name.split("/", 1)[1] for name in wheel_names if is_about_the_wheel(name)}
    assert {"METADATA", "entry_points.txt", "licenses/LICENSE"} <= about
