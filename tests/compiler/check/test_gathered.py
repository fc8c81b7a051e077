"""`pick who(b: boat) repeatedly as crew`: all that was picked, by one name, for what comes after."""

from __future__ import annotations

from typing import Any

import pytest


def law(then: str) -> str:
    return f"action row [1]\n  pick rower(b: boat) repeatedly as crew\n{then}"


def test_the_set_is_known_after_the_pick(bench: Any) -> None:
    compilation = bench.compiled(law("  for each v in crew:\n    mark v as lit\n"))
    assert compilation.graph.actions["row"].lines[0].gathered == "crew"


@pytest.mark.parametrize(
    "then",
    [
        "  mark b as lit\n",  # the last one that was picked has no name afterwards
        "  pick place(h: hex) where b.hex is h\n",
        "  pick place(h: hex) where crew is h\n",
    ],
)
def test_only_the_set_is_known(bench: Any, then: str) -> None:
    assert bench.codes(law(then)) & {"HX234", "HX231", "HX232"}


def test_rules_of_later_picks_know_the_set_by_name(bench: Any) -> None:
    text = law("  pick place(h: hex)\n")
    compilation = bench.compiled(f"{text}rule bar.few [1]\n  forbids row.place\n  when count(crew) < 2\n")
    assert "crew" in compilation.graph.rules["bar.few"].scope
    assert "b" not in compilation.graph.rules["bar.few"].scope


ELSEWHERE = "fact b: boat is ready\nrule ready.so [1]\n  when not bar.lit applies\n  b is ready\n"


@pytest.mark.parametrize(
    ("rules", "speaks_of_the_set"),
    [
        ("rule bar.lit [1]\n  forbids row.rower\n  when b is lit\n", False),
        ("rule bar.lit [1]\n  forbids row.rower\n  when b is lit or count(crew) > 1\n", True),
        (
            "rule bar.lit [1]\n  forbids row.rower\n  when b is lit\n"
            "rule bar.many [1]\n  limits bar.lit\n  when count(crew) > 1\n",
            True,
        ),
    ],
)
def test_a_rule_is_asked_elsewhere_unless_it_speaks_of_the_set(
    bench: Any, rules: str, *, speaks_of_the_set: bool
) -> None:
    text = law("") + rules + ELSEWHERE
    if speaks_of_the_set:
        assert bench.codes(text) == {"HX234"}
    else:
        bench.compiled(text)
