"""Programs look ahead on what their side may see: a secret of the other side changes nothing that they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexlaw.runtime.play.belief import imagined
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.position.position import Position

from .weighed import player

Begun = Callable[..., Game]
CHESTS = """thing chest
  stands in hex
  side: side = blues
  full: yes/no secret
  opened: yes/no
  coins: whole secret
  friend: chest or none secret
  berth: hex secret
thing boat also
  gold: whole = 0
action open-up [1]
  open in sailing
  pick opener(b: boat) where b.side is acting
  pick lid(c: chest)
  mark c as opened
  if c is full:
    set b.gold to b.gold + 10
rule open-up.once [1]
  forbids open-up.lid
  when c is opened
rule open-up.one [1]
  forbids open-up.opener
  when any chest c where c is opened
"""
GOLD = "worth: 'sum(b.gold for boat b where b.side is side)'\n"


def with_chests(begun: Begun, full: str, more: str = "", law: str = CHESTS) -> Game:
    """Four chests, one of them full."""
    chests = ", ".join(
        f"{name}: {{kind: chest, at: A-{n}, full: {'yes' if name == full else 'no'}, coins: {n}{more}}}"
        for n, name in enumerate(("oak", "elm", "ash", "fir"), 2)
    )
    return begun(law, f"{{ann: {{kind: boat, at: A-1}}, {chests}}}", more=GOLD)


@pytest.mark.parametrize("name", ["greedy", "greedy:60"])
def test_no_program_knows_which_chest_is_full(begun: Begun, name: str) -> None:
    """Whichever it is, the same seed opens the same one; over many seeds it is every one of them."""
    opened = set()
    first = [with_chests(begun, full) for full in ("oak", "fir")]
    for seed in range(8):
        lids = []
        for its in first:
            game = Game(its.agenda, its.setup, its.seed)
            one = player(name, str(seed))
            for _ in range(3):
                game.answer(one.answer(game))
            lids.append([entry.answer for entry in game.entries])
        assert lids[0] == lids[1]
        opened.add(lids[0][-1])
    assert len(opened) > 1


LOOK = """action look [1]
  open in sailing
  pick looker(b: boat) where b.side is acting does:
    for each chest c:
      reveal c.full to acting
"""


@pytest.mark.parametrize("full", ["oak", "fir"])
def test_what_a_side_has_been_shown_its_program_goes_by(begun: Begun, full: str) -> None:
    """Whichever chest is full: once reds have seen into all of them, they open that one, by any seed."""
    for seed in range(3):
        game = with_chests(begun, full, law=CHESTS + LOOK)
        for text in ("look", "ann", "open-up", "ann"):
            game.answer(game.meant(text))
        assert player("greedy", str(seed)).answer(game) == game.position.things[full]


def imagined_by_reds(game: Game, seed: int, *, shown: tuple[tuple[str, str], ...] = ()) -> Position:
    """What reds imagine, once they have been shown these attributes."""
    machine, things = game.to_read, game.position.things
    state = replace(machine.state, shown=frozenset((things[name], attribute, "reds") for name, attribute in shown))
    return imagined(machine.at(state), "reds", Chance(str(seed)), {})


def test_a_guess_is_a_value_that_the_law_allows(begun: Begun) -> None:
    game = with_chests(begun, "oak")
    chests = list(game.position.of_kind("chest"))
    guessed: dict[str, set[object]] = {name: set() for name in ("full", "coins", "friend", "berth")}
    for seed in range(40):
        seen = imagined_by_reds(game, seed)
        for name, values in guessed.items():
            values.update(seen.value(chest, name) for chest in chests)
    assert game.position.map is not None
    assert guessed["full"] == {True, False}
    assert guessed["coins"] == {0}, "nobody sees a chest's coins, so there is nothing to guess from"
    assert guessed["friend"] == {None, *chests}
    assert guessed["berth"] == set(game.position.map.hexes)


def test_a_number_is_guessed_from_those_that_are_seen_and_what_is_seen_is_known(begun: Begun) -> None:
    """Ash has 4 coins and fir 5; elm is the full one."""
    game, shown = with_chests(begun, "elm"), (("ash", "coins"), ("fir", "coins"), ("elm", "full"))
    oak, elm = (game.position.things[name] for name in ("oak", "elm"))
    found = [imagined_by_reds(game, seed, shown=shown) for seed in range(20)]
    assert {seen.value(oak, "coins") for seen in found} == {4, 5}
    assert {seen.value(elm, "full") for seen in found} == {True}


LURKING = """thing boat also
  under: yes/no
thing lurker is a boat
  stands in hex, secret while under
thing mine
  stands in hex or lurker, secret
"""


def test_what_hides_is_taken_not_to_be_there(begun: Begun) -> None:
    pieces = """{ann: {kind: boat, side: reds, at: A-2}, jim: {kind: lurker, side: blues, at: A-3, under: yes},
 tim: {kind: boat, side: blues, at: B-5}, mine: {kind: mine, at: B-1}, keg: {kind: mine, in: jim}}"""
    game = begun(LURKING, pieces)
    assert set(imagined_by_reds(game, 1).things) == {"ann", "tim"}
    assert "jim" in imagined(game.to_read, "blues", Chance("1"), {}).things
