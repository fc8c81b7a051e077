"""What is asked together is one function that says what each of its questions says by itself."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import Emission
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import passed
from hexlaw.compiler.lower.show import text
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.load import load
from hexlaw.runtime.law import Law
from hexlaw.runtime.position import Position

from .forms import BOAT, U, V, law

FREIGHT = """chapter [1] "Freight"
fact burden(u: boat): whole
  otherwise 1
rule burden.lit [1.1]
  when u is lit
  burden(u) is u.weight
rule burden.moored [1.2]
  over burden.lit
  when u is moored
  burden(u) is 10
fact fleet(u: boat) collects boat
rule fleet.paint [1.3]
  for each boat v where v.paint is u.paint
  fleet(u) includes v
fact carried(u: boat): whole
  otherwise sum(burden(v) for v in fleet(u))
rule carried.moored [1.4]
  when u is moored
  carried(u) is sum(burden(v) for v in fleet(u)) * 2
fact many(u: boat): yes/no
rule many.boats [1.5]
  when count(boat v where v.paint is u.paint) > 1
  many(u)
quantity fee(v: boat, u: boat): fathoms
  starts with v.range
  steps call, rest
rule fee.many [1.6]
  at step fee.call
  when many(u)
  adds 3
rule fee.burden [1.7]
  at step fee.rest
  when burden(v) > 1
  adds v.spent
rule fee.whole [1.8]
  keeps fractions of fee
"""


@pytest.fixture
def freight(bench: Any) -> Law:
    return law(bench, FREIGHT)


def asked_together(given: Law) -> f.Function:
    fleet = f.Call("fact:fleet", (U,), t.SetOf(BOAT))

    def listed(item: f.Expr) -> f.Loop:
        return f.Loop("list", (f.Binder("v", fleet, None),), item, t.SetOf(item.type))

    burdens = listed(f.Call("fact:burden", (V,), t.WHOLE))
    fees = listed(f.Call("quantity:fee", (V, U), given.graph.quantities["fee"].type))
    body = f.Row((f.Call("fact:carried", (U,), t.WHOLE), burdens, fees), (), t.TEXT)
    return f.Function("together:all", "all", (("u", BOAT),), body)


def source(given: Law) -> str:
    return Emission(given, together=[asked_together(given)]).source


def written(given: Law) -> str:
    """The function that answers all of it."""
    return source(given).partition("def all_(")[2].partition("\n\n\n")[0]


def harbour(given: Law, *boats: dict[str, Any]) -> Position:
    position = Position(given.graph, None)
    for number, values in enumerate(boats):
        boat = position.add("boat", f"b{number}", None)
        position.values |= {(boat, name): value for name, value in values.items()}
    return position


HARBOURS = [
    ({},),
    ({"lit": True, "weight": 4}, {"range": 2}),
    ({"moored": True, "range": 7, "weight": 2}, {"lit": True, "weight": 3}, {"paint": "blue", "spent": 2}),
    ({"lit": True, "weight": 2}, {"lit": True, "weight": 5, "spent": 1}, {"moored": True, "lit": True, "weight": 1}),
    ({}, {"lit": True}),  # nobody says what it weighs
]


@pytest.mark.parametrize("boats", HARBOURS)
def test_it_says_what_is_said_one_by_one(freight: Law, boats: tuple[dict[str, Any], ...]) -> None:
    emitted, position = load(source(freight)), harbour(freight, *boats)
    s, names = emitted.on(position).state, emitted.names
    facts, fee = names["FACTS"], names["QUANTITIES"]["fee"]
    for u in position.things.values():
        expected: Any = None
        emitted.account.begin()
        try:
            fleet = facts["fleet"](s, u)
            each = [facts["burden"](s, v) for v in fleet], [fee(s, v, u) for v in fleet]
            expected = facts["carried"](s, u), *each
        except STOPS:
            with pytest.raises(STOPS):
                names["TOGETHER"]["all"](s, u)
        else:
            assert names["TOGETHER"]["all"](s, u) == expected


def test_nothing_is_called_and_what_is_listed_is_summed(freight: Law) -> None:
    lines = written(freight)
    for function in ("burden(", "fleet(", "carried(", "fee(", "many("):
        assert function not in lines
    assert lines.count("# burden.lit [H 1.1]") == 2  # once for the burdens and their sum, once within the fees
    assert lines.count("exact(sum(") == 1


def test_what_is_the_same_for_all_turns_is_worked_out_before_them(freight: Law) -> None:
    before, _, turns = written(freight).partition("# step call")
    assert "> 1" in before.rpartition("for ")[0]  # whether there are many
    assert "len(" not in turns


def test_a_number_that_is_changed_begins_anew_in_each_turn(freight: Law) -> None:
    turn = written(freight).rpartition("for v")[2]
    assert turn.index("s.range_of[") < turn.index("# step call") < turn.index("# step rest")


def test_what_may_not_be_asked_at_all_stays_where_it_was(freight: Law) -> None:
    perhaps = f.And((f.Read("lit", "boat", U, t.YES_NO), f.Call("fact:many", (U,), t.YES_NO)), t.YES_NO)
    asked = f.Function("together:perhaps", "perhaps", (("u", BOAT),), f.Row((perhaps,), (), t.TEXT))
    found = passed(lowered(freight, together=[asked]), "fuse").functions["together:perhaps"]
    assert text(found.body) == "((u.lit and fact:many(u)))"
