"""A thing whose place one side alone sees is not there for the others, in what they see and in what they may do."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random

import pytest
from other_secrets import otherwise, told
from under_way import parts_of, text_of

from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Broken, Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import DONE, Choose

Begun = Callable[..., Game]
LAW = """thing boat also
  under: yes/no
thing lurker is a boat
  stands in hex, secret while under
thing mine
  stands in hex or lurker, secret
memory b: boat met c: boat
rule met.begins [1]
  after ram.struck
  begins b met c
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  let here be b.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(there) counted in b.spent does:
    if any boat c in there where c.side is not b.side:
      for each boat c in there where c.side is not b.side:
        clear under from c
      finish
    otherwise:
      move b to there
rule move.tired [1]
  forbids sail.step
  when b.spent >= b.range
rule bar.taken [1]
  forbids sail.step
  when any boat c where c.side is not b.side and c.hex is there
rule berth [1]
  for each boat b
  requires no boat c in b.hex where c.side is not b.side
fact toll(there: hex): fathoms
  otherwise 1
rule toll.crowd [1]
  when any boat c in there
  toll(there) is 2
action drift [1]
  open in sailing
  pick drifter(b: boat) where b.side is acting
  pick shore(there: hex) from neighbours(b.hex) where not there is off-board does:
    move b to there
action dive [1]
  open in sailing
  pick diver(b: lurker) where b.side is acting and b is not under does:
    mark b as under
action ram [1]
  open in sailing
  pick rammer(b: boat) where b.side is acting
  pick struck(c: boat) where c.side is not acting and c.hex adjacent-to b.hex does:
    set c.spent to 0
action spy [1]
  open in sailing
  pick spy(b: boat) where b.side is acting does:
    for each boat c where c.side is not b.side and distance(b.hex, c.hex) <= 2:
      reveal c.hex to b.side
"""
PIECES = """{ann: {kind: boat, side: reds, at: A-2, hold: tea}, jim: {kind: lurker, side: blues, at: A-3, hold: rum,
 under: yes}, tim: {kind: boat, side: blues, at: B-5, hold: tar}, mine: {kind: mine, at: B-1},
 keg: {kind: mine, in: jim}}"""


def answer(game: Game, *texts: str) -> None:
    for text in texts:
        game.answer(game.meant(text))


def names(game: Game, side: str) -> set[str]:
    return set(game.seen_by(side).things)


def test_it_is_not_there_for_others(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    assert names(game, "reds") == {"ann", "tim"}, "and with what hides goes what stands in it"
    assert names(game, "blues") == {"ann", "tim", "jim"}, "what has no side is seen by nobody"
    assert "ram" not in game.options(), "nobody is seen beside her"


@pytest.mark.parametrize(
    ("law", "piece", "chart"),
    [
        (LAW.replace("under: yes/no", "under: yes/no = yes"), "kind: lurker", "id,kind,source\n"),
        (LAW, "type: sub", "id,kind,under,source\nsub,lurker,yes,1\n"),
    ],
)
def test_it_hides_where_that_is_printed_or_goes_without_saying(begun: Begun, law: str, piece: str, chart: str) -> None:
    pieces = f"{{ann: {{kind: boat, side: reds, at: A-2}}, jim: {{{piece}, side: blues, at: A-3}}}}"
    game = begun(law, pieces, chart=chart)
    assert names(game, "reds") == {"ann"}
    assert names(game, "blues") == {"ann", "jim"}
    game.position.set(game.position.things["jim"], "under", False)
    assert names(game, "reds") == {"ann", "jim"}


def test_whose_it_is_says_its_side_whatever_else_is_called_an_owner(begun: Begun) -> None:
    law = LAW.replace("  under: yes/no\n", "  under: yes/no\n  owner: boat or none\n")
    game = begun(law, PIECES.replace("under: yes}", "under: yes, owner: ann}"))
    assert names(game, "reds") == {"ann", "tim"}
    assert names(game, "blues") == {"ann", "tim", "jim"}


def test_who_cannot_see_it_may_enter_and_the_law_says_what_then_happens(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    answer(game, "sail", "ann")
    there = game.meant("A-3")
    assert game.judge(there).allowed
    assert game.prices([there]) == {there: 1}, "the price is that of an empty hex"
    assert game.undoable == 2
    game.answer(there)
    assert not game.undoable, "a side that came upon something does not take it back"
    ann, jim = game.position.things["ann"], game.position.things["jim"]
    assert game.position.map is not None
    assert game.position.hex_of(ann) == game.position.map.find("A-2")
    assert game.position.value(ann, "spent") == 2, "what it costs is found by entering"
    assert names(game, "reds") == {"ann", "tim", "jim"}
    assert game.seen_by("reds").hex_of(jim) == there


def test_law_that_does_what_it_forbids_stops_the_game_and_leaves_it_as_it_was(begun: Begun) -> None:
    """Nothing is refused beforehand: where the law does not say what a mover meets, the requirement does."""
    game = begun(LAW, PIECES)
    answer(game, "drift", "ann")
    before = text_of(game)
    assert game.allows(game.meant("A-3"))
    with pytest.raises(Broken):
        game.put(game.meant("A-3"))
    assert text_of(game) == before


def test_what_was_shown_is_seen_until_it_stands_elsewhere(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    answer(game, "spy", "ann")
    assert "jim.place to reds" in game.text()
    assert names(game, "reds") >= {"jim"}
    assert not game.undoable, "a secret was told"
    answer(game, DONE, "sail", "jim", "A-4")
    assert names(game, "reds") == {"ann", "tim"}
    assert " to reds" not in game.text()


def test_others_do_not_read_what_is_done_with_it(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    answer(game, DONE, "sail", "jim", "A-4", DONE, "sail", "tim", "B-4")
    read = [(e.answer, game.may_read(e, "reds"), game.may_read(e, "blues")) for e in game.entries]
    assert read == [
        ("done", True, True), ("sail", True, True), ("jim", False, True), ("A-4", False, True), ("done", False, True),
        ("sail", True, True), ("tim", True, True), ("B-4", True, True),
    ]  # fmt: skip
    assert all(game.may_read(entry, None) for entry in game.entries)


def test_others_do_not_read_where_it_goes_into_hiding(begun: Begun) -> None:
    """Of a piece that all have seen before, as at a hidden set-up: the answer itself takes it out of sight."""
    law = f"""{LAW}action hide [1]
  open in sailing
  pick hider(b: lurker) where b.side is acting and b is not under
  pick den(there: hex) from neighbours(b.hex) does:
    mark b as under
    move b to there
"""
    game = begun(law, PIECES.replace(", hold: rum,\n under: yes", ", hold: rum"))
    answer(game, DONE, "hide", "jim", "A-4")
    read = [(entry.answer, game.may_read(entry, "reds")) for entry in game.entries[1:]]
    assert read == [("hide", True), ("jim", True), ("A-4", False)]


def test_what_an_answer_brings_to_light_is_no_secret_any_more(begun: Begun) -> None:
    """As a card that is played face up. Who began to do it stays what the others did not see then."""
    law = f"""{LAW}action surface [1]
  open in sailing
  pick surfacing(b: lurker) where b.side is acting and b is under does:
    clear under from b
"""
    game = begun(law, PIECES)
    answer(game, DONE, "sail", "jim", "A-4", DONE, "surface", "jim")
    read = [(entry.answer, game.may_read(entry, "reds")) for entry in game.entries[1:]]
    assert read[:3] == [("sail", True), ("jim", False), ("A-4", False)]
    assert read[-2:] == [("surface", True), ("jim", True)]


def test_nothing_is_remembered_of_what_is_not_seen(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    answer(game, "spy", "ann", "ram", "ann", "jim", DONE)
    about = [of for name, of in game.seen_by("reds").remembered if name == "met"]
    assert [str(thing) for thing in about[0]] == ["ann", "jim"]
    answer(game, "sail", "jim", "A-4", DONE)
    assert not [name for name, _ in game.seen_by("reds").remembered if name == "met"]


@pytest.mark.parametrize("seed", ["a", "b"])
def test_where_it_is_changes_nothing_that_others_see_or_programs_choose(begun: Begun, seed: str) -> None:
    game, rng = begun(LAW, PIECES, seed=seed, more="worth: count(boat b where b.side is side)\n"), Random(seed)
    compared = differing = 0
    while not game.over and compared < 40:
        question = game.question
        assert question is not None
        for side in ("reds", "blues"):
            other = otherwise(game, side, rng)
            assert told(other, side) == told(game, side), (side, question, game.entries)
            differing += text_of(other) != text_of(game)
            compared += 1
            if question.side == side and compared % 5 == 0:
                chosen = [RandomPlayer(Chance(seed)).answer(copied) for copied in (copy(game), copy(other))]
                assert chosen[0] == chosen[1]
        going_on = [option for option in game.options() if option != DONE or isinstance(question, Choose)]
        for option in [*rng.sample(going_on, len(going_on)), DONE]:
            try:
                game.put(option)
            except Broken:
                continue
            break
    assert differing > compared // 3, "otherwise nothing was tried"


def test_judged_on_the_game_itself_a_pick_tells_where_it_is(
    begun: Begun, look_at_the_truth: Callable[[], None]
) -> None:
    """The comparison of the test above finds a game that looks at the truth."""
    for is_leaking in (False, True):
        game = begun(LAW, PIECES)
        if is_leaking:
            look_at_the_truth()
        answer(game, "sail", "ann")
        others = [otherwise(game, "reds", Random(str(seed))) for seed in range(20)]
        assert any(told(other, "reds") != told(game, "reds") for other in others) == is_leaking


def test_a_view_holds_nothing_of_it_in_what_is_under_way(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    answer(game, DONE, "sail", "jim", "A-4")
    assert any("jim" in part for part in parts_of(game)), "it is under way"
    assert "jim" in game.text("blues"), "its own side sees it"
    assert "jim" not in game.text("reds")
