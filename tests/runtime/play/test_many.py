"""More to look at than anybody can: games play on where no search comes to an end."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.play.game import Game

from .weighed import player

Begun = Callable[..., Game]
DECLARE = """thing boat also
  faces: boat or none lasting until end of tide
action declare [1]
  "Whoever can engages somebody, and everybody is engaged by somebody."
  open in sailing
  pick attacker(b: boat) repeatedly where b.side is acting and b.faces is none does:
    pick victim(v: boat) where v.side is not b.side and v.hex adjacent-to b.hex does:
      set b.faces to v
rule declare.all-engage [1]
  forbids declare.done
  when any boat b where b.side is acting and b.faces is none and (any boat v where v.side is not acting
      and v.hex adjacent-to b.hex)
rule declare.all-are-engaged [1]
  forbids declare.done
  when any boat v where v.side is not acting and (any boat b where b.side is acting and b.hex adjacent-to v.hex
      and (no boat c where c.faces is v))
"""


def fleets(number: int) -> str:
    reds = ", ".join(f"r{n}: {{kind: boat, at: A-2}}" for n in range(number))
    return f"{{{reds}, {', '.join(f'b{n}: {{kind: boat, at: A-3, side: blues}}' for n in range(number))}}}"


def test_who_engages_whom_of_five_is_played_on(begun: Begun, search_bound: Callable[[int], None]) -> None:
    """Each has to engage another. Nobody can look through all ways to do it: a pick passes that leads nowhere, and
    what is under way ends there. With few positions, so that the test is short: with all of them it is so with
    eight."""
    search_bound(50)
    game = begun(DECLARE, fleets(5), seed="five")
    play_out(game, {side: player("random", f"{side}-0") for side in ("reds", "blues")})
    assert game.over
    assert any(entry.lapsed for entry in game.entries)


def test_of_three_no_wrong_pick_passes(begun: Begun) -> None:
    game = begun(DECLARE, fleets(3))
    play_out(game, {side: player("random", side) for side in ("reds", "blues")})
    assert not any(entry.lapsed for entry in game.entries)
