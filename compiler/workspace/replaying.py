"""Journals played again, step by step, or under other law up to the first answer that differs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.desk.compare.sides import read_side
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.situations.games import on_printed_law
from hexlaw.compiler.workspace.compiled_laws import read_by, side_of
from hexlaw.compiler.workspace.table_games import KeptGame, kept_game
from hexlaw.runtime.explain.event_lines import ended, entry_in_words
from hexlaw.runtime.explain.explain import chain_lines, explain_verdict
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.replay import Differs, in_short, steps_again

JOURNAL = ".journal"


@dataclass(frozen=True)
class ReplayedStep:
    """An answer or a throw that was made again."""

    number: int
    text: str
    thrown: str | None  # what the seed throws, where the journal has another throw


@dataclass(frozen=True)
class ReplayDifference:
    """The first answer that cannot be given again, and why; nothing of why where the viewer may not know it."""

    number: int
    text: str
    message: str | None
    lines: tuple[str, ...]


class Replay:
    """A journal that is played again, as everybody sees it or one side."""

    def __init__(self, kept: KeptGame, *, is_own_law: bool, side: str | None) -> None:
        self._kept = kept
        self._game: Game = kept.game
        if side is not None:
            side_of(self._game.law, side)
        found = Diagnostics()
        self._screen = Screen(self._game, read_by(kept.compilation.style, found), {}, side)
        journal = kept.journal
        self.found: tuple[Diagnostic, ...] = (*kept.found, *found)
        self.is_damaged = kept.is_damaged
        self.law: str = kept.compilation.law_hash
        self.seed = self._game.seed
        self.number = len(journal.entries)
        self.changed_at = [number + 1 for number, _ in journal.laws]
        """The answers from which on it was played under changed law."""
        self.is_changed = is_own_law and journal.law != self.law
        """Whether the law has changed since."""
        self._is_as_written = is_own_law and not journal.laws and journal.law == self.law

    def steps(self) -> Iterator[ReplayedStep | ReplayDifference]:
        """Yields what is done again, up to the first difference."""
        screen = self._screen
        for step in steps_again(on_printed_law(self._game, self.number), self._kept.journal.entries):
            text = entry_in_words(screen.redacted(step.entry))
            if isinstance(step, Differs):
                yield self._difference(step, text)
                return
            may_tell = self._is_as_written and screen.may_read(step.entry)
            yield ReplayedStep(step.number, text, step.thrown if may_tell else None)

    def _difference(self, differs: Differs, text: str) -> ReplayDifference:
        screen, lines = self._screen, []
        if not screen.may_read(differs.entry):
            return ReplayDifference(differs.number, text, None, ())
        if differs.stop is not None:
            lines += [f"  {line}" for line in chain_lines(differs.stop, screen.position)]
        if differs.verdict is not None:
            asked = f"may {differs.entry.asked}"
            lines += explain_verdict(differs.verdict, screen.game.law, screen.position, asked).splitlines()
        return ReplayDifference(differs.number, text, differs.message, tuple(lines))

    def holding(self) -> list[str]:
        """Returns all that holds in the game now, secrets too."""
        return self._game.to_read.state.text().split("\n")

    @property
    def next(self) -> str | None:
        """Returns the question that is open, None where the game is over."""
        return None if self._game.question is None else in_short(self._game.question)

    def result(self) -> list[str]:
        """Returns how the game came out, where it is over."""
        return [*ended(self._game)] if self._game.over else []

    def shown(self) -> list[str]:
        """Returns the map and the units as they are now, in lines."""
        return [self._screen.map().removesuffix("\n"), *self._screen.units("")]


@dataclass(frozen=True)
class Journals:
    """A journal, or those of a folder, to be played again."""

    paths: tuple[Path, ...]
    is_folder: bool
    _spec: str | None
    _chosen: Configuration
    _texts: Texts

    def replay(self, path: Path, side: str | None = None) -> Replay:
        is_own_law = self._spec is None and self._chosen == Configuration()
        return Replay(kept_game(path, self._spec, self._chosen, self._texts), is_own_law=is_own_law, side=side)


def journals_at(name: str | Path, texts: Texts) -> tuple[tuple[Path, ...], bool]:
    """Returns a journal, or those of a folder, and whether it is a folder."""
    path = texts.at(name)
    is_folder = os.path.isdir(path)  # of a name that is too long it says no
    paths = tuple(sorted(path.glob(f"*{JOURNAL}"))) if is_folder else (path,)
    if not paths:
        raise Refused(f"the folder `{path}` holds no journal, a file whose name ends in `{JOURNAL}`")
    return paths, is_folder


@contextmanager
def journals(name: str | Path, under: str | None, chosen: Configuration, texts: Texts) -> Iterator[Journals]:
    paths, is_folder = journals_at(name, texts)
    if under is None:
        yield Journals(paths, is_folder, None, chosen, texts)
        return
    with read_side(under, chosen, texts) as side:
        yield Journals(paths, is_folder, side.spec, chosen.merged(side.chosen), texts)
