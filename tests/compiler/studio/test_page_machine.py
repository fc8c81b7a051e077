"""The machine of a published page: all that it needs is in its archive, and nothing is found out twice."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from shutil import copytree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import Chain, load, shipped_modules
from hexlaw.compiler.studio.in_page import compiled
from hexlaw.compiler.studio.page_machine import machine

ALONE = "import sys; sys.path.insert(0, '.'); "
REHEARSE = ALONE + "from hexlaw.compiler.studio.in_page import rehearse; rehearse('tutorial')"
CHECK = """
sys.modules["jsonschema_rs"] = None  # as in the page
if "stand-in" in sys.argv:
    from hexlaw.compiler.studio import rpds
    sys.modules["rpds"] = rpds
from hexlaw.compiler.workspace.workspace import Workspace
print(*map(str, Workspace().thorough("hollow").diagnostics), sep="\\n")
print(sys.modules["rpds"].__name__)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("machine")
    folder = copytree(shipped_modules()["tutorial"], place / "hollow")
    chain = load(str(folder), Diagnostics())
    assert isinstance(chain, Chain)
    wheel = BytesIO()
    with zipfile.ZipFile(wheel, "w") as packed:  # that of Pyodide runs here as little as ours there
        packed.writestr("of_the_wheel.py", "")
    (place / "machine.zip").write_bytes(machine("tutorial", None, [chain], wheel.getvalue()))
    return place / "machine.zip"


def run(code: str, folder: Path, *words: str) -> str:
    environment = {**os.environ, "HEXLAW_CACHE": str(folder / "cache")}
    asked = [sys.executable, "-I", "-c", code, *words]
    return subprocess.run(asked, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_what_a_page_asks_first_is_known(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    (tmp_path / "cache").mkdir(mode=0o700)
    run(REHEARSE, tmp_path)
    # what depends on a place: the question, in a position here, and the law before, of which a witness reads a copy
    laws = len(list((tmp_path / "hexlaw/rules/tutorial").rglob("*.law")))
    assert len(list((tmp_path / "cache").iterdir())) == 1 + laws + 1
    (tmp_path / "hexlaw/compiler/shipped.pack").unlink()
    run(REHEARSE, tmp_path)
    assert len(list((tmp_path / "cache").iterdir())) > 50


def test_the_archive_holds_this_module_and_no_other(archive: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        names = packed.namelist()
    assert {name.split("/")[2] for name in names if name.startswith("hexlaw/rules/")} == {"tutorial"}
    assert "hexlaw/rules/tutorial/02-moving.law" in names
    assert "of_the_wheel.py" in names
    assert not [name for name in names if "/cli/" in name or "/studio/page/" in name or "/theme/" in name]


def test_the_stand_in_for_rpds_finds_the_same(tmp_path: Path) -> None:
    folder = copytree(shipped_modules()["tutorial"], tmp_path / "hollow")
    (folder / "style.yaml").write_text("hexlaw: 1\nreach: [3]\ncolours: blue\ncounters: {figures: 7}\n", "utf-8")
    (folder / "book.yaml").write_text("hexlaw: one\nchapters: {a: [b, c]}\n", "utf-8")
    code = ALONE.replace("'.'", repr(str(Path(__file__).resolve().parents[3] / ".links"))) + CHECK
    ours, theirs = run(code, tmp_path, "stand-in").splitlines(), run(code, tmp_path).splitlines()
    assert (ours.pop(), theirs.pop()) == ("hexlaw.compiler.studio.rpds", "rpds")
    assert ours == theirs
    assert len([line for line in ours if "style.yaml" in line or "book.yaml" in line]) > 3


def test_what_was_compiled_is_kept_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.py").write_text("X = 1\n", "utf-8")
    py_compile.compile(str(tmp_path / "inner" / "a.py"))
    with zipfile.ZipFile(BytesIO(compiled(str(tmp_path)))) as packed:
        (name,) = packed.namelist()
    assert name.startswith("inner/__pycache__/a.")
