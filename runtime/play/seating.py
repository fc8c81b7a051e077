"""The players of a side, where it has several: whom the law means, and who answers for a side.

A law has players where it declares a thing `player` with a `side`. What it lets a side do, one of its players does: the
one that a part of the sequence, an offer or an action names, or else the one of the law's rules of `player-of`, or else
the first of the side, in the order in which they came into the game. A side without players answers for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import PLAYER, PLAYER_OF, SIDE
from hexlaw.runtime.law.stops import Hole
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.position.position import Position

if TYPE_CHECKING:
    from hexlaw.runtime.play.machine import Machine
    from hexlaw.runtime.play.questions import Choose, Take

PLAYER_ASKED = e.Fact(PLAYER_OF, (e.Var(SIDE, t.Choice(SIDE)),), t.OrNone(t.Kind(PLAYER)))
"""Who answers for `side`: one node, by which what is printed is found."""
Seated = TypeVar("Seated")


class Who(NamedTuple):
    """Who acts: a side, and the player of it where the law names one."""

    side: str | None
    player: Thing | None = None


def meant(game: Machine, value: Value) -> Who:
    """Returns whom the law means where it names a side or a player."""
    if isinstance(value, Thing):
        side = game.position.value(value, SIDE)
        return Who(side if isinstance(side, str) else None, value)
    return Who(value)


def answering(game: Machine, side: str) -> Thing | None:
    """Returns the player who answers for a side; None where it has no players."""
    if not game.agenda.law.graph.has_players:
        return None
    found = game.ev.value(PLAYER_ASKED, {SIDE: side})
    if found is None:
        return next(iter(of_side(game.position, side)), None)
    if game.position.value(found, SIDE) != side:
        whose = f"`{found.name}` is to answer for {side}, but is of another side"
        raise Hole(whose, f"the rules of `{PLAYER_OF}` name a player of the side")
    return found if isinstance(found, Thing) else None


def of_side(position: Position, side: str) -> list[Thing]:
    """Returns the players of a side, in the order in which they came into the game."""
    return [thing for thing in position.of_kind(PLAYER) if position.value(thing, SIDE) == side]


def seats(position: Position) -> dict[str, str]:
    """Returns the seats of a game, each with its side: the players of a side, or the side where it has none."""
    graph = position.graph
    found: dict[str, str] = {}
    for side in graph.choices[SIDE].values if SIDE in graph.choices else ():
        players = of_side(position, side) if graph.has_players else []
        found.update(dict.fromkeys([player.name for player in players] or [side], side))
    return found


def keys_of_players(position: Position, seed: str) -> dict[str, str]:
    """Returns a seed for each seat and each side."""
    return by_seat_and_side({seat: f"{seed}/{seat}" for seat in seats(position)}, position)


def by_seat_and_side(given: Mapping[str, Seated], position: Position) -> dict[str, Seated]:
    """Returns what is given by seat, by side as well: that of the first seat of a side."""
    found = dict(given)
    for seat, side in seats(position).items():
        if seat in found:
            found.setdefault(side, found[seat])
    return found


def in_the_game(position: Position) -> list[str]:
    """Returns the sides that have anything in a position, in the order of the law; all of them where no side has
    anything.

    A law that several situations share has sides that are in some of them alone.
    """
    graph = position.graph
    sides = list(graph.choices[SIDE].values) if SIDE in graph.choices else []
    with_a_side = (thing for thing in position.things.values() if SIDE in graph.kinds[thing.kind].attributes)
    have = {position.value(thing, SIDE) for thing in with_a_side}
    return [side for side in sides if side in have] or sides


def seated(at: Mapping[str, Seated], question: Take | Choose) -> Seated:
    """Returns the entry for who is asked, by seat or else by side."""
    return at[question.who] if question.who in at else at[question.side]
