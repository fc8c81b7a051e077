"""Every recipe holds as it is written: checked without a finding, laid out, each of its rules missed by a case."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.check_modules import check
from hexlaw.compiler.cli import main
from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.desk.cases.knockout import knock_out
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.recipes import page, recipe, recipes
from hexlaw.compiler.scaffold import new_recipe
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.runtime.law.law import Configuration

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-do-i.md"


def typed(*words: str) -> tuple[int, str]:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        return main([*words]), said.getvalue()


LIBRARIES = [name for name, one in recipes().items() if one.open_items]  # tests/rules/test_shipped_libraries.py


@pytest.mark.parametrize("name", drawn([name for name in recipes() if name not in LIBRARIES], 12))
def test_a_recipe_stands_and_its_cases_miss_its_law(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = new_recipe(name, None)
    found = check(f"./{name}").diagnostics  # how its change reads in the book is for its author to say: HX297
    assert [str(one) for one in found if one.code != "HX297"] == []
    assert typed("fmt", "--check", f"./{name}")[0] == 0
    mine = recipe(name).files
    in_cases = {file for file in mine if file.startswith("cases/")}
    cases = [tmp_path / name / file for file in in_cases]
    code, said = typed("test", f"./{name}", *map(str, cases))
    assert code == 0, said

    compilation = compile_modules(f"./{name}", Diagnostics())
    assert compilation is not None
    read = [file for path in cases if (file := read_cases(path, path.name, Diagnostics())) is not None]
    laws = [path for path in written if any(path.name.endswith(file) for file in mine if file.endswith(".law"))]
    of_mine = tuple(f"{name}/{law.name}:" for law in laws)
    assert [line for line in knock_out(compilation, read, Configuration()) if line.startswith(of_mine)] == []

    for path in written:
        if any(path.name.endswith(Path(file).name) for file in mine if file not in in_cases):
            path.unlink()
    assert typed("test", f"./{name}", *map(str, cases))[0] != 0


def test_the_page_is_made_of_the_recipes() -> None:
    """`hexlaw help --page > docs/how-do-i.md` writes it anew."""
    assert PAGE.read_text("utf-8") == page()
    assert ("\nMost are libraries, " in page()) == (len(LIBRARIES) > len(recipes()) / 2)


@pytest.mark.parametrize("name", recipes())
def test_a_recipe_says_what_a_page_has_to(name: str) -> None:
    one = recipe(name)
    assert one.question.startswith("How do I ")
    assert one.question.endswith("?")
    assert one.about.keys() <= {"part", "words", "on", "after", "show", "findings"}
    assert len(one.listed("words")) >= 3
    assert {*one.listed("findings")} <= {*code_pages()}
    assert "**What it changes.**" in one.text
    assert "**How it is proved.**" in one.text
    assert 3 <= sum(bool(line.strip()) for _, text in one.shown() for line in text.splitlines()) <= 32
