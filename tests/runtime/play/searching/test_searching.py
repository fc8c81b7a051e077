"""The program that searches: it goes for goals in time, minds what the others do then, and what it could do later."""

from __future__ import annotations

import gc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.players import player
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.reaching import all_ways, cheapest_way
from hexlaw.runtime.play.searching.aims import aims_of, towards
from hexlaw.runtime.play.searching.beginnings import Beginnings
from hexlaw.runtime.value import Thing

from ..weighed import weighed, without_worth

Begun = Callable[..., Game]
LAW = """choice side
  reds, blues
thing game also
  day: whole = 1
thing hex also
  harbour: yes/no
  rich: whole = 0
thing boat also
  side: side = reds
  rowed: yes/no lasting until end of tide
  fished: yes/no lasting until end of tide
  fish: whole = 0
sequence game [1]
  phase day while game.day <= 2:
    phase tide for each s in {reds, blues} by s:
      phase fishing
      phase sailing
    set game.day to game.day + 1
action fish [1]
  open in fishing
  pick fisher(b: boat) where b.side is acting and b is not fished does:
    mark b as fished
    set b.fish to b.fish + 1
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting and b is not rowed and b.hex is not none
  let here be b.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs 1 counted in b.spent does:
    move b to there
  mark b as rowed
rule bar.tired [1]
  forbids sail.step
  when b.spent >= b.range
situation calm [1] "A calm sea"
"""
ONLY_SAILING = LAW.replace("pick fisher(b: boat) where b.side", "pick fisher(b: boat) where b.fish > 9 and b.side")
MAP = '{grid: {orientation: pointy, lines: [A], lengths: [9], shifted: second, name: "{line}-{number}"}, hexes: {}}'


@pytest.fixture(params=[False, True], ids=["reference", "emitted"])
def begun(bench: Any, request: pytest.FixtureRequest) -> Begun:
    def begin(law: str, pieces: str, *, more: str = "", seed: str = "1", sea: str = MAP) -> Game:
        more, worth = without_worth(more)
        folder = bench.write(law, files={"situations/calm.yaml": f"map: {sea}\npieces: {pieces}\n{more}"})
        return weighed(bench.compiled(folder), worth, emitted=request.param).game(seed)

    return begin


def reds_move(game: Game, name: str = "search", kept_from: dict[Thing, frozenset[Thing]] | None = None) -> None:
    one = player(name, "x")
    while game.question is not None and game.question.side == "reds":  # type: ignore[union-attr]
        game.answer(one.answer(game))
        if kept_from is not None:
            kept_from.update(one.kept_from)  # type: ignore[attr-defined]


def place(game: Game, name: str) -> str:
    there = game.position.hex_of(Thing("boat", name))
    assert there is not None
    assert game.position.map is not None
    return game.position.map.name_of(there)


SINKING = """action sink [1]
  open in fishing
  pick pirate(b: boat) where b.side is acting and b.side is blues
  pick prey(p: boat) where p.side is not acting and distance(p.hex, b.hex) <= 2 does:
    move p to none
"""


@pytest.mark.parametrize(("name", "where"), [("greedy", "A-6"), ("search", "A-5")])
def test_a_search_keeps_away_from_what_the_others_can_take(begun: Begun, name: str, where: str) -> None:
    """The further along the line the better, but within two hexes of the pirate in A-8 the boat is lost: A-5 is as far
    as it may go."""
    worth = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side and b.hex is not none)
        - sum(distance(b.hex, hex("A-1")) for boat b where b.side is not side and b.hex is not none)'"""
    game = begun(
        ONLY_SAILING + SINKING, "{ann: {kind: boat, at: A-3, range: 3}, bob: {kind: boat, at: A-8, side: blues}}",
        more=worth,
    )  # fmt: skip
    kept_from: dict[Thing, frozenset[Thing]] = {}
    reds_move(game, name, kept_from)
    assert place(game, "ann") == where
    ann, bob = (Thing("boat", name) for name in ("ann", "bob"))
    assert kept_from == ({ann: frozenset([bob])} if name == "search" else {}), "and says from whom it keeps away"


IDLE = """action mend [1]
  open in fishing
  pick mender(b: boat) where b.side is acting
  pick net(n: whole) from {1, 2} does:
    set b.fish to b.fish + 0 * n
"""


def test_what_the_others_do_late_in_their_turn_is_seen_behind_much_that_is_idle(begun: Begun) -> None:
    """As above, and the pirate strikes after thirty of its boats have looked to their nets, which gains nothing."""
    worth = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side and b.hex is not none)
        - sum(distance(b.hex, hex("A-1")) for boat b where b.side is not side and b.hex is not none)'"""
    idle = ", ".join(f"idle-{n}: {{kind: boat, at: A-9, side: blues}}" for n in range(30))
    law = ONLY_SAILING + IDLE + SINKING.replace("open in fishing", "open in sailing")
    law = law.replace("b.side is blues\n", "b.side is blues and b.range > 0\n")
    game = begun(
        law, f"{{ann: {{kind: boat, at: A-3, range: 3}}, bob: {{kind: boat, at: A-8, side: blues, range: 1}}, {idle}}}",
        more=worth,
    )  # fmt: skip
    reds_move(game)
    assert place(game, "ann") == "A-5"


HAULING = """action haul [1]
  open in fishing
  pick hauler(b: boat) repeatedly as crew where b.side is acting
  if count(crew) >= 6:
    for each b in crew:
      set b.fish to 1
"""


def test_what_several_do_together_is_seen_though_none_of_them_gains_by_itself(begun: Begun) -> None:
    """Six of seven boats haul a net in, and of six there are seven ways in thousands."""
    fleet = ", ".join(f"boat-{n}: {{kind: boat, at: A-3, range: 0}}" for n in range(7))
    game = begun(
        ONLY_SAILING + HAULING, f"{{{fleet}, bob: {{kind: boat, at: A-9, side: blues}}}}",
        more="worth: 'sum(b.fish for boat b where b.side is side)'",
    )  # fmt: skip
    reds_move(game)
    assert sum(game.position.value(Thing("boat", f"boat-{n}"), "fish") for n in range(7)) == 7


TIRING = """rule bar.fished [1]
  forbids sail.skipper
  when b is fished
"""


@pytest.mark.parametrize(("fish", "fished"), [(2, False), (4, True)])
def test_what_can_be_done_later_in_the_turn_is_not_given_away(begun: Begun, fish: int, fished: bool) -> None:
    """Whoever fishes does not sail: three hexes are worth 3, so a catch of 2 is left, one of 4 taken."""
    worth = f"""worth: 'sum(distance(b.hex, hex("A-1")) + {fish} * b.fish for boat b where b.side is side)'"""
    game = begun(
        LAW + TIRING, "{ann: {kind: boat, at: A-3, range: 3}, bob: {kind: boat, at: A-9, side: blues}}", more=worth
    )
    reds_move(game)
    assert (game.position.value(Thing("boat", "ann"), "fish") == 1) is fished
    assert place(game, "ann") == ("A-3" if fished else "A-6")


GOALS = """advice [HA 1] "Advice"
fact harbours(g: game): set of hex
rule harbours.all
  harbours(g) is those h in hexes where h is harbour
rule goal.home
  goal of s that (any boat b where b.side is s and b.hex is harbour) at harbours(game) worth 7
      by 2 counted in game.day
"""
AT_THE_END = "given: [{hex: A-9, harbour: yes}]\nworth: '0'"


def test_it_goes_for_a_goal_that_worth_says_nothing_of(begun: Begun) -> None:
    """All positions are worth 0; the goal is in A-9, and the boat can come to A-6."""
    game = begun(
        ONLY_SAILING + GOALS, "{ann: {kind: boat, at: A-3, range: 3}, bob: {kind: boat, at: A-1, side: blues}}",
        more=AT_THE_END,
    )  # fmt: skip
    reds_move(game)
    assert place(game, "ann") == "A-6"


def test_an_aim_counts_the_nearest_things_against_the_time_that_is_left(begun: Begun) -> None:
    """Two times three hexes can be made good until day 2, the present day counted. Ann is six hexes away and Zoe
    three: Zoe counts 4/7, Ann 2/7, of a worth of 7."""
    game = begun(
        ONLY_SAILING + GOALS,
        "{ann: {kind: boat, at: A-3}, zoe: {kind: boat, at: A-6}, bob: {kind: boat, at: A-1, side: blues}}",
        more=AT_THE_END,
    )
    assert towards(aims_of(game.machine, "reds"), game.position) == 7 * (
        Fraction(4, 7) * (1 - Fraction(3, 6)) + Fraction(2, 7) * (1 - Fraction(6, 6))
    )


def test_all_ways_are_those_of_least_cost(begun: Begun) -> None:
    """From A-3 with a range of 2: A-1, A-2, A-4 and A-5, each by the way that is found for it alone."""
    game = begun(
        ONLY_SAILING,
        "{ann: {kind: boat, at: A-3, range: 2}, bob: {kind: boat, at: A-9, side: blues}}",
        more="worth: '0'",
    )
    game.answer("done")
    machine, ann = game.machine, Thing("boat", "ann")
    for answer in ("sail", ann):
        following = lookahead.after(machine, answer)
        assert following is not None
        machine = following
    ways = all_ways(machine, ann)
    assert game.position.map is not None
    assert {game.position.map.name_of(there): way.cost for there, way in ways.items()} == {
        "A-1": 2, "A-2": 1, "A-4": 1, "A-5": 2,
    }  # fmt: skip
    assert all(cheapest_way(machine, ann, there) == way for there, way in ways.items())
    assert all_ways(machine, ann, enters_once=True) == ways


def test_of_many_places_those_near_the_best_are_looked_at(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """The further from A-5 the less it is worth. Of 39 places the boat finds the best, and many are not looked at."""
    looked_at = list[object]()
    looks = Beginnings._looks

    def noted(self: Beginnings, machine: Machine, mover: Thing, there: Hex, side: str) -> Fraction:
        looked_at.append(there)
        return looks(self, machine, mover, there, side)

    monkeypatch.setattr(Beginnings, "_looks", noted)
    line = MAP.replace("lengths: [9]", "lengths: [40]")
    game = begun(
        ONLY_SAILING, "{ann: {kind: boat, at: A-20, range: 40}, bob: {kind: boat, at: A-40, side: blues}}",
        more="worth: 'sum(0 - distance(b.hex, hex(\"A-5\")) for boat b where b.side is side)'", sea=line,
    )  # fmt: skip
    game.answer("done")
    plans = player("search", "x")
    answers = [plans.answer(game)]
    assert len(set(looked_at)) < 30
    while game.question is not None and game.question.side == "reds":
        game.answer(answers.pop() if answers else plans.answer(game))
    assert place(game, "ann") == "A-5"


def test_the_reference_and_emitted_law_lead_to_one_game(bench: Any) -> None:
    found = []
    more, worth = without_worth(AT_THE_END)
    for emitted in (False, True):
        folder = bench.write(
            LAW + TIRING + SINKING + GOALS,
            files={
                "situations/calm.yaml": f"map: {MAP}\npieces: {{ann: {{kind: boat, at: A-3, range: 3}}, "
                "zoe: {kind: boat, at: A-4, range: 2}, bob: {kind: boat, at: A-9, side: blues, range: 1}}\n" + more
            },
        )
        game = weighed(bench.compiled(folder), worth, emitted=emitted).game("1")
        play_out(game, {side: player("search:300", side) for side in ("reds", "blues")})
        found.append(game.entries)
    assert found[0] == found[1]
    assert len(found[0]) > 10


def test_no_position_that_was_looked_at_waits_for_the_garbage_collector(begun: Begun) -> None:
    """A link from a state to what stands for it would leave each to a search of the whole memory."""
    pieces = "{ann: {kind: boat, at: A-3, range: 3}, bob: {kind: boat, at: A-8, side: blues}}"
    game = begun(LAW + SINKING, pieces, more=AT_THE_END)
    gc.collect()
    gc.disable()
    try:
        reds_move(game)
        waiting = _states()
        gc.collect()
        assert waiting == _states()
    finally:
        gc.enable()


def _states() -> int:
    return sum(isinstance(one, State) for one in gc.get_objects())


SECRET = """thing boat also
  fierce: yes/no secret
action ram [2]
  open in fishing
  pick rammer(b: boat) where b.side is acting and b is not fished and b is fierce
  pick rammed(o: boat) where o.side is not b.side and distance(o.hex, b.hex) <= 3 does:
    mark b as fished
    set o.fish to 0
"""


def test_its_play_does_not_change_with_what_is_secret_to_it(begun: Begun) -> None:
    """Two boats, of which the one, the other, both or none can ram; reds would gain by knowing which."""
    others = "b: {{kind: boat, at: A-1, side: blues, fierce: {}}}, c: {{kind: boat, at: A-9, side: blues, fierce: {}}}"
    pieces = f"{{{{a: {{{{kind: boat, at: A-4, fish: 3}}}}, {others}}}}}"
    worth = "worth: 'sum(b.fish for boat b where b.side is side) - sum(b.fish for boat b where b.side is not side)'"
    played = []
    for one, other in (("no", "no"), ("yes", "no"), ("no", "yes"), ("yes", "yes")):
        game = begun(LAW + SECRET, pieces.format(one, other), more=worth)
        reds_move(game)
        played.append([(entry.asked, entry.answer) for entry in game.entries])
    assert len(played[0]) > 1, "they do something"
    assert played.count(played[0]) == 4


BOARDING = """action board [1]
  open in fishing
  pick prey(p: boat) where p.side is blues and p.hex is not none and acting is reds
  pick boarder(b: boat) repeatedly from those boat x
      where x.side is acting and x.fish = 0 and distance(x.hex, p.hex) <= 2 does:
    set b.fish to 1
  roll 1d6 as pip
  if pip <= 2 + count(boat x where x.fish = 1):
    move p to none
  for each x in (those boat x where x.fish = 1):
    set x.fish to 2
rule bar.nobody [1]
  forbids board.done
  when no boat x where x.fish = 1
"""


def test_not_all_are_sent_at_once_where_others_can_act_once_the_dice_have_fallen(begun: Begun) -> None:
    """One boat takes a prey by 3 or less, two by 4, three by 5, and each has one go. For 6 of worth a prey, three boats
    together gain 5, and one after two 3 and 4. The dice end a plan: it has to count what is left to do after them."""
    reds = ", ".join(f"red-{n}: {{kind: boat, at: A-5, range: {n}}}" for n in range(3))
    preys = "near: {kind: boat, at: A-6, side: blues}, far: {kind: boat, at: A-7, side: blues}"
    worth = "worth: '6 * count(boat b where b.side is not side and b.hex is none)'"
    law = LAW.replace("b.side is acting and b is not fished", "b.fish > 9").replace("day <= 2", "day <= 1")
    game = begun(law + BOARDING, f"{{{reds}, {preys}}}", more=worth)
    one = player("search", "x")
    while game.running[-1] == "fishing":
        if isinstance(game.question, ByLot):
            game.throw()
        else:
            game.answer(one.answer(game))
    assert len([entry for entry in game.entries if entry.asked == "board.prey"]) > 1


RAM = """action ram [1]
  open in sailing
  pick target(p: boat) where p.side is not acting and p.hex is not none
  pick rammer(b: boat) repeatedly as rammers where b.side is acting and b is not fished does:
    mark b as fished
    let here be b.hex
    pick way(there: hex) repeatedly from neighbours(here) where not there is off-board and there is not p.hex
        costs 1 counted in b.spent does:
      move b to there
    pick bow(h: hex) from neighbours(b.hex) where h is p.hex does:
      mark b as rowed
  if count(rammers) >= NEEDED:
    move p to none
rule bar.too-far [1]
  forbids ram.way
  when b.spent >= b.range
"""
WIDE = """{grid: {orientation: pointy, lines: [A, B, C, D, E, F, G, H, I], lengths: [9, 9, 9, 9, 9, 9, 9, 9, 9],
  shifted: second, name: "{line}-{number}"}, hexes: {}}"""


@pytest.mark.parametrize("needed", [1, 2])
def test_who_goes_somewhere_within_an_action_gets_there(begun: Begun, needed: int) -> None:
    """Each could go to most of eighty hexes, and reaches the boat of the blues from few of them; so many have to."""
    game = begun(
        ONLY_SAILING.replace("pick skipper(b: boat) where", "pick skipper(b: boat) where b.fish > 9 and")
        + RAM.replace("NEEDED", str(needed)),
        "{ann: {kind: boat, at: B-2, range: 6}, amy: {kind: boat, at: H-2, range: 6}, "
        "bob: {kind: boat, at: E-7, side: blues}}",
        more="worth: '0 - count(boat b where b.side is not side and b.hex is not none)'",
        sea=WIDE,
    )
    reds_move(game)
    assert game.position.hex_of(Thing("boat", "bob")) is None
