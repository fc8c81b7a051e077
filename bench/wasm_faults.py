"""How many faults of the printer of WebAssembly do its tests find? `python bench/wasm_faults.py --faults 30 --seed 1`.

Faults are made on purpose, one at a time, in copies of the repository: in what prints (`compiler/wasm/*.py`) and in the
library that is printed (`compiler/wasm/prelude/`). A comparison is shifted or turned round, a sum becomes a difference,
a number is one too large, `and` becomes `or`, a line is left out, and the same in the trees of code that are printed.
`tests/compiler/wasm` runs on each, what mirrors the file first; a fault is found if a test fails, or if they
take more than `--seconds` of processor time. The same seed makes the same faults. The script lists the survivors by
place: each needs a test, or changes nothing that can be seen (how long something takes, or how high a bound lies).
With `--laws 60` it is laws by lot (`bench/laws.py`) that have to find each. Then faults are made in lowering as well,
and none in what only compares or keeps; games of the reference are recorded once, so that a fault takes no longer than
the target does. `--kept FILE` writes down by what each was found. Needs Unix.
"""

from __future__ import annotations

import argparse
import ast
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PRINTER = ROOT / "compiler" / "wasm"
LOWERING = ROOT / "compiler" / "lower"
SKIPPED = {"words.py", "__init__.py"}
PRINTS_NOTHING = {
    "engines.py", "following.py", "kept.py", "program.py", "python_engine.py", "seated.py", "standing.py",
}  # fmt: skip
"""What runs, keeps or compares what is printed."""
OF_LOWERING = 4
"""With laws, of so many faults one is made in lowering."""
COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}  # fmt: skip
SUMS: dict[type[ast.operator], tuple[str, str]] = {ast.Add: (" + ", " - "), ast.Sub: (" - ", " + ")}
TESTS = ("subset", "code", "numbers", "values", "geometry", "games", "target", "held", "kept")
MIRRORED = {
    "subset.py": "subset", "code.py": "code", "base.py": "values", "lines.py": "geometry", "values.py": "values",
    "layout.py": "values", "image.py": "values", "functions.py": "values", "kept.py": "kept",
}  # fmt: skip
"""The tests that look at a file most closely; of all that plays, games."""
WORDS = {
    "+": "-",
    "-": "+",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "and": "or",
    "or": "and",
}
"""Operators of the trees of code, and what stands there instead."""


@dataclass(frozen=True)
class Fault:
    """`now` stands from `start` to `end` of what the file held when faults were drawn."""

    file: Path
    line: int
    start: int
    end: int
    now: str
    before: str = field(repr=False)

    @property
    def text(self) -> str:
        return self.before[: self.start] + self.now + self.before[self.end :]

    def __str__(self) -> str:
        was = " ".join(self.before[self.start : self.end].split())
        return f"{self.file.relative_to(ROOT).as_posix()}:{self.line}: {was} -> {self.now.strip()}"


Tried = Callable[[list[Fault]], Iterator[str]]
"""What tries faults: by what each was found, nothing where it was not."""


def faults_of(file: Path) -> Iterator[Fault]:
    """All faults that can be made in a file."""
    text = file.read_text("utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def between(before: ast.expr, after: ast.expr, was: str, now: str) -> Iterator[Fault]:
        (_, start), (end, _) = span(before), span(after)
        if was in text[start:end]:
            at = text.index(was, start, end)
            yield Fault(file, before.lineno, at, at + len(was), now, text)

    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in (part for line in function.body for part in ast.walk(line)):
            match node:
                case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
                    yield from between(left, right, *COMPARED[type(op)])
                case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
                    yield from between(left, right, *SUMS[type(op)])
                case ast.BoolOp(op=ast.And(), values=[left, right, *_]):
                    yield from between(left, right, " and ", " or ")
                case ast.BoolOp(op=ast.Or(), values=[left, right, *_]):
                    yield from between(left, right, " or ", " and ")
                case ast.Constant(value=int(value)) if not isinstance(value, bool):
                    yield Fault(file, node.lineno, *span(node), str(value + 1), text)
                case ast.Tuple(elts=[ast.Constant(value=str(word)) as name, _, *_]) if word in WORDS:
                    yield Fault(file, name.lineno, *span(name), f'"{WORDS[word]}"', text)
                case ast.Expr(value=ast.Call()):
                    yield Fault(file, node.lineno, *span(node), "pass", text)


def drawn(count: int, seed: int, folder: Path = PRINTER, skipped: Collection[str] = SKIPPED) -> list[Fault]:
    """So many faults by lot; a longer file has more of them."""
    files = [f for f in sorted(folder.rglob("*.py")) if f.name not in skipped]
    every = {(f.file, f.start, f.now): f for file in files for f in faults_of(file)}
    return Random(seed).sample([*every.values()], count)


def drawn_for_laws(count: int, seed: int) -> list[Fault]:
    """Faults in lowering and printing."""
    skipped, of_lowering = SKIPPED | PRINTS_NOTHING, count // OF_LOWERING
    printing = drawn(count - of_lowering, seed, PRINTER, skipped)
    return [*printing, *drawn(of_lowering, seed, LOWERING, skipped)]


def copied(folder: Path) -> Path:
    """A copy of what the repository has, as it stands."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, to, follow_symlinks=False)
    return folder


LIMITED = """import resource, sys, pytest
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]),) * 2)
sys.exit(pytest.main(sys.argv[2:]))"""


def found_by(folder: Path, fault: Fault, seconds: int) -> str:
    """The test that fails in a copy with a fault; nothing where all pass."""
    file = folder / fault.file.relative_to(ROOT)
    file.write_text(fault.text, "utf-8")
    first = MIRRORED.get(fault.file.name, "games")
    tests = [f"tests/compiler/wasm/test_{name}.py" for name in (first, *(name for name in TESTS if name != first))]
    command = [sys.executable, "-c", LIMITED, str(seconds), "-x", "-q", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(folder / name) for name in (".links", "bench"))}
    done = subprocess.run(
        [*command, "-k", "not shipped_modules", *tests], cwd=folder, env=environment, capture_output=True, text=True
    )
    file.write_text(fault.before, "utf-8")
    if done.returncode < 0:
        return "does not end"
    if done.returncode == 0:
        return ""
    failed = [line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].removeprefix("FAILED tests/compiler/wasm/") if failed else "cannot be read"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=240, help="of processor time, for one fault")
    parser.add_argument("--laws", type=int, help="play so many laws by lot, in place of the tests")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="NUMBER", help="leave out so many faults")
    parser.add_argument("--only", metavar="NUMBERS", help="try these alone, as `39,41`")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="add a line for each fault to this table")
    parser.add_argument("--law-seed", default="faults", help="of the laws")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    draw = drawn_for_laws if args.laws else drawn
    faults = draw(args.faults, args.seed)
    faults = [faults[int(number)] for number in args.only.split(",")] if args.only else faults[args.first :]
    missed = 0
    with tempfile.TemporaryDirectory() as outer:
        tried = by_laws(Path(outer), args) if args.laws else by_tests(Path(outer), args)
        if by := next(tried(unspoilt(faults[:1]))):
            raise SystemExit(f"something is wrong without any fault: {by}")
        for fault, by in zip(faults, tried(faults), strict=True):
            missed += not by
            print(f"{fault}: {by or 'NOT FOUND'}", flush=True)
            if args.kept:
                with args.kept.open("a", encoding="utf-8", newline="") as out:
                    csv.writer(out, lineterminator="\n").writerow([str(fault), by, args.laws or "tests", ""])
    print(f"seed {args.seed}: {len(faults) - missed} of {len(faults)} faults found")
    return 1 if missed else 0


def unspoilt(faults: list[Fault]) -> list[Fault]:
    return [replace(fault, now=fault.before[fault.start : fault.end]) for fault in faults]


def by_tests(folder: Path, args: argparse.Namespace) -> Tried:
    """Runs the tests of the target on each fault."""
    folders: Queue[Path] = Queue()
    for number in range(args.workers):
        folders.put(copied(folder / str(number)))

    def by_one(fault: Fault) -> str:
        copy = folders.get()
        try:
            return found_by(copy, fault, args.seconds)
        finally:
            folders.put(copy)

    def tried(faults: list[Fault]) -> Iterator[str]:
        with ThreadPoolExecutor(args.workers) as pool:
            yield from pool.map(by_one, faults)

    return tried


def by_laws(folder: Path, args: argparse.Namespace) -> Tried:
    """Holds so many laws by lot against each fault."""
    sys.path[:0] = [str(ROOT / ".links"), str(ROOT / "bench")]
    os.environ["HEXLAW_CACHE"] = "off"
    from lot.aimed import aimed_laws
    from lot.by_lot import law_of
    from lot.faulty import Came, came_of
    from lot.recorded import recorded

    seed, began = args.law_seed, time.process_time()
    aimed = (recorded(law, f"aimed {name}", folder / "lot", 2, aimed=True) for name, law in aimed_laws().items())
    made_up = (recorded(law_of(seed, n), f"{seed}/{n}", folder / "lot", 2) for n in range(args.laws))
    laws = [law for law in (*aimed, *made_up) if law is not None]
    print(f"{len(laws)} laws recorded in {time.process_time() - began:.0f} s", flush=True)
    for name, part in (("wasm", PRINTER), ("lower", LOWERING)):
        shutil.copytree(part, folder / name)
    whole = Came()

    def by_one(fault: Fault) -> str:
        nonlocal whole
        file = folder / fault.file.relative_to(ROOT / "compiler")
        file.write_text(fault.text, "utf-8")
        came = came_of(folder, laws, args.seconds)
        file.write_text(fault.before, "utf-8")
        if fault.text == fault.before:
            whole = came
            print(f"{came.seconds:.0f} s without a fault; {dict(came.outcomes)}; not carried {came.not_carried}")
        return by_what(came, whole)

    return lambda faults: map(by_one, faults)


def by_what(came: Any, whole: Any) -> str:
    """Returns what shows a fault, beside what comes of the whole target."""
    if came.wrong:
        return f"{came.wrong}" + f" in law {came.law}" * bool(came.law)
    refused = [f"{law}: {why}" for law, why in came.not_carried.items() if law not in whole.not_carried]
    if refused:
        return f"not carried any more: {refused[0]}"
    alone = [what for what, often in came.outcomes.items() if often > whole.outcomes[what] + max(3, came.games // 5)]
    return f"more often {alone[0]}" if alone else ""


if __name__ == "__main__":
    raise SystemExit(main())
