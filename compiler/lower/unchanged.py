"""Pass: what a position can change only by way of other answers stays until one of those comes out otherwise.

Whether a chain of supply is whole depends on where every piece stands, though only by way of a set of hexes: those that
the enemy holds. A write takes both answers away; but where the set comes out as it was, the chain need not be followed
again. So an expensive answer is kept a second time, with the map: the last one for each of its arguments, with what
those others gave. They are asked first, and only where one of them differs, or stops, is the answer worked out anew.

INVARIANT: all else that the answer reads is the map, its arguments and constants, so it is the same on every position
of that map on which the others give the same. Where anything else is read, nothing is changed. Law that notes which
rules fire has none of it: what fired belongs to one question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks, asks_position, is_plain

EXPENSIVE = 1_000  # what is cheaper is as soon worked out as the others are asked
DEEPEST = 12  # functions looked into, one inside the other
Given = Mapping[str, f.Expr | None]
"""By the names of a function that is looked into, what it is given in terms of the arguments; none for what varies."""


class _Otherwise(Exception):
    """A position can change the answer in another way."""


def unchanged(program: f.Program) -> f.Program:
    if program.record or program.done:  # a question is put to a position that is laid out already
        return program
    marks, made = Marks(program), list[f.Function]()
    for function in program.new():
        asked = _asked(marks, function)
        if asked:
            key = f"anew:{function.key}"
            anew = f.Call(key, tuple(f.Local(*param) for param in function.params), function.body.type)
            made.append(f.Function(key, f"{function.title} anew", function.params, function.body))
            made.append(f.with_(function, body=f.Unchanged(asked, anew, function.body.type)))
    return program.and_(made)


def _asked(marks: Marks, function: f.Function) -> tuple[f.Call, ...]:
    """The calls through which alone a position can change what an expensive function gives; none if there is more."""
    plain = function.memory == "position" and all(is_plain(type_) for _, type_ in function.params)
    if not plain or marks.cost_of(function.key) <= EXPENSIVE:
        return ()
    try:
        return tuple(dict.fromkeys(_calls(marks, function.body, {n: f.Local(n, t) for n, t in function.params}, 0)))
    except _Otherwise:
        return ()


def _calls(marks: Marks, x: f.Expr, given: Given, depth: int) -> Iterator[f.Call]:
    """The calls of remembered functions in an expression, with the arguments that the whole was given."""
    if asks_position(x):
        raise _Otherwise
    match x:
        case f.Call(function=key, args=args) if not marks.fixed_by_map(key):
            function, held = marks.program.functions[key], _held(args, given)
            known = [arg for arg in held if arg is not None]
            if function.memory == "position" and len(known) == len(held) and is_plain(x.type):
                yield f.Call(key, tuple(known), x.type)
            else:
                yield from _inside(marks, function, held, 0, depth)
        case f.Linked(function=key, args=args):
            yield from _inside(marks, marks.program.functions[key], _held(args, given), 2, depth)
        case f.Let(names=names, value=value, body=body):
            yield from _calls(marks, value, given, depth)
            one = _held((value,), given)[0] if len(names) == 1 else None
            yield from _calls(marks, body, {**given, **dict.fromkeys(names, one)}, depth)
            return
    for child in f.children(x):
        yield from _calls(marks, child, given, depth)


def _inside(
    marks: Marks, function: f.Function, held: Sequence[f.Expr | None], varying: int, depth: int
) -> Iterator[f.Call]:
    """The calls in a function that is not remembered; the first few of what it is given are `varying`."""
    if depth >= DEEPEST:
        raise _Otherwise
    names = [name for name, _ in function.params]
    given = dict(zip(names, [*[None] * varying, *held], strict=True))
    yield from _calls(marks, function.body, given, depth + 1)


def _held(args: Sequence[f.Expr], given: Given) -> list[f.Expr | None]:
    """The arguments of a call in terms of what the whole was given; none for each that varies."""
    locals_ = [given.get(arg.name) if isinstance(arg, f.Local) else None for arg in args]
    return [arg if isinstance(arg, f.Const) else local for arg, local in zip(args, locals_, strict=True)]
