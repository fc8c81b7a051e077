"""How far a long command is, for somebody who waits."""

from __future__ import annotations

import io
import sys

import pytest

from hexlaw.compiler.cli import progress


class Terminal(io.StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def test_progress_says_what_is_counted_and_what_one_costs_before_one_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal(is_terminal=True))
    lines: list[str] = []
    monkeypatch.setattr(progress, "write_over", lambda line: lines.append(line.strip()))
    monkeypatch.setattr(progress, "PATIENCE", 0)
    told = progress.Progress(60, "pair")
    told.finished(0)
    told.costs(80)
    told.finished(0)
    told.finished(30)
    assert lines == [
        "0 of 60 pairs, 0 s",
        "0 of 60 pairs, 0 s, about 80 s a pair",
        "30 of 60 pairs, 0 s, about 0 s to go",
    ]


def test_where_no_terminal_shows_progress_it_is_said_once_what_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for costs, said in (((0, 80, 84), "about 80 s a pair, 60 at the most\n"), ((0, 3, 4), "")):
        monkeypatch.setattr(sys, "stderr", terminal := Terminal(is_terminal=False))
        told = progress.Progress(60, "pair")
        for seconds in costs:
            told.costs(seconds)
        assert terminal.getvalue() == said
