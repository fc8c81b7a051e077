"""All of a game as text: equal for games that can only go on alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.state import Store
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words


def text_of(machine: Machine) -> str:
    """Returns what a game holds, what is under way in it and what it asks."""
    numbers = machine.agenda.block_numbers

    def said(part: Any) -> str:
        match part:
            case tuple() if id(part) in numbers:
                return f"block {numbers[id(part)]}"
            case g.SpanDecl(name=name) | g.Rule(id=name) | e.Pick(name=name):
                return name
            case Position():
                return Store(part).text()
            case Store():
                return part.text()
            case Mapping():
                return ", ".join(f"{name} = {said(value)}" for name, value in sorted(part.items()))
            case tuple():
                return f"({'; '.join(map(said, part))})"
            case Node() if type(part).__module__ == Store.__module__:
                return " | ".join(map(said, (getattr(part, name) for name in part.__struct_fields__)))
            case _:
                return in_words(part, machine.position)

    frames = [f"{type(frame).__name__}: {said(frame)}" for frame in machine.frames]
    return "\n".join([machine.state.text(), *frames, f"asked {machine.state.question}"])
