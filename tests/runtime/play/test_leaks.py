"""What is secret to a side gives itself away nowhere: not in its view, its questions, its options, nor in refusals.

Random games of a law with secrets of every sort are stopped at each question. What the side that is asked cannot see is
exchanged for other values, and all that the side gets to see has to stay the same, letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from other_secrets import otherwise, told
from under_way import text_of

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.wasm.following import target_of
from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.play.game import Broken, Game
from hexlaw.runtime.play.questions import DONE, Take, Throw
from hexlaw.runtime.position.visibility import Visibility, resting

Begun = Callable[..., Game]
LAW = """thing chest
  stands in hex or boat
  side: side = blues
  full: yes/no secret
  coins: whole = 0 secret
  paint: paint = red secret
  note: text = "" secret
  kept-by: boat or none secret
  berth: hex or none secret
  lid: yes/no
thing boat also
  gold: whole = 0
order plan
  falls due in sailing
  aim: hex secret
  by-whom: boat secret
  day: whole
memory b: boat peeked c: chest
tally looks(b: boat): whole
fact rich(c: chest, s: side): yes/no
  otherwise no
rule rich.own [1]
  when c.side is s and c.coins > 1
  rich(c, s) is yes
rule peeked.begins [1]
  after look.at
  begins b peeked c
rule looks.counted [1]
  after look.at
  counts 1 towards looks(b)
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  pick step(there: hex) repeatedly from neighbours(b.hex) where not there is off-board
      costs 1 counted in b.spent does:
    move b to there
rule move.tired [1]
  forbids sail.step
  when b.spent >= b.range
action look [1]
  "What is in it is shown to who looks, and to nobody else."
  open in sailing
  pick looker(b: boat) where b.side is acting
  pick at(c: chest)
  reveal c.full to acting
  if c.coins > 2:
    reveal c
rule look.once [1]
  forbids look.at
  when b peeked c
  says "{b} has looked into {c}"
rule look.lid [1]
  forbids look.at
  when c.side is not acting and c is lid
  says "{c} is shut"
action aim [1]
  open in sailing
  pick aimer(b: boat) where b.side is acting
  pick mark(h: hex) from neighbours(b.hex)
  write plan(aim = h, by-whom = b, day = game.day) as made
rule plan.carried-out [1]
  at the start of sailing
  then:
    for each plan p where p is at-hand and p.owner is acting:
      move p.by-whom to p.aim
      remove p
action fill [1]
  open in sailing
  pick filled(c: chest) where c.side is acting and not rich(c, acting) does:
    set c.coins to c.coins + 1
    mark c as full
    set c.note to "filled"
memory c: chest heavy
tally weighed-by(b: boat): whole
rule heavy.begins [1]
  begins c heavy
  when c.coins > 1
rule heavy.ends [1]
  lapses c heavy
  when c.coins < 2
rule weighed.counted [1]
  after weigh.weighed
  counts c.coins towards weighed-by(b)
action weigh [1]
  "Whoever weighs too much loses count: how much that was, nobody knew before."
  open in sailing
  pick weigher(b: boat) where b.side is acting
  pick weighed(c: chest) does:
    if c.coins > 1 or c.kept-by is b:
      set b.gold to b.gold + 1
rule weigh.own [1]
  "One's own heavy chests one does not weigh."
  forbids weigh.weighed
  when c heavy
  when c.side is acting
rule purse [1]
  for each boat b
  requires b.gold < 2
  says "{b} holds {b.gold}"
action carry [1]
  open in sailing
  pick porter(b: boat) where b.side is acting
  pick freight(c: chest) where c.side is acting and c.kept-by is not b does:
    move c to b
    set c.kept-by to b
rule berths [1]
  for each chest c
  requires c.coins < 4
  says "{c} holds {c.coins}"
"""
CHESTS = {
    "oak": "reds, at: A-1, full: yes, coins: 2, paint: red, note: tea, kept-by: ann, berth: A-1",
    "elm": "reds, at: A-3, full: no, coins: 0, paint: blue, note: silk, kept-by: tim, berth: A-2",
    "ash": "blues, at: B-1, full: yes, coins: 2, paint: red, note: rum, kept-by: bob, berth: B-2",
    "fir": "blues, at: B-3, full: no, coins: 1, paint: blue, note: salt, kept-by: jim, berth: B-3, lid: yes",
}
BOATS = {"ann": "reds, at: A-2", "tim": "reds, at: A-4", "bob": "blues, at: B-2", "jim": "blues, at: B-4"}
PIECES = (
    "{"
    + ", ".join(
        [f"{name}: {{kind: chest, side: {rest}}}" for name, rest in CHESTS.items()]
        + [f"{name}: {{kind: boat, side: {rest}, hold: {name}}}" for name, rest in BOATS.items()]
    )
    + "}"
)


def game_of(begun: Begun, seed: str) -> Game:
    return begun(LAW, PIECES, seed=seed)


def test_the_law_of_this_test_keeps_its_secrets(bench: Any) -> None:
    """The check that looks for what gives secrets away (HX416) finds nothing in it."""
    from tests.runtime.play.conftest import TWO_SIDES

    found = Diagnostics()
    run_extra_checks(bench.compiled(TWO_SIDES + LAW), found)
    assert [d.code for d in found if d.code == "HX416"] == []


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_what_a_side_cannot_see_changes_nothing_that_it_sees(begun: Begun, seed: str) -> None:
    game, rng = game_of(begun, seed), Random(seed)
    compared = differing = 0
    kept: set[str] = set()
    while not game.over and compared < 60:
        question = game.question
        if isinstance(question, Throw):
            game.throw()
            continue
        for side in ("reds", "blues"):
            other = otherwise(game, side, rng)
            assert told(other, side) == told(game, side), (side, question, game.entries)
            differing += text_of(other) != text_of(game)
            compared += 1
        options = game.options()
        going_on = [option for option in options if option != DONE] if isinstance(question, Take) else options
        went_on(game, rng.sample(going_on, len(going_on)) or options)
        kept |= {name for name, _ in (*game.position.remembered, *game.position.tallied)}
    assert differing > compared // 2, "otherwise nothing was tried"
    weighed = set() if seed == "a" else {"weighed-by"}  # in the first game nothing but what weighs nothing is weighed
    assert kept == {"peeked", "looks", "heavy"} | weighed


def went_on(game: Game, answers: list[Any]) -> None:
    """Gives the first of these answers that can be carried out: a requirement that breaks by a secret stops the game
    only then, and leaves it where it was."""
    for answer in answers:
        try:
            game.put(answer)
        except Broken:
            continue
        return
    raise AssertionError("nothing can be carried out")


def test_a_view_of_something_under_way_shows_no_secret_either(begun: Begun) -> None:
    game = game_of(begun, "w")
    for text in ("aim", "ann", "A-1", "look", "tim", "ash"):
        meant = game.meant(text)
        assert meant is not None
        game.answer(meant)
    made = game.position.things["plan-1"]
    seen = game.text("blues")
    assert "plan-1.aim" not in seen
    assert "plan-1.day = 1" in seen
    assert game.seen_by("blues").value(made, "aim") is MISSING
    assert game.seen_by("reds").value(made, "aim") is not MISSING
    ash = game.position.things["ash"]
    assert game.seen_by("reds").value(ash, "full") is True, "it was shown"
    assert game.seen_by("reds").value(ash, "coins") is MISSING


def leaks(game: Game, *answers: str) -> bool:
    """Whether reds see anything else, after these answers, if what they do not see is something else."""
    for text in answers:
        game.answer(game.meant(text))
    others = [otherwise(game, "reds", Random(str(seed))) for seed in range(10)]
    return any(told(other, "reds") != told(game, "reds") for other in others)


OLD_WAYS = [
    ("", ("weigh", "ann", "oak", "weigh", "ann")),  # a pick that would break a requirement, if the secret is so
    ("rule look.rich [1]\n  forbids look.at\n  when c.coins > 2\n", ("look", "ann")),  # what HX416 refuses
]


@pytest.mark.parametrize(("law", "answers"), OLD_WAYS)
def test_judged_on_the_game_itself_a_pick_tells_a_secret(
    begun: Begun, law: str, answers: tuple[str, ...], look_at_the_truth: Callable[[], None]
) -> None:
    assert not leaks(begun(LAW + law, PIECES), *answers)
    look_at_the_truth()
    assert leaks(begun(LAW + law, PIECES), *answers)


@pytest.mark.parametrize("shown", ["memory:heavy", "tally:weighed-by"])
def test_shown_to_everybody_a_memory_or_a_tally_tells_a_secret(
    begun: Begun, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(LAW, PIECES)
    others = [otherwise(game, "reds", Random(str(seed))) for seed in range(10)]
    assert all(told(other, "reds") == told(game, "reds") for other in others)
    hides = Visibility.hides
    monkeypatch.setattr(Visibility, "hides", lambda visibility, kept, of: kept != shown and hides(visibility, kept, of))
    assert any(told(other, "reds") != told(game, "reds") for other in others)


def test_what_is_remembered_of_a_secret_is_not_seen_where_an_answer_leads(begun: Begun) -> None:
    """That one's own chest becomes heavy by it says nothing of the chests of others."""
    game = game_of(begun, "heavy")
    assert target_of(game) is not None
    for text in ("fill", "elm", "fill"):
        game.answer(game.meant(text))
    ahead = game.followed(game.meant("elm"))
    assert ahead is not None
    assert {chest.name for _, (chest,) in ahead.position.remembered} == {"elm", "oak"}
    assert {chest.name for _, (chest,) in game.position.remembered} == {"ash", "oak"}


def test_what_told_a_secret_is_not_taken_back(begun: Begun) -> None:
    game = begun(LAW, PIECES)
    for text, back in (("look", 1), ("ann", 2), ("ash", 0), ("weigh", 1), ("ann", 2), ("fir", 0), ("weigh", 1)):
        game.answer(game.meant(text))
        assert game.undoable == back, text


def test_what_rests_on_what_rests_on_a_secret_is_hidden_too(bench: Any) -> None:
    """A memory of a memory of coins, and one of that again, rest on the coins of anything."""
    from tests.runtime.play.conftest import TWO_SIDES

    rows = """memory c: chest envied
memory c: chest pitied
rule envied.begins [1]
  begins c envied
  when c heavy
rule pitied.begins [1]
  begins c pitied
  when c envied
"""
    found = resting(bench.compiled(TWO_SIDES + LAW + rows).graph)
    assert found["memory:heavy"] == {(0, "coins")}
    assert found["memory:envied"] == found["memory:pitied"] == {(None, "coins")}
    assert "memory:peeked" not in found


WAYS_INTO_A_SECRET = {
    "in the action": "  set b.load to c\n",
    "in an effect": "  do stows(b, c)\neffect stows(to: boat, what: cargo):\n  set to.load to what\n",
    "in an effect of an effect": "  do stows(b, c)\neffect stows(to: boat, what: cargo):\n  do hides(what, to)\n"
    "effect hides(it-is: cargo, to: boat):\n  let kept be it-is\n  set to.load to kept\n",
    "in a rule that follows": "rule stowed [1]\n  after stow.what\n  then:\n    set b.load to c\n",
    "in a rule that follows an effect": "  do stows(b, c)\neffect stows(to: boat, what: cargo):\n  set to.lit to yes\n"
    "rule stowed [1]\n  after stows\n  then:\n    set to.load to what\n",
}


@pytest.mark.parametrize("does", WAYS_INTO_A_SECRET.values(), ids=WAYS_INTO_A_SECRET)
def test_what_is_picked_to_become_a_secret_is_not_read_by_others(begun: Begun, does: str) -> None:
    law = (
        "choice cargo\n  tea, rum\nthing boat also\n  load: cargo = tea secret\n"
        "action stow [1]\n  open in sailing\n  pick stower(b: boat) where b.side is acting\n  pick what(c: cargo)\n"
    )
    game = begun(law + does, "{ann: {kind: boat, side: reds, at: A-1}, bob: {kind: boat, side: blues, at: B-1}}")
    for text in ("stow", "ann", "rum"):
        game.answer(game.meant(text))
    assert game.position.value(game.position.things["ann"], "load") == "rum"
    read = {entry.asked: (game.may_read(entry, "reds"), game.may_read(entry, "blues")) for entry in game.entries}
    assert read["stow.what"] == (True, False)
    assert read["stow.stower"] == (True, True)
