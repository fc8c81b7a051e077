"""`hexlaw graph` and `hexlaw test --coverage` as people type them: output, files and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main
from hexlaw.runtime.law.graph_file import read_graph


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_whole_graph_is_told_in_short(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "graph", str(ferry))
    assert code == 0
    assert out.splitlines()[0] == "ferry: ferry"
    assert out.splitlines()[1].startswith("  sha256:")
    counts = dict(line.strip().rsplit(maxsplit=1) for line in out.splitlines()[2:])
    assert (counts["rules:"], counts["rulings:"], counts["links between rules:"]) == ("11", "1", "13")


def test_the_whole_graph_as_json_can_be_read_again(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "graph", str(ferry), "--json")
    assert code == 0
    assert set(read_graph(out).facts) == {"fare", "toll"}
    assert json.loads(out)["format"] == "hexlaw-graph"
    assert str(ferry) not in out


def test_a_node_is_told_with_its_neighbours(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "graph", str(ferry), "fare.child")
    assert code == 0
    assert [" ".join(line.split()) for line in out.splitlines()][-1] == "limited by rule fare.no-child"


def test_a_node_as_json(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "graph", str(ferry), "bar.calm", "--json")
    found = json.loads(out)
    assert (code, found["node"]) == (0, "rule:bar.calm")
    assert {"source": "rule:bar.calm", "word": "lifts", "target": "rule:bar.dark"} in found["edges"]


def test_a_picture_goes_into_a_file(ferry: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fare.svg"
    code, out, _ = run(capsys, "graph", str(ferry), "fare", "--svg", str(file), "--distance", "2")
    assert (code, out) == (0, f"wrote {file}\n")
    assert file.read_text("utf-8").startswith("<svg ")


def test_dot_and_overrides(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "graph", str(ferry), "fare", "--dot")[1].startswith("digraph hexlaw {\n")
    assert run(capsys, "graph", str(ferry), "--overrides", "fare")[1].startswith("fact fare\n  fare.child (ferry)\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["fare.chil"], "the graph has no node `fare.chil`; did you mean `fare.child`"),
        (
            ["--overrides", "bar.dark"],
            "the graph has no fact or pick or quantity or step or effect or action or span `bar.dark`",
        ),
        (["--dot"], "which part of the graph is to be drawn?"),
        (["fare", "--svg", "no/such/folder/fare.svg"], "cannot be written"),
        (["fare", "--dot", "--json"], "not allowed with"),
        (["fare", "--distance", "9", "--dot"], "expected one of 1, 2, 3"),
    ],
)
def test_bad_use_is_told_in_a_sentence(
    ferry: Path, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "graph", str(ferry), *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_module_that_does_not_compile_is_told(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (ferry / "01.law").write_text("rule", "utf-8")
    code, _, err = run(capsys, "graph", str(ferry))
    assert code == 2
    assert "error HX" in err


def test_coverage_is_told_after_the_cases(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", str(ferry), "--coverage")
    assert code == 0  # gaps are told, they are no failure
    assert out.startswith("ferry: 4 cases show 4 of 11 rules")
    assert out.endswith("4 passed, 0 failed\n")


def test_coverage_as_json(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", str(ferry), "--coverage", "--json")
    (found,) = json.loads(out)["coverage"]
    assert code == 0
    assert found["cells"] == {"shown": 2, "of": 6}
    assert found["cells-not-read"][0]["unread"] == ["calm, choppy: yes", "wild: all"]
    assert {gap["rule"]: gap["how"] for gap in found["rules-not-shown"]}["fare.storm"] == "never true"


def test_without_the_flag_nothing_is_said_of_coverage(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "test", str(ferry))[1] == "4 passed, 0 failed\n"
