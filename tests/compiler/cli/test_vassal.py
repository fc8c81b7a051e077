"""`hexlaw vassal`: the file that it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from hexlaw.compiler.cli import main


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
