"""The lock of prose: what it records, and what `check` reports once the law has changed."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.analysis.prose_lock import FILE, figures
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import compile_modules

LAW = """fact room(u: boat): whole
  otherwise 0

section 5 Boats

| A boat with more than two hands has room for 3.

rule room.large
  when u.crew > 2
  room(u) is 3

| A lit boat has none.

rule room.lit
  limits room.large
  when u is lit
"""


@pytest.fixture
def module(bench: Any) -> Path:
    path: Path = bench.write(LAW)
    assert main(["read", str(path), "--begin"]) == 0
    return path


def edited(module: Path, old: str, new: str) -> None:
    [law] = [path for path in module.glob("*.law") if old in path.read_text("utf-8")]
    law.write_text(law.read_text("utf-8").replace(old, new), "utf-8")


def findings(module: Path) -> list[Diagnostic]:
    found = Diagnostics()
    compilation = compile_modules(str(module), found)
    assert compilation is not None, [*found]
    run_extra_checks(compilation, found)
    return [d for d in found if d.code == "HX297"]


def answering(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))


def test_the_lock_has_a_line_a_rule_in_order(module: Path) -> None:
    head, *lines = (module / FILE).read_text("utf-8").split("\n")[:-1]
    assert head.startswith("#")
    assert [line.split("  ")[:2] for line in lines] == [["H 5", "rule:room.large"], ["H 5", "rule:room.lit"]]
    assert lines == sorted(lines)
    assert "is more than 2" in lines[0]
    assert findings(module) == []


def test_a_module_without_a_lock_is_left_in_peace(bench: Any) -> None:
    assert findings(bench.write(LAW)) == []


def test_what_was_said_and_what_is_said_now_is_told(module: Path) -> None:
    edited(module, "u.crew > 2", "u.crew > 4")
    [found] = findings(module)
    assert found.level == "error"
    assert "5 was written when this said *" in found.message
    assert "is more than 2*; it now says *" in found.message
    assert found.message.endswith("is more than 4*, and the prose still says 2")
    assert 'the prose: "A boat with more than two hands has room for 3."' in found.help
    assert found.span.text == "room.large"


def test_the_page_about_wording_shows_what_is_said(bench: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "language" / "wording.md").read_text("utf-8")
    [shown] = re.findall(r"^```text\n(.* was written when .*)\n^```", page, re.MULTILINE)
    law = LAW.replace("section 5 ", "section 43.1 ").replace(
        "more than two hands has room for 3", "a crew of more than 3"
    )
    module = bench.write(law.replace("u.crew > 2", "u.crew > 3").replace("is 3\n", "is 5\n"))
    assert main(["read", str(module), "--begin"]) == 0
    edited(module, "u.crew > 3", "u.crew > 4")
    assert [found.message for found in findings(module)] == [shown]


def test_law_that_changes_in_no_figure_of_the_prose_is_a_note(module: Path) -> None:
    edited(module, "when u is lit", "when u is not lit")
    assert [found.level for found in findings(module)] == ["note"]


@pytest.mark.parametrize("same", ['rule room.large [7]\n  "A doc."\n', "rule room.large  # why\n"])
def test_what_is_no_law_may_change(module: Path, same: str) -> None:
    edited(module, "rule room.large\n", same)
    assert findings(module) == []


def test_prose_that_is_mended_in_the_wrong_figure_is_told(module: Path) -> None:
    edited(module, "room for 3", "room for 5")
    assert ["3 here, and the prose of [H 5] does not" in found.message for found in findings(module)] == [True]


def test_a_rule_that_was_not_read_beside_its_prose_is_told(module: Path) -> None:
    free = "rule room.free\n  over room.large\n  when u.crew > 9\n  room(u) is 9\n"
    edited(module, "rule room.lit\n", f"{free}rule room.lit\n")
    assert [found.message for found in findings(module)] == ["the prose of [H 5] was not read beside `room.free`"]


def test_nothing_is_accepted_but_by_an_answer(module: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    edited(module, "u.crew > 2", "u.crew > 4")
    answering(monkeypatch)
    assert main(["read", str(module)]) == 1
    answering(monkeypatch, "perhaps", "n")
    assert main(["read", str(module), "5"]) == 1
    said = capsys.readouterr().out
    assert [words in said for words in ("it said:", "it says:", "the prose still says 2")] == [True] * 3
    assert len(findings(module)) == 1
    answering(monkeypatch, "y")
    assert main(["read", str(module)]) == 0
    assert findings(module) == []
    assert "  2,4  " in (module / FILE).read_text("utf-8")


def test_what_was_answered_before_a_stop_is_kept(module: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    edited(module, "u.crew > 2", "u.crew > 4")
    edited(module, "when u is lit", "when u is not lit")
    answers = iter(["y\n"])

    class Stopped(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            if (answer := next(answers, None)) is None:
                raise KeyboardInterrupt
            return answer

    monkeypatch.setattr("sys.stdin", Stopped())
    assert main(["read", str(module)]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 in doubt; ")
    assert [found.span.text for found in findings(module)] == ["room.lit"]


def test_without_a_lock_and_an_answer_none_is_written(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = bench.write(LAW)
    answering(monkeypatch, "n")
    assert main(["read", str(path)]) == 1
    assert not (path / FILE).exists()
    answering(monkeypatch, "y")
    assert main(["read", str(path)]) == 1
    lines = (path / FILE).read_text("utf-8").splitlines()[1:]
    assert [line.split("  ")[1] for line in lines] == ["rule:room.large"]


def test_what_prose_no_longer_tells_of_leaves_the_lock(module: Path) -> None:
    edited(module, "| A lit boat has none.\n\nrule room.lit", "section\n\nrule room.lit [6]")
    assert main(["read", str(module)]) == 0
    assert "room.lit" not in (module / FILE).read_text("utf-8")


def test_a_lock_is_begun_once(module: Path, capsys: Any) -> None:
    assert main(["read", str(module), "--begin"]) == 2
    assert "has its prose.lock already" in capsys.readouterr().err


def test_a_place_without_prose_is_refused(module: Path, capsys: Any) -> None:
    assert main(["read", str(module), "6"]) == 2
    assert "has no prose of its own at `6`: there is prose at: 5" in capsys.readouterr().err


def test_a_line_that_nobody_wrote_so_is_told(module: Path) -> None:
    with (module / FILE).open("a") as lock:
        lock.write("<<<<<<< mine\n")
    [found] = findings(module)
    assert (found.level, found.span.line) == ("error", 4)
    assert "take the line out" in found.help


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("more than 2", {"2"}),
        ("half of it, 1 1/2 in all", {"1/2", "1 1/2"}),
        ("roll 1d6 as luck", set()),
        ("one of twelve, see 5.3", {"1", "12"}),
    ],
)
def test_figures_are_read_in_law_and_in_words(text: str, found: set[str]) -> None:
    assert figures(text) == found


def test_a_cell_of_a_chart_is_law_too(bench: Any) -> None:
    shutil.copytree(shipped_modules()["tutorial"], bench.folder / "tutorial")
    module = bench.folder / "tutorial"
    chart = module / "tables" / "entry-strides.yaml"
    assert findings(module) == []
    chart.write_text(chart.read_text("utf-8").replace("[2, 2, 3]", "[2, 2, 4]"), "utf-8")
    [found] = findings(module)
    assert found.span.text == "entry-strides"
    assert "scree, paws: 3" in found.message
    assert "scree, paws: 4" in found.message
