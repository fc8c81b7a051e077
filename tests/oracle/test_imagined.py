"""What a side may imagine of a game, as the old machine copies it: guesses in the place of secrets."""

from __future__ import annotations

from collections.abc import Callable

from reference.belief import imagined
from reference.game import Game
from reference.state import ActionFrame

from hexlaw.runtime.play.chance import Chance

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


def with_chests(begun: Begun, full: str) -> Game:
    """Four chests, one of them full."""
    chests = ", ".join(
        f"{name}: {{kind: chest, at: A-{n}, full: {'yes' if name == full else 'no'}, coins: {n}}}"
        for n, name in enumerate(("oak", "elm", "ash", "fir"), 2)
    )
    return begun(CHESTS, f"{{ann: {{kind: boat, at: A-1}}, {chests}}}")


def test_what_a_side_has_been_shown_it_knows(begun: Begun) -> None:
    for seed in range(4):
        game = with_chests(begun, "elm")
        elm = game.position.things["elm"]
        game.machine.state.shown |= {(chest, "full", "reds") for chest in game.position.of_kind("chest")}
        assert imagined(game.machine, "reds", Chance(str(seed))).position.value(elm, "full")


def test_a_guess_is_a_value_that_the_law_allows(begun: Begun) -> None:
    game = with_chests(begun, "oak")
    chests = list(game.position.of_kind("chest"))
    guessed: dict[str, set[object]] = {name: set() for name in ("full", "coins", "friend", "berth")}
    for seed in range(40):
        seen = imagined(game.machine, "reds", Chance(str(seed))).position
        for name, values in guessed.items():
            values.update(seen.value(chest, name) for chest in chests)
    assert game.position.map is not None
    assert guessed["full"] == {True, False}
    assert guessed["coins"] == {0}, "nobody sees a chest's coins, so there is nothing to guess from"
    assert guessed["friend"] == {None, *chests}
    assert guessed["berth"] <= set(game.position.map.hexes)
    assert len(guessed["berth"]) == 10


def test_a_number_is_guessed_from_those_that_are_seen(begun: Begun) -> None:
    game = with_chests(begun, "oak")
    ash, fir = (game.position.things[name] for name in ("ash", "fir"))  # of 4 and 5 coins
    game.machine.state.shown |= {(ash, "coins", "reds"), (fir, "coins", "reds")}
    oak = game.position.things["oak"]
    found = {imagined(game.machine, "reds", Chance(str(seed))).position.value(oak, "coins") for seed in range(20)}
    assert found == {4, 5}


def test_what_is_under_way_knows_no_secrets_either(begun: Begun) -> None:
    game = with_chests(begun, "oak")
    for text in ("open-up", "ann"):
        game.answer(game.meant(text))
    befores = [
        frame.before.value(game.position.things["oak"], "full")
        for seed in range(20)
        for frame in imagined(game.machine, "reds", Chance(str(seed))).frames
        if isinstance(frame, ActionFrame)
    ]
    assert {True, False} == set(befores)


def test_one_who_owns_all_secrets_imagines_nothing(begun: Begun) -> None:
    game = with_chests(begun, "oak")
    game.machine.state.shown |= {(game.position.things["ann"], "hold", "blues")}
    assert imagined(game.machine, "blues", Chance("x")) is game.machine


LURKING = """thing boat also
  under: yes/no
thing lurker is a boat
  stands in hex, secret while under
thing mine
  stands in hex or lurker, secret
"""


def test_plans_are_made_as_if_what_hides_were_not_there(begun: Begun, sail: str) -> None:
    pieces = """{ann: {kind: boat, side: reds, at: A-2}, jim: {kind: lurker, side: blues, at: A-3, under: yes},
 tim: {kind: boat, side: blues, at: B-5}, mine: {kind: mine, at: B-1}, keg: {kind: mine, in: jim}}"""
    game = begun(LURKING + sail, pieces)
    assert set(imagined(game.machine, "reds", Chance("1")).position.things) == {"ann", "tim"}
    assert "jim" in imagined(game.machine, "blues", Chance("1")).position.things
