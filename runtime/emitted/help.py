"""What emitted law is written with: exact numbers, sets, the geometry, and the bare stop.

Where law and position give no answer, emitted law has no words for it: it raises one of `STOPS`, and whoever asked puts
the question to the reference, which finds the reason. Where nothing (none) gets into arithmetic, a comparison or the
geometry, Python itself refuses, and that is a stop as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any

from hexlaw.runtime import geometry
from hexlaw.runtime.account import LONGEST_NUMBER
from hexlaw.runtime.builtins import whole_numbers
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.emitted.values import Met, Unanswered, made
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.linking import Flood
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME, Moment, Thing

_TOO_LONG = 1 << LONGEST_NUMBER
_TOO_LOW = -_TOO_LONG  # negating so long a number takes longer than a sum


STOPS = (
    Unanswered, LawStop, TypeError, AttributeError, KeyError, ValueError, ArithmeticError, RecursionError,
)  # fmt: skip
"""How emitted law ends a question that it does not answer."""


def stop() -> Any:
    raise Unanswered


def some(value: Any) -> Any:
    """The value, which has to be something."""
    if value is None:
        raise Unanswered
    return value


# ---- numbers


def exact(number: int | Fraction) -> int | Fraction:
    """A number in its plainest form, if it is not beyond all measure."""
    if type(number) is int:
        if _TOO_LOW < number < _TOO_LONG:
            return number
    elif number.denominator == 1:
        return exact(number.numerator)
    elif max(number.numerator.bit_length(), number.denominator.bit_length()) <= LONGEST_NUMBER:
        return number
    raise Unanswered


def plus(a: Any, b: Any) -> int | Fraction:
    number = a + b
    return number if type(number) is int and _TOO_LOW < number < _TOO_LONG else exact(number)


def minus(a: Any, b: Any) -> int | Fraction:
    number = a - b
    return number if type(number) is int and _TOO_LOW < number < _TOO_LONG else exact(number)


def times(a: Any, b: Any) -> int | Fraction:
    if type(a) is int:
        if type(b) is int:
            number = a * b
            return number if _TOO_LOW < number < _TOO_LONG else exact(number)
        top, below = a * b.numerator, b.denominator  # dividing out first spares a fraction where it comes out even
        if not top % below:
            return exact(top // below)
    return exact(a * b)


def half(a: Any) -> int | Fraction:
    if type(a) is int:
        return a >> 1 if not a & 1 else exact(Fraction(a, 2))
    return exact(a / 2)


def divided(a: Any, b: Any) -> int | Fraction:
    if type(a) is int and type(b) is int:
        return exact(a // b) if not a % b else exact(Fraction(a, b))
    return exact(Fraction(a) / b)


def total(numbers: list[Any]) -> int | Fraction:
    """The sum of those that are something."""
    if None in numbers:
        numbers = [n for n in numbers if n is not None]
    return exact(sum(numbers))


def least(numbers: list[Any]) -> Any:
    return min(_some(numbers))


def most(numbers: list[Any]) -> Any:
    return max(_some(numbers))


def _some(numbers: list[Any]) -> list[Any]:
    return [n for n in numbers if n is not None] if None in numbers else numbers


def lowest(scored: list[tuple[Any, Any]]) -> Any:
    """The first of those with the least score; what has none is not chosen."""
    best = least([score for score, _ in scored])
    return next(item for score, item in scored if score == best)


def highest(scored: list[tuple[Any, Any]]) -> Any:
    best = most([score for score, _ in scored])
    return next(item for score, item in scored if score == best)


def lesser(one: Any, first: Any, other: Any, second: Any) -> Any:
    """Which of two has the least score; the first where they are even."""
    if one is None or other is None:
        return lowest([(one, first), (other, second)])
    return second if other < one else first


def greater(one: Any, first: Any, other: Any, second: Any) -> Any:
    if one is None or other is None:
        return highest([(one, first), (other, second)])
    return second if other > one else first


def at_most(it: Any, bound: Any, scale: tuple[str, ...] | None = None) -> Any:
    return min(it, bound) if scale is None else scale[min(scale.index(it), scale.index(bound))]


def at_least(it: Any, bound: Any, scale: tuple[str, ...] | None = None) -> Any:
    return max(it, bound) if scale is None else scale[max(scale.index(it), scale.index(bound))]


def shifted(it: Any, by: Any, scale: tuple[str, ...]) -> str:
    place: int = min(max(scale.index(it) + by, 0), len(scale) - 1)
    return scale[place]


# ---- sets


def only(found: list[Any]) -> Any:
    if len(found) != 1:
        raise Unanswered
    return found[0]


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same; the order of a set means nothing."""
    if a is b or a == b:
        return True
    if type(a) is not tuple or type(b) is not tuple or not a or not b:
        return False
    return _as_set(a) == _as_set(b)


def _as_set(items: tuple[Any, ...]) -> frozenset[Any]:
    return frozenset(items) if len(items) < FEW else members(items)


def members(items: tuple[Any, ...]) -> Any:
    """A set to look up members in. Long ones are read again and again, turn after turn of a loop."""
    if len(items) < FEW:
        return items
    kept = _MEMBERS.get(id(items))
    if kept is None:
        if len(_MEMBERS) >= MOST_SETS:
            _MEMBERS.clear()
        kept = _MEMBERS[id(items)] = items, frozenset(items)  # as long as it is kept, its id is its own
    return kept[1]


FEW, MOST_SETS = 8, 1_000
_MEMBERS: dict[int, tuple[tuple[Any, ...], frozenset[Any]]] = {}


def distinct(*items: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(items))


def spend(s: State, items: Sequence[Any]) -> Sequence[Any]:
    """The items of a loop, whose turns count."""
    account = s.account
    account.left -= len(items) * s.size
    if account.left < 0:
        account.spend(0)
    return items


def collected(s: State, parts: Iterable[tuple[int, bool, Iterable[Any]]]) -> tuple[Any, ...]:
    """The set of all that rules find; a rule that goes through sets has fired if it found something new."""
    found: dict[Any, None] = {}
    for bits, looks, items in parts:
        before = len(found)
        items = tuple(items)
        found.update(dict.fromkeys(items))
        if len(found) > before or (items and not looks):
            s.fired |= bits
    return tuple(found)


def noted(s: State, bits: int, value: Any) -> Any:
    """The value; that rules fired is noted."""
    s.fired |= bits
    return value


def unless_changed(
    kept: dict[tuple[Any, ...], tuple[Any, Any]],
    args: tuple[Any, ...],
    asked: Callable[[], Any],
    anew: Callable[[], Any],
) -> Any:
    """The answer that was found last with some arguments, where what is asked comes out as it did then; else anew."""
    try:
        now = asked()
    except STOPS:
        return anew()
    last = kept.get(args)
    if last is None or last[0] != now:
        last = kept[args] = now, anew()
    return last[1]


# ---- the geometry, asked of nothing now and then


def distance(a: Any, b: Any) -> int:
    q: int = b.q - a.q
    r: int = b.r - a.r
    if q < 0:
        q, r = -q, -r
    return q + r if r >= 0 else q if q > -r else -r


def neighbour(h: Any, n: Any) -> Hex:
    return geometry.neighbour(h, int(1 - n) % 6)


def sides_along(a: Any, b: Any) -> tuple[Met, ...]:
    sides, base, _ = _SIDES, _number(a), _number(b)
    return tuple([
        _new(Met, (how, sides[base + number], None, after, parts, passed, left, onward, "line"))
        for number, how, after, parts, passed, left, onward in _line(b.q - a.q, b.r - a.r)[0]
    ])  # fmt: skip


def hexes_along(a: Any, b: Any) -> tuple[Met, ...]:
    hexes, base, _ = _HEXES, _number(a), _number(b)
    return tuple([
        _new(Met, (how, None, hexes[base + number], after, parts, passed, left, None, "line"))
        for number, how, after, parts, passed, left, _ in _line(b.q - a.q, b.r - a.r)[1]
    ])  # fmt: skip


def sides_on_paths(a: Any, b: Any) -> tuple[Met, ...]:
    return tuple(map(Met.of, geometry.sides_on_paths(a, b)))


def hexes_on_paths(a: Any, b: Any) -> tuple[Met, ...]:
    return tuple(map(Met.of, geometry.hexes_on_paths(a, b)))


# What a line meets depends on where it leads, and lies where it begins. So hexes and hexsides have numbers that add up
# like their places do: then each is one addition away from what the line from the origin meets, and made once.
_FAR = 1 << 24  # no coordinate is as large: where one is, there is no answer
_MOST_PLACES = 200_000


class _Places(dict[int, Any]):
    """Hexes or hexsides by their numbers, made when they are first asked for."""

    def __init__(self, of: Callable[[int], Any]) -> None:
        self.of = of

    def __missing__(self, number: int) -> Any:
        if len(self) >= _MOST_PLACES:
            self.clear()
        found = self[number] = self.of(number)
        return found


def _number(h: Any) -> int:
    q, r = h
    if not (2 - _FAR < q < _FAR - 2 and 2 - _FAR < r < _FAR - 2):  # a line leaves what its ends span by one hex
        raise Unanswered
    return int(q * _FAR * 2 + r) * 4


def _hex_of(number: int) -> Hex:
    q, r = divmod((number >> 2) + _FAR, 2 * _FAR)
    return Hex(q, r - _FAR)


_HEXES = _Places(_hex_of)
_SIDES = _Places(lambda number: Side(_HEXES[number & ~3], number & 3))
_new: Callable[..., Any] = tuple.__new__
_Row = tuple[int, str, int, int, int, int, bool | None]


@lru_cache(4096)
def _line(q: int, r: int) -> tuple[tuple[_Row, ...], tuple[_Row, ...]]:
    """What the line from the origin meets, each with its number."""
    sides, hexes = geometry.meetings(q, r)
    return (
        tuple([(_number(m.side.hex) + m.side.direction, *_rest(m)) for m in sides if m.side is not None]),
        tuple([(_number(m.hex), *_rest(m)) for m in hexes]),
    )


def _rest(m: geometry.Meeting) -> tuple[str, int, int, int, int, bool | None]:
    return m.how, m.after, m.parts, m.passed, m.left, m.onward


def adjacent(a: Any, b: Any) -> bool:
    return a is not None and b is not None and (b[0] - a[0], b[1] - a[1]) in _STEPS


_STEPS = frozenset(tuple(d) for d in geometry.DIRECTIONS)


def comes_before(c: Any, d: Any) -> bool:
    return c is not None and d is not None and geometry.comes_before(c, d)


def touches(a: Side | None, b: Side | None) -> bool:
    return a is not None and b is not None and b in geometry.sides_touching(a)


def off_board(s: State, h: Hex | None) -> bool:
    map_: Any = s.map
    return h is not None and not map_.contains(h)


class FloodOfLaw(Flood):
    """A flood, and what lets a hex through: a function of the law, with what it is given besides two hexes."""

    __slots__ = ("given", "lets")

    lets: Callable[..., bool]
    given: tuple[Any, ...]


def flood(
    s: State, lets: Callable[..., bool], given: tuple[Any, ...], start: tuple[Hex, ...], *,
    by_step: bool, most: Any = None,
) -> FloodOfLaw:  # fmt: skip
    """The flood from some hexes, of which nothing has been looked at yet."""
    map_: Any = s.map
    found = FloodOfLaw(map_.contains if map_ is not None else bool, start, by_step=by_step, most=most)
    found.lets, found.given = lets, given
    s.account.spend(len(found))
    return found


def steps(s: State, flood: FloodOfLaw, goal: Hex | None) -> int | None:
    """How many steps a flood takes to a hex. It may have begun in a state that was like this in all it depends on."""
    if goal not in flood.found and flood.ring:
        before, lets, given = len(flood), flood.lets, flood.given
        flood.go_on(lambda h, from_: lets(s, h, from_, *given), goal)
        s.account.spend(len(flood) - before)
    return flood.found.get(goal)  # type: ignore[arg-type]


def linked_hexes(
    s: State, lets: Callable[..., bool], given: tuple[Any, ...], start: tuple[Hex, ...], *,
    by_step: bool, most: Any = None,
) -> tuple[Hex, ...]:  # fmt: skip
    """The hexes linked to some."""
    found = flood(s, lets, given, start, by_step=by_step, most=most)
    steps(s, found, None)
    return tuple(found.found)


def shared(s: State, h: Hex | None) -> bool:
    map_: Any = s.map
    return h is not None and len(map_.names_of(h)) > 1


def is_side_of(side: Any, h: Hex | None) -> bool:
    """Whether a hexside is one of the six of a hex."""
    if h is None:
        raise Unanswered
    return side is not None and h in geometry.hexes_of(side)


# ---- what play keeps


def unveiled(s: State, kept: str, of: tuple[Any, ...]) -> tuple[Any, ...]:
    """The things that a memory or tally is asked of, if the side whose view this is can tell."""
    if s.veil is not None and s.veil.hides(kept, s.outward(of)):
        raise Unanswered
    return of


def game(s: State) -> Thing:
    return GAME


def acting(s: State) -> str:
    """The side that acts, if the position says which."""
    return stop() if s.acting is None else s.acting


# What emitted source may say without declaring it. Nothing else is within its reach.
WORDS: dict[str, Any] = {word.__name__: word for word in (
    Fraction, Thing, Hex, Side, Moment, plus, minus, times, half, divided, total, least, most, lowest, highest,
    lesser, greater, exact, floor, ceil, shifted, at_most, at_least, some, stop, only, same, members, distinct,
    spend, collected, noted, made, distance, adjacent, comes_before, touches, off_board, shared, is_side_of,
    geometry.neighbours, neighbour, geometry.straight_across, geometry.side_between, geometry.sides_of,
    geometry.hexes_of, sides_along, hexes_along, sides_on_paths, hexes_on_paths, bisect_right, game, acting,
    geometry.hexes_before, unveiled, whole_numbers, flood, steps, linked_hexes,
    unless_changed,
)} | {"STOPS": STOPS}  # fmt: skip
