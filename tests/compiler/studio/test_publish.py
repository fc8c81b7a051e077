"""The folder of a published module: pages that load nothing from elsewhere, and the very files of Pyodide."""

from __future__ import annotations

import base64
import gzip
import json
import lzma
import re
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from html import unescape
from pathlib import Path
from shutil import copytree

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.studio import publish
from hexlaw.compiler.studio.page_machine import PageMachine
from hexlaw.compiler.workspace.workspace import Workspace

ADDRESS = re.compile(rb"(?:https?:|wss?:)?//(?!www\.w3\.org/)\w[\w.-]*\.\w+")
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"/>')
WHEEL = "msgspec-0-cp314.whl"


PARTS = {
    "pyodide.mjs": b"export const loadPyodide = 1;", "pyodide.asm.mjs": b"export default 2;",
    "pyodide.asm.wasm": b"\0asm", "python_stdlib.zip": b"library",
    "pyodide-lock.json": b'{"info": {"python": "3.14"}, "packages": {"numpy": {}}}',
    WHEEL: b"",
}  # fmt: skip


SCREEN = b'{"values": {}}'


def made(asked: object, chains: object, files: Mapping[str, bytes]) -> PageMachine:
    archives = {"rest": b"archive of " + files["python_stdlib.zip"], "table": b"at first"}
    return PageMachine(archives, {"lark": b"printed"}, {"lark.": SCREEN, "lark.green": SCREEN})


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files like those of Pyodide, which count as tried."""
    monkeypatch.setitem(publish.TRIED, "files", {name: sha256(data).hexdigest() for name, data in PARTS.items()})
    monkeypatch.setattr(publish, "machine", made)
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name, data in PARTS.items():
        (folder / name).write_bytes(data)
    return folder


def published(folder: Path, against: str | None = None) -> dict[str, bytes]:
    return publish.published(Workspace(), "tutorial", against, str(folder))[0]


def test_no_page_names_an_address_elsewhere_and_each_says_what_it_may_do(pyodide: Path) -> None:
    files = published(pyodide)
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    assert {"index.html", "studio.html", "chapter-02.html"} <= set(pages)
    for name, page in pages.items():
        (policy,) = POLICY.findall(page)
        assert "default-src 'none'" in policy, name
        assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", ""), name
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0], name
        for script in re.findall(r"<script>(.*?)</script>", page, re.DOTALL):
            assert base64.b64encode(sha256(script.encode()).digest()).decode() in policy, name
    named = {name: ADDRESS.findall(data) for name, data in files.items() if name.endswith((".html", ".css", ".js"))}
    assert {name: found for name, found in named.items() if found} == {}
    assert b"//elsewhere.example" in b"".join(ADDRESS.findall(b"x = 'https://elsewhere.example/a'"))


def test_a_book_without_javascript_is_the_book(pyodide: Path) -> None:
    page = published(pyodide)["chapter-02.html"].decode()
    printed = Workspace().print_book("tutorial").files["chapter-02.html"].decode()
    assert POLICY.sub("", page).replace(publish.LIVE, "") == printed


def test_the_parts_of_pyodide_lie_packed(pyodide: Path) -> None:
    files = published(pyodide)
    assert lzma.decompress(files["machine/core.wasm.bin"]) == PARTS["pyodide.asm.wasm"]
    assert lzma.decompress(files["machine/core.mjs.bin"]) == PARTS["pyodide.asm.mjs"]
    assert lzma.decompress(files["machine/rest.bin"]) == b"archive of library"
    assert lzma.decompress(files["machine/table.bin"]) == b"at first"
    assert lzma.decompress(files["machine/of-lark.bin"]) == b"printed"
    lock = {"info": {"python": "3.14"}, "packages": {}}
    begin = {"asked": ["tutorial"], "lock": lock}
    assert json.loads(files["machine/begin.json"]) == begin
    assert b"Mozilla Public License Version 2.0" in files["machine/LICENSES.txt"]
    assert published(pyodide) == files


def test_the_table_is_told_which_games_are_seen_before_the_machine_runs(pyodide: Path) -> None:
    files = published(pyodide)
    assert b'data-screens="lark. lark.green"' in files["table.html"]
    assert b"data-screens" not in files["studio.html"]
    assert gzip.decompress(files["machine/of-lark.green.screen.bin"]) == SCREEN


def test_book_and_table_say_what_the_kept_cards_say(pyodide: Path) -> None:
    """The book has the whole card, the table its first sentence and the day."""
    files = published(pyodide)
    pages = "".join(data.decode() for name, data in files.items() if name.endswith(".html") and name != "table.html")
    kept = next(found for found in re.findall(r'data-cards="([^"]*)"', files["table.html"].decode()))
    cards = json.loads(unescape(kept))
    assert cards.keys() == {"early-snow", "last-fine-day", "market-day"}
    for said in cards.values():
        found = re.fullmatch(r"(.*) (Played by programs on ([\d-]+), 20 games a cell\.)", said)
        assert found is not None
        sentence, played, day = found.groups()
        assert unescape(pages).count(f"<p>{sentence}</p>") == 2, "in its chapter, and where all stands on one page"
        assert played in pages
        assert date.fromisoformat(day)


def test_what_keeps_the_folder_names_every_file_by_its_digest(pyodide: Path) -> None:
    files = published(pyodide)
    head, _, rest = files.pop("sw.js").partition(b"\n")
    version, named = re.fullmatch(r'var VERSION="(\w+)",FILES=(.*);', head.decode()).groups()  # type: ignore[union-attr]
    assert json.loads(named) == {name: sha256(data).hexdigest() for name, data in files.items()}
    assert b"addEventListener" in rest
    (pyodide / "python_stdlib.zip").write_bytes(b"another")
    publish.TRIED["files"]["python_stdlib.zip"] = sha256(b"another").hexdigest()
    assert version not in published(pyodide)["sw.js"].decode()


def test_the_law_before_may_be_that_of_another_module(pyodide: Path) -> None:
    assert json.loads(published(pyodide, "tutorial")["machine/begin.json"])["asked"] == ["tutorial", "tutorial"]


def test_other_files_than_those_that_were_tried_are_refused(pyodide: Path) -> None:
    (pyodide / "pyodide.asm.wasm").write_bytes(b"\0asm!")
    with pytest.raises(Refused, match=r"`.*pyodide.asm.wasm` is not the file of Pyodide 314\.0\.7"):
        published(pyodide)
    (pyodide / "pyodide.asm.wasm").unlink()
    with pytest.raises(Refused, match=r"`.*pyodide.asm.wasm` cannot be read: no such file or directory"):
        published(pyodide)


def test_without_pyodide_both_ways_to_it_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "tutorial"]) == 2
    said = capsys.readouterr().err
    assert "needs the files of Pyodide" in said
    assert "`--pyodide FOLDER`" in said
    assert "`--pyodide FOLDER`" in said


def test_what_stays_at_home_is_told(pyodide: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copytree(shipped_modules()["tutorial"], tmp_path / "hollow")
    (folder / "passwords.txt").write_text("hunter2", "utf-8")
    assert main(["publish", str(folder), "--pyodide", str(pyodide), "-o", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out.splitlines()[0]
    assert said == "stays at home, as no law, data or book of `tutorial` reads it: `README.md`, `passwords.txt`"


def test_what_is_no_module_is_told(pyodide: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "tutorail", "--pyodide", str(pyodide), "-o", str(tmp_path / "out")]) == 2
    assert "there is no module `tutorail`" in capsys.readouterr().err
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter.txt").write_text("dear", "utf-8")
    assert main(["publish", "tutorial", "--pyodide", str(pyodide), "-o", str(tmp_path / "out")]) == 2
    assert "holds other files" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["letter.txt"]
