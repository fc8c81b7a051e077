"""The table of codes holds every code that the compiler uses, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import hexlaw.compiler
from hexlaw.compiler.codes import CODES

FOLDER = Path(next(iter(hexlaw.compiler.__path__)))
TABLES = {FOLDER / "codes.py", FOLDER / "data" / "__init__.py"}


def used() -> set[str]:
    sources = (path for path in FOLDER.rglob("*.py") if path not in TABLES)
    return {code for path in sources for code in re.findall(r"HX[0-9]{3}", path.read_text("utf-8"))}


def test_every_code_that_is_used_is_explained() -> None:
    assert used() - set(CODES) == set()


def test_every_code_that_is_explained_is_used() -> None:
    assert set(CODES) - used() == set()


def test_a_meaning_is_a_title_and_one_sentence() -> None:
    for code, meaning in CODES.items():
        assert meaning.title, code
        assert not meaning.title.endswith("."), code
        assert re.fullmatch(r"[A-Z`].*[^.]\.", meaning.sentence), (code, meaning.sentence)
