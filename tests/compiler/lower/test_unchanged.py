"""What a position can change only by way of other answers stays until one of those comes out otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.emit.to_python import emit
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import passed
from hexlaw.runtime.emitted.load import load
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import configure
from hexlaw.runtime.position import Position

from .forms import law

CHAIN = """chapter [1] "W"
fact barred(few: whole): set of hex
rule barred.by-boats [1]
  barred(few) is those h in hexes where count(boat b in h) > few
fact is-open(few: whole): yes/no
  otherwise no
rule open.from-the-reef [1]
  when any h in (those k linked to (those e in hexes where reef in e.water and not e in barred(few))
              where not k in barred(few))
      where calm in h.water
  is-open(few)
fact worth(few: whole): whole
  otherwise 0
rule worth.open [1]
  when is-open(few)
  worth(few) is 2
rule worth.shut [1]
  when not is-open(few)
  worth(few) is 1
"""
LEAKS = {
    "a thing is looked for besides": {"calm in h.water": "(any boat b in h)"},
    "the set is another for each hex": {
        "where not k in barred(few)": "after j\n              where not k in barred(distance(j, k))"
    },
    "it is asked of a thing": {
        "(few: whole): yes/no": "(u: boat, few: whole): yes/no",
        "is-open(few)": "is-open(u, few)",
        "worth(few: ": "worth(u: boat, few: ",
        "worth(few) is": "worth(u, few) is",
    },
}


def unchanged(bench: Any, text: str, *, record: bool = False) -> dict[str, f.Unchanged]:
    found = passed(f.with_(lowered(law(bench, text)), record=record)).functions.items()
    return {key: function.body for key, function in found if isinstance(function.body, f.Unchanged)}


def test_an_expensive_answer_is_kept_as_long_as_what_it_is_asked_through_comes_out_the_same(bench: Any) -> None:
    found = unchanged(bench, CHAIN)["fact:is-open"]
    assert [call.function for call in found.asked] == ["fact:barred"]
    assert found.anew.function == "anew:fact:is-open"


def test_law_that_notes_which_rules_fire_keeps_nothing(bench: Any) -> None:
    assert not unchanged(bench, CHAIN, record=True)


@pytest.mark.parametrize("leak", LEAKS)
def test_where_a_position_can_change_it_in_another_way_nothing_is_kept(bench: Any, leak: str) -> None:
    text = CHAIN
    for before, then in LEAKS[leak].items():
        assert before in text
        text = text.replace(before, then)
    assert "fact:is-open" not in unchanged(bench, text)


def test_it_is_worked_out_anew_only_where_what_it_is_asked_through_differs(bench: Any) -> None:
    compilation = bench.compiled(bench.write(CHAIN))
    emitted = load(emit(configure(compilation.graph)))
    position = Position(compilation.graph, bench.ask(compilation, "1").position.map)
    reef, calm = Hex(0, 0), Hex(2, 1)
    position.set(reef, "water", ("reef",))
    position.set(calm, "water", ("calm",))
    dory = position.add("boat", "dory", Hex(1, 0))
    skiff = position.add("boat", "skiff", Hex(1, 1))
    state = emitted.laid_out(position)

    def is_open() -> bool:
        return bool(emitted.names["FACTS"]["is-open"](state, 0))

    assert is_open()
    first = state.is_open_anew_kept[0,]
    state.stand(dory, Hex(1, 1))
    state.stand(skiff, Hex(1, 0))
    assert not state.is_open, "no answer stands any longer"
    assert is_open()
    assert state.is_open_anew_kept[0,] is first, "the same hexes are barred"
    state.stand(dory, reef)
    assert not is_open()
    state.stand(dory, Hex(1, 0))
    assert is_open()
    state.set(calm, "water", ())
    assert not is_open()
