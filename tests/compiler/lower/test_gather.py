"""The pass by which loops go through what is not ruled out beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.gather import gather
from hexlaw.runtime.law import types as t

from .forms import BOAT, ONE, U, V, all_of, call, law, op, program, shown

BOATS = f.Things("boat", None, False, t.SetOf(BOAT))
LIT, WEIGHT = f.Read("lit", "boat", V, t.YES_NO), f.Read("weight", "boat", V, t.WHOLE)
HERE = op("==", f.Read("hex", "", V, t.OrNone(t.HEX)), f.Read("hex", "", U, t.OrNone(t.HEX)))
SETS_LIT = 'chapter [1] "W"\neffect light(b: boat):\n  set b.lit to yes\n'


def count(where: f.Expr, over: f.Expr = BOATS, how: Any = "count") -> f.Loop:
    return f.Loop(how, (f.Binder("v", over, where),), V, t.WHOLE)


def gathered(law_: Any, body: f.Expr) -> tuple[str, list[str]]:
    """The body after the pass, and the functions that it made."""
    found = gather(program(law_, it=body)).functions
    made = [shown(function.body) for key, function in found.items() if key.startswith("those:")]
    assert all(function.memory for key, function in found.items() if key.startswith("those:"))
    return shown(found["fact:it"].body), made


def test_what_seldom_changes_rules_out_beforehand(bench: Any) -> None:
    body, made = gathered(law(bench), count(all_of(LIT, HERE)))
    assert made == ["perhaps(v for v in every boat where v.lit)"]
    assert "every boat" not in body
    assert "v.lit" not in body
    assert "u.hex" in body


def test_what_may_stop_is_asked_in_the_loop_as_well(bench: Any) -> None:
    body, made = gathered(law(bench), count(all_of(op("<", ONE, WEIGHT), HERE)))
    assert made == ["perhaps(v for v in every boat where (1 < v.weight))"]
    assert "(1 < v.weight)" in body


@pytest.mark.parametrize(
    "body",
    [
        count(HERE),  # where things stand changes all the time
        count(LIT, f.Things("boat", f.Read("hex", "", U, t.HEX), False, t.SetOf(BOAT))),  # few of them anyway
        count(call("other", V, type_=t.YES_NO)),  # a question of its own, which may be watched
        count(f.Read("lit", "boat", U, t.YES_NO)),  # of another
        count(all_of(op("==", V, call("other", type_=BOAT)), LIT), how="any"),  # one that is looked up
    ],
)
def test_what_rules_nothing_out_beforehand_stays(bench: Any, body: f.Loop) -> None:
    there = law(bench)
    assert gathered(there, body) == (shown(body), [])


def test_what_a_statement_writes_stays(bench: Any) -> None:
    assert gathered(law(bench, SETS_LIT), count(all_of(LIT, HERE)))[1] == []
