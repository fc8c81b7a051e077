"""How large the house is: lines, functions, names, and in how many files a sort of expression is named.

    python bench/house.py

It prints a line for each room of the machine and one for all. `tests/architecture/test_size.py` holds the sums.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("compiler", "runtime")
STAGES = ("parse/syntax.py", "law/expr.py", "law/graph.py", "law/types.py", "lower/form.py", "book/model.py")
"""Files that say the same law at one stage each: what is called alike there is the same thing, read as `s.Fact` in the
one and `e.Fact` in the other."""
EXPRESSIONS = "runtime/law/expr.py"
SHORT, LONG = 3, 80  # lines of a function


@dataclass
class Size:
    files: int = 0
    lines: int = 0
    statements: int = 0
    functions: list[int] = field(default_factory=list)  # the lines of each
    any_types: int = 0

    @property
    def short(self) -> int:
        return sum(lines <= SHORT for lines in self.functions)

    @property
    def long(self) -> int:
        return sum(lines > LONG for lines in self.functions)

    def __add__(self, other: Size) -> Size:
        mine, others = vars(self), vars(other)
        return Size(**{name: mine[name] + others[name] for name in mine})

    def __str__(self) -> str:
        middle = median(self.functions or [0])
        return (
            f"{self.files:5} files {self.lines:7,} lines {self.statements:7,} statements"
            f" {len(self.functions):6,} functions (median {middle:g}, {self.short:,} short, {self.long} long)"
            f" {self.any_types:5} Any"
        )


def sources(root: Path = ROOT) -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("*.py"))


def size_of(text: str) -> Size:
    """Returns what one file has. The lines of a function are those behind its docstring, with its head."""
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Size(
        1,
        len(text.splitlines()),
        sum(isinstance(node, ast.stmt) for node in ast.walk(tree)),
        [_lines_of(node) for node in functions],
        sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree)),
    )


def _lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    documented = ast.get_docstring(node) is not None
    said = (node.body[0].end_lineno or 0) - node.body[0].lineno + 1 if documented else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - said


def room_of(path: Path, root: Path = ROOT) -> str:
    """Returns the room that a file lies in: a folder of the machine, or one of the desk."""
    *folders, _ = path.relative_to(root).parts
    return "/".join(folders[: 3 if folders[1:2] == ["desk"] else 2])


def by_room(root: Path = ROOT) -> dict[str, Size]:
    found: dict[str, Size] = {}
    for path in sources(root):
        room = room_of(path, root)
        found[room] = found.get(room, Size()) + size_of(path.read_text("utf-8"))
    return found


def classes_named_twice(root: Path = ROOT) -> dict[str, list[str]]:
    """Returns the names that several classes have, but for those of the stages of the law."""
    found: dict[str, list[str]] = {}
    for path in sources(root):
        if not path.as_posix().endswith(STAGES):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append(path.relative_to(root).as_posix())
    return {name: places for name, places in found.items() if len(places) > 1}


def files_named_twice(root: Path = ROOT) -> dict[str, list[str]]:
    """Returns the names that several files have. A command has a file of its name, and a file of the prelude that of
    what it prints."""
    found: dict[str, list[str]] = {}
    for path in sources(root):
        place = path.relative_to(root).as_posix()
        if path.name != "__init__.py" and not place.startswith(("compiler/cli/", "compiler/wasm/prelude/")):
            found.setdefault(path.name, []).append(place)
    return {name: places for name, places in found.items() if len(places) > 1}


def files_by_node(root: Path = ROOT) -> Counter[str]:
    """Returns for each sort of expression how many files name it, beside the one that declares it."""
    declared = {
        node.name for node in ast.parse((root / EXPRESSIONS).read_text("utf-8")).body if isinstance(node, ast.ClassDef)
    }
    found = Counter(dict.fromkeys((name for name in declared if not name.startswith("_")), 0))
    module = EXPRESSIONS.removesuffix(".py").replace("/", ".")
    for path in sources(root):
        tree = ast.parse(path.read_text("utf-8"))
        aliases, named = set(), set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                aliases |= {a.asname or a.name for a in node.names if f"{node.module}.{a.name}" == f"hexlaw.{module}"}
                named |= {a.name for a in node.names if node.module == f"hexlaw.{module}"}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
                named.add(node.attr)
        found.update(named & set(found))
    return found


def main() -> int:
    rooms = by_room()
    for room, size in sorted(rooms.items(), key=lambda one: -one[1].lines):
        print(f"{room:24} {size}")
    print(f"{'all':24} {sum(rooms.values(), Size())}")
    nodes = files_by_node()
    most = ", ".join(f"{name} in {count}" for name, count in nodes.most_common(5))
    print(f"an expression is named in {mean(nodes.values()):.1f} files, {most}")
    print(f"{len(classes_named_twice())} names of classes and {len(files_named_twice())} of files stand twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
