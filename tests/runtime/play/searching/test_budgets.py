"""What a search does with the positions or the time that it is given: never less than greedy, and all of it."""

from __future__ import annotations

from itertools import count

import pytest

from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play import planning
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import Beginning, Plan
from hexlaw.runtime.play.players import SearchingPlayer
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.searching.beginnings import CARRIED_OUT, Beginnings, Share
from hexlaw.runtime.play.searching.lines import Lines
from hexlaw.runtime.play.searching.replies import Line, Reply
from hexlaw.runtime.value import Thing

from .test_searching import ONLY_SAILING, Begun, begun, place, reds_move

__all__ = ["begun"]  # a fixture

FLEET = ("ann", "eve", "joy", "kim", "liv", "zoe")
FURTHER = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side and b.hex is not none)'"""


def fleet(begun: Begun, *, more: str = FURTHER) -> Game:
    """Six boats in A-3 that can each make two hexes; the others have one that stays far behind."""
    boats = [f"{name}: {{kind: boat, at: A-3, range: 2}}" for name in FLEET]
    return begun(ONLY_SAILING, f"{{{', '.join(boats)}, bob: {{kind: boat, at: A-1, side: blues}}}}", more=more)


def gone(game: Game) -> int:
    """How many hexes the fleet has made along the line."""
    places = [game.position.hex_of(Thing("boat", name)) for name in FLEET]
    return sum(place.q - 2 for place in places if place is not None)


@pytest.mark.parametrize("name", ["search:1", "search:20", "search:60", "search:100", "search:300"])
def test_a_small_budget_moves_everybody_whom_greedy_moves(begun: Begun, name: str) -> None:
    one, other = fleet(begun), fleet(begun)
    reds_move(one, "greedy")
    assert gone(one) == 12
    reds_move(other, name)
    assert gone(other) == 12


def test_time_that_is_over_at_once_moves_them_too(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(planning, "monotonic_ns", lambda: next(ticks) * 1_000_000_000)
    game = fleet(begun)
    reds_move(game, "search:0.3s")
    assert gone(game) == 12


def test_a_larger_budget_is_used_as_long_as_something_may_be_better(begun: Begun) -> None:
    """The first plan of a turn looks at what it may look at, and at little more; once all that may be better was looked
    at, at no more."""
    plans: list[Lines] = []

    class Noted(Lines):
        def best(self, machine: object) -> list[planning.Plan]:  # type: ignore[override]
            plans.append(self)
            return super().best(machine)  # type: ignore[arg-type]

    spent = []
    for budget in (300, 600, 1_200, 2_400):
        game, one = fleet(begun), SearchingPlayer("x", budget)
        one.sort = Noted
        game.answer("done")  # nothing can be done in fishing
        one.answer(game)
        spent.append(budget - plans[-1].left)
    assert 270 <= spent[0] <= 450
    assert 540 <= spent[1] <= 750
    assert spent[1] < spent[2] == spent[3] < 1_200


def test_nothing_is_looked_at_twice_that_cannot_be_better(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six boats go as far as they can, where nobody can do anything to them: each plan looks once at what the others
    do, and once at each beginning."""
    plans, replies, looked_at = [], [], []
    best, reply, begun_so = Lines.best, Lines.reply, Lines.begun_so

    def planned(self: Lines, machine: Machine) -> list[planning.Plan]:
        plans.append(machine)
        return best(self, machine)

    def noted(self: Lines, line: Line, side: str) -> Reply:
        replies.append(side)
        return reply(self, line, side)

    def noted_too(self: Lines, machine: Machine, beginning: Beginning, share: Share) -> list[planning.Plan]:
        looked_at.append((len(plans), beginning))
        return begun_so(self, machine, beginning, share)

    monkeypatch.setattr(Lines, "best", planned)
    monkeypatch.setattr(Lines, "reply", noted)
    monkeypatch.setattr(Lines, "begun_so", noted_too)
    game = fleet(begun)
    reds_move(game)
    assert gone(game) == 12
    assert 0 < len(replies) <= len(plans)
    ours = [looked for looked in looked_at if looked[-1][-1].name in FLEET]
    assert len(ours) == len({*ours})


def test_where_nothing_can_be_done_nobody_asks_what_the_others_would_do(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies: list[str] = []
    reply = Lines.reply
    monkeypatch.setattr(Lines, "reply", lambda self, line, side: replies.append(side) or reply(self, line, side))
    game, one = fleet(begun), SearchingPlayer("x", 300)
    assert one.answer(game) == "done", "nobody has anything to fish with"
    assert replies == []
    game.answer("done")
    one.answer(game)
    assert replies, "and in sailing something can be done"


FEWER = "worth: '0 - count(boat b where b.side is not side and b.hex is not none)'"
STRIKING = """action strike [1]
  open in fishing
  pick pirate(b: boat) where b.side is acting and b is not fished
  pick prey(p: boat) where p.side is not acting and distance(p.hex, b.hex) <= 2 does:
    mark b as fished
  roll 1d6 as pip
  if pip >= 3:
    move p to none
"""


def test_once_dice_have_fallen_half_does_for_the_rest_of_the_part(begun: Begun) -> None:
    """Three boats strike at four, one after the other; then they could sail."""
    budgets: list[tuple[bool, int]] = []  # whether it was for strikes, and how many positions

    class Noted(Lines):
        def best(self, machine: Machine) -> list[planning.Plan]:
            budgets.append(("strike" in machine.state.question.actions, self.left))  # type: ignore[union-attr]
            return super().best(machine)

    boats = ", ".join(f"{name}: {{kind: boat, at: A-3, range: 0}}" for name in FLEET[:3])
    blues = ", ".join(f"bob-{n}: {{kind: boat, at: A-1, side: blues}}" for n in range(4))
    game = begun(ONLY_SAILING + STRIKING, f"{{{boats}, {blues}}}", more=FEWER)
    one = SearchingPlayer("x", 300)
    one.sort = Noted
    while (question := game.question) is not None and getattr(question, "side", "reds") == "reds":
        if isinstance(question, ByLot):
            game.throw()
        else:
            game.answer(one.answer(game))
    striking = [left for strikes, left in budgets if strikes]
    assert striking[:3] == [300, 150, 150]
    assert next(left for strikes, left in budgets if not strikes) == 300, "another part begins anew"


LAUNCHING = """action launch [1]
  open in fishing
  pick launched(b: boat) where b.side is acting and b.hex is none
  pick there(h: hex) where not h is off-board does:
    move b to h
rule bar.ashore [1]
  forbids fishing.done
  when any boat b where b.side is acting and b.hex is none
"""
NEAR = """worth: 'sum(0 - distance(b.hex, hex("A-8")) - 1 for boat b where b.side is side and b.hex is not none)'"""


def test_what_has_to_be_put_somewhere_is_put_where_it_is_worth_most(begun: Begun) -> None:
    """To have a boat on the sea is worth -1 in A-8 and less elsewhere, but all have to be launched."""
    boats = ", ".join(f"{name}: {{kind: boat}}" for name in FLEET)
    game = begun(ONLY_SAILING + LAUNCHING, f"{{{boats}, bob: {{kind: boat, at: A-1, side: blues}}}}", more=NEAR)
    one = SearchingPlayer("x", 40)
    game.answer(one.answer(game))
    assert len(one.left) >= 2, "who goes where is planned as one"
    while any(game.position.hex_of(Thing("boat", name)) is None for name in FLEET):
        game.answer(one.answer(game))
    assert {place(game, name) for name in FLEET} == {"A-8"}


def test_of_the_places_where_something_can_be_put_no_more_are_tried_than_are_wanted(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is room in all 9 hexes: so one by lot, which shows that there is a way, and then the best."""
    tried: dict[int, set[Hex]] = {}
    ended = Beginnings._ended

    def noted(self: Beginnings, after: Machine, beginning: Beginning, there: Hex) -> Plan | None:
        tried.setdefault(id(after), set()).add(there)
        return ended(self, after, beginning, there)

    monkeypatch.setattr(Beginnings, "_ended", noted)
    pieces = "{ann: {kind: boat}, bob: {kind: boat, at: A-1, side: blues}}"
    game = begun(ONLY_SAILING + LAUNCHING, pieces, more=NEAR)
    game.answer(SearchingPlayer("x", 1_000).answer(game))
    assert 1 < max(map(len, tried.values())) <= CARRIED_OUT + 1
