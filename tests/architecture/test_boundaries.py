"""The walls of the house: what each folder may know, and what it may hold.

Every wall is a small function that lists offences as `file:line: what is wrong`, so that a failure says where
to look. Each is tried on a made-up offence first: a wall nobody can run into proves nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MACHINE = ("compiler", "runtime")
TESTS_OF_THE_MACHINE = ("tests/compiler", "tests/runtime")


def files(root: Path, folder: str, pattern: str = "*") -> Iterator[Path]:
    found = sorted((root / folder).rglob(pattern))
    made = {"__pycache__", "node_modules"}
    return (path for path in found if path.is_file() and made.isdisjoint(path.parts))


def place(root: Path, path: Path, line: int) -> str:
    return f"{path.relative_to(root).as_posix()}:{line}"


# --- runtime/ stands alone -------------------------------------------------------------------------


def imported_names(tree: ast.AST, package: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Every absolute name a module imports, also relatively or by a call with the name as text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join((*above, *([node.module] if node.module else [])))
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("__import__", "import_module")):
            named = (argument.value for argument in node.args if isinstance(argument, ast.Constant))
            yield from ((name, node.lineno) for name in named if isinstance(name, str))


def imports_of(root: Path, folder: str, unwanted: Iterable[str]) -> list[str]:
    """Where a folder imports one of the unwanted packages."""
    found = []
    for path in files(root, folder, "*.py"):
        package = ("hexlaw", *path.relative_to(root).parent.parts)
        for name, line in imported_names(ast.parse(path.read_text("utf-8")), package):
            if any(f"{name}.".startswith(f"{package_name}.") for package_name in unwanted):
                found.append(f"{place(root, path, line)}: imports {name}")
    return found


def test_runtime_imports_nothing_of_the_compiler() -> None:
    assert imports_of(ROOT, "runtime", ["hexlaw.compiler"]) == []


@pytest.mark.parametrize("folder", [*MACHINE, "tests"])
def test_the_folders_are_imported_under_their_one_name(folder: str) -> None:
    """`import compiler` would load a second copy of every module, its types unequal to the first's."""
    assert imports_of(ROOT, folder, ["compiler", "runtime", "rules"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "import hexlaw.compiler",
        "import hexlaw.compiler.base.source as source",
        "from hexlaw import compiler",
        "from hexlaw.compiler.base.source import Span",
        "from ...compiler import source",
        "def late():\n    from hexlaw.compiler import source",
        "importlib.import_module('hexlaw.compiler.base.source')",
    ],
)
def test_an_import_of_the_compiler_is_seen(tmp_path: Path, line: str) -> None:
    write(tmp_path, "runtime/inner/lamp.py", line)
    assert len(imports_of(tmp_path, "runtime", ["hexlaw.compiler"])) == 1


def test_a_harmless_import_is_not_seen(tmp_path: Path) -> None:
    write(tmp_path, "runtime/lamp.py", "from . import compilers\nimport hexlaw.compilers")
    assert imports_of(tmp_path, "runtime", ["hexlaw.compiler"]) == []


# --- No game in the machine ------------------------------------------------------------------------

# Words of the games in rules/; `*` stands for any ending. Compared word by word without regard to case,
# so that `close assault` also finds close_assault and CloseAssault. Left out are words that the machine
# needs in their everyday sense: bridge, load, mine, passenger, scatter, stack, stream, track, turn,
# unit.
GAME_WORDS = """
    aerosan*, allied, ambush*, american*, ammunition, amphibious, anti tank, armor*, armour*, artillery,
    battalion*, bazooka*, blitz*, bocage*, bombard*, british, brigade*, bunker*, carrier*, cavalry,
    close assault*, combat*, commando*, crossroad*, direct fire, dispers*, engineer*, finn, finns,
    finnish, flak, fort, forts, fortif*, french, german*, grenadier*, gully, gullies, gun, guns, half
    track*, halftrack*, hilltop*, howitzer*, indirect fire, infantry*, katyusha*, luftwaffe, minefield*,
    mortar*, opportunity fire, overran, overrun*, panssari*, panzer*, paratroop*, pillbox*, platoon*,
    railroad*, regiment*, road, roads, romanian*, russian*, salama, self propelled, sherman*, sled,
    sleds, sledge*, soviet*, spotter*, stug*, swamp*, tank, tanks, town, towns, truck*, village*,
    wagon*, wehrmacht, wood, woods, wreck*
"""
ONE_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
PATTERNS = (" ".join(entry.split()).replace("*", "[a-z]*") for entry in GAME_WORDS.split(","))
UNWANTED = re.compile(rf"\b(?:{'|'.join(PATTERNS)})\b")


def game_words_in(text: str) -> list[str]:
    """The game's words of one line; words joined by a hyphen, an underscore or capitals count as separate."""
    return UNWANTED.findall(" ".join(ONE_WORD.findall(text)).lower())


def game_words_of(root: Path, folder: str) -> list[str]:
    """Where a folder speaks of a game: in the name or the text of any file but fonts, which come with a licence."""
    found = []
    for path in files(root, folder):
        if path.parent.name == "fonts":
            continue
        name = path.relative_to(root).as_posix()
        found += [f"{place(root, path, 0)}: `{word}` in the file's name" for word in game_words_in(name)]
        for line, text in enumerate(path.read_text("utf-8", errors="replace").splitlines(), start=1):
            found += [f"{place(root, path, line)}: `{word}`" for word in game_words_in(text)]
    return found


@pytest.mark.parametrize("folder", [*MACHINE, *TESTS_OF_THE_MACHINE])
def test_the_machine_names_no_game(folder: str) -> None:
    assert game_words_of(ROOT, folder) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a Tank rolls", "tank"),
        ("by_road = 1", "road"),
        ("class GermanSide:", "german"),
        ("close-assault", "close assault"),
        ("CloseAssault", "close assault"),
        ("HALFTRACKS", "halftracks"),
        ("double dispersal", "dispersal"),
        ("armor and armour", "armor"),
    ],
)
def test_a_game_word_is_seen(text: str, word: str) -> None:
    assert game_words_in(text)[0] == word


@pytest.mark.parametrize("text", ["a broad load of forty lanterns", "keeps track of the stack", "abroad"])
def test_everyday_words_are_not_taken_for_a_game(text: str) -> None:
    assert game_words_in(text) == []


def test_a_game_word_is_seen_in_every_file(tmp_path: Path) -> None:
    write(tmp_path, "compiler/parse/law.lark", "reef: gate\ngate: WOODS")
    write(tmp_path, "compiler/truck.json", "{}")
    assert game_words_of(tmp_path, "compiler") == [
        "compiler/parse/law.lark:2: `woods`",
        "compiler/truck.json:0: `truck` in the file's name",
    ]


# --- rules/ is data only ---------------------------------------------------------------------------

DATA_SUFFIXES = {".journal", ".law", ".yaml", ".yml", ".toml", ".csv", ".md", ".lock"}


def what_is_no_data(root: Path, folder: str) -> list[str]:
    """Files of a strange type, files that could be run, and links, which could lead out of the folder."""
    found = []
    for path in sorted((root / folder).rglob("*")):
        where = path.relative_to(root).as_posix()
        if path.is_symlink():
            found.append(f"{where}: a link")
        elif path.is_file() and path.suffix not in DATA_SUFFIXES:
            found.append(f"{where}: no type of data")
        elif path.is_file() and path.stat().st_mode & 0o111:
            found.append(f"{where}: may be run as a program")
    return found


def test_rules_hold_no_code() -> None:
    assert what_is_no_data(ROOT, "rules") == []


def test_what_is_no_data_is_seen(tmp_path: Path) -> None:
    write(tmp_path, "rules/lantern/module.yaml", "id: lantern")
    write(tmp_path, "rules/lantern/helper.py", "")
    write(tmp_path, "rules/lantern/run.law", "").chmod(0o755)
    (tmp_path / "rules/lantern/out.yaml").symlink_to(tmp_path)
    assert what_is_no_data(tmp_path, "rules") == [
        "rules/lantern/helper.py: no type of data",
        "rules/lantern/out.yaml: a link",
        "rules/lantern/run.law: may be run as a program",
    ]


# --- Every module says what it is for --------------------------------------------------------------


def modules_without_docstring(root: Path, folder: str) -> list[str]:
    return [
        place(root, path, 1)
        for path in files(root, folder, "*.py")
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]


@pytest.mark.parametrize("folder", MACHINE)
def test_every_module_says_what_it_is_for(folder: str) -> None:
    assert modules_without_docstring(ROOT, folder) == []


def test_a_missing_docstring_is_seen(tmp_path: Path) -> None:
    write(tmp_path, "runtime/lamp.py", "# a comment is no docstring\nLAMP = 1")
    write(tmp_path, "runtime/reef.py", '"""A reef."""')
    assert modules_without_docstring(tmp_path, "runtime") == ["runtime/lamp.py:1"]


# --- Exact arithmetic only -------------------------------------------------------------------------

MAY_MEASURE_ON_PAPER = ("runtime/draw/*.py",)
# How long to wait and how alike two spellings are: arguments of the standard library, no meaning of a rule.
INEXACT_ARGUMENTS = {"cutoff", "timeout"}


def inexact_numbers(root: Path, folder: str) -> list[str]:
    """Where binary floating point is written down or made; time is counted in whole nanoseconds (`*_ns`)."""
    found = []
    for path in files(root, folder, "*.py"):
        if any(fnmatch(path.relative_to(root).as_posix(), pattern) for pattern in MAY_MEASURE_ON_PAPER):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        keywords = (node for node in ast.walk(tree) if isinstance(node, ast.keyword))
        allowed = {keyword.value for keyword in keywords if keyword.arg in INEXACT_ARGUMENTS}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and node not in allowed:
                found.append(f"{place(root, path, node.lineno)}: the number {node.value}")
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
                found.append(f"{place(root, path, node.lineno)}: a call of float")
    return found


@pytest.mark.parametrize("folder", MACHINE)
def test_numbers_are_exact(folder: str) -> None:
    assert inexact_numbers(ROOT, folder) == []


def test_an_inexact_number_is_seen_outside_the_drawing(tmp_path: Path) -> None:
    write(tmp_path, "runtime/lamp.py", "OIL = 5\nHALF = 0.5\nTHIRD = float('0.3')\nget(names, cutoff=0.6)")
    write(tmp_path, "runtime/draw/reef.py", "WIDTH = 0.5")
    assert inexact_numbers(tmp_path, "runtime") == [
        "runtime/lamp.py:2: the number 0.5",
        "runtime/lamp.py:3: a call of float",
    ]


def write(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path
