"""`hexlaw book`: what it writes, what it refuses, and what it need not make again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.cli.book import FORMATS

ADD_ON = {
    "module.yaml": "module: steep\ntitle: Steep\nversion: 1.0.0\nadd-on-for: [tutorial]\nspeaks-for: [ST]\n"
    "sources: {ST: {title: The steep side}}\ndefault-source: ST\n",
    "01.law": 'chapter [ST 1] "Steep"\n\nrule bar.steep [ST 1.1]\n  forbids move.step\n'
    "  when there.terrain is scree and u.gait is hooves\n"
    '  says "too steep"\n',
}


def refused(arguments: list[str]) -> None:
    assert main(["book", *arguments]) == 2


def test_its_help_lists_all_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "--help"]) == 0
    assert f"{{{','.join(FORMATS)}}}" in capsys.readouterr().out


def test_a_folder_is_written_and_written_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "book"
    assert main(["book", "tutorial", "-o", str(out)]) == 0
    first = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert main(["book", "tutorial", "-o", str(out)]) == 0
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == first
    assert capsys.readouterr().out == f"wrote {out}/\n" * 2


BEGINS = {
    "html-one": b"<!DOCTYPE html>",
    "markdown": b"<!-- hexlaw book -->\n# ",
    "epub": b"PK",
    "pdf": b"%PDF-",
    "json": b"{",
}


@pytest.mark.parametrize(("form", "begins"), BEGINS.items())
def test_a_file_is_written(form: str, begins: bytes, tmp_path: Path) -> None:
    out = tmp_path / "book.file"
    assert main(["book", "tutorial", "--format", form, "-o", str(out)]) == 0
    first = out.read_bytes()
    assert first.startswith(begins)
    assert main(["book", "tutorial", "--format", form, "-o", str(out)]) == 0
    assert out.read_bytes() == first


def test_the_ending_of_the_name_says_the_format(tmp_path: Path) -> None:
    out = tmp_path / "book.epub"
    assert main(["book", "tutorial", "-o", str(out)]) == 0
    assert out.read_bytes().startswith(BEGINS["epub"])
    assert main(["book", "tutorial", "--format", "json", "-o", str(tmp_path / "other.epub")]) == 0
    assert (tmp_path / "other.epub").read_bytes().startswith(BEGINS["json"])


def test_an_add_on_is_told_against_what_it_is_added_to(tmp_path: Path) -> None:
    (tmp_path / "steep").mkdir()
    for name, text in ADD_ON.items():
        (tmp_path / "steep" / name).write_text(text)
    out = tmp_path / "book.json"
    assert main(["book", f"tutorial + {tmp_path / 'steep'}", "--format", "json", "-o", str(out)]) == 0
    book = json.loads(out.read_text("utf-8"))
    assert book["title"] == "Whistle and Shove + Steep"
    assert book["against"] == "Whistle and Shove"
    assert [(line["change"], line["rule"]["to"]) for line in book["changes"]] == [("new", "rule:bar.steep")]


def test_what_was_chosen_stands_in_the_book(tmp_path: Path) -> None:
    out = tmp_path / "book.json"
    arguments = [
        "--format",
        "json",
        "-o",
        str(out),
        "--option",
        "clouds=on",
        "--as-of",
        "1933",
        "--with-law",
        "--formal",
    ]
    assert main(["book", "tutorial", *arguments]) == 0
    book = json.loads(out.read_text("utf-8"))
    assert book["standing"] == ["Option clouds: on", "The law as of 1933"]
    assert "when any unit v in u" in out.read_text("utf-8")


def test_the_folder_of_a_module_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stands beside a module writes its book without saying where to."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steep").mkdir()
    for name, text in ADD_ON.items():
        (tmp_path / "steep" / name).write_text(text)
    assert main(["book", "tutorial + ./steep"]) == 0
    (tmp_path / "mine").mkdir()
    manifest = "module: mine\ntitle: Mine\nversion: 1.0.0\nextends: tutorial\nsources: {MN: {title: Mine}}\n"
    (tmp_path / "mine" / "module.yaml").write_text(manifest + "speaks-for: [MN]\ndefault-source: MN\n")
    assert main(["book", "./mine"]) == 0
    assert (tmp_path / "mine-book" / "index.html").is_file()
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["module.yaml"]


def test_pictures_of_markdown_are_written_beside_it_and_over_pictures_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["book", "tutorial", "-o", str(tmp_path / "rules.md")]
    assert main(typed) == 0
    pictures = tmp_path / "tutorial-pictures"
    drawn = sorted(pictures.iterdir())
    assert drawn
    assert all(f"({pictures.name}/{path.name})" in (tmp_path / "rules.md").read_text() for path in drawn)
    assert main(typed) == 0
    drawn[0].write_text("Dear Anna")
    refused(typed[1:])
    assert "is there already and is not such a picture" in capsys.readouterr().err
    assert drawn[0].read_text() == "Dear Anna"


def test_other_files_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna")
    refused(["tutorial", "-o", str(tmp_path)])
    assert "holds other files" in capsys.readouterr().err
    refused(["tutorial", "-o", str(tmp_path / "letter.txt")])
    refused(["tutorial", "--format", "epub", "-o", str(tmp_path)])
    for form in ("html-one", "markdown", "epub", "pdf", "json"):
        refused(["tutorial", "--format", form, "-o", str(tmp_path / "letter.txt")])
        assert "is not such a book" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_choice_that_the_law_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    refused(["tutorial", "--option", "thunder=on"])
    assert "has no option `thunder`" in capsys.readouterr().err


def test_a_mistake_in_book_yaml_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in ADD_ON.items():
        (tmp_path / name).write_text(text.replace("add-on-for: [tutorial]", "extends: tutorial"))
    (tmp_path / "book.yaml").write_text("titel: Steep\n")
    assert main(["book", str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    assert "book.yaml:1:1" in capsys.readouterr().err
    (tmp_path / "book.yaml").write_text("- Steep\n")
    assert main(["book", str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    assert "expected how a book is printed, found a list" in capsys.readouterr().err
    (tmp_path / "book.yaml").write_text(
        "synonyms: {hill: [clover, clovver], way: [RB 2.4, RB 77]}\ncounter: rram\nsteps: {movving: Go.}\n"
        "aids: [{title: A, about: ['fact:x', 'text:RB 77']}]\n"
    )
    assert main(["check", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "the law defines no word `clovver`" in told
    assert "the law has no `fact:x`" in told
    assert "the law defines no word `RB 77`" in told
    assert "the law has no `text:RB 77`" in told
    assert "no word `RB 2.4`" not in told
    assert "no unit chart has `rram`" in told
    assert "the sequence of play has no `movving`" in told
    (tmp_path / "book.yaml").write_text(
        "sight: {cases: {moving.uphil: It is not.}}\ncard: ['{game.last-rund} rounds.']\n"
        "examples: {RB 2.9: moving.plunk, RB 2.8: none, RB: moving.plank}\n"
    )
    assert main(["check", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "the module has no case `moving.uphil`" in told
    assert "the module has no case `moving.plunk`" in told
    assert "`none`" not in told
    assert "last-round" in told


def test_a_journal_that_is_not_there_or_is_followed_no_longer_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = "module: steep\ntitle: Steep\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n"
    (tmp_path / "module.yaml").write_text(manifest)
    (tmp_path / "book.yaml").write_text("played: {journal: noon, to: 30}\n")
    assert main(["check", str(tmp_path)]) == 1
    assert "there is no journal `journals/noon.journal` beside `book.yaml`" in capsys.readouterr().out
    (tmp_path / "journals").mkdir()
    [kept] = (Path(__file__).parents[3] / "rules" / "tutorial" / "journals").glob("*.journal")
    (tmp_path / "journals" / "noon.journal").write_bytes(kept.read_bytes())
    assert main(["check", str(tmp_path)]) == 0
    (tmp_path / "book.yaml").write_text("played: {journal: noon, to: 9999}\n")
    assert main(["check", str(tmp_path)]) == 1
    assert "the last that is shown would be the 9999th" in capsys.readouterr().out
    (tmp_path / "book.yaml").write_text("played: {journal: noon, to: 30}\n")
    law = 'rule stay [RB 2.1]\n  forbids move.mover\n  when u.side is sunside\n  says "{u} rests"\n'
    (tmp_path / "1.law").write_text(f'chapter [RB 2] "Rest"\n\n{law}')
    assert main(["check", str(tmp_path)]) == 1
    assert "can no longer be followed: at answer 1, " in capsys.readouterr().out
