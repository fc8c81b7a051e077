"""What has changed, told in the words of the law where it has words."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.runtime.explain.event_lines import IN_SECRET, changes, entry_in_words, log_lines
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.words.readings import Readings

PHRASES = """words
  attribute boat.lit reads "{it} carries a light" / "{it} carries no light"
  attribute boat.friend reads "the friend of {it}" / "{it} has no friend" / "{it} has a friend"
  value mood.wild reads "wild" / "{it} is wild"
"""


def told(bench: Any, phrases: str, **now: dict[str, object]) -> list[str]:
    pieces = "{a: {kind: boat, at: A-1, friend: b}, b: {kind: ferry, at: A-2, moored: yes}}"
    position = bench.ask(bench.compiled(phrases or "fact u: boat is idle\n"), "a is lit", pieces=pieces).position
    after = position.scratch()
    for name, values in now.items():
        for attribute, value in values.items():
            after.set(after.things[name], attribute, after.things.get(value, value))
    return [*changes(position, after)]


@pytest.mark.parametrize(
    ("now", "lines"),
    [
        ({"a": {"lit": True}}, ["a carries a light"]),
        ({"a": {"moored": True}}, ["a is moored"]),
        ({"a": {"lit": True}, "b": {"lit": True}}, ["a and b carry a light"]),
        ({"b": {"moored": False}}, ["b is no longer moored"]),
        ({"a": {"friend": None}}, ["a has no friend"]),
        ({"b": {"mood": "wild"}}, ["b is wild"]),
        ({"b": {"mood": "awake"}}, ["b: mood awake"]),
        ({"a": {"crew": 3}}, ["a: crew 3"]),
        ({"b": {"friend": "a"}}, []),  # the law's own note: whom it speaks of, whoever did it has picked
    ],
)
def test_a_state_is_told_as_people_say_it(bench: Any, now: dict[str, dict[str, object]], lines: list[str]) -> None:
    assert told(bench, PHRASES, **now) == lines


def test_of_the_game_is_said_what_is_so_and_not_whose_it_is(bench: Any) -> None:
    """Who begins is a side: the game itself is not of the reds."""
    law = """choice side
  reds, blues
thing game also
  first: side = blues
  settled: yes/no
words
  value side.reds reads "the Reds" / "{it} is of the Reds"
  attribute game.first reads "side that begins"
  attribute game.settled reads "who begins is settled"
"""
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    after = position.scratch()
    after.set(GAME, "first", "reds")
    after.set(GAME, "settled", True)
    assert [*changes(position, after)] == ["side that begins: Reds", "who begins is settled"]


def test_of_the_game_a_value_is_said_as_a_sentence_where_there_is_one(bench: Any) -> None:
    """So is whose a hex is, in place of what the value is called by itself."""
    law = """choice side
  reds, blues
thing game also
  first: side = blues
thing hex also
  held-by: side or none
words
  value side.reds reads "the Reds" / "{it} is of the Reds"
  attribute game.first reads "side that begins" / "no side begins" / "a side begins" / "{item} begin"
      / "{item} do not begin"
  attribute hex.held-by reads "the side that holds {it}" / "{it} is free" / "{it} is taken" / "{it} is held by {item}"
      / "{it} is not held by {item}"
"""
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    after = position.scratch()
    after.set(GAME, "first", "reds")
    after.set(position.hex_of(position.things["a"]), "held-by", "reds")
    assert [*changes(position, after)] == ["Reds begin", "A-1 is held by the Reds"]


@pytest.mark.parametrize(("words", "lines"), [('"it is night"', []), ('"it is night" / "it is day"', ["it is day"])])
def test_of_the_game_is_said_what_is_no_longer_so_if_there_are_words_for_it(
    bench: Any, words: str, lines: list[str]
) -> None:
    law = f"thing game also\n  night: yes/no = yes\nwords\n  attribute game.night reads {words}\n"
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    after = position.scratch()
    after.set(GAME, "night", False)
    assert [*changes(position, after)] == lines


def test_who_goes_on_to_begin_is_told_once_that_is_settled_for_a_turn(bench: Any) -> None:
    law = """choice side
  reds, blues
thing game also
  first: side = blues
  settled: yes/no lasting until end of night-watch
  tied: yes/no lasting until end of night-watch
sequence game [1]
  phase night-watch by reds
effect draw-lots(s: side or none) [1]:
  if s is none:
    mark game as tied
  otherwise:
    mark game as settled
    set game.first to s
words
  value side.blues reads "the Blues"
  attribute game.first reads "side that begins"
  attribute game.settled reads "who begins is settled"
  attribute game.tied reads "the lots are alike"
"""
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    settled, tied = position.scratch(), position.scratch()
    settled.set(GAME, "settled", True)
    tied.set(GAME, "tied", True)
    assert [*changes(position, settled)] == ["who begins is settled", "side that begins: Blues, as before"]
    assert [*changes(position, tied)] == ["the lots are alike"], "nothing is settled by that"


@pytest.mark.parametrize("lasting", ["", " lasting until end of day"])
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ('"{it} has hailed" / "{it} has not hailed"', []),
        ('"{it} is hoarse" / "{it} is not hoarse"', ["a is hoarse"]),  # no deed
    ],
)
def test_that_a_deed_was_done_is_not_told_again(bench: Any, words: str, lines: list[str], lasting: str) -> None:
    """Nor that it was not done once more, as a time begins anew."""
    law = f"thing boat also\n  hailed: yes/no{lasting}\nwords\n  attribute boat.hailed reads {words}\n"
    sequence = "choice side\n  reds, blues\nsequence game [1]\n  phase day\n"
    assert told(bench, sequence + law, a={"hailed": True}) == lines
    phrases = 'words\n  attribute boat.moored reads "{it} has tied its rope" / "{it} has not tied its rope"\n'
    assert told(bench, phrases, b={"moored": False}) == []


def test_that_the_game_has_done_a_deed_is_not_told_either(bench: Any) -> None:
    law = "thing game also\n  begun: yes/no\nwords\n  attribute game.begun reads "
    for words, lines in (
        ('"the race has begun" / "the race has not begun"', []),
        ('"the race is on" / "the race is off"', ["the race is on"]),
    ):
        compiled = bench.compiled(f"{law}{words}\n")
        position = bench.ask(compiled, "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
        after = position.scratch()
        after.set(GAME, "begun", True)
        assert [*changes(position, after)] == lines


def test_of_several_is_told_what_is_theirs(bench: Any) -> None:
    phrases = 'words\n  attribute boat.lit reads "{it} lights its lamp" / "{it} puts its lamp out"\n'
    assert told(bench, phrases, a={"lit": True}, b={"lit": True}) == ["a and b light their lamp"]


def test_of_very_many_the_rest_is_counted(bench: Any) -> None:
    pieces = ", ".join(f"{name}: {{kind: boat, at: A-1}}" for name in "abcdefghi")
    position = bench.ask(bench.compiled(PHRASES), "a is lit", pieces=f"{{{pieces}}}").position
    lit, gone = position.scratch(), position.scratch()
    for name in "abcdefghi":
        lit.set(lit.things[name], "lit", True)
        gone.remove(gone.things[name])
    assert [*changes(position, lit)] == ["a, b, c, d, e, f, g and 2 more carry a light"]
    assert [*changes(position, gone)] == ["a, b, c, d, e, f, g and 2 more are gone"]


def test_who_never_stood_on_the_map_is_out_of_play(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat}}"
    position = bench.ask(bench.compiled(PHRASES), "a is lit", pieces=pieces).position
    after = position.scratch()
    for name in "ab":
        after.remove(after.things[name])
    assert [*changes(position, after)] == ["a is gone", "b is out of play"]


SUNK = """thing boat also
  holes: whole = 0
  sunk: yes/no
words
  attribute boat.holes reads "the holes in {it}"
  attribute boat.sunk reads "{it} is sunk" / "{it} is not sunk"
"""


def test_of_who_leaves_the_map_is_told_what_became_of_it(bench: Any) -> None:
    """That it has left and its figures are news where nothing else tells it."""
    position = bench.ask(bench.compiled(SUNK), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    leaky, left, sunk = (position.scratch() for _ in range(3))
    leaky.set(position.things["a"], "holes", 2)
    assert [*changes(position, leaky)] == ["the holes in a: 2"]
    for after in (left, sunk):
        after.set(position.things["a"], "holes", 2)
        after.stand(position.things["a"], None)
    sunk.set(position.things["a"], "sunk", True)
    assert [*changes(position, left)] == ["a is no longer in A-1"]
    assert [*changes(position, sunk)] == ["a is sunk"]


@pytest.mark.parametrize(
    ("was", "now", "picked", "lines"),
    [
        (0, 2, ("a",), ["the holes in a: 2"]),
        (2, 1, (), ["the holes in a: 1 (it was 2)"]),
        (2, 1, ("a",), []),  # as with hexes that it still has to retreat
        (2, 3, ("a",), ["the holes in a: 3 (it was 2)"]),
    ],
)
def test_a_figure_that_a_deed_uses_up_is_not_told(
    bench: Any, was: int, now: int, picked: tuple[str, ...], lines: list[str]
) -> None:
    position = bench.ask(bench.compiled(SUNK), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    before, after = position.scratch(), position.scratch()
    before.set(position.things["a"], "holes", was)
    after.set(position.things["a"], "holes", now)
    assert [*changes(before, after, picked=picked)] == lines


TASK = """choice side
  reds, blues
sequence game [1]
  phase evening
task salvage(hulk: boat) [1]
  crew boat
  works at the end of evening
  gains count(task.crew)
  stage digging lasts 6
  stage propping lasts 2
  stage waiting lasts 1
  done:
    mark hulk as lit
words
  stage salvage.waiting reads "waiting for the flood"
"""


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            '  task salvage reads "the salvage of {hulk}"\n',
            [["the salvage of b: propping"], ["the salvage of b: waiting for the flood"], ["the salvage of b is over"]],
        ),
        ("", [[], [], []]),
    ],
)
def test_of_a_task_is_told_how_far_it_has_come(bench: Any, words: str, lines: list[list[str]]) -> None:
    """Whom it is about and who works on it was told as it was begun; how much work was done is told by its stages."""
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2}}"
    position = bench.ask(bench.compiled(TASK + words), "a is lit", pieces=pieces).position
    task = position.add("salvage", "salvage-1", None)
    for name, value in {"hulk": position.things["b"], "crew": (position.things["a"],), "stage": "digging"}.items():
        position.set(task, name, value)
    told = []
    for stage in ("propping", "waiting"):
        after = position.scratch()
        after.set(task, "stage", stage)
        after.set(task, "work", 3)
        told.append([*changes(position, after)])
        position = after
    after = position.scratch()
    after.remove(task)
    assert [*told, [*changes(position, after)]] == lines


def test_a_law_without_words_tells_attributes(bench: Any) -> None:
    assert told(bench, "", a={"lit": True}) == ["a: lit yes"]


WHOSE = """choice side
  reds, blues
thing hex also
  held-by: side or none
  fished: yes/no
words
  value side.reds reads "the Reds" / "{it} is of the Reds"
"""


def test_whose_the_hex_is_that_was_answered_with_is_not_told(bench: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2}}"
    position = bench.ask(bench.compiled(WHOSE), "a is lit", pieces=pieces).position
    here, there = (position.hex_of(position.things[name]) for name in "ab")
    after = position.scratch()
    for each in (here, there):
        after.set(each, "held-by", "reds")
    after.set(here, "fished", True)
    assert [*changes(position, after, here)] == ["A-1 is fished", "A-2 is of the Reds"]


def test_which_hex_is_noted_with_a_piece_is_not_told(bench: Any) -> None:
    law = "thing boat also\n  came-from: hex or none\n"
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    boat = position.things["a"]
    after = position.scratch()
    after.set(boat, "came-from", position.hex_of(boat))
    assert [*changes(position, after)] == []


def test_that_a_note_of_several_is_empty_again_is_not_told(bench: Any) -> None:
    """Whom a boat aims at its player has picked; that the note is wiped out afterwards is nobody's news."""
    law = 'thing boat also\n  aims-at: set of boat\nwords\n  attribute boat.aims-at reads "the targets of {it}"\n'
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    aiming, after = position.scratch(), position.scratch()
    aiming.set(position.things["a"], "aims-at", (position.things["a"],))
    after.set(position.things["a"], "aims-at", ())
    assert [*changes(aiming, after)] == []


def test_of_a_new_thing_is_not_told_whose_it_is(bench: Any) -> None:
    law = WHOSE + "thing hull\n  stands in hex\n  owner: side or none\n  burnt: yes/no\n"
    position = bench.ask(bench.compiled(law), "a is lit", pieces="{a: {kind: boat, at: A-1}}").position
    after, here = position.scratch(), position.hex_of(position.things["a"])
    assert here is not None
    hull = after.place_new("hull", here)
    after.set(hull, "owner", "reds")
    after.set(hull, "burnt", True)
    assert [*changes(position, after)] == ["hull-1 appears in A-1", "hull-1 is burnt"]
    assert [*changes(position, after, hull)] == ["hull-1 is burnt"], "it was drawn: the draw has named it"


@pytest.mark.parametrize(
    ("picked", "lines"),
    [
        ((), ["a goes from A-1 to A-2", "b goes from A-2 to A-1"]),
        (("launch", "a", "A-2", "open"), ["b goes from A-2 to A-1"]),  # of b it was not said
        (("launch", "a"), ["a goes from A-1 to A-2", "b goes from A-2 to A-1"]),
    ],
)
def test_what_was_picked_to_go_there_is_not_told_again(bench: Any, picked: tuple[str, ...], lines: list[str]) -> None:
    """Whatever was picked after the place."""
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: ferry, at: A-2}}"
    position = bench.ask(bench.compiled("fact u: boat is idle\n"), "a is lit", pieces=pieces).position
    a, b = position.things["a"], position.things["b"]
    after = position.scratch()
    after.stand(a, position.hex_of(b))
    after.stand(b, position.hex_of(a))
    assert [*changes(position, after, "open", picked=picked)] == lines


def test_a_card_that_was_picked_goes_from_the_hand_without_a_word_more(bench: Any) -> None:
    """That it is played says where it goes, that it lies open and is nobody's; of another all this is news."""
    law = "thing pile\nthing card\n  stands in pile\n  face-down: yes/no\n"
    pieces = "{hand: {kind: pile}, played: {kind: pile}, ace: {kind: card, in: hand, face-down: yes}}"
    position = bench.ask(bench.compiled(law), "1", pieces=pieces).position
    after = position.scratch()
    after.stand(after.things["ace"], after.things["played"])
    after.set(after.things["ace"], "face-down", False)
    assert [*changes(position, after)] == ["ace goes from hand to played", "ace: face down no"]
    assert [*changes(position, after, picked=("play", "ace"))] == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Entry("", "wind", "4"), "wind shows 4"),
        (Entry("reds", "sail.step", "", lapsed=True), "reds: sail.step ends without an answer"),
        (Entry("reds", ACTION, "sail", player="anna"), "anna: sail"),
        (Entry("reds", "sail.step", "A-2"), "reds: sail.step A-2"),
    ],
)
def test_an_answer_a_throw_and_a_lapse_are_one_line_each(entry: Entry, words: str) -> None:
    assert entry_in_words(entry) == words


AT_SEA = """choice side
  reds, blues
choice load
  salt-fish, oil
thing boat also
  side: side = reds
sequence game [1]
  phase night-watch by reds
action load-up [4]
  open in night-watch
  pick loader(u: boat)
  pick mate(v: boat) repeatedly
  pick cargo(c: load) optionally
  roll 1d6 as swell
effect run(u: boat) [4]:
  pick haven(h: hex)
  move u to h
words
  value side.reds reads "the Red side" / "{it} is of the Reds"
  value load.salt-fish reads "herring"
  action load-up reads "take in a load" / "{u} loads {v}[ with {c}]"
  pick load-up.loader reads "a boat"
  pick load-up.mate reads "the boat beside it"
  part night-watch reads "the watch by night"
  pick haven reads "the port to run for"
  throw swell reads "the die for the sea"
"""
SWELL = "the die for the sea shows 4"
LOADS = [Entry("reds", ACTION, "load-up"), Entry("reds", "load-up.loader", "ann"), Entry("reds", "load-up.mate", "bob")]
DEED = "Red: ann loads bob"


@pytest.mark.parametrize(
    ("more", "lines"),
    [
        ([], [DEED]),
        ([Entry("reds", "load-up.mate", "cat")], ["Red: ann loads bob and cat"]),
        ([Entry("reds", "load-up.cargo", "salt-fish")], [f"{DEED} with herring"]),
        ([*LOADS[:2], Entry("reds", "load-up.mate", "cat")], [f"{DEED} and cat"]),  # in another action
        (LOADS, [DEED]),  # once more
        ([Entry("", "swell", "4"), Entry("reds", ACTION, DONE)], [DEED, SWELL, "Red: done"]),
        ([Entry("reds", "load-up.cargo", IN_SECRET)], [f"{DEED} with cargo (in secret)"]),
        (  # another action in secret: how many there were is a secret too
            [Entry("reds", "load-up.cargo", IN_SECRET), *LOADS, Entry("reds", "load-up.cargo", IN_SECRET)],
            [f"{DEED} with cargo (in secret)"],
        ),
        ([Entry("", "swell", "4"), Entry("reds", "haven", "A-2")], [DEED, SWELL, "Red: the port to run for: A-2"]),
    ],
)
def test_a_deed_is_said_in_the_words_of_its_action(bench: Any, more: list[Entry], lines: list[str]) -> None:
    readings = Readings(bench.compiled(AT_SEA).graph)
    assert [*log_lines([*LOADS, *more], readings=readings)] == lines


def test_several_do_what_one_does(bench: Any) -> None:
    readings = Readings(bench.compiled(AT_SEA).graph)
    done = {"load-up.loader": "ann and bob", "load-up.mate": "cat"}
    assert readings.deed("load-up", done) == "ann and bob load cat"
    assert readings.deed("load-up", {"load-up.loader": "ann"}) == "", "nothing was loaded yet"
    law = AT_SEA.replace('"{u} loads {v}[ with {c}]"', '"{u} empties its hold"')
    assert Readings(bench.compiled(law).graph).deed("load-up", done) == "ann and bob empty their hold"


def test_the_rest_of_a_deed_is_told_by_itself_where_its_beginning_was(bench: Any) -> None:
    """Dice have fallen between, and the log goes on with what is picked thereafter."""
    law = AT_SEA.replace('"{u} loads {v}[ with {c}]"', '"[{u} loads {v}][; the hold takes {c}]"')
    readings = Readings(bench.compiled(law).graph)
    begun = {"load-up.loader": "ann", "load-up.mate": "bob"}
    assert readings.deed("load-up", begun) == "ann loads bob"
    assert readings.deed("load-up", {**begun, "load-up.cargo": "oil"}) == "ann loads bob; the hold takes oil"
    assert readings.deed("load-up", {"load-up.cargo": "oil"}) == "the hold takes oil"


def test_what_an_action_is_called_can_be_typed(bench: Any) -> None:
    readings = Readings(bench.compiled(AT_SEA).graph)
    assert readings.as_names("Take in a load ann bob") == "load-up ann bob"
    assert readings.as_names("retake in a load") == "retake in a load"


def test_a_part_that_is_ended_is_called_by_its_words(bench: Any) -> None:
    readings = Readings(bench.compiled(AT_SEA).graph)
    entries = [Entry("reds", ACTION, DONE, ends="night-watch")]
    assert [*log_lines(entries, readings=readings)] == ["Red: done with the watch by night"]


def test_a_side_passes_where_a_part_comes_round_and_each_does_one_thing(bench: Any) -> None:
    law = AT_SEA.replace("phase night-watch by reds", "phase night-watch by reds while any boat b where b is lit")
    entries = [Entry("reds", ACTION, DONE, ends="night-watch")]
    readings = Readings(bench.compiled(law).graph)
    assert [*log_lines(entries, readings=readings)] == ["Red: passes in the watch by night"]
    twice = ["Red: passes in the watch by night and the watch by night"]
    assert [*log_lines(entries * 2, readings=readings)] == twice


def test_a_way_through_its_own_end_has_all_its_hexes_in_order(bench: Any) -> None:
    law = AT_SEA + "action cruise [4]\n  open in night-watch\n  pick sailor(u: boat)\n  pick leg(h: hex) repeatedly\n"
    readings = Readings(bench.compiled(law + 'words\n  action cruise reads "cruise" / "{u} cruises to {h}"\n').graph)
    legs = [Entry("reds", "cruise.leg", there) for there in ("A-2", "A-3", "A-2")]
    entries = [Entry("reds", ACTION, "cruise"), Entry("reds", "cruise.sailor", "ann"), *legs]
    assert [*log_lines(entries, readings=readings)] == ["Red: ann cruises to A-2, A-3 and A-2"]
    assert [*log_lines(entries[:-1], readings=readings)] == ["Red: ann cruises to A-3 via A-2"]


BORROWED = (
    AT_SEA.replace(
        "effect run",
        """action convoy [4]
  open in night-watch
  pick flagship(f: boat) does:
    let here be f.hex
  pick sailing(u: boat) repeatedly does:
    let here be u.hex
    pick tow.step repeatedly optionally
action tow(b: boat) [4]
  pick tug(u: boat)
  pick step(there: hex) from neighbours(u.hex) does:
    move u to there
effect run""",
    )
    + """  action convoy reads "form a convoy" / "{f} leads[ and calls {u}]"
  action tow reads "tow" / "{u} tows {b} to {there}"
"""
)


def test_what_another_action_has_borrowed_is_told_of_who_does_it(bench: Any) -> None:
    """Each of a convoy goes its way: whose step it was stands with the answer, also once others have decided."""
    readings = Readings(bench.compiled(BORROWED).graph)

    def step(tug: str, there: str) -> Entry:
        return Entry("reds", "tow.step", there, known={"tow.b": "hulk", "tow.tug": tug})

    def called(name: str) -> Entry:
        return Entry("reds", "convoy.sailing", name, known={"convoy.flagship": "ann"})

    begun = [Entry("reds", ACTION, "convoy"), Entry("reds", "convoy.flagship", "ann")]
    declined, done = Entry("blues", ACTION, DONE, ends=""), Entry("reds", "tow.step", DONE)
    entries = [*begun, called("bob"), step("bob", "A-2"), declined, step("bob", "A-3"), done, called("cat"), done]
    entries += [called("dan"), step("dan", "A-4"), Entry("", "swell", "4"), step("eve", "A-4"), step("fay", "A-5")]
    assert [*log_lines(entries, readings=readings)] == [
        "Red: ann leads and calls bob", "Red: bob tows hulk to A-2 and A-3", "Red: ann leads and calls cat and dan",
        "Red: dan tows hulk to A-4", SWELL, "Red: eve tows hulk to A-4", "Red: fay tows hulk to A-5",
    ]  # fmt: skip
