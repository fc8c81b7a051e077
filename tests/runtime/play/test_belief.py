"""Programs look ahead on what their side may see: a secret of the other side changes nothing that they do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.runtime.play.game import Game

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
