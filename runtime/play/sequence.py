"""The sequence of a game, as it is read: the part that would be over now, what turns are counted by, who may act.

A part without parts in it is where actions are taken: as many as a side likes, until it is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play import seating
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.seating import Who
from hexlaw.runtime.play.state import Names, Running, WindowFrame


def part_to_end(game: Machine) -> tuple[str, Names] | None:
    """Returns the part of the sequence that would be over for a side that is done now, with the names known in it.

    None where nothing would end but what was offered inside something else.
    """
    window = game.frames[-1]
    below = next((frame for frame in reversed(game.frames) if not isinstance(frame, WindowFrame)), None)
    if not isinstance(window, WindowFrame) or not isinstance(below, Running):
        return None
    return below.span.name, {**window.names, "acting": window.side}


def counting(spans: Iterable[g.SpanDecl]) -> tuple[g.SpanDecl, str, e.Expr] | None:
    """Returns what the game counts its turns by: of some parts the outermost one that repeats while a figure of the
    game as a whole is at most something, that figure, and what it is at most; None where no part does."""
    for span in spans:
        for condition in e.conjuncts(span.repeats):
            match condition:
                case e.Compare(op="<=", left=e.Attribute(owner=GAME.kind, name=name), right=most, order=None):
                    return span, name, most
    return None


def offered_to(game: Machine, action: g.ActionDecl, acting: Who, names: Names) -> Iterator[Who]:
    """Yields the sides, or players of them, to which an action is open in the parts of the sequence that run now."""
    for line in action.open_in:
        if not game.position.now.isdisjoint(line.spans):
            who = acting if line.to is None else seating.meant(game, game.ev.value(line.to, names))
            if who.side is not None:
                yield who
    if not action.open_in and acting.side is not None:
        yield acting
