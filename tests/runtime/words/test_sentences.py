"""Rules in sentences: those here were written by hand from the law beside them, most stand in `sentences.txt`."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.runtime.law.law import Configuration, configure
from hexlaw.runtime.words.law_in_words import Exception_, Words
from hexlaw.runtime.words.spans import is_phrased, plain

Golden = Callable[[Path, str, list[str]], None]
LAW = """choice side
  north, south
thing boat also
  side: side = north
fact toll(u: boat, h: hex): fathoms or none
  otherwise none
fact u: boat is welcome
fact u: boat outsails other: boat
fact crew-of(u: boat) collects boat
table tolls(m: mood): fathoms
memory u: boat was-seen
tally trips(u: boat): whole
quantity pull(u: boat): fathoms
  starts with u.range
  steps tide, load
action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) costs 1 counted in u.spent does:
    move u to there
effect sink(u: boat) [1]:
  "It is gone."
  remove u
"""
PHRASES = """words
  kind boat reads "boat" / "boats"
  variable there reads "the next hex"
  value side.north reads "the northern side" / "{it} is northern"
  value water.reef reads "reef"
  value mood.wild reads "wild" / "{it} is wild"
  attribute hex.water reads "waters" / "{it} shows {item}" / "{it} does not show {item}"
  attribute boat.spent reads "miles sailed"
  rest boat.range reads "the pull that {it} has left"
  attribute boat.lit reads "{it} carries a light" / "{it} carries no light"
  attribute boat.friend reads "the friend of {it}" / "{it} has no friend" / "{it} has a friend"
  attribute boat.shadows reads "shadows" / "{item} shadows {it}" / "{item} does not shadow {it}"
  fact toll reads "the toll of {u} in {h}" / "{h} is closed to {u}" / "{h} is open to {u}"
  fact outsails reads "{u} outsails {other}" / "{u} does not outsail {other}"
  fact crew-of reads "helpers of {u}" / "{item} helps {u}" / "{item} does not help {u}"
  table tolls reads "the printed toll for {m}"
  memory was-seen reads "{u} has been seen"
  tally trips reads "the trips of {u}"
  quantity pull reads "the pull of {u}"
  step pull.tide reads "the tide"
  pick sail.skipper reads "a boat" / "{u} may sail"
  pick sail.step reads "the next hex" / "{u} may enter {there}"
  effect sink reads "{u} sinks"
  part sailing reads "the sailing"
"""
PLAYED = "sequence g [1]\n  phase day for each s in {north, south} by s:\n    phase sailing\n"
TABLE = {"tables/tolls.yaml": "table: tolls\ncite: [H 1]\nrows: {asleep: 1, drowsy: 2, awake: 3, wild: 4}\n"}


def graph_of(bench: Any, law: str, phrases: str = PHRASES) -> Any:
    return bench.compiled(LAW + PLAYED + law + phrases, files=TABLE).graph


def said(bench: Any, law: str, phrases: str = PHRASES) -> list[str]:
    """The last rule of the law in words."""
    graph = graph_of(bench, law, phrases)
    *_, rule = graph.rules.values()
    return ["  " * line.depth + plain(line.said) for line in Words(graph).rule(rule)]


GOLDEN = Path(__file__).with_name("sentences.txt")


@pytest.mark.parametrize(
    "block", GOLDEN.read_text("utf-8").split("\n\n")[1:], ids=lambda block: block.partition("\n")[0]
)
def test_a_rule_is_a_sentence(bench: Any, block: str, golden: Golden) -> None:
    law = re.sub(r"^[#>] .*\n?", "", block, flags=re.MULTILINE)
    golden(GOLDEN, block, said(bench, law))


HELD = "choice camp\n  reds, blues\nthing boat also\n  held-by: camp or none\n"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("rule r [1]\n  when u.held-by is reds\n  u is welcome\n", "A boat is welcome if it is held by reds."),
        ("rule r [1]\n  when u.held-by is not reds\n  u is welcome\n", "A boat is welcome if it is not held by reds."),
        ("rule r [1]\n  when u.held-by is none\n  u is welcome\n", "A boat is welcome if it is not held."),
        (
            "rule r [1]\n  after sail.step\n  then:\n    set u.held-by to blues\n",
            "When a boat enters the next hex, it is now held by blues.",
        ),
    ],
)
def test_what_is_done_by_somebody_is_said_so_without_a_phrase(bench: Any, rule: str, told: str) -> None:
    assert said(bench, f"{HELD}{rule}") == [told]


PREPOSITIONS = """thing game also
  led-by: side or none
thing boat also
  bound-for: hex or none
  range-to: hex or none
  paid-for: whole = 0
fact won-by(g: game): side or none
  otherwise none
fact met-by(v: boat): boat or none
  otherwise none
fact tied-to(s: side): side or none
  otherwise none
fact asked-by(s: side): side or none
  otherwise none
fact worth-to(s: side): whole
  otherwise 0
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("won-by(game) is south", "the game is won by south"),
        ("won-by(game) is none", "the game is not won"),
        ("won-by(game) is not none", "the game is won"),
        ("worth-to(won-by(game)) > 2", "the worth to the side by which the game is won is more than 2"),
        ("worth-to(game.led-by) > 2", "the worth to the side by which the game is led is more than 2"),
        ("u.bound-for is u.hex", "it is bound for its hex"),
        ("u.bound-for is none", "it is bound for nothing"),
        ("u.bound-for.water includes reef", "the hex for which it is bound shows reef"),
        ("u.range-to is none", "it has no “range to”"),
        ("u.paid-for > 2", "its “paid for” is more than 2"),
        ("met-by(u) is none", "it has no “met by”"),
        ("tied-to(south) is none", "there is no “tied to” of south"),
        ("tied-to(south) is not none", "there is a “tied to” of south"),
        ("asked-by(south) is not none", "there is an “asked by” of south"),
    ],
)
def test_a_name_that_ends_in_a_preposition_is_no_noun(bench: Any, condition: str, told: str) -> None:
    law = f"{PREPOSITIONS}rule r [1]\n  when {condition}\n  u is welcome\n"
    assert said(bench, law) == [f"A boat is welcome if {told}."]


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("any shelter k where k.boats includes u", "it is in the care of a shelter"),
        ("any shelter k where k is lit and k.boats includes u", "it is in the care of a lit shelter"),
        ("no shelter k where k.boats includes u", "there is no shelter for which it is in the care of that shelter"),
    ],
)
def test_one_of_a_kind_is_named_where_a_sentence_about_another_has_it(bench: Any, condition: str, told: str) -> None:
    law = (
        "thing shelter\n  stands in hex\n  lit: yes/no\n  boats: set of boat\n"
        'words\n  attribute shelter.boats reads "boats" / "{item} is in the care of {it}" / "{item} is not in the care of {it}"\n'
        '  attribute shelter.lit reads "{it} is lit" / "{it} is dark"\n'
        f"rule r [1]\n  when {condition}\n  u is welcome\n"
    )
    assert said(bench, law) == [f"A boat is welcome if {told}."]


def test_several_things_that_happen_stand_below_one_another(bench: Any) -> None:
    law = "rule r [1]\n  after sail.step\n  when u is lit\n  then:\n    mark u as moored\n    set u.crew to 3\n"
    assert said(bench, law) == [
        "When a boat enters the next hex, if it carries a light:", "  It is now moored.", "  Its crew becomes 3.",
    ]  # fmt: skip


GOAL = """advice [HA 1] "Advice"
rule r
  for each boat b where b.side is s
  goal of s that b is moored with b at b.hex worth 2 * b.range
"""


def test_what_belongs_to_a_goal_stands_below_it(bench: Any) -> None:
    assert said(bench, GOAL) == [
        "For every boat that is of a side, a goal of the side is that that boat is moored.",
        "  This is worth twice that boat's range.",
        "  It is for that boat to bring this about.",
        "  The place for it: that boat's hex.",
    ]


def test_two_dice_are_the_first_and_the_second(bench: Any) -> None:
    law = "effect drift(u: boat) [1]:\n  roll d6 as a\n  roll d6 as b\n  set u.crew to a - b\n  set u.crew to u.crew + 1\n"
    lines = Words(graph_of(bench, law)).effect("drift")
    assert [plain(line.said) for line in lines[1:]] == [
        "One die of 6 sides is thrown.", "Another die of 6 sides is thrown.",
        "Its crew becomes the first die less the second die.", "Its crew goes up by 1.",
    ]  # fmt: skip


def test_those_picked_are_called_by_what_one_is_and_what_goes_without_saying_is_not_said(bench: Any) -> None:
    law = (
        "action haul [2]\n  pick skipper(u: boat)\n  let here be u.hex\n  pick rope(w: boat) repeatedly as ropes\n"
        "  for each v in ropes:\n    mark v as moored\n  move u to here\n"
    )
    phrases = '  variable here reads "its hex"\n  pick haul.skipper reads "a skipper"\n  pick haul.rope reads "a tug"\n'
    lines = Words(graph_of(bench, law, PHRASES + phrases)).action("haul")
    assert [plain(line.said) for line in lines[1:]] == [
        "Pick a skipper.", "Pick a tug, as often as wanted.", "Each of the tugs picked is now moored.",
        "The skipper goes to its hex.",
    ]  # fmt: skip


BAR = "rule bar [1]\n  forbids sail.step\n  when u is moored\n"


def test_of_two_that_are_gone_through_one_in_the_other_the_inner_is_the_other(bench: Any) -> None:
    law = (
        "rule r [1]\n  after sail.step\n  then:\n    for each boat v in u:\n      for each boat w in v:\n"
        "        do sink(w)\n        mark w as moored\n      do sink(v)\n"
    )
    assert said(bench, law)[-4:] == [
        "    For every boat in that boat:", "      That other boat sinks.", "      That other boat is now moored.",
        "    That boat sinks.",
    ]  # fmt: skip


def test_what_is_moved_off_the_map_leaves_it(bench: Any) -> None:
    law = "effect drown(u: boat) [1]:\n  mark u as moored\n  move u to none\n"
    lines = Words(graph_of(bench, law, PHRASES + '  effect drown reads "{u} drowns"\n')).effect("drown")
    assert [plain(line.said) for line in lines[1:]] == ["It is now moored.", "It leaves the map."]


def test_what_is_picked_is_said_with_its_article_first_and_then_again(bench: Any) -> None:
    law = "action haul [2]\n  pick rope(w: boat) where w is lit\n  mark w as moored\n"
    lines = Words(graph_of(bench, law, PHRASES + '  pick haul.rope reads "a boat"\n')).action("haul")
    assert [plain(line.said) for line in lines[1:]] == ["Pick a boat that carries a light.", "The boat is now moored."]


def test_an_owner_that_is_not_a_side_is_said_as_such(bench: Any) -> None:
    law = "thing captain\nthing boat also\n  owner: captain or none\n"
    rule = "rule r [1]\n  when any boat v where v.side is u.side and v.owner is u.owner\n  u is welcome\n"
    [line] = said(bench, law + rule)
    assert line == "A boat is welcome if there is a friendly boat whose owner is its owner."


def test_what_a_rule_that_applies_asks_for_is_said_without_brackets(bench: Any) -> None:
    law = (
        "rule q [1]\n  when u is lit and u.crew > 2\n  u is welcome\nrule r [1]\n  when q applies\n  toll(u, h) is 2\n"
    )
    [line] = said(bench, law)
    assert line == "The toll of a boat in a hex is 2 if it carries a light and its crew is more than 2."


def test_a_name_that_says_what_it_is_called_by_anyway_is_not_said(bench: Any) -> None:
    law = "effect drift(u: boat):\n  let here be u.hex\n  remove u\n"
    graph = graph_of(bench, law, PHRASES + '  variable here reads "its hex"\n  effect drift reads "{u} drifts"\n')
    assert [plain(line.said) for line in Words(graph).effect("drift")] == ["A boat drifts:", "It is taken off the map."]


def test_parameters_are_called_by_their_phrases_where_a_fact_is_declared(bench: Any) -> None:
    graph = graph_of(bench, "", PHRASES + '  parameter outsails.other reads "the slower boat"\n')
    assert plain(Words(graph).fact("outsails")) == "Whether a boat outsails the slower boat."


def test_a_part_of_the_sequence_for_each_thing_calls_it_by_its_kind(bench: Any) -> None:
    law = LAW + "sequence g [1]\n  phase day for each b in fleet(game):\n    set b.crew to 1\n    phase sailing\n"
    law += "fact fleet(g: game) collects boat\n" + PHRASES + '  fact fleet reads "boats of the game"\n'
    graph = bench.compiled(law, files=TABLE).graph
    assert [plain(line.said) for line in Words(graph).sequence("g")] == [
        "The day, once for each of the boats of the game.",
        "That boat's crew becomes 1.",
        "The sailing.",
    ]


def test_a_limit_of_a_prohibition_says_what_is_allowed_nevertheless(bench: Any) -> None:
    law = BAR + "rule r [2]\n  limits bar\n  when u is lit\n"
    assert said(bench, law) == ["Even where H 1 forbids it, a boat may enter the next hex if it carries a light."]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("", ""),
        ("rule other [9]\n  forbids sail.step\n  when u.crew > 9\n", ""),
        ("rule other [1]\n  forbids sail.step\n  when u.crew > 9\n", "because a boat is moored and its crew is 0"),
    ],
)
def test_an_exception_says_which_prohibition_is_meant_of_several_at_one_place(bench: Any, other: str, why: str) -> None:
    law = BAR + f"  when u.crew = 0\n{other}rule r [2]\n  limits bar\n  when u is lit\n"
    who = f" {why}, it" if why else ", a boat"
    assert said(bench, law) == [f"Even where H 1 forbids it{who} may enter the next hex if it carries a light."]


def test_no_prohibition_is_told_apart_by_many_words(bench: Any) -> None:
    long = " or ".join(f"u.crew = {number}" for number in range(900, 919))
    other = "rule other [1]\n  forbids sail.step\n  when u.crew > 9\n"
    law = BAR + f"  when ({long})\n{other}rule r [2]\n  limits bar\n  when u is lit\n"
    assert said(bench, law) == ["Even where H 1 forbids it, a boat may enter the next hex if it carries a light."]


def test_a_lift_says_what_is_allowed_nevertheless_and_against_what(bench: Any) -> None:
    law = BAR + "rule r [2]\n  lifts bar\n  when u is lit\n"
    assert said(bench, law) == ["Even where H 1 forbids it, a boat may enter the next hex if it carries a light."]


def test_a_limit_of_a_limit_says_which_exception_is_not_made(bench: Any) -> None:
    law = BAR + "rule off [2]\n  limits bar\n  when u is lit\nrule r [3]\n  limits off\n  when u.crew = 0\n"
    assert said(bench, law) == [
        "The rule that a boat may not enter the next hex holds even where it carries a light, if its crew is 0."
    ]


def said_below(exception: Exception_) -> str:
    [line] = exception.lines
    return plain(line.said)


def test_exceptions_go_on_from_the_rule(bench: Any) -> None:
    law = (
        "rule t [1]\n  toll(u, h) is 2\nrule small [2]\n  over t\n  when u.crew = 0\n  toll(u, h) is 1\n"
        "rule lit [3]\n  limits t\n  when u is lit\n"
    )
    graph = graph_of(bench, law)
    words = Words(graph)
    assert [(x.how, x.rule.id, said_below(x)) for x in words.exceptions(graph.rules["t"])] == [
        ("over", "small", "Instead, its toll in the hex is 1 if its crew is 0."),
        ("limits", "lit", "Not if it carries a light."),
    ]


def test_what_belongs_to_what_is_its_own_is_said_so(bench: Any) -> None:
    """`the spirit of the crew of it` is the spirit of its crew, and not its spirit of the crew."""
    phrases = PHRASES + '  attribute boat.range reads "the spirit of the crew of {it}"\n'
    [line] = said(bench, "rule r [1]\n  when u.range > 3\n  u is welcome\n", phrases)
    assert line == "A boat is welcome if the spirit of its crew is more than 3."


def test_an_article_gives_way_to_what_brings_its_own(bench: Any) -> None:
    phrases = PHRASES.replace("the toll of {u} in {h}", "the toll of the {u} in a {h}").replace(
        "the printed toll for {m}", "the toll of a {m} crew"
    )
    law = "rule r [1]\n  when u is lit\n  toll(u, h) is {}\n"
    assert said(bench, law.format("tolls(u.mood)"), phrases) == [
        "The toll of a boat in a hex is the toll of its mood crew if it carries a light."
    ]
    assert said(bench, law.format("tolls(wild)"), phrases) == [
        "The toll of a boat in a hex is the toll of a wild crew if it carries a light."
    ]


@pytest.mark.parametrize(("name", "expected"), [("grounded", "is grounded"), ("in-reach", "is in reach")])
def test_what_a_call_says_of_one_thing_is_said_of_it_where_its_name_reads_so(
    bench: Any, name: str, expected: str
) -> None:
    law = f"fact {name}(u: boat): yes/no\nrule r [1]\n  when u is lit\n  {name}(u)\n"
    assert said(bench, law, "") == [f"A boat {expected} if it is lit."]


def test_what_nobody_put_into_words_is_called_by_its_name_and_counted(bench: Any) -> None:
    law = "fact reef-safe(u: boat, h: hex): yes/no\nrule r [1]\n  when u is lit\n  not reef-safe(u, h)\n"
    graph = graph_of(bench, law, "")
    words = Words(graph)
    [line] = words.rule(graph.rules["r"])
    assert plain(line.said) == "“Reef safe” does not hold for a boat and a hex if it is lit."
    assert [(span.text, span.ref) for span in line.said if span.how == "name"] == [("“Reef safe”", "fact:reef-safe")]
    tally, without = words.count(), Words(graph_of(bench, "", "")).count()
    assert (tally.phrased, {*tally.fallen} - {*without.fallen}) == (without.phrased, {"rule:r"})
    assert ("fact:reef-safe", 2) in tally.missing


def test_a_value_without_a_phrase_is_called_by_its_name_and_asked_for(bench: Any) -> None:
    graph = graph_of(bench, "rule r [1]\n  when u is lit\n  toll(u, h) is 2\n", "")
    words = Words(graph)
    [line] = words.rule(graph.rules["r"])
    assert plain(line.said) == "The toll for a boat and a hex is 2 if it is lit."
    assert is_phrased(line.said)
    assert "fact:toll" in dict(words.count().missing)


def test_a_number_that_is_a_letter_stands_for_itself(bench: Any) -> None:
    law = "fact turned(h: whole, n: whole): whole\nrule r [1]\n  when h + n > 6\n  turned(h, n) is h + n - 6\n"
    [line] = Words(graph := graph_of(bench, law, "")).rule(graph.rules["r"])
    assert plain(line.said) == "The turned for h and n is h plus n less 6 if h plus n is more than 6."


def test_dice_are_added_up(bench: Any) -> None:
    law = "rule r [1]\n  after sail.skipper\n  then:\n    roll 2d6 as gust\n    if gust = 12:\n      mark u as lit\n"
    assert said(bench, law)[1:] == [
        "  Two dice of 6 sides are thrown.",
        "  If the sum of the dice is 12, from now on it carries a light.",
    ]


def test_fractions_of_what_was_called_by_its_name(bench: Any) -> None:
    law = (
        "quantity climb-of(u: boat): fathoms\n  starts with u.range\n  steps hurt\n"
        "rule h [1]\n  at step climb-of.hurt\n  halves it\nrule r [1]\n  rounds climb-of down after each step\n"
    )
    assert said(bench, law, "") == ["Fractions of the climb are dropped after each step."]


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ("sailing", "The side that acts may not be done with the sailing if there is a lit boat."),
        ("sail", "The side that acts may not be done with “sail” if there is a lit boat."),
    ],
)
def test_who_is_not_done_is_told_without_a_phrase(bench: Any, of: str, expected: str) -> None:
    assert said(bench, f"rule r [1]\n  forbids {of}.done\n  when any boat v where v is lit\n", "") == [expected]


@pytest.mark.parametrize(
    ("fact", "conclusion", "expected"),
    [
        ("keel(u: boat): whole", "keel(u) is 1", "The keel of a boat is 1."),
        ("rival-of(u: boat): boat", "rival-of(u) is u", "The rival of a boat is it."),
        ("tide(): whole", "tide() is 1", "The tide is 1."),
        ("gap(u: boat, h: hex, n: whole): whole", "gap(u, h, n) is 1", "The gap for a boat, a hex and n is 1."),
        ("u: boat watches h: hex", "u watches h", "A boat watches a hex."),
        ("u: boat may-pass", "u may-pass", "A boat may pass."),
        ("u: boat may-pass", "not u may-pass", "A boat may not pass."),
    ],
)
def test_a_name_that_reads_as_english_needs_no_phrase(bench: Any, fact: str, conclusion: str, expected: str) -> None:
    graph = graph_of(bench, f"fact {fact}\nrule r [1]\n  {conclusion}\n", "")
    [line] = Words(graph).rule(graph.rules["r"])
    assert plain(line.said) == expected


def test_what_is_picked_without_a_phrase_is_called_by_the_name_of_its_pick(bench: Any) -> None:
    law = "action turn [1]\n  pick turner(u: boat)\n  pick way(n: whole) from numbers(1, 6)\nrule r [1]\n  forbids turn.way\n  when n > u.crew\n"
    graph = graph_of(bench, law, "")
    [line] = Words(graph).rule(graph.rules["r"])
    assert plain(line.said) == "The way of “turn” may not be picked if the way is more than the turner's crew."


def test_a_hook_behind_an_effect_without_a_phrase_comes_after_it(bench: Any) -> None:
    law = "effect fade(u: boat):\n  move u to none\nrule r [1]\n  after fade\n  when u is lit\n  then:\n    clear lit from u\n"
    graph = graph_of(bench, law, "")
    [line] = Words(graph).rule(graph.rules["r"])
    assert plain(line.said) == "After fade (a boat), if it is lit, it is no longer lit."


def test_all_values_of_a_choice_are_any_of_it(bench: Any) -> None:
    law = "choice coat\n  tar, wax\nfact u: boat is odd\nrule r [1]\n  when any c in {{{}}} where u.crew > count(boat v)\n  u is odd\n"
    said_of_all, said_of_one = (
        plain(Words(graph).rule(graph.rules["r"])[0].said)
        for graph in (graph_of(bench, law.format(values), "") for values in ("tar, wax", "tar, tar"))
    )
    assert "there is a coat for which" in said_of_all
    assert "of tar and tar" in said_of_one


def test_a_span_says_what_it_stands_for(bench: Any) -> None:
    graph = graph_of(bench, "rule r [1]\n  when u is lit\n  toll(u, h) is 2\n")
    [line] = Words(graph).rule(graph.rules["r"])
    assert {span.ref for span in line.said} == {"", "fact:toll", "attribute:boat.lit"}


def test_of_a_law_in_force_only_that_is_said(bench: Any) -> None:
    law = (
        "dispute d [1]\n  reading one [1]\n  reading two [1]\n  default one\n" + BAR
        + "rule a [1]\n  under d: one\n  limits bar\n  when u is lit\nrule b [1]\n  under d: two\n  limits bar\n  when u.crew = 0\n"
    )  # fmt: skip
    graph = graph_of(bench, law)
    both = Words(graph).exceptions(graph.rules["bar"])
    assert [said_below(x) for x in both] == [
        "Under the reading one: nevertheless allowed if it carries a light.",
        "Under the reading two: nevertheless allowed if its crew is 0.",
    ]  # fmt: skip
    law_ = configure(graph, Configuration(readings={"d": "two"}))
    assert [x.rule.id for x in Words(graph, law_).exceptions(graph.rules["bar"])] == ["b"]


def test_a_rule_against_a_ruling_is_not_an_exception(bench: Any) -> None:
    law = BAR + (
        'ruling Q-001 [Q 1]\n  asks "May a lit boat?"\n  answers no\n  shown by one\n'
        "rule lit [Q-001]\n  against ruling Q-001\n  limits bar\n  when u is lit\n"
    )
    graph = graph_of(bench, law)
    assert Words(graph).exceptions(graph.rules["bar"]) == []


def test_a_quantity_is_told_step_by_step(bench: Any) -> None:
    law = (
        "rule half [1]\n  at step pull.tide\n  when u is moored\n  halves it\n"
        "rule keep [2]\n  keeps fractions of pull\n"
    )
    lines = [(line.depth, plain(line.said)) for line in Words(graph_of(bench, law)).quantity("pull")]
    assert lines == [
        (0, "The pull of a boat starts with its range."), (0, "Then the tide:"),
        (1, "The pull of a boat is halved if it is moored."), (0, "Fractions of the pull are kept."),
    ]  # fmt: skip


def test_what_stands_over_a_step_of_a_quantity_is_told_as_its_exception(bench: Any) -> None:
    """Told beside it, a reader would halve the number and then lower it as well."""
    law = (
        "rule half [1]\n  at step pull.tide\n  when u is moored\n  halves it\n"
        "rule less [2]\n  at step pull.tide\n  over half\n  when u is lit\n  subtracts 2\n"
        "rule none [2]\n  limits less\n  when u.side is north\n"
        "rule keep [2]\n  keeps fractions of pull\n"
    )
    lines = [(line.depth, plain(line.said)) for line in Words(graph_of(bench, law)).quantity("pull")]
    assert lines[2:-1] == [
        (1, "The pull of a boat is halved if it is moored."),
        (2, "Instead, its pull is lowered by 2 if it carries a light."),
        (3, "Not if it is northern."),
    ]


def test_a_set_is_not_called_by_its_kind_alone(bench: Any) -> None:
    """The number of boats would be that of all boats."""
    sets = "fact many(field: set of boat, others: set of boat, s: set of boat): whole\n"
    law = sets + "rule many [1]\n  many(field, others, s) is count(field) + count(others) + count(s)\n"
    words = Words(graph_of(bench, law))
    said = plain(words.rule(words.graph.rules["many"])[0].said)
    assert said.endswith("the number of boats of the field plus the number of others plus the number of boats.")


def test_what_has_no_value_is_said_of_who_has_it_not(bench: Any) -> None:
    """It was `there is no its escort`, or `no that boat's escort`."""
    law = (
        "thing boat also\n  escort: boat or none\nfact u: boat is watched\n"
        "rule one [1]\n  when u.escort is none\n  u is watched\n"
        "rule two [1]\n  when u.escort is not none\n  u is watched\n"
    )
    words = Words(graph_of(bench, law))
    said = [plain(words.rule(words.graph.rules[name])[0].said) for name in ("one", "two")]
    assert said == ["A boat is watched if it has no escort.", "A boat is watched if it has an escort."]


def test_the_parts_of_play_are_told_in_their_order(bench: Any) -> None:
    lines = [(line.depth, plain(line.said)) for line in Words(graph_of(bench, "")).sequence("g")]
    assert lines == [(0, "The day, once for each of the northern side and south."), (1, "The sailing.")]


def test_who_wins_is_told_with_what_the_situation_means_by_it(bench: Any) -> None:
    law = (
        'situation race [1] "The race"\nfact winner(g: game): side or none\n  otherwise none\nfact g: game over-early\n'
    )
    special = (
        'chapter [1] "The race" if situation race\n'
        "rule w [1]\n  over d\n  when game over-early\n  winner(g) is north\n"
        "rule d [1]\n  winner(g) is south\n"
        "rule o [1]\n  when no boat b where b is lit\n  g over-early\n"
    )
    phrases = (
        PHRASES + '  fact winner reads "the winner" / "nobody wins"\n  fact over-early reads "the race ends early"\n'
    )
    graph = bench.compiled(LAW + PLAYED + law + phrases, files={**TABLE, "20-race.law": special}).graph
    assert [(line.depth, plain(line.said)) for line in Words(graph).wins("race")] == [
        (0, "The winner is the northern side if the race ends early."),
        (1, "The race ends early if no boat carries a light."),
        (0, "Otherwise the winner is south."),
    ]


def test_who_wins_may_be_asked_of_nothing(bench: Any) -> None:
    law = (
        'situation race [1] "The race"\nfact winner(): side or none\n  otherwise none\n'
        "rule w [1]\n  when any boat b where b is lit\n  winner() is north\n"
    )
    graph = bench.compiled(LAW + PLAYED + law + PHRASES + '  fact winner reads "the winner"\n', files=TABLE).graph
    assert [plain(line.said) for line in Words(graph).wins("race")] == [
        "The winner is the northern side if a boat carries a light."
    ]


def test_what_a_situation_says_of_who_wins_is_found_behind_the_rules_of_all_situations(bench: Any) -> None:
    """The winner is whoever is ahead, in each situation; what puts a side ahead is the situation's own affair."""
    law = (
        'situation race [1] "The race"\nsituation feast [1] "The feast"\n'
        "fact winner(g: game): side or none\n  otherwise none\n"
        "fact leader(g: game): side or none\n  otherwise none\nfact s: side ahead\nfact points(s: side): whole\n"
        "rule w [1]\n  when leader(g) is not none\n  winner(g) is leader(g)\n"
        "fact all-sides(): set of side\nrule s [1]\n  all-sides() is {north, south}\n"
        "rule l [1]\n  when any s in all-sides() where s ahead\n  leader(g) is one s in all-sides() where s ahead\n"
        "rule a [1]\n  when points(s) > 2\n  s ahead\n"
    )
    special = 'chapter [1] "The race" if situation race\nrule p [1]\n  points(s) is count(boat b where b.side is s)\n'
    other = 'chapter [1] "The feast" if situation feast\nrule q [1]\n  points(s) is 7\n'
    phrases = (
        PHRASES
        + '  fact winner reads "the winner" / "nobody wins"\n  fact leader reads "the leader" / "nobody leads" / "somebody leads"\n'
        '  fact ahead reads "{s} is ahead"\n  fact all-sides reads "the sides"\n'
        '  fact points reads "the points of {s}"\n'
    )
    files = {**TABLE, "20-race.law": special, "21-feast.law": other}
    graph = bench.compiled(LAW + PLAYED + law + phrases, files=files).graph
    assert [(line.depth, plain(line.said)) for line in Words(graph).wins("race")] == [
        (0, "The winner is the leader if somebody leads."),
        (1, "The leader is the one among the sides that is ahead."),
        (1, "The points of a side are the number of boats that are of it."),
    ]


NAMES = ("zero", "one", "two", "three")


@pytest.mark.parametrize("word", ["or", "and"])
def test_a_law_that_piles_up_words_is_said_within_bounds(bench: Any, word: str) -> None:
    """Rules that ask whether others apply, of which each asks a hundred: said in full, that would be a million clauses."""
    layers = ["rule l.zero [1]\n  when u is lit\n  forbids sail.skipper\n"]
    for depth in range(1, 4):
        asked = f"\n      {word} ".join(f"l.{NAMES[depth - 1]} applies" for _ in range(100))
        layers.append(f"rule l.{NAMES[depth]} [1]\n  forbids sail.skipper\n  when {asked}\n")
    graph = graph_of(bench, "".join(layers))
    lines = Words(graph).rule(graph.rules["l.three"])
    assert sum(len(plain(line.said)) for line in lines) < 200_000
    assert not all(is_phrased(line.said) for line in lines)


def test_a_phrase_that_repeats_itself_is_said_within_bounds(bench: Any) -> None:
    phrases = PHRASES.replace('"the friend of {it}"', '"the friend ' + "{it} " * 300 + '"')
    graph = graph_of(bench, "rule r [1]\n  when u.friend.friend.friend.crew = 0\n  u is welcome\n", phrases)
    [line] = Words(graph).rule(graph.rules["r"])
    assert len(plain(line.said)) < 500_000


def test_where_things_of_a_kind_stand_in_secret_is_said(bench: Any) -> None:
    law = "thing raft is a boat\n  stands in hex, secret while under\n  under: yes/no\nthing mine\n  stands in hex, secret\n"
    graph = bench.compiled(
        LAW + PLAYED + law + PHRASES + '  attribute raft.under reads "{it} lies in the reeds"\n', files=TABLE
    ).graph
    words = Words(graph)
    assert (
        plain(words.place("raft")) == "Where a raft stands is seen by its side alone, as long as it lies in the reeds."
    )
    assert plain(words.place("mine")) == "Where a mine stands is seen by its side alone."
    assert words.place("boat") == ()


def test_who_acts_is_said(bench: Any) -> None:
    law = (
        "thing player\n  side: side\nthing boat also\n  player: player or none\n"
        "sequence second\n  phase seals for each s in {north, south} by s at once\n"
        "  phase turns for each p in (those player q where q.side is north) by p\n"
        "action row\n  open in turns to player-of(south)\n  pick rower(b: boat) where b.player is game.player\n"
    )
    phrases = (
        PHRASES + '  attribute boat.player reads "the crew of {it}"\n  fact player-of reads "the captain of {s}"\n'
    )
    words = Words(bench.compiled(LAW + PLAYED + law + phrases, files=TABLE).graph)
    assert [plain(line.said) for line in words.sequence("second")] == [
        "The seals, once for each of the northern side and south, all at once, none knowing what the others do.",
        "The turns, once for each of the northern players, who then acts.",
    ]
    assert [plain(line.said) for line in words.action("row")] == [
        "Row (in the turns to the captain of south):",
        "Pick the rower whose crew is the player who acts.",
    ]


def test_what_is_picked_from_is_said_where_the_pick_has_no_phrase(bench: Any) -> None:
    law = (
        "action row\n  pick rower(b: boat)\n  pick mate(c: boat) from those boat o in b.hex where o is not b\n"
        "  pick goal(h: hex) from neighbours(b.hex)\n"
    )

    def lines(more: str) -> list[str]:
        words = Words(bench.compiled(LAW + PLAYED + law + PHRASES + more, files=TABLE).graph)
        return [plain(line.said) for line in words.action("row")][1:]

    assert lines("") == [
        "Pick the rower.",
        "Pick the mate out of the other boats in the rower's hex.",
        "Pick the goal out of the hexes next to the rower's hex.",
    ]
    assert lines('  pick row.goal reads "the next hex"\n')[-1] == "Pick the next hex."


def test_a_table_is_read_by_what_a_letter_ranges_over(bench: Any) -> None:
    words = Words(graph_of(bench, "", ""))
    assert plain(words.table("tolls")) == "Tolls, by mood."


def test_what_is_noted_of_a_narrower_kind_has_the_words_of_its_like(bench: Any) -> None:
    law = "action drift\n  pick which(f: ferry)\n  point here keeps spent of f\n  return f to here\n"
    words = Words(graph_of(bench, law))
    assert "Of the which is noted: miles sailed." in [plain(line.said) for line in words.action("drift")]
