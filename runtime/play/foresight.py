"""What a side may build its plans on: a copy of a game in which it does not know what is secret to it.

A program that plays is as blind as a person: of what is secret to its side the copy holds a guess, anew each time it is
asked for. A guess is a value that the law allows, each as likely as the others; a number or a text is one that the side
sees on others of that sort, or else the default. The dice are no secret of the copy: they have not fallen yet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexlaw.runtime import types as t
from hexlaw.runtime.graph import MISSING, AttributeDecl
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.frames import Action, Frame, Hooks, Part, Picked
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

Secret = tuple[Thing, str]
"""A thing and one of its attributes."""


def imagined(machine: Machine, side: str, chance: Chance) -> Machine:
    """The game as `side` may imagine it: the same where it sees all."""
    hidden = machine.state.hidden_from(side)
    if not hidden:
        return machine
    view = machine.state.view(side)
    guesses = {cell: _guess(cell, view, chance) for cell in hidden}
    copy = machine.copy()
    copy.state.position = _with(copy.state.position, guesses)
    copy.state.frames = [_frame_with(frame, guesses) for frame in copy.frames]
    return copy


def _frame_with(frame: Frame, guesses: dict[Secret, object]) -> Frame:
    """What is under way remembers positions; they hold the same guesses."""
    if isinstance(frame, Action | Picked | Part | Hooks) and frame.before is not None:
        return replace(frame, before=_with(frame.before, guesses))
    return frame


def _with(position: Position, guesses: dict[Secret, object]) -> Position:
    guessed = position.scratch()
    for (thing, name), value in guesses.items():
        if guessed.things.get(thing.name) == thing:
            guessed.set(thing, name, value)
    return guessed


def _guess(cell: Secret, view: Position, chance: Chance) -> object:
    thing, name = cell
    declared = view.graph.kinds[thing.kind].attributes[name]
    likely = _allowed(declared.type, view)
    return chance.one_of(likely) if likely else chance.one_of(_elsewhere(thing, declared, view))


def _allowed(type_: t.Type, view: Position) -> list[Any]:
    """Everything that a type allows; nothing where that cannot be listed."""
    match type_:
        case t.YesNo():
            return [False, True]
        case t.Choice(name=name):
            return list(view.graph.choices[name].values)
        case t.Kind(name="hex"):
            return [] if view.map is None else list(view.map.hexes)
        case t.Kind(name=name):
            return list(view.of_kind(name))
        case t.OrNone(item=item):
            return [None, *_allowed(item, view)]
        case _:
            return []


def _elsewhere(thing: Thing, declared: AttributeDecl, view: Position) -> list[object]:
    """What others of a kind are seen to have, or what the law says where nothing is said."""
    seen = [view.value(other, declared.name) for other in view.of_kind(thing.kind)]
    known = [value for value in seen if value is not MISSING]
    if known or declared.default is not MISSING:
        return known or [declared.default]
    return [0 if isinstance(declared.type, t.Number) else ""]
