"""Effects, actions and parts of the sequence as later layers change them."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.knockout import knock_out
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.runtime.law.graph_file import read_graph, write_graph
from hexlaw.runtime.law.law import Configuration

BASE = """
effect gust(u: boat) [1]:
  roll 1d6 as wind
  if wind >= 5:
    part damage:
      set u.weight to 3
  do settle-down(u)
effect settle-down(u: boat) [1]:
  set u.range to 1
action row [1]
  pick rower(u: boat) where u.weight = 0
  pick stroke(h: hex)
  move u to h
rule row.idle [1]
  forbids row.rower
  when u.range > 20
"""
BOAT = "{a: {kind: boat, at: A-1, weight: 0, range: 2}}"


def varied(bench: Any, law: str, base: str = BASE) -> Any:
    return bench.compiled(bench.variant(bench.write(base, name="one"), law, name="two"))


def chances(bench: Any, law: Any, ask: str) -> dict[Any, str]:
    return {fall.outcome: str(fall.chance) for fall in bench.ask(law, f"after gust(a): {ask}", pieces=BOAT).chances}


def found(bench: Any, law: str) -> list[Any]:
    one = bench.write(BASE, name="one")
    return list(bench.findings(bench.variant(one, law, name="two")))


def test_another_die_has_its_own_chances(bench: Any) -> None:
    law = varied(bench, "effect gust also [2]:\n  replaces wind:\n    roll 1d10 as wind\n")
    assert chances(bench, law, "a.weight") == {3: "3/5", 0: "2/5"}


def test_statements_stand_before_behind_and_at_the_start(bench: Any) -> None:
    more = """effect gust also [2]:
  at the start:
    set u.range to 7
  after damage:
    set u.weight to u.weight + 1
  before settle-down:
    set u.weight to u.weight + 7
  set u.range to u.range + 1
"""
    law = varied(bench, more)
    assert chances(bench, law, "a.weight") == {11: "1/3", 7: "2/3"}
    assert chances(bench, law, "a.range") == {2: "1"}


def test_a_part_is_dropped_wherever_it_stands(bench: Any) -> None:
    law = varied(bench, "drop part gust.damage [2]\ndrop effect settle-down [2]\n")
    assert chances(bench, law, "a.weight = 0 and a.range = 2") == {True: "1"}


def test_an_effect_said_anew_is_the_one_that_others_do(bench: Any) -> None:
    law = varied(bench, "effect settle-down(u: boat) [2]:\n  replaces settle-down\n  set u.range to 9\n")
    assert chances(bench, law, "a.range") == {9: "1"}
    assert law.graph.effects["settle-down"].origin.module == "two"


def test_a_layer_changes_what_the_one_below_left(bench: Any) -> None:
    one = bench.write(BASE, name="one")
    two = bench.variant(one, "effect gust also [2]:\n  set u.range to u.range + 1\n", name="two")
    law = bench.compiled(bench.variant(two, "effect gust also [2]:\n  set u.range to u.range * 2\n", name="three"))
    assert chances(bench, law, "a.range") == {4: "1"}


def test_an_action_said_anew_keeps_the_rules_that_speak_of_its_picks(bench: Any) -> None:
    more = "action row [2]\n  replaces row\n  pick rower(u: boat)\n  pick stroke(h: hex)\n  move u to h\n"
    law = varied(bench, more)
    heavy = "{a: {kind: boat, at: A-1, weight: 2, range: 2}}"
    assert bench.case(law, "may row.rower(a)", "legal", pieces=heavy).passed
    assert bench.case(varied(bench, ""), "may row.rower(a)", "refused", pieces=heavy).passed
    idle = bench.case(law, "may row.rower(a)", "{refused-by: row.idle}", pieces="{a: {kind: boat, at: A-1, range: 21}}")
    assert idle.passed


@pytest.mark.parametrize(("below", "above"), [("  gives up\n", ""), ("", "  gives up\n"), ("", "")])
def test_an_action_gives_up_where_any_layer_says_so(bench: Any, below: str, above: str) -> None:
    base = BASE.replace("action row [1]\n", f"action row [1]\n{below}")
    law = varied(bench, f"action row also [2]\n{above}  set u.weight to 1\n", base)
    assert law.graph.actions["row"].gives_up is bool(below or above)


def test_an_action_that_is_dropped_is_refused_by_name(bench: Any) -> None:
    law = varied(bench, 'drop action row [2] "the oars are lost"\n')
    assert bench.case(law, "may row.rower(a)", "{refused-by: row.dropped}", pieces=BOAT).passed


@pytest.mark.parametrize(
    ("law", "code", "said"),
    [
        ("effect gist also [2]:\n  set u.range to 1\n", "HX242", "did you mean `gust`?"),
        ("effect gust also [2]:\n  before rain:\n    set u.range to 1\n", "HX242", "its parts are"),
        ("drop part gust.damages [2]\n", "HX242", "did you mean `damage`?"),
        ("effect gale(u: boat) [2]:\n  replaces gust\n  set u.range to 1\n", "HX243", "call it `gust`"),
        ("effect gust(v: boat) [2]:\n  replaces gust\n  set v.range to 1\n", "HX243", "write `gust(u: boat)`"),
        ("effect gust(u: boat) [2]:\n  set u.range to 1\n", "HX212", "write the line `replaces gust` in it"),
        ("drop row [2]\n", "HX262", "write `drop action row`"),
        ("drop gust.damage [2]\n", "HX262", "write `drop part gust.damage`"),
    ],
)
def test_what_cannot_be_changed_says_what_to_write(bench: Any, law: str, code: str, said: str) -> None:
    assert [(d.code, said in (d.help or "")) for d in found(bench, law)] == [(code, True)]


def test_a_change_holds_in_every_game(bench: Any) -> None:
    law = 'chapter [2] "Rough" if option rough\n\neffect gust also [2]:\n  set u.range to 1\n'
    one = bench.write(BASE, name="one", files={"05-option.law": "option rough [2]\n  default off\n"})
    assert bench.codes(bench.variant(one, law, name="two")) == {"HX244"}


def test_an_error_in_the_base_names_the_change_that_it_does_not_go_with(bench: Any) -> None:
    [told] = found(bench, "drop part gust.wind [2]\n")
    assert told.span.source.name.endswith("one/10-law.law")
    assert [str(span) for span, _ in told.labels] == [str(told.labels[0][0])]
    assert "two/10-law.law:1" in str(told.labels[0][0])


def test_the_changes_stand_in_the_graph(bench: Any) -> None:
    law = varied(bench, "effect gust also [2]:\n  replaces wind:\n    roll 1d10 as wind\ndrop action row [2]\n")
    assert [(v.sort, v.name, v.how) for v in law.graph.variations] == [
        ("effect", "gust.wind", "replaces"),
        ("action", "row", "drop"),
    ]
    read = read_graph(write_graph(law.graph)).variations
    assert [(v.sort, v.name, v.how, v.cites) for v in read] == [
        (v.sort, v.name, v.how, v.cites) for v in law.graph.variations
    ]


def test_a_change_that_no_case_misses_is_told(bench: Any, tmp_path: Any) -> None:
    law = varied(
        bench, "effect gust also [2]:\n  set u.range to 5\neffect settle-down also [2]:\n  set u.weight to 0\n"
    )
    path = tmp_path / "x.cases.yaml"
    path.write_text(
        "maps: {m: {grid: {orientation: pointy, lines: [A], lengths: [2], name: '{line}-{number}'}}}\ncases:\n"
        f"  - id: one\n    map: m\n    pieces: {BOAT}\n    ask: 'after gust(a): a.range'\n"
        "    expect: {chances: {5: 1}}\n",
        "utf-8",
    )
    cases = read_cases(path, "x.cases.yaml", Diagnostics())
    told = [line.partition(": ")[2] for line in knock_out(law, [cases], Configuration())]
    assert "no case misses the change of settle-down" in told
    assert not any("gust" in line for line in told)


DRIFT = (
    BASE
    + """
action drift is a row [1]
  except row.idle
"""
)


def refusing(bench: Any, law: Any, ask: str) -> list[str]:
    return [refusal.rule.id for refusal in bench.ask(law, ask, pieces=BOAT).permission.refusals]


def test_a_kind_of_an_action_is_what_a_variant_made_of_its_parent(bench: Any) -> None:
    law = varied(bench, "action row also [2]\n  after stroke:\n    set u.weight to 5\n", DRIFT)
    assert [type(line).__name__ for line in law.graph.actions["drift"].body] == ["SetAttribute", "Move"]


def test_a_variant_changes_a_kind_after_its_parent(bench: Any) -> None:
    more = "action drift also [2]\n  replaces stroke:\n    pick stroke(h: hex) where h is not shoal\n"
    law = varied(bench, more, DRIFT)
    assert law.graph.actions["drift"].pick("stroke").where is not None
    assert law.graph.actions["row"].pick("stroke").where is None


def test_what_replaces_an_excepted_rule_is_excepted_too(bench: Any) -> None:
    more = "rule row.tired [2]\n  replaces row.idle\n  forbids row.rower\n  when u.range > 1\n"
    law = varied(bench, more, DRIFT)
    assert refusing(bench, law, "may row.rower(a)") == ["row.tired"]
    assert refusing(bench, law, "may drift.rower(a)") == []


def test_a_new_rule_about_the_parent_is_one_about_the_kind(bench: Any) -> None:
    law = varied(bench, "rule row.light [2]\n  forbids row.rower\n  when u.weight = 0\n", DRIFT)
    assert refusing(bench, law, "may drift.rower(a)") == ["row.light"]


@pytest.mark.parametrize(
    ("law", "said"),
    [
        ("action float is a drfit [2]\n  open in sailing\n", "there is no action `drfit` to be a kind of"),
        ("action row also [2]\n  except row.idle\n", "`row` is not a kind of another action"),
        ("action one is a two [2]\n  finish\naction two is a one [2]\n  finish\n", "a kind of itself"),
        ("action float is a row [2]\n  replaces stroke:\n    pick stroke(k: hex)\n", "does not know `h` at `stroke`"),
    ],
)
def test_a_kind_that_does_not_fit_is_refused(bench: Any, law: str, said: str) -> None:
    assert [d.code for d in found(bench, law) if said in d.message] == ["HX431"]


def test_an_error_in_the_base_is_blamed_on_the_change_that_it_names(bench: Any) -> None:
    base = BASE + (
        "fact toll(u: boat): whole or none\nrule toll.low [1]\n  toll(u) is 1\n"
        "rule toll.high [1]\n  over toll.low\n  when u.weight > 2\n  toll(u) is 2\n"
    )
    one = bench.write(base, name="one")
    law = "drop effect settle-down [2]\nrule toll.low also [2]\n  over toll.high\n"
    circle = next(d for d in bench.findings(bench.variant(one, law, name="two")) if d.code == "HX282")
    blame = [span.source.text[span.start : span.end] for span, said in circle.labels if "changes this" in said]
    assert blame == ["toll.low"]


DAY = """choice side
  reds, blues
thing game also
  day: whole = 1
sequence game [1]
  phase day while game.day < 3:
    phase dawn:
      phase waking
      phase washing
    phase noon
    set game.day to game.day + 1
"""
ANEW = """sequence game also [2]
  replaces dawn:
    phase dawn:
      phase washing
      phase yawning
"""


def play_of(span: Any) -> Any:
    return span.name, [play_of(part) for part in span.body if hasattr(part, "body")]


def test_what_takes_the_place_of_a_part_may_name_its_own_parts_as_the_old_one_did(bench: Any) -> None:
    more = "rule early [2]\n  at the start of washing\n  then:\n    set game.day to game.day + 1\n"
    law = varied(bench, ANEW + more, DAY)
    (day,) = law.graph.sequences["game"]
    assert play_of(day) == ("day", [("dawn", [("washing", []), ("yawning", [])]), ("noon", [])])


def test_what_is_added_to_a_sequence_or_a_quantity_may_stand_in_an_earlier_file_than_that(bench: Any) -> None:
    day = "sequence game also [2]\n  after noon:\n    phase snoring\n"
    pull = "quantity pull also (n: whole)\n  step wind after crew\n"
    base = DAY + "quantity pull(n: whole): whole [1]\n  starts with n\n  steps crew\n"
    law = bench.compiled(base, files={"00-first.law": f'chapter [2] "More"\n{day}{pull}'}).graph
    assert play_of(law.sequences["game"][0])[1][1:] == [("noon", []), ("snoring", [])]
    assert law.quantities["pull"].steps == ("crew", "wind")


def test_a_later_part_may_have_the_name_of_one_that_lay_in_what_was_replaced(bench: Any) -> None:
    one = bench.write(DAY, name="one")
    two = bench.variant(one, "sequence game also [2]\n  before waking:\n    phase snoring\n", name="two")
    three = bench.variant(two, "sequence game also [2]\n  replaces dawn:\n    phase breakfast\n", name="three")
    four = bench.variant(three, "sequence game also [2]\n  after noon:\n    phase snoring\n", name="four")
    (day,) = bench.compiled(four).graph.sequences["game"]
    assert play_of(day) == ("day", [("breakfast", []), ("noon", []), ("snoring", [])])


def test_what_goes_around_a_part_knows_what_the_old_part_knew_and_gives_its_own(bench: Any) -> None:
    head = "sequence game also [2]\n  replaces dawn:\n"
    tide = head + "    phase tide for each m in numbers(1, 2):\n      phase dawn\n"
    storm = head + "    phase storm for each n in numbers(1, 2):\n      phase dawn\n"
    one = bench.write(DAY, name="one")
    two = bench.variant(one, tide, name="two")
    uses = "rule early [2]\n  at the start of dawn\n  then:\n    set game.day to game.day + m + n\n"
    three = bench.variant(two, storm + uses, name="three")
    (day,) = bench.compiled(three).graph.sequences["game"]
    assert play_of(day) == ("day", [("tide", [("storm", [("dawn", [])])]), ("noon", [])])


@pytest.mark.parametrize(
    "law",
    [
        "sequence game also [2]\n  replaces waking:\n    phase washing\n",
        "sequence game also [2]\n  replaces dawn:\n    phase waking:\n      phase waking\n",
        "sequence game also [2]\n  after dawn:\n    phase waking\n  replaces dawn:\n    phase yawning\n",
        ANEW + "sequence game also [2]\n  after noon:\n    phase washing\n",
    ],
)
def test_two_parts_that_are_played_have_two_names(bench: Any, law: str) -> None:
    one = bench.write(DAY, name="one")
    assert bench.codes(bench.variant(one, law, name="two")) == {"HX212"}
