"""Does a game give a secret away? The same game with other secrets, and all that a side gets to see of either.

`otherwise` exchanges what a side cannot see; `told` is what it sees, and has to stay the same, letter by letter. Tests
and `leaks.py` look at random games in this way.

Other secrets are laid in where a game stands: `Game` has nothing by which that is done, so their cells are written
in the machine that asks the evaluator, by functions of its library.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

from under_way import text_of_position

from hexlaw.compiler.wasm.layout import CELL, NONE
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import MISSING, PLACE
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.choices import candidates
from hexlaw.runtime.play.game import Game, Stand
from hexlaw.runtime.play.outcomes import outcomes
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Secret, Visibility, resting
from hexlaw.runtime.words import in_words


def otherwise(game: Game, side: str, random: Random) -> Game:
    """The same game with other values in what the side cannot see: those of others, exchanged, and new ones."""
    position, state = game.position, game.to_read.state
    hidden = state.hidden_from(side)
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
    elsewhere = _elsewhere(game, side, unplaced, random)
    instead = _exchanged(position, unplaced, random)
    kept = _kept_otherwise(position, Visibility(position.graph, frozenset(hidden)), random)

    after = position.scratch()
    for (thing, name), value in others.items():
        after.set(thing, name, value)
    for thing, name in hidden:
        if name == PLACE and thing in elsewhere:
            after.stand(thing, elsewhere[thing])
        if name == PLACE and thing in instead and (instead[thing], PLACE) in hidden:
            _put_in_place_of(position, after, thing, instead[thing])
    for name, of, number in kept:
        if name in position.graph.tallies:
            after.count(name, of, number)
        elif number:
            after.remember(name, of)
        else:
            after.forget(name, of)
    return _laid_in(game, after)


def _laid_in(game: Game, other: Position) -> Game:
    """A game of its own of the product in which these secrets are laid in where it stands: their cells are written in
    the machine that asks the evaluator, by functions of its library."""
    both: Any = game._copied()
    both.beside = None
    follower: Any = both.evaluated
    follower.begun = False  # other secrets may still lie in its cells
    assert follower.catch_up(both)
    follower._begin_anew()
    running = follower.running
    running.call("take_off")
    _lay(running, game.position, other)
    running.call("arrived")
    question = follower._question()
    follower._last = follower._standing(both, question)
    both.stand, both.tries = Stand(question, follower._last), ()
    return cast(Game, both)


def _lay(running: Any, now: Position, other: Position) -> None:
    """Writes into cells in what a position is another than now."""
    layout, graph = running.layout, now.graph
    numbers = {running.image.thing(number, running.cell): number for number in running.image.names}
    for thing in other.things.values():
        if other.places.get(thing) != (to := now.places.get(thing)):
            to = other.places.get(thing)
            place = (
                layout.plane + numbers[to] if isinstance(to, Thing) else NONE if to is None else running.image.hex(to)
            )
            running.call("stand", numbers[thing], place)
        for name, declared in graph.kinds[thing.kind].attributes.items():
            value = other.value(thing, name)
            if value != now.value(thing, name) and value is not MISSING:
                at = layout.column(thing.kind, name) + numbers[thing] * CELL
                running.call("write", at, running.given(value, declared.type))
    for name, of in now.remembered ^ other.remembered:
        _keep(running, "memory", name, of, graph.memories[name].params, int((name, of) in other.remembered))
    for name, of in now.tallied.keys() | other.tallied.keys():
        counted = other.tallied.get((name, of), 0)
        if counted != now.tallied.get((name, of), 0):
            params = graph.tallies[name].params
            _keep(running, "tally", name, of, params, running.given(counted, graph.tallies[name].type))


def _keep(running: Any, sort: str, name: str, of: tuple[Any, ...], params: Any, value: int) -> None:
    """Writes what is remembered, or counted, of some things."""
    base, sizes = running.layout.kept[sort, name]
    place = 0
    for one, size, (_, type_) in zip(of, sizes, params, strict=True):
        cell, step = running.given(one, type_), running.layout.step_of(size)
        place = place * size + (cell // step + size // 2 if step and cell != NONE else max(cell, -1) + 1)
    if running.layout.is_sparse(sort, name):
        running.call("set_row", base, place, value)
    else:
        running.call("write", base + place * CELL, value)


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


def _elsewhere(game: Game, side: str, things: list[Thing], random: Random) -> dict[Thing, Hex]:
    """Another hex for each of some things: one where the side sees nothing stand."""
    seen = game.seen_by(side)
    taken = set(map(seen.hex_of, seen.things.values()))
    free = [h for h in (seen.map.hexes if seen.map is not None else ()) if h not in taken]
    return {thing: random.choice(free) for thing in things if free and game.position.hex_of(thing) is not None}


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


def told(game: Game, side: str) -> list[Any]:
    """All that a side gets to see at a question, in words: its view, the question, and where it is asked what it could
    answer, what that costs, what would come of it, and why it may not be."""
    question = game.question
    seen: list[Any] = [game.text(side), question]
    if question is None or isinstance(question, ByLot) or question.side != side:
        return seen
    position = game.position
    try:
        seen.append(game.spent())
        for candidate in candidates(game.to_read):
            told_of = _verdict(game, candidate), _following(game, candidate)
            price = game.prices([candidate]).get(candidate)
            seen.append((in_words(candidate, position), *told_of, in_words(price, position)))
        seen.append([in_words(option, position) for option in game.options()])
    except LawStop as stop:
        seen.append((type(stop).__name__, stop.message))
    return seen


def _following(game: Game, candidate: Any) -> Any:
    """What is asked after an answer, and how the position may be then."""
    try:
        found = outcomes(game, candidate)
        return [(p.chance, p.question, text_of_position(_without_kept_secrets(p.position))) for p in found[1]]
    except LawStop as stop:
        return type(stop).__name__, stop.message


def _without_kept_secrets(position: Position) -> Position:
    """A position without what is remembered or counted by secrets: where an answer leads that is shown."""
    hides = None if position.visibility is None else position.visibility.hides
    seen = position.scratch()
    for name, of in [] if hides is None else [one for one in seen.remembered if hides(f"memory:{one[0]}", one[1])]:
        seen.forget(name, of)
    for name, of in [] if hides is None else [one for one in seen.tallied if hides(f"tally:{one[0]}", one[1])]:
        seen.count(name, of, None)
    return seen


def _verdict(game: Game, candidate: Any) -> list[tuple[str, str, str]]:
    try:
        verdict = game.judge(candidate)
    except LawStop as stop:
        return [("stops", type(stop).__name__, stop.message)]
    return [(r.how, r.rule.id if r.rule else "", r.text) for r in (*verdict.refusals, *verdict.further)]
