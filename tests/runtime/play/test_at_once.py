"""Parts that sides run at once: nobody knows what others do in it until all are done, and then all of it holds."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random

import pytest
from other_secrets import otherwise, told
from under_way import text_of

from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Broken, Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import DONE, Take, Throw
from hexlaw.runtime.play.replay import play_again

Begun = Callable[..., Game]
SEQUENCE = """sequence game also
  before tide:
    phase together for each s in {reds, blues} by s at once:
      phase plots
    phase looks by reds
"""
LAW = """thing game also
  last: text = ""
  spare: whole = 3
thing float
  stands in hex
  by: side or none
thing boat also
  plan: hex or none
  marked: yes/no lasting until end of day
order leg
  falls due in sailing
  ship: boat
memory b: boat plotted
tally legs(b: boat): whole
action plot [1]
  open in plots
  pick ship(b: boat) where b.side is acting and b.plan is none
  pick aim(h: hex) from neighbours(b.hex) where not h is off-board
  set b.plan to h
  set game.last to b.hold
  mark b as marked
  write leg(ship = b) as made
  place float in h as marker
  set marker.by to b.side
rule plotted.begins [1]
  after plot.aim
  begins b plotted
rule plotted.counted [1]
  after plot.aim
  counts 1 towards legs(b)
rule plot.taken [1]
  forbids plot.aim
  when any boat c where c.plan is h
  says "somebody goes there"
rule plot.crowd [1]
  forbids plot.ship
  when count(leg o) >= 2
action warp [1]
  open in plots
  pick warped(b: boat) where b.side is acting
  pick berth(h: hex) from neighbours(b.hex) where not h is off-board
  move b to h
rule berth [1]
  for each boat b
  requires no boat c in b.hex where c.side is not b.side
  says "{b} is not alone"
action peek [1]
  open in plots, looks
  pick peeker(b: boat) where b.side is acting does:
    roll 1d6 as luck
    clear marked from b
action sink [1]
  open in plots
  pick sunk(b: boat) where b.side is not acting
  remove b
"""
SEAL = """action seal [1]
  open in seals
  pick sealer(b: boat) where b is not b
rule seals.stay [1]
  forbids seals.done
"""
PIECES = """{ann: {kind: boat, side: reds, at: A-2, hold: tea}, tim: {kind: boat, side: reds, at: A-5, hold: tin},
 bob: {kind: boat, side: blues, at: A-4, hold: rum}, jim: {kind: boat, side: blues, at: B-1, hold: tar}}"""


@pytest.fixture
def game(begun: Begun) -> Game:
    return begun(LAW, PIECES, sequence=SEQUENCE)


def answer(game: Game, *texts: str) -> None:
    for text in texts:
        game.answer(game.meant(text))


def value(game: Game, name: str, attribute: str) -> object:
    position = game.position
    found = position.value(position.things[name], attribute)
    return position.map.name_of(found) if attribute == "plan" and found is not None and position.map else found


def running_out(game: Game) -> set[str]:
    """What falls back at some edge, as in `bob.marked`."""
    return {cell for cell, until, _ in (line.partition(" until ") for line in game.text().split("\n")) if until}


def test_nothing_of_the_others_is_known_until_all_are_done(game: Game) -> None:
    answer(game, "plot", "ann", "A-3")
    assert value(game, "ann", "plan") == "A-3"
    answer(game, DONE)
    question = game.question
    assert isinstance(question, Take)
    assert question.side == "blues"
    assert value(game, "ann", "plan") is None, "they answer as if they were alone"
    assert not [thing for thing in game.position.things.values() if thing.kind in ("leg", "float")]
    assert game.position.tallied == {}
    answer(game, "plot", "bob", "A-3")
    assert game.seen_by("reds").value(game.position.things["bob"], "plan") is None
    assert value(game, "bob", "plan") == "A-3"
    answer(game, DONE)
    assert (value(game, "ann", "plan"), value(game, "bob", "plan")) == ("A-3", "A-3"), "what was legal then is done"
    assert {"leg-1", "leg-2", "float-1", "float-2"} <= set(game.position.things)
    assert {str(value(game, f"leg-{n}", "owner")) for n in (1, 2)} == {"reds", "blues"}
    assert str(value(game, "leg-2", "ship")) == "bob"
    assert [value(game, f"float-{n}", "by") for n in (1, 2)] == ["reds", "blues"]
    bob = game.position.things["bob"]
    assert ("plotted", (bob,)) in game.position.remembered
    assert game.position.tallied["legs", (bob,)] == 1
    assert "bob.marked" in running_out(game)


def test_a_side_goes_on_knowing_its_own(game: Game) -> None:
    answer(game, "plot", "ann", "A-3", DONE)
    ann = game.position.things["ann"]
    assert game.seen_by("reds").value(ann, "plan") is not None
    assert game.seen_by("blues").value(ann, "plan") is None


def test_of_what_both_have_set_the_later_has_the_last_word(game: Game) -> None:
    answer(game, "plot", "ann", "A-3", DONE, "plot", "bob", "A-3", DONE)
    assert game.position.value(Thing("game", "game"), "last") == "rum"


def test_what_one_takes_out_another_cannot_change(game: Game) -> None:
    answer(game, "sink", "bob", DONE, "plot", "bob", "A-3", DONE)
    assert "bob" not in game.position.things
    assert game.position.value(Thing("game", "game"), "last") == "rum", "what else was done is done"


def test_nothing_is_kept_of_what_another_has_taken_out(game: Game) -> None:
    """A thing that is made later may have its name."""
    bob = game.position.things["bob"]
    answer(game, "sink", "bob", DONE, "plot", "bob", "A-3")
    assert ("plotted", (bob,)) in game.position.remembered
    answer(game, DONE)
    assert "bob" not in game.position.things
    assert game.position.remembered == set()
    assert game.position.tallied == {}
    assert not [cell for cell in running_out(game) if cell.startswith("bob.")]


def test_what_is_set_of_new_things_runs_out_for_all_of_them(begun: Begun) -> None:
    """Each side calls its own `float-1`, until all come together."""
    fresh = LAW.replace("  by: side or none\n", "  by: side or none\n  fresh: yes/no lasting until end of day\n")
    game = begun(fresh.replace("  set marker.by", "  mark marker as fresh\n  set marker.by"), PIECES, sequence=SEQUENCE)
    answer(game, "plot", "ann", "A-3", DONE, "plot", "bob", "A-3", DONE)
    assert {cell for cell in running_out(game) if cell.endswith(".fresh")} == {"float-1.fresh", "float-2.fresh"}


def test_what_all_that_was_done_breaks_stops_the_game(game: Game) -> None:
    """Nobody could foresee it, so it is not refused: where sides can meet, law has them write orders."""
    answer(game, "warp", "ann", "A-3", DONE, "warp", "bob", "A-3")
    assert game.allows(DONE)
    with pytest.raises(Broken):
        game.put(DONE)


def test_dice_fall_for_each_by_itself(game: Game) -> None:
    answer(game, "peek", "ann")
    assert isinstance(game.question, Throw)
    game.throw()
    answer(game, DONE, "peek", "bob")
    assert isinstance(game.question, Throw)


def test_the_log_tells_it_when_all_are_done(game: Game) -> None:
    answer(game, "plot", "ann", "A-3", "plot", "tim", "A-4", DONE)

    assert heard(game, "blues") == ["reds: (in secret)"]
    assert heard(game, "reds") == ["reds: plot ann, aim A-3", "reds: plot tim, aim A-4", "reds: done"]
    answer(game, DONE)
    assert heard(game, "blues")[:2] == heard(game, "reds")[:2] == ["reds: plot ann, aim A-3", "reds: plot tim, aim A-4"]


def heard(game: Game, side: str) -> list[str]:
    screen = Screen(game, Style(), {}, side)
    return [*log_lines([screen.redacted(entry) for entry in game.entries])]


def test_what_came_to_an_end_by_itself_opens_nothing(begun: Begun) -> None:
    """The phase in which nobody may be done, and nothing can be done, ends by itself in each side's share."""
    game = begun(LAW + SEAL, PIECES, sequence=SEQUENCE.replace("phase plots\n", "phase plots\n      phase seals\n"))
    answer(game, "plot", "ann", "A-3", DONE)
    assert [entry.asked for entry in game.entries if entry.lapsed] == ["seals"]
    assert heard(game, "blues") == ["reds: (in secret)"]
    answer(game, "plot", "bob", "A-3", DONE)
    assert "reds: plot ann, aim A-3" in heard(game, "blues")


def test_what_was_done_at_once_is_open_while_all_do_something_at_once_again(begun: Begun) -> None:
    again = "    phase once-more for each s in {blues, reds} by s at once:\n      phase warps\n"
    law = LAW.replace("action warp [1]\n  open in plots", "action warp [1]\n  open in warps")
    game = begun(law, PIECES, sequence=SEQUENCE.replace("    phase looks", f"{again}    phase looks"))
    answer(game, "plot", "ann", "A-3", DONE, "plot", "bob", "A-3", DONE)
    assert game.question is not None
    assert {"reds: plot ann, aim A-3", "blues: plot bob, aim A-3"} <= {*heard(game, "reds"), *heard(game, "blues")}
    assert not game.undoable, "blues has been told what reds did"
    answer(game, "warp", "bob", "A-3")
    assert "blues: plot bob, aim A-3" in heard(game, "reds")
    assert "blues: (in secret)" in heard(game, "reds")


def test_answers_can_be_taken_back_until_a_side_is_done(game: Game) -> None:
    answer(game, "plot", "ann", "A-3")
    before = text_of(game)
    answer(game, "plot")
    game.undo()
    assert text_of(game) == before
    answer(game, DONE)
    assert not game.undoable
    answer(game, "plot")
    assert game.undoable


def test_a_journal_is_played_again(begun: Begun, game: Game) -> None:
    answer(game, "plot", "ann", "A-3", DONE, "plot", "bob", "A-3", DONE)
    again = begun(LAW, PIECES, sequence=SEQUENCE)
    assert play_again(again, game.entries) is None
    assert text_of(again) == text_of(game)


def test_whoever_looks_ahead_comes_as_far_as_all_are_done(game: Game) -> None:
    answer(game, "plot", "ann", "A-3", DONE)
    assert game.foreseen(DONE).question is None


@pytest.mark.parametrize("seed", ["a", "b"])
def test_what_others_have_answered_changes_nothing_that_a_side_sees_or_a_program_chooses(
    begun: Begun, seed: str
) -> None:
    game = begun(LAW, PIECES, sequence=SEQUENCE, seed=seed, more="worth: count(boat b where b.side is side)\n")
    rng, differing = Random(seed), 0
    while not game.over and len(game.entries) < 30:
        question = game.question
        if isinstance(question, Throw):
            game.throw()
            continue
        assert question is not None
        other = otherwise(game, question.side, rng)
        assert told(other, question.side) == told(game, question.side), (question, game.entries)
        chosen = [RandomPlayer(Chance(seed)).answer(copied) for copied in (copy(game), copy(other))]
        assert chosen[0] == chosen[1]
        differing += text_of(other) != text_of(game)
        for option in rng.sample(game.options(), len(game.options())):
            try:
                game.put(option)
            except Broken:
                continue
            break
    assert differing > 2, "otherwise nothing was tried"


SIGHTED = """memory w: boat sighted b: boat
action hail [1]
  open in plots
  pick hailer(b: boat) where b.side is acting
rule sighted.begins [1]
  after hail.hailer
  when w.side is not b.side and distance(w.hex, b.hex) <= 2
  begins w sighted b
rule sighted.lost [1]
  lapses w sighted b
  when distance(w.hex, b.hex) > 2
"""


def test_what_ends_a_memory_only_when_all_come_together_ends_it_then(begun: Begun) -> None:
    """Neither side sees what the other does, and so neither can see it end."""
    game = begun(LAW + SIGHTED, PIECES, sequence=SEQUENCE)
    answer(game, "hail", "ann")
    sighted = {w.name for _, (w, _) in game.position.remembered}
    assert sighted == {"bob", "jim"}
    answer(game, DONE, "warp", "bob", "B-5", DONE)
    assert {w.name for _, (w, _) in game.position.remembered} == {"jim"}


def test_how_it_stands_is_told_as_the_side_sees_it_that_looks(begun: Begun) -> None:
    """Also while another decides: reds decides where all begins, and blues looks."""
    tells = 'tells:\n  tea of reds: count(boat b where b.side is reds and b.hold is "tea")\n  boats: count(boat b)\n'
    game = begun(LAW, PIECES, sequence=SEQUENCE, more=tells)
    assert [*Screen(game, Style(), {}, "reds").score()] == ["tea of reds: 1", "boats: 4"]
    assert [*Screen(game, Style(), {}, "blues").score()] == ["boats: 4"], "what reds has loaded is a secret"
