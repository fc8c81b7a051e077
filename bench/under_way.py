"""All of a game as text: equal for games that can only go on alike. Of a position as well, whatever it is one of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

PLAY = "hexlaw.runtime.play."
"""Where the nodes are declared that say what is under way; of others the law is made."""


def text_of(game: Game) -> str:
    """Returns what a game holds, what is under way in it and what it asks."""
    return "\n".join([game.text(), *parts_of(game), f"asked {game.question}"])


def parts_of(game: Game) -> list[str]:
    """Returns what is under way in a game, each part in a line, the outermost first."""
    numbers, position = block_numbers(game.agenda), game.position

    def said(part: Any) -> str:
        match part:
            case tuple() if id(part) in numbers:
                return f"block {numbers[id(part)]}"
            case g.SpanDecl(name=name) | g.Rule(id=name) | e.Pick(name=name):
                return name
            case Position():
                return text_of_position(part)
            case Mapping():
                return ", ".join(f"{name} = {said(value)}" for name, value in sorted(part.items()))
            case tuple():
                return f"({'; '.join(map(said, part))})"
            case Node() if type(part).__module__.startswith(PLAY):
                return " | ".join(map(said, (getattr(part, name) for name in part.__struct_fields__)))
            case _ if type(part).__module__.startswith(PLAY):  # what held at some moment
                return str(part.text())
            case _:
                return in_words(part, position)

    return [f"{type(part).__name__}: {said(part)}" for part in game.under_way]


def block_numbers(agenda: Agenda) -> dict[int, int]:
    """Returns every block of statements by a number that is the same in every process; found by the block's
    identity."""
    found: dict[int, int] = {}
    for block in agenda.all_blocks:
        found.setdefault(id(block), len(found))
    return found


def text_of_position(position: Position) -> str:
    """Returns all that a position says, in a fixed order; what plans note is no part of it."""

    def word_of(value: object) -> str:
        return "?" if value is MISSING else in_words(value, position)

    def kept(name: str, of: tuple[object, ...]) -> str:
        return f"{name}({', '.join(map(word_of, of))})"

    found = [
        sorted(
            f"{thing.kind} {thing.name} {position.printed.get(thing, '')} at {word_of(position.places.get(thing))}"
            for thing in position.things.values()
        ),
        sorted(
            f"{word_of(subject)}.{name} = {word_of(value)}"
            for (subject, name), value in position.values.items()
            if value != position.given(subject, name)
        ),
        sorted(kept(name, of) for name, of in position.remembered),
        sorted(f"{kept(name, of)} = {word_of(number)}" for (name, of), number in position.tallied.items() if number),
    ]
    now = " ".join(sorted(position.now))
    return "\n".join([*(line for lines in found for line in lines), f"acting {position.acting}", f"now {now}"])
