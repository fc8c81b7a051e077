"""`hexlaw vassal`: the file that it writes, and what it refuses."""

from __future__ import annotations

import tracemalloc
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from hexlaw.compiler.cli import main

from ..typed_commands import typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_module_is_written_by_the_name_of_its_law(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vassal", "tutorial", "--no-book"]) == 0
    assert capsys.readouterr().out.startswith("wrote tutorial.vmod: 3 set-ups")
    with ZipFile("tutorial.vmod") as module:
        assert not [name for name in module.namelist() if name.startswith("help/")]
        assert module.testzip() is None
    assert main(["vassal", "tutorial", "--no-book"]) == 0  # over an older one of ours


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tutorial", "-o", "shove.zip"], "`shove.zip` is to end in `.vmod`"),
        (["tutorial", "-o", "mine.vmod"], "is there already and is no module that Hexlaw has written"),
        (["tutorail"], "tutorial"),
    ],
)
def test_what_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with ZipFile("mine.vmod", "w") as module:
        module.writestr("buildFile.xml", "<VASSAL.build.GameModule/>")
    before = Path("mine.vmod").read_bytes()
    assert main(["vassal", *words, "--no-book"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert Path("mine.vmod").read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["mine.vmod"]


@pytest.mark.parametrize("others", [["--no-book"], ["--option", "clouds=on"], ["--reading", "a=b"], ["--as-of", "3"]])
def test_what_is_said_of_a_law_does_not_go_with_a_module_that_is_taken_in(
    others: list[str], capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    Path("theirs.vmod").write_bytes(archive(MOOR))
    assert typed("vassal", "--in", "theirs.vmod", *others) == 2
    assert "imports a module that has no law and no rule book; beside it stands only `-o`" in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["theirs.vmod"]


BUILT = (
    '<VASSAL.build.GameModule><VASSAL.build.module.Map mapName="M"><VASSAL.build.module.map.BoardPicker>'
    '<VASSAL.build.module.map.boardPicker.Board name="Moor" image="{image}"><{grid} dx="50" dy="60"/>'
    "</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>"
    "</VASSAL.build.GameModule>"
)
HEXES = "VASSAL.build.module.map.boardPicker.board.HexGrid"


def built(grid: str = HEXES, image: str = "moor.png") -> bytes:
    return BUILT.format(grid=grid, image=image).encode()


def picture(wide: int, high: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + wide.to_bytes(4, "big") + high.to_bytes(4, "big")


def archive(files: dict[str, bytes], how: int = ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", how) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def said_to_be(data: bytes, size: int) -> bytes:
    """An archive whose last file is said to be of another size than it is, in both places where that is written."""
    found = bytearray(data)
    for at in (found.rindex(b"PK\1\2") + 24, found.rindex(b"PK\3\4") + 22):
        found[at : at + 4] = size.to_bytes(4, "little")
    return bytes(found)


ENTITIES = b'<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><m>&b;</m>'
MOOR = {"buildFile.xml": built(), "images/moor.png": picture(200, 150)}
NOT_ONE = "is no file of VASSAL, or a damaged one: it is no archive that can be read"
PASSED = "can be taken as a board, a counter or a set-up; the board `Moor` is passed over:"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"hello", NOT_ONE, id="no archive"),
        pytest.param(archive(MOOR)[:-40], NOT_ONE, id="an archive that breaks off"),
        pytest.param(archive(MOOR, ZIP_LZMA), NOT_ONE, id="packed as VASSAL packs none"),
        pytest.param(said_to_be(archive({"buildFile.xml": b" " * 20_000_000}), 10), NOT_ONE, id="a bomb that lies"),
        pytest.param(said_to_be(archive(MOOR), 2_000_000_000), "more than 20,000 files or 400,000,000 bytes",
                     id="a picture of two gigabytes"),
        pytest.param(archive({"moduledata": b""}), "there is no `buildFile.xml` in it", id="no build file"),
        pytest.param(archive({"buildFile.xml": b"<a><b></a>"}), "the `buildFile.xml` of `theirs.vmod` is damaged",
                     id="broken XML"),
        pytest.param(archive({"buildFile.xml": ENTITIES}), "has a document type", id="XML with entities"),
        pytest.param(archive({"buildFile.xml": b"<a/>"}), "nothing of `theirs.vmod` can be taken", id="nothing in it"),
        pytest.param(archive({**MOOR, "images/moor.png": picture(2**31 - 1, 2**31 - 1)}),
                     f"{PASSED} its picture is missing, or has no size that a board has", id="two gigapixels wide"),
        pytest.param(archive({**MOOR, "buildFile.xml": built(image="no.png")}), f"{PASSED} its picture is missing",
                     id="no picture"),
        pytest.param(archive({**MOOR, "buildFile.xml": built("my.own.Grid")}),
                     f"{PASSED} it has no grid of hexes, or one that is not VASSAL's own", id="a grid of their own"),
        pytest.param(archive({**MOOR, "buildFile.xml": built(HEXES.replace("Hex", "Square"))}),
                     f"{PASSED} it has no grid of hexes", id="squares"),
    ],
)  # fmt: skip
def test_a_strangers_file_is_refused_in_one_sentence(
    data: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    Path("theirs.vmod").write_bytes(data)
    assert main(["vassal", "--in", "theirs.vmod"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["theirs.vmod"]


def test_no_more_is_unpacked_of_a_file_than_it_says() -> None:
    Path("theirs.vmod").write_bytes(said_to_be(archive({"buildFile.xml": b" " * 100_000_000}), 10))
    tracemalloc.start()
    try:
        assert main(["vassal", "--in", "theirs.vmod"]) == 2
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a module, or a file to import: `--in FILE.vmod`"),
        (["tutorial", "--in", "theirs.vmod"], "argument --in: not allowed with argument MODULE"),
        (["--in", "nowhere.vmod"], "`nowhere.vmod` cannot be read: no such file or directory"),
        (["--in", "theirs.vmod", "-o", "../theirs"], "`../theirs` is not a name for a module"),
    ],
)
def test_what_is_refused_of_a_module_of_others(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    Path("theirs.vmod").write_bytes(archive(MOOR))
    assert typed("vassal", *words) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["theirs.vmod"]


def test_no_path_leads_out_of_the_new_module(capsys: pytest.CaptureFixture[str]) -> None:
    named = "../../moor.png"
    outside = {
        name: picture(200, 150) for name in (named, f"images/{named}", "/moor.png", str(Path("moor.png").resolve()))
    }
    Path("inner").mkdir()
    Path("inner/theirs.vmod").write_bytes(archive({"buildFile.xml": built(image=named), **outside}))
    assert main(["vassal", "--in", "inner/theirs.vmod", "-o", "theirs"]) == 0
    assert capsys.readouterr().out.endswith("wrote theirs: 1 board, 0 counters, 0 set-ups\n")
    assert [path for path in Path().rglob("*.png")] == [Path("theirs/boards/moor.png")]
    assert not Path("/moor.png").exists()
    assert main(["check", "theirs"]) == 0
