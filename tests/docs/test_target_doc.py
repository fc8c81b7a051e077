"""docs/target.md says of the target what its code says: functions, areas, stops, bounds, refusals; its snippets run."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lowered
import pytest

from hexlaw.compiler.wasm import target as target_code
from hexlaw.compiler.wasm.layout import (
    BESIDES,
    FIXED_CELLS,
    MAX_MEMORY,
    MAX_NUMBER,
    MAX_PAIRS,
    MAX_PART,
    PARTS,
    WORK,
    Layout,
)
from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.compiler.wasm.target import Target, TargetRun

PAGE = "target.md"
WASM = Path(__file__).resolve().parents[2] / "compiler" / "wasm"
NAMED = re.compile(r"`([^`]+)`")
UNLAID = {"Unlaid", "FarOff", "Finer", "Immense"}


def part_of(page: str, title: str) -> str:
    """The text under a heading, without the heading."""
    return re.split(rf"^## {re.escape(title)}$", page, flags=re.MULTILINE)[1].split("\n## ")[0]


def rows_of(text: str) -> list[list[str]]:
    """The rows of the tables of some text, without their heads."""
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("| ")]
    heads = [i for i, row in enumerate(rows) if set("".join(row)) <= set("- ")]
    return [[cell.strip() for cell in row] for i, row in enumerate(rows) if i not in heads and i + 1 not in heads]


def prelude() -> Iterator[tuple[ast.FunctionDef, str]]:
    for file in sorted((WASM / "prelude").glob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield node, file.name


def test_the_files_of_the_target_are_all_told_of(page: str) -> None:
    listed = {name for row in rows_of(part_of(page, "From law to bytes")) for name in NAMED.findall(" ".join(row))}
    files = {path.relative_to(WASM).as_posix() for path in WASM.rglob("*.py") if path.name != "__init__.py"}
    assert files <= listed


def test_the_functions_that_can_be_called_are_told_of(page: str) -> None:
    told = {NAMED.findall(row[0])[0] for row in rows_of(part_of(page, "Calling convention"))}
    there = {
        f"{node.name}({', '.join(arg.arg for arg in node.args.args)})"
        for node, _ in prelude()
        if any(ast.unparse(mark) == "exported" for mark in node.decorator_list)
    }
    assert told == there


def test_the_stops_are_those_of_the_library(page: str) -> None:
    told = {int(row[0]): set(NAMED.findall(row[2])) for row in rows_of(part_of(page, "Stops"))}
    noted: dict[int, set[str]] = {}
    for node, _ in prelude():
        for line in ast.walk(node):
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "stopped":
                values = [line.value.body, line.value.orelse] if isinstance(line.value, ast.IfExp) else [line.value]
                for value in values:
                    if isinstance(value, ast.Constant) and isinstance(value.value, int) and value.value:
                        noted.setdefault(value.value, set()).add(node.name)
    assert told == noted


def test_the_form_is_printed_as_it_is_shown(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    (fence,) = re.findall(r"^```text printed\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for run in fence.split("$ python bench/lowered.py ")[1:]:
        words, _, shown = run.partition("\n")
        assert lowered.main(shlex.split(words)) == 0
        wanted = ".*?".join(map(re.escape, shown.split("...\n")))
        assert re.fullmatch(wanted, capsys.readouterr().out, re.DOTALL), words


def test_what_is_refused_is_told_of(page: str) -> None:
    told = {name for row in rows_of(part_of(page, "What is not carried")) for name in NAMED.findall(row[0])}
    raised: set[str] = set()
    for file in WASM.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text))]) if name in UNLAID:
                    raised.add(text)
                case ast.Call(func=ast.Name(id=name), args=[ast.JoinedStr(values=parts), *_]) if name in UNLAID:
                    raised.add("".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in parts))
    assert told == raised


def test_the_bounds_are_those_of_the_code(page: str) -> None:
    known: dict[str, Any] = {**CONSTANTS, **BESIDES, "MAX_MEMORY": MAX_MEMORY, "MAX_PART": MAX_PART, "WORK": WORK}
    known |= {"MAX_NUMBER": MAX_NUMBER, "MAX_PAIRS": MAX_PAIRS}
    told = [NAMED.findall(row[0])[0] for row in rows_of(part_of(page, "Bounds"))]
    assert set(told) <= set(known)
    assert {name for name in CONSTANTS if name.startswith("MAX_")} <= set(told)
    assert f"{PARTS:,} of one" in page


def test_from_how_many_games_on_they_are_played_there() -> None:
    assert target_code.MANY_GAMES == 3
    assert "From three games of `random` players on" in (WASM.parents[1] / "docs" / "playing.md").read_text("utf-8")


@pytest.fixture(scope="module")
def told_by_snippets() -> dict[str, Any]:
    """What the snippets of the page make, one after the other."""
    pytest.importorskip("wasmtime")
    known: dict[str, Any] = {}
    page = (Path(__file__).resolve().parents[2] / "docs" / PAGE).read_text("utf-8")
    for code in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(code, known)
    return known


def test_the_areas_are_those_of_the_layout(page: str, told_by_snippets: dict[str, Any]) -> None:
    layout: Layout = told_by_snippets["layout"]
    ends = {
        "Written": (layout.written, layout.fixed), "Fixed": (layout.fixed, layout.end),
        "Work": (layout.end, layout.behind),
    }  # fmt: skip
    state = part_of(page, "State")
    named: dict[str, set[str]] = {}
    for area, (first, last) in ends.items():
        text = state.split(f"**{area}.**")[1].split("\n**")[0].split("\n`begin_anew`")[0]
        named[area] = {name for row in rows_of(text) for name in NAMED.findall(row[0])}
        for name in named[area]:
            assert first <= layout.constants[name] <= last, name  # of what a law does not have there is no cell
    assert set(FIXED_CELLS) <= named["Written"]
    assert set(WORK) <= named["Work"]


def test_the_snippets_find_where_two_games_part(told_by_snippets: dict[str, Any]) -> None:
    assert told_by_snippets["first"] is None, "the games of this seed are one"
    assert len(told_by_snippets["played"].entries) > 40
    layout: Layout = told_by_snippets["layout"]
    running: TargetRun = told_by_snippets["running"]
    assert layout.column("unit", "gait") < layout.fixed
    assert running.get("stopped") == 0
    assert len(told_by_snippets["answers"]) > 0
    places = told_by_snippets["places"]
    assert {thing.name for thing in running.image.things} == set(places)
    assert any(0 <= place < layout.plane for place in places.values()), "somebody stands on the map"


def test_what_the_page_says_of_the_module_is_so(told_by_snippets: dict[str, Any]) -> None:
    target: Target = told_by_snippets["target"]
    assert "fact:entry-cost" in target.printed.program.functions
    code = target.printed.module.encoded()
    for name in (b"fact:entry-cost", b"eligible 3", b"action:", b"broken:"):
        assert name in code
