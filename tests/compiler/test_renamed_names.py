"""Names that a base has given up: who builds on it is told the new ones, and `fmt` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli import main
from hexlaw.compiler.renamed_names import in_new_names

PIER = """\
module: pier
title: Pier
version: 1.0.0
sources: {RB: {title: "Rules"}}
speaks-for: [RB]
renamed:
  toll.old-price: toll.plain
  toll-for: toll
  due: toll-due
"""
PIER_LAW = """\
chapter [RB 1] "Tolls"

thing boat
  crew: whole

fact toll(b: boat): whole

rule toll.plain [RB 1]
  toll(b) is 3

fact toll-due(b: boat): whole

rule toll-due.plain [RB 2]
  toll-due(b) is 1
"""
LAW = """\
chapter [HR 1] "Crews"

# over toll.old-price, for once
rule toll.crews [HR 1]
  over toll.old-price
  when b.crew > 3
  toll(b) is 5

fact due-twice(due: whole): whole

rule due-twice.plain [HR 2]
  due-twice(due) is due + due
"""
CASES = """\
hexlaw: 1
cases:
  - id: toll.few
    shows: [HR 1]
    pieces: {b: {kind: boat, crew: 1}}
    ask: toll-for(b) = 3 and due(b) = 1 and toll.old-price applies
    expect: yes
  - id: toll.many
    shows: [HR 1]
    pieces: {b: {kind: boat, crew: 4}}
    ask: toll(b)
    expect: 5
  - {id: due.twice, shows: [HR 2], ask: due-twice(2), expect: 4}
"""


@pytest.fixture
def quay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A variant of `pier`, written before `pier` renamed anything."""
    monkeypatch.chdir(tmp_path)
    for name, manifest, law in (
        ("pier", PIER, PIER_LAW),
        ("quay", 'module: quay\ntitle: Quay\nversion: 1.0.0\nextends: pier\nsources: {HR: {title: "House"}}\n', LAW),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.yaml").write_text(manifest)
        (tmp_path / name / "01-tolls.law").write_text(law)
    (tmp_path / "quay" / "module.yaml").open("a").write("speaks-for: [HR]\n")
    (tmp_path / "quay" / "cases").mkdir()
    (tmp_path / "quay" / "cases" / "tolls.cases.yaml").write_text(CASES)
    return tmp_path / "quay"


def test_a_missing_old_name_is_told_by_the_new_one(quay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "./quay"]) == 1
    assert "help: it is called `toll.plain` now, and `hexlaw fmt` writes that" in capsys.readouterr().out


def test_what_cases_ask_is_told_as_well(quay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    law = quay / "01-tolls.law"
    law.write_text(law.read_text().replace("over toll.old-price\n", "over toll.plain\n"))
    assert main(["check", "./quay"]) == 1
    told = capsys.readouterr().out
    assert [told.count(f"it is called `{name}` now") for name in ("toll", "toll-due", "toll.plain")] == [1, 1, 1]


def test_fmt_writes_new_names_and_the_module_passes(quay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "./quay"]) == 0
    law = (quay / "01-tolls.law").read_text()
    assert law == LAW.replace("  over toll.old-price", "  over toll.plain")
    assert main(["check", "./quay"]) == 0, capsys.readouterr().out
    assert main(["test", "./quay"]) == 0, capsys.readouterr().out
    assert main(["fmt", "--check", "./quay"]) == 0


def test_messages_are_renamed_inside_their_braces_only() -> None:
    law = 'rule a.b [1]\n  forbids sail.step\n  says "see toll-for: {toll-for(b)} of {b.toll-for}"  # toll-for\n'
    renamed = in_new_names(Source("a.law", law), {"toll-for": "toll"}, is_law=True).text
    assert renamed == law.replace("{toll-for(b)} of {b.toll-for}", "{toll(b)} of {b.toll}")


@pytest.mark.parametrize("text", ["toll-for-two(b)", "my-toll-for(b)", "over toll-for.plain"])
def test_a_longer_name_is_another_one(text: str) -> None:
    assert in_new_names(Source("a.law", text), {"toll-for": "toll"}, is_law=True).text == text
