"""Law that play cannot reach: what gets a note, and law nearly the same that gets none."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.pipeline import compile_modules

BEGUN = """choice side
  north, south
thing boat also
  side: side = north
sequence game [1]
  phase day for each s in {north, south} by s:
    phase sailing
situation race [1] "The race"
action row [1]
  open in sailing
  pick rower(u: boat) where u.side is acting and u is not moored does:
    mark u as moored
"""
MAP = "{grid: {orientation: pointy, lines: [A], lengths: [2], name: '{line}-{number}'}}"
FILES = {"situations/race.yaml": f"map: {MAP}\nsides: {{north: {{a: {{kind: boat, at: A-1, lit: yes}}}}}}\n"}
CHART = {"units/boats.csv": "id,name,source,weight\ntug,Tug,H 1,3\n"}


def notes(bench: Any, law: str, files: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """The codes of this law with what they stand at, in a game that can be begun unless files say otherwise."""
    found = Diagnostics()
    compilation = compile_modules(str(bench.write(law, files=FILES if files is None else files)), found)
    assert compilation is not None, [d.message for d in found]
    run_extra_checks(compilation, found)
    told = [d for d in found if d.code in ("HX418", "HX419", "HX420", "HX421", "HX423", "HX424")]
    assert all(d.level == "note" and d.span is not None for d in told)
    return [(d.code, d.message) for d in told]


def codes(bench: Any, law: str, files: dict[str, str] | None = None) -> set[str]:
    return {code for code, _ in notes(bench, law, files)}


# ---- states

TIRED = "rule tired [1]\n  forbids row.rower\n  when u is tired\n"


@pytest.mark.parametrize("chart", [{}, CHART])
@pytest.mark.parametrize("lasting", [" lasting until end of day", ""])
def test_a_state_that_nothing_writes_is_told(bench: Any, lasting: str, chart: dict[str, str]) -> None:
    law = BEGUN + f"thing boat also\n  tired: yes/no{lasting}\n" + TIRED
    assert notes(bench, law, FILES | chart) == [
        ("HX418", "rules ask for `tired`, and nothing in play ever writes it")
    ]  # fmt: skip


def test_a_way_to_a_thing_or_hex_that_nothing_writes_is_told(bench: Any) -> None:
    for type_, condition in (("hex", "u.towards is u.hex"), ("boat", "u.towards is lit")):
        law = (
            BEGUN
            + f"thing boat also\n  towards: {type_} or none\nrule r [1]\n  forbids row.rower\n  when {condition}\n"
        )
        assert codes(bench, law) == {"HX418"}


@pytest.mark.parametrize(
    "more",
    [
        "rule written [1]\n  after row.rower\n  then:\n    mark u as tired\n",
        "effect rest(u: boat):\n  clear tired from u\n"
        "rule rests [1]\n  at the end of day\n  then:\n    for each boat u:\n      do rest(u)\n",
        "action nap [1]\n  open in sailing\n  pick napping(u: boat) where u is not tired does:\n    mark u as tired\n",
    ],
)
def test_a_state_that_some_statement_writes_is_none_of_them(bench: Any, more: str) -> None:
    law = BEGUN + "thing boat also\n  tired: yes/no lasting until end of day\n" + TIRED + more
    assert codes(bench, law) == set()


def test_what_a_cost_is_counted_in_is_written(bench: Any) -> None:
    law = BEGUN + (
        "thing boat also\n  used: whole = 0 lasting until end of day\n"
        "action haul [1]\n  open in sailing\n  pick hauler(u: boat) costs 1 counted in u.used\n"
        "rule haul.once [1]\n  forbids haul.hauler\n  when u.used > 0\n"
    )
    assert codes(bench, law) == set()


@pytest.mark.parametrize(
    "files",
    [
        {"units/boats.csv": "id,name,source,weight,tired\ntug,Tug,H 1,3,\n"},
        {"situations/race.yaml": f"map: {MAP}\npieces: {{a: {{kind: boat, at: A-1, tired: yes}}}}\n"},
    ],
)
def test_what_data_gives_is_given(bench: Any, files: dict[str, str]) -> None:
    assert codes(bench, BEGUN + "thing boat also\n  tired: yes/no\n" + TIRED, FILES | CHART | files) == set()


def test_where_no_chart_prints_counters_a_case_shows_what_one_may_be(bench: Any) -> None:
    case = f"cases:\n  - {{id: c, map: {MAP}, pieces: {{a: {{kind: boat, at: A-1, tired: yes}}}}, ask: 1, expect: 1}}\n"
    law = BEGUN + "thing boat also\n  tired: yes/no\n" + TIRED
    assert codes(bench, law, FILES | {"cases/c.cases.yaml": case}) == set()
    assert codes(bench, law, FILES | CHART | {"cases/c.cases.yaml": case}) == {"HX418"}


@pytest.mark.parametrize(
    ("attribute", "condition"),
    [
        ("speed: whole = 2", "u.speed > 3"),
        ("hull: paint = red", "u.hull is blue"),
        ('name: text = ""', 'u.name is "x"'),
    ],
)
def test_what_may_be_the_same_for_all_is_left_in_peace(bench: Any, attribute: str, condition: str) -> None:
    law = BEGUN + f"thing boat also\n  {attribute}\nrule r [1]\n  forbids row.rower\n  when {condition}\n"
    assert codes(bench, law, FILES | CHART) == set()


def test_what_is_said_of_the_map_every_situation_says_anew(bench: Any) -> None:
    law = BEGUN + "thing hex also\n  closed: yes/no\nrule r [1]\n  forbids row.rower\n  when u.hex is closed\n"
    assert codes(bench, law, FILES | CHART) == set()


def test_what_nobody_asks_for_is_no_law_that_play_misses(bench: Any) -> None:
    assert codes(bench, BEGUN + "thing boat also\n  tired: yes/no lasting until end of day\n") == set()


def test_law_that_nothing_is_played_by_yet_is_left_in_peace(bench: Any) -> None:
    law = (
        BEGUN.replace('situation race [1] "The race"\n', "")
        + "thing boat also\n  tired: yes/no lasting until end of day\n"
    )
    assert codes(bench, law + TIRED + "action doze [1]\n  pick dozer(u: boat)\n", {}) == set()


def test_a_rule_against_a_ruling_asks_for_nothing(bench: Any) -> None:
    law = BEGUN + "thing boat also\n  tired: yes/no lasting until end of day\n"
    law += 'ruling Q-001 [Q-001]\n  asks "May the tired row?"\n  answers yes\n  shown by one\n'
    against = TIRED.replace("  forbids", "  against ruling Q-001\n  forbids").replace("[1]", "[Q-001]")
    assert codes(bench, law + against) == set()


def test_what_a_base_declares_may_be_there_for_another_module(bench: Any) -> None:
    base = bench.write(
        BEGUN + "thing boat also\n  tired: yes/no lasting until end of day\n" + TIRED, name="base", files=FILES
    )
    found = Diagnostics()
    compilation = compile_modules(str(bench.variant(base, "", name="variant")), found)
    assert compilation is not None
    run_extra_checks(compilation, found)
    assert [d.code for d in found] == []


# ---- works

MEND = "task mend(w: boat) [1]\n  crew boat{most}\n  works at the end of day\n  stage all lasts 2\n"
SEVERAL = (
    "action set-to [1]\n  open in sailing\n  pick hulk(w: boat) where w is lit\n"
    "  pick hand(u: boat) repeatedly as hands where u.side is acting\n  begin mend(w) with hands\n"
)


@pytest.mark.parametrize(
    ("most", "begins", "told"),
    [
        (" at most 1", SEVERAL, True),
        (" at most 3", SEVERAL, False),  # a rule that nobody sees may keep to it
        ("", SEVERAL, False),
        (" at most 1", SEVERAL.replace(" repeatedly as hands", "").replace("hands", "{u}"), False),
        (" at most 1", SEVERAL.replace(" repeatedly as hands", "").replace("hands", "{u, w}"), True),
        (" at most 2", SEVERAL.replace(" repeatedly as hands", "").replace("hands", "{u, w}"), False),
    ],
)
def test_a_crew_has_to_fit_its_task(bench: Any, most: str, begins: str, told: bool) -> None:
    assert codes(bench, BEGUN + MEND.format(most=most) + begins) == ({"HX419"} if told else set())


@pytest.mark.parametrize(
    ("asks", "begins", "told"),
    [
        ("(one x in task.crew) is lit", SEVERAL, True),
        ("any x in task.crew where x is lit", SEVERAL, False),
        ("(one x in task.crew where x is lit) is moored", SEVERAL, False),
        ("(one x in task.crew) is lit", SEVERAL.replace(" repeatedly as hands", "").replace("hands", "{u}"), False),
    ],
)
def test_the_rules_of_a_task_speak_of_its_whole_crew(bench: Any, asks: str, begins: str, told: bool) -> None:
    law = BEGUN + MEND.format(most="") + begins + f"rule mend.dark [1]\n  pauses mend\n  when {asks}\n"
    assert codes(bench, law) == ({"HX419"} if told else set())


# ---- actions


@pytest.mark.parametrize(
    ("instead", "more", "told"),
    [
        ("drifting", "", True),
        ("drifting:\n      phase sailing", "", False),
        ("drifting", "action row also [2]\n  open in drifting\n", False),
        ("drifting", "drop action row [2]\n", False),
    ],
)
def test_what_takes_the_place_of_a_part_leaves_the_actions_of_the_base_open(
    bench: Any, instead: str, more: str, told: bool
) -> None:
    one = bench.write(BEGUN, name="one", files=FILES)
    two = bench.variant(one, f"sequence game also [2]\n  replaces sailing:\n    phase {instead}\n{more}", name="two")
    found = Diagnostics()
    compilation = compile_modules(str(two), found)
    assert compilation is not None, [d.message for d in found]
    run_extra_checks(compilation, found)
    assert [(d.code, str(d.span).rpartition("/")[2]) for d in found] == [("HX420", "10-law.law:2:12")] * told


@pytest.mark.parametrize(("part", "told"), [("sailing", True), ("day", True), ("fishing", False)])
def test_a_part_that_is_dropped_leaves_the_actions_of_the_base_open(bench: Any, part: str, told: bool) -> None:
    law = BEGUN.replace("phase sailing", "phase sailing\n    phase fishing")
    one = bench.write(law, name="one", files=FILES)
    found = findings(bench.variant(one, f"\ndrop phase {part} [2]\n", name="two"))
    assert [(d.code, str(d.span).rpartition("/")[2]) for d in found] == [("HX420", "10-law.law:2:12")] * told


# ---- what waits for a part

TIME = """thing boat also
  tired: yes/no lasting until end of day of its side
rule tires [1]
  after row.rower
  then:
    mark u as tired
rule rests [1]
  forbids row.rower
  when u is tired
"""
RENAMED = """sequence game also [2]
  replaces day:
    phase turn for each s in {north, south} by s:
      phase sailing
"""
UNTIL = TIME.replace(" lasting until end of day of its side", "").replace("as tired\n", "as tired until end of day\n")
ORDER = """order return
  "To come back."
  boat: boat
  falls due in day
action call-back [1]
  open in sailing
  pick called(u: boat) where u.side is acting does:
    write return(boat = u)
"""


def findings(module: Any) -> list[Any]:
    found = Diagnostics()
    compilation = compile_modules(str(module), found)
    assert compilation is not None, [d.message for d in found]
    run_extra_checks(compilation, found)
    return list(found)


@pytest.mark.parametrize(
    ("more", "waiting"),
    [
        (TIME, "`tired` lasts until it ends"),
        (UNTIL, "`tires` waits for its end"),
        (ORDER, "the order `return` falls due in it"),
    ],
)
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (RENAMED, True),
        (RENAMED.replace("turn", "day"), False),
        ("sequence game also [2]\n  after day:\n    phase night by north\n", False),
    ],
)  # fmt: skip
def test_what_waits_for_a_part_that_is_not_played_any_more_is_told(
    bench: Any, more: str, waiting: str, change: str, told: bool
) -> None:
    one = bench.write(BEGUN + more, name="one", files=FILES)
    found = [d for d in findings(bench.variant(one, change, name="two")) if d.code == "HX444"]
    message = f"no part `day` is played any more, and law waits for it: {waiting}"
    assert [(d.level, d.message) for d in found] == [("warning", message)] * told
    assert all(str(d.span).rpartition("/")[2] == "10-law.law:2:12" and "`phase day`" in d.help for d in found)


def test_a_time_that_nothing_writes_waits_for_nothing(bench: Any) -> None:
    """What is set in no game needs no end: the action that would is dropped with the part."""
    one = bench.write(BEGUN + TIME, name="one", files=FILES)
    assert {d.code for d in findings(bench.variant(one, "drop phase day [2]\n", name="two"))} == {"HX420"}


def test_law_of_ones_own_that_waits_for_a_part_of_the_past_is_told(bench: Any) -> None:
    one = bench.write(BEGUN, name="one", files=FILES)
    two = bench.variant(one, RENAMED, name="two")
    three = bench.variant(two, TIME, name="three")
    found = [d for d in findings(three) if d.code == "HX444"]
    assert [str(d.span).rpartition("/")[2] for d in found] == ["10-law.law:2:3"]


WAVE = "action wave{given} [1]\n  pick waver(v: boat) where v.side is acting{ending}\n"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (WAVE.format(given="", ending=""), "nothing opens or offers it"),
        (WAVE.format(given="(u: boat)", ending=""), "nothing opens or offers it"),
        (
            WAVE.format(given="(u: boat)", ending="") + "effect greet(u: boat):\n  offer wave(u) to u.side\n",
            "it is offered where nothing ever happens",
        ),
        (
            WAVE.format(given="(u: boat)", ending="")
            + "event met(u: boat)\nrule greet [1]\n  after met\n  then:\n    offer wave(u) to u.side\n",
            "it is offered where nothing ever happens",
        ),
    ],
)
def test_an_action_that_nothing_opens_is_told(bench: Any, more: str, told: str) -> None:
    found = [message for code, message in notes(bench, BEGUN + more) if code == "HX420"]
    assert found == [f"`wave` can never be taken: {told}"]


@pytest.mark.parametrize(
    "more",
    [
        WAVE.format(given="", ending="").replace("  pick", "  open in sailing\n  pick"),
        WAVE.format(given="(u: boat)", ending="")
        + "rule r [1]\n  after row.rower\n  then:\n    offer wave(u) to u.side\n",
        WAVE.format(given="(u: boat)", ending="")
        + "event met(u: boat)\neffect meet(u: boat):\n  announce met(u)\n"
        + "rule r [1]\n  after row.rower\n  then:\n    do meet(u)\n"
        + "rule q [1]\n  after met\n  then:\n    offer wave(u) to u.side\n",
        WAVE.format(given="(s: side)", ending="")
        + "rule r [1]\n  at the end of day\n  then:\n    offer wave(s) to s\n",
        WAVE.format(given="", ending="") + MEND.format(most="").replace("lasts 2", "opens wave") + SEVERAL,
        "action trace [1]\n  pick traced(v: boat)\n  let here be v.hex\n"
        "  pick line(k: hex) repeatedly from neighbours(here) costs 1 counted in v.spent does:\n    move v to k\n"
        "rule trace.far [1]\n  forbids trace.line\n  when v.spent > 3\n"
        "reach traces(v: boat, k: hex): fathoms\n  by trace.line\n",
    ],
)
def test_an_action_that_something_opens_is_left_in_peace(bench: Any, more: str) -> None:
    assert codes(bench, BEGUN + more) == set()


# ---- ends

MUST = "rule must [1]\n  forbids wave.done\n  when any boat x where x is lit\n"
OFFERED = WAVE + "rule r [1]\n  after row.rower\n  then:\n    offer wave(u) to u.side\n"


@pytest.mark.parametrize(
    ("law", "help_"),
    [
        (OFFERED.format(given="(u: boat)", ending=""), "an offer may always be declined"),
        (
            WAVE.format(given="", ending="").replace("  pick", "  open in sailing\n  pick"),
            "forbid the pick that ends `wave`",
        ),
    ],
)
def test_an_end_that_nobody_asks_for_is_told(bench: Any, law: str, help_: str) -> None:
    found = Diagnostics()
    compilation = compile_modules(str(bench.write(BEGUN + law + MUST, files=FILES)), found)
    assert compilation is not None
    run_extra_checks(compilation, found)
    told = next(d for d in found if d.code == "HX421")
    assert (told.level, told.message[:18]) == ("note", "`must` bars nobody")
    assert help_ in (told.help or "")


@pytest.mark.parametrize("how", [" repeatedly as wavers", " optionally"])
def test_an_end_that_is_asked_for_is_left_in_peace(bench: Any, how: str) -> None:
    law = OFFERED.format(given="(u: boat)", ending="").replace("waver(v: boat)", f"waver(v: boat){how}")
    assert codes(bench, BEGUN + law + MUST) == set()


def test_an_end_may_be_that_of_a_pick_inside_or_of_a_part(bench: Any) -> None:
    inside = OFFERED.format(given="(u: boat)", ending=" does:\n    pick flag(w: boat) optionally")
    assert codes(bench, BEGUN + inside + MUST) == set()
    part = "rule day.work [1]\n  forbids sailing.done\n  when any boat v where v is lit\n"
    assert codes(bench, BEGUN + part) == set()


# ---- effects

SINK = "effect sink(u: boat) [1]:\n  remove u\n"


def test_an_effect_that_nothing_does_is_told(bench: Any) -> None:
    assert notes(bench, BEGUN + SINK) == [("HX423", "nothing ever does `sink`")]
    assert notes(bench, BEGUN + SINK, {}) == [], "no game can be begun"


@pytest.mark.parametrize(
    "more",
    [
        "rule r [1]\n  after row.rower\n  then:\n    do sink(u)\n",
        "rule r [1]\n  at the end of sailing\n  then:\n    for each boat u:\n      do sink(u)\n",
        "action scuttle [1]\n  open in sailing\n  pick scuttled(u: boat)\n  do sink(u)\n",
    ],
)
def test_an_effect_that_something_does_is_none_of_them(bench: Any, more: str) -> None:
    assert codes(bench, BEGUN + SINK + more) == set()


# ---- facts

FULL = "fact u: boat is-full\n"
BARRED = "rule full.bar [1]\n  forbids row.rower\n  when u is-full\n"


def test_a_fact_that_is_asked_and_never_holds_is_told(bench: Any) -> None:
    assert notes(bench, BEGUN + FULL + BARRED) == [("HX424", "no rule says when `is-full` holds, so it never does")]
    assert notes(bench, BEGUN + FULL + BARRED, {}) == [], "no game can be begun"


@pytest.mark.parametrize(
    "law",
    [
        FULL,
        FULL + BARRED + "rule full.crew [1]\n  when u.crew > 3\n  u is-full\n",
        "fact u: boat is-full\n  otherwise u is moored\n" + BARRED,
    ],
)
def test_a_fact_that_may_hold_or_that_nobody_asks_for_is_none_of_them(bench: Any, law: str) -> None:
    assert codes(bench, BEGUN + law) == set()
