"""Memories and tallies of numbers, hexsides and texts, in the target as in the machine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .ponds import PIECES, SWIM, WORDS, Pond, alike

pytest.importorskip("wasmtime")

DIVE = """action dive [1]
  open in moving
  pick diver(u: boat) where u.side is acting
  pick depth(k: whole) from numbers(-1, 2) where not u at-depth k and not tried({share}, k)
memory u: boat at-depth k: whole [1]
memory tried(share: exact, k: whole) [1]
tally dives(k: whole, share: exact): whole [1]
rule at-depth.begins [1]
  after dive.depth
  begins u at-depth k
rule tried.begins [1]
  after dive.depth
  begins tried({share}, k)
rule dives.counted [1]
  after dive.depth
  counts 2 towards dives(k, {share})
rule at-depth.lapses [1]
  lapses u at-depth k
  when k < 0 or k > game.turn
rule dives.none [1]
  at the end of day
  resets dives(k, share)
  when share > 2 / 3
"""


def test_what_is_remembered_of_numbers(pond: Pond) -> None:
    """Arguments of a memory may be whole, fractions or negative; a rule ends the memory of exactly these numbers."""
    games = alike(pond(DIVE.format(share="(u.n + k) / 3")))
    assert any(game.position.remembered for game in games)
    assert any(isinstance(of[1], Fraction) for game in games for _, of in game.position.tallied)


def test_what_is_remembered_of_hexsides_and_texts(pond: Pond) -> None:
    law = """memory u: boat crossed e: hexside [1]
memory calls(x: text, u: boat) [1]
rule crossed.begins [1]
  after swim.stroke
  begins u crossed side-between(there, here)
rule calls.begins [1]
  after swim.stroke
  begins calls(u.label, u)
rule crossed.lapses [1]
  lapses u crossed e
  when any h in hexes-of(e) where distance(u.hex, h) > 2
rule swim.again [1]
  forbids swim.stroke
  when u crossed side-between(here, there) or count(boat b where calls("b", b)) > 1
"""
    swim = SWIM.replace("  pick stroke", "  let here be u.hex\n  pick stroke")
    pieces = PIECES.replace("A1}", "A1, label: r}").replace("C3}", "C3, label: b}")
    games = alike(pond(swim + law, WORDS.replace("  n: whole", '  label: text = ""\n  n: whole'), pieces))
    assert any(name == "crossed" for game in games for name, _ in game.position.remembered)
