"""What a side may build on: a copy of a game in which it does not know what is secret to it.

`as_seen` is the game as the side that has to decide sees it: what is legal, and what it would cost, is worked out
there, so that nothing of it tells a secret. In it what is secret cannot be read (`visibility.py`), also in what is
under way and remembers how things were.

`imagined` is for plans. A program that plays is as blind as a person: of what is secret to its side the copy holds a
guess, anew each time it is asked for. A guess is a value that the law allows, each as likely as the others; a number or
a text is one that the side sees on others of that sort, or else the default. Who stands in a secret place is not there.
Nothing that depends on a secret is taken to be remembered or counted. The dice are no secret of the copy: they have not
fallen yet.

Where nothing is hidden from a side, both are the game itself.
"""

from __future__ import annotations

from collections.abc import Callable

from reference.at_once import as_known_to
from reference.machine import Machine
from reference.state import ActionFrame, AtOnce, Frame, Hooks, PartFrame, PickFrame, Running, State, Store

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import MISSING, AttributeDecl
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Secret

Change = Callable[[Position], Position]


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
    """Returns the game as a side sees it, whoever decides."""
    hidden = frozenset(machine.state.hidden_from(side))
    if not hidden and not _others_have_answered(machine, side):
        return machine
    shown = machine.state.shown
    seen = with_positions(machine, lambda position: State(position, shown=shown).view(side), hidden)
    _forget_others(seen, side, veiled=True)
    return seen


def imagined(machine: Machine, side: str, chance: Chance) -> Machine:
    """Returns the game as `side` may imagine it."""
    hidden = frozenset(machine.state.hidden_from(side))
    if not hidden and not _others_have_answered(machine, side):
        return machine
    view = machine.state.view(side)
    guesses: dict[Secret, object] = {}

    def guessed(position: Position) -> Position:
        state = State(position, shown=machine.state.shown)
        seen = state.view(side)
        for secret in state.hidden_from(side):
            if not seen.has(secret[0]):
                continue  # no one knows where it stands: the plan is made as if it were not there
            if secret not in guesses:
                thing, name = secret
                declared = view.graph.kinds[thing.kind].attributes[name]
                likely = view.values_of(declared.type)
                values = likely or _elsewhere(thing, declared, view)
                guesses[secret] = values[chance.of(thing).below(len(values), name)]
            seen.set(*secret, guesses[secret])
        seen.wear(None)
        return seen

    copy = with_positions(machine, guessed, hidden)
    _forget_others(copy, side, veiled=False)
    return copy


def _others_have_answered(machine: Machine, side: str) -> bool:
    """Returns whether others have done their share of a part that all run at once."""
    frames = [frame for frame in machine.frames if isinstance(frame, AtOnce)]
    return any(whose != side for frame in frames for whose, _ in frame.kept)


def _forget_others(machine: Machine, side: str, *, veiled: bool) -> None:
    """Leaves out what others have done in a part that all run at once. What follows upon it no one can see (`veiled`),
    or it is taken that they did nothing."""
    machine.state.frames = [
        as_known_to(frame, side, veiled=veiled) if isinstance(frame, AtOnce) else frame for frame in machine.frames
    ]


def with_positions(machine: Machine, change: Change, hidden: frozenset[Secret] = frozenset()) -> Machine:
    """Returns a copy of a game with its position changed, and so the positions that what is under way remembers;
    nothing else in the copy discloses what is `hidden` either."""
    copy = machine.copy()
    copy.imagined = True
    copy.state.position = change(copy.state.position)
    copy.state.frames = [_frame_with(frame, change, hidden) for frame in copy.frames]
    copy.state.lasting = {cell: edges for cell, edges in copy.state.lasting.items() if cell not in hidden}
    return copy


def _frame_with(frame: Frame, change: Change, hidden: frozenset[Secret]) -> Frame:
    if isinstance(frame, Running) and frame.found is not None:
        return replace(frame, found=_store_with(frame.found, change, hidden))
    if isinstance(frame, AtOnce):
        kept = tuple((whose, _store_with(done, change, hidden)) for whose, done in frame.kept)
        return replace(frame, begun=_store_with(frame.begun, change, hidden), kept=kept)
    if isinstance(frame, Hooks):
        frame = replace(frame, wrote=tuple(wrote for wrote in frame.wrote if wrote[0] not in hidden))
    if isinstance(frame, ActionFrame):
        points = []
        for name, thing, (place, values) in frame.points:
            known = tuple((n, MISSING if (thing, n) in hidden else value) for n, value in values)
            points.append((name, thing, (place, known)))
        frame = replace(frame, points=tuple(points))
    if isinstance(frame, ActionFrame | PickFrame | PartFrame | Hooks) and frame.before is not None:
        return replace(frame, before=change(frame.before))
    return frame


def _store_with(store: Store, change: Change, hidden: frozenset[Secret]) -> Store:
    found = store.held()
    found.position = change(found.position)
    found.lasting = {cell: edges for cell, edges in found.lasting.items() if cell not in hidden}
    return found


def _elsewhere(thing: Thing, declared: AttributeDecl, view: Position) -> list[object]:
    """Returns what others of a kind are seen to have, or what the law says where nothing is said."""
    seen = [view.value(other, declared.name) for other in view.of_kind(thing.kind)]
    known = [value for value in seen if value is not MISSING]
    if known or declared.default is not MISSING:
        return known or [declared.default]
    return [0 if isinstance(declared.type, t.Number) else ""]
