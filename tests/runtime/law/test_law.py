"""The law in force: options, readings, years, layers, and what becomes of links."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import re
from typing import Any

import pytest

from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure

FACT = "fact toll(u: boat): fathoms\n  otherwise 0\n"


def rule(name: str, value: int | None, *links: str, when: str | None = None) -> str:
    lines = [f"rule {name} [1]", *(f"  {link}" for link in links), *([f"  when {when}"] if when else [])]
    return "\n".join([*lines, *([f"  toll(u) is {value}"] if value is not None else [])]) + "\n"


def toll(bench: Any, law: Any, chosen: Configuration | None = None) -> Any:
    return bench.value(law, "toll(a)", pieces="{a: {kind: boat, at: A-1}}", chosen=chosen)


def standing(compilation: Any, **chosen: Any) -> Law:
    return configure(compilation.graph, Configuration(**chosen))


# ---- layers: replaces and drop


def test_what_replaces_a_rule_takes_its_place_in_the_links_to_it(bench: Any) -> None:
    base = bench.write(
        FACT + rule("t.a", 1) + rule("t.b", 2, "over t.a") + rule("t.off", None, "limits t.b", when="u is lit"),
        name="old",
    )
    new = bench.compiled(bench.variant(base, rule("t.new", 3, "replaces t.b", "over t.a"), name="new"))
    assert toll(bench, new) == 3
    lit = "{a: {kind: boat, at: A-1, lit: yes}}"
    assert bench.value(new, "toll(a)", pieces=lit) == 1  # what limited t.b limits t.new


def test_the_links_of_a_replaced_rule_are_not_inherited(bench: Any) -> None:
    base = bench.write(FACT + rule("t.a", 1) + rule("t.b", 2, "over t.a"), name="old")
    new = bench.compiled(bench.variant(base, rule("t.new", 3, "replaces t.b"), name="new"))
    assert bench.ask(new, "toll(a)", pieces="{a: {kind: boat}}").stop is not None  # t.a and t.new disagree


def test_replacements_follow_each_other(bench: Any) -> None:
    first = bench.write(FACT + rule("t.a", 1) + rule("t.top", 9, "over t.a", when="u is lit"), name="one")
    second = bench.variant(first, rule("t.b", 2, "replaces t.a"), name="two")
    third = bench.compiled(bench.variant(second, rule("t.c", 3, "replaces t.b"), name="three"))
    assert toll(bench, third) == 3
    assert bench.value(third, "toll(a)", pieces="{a: {kind: boat, lit: yes}}") == 9  # over t.a, now over t.c
    assert set(standing(third).rules) == {"t.c", "t.top"}
    assert standing(third).standing("t.a").id == "t.c"  # type: ignore[union-attr]


def test_replacing_what_replaced_within_one_module(bench: Any) -> None:
    base = bench.write(FACT + rule("t.a", 1), name="one")
    both = rule("t.c", 3, "replaces t.b") + rule("t.b", 2, "replaces t.a")
    assert set(standing(bench.compiled(bench.variant(base, both, name="two"))).rules) == {"t.c"}


def test_a_dropped_replacement_does_not_bring_the_old_rule_back(bench: Any) -> None:
    first = bench.write(FACT + rule("t.a", 1), name="one")
    second = bench.variant(first, rule("t.b", 2, "replaces t.a"), name="two")
    third = bench.compiled(bench.variant(second, 'drop t.b [1] "not here"\n', name="three"))
    assert set(standing(third).rules) == set()
    assert toll(bench, third) == 0


def test_a_dropped_rule_is_gone_and_links_to_it_are_void(bench: Any) -> None:
    base = bench.write(FACT + rule("t.a", 1) + rule("t.b", 2, "over t.a"), name="one")
    new = bench.compiled(bench.variant(base, 'drop t.a [1] "no such thing here"\n', name="two"))
    assert toll(bench, new) == 2
    assert standing(new).why_not_standing("t.a") == "it is dropped or replaced"
    assert standing(new).why_not_standing("t.b") is None


def test_a_later_rule_over_what_it_came_to_replace_does_not_beat_itself(bench: Any) -> None:
    """w over t.a, and w replaces t.b, which replaced t.a: the link has become one to itself and is void."""
    first = bench.write(FACT + rule("t.a", 1), name="one")
    second = bench.variant(first, rule("t.b", 2, "replaces t.a"), name="two")
    third = bench.compiled(bench.variant(second, rule("t.w", 3, "replaces t.b", "over t.a"), name="three"))
    assert toll(bench, third) == 3


def test_a_module_is_changed_by_a_chapter_only_while_its_option_is_on(bench: Any) -> None:
    base = bench.write(FACT + rule("t.a", 1), name="one")
    late = 'chapter [1] "Late" if option late\ndrop t.a [1] "not late"\n'
    new = bench.variant(base, late, name="two")
    (new / "20.law").write_text('option late [1]\n  "Later."\n')
    law = bench.compiled(new)
    assert toll(bench, law) == 1
    assert toll(bench, law, Configuration({"late": True})) == 0


# ---- options

OPTIONS = """option fog [1]
  needs night
option night [1]
  "It is dark."
option noon [1]
  excludes night
"""


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"fog": True}, "needs `night`"),
        ({"noon": True, "night": True}, "exclude each other"),
        ({"mist": True}, "has no option `mist` (there are: `fog`, `night`, `noon`)"),
        ({"nigth": True}, "did you mean `night`?"),
    ],
)
def test_a_configuration_that_does_not_go_together_is_refused(
    bench: Any, options: dict[str, bool], reason: str
) -> None:
    law = bench.compiled(OPTIONS)
    with pytest.raises(ConfigurationRefused, match=re.escape(reason)):
        configure(law.graph, Configuration(options))


def test_options_that_go_together_stand(bench: Any) -> None:
    law = bench.compiled(OPTIONS)
    assert standing(law, options={"fog": True, "night": True}).options == {"fog": True, "night": True, "noon": False}
    assert standing(law, options={"noon": True}).options["noon"] is True


def test_links_to_rules_of_a_switched_off_chapter_are_void(bench: Any) -> None:
    folder = bench.write(FACT + 'option dark [1]\n  "D."\n' + rule("t.a", 1) + rule("t.c", 3, "over t.b"))
    (folder / "20.law").write_text('chapter [1] "Dark" if option dark\n' + rule("t.b", 2, "over t.a"))
    law = bench.compiled(folder)
    dark = bench.ask(law, "toll(a)", pieces="{a: {kind: boat}}", chosen=Configuration({"dark": True}))
    assert dark.value == 3  # c over b over a
    light = bench.ask(law, "toll(a)", pieces="{a: {kind: boat}}")
    assert light.stop is not None  # c has nothing to do with a while b is away
    assert standing(law).why_not_standing("t.b") == "the option `dark` is off"


# ---- readings

DISPUTE = """dispute how-far [1]
  reading near "one"
  reading wide "two"
  default near because "shorter"
"""
READINGS = FACT + DISPUTE + rule("t.near", 1, "under how-far: near") + rule("t.wide", 2, "under how-far: wide")


def test_the_default_reading_is_taken_until_another_is_chosen(bench: Any) -> None:
    law = bench.compiled(READINGS)
    assert toll(bench, law) == 1
    assert toll(bench, law, Configuration(readings={"how-far": "wide"})) == 2


def test_a_variant_settles_a_dispute_of_its_base_and_the_command_still_wins(bench: Any) -> None:
    base = bench.write(READINGS, name="one")
    law = bench.compiled(bench.variant(base, "settle how-far: wide [1]\n", name="two"))
    assert toll(bench, law) == 2
    assert toll(bench, law, Configuration(readings={"how-far": "near"})) == 1


def test_unknown_disputes_and_readings_are_refused(bench: Any) -> None:
    law = bench.compiled(READINGS)
    for readings, reason in (
        ({"how-fra": "near"}, "did you mean `how-far`"),
        ({"how-far": "wode"}, "did you mean `wide`"),
    ):
        with pytest.raises(ConfigurationRefused, match=reason):
            configure(law.graph, Configuration(readings=readings))


# ---- years and rulings


def ruling(name: str, *lines: str) -> str:
    return (
        "\n".join([f"ruling {name} [Q Letters]", '  asks "What?"', "  answers no", *(f"  {x}" for x in lines)]) + "\n"
    )


def brought(name: str, by: str, value: int) -> str:
    return rule(name, value, f"by ruling {by}")


def stands(law: Any, year: int | None) -> set[str]:
    return set(standing(law, year=year).rules)


def test_a_rule_is_in_force_from_one_year_and_until_another(bench: Any) -> None:
    law = bench.compiled(FACT + rule("t.a", 1, "in force from 1970", "in force until 1980"))
    assert [bool(stands(law, year)) for year in (1969, 1970, 1979, 1980, None)] == [False, True, True, False, False]
    since = bench.compiled(FACT + rule("t.a", 1, "in force from 1970"))
    assert [bool(stands(since, year)) for year in (1969, 1970, None)] == [False, True, True]


def test_what_a_ruling_brings_stands_from_its_date(bench: Any) -> None:
    law = bench.compiled(FACT + brought("t.a", "Q-001", 1) + ruling("Q-001", "dated 1975"))
    assert [bool(stands(law, year)) for year in (1974, 1975, None)] == [False, True, True]


def test_an_undated_ruling_is_always_in_force(bench: Any) -> None:
    law = bench.compiled(FACT + brought("t.a", "Q-001", 1) + ruling("Q-001"))
    assert [bool(stands(law, year)) for year in (1900, None)] == [True, True]


def test_a_superseded_ruling_holds_until_it_is_superseded(bench: Any) -> None:
    law = bench.compiled(
        FACT + brought("t.a", "Q-001", 1) + brought("t.b", "Q-002", 2)
        + ruling("Q-001", "dated 1970") + ruling("Q-002", "dated 1976", "supersedes Q-001")
    )  # fmt: skip
    assert stands(law, 1969) == set()
    assert stands(law, 1975) == {"t.a"}
    assert stands(law, 1976) == {"t.b"}
    assert stands(law, None) == {"t.b"}


def test_a_superseded_ruling_does_not_come_back_when_its_successor_is_superseded(bench: Any) -> None:
    law = bench.compiled(
        FACT + brought("t.a", "Q-001", 1) + brought("t.b", "Q-002", 2) + brought("t.c", "Q-003", 3)
        + ruling("Q-001", "dated 1970") + ruling("Q-002", "dated 1976", "supersedes Q-001") + ruling("Q-003", "dated 1980", "supersedes Q-002")
    )  # fmt: skip
    assert [stands(law, year) for year in (1970, 1976, 1980)] == [{"t.a"}, {"t.b"}, {"t.c"}]


def test_a_rule_against_a_ruling_never_stands(bench: Any) -> None:
    law = bench.compiled(FACT + rule("t.a", 1, "against ruling Q-001") + ruling("Q-001"))
    assert stands(law, None) == set()
    assert standing(law).why_not_standing("t.a") == "the ruling Q-001 says that there is no such rule"


def test_rules_are_taken_out_by_hand(bench: Any) -> None:
    law = bench.compiled(FACT + rule("t.a", 1) + rule("t.b", 2, "over t.a"))
    assert toll(bench, law, Configuration(without=frozenset({"t.b"}))) == 1


# ---- wildcards


def test_a_wildcard_reaches_rules_of_every_layer(bench: Any) -> None:
    base = bench.write(FACT + rule("print.a", 1) + rule("calm", None, "limits print.*", when="u.crew = 0"), name="one")
    law = bench.compiled(bench.variant(base, rule("print.b", 5, "over print.a"), name="two"))
    assert toll(bench, law) == 0


def test_a_wildcard_does_not_reach_names_that_only_begin_alike(bench: Any) -> None:
    law = bench.compiled(
        FACT
        + rule("print.a", 1)
        + rule("prints.b", 5, "over print.a")
        + rule("calm", None, "limits print.*", when="u.crew = 0")
    )
    assert toll(bench, law) == 5
