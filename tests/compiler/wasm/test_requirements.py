"""Requirements in the target as in the machine: which are asked after what has changed, however many a law has."""

from __future__ import annotations

import pytest

from hexlaw.compiler.wasm.target import Target

from .ponds import WORDS, Pond, alike

pytest.importorskip("wasmtime")

MANY = 70
LEVELS = WORDS.replace("  n: whole = 2\n", "".join(f"  m{i}: whole = 0\n" for i in range(MANY)) + "  n: whole = 2\n")
LOAD = """action load [1]
  open in moving
  pick loaded(u: boat) where u.side is acting
  pick much(k: whole) from numbers(1, 3)
"""


def required(i: int) -> str:
    return f"rule level.m{i} [1]\n  for each boat b\n  requires b.m{i} + b.m{(i + 1) % MANY} < 4\n"


@pytest.mark.parametrize("sampled", ["", "rest"])
def test_a_law_has_as_many_requirements_as_it_likes(pond: Pond, sampled: str) -> None:
    """Seventy that each read two of seventy attributes: the first and the last share what says that they may be broken
    with others. One of these has no answer, and nothing that it reads is ever changed."""
    loads = [0, 1, 35, 61, 62, MANY - 1]
    law = LOAD + "".join(f"  if k = {1 + j % 3}:\n    set u.m{i} to u.m{i} + k\n" for j, i in enumerate(loads))
    law += "".join(map(required, range(MANY))).replace("b.m64 + b.m65 < 4", "6 / b.m64 + b.m65 < 4")
    if sampled:
        law = law.replace("  for each boat b\n  requires", "  forbids done\n  for each boat b\n  when not")
    both = pond(law, LEVELS)
    assert len(Target(both.agenda, both.setup).printed.program.law.requirements) == MANY
    games = alike(both, 2)
    assert any(entry.asked == "load.much" for game in games for entry in game.entries)


def test_what_is_remembered_can_break_a_requirement(pond: Pond) -> None:
    """Nothing else of the position changes when the second boat is hailed."""
    law = """memory u: boat hailed [1]
action hail [1]
  open in moving
  pick hailed(u: boat)
rule hailed.begins [1]
  after hail.hailed
  begins u hailed
rule hailed.one [1]
  requires count(boat b where b hailed) <= 1
"""
    both = pond(law)
    assert {len(game.position.remembered) for game in alike(both)} == {1}
    game = both.game("calm")
    for text in ("hail", "r", "hail"):
        game.put(game.meant(text))
    assert [refusal.rule and refusal.rule.id for refusal in game.judge(game.meant("b")).refusals] == ["hailed.one"]


def test_who_acts_does_not_count_before_though_nothing_has_changed(pond: Pond) -> None:
    """Both boats are hailed when red begins, one more than the law allows: a side that waits with its boat does not
    change that, and its answer is refused."""
    law = """memory u: boat hailed [1]
rule hailed.begins [1]
  at the start of half
  when game.turn > 1
  begins u hailed
action wait [1]
  open in moving
  pick waits(u: boat) where u.side is acting
rule hailed.one [1]
  forbids done
  when count(boat b where b hailed) > 1
"""
    games = alike(pond(law))
    assert any(entry.asked == "wait.waits" for game in games for entry in game.entries)
