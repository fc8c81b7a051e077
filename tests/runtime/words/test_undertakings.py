"""Tasks, orders, events, and what facts are where no rule says: each sentence was written by hand from the law."""

from __future__ import annotations

from typing import Any

from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain

LAW = """choice side
  north, south
sequence g [1]
  phase day for each s in {north, south} by s:
    phase sailing
fact toll(u: boat): fathoms or none
  otherwise none
fact dues(u: boat): whole
  otherwise 3
fact draught(u: boat): fathoms
  otherwise u.range
fact u: boat is welcome
  otherwise no
fact u: boat is known
  otherwise yes
event leaves(u: boat)
  by sail.skipper, row.rower
event sinks(u: boat)
action sail [1]
  open in sailing
  pick skipper(u: boat)
  announce sinks(u)
action row [1]
  open in sailing
  pick rower(u: boat)
action raise [1]
  open in sailing
  pick raised(u: boat)
  write landing(who = u, where = u.hex) as noted
action put-in [1]
  open in sailing
  pick who(u: boat)
  pick where(h: hex)
  write landing(who = u, where = h) as noted
task salvage(hull: boat) [1]
  crew boat at most 3
  works at the end of sailing
  gains count(task.crew)
  stage digging lasts 6 when hull.mood is asleep
  stage propping lasts 2
  stage waiting opens raise when hull is lit
  stage rest when hull is not lit
  done:
    mark hull as lit
task watch(u: boat) [1]
  crew boat
  stage looking lasts 4 opens raise
order landing [1]
  falls due in sailing
  who: boat
  where: hex
order note [1]
  who: boat
rule note.kept [1]
  at the start of sailing
  then:
    for each note n:
      remove n
"""
PHRASES = """words
  kind boat reads "boat" / "boats"
  kind landing reads "landing" / "landings"
  task salvage reads "the salvage of {hull}"
  task watch reads "the watch of {u}"
  stage salvage.waiting reads "afloat again"
  part sailing reads "the sailing"
  action raise reads "raise a boat"
  fact toll reads "the toll of {u}"
  fact dues reads "the dues of {u}"
  fact draught reads "the draught of {u}"
  attribute boat.range reads "range"
  attribute task.crew reads "crew" / "{item} is in the crew of {it}" / "{item} is not in the crew of {it}"
"""


def words_of(bench: Any) -> Words:
    return Words(bench.compiled(LAW + PHRASES).graph)


def test_a_task_is_said_with_who_works_on_it_when_and_how_long(bench: Any) -> None:
    assert ["  " * line.depth + plain(line.said) for line in words_of(bench).task("salvage")] == [
        "The salvage of a boat:",
        "  Boats work on it, at most 3.",
        "  At the end of the sailing, the work on it grows by the number of its crew.",
        "  Stage 1 (digging) takes 6, and work on it counts if the boat's mood is asleep.",
        "  Stage 2 (propping) takes 2.",
        "  Stage 3 (afloat again) is over once its side does this: raise a boat; it may if the boat is lit.",
        "  Stage 4 (rest) is over if the boat is not lit.",
        "  When all that is done:",
        "    The boat is now lit.",
    ]


def test_a_stage_may_take_work_and_wait_for_an_action(bench: Any) -> None:
    assert [plain(line.said) for line in words_of(bench).task("watch")] == [
        "The watch of a boat:",
        "Boats work on it.",
        "Stage 1 (looking) takes 4, and is over once its side does this: raise a boat.",
    ]


def test_an_order_says_when_it_falls_due_if_it_does(bench: Any) -> None:
    words = words_of(bench)
    assert plain(words.order("landing")) == "A landing falls due the next time that the sailing begins."
    assert words.order("note") == ()


def test_what_is_called_like_its_place_in_an_order_is_not_called_so_twice(bench: Any) -> None:
    words = words_of(bench)
    assert [plain(words.action(name)[-1].said) for name in ("raise", "put-in")] == [
        "A landing is written with the raised as a who and the raised's hex as a where.",
        "A landing is written with the who and the where.",
    ]


def test_an_event_says_in_which_actions_it_comes_about(bench: Any) -> None:
    words = words_of(bench)
    assert plain(words.comes_by("leaves")) == "It comes about in these actions: sail and row."
    assert words.comes_by("sinks") == ()


def test_a_fact_says_what_it_is_where_no_rule_says(bench: Any) -> None:
    words = words_of(bench)
    assert [plain(words.fact(name)) for name in ("toll", "dues", "draught", "welcome", "known")] == [
        "The toll of a boat; none where no rule gives one.",
        "The dues of a boat; 3 where no rule says otherwise.",
        "The draught of a boat; its range where no rule says otherwise.",
        "Whether a boat is welcome.",
        "Whether a boat is known; yes where no rule says otherwise.",
    ]
