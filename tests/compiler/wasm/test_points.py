"""Points of actions to which things return, in the target as in the machine."""

from __future__ import annotations

import pytest

from .ponds import WORDS, Pond, alike, values

pytest.importorskip("wasmtime")


def test_points_of_one_name_may_keep_different_things(pond: Pond) -> None:
    """An effect goes back to the pier of whichever action it happens in: `row` keeps what `sail` does not."""
    words = WORDS.replace("  n: whole", "  m: whole = 0\n  seen: set of side\n  n: whole")
    law = """action row [1]
  open in moving
  pick rower(u: boat) where u.side is acting
  point pier keeps place, n, seen of u
  set u.n to u.n + 10
  set u.m to u.m + 1
  set u.seen to {red, blue}
  pick to(h: hex) from neighbours(u.hex) where not h is off-board does:
    do drift(u, h)
action sail [1]
  open in moving
  pick sailor(u: boat) where u.side is acting
  set u.seen to {u.side}
  point pier keeps m of u
  set u.n to u.n + 1
  set u.m to u.m + 100
  pick to(h: hex) from neighbours(u.hex) where not h is off-board does:
    do drift(u, h)
effect drift(u: boat, h: hex) [1]:
  roll 1d6 as wind
  move u to h
  if wind > 3:
    return u to pier
"""
    games = alike(pond(law, words))
    assert {entry.answer for game in games for entry in game.entries} >= {"row", "sail"}


def test_what_a_point_keeps_tells_positions_apart(pond: Pond) -> None:
    """What was kept is all that tells which depth was picked: with 3 alone the boat may be what it is in the end."""
    law = """action dive [1]
  open in moving
  pick diver(u: boat) where u.side is acting
  point deep keeps n of u
  do sink(u)
  pick up(there: hex) from neighbours(u.hex) where not there is off-board
  return u to deep
  set u.n to u.n + 0
effect sink(u: boat) [1]:
  pick depth(k: whole) from numbers(1, 3)
  set u.n to k
  point deep keeps n of u
  set u.n to 0
rule dive.two [1]
  for each boat b
  requires b.n in {0, 3}
"""
    assert 3 in values(alike(pond(law, WORDS.replace("n: whole = 2", "n: whole = 0"))), "n")
