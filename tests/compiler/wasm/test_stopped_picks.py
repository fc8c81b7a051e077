"""`stops`: nothing more is picked by a repeated pick that is under way, in both engines."""

from __future__ import annotations

import pytest

from hexlaw.runtime.play.game import Game

from .ponds import SWIM, Pond, alike

ASHORE = """rule swim.tired [1]
  "Who is tired swims no farther."
  after swim.stroke
  when {when}
  then:
    {then}
"""
DIVES = """action dive is a swim [1]
  replaces stroke:
    pick stroke(there: hex) repeatedly from neighbours(u.hex) where not there is off-board does:
      move u to there
      set u.n to 2
"""
CALLS = """effect calls(u: boat) [1]:
  for each boat v where v is not u and distance(u.hex, v.hex) <= 2:
    stops swim
"""
GUSTS = """event gusts(u: boat, there: hex) [1]
  by swim.stroke
rule gusts.blow [1]
  after gusts
  then:
    roll 1d6 as wind
    if wind > 3:
      stops gusts
"""
OFFERS = """action hails(u: boat) [1]
  pick hailer(v: boat) where v.side is acting
  stops swim
rule hails.offered [1]
  after swim.stroke
  then:
    for each s in {red, blue} where s is not u.side:
      offer hails(u) to s
"""
INSIDE = (
    SWIM
    + """    if distance(there, {there}) < 9 and u.n > 1:
      stops swim
"""
)


def strokes(games: list[Game], pick: str = "swim.stroke") -> list[int]:
    """How often the pick was made in a row before to be done with it, each time."""
    found = []
    for game in games:
        made = 0
        for entry in game.entries:
            made = made + 1 if entry.asked == pick and entry.answer != "done" else made
            if entry.asked == pick and entry.answer == "done":
                found.append(made)
                made = 0
    return found


def test_a_hook_stops_every_swim_after_one_stroke(pond: Pond) -> None:
    law = SWIM + ASHORE.format(when="u.n = 2", then="stops swim")
    assert {*strokes(alike(pond(law)))} == {1}


def test_without_the_statement_boats_swim_on(pond: Pond) -> None:
    law = SWIM + ASHORE.format(when="u.n = 2", then="set u.n to 2")
    assert max(strokes(alike(pond(law)))) > 1


def test_what_is_stopped_may_be_done_again(pond: Pond) -> None:
    """The next time that the action is taken, its pick is made again."""
    games = alike(pond(SWIM + ASHORE.format(when="u.n = 2", then="stops swim")))
    for game in games:
        assert sum(entry.asked == "swim.swimmer" for entry in game.entries) > 2


def test_a_kind_of_the_action_stops_as_well(pond: Pond) -> None:
    games = alike(pond(SWIM + DIVES + ASHORE.format(when="u.n = 2", then="stops swim")))
    assert {*strokes(games)} == {*strokes(games, "dive.stroke")} == {1}


def test_an_effect_stops_what_is_under_way_around_it(pond: Pond) -> None:
    games = alike(pond(SWIM + CALLS + ASHORE.format(when="u.n = 2", then="do calls(u)")))
    assert {1} < {*strokes(games)}, "some boats are called, and some are far away"


def test_dice_decide_whether_what_an_event_is_about_is_stopped(pond: Pond) -> None:
    games = alike(pond(SWIM + GUSTS))
    for game in games:
        asked = [(entry.asked, entry.answer) for entry in game.entries]
        blown = [i for i, (what, shown) in enumerate(asked) if what == "wind" and int(shown) > 3]
        assert blown
        assert all(asked[i + 1] == ("swim.stroke", "done") for i in blown)


def test_another_side_stops_a_swim_by_an_action_in_between(pond: Pond) -> None:
    games = alike(pond(SWIM + OFFERS))
    for game in games:
        asked = [(entry.asked, entry.answer) for entry in game.entries]
        hailed = [i for i, (what, answer) in enumerate(asked) if what == "hails.hailer" and answer != "done"]
        assert hailed
        assert all(asked[i + 1] == ("swim.stroke", "done") for i in hailed)


def test_what_a_pick_does_stops_it(pond: Pond) -> None:
    games = alike(pond(INSIDE.format(there="u.hex")))
    assert {*strokes(games)} == {1}


def test_where_nothing_of_it_is_under_way_nothing_is_stopped(pond: Pond) -> None:
    law = "rule half.over [1]\n  at the start of half\n  then:\n    stops swim\n"
    assert max(strokes(alike(pond(SWIM + law)))) > 1


def test_who_may_not_stop_there_may_not_be_stopped_there(pond: Pond) -> None:
    """A stroke that would be stopped where one may not be done is a dead end."""
    bar = "rule swim.deep [1]\n  forbids swim.done\n  when no n in neighbours(u.hex) where n is off-board\n"
    games = alike(pond(SWIM + bar + ASHORE.format(when="u.n = 2", then="stops swim")))
    made = {entry.answer for game in games for entry in game.entries if entry.asked == "swim.stroke"}
    assert made >= {"A2", "done"}
    assert made.isdisjoint({"B2", "B3", "C2", "C3"}), "hexes with hexes all around"


@pytest.mark.parametrize("answer", ["A1", "B2"])
def test_it_is_refused_by_the_rule_that_stops_it(pond: Pond, answer: str) -> None:
    game = pond(SWIM + ASHORE.format(when="u.n = 2", then="stops swim")).game("1")
    for text in ("swim", "r", "A2"):
        game.answer(game.meant(text))
    assert [str(option) for option in game.options()] == ["done"]
    refusals = game.judge(game.meant(answer)).refusals
    first = refusals[0]
    assert first.rule is not None
    assert (first.rule.id, first.text) == ("swim.tired", "Who is tired swims no farther.")


def test_a_dead_end_in_what_follows_upon_a_pick_does_not_bar_it(pond: Pond) -> None:
    """The hail is outside of the doing of the stroke: where it comes to nothing, boats may swim back to that hex."""
    hails = """action hails(u: boat) [1]
  roll 1d6 as wind
  if wind > 1:
    pick echo(v: boat) where v.n > 90
  otherwise:
    pick answer(v: boat)
"""
    games = alike(pond(SWIM + hails + OFFERS[OFFERS.index("rule") :]))
    assert any(entry.asked == "hails.echo" for game in games for entry in game.entries), "no hail comes to nothing"
