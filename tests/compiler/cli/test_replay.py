"""`hexlaw replay` as it is typed: followed, torn off, and under other law."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.situations.games import game_of_journal, open_journal
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.play.replay import play_again

from .typed_commands import typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_journal_is_followed_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--quiet") == 0
    assert "all as written; the game is over" in capsys.readouterr().out


def test_a_journal_that_was_torn_off_is_followed_as_far_as_it_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    path = Path("last-fine-day-1.journal")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:20]) + lines[20][:15], "utf-8")
    capsys.readouterr()
    assert typed("replay", str(path), "--quiet") == 1
    printed = capsys.readouterr()
    assert "line 21 of `last-fine-day-1.journal`: the line is torn off" in printed.err
    assert "19 answers, all as written" in printed.out


def test_under_other_law_the_first_difference_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("heavy")
    folder.mkdir()
    (folder / "module.yaml").write_text(
        "module: heavy\ntitle: Heavy legs\nversion: 1.0.0\nextends: tutorial\nsources: {HR: {title: House rules}}\n"
        "speaks-for: [HR]\ndefault-source: HR\n", "utf-8",
    )  # fmt: skip
    (folder / "01-legs.law").write_text(
        'chapter [1] "Legs"\n\nrule legs.heavy [1]\n  forbids move.step\n  says "nobody walks today"\n', "utf-8"
    )
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--quiet", "--under", "./heavy") == 1
    printed = capsys.readouterr().out
    assert "here it differs: it is not legal here" in printed
    assert "nothing can be picked as `move.mover`" in printed, "emitted law refuses; the words are the reference's"
    assert "    nobody walks today  (legs.heavy [HR 1])\n" in printed, "what stands in the way further on"


def test_what_is_no_journal_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("We played until midnight.\n", "utf-8")
    assert typed("replay", "notes.txt") == 2
    assert "a journal is what `hexlaw play` keeps" in capsys.readouterr().err


def test_games_are_followed_by_emitted_law() -> None:
    """What the reference is asked for is words alone."""
    typed("run", "tutorial", "last-fine-day", "--journals", ".", "--reference")
    diagnostics = Diagnostics()
    journal = open_journal(Path("last-fine-day-1.journal"), diagnostics)
    assert journal is not None
    begun = game_of_journal(journal, None, None, diagnostics)
    assert begun is not None
    game = begun[1]
    assert isinstance(game.answering, PlayedLaw)
    assert play_again(game, journal.entries) is None
    assert game.over
    assert game.entries == journal.entries
    assert not game.answering.again
