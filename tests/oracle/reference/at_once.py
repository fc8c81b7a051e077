"""Parts of the sequence that sides run at once: what each does is known to no one else until all are done.

The machine asks one side after the other all the same. So each runs the part in a state of its own, the one in which
the part began: nothing that it is asked, refused or told can depend on what others have answered. When all are done,
what each has changed is carried over in the order of the set that the part runs for; of what two have changed, the
later one has the last word.

New things get a name that is free in the state where they are placed, so two sides may come to one name: the later
one's things are then called otherwise, wherever its changes speak of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from reference import writing
from reference.breaches import unbroken
from reference.execution import Execution
from reference.kept import Cell
from reference.memory import changed_together
from reference.state import AtOnce, Names, Running, Store

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.graph import SpanDecl
from hexlaw.runtime.law.stops import Unseen
from hexlaw.runtime.law.value import Record, Thing, Value
from hexlaw.runtime.position.position import Position

Alias = dict[Thing, Thing]
"""New things of one side, and how they are called where all come together."""


def began(game: Execution, span: SpanDecl, rounds: tuple[Names, ...]) -> AtOnce:
    game.state.shares_begun += 1
    return AtOnce(span, rounds, game.state.held(), number=game.state.shares_begun)


def begin_round(game: Execution, frame: AtOnce, names: Names) -> AtOnce:
    """Returns the part as one side runs it."""
    assert frame.span.by is not None
    side = game.ev.value(frame.span.by, {**names, "acting": game.position.acting})
    return replace(frame, side=side, rounds=frame.rounds[1:])


def next_side(game: Execution, frame: AtOnce) -> None:
    """One side is done: the next begins where all did, or all that they did is carried over."""
    if frame.side is not None:
        frame = replace(frame, kept=(*frame.kept, (frame.side, game.state.held())))
        begun = frame.begun
        state = game.state
        state.position, state.lasting, state.shown = begun.position.scratch(), dict(begun.lasting), begun.shown
        game.forget_answers()
    if frame.rounds:
        names = frame.rounds[0]
        game.frames[-1] = begin_round(game, frame, names)
        game.frames.append(Running(frame.span, names, game.position.acting, around_player=game.player))
        return
    game.frames.pop()
    if frame.is_veiled:
        raise Unseen(f"what others do in `{frame.span.name}` is not seen yet", "it is, as soon as all are done")
    with unbroken(game):
        for _, done in frame.kept:
            _carry_over(game, frame.begun, done)
        changed_together(game, _unlike(frame.begun.position, game.position))


def as_known_to(frame: AtOnce, side: str, *, veiled: bool) -> AtOnce:
    """Returns the frame without what others have done in it; where it is `veiled`, no one goes on as if that were
    nothing."""
    own = tuple(entry for entry in frame.kept if entry[0] == side)
    return replace(frame, kept=own, is_veiled=frame.is_veiled or (veiled and own != frame.kept))


# ---- what has changed since the beginning


def _unlike(one: Position, other: Position) -> Iterator[Cell]:
    """Yields the cells in which two positions differ."""
    for thing in {*one.things.values()} ^ {*other.things.values()}:
        yield thing, None
    for placed in one.places.keys() | other.places.keys():
        if one.places.get(placed) != other.places.get(placed):
            yield placed, None
    for cell in {*one.values, *one.plans, *other.values, *other.plans}:
        if one.value(*cell) != other.value(*cell):
            yield cell


def _carry_over(game: Execution, begun: Store, done: Store) -> None:
    """Makes the changes of one side in the game as it is now."""
    before, after, position = begun.position, done.position, game.position
    for gone in sorted({*before.things.values()} - {*after.things.values()}, key=str):
        if position.has(gone):
            writing.remove(game, gone)
    called: Alias = {}
    for made in sorted({*after.things.values()} - {*before.things.values()}, key=str):
        name = made.name if made.name not in position.things else game.new_name(made.kind)
        called[made] = position.add(made.kind, name, None)
    changed = sorted(_unlike(before, after), key=lambda cell: (str(cell[0]), cell[1] or ""))
    for subject, attribute in changed:
        here: Value = _called(subject, called)
        if not position.has(here):
            continue  # another side has taken it out
        if attribute is None:
            assert isinstance(here, Thing)
            position.stand(here, _called(after.places.get(subject), called))  # type: ignore[call-overload]
        elif (subject, attribute) in after.values or (subject, attribute) in after.plans:
            position.set(here, attribute, _called(after.value(subject, attribute), called))
        else:
            position.unset(here, attribute)
    _carry_over_kept(position, before, after, called)
    _carry_over_lasting(game, begun, done, called)
    shown = {(_called(thing, called), name, side) for thing, name, side in done.shown - begun.shown}
    state = game.state
    state.shown = (state.shown - (begun.shown - done.shown)) | {one for one in shown if position.has(one[0])}
    game.forget_answers()


def _carry_over_lasting(game: Execution, begun: Store, done: Store, called: Alias) -> None:
    """When what was set since runs out; of what another side has taken out nothing does."""
    lasting = game.state.lasting
    for cell in begun.lasting.keys() | done.lasting.keys():
        edges = done.lasting.get(cell)
        if edges != begun.lasting.get(cell):
            here = _called(cell[0], called), cell[1]
            if edges is None or not game.position.has(here[0]):
                lasting.pop(here, None)
            else:
                lasting[here] = edges


def _carry_over_kept(position: Position, before: Position, after: Position, called: Alias) -> None:
    """What is remembered or counted since, but of what another side has taken out; counts of several sides add up."""
    for name, of in sorted(before.remembered ^ after.remembered, key=str):
        here = _called(of, called)
        if (name, of) not in after.remembered:
            position.forget(name, here)
        elif all(map(position.has, here)):
            position.remember(name, here)
    for name, of in sorted(before.tallied.keys() | after.tallied.keys(), key=str):
        more, here = after.tallied.get((name, of), 0) - before.tallied.get((name, of), 0), _called(of, called)
        if more and all(map(position.has, here)):
            position.count(name, here, position.tallied.get((name, here), 0) + more)


def _called(value: Value, called: Alias) -> Value:
    """Returns a value in which new things are called as they are now."""
    if isinstance(value, Thing):
        return called.get(value, value)
    if isinstance(value, Record):
        return Record(value.kind, tuple((name, _called(part, called)) for name, part in value.fields))
    return tuple(_called(part, called) for part in value) if type(value) is tuple else value
