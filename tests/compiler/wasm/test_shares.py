"""Parts that sides run at once, in the target as in the machine: what each knows, and what becomes of it together."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from held import side_by_side
from under_way import parts_of

from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out
from hexlaw.compiler.wasm.following import target_of
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.seats import begun
from hexlaw.runtime.play.game import Broken, Game
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

from .played import prepared
from .ponds import WORDS, Pond, alike

pytest.importorskip("wasmtime")

SEA = """board: sea
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C], lengths: [5], shifted: second, name: "{line}-{number}"}
hexes: {}
"""
LAW = """choice side
  reds, blues, greys
thing game also
  day: whole = 1
  last: text = ""
  met: boat or none
thing hex also
  fouled: yes/no
thing boat also
  side: side = reds
  plan: hex or none
  marked: yes/no lasting until end of day
  order: leg or none
  legs: set of leg
  name: text = ""
thing float
  stands in hex
  by: side or none
  fresh: yes/no lasting until end of plots
sequence days [1]
  phase day while game.day <= 2:
    phase together for each s in {reds, blues, greys} by s at once:
      phase plots
    phase again for each s in {blues, reds} by s at once:
      phase looks
    phase sailing for each s in {reds, blues, greys} by s
    for each leg o:
      remove o
    set game.day to game.day + 1
order leg
  falls due in sailing
  ship: boat
  to: hex
memory b: boat plotted
memory o: leg noted
tally legs(b: boat): whole
situation calm [1] "A calm sea"
"""
ADVICE = """advice [HA 1] "What a side plays for"
fact worth(s: side): exact
rule worth.plans [HA 1]
  worth(s) is count(boat b where b.side is s and b.plan is not none) + count(boat b where b.side is s and b is marked)
    + count(boat b where b.side is s)
"""
PLOT = """action plot [1]
  open in plots
  pick ship(b: boat) where b.side is acting and b.plan is none
  pick aim(h: hex) from neighbours(b.hex) where not h is off-board
  set b.plan to h
  set game.last to b.name
  set game.met to b
  mark b as marked
  mark h as fouled
  write leg(ship = b, to = h) as made
  set b.order to made
  set b.legs to {made}
  place float in h as marker
  set marker.by to b.side
  mark marker as fresh
rule plot.taken [1]
  forbids plot.aim
  when any boat c where c.plan is h
rule plotted.begins [1]
  after plot.aim
  begins b plotted
rule noted.begins [1]
  after leg
  begins order noted
rule legs.counted [1]
  after plot.aim
  counts 1 towards legs(b)
action sail [1]
  open in sailing
  pick sailed(b: boat) where b.side is acting and b.order is not none and b.order noted
  move b to b.order.to
  set b.plan to none
  set b.order to none
"""
WARP = """action warp [1]
  open in plots
  pick warped(b: boat) where b.side is acting
  pick berth(h: hex) from neighbours(b.hex) where not h is off-board
  move b to h
"""
PEEK = """action peek [1]
  open in plots, looks
  pick peeker(b: boat) where b.side is acting does:
    roll 1d6 as luck
    if luck > 3:
      clear marked from b
"""
SINK = """action sink [1]
  open in plots
  pick sunk(b: boat) where b.side is not acting
  remove b
"""
ALONE = """rule berth [1]
  for each boat b
  requires no boat c in b.hex where c.side is not b.side
"""
SIGHTED = """memory w: boat sighted b: boat
action hail [1]
  open in plots
  pick hailer(b: boat) where b.side is acting
rule sighted.begins [1]
  after hail.hailer
  when w.side is not b.side and distance(w.hex, b.hex) <= 2
  begins w sighted b
rule sighted.lost [1]
  lapses w sighted b
  when distance(w.hex, b.hex) > 2
"""
COUNTED = """memory b: boat near h: hex
tally swaps(b: boat, c: boat): whole
action swap [1]
  open in plots
  pick giver(b: boat) where b.side is acting
  pick taker(c: boat) where c is not b
rule swaps.counted [1]
  after swap.taker
  counts 1 towards swaps(c, c)
rule swaps.enough [1]
  forbids swap.taker
  when swaps(c, c) > 3
rule near.begins [1]
  after swap.taker
  begins c near b.hex
rule near.ends [1]
  lapses b near h
  when distance(b.hex, h) > 1
"""
HIDE = """thing lurker
  stands in hex, secret while hidden
  side: side or none
  hidden: yes/no
  worth: whole = 0 secret
action lie [1]
  open in plots
  pick lair(h: hex) where no lurker k in h where k.side is acting
  place lurker in h as made
  set made.side to acting
  set made.worth to game.day
  mark made as hidden
rule lie.enough [1]
  forbids lie.lair
  when count(lurker k where k.side is acting) > 1
action spy [1]
  open in plots, looks
  pick spied(h: hex) does:
    for each lurker k in h:
      reveal k.hex to acting
"""
ONCE = """action claim [1]
  open in plots
  pick claimed(h: hex) where h is not fouled does:
    mark h as fouled
  pick first(b: boat) where b.side is acting
  set game.last to b.name
"""
STIR = """rule stir [1]
  "In the order in which they came into the game."
  at the start of again
  then:
    for each {kind} k:
      roll 1d6 as stirs
      if stirs > 4:
        remove k
"""
SCATTER = """action scatter [1]
  open in plots
  pick from-here(b: boat) where b.side is acting and b is not marked
  mark b as marked
  for each n in numbers(1, 5):
    place float in b.hex
"""
BID = """thing purse
  side: side
  gold: whole = 5
  bid: whole = 0
  hoard: whole = 3 secret
fact most-of-others(s: side): whole
rule most-of-others.all [1]
  most-of-others(s) is sum(p.bid for purse p where p.side is not s)
action offer-gold [1]
  pick sum(n: whole) from numbers(0, 5)
  for each purse p where p.side is acting:
    set p.bid to n
"""
BIDS = (
    LAW.replace("      phase plots\n", "      demand offer-gold() of s\n")
    .replace("    phase again for each s in {blues, reds} by s at once:\n      phase looks\n", "")
    .replace("until end of plots", "until end of sailing")
)
BID_ADVICE = """advice [HA 1] "What a side plays for"
fact worth(s: side): exact
rule worth.more-than-others [HA 1]
  worth(s) is sum(p.hoard for purse p) - sum(p.bid for purse p where p.side is s)
    + 10 * count(purse p where p.side is s and p.bid > most-of-others(s))
"""
PURSES = (
    "{"
    + ", ".join(
        f"{side}-purse: {{kind: purse, side: {side}, hoard: {n}}}" for n, side in enumerate(("reds", "blues", "greys"))
    )
    + "}"
)
PIECES = """{ann: {kind: boat, side: reds, at: A-2, name: tea}, tim: {kind: boat, side: reds, at: A-5, name: tin},
 bob: {kind: boat, side: blues, at: A-4, name: rum}, jim: {kind: boat, side: blues, at: B-1, name: tar},
 kit: {kind: boat, side: greys, at: C-3, name: oil}}"""
LAWS = {
    "orders": PLOT, "moves": PLOT + WARP, "what breaks together": PLOT + WARP + ALONE,
    "dice": PLOT + PEEK, "what is taken out": PLOT + SINK, "memories": PLOT + WARP + SIGHTED,
    "memories of two": SINK + WARP + COUNTED, "by lot": PLOT + HIDE + STIR.replace("{kind}", "lurker"),
    "what all write": PLOT + ONCE, "many new things": SCATTER + STIR.replace("{kind}", "float"),
    "everything": PLOT + WARP + PEEK + SINK + SIGHTED + COUNTED + HIDE,
}  # fmt: skip


@pytest.fixture
def at_once(bench: Any) -> Any:
    def compile_(law: str, pieces: str = PIECES, words: str = LAW, advice: str = ADVICE) -> Prepared:
        text = f"board: sea\npieces: {pieces}\nwinner: reds\ntells:\n  boats: count(boat b)\n"
        compilation = bench.compiled(words + law + advice, files={"boards/sea.yaml": SEA, "situations/calm.yaml": text})
        return prepared(compilation, "calm")

    return compile_


def printed(both: Prepared) -> Target:
    target = Target(both.agenda, both.setup)
    assert target.refusal == {}
    return target


def by_lot(seed: str) -> Any:
    """Answers by chance, each part with some; the game is left after a hundred."""
    random = Random(seed)

    def answer(game: Game) -> Any:
        if isinstance(game.question, ByLot):
            return game.drawn()
        options = game.options()
        others = [option for option in options if option != DONE]
        answers = others if others and random.random() < 0.6 else options[-1:]
        return random.choice(answers) if len(game.entries) < 100 else None

    return answer


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_it_is_the_same_game_at_every_question(at_once: Any, law: str) -> None:
    both = at_once(law)
    target, questions, ended = printed(both), 0, 0
    for number in range(8):
        account = side_by_side(target, both.game(f"tide {number}"), by_lot(f"{number}"))
        assert account.parting is None
        questions, ended = questions + account.questions, ended + bool(account.values)
    assert questions > 100
    assert ended, "what holds at the end was compared"


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("program", ["random", "greedy"])
def test_programs_play_the_same_game(at_once: Any, law: str, program: str) -> None:
    both = at_once(law)
    target = printed(both)
    for seed in ("ebb", "flow"):
        position = both.setup.position
        named = dict.fromkeys(seats(position), program)
        programs = by_seat_and_side(programs_of(named) or {}, position)
        found = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs)
        game = both.game(seed)
        if law == LAWS["what breaks together"] and found.stopped:
            with pytest.raises(Broken):
                play_out(game, begun(named, game, seed, lambda: target), MAX_ANSWERS)
            assert found.entries[:-1] == game.entries, "the last answer is the one that breaks it"
        else:
            play_out(game, begun(named, game, seed, lambda: target), MAX_ANSWERS)
            assert (found.entries, found.stopped) == (game.entries, 0)


def test_a_program_plans_as_if_the_others_had_done_nothing(at_once: Any) -> None:
    """A bid ends the share of its side, and the last one's all of the part: its plan goes on to where bids meet."""
    both = at_once(BID, PURSES, BIDS, BID_ADVICE)
    target, position = printed(both), both.setup.position
    named = dict.fromkeys(seats(position), "greedy")
    programs = by_seat_and_side(programs_of(named) or {}, position)
    for seed in ("ebb", "flow", "slack"):
        found = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs)
        game = both.game(seed)
        play_out(game, begun(named, game, seed, lambda: target), MAX_ANSWERS)
        assert (found.entries, found.stopped) == (game.entries, 0)


def as_each_sees(game: Game) -> list[object]:
    """What each side may know of a game, and what was answered; also by who looks ahead from here."""
    found: list[object] = [(entry, entry.apart) for entry in game.entries]
    sides = game.law.sides
    found += [game.text(side) for side in sides]
    found += [game.may_read(entry, side) for entry in game.entries for side in sides]
    found += [part.split(" | ")[2:] for part in parts_of(game) if part.startswith("AtOnce: ")]  # whose share is next
    return [*found, game.question, game.undoable, game.text()]


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_a_game_is_followed_through_what_all_do_at_once(at_once: Any, law: str) -> None:
    both, chance = at_once(law), Random(law)
    game, slow = both.game("tide"), both.game("tide")
    assert target_of(game) is not None
    answers = by_lot("ebb")
    for _ in range(60):
        assert as_each_sees(game) == as_each_sees(slow)
        answer = None if game.question is None else answers(game)
        if answer is None:
            break
        ahead, slowly = (one.followed(answer) for one in (game, slow))
        assert ahead is None or slowly is None or as_each_sees(ahead) == as_each_sees(slowly)
        assert (ahead is None) == (slowly is None)
        try:
            slow.put(answer)
        except Broken:
            with pytest.raises(Broken):
                game.put(answer)
            return
        game.put(answer)
        while game.undoable > 1 and chance.random() < 0.3:
            assert game.undo() == slow.undo()
    assert not game.is_evaluated


def scripted(game: Game, *texts: str) -> Any:
    """Gives these answers, and then is done with everything."""
    answers = iter(texts)

    def answer(game: Game) -> Any:
        if isinstance(game.question, ByLot):
            return game.drawn()
        return game.meant(next(answers, DONE))

    return answer


def test_what_ends_a_memory_only_when_all_come_together_ends_it_then(at_once: Any) -> None:
    """What reds has sighted goes out of sight in what blues does at once."""
    both = at_once(WARP + SIGHTED)
    game = both.game("1")
    words = scripted(game, "hail", "ann", DONE, "warp", "bob", "B-5", DONE)
    account = side_by_side(printed(both), game, words)
    assert (account.parting, account.stopped, game.over) == (None, 0, True)
    assert account.values, "how much is remembered is among them"
    assert {w.name for _, (w, _) in game.position.remembered} == {"jim", "kit"}  # not bob, three hexes away


def test_new_things_of_two_sides_are_called_apart(at_once: Any) -> None:
    """Each writes its own `leg-1`; together they are `leg-1` and `leg-2`, and all that speaks of them says so."""
    both = at_once(PLOT)
    game, target = both.game("1"), printed(both)
    until = iter(["plot", "ann", "A-3", DONE, "plot", "bob", "A-3", DONE, DONE])

    def answer(game: Game) -> Any:
        text = next(until, None)
        return None if text is None else game.meant(text)

    assert side_by_side(target, game, answer).parting is None
    things = game.position.things
    assert {"leg-1", "leg-2", "float-1", "float-2"} <= things.keys()
    stepping = target.running
    numbers = {thing.name: number for thing, number in stepping.image.things.items()}
    columns = stepping.layout.columns
    legs = [stepping.image.thing(stepping.cell(columns["thing", "order"] + 8 * numbers[b]), stepping.cell).name
            for b in ("ann", "bob")]  # fmt: skip
    assert legs == ["leg-1", "leg-2"]


def test_kinds_may_call_things_of_different_sorts_by_one_name(pond: Pond) -> None:
    """A boat's mate is a float that it drops, those of a float are boats and floats, each called as all call them."""
    words = WORDS.replace("by s:", "by s at once:").replace("  n: whole", "  mate: float or none\n  n: whole")
    floats = "thing float\n  stands in hex\n  mate: set of float\n  n: boat or none\n"
    words = words.replace("thing boat\n", f"{floats}thing boat\n")
    law = """action drop-one [1]
  open in moving
  pick dropper(u: boat) where u.side is acting and u.n < 5
  place float in u.hex as f
  set f.mate to those float x in u.hex
  set f.n to u
  set u.mate to f
  set u.n to u.n + 1
"""
    games = alike(pond(law, words))
    assert any([*game.position.of_kind("float")] for game in games)
