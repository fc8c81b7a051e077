"""`hexlaw help` and `hexlaw --help`: where to start, and what opens what was found."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hexlaw.compiler.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_all_commands_are_listed_by_what_one_wants(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    told = capsys.readouterr().out
    groups = [line for line in told.splitlines() if line.startswith("to ")]
    assert groups == ["to write", "to ask", "to prove", "to compare", "to play", "to print"]
    listed = [line.split()[0] for line in told.splitlines() if line.startswith("  ")]
    assert listed == [*COMMANDS]
    assert "`hexlaw new module NAME`" in told


def test_a_command_has_a_file_and_a_file_a_command() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "compiler" / "cli").glob("*.py")}
    assert files - {"--init--", "--main--", "common", "progress"} == {*COMMANDS}


def test_a_command_has_a_text_of_its_arguments_and_a_text_a_command() -> None:
    texts = {path.stem for path in (ROOT / "compiler" / "cli" / "usage").glob("*.txt")}
    assert texts - {"law", "overview"} == {*COMMANDS}


def test_what_there_is_is_told_without_loading_it() -> None:
    code = (
        "import sys; from hexlaw.compiler.cli import main; main(['--help']);"
        "print(sorted(n for n in sys.modules if n.startswith(('hexlaw.compiler.', 'hexlaw.runtime'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT / ".links")},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.removeprefix("hexlaw.compiler.") for name in eval(done.stdout.splitlines()[-1])}
    base = {f"base.{name}" for name in ("diagnostic", "files", "processes", "source", "streams")}
    assert {name for name in loaded if name.partition(".")[0] != "cli"} <= {"base", *base}


def test_a_recipe_is_shown_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "three-sides"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("How do I write a game for three sides?\n")
    assert "\n    rule leads.alone [third 2]\n" in told
    assert "```" not in told
    assert "hexlaw new recipe three-sides" in told


def test_more_than_a_few_answers_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "map"]) == 0
    *few, last = capsys.readouterr().out.splitlines()
    [more] = re.findall(r"^and ([1-9][0-9]*) more: write more words, or `--all`$", last)
    assert len(entries(few)) == 8
    assert main(["help", "map", "--all"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(entries(told)) == 8 + int(more)
    assert entries(told)[:8] == entries(few)


def entries(told: list[str]) -> list[str]:
    """Returns the lines that name an entry, without those of what it says."""
    return [line for line in told if not line.startswith("  ")]


def test_nothing_found_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "frobnicating"]) == 1
    assert capsys.readouterr().out.startswith("nothing speaks of frobnicating")


def test_recipes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "recipe"]) == 0
    assert "  variable-end " in capsys.readouterr().out
    assert main(["new", "recipe", "no-such"]) == 2
    assert "there is no recipe `no-such`" in capsys.readouterr().err
