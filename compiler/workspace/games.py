"""Games: those that are kept in journals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hexlaw.compiler.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import game_of_journal, modules_of, open_journal
from hexlaw.compiler.workspace.laws import read_by
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Journal


@dataclass(frozen=True)
class Kept:
    """A journal, and its game at its beginning."""

    path: Path
    journal: Journal
    compilation: Compilation
    game: Game
    found: tuple[Diagnostic, ...]  # what is amiss with it
    is_damaged: bool


def kept_game(path: Path, spec: str | None, chosen: Configuration | None) -> Kept:
    """Returns the game of a journal, under its own modules or others, and what is chosen of them."""
    diagnostics = Diagnostics()
    journal = read_by(partial(open_journal, path), diagnostics)
    is_damaged = diagnostics.has_errors
    modules = spec or modules_of(path, journal.header)
    compilation, game = read_by(partial(game_of_journal, journal, modules, chosen), diagnostics)
    return Kept(path, journal, compilation, game, tuple(diagnostics), is_damaged)
