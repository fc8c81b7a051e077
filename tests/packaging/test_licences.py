"""All that a wheel holds and is no program is listed, and what others have made has its notice."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTED = (ROOT / "LICENSES.md").read_text("utf-8")
NOTICES = (ROOT / "compiler" / "studio" / "LICENSES.txt").read_text("utf-8")
LEFT_BEHIND = {"built", "__pycache__", "node_modules"}
MADE_BY_THE_BUILD = {"compiler/parse/law.tables.json", "compiler/shipped.pack", "compiler/reference.json"}


def listed(heading: str) -> set[str]:
    """The patterns in the first column of a section's table."""
    section = LISTED.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row)}


def fits(path: str, pattern: str) -> bool:
    return fnmatch(path if "/" in pattern else path.rpartition("/")[2], pattern)


OTHERS, OURS = listed("Made by others"), listed("Our own")
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("compiler", "runtime", "rules")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file() and path.suffix not in (".py", ".pyc") and LEFT_BEHIND.isdisjoint(path.parts)
]


def test_every_file_that_is_no_program_is_listed() -> None:
    unlisted = [path for path in FILES if not any(fits(path, pattern) for pattern in OTHERS | OURS)]
    assert set(unlisted) <= MADE_BY_THE_BUILD


def test_nothing_is_listed_that_is_not_there() -> None:
    assert [one for one in OTHERS | OURS if not any(fits(path, one) for path in FILES)] == []


def test_what_others_have_made_is_not_called_ours() -> None:
    """Fonts, and scripts that are built with packages of others."""
    others = {path for path in FILES if path.endswith((".ttf", ".js")) and "/app/" not in path}
    others -= {"compiler/desk/book/theme/book.js", "compiler/lsp/vscode/extension.js"}
    assert others
    assert {path for path in others if not any(fits(path, pattern) for pattern in OTHERS)} == set()


def bundled() -> dict[str, str]:
    """The packages of npm that go into our scripts, with their licences."""
    lock = json.loads((ROOT / "compiler" / "studio" / "app" / "package-lock.json").read_text("utf-8"))
    packages = {name.removeprefix("node_modules/"): said for name, said in lock["packages"].items() if name}
    return {name: said["license"] for name, said in packages.items() if not said.get("dev")}


@pytest.mark.parametrize(("name", "licence"), bundled().items())
def test_a_package_in_our_scripts_has_its_notice(name: str, licence: str) -> None:
    assert re.search(rf"^  (?:.*[ ,])?{re.escape(name)}(?:,.*)?$", NOTICES, re.MULTILINE), name
    assert {"MIT": "Permission is hereby granted, free of charge", "Apache-2.0": "Apache License"}[licence] in NOTICES


def test_a_font_comes_with_its_licence() -> None:
    fonts = ROOT / "compiler" / "desk" / "book" / "theme" / "fonts"
    assert {path.name for path in fonts.glob("*.ttf")} == {"OpenSans_400Regular.ttf", "OpenSans_600SemiBold.ttf"}
    text = (fonts / "OFL.txt").read_text("utf-8")
    assert text.startswith("Copyright 2020 The Open Sans Project Authors")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
