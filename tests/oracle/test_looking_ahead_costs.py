"""How much the old machine works when it looks ahead: answers that it tries on copies, positions it looks at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reference import lookahead
from reference.game import Game
from reference.trials import Trials

from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.position.position import Position

Begun = Callable[..., Game]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The answers that are tried."""
    found: list[Any] = []
    work_out = lookahead._worked_out
    monkeypatch.setattr(lookahead, "_worked_out", lambda m, answer: found.append(answer) or work_out(m, answer))
    return found


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
def test_what_follows_a_pick_is_carried_out_once_where_the_next_may_depend_on_it(
    begun: Begun, sail: str, looked: list[Any], written: str, may_land: str, legal: bool
) -> None:
    """Two boats, neither of which can land as it is."""
    law = sail + FERRY.replace("MAY_LAND", may_land).replace("WRITTEN", written)
    game = begun(law, "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-3}}")
    assert game.allows("ferry") is legal
    assert len(looked) == 3


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


def test_dice_at_the_end_fall_before_every_cheaper_way_is_looked_at(begun: Begun, sail: str, looked: list[Any]) -> None:
    game = begun(sail + TOW, "{ann: {kind: boat, at: A-1}}")
    answer = game.meant("tow")
    assert game.judge(answer).judged
    assert len(looked) < 8, "the action, the boat, no leg, its hook, no other boat, the dice"


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


def test_what_is_near_the_hex_that_was_picked_is_looked_at_first(begun: Begun, looked: list[Any]) -> None:
    pieces = "{a: {kind: boat, at: A-1, range: 9}, foe: {kind: boat, at: A-5, side: blues}}"
    game = begun(STORM.replace("5/2", "9"), pieces)
    assert game.allows("storm")
    straight = [answer for answer in looked if str(answer) not in ("storm", "done")]
    assert len(straight) < 20, "the whole bay takes 27, the cheapest first"


ENDLESS = """action sail [1]
  pick skipper(u: boat)
  pick step(there: hex) repeatedly from neighbours(u.hex) costs 1 counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
"""
NEVER_ALONE = """rule alone [1]
  for each boat u
  requires no boat v where v is not u and v.hex is u.hex
"""


def test_the_dearer_it_is_to_judge_a_position_the_fewer_are_looked_at(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a reach without end: what is bounded is the time."""
    monkeypatch.setattr(budget, "MAX_STEPS", 30_000)
    seen: list[object] = []
    monkeypatch.setattr("reference.reaching._may_rest", lambda machine: seen.append(machine) or False)

    def looked_at(law: str, boats: int) -> int:
        crowd = ", ".join(f"b{n}: {{kind: boat, at: D-6}}" for n in range(boats))
        asked = bench.ask(bench.compiled(law), "a.spent", pieces=f"{{a: {{kind: boat, at: A-1}}, {crowd}}}")
        trials = Trials(asked.law)
        seen.clear()
        with pytest.raises(Exhausted):
            trials.reach(trials.about(asked.position).ev, "ways", (asked.position.things["a"],))
        return len(seen)

    alone, crowded, judged = looked_at(ENDLESS, 1), looked_at(ENDLESS, 400), looked_at(ENDLESS + NEVER_ALONE, 20)
    assert alone > 3 * crowded > 0
    assert alone > 3 * judged > 0


THREE = "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-5}, bob: {kind: boat, at: B-5, side: blues}}"
ALONE = """rule alone [1]
  for each boat u
  requires no boat v where v is not u and v.hex is u.hex
"""
LAMP = "rule lamp [1]\n  after sail.step\n  then:\n    mark b as lit\n"
WAKE = "rule wake [1]\n  after sail.step\n  when any boat o in there where o is lit\n  then:\n    move b to here\n"


def test_what_bears_on_no_requirement_copies_no_position(
    begun: Begun, sail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lamp is lit after each step; what must hold asks where boats stand, and nothing else."""
    copies: list[Position] = []

    def copies_of(law: str) -> int:
        game = begun(law, THREE)
        for text in ("sail", "ann"):
            game.answer(game.meant(text))
        machine, sort = game.machine.copy(), type(game.position)
        scratch = sort.scratch
        with monkeypatch.context() as patch:
            patch.setattr(sort, "scratch", lambda p: copies.append(p) or scratch(p))
            copies.clear()
            machine.put(game.meant("A-2"))
            machine.run()
        return len(copies)

    bare = copies_of(sail + ALONE)
    assert copies_of(sail + LAMP + ALONE) == bare
    assert copies_of(sail + WAKE + ALONE) == bare, "it might, but it is not carried out"
    assert copies_of(sail + WAKE.replace("is lit", "is not lit") + ALONE) == bare + 1
