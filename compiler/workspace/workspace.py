"""START HERE to ask Hexlaw from a program: a folder, the texts that are not saved in it, and all that can be asked.

Every method returns its result as data. None prints, ends the program or knows who asks: what cannot be done raises
`Refused`, with a sentence or with findings. Workspaces can be asked from several threads. What goes on inside
`ended_by(is_over)` ends with `Ended` soon after `is_over` holds.

Modules are named as on the command line: by name, folder, or `base + add-on`. While the text of one is broken, the last
law that it was answers in its place, and the answer says so. What does the work is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.diagnostic import Diagnostic, Refused
from hexlaw.compiler.processes import Ended, ended_by
from hexlaw.compiler.source import Span
from hexlaw.compiler.texts import Texts
from hexlaw.compiler.workspace.asked import CaseInFile, Described, NamedCase, Where

if TYPE_CHECKING:
    from hexlaw.compiler.checking.check_modules import Checked
    from hexlaw.compiler.workspace.asking import Given
    from hexlaw.compiler.workspace.laws import Compiled, Laws
    from hexlaw.runtime.law import Configuration

__all__ = ["CaseInFile", "Described", "Ended", "NamedCase", "Place", "Refused", "Where", "Workspace", "ended_by"]


@dataclass(frozen=True)
class Place:
    """A stretch of a file as editors count it: lines and columns from 0, columns in units of UTF-16."""

    path: Path | None  # none for what stands in no file, as a question that was typed
    start: tuple[int, int]
    end: tuple[int, int]


class Workspace:
    def __init__(self, folder: str | Path | None = None) -> None:
        """Modules and files are looked for from this folder, or from the current one."""
        self.texts = Texts(folder)

    def put(self, path: str | Path, text: str) -> None:
        """Lays a text that is not saved on top of a file, which need not be there yet."""
        self.texts.put(path, text)

    def take_back(self, path: str | Path) -> None:
        """From now on the file counts again as it is on the disk."""
        self.texts.take_back(path)

    def place(self, span: Span) -> Place:
        """Returns where a finding, a label or a fix of this workspace is."""
        source = span.source
        return Place(self.texts.path_of(source.name), source.utf16_place(span.start), source.utf16_place(span.end))

    def shipped(self) -> list[str]:
        """Returns the modules that come with Hexlaw, add-ons on top of what they are made for."""
        from hexlaw.compiler.load import shipped_games

        return shipped_games()

    # -- is it well formed?

    def quick(self, module: str) -> tuple[Diagnostic, ...]:
        """Returns what is wrong with a module as law: soon enough to be told after every key."""
        return self._laws.compile(module)[1]

    def thorough(self, module: str) -> Checked:
        """Returns all that is wrong with a module, its boards, cases and situations and the law as a whole too."""
        from hexlaw.compiler.checking.check_modules import check
        from hexlaw.compiler.workspace.laws import ONE_AT_A_TIME

        with ONE_AT_A_TIME:
            return check(module, self.texts)

    def thorough_all(self, modules: Sequence[str], processes: int) -> Iterator[Checked]:
        """The same of several modules, in several processes."""
        from hexlaw.compiler.checking.check_modules import check_all

        return check_all(modules, processes, self.texts)

    # -- what does it say?

    def ask(
        self, module: str, where: Where, question: str | None = None, chosen: Configuration | None = None,
        decided_by: str | None = None,
    ) -> Given:  # fmt: skip
        """Returns the answer to a question in a position, or to the case's own. What an effect leaves to a side is
        `decided_by` a program, or by `each` answer in turn."""
        from hexlaw.compiler.workspace.asking import ask

        return ask(self._compiled(module), where, question, _chosen(chosen), decided_by)

    # -- laws

    @cached_property
    def _laws(self) -> Laws:
        from hexlaw.compiler.workspace.laws import Laws

        return Laws(self.texts)

    def _compiled(self, module: str) -> Compiled:
        return self._laws.compiled(module)


def _chosen(chosen: Configuration | None) -> Configuration:
    from hexlaw.runtime.law import Configuration

    return Configuration() if chosen is None else chosen
