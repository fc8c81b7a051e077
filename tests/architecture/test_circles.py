"""No circles: no package of the compiler needs itself by way of others, and no file, but where the grammar recurs.

What counts is every import, those inside functions and those for types alone as well: an import inside a function
hides a circle and does not open it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

Graph = Mapping[str, set[str]]

MUTUAL_RECURSION = {
    # An expression holds what binds a variable and what compares, and these hold expressions.
    frozenset(f"hexlaw.compiler.check.{name}" for name in ("binders", "comparisons", "expression_typing")),
    # A value may be that of a fact, which rules give, whose conditions are expressions, which have values.
    frozenset(
        f"hexlaw.runtime.evaluate.{name}"
        for name in ("evaluator", "makers", "facts", "quantities", "applicability", "table_lookup")
    ),
    # A procedure of the target carries out statements, and a statement may call a procedure, which is printed for it.
    frozenset(f"hexlaw.compiler.wasm.{name}" for name in ("doing", "parts", "pick_code", "statements", "writer")),
    # A game says why it refuses an answer; that is found by games of their own, in which others are given on trial.
    # It asks its law, and law may ask what comes of an effect: that is found by a game as well. By what it is played
    # is given to it.
    frozenset(f"hexlaw.runtime.play.{name}" for name in ("blockers", "game", "played_on", "trials")),
    # A noun is told by what holds of it, which is told of nouns; the teller has each part of an expression said.
    frozenset(
        f"hexlaw.runtime.words.{name}"
        for name in ("quantifiers", "conditions", "equality", "filling", "nouns", "numbers", "teller")
    ),
}
"""Files that need each other because what they treat contains itself."""


def modules(root: Path, folders: Iterable[str]) -> dict[str, Path]:
    """The files of some folders by the names under which they are imported."""
    found = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(("hexlaw", *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


def imports(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Which of the modules each of them imports, anywhere in it."""
    found: dict[str, set[str]] = {name: set() for name in files}
    for name, path in files.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            wanted: list[str] = []
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                start = (node.module or "").split(".")
                if node.level:
                    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
                    start = package[: len(package) - node.level + 1] + ([node.module] if node.module else [])
                base = ".".join(start)
                wanted = [full if (full := f"{base}.{alias.name}") in files else base for alias in node.names]
            found[name].update(w for w in wanted if w in files and w != name)
    return found


def by_package(graph: Graph, prefix: str) -> dict[str, set[str]]:
    """The same arrows between the folders and single files that lie directly below `prefix`."""

    def package(name: str) -> str:
        return ".".join(name.split(".")[: prefix.count(".") + 2])

    found: dict[str, set[str]] = {}
    for name, wanted in graph.items():
        if name.startswith(f"{prefix}."):
            below = {package(w) for w in wanted if w.startswith(f"{prefix}.")}
            found.setdefault(package(name), set()).update(below - {package(name)})
    return found


def circles(graph: Graph) -> set[frozenset[str]]:
    """The largest sets of nodes that all lead to each other."""
    reached = {start: _reached(graph, start) for start in graph}
    found = (frozenset(end for end in ends if start in reached[end]) for start, ends in reached.items())
    return {circle for circle in found if circle}


def _reached(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting.extend(graph[node])
    return found


@pytest.fixture(scope="module")
def machine() -> dict[str, set[str]]:
    return imports(modules(ROOT, ("compiler", "runtime")))


def test_the_packages_of_the_compiler_form_no_circle(machine: Graph) -> None:
    assert circles(by_package(machine, "hexlaw.compiler")) == set()


def test_files_form_no_circle_but_by_mutual_recursion(machine: Graph) -> None:
    unknown = [c for c in circles(machine) if not any(c <= known for known in MUTUAL_RECURSION)]
    assert [sorted(circle) for circle in unknown] == []


@pytest.mark.parametrize("known", sorted(map(sorted, MUTUAL_RECURSION)), ids=lambda known: known[0])
def test_an_exception_is_still_needed(machine: Graph, known: list[str]) -> None:
    assert any(circle <= set(known) for circle in circles(machine)), "take it out of the exceptions"


@pytest.mark.parametrize(
    "line",
    [
        "import hexlaw.compiler.reef.lamp",
        "from hexlaw.compiler.reef import lamp",
        "from hexlaw.compiler.reef.lamp import LIGHT",
        "from ..reef import lamp",
        "def late():\n    from hexlaw.compiler.reef.lamp import LIGHT",
        "if TYPE_CHECKING:\n    from hexlaw.compiler.reef.lamp import LIGHT",
    ],
)
def test_a_circle_is_seen(tmp_path: Path, line: str) -> None:
    write(tmp_path, "compiler/reef/lamp.py", "from hexlaw.compiler.ship.mast import HEIGHT")
    write(tmp_path, "compiler/ship/mast.py", line)
    graph = imports(modules(tmp_path, ["compiler"]))
    assert circles(graph) == {frozenset(("hexlaw.compiler.reef.lamp", "hexlaw.compiler.ship.mast"))}
    assert circles(by_package(graph, "hexlaw.compiler")) == {
        frozenset(("hexlaw.compiler.reef", "hexlaw.compiler.ship"))
    }


def test_a_circle_of_packages_is_seen_where_no_files_form_one(tmp_path: Path) -> None:
    write(tmp_path, "compiler/reef/lamp.py", "from hexlaw.compiler.ship.mast import HEIGHT")
    write(tmp_path, "compiler/ship/mast.py", "HEIGHT = 3")
    write(tmp_path, "compiler/ship/keel.py", "from hexlaw.compiler.reef.lamp import LIGHT")
    graph = imports(modules(tmp_path, ["compiler"]))
    assert circles(graph) == set()
    assert circles(by_package(graph, "hexlaw.compiler")) == {
        frozenset(("hexlaw.compiler.reef", "hexlaw.compiler.ship"))
    }


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
