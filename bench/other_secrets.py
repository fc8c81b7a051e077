"""Does a game give a secret away? The same game with other secrets, and all that a side gets to see of either.

`otherwise` exchanges what a side cannot see; `told` is what it sees, and has to stay the same, letter by letter. Tests
and `leaks.py` look at random games in this way.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import MISSING, PLACE
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play import choices, picks
from hexlaw.runtime.play.belief import as_seen, with_positions
from hexlaw.runtime.play.blockers import blockers
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.outcomes import outcomes
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.state import AtOnce, State
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Secret, Visibility, resting


def otherwise(machine: Machine, side: str, random: Random) -> Machine:
    """The same game with other values in what the side cannot see: those of others, exchanged, and new ones."""
    position = machine.position
    hidden = machine.state.hidden_from(side)
    by_sort: dict[tuple[str, str], list[Thing]] = {}
    for thing, name in hidden:
        if name != PLACE:
            by_sort.setdefault((thing.kind, name), []).append(thing)
    others: dict[Secret, Any] = {}
    for (kind, name), things in by_sort.items():
        type_ = position.graph.kinds[kind].attributes[name].type
        values = [_another(position.value(thing, name), type_, position, random) for thing in things]
        random.shuffle(values)
        others |= {(thing, name): value for thing, value in zip(things, values, strict=True) if value is not MISSING}
    unplaced = [thing for thing, name in hidden if name == PLACE]
    elsewhere = _elsewhere(machine, side, unplaced, random)
    instead = _exchanged(position, unplaced, random)
    kept = _kept_otherwise(position, Visibility(position.graph, frozenset(hidden)), random)

    def changed(before: Position) -> Position:
        after = before.scratch()
        for (thing, name), value in others.items():
            if after.things.get(thing.name) == thing:
                after.set(thing, name, value)
        unseen = State(before, shown=machine.state.shown).hidden_from(side)
        for thing, name in unseen:
            if name == PLACE and thing in elsewhere:
                after.stand(thing, elsewhere[thing])
            if name == PLACE and thing in instead and (instead[thing], PLACE) in unseen:
                _put_in_place_of(before, after, thing, instead[thing])
        for name, of, number in kept:
            if name in position.graph.tallies:
                after.count(name, of, number)
            elif number:
                after.remember(name, of)
            else:
                after.forget(name, of)
        return after

    other = with_positions(machine, changed)
    other.imagined = False
    other.state.frames = [
        _undone_by_others(frame, side) if isinstance(frame, AtOnce) else frame for frame in other.frames
    ]
    return other


def _exchanged(position: Position, things: list[Thing], random: Random) -> dict[Thing, Thing]:
    """Another of its kind in place of each of some things that lie in others, as cards do in a pile."""
    found: dict[Thing, Thing] = {}
    for kind in dict.fromkeys(thing.kind for thing in things):
        lying = [t for t in things if t.kind == kind and isinstance(position.places.get(t), Thing)]
        random.shuffle(lying)
        for one, other in zip(lying[::2], lying[1::2], strict=False):
            found |= {one: other, other: one}
    return found


def _put_in_place_of(before: Position, after: Position, thing: Thing, other: Thing) -> None:
    """A thing stands where another did, and is whose that was; what it is itself it stays."""
    after.stand(thing, before.places.get(other))
    declared = before.graph.kinds[thing.kind]
    for name in declared.attributes.keys() & {"side", declared.secret_while}:
        after.set(thing, name, before.value(other, name))


def _undone_by_others(frame: AtOnce, side: str) -> AtOnce:
    """A part that all run at once, as if the others had done nothing in it."""
    return replace(frame, kept=tuple((s, done if s == side else frame.begun) for s, done in frame.kept))


def _elsewhere(machine: Machine, side: str, things: list[Thing], random: Random) -> dict[Thing, Hex]:
    """Another hex for each of some things: one where the side sees nothing stand."""
    seen = machine.state.view(side)
    taken = set(map(seen.hex_of, seen.things.values()))
    free = [h for h in (seen.map.hexes if seen.map is not None else ()) if h not in taken]
    return {thing: random.choice(free) for thing in things if free and machine.position.hex_of(thing) is not None}


def _another(value: Any, type_: t.Type, position: Position, random: Random) -> Any:
    """Another value of that type, where one is easily made."""
    hexes = position.map.hexes if position.map is not None else ()
    match type_:
        case t.YesNo():
            return not value if value is not MISSING else True
        case t.Number():
            return value + random.choice((-1, 1, 2)) if value is not MISSING and value > 0 else random.choice((1, 2, 3))
        case t.Kind(name="hex") | t.OrNone(item=t.Kind(name="hex")) if hexes:
            return random.choice(hexes)
        case t.Choice(name=name):
            return random.choice(position.graph.choices[name].values)
        case _:
            return value


def _kept_otherwise(
    position: Position, visibility: Visibility, random: Random
) -> list[tuple[str, tuple[Any, ...], int | None]]:
    """Memories and tallies that the side cannot see: those that are there, gone; and others that are not there."""
    found: list[tuple[str, tuple[Any, ...], int | None]] = []
    for name, of in sorted((*position.remembered, *position.tallied), key=str):
        sort = "memory" if name in position.graph.memories else "tally"
        if visibility.hides(f"{sort}:{name}", of):
            found.append((name, of, None))
    for kept in resting(position.graph):
        sort, name = kept.split(":")
        declared = position.graph.memories[name] if sort == "memory" else position.graph.tallies[name]
        among = [list(_all_of(type_, position)) for _, type_ in declared.params]
        of = tuple(random.choice(values) for values in among if values)
        if len(of) == len(among) and visibility.hides(kept, of) and (name, of) not in position.remembered:
            found.append((name, of, 1 + random.randrange(3)))
    return found


def _all_of(type_: t.Type, position: Position) -> tuple[Any, ...]:
    match type_:
        case t.Kind(name="hex"):
            return position.map.hexes if position.map is not None else ()
        case t.Kind(name=name):
            return tuple(position.of_kind(name))
        case t.Choice(name=name):
            return position.graph.choices[name].values
        case _:
            return ()


def told(machine: Machine, side: str) -> list[Any]:
    """All that a side gets to see at a question, in words: its view, the question, and where it is asked what it could
    answer, what that costs, what would come of it, and why it may not be."""
    question = machine.state.question
    seen: list[Any] = [State(machine.state.view(side)).text(), question]
    if question is None or isinstance(question, ByLot) or question.side != side:
        return seen
    shown = machine.ev.shown
    try:
        seen.append(choices.spent(machine))
        for candidate in choices.candidates(machine):
            told_of = _verdict(machine, candidate), _following(machine, candidate)
            seen.append((shown(candidate), *told_of, shown(picks.cost_of(as_seen(machine), candidate))))
        seen.append([shown(option) for option in choices.options(machine)])
    except LawStop as stop:
        seen.append((type(stop).__name__, stop.message))
    return seen


def _game_amid(machine: Machine) -> Game:
    return Game(machine.agenda, Setup("", machine.position), "", amid=machine)


def _following(machine: Machine, candidate: Any) -> Any:
    """What is asked after an answer, and how the position may be then."""
    try:
        return [(p.chance, p.question, State(p.position).text()) for p in outcomes(_game_amid(machine), candidate)[1]]
    except LawStop as stop:
        return type(stop).__name__, stop.message


def _verdict(machine: Machine, candidate: Any) -> list[tuple[str, str, str]]:
    try:
        verdict = choices.judge(machine, candidate)
    except LawStop as stop:
        return [("stops", type(stop).__name__, stop.message)]
    further = blockers(_game_amid(machine), candidate) if any(r.how == "no way on" for r in verdict.refusals) else []
    return [(r.how, r.rule.id if r.rule else "", r.text) for r in (*verdict.refusals, *further)]
