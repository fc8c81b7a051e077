"""Journals that were kept under earlier versions are replayed as they were written, and go on with the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.situations.games import JournalFile, game_of_journal, modules_of, on_printed_law, open_journal
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.replay import Differs, JournalStep, play_again, steps_again

KEPT = sorted((Path(__file__).parent / "journals").glob("*.journal"))
each = pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])


def kept(path: Path) -> tuple[Journal, Game]:
    """A journal, and its game at its beginning."""
    diagnostics = Diagnostics()
    journal = open_journal(path, diagnostics)
    assert journal is not None
    found = game_of_journal(journal, modules_of(path, journal.header), None, diagnostics)
    assert found is not None
    assert not list(diagnostics)
    return journal, found[1]


def test_of_each_version_there_is_one() -> None:
    assert {kept(path)[0].header["version"] for path in KEPT} == {1, 2, 3}


@each
def test_it_is_replayed_to_its_end_with_the_dice_of_its_seed(path: Path) -> None:
    journal, game = kept(path)
    steps = list(steps_again(game, journal.entries))
    assert all(isinstance(step, JournalStep) and step.thrown is None for step in steps)
    assert [Journal.record(entry) for entry in game.entries] == [Journal.record(entry) for entry in journal.entries]
    assert game.over


def given(game: Game, entries: list[Entry]) -> None:
    """Goes on with these answers; what chance answers is thrown and drawn anew."""
    for entry in entries:
        if isinstance(game.question, ByLot):
            game.throw()
        else:
            game.answer(game.meant(entry.answer))


@each
def test_half_of_it_is_resumed_and_comes_to_the_same_end(path: Path, tmp_path: Path) -> None:
    """What is written then can be resumed again."""
    whole, game = kept(path)
    half = len(whole.entries) // 2
    assert play_again(game, whole.entries[:half]) is None
    file = JournalFile(tmp_path / "half.journal", {**whole.header, "module": modules_of(path, whole.header)})
    file.journal.entries.extend(game.entries)
    file.write_whole()
    for last in (half + (len(whole.entries) - half) // 2, len(whole.entries)):
        journal, game = kept(file.path)
        assert journal.header["version"] == 4
        assert play_again(game, journal.entries) is None
        game.written = file.add
        given(game, whole.entries[len(game.entries) : last])
    assert kept(file.path)[0].entries == whole.entries
    assert game.over


def followed(game: Game, entries: Sequence[Entry]) -> Differs | None:
    return play_again(on_printed_law(game, len(entries)), entries)


@each
def test_it_is_followed_on_printed_law_to_the_same_end(path: Path) -> None:
    journal, game = kept(path)
    assert followed(game, journal.entries) is None
    assert game.beside is not None
    assert not game.is_evaluated
    evaluated = kept(path)[1]
    assert play_again(evaluated, journal.entries) is None
    assert evaluated.is_evaluated
    assert game.text() == evaluated.text()


@each
def test_where_it_cannot_be_followed_both_tell_the_same(path: Path) -> None:
    """Each answer in the place of another is told by printed law as by the evaluator."""
    entries = kept(path)[0].entries
    answers = dict.fromkeys(entry.answer for entry in entries if entry.side)
    number = next(number for number, entry in enumerate(entries) if entry.side and entry.asked != "action")
    for answer in [*answers][:6]:
        wrong = [*entries[:number], replace(entries[number], answer=answer), *entries[number + 1 :]]
        printed, evaluated = (tell(kept(path)[1], wrong[: number + 2]) for tell in (followed, play_again))
        assert (printed and (printed.number, printed.message)) == (evaluated and (evaluated.number, evaluated.message))
