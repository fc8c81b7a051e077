"""Games by the law with all that could have been answered, played again by a peer.

At every question the peer has to ask the same of the same side and to allow the same answers, neither more nor less,
and in the end the same has to stand in the same places. What it does not have it says itself (`NotInThePeer`); where it
plays on, any answer of the law that it does not know makes the two unlike. Games are played as the situation sets them
up, and with each side in little room, where units stand in one another's way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game import ACTIONS, DONE, QUESTIONS, SIDES, Game, InC, Tables, Told

from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.board.geometry import Hex, distance
from hexlaw.runtime.law.value import GAME, Thing
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.words import in_words

UNKNOWN = DONE - 1
"""An answer that the peer has no number for."""


@dataclass
class Played:
    """A game by the law, in the numbers of the peer."""

    told: list[Told] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    begun: bool = False
    figures: dict[str, Any] = field(default_factory=dict)


class Unlike(Exception):
    """The peer and the law differ."""


def by_law(prepared: Prepared, tables: Tables, seed: str) -> Played:
    """A game of random players, each question looked at as it comes up."""
    game, played, units = prepared.game(seed), Played(), {thing: u for u, thing in enumerate(tables.things)}
    asked: dict[str, int] = {}

    def number(answer: Any) -> int:
        if isinstance(answer, Hex):
            return tables.number[answer]
        if isinstance(answer, Thing):
            return units.get(answer, UNKNOWN)
        return DONE + ACTIONS.index(answer) if answer in ACTIONS else UNKNOWN

    def look() -> None:
        if asked:
            played.answers.append(asked[game.entries[-1].answer])
        question = game.question
        if question is None:
            return
        if not isinstance(question, Take | Choose):
            raise Unlike(f"the law asks {question}")
        asked.clear()
        asked.update((in_words(answer, game.position), number(answer)) for answer in game.options())
        name = question.pick if isinstance(question, Choose) else "action"
        at = QUESTIONS.index(name) if name in QUESTIONS else UNKNOWN
        played.told.append((SIDES.index(question.side), at, frozenset(asked.values())))

    look()
    play_out(game, players_of("random", game, seed), each=look)
    if any(entry.lapsed for entry in game.entries):
        raise Unlike("in the law something lapses")
    place_of: Any = game.position.hex_of
    played.places = [tables.number.get(place_of(thing), UNKNOWN) for thing in tables.things]
    played.begun = bool(game.position.value(GAME, "begun"))
    played.figures = game.figures()
    return played


def replay(tables: Tables, played: Played) -> tuple[list[int], bool]:
    """The same game by the peer in Python: where the units were in the end, and whether the battle had begun."""
    at = -1

    def pick(side: int, question: int, answers: Sequence[int], legal: Callable[[int], bool]) -> int:
        nonlocal at
        at += 1
        if at == len(played.told):
            raise Unlike("the law is done before the peer is")
        compare(played, at, (side, question, frozenset(filter(legal, answers))))
        return played.answers[at]

    game = Game(tables, pick).play()
    if at + 1 < len(played.told):
        raise Unlike("the peer is done before the law is")
    return game.places(), game.begun


def replay_in_c(in_c: InC, played: Played) -> tuple[list[int], bool]:
    told, places = in_c.replay(played.answers)
    for at, one in enumerate(told[: len(played.told)]):
        compare(played, at, one)
    if len(told) != len(played.told):
        raise Unlike(f"the peer asks {len(told)} questions and the law {len(played.told)}")
    return places, bool(in_c.begun)


def compare(played: Played, at: int, told: Told) -> None:
    if told != played.told[at]:
        raise Unlike(f"question {at}: the law asks {played.told[at]}, the peer {told}")


def hold(tables: Tables, in_c: InC | None, played: Played) -> None:
    """Sees that the peers play a game as the law does."""
    ends = [replay(tables, played)] + ([] if in_c is None else [replay_in_c(in_c, played)])
    for places, begun in ends:
        if (places, begun, tables.figures(places)) != (played.places, played.begun, played.figures):
            raise Unlike(f"it ends {played.places}, {played.begun}, {played.figures}; by the peer {places}, {begun}")


def in_little_room(prepared: Prepared, tables: Tables, spare: int, *, together: bool = False) -> Prepared:
    """The situation with each side set up where hardly more units than its own find room, around a road, where there is
    one a road through a swamp; or both of them `together`, around the same hex."""
    position = prepared.setup.position.scratch()
    middle = -1
    for formation in position.of_kind("formation"):
        side = SIDES.index(str(position.value(formation, "side")))
        free = tables.areas[side]
        if middle < 0 or not together:
            middle = max(free, key=lambda h: (tables.swamp_road[h], tables.with_road[h], -h))
        around = free if not together else [h for one in tables.areas for h in one][side::2]
        around = sorted(around, key=lambda h: (distance(tables.hexes[h], tables.hexes[middle]), h))
        number = len(tables.of_side[side]) // tables.limit[side] + spare
        position.set(formation, "area", tuple(tables.hexes[h] for h in sorted(around[:number])))
    return replace(prepared, setup=replace(prepared.setup, position=position))
