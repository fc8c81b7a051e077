"""What a law may do that the shipped games do not: small laws, each about one thing, in the target as in the machine.

Each game is played in both, question by question, by players that answer by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.layout import PARTS
from hexlaw.compiler.wasm.target import NoRoom, Target, keys_of_players
from hexlaw.runtime.law.graph import MISSING

from .played import by_the_target
from .ponds import PIECES, POND, SWIM, WORDS, Pond, alike, at_the_question, ends, values

pytest.importorskip("wasmtime")


# ---- what lasts until a moment


LATER = """rule swim.splash [1]
  after swim.stroke
  then:
    set u.n to 5 until end of next half
"""


def test_what_is_set_for_good_does_not_fall_back(pond: Pond) -> None:
    """It was set until the end of the next half, and before that to 1, for good."""
    rule = "rule calm [1]\n  at the end of half\n  then:\n    for each boat v:\n      set v.n to 1\n"
    assert values(alike(pond(SWIM + LATER + rule)), "n") == {1}


def test_what_is_cleared_and_marked_again_does_not_fall_back(pond: Pond) -> None:
    """What was to end is over with `clear`: what is marked for good after it stays."""
    words = WORDS.replace("  n: whole", "  wet: yes/no\n  n: whole")
    rule = """rule swim.splash [1]
  after swim.stroke
  then:
    mark u as wet until end of next half
rule dry [1]
  at the end of moving
  then:
    for each boat v where v is wet:
      clear wet from v
      mark v as wet
"""
    assert values(alike(pond(SWIM + rule, words)), "wet") == {True}


def test_what_goes_back_to_a_point_does_not_fall_back(pond: Pond) -> None:
    """The 7 that a point keeps is set for good when the boat returns there."""
    law = """action swim [1]
  open in moving
  pick swimmer(u: boat) where u.side is acting
  set u.n to 7
  point pier keeps n of u
  set u.n to 5 until end of next half
  return u to pier
"""
    assert values(alike(pond(law)), "n") == {7}


def test_of_each_kind_an_attribute_lasts_as_long_as_that_says(pond: Pond) -> None:
    """What boats call so is set for good, and what buoys call so is a set."""
    raft = "thing raft\n  stands in hex\n  side: side = red\n  n: whole = 2 lasting until end of half\n"
    buoy = "thing buoy\n  stands in hex\n  n: set of hex\n"
    rule = """rule swim.wave [1]
  after swim.stroke
  then:
    set u.n to u.n + 1
    for each raft r where r.n < 9:
      set r.n to r.n + 1
    for each buoy b:
      set b.n to {u.hex}
"""
    words = WORDS.replace("thing boat\n", f"{raft}{buoy}thing boat\n")
    games = alike(pond(SWIM + rule, words, PIECES + "  q: {kind: raft, at: A1}\n  y: {kind: buoy, at: A1}\n"))
    assert {game.position.value(raft, "n") for game in games for raft in game.position.of_kind("raft")} == {2}
    assert max(n for n in values(games, "n") if isinstance(n, int)) > 10


def test_a_set_that_is_what_it_is_by_itself_does_not_fall_back_later(pond: Pond) -> None:
    """Set to what it was by itself, a set waits for no moment; what is set then waits for its own alone."""
    words = WORDS.replace("  n: whole", "  seen: set of side\n  n: whole")
    rule = """rule swim.seen [1]
  after swim.stroke
  then:
    set u.seen to {red} until end of day
    set u.seen to {}
    set u.seen to {blue} until end of half
rule at-dusk [1]
  at the start of half
  then:
    for each boat v:
      set v.n to v.n + 10 * count(v.seen)
"""
    assert values(alike(pond(SWIM + rule, words)), "n") == {2}


def test_of_four_numbers_at_once_it_is_remembered_that_something_was(pond: Pond) -> None:
    """Of so many that a row tells them by a number alone if each is one of few."""
    law = """memory noted(a: whole, b: whole, c: whole, d: whole) [1]
rule noted.begins [1]
  after swim.stroke
  begins noted(u.n, 8000, -8000, 2)
rule counted [1]
  after swim.stroke
  then:
    if not noted(u.n + 1, 8000, -8000, 2):
      set u.n to u.n + 1
"""
    games = alike(pond(SWIM + law))
    assert {name for game in games for name, _ in game.position.remembered} == {"noted"}
    assert {args[1:] for game in games for _, args in game.position.remembered} == {(8000, -8000, 2)}


# ---- answers at which the law stops, or the target has no room


BOLD = """action swim [1]
  open in moving
  pick swimmer(u: boat) where u.side is acting
  pick depth(k: whole) from numbers(1, 3)
  set u.n to rounded-down(6 / (k - 2))
"""


def test_where_the_law_stops_at_what_one_answer_leads_to_no_shorter_list_is_given(pond: Pond) -> None:
    """At a depth of 2 something is divided by nothing. Who draws another depth first goes on."""
    both = pond(BOLD)
    stepping = at_the_question(both, "swim.depth")
    assert (dict(stepping.legal()), stepping.stopped) == ({}, 1)
    assert {*ends(both, 8)} == {True, False}


def test_an_answer_that_the_law_cannot_judge_stops_who_gives_it(pond: Pond) -> None:
    """Whether 2 fits cannot be told. It is drawn like the others all the same."""
    law = BOLD.replace("numbers(1, 3)", "numbers(1, 3) where 6 / (k - 2) > -7").replace(
        "rounded-down(6 / (k - 2))\n", "k\n"
    )
    both = pond(law)
    stepping = at_the_question(both, "swim.depth")
    assert (dict(stepping.legal()), stepping.stopped) == ({}, 1)
    assert {*ends(both, 8)} == {True, False}


def test_where_the_law_does_not_say_whether_one_may_be_done_it_stops_who_asks(pond: Pond) -> None:
    """After the second stroke of a boat: there something is divided by nothing. After the third it may stop."""
    rule = "    set u.n to u.n + 1\nrule swim.enough [1]\n  forbids swim.done\n  when 6 / (u.n - 4) > 7\n"
    both = pond(SWIM + rule)
    stepping = at_the_question(both, "swim.stroke")
    for _ in range(2):
        stepping.answer(next(iter(stepping.legal().values())))
    assert (dict(stepping.legal()), stepping.stopped) == ({}, 1)
    assert {*ends(both, 12)} == {True, False}


def test_a_number_that_cells_do_not_hold_takes_more_parts_of_a_whole(pond: Pond) -> None:
    """A thirty-eighth is no multiple of what cells count in, which hold halves already."""
    words = WORDS.replace("n: whole = 2", "n: exact = 2")
    both = pond(BOLD.replace("rounded-down(6 / (k - 2))", "1 / (35 + k)"), words)
    with pytest.raises(NoRoom) as full:
        at_the_question(both, "swim.depth")
    assert full.value.args[:2] == ("PART", 19 * PARTS)


def test_a_game_begins_with_the_parts_of_its_law_whatever_was_played_before(pond: Pond) -> None:
    """A 17 takes more parts of a whole, and what a program rounds hangs on them."""
    law = BOLD.replace("pick depth(k: whole) from numbers(1, 3)", "roll 1d17 as k")
    both = pond(law.replace("rounded-down(6 / (k - 2))", "1 / k"), WORDS.replace("n: whole = 2", "n: exact = 2"))
    before = Target(both.agenda, both.setup)

    def parts(target: Target, seed: str) -> int:
        target.play(seed, keys_of_players(both.position, seed), 30)  # some throw it, some do not
        return target.playable.layout.part

    alone = [parts(Target(both.agenda, both.setup), seed) for seed in "abcdefghijkl"]
    assert {*alone} == {PARTS, 340 * PARTS}
    assert [parts(before, seed) for seed in "abcdefghijkl"] == alone


def test_shares_of_numbers_that_have_nothing_in_common_are_counted(pond: Pond) -> None:
    """Numbers are counted in parts of which there are as many as all denominators come to."""
    words = WORDS.replace("n: whole = 2", "n: exact = 2")
    law = SWIM + "    set u.n to u.n + 4/17 - 1/19\nrule swim.far [1]\n  forbids swim.stroke\n  when u.n > 3 8/19\n"
    alike(pond(law, words))


@pytest.mark.parametrize("where", ["a piece", "a default", "the map", "a hexside"])
def test_fractions_of_a_set_up_are_represented(pond: Pond, where: str) -> None:
    """A seventeenth is no multiple of what cells count in by themselves."""
    words = WORDS.replace("n: whole = 2", "n: exact = 2" + " 1/17" * (where == "a default"))
    also = "thing hex also\n  deep: exact = 0\nthing hexside also\n  wide: exact = 0\n"
    words = words.replace("thing game", f"{also}thing game")
    pieces = PIECES.replace("at: A1", "at: A1, n: 3/17") if where == "a piece" else PIECES
    ground = {"the map": "B2: {deep: 3/17}", "a hexside": "B2: {wide: {E: 3/17}}"}.get(where, "B2: {}")
    board = POND.replace("B2: {}", ground)
    law = SWIM + "    set u.n to u.n + u.hex.deep + sum(k.wide for k in sides-of(u.hex))\n"
    found = values(alike(pond(law, words, pieces, board), 2), "n")
    assert any(isinstance(n, Fraction) and n.denominator == 17 for n in found), found


# ---- duties


STRIKE = """action strike [1]
  open in moving
  pick target(t: boat) where t.side is not acting and t.hex is not none and t is not struck
  let ground be t.hex
  mark t as struck
  do drive(t, ground, {whose})
effect drive(t: boat, ground: hex, s: side) [1]:
  demand fall-back(t, ground) of s
  if t.hex is ground:
    move t to none
action fall-back(t: boat, ground: hex) [1]
  let here be t.hex
  pick way(there: hex) repeatedly from neighbours(here) where not there is off-board does:
    move t to there
rule fall-back.farther [1]
  forbids fall-back.way
  when distance(there, ground) <= distance(t.hex, ground) or (any boat v in there)
rule fall-back.enough [1]
  forbids fall-back.way
  when distance(t.hex, ground) >= 2
rule fall-back.two [1]
  forbids fall-back.done
  when distance(t.hex, ground) < 2
"""
ROW = POND.replace("[A, B, C, D]", "[A]").replace("hexes: {B2: {}}", "hexes: {A2: {}}")
IN_A_ROW = PIECES.replace("C3", "A3")
STRUCK = WORDS.replace("  n: whole", "  struck: yes/no lasting until end of half\n  n: whole")


@pytest.mark.parametrize("whose", ["acting", "t.side"])
def test_a_duty_that_cannot_be_completed_is_not_owed(pond: Pond, whose: str) -> None:
    """A boat that is struck falls back two hexes. There is room for one, so it does not, and is lost."""
    games = alike(pond(STRIKE.format(whose=whose), STRUCK, IN_A_ROW, ROW))
    lost = [boat for game in games for boat in game.position.of_kind("boat") if game.position.hex_of(boat) is None]
    assert lost


def test_a_duty_behind_a_duty_is_owed_if_it_can_be_completed(pond: Pond) -> None:
    """Red has to follow into the hex that was left, if nobody stands there and a boat of red is near."""
    follow = "  demand follow-up(ground) of red\n  if t.hex is ground:"
    law = (
        STRIKE.format(whose="t.side").replace("  if t.hex is ground:", follow)
        + """action follow-up(ground: hex) [1]
  pick hound(b: boat) where b.side is acting and b.hex is not none and b.hex adjacent-to ground does:
    move b to ground
rule crowd.none [1]
  for each h in hexes
  requires count(boat v in h) <= 1
"""
    )
    more = "  r2: {kind: boat, side: red, at: B4}\n  b2: {kind: boat, side: blue, at: B1}\n"
    games = alike(pond(law, STRUCK, PIECES + more), 6)
    asked = [entry.asked for game in games for entry in game.entries]
    assert min(asked.count("fall-back.way"), asked.count("follow-up.hound")) > 3


def test_where_the_law_does_not_say_whether_a_duty_can_be_done_nobody_declines_it(pond: Pond) -> None:
    """Whether the boat may fall back is a question without an answer, so who wants to strike is stopped."""
    rule = "rule fall-back.where [1]\n  forbids fall-back.way\n  when 6 / (distance(there, ground) - 1) > 0\n"
    assert {*ends(pond(STRIKE.format(whose="t.side") + rule, STRUCK), 6)} == {True}


@pytest.mark.parametrize("bound", [1, 3, 12])
def test_both_give_up_at_the_same_answers_where_a_duty_is_looked_ahead_at(
    pond: Pond, bound: int, search_bound: Callable[[int], None]
) -> None:
    search_bound(bound)
    alike(pond(STRIKE.format(whose="t.side"), STRUCK))


JUMP = """action jump [1]
  open in moving
  pick jumper(u: boat) where u.side is acting and u.hex is not none
  pick to(there: hex) from hexes where not (any boat v in there)
  move u to there
"""


@pytest.mark.parametrize(
    ("law", "searches"),
    [
        (JUMP, False),  # each pick is made once
        (SWIM, False),  # the first stroke may be the last
        (f"{SWIM}    set u.n to u.n - 1\nrule swim.far [1]\n  forbids swim.done\n  when u.n > 0\n", True),
    ],
)
def test_a_search_is_begun_only_where_a_pick_has_to_be_repeated(pond: Pond, law: str, searches: bool) -> None:
    both = pond(law)
    target = Target(both.agenda, both.setup)
    assert by_the_target(target, "pool").decisions > 2
    assert (target.running.get("generation") > 0) is searches


# ---- hooks of one moment


CALM = """rule calm [1]
  at the end of moving
  then:
    for each boat v:
      set v.n to 0
"""
WAVES = """rule waves [1]
  at the end of moving{follows}
  then:
    for each boat w:
      set w.n to {n}
"""


def test_hooks_of_one_moment_that_write_one_attribute_differently_stop_the_game(pond: Pond) -> None:
    both = pond(SWIM + CALM + WAVES.format(follows="", n="w.n + 1"))
    assert {*ends(both)} == {True}
    assert both.agenda.rivals == ({"calm", "waves"}, {"n"})


def test_a_hook_that_follows_another_has_the_last_word(pond: Pond) -> None:
    both = pond(SWIM + CALM + WAVES.format(follows="\n  follows calm", n="w.n + 1"))
    assert values(alike(both), "n") == {1}
    assert both.agenda.rivals == (set(), set())


def test_hooks_that_write_the_same_do_not_contradict_each_other(pond: Pond) -> None:
    assert values(alike(pond(SWIM + CALM + WAVES.format(follows="", n="w.n - w.n"))), "n") == {0}


def test_sets_of_the_same_members_are_the_same_in_whatever_order(pond: Pond) -> None:
    words = WORDS.replace("  n: whole", "  seen: set of side\n  n: whole")
    calm = CALM.replace("set v.n to 0", "set v.seen to {red, blue}")
    waves = WAVES.format(follows="", n="w.n").replace("set w.n to w.n", "set w.seen to {blue, red}")
    assert {*map(frozenset, values(alike(pond(SWIM + calm + waves, words)), "seen"))} == {frozenset({"red", "blue"})}


def test_hooks_of_one_moment_that_put_a_thing_in_different_places_stop_the_game(pond: Pond) -> None:
    """One of them by an effect, the other by a step to where it stands beside."""
    calm = CALM.replace("set v.n to 0", "do drift(v, v.hex)") + "effect drift(v: boat, h: hex) [1]:\n  move v to h\n"
    waves = WAVES.format(follows="", n="1").replace("set w.n to 1", "move w to neighbour(w.hex, 1)")
    board = POND.replace("lengths: [4]", "lengths: [9]")
    assert {*ends(pond(SWIM + calm + waves, board=board, pieces=PIECES))} == {True}


def test_what_a_hook_of_another_moment_writes_contradicts_nothing(pond: Pond) -> None:
    """What follows an effect is a moment of its own, however it came about."""
    waves = WAVES.format(follows="", n="1").replace("set w.n to 1", "do toss(w)")
    law = (
        SWIM
        + CALM
        + waves
        + """effect toss(b: boat) [1]:
  set b.m to 1
rule toss.after [1]
  after toss
  then:
    set b.n to 5
"""
    )
    words = WORDS.replace("  n: whole", "  m: whole = 0\n  n: whole")
    assert values(alike(pond(law, words)), "n") == {5}


def test_who_acts_in_a_hook_does_not_see_that_it_contradicts_what_is_hidden(pond: Pond) -> None:
    """What the first hook wrote of a boat of the other side is a secret, so the action may be taken; then the game
    stops."""
    words = WORDS.replace("n: whole = 2", "n: whole = 2 secret\n  struck: yes/no lasting until end of half")
    law = (
        SWIM
        + CALM
        + """rule waves [1]
  at the end of moving
  then:
    for each boat w where w.side is s:
      offer splash(w) to s
action splash(w: boat) [1]
  pick wet(b: boat) where b.side is not acting does:
    set b.n to 1
"""
    )
    both = pond(law, words)
    assert {*ends(both)} == {True}
    assert by_the_target(Target(both.agenda, both.setup), "ripple 0").entries[-1].asked == "splash.wet"


def test_what_is_picked_in_an_effect_is_asked_at_a_table(pond: Pond) -> None:
    law = """effect sinks(u: boat) [1]:
  pick depth(k: whole) from numbers(1, 3)
  set u.n to k
action dive [1]
  open in moving to s
  pick diver(u: boat) where u.side is acting does:
    do sinks(u)
"""
    games = alike(pond(law))
    assert {entry.answer for game in games for entry in game.entries if entry.asked == "depth"} == {"1", "2", "3"}


# ---- what lapses


def test_a_dead_end_of_what_follows_a_pick_does_not_bar_its_answer(pond: Pond) -> None:
    """Blue does not see whom it hails, so to begin is legal, and then nobody may. That dead end ends the hail: red
    may still swim back to where it was hailed."""
    words = WORDS.replace("stands in hex", "stands in hex, secret while dark\n  dark: yes/no")
    words = words.replace("  n: whole = 2", "  n: whole = 0 lasting until end of half")
    law = SWIM.replace(" does:", "\n      costs 1 counted in u.n does:")
    law += """rule swim.far [1]
  forbids swim.stroke
  when u.n >= 4
action hail(x: boat) [1]
  pick hailer(y: boat) where y.side is acting and y is not x
rule hail.nobody [1]
  forbids hail.hailer
rule swim.heard [1]
  after swim.stroke
  when u.side is red
  then:
    offer hail(u) to blue repeatedly
"""
    pieces = PIECES.replace("at: A1", "at: A1, dark: yes")
    games = alike(pond(law, words, pieces))
    assert any(entry.asked == "hail.hailer" and entry.lapsed for game in games for entry in game.entries)


def test_whose_secrets_they_are_says_the_side_whatever_else_is_called_an_owner(pond: Pond) -> None:
    """Each sees its own boat in the dark, and may swim with it."""
    words = WORDS.replace("stands in hex", "stands in hex, secret while dark\n  dark: yes/no\n  owner: boat or none")
    games = alike(pond(SWIM, words, PIECES.replace("side:", "dark: yes, side:")))
    assert {entry.answer for game in games for entry in game.entries if entry.asked == "swim.swimmer"} == {"b", "r"}


def test_no_side_is_done_too_early_where_another_may_act_in_the_same_part(pond: Pond) -> None:
    """Nobody ends the part but by a wave, and the other side may splash as well: windows lie on each other."""
    law = """action splash [1]
  open in moving to blue
  pick splasher(u: boat) where u.side is acting and u.n > 0 does:
    set u.n to u.n - 1
action wave [1]
  open in moving
  pick waver(u: boat) where u.side is acting and u.n > 0 does:
    set u.n to u.n - 1
rule moving.waved [1]
  forbids moving.done
  when any boat v where v.side is acting and v.n > 0
"""
    assert values(alike(pond(law)), "n") == {0}


def test_behind_a_repeated_pick_a_name_means_what_it_meant_before_it(pond: Pond) -> None:
    """For each stroke `here` is where the boat is by then; behind the strokes it is where the boat began."""
    law = """action swim [1]
  open in moving
  pick swimmer(u: boat) where u.side is acting
  let here be u.hex
  pick stroke(there: hex) repeatedly from neighbours(here) where not there is off-board does:
    move u to there
  set u.n to distance(here, u.hex)
rule swim.once [1]
  forbids swim.swimmer
  when u.n /= 2
"""
    found = values(alike(pond(law)), "n")
    assert found & {1, 3, 4, 5}  # from the last of all hexes it would always be 0


def test_what_a_round_named_makes_no_difference_to_the_rounds_after_it(pond: Pond) -> None:
    """Whichever hexes were drawn for those before, the next is drawn for in the same position: a search that took them
    for as many positions would give up, and let a fleet put to sea of which one finds no room."""
    law = """action gather [1]
  open in moving
  pick sailor(u: boat) repeatedly as fleet where u.side is acting
  for each v in fleet:
    move v to (one boat c where c.side is blue).hex
    draw there in hexes
rule room [1]
  for each h in hexes
  requires count(boat c in h) <= 2
"""
    reds = "".join(f"  r{n}: {{kind: boat, side: red, at: D{n}}}\n" for n in range(1, 4))
    (game,) = alike(pond(law, WORDS.replace("turn <= 3", "turn <= 1"), PIECES + reds), games=1)
    assert "there" in {entry.asked for entry in game.entries}


def test_where_nothing_has_a_side_secrets_are_hidden_from_all(pond: Pond) -> None:
    words = WORDS.replace("  side: side = red\n", "  keel: whole = 1 secret\n")
    law = """action lift [1]
  open in moving
  pick lifted(u: boat) where u.n > 0 does:
    set u.n to u.n - 1
    reveal u.keel to acting
rule lift.keel [1]
  forbids lift.lifted
  when u.keel > 0
"""
    games = alike(pond(law, words, "pieces:\n  r: {kind: boat, at: A1}\n  b: {kind: boat, at: C3}\n"))
    lifted = [entry.answer for game in games for entry in game.entries if entry.asked == "lift.lifted"]
    assert lifted, "what is not seen refuses nothing"


def test_what_follows_the_end_of_a_part_knows_nothing_that_its_lines_have_named(pond: Pond) -> None:
    """So dice fall there as if the part had named nothing."""
    words = WORDS.replace("    phase half", "    let x be whichever u in (those boat u) gives most u.n\n    phase half")
    law = """rule wind [1]
  at the end of day
  then:
    roll 1d6 as wind
    set (one boat u where u.side is red).n to wind
"""
    assert values(alike(pond(SWIM + law, words)), "n") >= {2, 3}
    plain, named = ([game.entries for game in alike(pond(law, one))] for one in (WORDS, words))
    assert plain == named


def test_who_acts_in_one_part_may_be_named_where_another_part_does_not_know_the_name(pond: Pond) -> None:
    words = WORDS.replace("    set game.turn", "    phase night by red\n    set game.turn")
    night = "action rest [1]\n  open in night\n  pick rester(u: boat) where u.side is red and u.n > 0 does:\n"
    night += "    set u.n to 0\n"
    games = alike(pond(SWIM.replace("open in moving", "open in moving to s") + night, words))
    assert {"swim", "rest"} <= {entry.answer for game in games for entry in game.entries}


def test_what_the_game_comes_to_ends_what_is_remembered_of_boats(pond: Pond) -> None:
    law = """memory u: boat wet [1]
rule wet.drops [1]
  after swim.swimmer
  begins u wet
rule wet.dry [1]
  lapses u wet
  when game.turn is 3
"""
    games = alike(pond(SWIM.replace("u.side is acting", "u.side is acting and game.turn < 3") + law))
    assert any(entry.asked == "swim.swimmer" for game in games for entry in game.entries)
    assert {len(game.position.remembered) for game in games} == {0}


def test_a_tally_of_none_is_as_if_it_had_not_begun(pond: Pond) -> None:
    """So nobody asks of it whether it begins anew, which the law cannot say here."""
    law = """tally strokes(u: boat): whole [1]
rule strokes.none [1]
  after swim.swimmer
  counts 0 towards strokes(u)
rule strokes.anew [1]
  resets strokes(u)
  when (one boat c where c.n > 9).n > game.turn
"""
    assert all(not game.position.tallied for game in alike(pond(SWIM + law)))


def test_a_secret_decides_nothing_where_what_is_seen_decides_already(pond: Pond) -> None:
    """Of the blue boat beside it red does not know the keel, but that it is not lit: so it is not towed off, and red
    sees that its own boat would come to stand with another one."""
    words = WORDS.replace("  n: whole = 2\n", "  n: whole = 2\n  keel: whole = 1 secret\n  lit: yes/no\n")
    law = """action beckon [1]
  open in moving
  pick beckoned(u: boat) where u.side is acting
rule beckon.tow [1]
  after beckon.beckoned
  then:
    for each boat v in u.hex where u.n /= v.keel and v is lit:
      move v to (one boat c where c.n = 3).hex
rule room [1]
  forbids done
  for each h in hexes
  when count(boat b in h) > 1
"""
    pieces = PIECES.replace("at: A1}", "at: A1, lit: yes}").replace("at: C3}", "at: C3, n: 3}")
    both = pond(law, words, f"{pieces}  near: {{kind: boat, side: blue, at: A1}}\n")
    first = {(entry.side, entry.answer) for entry, *_ in (game.entries for game in alike(both))}
    assert first == {("red", "done")}


def test_an_answer_is_as_legal_within_a_larger_action_as_it_is_by_itself(pond: Pond) -> None:
    """That the larger action comes to a rest at last does not help one inside it, which wind leaves without a rest:
    what follows its answers was known from looking ahead at the larger one."""
    law = """action gather [1]
  open in moving
  pick gathered(u: boat) where u.side is acting
  for each number in numbers(0, 1):
    demand push(u) of u.side
action push(v: boat) [1]
  pick to(there: hex) from neighbours(v.hex) where not there is off-board
  move v to there
rule wind [1]
  after push.to
  then:
    draw x in neighbours(there)
rule room [1]
  forbids done
  for each h in hexes
  when count(boat b in h) > 1
"""
    boats = {"r": ("red", "A1"), "b": ("red", "A1"), "c": ("blue", "D1"), "d": ("blue", "B1")}
    pieces = "".join(f"  {name}: {{kind: boat, side: {side}, at: {at}}}\n" for name, (side, at) in boats.items())
    games = alike(pond(law, pieces=f"pieces:\n{pieces}"), games=8)
    assert any(entry.asked == "push.to" for game in games for entry in game.entries)


def test_an_action_that_comes_to_a_dead_end_without_a_rest_is_told_once(pond: Pond) -> None:
    """Nobody sees the keel on which the other boat is drawn near, so nobody sees that there is no room for it."""
    words = WORDS.replace("  n: whole = 2\n", "  n: whole = 2\n  keel: whole = 1 secret\n")
    law = """action haul [1]
  open in moving
  pick hauler(u: boat) where u.side is acting does:
    let other be one boat c where c.side is not u.side
    set u.n to other.keel
    move other to u.hex
  pick tied(v: boat) from {u}
rule room [1]
  forbids done
  for each h in hexes
  when count(boat b in h) > 1
"""
    games = alike(pond(law, words))
    lapses = [entry.asked for game in games for entry in game.entries if entry.lapsed]
    assert set(lapses) == {"haul.tied"}


ODD = """fact odd(u: boat): whole
rule odd.three [1]
  when u.n = 3
  odd(u) is 3
rule swim.odd [1]
  forbids swim.swimmer
  when {when}
"""


@pytest.mark.parametrize(
    "when",
    [
        "u.n in {2, odd(u)}",
        "u.n not in {2, odd(u)}",
        "u.n in {odd(u), 2}",
        "u in (those boat v where v is u or odd(v) = 3)",
        "(those boat v where v is u or odd(v) = 3) includes u",
        "any boat w in (those boat v where v is u or odd(v) = 3)",
        "count(boat w in (those boat v where v is u or odd(v) = 3)) > 0",
        "no w in (those boat v where v is u or odd(v) = 3)",
        "odd-ones(u) includes u.n",
    ],
)
def test_a_set_is_looked_at_whole_before_it_is_asked_what_is_in_it(when: str, pond: Pond) -> None:
    """No boat has 3, so `odd` has no answer: there is no such set, whatever else is in it."""
    odd_ones = "fact odd-ones(u: boat) collects whole [1]\nrule odd-ones.all [1]\n  odd-ones(u) includes "
    both = odd_ones + "u.n\nrule odd-ones.odd [1]\n  odd-ones(u) includes odd(u)\n"
    assert ends(pond(SWIM + both + ODD.format(when=when))) == [True] * 4


def test_of_a_dozen_tasks_those_begun_first_are_over_first(pond: Pond) -> None:
    law = """task mend(b: boat, number: whole)
  crew boat
  works at the start of moving
  stage drying opens launch
  done:
    set task.b.n to task.number
action launch [1]
  open in moving
  pick launched(u: boat) where u.side is acting
action moor [1]
  open in moving
  pick moored(u: boat) where u.side is acting
  for each number in numbers(1, 12):
    begin mend(u, number) with {u}
rule moor.once [1]
  forbids moor.moored
  when any mend m where m.b is u
"""
    longest = 0
    for game in alike(pond(law, WORDS.replace("n: whole = 2", "n: whole = 0")), games=8):
        for boat in game.position.of_kind("boat"):
            over = sum(entry.answer == boat.name for entry in game.entries if entry.asked == "launch.launched")
            assert game.position.value(boat, "n") == ((over - 1) % 12 + 1 if over else 0)
            longest = max(longest, over)
    assert longest > 1


def test_a_record_that_is_picked_stands_in_the_journal_to_its_end(pond: Pond) -> None:
    law = """record signal
  of: boat
  flags: whole
action hoist [1]
  open in moving
  pick hoister(u: boat) where u.side is acting
  pick hoisted(what: signal) from {signal(of = u, flags = 1), signal(of = u, flags = u.n)}
"""
    games = alike(pond(law))
    hoisted = {entry.answer for game in games for entry in game.entries if entry.asked == "hoist.hoisted"}
    assert hoisted == {f"signal(of = {boat}, flags = {flags})" for flags in (1, 2) for boat in "rb"}


def test_a_record_that_is_tried_stays_what_it_is_while_the_action_is_tried(pond: Pond) -> None:
    law = """record fleet
  van: set of boat
  rear: set of boat
action muster [1]
  open in moving
  pick leader(u: boat) where u.side is acting
  pick order(what: fleet) from {fleet(van = {u}, rear = (those boat b)), fleet(van = (those boat b), rear = {u})}
  pick last(w: boat) where w.side is not acting
  let turned be fleet(van = what.rear, rear = what.van)
  for each v in turned.van where not v in turned.rear:
    set v.n to v.n + 1
rule muster.led [1]
  requires every x in (those boat b) satisfies x.side is red or x.n <= 2
"""
    games = alike(pond(law))
    orders = {entry.answer for game in games for entry in game.entries if entry.asked == "muster.order"}
    scattered = "fleet(van = {b}, rear = {r, b})"  # for red it would lead on to three of blue
    assert orders == {scattered, "fleet(van = {r, b}, rear = {r})", "fleet(van = {r, b}, rear = {b})"}


def test_what_is_picked_again_and_again_leads_nowhere(pond: Pond) -> None:
    """Who has called the other side cannot be done, however often boats are called: that is a matter of who was called,
    not of how many answers there were, so the search for a way on comes to its end."""
    law = """thing boat also
  called: yes/no
action gather [1]
  open in moving
  pick caller(u: boat) where u.side is acting
  pick mate(b: boat) repeatedly does:
    mark b as called
    if b.n < 4 and u.n < 4:
      set u.n to u.n + 1
rule gather.own [1]
  forbids gather.done
  when any boat x where x is called and x.side is not acting
rule gather.few [1]
  for each boat x
  requires x.n <= 3
"""
    both = pond(law)
    alike(both)
    game = both.game("ripple")
    game.beside = Follower(Target(both.agenda, both.setup))
    for answer in ("gather", "r"):
        game.answer(game.meant(answer))
    assert [one.how for one in game.judge(game.meant("b")).refusals] == ["no way on"]
    game.answer(game.meant("r"))
    assert [one.how for one in game.judge(game.meant("r")).refusals] == ["would break"]


def test_sets_that_lie_where_others_lay_are_told_apart(pond: Pond) -> None:
    """Who aims at a boat of its own cannot be done; the next that is tried is put where that set lay."""
    law = """thing boat also
  aims: set of boat
action aim [1]
  open in moving
  pick aimer(u: boat) where u.side is acting
  pick aimed(v: boat) repeatedly from those boat x where not any y in u.aims does:
    set u.aims to {v}
rule aim.own [1]
  forbids aim.done
  when any x in u.aims where x.side is acting
"""
    games = alike(pond(law, pieces=PIECES + "  c: {kind: boat, side: blue, at: C2}\n"))
    assert any(entry.answer == "r" for game in games for entry in game.entries if entry.asked == "aim.aimed")


def test_sets_of_other_members_are_told_apart_in_a_search(pond: Pond) -> None:
    """It is done with the third boat alone. The second and the fourth are looked at before: as numbers they come to the
    third, bit by bit."""
    law = """thing boat also
  aims: set of boat
action aim [1]
  open in moving
  pick aimer(u: boat) where u.side is acting and not any x in u.aims
  pick aimed(v: boat) repeatedly from those boat x where not x in u.aims does:
    set u.aims to those boat x where x in u.aims or x is v
rule aim.third [1]
  forbids aim.done
  when any x in u.aims where x.n < 9
"""
    others = "  c: {kind: boat, side: blue, at: C2, n: 9}\n  d: {kind: boat, side: blue, at: B2}\n"
    games = alike(pond(law, pieces=PIECES + others))
    assert any(entry.answer == "c" for game in games for entry in game.entries if entry.asked == "aim.aimed")


# ---- kinds of several roles


def test_a_thing_of_two_roles_is_played_in_each(pond: Pond) -> None:
    """A punt is a boat, which swims, and a float, which is lit after each stroke of it; the boat has no lights."""
    words = WORDS.replace(
        "thing boat\n  stands in hex\n  side: side = red\n",
        "thing owned\n  stands in hex\n  side: side = red\nthing boat is an owned\n",
    ).replace("situation", "thing float is an owned\n  lit: yes/no\nthing punt is a boat, float\nsituation", 1)
    rule = """rule swim.lights [1]
  after swim.stroke
  then:
    for each float v where v.hex is u.hex and not v is lit:
      mark v as lit
"""
    played = alike(pond(SWIM + rule, words, PIECES.replace("r: {kind: boat", "r: {kind: punt")))
    assert values(played, "lit") == {MISSING, True}
