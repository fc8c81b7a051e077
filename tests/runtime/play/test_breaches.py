"""What must hold at all times is looked at whenever something has been done, not only when a pick is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from under_way import text_of

from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.game import AnswerRefused, Broken, Game
from hexlaw.runtime.play.questions import DONE

Begun = Callable[..., Game]
THREE = "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-5}, bob: {kind: boat, at: B-5, side: blues}}"
LIT = THREE.replace("A-1", "A-1, lit: yes")
ALONE = """rule alone [1]
  for each boat u
  requires no boat v where v is not u and v.hex is u.hex
"""


def say(game: Game, *answers: str) -> None:
    for text in answers:
        answer = game.meant(text)
        assert answer is not None, text
        game.answer(answer)


def refused_by(game: Game, text: str) -> list[str]:
    with pytest.raises(AnswerRefused) as refused:
        say(game, text)
    return [r.rule.id for r in refused.value.verdict.refusals if r.rule is not None]


DRIFT = """rule drift [1]
  "At the second step all other boats of its side come along."
  after sail.step
  when b.spent > 1
  then:
    for each boat o where o.side is b.side and o is not b:
      move o to there
"""


def test_a_pick_is_refused_for_what_follows_it(begun: Begun, sail: str) -> None:
    game = begun(sail + DRIFT + ALONE, THREE)
    say(game, "sail", "ann", "A-2")
    assert refused_by(game, "A-3") == ["alone"]


def test_what_the_next_that_follows_puts_right_is_not_broken(begun: Begun, sail: str) -> None:
    apart = """rule apart [1]
  after sail.step
  follows drift
  when b.spent > 1
  then:
    for each boat o where o.side is b.side and o is not b:
      move o to here
"""
    game = begun(sail + DRIFT + apart + ALONE, THREE)
    say(game, "sail", "ann", "A-2", "A-3", DONE)
    assert game.position.map is not None
    assert game.position.hex_of(game.position.things["tim"]) == game.position.map.find("A-2")


def test_what_was_broken_before_may_stay_so(begun: Begun, sail: str) -> None:
    """The two at A-5 lie there from the beginning; what follows the step moves neither."""
    lit = "rule lamp [1]\n  after sail.step\n  then:\n    move b to there\n"
    pieces = THREE.replace("B-5", "A-5")
    say(begun(sail + lit + ALONE, pieces), "sail", "ann", "A-2", DONE)


def test_an_event_in_the_midst_of_what_a_pick_does(begun: Begun, sail: str) -> None:
    """The hook breaks it, and the pick itself puts it right, going away: but the event is over before."""
    law = """event hailed(b: boat) [1]
action hail [1]
  open in sailing
  pick hailer(b: boat) where b.side is acting
  pick heard(there: hex) from neighbours(b.hex) where not there is off-board does:
    if any boat o in there:
      announce hailed(b)
    move b to there
rule hail.gather [1]
  after hailed
  then:
    for each boat o where o.side is b.side:
      move o to b.hex
"""
    game = begun(law + ALONE, THREE.replace("A-5", "A-2"))
    say(game, "hail", "ann")
    assert refused_by(game, "A-2") == ["alone"]
    say(game, "B-1")


def stops_with(game: Game, *answers: str) -> str:
    before = text_of(game)
    with pytest.raises(Broken) as stop:
        say(game, *answers)
    assert text_of(game) == before, "a game that cannot go on stays as it was"
    return str(stop.value)


def test_at_an_edge_of_the_sequence(begun: Begun, sail: str) -> None:
    law = """rule gather [1]
  at the end of sailing
  then:
    for each boat c where c is lit:
      for each boat o where o.side is c.side:
        move o to c.hex
"""
    stops_with(begun(sail + law + ALONE, LIT), DONE)


FIRST_DAY = "rule first-day [1]\n  for each boat u\n  requires game.day <= 1\n"


def test_after_a_statement_of_the_sequence(begun: Begun, sail: str) -> None:
    game = begun(sail + FIRST_DAY, THREE)
    say(game, DONE)
    stops_with(game, DONE)
    assert game.position.value(GAME, "day") == 1


def test_after_an_effect_that_the_sequence_does(begun: Begun, sail: str) -> None:
    law = "effect gather():\n  for each boat c where c is lit:\n    for each boat o where o.side is c.side:\n"
    law += "      move o to c.hex\n"
    game = begun(sail + law + ALONE, LIT, sequence="    do gather()\n")
    say(game, DONE)
    stops_with(game, DONE)


def test_when_something_runs_out(begun: Begun, sail: str) -> None:
    law = """action moor [1]
  open in sailing
  pick moored(b: boat) where b.side is acting does:
    mark b as moored until end of this sailing
rule fast [1]
  for each boat u where u.crew > 0
  requires u is moored
"""
    game = begun(sail + law, THREE.replace("A-1", "A-1, crew: 1"))
    say(game, "moor", "ann")
    stops_with(game, DONE)


def test_what_an_action_does_after_its_picks(begun: Begun) -> None:
    law = """action gather [1]
  open in sailing
  pick caller(b: boat) where b.side is acting
  roll 1d6 as wind
  for each boat o where o.side is b.side:
    move o to b.hex
"""
    game = begun(law + ALONE, THREE)
    assert not game.allows("gather"), "it would break it however the die falls"
    game = begun(
        law.replace("  for each", "  if wind = 6:\n   for each").replace("    move", "      move") + ALONE, THREE
    )
    say(game, "gather", "ann")
    with pytest.raises(Broken):
        game.put(6)


def test_the_work_and_the_end_of_a_task(begun: Begun, sail: str) -> None:
    law = """task dig(b: boat) [1]
  crew boat
  works at the end of tide
  stage digging lasts 2
  done:
    for each boat o where o.side is b.side:
      move o to b.hex
action set-to [1]
  open in sailing
  pick digger(b: boat) where b.side is acting
  begin dig(b) with {b}
"""
    game = begun(sail + law + ALONE, THREE)
    say(game, "set-to", "ann", DONE)
    stops_with(game, DONE)  # the second tide is the second turn's work
    idle = law.replace("lasts 2", "lasts 9") + "rule short [1]\n  for each dig d\n  requires d.work < 2\n"
    game = begun(sail + idle, THREE)
    say(game, "set-to", "ann", DONE)
    stops_with(game, DONE)


def test_what_bears_on_no_requirement_is_known_beforehand(begun: Begun, sail: str) -> None:
    """A lamp is lit after each step, days are counted; what must hold asks where boats stand, and nothing else."""
    lamp = "rule lamp [1]\n  after sail.step\n  then:\n    mark b as lit\n"
    game = begun(sail + lamp + ALONE, THREE)
    assert game.agenda.breaking == frozenset()
    assert begun(sail + FIRST_DAY, THREE).agenda.breaking
