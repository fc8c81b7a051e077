"""The page on cases: its examples hold, and it leaves no key of the format and no exit code out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler import cli, data
from hexlaw.compiler.base.render import render
from hexlaw.compiler.desk.cases.judge import run_case

PAGE = "cases.md"
SCHEMA = Path(data.__file__).parent / "schemas" / "cases.schema.json"
ROOT = Path(__file__).resolve().parents[2]


# --- The examples run ------------------------------------------------------------------------------


def test_the_cases_of_a_section_hold(module: Any, section: Any) -> None:
    compilation, diagnostics = module.compiled()
    assert [render(d) for d in diagnostics] == []
    for fence in section.of("yaml", "cases"):
        for case in module.cases(fence).cases:
            outcome = run_case(case, compilation)
            told = [render(d) for d in outcome.diagnostics] or f"expected {outcome.expected}, got {outcome.got}"
            assert outcome.passed, f"{case.span} {case.id}: {told}"


# --- Nothing is left out ---------------------------------------------------------------------------


def keys_of(schema: Any) -> Iterator[str]:
    """Every key that a file may have, wherever it stands in it."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        for value in schema.values():
            yield from keys_of(value)


def test_every_key_has_its_line_in_a_table(page: str) -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE)
    explained = {code for row in rows for code in re.findall(r"`([^`]+)`", row)}
    in_words = {"hex", "side"}  # explained in the sentence on `given`
    assert all(f"`{key}:`" in page for key in in_words)
    assert set(keys_of(json.loads(SCHEMA.read_text("utf-8")))) - in_words - explained == set()


def test_every_key_stands_in_an_example(section_called: dict[str, Any]) -> None:
    examples = " ".join(f.text for s in section_called.values() for f in s.fences if f.info[:2] == ("yaml", "cases"))
    unused = {
        key
        for key in keys_of(json.loads(SCHEMA.read_text("utf-8")))
        if not re.search(rf"(?<![\w-]){re.escape(key)}: ?", examples)
    }
    assert unused == set()


def test_every_option_of_the_command_is_told(
    capsys: pytest.CaptureFixture[str], section_called: dict[str, Any]
) -> None:
    assert cli.main(["test", "--help"]) == 0
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    text = section_called["hexlaw test"].text
    assert {option for option in options if option not in text} == set()


# --- What the page says of the command and of pytest -------------------------------------------------

GOOD = "cases:\n  - {id: sum, ask: 1 + 1, expect: 2}\n"
BAD = "cases:\n  - {id: sum, ask: 1 + 1, expect: 3}\n"
WRONG = "cases:\n  - {id: sum, ask: 1 +, expect: 3}\n"
NO_YAML = "cases: [\n"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A module of its own, with no case yet."""
    folder = tmp_path / "harbour"
    (folder / "cases").mkdir(parents=True)
    (folder / "module.yaml").write_text("module: harbour\ntitle: Harbour\nversion: 1.0.0\n", "utf-8")
    return folder


@pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (BAD, 1), (WRONG, 2), (NO_YAML, 2)])
def test_the_exit_codes_are_as_the_page_says(
    harbour: Path, text: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (harbour / "cases" / "sums.cases.yaml").write_text(text, "utf-8")
    assert cli.main(["test", str(harbour)]) == code
    capsys.readouterr()


def test_a_file_that_names_no_module_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sums.cases.yaml"
    path.write_text(GOOD, "utf-8")
    assert cli.main(["test", str(path)]) == 2
    assert "does not say which module" in capsys.readouterr().err


def test_the_file_then_the_folder_say_which_module_is_asked(
    harbour: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (harbour / "cases" / "sums.cases.yaml").write_text(GOOD, "utf-8")
    path = tmp_path / "elsewhere.cases.yaml"
    path.write_text(f"module: {harbour}\n{GOOD}", "utf-8")
    assert cli.main(["test", str(path), str(harbour)]) == 0
    assert "2 passed, 0 failed" in capsys.readouterr().out
    (harbour / "cases" / "lost.cases.yaml").write_text(f"module: no-such-module\n{GOOD}", "utf-8")
    assert cli.main(["test", str(harbour)]) == 2
    assert cli.main(["test", "--module", str(harbour), str(harbour)]) == 0
    capsys.readouterr()


ONLY_OURS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # where Hexlaw is installed, the plug-in would be there twice


def test_pytest_collects_case_files(harbour: Path) -> None:
    (harbour / "cases" / "sums.cases.yaml").write_text(GOOD + "  - {id: off, ask: 1 + 1, expect: 3}\n", "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "hexlaw.compiler.pytest_plugin", "-p", "no:cacheprovider", "."],
        cwd=harbour,
        env={"PYTHONPATH": str(ROOT / ".links"), "PATH": "", "HOME": str(harbour), **ONLY_OURS},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 failed, 1 passed" in run.stdout
    assert "expected: 3" in run.stdout
