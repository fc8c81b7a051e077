"""Do the tests notice a wrong line of the machine? Run by hand: `python bench/mutants_code.py --count 60 --seed 47`.

Each mutant is the tree with one change in `compiler/` or `runtime/`: a comparison turned round, `and` in place of `or`,
a `not` lost, a sign exchanged, as many of each. The tests that are aimed at its file have to fail: those of the file's
name, those that import it, those of its folder, and where it decides values the agreement of target and reference, in
this order, until one fails. It prints a line for each mutant with the test that failed, or `survived`, and the sums;
every such test passes without the mutant, which is asked as well.

Which mutants are drawn depends on the seed and on the text of the changed function alone, so two revisions are tried
with the same ones as far as their code is the same: `--tree FOLDER` is another checkout. Tests get so much processor
time (`--seconds`); what they show until then counts.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FOLDERS = "compiler", "runtime"
AGREED = (
    "runtime/base",
    "runtime/board",
    "runtime/evaluate",
    "runtime/law",
    "runtime/position",
    "compiler/lower",
    "compiler/wasm",
)
AGREEMENT = "tests/agreement/test_agreement.py"
EXCHANGED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is", ast.And: "or", ast.Or: "and", ast.Add: "-", ast.Sub: "+",
    ast.Not: "",
}  # fmt: skip
OPERATOR = re.compile(r"not\s+in|is\s+not|[<>=!]=|[<>+-]|\b(?:in|is|and|or)\b")
SORTS = "comparison", "and or", "not", "sign"
MAX_IMPORTERS = 3
"""Files of tests that import a file, besides the one of its name."""


@dataclass(frozen=True)
class Mutant:
    """A change of the text between two places of a file."""

    file: str
    line: int
    sort: str
    start: int
    end: int
    replacement: str
    shown: str
    lot: str


def mutants(tree: Path, seed: str) -> list[Mutant]:
    """Returns every mutant, in the order in which they are drawn."""
    found: list[Mutant] = []
    for folder in FOLDERS:
        for path in sorted((tree / folder).rglob("*.py")):
            found += mutants_of(path.relative_to(tree).as_posix(), path.read_bytes(), seed)
    return sorted(found, key=lambda mutant: mutant.lot)


def mutants_of(file: str, text: bytes, seed: str) -> Iterator[Mutant]:
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def place(line: int, column: int) -> int:
        return lines[line - 1] + column

    def within(node: ast.AST, function: str, drawn: Counter[str]) -> Iterator[Mutant]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                yield from within(child, ast.unparse(child), Counter())
                continue
            if function:
                for sort, left, right, operator in changes(child):
                    start, end = place(*left), place(*right)
                    old = text[start:end].decode()
                    new = replaced(old, operator)
                    if new is None:
                        continue
                    shown = ast.unparse(child)
                    drawn[shown] += 1
                    key = f"{seed} {Path(file).name} {function} {sort} {shown} {drawn[shown]}"
                    lot = hashlib.sha256(key.encode()).hexdigest()
                    yield Mutant(file, left[0], sort, start, end, new, shown[:70], lot)
            yield from within(child, function, drawn)

    yield from within(ast.parse(text), "", Counter())


Spot = tuple[int, int]


def changes(node: ast.AST) -> Iterator[tuple[str, Spot, Spot, ast.AST]]:
    """Returns the sort of a change, the text in which its operator stands, from where to where, and the operator."""

    def end(one: ast.expr) -> Spot:
        assert one.end_lineno is not None
        assert one.end_col_offset is not None
        return one.end_lineno, one.end_col_offset

    def start(one: ast.expr) -> Spot:
        return one.lineno, one.col_offset

    match node:
        case ast.Compare(left, [operator], [right]):
            yield "comparison", end(left), start(right), operator
        case ast.BoolOp(operator, [left, right]):
            yield "and or", end(left), start(right), operator
        case ast.UnaryOp(ast.Not() as operator, operand):
            yield "not", start(node), start(operand), operator
        case ast.BinOp(left, (ast.Add() | ast.Sub()) as operator, right):
            yield "sign", end(left), start(right), operator


def replaced(text: str, operator: ast.AST) -> str | None:
    """Returns the text between two operands with the operator exchanged, parentheses and line breaks kept."""
    if isinstance(operator, ast.Not):
        return re.sub(r"\bnot\b", "", text, count=1)
    new, count = OPERATOR.subn(EXCHANGED[type(operator)], text, count=1)
    return new if count and "#" not in text else None


def drawn(found: list[Mutant], count: int) -> list[Mutant]:
    """Returns so many, as many of each sort."""
    of_sort: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in found:
        of_sort[mutant.sort].append(mutant)
    return [mutant for sort in SORTS for mutant in of_sort[sort][: count // len(SORTS)]]


class Aim:
    """Knows which tests are aimed at a file."""

    def __init__(self, tree: Path) -> None:
        paths = sorted((tree / "tests").rglob("test_*.py"))
        self.tests = {path.relative_to(tree).as_posix(): path.read_text("utf-8") for path in paths}

    def stages(self, file: str) -> list[list[str]]:
        path = Path(file)
        own = f"tests/{path.parent.as_posix()}/test_{path.name}"
        package = re.escape(".".join(path.parent.parts))
        name = re.compile(rf"hexlaw\.{package}\.{path.stem}\b|from hexlaw\.{package} import .*\b{path.stem}\b")
        folder = f"tests/{path.parent.as_posix()}/"
        code = [test for test in self.tests if test.startswith(("tests/compiler/", "tests/runtime/"))]
        importing = sorted(
            (test for test in code if test != own and name.search(self.tests[test])),
            key=lambda test: (not test.startswith(folder), test),
        )
        first = [test for test in (own,) if test in self.tests] + importing[:MAX_IMPORTERS]
        while folder != "tests/" and not any(test.startswith(folder) for test in code):
            folder = folder[: folder.rstrip("/").rfind("/") + 1]
        beside = [test for test in code if test.startswith(folder) and "/" not in test[len(folder) :]]
        stages = [first, [test for test in beside if test not in first], [AGREEMENT] if file.startswith(AGREED) else []]
        return [stage for stage in stages if stage]


class Copy:
    """A copy of the tree in which tests run."""

    def __init__(self, tree: Path, seconds: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hexlaw-mutants-")) / "tree"
        self.seconds = seconds
        leave = shutil.ignore_patterns(".git", ".*_cache", "__pycache__", ".venv", ".hypothesis")
        shutil.copytree(tree, self.folder, symlinks=True, ignore=leave)
        self.passing: dict[tuple[str, ...], bool] = {}

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        path = self.folder / mutant.file
        text = path.read_bytes()
        path.write_bytes(text[: mutant.start] + mutant.replacement.encode() + text[mutant.end :])
        try:
            yield
        finally:
            path.write_bytes(text)

    def failing(self, tests: list[str]) -> str:
        """Returns the first test that fails, "time" when they take too long, "" when all pass."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {"PYTHONPATH": str(self.folder / ".links"), "HEXLAW_DAY": "2026-11-26"}

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))

        try:
            done = subprocess.run(command, cwd=self.folder, env=environment, preexec_fn=limit, text=True, timeout=
                                  self.seconds * 6, capture_output=True, stdin=subprocess.DEVNULL)  # fmt: skip
        except subprocess.TimeoutExpired:
            return "time"
        if done.returncode in (0, 5):
            return ""
        if done.returncode < 0:
            return "time"
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
        return failed[1] if failed else f"no test begins: {(done.stderr or done.stdout).strip()[-200:]!r}"

    def passes(self, tests: list[str]) -> bool:
        """Whether tests pass without a mutant, in their time."""
        if tuple(tests) not in self.passing:
            self.passing[tuple(tests)] = self.failing(tests) == ""
        return self.passing[tuple(tests)]


def outcome(copy: Copy, aim: Aim, mutant: Mutant) -> str:
    for number, stage in enumerate(aim.stages(mutant.file)):
        with copy.mutated(mutant):
            failed = copy.failing(stage)
        if failed == "time" and number == 0 and copy.passes(stage):
            return "killed: does not come to an end"
        if failed and failed != "time":
            node = [failed] if "::" in failed else stage[:1]
            return f"killed: {failed}" if copy.passes(node) else f"void: {failed} fails without it"
    return "survived"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", default="47")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parents[1])
    options = parser.parse_args()
    aim, copy, sums = Aim(options.tree), Copy(options.tree, options.seconds), Counter[str]()
    try:
        for mutant in drawn(mutants(options.tree, options.seed), options.count):
            found = outcome(copy, aim, mutant)
            sums[found.split(":")[0]] += 1
            print(f"{mutant.file}:{mutant.line} {mutant.sort}: {mutant.shown}\n    {found}", flush=True)
    finally:
        shutil.rmtree(copy.folder.parent)
    print(", ".join(f"{count} {word}" for word, count in sorted(sums.items())))


if __name__ == "__main__":
    main()
