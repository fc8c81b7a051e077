"""A pond with two boats, for small laws, and what is compared of their games in the target and by the evaluator."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from held import Stepping, side_by_side

from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import DONE, ByLot

from .played import by_chance, by_the_target, keys

POND = """board: pond
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C, D], lengths: [4], shifted: second, name: "{line}{number}"}
hexes: {B2: {}}
"""
PIECES = """pieces:
  r: {kind: boat, side: red, at: A1}
  b: {kind: boat, side: blue, at: C3}
"""
WORDS = """chapter [1] "A pond"
choice side
  red, blue
thing game also
  turn: whole = 1
thing boat
  stands in hex
  side: side = red
  n: whole = 2
situation dawn [1] "Dawn"
sequence days [1]
  phase day while game.turn <= 3:
    phase half for each s in {red, blue} by s:
      phase moving
    set game.turn to game.turn + 1
"""
SWIM = """action swim [1]
  open in moving
  pick swimmer(u: boat) where u.side is acting
  pick stroke(there: hex) repeatedly from neighbours(u.hex) where not there is off-board does:
    move u to there
"""
Pond = Callable[..., Prepared]


def alike(both: Prepared, games: int = 4) -> list[Game]:
    """Plays games to their end, and compares every question and all that holds at the end."""
    target, played = Target(both.agenda, both.setup), []
    assert target.refusal == {}
    for number in range(games):
        game = both.game(f"ripple {number}")
        account = side_by_side(target, game, by_chance(game))
        assert (account.parting, account.stopped) == (None, 0)
        assert game.over
        played.append(game)
    is_read(both, target)
    return played


def is_read(both: Prepared, target: Target) -> None:
    """Plays a game beside the target, and compares what is read of its cells with what the evaluator comes to."""
    game, slow, player = both.game("reeds"), both.game("reeds"), RandomPlayer(Chance("reeds"))
    game.beside = Follower(target)
    while game.question is not None:
        is_explained(game, slow)
        answer = game.drawn() if isinstance(game.question, ByLot) else player.answer(game)
        game.put(answer)
        slow.put(answer)
        assert game.text() == slow.text()
        assert [*game.position.things] == [*slow.position.things]
    assert not game.beside.has_parted


def is_explained(game: Game, slow: Any) -> None:
    """Compares why answers are refused, as the target has it, with what the evaluator works out."""
    if isinstance(game.question, ByLot):
        return
    for answer in {*game.eligible(), *game.position.things.values(), DONE} - {*game.options()}:
        assert verdict(game, answer) == verdict(slow, answer)


def verdict(game: Any, answer: Value) -> object:
    try:
        found = game.judge(answer)
    except LawStop as stop:
        return stop.message
    return (
        [(one.how, one.rule and one.rule.id, one.text) for one in found.reasons],
        found.action,
        found.pick,
        found.args,
    )


def ends(both: Prepared, games: int = 4) -> list[bool]:
    """Plays games that the law may stop, in the target and the machine alike; returns of each whether it did."""
    target, found = Target(both.agenda, both.setup), []
    assert target.refusal == {}
    for number in range(games):
        seed = f"ripple {number}"
        game = both.game(seed)
        with suppress(LawStop):
            play_out(game, {side: RandomPlayer(Chance(key)) for side, key in keys(both.setup, seed).items()})
        played = by_the_target(target, seed)
        count = len(game.entries)  # the answer that led to a stop is noted by the target alone
        assert played.entries[:count] == game.entries
        assert len(played.entries) - count <= (not game.over)
        assert played.stopped == (0 if game.over else 1)
        found.append(not game.over)
    return found


def at_the_question(both: Prepared, pick: str) -> Stepping:
    """Returns a game of the target that has come to a pick, by the first answers that are legal."""
    stepping = Stepping(Target(both.agenda, both.setup))
    stepping.begin("ripple")
    while stepping.target.asked()[1] != pick:
        stepping.answer(next(iter(stepping.legal().values())))
    return stepping


def values(games: list[Game], attribute: str) -> set[object]:
    """Returns what an attribute of the boats is at the end of some games."""
    return {game.position.value(boat, attribute) for game in games for boat in game.position.of_kind("boat")}
