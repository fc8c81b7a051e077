"""The books that tests look at: that of the small module, and those of every module that comes with Hexlaw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from hexlaw.compiler.book.gather import Wanted, gather
from hexlaw.compiler.book.model import Book
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import load, shipped_games
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


@cache
def _made(module: str) -> Made:
    """The book of a module, told against what it extends where it is a variant."""
    compilation = _compiled(module)
    below = {layer.name: layer for layer in compilation.chain.layers[:-1]}
    base = below.get(compilation.chain.layers[-1].manifest.extends or "")
    against = _compiled(base.name) if base is not None and not base.manifest.abstract else None
    diagnostics = Diagnostics()
    book = gather(Wanted(compilation, against=against), diagnostics)
    assert book is not None
    assert not len(diagnostics)
    return Made(compilation, against, book)


def _modules_with_a_book() -> list[str]:
    """Every shipped module that is not abstract, those to come included."""
    chains = {name: load(name, Diagnostics()) for name in shipped_games()}
    return [name for name, chain in chains.items() if chain is not None and not chain.layers[-1].manifest.abstract]


@pytest.fixture(params=_modules_with_a_book())
def made(request: pytest.FixtureRequest) -> Made:
    return _made(request.param)


@pytest.fixture
def small() -> Book:
    return _made("tutorial").book


@pytest.fixture
def variants() -> list[Made]:
    """Every module that builds on one that can be played by itself."""
    return [each for each in map(_made, _modules_with_a_book()) if each.against is not None]
