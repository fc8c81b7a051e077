"""What the checker finds in the law that moves a game on: names, types, order, and nothing where nothing is wrong."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import re
from typing import Any

import pytest

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

SEQUENCE = """sequence game [1]
  phase day while game.day < 9:
    phase watch for each s in {harbour, sea} by s:
      phase dusk:
        phase lamps
        phase bells
      do douse(s)
      phase night:
        phase rowing
"""
PLAY = (
    """choice side
  harbour, sea
thing game also
  day: whole = 1
thing boat also
  side: side = harbour
thing baker
  stands in hex or boat
  side: side = harbour
event struck(u: boat, h: hex)
effect douse(s: side):
  for each boat b where b.side is s:
    clear lit from b
effect strike(u: boat):
  announce struck(u, u.hex)
memory w: boat saw u: boat
memory u: boat is known
tally seen-for(u: boat, w: boat): fathoms
fact sound-at(u: boat): moment
rule sound.usual [1]
  sound-at(u) is end of next watch of u.side
order errand
  falls due in rowing
  by-boat: boat
  goal: hex
task caulk(u: boat)
  crew baker at most 2
  works at the end of watch
  stage drying lasts 2
  stage tarring opens row
action row
  open in rowing
  pick rower(u: boat) where u.side is acting
  let here be u.hex
  pick stroke(there: hex) repeatedly from neighbours(here) costs 1 counted in u.spent does:
    move u to there
action wave(x: boat)
  pick waver(u: boat) where u.side is acting
"""
    + SEQUENCE
)
HOOK = "rule k [1]\n  after struck\n"
TWO = (
    "rule j [1]\n  after struck\n{j}  then:\n    mark u as moored\nrule k [1]\n  after struck\n{k}  then:\n    {then}\n"
)

EACH = """rule j [1]
  at the end of dusk
  then:
    for each {one}:
      mark v as moored
rule k [1]
  at the end of dusk
  then:
    for each {other}:
      clear moored from w
"""


def hooks(j: str = "", k: str = "", then: str = "clear moored from u") -> str:
    return TWO.format(j=j, k=k, then=then)


PROVOKED = [
    # parts of the sequence
    ("HX401", "sequence game also\n  after lamp:\n    phase oil\n"),
    ("HX401", "sequence game also\n  before oil:\n    phase oil\n"),
    ("HX401", "sequence other\n  phase tea\nsequence other also\n  after lamps:\n    phase oil\n"),
    ("HX401", "sequence other\n  phase tea\n  after tea:\n    phase oil\n"),
    ("HX401", "rule k [1]\n  at the start of bell\n  then:\n    end the game\n"),
    ("HX401", "rule k [1]\n  forbids row.stroke\n  when now in rowings\n"),
    ("HX401", "effect x(u: boat):\n  mark u as lit until end of wach\n"),
    ("HX401", "order chore\n  falls due in row\n  who: baker\n"),
    ("HX401", "task mend(u: boat)\n  works at the end of dusks\n  stage one\n"),
    ("HX401", "action drift\n  open in row\n  pick drifter(u: boat)\n"),
    ("HX401", "thing boat also\n  wet: yes/no lasting until end of weeks\n"),
    ("HX212", "sequence game also\n  after lamps:\n    phase rowing\n"),
    ("HX401", "sequence game also\n  around wach:\n    phase call:\n      phase wach\n"),
    ("HX401", "sequence game also\n  around watch:\n    phase call\n"),
    ("HX401", "sequence game also\n  around watch:\n    phase call:\n      phase watch:\n        phase tea\n"),
    ("HX401", "sequence game also\n  around watch:\n    phase call:\n      phase watch\n      phase watch\n"),
    ("HX212", "sequence game also\n  around watch:\n    phase night:\n      phase watch\n"),
    ("HX231", "sequence game also\n  around watch:\n    phase call:\n      phase watch for each b in {1, 2}\n"),
    ("HX239", "sequence game also\n  around watch:\n    phase call for each s in {sea}:\n      phase watch\n"),
    ("HX234", "sequence game also\n  around watch:\n    phase call if s is sea:\n      phase watch\n"),
    ("HX239", "sequence other\n  phase x for each s in {harbour}:\n    phase y for each s in {sea}\n"),
    ("HX231", "sequence other\n  phase x for each s in harbour\n"),
    ("HX231", "sequence other\n  phase x by 3\n"),
    ("HX231", "sequence other\n  phase x if 3\n"),
    ("HX231", "sequence other\n  phase x while game.day\n"),
    ("HX231", "sequence other\n  phase x alternating from red\n"),
    # parts with a name, where no variant could change them
    ("HX204", "sequence other\n  phase x:\n    part early:\n      end the game\n"),
    ("HX204", HOOK + "  then:\n    part early:\n      end the game\n"),
    ("HX204", "task mend(u: boat)\n  works at the end of dusk\n  stage one\n  done:\n    part early:\n      end the game\n"),
    # moments
    ("HX231", "effect x(u: boat):\n  set u.range to end of watch\n"),
    ("HX231", "effect x(u: boat):\n  mark u as lit until u.range\n"),
    ("HX231", "effect x(u: boat):\n  mark u as lit until end of watch of u.paint\n"),
    ("HX231", "rule k [1]\n  forbids row.stroke\n  when sound-at(u) > 3\n"),
    ("HX231", "fact later(u: boat): moment\nrule k [1]\n  later(u) is 3\n"),
    ("HX231", "fact later(u: boat): fathoms\nrule k [1]\n  later(u) is sound-at(u)\n"),
    ("HX402", "thing boat also\n  wet: yes/no lasting until end of watch of its paint\n"),
    ("HX402", "thing boat also\n  wet: yes/no lasting until end of watch of its sde\n"),
    ("HX402", "thing boat also\n  wet: yes/no lasting until end of watch of side\n"),
    ("HX402", "effect x(u: boat):\n  mark u as lit until end of watch of its side\n"),
    # actions
    ("HX239", "action tow\n  pick tug(u: boat) does:\n    pick tow(u: boat) optionally\n"),
    ("HX239", "action tow\n  pick tug(u: boat)\n  pick tow(u: boat)\n"),
    ("HX239", "action tow(u: boat)\n  pick tug(u: boat)\n"),
    ("HX239", "action tow\n  pick tug(acting: boat)\n"),
    ("HX239", "action tow\n  pick tug(u: boat)\n  let here be u.hex\n  pick via(there: hex)\n  pick row.stroke\n"),
    ("HX212", "action tow\n  pick tug(u: boat) does:\n    pick tug(v: boat) optionally\n"),
    ("HX445", HOOK + "  then:\n    stops wave\n"),
    ("HX445", HOOK + "  then:\n    stops waved\nevent waved(u: boat)\n  by wave.waver\n"),
    ("HX263", HOOK + "  then:\n    stops rowing\n"),
    ("HX404", "action tow\n  pick tug(v: boat)\n  pick row.stroke\n"),
    ("HX263", "action tow\n  pick tug(u: boat)\n  pick row.strokes\n"),
    ("HX403", "action tow\n  pick tug(u: boat)\n  return u to quay\n"),
    ("HX403", "action tow\n  pick tug(u: boat)\n  return u to quay\n  point quay keeps place of u\n"),
    ("HX403", "effect x(u: boat):\n  return u to quay\n"),
    ("HX237", "action tow\n  pick tug(u: boat)\n  point quay keeps places of u\n"),
    ("HX263", HOOK + "  then:\n    offer wav(u) to sea\n"),
    ("HX263", "action rowing\n  pick rower(u: boat)\nrule k [1]\n  forbids rowing.done\n"),
    ("HX238", HOOK + "  then:\n    offer wave() to sea\n"),
    ("HX231", HOOK + "  then:\n    offer wave(u) to red\n"),
    ("HX231", "effect x(u: boat):\n  reveal u to u.paint\n"),
    ("HX239", "action tow\n  pick tug(u: boat) repeatedly as acting\n"),
    ("HX234", "action tow\n  pick tug(u: boat) repeatedly\n  mark u as lit\n"),
    # events and hooks
    ("HX405", "rule k [1]\n  after strukc\n  then:\n    end the game\n"),
    ("HX405", "rule k [1]\n  after strukc\n  pauses caulk\n"),
    ("HX405", "effect x(u: boat):\n  announce strck(u, u.hex)\n"),
    ("HX238", "effect x(u: boat):\n  announce struck(u)\n"),
    ("HX212", "event twice(u: boat, u: hex)\n"),
    ("HX263", "rule k [1]\n  after row.strok\n  then:\n    end the game\n"),
    ("HX408", "rule k [1]\n  then:\n    end the game\n"),
    ("HX408", "rule k [1]\n  counts 1 towards seen-for(u, w)\n"),
    ("HX267", HOOK + "  forbids row.stroke\n"),
    ("HX267", HOOK + "  at the start of dusk\n  then:\n    end the game\n"),
    ("HX262", HOOK + "  follows l\n  then:\n    end the game\n"),
    ("HX282", HOOK + "  follows sound.usual\n  then:\n    end the game\n"),
    ("HX282", HOOK + "  follows l\n  then:\n    end the game\nrule l [1]\n  at the end of dusk\n  then:\n    end the game\n"),
    ("HX283", HOOK + "  follows k\n  then:\n    mark u as lit\n"),
    ("HX283", hooks("  follows k\n", "  follows j\n", "mark u as lit")),
    ("HX414", hooks()),
    ("HX414", hooks(k="  when u.crew > 2\n")),
    ("HX414", hooks("  when u.crew > 2\n", "  when u.crew > 2\n")),
    ("HX414", EACH.format(one="boat v", other="boat w")),
    ("HX414", EACH.format(one="boat v", other="boat w").replace("clear", "mark w as lit\n      clear")),
    # memories and tallies
    ("HX409", HOOK + "  begins w sees u\n"),
    ("HX409", HOOK + "  begins u is knwon\n"),
    ("HX409", HOOK + "  begins sound-at(u)\n"),
    ("HX409", HOOK + "  begins w saw\n"),
    ("HX409", HOOK + "  counts 1 towards seen(u, w)\n"),
    ("HX231", HOOK + "  counts u.paint towards seen-for(u, w)\n"),
    ("HX231", HOOK + "  begins h saw u\n"),
    # orders and tasks
    ("HX406", "effect x(u: boat):\n  write erand(by-boat = u, goal = u.hex)\n"),
    ("HX238", "effect x(u: boat):\n  write errand(by-boat = u)\n"),
    ("HX231", "effect x(u: boat):\n  write errand(by-boat = u, goal = 3)\n"),
    ("HX239", "effect x(u: boat):\n  write errand(by-boat = u, goal = u.hex) as u\n"),
    ("HX413", "order chore\n  who: baker\n"),
    ("HX212", "order chore\n  falls due in rowing\n  who: baker\n  who: boat\n"),
    ("HX254", "order chore\n  falls due in rowing\n  times: whole = 3\n"),
    ("HX407", "effect x(u: boat, p: baker):\n  begin calk(u) with {p}\n"),
    ("HX407", "rule k [1]\n  cancels caulks\n"),
    ("HX238", "effect x(p: baker):\n  begin caulk() with {p}\n"),
    ("HX231", "effect x(u: boat):\n  begin caulk(u) with {u}\n"),
    ("HX239", "effect x(u: boat, p: baker):\n  begin caulk(u) with {p} as p\n"),
    ("HX231", "effect x(u: boat):\n  pause u\n"),
    ("HX411", "task mend(u: boat)\n  crew boat\n  stage one\n"),
    ("HX412", "task mend(u: boat)\n  crew baker\n"),
    ("HX212", "task mend(u: boat)\n  stage one\n  stage one\n"),
    ("HX212", "task mend(stage: boat)\n  stage one\n"),
    ("HX263", "task mend(u: boat)\n  stage one opens mending\n"),
    ("HX231", "task mend(u: boat)\n  stage one lasts u.paint\n"),
    # situations
    ("HX271", "situation calm [1] \"Calm\"\n  with option fogg on\n"),
    ("HX272", "situation calm [1] \"Calm\"\n  with reading low: dry\n"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "law"), PROVOKED, ids=lambda value: value if len(value) == 5 else "")
def test_what_is_wrong_is_found_once_and_told(bench: Any, code: str, law: str) -> None:
    found = bench.findings(PLAY + law)
    assert [d.code for d in found] == [code], [(d.code, d.message) for d in found]
    assert found[0].span is not None
    assert not re.match(r"[A-Z]", found[0].message)
    assert not found[0].message.endswith(".")


@pytest.mark.parametrize("line", ["if u0 is lit:", "for each boat u{i}:", "pick p{i}(u{i}: boat) does:"])
def test_blocks_do_not_go_on_for_ever(bench: Any, line: str) -> None:
    def nested(depth: int) -> str:
        lines = [" " * i + line.format(i=i) for i in range(1, depth)]
        body = [" pick p0(u0: boat) does:", *(f" {x}" for x in lines), " " * (depth + 1) + "mark u0 as lit"]
        return PLAY + "action deep\n" + "\n".join(body) + "\n"

    assert bench.codes(nested(39)) == set()
    assert bench.codes(nested(41)) == {"HX240"}


def test_a_law_with_a_sequence_says_who_plays(bench: Any) -> None:
    assert bench.codes("sequence game\n  phase day\n") == {"HX410"}
    assert bench.codes("choice side\n  harbour, sea\nsequence game\n  phase day\n") == set()


@pytest.mark.parametrize(
    ("law", "meant"),
    [
        ("effect x(u: boat):\n  announce strck(u, u.hex)\n", "struck"),
        ("effect x(u: boat):\n  write erand(by-boat = u, goal = u.hex)\n", "errand"),
        ("effect x(u: boat, p: baker):\n  begin calk(u) with {p}\n", "caulk"),
        ("sequence game also\n  after lamp:\n    phase oil\n", "lamps"),
        (HOOK + "  then:\n    offer wav(u) to sea\n", "wave"),
        (HOOK + "  begins u is knwon\n", "known"),
        ("action tow\n  pick tug(u: boat)\n  point quay keeps place of u\n  return u to qay\n", "quay"),
    ],
)
def test_a_slip_of_the_pen_is_recognised(bench: Any, law: str, meant: str) -> None:
    (found,) = bench.findings(PLAY + law)
    assert f"`{meant}`" in (found.help or "")


FINE = [
    "",
    "sequence game also\n  after lamps:\n    phase oil\n  before oil:\n    phase wick by sea if game.day > 1\n",
    "sequence game also\n  after lamps:\n    phase oil:\n      do douse(s)\n  before oil:\n    phase wicks:\n      phase wick\nrule k [1]\n  at the end of wick\n  then:\n    do douse(s)\n",
    "sequence game also\n  around watch:\n    phase call for each boat b where b is lit:\n      phase watch for each x in {b.side}\nrule k [1]\n  at the end of lamps\n  when s is sea\n  then:\n    mark b as moored\n",
    "sequence other\n  phase tea while any boat b where b is lit alternating from sea:\n    roll 1d6 as pip\n    if pip > 3:\n      end the game\n",
    "effect x(u: boat):\n  mark u as lit until sound-at(u)\n  set u.range to 1 until start of next dusk of sea\n",
    "rule k [1]\n  over sound.usual\n  when now in night\n  sound-at(u) is start of day\n",
    "thing boat also\n  wet: yes/no lasting until end of watch of its side secret [1] \"soaked\"\n",
    HOOK + "  then:\n    offer wave(u) to sea repeatedly\n",
    HOOK + "  when u is lit and h is shoal\n  then:\n    reveal u to harbour\n",
    "rule k [1]\n  after row.stroke\n  then:\n    mark u as lit\nrule l [1]\n  after row.stroke\n  follows k\n  then:\n    clear lit from u\n",
    "rule k [1]\n  after strike\n  then:\n    mark u as lit\n",
    "rule k [1]\n  after errand\n  then:\n    remove order\n",
    "rule k [1]\n  after caulk\n  then:\n    cancel task\n",
    "rule k [1]\n  after struck\n  restarts caulk\n  when task.u is u\n",
    "rule k [1]\n  pauses task\n  when any p in task.crew where p.side is sea\n",
    "rule k [1]\n  begins w saw u\n  when distance(w.hex, u.hex) < 2\nrule l [1]\n  at the end of day\n  lapses w saw u\n",
    HOOK + "  counts 1/2 towards seen-for(u, w)\n  when w saw u\nrule l [1]\n  resets seen-for(u, w)\n  when not w saw u\n",
    "fact u: boat is noted\nrule k [1]\n  when any boat w where seen-for(u, w) > 1 or w saw u or u is known\n  u is noted\n",
    "order chore\n  who: baker\n  on-day: whole\nrule k [1]\n  at the start of day\n  then:\n    for each chore c where c.on-day is game.day:\n      remove c\n",
    "action tow\n  pick tug(u: boat) repeatedly does:\n    let here be u.hex\n    point quay keeps place, spent of u\n    pick row.stroke repeatedly\n    pick line(v: boat) optionally\n  for each boat u where u is lit:\n    return u to quay\n  finish\nrule k [1]\n  forbids tow.line\n  when v is u\n",
    "action tow\n  pick tug(u: boat)\n  point quay keeps place of u\n  do back(u)\neffect back(u: boat):\n  return u to quay\n",
    # hooks that do not surely collide
    hooks("  follows k\n"),
    hooks(k="  follows j\n"),
    hooks(then="mark u as moored"),
    hooks(then="mark u as lit"),
    hooks("  when u is lit\n", "  when u is not lit\n"),
    hooks(k="  when u is moored\n"),
    hooks() + "rule l [1]\n  limits k\n  when u is lit\n",
    hooks(then="let u2 be u.friend\n    clear moored from u2"),
    hooks(then="move u to h\n    clear moored from u"),
    hooks(k="  when u saw u\n"),
    hooks(k="  when distance(u.hex, h) > 2\n", then="mark u as lit"),
    hooks(then="if u is lit:\n      clear moored from u"),
    EACH.format(one="boat v", other="boat w where w is lit"),
    EACH.format(one="boat v", other="boat w").replace("clear", "move w to w.hex\n      clear"),
    EACH.format(one="boat v", other="boat w").replace("rule k [1]\n", "rule k [1]\n  follows j\n"),
    "rule j [1]\n  after row.stroke\n  then:\n    mark u as moored\nrule k [1]\n  after struck\n  then:\n    clear moored from u\n",
    "situation calm [1] \"Calm\"\n  \"Nobody is at sea.\"\n",
]  # fmt: skip


@pytest.mark.parametrize("law", FINE)
def test_nothing_is_found_where_nothing_is_wrong(bench: Any, law: str) -> None:
    assert [(d.code, d.message, str(d.span)) for d in bench.findings(PLAY + law)] == []


# ---- what the graph keeps


def names_in(spans: Any) -> list[Any]:
    """The parts of a sequence by name, what lies in one after it, and `-` for a statement."""
    return [(part.name, *names_in(part.body)) if isinstance(part, g.SpanDecl) else "-" for part in spans]


def test_parts_are_put_beside_others_and_statements_stay_where_they_were(bench: Any) -> None:
    also = "sequence game also\n  after lamps:\n    phase oil\n  before night:\n    phase moonrise\n"
    graph = bench.compiled(PLAY + also).graph
    dusk = ("dusk", ("lamps",), ("oil",), ("bells",))
    assert names_in(graph.sequences["game"]) == [("day", ("watch", dusk, "-", ("moonrise",), ("night", ("rowing",))))]


def test_what_is_put_around_a_part_plays_it_where_it_is_named(bench: Any) -> None:
    call = "    phase call while game.day > 3:\n      do douse(sea)\n      phase watch for each x in {sea} if game.day < 7\n"
    also = f"sequence game also\n  around watch:\n{call}    phase tea\n"
    graph = bench.compiled(PLAY + also).graph
    watch = ("watch", ("dusk", ("lamps",), ("bells",)), "-", ("night", ("rowing",)))
    assert names_in(graph.sequences["game"]) == [("day", ("call", "-", watch), ("tea",))]
    found = graph.sequences["game"][0].body[0].body[1]
    (before,) = bench.compiled(PLAY).graph.sequences["game"][0].body
    assert (found.each[0], [item.value for item in found.each[1].items]) == ("s", ["sea"])
    assert (found.by, found.body) == (before.by, before.body)
    assert found.condition is not None
    assert before.condition is None


def test_around_one_part_another_is_put_later(bench: Any) -> None:
    also = "sequence game also\n  around watch:\n    phase call:\n      phase watch\n"
    later = "sequence game also\n  around watch:\n    phase bid:\n      phase watch\n  before watch:\n    phase tea\n"
    graph = bench.compiled(PLAY + also + later).graph
    watch = ("watch", ("dusk", ("lamps",), ("bells",)), "-", ("night", ("rowing",)))
    assert names_in(graph.sequences["game"]) == [("day", ("call", ("bid", ("tea",), watch)))]


def test_a_part_beside_another_knows_what_both_lie_in_and_no_more(bench: Any) -> None:
    also = "sequence game also\n  after watch:\n    phase dawn\n"
    (found,) = bench.findings(PLAY + also + "rule k [1]\n  at the end of dawn\n  then:\n    do douse(s)\n")
    assert (found.code, found.message) == ("HX234", "there is no `s` here")
    (found,) = bench.findings(PLAY + also.replace("dawn", "dawn:\n      do douse(s)"))
    assert (found.code, found.message) == ("HX234", "there is no `s` here")


def test_who_acts_and_how_often_is_kept(bench: Any) -> None:
    day = bench.compiled(PLAY).graph.sequences["game"][0]
    watch = day.body[0]
    assert (day.name, watch.name) == ("day", "watch")
    assert isinstance(day.repeats, e.Compare)
    assert watch.each[0] == "s"
    assert watch.by == e.Var("s", t.Choice("side"))


def test_a_long_circle_of_hooks_is_told_with_its_ends(bench: Any) -> None:
    hook = "rule k{n} [1]\n  after struck\n  follows k{following}\n  then:\n    mark u as lit\n"
    law = "".join(hook.format(n=n, following=(n + 1) % 14) for n in range(14))
    [circle] = [found.message for found in bench.findings(PLAY + law) if found.code == "HX283"]
    assert circle.startswith("these rules follow each other in a circle: `k0` -> `k1` -> ")
    assert circle.endswith(" -> `...` -> `k0`")


def test_a_hook_keeps_what_it_follows(bench: Any) -> None:
    rules = bench.compiled(PLAY + hooks(k="  follows j\n")).graph.rules
    assert (rules["k"].after, rules["k"].follows) == ("struck", ("j",))
    assert rules["k"].scope == ("u", "h")


def test_a_memory_ranges_over_what_the_event_does_not_give(bench: Any) -> None:
    conclusion = bench.compiled(PLAY + HOOK + "  begins w saw u\n").graph.rules["k"].conclusion
    assert conclusion == g.Remembers(
        "saw", (e.Var("w", t.Kind("boat")), e.Var("u", t.Kind("boat"))), (("w", t.Kind("boat")),), False
    )


def test_a_lifetime_names_its_edge_and_whose_it_is(bench: Any) -> None:
    law = "thing boat also\n  wet: yes/no lasting until end of next watch of its side secret\n"
    wet = bench.compiled(PLAY + law).graph.kinds["boat"].attributes["wet"]
    assert (wet.lasting, wet.secret) == (g.Lifetime("end", "next", "watch", "side"), True)


def test_orders_and_tasks_have_what_the_machine_keeps_of_them(bench: Any) -> None:
    graph = bench.compiled(PLAY).graph
    assert {"owner", "at-hand", "by-boat", "goal"} <= set(graph.kinds["errand"].attributes)
    assert graph.orders["errand"].due == "rowing"
    assert {"owner", "stage", "work", "crew", "paused", "u"} <= set(graph.kinds["caulk"].attributes)
    assert [(stage.name, stage.opens) for stage in graph.tasks["caulk"].stages] == [
        ("drying", None),
        ("tarring", "row"),
    ]


def test_a_borrowed_pick_keeps_the_name_its_prohibitions_hang_on(bench: Any) -> None:
    law = "action tow\n  pick tug(u: boat) does:\n    let here be u.hex\n    pick row.stroke optionally\n"
    borrowed = bench.compiled(PLAY + law).graph.actions["tow"].lines[0].does[1]
    assert (borrowed.path, borrowed.var, borrowed.repeatedly, borrowed.optionally) == (
        "row.stroke",
        "there",
        False,
        True,
    )


def test_a_nested_pick_is_named_with_its_action(bench: Any) -> None:
    law = "action tow\n  pick tug(u: boat) does:\n    pick line(v: boat) optionally\n"
    assert bench.compiled(PLAY + law).graph.actions["tow"].lines[0].does[0].path == "tow.line"


def test_rules_of_a_situation_belong_to_it(bench: Any) -> None:
    special = 'chapter [2] "Special" if situation calm\nrule k [1]\n  forbids row.stroke\n'
    law = PLAY + 'situation calm [1] "Calm"\n'
    graph = bench.compiled(law, files={"20-calm.law": special}).graph
    assert graph.rules["k"].origin.situation == "calm"


def test_a_rule_about_a_gathered_pick_can_be_asked_elsewhere_if_it_does_not_ask_what_was_picked(bench: Any) -> None:
    law = """action gather [1]
  pick member(b: boat) repeatedly as crowd
  for each b in crowd:
    mark b as lit
rule gather.moored [1]
  forbids gather.member
  when b is moored
rule gather.few [1]
  forbids gather.member
  when count(crowd) > 2
fact b: boat is alone
rule alone.moored [1]
  when RULE applies
  b is alone
"""
    assert bench.codes(law.replace("RULE", "gather.moored")) == set()
    assert bench.codes(law.replace("RULE", "gather.few")) == {"HX234"}
