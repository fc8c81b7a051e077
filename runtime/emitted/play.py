"""Picks, effects and reach over emitted law: what `decide.py`, `effects.py` and `reach.py` do over the graph.

In go the functions of an emitted module and a state; out come refusals, the branches of an effect, and costs of reach.
The order in which things are asked is that of the reference, so the same stop is met first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hexlaw.runtime.decide import DONE
from hexlaw.runtime.decide import MOST_STATES as MOST_TO_REST
from hexlaw.runtime.effects import MOST_BRANCHES, falls
from hexlaw.runtime.emitted.help import hole_of, nothing_there
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.reach import MOST_STATES
from hexlaw.runtime.stops import Exhausted, Hole, Misplaced
from hexlaw.runtime.value import Thing

STOPS = (Hole, TypeError, AttributeError, KeyError)


def hushed(unheard: Hole | None, stop: Exception) -> Hole:
    """A prohibition could not be judged: the first such stop is kept, in case no other refuses."""
    if not isinstance(stop, Hole):
        if not nothing_there(stop):
            raise stop
        stop = hole_of(stop)
    return unheard or stop


# ---- effects


class NeedsDie(Exception):
    def __init__(self, count: int, faces: int, name: str) -> None:
        self.count, self.faces, self.name = count, faces, name


class Run:
    """One run of an effect: a state to write in, and the dice as they fall; None: there are none to throw."""

    __slots__ = ("dice", "s")

    def __init__(self, s: State, dice: list[int] | None = None) -> None:
        self.s = s.scratch()
        self.dice = dice

    def begins(self) -> State:
        self.s.account.spend(1)
        return self.s

    def roll(self, count: int, faces: int, name: str) -> int:
        if self.dice is None:
            raise Hole(
                f"the die `{name}` would have to be rolled here", "what a pick does before it is made rolls no dice"
            )
        if not self.dice:
            raise NeedsDie(count, faces, name)
        return self.dice.pop(0)


def there(value: Any) -> Any:
    if value is None:
        raise Hole("an effect is to change nothing at all", "what it is about is none here")
    return value


def move(s: State, thing: Thing, to: Any) -> None:
    if to is not None and _inside(s, to, thing):
        raise Misplaced(f"{thing.name} would stand in itself", "a thing cannot be moved into what stands in it")
    s.stand(thing, to)
    if to is not None:
        settle(s, thing)


def place(s: State, kind: str, where: Any) -> Thing:
    made = s.place_new(kind, where)
    settle(s, made)
    return made


def settle(s: State, moved: Thing) -> None:
    """Neither what was put somewhere nor what stands in it may stand where its kind does not."""
    for piece in [moved, *(p for p in s.things.values() if _inside(s, p, moved))]:
        wrong = s.misplaced(piece)
        if wrong is not None:
            raise Misplaced(f"{piece.name} cannot stand there", wrong)


def _inside(s: State, place: Any, thing: Thing) -> bool:
    for _ in range(16):
        if place == thing:
            return True
        if not isinstance(place, Thing):
            return False
        place = s.places.get(place)
    return True


def played(statement: str) -> Hole:
    return Hole(f"`{statement}` belongs to play", "an effect that is tried makes no decisions and begins nothing")


def branches(s: State, effect: Callable[..., None], args: tuple[Any, ...]) -> Iterator[tuple[Fraction, State]]:
    """Every course of an effect with its chance, in the order of the dice."""
    found = 0
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, dice = waiting.pop()
        run = Run(s, list(dice))
        try:
            effect(run, *args)
        except NeedsDie as need:
            ways = falls(need.count, need.faces)
            waiting.extend((chance * share, (*dice, shows)) for shows, share in reversed(ways))
            continue
        finally:
            s.fired |= run.s.fired
        found += 1
        if found + len(waiting) > MOST_BRANCHES:
            raise Exhausted(f"the dice can fall in more than {MOST_BRANCHES:,} ways")
        yield chance, run.s


Breach = dict[tuple[Any, ...], Any]


def broken_anew(before: Breach, after: Breach) -> bool:
    """Whether a requirement is broken in a case in which it was not before, or is broken further."""
    for case, excess in after.items():
        if case not in before:
            return True
        earlier = before[case]
        if excess is not None and earlier is not None and excess > earlier:
            return True
    return False


def would_break(
    s: State, effect: Callable[..., None], args: tuple[Any, ...], broken: Callable[[State], Breach]
) -> bool:
    before = broken(s)
    return any(broken_anew(before, broken(after)) for _, after in branches(s, effect, args))


# ---- picks


@dataclass(frozen=True, slots=True)
class Let:
    value: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Pick:
    name: str
    options: Callable[..., Any]
    offered: Callable[..., bool]
    bars: Callable[..., tuple[list[str], Hole | None]] | None
    after: Callable[..., tuple[State, Any]]
    repeatedly: bool
    optionally: bool
    matters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action:
    lines: tuple[Let | Pick, ...]
    done_bars: Callable[..., tuple[list[str], Hole | None]] | None
    given: int = 0  # how many values it is called with, before its picks
    opened: Callable[..., bool] | None = None
    inside: Mapping[str, tuple[int, tuple[Let | Pick, ...]]] = field(default_factory=dict)
    """Of a pick that stands in what another does: how many lines lead to that one, and what leads on from there."""

    def way_to(self, pick: str) -> tuple[Let | Pick, ...]:
        number, inner = self.inside.get(pick, (len(self.lines), ()))
        return (*self.lines[:number], *inner)

    @property
    def picks(self) -> tuple[Pick, ...]:
        return tuple(line for line in self.lines if isinstance(line, Pick))

    def pick(self, name: str) -> Pick:
        return next(pick for pick in self.picks if pick.name == name)


@dataclass
class Verdict:
    """Whether a pick is legal; `refusals` are how it is refused, and the rule that refuses where there is one."""

    refusals: list[tuple[str, str | None]] = field(default_factory=list)
    cost: Any = None
    unheard: Hole | None = None

    @property
    def allowed(self) -> bool:
        return not self.refusals

    @property
    def refused_by(self) -> frozenset[str]:
        return frozenset(rule for _, rule in self.refusals if rule is not None)

    def judged(self) -> bool:
        if self.unheard is not None and self.allowed:
            raise self.unheard
        return self.allowed

    def hear(self, said: tuple[list[str], Hole | None]) -> None:
        self.refusals += [("forbidden", rule) for rule in said[0]]
        self.unheard = self.unheard or said[1]


def may(
    s: State, action: Action, pick_name: str, args: tuple[Any, ...], *, to_the_end: bool = True, begun: bool = False
) -> Verdict:
    """The verdict on one pick with those before it, as `decide.may` gives it."""
    verdict = Verdict()
    env, waiting = list(args[: action.given]), list(args[action.given :])
    if action.opened is not None and not begun and not action.opened(s, *env):
        verdict.refusals.append(("not open", None))
    for line in action.way_to(pick_name):
        if isinstance(line, Let):
            env.append(line.value(s, *env))
            continue
        if pick_name == DONE and (line.repeatedly or line.optionally):
            break
        env.append(waiting.pop(0))
        if line.name == pick_name or not (begun or pick_name == DONE):
            if not line.offered(s, *env):
                verdict.refusals.append(("not offered", None))
            if line.bars is not None:
                verdict.hear(line.bars(s, *env))
        if line.name == pick_name:
            if verdict.judged():
                _consequences(s, action, line, env, args, verdict, to_the_end)
            return verdict
    if action.done_bars is not None:
        verdict.hear(action.done_bars(s, *env))
    if verdict.judged():
        verdict.refusals += _newly_broken(without_acting(s, args), s, "rest")
    return verdict


def is_open(s: State, parts: tuple[tuple[tuple[str, ...], Callable[[], Any] | None], ...]) -> bool:
    """Whether one of the parts of the sequence is running, and to the side that acts; out of play nothing is closed."""
    now = s.now
    running = [to for spans, to in parts if now.intersection(spans)]
    return not now or any(to is None or to() == s.acting for to in running)


def _consequences(
    s: State, action: Action, pick: Pick, env: list[Any], args: tuple[Any, ...], verdict: Verdict, to_the_end: bool
) -> None:
    after, verdict.cost = pick.after(s, *env)
    verdict.refusals += _newly_broken(s, after, "all-times")
    if not (verdict.allowed and to_the_end):
        pass
    elif pick is action.picks[-1] and not pick.repeatedly:
        verdict.refusals += _newly_broken(without_acting(s, args), after, "rest")
    elif pick.repeatedly:
        at_rest = _newly_broken(without_acting(s, args[:-1]), after, "rest")
        at_rest = at_rest or may(after, action, DONE, args[:-1], begun=True).refusals
        if at_rest and not _leads_to_rest(after, without_acting(s, args[:-1]), action, pick, args[:-1]):
            verdict.refusals += [("no way on", rule) for _, rule in at_rest]
    s.fired |= after.fired


def without_acting(s: State, args: tuple[Any, ...]) -> State:
    """The position without the things that act: a breach that is there without them is not theirs."""
    without = s.scratch()
    for thing in args:
        if isinstance(thing, Thing):
            without.stand(thing, None)
    return without


def _newly_broken(before: State, after: State, sampled: str) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for rule, (when, broken) in after.requirements.items():
        if when == sampled and broken_anew(before.broken(rule, broken), after.broken(rule, broken)):
            found.append(("would break", rule))
    return found


def _leads_to_rest(start: State, before: State, action: Action, pick: Pick, args: tuple[Any, ...]) -> bool:
    for state, _ in steps_from(start, action, pick, args, MOST_TO_REST, begun=True):
        if not _newly_broken(before, state, "rest") and may(state, action, DONE, args).allowed:
            return True
    return False


def priced(pick: str, cost: Any) -> Any:
    if cost is None or cost < 0:
        found = "nothing that is known" if cost is None else "less than nothing"
        raise Hole(f"`{pick}` costs {found}", "a cost is 0 or more")
    return cost


# ---- reach


def reached(s: State, action: Action, pick_name: str, args: tuple[Any, ...]) -> dict[Any, Any]:
    """For each hex in which the move may end, the least that getting there costs."""
    found: dict[Any, Any] = {}
    for state, cost in steps_from(s, action, action.pick(pick_name), args, MOST_STATES):
        hexes = [h for a in args if isinstance(a, Thing) and (h := state.hex_of[a]) is not None]
        for where in hexes[:1]:
            if where not in found and may(state, action, DONE, args).allowed:
                found[where] = cost
        s.fired |= state.fired
    return found


def steps_from(
    s: State, action: Action, pick: Pick, args: tuple[Any, ...], most: int, *, begun: bool = False
) -> Iterator[tuple[State, Any]]:
    """The states that repeating a pick leads to, cheapest first, with what getting there costs."""
    matters = frozenset(pick.matters)
    waiting: list[tuple[Any, int, State]] = [(0, 0, s)]
    seen: set[tuple[object, ...]] = set()
    number = 0
    while waiting:
        cost, _, state = heapq.heappop(waiting)
        key = (
            frozenset(state.places.items()),
            frozenset((x, a, v) for (x, a), v in state.said.items() if a in matters),
        )
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            raise Exhausted(f"a move by `{pick.name}` can lead to more than {most:,} positions")
        yield state, cost
        env = _env(state, action, pick, args)
        if env is None:
            continue
        for option in pick.options(state, *env):
            moving = begun or state is not s
            if may(state, action, pick.name, (*args, option), to_the_end=False, begun=moving).allowed:
                following, spent = pick.after(state, *env, option)
                number += 1
                heapq.heappush(waiting, (cost + (spent or 0), number, following))


def _env(s: State, action: Action, pick: Pick, args: tuple[Any, ...]) -> list[Any] | None:
    env, waiting = list(args[: action.given]), list(args[action.given :])
    for line in action.lines:
        if isinstance(line, Let):
            env.append(line.value(s, *env))
        elif line is pick:
            return env
        else:
            env.append(waiting.pop(0))
    return None


def is_free(s: State) -> bool:
    """What is to be said of a pick that no rule forbids."""
    return False


PLAY_WORDS: dict[str, Any] = {
    "is_free": is_free,
    "STOPS": STOPS, "hushed": hushed, "Run": Run, "there": there, "move": move, "place": place,
    "would_break": would_break, "Let": Let, "Pick": Pick, "Action": Action, "priced": priced, "reached": reached,
    "played": played, "is_open": is_open,
}  # fmt: skip
