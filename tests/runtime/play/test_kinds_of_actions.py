"""Kinds of actions: what is said about the one holds for the other."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE

Begun = Callable[..., Game]
LAW = """memory b: boat is-known [1]
tally steps-of(b: boat): whole [1]
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting and not b is-known
  let here be b.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board does:
    move b to there
rule sail.known [1]
  after sail.skipper
  begins b is-known
rule sail.counted [1]
  after sail.step
  counts 1 towards steps-of(b)
rule sail.far [1]
  forbids sail.step
  when steps-of(b) >= 1
rule sail.one [1]
  forbids sail.skipper
  when b is lit
action creep is a sail [2]
  except sail.known, sail.far
  at the start:
    pick lookout(w: boat) where w.side is acting
action crawl is a creep [3]
  except sail.counted
  after step:
    mark b as lit
"""
PIECES = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-5, side: blues}}"


def carried_out(begun: Begun, *answers: str, law: str = LAW) -> Game:
    game = begun(law, PIECES)
    for answer in answers:
        meant = DONE if answer == "done" else game.meant(answer)
        assert game.allows(meant), answer
        game.answer(meant)
    return game


def test_hooks_of_the_parent_happen_after_its_kinds_unless_they_are_excepted(begun: Begun) -> None:
    """Whoever sailed is known. Whoever crept is not, but its steps were counted: it is too far to sail."""
    assert carried_out(begun, "sail", "a", "A-2", "done").options() == [DONE]
    assert carried_out(begun, "creep", "a", "a", "A-2", "A-3", "done").options() == ["creep", "crawl", DONE]


def test_what_forbids_the_parent_forbids_the_kind_unless_it_is_excepted(begun: Begun) -> None:
    sailing = carried_out(begun, "sail", "a", "A-2")
    assert not sailing.allows(sailing.meant("A-3"))
    assert carried_out(begun, "creep", "a", "a", "A-2").allows(sailing.meant("A-3"))


def test_a_kind_of_a_kind_has_the_exceptions_of_both(begun: Begun) -> None:
    """Not counted, so that to sail is not yet too far; but lit by its own line, so that `sail.one` forbids all."""
    crawled = carried_out(begun, "crawl", "a", "a", "A-2", "A-3", "done")
    assert crawled.position.value(crawled.position.things["a"], "lit")
    assert crawled.options() == [DONE]


def test_what_is_said_of_the_kind_alone_leaves_the_parent_be(begun: Begun) -> None:
    law = LAW + "rule creep.not [4]\n  forbids creep.step\n  when there is shoal or b.crew = 0\n"
    game = carried_out(begun, "sail", "a", law=law)
    assert game.allows(game.meant("A-2"))
