"""What a law in force means as functions of the form, before any pass: rules, sets, numbers and requirements."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.from_law import lowered

from .forms import law, shown


def functions(bench: Any, text: str) -> dict[str, f.Function]:
    return lowered(law(bench, f'chapter [1] "W"\n{text}')).functions


def body(bench: Any, text: str, key: str) -> str:
    """The form of one function, its numbered names without their numbers."""
    return re.sub(r"@\d+", "", shown(functions(bench, text)[key].body))


# ---- facts


CALM = """fact calm(u: boat): whole
rule calm.lit [1]
  when u is lit
  calm(u) is 2
rule calm.moored [1]
  over calm.lit
  when u is moored
  calm(u) is 3
"""


def test_a_fact_chooses_among_its_rules_and_else_what_it_is_otherwise(bench: Any) -> None:
    said = "-- calm.lit [H 1] when u.lit: 2 -- calm.moored [H 1] over calm.lit [H 1] when u.moored: 3 otherwise: "
    assert body(bench, CALM, "fact:calm") == f"(choose: {said}stop: no rule says what `calm` is)"
    assert body(bench, CALM.replace("whole\n", "whole\n  otherwise 1\n", 1), "fact:calm") == f"(choose: {said}1)"


def test_a_fact_without_rules_is_what_it_is_otherwise(bench: Any) -> None:
    assert body(bench, "fact calm(u: boat): whole\n  otherwise u.crew\n", "fact:calm") == "u.crew"


def test_what_a_limit_says_stands_behind_the_conditions_of_its_target(bench: Any) -> None:
    limited = f"{CALM}rule calm.off [1]\n  limits calm.lit\n  when u.crew = 0\n"
    assert "-- calm.lit [H 1] when (u.lit and not rule:calm.off(u)): 2" in body(bench, limited, "fact:calm")


def test_a_rule_that_always_applies_is_said_of_the_fact(bench: Any) -> None:
    always = functions(bench, CALM.replace("  when u is moored\n", ""))["fact:calm"]
    assert always.docs == ("calm.moored [H 1]",)
    assert functions(bench, CALM)["fact:calm"].docs == ()


# ---- sets


def collected(bench: Any, *rules: str) -> f.Expr:
    said = "".join(f"rule near.{name} [1]\n{rule}\n" for name, rule in zip("abc", rules, strict=False))
    return functions(bench, f"fact near(u: boat) collects boat\n{said}")["fact:near"].body


def each(where: str, domain: str = "boat v") -> str:
    return f"  for each {domain}{where}\n  near(u) includes v"


def test_a_set_is_all_that_its_rules_find(bench: Any) -> None:
    assert shown(collected(bench)) == "{}"
    lit = "  when u is lit\n  near(u) includes u"
    assert shown(collected(bench, lit)) == "all of ((-- near.a if u.lit: {u} else: {}))"
    assert shown(collected(bench, "  near(u) includes u")) == "all of ({u})"
    assert shown(collected(bench, each(" where v is lit"))) == "all of (list(v for v in every boat where v.lit))"
    assert shown(collected(bench, each(""))) == "all of (list(v for v in every boat))"
    asked = "  for each boat v\n  when u is lit\n  near(u) includes v"
    assert shown(collected(bench, asked)) == "all of (list(v for v in every boat where u.lit))"


RED, BLUE, LIT = each(" where v.paint is red"), each(" where v.paint is blue"), each(" where v is lit")


@pytest.mark.parametrize(
    ("rules", "apart"),
    [
        ((RED,), True), ((RED, BLUE), True), ((RED, LIT), False), ((RED, BLUE, LIT), False), ((LIT, RED, BLUE), False),
        ((RED, each("")), False), ((each(""), RED), False),
        ((RED, each(" where w.paint is blue", "boat w").replace("includes v", "includes w")), False),
        ((RED, each(" where v.paint is blue", "boat v in u.hex")), False),
        ((RED, "  near(u) includes u"), False),
        ((RED, BLUE.replace("includes v", "includes u")), False),
        ((RED, BLUE.replace("  near", "  for each boat w\n  near")), False),
        ((each("", "v in {u, u}"),), False),
        ((each("", "v in (those boat w where w is lit)"),), True),
    ],
)  # fmt: skip
def test_two_rules_find_nothing_twice_if_they_ask_for_different_members_of_one_set(
    bench: Any, rules: tuple[str, ...], apart: bool
) -> None:
    """Where it says so wrongly, something stands in a set twice; where it does not see it, the target looks again."""
    joined = collected(bench, *rules)
    assert isinstance(joined, f.Joined)
    assert joined.apart is apart


@pytest.mark.parametrize(
    ("other", "apart"), [("sides-along", True), ("edges", True), ("hexes-along", False), ("edges-and-hexes", False)]
)
def test_what_a_line_meets_is_no_hex_and_no_side_at_once(bench: Any, other: str, apart: bool) -> None:
    """Also where a fact stands between."""
    text = f"""fact edges(a: hex, b: hex) collects contact
rule edges.all [1]
  for each c in sides-along(a, b)
  edges(a, b) includes c
fact edges-and-hexes(a: hex, b: hex) collects contact
rule both.edges [1]
  for each c in edges(a, b)
  edges-and-hexes(a, b) includes c
rule both.hexes [1]
  for each c in hexes-along(a, b)
  edges-and-hexes(a, b) includes c
fact met(a: hex, b: hex) collects contact
rule met.hexes [1]
  for each c in hexes-along(a, b)
  met(a, b) includes c
rule met.others [1]
  for each c in {other}(a, b)
  met(a, b) includes c
"""
    joined = functions(bench, text)["fact:met"].body
    assert isinstance(joined, f.Joined)
    assert joined.apart is apart


# ---- numbers


def pull(bench: Any, *changes: str, more: str = "", type_: str = "whole", start: str = "u.crew") -> str:
    """The changes of the one step of a quantity; each is said of a boat that is lit, moored or red, in this order."""
    tests = ("u is lit", "u is moored", "u.paint is red")
    rules = "".join(
        f"rule pull.{test.split()[-1]} [1]\n  at step pull.way\n  when {test}\n  {change}\n"
        for test, change in zip(tests, changes, strict=False)
    )
    found = body(
        bench, f"quantity pull(u: boat): {type_}\n  starts with {start}\n  steps way\n{rules}{more}", "quantity:pull"
    )
    return found.removeprefix("(let it = ").removesuffix(" it)").replace(" [H 1]", "")


def test_a_number_is_changed_by_each_rule_that_applies(bench: Any) -> None:
    assert pull(bench) == "some(u.crew)"
    start = "some(u.crew) -- step way let it = -- pull.lit if u.lit: "
    for said, changed in {
        "adds 2": "(it + 2)", "subtracts 2": "(it - 2)", "doubles it": "(it * 2)",
        "makes it 2": "some(2)", "holds it to at most 2": "at-most(it, 2)", "holds it to at least 2": "at-least(it, 2)",
    }.items():  # fmt: skip
        assert pull(bench, said) == f"{start}{changed} else: it"
    for said, changed in {
        "halves it": "half(it)",
        "multiplies it by 2": "(it * 2)",
        "divides it by 2": "(it / 2)",
    }.items():
        found = pull(bench, said, type_="exact", more="rule kept [1]\n  keeps fractions of pull\n")
        assert f"{start}{changed} else: it" in found


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        ("adds 2", "adds 3", ""), ("adds 2", "subtracts 3", ""), ("doubles it", "doubles it", ""),
        ("adds 2", "doubles it", "(u.lit and u.moored)"), ("makes it 2", "makes it 2", ""),
        ("makes it 2", "makes it u.crew", "(u.lit and u.moored and not same(2, u.crew))"),
        ("holds it to at most 2", "holds it to at most 3", ""),
        ("holds it to at most 2", "holds it to at least 3", "(u.lit and u.moored and (2 < 3))"),
        ("holds it to at least 3", "holds it to at most 2", "(u.lit and u.moored and (2 < 3))"),
    ],
)  # fmt: skip
def test_it_stops_where_it_matters_which_of_two_changes_comes_first(
    bench: Any, one: str, other: str, clash: str
) -> None:
    found = pull(bench, one, other)
    stop = f"if {clash}: stop: `pull.lit` and `pull.moored` disagree else: it"
    assert (stop in found) is bool(clash)
    assert ("stop" in found) is bool(clash)


def test_of_two_of_which_one_stands_over_the_other_one_changes_it(bench: Any) -> None:
    rules = """quantity pull(u: boat): whole
  starts with u.crew
  steps way
rule pull.lit [1]
  at step pull.way
  when u is lit
  adds 2
rule pull.moored [1]
  over pull.lit
  at step pull.way
  when u is moored
  doubles it
"""
    found = body(bench, rules, "quantity:pull")
    assert "stop" not in found
    assert "if (u.lit and not u.moored): (it + 2)" in found
    assert "if u.moored: (it * 2)" in found


def test_a_step_that_is_limited_is_left_out_as_a_whole(bench: Any) -> None:
    found = pull(bench, "adds 2", more="rule off [1]\n  limits step pull.way\n  when u is moored\n")
    assert (
        "let off = rule:off(u) let it = if not off: let it = -- pull.lit if u.lit: (it + 2) else: it it else: it"
        in found
    )


def test_what_limits_a_step_is_asked_though_no_rule_has_a_part_in_it(bench: Any) -> None:
    """A stop in it is met all the same."""
    assert "let off = rule:off(u) " in pull(bench, more="rule off [1]\n  limits step pull.way\n  when u is moored\n")


@pytest.mark.parametrize(("when", "both"), [("at the end", False), ("after each step", True)])
def test_fractions_are_rounded_when_it_is_said(bench: Any, when: str, both: bool) -> None:
    said = f"rule rounded [1]\n  rounds pull down {when}\n"
    found = pull(bench, "adds 2", more=said, type_="exact")
    assert found.endswith("let it = down(it)")
    assert found.count("down(it)") == 1, "there is one step"
    both_steps = f"quantity pull(u: boat): exact\n  starts with u.crew\n  steps way, back\n{said}"
    assert body(bench, both_steps, "quantity:pull").count("down(it)") == 1 + both
    asked = said.replace("[1]\n", "[1]\n  when any boat v where v is lit\n")
    sometimes = pull(bench, more=f"{asked}rule kept [1]\n  keeps fractions of pull\n", type_="exact")
    wanted = "down each" if both else "down end"
    assert f'if (rounding == "{wanted}"): down(it) else: it' in sometimes


SCALE = "choice depth in order\n  low, mid, high\n"


def test_on_a_scale_what_adds_and_subtracts_shifts_once(bench: Any) -> None:
    text = f"""{SCALE}quantity level(u: boat): depth
  starts with low
  steps way
rule level.lit [1]
  at step level.way
  when u is lit
  adds 1
rule level.moored [1]
  at step level.way
  when u is moored
  subtracts 2
"""
    found = body(bench, text, "quantity:level")
    assert "let shifts = 0 let shifts = -- level.lit [H 1] if u.lit: (shifts + 1) else: shifts" in found
    assert "let shifts = -- level.moored [H 1] if u.moored: (shifts - 2) else: shifts" in found
    assert "if not (shifts == 0): shifted(it, shifts, ('low', 'mid', 'high')) else: it" in found
    held = text.replace("adds 1", "holds it to at most mid").replace("subtracts 2", "holds it to at least high")
    found = body(bench, held, "quantity:level")
    assert "at-most(it, \"mid\", ('low', 'mid', 'high'))" in found
    places = "(place(\"mid\", ('low', 'mid', 'high')) < place(\"high\", ('low', 'mid', 'high')))"
    assert f"if (u.lit and u.moored and {places}): stop" in found, "by where they stand on it, not by their letters"
    assert "shifts" not in found


# ---- requirements


@pytest.mark.parametrize(
    ("condition", "excess"),
    [
        ("u.crew <= 3", "(u.crew - 3)"), ("u.crew < 3", "(u.crew - 3)"), ("u.crew >= 3", "(3 - u.crew)"),
        ("u.crew > 3", "(3 - u.crew)"), ("u is lit", "None"), ("u.mood >= awake", "None"), ("u.crew is 3", "None"),
    ],
)  # fmt: skip
def test_a_requirement_tells_where_it_is_broken_and_by_how_much(bench: Any, condition: str, excess: str) -> None:
    rule = f"rule limit [1]\n  for each boat u\n  when u is moored\n  requires {condition}\n"
    found = body(bench, rule, "broken:limit")
    assert found.startswith(f"map(({{u}}, {excess}) for u in every boat where (not ")
    assert found.endswith(" and u.moored))")


def test_a_requirement_of_no_thing_is_looked_at_once(bench: Any) -> None:
    found = body(bench, "rule limit [1]\n  requires count(boat u) <= 3\n", "broken:limit")
    assert found.startswith("map(({}, (count(")
    assert " for once in {None} where not (count(" in found
