"""What is secret to a side gives itself away nowhere: not in its view, its questions, its options, nor in refusals.

Random games of a law with secrets of every sort are stopped at each question. What the side that is asked cannot see is
exchanged for other values, and all that the side gets to see has to stay the same, letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.check.thorough import check_thoroughly
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.foresight import _frame_with, _with
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Take, Throw
from hexlaw.runtime.play.state import State
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import Thing

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
rule bar.tired [1]
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
    for each plan p where p is is-due and p.owner is acting:
      move p.by-whom to p.aim
      remove p
action fill [1]
  open in sailing
  pick filled(c: chest) where c.side is acting and not rich(c, acting) does:
    set c.coins to c.coins + 1
    mark c as full
    set c.note to "filled"
action carry [1]
  open in sailing
  pick porter(b: boat) where b.side is acting
  pick freight(c: chest) where c.side is acting and c.kept-by is not b does:
    move c to b
    set c.kept-by to b
rule berths [1]
  at all times
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


def otherwise(machine: Machine, side: str, rng: Random) -> Machine:
    """The same game with other values in what the side cannot see: those of others, exchanged, and new ones."""
    position = machine.position
    exchanged: dict[tuple[Thing, str], object] = {}
    by_sort: dict[tuple[str, str], list[Thing]] = {}
    for thing, name in machine.state.hidden_from(side):
        by_sort.setdefault((thing.kind, name), []).append(thing)
    for (_, name), things in by_sort.items():
        values = [position.value(thing, name) for thing in things]
        values = [True if v is False else False if v is True else v + 2 if type(v) is int else v for v in values]
        rng.shuffle(values)
        others = [position.map.hexes[rng.randrange(10)] for _ in things] if name in ("berth", "aim") else values  # type: ignore[union-attr]
        exchanged |= {(thing, name): value for thing, value in zip(things, others, strict=True) if value is not MISSING}
    copy = machine.copy()
    copy.state.position = _with(copy.state.position, exchanged)
    copy.state.frames = [_frame_with(frame, exchanged) for frame in copy.frames]
    return copy


def seen_by(machine: Machine, side: str) -> list[Any]:
    """All that a side gets to see at a question, in words."""
    question = machine.state.question
    seen: list[Any] = [State(machine.state.view(side)).text(), question]
    if question is None or isinstance(question, Throw) or question.side != side:
        return seen
    shown = machine.by_reference().ev.shown
    try:
        candidates = choices.candidates(machine)
    except LawStop as stop:
        return [*seen, stop.message]
    for candidate in candidates:
        try:
            verdict = choices.judge(machine.by_reference(), candidate)
            told = [(r.how, r.rule.id if r.rule else "", r.text) for r in verdict.refusals]
        except LawStop as stop:
            told = [("stop", "", stop.message)]
        seen.append((shown(candidate), told, shown(choices.cost_of(machine, candidate))))
    return [*seen, [shown(option) for option in choices.options(machine)]]


def game_of(begun: Begun, seed: str) -> Game:
    return begun(LAW, PIECES, seed=seed)


def test_the_law_of_this_test_keeps_its_secrets(bench: Any) -> None:
    """The check that looks for what gives secrets away (HX416) finds nothing in it."""
    from tests.runtime.play.conftest import TWO_SIDES

    found = Diagnostics()
    check_thoroughly(bench.compiled(TWO_SIDES + LAW), found)
    assert [d.code for d in found if d.code == "HX416"] == []


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_what_a_side_cannot_see_changes_nothing_that_it_sees(begun: Begun, seed: str) -> None:
    game, rng = game_of(begun, seed), Random(seed)
    compared = differing = 0
    while not game.over and compared < 60:
        question = game.question
        if isinstance(question, Throw):
            game.throw()
            continue
        for side in ("reds", "blues"):
            other = otherwise(game.machine, side, rng)
            assert seen_by(other, side) == seen_by(game.machine, side), (side, question, game.entries)
            differing += other.text() != game.machine.text()
            compared += 1
        options = game.options()
        going_on = [option for option in options if option != DONE] if isinstance(question, Take) else options
        game.put(rng.choice(going_on or options))
    assert differing > compared // 2, "otherwise nothing was tried"


def test_a_view_of_something_under_way_shows_no_secret_either(begun: Begun) -> None:
    game = game_of(begun, "w")
    for text in ("aim", "ann", "A-1", "look", "tim", "ash"):
        meant = game.meant(text)
        assert meant is not None
        game.answer(meant)
    made = game.position.things["plan-1"]
    told = State(game.machine.state.view("blues")).text()
    assert "plan-1.aim" not in told
    assert "plan-1.day = 1" in told
    assert game.machine.state.view("blues").value(made, "aim") is MISSING
    assert game.machine.state.view("reds").value(made, "aim") is not MISSING
    ash = game.position.things["ash"]
    assert game.machine.state.view("reds").value(ash, "full") is True, "it was shown"
    assert game.machine.state.view("reds").value(ash, "coins") is MISSING


def test_a_secret_that_is_given_away_is_found(begun: Begun) -> None:
    """What `hexlaw check` would refuse (HX416): nobody may look into a chest that holds much."""
    leaking = "rule look.rich [1]\n  forbids look.at\n  when c.coins > 2\n"
    game, rng = begun(LAW + leaking, PIECES), Random("x")
    for text in ("look", "ann"):
        game.answer(game.meant(text))
    others = [otherwise(game.machine, "reds", rng) for _ in range(10)]
    assert any(seen_by(other, "reds") != seen_by(game.machine, "reds") for other in others)
