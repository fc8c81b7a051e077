"""Journals: whole, torn off, changed; played again under the same law and under another."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from under_way import text_of

from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.dice import DiceRow
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal, header, read_journal
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import Choose, Take, Throw
from hexlaw.runtime.play.replay import Differs, in_short, play_again
from hexlaw.runtime.words import in_words

ENTRIES = [Entry("reds", "sail.step", "A-2"), Entry("", "luck", "7"), Entry("blues", "action", "done")]


def written() -> list[str]:
    return list(Journal(header("harbour", "hash", {"situation": "calm", "seed": "1"}), list(ENTRIES)).lines())


def test_what_was_written_is_read() -> None:
    journal, damage = read_journal(written())
    assert damage is None
    assert journal is not None
    assert journal.entries == ENTRIES
    assert journal.header["seed"] == "1"


def test_a_torn_line_is_told_and_what_stands_before_it_is_kept() -> None:
    lines = written()
    journal, damage = read_journal([*lines[:3], lines[3][:-9]])
    assert journal is not None
    assert journal.entries == ENTRIES[:2]
    assert damage is not None
    assert (damage.line, damage.message) == (4, "the line is torn off")


def test_a_changed_line_is_told() -> None:
    lines = written()
    lines[2] = lines[2].replace('"7"', '"8"')
    journal, damage = read_journal(lines)
    assert journal is not None
    assert journal.entries == ENTRIES[:1]
    assert damage is not None
    assert damage.line == 3


def test_line_ends_of_windows_are_told_as_such() -> None:
    lines = written()
    journal, damage = read_journal([*lines[:2], *(line.replace("\n", "\r\n") for line in lines[2:])])
    assert journal is not None
    assert journal.entries == ENTRIES[:1]
    assert damage is not None
    assert (damage.line, damage.message.partition(",")[0]) == (3, "the line ends with CR LF")


def test_a_line_taken_out_is_told() -> None:
    lines = written()
    journal, damage = read_journal([lines[0], *lines[2:]])
    assert journal is not None
    assert journal.entries == []
    assert damage is not None
    assert damage.line == 2


def test_what_is_no_journal_is_told() -> None:
    for lines in ([], ["nonsense\n"], ["{}\n"], ['{"check": 1}\n'], ["[" * 5000 + "\n"]):
        journal, damage = read_journal(lines)
        assert journal is None
        assert damage is not None


def of_version_1(*records: dict[str, Any]) -> list[str]:
    """A journal as Hexlaw wrote it once: text as it is, each line with the check of itself and all before."""
    lines, check = [], ""
    for record in records:
        body = json.dumps(record, ensure_ascii=False)
        check = sha256(f"{check}\n{body}".encode()).hexdigest()[:12]
        lines.append(f'{body[:-1]}, "check": "{check}"}}\n')
    return lines


HEAD = {"format": "hexlaw-journal", "version": 1, "module": "bay\u2028", "seed": "\u00fc"}
STEP = {"side": "reds", "pick": "sail.step", "answer": "A-2"}


def test_a_journal_of_version_1_is_read_and_goes_on_as_one_of_today() -> None:
    journal, damage = read_journal(of_version_1(HEAD, STEP))
    assert damage is None
    assert journal is not None
    assert (journal.header["module"], journal.entries) == ("bay\u2028", ENTRIES[:1])
    again, damage = read_journal(journal.lines())
    assert (again and again.header, damage) == ({**HEAD, "version": 4}, None)
    assert journal.chance is None


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"version": 5}, "(version 5, read up to 4): install a newer"), ({"version": 0}, "version `0` are not known"),
        ({"version": 1.0}, "not known"), ({"version": True}, "not known"), ({"version": None}, "not known"),
        ({"format": "hexlaw"}, "not a journal"), ({"options": ["a"]}, "`options` is texts by their names"),
        ({"readings": {"a": 1}}, "`readings` is"),
        ({"as-of": True}, "`as-of` is a year"), ({"seed": 1}, "`seed` is a text"),
        ({"chance": "by-dream"}, "chance is drawn `by-dream` in it, which is not known"),
        ({"chance": None}, "`chance` is a text"),
    ],
)  # fmt: skip
def test_a_first_line_that_says_what_none_says_is_refused(changed: dict[str, Any], said: str) -> None:
    journal, damage = read_journal(of_version_1({**HEAD, **changed}, STEP))
    assert journal is None
    assert damage is not None
    assert said in damage.message


def test_a_note_says_from_where_on_the_law_was_another() -> None:
    first = Journal(header("harbour", "old", {}), list(ENTRIES), [(2, "new"), (3, "newer")])
    lines = list(first.lines())
    assert ['"graph": "new"' in line for line in lines] == [False, False, False, True, False, False]
    journal, damage = read_journal(lines)
    assert damage is None
    assert journal is not None
    assert (journal.entries, journal.laws, journal.law) == (ENTRIES, [(2, "new"), (3, "newer")], "newer")
    assert Journal(header("harbour", "old", {})).law == "old"


def test_what_lapsed_is_read_as_it_was_written() -> None:
    lapsed = Entry("reds", "sail.step", "", lapsed=True)
    journal, damage = read_journal(Journal(header("harbour", "hash", {}), [*ENTRIES, lapsed]).lines())
    assert damage is None
    assert journal is not None
    assert journal.entries == [*ENTRIES, lapsed]


def test_a_line_that_answers_nothing_is_told() -> None:
    journal, damage = read_journal(of_version_1(HEAD, STEP, {"answer": "A-2"}))
    assert journal is not None
    assert damage is not None
    assert (damage.line, damage.message) == (3, "the line answers nothing that a game asks")


def test_a_journal_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlaw.runtime.play.journal.MAX_LINES", 3)
    journal, damage = read_journal(written())
    assert journal is not None
    assert journal.entries == ENTRIES[:2]
    assert damage is not None
    assert damage.line == 4


def test_whatever_a_journal_holds_a_line_is_one_line_of_ascii() -> None:
    seed = "\u2028\u2029\x85\r\x1c\udcff\U0001f5fa"
    lines = list(Journal(header("harbour", "hash", {"seed": seed}), [Entry("reds", "sail.step", seed)]).lines())
    assert all(line.isascii() and len(line.splitlines()) == 1 for line in lines)
    journal, damage = read_journal(lines)
    assert damage is None
    assert journal is not None
    assert journal.header["seed"] == journal.entries[0].answer == seed


DICE = """action gamble [1]
  open in sailing
  pick gambler(b: boat) where b.side is acting and b is not lit does:
    mark b as lit
  roll 2d6 as luck
  set b.crew to luck
"""
TWO = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}"


def played(game: Game) -> Game:
    players = {side: RandomPlayer(Chance(side)) for side in ("reds", "blues")}
    while not game.over:
        question = game.question
        if isinstance(question, Throw):
            game.throw()
        elif question is not None:
            game.put(players[question.side].answer(game))
    return game


def test_a_game_played_again_ends_in_the_same_state(begun: Callable[..., Game], sail: str) -> None:
    first = played(begun(sail + DICE, TWO))
    again = begun(sail + DICE, TWO)
    assert play_again(again, first.entries) is None
    assert again.over
    assert again.text() == first.text()
    assert again.entries == first.entries


def test_in_the_midst_of_a_pick_equal_games_are_told_alike_and_others_are_not(
    begun: Callable[..., Game], sail: str
) -> None:
    told = set()
    for answers in (("A-2", "B-3"), ("A-2", "B-3"), ("B-2", "B-3")):
        game = begun(sail, TWO)
        for text in ("sail", "ann", *answers):
            game.answer(game.meant(text))
        told.add(text_of(game))
    assert len(told) == 1, "two steps lead to the same hex for the same price"
    game.answer("done")
    assert text_of(game) not in told


def test_the_seed_goes_on_where_a_journal_ends(begun: Callable[..., Game]) -> None:
    first = begun(DICE, TWO)
    for text in ("gamble", "ann"):
        first.answer(first.meant(text))
    first.throw()
    half = begun(DICE, TWO)
    assert play_again(half, first.entries) is None
    for game in (first, half):
        for text in ("done", "gamble", "bob"):
            game.answer(game.meant(text))
    assert first.throw() == half.throw()


def test_a_journal_of_old_goes_on_with_its_row(begun: Callable[..., Game]) -> None:
    """Its throws are those of the row of numbers, wherever they are thrown."""
    game = begun(DICE, TWO)
    game.dice = DiceRow(game.seed)
    shown = []
    for text in ("gamble", "ann", "done", "gamble", "bob"):
        if isinstance(game.question, Throw):
            shown.append(game.throw())
        game.answer(game.meant(text))
    shown.append(game.throw())
    row = DiceRow(game.seed)
    assert shown == [row.throw(2, 6), row.throw(2, 6)]


def test_a_throw_at_which_the_law_stops_leaves_the_row_as_it_was(begun: Callable[..., Game]) -> None:
    """Whoever goes on with the journal later comes to the same throw."""
    falls = DiceRow("1").throw(2, 6)
    game = begun(DICE.replace("to luck", f"to rounded-down(1 / (luck - {falls}))"), TWO, seed="1")
    game.dice = DiceRow(game.seed)
    for text in ("gamble", "ann"):
        game.answer(game.meant(text))
    for _ in range(2):
        with pytest.raises(LawStop):
            game.throw()
    assert game.drawn() == falls


def test_what_is_thrown_in_a_game_beside_it_leaves_the_row_as_it_was(begun: Callable[..., Game]) -> None:
    game = begun(DICE, TWO)
    game.dice = DiceRow(game.seed)
    for text in ("gamble", "ann"):
        game.answer(game.meant(text))
    beside = game.at(game.stand)
    assert beside.throw() == game.throw() == DiceRow(game.seed).throw(2, 6)


def thrown_by(game: Game, *gamblers: str) -> list[int]:
    """What these boats throw, one after the other."""
    shown = []
    for name in gamblers:
        game.answer("gamble")
        game.answer(game.meant(name))
        shown.append(game.throw())
    return shown


def test_a_throw_more_leaves_what_others_throw(begun: Callable[..., Game]) -> None:
    pieces = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5}}"
    alone = [thrown_by(begun(DICE, pieces, seed=str(n)), "bob")[-1] for n in range(5)]
    after = [thrown_by(begun(DICE, pieces, seed=str(n)), "ann", "bob")[-1] for n in range(5)]
    assert alone == after
    assert len(set(alone)) > 1


def test_a_choice_by_chance_stays_when_another_answer_goes(begun: Callable[..., Game], sail: str) -> None:
    """A random player sails where it sailed before, wherever else a boat lies in the way now."""
    in_the_way = sail + "rule bar.taken [1]\n  forbids sail.step\n  when any boat w in there\n"

    def sails(**others: str) -> str:
        boats = ", ".join(f"{name}: {{kind: boat, at: {at}}}" for name, at in {"ann": "A-3", **others}.items())
        game = begun(in_the_way, f"{{{boats}}}")
        for text in ("sail", "ann"):
            game.answer(game.meant(text))
        return in_words(RandomPlayer(Chance("reds")).answer(game), game.position)

    around = {"A-2", "A-4", "B-2", "B-3"}
    chosen = sails()
    assert {sails(bob=other) for other in around - {chosen}} == {chosen}
    assert sails(bob=chosen) != chosen


def test_under_other_law_the_first_answer_that_differs_is_found(begun: Callable[..., Game], sail: str) -> None:
    first = begun(sail, TWO)
    for text in ("sail", "ann", "A-2", "A-3", "done"):
        first.answer(first.meant(text))
    other = begun(sail + "rule bar.two [2]\n  forbids sail.step\n  when b.spent >= 1\n", TWO)
    differs = play_again(other, first.entries)
    assert isinstance(differs, Differs)
    assert differs.number == 4
    assert differs.verdict is not None
    assert [r.rule.id for r in differs.verdict.refusals if r.rule] == ["bar.two"]


def test_where_the_game_asks_something_else_that_is_told(begun: Callable[..., Game], sail: str) -> None:
    game = begun(sail, TWO)
    differs: Any = play_again(game, [Entry("blues", "action", "sail")])
    assert differs.number == 1
    assert "reds: sail or done" in differs.message


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (Throw("luck", 2, 6), "luck, 2d6"),
        (Take("reds", ("sail", "moor")), "reds: sail, moor or done"),
        (Choose("reds", "sail.step", "there", False), "reds: sail.step"),
        (Choose("reds", "sail.step", "there", True), "reds: sail.step or done"),
    ],
)
def test_a_question_is_told_in_a_few_words(question: Any, told: str) -> None:
    assert in_short(question) == told
