"""Statements that change a game: attributes set and for how long, things moved, orders written, points and returns.

Of a thing that is gone nothing is written any more: a later one may have its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.changes import move, place, there
from hexlaw.runtime.geometry import Side
from hexlaw.runtime.play import tasks
from hexlaw.runtime.play.frames import Action, Hooks, Kept, Names, replaced
from hexlaw.runtime.play.state import Pending
from hexlaw.runtime.stops import Conflict, Hole
from hexlaw.runtime.value import Moment, Thing
from hexlaw.runtime.veil import not_known

if TYPE_CHECKING:
    from hexlaw.runtime.play.machine import Machine

"""What a thing has instead of an attribute that says where it stands: a point keeps it, hooks write it by a `move`."""


def carry_out(machine: Machine, line: e.Statement, names: Names) -> None:
    value = machine.ev.value
    match line:
        case e.SetAttribute():
            subject = there(value(line.base, names), f"the `{line.name}` of nothing is set")
            until = None if line.until is None else value(line.until, names)
            write(machine, subject, line.name, value(line.value, names), until)
        case e.Move():
            _move(machine, there(value(line.thing, names), "nothing is moved"), value(line.to, names))
        case e.Place():
            where = there(value(line.where, names), f"a {line.kind} is placed nowhere")
            _named(machine, line.name, place(machine.position, line.kind, where))
        case e.Remove():
            remove(machine, there(value(line.thing, names), "nothing is removed"))
        case e.Write():
            fields = {name: value(field, names) for name, field in line.fields}
            _write_order(machine, line, fields)
        case e.Begin():
            args = tuple(value(a, names) for a in line.args)
            made = tasks.begin(machine, line.task, args, value(line.crew, names))
            _named(machine, line.name, made)
            machine.follow(line.task, {"task": made})
        case e.ChangeTask():
            tasks.change(machine, line.how, there(value(line.task, names), f"nothing is there to {line.how}"))
        case e.Point():
            _keep(machine, line, there(value(line.thing, names), "a point keeps nothing"))
        case e.Return():
            _return(machine, line, there(value(line.thing, names), "nothing returns"))
        case e.Reveal():
            to = None if line.to is None else value(line.to, names)
            _reveal(machine, line.what, to, names)
        case _:
            raise AssertionError(line)


# ---- attributes, and how long they last


def write(machine: Machine, subject: object, name: str, value: Any, until: Moment | None = None) -> None:
    position = machine.position
    if not position.has(subject):
        return
    _note(machine, (subject, name), value)
    cell = (subject, name)
    if value == position.given(subject, name):
        position.unset(subject, name)
        machine.state.lasting.pop(cell, None)
    else:
        position.set(subject, name, value)
        edge = _runs_out(machine, subject, name, until)
        if edge is None:
            machine.state.lasting.pop(cell, None)
        else:
            machine.state.lasting[cell] = machine.state.lasting.get(cell, frozenset()) | {edge}
    machine.changed(frozenset({name}))


def fall_back(machine: Machine, cell: tuple[object, str]) -> None:
    """What was set runs out: the attribute is again what it is by itself."""
    machine.state.lasting.pop(cell, None)
    machine.position.unset(*cell)
    machine.changed(frozenset({cell[1]}))


def _runs_out(machine: Machine, subject: object, name: str, until: Moment | None) -> Pending | None:
    if until is not None:
        return _pending(machine, until.edge, until.which, until.span, until.owner)
    kind = subject.kind if isinstance(subject, Thing) else "hexside" if isinstance(subject, Side) else "hex"
    declared = machine.position.graph.kinds[kind].attributes.get(name)
    if declared is None or declared.lasting is None:
        return None
    life = declared.lasting
    owner = None if life.owner is None else machine.position.value(subject, life.owner)
    if owner is g.MISSING:
        raise not_known(machine.position.veil, subject, life.owner or "", machine.ev.shown(subject))
    return _pending(machine, life.edge, life.which, life.span, owner if isinstance(owner, str) else None)


def _pending(machine: Machine, edge: str, which: str, span: str, side: str | None) -> Pending:
    from hexlaw.runtime.play.sequence import runs

    return Pending(edge, span, side, edge == "end" and which == "this" and runs(machine, span, side))


def _note(machine: Machine, cell: tuple[object, str], value: object) -> None:
    """Hooks of one moment that write one attribute or place differently need an order: else nobody knows who wins."""
    for at in range(len(machine.frames) - 1, -1, -1):
        hooks = machine.frames[at]
        if not isinstance(hooks, Hooks):
            continue
        for written, by, before in hooks.wrote:
            if written == cell and by != hooks.running and before != value:
                rules = machine.agenda.law.graph.rules
                one, other = rules[by], rules[hooks.running]
                if not machine.agenda.follows(other, one):
                    shown = machine.ev.shown
                    raise Conflict(
                        cell[1], (shown(cell[0]),), ((one, shown(before)), (other, shown(value))),
                    )  # fmt: skip
        machine.frames[at] = replaced(hooks, wrote=(*hooks.wrote, (cell, hooks.running, value)))
        return


# ---- things


def _move(machine: Machine, thing: Thing, to: Any) -> None:
    if machine.position.has(thing):
        _note(machine, (thing, g.PLACE), to)
        move(machine.position, thing, to)
        machine.changed(frozenset(), moved=True)


def _named(machine: Machine, name: str | None, made: Thing) -> None:
    if name is not None:
        machine.name(name, made)
    machine.changed(frozenset(), moved=True)


def remove(machine: Machine, thing: Thing) -> None:
    """Takes a thing out; nothing is remembered of it any longer, but a set that holds it still does."""
    position, state = machine.position, machine.state
    before = set(position.things.values())
    position.remove(thing)
    gone = before - set(position.things.values())
    state.lasting = {cell: edges for cell, edges in state.lasting.items() if cell[0] not in gone}
    state.shown = frozenset(entry for entry in state.shown if entry[0] not in gone)
    position.forget_about(gone)
    machine.changed(frozenset(), moved=True)


def _write_order(machine: Machine, line: e.Write, fields: dict[str, Any]) -> None:
    made = add_unplaced(machine, line.order)
    for name, value in (*fields.items(), ("owner", machine.position.acting), ("is-due", False)):
        machine.position.set(made, name, value)
    _named(machine, line.name, made)
    machine.follow(line.order, {"order": made})


def add_unplaced(machine: Machine, kind: str) -> Thing:
    """A thing that stands nowhere, with the lowest free number in its name."""
    number = 1
    while f"{kind}-{number}" in machine.position.things:
        number += 1
    return machine.position.add(kind, f"{kind}-{number}", None)


# ---- points to return to


def _keep(machine: Machine, line: e.Point, thing: Thing) -> None:
    place = machine.action_under_way()
    if place is None:
        raise Hole(f"the point `{line.name}` stands in no action", "only an action can go back")
    action = machine.frames[place]
    assert isinstance(action, Action)
    values = tuple((name, machine.position.value(thing, name)) for name in line.keeps if name != g.PLACE)
    kept: Kept = (machine.position.places.get(thing), values)
    others = tuple(p for p in action.points if p[:2] != (line.name, thing))
    machine.frames[place] = replaced(action, points=(*others, (line.name, thing, kept)))


def _return(machine: Machine, line: e.Return, thing: Thing) -> None:
    passed = [point for frame in reversed(machine.frames) if isinstance(frame, Action) for point in frame.points]
    found = next((kept for name, whose, kept in passed if (name, whose) == (line.point, thing)), None)
    if found is None:
        shown = machine.ev.shown(thing)
        raise Hole(f"{shown} has not passed the point `{line.point}`", "a point is passed before it is returned to")
    stood, values = found
    _move(machine, thing, stood)
    for name, value in values:
        write(machine, thing, name, value)


# ---- secrets


def _reveal(machine: Machine, what: e.Expr, to: str | None, names: Names) -> None:
    value = machine.ev.value
    one = what if isinstance(what, e.Attribute) else None
    thing = there(value(one.base if one else what, names), "nothing is revealed")
    if not machine.position.has(thing):
        return
    declared = machine.position.graph.kinds[thing.kind].attributes
    secret = [one.name] if one else [name for name, attribute in declared.items() if attribute.secret]
    sides = machine.position.graph.choices["side"].values if to is None else (to,)
    machine.state.shown |= {(thing, name, side) for name in secret for side in sides}
