"""Reads the answers of a side that plays from a file. Input: a text. Output: the answers in their order.

They are written as they are typed at the table: names with blanks between them, on any number of lines; from `#` on, a
line is a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import DISK
from hexlaw.runtime.play.players import ScriptedPlayer, Unfit

MAX_SIZE = 1_000_000
"""Bytes of a file: more than anybody answers in a game."""
_ANSWER_OR_REMARK = re.compile(r"#[^\n]*|[^\s#]\S*")


@dataclass(frozen=True)
class ScriptedAnswers:
    """The answers of one side, with where each stands."""

    source: Source
    places: tuple[tuple[int, int], ...]

    def player(self) -> ScriptedPlayer:
        return ScriptedPlayer([self.source.text[start:end] for start, end in self.places])

    def tell(self, unfit: Unfit, diagnostics: Diagnostics) -> None:
        """Says of an answer that does not fit where it stands; of one that is missing, where the file ends."""
        end = len(self.source.text)
        place = self.places[unfit.number] if unfit.number < len(self.places) else (end, end)
        diagnostics.report("HX329", self.source.span(*place), unfit.message, help=unfit.help)


def read_scripted_answers(path: str, diagnostics: Diagnostics) -> ScriptedAnswers | None:
    source = DISK.read(Path(path), path, MAX_SIZE, diagnostics)
    if source is None:
        return None
    found = [match.span() for match in _ANSWER_OR_REMARK.finditer(source.text) if not match[0].startswith("#")]
    return ScriptedAnswers(source, tuple(found))
