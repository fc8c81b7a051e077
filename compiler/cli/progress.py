"""How far a long command is, for somebody who waits at a terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from time import monotonic

from hexlaw.compiler.base.streams import write_over

PATIENCE = 2
"""Seconds of work after which progress is shown."""
LONG = 10
"""Seconds of one piece of work of which it is said how long they are."""


class Progress(AbstractContextManager["Progress"]):
    """Tells somebody who waits at a terminal how far it is, on one line that is written over."""

    def __init__(self, number: int, what: str = "game") -> None:
        self.number, self.what = number, what
        self.done = self.cost = 0
        self.began = self.reported = monotonic()
        self.shown = False

    def answered(self, answers: int) -> None:
        """After each answer of a game; says something now and then."""
        now = monotonic()
        if now - self.reported < PATIENCE or not sys.stderr.isatty():
            return
        self.reported, self.shown = now, True
        spent = now - self.began
        each = f", about {self.cost} s a {self.what}" if self.cost else ""
        to_go = f", about {spent / self.done * (self.number - self.done):.0f} s to go" if self.done else each
        more = f" and {answers} answers" if answers else ""
        line = f"{self.done} of {self.number} {self.what}s{more}, {spent:.0f} s{to_go}"
        write_over(f"{line:<70}")

    def finished(self, number: int) -> None:
        """So many are over."""
        self.done = number
        self.answered(0)

    def costs(self, seconds: int) -> None:
        """One takes about so long. Where no terminal shows how far it is, that is said once, if it is long."""
        if not self.cost and seconds >= LONG and not sys.stderr.isatty():
            print(f"about {seconds} s a {self.what}, {self.number} at the most", file=sys.stderr, flush=True)
        self.cost = seconds

    def __exit__(self, *_: object) -> None:
        if self.shown:
            write_over(f"{'':<70}\r")
