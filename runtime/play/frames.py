"""What is under way in a game: frames, the innermost last.

A frame is never changed, only put in place of another: a copy of a game is a copy of a short list, and looking ahead
leaves no trace. Each says what is still to be done in it and which names are known there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from msgspec import field

from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.store import Store
from hexlaw.runtime.position.position import Placeable, Position

Names = Mapping[str, Any]
Given = Mapping[str, tuple[Names, ...]]
"""By rule about an event that is brought about, what it knows besides the names of the pick, once for each time."""
Kept = tuple[Placeable | None, tuple[tuple[str, object], ...]]
"""What a point keeps of a thing: where it stood, and attributes with their values."""
Point = tuple[str, Thing, Kept]
"""A point that a thing has passed, by its name."""


class Body(Node):
    """Statements, or parts of a sequence, carried out one after the other."""

    lines: tuple[g.SpanDecl | e.Statement, ...]
    at: int
    names: Names


class Each(Node):
    """A block that is carried out for each of some things that were found before the first."""

    var: str
    items: tuple[Any, ...]
    body: tuple[e.Statement, ...]
    names: Names


class EffectFrame(Node):
    """An effect runs above this frame; what follows it comes when it is over."""

    name: str
    names: Names


class ActionFrame(Node):
    """An action is under way above this frame."""

    name: str
    before: Position  # as it was when the action began
    picked: tuple[Thing, ...] = ()  # the things that act
    points: tuple[Point, ...] = ()


class Picking(Node):
    """A pick waits for its answer. `chosen` are those that were picked before; where they are not gathered under a
    name, only that there was one: which way led here does not matter. What is `barred` led to a dead end."""

    pick: e.Pick
    names: Names
    chosen: tuple[Any, ...] = ()
    barred: tuple[Any, ...] = ()


class PickFrame(Node):
    """What a pick does is being done above this frame; what follows the pick comes after it."""

    pick: str
    names: Names
    before: Position
    given: Given = field(default_factory=dict)


class Hooks(Node):
    """The rules that follow at one moment, in their order; `wrote` is what those that ran have written."""

    rules: tuple[g.Rule, ...]
    names: Names
    wrote: tuple[tuple[tuple[object, str], str, object], ...] = ()
    running: str = ""
    before: Position | None = None  # as it was before the first that might break a requirement
    given: Given = field(default_factory=dict)


class PartFrame(Node):
    """A statement of the sequence, or the end of a task, is being carried out above this frame."""

    what: str
    before: Position


class WindowFrame(Node):
    """A side may take actions here; a duty is not declined as long as it can be done."""

    side: str
    offers: tuple[Offered, ...]
    again: bool  # as often as it likes, not once
    around: str | None  # who acted before, and acts again when the window closes
    names: Names
    taken: bool = False
    duty: bool = False
    player: Thing | None = None  # of that side, where the law says who; else who answers for it is looked up
    around_player: Thing | None = None  # the player who acted before


class Offered(Node):
    action: str
    args: tuple[Any, ...] = ()


class Spans(Node):
    """A part of the sequence runs once for each of these."""

    span: g.SpanDecl
    rounds: tuple[Names, ...]


class AtOnce(Node):
    """A part that sides run at once: who has still to run it, in which state all begin, and what those who are done
    have made of it. Where it `is_veiled`, what others have done was left out, as one side may not know it."""

    span: g.SpanDecl
    rounds: tuple[Names, ...]
    begun: Store
    side: str | None = None  # who runs it now
    kept: tuple[tuple[str, Store], ...] = ()
    is_veiled: bool = False


Stage = Literal["begins", "works-first", "opens", "acts", "ends", "works-last", "closes"]
"""What comes next in a part of the sequence: hooks, the work of tasks and expiry at either edge, actions between."""


class Running(Node):
    """One running of a part of the sequence; `stage` says what comes next in it."""

    span: g.SpanDecl
    names: Names
    around: str | None  # who acts in the part around it
    stage: Stage = "begins"
    side: str | None = None  # who acts in it
    player: Thing | None = None  # the player of that side, where the law says who
    around_player: Thing | None = None  # the same of the part around it
    number: int = 0  # how often it has run
    passed: int = 0  # how many runnings in a row saw no action
    found: Store | None = None  # what was there when it began, where it may run again


Frame = (
    Body
    | Each
    | EffectFrame
    | ActionFrame
    | Picking
    | PickFrame
    | Hooks
    | PartFrame
    | WindowFrame
    | Spans
    | AtOnce
    | Running
)

KEY = "_key"
"""Under which a frame keeps what it is compared by, and since which position (`Machine.key`)."""
AnyFrame = TypeVar("AnyFrame", bound=Frame)


def apart(frames: Sequence[Frame]) -> AtOnce | None:
    """The outermost part under way that sides run at once."""
    for frame in frames:
        if isinstance(frame, AtOnce):
            return frame
    return None
