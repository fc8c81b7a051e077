"""The door: what is built on the machine asks it through a `Workspace` (`workspace/workspace.py`).

A name is imported past the door where it comes from a room that is neither one's own, nor the door, nor the vocabulary
in which results are given. How many are, by room, may only fall: who lowers a number writes it down.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAST_THE_DOOR = {
    "cli": 0,
    "pytest_plugin": 0,
    "studio": 0,
    "lsp": 0,
    "desk/table": 11,
    "desk/book": 11,
    "desk/compare": 21,
    "desk/cases": 23,
}
VOCABULARY = (
    *(f"hexlaw.compiler.{room}" for room in ("base", "data", "situations")),
    *(f"hexlaw.runtime.{room}" for room in ("base", "law", "board", "position", "words", "draw", "explain")),
    *(
        f"hexlaw.runtime.play.{name}"
        for name in ("game", "questions", "journal", "state", "players", "goals", "seating")
    ),
)
"""What results are made of, and what says and draws them: laws and positions as data, how they are read from files,
what a game asks and is answered. What is past these works: it parses, types, lowers, judges, plays."""
TABLE = "hexlaw.compiler.desk.table.session"
STUDIO = "hexlaw.compiler.studio.serve"
GAMES = "hexlaw.compiler.studio.serve_games"
PUBLISH = "hexlaw.compiler.studio.publish"
EDITORS = "hexlaw.compiler.lsp.language_server"
"""They answer to people, as commands do, and one of them starts each."""
DOOR = "hexlaw.compiler.workspace"


def past_the_door(root: Path, room: str) -> set[str]:
    """The names that a room, a folder or a file of the compiler, imports past the door."""
    place = root / "compiler" / room
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    allowed = (f"hexlaw.compiler.{room.replace('/', '.')}", DOOR, TABLE, STUDIO, GAMES, PUBLISH, EDITORS, *VOCABULARY)
    return {
        name
        for path in files
        for name in imported(ast.parse(path.read_text("utf-8")))
        if not any(f"{name}.".startswith(f"{each}.") for each in allowed)
    }


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("hexlaw."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hexlaw"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("room", PAST_THE_DOOR)
def test_fewer_and_fewer_names_are_imported_past_the_door(room: str) -> None:
    assert len(past_the_door(ROOT, room)) == PAST_THE_DOOR[room], sorted(past_the_door(ROOT, room))


TERMINAL = re.compile(r"\bprint\(|\bSystemExit\b|\bargparse\b|\bsys\.(?:exit|argv|std\w+)|\binput\(")


def terminals_in(root: Path, folder: str) -> list[str]:
    """Where a folder prints, ends the program or reads what is typed."""
    return [
        f"{path.relative_to(root).as_posix()}:{number}: {line.strip()}"
        for path in sorted((root / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if TERMINAL.search(line)
    ]


def test_the_door_knows_no_terminal() -> None:
    assert terminals_in(ROOT, "compiler/workspace") == []


@pytest.mark.parametrize("line", ["print(1)", "raise SystemExit(2)", "import argparse", "sys.stdout.write('')"])
def test_a_terminal_is_seen(tmp_path: Path, line: str) -> None:
    (tmp_path / "lamp.py").write_text(f'"""Prints nothing: a blueprint."""\n{line}\n', "utf-8")
    assert terminals_in(tmp_path, ".") == [f"lamp.py:2: {line}"]


def test_only_commands_end_the_program() -> None:
    ending = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "compiler").rglob("*.py"))
        if "raise SystemExit" in path.read_text("utf-8")
    ]
    assert [name for name in ending if not name.startswith("compiler/cli/")] == []


def test_a_name_past_the_door_is_seen(tmp_path: Path) -> None:
    room = tmp_path / "compiler" / "reef"
    room.mkdir(parents=True)
    (room / "lamp.py").write_text(
        "from hexlaw.compiler.reef.oil import burn\nfrom hexlaw.compiler.workspace.workspace import Workspace\n"
        "from hexlaw.runtime.law.value import Thing\nfrom hexlaw.runtime.values import Thing\nimport os\n"
        "def late():\n    from hexlaw.compiler import pipeline\n    import hexlaw.compiler.wasm\n",
        "utf-8",
    )
    (tmp_path / "compiler" / "mast.py").write_text("from hexlaw.runtime.law.value import Thing\n", "utf-8")
    assert past_the_door(tmp_path, "reef") == {
        "hexlaw.runtime.values.Thing", "hexlaw.compiler.pipeline", "hexlaw.compiler.wasm",
    }  # fmt: skip
    assert past_the_door(tmp_path, "mast") == set()
