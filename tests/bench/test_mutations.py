"""A slice of the mutation run (bench/mutations.py), and that the run notices what it is there to notice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rotation import WHOLE, drawn

SCRIPT = Path(__file__).resolve().parents[2] / "bench" / "mutations.py"
PLANTED = """
import sys
sys.path.insert(0, {folder!r})
import mutations
from pathlib import Path

def examined(folder):
    text = (folder / "a.law").read_text("utf-8", "replace")
    if "lantern" not in text:
        {what}
    return True

first, count = (int(sys.argv[sys.argv.index(word) + 1]) for word in ("--from", "--count"))
mutations.SECONDS = 0.5
mutator = mutations.Mutator.of({{"a.law": "one lantern two"}}, 1)
mutations.work(mutator, range(first, first + count), Path(sys.argv[sys.argv.index("--worker") + 1]), examined)
"""


@pytest.fixture(scope="module")
def mutations(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("mutations")


def planted(mutations: Any, tmp_path: Path, what: str) -> Any:
    """A run of 12 mutations of a text without much in it, in which losing the lantern does something terrible."""
    script = tmp_path / "planted.py"
    script.write_text(PLANTED.format(folder=str(SCRIPT.parent), what=what))
    return mutations.run([sys.executable, str(script)], 0, 12, lambda result: None)


def lost(mutations: Any) -> list[int]:
    mutator = mutations.Mutator.of({"a.law": "one lantern two"}, 1)
    numbers = [n for n in range(12) if "lantern" not in mutator.mutated(n).get("a.law", "lantern")]
    assert 0 < len(numbers) < 12
    return numbers


def test_the_module_is_fine_as_it_stands(mutations: Any, tmp_path: Path) -> None:
    assert mutations.examine(mutations.MODULE) is True
    from hexlaw.compiler.cli import main

    assert main(["test", str(mutations.MODULE)]) == 0


def test_a_slice_of_the_run(mutations: Any) -> None:
    count = 150 if WHOLE else 60
    result = mutations.run([sys.executable, str(SCRIPT), "--seed", "7"], 0, count, lambda result: None)
    assert result.wrong == {}
    assert result.tried == count
    assert result.refused > count / 2, "most mutations are mistakes"
    assert result.fine > 2, "some harm nothing, and the cases are run"


def test_a_mutation_is_the_same_whatever_was_made_before(mutations: Any) -> None:
    files = mutations.read_module(mutations.MODULE)
    in_a_row = [mutations.Mutator.of(files, 3).mutated(n) for n in range(20)]
    alone = mutations.Mutator.of(files, 3)
    assert [alone.mutated(n) for n in reversed(range(20))] == in_a_row[::-1]
    assert in_a_row != [mutations.Mutator.of(files, 4).mutated(n) for n in range(20)]


def test_what_raises_is_counted_and_the_run_goes_on(mutations: Any, tmp_path: Path) -> None:
    result = planted(mutations, tmp_path, 'raise KeyError("lantern")')
    assert result.tried == 12
    assert result.wrong == {"KeyError in planted.py examined": lost(mutations)}
    assert "tracebacks 0" not in result.told()
    assert "hangs 0" in result.told()


@pytest.mark.parametrize(
    ("what", "why"),
    drawn(
        [
            ("while True: pass", "hang in planted.py examined"),
            ("while True: '(' * 10**6 + ')'", "hang in planted.py examined"),
            ("b'x' * 10**12", "MemoryError in planted.py examined"),
            ("import os; os._exit(9)", "end by 9"),
        ],
        1,
    ),
)
def test_what_does_not_come_back_is_ended_and_the_run_goes_on(
    what: str, why: str, mutations: Any, tmp_path: Path
) -> None:
    result = planted(mutations, tmp_path, what)
    assert result.tried == 12
    assert result.wrong == {why: lost(mutations)}


def test_what_takes_long_is_counted(mutations: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutations, "SLOW", 0.05)
    what = "import time; until = time.process_time() + 0.1; any(time.process_time() > until for _ in iter(int, 1))"
    result = planted(mutations, tmp_path, what)
    assert (result.wrong, result.slow) == ({}, lost(mutations))
    assert f"over 0.05 s {len(result.slow)}" in result.told()


def test_words_without_end_are_put_in(mutations: Any) -> None:
    mutator = mutations.Mutator.of({"a.law": "one lantern two"}, 1)
    long = [len(mutator.long("one lantern two", mutations.Random(n))) for n in range(40)]
    assert {1_000, 10_000, 100_000} <= {10 ** (len(str(length)) - 1) for length in long}


def test_a_mutation_is_cut_down_to_what_does_it(mutations: Any, tmp_path: Path) -> None:
    files = {"a.law": "one\n", "b.law": "b\n"}
    changed = {"a.law": "one\ntwo\nwrong\nthree\n", "b.law": "c\n"}

    def examined(folder: Path) -> bool:
        if "wrong" in (folder / "a.law").read_text():
            raise ValueError
        return True

    mutator = mutations.Mutator(files, 1, [])
    for name, text in files.items():
        mutations.write_file(tmp_path, name, text)
    raised = mutations._raised(mutator.files, changed, tmp_path, examined)
    kept = mutations.cut_down(files, changed, raised[0], tmp_path, examined)
    assert kept == {"a.law": "wrong", "b.law": ""}
    assert {n: (tmp_path / n).read_text() for n in files} == files, "and everything stands as it stood"
