"""One pick by itself: its candidates, whether it is allowed, what it costs; not what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import picks_in
from hexlaw.runtime.law.graph import ACTING
from hexlaw.runtime.law.stops import SILENT, LawStop, Unseen
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw
from hexlaw.runtime.play.state import Names, Picking
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import is_phrased, plain

STOPPED_BY = " stopped by"
"""Under what a pick that was stopped knows the part of the law that says so: `rule:NAME`, `effect:NAME`."""


def candidates(machine: Machine) -> tuple[Value, ...]:
    """Returns what the question could be answered with, legal or not; `DONE` last where it can be."""
    match machine.state.question:
        case Throw() | Draw() as lot:
            return tuple(way for way, _ in lot.ways)
        case Take(actions=actions):
            return (*actions, DONE)
        case Choose(may_end=may_end):
            found = _offered(machine)[0]
            return (*found, DONE) if may_end else found
        case _:
            return ()


def _offered(machine: Machine) -> tuple[tuple[Value, ...], frozenset[Value]]:
    """Returns what the pick in hand is made from, in its order and as a set."""
    picking = picking_of(machine)
    if machine.offered is None or machine.offered[0] is not picking:
        if machine.seen is not None:
            machine.seen.asked.add(f"pick:{picking.pick.path}")  # also where nothing of it can be picked
        among = () if picking.names.get(STOPPED_BY) else machine.ev.value(picking.pick.domain, picking.names)
        found = tuple(among)
        if picking.barred:
            found = tuple([x for x in found if x not in picking.barred])
        machine.offered = picking, found, frozenset(found)
    return machine.offered[1:]


def cost_of(machine: Machine, answer: Value) -> Value:
    """Returns what a pick would cost; None where it costs nothing, or that cannot be told."""
    if not isinstance(machine.state.question, Choose) or answer == DONE:
        return None
    picking = picking_of(machine)
    if picking.pick.cost is None:
        return None
    try:
        return machine.ev.value(picking.pick.cost, {**picking.names, picking.pick.var: answer})
    except LawStop:
        return None


def judge_alone(machine: Machine, answer: Value) -> Permission:
    """Returns whether the pick itself is offered and not forbidden, whatever it leads to."""
    picking, ev = picking_of(machine), machine.ev
    pick, action = picking.pick, picking.pick.path.partition(".")[0]
    name = pick.path.removeprefix(f"{action}.")
    decl = machine.agenda.law.graph.actions.get(action)
    taken_with = () if decl is None else tuple(picking.names.get(param) for param, _ in decl.params)
    verdict = Permission(action, name, (*taken_with, *picked_before(machine), answer))
    if answer == DONE:
        question = machine.state.question
        if isinstance(question, Choose) and not question.may_end:
            verdict.refuse("not offered", f"`{name}` has to be picked")
        else:
            ev.judge(f"{action}.{DONE}", picking.names, verdict)
        return verdict
    names = {**picking.names, pick.var: answer}
    if (by := picking.names.get(STOPPED_BY)) is not None:
        rule = machine.agenda.law.rules.get(by.partition(":")[2])
        said = rule.doc if rule is not None and rule.doc else f"`{action}` ends here"
        verdict.refusals.append(Refusal("not offered" if rule is None else "forbidden", rule, said))
    elif answer in picking.barred:
        verdict.refuse("not offered", f"{ev.shown(answer)} has led to where nothing can be answered")
    elif answer not in _offered(machine)[1]:
        known = _shown(machine, picking.names) if is_of(machine, answer, pick.type) else None
        verdict.refuse("not offered", _not_among(machine, ev.shown(answer), known))
    elif pick.gathered is not None and answer in picking.chosen:
        verdict.refuse("not offered", f"{ev.shown(answer)} has been picked")
    else:
        try:
            is_fit = fits(machine, pick, names)
        except SILENT as stop:  # the law does not say; a prohibition may still refuse it
            verdict.silent, is_fit = stop, True
        if is_fit:
            ev.judge(pick.path, names, verdict)
            return verdict
        verdict.refusals.append(_not_fitting(machine, answer, names))
    if is_of(machine, answer, pick.type):
        with suppress(LawStop):
            ev.judge(pick.path, names, verdict)  # a rule that forbids it as well says more
    return verdict


def _not_fitting(machine: Machine, answer: Value, names: Names) -> Refusal:
    """Returns that the first condition of a pick does not hold, or, where it is not known which, that not all do."""
    pick, ev = picking_of(machine).pick, machine.ev
    assert pick.where is not None
    unmet: e.Expr | None = None
    refusal = Refusal("not offered", None, "")
    outer, ev.ev.asked = ev.ev.asked, refusal.asked
    for part in pick.where.parts if isinstance(pick.where, e.All) else (pick.where,):
        with suppress(LawStop, Unseen):
            if not ev.value(part, names):
                unmet = part
                break
        refusal.met += 1
        refusal.asked.clear()
    ev.ev.asked = outer
    law = machine.agenda.law
    said = () if unmet is None else Words(law.graph, law).unmet(unmet, _shown(machine, names))
    not_so = f": not `{pick.where_text}`" if pick.where_text else ""
    is_said = said and is_phrased(said)
    refusal.text = plain(said) if is_said else f"{ev.shown(answer)} cannot be the `{pick.name}`{not_so}"
    return refusal


def _not_among(machine: Machine, answer: str, names: Mapping[str, str] | None) -> str:
    """Returns that an answer is none of what is picked from; without the values of `names`, by the name of the pick."""
    pick, words = picking_of(machine).pick, Words(machine.agenda.law.graph, machine.agenda.law)
    said = None if names is None else words.those(pick.domain, names)
    if said is not None:
        return f"{answer} is not among {plain(said)}"
    return f"{answer} is not among what {words.phrases.form('pick', pick.path) or f'`{pick.name}`'} is picked from"


def _shown(machine: Machine, names: Names) -> dict[str, str]:
    return {name: machine.ev.shown(value) for name, value in names.items() if name != ACTING}


def picked_before(machine: Machine) -> Iterator[Value]:
    """Yields the earlier picks of the action, in the order of its law; None for those that were not made."""
    picking = picking_of(machine)
    action = machine.agenda.law.graph.actions.get(picking.pick.path.partition(".")[0])  # another may borrow the pick
    if action is None:
        return
    for pick in picks_in((action.lines, action.body)):
        if pick.var == picking.pick.var:
            return
        yield picking.names.get(pick.var)


def is_of(machine: Machine, answer: Value, type_: t.Type) -> bool:
    """Returns whether an answer is of the type of a pick: a typed name may be that of anything."""
    match type_:
        case t.Kind(name="hex"):
            return isinstance(answer, Hex)
        case t.Kind(name=name):
            return isinstance(answer, Thing) and machine.position.graph.is_a(answer.kind, name)
        case _:
            return True


def stands(machine: Machine, answer: Value) -> bool:
    """Returns whether the pick itself is offered, meets its condition and is not forbidden, without reasons."""
    picking, ev = picking_of(machine), machine.ev
    pick = picking.pick
    if answer == DONE:
        question = machine.state.question
        may_end = isinstance(question, Choose) and question.may_end
        return may_end and not ev.forbids(f"{pick.path.partition('.')[0]}.{DONE}", picking.names)
    if answer not in _offered(machine)[1] or (pick.gathered is not None and answer in picking.chosen):
        return False
    names = {**picking.names, pick.var: answer}
    try:
        return fits(machine, pick, names) and not ev.forbids(pick.path, names)
    except SILENT as stop:
        if ev.forbids(pick.path, names):  # a no beats a hole, in a pick as in `and`
            return False
        raise stop from None


def fits(machine: Machine, pick: e.Pick, names: Names) -> bool:
    """Returns whether an answer meets the condition of a pick, or may meet it as far as can be seen."""
    try:
        return pick.where is None or bool(machine.ev.value(pick.where, names))
    except Unseen:
        return True


def picking_of(machine: Machine) -> Picking:
    frame = machine.frames[-1]
    assert isinstance(frame, Picking)
    return frame
