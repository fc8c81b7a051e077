"""The messages about steps of a case that do not fit."""

from __future__ import annotations

from typing import Any

import pytest

LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
sequence game
  phase sailing by reds
action chase [1]
  open in sailing
  pick chaser(b: boat) where b.side is acting
  pick chased(e: boat) where e.side is not acting
  demand flee(e, b) of e.side
action flee(e: boat, from-boat: boat) [1]
  pick haven(h: hex) from neighbours(e.hex) where not h is off-board
  move e to h
rule flee.away [4]
  forbids flee.haven
  when distance(h, from-boat.hex) <= 3
"""
CHASED = "    acting: reds\n    now: sailing\n    play: [{chase.chaser: a}, {chase.chased: b}, %s]\n"
PIECES = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2, side: blues}}"


def told(bench: Any, step: str) -> Any:
    return bench.case(bench.compiled(LAW), "b.hex is A-3", "yes", pieces=PIECES, more=CHASED % step)


def test_a_question_after_steps_knows_the_side_that_acts_then(bench: Any) -> None:
    law = LAW.replace("  phase sailing by reds\n", "  phase sailing by reds\n  phase drifting by blues\n")
    compiled = bench.compiled(law.replace("open in sailing", "open in sailing, drifting"))
    more = "    acting: reds\n    now: sailing\n    play: [done, {ask: acting is blues, expect: yes}]\n"
    assert bench.case(compiled, "acting is blues", "yes", pieces=PIECES, more=more).passed
    assert not bench.case(compiled, "acting is reds", "yes", pieces=PIECES, more=more).passed


def test_a_pick_of_an_action_that_cannot_be_completed_is_refused_by_its_rule(bench: Any) -> None:
    outcome = told(bench, "{flee.haven: A-3}")
    assert "flee.haven A-3" in outcome.expected
    assert outcome.got.startswith("refused by flee.away [H 4]: ")


def test_a_first_pick_that_is_refused_names_the_rule_further_on_and_what_is_legal(bench: Any) -> None:
    law = LAW.replace("  demand flee", "  pick where-to(h: hex) from neighbours(e.hex)\n  demand flee") + (
        'rule chase.shoal [5]\n  forbids chase.where-to\n  when e is lit\n  says "{e} is lit"\n'
    )
    pieces = PIECES.replace("}}", "}, c: {kind: boat, at: A-3, side: blues, lit: yes}}")
    more = "    acting: reds\n    now: sailing\n    play: [{chase.chaser: a}, {chase.chased: c}]\n"
    outcome = bench.case(bench.compiled(law), "yes", "yes", pieces=pieces, more=more)
    nowhere = "refused: it cannot be completed: nothing can be picked as `chase.where-to`"
    assert outcome.got == f"{nowhere}; c is lit (chase.shoal [H 5]); legal instead: b"


def test_what_is_asked_names_what_can_be_answered(bench: Any) -> None:
    assert told(bench, "{turn: reds}").got == "the game asks blues, with a demand for `flee`: done"


def test_who_is_to_be_done_is_told_with_the_part_of_the_sequence(bench: Any) -> None:
    law = LAW.replace("  phase sailing by reds", "  phase sailing by reds\n  phase resting by blues")
    rest = "action rest [1]\n  open in resting\n  pick who(b: boat) where b is lit\n"
    law = law.replace("action flee", f"{rest}action flee")
    more = "    acting: reds\n    now: sailing\n    play: [%s{turn: nobody}]\n"
    for done, expected in (("", "reds, in `sailing`: chase or done"), ("done, ", "blues, in `resting`: done")):
        outcome = bench.case(bench.compiled(law), "yes", "yes", pieces=PIECES, more=more % done)
        assert outcome.got == f"the game asks {expected}"


LOTS = """choice side
  reds, blues
thing boat also
  side: side = reds
sequence game
  phase sailing by reds
action toss [1]
  open in sailing
  pick who(b: boat) where b.side is acting
  roll 1d6 as wind
  draw boat mate in b.hex where mate is not b
"""

TOSSED = "    acting: reds\n    now: sailing\n    play: [{toss.who: a}, %s]\n"


@pytest.mark.parametrize(
    ("step", "message", "help_"),
    [
        ("{draw: {wind: 3}}", "`wind` is thrown, not drawn", "write `roll: {wind: 3}`"),
        ("{roll: {wind: 3}}, {roll: {mate: b}}", "`mate` is drawn, not thrown", "write `draw: {mate: b}`"),
    ],
)
def test_dice_and_lots_are_told_apart(step: str, message: str, help_: str, bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-1}, c: {kind: boat, at: A-1}}"
    outcome = bench.case(bench.compiled(LOTS), "yes", "yes", pieces=pieces, more=TOSSED % step)
    (found,) = outcome.diagnostics
    assert (found.code, found.message, found.help) == ("HX324", message, help_)
