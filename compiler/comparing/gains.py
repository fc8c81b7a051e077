"""For whom a difference is better, as far as one position shows.

Idea: two answers to one question are held against each other. That something may be done is freedom for the side whose
thing does it. Who wins is better for that side. What more of a number or a yes/no comes to is followed in `ends.py`.
INVARIANT: a sign is kept only where all ways of the shortest length to one end agree. So nothing is said rather than a
guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from hexlaw.compiler.comparing.ends import FREEDOM, HARM, VICTORY, Read, bare_side, reads_of
from hexlaw.compiler.comparing.read_off import read_off
from hexlaw.compiler.comparing.thrown import results
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer, answer
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.explain import asked_in_words
from hexlaw.runtime.law import Law
from hexlaw.runtime.nodes import memoised
from hexlaw.runtime.play.trials import reference
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import about
from hexlaw.runtime.relations import grouped
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import Thing
from hexlaw.runtime.words import english, in_words

MOST_ENDS = 3
MOST_THINGS = 3
PROGRESS = "progress"
WORK, STAGE = "work", "stage"


@dataclass(frozen=True)
class Gain:
    """What a side has by the variant: more or less `freedom`, or `victory`, how it fares by the dice (`harm`), how far
    its tasks are (`progress`); `because` says of what. For its `opponent` it is the other way round."""

    side: str
    more: bool
    of: str
    because: str
    whichever: bool = False  # no rule that differs names a side: it is this one by the example alone
    opponent: str = ""

    @property
    def told(self) -> tuple[str, ...]:
        """Who gains or loses by what; then for whom it is the other way round."""
        here = (f" (here {side})" if self.whichever else "" for side in (self.side, self.opponent))
        said = [f"who {verb}: {side}{at}" for (side, verb), at in zip(self.sides, here, strict=False)]
        return (f"{said[0]}: {self.because}", *said[1:])

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """Which side gains or loses by it, and which one loses or gains."""
        side, other = ("the side concerned", "its opponent") if self.whichever else (self.side, self.opponent)
        verbs = ("gains", "loses") if self.more else ("loses", "gains")
        both = (side, verbs[0]), (other, verbs[1])
        return both if self.opponent else both[:1]


def gains(before: Answer, after: Answer) -> tuple[Gain, ...]:
    """For whom the second of two answers to one question is better or worse; nothing where that is not known."""
    if before.stop is not None or after.stop is not None:
        return ()
    if before.permission is not None and after.permission is not None:
        may = after.permission.allowed
        found = tuple(_freedom(after, more=may)) if may != before.permission.allowed else ()
    elif before.chances is not None:
        return next(filter(None, _of_results(before, after)), ())
    elif g.SIDE not in after.law.graph.choices:
        return ()
    elif _are_sides(before, after):
        return tuple(_of_winning(before, after))
    else:
        found = tuple(_of_value(before, after))
    return _with_opponents(found, before.law, after)


def gains_by_action(given: Answer, other: Law, *, more: bool) -> tuple[Gain, ...]:
    """For whom it is better that there is an action which `other` does not have, or worse that there is no more."""
    return _with_opponents(tuple(_freedom(given, more=more)), other, given)


def _with_opponents(found: Sequence[Gain], before: Law, after: Answer) -> tuple[Gain, ...]:
    """The same, with the opponent of each side that is not told of itself."""
    whichever = bool(found) and _names_no_side(before, after.law)
    told_of = {gain.side for gain in found}
    against = ((gain, _opponent(gain.side, after)) for gain in found)
    return tuple(
        replace(gain, whichever=whichever, opponent="" if other in told_of else other) for gain, other in against
    )


def _of_results(before: Answer, after: Answer) -> Iterator[tuple[Gain, ...]]:
    """For whom it is better or worse what dice decide on the way to what comes of an effect, fall by fall."""
    for name, args in results(before, after):
        asked = (answer(a.law, a.position, about(a.law.graph, name, *args)) for a in (before, after))
        yield gains(*asked)


def _opponent(side: str, answer: Answer) -> str:
    """The one other side of the game, or of those that have something in the position; empty where there are more."""
    choice = answer.law.graph.choices.get(g.SIDE)
    owners = {side_of(thing, answer.position) for thing in answer.position.things.values()}
    others = [each for each in (choice.values if choice is not None else ()) if each != side]
    there = [each for each in others if each in owners]
    return others[0] if len(others) == 1 else there[0] if len(there) == 1 else ""


def _names_no_side(before: Law, after: Law) -> bool:
    """Whether there are rules that differ, and none of them names a side."""
    ways = (before, after), (after, before)
    differing = [rule for here, there in ways for name, rule in here.rules.items() if there.rules.get(name) != rule]
    named = (
        part
        for rule in differing
        for part in parts((rule.for_each, rule.when, rule.conclusion))
        if isinstance(part, e.Const) and bare_side(part.type) and part.value is not None
    )
    return bool(differing) and next(named, None) is None


def what_for(before: Answer, after: Answer) -> tuple[str, ...]:
    """Of a number that differs: what a lower and a higher one leads to in the tables that are read by it."""
    asked = after.question.value
    if not isinstance(asked, e.Fact | e.Quantity) or _rises(before.value, after.value) is None:
        return ()
    return read_off([("fact" if isinstance(asked, e.Fact) else "quantity", asked.name)], after.law.graph)


def _freedom(given: Answer, *, more: bool) -> Iterator[Gain]:
    """Whose thing does what may be done, and whose thing it is done to."""
    assert given.permission is not None
    position = given.position
    owned = [
        (thing, side) for thing in _things(given.permission.args) if (side := side_of(thing, position)) is not None
    ]
    if not owned:
        return
    thing, side = owned[0]
    others = dict.fromkeys(f"{other}’s {each.name}" for each, other in owned[1:] if other != side)
    done_to = f" (it is done to {', '.join(others)})" if others else ""
    may = "may do this now" if more else "may not do this any more"
    yield Gain(side, more, FREEDOM, f"its {thing.name} {may}{done_to}")


def _things(values: Sequence[Any]) -> Iterator[Thing]:
    for value in values:
        if isinstance(value, Thing):
            yield value
        elif isinstance(value, tuple):
            yield from _things(value)


def side_of(thing: Thing, position: Position) -> str | None:
    """The side that a thing belongs to; none where nobody says so."""
    declared = position.graph.kinds[thing.kind].attributes
    said = (position.value(thing, name) for name in g.OWNED_BY if name in declared)
    return next((side for side in said if isinstance(side, str)), None)


def _are_sides(*answers: Answer) -> bool:
    """Whether it is asked which side it is that wins: of the game as a whole."""
    asked = answers[0].question.value
    sides = answers[0].law.graph.choices.get(g.SIDE)
    is_of_game = isinstance(asked, e.Fact) and all(arg.type == t.GAME for arg in asked.args)
    return is_of_game and sides is not None and all(a.value is None or a.value in sides.values for a in answers)


def _of_winning(before: Answer, after: Answer) -> Iterator[Gain]:
    assert isinstance(after.question.value, e.Fact)
    called = asked_in_words(after) or english.named(after.question.value.name)
    for given, more in ((after, True), (before, False)):
        if given.value is not None:
            other = before if more else after
            sides = [given.value, "nobody" if other.value is None else in_words(other.value, given.position)]
            was, is_ = reversed(sides) if more else sides
            yield Gain(given.value, more, VICTORY, f"{called} was {was} and is {is_}")


# ---- numbers and yes/no, by what other rules do with them


def _of_value(before: Answer, after: Answer) -> Iterator[Gain]:
    asked = after.question.value
    rises = _rises(before.value, after.value)
    if rises is not None and isinstance(asked, e.Attribute):
        yield from _of_work(before, after, asked, more=rises)
    if not isinstance(asked, e.Fact | e.Quantity):
        return
    node = next((node for node in after.asked if node.name == asked.name and node.sort in ("fact", "quantity")), None)
    if node is None:
        return
    what = "this result" if rises is None else f"a {'higher' if rises else 'lower'} number"
    what = f"the answer {'yes' if rises else 'no'}" if isinstance(after.value, bool) else what
    found: dict[tuple[str, str], dict[bool, list[str]]] = {}
    reads = memoised(after.law, "_what_numbers_are_for", reads_of).get(asked.name, ())
    for (of, name, place), ways in _by_end(reads).items():
        nearest = min(way.steps for way in ways)
        signs = {_sign(way.order, before.value, after.value) for way in ways if way.steps == nearest}
        things = _whose(place, asked, node.args, after)
        sides = {side_of(thing, after.position) if isinstance(thing, Thing) else thing for thing in things}
        side = sides.pop() if len(sides) == 1 else None
        if signs in ({1}, {-1}) and isinstance(side, str) and side in after.law.graph.choices[g.SIDE].values:
            told = [thing.name for thing in things if isinstance(thing, Thing)] if of == HARM else [english.named(name)]
            found.setdefault((side, of), {}).setdefault(signs == {1}, []).extend(told)
    for (side, of), by_sign in found.items():
        for more, names in by_sign.items():
            if of != HARM or len(by_sign) == 1:
                yield Gain(side, more, of, _because(of, what, more=more, names=tuple(dict.fromkeys(names))))


def _sign(order: int | tuple[tuple[object, int], ...], before: object, after: object) -> int:
    """1 where the second of two values is better, -1 where it is worse, 0 where that is not known."""
    if isinstance(order, int):
        rises = _rises(before, after)
        return 0 if rises is None else order if rises else -order
    good = dict(order)
    was, now = good.get(before, 0), good.get(after, 0)
    return (now > was) - (now < was) if before in good and after in good else 0


def _by_end(reads: Iterable[Read]) -> dict[tuple[str, str, int | e.Expr], tuple[Read, ...]]:
    """The reads of each end: those that name the thing among what is asked about, where there are such."""
    by_place = grouped(((*read.end, read.place), read) for read in reads)
    direct = {(of, name) for of, name, place in by_place if of == HARM and isinstance(place, int)}
    return {
        (of, name, place): ways
        for (of, name, place), ways in by_place.items()
        if isinstance(place, int) or (of, name) not in direct
    }


def _because(of: str, what: str, *, more: bool, names: Sequence[str]) -> str:
    most = MOST_THINGS if of == HARM else MOST_ENDS
    named = ", ".join(names[:most]) + (" and others" if len(names) > most else "")
    if of == HARM:
        return f"with {what} the dice do {'less' if more else 'more'} harm to its {named}"
    verb = "helps" if more else "hinders"
    return f"{what} {verb} it {f'in {named}' if of == FREEDOM else f'towards {named}'}"


def _whose(place: int | e.Expr, asked: e.Fact | e.Quantity, args: Sequence[Any], after: Answer) -> tuple[Any, ...]:
    """The things, or the side, that a number is good or bad for; nothing where the law does not answer."""
    if isinstance(place, int):
        return (args[place],) if place < len(args) else ()
    section = after.law.graph.facts if isinstance(asked, e.Fact) else after.law.graph.quantities
    names = {name: arg for (name, _), arg in zip(section[asked.name].params, args, strict=False)}
    try:
        found = reference(after.law).about(after.position, None).value(place, names)
    except (LawStop, KeyError):
        return ()
    return found if isinstance(found, tuple) else (found,)


def _of_work(before: Answer, after: Answer, asked: e.Attribute, *, more: bool) -> Iterator[Gain]:
    """More work at a task, which goes on in the same stage, is better for the side that has begun it."""
    task = asked.base.value if isinstance(asked.base, e.Const) else None
    if asked.name != WORK or not isinstance(task, Thing) or task.kind not in after.law.graph.tasks:
        return
    side = side_of(task, after.position)
    if side is not None and before.position.value(task, STAGE) == after.position.value(task, STAGE):
        yield Gain(side, more, PROGRESS, f"of its task {task.name} {'more' if more else 'less'} is done")


def _rises(before: object, after: object) -> bool | None:
    """Whether a number or a yes/no becomes more; none of anything else."""
    if isinstance(before, bool) and isinstance(after, bool):
        return after if before != after else None
    if isinstance(before, int | Fraction) and isinstance(after, int | Fraction) and before != after:
        return after > before
    return None
