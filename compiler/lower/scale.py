"""Pass: a number that is changed by parts of one, again and again, is counted in such parts until all changes are made.

What a position is worth is changed by a quarter of this and a tenth of that, some twenty times, and to add a fraction
takes ten times as long as to add a whole number. So all is counted in the largest part in which these changes come out
even, as in twentieths, and divided by that in the end. What is added need not be whole for this to be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import op
from hexlaw.runtime import types as t

LEAST = 4  # changes in a row for which it pays


class _Otherwise(Exception):
    """The number is changed in another way than by what is added to it or taken from it."""


def scale(program: f.Program) -> f.Program:
    return program.and_(f.with_(function, body=_scaled(function.body)) for function in program.new())


def _scaled(x: f.Expr) -> f.Expr:
    """What begins with a row of `Let`s, with the changes among them that are made to one number counted in parts."""
    lets: list[f.Let] = []
    last = x
    while isinstance(last, f.Let):
        lets.append(last)
        last = last.body
    first = 0
    while first + LEAST < len(lets):
        run, amounts = _run(lets, first, last)
        parts = lcm(*map(_parts, amounts))
        if len(run) > LEAST and parts > 1:
            lets = _in_parts(lets, run, parts)
        first = run[-1] + 1 if len(run) > LEAST else first + 1
    for let in reversed(lets):
        last = f.with_(let, body=last)
    return last


def _run(lets: Sequence[f.Let], first: int, last: f.Expr) -> tuple[list[int], list[f.Expr]]:
    """Which of the `Let`s make a row of changes, each of what the one before it names and nobody else asks for; and
    what they add or take away."""
    run, amounts = [first], list[f.Expr]()
    while len(lets[run[-1]].names) == 1:
        (name,) = lets[run[-1]].names
        asking = [at for at, let in enumerate(lets) if at > run[-1] and _names(let.value, name)]
        if len(asking) != 1 or _names(last, name):
            break
        try:
            added = list(_added(lets[asking[0]].value, name))
        except _Otherwise:
            break
        run.append(asking[0])
        amounts += added
    return run, amounts


def _in_parts(lets: Sequence[f.Let], run: Sequence[int], parts: int) -> list[f.Let]:
    """The `Let`s, where those of a run name so many times what they named, and a further one what is left of it."""
    found = list(lets)
    start, end = found[run[0]], found[run[-1]]
    whole = f.Const(parts, t.WHOLE)
    was = f.Local(start.names[0], start.value.type)
    it: f.Expr = op("*", was.type, whole, was)
    for at in run[1:]:
        let = found[at]
        found[at] = f.with_(let, value=_counted(let.value, it, was, parts))
        it = was = f.Local(let.names[0], let.value.type)
    counted = f.Local(f"{was.name} times {parts}", was.type)
    found[run[-1]] = f.with_(found[run[-1]], names=(counted.name,))
    found.insert(run[-1] + 1, f.Let(end.names, op("/", was.type, counted, whole), end.body, end.type))
    return found


def _added(x: f.Expr, name: str) -> Iterator[f.Expr]:
    """What is added to what a name stands for, or taken from it."""
    match x:
        case f.Local(name=found) if found == name:
            pass
        case f.Stop():
            pass
        case f.Op(op="+" | "-", args=(it, amount)) if not _names(amount, name):
            yield from _added(it, name)
            yield amount
        case f.If(test=test, then=then, otherwise=otherwise) if not _names(test, name):
            yield from _added(then, name)
            yield from _added(otherwise, name)
        case f.Fire(body=body):
            yield from _added(body, name)
        case f.Let(names=(inner,), value=value, body=body) if _names(value, name) and not _names(body, name):
            yield from _added(value, name)
            yield from _added(body, inner)
        case f.Let(value=value, body=body) if not _names(value, name):
            yield from _added(body, name)
        case _:
            raise _Otherwise


def _counted(x: f.Expr, it: f.Expr, was: f.Local, parts: int) -> Any:
    """A change of `it`, which was asked for as `was`, where all is counted in parts."""
    match x:
        case f.Local() if x == was:
            return it
        case f.Op(op=word, args=(of, amount)):
            return op(word, x.type, _counted(of, it, was, parts), _times(amount, parts))
        case f.If(then=then, otherwise=otherwise):
            then, otherwise = (_counted(way, it, was, parts) for way in (then, otherwise))
            return f.with_(x, then=then, otherwise=otherwise)
        case f.Fire(body=body):
            return f.with_(x, body=_counted(body, it, was, parts))
        case f.Let(names=names, value=value, body=body) if _names(value, was.name):
            inner = f.Local(names[0], value.type)
            return f.with_(x, value=_counted(value, it, was, parts), body=_counted(body, inner, inner, parts))
        case f.Let(body=body):
            return f.with_(x, body=_counted(body, it, was, parts))
        case _:
            return x


def _parts(x: f.Expr) -> int:
    """The number of parts in which an amount comes out even, as far as that is seen; one, where nothing is seen."""
    match x:
        case f.Const(value=Fraction() as value):
            return value.denominator
        case f.Op(op="half", args=(of,)):
            return 2 * _parts(of)
        case f.Op(op="/", args=(of, f.Const(value=int(number)))) if number > 0:
            return number * _parts(of)
        case f.Op(op="*", args=(f.Const(value=int()), of) | (of, f.Const(value=int()))):
            return _parts(of)
        case _:
            return 1


def _times(x: f.Expr, parts: int) -> f.Expr:
    """So many times an amount; no fraction is made of one that comes out even in them."""
    match x:
        case f.Const(value=int() | Fraction() as value) if not isinstance(value, bool):
            return f.Const(_plain(value * parts), x.type)
        case f.Op(op="half", args=(of,)) if not parts % _parts(x):
            return _times(of, parts // 2)
        case f.Op(op="/", args=(of, f.Const(value=int(number)))) if not parts % _parts(x):
            return _times(of, parts // number)
        case f.Op(op="*", args=(f.Const(value=int(number)), of) | (of, f.Const(value=int(number)))):
            return _times(of, parts * number)
        case _:
            return x if parts == 1 else op("*", x.type, f.Const(parts, t.WHOLE), x)


def _plain(value: int | Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _names(x: f.Expr, name: str) -> bool:
    return any(isinstance(part, f.Local) and part.name == name for part in f.everything(x))
