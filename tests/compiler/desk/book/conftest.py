"""The books that tests look at: that of the small module, and those of some shipped games, each day others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.model import Book
from hexlaw.compiler.pipeline import Compilation, compile_modules


@dataclass(frozen=True)
class Made:
    compilation: Compilation
    against: Compilation | None
    book: Book


@cache
def _compiled(module: str) -> Compilation:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    return compilation


def _made(compilation: Compilation, *, formal: bool = False) -> Made:
    """The book of a module, told against what it extends where it is a variant."""
    below = {layer.name: layer for layer in compilation.chain.layers[:-1]}
    base = below.get(compilation.chain.layers[-1].manifest.extends or "")
    against = _compiled(base.name) if base is not None and not base.manifest.abstract else None
    diagnostics = Diagnostics()
    book = gather(WantedBook(compilation, against=against, formal=formal), diagnostics)
    assert book is not None
    assert not len(diagnostics)
    return Made(compilation, against, book)


@pytest.fixture(scope="module")
def made(shipped: Compilation) -> Made:
    return _made(shipped)


@pytest.fixture(scope="module")
def small() -> Book:
    return _made(_compiled("tutorial"), formal=True).book
