"""Players that are programs: legal answers, and those that look ahead go by what the situation says it wants."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.law.stops import Conflict, Hole
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, RandomPlayer, ScriptedPlayer, Unfit
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.words import in_words

from .weighed import player, worth

Begun = Callable[..., Game]
TWO = "{ann: {kind: boat, at: A-1, range: 2}, bob: {kind: boat, at: B-5, side: blues}}"
EASTWARD = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side)'
"""


def reds_act(game: Game, one: Player | None = None) -> None:
    """Lets a program play the turn of the reds."""
    one = one or player("greedy", "x")
    while game.question is not None and game.question.side == "reds":  # type: ignore[union-attr]
        game.answer(one.answer(game))


def test_a_random_player_answers_only_what_is_legal(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    one = RandomPlayer(Chance("x"))
    for _ in range(60):
        if game.over:
            break
        answer = one.answer(game)
        assert answer in game.options()
        game.put(answer)


SCUTTLE = """action scuttle [1]
  open in sailing
  gives up
  pick holed(b: boat) where b.side is acting does:
    move b to none
"""


@pytest.mark.parametrize(("law", "left"), [(SCUTTLE, 2), (SCUTTLE.replace("  gives up\n", ""), 0)])
def test_nothing_is_given_up_by_chance(begun: Begun, sail: str, law: str, left: int) -> None:
    """Of twelve games none loses a boat where scuttling is marked; unmarked, both are gone in most."""
    there = sail.replace("b.side is acting", "b.side is acting and b.hex is not none")
    found = []
    for number in range(12):
        game = begun(there + law, TWO, seed=str(number))
        play_out(game, {side: RandomPlayer(Chance(f"{number}/{side}")) for side in ("reds", "blues")})
        found.append(sum(game.position.hex_of(boat) is not None for boat in game.position.things.values()))
    assert found == [2] * 12 if left else min(found) == 0


def test_what_is_given_up_is_taken_where_nothing_else_is_legal(begun: Begun, sail: str) -> None:
    law = (
        sail
        + SCUTTLE
        + """rule bar.stay [1]
  forbids sailing.done
  when any boat b where b.side is s and b.hex is not none
rule bar.calm [1]
  forbids sail.skipper
"""
    )
    game = begun(law, TWO)
    assert RandomPlayer(Chance("x")).answer(game) == "scuttle"


@pytest.mark.parametrize("marked", [True, False])
def test_who_looks_ahead_gives_nothing_up(begun: Begun, sail: str, marked: bool) -> None:
    """To be rid of a boat is worth something here; to scuttle it is looked at only where that is not marked."""
    law = sail + (SCUTTLE if marked else SCUTTLE.replace("  gives up\n", ""))
    game = begun(law, TWO, more="worth: 'count(boat b where b.side is side and b.hex is none)'\n")
    assert (player("greedy", "x").answer(game) == "scuttle") is not marked


@pytest.mark.parametrize("name", ["greedy", "greedy:60"])
def test_who_looks_ahead_goes_where_it_is_worth_most(begun: Begun, sail: str, name: str) -> None:
    """Worth is the distance from A-1: with two steps ann gets to A-3, or as far down the other line."""
    game = begun(sail, TWO, more=EASTWARD)
    reds_act(game, player(name, "x"))
    ann = game.position.things["ann"]
    assert worth(game, "reds") == 2, game.position.hex_of(ann)


def many(others: str) -> str:
    """Sixty boats that are worth nothing wherever they are, and one, with a range of 3, that is."""
    crowd = ", ".join(f"b{n}: {{kind: boat, at: B-5, range: 2{others}}}" for n in range(60))
    return f"{{{crowd}, zoe: {{kind: boat, at: A-1, range: 3}}, gus: {{kind: boat, at: B-1, side: blues}}}}"


ONLY_ZOE = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side and b.range = 3)'
"""


@pytest.mark.parametrize("others", ["", ", side: blues"], ids=["too many to look at", "not to be picked"])
def test_where_many_could_begin_the_one_that_gains_is_found(begun: Begun, sail: str, others: str) -> None:
    """Far fewer positions than boats: all have their turn where nothing gains, and who is refused takes nothing."""
    game = begun(sail, many(others), more=ONLY_ZOE)
    reds_act(game, player("greedy:12", "x"))
    assert worth(game, "reds") > 0


UNTIL_A_SIX = """thing game also
  thrown: whole = 0
action wait [1]
  open in sailing
  pick waiting(b: boat) where b.side is acting and b is not lit does:
    mark b as lit
"""
EFFECT = """effect throw():
  roll 1d6 as pip
  set game.thrown to pip
"""


def test_dice_that_are_thrown_until_something_shows_are_looked_at_so_far(begun: Begun) -> None:
    """Whoever counts them out over all their falls, or takes the middle one each time, never comes to an end."""
    luck = "    phase luck while game.thrown /= 6:\n      do throw()\n    set game.thrown to 0\n"
    game = begun(UNTIL_A_SIX + EFFECT, TWO, more=EASTWARD, sequence=luck)
    play_out(game, {side: player("greedy", side) for side in ("reds", "blues")})
    assert game.over
    assert [entry.answer for entry in game.entries if not entry.side].count("6") == 2, "one for each day"


def test_a_tie_that_is_thrown_again_is_looked_at_so_far(begun: Begun) -> None:
    """Two dice and twice as many falls: beyond those that are looked at one by one."""
    tie = EFFECT.replace("roll 1d6 as pip", "roll 1d20 as pip\n  roll 1d20 as other")
    tie = tie.replace("set game.thrown to pip", "set game.thrown to pip - other")
    luck = "    phase luck while game.thrown = 0:\n      do throw()\n    set game.thrown to 0\n"
    game = begun(UNTIL_A_SIX + tie, TWO, more=EASTWARD, sequence=luck)
    play_out(game, {side: player("greedy", side) for side in ("reds", "blues")})
    assert game.over


def test_without_worth_nobody_can_look_ahead(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    with pytest.raises(Hole, match="the law does not say what a side wants"):
        player("greedy", "x").answer(game)


TORN = """fact pull(s: side): whole
rule pull.east [1]
  when any boat b where b.side is s and b.hex is not none
  pull(s) is 1
rule pull.west [1]
  when any boat b where b.side is s and b.range > 1
  pull(s) is 2
"""


def test_who_looks_ahead_stops_where_the_law_contradicts_itself_about_what_it_wants(begun: Begun, sail: str) -> None:
    """It would keep away from every position, and do nothing for the whole game without a word."""
    game = begun(sail + TORN, TWO, more="worth: pull(side)\n")
    with pytest.raises(Conflict, match="contradicts itself about pull"):
        player("greedy", "x").answer(game)


def test_a_script_is_followed_and_then_all_is_done(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    one = ScriptedPlayer(["sail", "ann", "A-2"])
    for _ in range(4):
        game.answer(one.answer(game))
    assert [entry.answer for entry in game.entries] == ["sail", "ann", "A-2", DONE]


@pytest.mark.parametrize(
    ("script", "number", "said"),
    [
        (["row"], 0, "`row` is not an answer to `action`"),
        (["sail", "bob"], 1, "refused as an answer to `sail.skipper`: bob is not of the side whose turn it is"),
        (["sail"], 1, "the answers end here, but `sail.skipper` is still to be answered"),
    ],
)
def test_a_script_that_does_not_fit_is_told(begun: Begun, sail: str, script: list[str], number: int, said: str) -> None:
    game = begun(sail, TWO)
    one = ScriptedPlayer(script)
    for _ in range(number):
        game.answer(one.answer(game))
    with pytest.raises(Unfit) as unfit:
        one.answer(game)
    assert unfit.value.number == number
    assert said in unfit.value.message
    assert "it can be answered with `" in unfit.value.help


TOSS = """thing boat also
  gold: whole = 5
action toss [1]
  open in sailing
  pick tosser(b: boat) where b.side is acting
  roll 1d6 as first
  roll 1d6 as second
  if first + second {condition}:
    set b.gold to b.gold + 4
  otherwise:
    set b.gold to 0
rule toss.once [1]
  forbids toss.tosser
  when b.gold is not 5
"""


@pytest.mark.parametrize(("condition", "tossed"), [("<= 6", False), (">= 6", True)])
def test_dice_are_counted_out_to_the_last(begun: Begun, condition: str, tossed: bool) -> None:
    """Win 4 or lose 5. Two dice show 6 or less in 15 ways of 36, which loses on the average; 6 or more in 26."""
    game = begun(TOSS.format(condition=condition), TWO, more="worth: 'sum(b.gold for boat b where b.side is side)'\n")
    answer = player("greedy", "x").answer(game)
    assert answer == ("toss" if tossed else DONE)


def test_who_looks_ahead_plays_the_same_game_again(begun: Begun, sail: str) -> None:
    games = [begun(sail, TWO, more=EASTWARD) for _ in range(2)]
    for game in games:
        players = {side: player("greedy:60", f"seed/{side}") for side in ("reds", "blues")}
        while not game.over:
            game.answer(players[game.question.side].answer(game))  # type: ignore[union-attr]
    assert games[0].entries == games[1].entries


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("serch", "there is no player `serch`"),
        ("random:5", "`random` does not look ahead"),
        ("greedy:0", "`0` is not a number of positions"),
        ("greedy:many", "`many` is not a number of positions"),
        ("greedy:", "`` is not a number of positions"),
        ("greedy:123456789", "is not a number of positions"),
    ],
)
def test_a_name_that_stands_for_no_player_is_told(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        player(name, "x")


TIDE = """thing boat also
  keyed: yes/no
  gold: whole = 5
action lock [1]
  open in sailing
  pick locked(b: boat) where b.side is acting and b is not keyed does:
    mark b as keyed
action unlock [1]
  open in sailing
  pick unlocked(b: boat) where b.side is acting and b is keyed does:
    clear keyed from b
rule tide.takes [1]
  at the end of sailing
  then:
    for each boat b:
      set b.gold to b.gold - 1
"""


def test_nobody_acts_for_nothing_to_put_off_what_comes(begun: Begun) -> None:
    """The tide takes gold when the part of the turn is over, and keys can be turned for ever before."""
    game = begun(TIDE, TWO, more="worth: 'sum(b.gold for boat b where b.side is side)'\n")
    one = player("greedy", "x")
    for _ in range(3):
        if game.question is not None and game.question.side == "reds":  # type: ignore[union-attr]
            game.answer(one.answer(game))
    assert [entry.answer for entry in game.entries if entry.side == "reds"] == [DONE]


def fleet(number: int, steps: int = 2) -> str:
    return "{" + ", ".join(f"b{n}: {{kind: boat, at: A-1, range: {steps}}}" for n in range(number)) + "}"


def test_who_gains_by_the_first_steps_goes_the_rest_of_the_way(begun: Begun, sail: str) -> None:
    """A share of the budget is gone when a boat has been looked at a few steps far; each sails its four at once."""
    game = begun(sail, fleet(20, 4), more=EASTWARD)
    reds_act(game, player("greedy:200", "x"))
    assert worth(game, "reds") == 20 * 4
    assert [entry.answer for entry in game.entries].count("sail") == 20


ROUND = """reach leads-to(b: boat, there: hex): fathoms
  "Where it can get to."
  by sail.step
rule bar.full [1]
  forbids sail.step
  when any boat o in there
"""


def test_who_has_to_go_round_somebody_is_not_passed_over(begun: Begun, sail: str) -> None:
    """A-3 is full, and B-2 is as far from A-5 as A-2 is; only behind it does a boat gain. Each of
    the boats has a share of the budget."""
    crowd = ", ".join(f"b{n}: {{kind: boat, at: A-2, range: 2}}" for n in range(8))
    weighing = """worth: '10 * count(boat b) - sum(distance(b.hex, hex("A-5")) for boat b where b.side is side)'\n"""
    game = begun(ROUND + sail, f"{{{crowd}, other: {{kind: boat, at: A-3, side: blues}}}}", more=weighing)
    assert player("greedy", "x").answer(game) == "sail"


def test_what_comes_when_all_is_done_keeps_nobody_from_acting(begun: Begun, sail: str) -> None:
    """The tide brings more than a boat gains by sailing, and the budget is gone before a boat has sailed."""
    tide = TIDE.replace("b.gold - 1", "b.gold + 100")
    game = begun(tide + sail, fleet(20), more=EASTWARD.replace("sum(", "sum(b.gold + "))
    one = player("greedy:60", "x")
    while not any(entry.answer == DONE and entry.asked == "action" for entry in game.entries):
        game.answer(one.answer(game))
    assert [entry.answer for entry in game.entries].count("sail") == 20


WEIGH = """thing boat also
  weighed: yes/no
  in-hand: yes/no
action weigh [1]
  open in sailing
  pick weigher(b: boat) where b.side is acting does:
    for each boat o:
      clear in-hand from o
    mark b as in-hand
    mark b as weighed
rule bar.weighed [1]
  forbids weigh.weigher
  when b is weighed
rule bar.left [1]
  forbids sail.skipper
  when b is not in-hand
"""


def test_who_has_just_acted_goes_on_before_another_is_taken_in_hand(begun: Begun, sail: str) -> None:
    """To weigh anchor is worth more than to sail, and who has weighed sails only until another weighs."""
    weighed = " + 10 * count(boat b where b is weighed)'\n"
    game = begun(sail + WEIGH, fleet(3), more=EASTWARD.rstrip("'\n") + weighed)
    reds_act(game)
    assert worth(game, "reds") == 3 * (10 + 2)


SIGNAL = """action signal [1]
  open in sailing
  pick flagship(f: boat) where f.side is acting does:
    mark f as lit
  pick lower(g: boat) repeatedly optionally where g.side is acting and g is not lit does:
    mark g as lit
  pick skipper(b: boat) repeatedly optionally where b.side is acting does:
    let here be b.hex
    pick sail.step repeatedly optionally
rule bar.lower [1]
  forbids signal.lower
  when g.range > 0
rule bar.flagship [1]
  forbids signal.flagship
  when f is lit
"""


def test_a_gain_deep_inside_an_action_is_found(begun: Begun, sail: str) -> None:
    """A flagship, nobody between, a boat, a step: then nothing more of the way, and of the boats. What ends only after
    several picks have ended counts by what it is worth there, and the first turn of a beginning comes so deep."""
    law = sail.replace("  open in sailing\n", "").replace("thing boat also\n", "thing boat also\n  lit: yes/no\n")
    game = begun(law + SIGNAL, fleet(2, 1), more=EASTWARD)
    one = player("greedy:32", "x")
    for _ in range(9):
        game.answer(one.answer(game))
    assert worth(game, "reds") == 2, [entry.answer for entry in game.entries]


ONE_BERTH = """rule bar.taken [1]
  forbids sail.step
  when any boat o where o.hex is there
"""
BERTHED = """worth: 'count(boat b where b.side is side and b.hex is hex("A-3"))'
"""


def test_what_was_found_besides_is_not_done_where_it_has_been_closed_since(
    begun: Begun, sail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both boats could go to the one berth; the other does not leave for nothing."""
    game = begun(sail + ONE_BERTH, fleet(2), more=BERTHED)
    reds_act(game)
    assert sorted(in_words(game.position.hex_of(b), game.position) for b in game.position.things.values()) == [
        "A-1",
        "A-3",
    ]


MUST_LEAVE = """rule bar.stay [1]
  forbids sailing.done
  when any boat b where b.side is s and b.spent = 0
"""


def test_who_may_not_be_done_goes_on_with_what_loses_least(
    begun: Begun, sail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(sail + MUST_LEAVE, fleet(4, 1), more=EASTWARD.replace("'sum(", "'0 - sum("))
    reds_act(game)
    assert worth(game, "reds") == -4


BALLAST = """thing boat also
  ballast: whole = 0
action trim [1]
  open in sailing
  pick trimmed(b: boat) where b.side is acting and b.ballast = 0
  pick weight(n: whole) from {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}
  pick watched(o: boat) where o is b does:
    set o.ballast to n
rule bar.untrimmed [1]
  forbids sailing.done
  when any boat b where b.side is s and b.ballast = 0
"""


def test_who_has_to_act_at_a_loss_looks_for_the_least(begun: Begun) -> None:
    """Thirty boats have to take ballast, each weight of which is worth one less. In its turn each tries one of 24
    weights; of the boat that came off best all are tried."""
    weighing = "worth: '0 - sum(b.ballast for boat b where b.side is side)'\n"
    game, one = begun(BALLAST, fleet(30), more=weighing), player("greedy", "x")
    for _ in range(4):
        game.answer(one.answer(game))
    assert worth(game, "reds") == -1
