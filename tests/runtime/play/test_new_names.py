"""What is made in play is called by a number that tells nothing of what is hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from under_way import text_of

from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.replay import play_again

Begun = Callable[..., Game]
LAW = """thing mine
  stands in hex, secret while sunk
  side: side
  sunk: yes/no
thing pole
  stands in hex
action lay [1]
  open in sailing
  pick layer(b: boat) where b.side is acting
  pick deep(d: yes/no) from {yes, no} does:
    place mine in b.hex as m
    set m.side to b.side
    place pole in b.hex
    if d is yes:
      mark m as sunk
action fish [1]
  open in sailing
  pick fisher(b: boat) where b.side is acting
  pick fished(m: mine) where m.side is b.side does:
    remove m
"""
PIECES = "{ann: {kind: boat, side: reds, at: A-2}, bob: {kind: boat, side: blues, at: B-4}}"
TOGETHER = """sequence game also
  before tide:
    phase together for each s in {reds, blues} by s at once:
      phase plots
"""
SEEDS = 25


def answer(game: Game, *texts: str) -> None:
    for text in texts:
        game.answer(game.meant(text))


def laid(game: Game, *deep: str, boat: str = "ann") -> list[str]:
    """What the mines of a boat are called that is to lay so many, one after the other."""
    before = {*game.position.things}
    for answered in deep:
        answer(game, "lay", boat, answered)
    return [name for name in game.position.things if name.startswith("mine") and name not in before]


def by_seeds(game: Game) -> list[Game]:
    """The same game begun with other seeds."""
    return [Game(game.agenda, game.setup, str(seed)) for seed in range(SEEDS)]


def number(name: str) -> int:
    return int(name.rpartition("-")[2])


@pytest.mark.parametrize("hidden", [0, 1, 2])
@pytest.mark.parametrize("begins", ["ann", "bob"])
def test_the_name_of_an_open_one_does_not_depend_on_how_many_are_hidden(begun: Begun, hidden: int, begins: str) -> None:
    """Whoever has hidden them: by the seed it is any number, each time another one."""
    found = []
    for game in by_seeds(begun(LAW, PIECES)):
        laid(game, *["yes"] * hidden)
        if begins == "bob":
            answer(game, "done")
        [name] = laid(game, "no", boat=begins)
        found.append(number(name))
        assert game.seen_by("blues").things.keys() >= {name, "pole-1"}
    assert len({*found}) > 20
    assert min(found) < 300 < 700 < max(found)


def test_a_number_that_is_free_again_does_not_come_back(begun: Begun) -> None:
    """Else it would tell, if it does not, that meanwhile a hidden one has it."""
    again = []
    for game in by_seeds(begun(LAW, PIECES)):
        [first] = laid(game, "no")
        answer(game, "fish", "ann", first)
        again += [name == first for name in laid(game, "no")]
    assert sum(again) <= 1


def test_what_cannot_hide_is_numbered_in_order(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    laid(game, "yes", "no", "yes")
    assert [name for name in game.position.things if name.startswith("pole")] == ["pole-1", "pole-2", "pole-3"]


@pytest.mark.parametrize(
    ("lines", "is_by_lot"),
    [
        ("    place pole in m", True),
        ("    place pole in b.hex as p\n    move p to m", True),
        ("    place pole in b.hex", False),
    ],
)
def test_what_is_put_into_what_may_hide_is_named_by_lot(begun: Begun, lines: str, is_by_lot: bool) -> None:
    law = LAW.replace("    place pole in b.hex", lines)
    law = law.replace("thing pole\n  stands in hex", "thing pole\n  stands in hex or mine")
    found = [{*game.position.things} for game in by_seeds(begun(law, PIECES)) if laid(game, "yes", "yes")]
    assert all({"pole-1", "pole-2"} <= things for things in found) != is_by_lot


def test_no_name_is_given_twice(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where more are made than there are numbers to draw from at first."""
    monkeypatch.setattr("hexlaw.runtime.play.chance.SPREAD", 2)
    assert len({*laid(begun(LAW, PIECES), *["yes", "no"] * 4)}) == 8


def test_a_game_that_is_played_again_has_the_same_names(begun: Begun) -> None:
    game, again = begun(LAW, PIECES), begun(LAW, PIECES)
    names = laid(game, "yes", "no")
    answer(game, "fish", "ann", names[0])
    assert play_again(again, game.entries) is None
    assert text_of(again) == text_of(game)
    game.undo()
    answer(game, names[0])
    assert text_of(again) == text_of(game), "also where an answer is taken back"


@pytest.mark.parametrize("chance", ["by-purpose", None])
def test_in_games_of_older_journals_all_are_numbered_in_order(begun: Begun, chance: str | None) -> None:
    new = begun(LAW, PIECES)
    game = Game(new.agenda, new.setup, "1", chance=chance)
    assert laid(game, "yes", "yes", "no") == ["mine-1", "mine-2", "mine-3"]


def test_who_acts_at_once_with_others_keeps_the_names_that_it_has_seen(begun: Begun) -> None:
    law = LAW.replace("open in sailing", "open in plots, sailing")
    for game in by_seeds(begun(law, PIECES, sequence=TOGETHER)):
        [red] = laid(game, "yes")
        answer(game, "done")
        [blue] = laid(game, "yes", boat="bob")
        answer(game, "done")
        assert game.seen_by("reds").things.keys() >= {red}
        assert game.seen_by("blues").things.keys() >= {blue}
