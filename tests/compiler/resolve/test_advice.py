"""Advice to programs stands apart: what belongs there, what it cites, and that law and advice keep to themselves."""

from __future__ import annotations

from typing import Any

import pytest

SIDES = "choice side\n  reds, blues\nthing boat also\n  side: side = reds\nfact calls(b: boat): whole\n  otherwise 0\n"
TURNS = SIDES + "sequence day [1]\n  phase tide for each s in {reds, blues} by s\n"
ADVICE = 'advice [HA 1] "Advice"\n'
DUE = (
    "plan boat\n  due: yes/no\nfact far(b: boat): whole\n  otherwise 0\nrule far.lit\n  when b is lit\n  far(b) is 2\n"
)
STYLES = """style wild [HA 2]
  "Sails whatever the wind."
fact worth(s: side): whole
  otherwise 0
rule worth.wild
  when s plays wild
  worth(s) is 2
"""
CALLS = "rule calls.lit [1]\n  when {}\n  calls(b) is 1\n"
TIDE = "rule due.noted\n  at the start of tide\n  then:\n    for each boat b:\n      if b is lit:\n        "


@pytest.mark.parametrize(
    ("law", "codes"),
    [
        (SIDES + ADVICE + DUE, []),
        (TURNS + ADVICE + DUE + TIDE + "mark b as due\n", ["HX425"]),
        (TURNS + ADVICE + DUE + TIDE + "set b.due to yes\n", []),
        (TURNS + ADVICE + DUE + TIDE + "set b.due to yes until end of tide\n", ["HX425"]),
        (TURNS + ADVICE + DUE + TIDE + "set b.side to blues\n", ["HX427"]),
        (TURNS + ADVICE + DUE + TIDE + "remove b\n", ["HX425"]),
        (SIDES + ADVICE + "effect e(b: boat):\n  remove b\n", ["HX425"]),
        (SIDES + ADVICE + "rule r\n  requires count(boat b) < 3\n", ["HX425"]),
        (SIDES + "rule goal.all [1]\n  goal of s worth 2\n" + ADVICE + DUE, ["HX426"]),
        (SIDES + ADVICE + DUE + ADVICE + "fact more(b: boat)\n", ["HX212"]),
        (SIDES + ADVICE + DUE + "rule far.near [H 1]\n  limits far.lit\n  when b.side is reds\n", ["HX428"]),
        (SIDES + "rule calls.some [HA 1]\n  calls(b) is 1\n" + ADVICE + DUE, ["HX428"]),
        (SIDES + ADVICE + "plan boat\n  side: side = reds\n", ["HX212"]),
        (SIDES + ADVICE + "plan hex\n  side: yes/no\n", ["HX212"]),
        (SIDES + ADVICE + STYLES, []),
        (SIDES + STYLES.split("fact worth")[0] + ADVICE + DUE, ["HX426", "HX428"]),
        (SIDES + ADVICE + STYLES + 'style wild\n  "Again."\n', ["HX212"]),
        (SIDES + ADVICE + STYLES + "choice style\n  mild\n", ["HX212", "HX234"]),
        (SIDES + ADVICE + STYLES + "fact plays(b: boat)\n", ["HX212"]),
        (SIDES + ADVICE + STYLES + "rule worth.mild\n  when s plays mild\n  worth(s) is 3\n", ["HX234"]),
        (SIDES + CALLS.format("b.side plays wild") + ADVICE + STYLES, ["HX427"]),
    ],
)
def test_advice_declares_and_decides_and_moves_nothing(bench: Any, law: str, codes: list[str]) -> None:
    assert [d.code for d in bench.findings(law) if d.level == "error"] == codes


@pytest.mark.parametrize(
    "law",
    [
        SIDES + CALLS.format("far(b) > 1") + ADVICE + DUE,
        SIDES + CALLS.format("b is due") + ADVICE + DUE,
        SIDES + CALLS.format("far.lit applies") + ADVICE + DUE,
        SIDES + "rule near [1]\n  limits far.lit\n  when b.side is blues\n" + ADVICE + DUE,
        SIDES + "rule near [1]\n  when b.side is blues\n  far(b) is 1\n" + ADVICE + DUE,
        SIDES + "drop far.lit [1]\n" + ADVICE + DUE,
        SIDES + CALLS.format("b is lit") + ADVICE + DUE + "rule quiet\n  limits calls.lit\n  when b.side is blues\n",
        SIDES + ADVICE + DUE + "rule calls.far\n  when far(b) > 1\n  calls(b) is 2\n",
        SIDES + CALLS.format("b is lit") + ADVICE + DUE + "drop calls.lit\n",
        SIDES + "thing hex also\n  mode: mode = idle\n" + ADVICE + "choice mode\n  idle, busy\n",
        SIDES + CALLS.format("any g in goals(reds) where g is met") + ADVICE + "rule goal.x\n  goal of s worth 1\n",
    ],
)
def test_law_and_advice_keep_to_themselves(bench: Any, law: str) -> None:
    assert [d.code for d in bench.findings(law) if d.level == "error"] == ["HX427"]


def test_a_rule_of_advice_has_the_source_of_its_section_where_it_names_none(bench: Any) -> None:
    reds = "rule far.reds [HA 4]\n  over far.lit\n  when b.side is reds\n  far(b) is 1\n"
    law = SIDES + ADVICE.replace("HA 1", "HA 3.2") + DUE + reds
    rules = bench.compiled(law).graph.rules
    assert [[str(cite) for cite in rules[name].cites] for name in ("far.lit", "far.reds")] == [["HA 3.2"], ["HA 4"]]


def test_the_source_of_a_section_is_changed_with_its_rules(bench: Any) -> None:
    for place in ("HA 1", "HA 2"):
        law = bench.write(SIDES + ADVICE.replace("HA 1", place) + DUE, name="harbour")
        rule = bench.compiled(law).graph.rules["far.lit"]
        assert [str(cite) for cite in rule.cites] == [place]
