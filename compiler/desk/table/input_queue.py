"""The words typed at the table that still wait to be answered with, and what becomes of them after a mistake.

At a terminal a line can be edited, earlier lines come back, the tab key completes what can be typed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hexlaw.compiler.desk.table import shorthand
from hexlaw.compiler.desk.table.output import tell
from hexlaw.runtime.draw.pieces import printable


@dataclass
class InputQueue:
    words: list[str] = field(default_factory=list)  # answers to the questions that follow
    who: str = ""  # who was asked when they were typed
    kept: list[str] = field(default_factory=list)  # what followed a mistake in its line
    line: str = ""  # the last line, as it was typed
    gone_unasked: bool = False  # whether a way was gone by that line that no one has confirmed
    begins_line: bool = True  # whether what is answered with stands first in its line
    begins_another: bool = False  # whether with it the next of several actions begins that were typed as one
    are_several: bool = False  # whether that line stands for several actions
    led: str = ""  # a line that was to lead several somewhere, if none of them could go
    shown_way: str = ""  # the hex to which the way was shown, before it is gone
    gone_to: tuple[int, str] = (-1, "")  # the hex that something last went to by `to`, and how many answers there were
    line_began: int = 0  # how many answers there were when the last line was typed
    unasked: set[int] = field(default_factory=set)  # which answers of the game were given for want of another
    picks: int = 0  # in the action that is under way
    ending: tuple[str, ...] = ()  # the parts of the sequence that `end` was typed in, though something could still act

    def next(self, who: str, ask: Callable[[str], str], as_names: Callable[[str], str]) -> str:
        """Returns what the question is answered with: the next word, or a new line where none is left, in which names
        stand for what actions are called. Kept words that are typed again are answered once."""
        self.begins_line, self.who = not self.words, who
        self.begins_another = shorthand.another(self.words[:1]) is not None
        if not self.begins_line:
            return self.words.pop(0)
        self.line, self.gone_unasked, self.are_several = as_names(ask(f"{who}> ").strip()), False, False
        if self.line.split() == self.kept:
            self.kept.clear()
        return self.line

    def answer_line_with(self, instead: str) -> None:
        """Answers with something else in place of a line that was taken back: `to HEX` leads all of that line there."""
        words = instead.split()
        if words[0].lower() == shorthand.TO:
            line = self.line.split()
            ends = [number for number, word in enumerate(line) if word.lower() == shorthand.TO]
            words = [*line[: ends[-1]], *words]
        elif words[0].lower() in ("undo", "cancel", "drop"):
            words = []
        self.answer_anew(words)

    def forget_unless(self, who: str) -> None:
        """Forgets what was typed before another player decided."""
        if self.words and self.who != who:
            self._forget("others have decided", 0)

    def skip_to_another(self) -> None:
        """Goes on with the next of several actions that were typed as one. Nothing is ended then: the person who typed
        `end` behind them did not know of what went wrong."""
        another = shorthand.another(self.words)
        ends = next((n for n, word in enumerate(self.words) if word.lower() == shorthand.END), len(self.words))
        if ends < len(self.words):
            self._forget("something went wrong", ends)
        del self.words[:another]

    def _forget(self, since: str, first: int) -> None:
        tell([f"  forgotten, since {since}: {printable(' '.join(self.words[first:]))}"])
        del self.words[first:]

    def keep_rest(self) -> None:
        """What was typed behind a mistake waits until what was asked there is answered."""
        if self.words:
            self.kept = [*self.words, *self.kept]
            self.words.clear()
            tell([f"  kept until this is answered: {printable(' '.join(self.kept))} (`drop` forgets it)"])

    def go_on_with_kept(self) -> None:
        """Answers with what was kept, as if the last line had it behind."""
        if not self.words:
            self.line = " ".join((self.line, *self.kept))
            self.words, self.kept = self.kept, []

    def answer_anew(self, words: list[str]) -> None:
        """Lets words be answered with once more, without what was kept of another line."""
        self.kept.clear()
        self.words[:0] = words


def beginning_with(text: str, words: Iterable[str]) -> list[str]:
    """Returns the words that a text may become, each once; capital and small letters are the same."""
    return [word for word in dict.fromkeys(words) if word.casefold().startswith(text.casefold())]


def help_typing(words: Callable[[], Iterable[str]]) -> None:
    """Lets the terminal complete what is typed; `words` are those that can be typed now. Elsewhere nothing is done."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:  # not every system has it
        return

    def complete(text: str, number: int) -> str | None:
        found = beginning_with(text, words())
        return f"{found[number]} " if number < len(found) else None

    readline.set_completer_delims(" \t")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
