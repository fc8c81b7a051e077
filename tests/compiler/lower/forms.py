"""Small forms for the tests of passes: a law with boats, and words to write expressions of the form with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowered import text

from hexlaw.compiler.lower import form as f
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law, configure

BOAT = t.Kind("boat")
U, V, N = f.Local("u", BOAT), f.Local("v", BOAT), f.Local("n", t.WHOLE)
LIT, MOORED = f.Read("lit", "boat", U, t.YES_NO), f.Read("moored", "boat", U, t.YES_NO)
WEIGHT = f.Read("weight", "boat", U, t.WHOLE)  # nobody says what it is by itself: reading it may stop
CREW = f.Read("crew", "boat", U, t.WHOLE)
ONE, TWO = f.Const(1, t.WHOLE), f.Const(2, t.WHOLE)


def law(bench: Any, text_: str = 'chapter [1] "W"\nfact calm(u: boat): yes/no\n  otherwise no\n', **how: Any) -> Law:
    return configure(bench.compiled(bench.write(text_, **how)).graph)


def program(law_: Law, **bodies: f.Expr) -> f.Program:
    """A program of functions `fact:NAME` of a boat `u`, with these bodies."""
    made = {f"fact:{n}": f.Function(f"fact:{n}", n, (("u", BOAT),), body) for n, body in bodies.items()}
    return f.Program(law_, OnDemand(made, made.__getitem__))


def after(change: Callable[[f.Program], f.Program], before: f.Program, name: str = "it") -> Any:
    return change(before).functions[f"fact:{name}"].body


def op(word: str, *args: f.Expr, type_: t.Type = t.YES_NO) -> f.Op:
    return f.Op(word, args, type_)


def all_of(*parts: f.Expr) -> f.And:
    return f.And(parts, t.YES_NO)


def call(name: str, *args: f.Expr, type_: t.Type = t.WHOLE) -> f.Call:
    return f.Call(f"fact:{name}", args, type_)


def shown(x: Any) -> str:
    """The text of a body, in one line."""
    return text(x)
