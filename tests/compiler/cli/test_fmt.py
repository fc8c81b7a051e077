"""`hexlaw fmt` as people use it: files rewritten whole or left alone, with an exit code to rely on."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

UGLY = "rule lamp.out [RB 3]   # why\n  lamp is dark\n  when ((u is lit))\n"
NEAT = "rule lamp.out [RB 3]  # why\n  when u is lit\n  lamp is dark\n"
WRONG = "rule lamp.out [RB 3]\n   when\n"


@pytest.fixture
def law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file to format, one that is fine, one with a mistake and one that is no law."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shore" / "deep").mkdir(parents=True)
    (tmp_path / "shore" / "a.law").write_text(UGLY)
    (tmp_path / "shore" / "deep" / "b.law").write_text(NEAT)
    (tmp_path / "shore" / "notes.md").write_text(UGLY)
    return tmp_path / "shore"


def test_a_folder_is_formatted_with_all_below_it(law: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (law / "a.law").chmod(0o640)
    assert main(["fmt", "shore"]) == 0
    assert (law / "a.law").read_text() == NEAT
    assert stat.S_IMODE((law / "a.law").stat().st_mode) == 0o640
    assert (law / "notes.md").read_text() == UGLY
    out, err = capsys.readouterr()
    assert out == f"formatted {Path('shore/a.law')}\n"
    assert err == "1 file changed, 1 fine as written\n"
    assert sorted(path.name for path in law.iterdir()) == ["a.law", "deep", "notes.md"]


def test_formatting_again_writes_nothing(law: Path) -> None:
    assert main(["fmt", "shore/a.law"]) == 0
    before = (law / "a.law").stat()
    assert main(["fmt", "shore/a.law"]) == 0
    assert (law / "a.law").stat().st_ino == before.st_ino


def test_check_only_says_what_would_change(law: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", "shore"]) == 1
    assert capsys.readouterr().out == f"would format {Path('shore/a.law')}\n"
    assert (law / "a.law").read_text() == UGLY
    assert main(["fmt", "--check", "shore/deep"]) == 0


def test_diff_shows_what_would_change(law: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--diff", "shore/a.law"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "-  when ((u is lit))" in out
    assert "+  when u is lit" in out
    assert (law / "a.law").read_text() == UGLY
    assert main(["fmt", "--diff", "--check", "shore/a.law"]) == 1


def test_a_file_with_mistakes_is_not_touched_but_the_others_are(law: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (law / "wrong.law").write_text(WRONG + UGLY)
    assert main(["fmt", "shore"]) == 2
    assert (law / "wrong.law").read_text() == WRONG + UGLY
    assert (law / "a.law").read_text() == NEAT
    err = capsys.readouterr().err
    assert f"{Path('shore/wrong.law')}:2:" in err
    assert "HX204" in err
    assert "mistakes in others" in err


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input_is_formatted_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, UGLY.encode())
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr() == (NEAT, "")
    pipe(monkeypatch, UGLY.encode())
    assert main(["fmt", "--check", "-"]) == 1
    assert capsys.readouterr().out == "would format standard input\n"


@pytest.mark.parametrize("data", [WRONG.encode(), b"rule \xff", b"#" * 1_000_001])
def test_bad_standard_input_gives_no_output(
    data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, data)
    assert main(["fmt", "-"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "error HX" in err


def refusal(path: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["fmt", path]) == 2
    return capsys.readouterr().err.splitlines()[0]


def test_what_cannot_be_formatted_is_refused_in_a_sentence(law: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (law / "empty").mkdir()
    (law / "link.law").symlink_to(law / "a.law")
    (law / "read-only.law").write_text(UGLY)
    (law / "read-only.law").chmod(0o444)
    os.mkfifo(law / "pipe.law")
    assert refusal("shore/none.law", capsys) == "error HX101: there is no file `shore/none.law`"
    assert refusal("shore/empty", capsys) == "error HX208: there is no law in `shore/empty`"
    assert refusal("shore/link.law", capsys) == "error HX208: `shore/link.law` is a link"
    assert (
        refusal("shore/read-only.law", capsys)
        == "error HX208: `shore/read-only.law` cannot be written: it is read-only"
    )
    assert refusal("shore/pipe.law", capsys) == "error HX101: `shore/pipe.law` is not an ordinary file"
    assert "does not end in `.law`" in refusal("shore/notes.md", capsys)
    assert (law / "a.law").read_text() == UGLY
    assert (law / "read-only.law").read_text() == UGLY


def test_when_writing_fails_the_file_stays_whole(
    law: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert refusal("shore/a.law", capsys) == "error HX208: `shore/a.law` cannot be written: no space left on device"
    assert (law / "a.law").read_text() == UGLY
    assert sorted(path.name for path in law.iterdir()) == ["a.law", "deep", "notes.md"]


def test_a_shipped_module_is_known_by_its_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fmt", "--check", "tutorial"]) in (0, 1)
    assert "fine as written" in capsys.readouterr().err


def test_modules_put_together_are_formatted_both(law: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", "shore + shore/deep"]) == 1
    assert capsys.readouterr().out == f"would format {Path('shore/a.law')}\n"


def test_flags_of_old_are_said_with_is_in_messages_and_cases_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bay" / "cases").mkdir(parents=True)
    (tmp_path / "bay" / "module.yaml").write_text("module: bay\ntitle: B\nversion: 1.0.0\nsources: {R: {title: R}}\n")
    (tmp_path / "bay" / "01.law").write_text(
        'thing lamp\n  lit: yes/no\n  oil: whole\nrule r [R 1]\n  says "{l.lit}"\n'
    )
    cases = tmp_path / "bay" / "cases" / "a.cases.yaml"
    asked = 'cases:\n- {id: r.lit, ask: not l.lit and l.oil = 1, expect: {refused-by: r.lit}}\n- ask: "l.lit"\n'
    cases.write_text(asked)
    assert main(["fmt", "--check", "bay"]) == 1
    assert cases.read_text() == asked
    assert main(["fmt", "bay"]) == 0
    assert '  says "{l is lit}"\n' in (tmp_path / "bay" / "01.law").read_text()
    assert cases.read_text() == asked.replace("not l.lit and", "l is not lit and")
    assert main(["fmt", "--check", "bay"]) == 0


def test_a_source_of_advice_that_is_missing_after_formatting_is_said_how_to_declare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bay").mkdir()
    module = tmp_path / "bay" / "module.yaml"
    module.write_text("module: bay\ntitle: B\nversion: 1.0.0\nhexlaw: 1\nsources: {R: {title: R}}\nspeaks-for: [R]\n")
    (tmp_path / "bay" / "01.law").write_text(
        "choice side\n  reds, blues\n\nfact worth(s: side): whole\n\nrule worth.all [R 1]\n  worth(s) is 2\n"
    )
    assert main(["fmt", "bay"]) == 0
    assert main(["check", "bay"]) == 1
    declare = 'help: declare one in module.yaml: `sources: {HA: {title: "House advice", advice: yes}}`'
    assert declare in capsys.readouterr().out
    module.write_text(module.read_text().replace("{R: {title: R}}", '{R: {title: R}, HA: {title: "H", advice: yes}}'))
    assert main(["check", "bay"]) == 0


def test_what_is_nested_too_deeply_to_be_formatted_is_told_where_it_stands(
    law: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = "rule lamp.sum [RB 3]\n  glow(u) is " + "1 + " * 4_000 + "1\n"
    (law / "a.law").write_text(NEAT + "\n" + deep)
    assert main(["fmt", "shore"]) == 2
    assert f"{Path('shore/a.law')}:5:1: error HX202: what is said here is nested too deeply" in capsys.readouterr().err
    assert (law / "a.law").read_text() == NEAT + "\n" + deep


def test_a_question_that_is_nested_too_deeply_stays_as_it_is(law: Path) -> None:
    asked = f"cases:\n- {{id: a.b, ask: u.is-due and {'not ' * 4_000}u.lit}}\n"
    (law / "a.cases.yaml").write_text(asked)
    assert main(["fmt", "shore"]) == 0
    assert (law / "a.cases.yaml").read_text() == asked
