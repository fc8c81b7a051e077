"""A game from question to question: what can be answered, what is refused and leaves no trace, what can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.law.stops import Conflict, Exhausted, Hole
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.game import AnswerRefused, Game
from hexlaw.runtime.play.questions import DONE, Choose, Take, Throw
from hexlaw.runtime.words import in_words

Begun = Callable[..., Game]
TWO = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}"


def say(game: Game, *answers: str) -> None:
    for text in answers:
        answer = game.meant(text)
        assert answer is not None, text
        game.answer(answer)


def shown(game: Game) -> set[str]:
    return {in_words(option, game.position) for option in game.options()}


def test_the_side_that_acts_is_asked_what_it_does(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    assert game.question == Take("reds", ("sail",))
    say(game, "sail")
    assert game.question == Choose("reds", "sail.skipper", "b", may_end=False)
    assert shown(game) == {"ann"}


def test_a_game_goes_through_all_its_parts_and_ends(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    sides = []
    while not game.over:
        assert isinstance(game.question, Take)
        sides.append((game.position.value(GAME, "day"), game.question.side))
        say(game, DONE)
    assert sides == [(1, "reds"), (1, "blues"), (2, "reds"), (2, "blues")]
    assert game.question is None


def test_a_pick_is_made_at_least_once_and_then_until_done(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    say(game, "sail", "ann")
    assert DONE not in game.options()
    say(game, "A-2")
    assert DONE in game.options()
    say(game, "A-3", "A-4", "A-5", DONE)
    assert isinstance(game.question, Take)


def test_what_cannot_be_completed_is_no_option(begun: Begun, sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1, spent: 4}, tim: {kind: boat, at: A-3}}")
    say(game, "sail")
    assert shown(game) == {"tim"}
    with pytest.raises(AnswerRefused) as refused:
        say(game, "ann")
    assert refused.value.verdict.refusals[0].how == "no way on"


def test_an_action_that_nobody_can_complete_is_no_option(begun: Begun, sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1, spent: 4}}")
    assert game.options() == [DONE]


def test_a_refusal_names_its_rule_and_leaves_the_game_as_it_was(begun: Begun, sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1, range: 1}}")
    say(game, "sail", "ann", "A-2")
    before = game.text()
    with pytest.raises(AnswerRefused) as refused:
        say(game, "A-3")
    assert [r.rule.id for r in refused.value.verdict.refusals if r.rule] == ["move.tired"]
    assert game.text() == before
    assert len(game.entries) == 3


@pytest.mark.parametrize("there", ["A-3", "A-5"])
def test_what_was_answered_elsewhere_counts_though_it_is_forbidden_or_nowhere_near(
    begun: Begun, sail: str, there: str
) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1, range: 1}}")
    say(game, "sail", "ann", "A-2")
    hex_ = game.meant(there)
    assert not game.allows(hex_)
    game.put(hex_)
    assert game.position.places[game.position.things["ann"]] == hex_
    assert game.entries[-1].answer == there


def test_where_a_game_stands_is_told_of_another_one_that_begins_there(begun: Begun, sail: str) -> None:
    """Also where nothing is taken back, and nobody has read it before."""
    game = begun(sail, "{ann: {kind: boat, at: A-1, range: 1}}")
    game.takes_back = False
    say(game, "sail", "ann")
    other = game.at(game.stand)
    say(other, "A-2")
    assert [entry.answer for entry in other.entries] == ["sail", "ann", "A-2"]
    assert len(game.entries) == 2
    assert other.position.places != game.position.places


RESTS = """rule berth.one [1]
  forbids done
  for each h in hexes
  when count(boat v in h) > 1
"""


def test_one_may_pass_where_one_may_not_rest_but_only_with_a_way_on(begun: Begun, sail: str) -> None:
    pieces = "{{ann: {{kind: boat, at: A-1, range: {range}}}, tim: {{kind: boat, at: A-2, spent: 4}}}}"
    game = begun(sail + RESTS, pieces.format(range=2))
    say(game, "sail", "ann", "A-2")
    assert DONE not in game.options(), "two boats would lie there"
    say(game, "A-3", DONE)
    blocked = begun(sail + RESTS, pieces.format(range=1))
    say(blocked, "sail", "ann")
    with pytest.raises(AnswerRefused) as refused:
        say(blocked, "A-2")
    assert [r.rule.id for r in refused.value.verdict.refusals if r.rule] == ["berth.one"]


def test_answers_can_be_taken_back_until_somebody_else_decides(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    start = game.text()
    say(game, "sail", "ann", "A-2")
    for _ in range(3):
        game.undo()
    assert game.text() == start
    assert game.entries == []
    assert not game.undoable
    say(game, DONE)
    assert isinstance(game.question, Take)
    assert game.question.side == "blues"
    assert not game.undoable


DICE = """action gamble [1]
  open in sailing
  pick gambler(b: boat) where b.side is acting and b is not lit does:
    mark b as lit
  roll 2d6 as luck
  set b.crew to luck
"""


def test_dice_fall_as_the_seed_has_it_and_cannot_be_taken_back(begun: Begun) -> None:
    thrown = []
    for _ in range(2):
        game = begun(DICE, TWO, seed="spring")
        say(game, "gamble", "ann")
        assert game.question == Throw("luck", 2, 6)
        thrown.append(game.throw())
        assert not game.undoable
        assert game.position.value(game.position.things["ann"], "crew") == thrown[-1]
    assert thrown[0] == thrown[1]
    assert 2 <= thrown[0] <= 12


def test_a_throw_is_answered_by_what_the_dice_can_show(begun: Begun) -> None:
    game = begun(DICE, TWO)
    say(game, "gamble", "ann")
    with pytest.raises(AnswerRefused):
        game.answer(13)
    game.answer(12)


# ---- what stops a game


def test_hooks_of_one_moment_that_write_one_thing_differently_stop_the_game(begun: Begun, sail: str) -> None:
    hooks = """effect paint-it(b: boat, p: paint) [1]:
  set b.paint to p
rule after.first [1]
  after sail.step
  when b.spent = 2
  then:
    do paint-it(b, blue)
rule after.second [1]
  after sail.step
  when b.spent = 2
  then:
    do paint-it(b, red)
"""
    game = begun(sail + hooks, TWO)
    say(game, "sail", "ann", "A-2")
    before = game.text()
    with pytest.raises(Conflict) as stop:
        game.answer(game.meant("A-3"))
    assert {rule.id for rule in stop.value.rules} == {"after.first", "after.second"}
    assert game.text() == before


def test_hooks_of_one_moment_that_move_one_thing_to_two_places_stop_the_game(begun: Begun, sail: str) -> None:
    hooks = """rule after.ashore [1]
  after sail.step
  when b.spent = 2
  then:
    move b to none
rule after.back [1]
  after sail.step
  when b.spent = 2
  then:
    move b to there
"""
    game = begun(sail + hooks, TWO)
    say(game, "sail", "ann", "A-2")
    with pytest.raises(Conflict) as stop:
        game.answer(game.meant("A-3"))
    assert {rule.id for rule in stop.value.rules} == {"after.ashore", "after.back"}
    ordered = hooks.replace(
        "rule after.back [1]\n  after sail.step", "rule after.back [1]\n  after sail.step\n  follows after.ashore"
    )
    game = begun(sail + ordered, TWO)
    say(game, "sail", "ann", "A-2", "A-3")
    assert str(game.position.hex_of(game.position.things["ann"])) == str(game.position.map.find("A-3"))  # type: ignore[union-attr]


def test_with_an_order_they_do_not(begun: Begun, sail: str) -> None:
    hooks = """effect paint-it(b: boat, p: paint) [1]:
  set b.paint to p
rule after.red [1]
  after sail.step
  follows after.blue
  then:
    do paint-it(b, red)
rule after.blue [1]
  after sail.step
  then:
    do paint-it(b, blue)
"""
    game = begun(sail + hooks, "{ann: {kind: boat, at: A-1, paint: blue}}")
    say(game, "sail", "ann", "A-2")
    assert game.position.value(game.position.things["ann"], "paint") == "red"


def test_a_stretch_that_repeats_and_changes_nothing_stops_the_game(begun: Begun) -> None:
    law = """sequence game also
  after tide:
    phase waiting while game.day > 0:
      phase nothing-happens
"""
    with pytest.raises(Exhausted, match="nothing changes") as stopped:
        begun(law, TWO)
    assert stopped.value.help == "`while game.day > 0` still holds, and nothing that is done in it can end that"


def test_a_hook_on_a_part_that_was_put_beside_another_knows_whose_it_is(begun: Begun, sail: str) -> None:
    law = """sequence game also
  before sailing:
    phase waking
rule waking.theirs [1]
  at the end of waking
  then:
    for each boat b where b.side is s:
      set b.paint to blue
"""
    game = begun(sail + law, "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}")
    assert [game.position.value(game.position.things[name], "paint") for name in ("ann", "bob")] == ["blue", "red"]


def test_a_part_is_played_for_whom_the_parts_around_it_call(begun: Begun, sail: str) -> None:
    law = """thing game also
  called: whole = 0
sequence game also
  around tide:
    phase calling while game.called < 3:
      set game.called to game.called + 1
      phase tide for each s in {blues} if game.called /= 2
rule asked.counts [1]
  at the end of sailing
  then:
    for each boat b where b.side is s:
      set b.paint to blue
"""
    game = begun(sail + law, "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}")
    asked = []
    while game.question is not None and len(asked) < 3 and game.position.value(GAME, "day") == 1:
        asked.append((game.position.value(GAME, "called"), game.question.side))
        game.answer(DONE)
    assert asked == [(1, "blues"), (3, "blues")]
    assert [game.position.value(game.position.things[name], "paint") for name in ("ann", "bob")] == ["red", "blue"]


def test_a_hook_in_a_part_knows_what_the_parts_around_it_are_for(begun: Begun, sail: str) -> None:
    law = """sequence game also
  around tide:
    phase calling for each boat w:
      phase tide for each s in {w.side}
rule asked.counts [1]
  at the end of sailing
  then:
    set w.paint to blue
"""
    game = begun(sail + law, "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}")
    ann, bob = (game.position.things[name] for name in ("ann", "bob"))
    assert game.question.side == "reds"
    game.answer(DONE)
    assert (game.position.value(ann, "paint"), game.position.value(bob, "paint")) == ("blue", "red")
    assert game.question.side == "blues"
    game.answer(DONE)
    assert game.position.value(bob, "paint") == "blue"


def test_to_return_to_a_point_that_was_not_passed_stops_the_game(begun: Begun) -> None:
    law = """action tack [1]
  open in sailing
  pick tacker(b: boat)
  pick other(c: boat)
  point quay keeps place of b
  return c to quay
"""
    game = begun(law, TWO)
    say(game, "tack")
    with pytest.raises(Hole, match="has not passed the point"):
        say(game, "ann", "bob")


# ---- secrets


def test_a_side_sees_its_own_secrets_and_what_was_revealed_to_it(begun: Begun) -> None:
    law = """action boast [1]
  open in sailing
  pick boaster(b: boat) where b.side is acting does:
    reveal b.hold to blues
"""
    game = begun(law, "{ann: {kind: boat, at: A-1, hold: rum}, bob: {kind: boat, at: B-5, side: blues, hold: tea}}")
    ann, bob = (game.position.things[name] for name in ("ann", "bob"))

    def seen(side: str, thing: Any) -> Any:
        value = game.seen_by(side).value(thing, "hold")
        return None if value is MISSING else value

    assert (seen("reds", ann), seen("reds", bob)) == ("rum", None)
    assert (seen("blues", ann), seen("blues", bob)) == (None, "tea")
    say(game, "boast", "ann")
    assert (seen("blues", ann), seen("reds", bob)) == ("rum", None)


def test_what_is_secret_to_a_side_changes_nothing_that_it_sees(begun: Begun, sail: str) -> None:
    seen = []
    for cargo in ("tea", "silk"):
        game = begun(
            sail, f"{{ann: {{kind: boat, at: A-1}}, bob: {{kind: boat, at: B-5, side: blues, hold: {cargo}}}}}"
        )
        told = []
        for answer in ("sail", "ann", "A-2", DONE):
            told.append((game.options(), game.text("reds")))
            say(game, answer)
        seen.append(told)
    assert seen[0] == seen[1]


def test_what_holds_is_told_whole_and_as_each_side_sees_it(begun: Begun, sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1, hold: rum}, bob: {kind: boat, at: B-5, side: blues, hold: tea}}")
    held = {side: {line for line in game.text(side).split("\n") if ".hold" in line} for side in (None, "reds", "blues")}
    assert held[None] == {"ann.hold = rum", "bob.hold = tea"}
    assert held["reds"] == {"ann.hold = rum", "bob.hold = ?"}
    assert held["blues"] == {"ann.hold = ?", "bob.hold = tea"}


def test_what_is_under_way_is_told_the_outermost_first(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    before = len(game.under_way)
    say(game, "sail", "ann")
    assert len(game.under_way) > before
    assert game.under_way[-1].names["b"] == game.position.things["ann"]  # type: ignore[union-attr]
    game.undo()
    game.undo()
    assert len(game.under_way) == before


def test_looking_ahead_writes_nothing(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    say(game, "sail", "ann")
    before = game.text(), [*game.under_way]
    game.options()
    assert (game.text(), [*game.under_way]) == before


def test_what_would_put_something_where_its_kind_does_not_stand_is_refused(begun: Begun) -> None:
    """A boat stands at most two deep in others: one that is full of others is not taken up."""
    law = """action take-up [1]
  open in sailing
  pick lifter(b: boat) where b.side is acting
  pick load(v: boat) where v is not b and v.holder is none does:
    move v to b
"""
    laden = "big: {kind: boat, at: A-1}, mid: {kind: boat, in: big}, low: {kind: boat, in: mid}"
    game = begun(law, f"{{{laden}, tug: {{kind: boat, at: A-2}}, pram: {{kind: boat, at: A-2}}}}")
    say(game, "take-up", "tug")
    with pytest.raises(AnswerRefused, match="low cannot stand there"):
        say(game, "big")
    assert shown(game) == {"pram"}


SINK = """action sink(x: boat) [2]
  pick who(b: boat) where b.side is acting does:
    remove x
rule sink.window [2]
  after sail.step
  then:
    offer sink(b) to blues repeatedly
    offer sink(b) to blues
"""


def test_an_offer_lapses_with_what_it_is_about(begun: Begun, sail: str) -> None:
    game = begun(sail + SINK, TWO)
    say(game, "sail", "ann", "A-2")
    assert game.question == Take("blues", ("sink",))
    say(game, "sink", "bob")
    assert isinstance(game.question, Choose | Take)
    assert game.question.side == "reds"


FLEET = """action gather [2]
  open in sailing
  pick member(b: boat) repeatedly as fleet where b.side is acting does:
    let here be b.hex
    pick sail.step repeatedly
    pick flag(f: boat) from those boat x in b.hex where x is not b
"""


def test_many_ways_to_one_place_are_looked_at_once(begun: Begun, sail: str) -> None:
    game = begun(sail + FLEET, "{ann: {kind: boat, at: A-1, range: 9}}")
    assert "gather" not in game.options()  # with all ways told apart it would stop, looking at more than it may


def test_dearer_ways_to_a_place_are_not_looked_at_again(begun: Begun, sail: str) -> None:
    """Ten hexes and a thousand steps: each hex is looked at once, by the cheapest way that leads there."""
    law = sail + 'rule sail.lit-alone [1]\n  forbids sail.done\n  when b.hold is not "lamp"\n'
    game = begun(law, "{ann: {kind: boat, at: A-1, range: 1000}, tim: {kind: boat, at: A-3, range: 1000, hold: lamp}}")
    say(game, "sail")
    assert shown(game) == {"tim"}  # with what was spent told apart it would stop, looking at more than it may


WAKE = """thing hex also
  wake: yes/no
rule sail.wake [1]
  after sail.step
  then:
    mark there as wake
"""


def test_what_decides_nothing_in_an_action_tells_no_ways_apart(begun: Begun, sail: str) -> None:
    """Each way leaves other wakes, and nobody asks for wakes before the action is over."""
    law = sail + WAKE + 'rule sail.lit-alone [1]\n  forbids sail.done\n  when b.hold is not "lamp"\n'
    game = begun(law, "{ann: {kind: boat, at: A-1, range: 1000}, tim: {kind: boat, at: A-3, range: 1000, hold: lamp}}")
    say(game, "sail")
    assert shown(game) == {"tim"}  # with wakes told apart it would stop, looking at more than it may


def test_what_decides_how_an_action_ends_tells_ways_apart(begun: Begun, sail: str) -> None:
    """Three wakes are wanted: who comes back to a hex with more of them stands where nobody stood before."""
    law = sail + WAKE + "rule sail.far [1]\n  forbids sail.done\n  when count(h in hexes where h is wake) < 3\n"
    game = begun(law, "{ann: {kind: boat, at: A-1, range: 3}, tim: {kind: boat, at: A-3, range: 2}}")
    say(game, "sail")
    assert shown(game) == {"ann"}


def test_where_nothing_is_to_be_taken_back_no_way_back_is_kept(begun: Begun, sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, at: A-1, range: 2}}")
    say(game, "sail", "ann")
    assert game.undoable
    game.takes_back = False
    say(game, "A-2")
    assert not game.undoable  # nor what came before


PAINT = """action paint [1]
  open in sailing
  pick painted(b: boat) where b.side is acting does:
    set b.range to NUMBER
"""


def test_to_write_what_is_said_already_changes_nothing(
    begun: Begun, sail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The boat has a range of 2: only 3 is written, so only then are answers forgotten."""
    wrote: dict[int, list[object]] = {}
    for number in (2, 3):
        game = begun(sail + PAINT.replace("NUMBER", str(number)), "{ann: {kind: boat, at: A-1, range: 2}}")
        written = wrote[number] = []
        put = type(game.position).set
        monkeypatch.setattr(
            type(game.position), "set", lambda p, *cell, w=written, put=put: (w.append(cell), put(p, *cell))
        )
        say(game, "paint", "ann")
        monkeypatch.undo()
        assert game.position.value(game.position.things["ann"], "range") == number
    assert not wrote[2]
    assert wrote[3]


MUSTER = """sequence game also
  before day:
    phase muster for each boat b where b.range > 99:
      phase call
"""


def test_a_part_that_runs_for_nothing_cannot_be_under_way(begun: Begun, sail: str) -> None:
    """No boat sails so far."""
    game = begun(sail + MUSTER, TWO)
    with pytest.raises(Hole, match="`muster` cannot be under way here"):
        assert Game(game.agenda, replace(game.setup, begins="call"), "1").stand
