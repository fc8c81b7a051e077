"""The way on that is looked for behind each answer: the last one is tried again, and changes no verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.wasm.evaluated import Evaluated
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


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], int]:
    """Counts the positions about which the law is asked while something is worked out."""
    stamps: set[int] = set()
    answer = Evaluated.answer
    monkeypatch.setattr(
        Evaluated, "answer", lambda ev, *asked: stamps.add(ev.running.get("stamp")) or answer(ev, *asked)
    )

    def count(work: Callable[[], Any]) -> int:
        stamps.clear()
        work()
        return len(stamps)

    return count


def test_what_is_near_the_hex_that_was_picked_is_looked_at_first(
    begun: Begun, looked_at: Callable[[Callable[[], Any]], int]
) -> None:
    """Where 9 may be spent it goes straight there; where too little may be spent the whole bay is looked at."""
    straight, in_vain = (begun(STORM.replace("5/2", most), f"{{{AIM}}}") for most in ("9", "2"))
    assert looked_at(lambda: straight.allows("storm")) < looked_at(lambda: in_vain.allows("storm")) * 2 / 3


TOW = """action tow [1]
  open in sailing
  pick tug(b: boat) repeatedly where b.side is acting does:
    pick leg(h: hex) repeatedly optionally from neighbours(b.hex) where not h is off-board
        costs 1 counted in b.spent does:
      move b to h
    pick hook(h: hex) from neighbours(b.hex) costs 6 counted in b.spent does:
      mark b as moored
  roll 1d6 as wind
"""


def test_dice_at_the_end_fall_before_every_cheaper_way_is_looked_at(
    begun: Begun, sail: str, looked_at: Callable[[Callable[[], Any]], int]
) -> None:
    """The action, the boat, no leg, its hook, no other boat, the dice. Each hex costs less than the hook."""
    game = begun(sail + TOW, "{ann: {kind: boat, at: A-1}}")
    assert looked_at(lambda: game.allows("tow")) < 8
    assert game.allows("tow")


FERRY = """thing boat also
  readied: yes/no
  seen: yes/no
action ferry [1]
  open in sailing
  pick first(b: boat) where b.side is acting
  let here be b.hex
  pick landing(there: hex) from neighbours(here) where {may_land} does:
    move b to there
effect told(b: boat) [1]:
  for each boat x where x.side is b.side:
    mark x as {written}
rule ferry.told [1]
  after ferry.first
  then:
    do told(b)
"""


@pytest.mark.parametrize(
    ("written", "may_land", "legal"),
    [("seen", "b is readied", False), ("readied", "b is readied", True), ("readied", "b is seen", False)],
)
def test_what_follows_a_pick_is_carried_out_before_the_next_is_judged(
    begun: Begun, sail: str, search_bound: Callable[[int], None], written: str, may_land: str, legal: bool
) -> None:
    """Neither of two boats can land as it is. Two answers are tried, so the search does not give up before ten."""
    search_bound(10)
    law = sail + FERRY.format(written=written, may_land=may_land)
    game = begun(law, "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-3}}")
    assert game.allows("ferry") is legal
