"""A game as a side sees it, without the secrets of others, or imagines it, with guesses in their place.

`as_seen` is the game as the side that has to decide sees it: costs and refusals are worked out there, so that they tell
no secret. What is secret cannot be read in it (`visibility.py`). `imagined` makes positions for motives: they hold a
guess for each secret, the same in all. A guess is a value that the law allows, each as likely as the others; a number
or a text is one that the side sees on others of that kind, or else the default. What stands in a secret place is
missing, and so are memories and tallies that depend on a secret. Where nothing is hidden from a side, both are the game
itself.
"""

from __future__ import annotations

from dataclasses import replace

from hexlaw.runtime.base import nodes
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import MISSING, AttributeDecl
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.play.state import AtOnce
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Secret


def as_seen(machine: Machine) -> Machine:
    """Returns the game as the side that has to decide sees it; worked out once for each question."""
    if machine.as_seen is not None:
        return machine.as_seen
    question = machine.state.question
    if machine.imagined or machine.all_seen or not isinstance(question, Take | Choose):
        return machine
    seen = as_seen_by(machine, question.side)
    if seen is machine:
        machine.all_seen = True  # and no link to itself: games are looked at by the thousand, and thrown away
    else:
        machine.as_seen = seen
    return seen


def as_seen_by(machine: Machine, side: str) -> Machine:
    """Returns the game as a side sees it."""
    hidden = frozenset(machine.state.hidden_from(side))
    if not hidden and not _others_have_answered(machine, side):
        return machine
    state, view = machine.state, machine.state.view(side)
    lasting = {cell: edges for cell, edges in state.lasting.items() if cell not in hidden}
    frames = [_as_known_to(frame, side) if isinstance(frame, AtOnce) else frame for frame in machine.frames]
    seen = machine.at(replace(state, position=view, lasting=lasting, frames=frames))
    seen.imagined = True
    return seen


def _as_known_to(frame: AtOnce, side: str) -> AtOnce:
    """Returns the frame without what others have done in it, marked as such."""
    own = tuple(entry for entry in frame.kept if entry[0] == side)
    return nodes.replace(frame, kept=own, is_veiled=frame.is_veiled or own != frame.kept)


Guesses = dict[Secret, object]
"""What a side takes secrets for."""


def imagined(machine: Machine, side: str, chance: Chance, guesses: Guesses) -> Position:
    """Returns the position of a game as `side` may imagine it; new guesses are added to `guesses`."""
    state, view = machine.state, machine.state.view(side)
    seen = view.scratch()
    for secret in state.hidden_from(side):
        if not seen.has(secret[0]):
            continue  # no one knows where it stands: it is taken not to be there
        if secret not in guesses:
            thing, name = secret
            declared = view.graph.kinds[thing.kind].attributes[name]
            values = view.values_of(declared.type) or _elsewhere(thing, declared, view)
            guesses[secret] = values[chance.of(thing).below(len(values), name)]
        seen.set(*secret, guesses[secret])
    seen.wear(None)
    return seen


def _others_have_answered(machine: Machine, side: str) -> bool:
    """Returns whether others have done their share of a part that all run at once."""
    frames = [frame for frame in machine.frames if isinstance(frame, AtOnce)]
    return any(whose != side for frame in frames for whose, _ in frame.kept)


def _elsewhere(thing: Thing, declared: AttributeDecl, view: Position) -> list[object]:
    """Returns the values seen on others of its kind, or else the default."""
    seen = [view.value(other, declared.name) for other in view.of_kind(thing.kind)]
    known = [value for value in seen if value is not MISSING]
    if known or declared.default is not MISSING:
        return known or [declared.default]
    return [0 if isinstance(declared.type, t.Number) else ""]
