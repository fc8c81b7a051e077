"""What is remembered until something holds: it is looked at after every change that could make that hold."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.runtime.play.game import Game

Begun = Callable[..., Game]
SIGHTED = """thing crate
  stands in hex
memory w: boat has-sighted b: boat [1]
action hail [1]
  open in sailing
  pick hailer(b: boat) where b.side is acting
rule sighted.begins [1]
  after hail.hailer
  when w.side is not b.side
  begins w has-sighted b
rule sighted.out-of-sight [1]
  lapses w has-sighted b
  when distance(w.hex, b.hex) > 2
rule sighted.behind-a-crate [1]
  lapses w has-sighted b
  when any crate c in b.hex
action drop [1]
  open in sailing
  pick where-to(h: hex) does:
    place crate in h
action drive [1]
  open in sailing
  pick driven(b: boat)
  pick off(there: hex) repeatedly from neighbours(b.hex) does:
    move b to there
"""
FOUR = (
    "{red: {kind: boat, at: A-2}, far: {kind: boat, at: A-5, side: blues}, near: {kind: boat, at: A-3, side: blues}, "
    "aboard: {kind: boat, in: near, side: blues}}"
)


def say(game: Game, *answers: str) -> None:
    for text in answers:
        game.answer(game.meant(text))


def sighted(game: Game) -> list[str]:
    return sorted(f"{w.name} {b.name}" for _, (w, b) in game.position.remembered)


def test_what_ends_a_memory_from_its_beginning_lets_it_last_for_no_moment(begun: Begun) -> None:
    game = begun(SIGHTED, FOUR)
    say(game, "hail", "red")
    assert sighted(game) == ["aboard red", "near red"], "far is three hexes away"


def test_who_is_carried_away_loses_sight_as_well(begun: Begun) -> None:
    game = begun(SIGHTED, FOUR)
    say(game, "hail", "red", "drive", "near", "A-4")
    assert sighted(game) == ["aboard red", "near red"]
    say(game, "A-5")
    assert sighted(game) == []


def test_what_neither_names_can_end_a_memory_too(begun: Begun) -> None:
    game = begun(SIGHTED, FOUR)
    say(game, "hail", "red", "drop", "A-2")
    assert sighted(game) == []


def test_who_moves_and_stays_in_sight_is_remembered(begun: Begun) -> None:
    game = begun(SIGHTED, FOUR.replace("A-5", "A-1"))
    say(game, "hail", "red", "drive", "far")
    assert sighted(game) == ["aboard red", "far red", "near red"]
    say(game, "B-1")
    assert sighted(game) == ["aboard red", "far red", "near red"]


WAVING = """thing boat also
  waving: yes/no lasting until end of sailing
memory v: boat has-met w: boat [1]
action wave [1]
  open in sailing
  pick waver(b: boat) where b.side is acting and b is not waving does:
    mark b as waving
    for each boat v where v is waving and v is not b:
      announce meeting(v, b)
      announce meeting(b, v)
event meeting(v: boat, w: boat) [1]
rule met.begins [1]
  after meeting
  begins v has-met w
rule met.parted [1]
  lapses v has-met w
  when w is waving and v is not waving
"""


def test_what_runs_out_at_one_moment_falls_back_together(begun: Begun) -> None:
    """At no time is one boat waving and the other not, whatever they are called and whichever was waving first."""
    for first, other in (("ann", "bob"), ("bob", "ann")):
        game = begun(WAVING, "{ann: {kind: boat, at: A-2}, bob: {kind: boat, at: A-3}}")
        for text in ("wave", first, "wave", other):
            game.answer(game.meant(text))
        assert len(game.position.remembered) == 2
        while not any(entry.answer == "done" for entry in game.entries):
            game.answer(game.meant("done"))
        ann = game.position.things["ann"]
        assert not game.position.value(ann, "waving")
        assert len(game.position.remembered) == 2


HOARDED = """memory b: boat hoards c: boat [1]
action hail [1]
  open in sailing
  pick hailer(b: boat) where b.side is acting
rule hoards.tea [1]
  after hail.hailer
  when b.hold = "tea"
  begins b hoards b
action drift [1]
  open in sailing
  pick drifter(b: boat) where b.side is acting
  pick shore(there: hex) from neighbours(b.hex) where not there is off-board does:
    move b to there
rule hoards.afloat [1]
  after drift.shore
  when b.hold = "tea"
  begins b hoards b
rule berth [1]
  for each boat b
  requires no boat c in b.hex where c is not b
action weigh [1]
  open in sailing
  pick weighed(b: boat) where b.side is acting does:
    if any boat c where b hoards c:
      set b.range to 7
"""


def test_what_rests_on_a_secret_is_still_remembered_when_another_side_has_looked_ahead(begun: Begun) -> None:
    game = begun(HOARDED, "{ann: {kind: boat, at: A-2, hold: tea}, tim: {kind: boat, side: blues, at: B-2, hold: tea}}")
    say(game, "hail", "ann", "done", "drift", "tim")
    assert not game.allows(game.meant("A-2")), "ann is there"
    game.undo()
    game.undo()
    say(game, "done", "weigh", "ann")
    assert game.position.value(game.position.things["ann"], "range") == 7
