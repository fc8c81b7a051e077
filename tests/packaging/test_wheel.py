"""The wheel holds exactly the files of compiler/, runtime/ and rules/, under `hexlaw/`.

Compared in both directions, because a packaging mistake loses whole folders while everything still works in the
development tree. `test_built_wheel.py` builds one, the way a release is built.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="the builder is not installed: pip install -e '.[dev]'")

from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[2]
PACKED_FOLDERS = ("compiler", "runtime", "rules")
MADE_BY_THE_BUILD = {
    "hexlaw/compiler/parse/law.tables.json",
    "hexlaw/compiler/shipped.pack",
    "hexlaw/compiler/reference.json",
}
LEFT_BEHIND_BY_TOOLS = {"__pycache__", ".DS_Store", "node_modules"}


def names_in_folders() -> set[str]:
    return {
        f"hexlaw/{path.relative_to(ROOT).as_posix()}"
        for folder in PACKED_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and LEFT_BEHIND_BY_TOOLS.isdisjoint(path.parts)
    } - MADE_BY_THE_BUILD


def test_the_wheel_holds_every_file_of_the_folders_and_nothing_else() -> None:
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert packed - MADE_BY_THE_BUILD == names_in_folders()
