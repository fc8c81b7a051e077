"""The machine of a published page: all that it needs is in its archive, and nothing is found out twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from shutil import copytree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import Chain, load, shipped_modules
from hexlaw.compiler.studio.page_machine import NOT_THERE, machine

ALONE = "import sys; sys.path.insert(0, '.'); "
REHEARSE = ALONE + "from hexlaw.compiler.studio.in_page import rehearse; rehearse('tutorial')"
PRIVATE = (
    "passwords.txt", "drafts/letter.txt", "last-fine-day.journal", "01-words.law~", "x.law.orig", ".git/config",
    "node_modules/big.bin", "journals/last-fine-day.journal", "tables/notes.txt", "situations/plan.md",
)  # fmt: skip
"""What lies in a module's folder and is not read: a game under way with all its secrets among it."""
SECRET = "the designer insults the publisher"
MODULES = 280
"""Of Hexlaw, that a first verdict loads at most: each costs some milliseconds."""
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
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, bytes]]:
    place = tmp_path_factory.mktemp("machine")
    folder = copytree(shipped_modules()["tutorial"], place / "hollow")
    for name in PRIVATE:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(SECRET, "utf-8")
    chain = load(str(folder), Diagnostics())
    assert isinstance(chain, Chain)
    wheel = BytesIO()
    with zipfile.ZipFile(wheel, "w") as packed:  # that of Pyodide runs here as little as ours there
        packed.writestr("of_the_wheel.py", "")
    library = BytesIO()
    with zipfile.ZipFile(library, "w") as packed:
        for name in ("json_/__init__.py", "unittest/mock.py", "encodings/cp437.py", "encodings/cp866.py", "xml.py"):
            packed.writestr(name, "")
    return machine(["tutorial"], [chain], wheel.getvalue(), library.getvalue())


@pytest.fixture(scope="module")
def archive(archives: tuple[bytes, dict[str, bytes]]) -> dict[str, bytes]:
    return unpacked(archives[0])


def unpacked(archive: bytes) -> dict[str, bytes]:
    head, _, rest = archive.partition(b"\n")
    stream = BytesIO(rest)
    found = {name: stream.read(size) for name, size in json.loads(head).items()}
    assert not stream.read()
    return found


def put(archive: dict[str, bytes], folder: Path) -> None:
    for name, data in archive.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "cache").mkdir(mode=0o700)


def run(code: str, folder: Path, *words: str) -> str:
    environment = {**os.environ, "HEXLAW_CACHE": str(folder / "cache")}
    asked = [sys.executable, "-I", "-c", code, *words]
    return subprocess.run(asked, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_what_a_page_asks_first_is_known(archive: dict[str, bytes], tmp_path: Path) -> None:
    put(archive, tmp_path)
    run(REHEARSE, tmp_path)
    # what depends on a place: the law before, of which a witness reads a copy
    laws = len(list((tmp_path / "hexlaw/rules/tutorial").rglob("*.law")))
    assert len(list((tmp_path / "cache").iterdir())) == laws + 1
    (tmp_path / "hexlaw/compiler/shipped.pack").unlink()
    run(REHEARSE, tmp_path)
    assert len(list((tmp_path / "cache").iterdir())) > 50


ANY_CASE = """
sys.modules |= dict.fromkeys(NOT_THERE)
from hexlaw.compiler.studio.in_page import opened
answer, said = opened("tutorial"), []

def ask(**asked):
    answer(f"1 {json.dumps(asked)}", said.append)
    return json.loads(said[-1])["value"]

position = ask(do="take", id="moving.plank")
print(ask(do="judge", position=position)["now"]["answer"])
position["pieces"]["mule"]["at"] = "0604"
print(ask(do="judge", position=position)["now"]["answer"])
print(sorted(sys.modules.keys() & {"lark", "jsonschema"}), len([name for name in sys.modules if "hexlaw." in name]))
"""


def test_a_verdict_takes_neither_the_grammar_nor_the_validator(archive: dict[str, bytes], tmp_path: Path) -> None:
    put(archive, tmp_path)
    code = f"{ALONE}import json; NOT_THERE = {NOT_THERE}\n{ANY_CASE}"
    first, moved, loaded = run(code, tmp_path).splitlines()
    assert first.endswith("only boots wade the stream into 0705")
    assert moved.endswith("next to 0604")
    assert loaded.startswith("[] ")
    assert int(loaded.split()[1]) < MODULES


def test_the_law_of_a_situation_comes_printed(
    archives: tuple[bytes, dict[str, bytes]], archive: dict[str, bytes], tmp_path: Path
) -> None:
    assert archives[1].keys() == {"early-snow", "last-fine-day", "market-day"}
    printed = unpacked(archives[1]["market-day"])
    assert len(printed) == 2
    assert [data[:4] for data in printed.values() if data[:1] == b"\0"] == [b"\0asm"]
    assert not [name for name in archive if name.startswith("hexlaw/compiler/printed/")]
    put(archive | printed, tmp_path)
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "from hexlaw.compiler.wasm.target import is_worth_it\n"
        "from hexlaw.compiler.base.diagnostic import Diagnostics\n"
        "from hexlaw.compiler.situations.games import begin_game\n"
        "from hexlaw.compiler.studio.published_table import Workspace\n"
        "from hexlaw.runtime.law.law import Configuration\n"
        "law = Workspace().compiled('tutorial').compilation\n"
        "for name in sys.argv[1:]:\n"
        "  game = begin_game(law, name, Configuration(), 'x', Diagnostics())\n"
        "  print(is_worth_it(game.setup.key, 1))\n"
    )
    assert run(code, tmp_path, "market-day", "early-snow").split() == ["True", "False"]


def test_the_archive_holds_this_module_and_no_other(archive: dict[str, bytes]) -> None:
    assert {name.split("/")[2] for name in archive if name.startswith("hexlaw/rules/")} == {"tutorial"}
    assert "hexlaw/rules/tutorial/02-moving.law" in archive
    assert "of_the_wheel.py" in archive
    assert not [name for name in archive if "/cli/" in name or "/studio/page/" in name or "/theme/" in name]


def test_what_is_read_is_taken_along_and_nothing_else(archive: dict[str, bytes]) -> None:
    folder = shipped_modules()["tutorial"]
    read = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"README.md"}
    assert {name.removeprefix("hexlaw/rules/tutorial/") for name in archive if "/rules/tutorial/" in name} == read
    assert "journals/last-fine-day-greedy-2.journal" in read, "its book tells it"
    assert not [name for name, data in archive.items() if SECRET.encode() in data]


def test_of_pythons_library_what_is_needed_goes_along(archive: dict[str, bytes]) -> None:
    assert {"json_/__init__.py", "encodings/cp437.py"} <= archive.keys()
    assert not archive.keys() & {"unittest/mock.py", "encodings/cp866.py", "xml.py"}


def test_the_stand_in_for_rpds_finds_the_same(tmp_path: Path) -> None:
    folder = copytree(shipped_modules()["tutorial"], tmp_path / "hollow")
    (folder / "style.yaml").write_text("hexlaw: 1\nreach: [3]\ncolours: blue\ncounters: {figures: 7}\n", "utf-8")
    (folder / "book.yaml").write_text("hexlaw: one\nchapters: {a: [b, c]}\n", "utf-8")
    code = ALONE.replace("'.'", repr(str(Path(__file__).resolve().parents[3] / ".links"))) + CHECK
    ours, theirs = run(code, tmp_path, "stand-in").splitlines(), run(code, tmp_path).splitlines()
    assert (ours.pop(), theirs.pop()) == ("hexlaw.compiler.studio.rpds", "rpds")
    assert ours == theirs
    assert len([line for line in ours if "style.yaml" in line or "book.yaml" in line]) > 3


COMPILED = """
import py_compile
from pathlib import Path
py_compile.compile("inner/a.py")
sys.path.insert(0, str(Path("inner").resolve()))
import a, b
from hexlaw.compiler.studio.in_page import compiled
steps = compiled(str(Path("inner").resolve()))
while True:
    try:
        next(steps)
        print("compiled one")
    except StopIteration as done:
        Path("kept").write_bytes(done.value)
        break
"""


def test_what_python_has_compiled_is_kept_and_read_whatever_the_hour(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in "abc":
        (inner / f"{name}.py").write_text(f"X = '{name}'\n", "utf-8")
    links = ALONE.replace("'.'", repr(str(Path(__file__).resolve().parents[3] / ".links")))
    assert run(f"{links}sys.dont_write_bytecode = True{COMPILED}", tmp_path) == "compiled one\n"
    kept = unpacked((tmp_path / "kept").read_bytes())
    assert [name.split(".")[0] for name in kept] == ["__pycache__/a", "__pycache__/b"]
    for name, data in kept.items():
        (inner / name).write_bytes(data)
    (inner / "a.py").write_text("X = 'of another hour, and longer'\n", "utf-8")
    assert run("import sys; sys.path.insert(0, 'inner'); import a, b; print(a.X, b.X)", tmp_path) == "a b\n"
