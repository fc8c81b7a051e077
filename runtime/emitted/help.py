"""What emitted law is written with: exact numbers, printed tables, agreement of rules, and the stops.

Where nothing (none) gets into arithmetic, a comparison or the geometry, Python itself refuses; `nothing_there` says
which of its refusals mean that, and the doors of `emitted.py` tell them as the `Hole` that they are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from hexlaw.runtime import geometry
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.emitted.values import Met, made
from hexlaw.runtime.evaluate import LONGEST_NUMBER, SORT_OF_CHANGE
from hexlaw.runtime.geometry import Contact, Hex, Side
from hexlaw.runtime.stops import Conflict, Exhausted, Hole
from hexlaw.runtime.value import GAME, Moment, Thing
from hexlaw.runtime.words import in_words

_TOO_LONG = 1 << LONGEST_NUMBER
_TOO_LOW = -_TOO_LONG  # negating so long a number is dearer than a sum
_NOTHING = "NoneType"


def nothing_there(error: Exception) -> bool:
    """Whether this refusal of Python's means that something was asked of nothing."""
    if isinstance(error, KeyError):
        return True  # an attribute that nobody gave, a cell that is not printed
    if isinstance(error, AttributeError):
        return error.obj is None
    return isinstance(error, TypeError) and _NOTHING in str(error)


def hole_of(error: Exception) -> Hole:
    if isinstance(error, KeyError):
        asked = error.args[0]
        whose = asked.name if isinstance(asked, Thing) else "nothing" if asked is None else str(asked)
        return Hole(f"something that is asked of {whose} is not known", "ask the reference evaluator what it is")
    return Hole("something is asked of nothing", f"a value it rests on is none here ({error})")


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
    raise Exhausted("a number grows beyond all measure", "some rule multiplies it over and over")


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
    if b is None or a is None:
        raise Hole("`/` is asked of nothing", "one of the two numbers is none here")
    if b == 0:
        raise Hole("a number is divided by nothing", "what it is divided by is 0 here")
    if type(a) is int and type(b) is int:
        return exact(a // b) if not a % b else exact(Fraction(a, b))
    return exact(Fraction(a) / b)


def total(numbers: list[Any]) -> int | Fraction:
    if None in numbers:
        numbers = [n for n in numbers if n is not None]
    return exact(sum(numbers))


def least(numbers: list[Any], var: str) -> Any:
    return min(_some(numbers, "least", var))


def most(numbers: list[Any], var: str) -> Any:
    return max(_some(numbers, "most", var))


def _some(numbers: list[Any], how: str, var: str) -> list[Any]:
    known = [n for n in numbers if n is not None] if None in numbers else numbers
    if not known:
        raise Hole(f"the {how} of no numbers at all is asked", f"nothing stands behind `{var}` here")
    return known


def whichever_least(scored: list[tuple[Any, Any]]) -> Any:
    """The first of those with the least score; who has none is not chosen."""
    best, chosen = None, None
    for score, item in scored:
        if score is not None and (best is None or score < best):
            best, chosen = score, item
    return chosen if best is not None else _none_chosen()


def whichever_most(scored: list[tuple[Any, Any]]) -> Any:
    best, chosen = None, None
    for score, item in scored:
        if score is not None and (best is None or score > best):
            best, chosen = score, item
    return chosen if best is not None else _none_chosen()


def lesser(one: Any, first: Any, other: Any, second: Any) -> Any:
    """Which of two has the least score; the first where they are even."""
    if one is None or other is None:
        return whichever_least([(one, first), (other, second)])
    return second if other < one else first


def greater(one: Any, first: Any, other: Any, second: Any) -> Any:
    if one is None or other is None:
        return whichever_most([(one, first), (other, second)])
    return second if other > one else first


def lesser_in(scores: dict[Any, Any], first: Any, second: Any) -> Any:
    return second if scores[second] < scores[first] else first


def greater_in(scores: dict[Any, Any], first: Any, second: Any) -> Any:
    return second if scores[second] > scores[first] else first


def _none_chosen() -> Any:
    raise Hole("`whichever` has nothing to choose from", "the set is empty here, or nothing in it has a number")


def rounded(it: Any, how: str) -> Any:
    return it if how == "keep" else floor(it) if how == "down" else ceil(it)


# ---- choices with an order


class Rank(dict[str, int]):
    """The places of the values of an ordered choice."""

    def __missing__(self, value: object) -> int:
        raise Hole("a value of an ordered choice is compared with nothing", "one of the two is none here")


def shifted(it: Any, by: Any, scale: tuple[str, ...]) -> str:
    if it is None or by is None:
        raise Hole("`shifted` is asked of nothing", "one of its arguments is none here")
    place: int = min(max(scale.index(it) + by, 0), len(scale) - 1)
    return scale[place]


def no_line(name: str) -> Hole:
    return Hole(
        f"the table `{name}` has no line for what it is read with",
        "say with `below` or `above` what a reading outside the printed lines gives",
    )


# ---- sets


def only(found: list[Any], var: str) -> Any:
    if len(found) != 1:
        raise Hole(f"`one {var} ...` finds {len(found)} of them", "it is asked where exactly one can be meant")
    return found[0]


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same; the order of a set means nothing."""
    return bool(set(a) == set(b) if type(a) is tuple and type(b) is tuple else a == b)


def distinct(*items: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(items))


def spend(s: State, items: Sequence[Any]) -> Sequence[Any]:
    """The items of a loop, whose turns count."""
    account = s.account
    account.left -= len(items) * s.size
    if account.left < 0:
        account.spend(0)
    return items


# ---- the geometry, asked of nothing now and then


def distance(a: Any, b: Any) -> int:
    q: int = b.q - a.q
    r: int = b.r - a.r
    if q < 0:
        q, r = -q, -r
    return q + r if r >= 0 else q if q > -r else -r


def neighbour(h: Any, n: Any) -> Hex:
    if h is None or n is None:
        raise Hole("`neighbour` is asked of nothing", "one of its arguments is none here")
    return geometry.neighbour(h, int(1 - n) % 6)


def sides_along(a: Any, b: Any) -> tuple[Met, ...]:
    return _met(geometry._line_from_zero(b.q - a.q, b.r - a.r)[0], a)


def hexes_along(a: Any, b: Any) -> tuple[Met, ...]:
    return _met(geometry._line_from_zero(b.q - a.q, b.r - a.r)[1], a)


def sides_on_paths(a: Any, b: Any) -> tuple[Met, ...]:
    return _met(geometry.sides_on_paths(a, b), _ORIGIN)


def hexes_on_paths(a: Any, b: Any) -> tuple[Met, ...]:
    return _met(geometry.hexes_on_paths(a, b), _ORIGIN)


_ORIGIN = Hex(0, 0)
_new: Callable[..., Any] = tuple.__new__


def _met(contacts: tuple[Contact, ...], by: Hex) -> tuple[Met, ...]:
    """What a line from the origin meets, as the line from another hex meets it."""
    dq, dr = by
    found = []
    for c in contacts:
        side, met, behind, ahead = c.side, c.hex, c.out_of, c.into
        if side is not None:
            (q, r), direction = side
            side = _new(Side, (_new(Hex, (q + dq, r + dr)), direction))
            if behind is not None and ahead is not None:
                behind = _new(Hex, (behind[0] + dq, behind[1] + dr))
                ahead = _new(Hex, (ahead[0] + dq, ahead[1] + dr))
        if met is not None:
            met = _new(Hex, (met[0] + dq, met[1] + dr))
        found.append(_new(Met, (c.how, side, met, c.at, c.passed, c.left, behind, ahead, c.on)))
    return tuple(found)


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


def shared(s: State, h: Hex | None) -> bool:
    map_: Any = s.map
    return h is not None and len(map_.names_of(h)) > 1


def is_side_of(side: Any, h: Hex | None) -> bool:
    """Whether a hexside is one of the six of a hex."""
    if h is None:
        raise Hole("`sides-of` is asked of nothing", "its argument is none here")
    return side is not None and h in geometry.hexes_of(side)


# ---- what play keeps


def unveiled(s: State, kept: str, of: tuple[Any, ...]) -> tuple[Any, ...]:
    """The things that a memory or tally is asked of, if the side whose view this is can tell."""
    if s.veil is not None and s.veil.hides(kept, s.outward(of)):
        raise Hole(f"`{kept.partition(':')[2]}` rests on a secret", "only a side that knows the secret can tell")
    return of


def game(s: State) -> Thing:
    return GAME


def acting(s: State) -> str:
    """The side that acts, if the position says which."""
    return not_known("acting") if s.acting is None else s.acting


def not_known(name: str) -> Any:
    """A name that only play gives a value."""
    raise Hole(f"`{name}` is not known here", "say in the position which side acts: `acting: SIDE`")


# ---- rules that meet


def agreed(s: State, fact: str, args: tuple[Any, ...], won: list[tuple[str, Any]]) -> Any:
    """What several rules say that apply together, none of them over the other."""
    first = won[0][1]
    if any(value != first for _, value in won[1:]):
        raise Conflict(fact, tuple(_shown(s, a) for a in args), tuple((_rule(s, r), _shown(s, v)) for r, v in won))
    return first


def changed(
    s: State, step: str, it: Any, won: list[tuple[str, str, Callable[[], Any] | None]], scale: tuple[str, ...] | None
) -> Any:
    """What several rules of one step make of its number, if that does not depend on their order."""
    if len({SORT_OF_CHANGE[how] for _, how, _ in won}) > 1:
        raise _step_conflict(s, step, won)
    amounts: list[Any] = [amount(rule, give()) if give is not None else None for rule, _, give in won]
    said: dict[str, list[Any]] = {}
    for (_, how, _), number in zip(won, amounts, strict=True):
        bound = scale is not None and how in ("at-most", "at-least")
        said.setdefault(how, []).append(scale.index(number) if bound and scale else number)
    makes = said.get("makes", [])
    if any(number != makes[0] for number in makes[1:]):
        raise _step_conflict(s, step, won)
    if "at-most" in said and "at-least" in said and min(said["at-most"]) < max(said["at-least"]):
        raise _step_conflict(s, step, won)
    by = 0
    for (rule, how, _), number in zip(won, amounts, strict=True):
        if scale is not None and how in ("adds", "subtracts"):
            by += number if how == "adds" else -number
        else:
            it = _change(it, rule, how, number, scale)
    return it if scale is None else shifted(it, by, scale)


def _change(it: Any, rule: str, how: str, number: Any, scale: tuple[str, ...] | None) -> Any:
    match how:
        case "makes":
            return number
        case "halves":
            return half(it)
        case "doubles":
            return times(it, 2)
        case "multiplies":
            return times(it, number)
        case "divides":
            return divided(it, number)
        case "adds":
            return plus(it, number)
        case "subtracts":
            return minus(it, number)
        case "at-most":
            return at_most(it, number, scale)
        case _:
            return at_least(it, number, scale)


def at_most(it: Any, bound: Any, scale: tuple[str, ...] | None = None) -> Any:
    return min(it, bound) if scale is None else scale[min(scale.index(it), scale.index(bound))]


def at_least(it: Any, bound: Any, scale: tuple[str, ...] | None = None) -> Any:
    return max(it, bound) if scale is None else scale[max(scale.index(it), scale.index(bound))]


def amount(rule: str, number: Any) -> Any:
    if number is None:
        raise Hole(f"`{rule}` changes a number by nothing", "what it changes it by is none here")
    return number


def started(quantity: str, number: Any) -> Any:
    if number is None:
        raise Hole(f"`{quantity}` starts with nothing", "what it starts with is `none` here")
    return number


def _step_conflict(s: State, step: str, won: list[tuple[str, str, Any]]) -> Conflict:
    return Conflict(step, (), tuple((_rule(s, rule), SORT_OF_CHANGE[how]) for rule, how, _ in won))


def rounding(s: State, quantity: str, won: list[tuple[str, str, bool]]) -> tuple[str, bool]:
    """How a quantity rounds, and whether after each step; `keep` where no rule says anything."""
    said = [(how, each) for _, how, each in won]
    if any(one != said[0] for one in said[1:]):
        rules = tuple((_rule(s, r), f"{how} {'after each step' if each else 'at the end'}") for r, how, each in won)
        raise Conflict(f"fractions of {quantity}", (), rules)
    return said[0] if said else ("keep", False)


def silent(s: State, fact: str, args: tuple[Any, ...]) -> Hole:
    """No rule of a fact applies, and it has no `otherwise`."""
    return Hole(
        f"no rule says what `{fact}` is for {', '.join(_shown(s, a) for a in args)}",
        f"`{fact}` has no `otherwise`",
    )


def _shown(s: State, value: Any) -> str:
    return in_words(s.outward(value), s.position)


def _rule(s: State, rule: str) -> Any:
    return s.position.graph.rules[rule]


# What emitted source may say without declaring it. Nothing else is within its reach.
WORDS: dict[str, Any] = {word.__name__: word for word in (
    Fraction, Thing, Hex, Side, Rank, plus, minus, times, half, divided, total, least, most,
    whichever_least, whichever_most, rounded, lesser, greater, lesser_in, greater_in, exact, floor, ceil, shifted,
    no_line, only, same, distinct, spend, made, distance, adjacent, comes_before, touches, off_board, shared,
    is_side_of, geometry.neighbours, geometry.straight_across, geometry.side_between, geometry.sides_of,
    geometry.hexes_of, sides_along, hexes_along, sides_on_paths, hexes_on_paths, agreed, changed, at_most, at_least,
    amount, started, rounding, silent, bisect_right, neighbour, game, acting, not_known, unveiled, Moment,
)}  # fmt: skip
