"""Several players of a side: who answers what, who may take back what, who sits where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from under_way import text_of

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.compiler.workspace.seats import by_side, names_of, players_of
from hexlaw.runtime.law.stops import Hole
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal, header, read_journal
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.play.seating import seats

Begun = Callable[..., Game]
LAW = """choice rank in order
  none-at-all, low, high
thing player
  side: side
  rank: rank = none-at-all
  knows: whole = 0 secret
thing boat also
  player: player or none
  marked: whole = 0
rule player-of.highest [1]
  when any player p where p.side is s and p.rank > none-at-all
  player-of(s) is whichever q in (those player p where p.side is s) gives most q.rank
action allot [1]
  open in council
  pick which(b: boat) where b.side is acting and b.player is none
  pick taker(p: player) where p.side is acting does:
    set b.player to p
action mark [1]
  open in turns
  pick marked(b: boat) where b.player is game.player and b.marked = 0
  set b.marked to 1
  offer cheer(b) to acting
  for each boat other where other.side is not acting:
    if other.player is none:
      offer jeer(b) to other.side
    otherwise:
      offer jeer(b) to other.player
action cheer(x: boat) [1]
  pick cheerer(b: boat) where b.side is acting
  set b.marked to 2
action jeer(x: boat) [1]
  pick jeerer(b: boat) where b.side is acting
  set b.marked to 3
"""
SEQUENCE = """sequence game also
  before tide:
    phase council by reds
    phase turns for each player p where p.side is reds by p
"""
PIECES = """{king: {kind: player, rank: low, side: reds}, duke: {kind: player, rank: high, side: reds},
  pawn: {kind: player, side: blues}, fool: {kind: player, side: blues},
  ann: {kind: boat, at: A-1}, bob: {kind: boat, at: A-2}, cat: {kind: boat, at: B-5, side: blues}}"""


@pytest.fixture
def game(begun: Begun) -> Game:
    return begun(LAW, PIECES, sequence=SEQUENCE, more="worth: sum(b.marked for boat b where b.side is side)\n")


def say(game: Game, *answers: str) -> None:
    for answer in answers:
        meant = game.meant(answer)
        assert meant is not None, answer
        game.answer(meant)


def who(game: Game) -> str:
    assert isinstance(game.question, Take | Choose)
    return game.question.who


def test_the_players_of_each_side_are_seated_in_the_order_in_which_they_came(game: Game) -> None:
    assert seats(game.position) == {"king": "reds", "duke": "reds", "pawn": "blues", "fool": "blues"}


def test_a_side_without_players_is_its_own_player(begun: Begun) -> None:
    pieces = PIECES.replace("pawn: {kind: player, side: blues}, fool: {kind: player, side: blues},", "")
    game = begun(LAW, pieces, sequence=SEQUENCE)
    assert seats(game.position) == {"king": "reds", "duke": "reds", "blues": "blues"}
    say(game, "allot", "ann", "king", DONE, "mark", "ann", DONE)
    assert who(game) == "blues"
    assert isinstance(game.question, Take)
    assert game.question.player == ""


def test_whom_the_law_names_answers_for_a_side(game: Game) -> None:
    """The duke is the higher; of the blues nobody has a rank, so the first of them answers."""
    assert who(game) == "duke"
    say(game, "allot", "ann", "king", DONE)
    assert who(game) == "king"
    say(game, "mark", "ann", DONE)
    assert who(game) == "pawn"


def test_what_is_offered_to_the_acting_side_is_offered_to_who_acts(game: Game) -> None:
    say(game, "allot", "ann", "king", DONE, "mark", "ann")
    assert who(game) == "king", "and not to the duke, who answers for the side elsewhere"
    say(game, "cheer")
    assert who(game) == "king"


def test_what_is_offered_to_a_player_is_offered_to_nobody_else(begun: Begun) -> None:
    pieces = PIECES.replace("cat: {kind: boat, at: B-5", "cat: {kind: boat, at: B-5, player: fool")
    game = begun(LAW, pieces, sequence=SEQUENCE)
    say(game, "allot", "ann", "king", DONE, "mark", "ann", DONE)
    assert who(game) == "fool"
    say(game, "jeer")
    assert game.position.value(GAME, "player") == game.position.things["fool"]
    say(game, "cat")
    assert who(game) == "king"
    assert game.position.value(GAME, "player") == game.position.things["king"]


@pytest.mark.parametrize(("acting", "expected"), [("reds", 0), ("king", 1)])
def test_who_answers_takes_no_action_where_an_effect_is_tried(bench: Any, acting: str, expected: int) -> None:
    """The duke would answer for the reds, but has not taken any action."""
    sides = "choice side\n  reds, blues\nthing boat also\n  side: side = reds\n"
    parts = "sequence game [1]\n  phase council\n  phase turns\n"
    tell = "effect tell(b: boat) [1]:\n  if game.player is not none:\n    set b.marked to 1\n"
    given = bench.ask(
        bench.compiled(sides + parts + LAW + tell),
        "after tell(ann): ann.marked",
        pieces=PIECES,
        more=f"    acting: {acting}\n",
    )
    assert given.stop is None
    assert {c.outcome: c.chance for c in given.chances} == {expected: 1}


def test_a_player_has_what_was_allotted_to_him_alone(game: Game) -> None:
    say(game, "allot", "ann", "king", "allot", "bob", "duke", DONE, "mark")
    assert game.options() == [game.position.things["ann"]]


def test_an_answer_is_taken_back_until_another_player_has_decided(game: Game) -> None:
    say(game, "allot", "ann", "king", "allot", "bob", "duke")
    assert game.undoable == 6
    say(game, DONE)
    assert who(game) == "king"
    assert not game.undoable


def test_a_player_of_another_side_does_not_answer(begun: Begun) -> None:
    wrong = LAW.replace("those player p where p.side is s)", "those player p where p.side is not s)")
    with pytest.raises(Hole, match="is of another side"):
        begun(wrong, PIECES, sequence=SEQUENCE)


def test_a_journal_says_which_player_answered(game: Game, begun: Begun) -> None:
    say(game, "allot", "ann", "king", DONE, "mark", "ann", DONE, DONE)
    journal = Journal(header("bay", "0", {}), list(game.entries))
    read, damage = read_journal(journal.lines())
    assert damage is None
    assert read is not None
    assert read.entries == game.entries
    assert [entry.who for entry in read.entries[:5]] == ["duke", "duke", "duke", "duke", "king"]
    again = begun(LAW, PIECES, sequence=SEQUENCE)
    assert play_again(again, read.entries) is None
    assert text_of(again) == text_of(game)


def test_another_player_than_the_journal_has_is_told(begun: Begun) -> None:
    differs = play_again(begun(LAW, PIECES, sequence=SEQUENCE), [Entry("reds", "action", "allot", player="king")])
    assert differs is not None
    assert "duke: allot or done" in differs.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy", ["greedy", "greedy", "greedy", "greedy"]),
        ("greedy,random", ["greedy", "greedy", "random", "random"]),
        ("greedy,random,greedy:9,random", ["greedy", "random", "greedy:9", "random"]),
        ("duke=greedy,blues=greedy:9", ["random", "greedy", "greedy:9", "greedy:9"]),
    ],
)
def test_programs_are_seated_by_player_or_by_side(game: Game, text: str, expected: list[str]) -> None:
    named = names_of(text, game)
    assert list(named.values()) == expected
    assert by_side(named, game)["reds"] == f"king {expected[0]}, duke {expected[1]}"


def test_too_few_programs_are_refused(game: Game) -> None:
    with pytest.raises(Refused, match="names 3 players for 4 players of 2 sides: king, duke, pawn, fool"):
        names_of("greedy,random,greedy", game)


@pytest.mark.parametrize("names", ["random", "greedy", "greedy:40", "king=greedy,duke=random"])
def test_every_program_plays(game: Game, names: str) -> None:
    play_out(game, players_of(names, game, "a"), 400)
    answered = {entry.player for entry in game.entries if entry.side == "reds"}
    assert answered <= {"king", "duke"}
