"""What a search sees of the turn of the others, and of its own next one: all their actions, also once dice have fallen,
what they have to pick together, and what it gets back for a loss."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.searching.lines import Lines
from hexlaw.runtime.play.searching.replies import Line, Reply
from hexlaw.runtime.play.searching.twins import exchanged, twins
from hexlaw.runtime.value import Thing

from .test_searching import LAW, ONLY_SAILING, Begun, begun, place, reds_move

__all__ = ["begun"]  # a fixture

LEAD = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side and b.hex is not none)
        - sum(distance(b.hex, hex("A-1")) for boat b where b.side is not side and b.hex is not none)'"""
"""The further along the line the better."""


def fleet(number: int, at: str, range_: int) -> str:
    return ", ".join(f"boat-{n}: {{kind: boat, at: {at}, range: {range_}}}" for n in range(number))


def places(game: Game, number: int) -> list[str]:
    return [place(game, f"boat-{n}") for n in range(number)]


def upon_nothing(game: Game, side: str) -> Reply:
    """What the others do where a side does nothing."""
    machine = game.machine
    assert game.setup.worth is not None
    lines = Lines(game.setup.worth, side, Chance("x"), 1_000, machine)
    lines.aims_from(machine)
    return lines.reply(Line((), machine, lines.worth_of(machine, side)), side)


SALVO = """action salvo [1]
  open in fishing
  pick gunner(b: boat) where b.side is acting and b.side is blues and b is not fished
  pick hit(p: boat) repeatedly from those boat x
      where x.side is reds and x.hex is not none and distance(x.hex, b.hex) <= 2 and x is not rowed does:
    mark p as rowed
  mark b as fished
  for each p in (those boat x where x.side is reds and x is rowed):
    move p to none
rule bar.all-of-them [1]
  forbids salvo.done
  when any boat p where p.side is reds and p.hex is not none and distance(p.hex, b.hex) <= 2 and p is not rowed
"""


def test_what_has_to_be_picked_one_by_one_before_it_counts_is_seen(begun: Begun) -> None:
    """The gunner in A-8 hits all five within two hexes, and may not leave one out."""
    game = begun(LAW + SALVO, f"{{{fleet(5, 'A-6', 1)}, bob: {{kind: boat, at: A-8, side: blues}}}}", more=LEAD)
    reply = upon_nothing(game, "reds")
    assert reply.gained == 5 * 5
    assert {"boat-0", "boat-4"} < {one.name for one in reply.named if isinstance(one, Thing)}


STRIKING = """action strike [1]
  open in fishing
  pick pirate(b: boat) where b.side is acting and b.side is blues and b is not fished
  pick prey(p: boat) where p.side is not acting and distance(p.hex, b.hex) <= 2 does:
    mark b as fished
  roll 1d6 as pip
  if pip >= 3:
    move p to none
"""


def test_what_they_do_once_dice_have_fallen_is_seen(begun: Begun) -> None:
    """Two pirates strike one after the other; each takes a boat worth 5 with 2/3."""
    pirates = "bob: {kind: boat, at: A-8, side: blues}, kit: {kind: boat, at: A-8, side: blues}"
    reply = upon_nothing(begun(LAW + STRIKING, f"{{{fleet(2, 'A-6', 1)}, {pirates}}}", more=LEAD), "reds")
    assert reply.gained == 2 * 5 * Fraction(2, 3)
    assert len(reply.plans) == 2


def test_of_two_dice_a_reply_looks_at_all_falls_of_the_first(begun: Begun) -> None:
    """A boat worth 5 is lost by 3 or more on one die and 2 or more on the other, whose middle fall is more."""
    law = LAW + STRIKING.replace("  if pip >= 3:", "  roll 1d6 as pop\n  if pip >= 3 and pop >= 2:")
    game = begun(law, f"{{{fleet(1, 'A-6', 1)}, bob: {{kind: boat, at: A-8, side: blues}}}}", more=LEAD)
    assert upon_nothing(game, "reds").gained == 5 * Fraction(2, 3)


@pytest.mark.parametrize("pirates", [2, 3])
def test_what_one_of_them_has_taken_the_next_leaves_for_something_else(begun: Begun, pirates: int) -> None:
    """All like the boat in A-7 best, for 6 of worth, and the one in A-6 next, for 5; each takes one."""
    blues = ", ".join(f"bob-{n}: {{kind: boat, at: A-8, range: {n}, side: blues}}" for n in range(pirates))
    reds = "near: {kind: boat, at: A-7}, far: {kind: boat, at: A-6, range: 2}"
    sure = STRIKING.replace("pip >= 3", "pip >= 1")
    reply = upon_nothing(begun(LAW + sure, f"{{{reds}, {blues}}}", more=LEAD), "reds")
    assert sorted(gain for gain, _ in reply.plans) == [5, 6]


BROADSIDE = """action broadside [1]
  open in fishing
  pick gunner(b: boat) where b.side is acting and b.side is blues and b is not fished
  pick hit(p: boat) repeatedly from those boat x
      where x.side is reds and x.hex is not none and distance(x.hex, b.hex) <= 2 and x is not rowed
      and (no boat y where y is rowed and y.hex is not x.hex) does:
    mark p as rowed
  mark b as fished
  for each p in (those boat x where x.side is reds and x is rowed):
    move p to none
rule bar.half-of-them [1]
  forbids broadside.done
  when any boat p where p is rowed and (any boat q where q.side is reds and q.hex is p.hex and q is not rowed)
"""


def test_of_bunches_that_have_to_be_picked_whole_each_is_looked_at(begun: Begun) -> None:
    """The gunner hits all in one hex: two boats in A-6 for 5 of worth each, or three in A-7 for 6 each, or three in A-9
    for 8 each."""
    bunches = {"a": ("A-6", 2), "b": ("A-7", 3), "c": ("A-9", 3)}
    boats = ", ".join(
        f"{x}-{n}: {{kind: boat, at: {at}, range: {n}}}" for x, (at, m) in bunches.items() for n in range(m)
    )
    game = begun(ONLY_SAILING + BROADSIDE, f"{{{boats}, bob: {{kind: boat, at: A-8, side: blues}}}}", more=LEAD)
    reply = upon_nothing(game, "reds")
    assert reply.gained == 3 * 8


DUTY = """action mend [1]
  open in fishing
  pick mender(b: boat) where b.side is acting and b.side is blues
  do nothing-of-the-kind(b)
effect nothing-of-the-kind(b: boat):
  set b.range to b.range
action pay [1]
  open in fishing
  pick payer(b: boat) where b.side is acting and b.side is blues and b.fish > 0 does:
    set b.fish to b.fish - 1
rule bar.toll [1]
  forbids fishing.done
  when any boat b where b.side is blues and b.side is acting and b.fish > 2
"""


def test_of_what_they_have_to_do_that_which_changes_nothing_comes_last(begun: Begun) -> None:
    """They may not be done before a toll of one fish is paid; that they can mend their boats is no help."""
    blues = ", ".join(f"bob-{n}: {{kind: boat, at: A-8, range: {n}, side: blues}}" for n in range(5))
    pieces = f"{{ann: {{kind: boat, at: A-1}}, {blues}, kit: {{kind: boat, at: A-9, fish: 3, side: blues}}}}"
    game = begun(ONLY_SAILING + DUTY, pieces, more="worth: 'sum(b.fish for boat b where b.side is side)'")
    reply = upon_nothing(game, "reds")
    assert [answers[0] for _, answers in reply.plans] == ["pay"]


RANSOM = """action ransom [1]
  open in fishing
  pick payer(b: boat) where b.side is acting and b.side is reds and b is not fished and b.hex is harbour does:
    mark b as fished
    set b.fish to b.fish + 9
action rob [1]
  open in fishing
  pick robber(b: boat) where b.side is acting and b.side is blues and b is not fished
  pick robbed(p: boat) where p.side is not acting and p.hex is b.hex does:
    mark b as fished
    set p.fish to p.fish - 3
"""


@pytest.mark.parametrize(("fish", "there"), [(9, "A-9"), (0, "A-8")])
def test_a_loss_is_taken_for_what_is_gained_by_it_the_next_day(begun: Begun, fish: int, there: str) -> None:
    """A hex further is worth 1. In A-9 a robber takes 3; whoever begins a day in that harbour makes 9, or nothing."""
    game = begun(
        ONLY_SAILING + RANSOM.replace("+ 9", f"+ {fish}"),
        "{ann: {kind: boat, at: A-7, range: 2}, bob: {kind: boat, at: A-9, side: blues}}",
        more="given: [{hex: A-9, harbour: yes}]\n"
        """worth: 'sum(b.fish + distance(b.hex, hex("A-1")) for boat b where b.side is side)
        - sum(b.fish for boat b where b.side is not side)'""",
    )
    reds_move(game)
    assert place(game, "ann") == there


def test_what_is_still_to_be_done_in_the_same_turn_counts(begun: Begun) -> None:
    """Asked in fishing, the boat in harbour makes 9 when all sail, and 9 again the next day."""
    game = begun(
        ONLY_SAILING + RANSOM.replace("open in fishing", "open in sailing", 1),
        "{ann: {kind: boat, at: A-7}, bob: {kind: boat, at: A-1, side: blues}}",
        more="given: [{hex: A-7, harbour: yes}]\nworth: 'sum(b.fish for boat b where b.side is side)'",
    )
    assert upon_nothing(game, "reds").regained == 9 + 9


def test_what_becomes_of_things_by_themselves_counts(begun: Begun) -> None:
    """Nobody can gain anything, and a day is worth 1."""
    game = begun(LAW, "{ann: {kind: boat}, bob: {kind: boat, side: blues}}", more="worth: 'game.day'")
    reply = upon_nothing(game, "reds")
    assert (reply.gained, reply.regained) == (0, 1)


def test_all_that_would_be_lost_is_left_out_at_once(begun: Begun) -> None:
    """A hex further is worth 1 to each of eight boats, and there the gunner takes all of them: too many to look at what
    becomes of each alone."""
    game = begun(
        ONLY_SAILING + SALVO, f"{{{fleet(8, 'A-5', 1)}, bob: {{kind: boat, at: A-8, side: blues}}}}", more=LEAD
    )
    reds_move(game)
    assert "A-6" not in places(game, 8)


def test_things_are_alike_that_stand_where_the_other_stands_and_have_the_same_values(begun: Begun) -> None:
    game = begun(
        ONLY_SAILING, "{a: {kind: boat, at: A-3, range: 2}, b: {kind: boat, at: A-3, range: 2}, "
        "c: {kind: boat, at: A-3, range: 1}, d: {kind: boat, at: A-4, range: 2}, e: {kind: boat, at: A-3, range: 2, "
        "side: blues}}", more="worth: '0'",
    )  # fmt: skip
    a, b = (Thing("boat", name) for name in "ab")
    assert twins(game.position) == {a: a, b: a}
    assert exchanged(("sail", b, a, 7), {a: b, b: a}) == ("sail", a, b, 7)
    position = game.position.scratch()
    position.set(a, "rowed", False)  # which is what it is by itself
    assert twins(position) == {a: a, b: a}
    position.remember("taken", (b,))
    assert twins(position) == {}


def test_of_those_that_are_alike_one_is_looked_at_and_all_are_moved(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = []
    begun_so = Lines.begun_so
    monkeypatch.setattr(
        Lines, "begun_so", lambda self, machine, *more: looked_at.append(more) or begun_so(self, machine, *more)
    )
    game = begun(ONLY_SAILING, f"{{{fleet(6, 'A-3', 2)}, bob: {{kind: boat, at: A-1, side: blues}}}}", more=LEAD)
    game.answer("done")  # nothing can be done in fishing
    reds_move(game)
    assert places(game, 6) == ["A-5"] * 6
    assert len([beginning for beginning, *_ in looked_at if beginning[-1].name != "bob"]) == 1
