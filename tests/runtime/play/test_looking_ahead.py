"""The way on that is looked for behind each answer: the last one is tried again, and changes no verdict."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.runtime.play.game import Game

Begun = Callable[..., Game]
STORM = """thing buoy also
fact fee(h: hex): fathoms
rule fee.usual [1]
  fee(h) is 1
rule fee.at-a-buoy [1]
  over fee.usual
  when any buoy y in h
  fee(h) is 1/2
action storm [1]
  "Drives up beside a hex that was named before, and storms it."
  open in sailing
  pick aim(h: hex) where any boat x in h where x.side is not acting
  pick stormer(b: boat) where b.side is acting
  pick step(there: hex) repeatedly optionally from neighbours(b.hex) where not there is off-board
      costs fee(there) counted in b.spent does:
    move b to there
  pick board(p: hex) from neighbours(b.hex) where p is h does:
    mark b as lit
rule storm.idle [1]
  forbids storm.stormer
  when b is moored
rule step.tired [1]
  forbids storm.step
  when b.spent >= b.range
rule step.held [1]
  forbids storm.step
  when any boat x in there
rule board.tired [1]
  forbids storm.board
  when b.spent > 5/2
"""
AIM = "a: {kind: boat, at: A-1, range: 9}, foe: {kind: boat, at: A-5, side: blues}"


def test_the_hex_that_was_picked_is_come_to(begun: Begun) -> None:
    assert begun(STORM.replace("5/2", "9"), f"{{{AIM}}}").allows("storm")


def test_a_hex_that_is_come_to_more_cheaply_later_is_looked_at_again(begun: Begun) -> None:
    """By A-2 and A-3 it comes to A-4 for 3, which is too much; by the buoys, farther off at first, for 5/2."""
    buoys = ", ".join(f"y{n}: {{kind: buoy, at: B-{n}}}" for n in (2, 3, 4))
    game = begun(STORM, f"{{{AIM}, c: {{kind: boat, at: B-5, moored: yes}}, {buoys}}}")
    assert game.allows("storm")
    dear = begun(STORM.replace("5/2", "2"), f"{{{AIM}, c: {{kind: boat, at: B-5, moored: yes}}, {buoys}}}")
    assert not dear.allows("storm")
