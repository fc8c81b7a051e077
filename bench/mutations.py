"""Does anything make Hexlaw fall over? Run by hand: `python bench/mutations.py --count 100000 --seed 1`.

The module in `bench/harbour/` has every sort of file and nearly every construct of the language. Each mutation is a
copy of it with a few accidents: bytes flipped, lines and words lost, doubled or exchanged, files cut off, numbers blown
up, brackets nested, words without end, signs of other scripts. The copy is checked and analysed, its cases are read
and, when it checks, run and explained, all in one process. Whatever is written there is answered by findings, in
bounded time and memory.

The same seed makes the same mutations, each on its own, so `--from` splits a run: `--from 50000 --count 50000` is its
second half. A mutation that raises, takes too long or too much memory is written to `--keep FOLDER`, cut down to what
still does it. Needs Unix (it limits processor time and memory as Unix does).
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import as_json, in_order, render
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.parse.mistakes import ITEM_WORDS, RULE_WORDS
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.case_files import case_files, read_cases
from hexlaw.runtime.explain.answer import other_answers
from hexlaw.runtime.explain.explain import explain

CODES = frozenset(code_pages())
MODULE = Path(__file__).resolve().parent / "harbour"
MACHINE = tuple(Path(__file__).resolve().parents[1] / folder for folder in ("compiler", "runtime"))
SECONDS, SLOW = 5, 3
"""Of processor time: after so many a mutation hangs; those that take longer than the others are counted."""
MEGABYTES = 1_000
"""Of address space: an idle worker has a third of it."""

Files = dict[str, str]
"""The texts of a module by their names in it; bytes that are no UTF-8 stand as lone surrogates."""


def read_module(folder: Path) -> Files:
    paths = sorted(p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes().decode("utf-8", "surrogateescape") for p in paths}


def write_file(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


# ---- accidents

KEYWORDS = [
    *sorted(ITEM_WORDS | RULE_WORDS),
    "pick", "does", "let", "be", "roll", "if", "otherwise", "and", "or", "not", "is", "of", "in", "where",
    "each",
    "any", "every",
    "none", "yes", "no", "whichever", "gives", "least", "most", "set", "until", "secret", "collects", "rows",
    "across", "cite", "grid", "hexes", "cases", "expect", "ask", "map", "board", "at", "kind", "type", "id", "source",
]  # fmt: skip
NUMBERS = [
    "0", "-1", "1/2", "1/0", "-0", "00", "1.5", "1e9", "99999999999", "9" * 39, "9" * 60, "9" * 5000, "1/" + "9" * 30,
    "1-4", "3+", "0d6", "9999d9999", "1000000d6", "1-1000000000", "٣", "½", "inf", "NaN",
]  # fmt: skip
SIGNS: list[str] = [
    *"()[]{}\"'`,.:;#-_=\\/\t\r\0%&*!|>?@<~$^ aA9", "\n", "\n\n", "\n  ", "é", "ß", "“", "”", "‘", "—", "\u00a0",
    "\u2028", "\u202e", "\ufeff", "\U0001f6a2", "\x1b[31m", "\udcff", "\x85", "a\u0300", "ǆ", "//", "..", "-->",
    "{}", "[]",
]  # fmt: skip
MARKS = [
    "&x ",
    "*x",
    "!!python/object/apply:os.getcwd []",
    "<<: *x",
    "---\n",
    "...\n",
    "? ",
    "|\n ",
    ">-\n ",
    "%YAML 9.9\n",
]
DEEP = [
    ("(", ")"),
    ("{", "}"),
    ("[", "]"),
    ("not ", ""),
    ("set of ", ""),
    ("- ", ""),
    ("a: ", ""),
    ("1 + ", ""),
    ("a.", "a"),
]
LONG = [
    "a", "A", "a-", "a.", "a, ", "a: ", "a(", "a b ", "é", "9", "1.", "1, ", "1-2 ", "-", "_", "(", ")", "[", "]",
    "[a] ", "{", "}", "{a}", '"', '"a" ', "'", "#", "# a", " ", "  \n", "\n", "a\n", "a: 1\n", "- a\n", "# a\n", "`",
    "\\", "=", ",", ".", ":", "|", "<", "\r\n", "A-1 ", "A-1, ", "is ", "not ", "+ 1 ",
]  # fmt: skip
"""What a word is repeated from that has no end."""
LENGTHS = 3_000, 30_000, 900_000
MAX_CHARACTERS = 8_000_000
"""Of a file, where its lines are repeated."""


WORD = re.compile(r"[^\s(),:{}\[\]]+")


@dataclass(frozen=True)
class Mutator:
    """Makes accidents happen to texts of a module whose words are `words`."""

    files: Files
    seed: int
    words: list[str]

    @staticmethod
    def of(files: Files, seed: int) -> Mutator:
        return Mutator(files, seed, sorted({w for text in files.values() for w in WORD.findall(text)}))

    def mutated(self, number: int) -> Files:
        """The files that differ from the module's own in one mutation."""
        rng = Random(self.seed * 1_000_003 + number)
        changed: Files = {}
        for _ in range(1 if rng.random() < 0.9 else 2):
            name = rng.choices(list(self.files), [3 if n.endswith((".law", ".cases.yaml")) else 1 for n in self.files])[
                0
            ]
            text = changed.get(name, self.files[name])
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                accident = rng.choices([a for a, _ in ACCIDENTS], [weight for _, weight in ACCIDENTS])[0]
                text = accident(self, text, rng)
            changed[name] = text
        return changed

    def byte(self, text: str, rng: Random) -> str:
        data = bytearray(text.encode("utf-8", "surrogateescape")) or bytearray(1)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return bytes(data).decode("utf-8", "surrogateescape")

    def line(self, text: str, rng: Random) -> str:
        """A line is lost, doubled, moved, exchanged, joined to the next or repeated many times."""
        lines = text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines.insert(other, lines.pop(at))
            case 4:
                lines[at : at + 2] = [" ".join(lines[at : at + 2])]
            case 5:
                del lines[at : at + rng.randint(2, 12)]
            case 6:
                most = MAX_CHARACTERS // (len(lines[at]) + 1)
                lines[at:at] = [lines[at]] * min(rng.choice((3, 60, 2_000)), most)
        return "\n".join(lines)

    def word(self, text: str, rng: Random) -> str:
        """A word is lost, doubled, exchanged with its neighbour, or another word of the module stands in its place."""
        spot, other = _one_of(WORD, text, rng), _one_of(WORD, text, rng)
        if spot is None or other is None:
            return text
        was = spot.group()
        now = rng.choice(
            ["", f"{was} {was}", f"{was}, {was}", other.group(), rng.choice(self.words), rng.choice(self.words),
             rng.choice(KEYWORDS), was.upper(), was[:-1], f"({was})"]
        )  # fmt: skip
        return text[: spot.start()] + now + text[spot.end() :]

    def keyword(self, text: str, rng: Random) -> str:
        found = [m for m in re.finditer(r"[a-z][a-z-]*", text) if m.group() in KEYWORDS]
        if not found:
            return text
        spot = rng.choice(found)
        return text[: spot.start()] + rng.choice(KEYWORDS) + text[spot.end() :]

    def number(self, text: str, rng: Random) -> str:
        spot = _one_of(re.compile(r"[0-9]+(/[0-9]+)?"), text, rng)
        if spot is None:
            return text + rng.choice(NUMBERS)
        return text[: spot.start()] + rng.choice(NUMBERS) + text[spot.end() :]

    def indentation(self, text: str, rng: Random) -> str:
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        for index in range(at, at + rng.choice((1, 1, 1, 4))):
            if index < len(lines):
                lines[index] = " " * rng.choice((0, 1, 2, 3, 4, 5, 8, 40)) + lines[index].lstrip()
        return "\n".join(lines)

    def sign(self, text: str, rng: Random) -> str:
        at = rng.randint(0, len(text))
        return text[:at] + rng.choice(SIGNS) + text[at + rng.randrange(2) :]

    def cut_off(self, text: str, rng: Random) -> str:
        return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.7 else text[rng.randrange(len(text) + 1) :]

    def nested(self, text: str, rng: Random) -> str:
        """Brackets, signs or words that nest, many of them, around a word or in front of it."""
        spot = _one_of(WORD, text, rng)
        if spot is None:
            return text
        opening, closing = rng.choice(DEEP)
        depth = rng.choice((2, 10, 24, 200, 2_000))
        return text[: spot.start()] + opening * depth + spot.group() + closing * depth + text[spot.end() :]

    def long(self, text: str, rng: Random) -> str:
        """A word becomes one without end, or one is put in front of it."""
        spot = _one_of(WORD, text, rng)
        if spot is None:
            return text
        part = rng.choice(LONG)
        return text[: spot.start()] + part * (rng.choice(LENGTHS) // len(part)) + text[rng.choice(spot.span()) :]

    def mark(self, text: str, rng: Random) -> str:
        """What YAML can do and data files do not: anchors, tags, documents, merged keys, folded texts."""
        spot = _one_of(re.compile(r"(?<=[ :\[{,\n])(?=\S)"), text, rng)
        at = rng.randint(0, len(text)) if spot is None else spot.start()
        return text[:at] + rng.choice(MARKS) + text[at:]

    def elsewhere(self, text: str, rng: Random) -> str:
        """Some lines of another file, or all of it."""
        other = rng.choice(list(self.files.values()))
        if rng.random() < 0.1:
            return other
        lines, stolen = text.split("\n"), other.split("\n")
        first = rng.randrange(len(stolen))
        at = rng.randrange(len(lines) + 1)
        lines[at:at] = stolen[first : first + rng.randint(1, 15)]
        return "\n".join(lines)


def _one_of(pattern: re.Pattern[str], text: str, rng: Random) -> re.Match[str] | None:
    """One of the places that fit, each as likely; a long text has millions, so they are counted, not kept."""
    count = sum(1 for _ in pattern.finditer(text))
    return next(islice(pattern.finditer(text), rng.randrange(count), None)) if count else None


ACCIDENTS: list[tuple[Callable[[Mutator, str, Random], str], int]] = [
    (Mutator.byte, 6), (Mutator.line, 12), (Mutator.word, 40), (Mutator.keyword, 8), (Mutator.number, 7),
    (Mutator.indentation, 6), (Mutator.sign, 8), (Mutator.cut_off, 3), (Mutator.nested, 4), (Mutator.mark, 2),
    (Mutator.elsewhere, 4), (Mutator.long, 3),
]  # fmt: skip


# ---- what is done with each


def examine(folder: Path) -> bool:
    """Does all that `check` and `test` do; whether the module checks. Raises when anything is not as it must be."""
    found = Diagnostics()
    compilation = compile_modules(str(folder), found)
    if compilation is None:
        assert found.has_errors, "refused without a reason"
        for path in sorted(folder.glob("cases/*.cases.yaml")):
            read_cases(path, path.name, found)
    else:
        run_extra_checks(compilation, found)
        for file in case_files(compilation, Diagnostics()):
            for case in file.cases:
                outcome = run_case(case, compilation)
                assert outcome.passed or outcome.expected or outcome.diagnostics.has_errors, (
                    "a case fails for no reason"
                )
                if outcome.answer is not None:
                    explain(outcome.answer, "judge", other_answers(outcome.answer))
                found.found.extend(outcome.diagnostics)
    as_json(in_order(found))
    for finding in found:
        assert finding.code in CODES, finding.code
        assert render(finding)
        assert not re.search(r"NoneType|Traceback|object at 0x|<class|Token\(", finding.message), finding.message
    return compilation is not None and not found.has_errors


# ---- one process that goes through many of them


def work(mutator: Mutator, numbers: range, folder: Path, examined: Callable[[Path], object]) -> None:
    """Tells every mutation on standard output before it is tried, and what came of it; ends when one takes too long."""
    os.environ["HEXLAW_CACHE"] = str(folder.parent / "cache")  # thousands of mutants are no use to anybody else
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    for name, text in mutator.files.items():
        write_file(folder, name, text)
    examined(folder)  # what is read once (the grammar, the schemas) is not the first mutation's fault
    with (folder.parent / "stack.txt").open("w") as stack:
        # chained: the stack is written, and then the signal ends the process, in whatever it is stuck
        faulthandler.register(signal.SIGPROF, file=stack, chain=True)
        for number in numbers:
            tell({"at": number})
            changed = mutator.mutated(number)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            tell(_tried(number, mutator.files, changed, folder, examined))
    signal.setitimer(signal.ITIMER_PROF, 0)
    tell({"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024})


def _tried(
    number: int, files: Files, changed: Files, folder: Path, examined: Callable[[Path], object]
) -> dict[str, object]:
    started = time.process_time()
    why = _raised(files, changed, folder, examined)
    took = time.process_time() - started
    if why is None:
        return {"done": number, "took": took}
    if isinstance(why, bool):
        return {"done": number, "took": took, "fine": why}
    signal.setitimer(signal.ITIMER_PROF, 0)  # what follows takes its time
    return {"done": number, "raised": why[0], "stack": why[1]}


def _raised(
    files: Files, changed: Files, folder: Path, examined: Callable[[Path], object]
) -> bool | tuple[str, str] | None:
    """What is raised when these files are changed, by type and place, and its traceback; else what was found out."""
    for name, text in changed.items():
        write_file(folder, name, text)
    try:
        return bool(examined(folder))
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        last = frames[-1]
        own = next((f for f in reversed(frames) if _is_ours(f.filename)), last)
        place = f"{type(error).__name__} in {Path(own.filename).name} {own.name}"
        return place, "".join(traceback.format_exception(error, limit=-30))
    finally:
        for name in changed:
            write_file(folder, name, files[name])


def _is_ours(file: str) -> bool:
    """Whether a file is one of the compiler's or the runtime's, whatever the folder is called in which they lie."""
    return any(Path(file).resolve().is_relative_to(folder) for folder in MACHINE)


def cut_down(
    files: Files, changed: Files, raised: str, folder: Path, examined: Callable[[Path], object], seconds: int = 30
) -> Files:
    """Leaves out line after line of what was changed, as long as the same is raised at the same place."""
    until = time.monotonic() + seconds
    for name in sorted(changed):
        lines = changed[name].split("\n")
        size = max(len(lines) // 2, 1)
        while size:
            at = 0
            while at < len(lines) and time.monotonic() < until:
                shorter = {**changed, name: "\n".join(lines[:at] + lines[at + size :])}
                why = _raised(files, shorter, folder, examined)
                if isinstance(why, tuple) and why[0] == raised:
                    del lines[at : at + size]
                    changed = shorter
                else:
                    at += size
            size //= 2
    return changed


def tell(what: dict[str, object]) -> None:
    os.write(1, (json.dumps(what) + "\n").encode())


# ---- the watcher


@dataclass
class Result:
    """What came of a run; `wrong` has each mutation that fell over, by what it did."""

    refused: int = 0
    fine: int = 0
    seconds: float = 0
    slowest: float = 0
    slow: list[int] = field(default_factory=list)
    memory: int = 0
    wrong: dict[str, list[int]] = field(default_factory=dict)
    stacks: dict[int, str] = field(default_factory=dict)

    @property
    def tried(self) -> int:
        return self.refused + self.fine + sum(len(numbers) for numbers in self.wrong.values())

    def told(self) -> str:
        kinds = Counter(
            "hangs" if why.startswith("hang") else "tracebacks" for why, ns in self.wrong.items() for _ in ns
        )
        each = 1000 * self.seconds / max(self.refused + self.fine, 1)
        return (
            f"{self.tried} mutations: tracebacks {kinds['tracebacks']}, hangs {kinds['hangs']}, over {SLOW} s "
            f"{len(self.slow)}; "
            f"{self.refused} refused, {self.fine} fine; {each:.1f} ms each, slowest {1000 * self.slowest:.0f} ms, "
            f"at most {self.memory} MB"
        )


def run(command: list[str], start: int, count: int, progress: Callable[[Result], object]) -> Result:
    """Has workers go through the mutations, a new one where one ended too early."""
    result, at, end = Result(), start, start + count
    while at < end:
        with tempfile.TemporaryDirectory() as folder:
            inner = Path(folder, "harbour")
            argv = [*command, "--worker", str(inner), "--from", str(at), "--count", str(end - at)]
            with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as worker:
                assert worker.stdout is not None
                for line in worker.stdout:
                    heard = json.loads(line)
                    at = heard.get("at", at)
                    _count(result, heard)
                    if "done" in heard:
                        at = heard["done"] + 1
                        progress(result)
            if worker.returncode == 0:
                return result
            if at == start and not result.tried and worker.returncode > 0:
                raise SystemExit("the worker does not start")
            how = "hang" if worker.returncode == -signal.SIGPROF else f"end by {worker.returncode}"
            stack = Path(folder, "stack.txt").read_text() if Path(folder, "stack.txt").is_file() else ""
            place = re.search(r'File ".*/(\w+\.py)", line \d+ in (\w+)', stack)
            _wrong(result, at, f"{how} in {place[1]} {place[2]}" if place else how, stack)
            at += 1
    return result


def _count(result: Result, heard: dict[str, object]) -> None:
    if "memory" in heard:
        result.memory = max(result.memory, int(str(heard["memory"])))
    if "raised" in heard:
        _wrong(result, int(str(heard["done"])), str(heard["raised"]), str(heard["stack"]))
    elif "took" in heard:
        took = float(str(heard["took"]))
        result.seconds += took
        result.slowest = max(result.slowest, took)
        result.slow += [int(str(heard["done"]))] if took > SLOW else []
        result.fine += bool(heard["fine"])
        result.refused += not heard["fine"]


def _wrong(result: Result, number: int, why: str, stack: str) -> None:
    result.wrong.setdefault(why, []).append(number)
    if len(result.wrong[why]) == 1:
        result.stacks[number] = stack


def keep(result: Result, mutator: Mutator, folder: Path, examined: Callable[[Path], object]) -> Iterator[Path]:
    """Writes one mutation of each sort that fell over: the whole module, and the stack."""
    for why, numbers in result.wrong.items():
        number = numbers[0]
        changed = mutator.mutated(number)
        kept = folder / f"{number}-{re.sub(r'[^A-Za-z0-9]+', '-', why)}"
        shutil.rmtree(kept, ignore_errors=True)
        for name, text in mutator.files.items():
            write_file(kept, name, text)
        if not why.startswith(("hang", "end")):
            changed = cut_down(mutator.files, changed, why, kept, examined)
        for name, text in changed.items():
            write_file(kept, name, text)
        differs = ", ".join(changed)
        write_file(kept, "why.txt", f"{why}\nchanged: {differs}\nlike it: {numbers[:50]}\n\n{result.stacks[number]}")
        yield kept


def main() -> int:
    os.environ["HEXLAW_CACHE"] = "off"  # spoilt law is checked once and never again
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="NUMBER", help="the first mutation")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write there what fell over")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    mutator = Mutator.of(read_module(MODULE), args.seed)
    if args.worker:
        work(mutator, range(args.first, args.first + args.count), args.worker, examine)
        return 0

    def progress(result: Result) -> None:
        if result.tried % 500 == 0:
            print(f"{args.first + result.tried}: {result.told()}", file=sys.stderr, flush=True)

    result = run([sys.executable, __file__, "--seed", str(args.seed)], args.first, args.count, progress)
    for why, numbers in result.wrong.items():
        print(f"{len(numbers)} x {why}: {', '.join(str(n) for n in numbers[:8])}")
    if result.slow:
        print(f"over {SLOW} s: {', '.join(str(n) for n in result.slow)}")
    for kept in keep(result, mutator, args.keep, examine) if args.keep else ():
        print(f"kept {kept}")
    print(result.told())
    return 1 if result.wrong or result.slow else 0


if __name__ == "__main__":
    sys.exit(main())
