"""Links of a base's rules, defaults and settled disputes as a later layer changes them."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.knockout import knock_out
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.runtime.law.graph_file import read_graph, write_graph
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, settings

BASE = """
fact toll(u: boat): whole
rule toll.usual [1]
  toll(u) is 4
rule toll.red [2]
  over toll.usual
  when u.paint is red
  toll(u) is 1
dispute fog [3]
  reading thick "nobody sees"
  reading thin "everybody sees"
  default thick
fact h: hex is foggy
rule foggy.thick [3]
  under fog: thick
  h is foggy
settle fog: thin [3]
"""
LIT = """
rule toll.lit [4]
  over toll.usual
  when u is lit
  toll(u) is 9
"""


def varied(bench: Any, law: str, base: str = BASE) -> Any:
    return bench.compiled(bench.variant(bench.write(base, name="one"), law, name="two"))


def found(bench: Any, law: str, base: str = BASE) -> list[tuple[str, str]]:
    one = bench.write(base, name="one", files={"05-option.law": "option rough [2]\n  default off\n"})
    return [(d.code, d.help or "") for d in bench.findings(bench.variant(one, law, name="two"))]


# ---- the links of a rule


@pytest.mark.parametrize(
    ("over", "toll"), [("toll.red also [4]\n  over toll.lit", 1), ("toll.lit also [4]\n  over toll.red", 9)]
)
def test_an_order_between_two_rules_of_the_base(bench: Any, over: str, toll: int) -> None:
    boat = "{a: {kind: boat, at: A-1, weight: 0, lit: yes}}"
    torn = varied(bench, "", BASE + LIT)
    assert bench.case(torn, "toll(a)", "{conflict: [toll.red, toll.lit]}", pieces=boat).passed
    assert bench.case(varied(bench, f"rule {over}\n", BASE + LIT), "toll(a)", str(toll), pieces=boat).passed


def test_a_rule_of_the_base_stands_over_one_of_the_variant(bench: Any) -> None:
    law = varied(bench, f"{LIT}rule toll.red also [4]\n  over toll.lit\n")
    assert bench.case(law, "toll(a)", "1", pieces="{a: {kind: boat, at: A-1, weight: 0, lit: yes}}").passed


def test_a_rule_is_given_something_to_limit(bench: Any) -> None:
    law = varied(
        bench, "rule toll.blue [4]\n  over toll.usual\n  toll(u) is 2\nrule toll.red also [4]\n  limits toll.blue\n"
    )
    assert bench.case(law, "toll(a)", "1", pieces="{a: {kind: boat, at: A-1, weight: 0}}").passed
    assert bench.case(law, "toll(a)", "2", pieces="{a: {kind: boat, at: A-1, weight: 0, paint: blue}}").passed


# ---- defaults


def test_another_default(bench: Any) -> None:
    law = varied(bench, 'thing boat also\n  replaces range = 7 [4] "new sails"\n')
    assert bench.case(law, "a.range", "7", pieces="{a: {kind: boat, at: A-1, weight: 0}}").passed
    assert bench.case(law, "a.range", "2", pieces="{a: {kind: boat, at: A-1, weight: 0, range: 2}}").passed


def test_a_default_that_is_dropped_must_be_given(bench: Any) -> None:
    law = varied(bench, 'drop default boat.range [4] "every boat says its own"\n')
    assert bench.case(law, "a.range", "{hole: yes}", pieces="{a: {kind: boat, at: A-1, weight: 0}}").passed


# ---- settled disputes


def test_a_dispute_is_settled_otherwise(bench: Any) -> None:
    assert bench.case(varied(bench, ""), "A-1 is foggy", "no").passed
    law = varied(bench, "settle fog: thick [4]\n  replaces fog\n")
    assert bench.case(law, "A-1 is foggy", "yes").passed


def test_a_settlement_is_dropped_and_the_default_holds(bench: Any) -> None:
    law = varied(bench, 'drop settlement fog [4] "the letters do not agree"\n')
    assert bench.case(law, "A-1 is foggy", "yes").passed


def test_a_settlement_of_a_situation_holds_there_alone(bench: Any) -> None:
    here = 'chapter [4] "Night" if situation night\n\nsettle fog: thick [4]\n'
    one = bench.write(BASE, name="one", files={"05.law": 'situation night [4] "Night"\n'})
    law = bench.compiled(bench.variant(one, here, name="two"))
    assert bench.case(law, "A-1 is foggy", "no").passed
    assert bench.case(law, "A-1 is foggy", "yes", more="    with: {situation: night}\n").passed


# ---- options


def test_an_option_that_is_dropped_is_off_and_says_why_when_it_is_switched_on(bench: Any) -> None:
    one = bench.write(BASE, name="one", files={"05.law": "option rough [2]\n  default on\n"})
    graph = bench.compiled(bench.variant(one, 'drop option rough [4] "the bay is walled in"\n', name="two")).graph
    assert settings(graph, Configuration())[0] == {"rough": False}
    with pytest.raises(ConfigurationRefused) as refused:
        settings(graph, Configuration({"rough": True}))
    assert refused.value.reasons == ["the option `rough` is left out of A variant: the bay is walled in"]


def test_an_option_that_needs_a_dropped_one_has_to_be_dropped_too(bench: Any) -> None:
    base = BASE + "option gale [2]\n  needs rough\n"
    assert found(bench, "drop option rough [4]\n", base) == [("HX275", "write `drop option gale` as well")]
    assert found(bench, "drop option rough [4]\ndrop option gale [4]\n", base) == []


# ---- what cannot be changed


@pytest.mark.parametrize(
    ("law", "code", "said"),
    [
        ("rule tol.red also [4]\n  over toll.usual\n", "HX242", "did you mean `toll.red`"),
        ("rule toll.red also [4]\n  when u is lit\n", "HX243", "write `over`, `limits` or `lifts`"),
        ("rule toll.red also [4]\n  replaces toll.usual\n", "HX243", "`replaces toll.red`"),
        ("rule toll.red also [4]\n  over tol.usual\n", "HX262", "did you mean `toll.usual`"),
        ('chapter [4] "R" if option rough\n\nrule toll.red also [4]\n  over toll.usual\n', "HX244", "that `limits`"),
        ("thing boat also\n  replaces ranges = 3\n", "HX242", "did you mean `range`"),
        ("thing ferry also\n  replaces range = 3\n", "HX243", "write `thing boat also`"),
        ("thing boat also\n  replaces range = red\n", "HX231", ""),
        ("drop default range [4]\n", "HX243", "write `drop default KIND.range`"),
        ("drop default boat.rang [4]\n", "HX242", "did you mean `range`"),
        ("settle fog: thick [4]\n", "HX245", "add the line `replaces fog`"),
        ("settle fog: thick [4]\n  replaces mist\n", "HX243", "write `replaces fog`"),
        ("drop settlement frog [4]\n", "HX242", "did you mean `fog`"),
        ("drop option tough [4]\n", "HX242", "did you mean `rough`"),
        ("drop rough [4]\n", "HX262", "write `drop option rough`"),
        ('chapter [4] "R" if option rough\n\ndrop option rough [4]\n', "HX244", "every game or of none"),
    ],
)
def test_what_cannot_be_changed_says_what_to_write(bench: Any, law: str, code: str, said: str) -> None:
    [(told, help_)] = found(bench, law)
    assert told == code
    assert said in help_


def test_to_replace_what_nobody_settled(bench: Any) -> None:
    base = BASE.replace("settle fog: thin [3]\n", "")
    assert [code for code, _ in found(bench, "settle fog: thin [4]\n  replaces fog\n", base)] == ["HX242"]
    assert [code for code, _ in found(bench, "drop settlement fog [4]\n", base)] == ["HX242"]
    assert [code for code, _ in found(bench, "settle fog: thin [4]\nsettle fog: thick [4]\n", base)] == ["HX245"]


# ---- what knows of the changes

ALL = """
rule toll.red also [4]
  over toll.lit
thing boat also
  replaces range = 7
drop default boat.crew [4]
settle fog: thick [4]
  replaces fog
"""


def test_the_changes_stand_in_the_graph(bench: Any) -> None:
    law = varied(bench, ALL, BASE + LIT)
    told = [(v.sort, v.name, v.how) for v in law.graph.variations]
    assert told == [
        ("rule", "toll.red", "also"), ("default", "boat.range", "replaces"), ("default", "boat.crew", "drop"),
        ("settlement", "fog", "replaces"),
    ]  # fmt: skip
    assert [(v.sort, v.name, v.how) for v in read_graph(write_graph(law.graph)).variations] == told


def test_a_change_that_no_case_misses_is_told(bench: Any, tmp_path: Any) -> None:
    law = varied(bench, ALL, BASE + LIT)
    path = tmp_path / "x.cases.yaml"
    path.write_text(
        "maps: {m: {grid: {orientation: pointy, lines: [A], lengths: [2], name: '{line}-{number}'}}}\ncases:\n"
        "  - {id: one, map: m, pieces: {a: {kind: boat, at: A-1, weight: 0}}, ask: a.range, expect: 7}\n"
        "  - {id: two, map: m, ask: A-1 is foggy, expect: yes}\n",
        "utf-8",
    )
    cases = read_cases(path, "x.cases.yaml", Diagnostics())
    told = [line.partition(": ")[2] for line in knock_out(law, [cases], Configuration())]
    assert "no case misses the change of toll.red" in told
    assert "no case misses the drop of boat.crew" in told
    assert not any("range" in line or "fog" in line for line in told)
