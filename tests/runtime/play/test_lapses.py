"""What lapses: a pick whose subject is gone, and what has no answer left. No dead end stops a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from under_way import text_of

from hexlaw.runtime.play.game import AnswerRefused, Game
from hexlaw.runtime.play.journal import Entry, Journal, read_journal
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.play.replay import play_again

Begun = Callable[..., Game]
TWO = "{ann: {kind: boat, at: A-1, range: 9}, bob: {kind: boat, at: B-5, side: blues}}"
OTHER = """fact foe(s: side): side
rule foe.other [1]
  foe(s) is one x in {reds, blues} where x is not s
"""


def say(game: Game, *answers: str | int) -> None:
    for text in answers:
        answer = text if isinstance(text, int) else game.meant(text)
        assert answer is not None, text
        game.answer(answer)


def thing(game: Game, name: str) -> Any:
    return game.position.things.get(name)


def lapsed(game: Game) -> list[str]:
    return [entry.asked for entry in game.entries if entry.lapsed]


# ---- a pick whose subject is gone


RAM = (
    OTHER
    + """action ram(b: boat) [1]
  pick rammer(o: boat) where o.side is acting
  remove b
rule ram.window [1]
  after sail.step
  then:
    offer ram(b) to foe(b.side)
"""
)


def test_a_repeated_pick_whose_subject_is_gone_is_over(begun: Begun, sail: str) -> None:
    game = begun(sail + RAM, TWO)
    say(game, "sail", "ann", "A-2", "ram", "bob")
    assert thing(game, "ann") is None
    assert game.question == Take("reds", ("sail",))
    assert lapsed(game) == [], "nothing has come to an end that should not"


def test_it_is_over_even_where_the_law_forbids_to_be_done(begun: Begun, sail: str) -> None:
    bar = "rule bar.two [1]\n  forbids sail.done\n  when b.spent < 2\n"
    game = begun(sail + RAM + bar, TWO)
    say(game, "sail", "ann", "A-2", "ram", "bob")
    assert game.question == Take("reds", ("sail",))


FLEET = """thing boat also
  counted: whole = 0
action convoy [1]
  open in sailing
  pick member(b: boat) repeatedly as fleet where b.side is acting does:
    roll 1d2 as storm
    if storm = 2:
      remove b
    pick berth(there: hex) from neighbours(b.hex)
    set b.counted to 1
  for each b in fleet:
    set b.spent to 1
"""


def test_a_pick_that_has_to_be_made_ends_what_needs_it(begun: Begun) -> None:
    """Here all that the pick around it does; the action goes on with the next boat."""
    game = begun(
        FLEET, "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-3}, bob: {kind: boat, at: B-5, side: blues}}"
    )
    say(game, "convoy", "ann", 2)
    assert game.question == Choose("reds", "convoy.member", "b", may_end=True)
    say(game, "tim", 1)
    assert game.question == Choose("reds", "convoy.berth", "there", may_end=False)
    say(game, "A-2", DONE)
    assert (game.position.value(thing(game, "tim"), "counted"), thing(game, "ann")) == (1, None)
    assert game.position.value(thing(game, "tim"), "spent") == 1


SCATTER = """action scatter [1]
  open in sailing
  pick caller(c: boat) where c.side is acting
  for each boat b where b.side is c.side:
    roll 1d2 as storm
    if storm = 2:
      remove b
    pick berth(there: hex) from neighbours(b.hex)
    set b.spent to 1
"""


def test_it_ends_one_round_of_several(begun: Begun) -> None:
    game = begun(
        SCATTER, "{ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-3}, bob: {kind: boat, at: B-5, side: blues}}"
    )
    say(game, "scatter", "ann", 2, 1)
    assert game.question == Choose("reds", "scatter.berth", "there", may_end=False)
    say(game, "A-2")
    assert game.question == Take("reds", ("scatter",))
    assert game.position.value(thing(game, "tim"), "spent") == 1


def test_of_what_is_gone_nothing_is_written(begun: Begun) -> None:
    """A later thing may have its name."""
    law = """thing buoy also
  depth: whole = 0
action mark-it [1]
  open in sailing
  pick marker(b: boat) where b.side is acting
  place buoy in b.hex as old
  remove old
  set old.depth to 7
  move old to b.hex
  place buoy in b.hex as new
"""
    game = begun(law, TWO)
    say(game, "mark-it", "ann")
    assert list(game.position.places.values()).count(game.position.places[thing(game, "ann")]) == 2
    assert game.position.value(thing(game, "buoy-1"), "depth") == 0


# ---- ways that lead through dice and offers


HAIL = (
    OTHER
    + """action hail(b: boat) [1]
  pick caller(o: boat) where o.side is acting
  mark b as lit
rule hail.window [1]
  after sail.step
  then:
    offer hail(b) to foe(b.side)
rule bar.done [1]
  forbids sail.done
  when b.spent < 2
"""
)


def test_a_dead_end_is_seen_behind_an_offer(begun: Begun, sail: str) -> None:
    pieces = "{{ann: {{kind: boat, at: A-1, range: {range}}}, bob: {{kind: boat, at: B-5, side: blues}}}}"
    game = begun(sail + HAIL, pieces.format(range=2))
    say(game, "sail", "ann", "A-2", DONE, "A-3", DONE, DONE)
    game = begun(sail + HAIL, pieces.format(range=1))
    assert game.options() == [DONE], "she could not go on, however the offer is answered"


def test_what_stands_in_the_way_is_told_behind_offers_and_dice(begun: Begun, sail: str) -> None:
    game = begun(sail + HAIL, "{ann: {kind: boat, at: A-1, range: 1}, bob: {kind: boat, at: B-5, side: blues}}")
    assert {r.rule.id for r in game.judge("sail").reasons if r.rule} == {"bar.done", "move.tired"}
    never = LUCK + "rule bar.berth [1]\n  forbids gamble.berth\n"
    game = begun(never, TWO)
    assert {r.rule.id for r in game.judge("gamble").reasons if r.rule} == {"bar.berth"}


PAIRS = """thing boat also
  laden: yes/no
action link [1]
  open in sailing
  pick first(o: boat) where o.side is acting
  pick second(b: boat) where o is not b and b is lit
rule bar.laden [1]
  forbids link.second
  when b is laden
action flock [1]
  open in sailing
  pick lead(o: boat) where o.side is acting
  pick mate(b: boat) repeatedly where o is not b does:
    mark b as lit
rule bar.mate [1]
  forbids flock.mate
  when b is laden
rule bar.alone [1]
  forbids flock.done
  when any boat x where x is lit and x is moored
"""


def test_what_the_answer_has_nothing_to_do_with_is_left_out(begun: Begun, sail: str) -> None:
    """Cid is offered as a second boat and forbidden; that bob is not lit, and so no second boat at all, is not told. A
    flock with the moored bob in it is never complete: that eve is laden was so before he was picked."""
    cid = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: A-2}, cid: {kind: boat, at: A-3, lit: yes, laden: yes}}"
    assert [r.rule.id if r.rule else r.how for r in begun(sail + PAIRS, cid).judge("link").further] == ["bar.laden"]
    bob = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: A-2, moored: yes}"
    eve = f"{bob}, dan: {{kind: boat, at: A-2}}, eve: {{kind: boat, at: A-3, laden: yes}}}}"
    game = begun(sail + PAIRS, eve)
    say(game, "flock", "ann")
    assert [r.rule.id if r.rule else r.how for r in game.judge(game.meant("bob")).reasons] == ["bar.alone"]


def test_nobody_counts_on_the_enemy_to_help(begun: Begun, sail: str) -> None:
    help_ = HAIL.replace("when b.spent < 2", "when b is not lit")
    game = begun(sail + help_, TWO)
    assert game.options() == [DONE]
    own = help_.replace("to foe(b.side)", "to b.side")
    game = begun(sail + own, TWO)
    say(game, "sail", "ann", "A-2", "hail", "ann", DONE)
    assert game.question == Take("reds", ("sail",))


LUCK = """action gamble [1]
  open in sailing
  pick gambler(b: boat) where b.side is acting
  roll 1d6 as luck
  pick berth(there: hex) from those h in neighbours(b.hex) where luck = 6
  move b to there
  set b.spent to 3
"""


def test_a_pick_is_legal_if_the_dice_can_fall_so_that_it_is_completed(begun: Begun) -> None:
    game = begun(LUCK, TWO)
    say(game, "gamble", "ann", 6, "A-2")
    assert game.position.value(thing(game, "ann"), "spent") == 3
    assert lapsed(game) == []


def test_what_has_no_answer_comes_to_an_end_with_a_note(begun: Begun) -> None:
    written: list[Entry] = []
    game = begun(LUCK, TWO)
    game.written = written.append
    say(game, "gamble", "ann", 5)
    assert game.question == Take("reds", ("gamble",))
    assert game.position.value(thing(game, "ann"), "spent") == 0, "what stands behind it is not done"
    assert game.entries[-1] == Entry("reds", "gamble.berth", "", lapsed=True)
    assert written == game.entries


def test_what_is_never_completed_is_no_option(begun: Begun) -> None:
    game = begun(LUCK.replace("luck = 6", "luck = 7"), TWO)
    assert game.options() == [DONE]


BERTH = """rule berth.one [1]
  forbids done
  for each h in hexes
  when count(boat v in h) > 1
action drift [1]
  open in sailing
  pick drifter(b: boat) where b.side is acting
  roll 1d2 as tide
  if tide = 2:
    for each boat o where o.side is not b.side:
      move b to o.hex
"""


def test_dice_that_leave_no_rest_refuse_nothing_and_stop_nothing(begun: Begun) -> None:
    game = begun(BERTH, TWO)
    say(game, "drift", "ann", 2)
    assert game.question == Take("reds", ("drift",))
    assert lapsed(game) == ["drift"]
    assert thing(game, "ann") is not None
    say(game, "drift", "ann", 1)
    assert lapsed(game) == ["drift"], "what was broken before is not broken anew"


def test_a_pick_after_which_no_fall_leaves_a_rest_is_refused(begun: Begun) -> None:
    game = begun(BERTH.replace("if tide = 2", "if tide > 0"), TWO)
    assert [r.rule.id for r in game.judge("drift").refusals if r.rule] == ["berth.one"]


def test_an_end_without_rest_that_a_side_could_not_see_stops_nothing(begun: Begun) -> None:
    """Ann gives her berth to whoever is light; how heavy bob is she cannot know."""
    law = (
        BERTH.partition("action")[0]
        + """thing boat also
  ballast: whole = 0 secret
action call-in [1]
  open in sailing
  pick caller(b: boat) where b.side is acting
  for each boat o where o.side is not b.side and o.ballast = 0:
    move o to b.hex
"""
    )
    game = begun(law, TWO)
    say(game, "call-in", "ann")
    assert lapsed(game) == ["call-in"]
    assert game.question == Take("reds", ("call-in",))


def test_another_side_may_pass_whatever_becomes_of_the_action(begun: Begun, sail: str) -> None:
    """Ann passes through a full hex and counts on going on; bob sees to it that she cannot."""
    law = sail + HAIL.replace("when b.spent < 2", "when b.spent < 0") + BERTH.partition("action")[0]
    law += "rule bar.lit [1]\n  forbids sail.step\n  when b is lit\n"
    pieces = (
        "{ann: {kind: boat, at: A-1, range: 9}, tim: {kind: boat, at: A-2}, bob: {kind: boat, at: B-5, side: blues}}"
    )
    game = begun(law, pieces)
    say(game, "sail", "ann", "A-2", "hail", "bob")
    assert game.question == Take("reds", ("sail",))
    assert lapsed(game) == ["sail.step"]
    assert str(game.position.hex_of(thing(game, "ann"))) == str(game.position.hex_of(thing(game, "tim")))


def test_a_part_that_may_not_be_done_with_ends_where_nothing_can_be_taken(begun: Begun, sail: str) -> None:
    bar = "rule bar.all-sail [1]\n  forbids sailing.done\n  when any boat b where b.side is acting and b.spent = 0\n"
    game = begun(sail + bar, "{ann: {kind: boat, at: A-1, range: 0}, bob: {kind: boat, at: B-5, side: blues}}")
    assert game.question == Take("blues", ("sail",))
    assert lapsed(game) == ["sailing"]
    with pytest.raises(AnswerRefused):
        say(game, DONE)


# ---- undo, journals


FAR = "rule bar.far [1]\n  forbids sail.done\n  when b.spent < 5\n"
TIRED = "{ann: {kind: boat, at: A-1, range: 4}, bob: {kind: boat, at: B-5, side: blues}}"


def test_a_search_that_is_cut_short_lets_a_pick_pass(
    begun: Begun, sail: str, search_bound: Callable[[int], None]
) -> None:
    assert not begun(sail + FAR, TIRED).allows("sail")
    search_bound(1)
    game = begun(sail + FAR, TIRED)
    say(game, "sail", "ann")
    while isinstance(game.question, Choose):
        game.answer(game.options()[0])
    assert lapsed(game) == ["sail.step"]
    assert game.position.value(thing(game, "ann"), "spent") == 4


MOOR = """thing boat also
  counted: whole = 0
action moor [1]
  open in sailing
  pick moored(b: boat) where b.side is acting
  pick berth(there: hex) from hexes
  set b.counted to 1
rule moored.none [1]
  for each boat v
  requires v.counted = 0
"""


def test_an_action_without_an_answer_to_its_first_pick_is_refused_though_a_search_of_all_is_cut_short(
    begun: Begun, search_bound: Callable[[int], None]
) -> None:
    """Six boats and ten hexes are more answers than fifty; one boat and ten hexes are fewer than a quarter of it."""
    boats = "{" + ", ".join(f"b{n}: {{kind: boat, at: A-1}}" for n in range(6)) + "}"
    for bound, passes in (100, False), (50, False), (5, True):
        search_bound(bound)
        assert begun(MOOR, boats).allows("moor") is passes, bound


def test_what_lapsed_is_taken_back_with_the_answer_that_led_there(
    begun: Begun, sail: str, search_bound: Callable[[int], None]
) -> None:
    search_bound(1)
    game = begun(sail + FAR, TIRED)
    before = game.text()
    say(game, "sail", "ann", "A-2", "A-3", "A-4")
    answers = len(game.entries)
    say(game, "A-5")
    assert len(game.entries) == answers + 2
    assert [game.undo() for _ in range(6)] == [2, 1, 1, 1, 1, 1]
    assert (game.entries, game.text()) == ([], before)


def journal(game: Game) -> Journal:
    lines = [*Journal({"format": "hexlaw-journal", "version": 1}, game.entries).lines()]
    again, damage = read_journal(lines)
    assert again is not None
    assert damage is None
    return again


def test_a_journal_with_lapses_is_played_again(begun: Begun) -> None:
    game = begun(LUCK, TWO)
    say(game, "gamble", "ann", 5, "gamble", "ann", 6, "A-2", DONE)
    entries = journal(game).entries
    assert entries == game.entries
    again = begun(LUCK, TWO)
    assert play_again(again, entries) is None
    assert text_of(again) == text_of(game)


def test_under_other_law_it_is_said_where_a_dead_end_is_none(begun: Begun) -> None:
    game = begun(LUCK, TWO)
    say(game, "gamble", "ann", 5, DONE)
    wider = begun(LUCK.replace("luck = 6", "luck > 4"), TWO)
    differs = play_again(wider, journal(game).entries)
    assert differs is not None
    assert differs.number == 4
    assert differs.message == "here it is not a dead end: the game asks reds: gamble.berth"


def test_under_other_law_it_is_said_where_there_is_a_dead_end(begun: Begun) -> None:
    game = begun(LUCK.replace("luck = 6", "luck > 4"), TWO)
    say(game, "gamble", "ann", 5, "A-2")
    differs = play_again(begun(LUCK, TWO), journal(game).entries)
    assert differs is not None
    assert differs.number == 4
    assert differs.message == "here `gamble.berth` comes to an end, as nothing can be answered"


TOW = """action tow [1]
  open in sailing
  pick tug(b: boat) repeatedly where b.side is acting does:
    pick leg(h: hex) repeatedly optionally from neighbours(b.hex) where not h is off-board
        costs 1 counted in b.spent does:
      move b to h
    pick hook(h: hex) from neighbours(b.hex) costs 6 counted in b.spent does:
      mark b as moored
  roll 1d6 as wind
"""


def test_an_action_whose_dice_come_at_its_end_can_be_taken(begun: Begun, sail: str) -> None:
    game = begun(sail + TOW, "{ann: {kind: boat, at: A-1}}")
    assert game.judge(game.meant("tow")).judged
