"""Statements that change a game: attributes set and for how long, things moved, orders written, points and returns.

Of a thing that is gone nothing is written any more: a later one may have its name.
"""

from __future__ import annotations

from reference.execution import Execution
from reference.memory import changed
from reference.state import ActionFrame, Hooks, Kept, Names, Pending, Running

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Conflict, Hole, Misplaced, there
from hexlaw.runtime.law.value import Moment, Thing, Value
from hexlaw.runtime.position.position import Position, kind_of, not_known
from hexlaw.runtime.words import in_words


def carry_out(game: Execution, line: e.Statement, names: Names) -> None:
    value = game.ev.value
    match line:
        case e.SetAttribute():
            subject = there(value(line.base, names), f"the `{line.name}` of nothing is set")
            until = (
                None if line.until is None else there(value(line.until, names), f"`{line.name}` is set until no moment")
            )
            write(game, subject, line.name, value(line.value, names), until)
        case e.Move():
            _move(game, there(value(line.thing, names), "nothing is moved"), value(line.to, names))
        case e.Place():
            where = there(value(line.where, names), f"a {line.kind} is placed nowhere")
            made = game.position.add(line.kind, game.new_name(line.kind), where)
            _settle(game, made)
            named(game, line.name, made)
        case e.Remove():
            remove(game, there(value(line.thing, names), "nothing is removed"))
        case e.Write():
            fields = {name: value(field, names) for name, field in line.fields}
            _write_order(game, line, fields)
        case e.Point():
            _keep(game, line, there(value(line.thing, names), "a point keeps nothing"))
        case e.Return():
            _return(game, line, there(value(line.thing, names), "nothing returns"))
        case e.Reveal():
            to = None if line.to is None else there(value(line.to, names), "something is revealed to nobody")
            _reveal(game, line.what, to, names)
        case _:
            raise AssertionError(line)


# ---- attributes, and how long they last


def write(game: Execution, subject: object, name: str, value: Value, until: Moment | None = None) -> None:
    """Sets an attribute; without a moment `until` which, it lasts as its declaration says."""
    position, cell = game.position, (subject, name)
    if not position.has(subject):
        return
    _note(game, cell, value)
    if value == position.given(subject, name):
        position.unset(subject, name)
        game.state.lasting.pop(cell, None)
    else:
        if not position.says(subject, name, value):
            position.set(subject, name, value)
        edge = _runs_out(game, subject, name, until)
        if edge is None:
            game.state.lasting.pop(cell, None)
        else:
            game.state.lasting[cell] = game.state.lasting.get(cell, frozenset()) | {edge}
    changed(game, subject, {name})


def _runs_out(game: Execution, subject: object, name: str, until: Moment | None) -> Pending | None:
    if until is not None:
        return _pending(game, until.edge, until.which, until.span, until.owner)
    declared = game.position.graph.kinds[kind_of(subject)].attributes.get(name)
    if declared is None or declared.lasting is None:
        return None
    life = declared.lasting
    owner = None if life.owner is None else game.position.value(subject, life.owner)
    if owner is g.MISSING:
        raise not_known(game.position, subject, life.owner or "", game.ev.shown(subject))
    return _pending(game, life.edge, life.which, life.span, owner if isinstance(owner, str) else None)


def _pending(game: Execution, edge: str, which: str, span: str, side: str | None) -> Pending:
    """Returns an edge to wait for; the end of this running counts where that part runs now, as that side's if given."""
    running = (f for f in game.frames if isinstance(f, Running) and f.span.name == span and f.stage != "begins")
    runs = any(side in (None, frame.side) for frame in running)
    return Pending(edge, span, side, edge == "end" and which == "this" and runs)


def _note(game: Execution, cell: tuple[object, str], value: object) -> None:
    """Hooks of one moment that write one attribute or place differently need an order: else no one knows who wins."""
    frames, (rivals, names) = game.frames, game.agenda.rivals
    if cell[1] not in names:
        return
    at = next((at for at in range(len(frames) - 1, -1, -1) if isinstance(frames[at], Hooks)), None)
    hooks = None if at is None else frames[at]
    if at is None or not isinstance(hooks, Hooks) or hooks.running not in rivals:
        return
    entry = cell, hooks.running, value
    if entry in hooks.wrote:
        return
    for written, by, before in hooks.wrote:
        if written == cell and by != hooks.running and not _are_alike(before, value):
            rules = game.agenda.law.graph.rules
            one, other = rules[by], rules[hooks.running]
            if not game.agenda.follows(other, one):
                shown = game.ev.shown
                raise Conflict(cell[1], (shown(cell[0]),), ((one, shown(before)), (other, shown(value))))
    frames[at] = replace(hooks, wrote=(*hooks.wrote, entry))


def _are_alike(one: object, other: object) -> bool:
    """Returns whether two values are the same; sets, which are plain tuples, in whatever order."""
    if type(one) is tuple and type(other) is tuple:
        return set(one) == set(other)
    return one == other


# ---- things


def _move(game: Execution, thing: Thing, to: Value) -> None:
    """Puts a thing somewhere else; to nowhere, which is off the map, where `to` is none."""
    position, state = game.position, game.state
    if not position.has(thing):
        return
    _note(game, (thing, g.PLACE), to)
    if state.shown and position.places.get(thing) != to:  # that it now stands elsewhere was not shown
        state.shown = frozenset(entry for entry in state.shown if entry[:2] != (thing, g.PLACE))
    if to == thing or to in position.inside(thing):
        raise misplacing(position, thing)
    position.stand(thing, to)
    if to is not None:
        _settle(game, thing)
    changed(game, thing, set(), moved=True)


def _settle(game: Execution, moved: Thing) -> None:
    """Stops where what was put somewhere, or what stands in it, stands where its kind does not."""
    for thing in (moved, *game.position.inside(moved)):
        if game.position.misplaced(thing) is not None:
            raise misplacing(game.position, thing)


def misplacing(position: Position, thing: Thing) -> Misplaced:
    """Returns the stop for a thing that stands where its kind does not, or else would be moved into itself."""
    shown, wrong = in_words(thing, position), position.misplaced(thing)
    if wrong is None:
        return Misplaced(f"{shown} would stand in itself", "a thing cannot be moved into what stands in it")
    return Misplaced(f"{shown} cannot stand there", wrong)


def named(game: Execution, name: str | None, made: Thing) -> None:
    """A new thing is there, and has this name in the lines that follow."""
    if name is not None:
        game.name(name, made)
    changed(game, made, set(), moved=True)


def remove(game: Execution, thing: Thing) -> None:
    """Takes a thing out; nothing is remembered of it any longer, but a set that holds it still does."""
    position, state = game.position, game.state
    before = set(position.things.values())
    position.remove(thing)
    gone = before - set(position.things.values())
    state.lasting = {cell: edges for cell, edges in state.lasting.items() if cell[0] not in gone}
    state.shown = frozenset(entry for entry in state.shown if entry[0] not in gone)
    position.forget_about(gone)
    changed(game, thing, set(), moved=True)


def _write_order(game: Execution, line: e.Write, fields: dict[str, Value]) -> None:
    made = add_unplaced(game, line.order)
    for name, value in (*fields.items(), ("owner", game.position.acting), ("at-hand", False)):
        game.position.set(made, name, value)
    named(game, line.name, made)
    game.follow(line.order, {"order": made})


def add_unplaced(game: Execution, kind: str) -> Thing:
    """Returns a thing that stands nowhere, with the lowest free number in its name."""
    return game.position.add(kind, game.position.free_name(kind), None)


# ---- points to return to


def _keep(game: Execution, line: e.Point, thing: Thing) -> None:
    place = game.action_under_way()
    if place is None:
        raise Hole(f"the point `{line.name}` stands in no action", "only an action can go back")
    action = game.frames[place]
    assert isinstance(action, ActionFrame)
    values = tuple((name, game.position.value(thing, name)) for name in line.keeps if name != g.PLACE)
    kept: Kept = (game.position.places.get(thing), values)
    others = tuple(p for p in action.points if p[:2] != (line.name, thing))
    game.frames[place] = replace(action, points=(*others, (line.name, thing, kept)))


def _return(game: Execution, line: e.Return, thing: Thing) -> None:
    passed = [point for frame in reversed(game.frames) if isinstance(frame, ActionFrame) for point in frame.points]
    found = next((kept for name, whose, kept in passed if (name, whose) == (line.point, thing)), None)
    if found is None:
        shown = game.ev.shown(thing)
        raise Hole(f"{shown} has not passed the point `{line.point}`", "a point is passed before it is returned to")
    stood, values = found
    _move(game, thing, stood)
    for name, value in values:
        write(game, thing, name, value)


# ---- secrets


def _reveal(game: Execution, what: e.Expr, to: str | None, names: Names) -> None:
    value = game.ev.value
    one = what if isinstance(what, e.Attribute) else None
    thing = there(value(one.base if one else what, names), "nothing is revealed")
    if not game.position.has(thing):
        return
    declared = game.position.graph.kinds[thing.kind].attributes
    secret = [name for name, attribute in declared.items() if attribute.secret]
    if one:
        secret = [one.name] if one.owner else [g.PLACE]
    elif game.position.graph.kinds[thing.kind].secret:
        secret.append(g.PLACE)
    sides = game.position.graph.choices["side"].values if to is None else (to,)
    game.state.shown |= {(thing, name, side) for name in secret for side in sides}
