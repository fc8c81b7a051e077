"""What a game asks of its law, and how: which prohibition is judged first, what memories and tallies range over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.runtime.law.stops import Hole
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.words import in_words

Begun = Callable[..., Game]
HEAVY = """rule bar.heavy [1]
  forbids sail.step
  when b.weight > 3 and count(neighbours(there)) > 0
"""
STAYED = """tally stayed(b: boat, h: hex): whole
rule stayed.grows [1]
  at the end of tide
  when b.side is s and b is not lit and b.hex is h
  counts 1 towards stayed(b, h)
"""


def test_one_candidate_that_cannot_be_judged_keeps_nobody_from_judging_the_others(begun: Begun, sail: str) -> None:
    law = HEAVY.replace("sail.step", "sail.skipper").replace("count(neighbours(there)) > 0", "b.crew > 0") + sail
    pieces = "ann: {kind: boat, at: A-1, weight: 1}, tim: {kind: boat, at: A-2, weight: 5, crew: 1}"
    game = begun(law, f"{{{pieces}, eve: {{kind: boat, at: A-3, crew: 1}}}}")  # what she weighs is not known
    game.answer("sail")
    ann, tim, eve = (game.position.things[name] for name in ("ann", "tim", "eve"))
    assert game.allows(ann)
    assert not game.allows(tim)
    with pytest.raises(Hole):
        game.allows(eve)


def test_who_is_forbidden_is_not_picked_whatever_cannot_be_told_of_him(begun: Begun, sail: str) -> None:
    law = sail.replace("b.side is acting", "b.side is acting and b.weight > 3")
    law += "rule bar.lit [1]\n  forbids sail.skipper\n  when b is lit\n"
    lit = begun(law, "{ann: {kind: boat, at: A-1, lit: yes}}")  # what she weighs is not known
    assert lit.options() == [DONE]
    dark = begun(law, "{ann: {kind: boat, at: A-1, lit: no}}")
    with pytest.raises(Hole):
        dark.options()


@pytest.mark.parametrize("first", [True, False])
def test_where_one_rule_forbids_nobody_has_to_judge_the_others(begun: Begun, sail: str, first: bool) -> None:
    law = HEAVY + sail if first else sail + HEAVY
    tired = begun(law, "{ann: {kind: boat, at: A-1, spent: 4}}")  # what she weighs is not known
    assert tired.options() == [DONE]
    fresh = begun(law, "{ann: {kind: boat, at: A-1}}")
    with pytest.raises(Hole):
        fresh.options()


FERRY = """thing boat also
  readied: yes/no
  seen: yes/no
action ferry [1]
  open in sailing
  pick first(b: boat) where b.side is acting
  let here be b.hex
  pick landing(there: hex) from neighbours(here) where MAY_LAND does:
    move b to there
effect told(b: boat) [1]:
  for each boat x where x.side is b.side:
    mark x as WRITTEN
rule ferry.told [1]
  after ferry.first
  then:
    do told(b)
"""


@pytest.mark.parametrize(
    ("written", "may_land", "legal"),
    [("seen", "b is readied", False), ("readied", "b is readied", True), ("readied", "b is seen", False)],
)
def test_what_follows_a_pick_is_carried_out_where_the_next_may_depend_on_it(
    begun: Begun, sail: str, written: str, may_land: str, legal: bool
) -> None:
    """Two boats, neither of which can land as it is."""
    law = sail + FERRY.replace("MAY_LAND", may_land).replace("WRITTEN", written)
    game = begun(law, "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-3}}")
    assert game.allows("ferry") is legal


def test_a_tally_ranges_over_all_that_its_names_can_stand_for(begun: Begun, sail: str) -> None:
    boats = [
        "ann: {kind: boat, at: A-1, lit: no}",
        "tim: {kind: boat, at: A-2, lit: no}",
        "eve: {kind: boat, at: A-3, lit: yes}",
        "bob: {kind: boat, at: B-5, side: blues, lit: no}",
        "zoe: {kind: boat, side: blues, lit: no}",  # she stands nowhere
    ]
    game = begun(sail + STAYED, f"{{{', '.join(boats)}}}")
    game.answer(DONE)
    assert counted(game) == {("ann", "A-1"): 1, ("tim", "A-2"): 1}
    game.answer(DONE)
    assert counted(game) == {("ann", "A-1"): 1, ("tim", "A-2"): 1, ("bob", "B-5"): 1}
    game.answer(DONE)
    assert counted(game) == {("ann", "A-1"): 2, ("tim", "A-2"): 2, ("bob", "B-5"): 1}


def counted(game: Game) -> dict[tuple[str, ...], object]:
    position = game.position
    return {tuple(in_words(one, position) for one in of): number for (_, of), number in position.tallied.items()}


LADEN = """memory b: boat laden
rule laden.begins [1]
  begins b laden
  when b.hold is "gold"
action hail [1]
  open in sailing
  pick hailer(b: boat) where b.side is acting
  pick hailed(c: boat) where c is not b
rule bar.empty [1]
  forbids hail.hailed
  when not c laden
"""


def test_a_memory_that_rests_on_a_secret_is_not_taken_as_not_there(begun: Begun) -> None:
    boats = "ann: {kind: boat, at: A-1}, eve: {kind: boat, at: A-2}, bob: {kind: boat, at: B-5, side: blues}"
    game = begun(LADEN, f"{{{boats}}}")
    game.answer("hail")
    game.answer(game.position.things["ann"])
    eve, bob = game.position.things["eve"], game.position.things["bob"]
    assert game.options() == [bob]  # eve is seen to be empty; what bob holds is a secret, and refuses nothing
    assert not game.allows(eve)


def test_what_is_asked_of_a_thing_that_was_removed_says_so(begun: Begun) -> None:
    law = """tally sunk(s: side): whole
action sink [1]
  open in sailing
  pick sunk(b: boat) where b.side is acting does:
    do go-down(b)
effect go-down(b: boat) [1]:
  remove b
rule sunk.counted [1]
  after go-down
  counts b.weight towards sunk(b.side)
"""
    game = begun(law, "{ann: {kind: boat, at: A-1, weight: 2}}")
    with pytest.raises(Hole, match="ann has been removed, so its `weight` is not known any more") as stopped:
        game.answer("sink")
    assert "`move` it to `none`" in (stopped.value.help or "")
