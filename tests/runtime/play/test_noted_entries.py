"""What a log says of an answer beyond the answer: who does it where an action has borrowed the pick, what is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.words.readings import Readings

CONVOY = """action convoy [1]
  open in sailing
  pick flagship(f: boat) where f.side is acting
  pick called(b: boat) repeatedly optionally where b.side is acting does:
    let here be b.hex
    pick sail.step repeatedly optionally
action ram(v: boat) [1]
  pick rammer(b: boat) where b.side is acting
  mark v as lit
rule step.met [1]
  after sail.step
  then:
    offer ram(b) to blues
words
  action sail reads "sail" / "{b} sails to {there}"
  action convoy reads "form a convoy" / "{f} leads[ and calls {b}]"
  action ram reads "ram {v}" / "{b} rams {v}"
"""
PIECES = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: A-2}, tim: {kind: boat, side: blues, at: B-5}}"
TOLD = ["reds: ann leads and calls bob in A-2", "reds: bob sails to A-4 via A-3", "blues: tim rams bob"]
PLAYED = ["convoy", "ann", "bob", "A-3", DONE, "A-4", "ram", "tim"]


@pytest.fixture
def game(begun: Callable[..., Game], sail: str) -> Game:
    return begun(sail + CONVOY, PIECES)


def told(game: Game) -> list[str]:
    return [*log_lines(game.entries, readings=Readings(game.law.graph))]


def test_a_borrowed_pick_is_told_of_who_does_it_and_a_declined_offer_not(game: Game) -> None:
    """Blues decline to ram bob on his first step, and ram him on the second: `ram` says whom by its parameter."""
    for answer in PLAYED:
        assert game.allows(game.meant(answer))
        game.put_with_notes(game.meant(answer))
    assert told(game) == TOLD
    assert game.entries[4].ends == "", "an offer was declined: no part of the sequence is over"
    assert game.entries[5].known == {"sail.skipper": "bob"}


def test_a_replay_finds_the_same(game: Game, begun: Callable[..., Game], sail: str) -> None:
    for answer in PLAYED:
        game.answer(game.meant(answer))
    assert told(game) != TOLD
    again = begun(sail + CONVOY, PIECES)
    assert play_again(again, game.entries) is None
    assert told(again) == TOLD


def test_what_is_picked_first_in_secret_is_not_noted(begun: Callable[..., Game], sail: str) -> None:
    law = """thing boat also
  ally: boat or none secret
action plot [1]
  open in sailing
  pick ally(k: boat)
  pick plotter(b: boat) where b.side is acting
  set b.ally to k
"""
    game = begun(sail + law, PIECES)
    for answer in ("plot", "bob", "ann"):
        game.put_with_notes(game.meant(answer))
    assert "plot.ally" in game.agenda.secret_picks
    assert [entry.known for entry in game.entries] == [{}, {}, {}]


DICE = """action signal [1]
  open in sailing
  pick signaller(b: boat) where b.side is acting
  do flash(b)
  for each boat x:
    do look(x)
effect flash(b: boat):
  roll 1d6 as first
  roll 1d6 as second
effect look(b: boat):
  roll 1d6 as glance
"""


def test_dice_of_one_deed_go_on_and_those_of_the_next_begin_anew(begun: Callable[..., Game], sail: str) -> None:
    """Ann's two dice are one deed; then each of three boats throws its own."""
    game = begun(sail + DICE, PIECES)
    for answer in ("signal", "ann", 1, 2, 3, 4, 5):
        game.put_with_notes(game.meant(str(answer)))
    assert [entry.goes_on for entry in game.entries[2:]] == [False, True, False, False, False]
    assert [*log_lines(game.entries)] == [
        "reds: signal ann", "first shows 1, second shows 2", "glance shows 3", "glance shows 4", "glance shows 5",
    ]  # fmt: skip


ATTACK = """action board [1]
  open in sailing
  pick boarder(b: boat) where b.side is acting
  pick target(h: hex) where distance(b.hex, h) = 1
words
  action board reads "board a hex" / "{b} boards {h}"
"""


@pytest.mark.parametrize(("where", "said"), [("A-2", "A-2 (tim)"), ("B-1", "B-1")])
def test_a_hex_is_told_with_who_of_others_stands_there(
    begun: Callable[..., Game], sail: str, where: str, said: str
) -> None:
    """Ann's own companion in B-1 is not named."""
    pieces = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-1}, tim: {kind: boat, side: blues, at: A-2}}"
    game = begun(sail + ATTACK, pieces)
    for answer in ("board", "ann", where):
        game.put_with_notes(game.meant(answer))
    assert told(game) == [f"reds: ann boards {said}"]


def test_who_is_hidden_in_a_hex_is_not_told(begun: Callable[..., Game], sail: str) -> None:
    hidden = """thing raft is a boat
  stands in hex, secret
"""
    pieces = "{ann: {kind: boat, at: A-1}, tim: {kind: raft, side: blues, at: A-2}}"
    game = begun(sail + hidden + ATTACK, pieces)
    for answer in ("board", "ann", "A-2"):
        game.put_with_notes(game.meant(answer))
    assert told(game) == ["reds: ann boards A-2"]
