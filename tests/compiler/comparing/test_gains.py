"""For whom a difference is better, as far as one position shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexlaw.compiler.comparing.ends import FREEDOM, VICTORY, reads_of
from hexlaw.compiler.comparing.gains import Gain, gains, what_for
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime import expr as e
from hexlaw.runtime import question as q
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer, answer
from hexlaw.runtime.law import Configuration, Law, configure
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing


@pytest.fixture(scope="module")
def law() -> Law:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    return configure(compilation.graph, Configuration())


def asked(law: Law, name: str, *args: Any, gives: Any) -> Answer:
    """An answer about an ewe of Sunside, as if the law gave this value."""
    position = Position(law.graph, None)
    position.things["ewe"] = EWE
    position.values.update({(EWE, "side"): "sunside", (EWE, "stride"): 3, (EWE, "nerve"): "calm"})
    found = answer(law, position, q.about(law.graph, name, *args))
    found.value, found.stop = gives, None
    return found


EWE = Thing("beast", "ewe")


def test_more_of_what_a_prohibition_holds_against_a_cost_is_freedom(law: Law) -> None:
    few, many = (asked(law, "strides-today", EWE, gives=n) for n in (2, 3))
    (gain,) = gains(few, many)
    assert (gain.side, gain.more, gain.of) == ("sunside", True, FREEDOM)
    assert "move" in gain.because
    assert [each.more for each in gains(many, few)] == [False]


def test_who_wins_is_better_for_that_side_and_worse_for_who_won_before(law: Law) -> None:
    game = Thing("game", "game")
    sunside, nobody, other = (asked(law, "day-goes-to", game, gives=s) for s in ("sunside", None, "shadeside"))
    assert [(g.side, g.more, g.of) for g in gains(nobody, sunside)] == [("sunside", True, VICTORY)]
    assert [(g.side, g.more) for g in gains(sunside, other)] == [("shadeside", True), ("sunside", False)]


def test_a_score_is_good_for_the_side_whose_it_is(law: Law) -> None:
    low, high = (asked(law, "score", "shadeside", gives=n) for n in (1, 4))
    assert [(g.side, g.more, g.of) for g in gains(low, high)] == [("shadeside", True, VICTORY)]


def test_nothing_is_said_of_a_number_that_helps_one_and_harms_the_other(law: Law) -> None:
    assert not any(g.of == VICTORY for g in gains(*(asked(law, "mood", EWE, gives=n) for n in ("wary", "calm"))))


def test_of_a_number_it_is_said_what_tables_come_to_that_are_read_by_it(law: Law) -> None:
    position = asked(law, "mood", EWE, gives="wary").position
    question = q.Question("value", "lead(c)", value=e.Fact("lead", (), t.Number(exact=False, measure="*")))
    low, high = (Answer(question, law, position, value=n) for n in (1, 4))
    assert what_for(low, high)[0].startswith("a lower lead leads towards line 0 of `shove-results`")
    assert what_for(low, low) == ()


def test_what_a_value_bears_on_comes_in_the_order_of_the_law_in_every_run(law: Law) -> None:
    actions = list(dict.fromkeys(path.partition(".")[0] for path in law.forbidding))
    freedoms = [[r.end[1] for r in reads if r.end[0] == FREEDOM and not r.steps] for reads in reads_of(law).values()]
    assert max(len({*freedom}) for freedom in freedoms) > 1, "else there is no order"
    assert all(freedom == sorted(freedom, key=actions.index) for freedom in freedoms)


def test_a_gain_is_told_in_a_sentence() -> None:
    less = Gain("reds", False, FREEDOM, "its tug may not do this any more")
    assert less.told == ("who loses: reds: its tug may not do this any more",)
    won = Gain("reds", True, VICTORY, "the winner was nobody and is reds", opponent="blues")
    assert won.told == ("who gains: reds: the winner was nobody and is reds", "who loses: blues")
    assert won.sides == (("reds", "gains"), ("blues", "loses"))
    by_example = Gain("reds", True, FREEDOM, "it may do this now", whichever=True, opponent="blues")
    assert by_example.told == (
        "who gains: the side concerned (here reds): it may do this now",
        "who loses: its opponent (here blues)",
    )


def test_what_is_good_for_one_of_two_sides_is_bad_for_the_other(law: Law) -> None:
    low, high = (asked(law, "score", "shadeside", gives=n) for n in (1, 4))
    assert [gain.opponent for gain in gains(low, high)] == ["sunside"]


def test_of_three_sides_the_opponent_is_the_one_that_stands_there(law: Law) -> None:
    sides = replace(law.graph.choices["side"], values=("sunside", "shadeside", "strays"))
    three = configure(replace(law.graph, choices={**law.graph.choices, "side": sides}))
    low, high = (asked(three, "strides-today", EWE, gives=n) for n in (2, 3))
    assert [gain.opponent for gain in gains(low, high)] == [""]
    high.position.things["ram"] = ram = Thing("beast", "ram")
    high.position.values[ram, "side"] = "strays"
    assert [gain.opponent for gain in gains(low, high)] == ["strays"]
