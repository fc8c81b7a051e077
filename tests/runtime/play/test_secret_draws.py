"""A draw tells others that something was drawn, and what it was only where they see it: cards, hidden numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.replay import play_again

Begun = Callable[..., Game]
CHESTS = """thing chest
  side: side or none
thing chart
  stands in chest, at most 1 deep, secret while rolled
  side: side or none
  rolled: yes/no = yes
fact chest-of(s: side or none): chest
rule chest-of.one [1]
  chest-of(s) is one chest k where k.side is s
thing boat also
  depth: whole = 0 secret
  wind: whole = 0
"""
DEAL = """action deal [1]
  open in sailing
  pick dealer(b: boat) where b.side is acting
  draw chart c in chest-of(none)
  if c is not none:
    set c.side to acting
    move c to chest-of(acting)
"""
PIECES = """{ann: {kind: boat, side: reds, at: A-1}, bob: {kind: boat, side: blues, at: B-1},
 store: {kind: chest, holds: {reef: {kind: chart, count: 2}, bar: {kind: chart, count: 2}}},
 red: {kind: chest, side: reds}, blue: {kind: chest, side: blues}}"""


def played(game: Game, *answers: str) -> str:
    """What was thrown or drawn last on the way."""
    for text in answers:
        game.answer(game.meant(text))
        while isinstance(game.question, ByLot):
            game.throw()
    return next(entry.answer for entry in reversed(game.entries) if not entry.side)


def heard(game: Game, side: str | None) -> list[str]:
    screen = Screen(game, Style(), {}, side)
    return [*log_lines([screen.redacted(entry) for entry in game.entries])]


def held(game: Game, side: str, name: str) -> Iterator[str]:
    screen = Screen(game, Style(), {}, side)
    return (line.strip() for line in screen.look(game.position.things[name]) if "holds" in line)


def test_what_was_drawn_is_told_to_who_sees_it(begun: Begun) -> None:
    game = begun(CHESTS + DEAL, PIECES)
    card = played(game, "deal", "ann")
    assert heard(game, None) == heard(game, "reds") == ["reds: deal ann", f"c is {card}"]
    assert heard(game, "blues") == ["reds: deal ann", "c is drawn (in secret)"]


def test_a_journal_that_is_played_again_tells_no_more(begun: Begun) -> None:
    game, again = (begun(CHESTS + DEAL, PIECES) for _ in range(2))
    played(game, "deal", "ann")
    assert play_again(again, game.entries) is None
    assert heard(again, "blues") == ["reds: deal ann", "c is drawn (in secret)"]


def test_all_may_count_a_pile_and_its_side_alone_looks_into_it(begun: Begun) -> None:
    game = begun(CHESTS + DEAL, PIECES)
    card = played(game, "deal", "ann")
    assert [*held(game, "reds", "red")] == [f"holds {card}"]
    assert [*held(game, "blues", "red")] == ["holds 1 that you do not see"]
    assert [*held(game, "reds", "store")] == [*held(game, "blues", "store")] == ["holds 3 that you do not see"]
    assert [*held(game, "blues", "blue")] == []


def test_how_many_are_hidden_in_what_stands_on_the_map_is_not_told(begun: Begun) -> None:
    stowed = CHESTS.replace("  side: side or none\nthing chart", "  stands in hex\n  side: side or none\nthing chart")
    game = begun(stowed + DEAL, PIECES.replace("{kind: chest,", "{kind: chest, at: A-2,"))
    assert [*held(game, "blues", "store")] == []


def test_what_is_drawn_face_up_all_are_told(begun: Begun) -> None:
    game = begun(CHESTS + DEAL.replace("    move c", "    clear rolled from c\n    move c"), PIECES)
    card = played(game, "deal", "ann")
    assert heard(game, "blues") == ["reds: deal ann", f"c is {card}"]


def test_what_is_drawn_from_an_open_pile_is_not_named_either(begun: Begun) -> None:
    law = CHESTS.replace("rolled: yes/no = yes", "rolled: yes/no")
    game = begun(law + DEAL.replace("    move c", "    mark c as rolled\n    move c"), PIECES)
    assert [*held(game, "blues", "store")] == ["holds reef-1, reef-2, bar-1, bar-2"]
    played(game, "deal", "ann")
    assert heard(game, "blues") == ["reds: deal ann", "c is drawn (in secret)"]


def test_what_was_drawn_unseen_and_is_gone_stays_untold(begun: Begun) -> None:
    game = begun(CHESTS + DEAL.replace("set c.side to acting\n    move c to chest-of(acting)", "remove c"), PIECES)
    played(game, "deal", "ann")
    assert heard(game, "reds") == heard(game, "blues") == ["reds: deal ann", "c is drawn (in secret)"]


LOTS = {
    "thrown": ("roll 1d6 as d", "d is thrown (in secret)"),
    "drawn": ("draw d in numbers(1, 6)", "d is drawn (in secret)"),
}
INTO = {
    "into a secret": ("set b.depth to d", True),
    "into a secret in an effect": ("do sounded(b, d + 1)", True),
    "into what all see": ("set b.wind to d", False),
}
SOUNDED = "effect sounded(of: boat, deep: whole):\n  let found be deep\n  set of.depth to found\n"


@pytest.mark.parametrize(("lot", "told"), LOTS.values(), ids=LOTS)
@pytest.mark.parametrize(("does", "is_secret"), INTO.values(), ids=INTO)
def test_what_becomes_a_secret_is_told_to_who_acts_alone(
    begun: Begun, lot: str, told: str, does: str, is_secret: bool
) -> None:
    action = "action sound [1]\n  open in sailing\n  pick sounder(b: boat) where b.side is acting\n"
    game = begun(f"{CHESTS}{action}  {lot}\n  {does}\n{SOUNDED}", PIECES)
    shown = played(game, "sound", "ann")
    assert heard(game, "reds") == ["reds: sound ann", f"d {'is' if 'drawn' in told else 'shows'} {shown}"]
    assert heard(game, "blues") == [
        "reds: sound ann",
        told if is_secret else f"d {'is' if 'drawn' in told else 'shows'} {shown}",
    ]
