"""What differs between two laws, in the terms of a rule book."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.runtime.base.nodes import replace

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]

LAMP = 'chapter [ST 1] "Lamps"\n\nthing lamp [ST 1]\n  stands in hex\n  oil: whole = 1\n\n'
RULES = """\
fact glow(p: lamp): whole

rule {name} [ST 2]
  glow(p) is 2

rule glow.dim [ST 3]
  over {name}
  when p.oil is 0
  glow(p) is 0
"""


def found(sides: Sides, base: str, variant: str) -> dict[tuple[str, str], Difference]:
    return {(d.how, d.key): d for d in compare(*sides(base, variant)).structure.that_count}


def test_a_law_does_not_differ_from_itself(sides: Sides) -> None:
    assert compare(*sides("tutorial", "tutorial")).structure.differences == ()


def test_rules_that_came_and_went_are_told_with_what_they_bear_on(sides: Sides, module: Module) -> None:
    told = found(sides, "tutorial", module())
    assert set(told) == {("new", "rule:entry.ridge-steep"), ("dropped", "rule:move.plank")}
    steep = told["new", "rule:entry.ridge-steep"]
    assert ("fact", "entry-cost") in steep.bears_on
    assert steep.replaces == ("entry.ridge",)
    assert steep.was
    assert "2" in steep.now
    assert told["dropped", "rule:move.plank"].cites == ("ST 1.2", '"the bridge was rebuilt in stone"')


ADVICE = """\
advice [HA 9] "Advice"

plan beast
  heads-for: hex or none

rule outlook.steep
  limits outlook.alone
  when b.heads-for is b.hex
"""


def test_what_differs_in_advice_alone_is_told_apart_and_is_no_difference_of_law(sides: Sides, module: Module) -> None:
    structure = compare(*sides("tutorial", module(ADVICE))).structure
    assert structure.that_count == ()
    assert {d.key for d in structure.in_advice} == {"attribute:beast.heads-for", "rule:outlook.steep"}
    first, told = [line.strip() for line in in_lines("structure", structure)][:2]
    assert first == "no difference of law"
    assert told.startswith("2 differences in advice to programs, which is no law: ")


@pytest.mark.parametrize(
    ("was", "now", "differs"),
    [
        ("", "  soot: whole = 2\n", ("new", "attribute:lamp.soot", "", "whole, 2 by default")),
        ("  soot: whole = 2\n", "", ("dropped", "attribute:lamp.soot", "whole, 2 by default", "")),
        ("  soot: whole = 2\n", "  soot: exact\n", ("changed", "attribute:lamp.soot", "whole, 2 by default", "exact")),
    ],
)
def test_an_attribute_comes_goes_or_changes(
    sides: Sides, module: Module, was: str, now: str, differs: tuple[str, str, str, str]
) -> None:
    laws = sides(*(module(LAMP.rstrip() + "\n" + more, name) for more, name in ((was, "one"), (now, "two"))))
    told = [(d.how, d.key, d.was, d.now) for d in compare(*laws).structure.differences]
    assert told == [differs]


@pytest.mark.parametrize(
    ("now", "is_"),
    [(" in order\n  dim, lit, spent", "dim, lit, spent, in order"), ("\n  spent, dim, lit", "spent, dim, lit")],
)
def test_a_choice_differs_in_the_order_of_its_values_too(sides: Sides, module: Module, now: str, is_: str) -> None:
    one = module(f"{LAMP}choice wick in order\n  spent, dim, lit\n", "one")
    other = module(f"{LAMP}choice wick{now}\n", "two")
    [told] = compare(*sides(one, other)).structure.differences
    assert (told.how, told.key) == ("changed", "choice:wick")
    assert (told.was, told.now) == ("spent, dim, lit, in order", is_)


def test_a_renamed_rule_is_no_difference(sides: Sides, module: Module) -> None:
    one = module(LAMP + RULES.format(name="glow.plain"), "one")
    other = module(LAMP + RULES.format(name="glow.bright"), "two")
    structure = compare(*sides(one, other)).structure
    assert structure.renamed == {"glow.plain": "glow.bright"}
    assert structure.that_count == ()


def test_rules_that_differ_only_in_name_from_each_other_are_not_paired(sides: Sides, module: Module) -> None:
    twins = "fact glow(p: lamp): whole\n\nrule {0} [ST 2]\n  glow(p) is 2\n\nrule {1} [ST 2]\n  glow(p) is 2\n"
    one = module(LAMP + twins.format("glow.a", "glow.b"), "one")
    other = module(LAMP + twins.format("glow.c", "glow.d"), "two")
    assert compare(*sides(one, other)).structure.renamed == {}


def test_a_rename_with_another_figure_is_a_difference(sides: Sides, module: Module) -> None:
    one = module(LAMP + RULES.format(name="glow.plain"), "one")
    other = module(LAMP + RULES.format(name="glow.bright").replace("is 2", "is 3"), "two")
    assert {key for _, key in found(sides, one, other)} >= {"rule:glow.plain", "rule:glow.bright"}


@pytest.mark.parametrize(
    ("file", "was", "now", "key"),
    [
        (
            "03-whistling.law",
            "shepherd w where w.side is u.side",
            "shepherd w where w.breath > 3",
            "rule:called.whistle",
        ),
        ("04-herds.law", "where w.salt > 0", "where w.salt > 1", "action:lay-salt"),
    ],
)
def test_what_is_asked_behind_where_counts(
    sides: Sides, edited: Callable[[str, str, str], str], file: str, was: str, now: str, key: str
) -> None:
    assert ("changed", key) in found(sides, "tutorial", edited(file, was, now))


def test_words_and_sources_alone_do_not_count(sides: Sides, module: Module) -> None:
    one = module(LAMP + RULES.format(name="glow.plain"), "one")
    other = module(LAMP + RULES.format(name="glow.plain").replace("[ST 3]", '[ST 4]\n  "It burns low."'), "two")
    structure = compare(*sides(one, other)).structure
    assert structure.that_count == ()
    assert [d.how for d in structure.differences] == ["worded"]


def test_an_option_is_switched_with_the_rules_that_come_with_it(sides: Sides) -> None:
    (difference,) = compare(*sides("tutorial", "tutorial with clouds=on")).structure.differences
    assert (difference.how, difference.was, difference.now) == ("switched", "off", "on")
    assert ("rule", "clouds.whistle") in difference.bears_on


def test_cells_units_phases_boards_and_situations_are_told_place_by_place(sides: Sides, module: Module) -> None:
    tables = {
        "tables/glow-of.yaml": "table: glow-of\ncite: [ST 5]\nacross: [calm, choppy]\n"
        "rows:\n  dim: [1, 2]\n  lit: [2, 3]\n",
        "units/lamps.csv": "id,name,kind,oil,source\ntall,Tall,lamp,2,ST 6\n",
        "situations/still.yaml": "board: hollow\n",
    }
    law = (
        LAMP
        + "choice water\n  calm, choppy\n\nchoice wick\n  dim, lit\n\ntable glow-of(k: wick, w: water): whole [ST 5]\n"
    )
    changed = {
        "tables/glow-of.yaml": tables["tables/glow-of.yaml"].replace("[2, 3]", "[2, 4]"),
        "units/lamps.csv": tables["units/lamps.csv"].replace(",2,", ",5,"),
        "situations/still.yaml": "board: hollow\ngame: {round: 2}\n",
    }
    told = found(sides, module(law, "one", **tables), module(law, "two", **changed))
    cell = told["changed", "table:glow-of (lit, choppy)"]
    assert (cell.was, cell.now) == ("3", "4")
    unit = told["changed", "unit:tall"]
    assert (unit.was, unit.now) == ("oil 2", "oil 5")
    assert told["changed", "set-up:still (game round)"].now == "2"
    assert len(told) == 3


def test_a_new_part_changes_no_other_and_another_answer_of_a_ruling_is_told(sides: Sides, module: Module) -> None:
    ruling = 'ruling ST-9 [ST 9]\n  asks "Is it dark?"\n  answers {answer}\n  authority answer\n'
    part = "sequence game also\n  after moving:\n    phase grooming [ST 8]\n"
    one = module(LAMP + ruling.format(answer="no"), "one")
    told = found(sides, one, module(LAMP + ruling.format(answer="yes") + part, "two"))
    assert set(told) == {("changed", "ruling:ST-9"), ("new", "phase:grooming")}
    assert told["changed", "ruling:ST-9"].now.startswith("Is it dark? ")


def test_a_switch_is_told_with_its_question_and_the_rules_that_come_and_go(sides: Sides) -> None:
    graph = sides("tutorial", "tutorial")[0].compilation.graph
    dispute = next(
        d for d in graph.disputes.values() if any(r.under and r.under[0] == d.name for r in graph.rules.values())
    )
    ruled = {r.under[1] for r in graph.rules.values() if r.under and r.under[0] == dispute.name}
    other = next(r.name for r in dispute.readings if r.name != dispute.default)
    structure = compare(*sides("tutorial", f"tutorial with {dispute.name}={other}")).structure
    (switch,) = structure.that_count
    assert (switch.how, switch.sort, switch.name) == ("switched", "dispute", dispute.name)
    assert switch.about == dispute.doc
    assert switch.was.startswith(dispute.default)
    assert switch.now.startswith(other)
    assert {brought.how for brought in switch.brings} <= {"dropped", "added"}
    assert len(switch.brings) == sum(1 for r in graph.rules.values() if r.under and r.under[0] == dispute.name)
    assert ruled


def test_an_option_tells_what_its_rules_say(sides: Sides) -> None:
    (switch,) = compare(*sides("tutorial", "tutorial with clouds=on")).structure.that_count
    assert switch.about.startswith("Clouds come up")
    assert {brought.how for brought in switch.brings} == {"added"}
    assert any("in which there is a cloud" in said for said in (brought.said for brought in switch.brings))


def test_a_limit_that_goes_is_told_by_what_holds_without_it(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Let through"\n\ndrop entry.path-under-snow [ST 1.1] "the path is swept"\n'
    gone = found(sides, "tutorial", module(law))["dropped", "rule:entry.path-under-snow"]
    assert " is not 1/2 just because a path crosses the hexside " in gone.was
    assert " holds also if " in gone.now


def test_a_figure_that_differs_is_told_with_the_rules_that_read_it(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    graph = base.compilation.graph
    ewe = graph.units["ewe"]
    faster = replace(ewe, values={**ewe.values, "stride": ewe.values["stride"] + 1})
    other = replace(base.compilation, graph=replace(graph, units={**graph.units, "ewe": faster}))
    (difference,) = compare(base, ComparedLaw("faster", other, base.chosen)).structure.that_count
    assert difference.key == "unit:ewe"
    assert ("quantity", "strides-today") in difference.bears_on


def test_another_order_of_two_rules_is_told_as_that(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Order"\n\nrule entry.path also [ST 1.1]\n  over entry.deep\n\n'
    law += "rule entry.deep [ST 1.1]\n  over entry.ground, entry.ridge\n  when there.terrain is snow\n"
    law += "  entry-cost(u, here, there) is 9\n"
    told = found(sides, "tutorial", module(law))["changed", "rule:entry.path"]
    assert "goes before" not in told.was
    deep = "The cost for an animal or shepherd to enter the next hex is 9 if the next hex is a snow hex."
    assert told.now.endswith(f"It goes before the rule: {deep}")


def test_a_default_that_kinds_inherit_is_told_once(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Tired"\n\nthing unit also\n  replaces spent = 1 [ST 1.1] "they have walked here"\n'
    told = [key for how, key in found(sides, "tutorial", module(law)) if key.endswith(".spent")]
    assert told == ["attribute:unit.spent"]


def test_an_option_whose_default_is_edited_is_told_once(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    graph = base.compilation.graph
    clouds = graph.options["clouds"]

    def edited(**parts: object) -> list[Difference]:
        options = {**graph.options, "clouds": replace(clouds, **parts)}
        other = replace(base.compilation, graph=replace(graph, options=options))
        return list(compare(base, ComparedLaw("edited", other, base.chosen)).structure.that_count)

    (difference,) = edited(default=not clouds.default)
    assert (difference.how, difference.key) == ("switched", "option:clouds")
    assert (difference.was, difference.now) == ("off", "on")


def test_a_new_rule_of_an_option_says_with_which(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Frost" if option frost\n\noption frost [ST 1]\n  "The nights are cold."\n\n'
        "rule bar.frost [ST 1.1]\n  forbids move.step\n  when there.terrain is snow\n"
    )
    told = found(sides, "tutorial", module(law))["new", "rule:bar.frost"]
    assert (
        told.now
        == "With the option frost: An animal or shepherd may not enter the next hex if the next hex is a snow hex."
    )


def test_an_event_that_a_new_rule_forbids_is_told_by_that_rule_alone(sides: Sides, module: Module) -> None:
    """The fact whether it is forbidden is made of all such rules, and says the same as before."""
    sinks = (
        f"{LAMP}event sinks(p: lamp) [ST 2]\n  by drop-it.dropped\n\naction drop-it [ST 2]\n  pick dropped(p: lamp)\n"
    )
    forbids = "\nrule sinks.empty [ST 2]\n  forbids sinks\n  when p.oil is 0\n"
    told = found(sides, module(sinks, "one"), module(sinks + forbids, "two"))
    assert set(told) == {("new", "rule:sinks.empty")}


def test_rules_of_an_option_that_another_excludes_are_not_told_as_dropped(sides: Sides, module: Module) -> None:
    """They stand wherever somebody switches the other one off."""
    law = 'chapter [ST 1] "Dawn"\noption dawn [ST 1]\n  default {}\n  excludes clouds\n'
    told = found(sides, module(law.format("off"), "one"), module(law.format("on"), "two"))
    assert set(told) == {("switched", "option:dawn")}


def test_a_set_among_the_figures_of_a_unit_has_no_order(sides: Sides, edited: Callable[[str, str, str], str]) -> None:
    """A ewe shuns scree and snow, whichever of the two the choice of terrains names first."""
    variant = edited("01-words.law", "meadow, clover, fir, scree, snow\n", "meadow, clover, fir, snow, scree\n")
    assert found(sides, "tutorial", variant) == {}


def test_the_styles_of_sides_come_along_with_the_sides(edited: Callable[[str, str, str], str], sides: Sides) -> None:
    variant = edited("01-words.law", "choice side\n  ", "choice side\n  strays, ")
    told = compare(*sides("tutorial", variant)).structure.differences
    assert [(d.how, d.key) for d in told] == [("changed", "choice:side")]


def test_an_attribute_comes_goes_or_is_another(sides: Sides, module: Module) -> None:
    one = module(f"{LAMP}thing oven [ST 1]\n  heat: whole = 1\n  door: yes/no\n", "one")
    other = module(f"{LAMP}thing oven [ST 1]\n  heat: whole = 2\n  soot: yes/no\n", "two")
    told = found(sides, one, other)
    assert set(told) == {
        ("changed", "attribute:oven.heat"), ("dropped", "attribute:oven.door"), ("new", "attribute:oven.soot"),
    }  # fmt: skip
    heat = told["changed", "attribute:oven.heat"]
    assert (heat.was, heat.now) == ("whole, 1 by default", "whole, 2 by default")
