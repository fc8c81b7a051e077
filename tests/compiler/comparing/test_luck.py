"""Luck taken out of the difference of two laws: it moves no mean, on equal law and on a known effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from hexlaw.compiler.comparing import luck
from hexlaw.compiler.comparing.certainty import ALARM
from hexlaw.compiler.comparing.luck import MOST, Fall, Level, Meter, Weighed, lucks, subtracted
from hexlaw.compiler.comparing.noted_games import play_noted
from hexlaw.compiler.comparing.pairs import arena
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import compare
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import player
from hexlaw.runtime.play.trials import evaluator

Sides = Callable[[str, str], tuple[Side, Side]]
Module = Callable[..., str]
FACES = range(1, 7)
MEAN = Fraction(7, 2)
THREE = [list(dice) for dice in product(FACES, repeat=3)]
SHARES = (Fraction(1, 10), Fraction(1, 4), Fraction(-1, 3), Fraction(3))
QUICK = "greedy:12"  # which shoves, and so throws
CHARGES = """\
chapter [ST 1] "A whole herd comes along"

rule push.any-charge [ST 1.1]
  at step push.charge
  when b is s.pusher and b is not horned
  doubles it
"""


def falls(dice: Sequence[int]) -> list[Fall]:
    """The luck of dice that are counted together; a six of the first makes each later pip count twice."""
    times = 2 if dice[0] == 6 else 1
    weights = [1] + [times] * (len(dice) - 1)
    return [Fall(w * (d - MEAN), w * (1 - MEAN), w * (6 - MEAN)) for d, w in zip(dice, weights, strict=True)]


def won(dice: Sequence[int], needed: int) -> Fraction:
    """A game that is won by so many pips."""
    times = 2 if dice[0] == 6 else 1
    return Fraction(int(dice[0] + times * sum(dice[1:]) >= needed))


@pytest.mark.parametrize("share", SHARES)
def test_over_all_falls_of_the_dice_nothing_is_subtracted_however_much_is_held_back(share: Fraction) -> None:
    found = [subtracted(falls(dice), share) for dice in THREE]
    assert sum(found) == 0
    assert max(map(abs, found)) <= MOST
    assert len(set(found)) > 10


@pytest.mark.parametrize("share", SHARES)
def test_a_known_effect_stays_what_it_is_to_the_last_figure(share: Fraction) -> None:
    left = [won(d, 10) - won(d, 12) - (subtracted(falls(d), share) - subtracted(falls(d[::-1]), share)) for d in THREE]
    effect = sum(won(d, 10) - won(d, 12) for d in THREE) / len(THREE)
    assert effect > 0
    assert sum(left) / len(THREE) == effect


def test_what_dice_decide_has_less_variance_without_luck() -> None:
    level, random = Level(), Random("two games with dice of their own")
    plain = []
    for seed in range(600):
        ours, theirs = ([random.choice(FACES) for _ in range(3)] for _ in range(2))
        plain.append(won(theirs, 11) - won(ours, 11))
        level.add(plain[-1:], [(falls(ours), falls(theirs))], f"seed {seed}")
    assert level.share > 0
    assert luck.variance(level.values.counts) * level.reach**2 < sum(x * x for x in plain) / len(plain) / 2


def sweep(name: str, pairs: int, needed: int) -> tuple[bool, Level]:
    """A sweep of games with dice of their own, looked at after each pair: whether 0 was ever left out, and its end."""
    level, random, alarmed = Level(), Random(name), False
    for seed in range(pairs):
        ours, theirs = ([random.choice(FACES) for _ in range(3)] for _ in range(2))
        level.add([won(theirs, needed) - won(ours, 11)], [(falls(ours), falls(theirs))], f"{name} {seed}")
        alarmed = alarmed or level.values.rules_out_0()
    return alarmed, level


def test_equal_laws_raise_no_more_false_alarms_than_allowed() -> None:
    assert sum(sweep(f"equal {number}", 60, 11)[0] for number in range(100)) <= 100 * ALARM


def test_the_bounds_hold_a_known_effect() -> None:
    truth = sum(won(d, 9) - won(d, 11) for d in THREE) / len(THREE)
    found = [sweep(f"known {number}", 150, 9)[1].difference(ALARM)[1] for number in range(20)]
    assert sum(bounds.low <= truth <= bounds.high for bounds in found) >= 19
    assert any(bounds.low > 0 for bounds in found)


def test_throws_with_the_same_prospects_under_both_laws_count_for_nothing() -> None:
    half = (Fraction(1, 2),) * 2
    one, other = (Weighed(half, ((Fraction(0),), (Fraction(most),)), 1) for most in (2, 4))
    assert lucks([one, one], [one, other], 1) == ((("1 -1 1",),), (("2 -2 2",),))
    assert lucks([one], [one], 1) == (((),), ((),))


def test_without_a_worth_of_positions_the_difference_is_as_it_fell() -> None:
    level = Level(known=False)
    level.add([Fraction(1)], [([], [])], "s")
    assert level.difference(ALARM)[0] == 1


def test_the_lead_that_is_weighed_is_the_one_that_the_game_comes_to(sides: Sides, module: Module) -> None:
    base, other = sides("tutorial", module(CHARGES))
    table = arena(compare(base, other), "last-fine-day", [QUICK], 50_000).base
    game = table.prepared.game("s")
    names = game.law.graph.choices["side"].values
    meter = Meter(names, table.recorded)
    seen: list[tuple[Fraction, Fraction]] = []

    def throw(at: Game) -> None:
        meter.throw(at)
        lead = Fraction(at.worth(names[0])) - Fraction(at.worth(names[1]))
        seen.append((meter.weighed[-1].leads[meter.weighed[-1].fell][0], lead))

    play_out(game, {side: player(QUICK, f"s/{side}") for side in names}, throw=throw)
    assert len(seen) > 2
    assert all(weighed == come_to for weighed, come_to in seen)
    assert any(w.of_side(0).least != w.of_side(0).most for w in meter.weighed)


def test_weighing_the_dice_changes_no_game_and_notes_nothing(
    sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, other = sides("tutorial", module(CHARGES))

    def pair(most_ways: int) -> object:
        monkeypatch.setattr(luck, "MOST_WAYS", most_ways)
        data = arena(compare(base, other), "last-fine-day", [QUICK], 50_000).pair("s", 0)
        found = data.as_data()
        return [found[law].pop("luck") for law in ("base", "variant")], found

    weighed, unweighed = pair(216), pair(0)
    assert weighed[0] != unweighed[0]  # type: ignore[index]
    assert weighed[1] == unweighed[1]  # type: ignore[index]
    assert unweighed[0] == [[[], []], [[], []]]  # type: ignore[index]


def test_a_lead_is_noted_after_each_turn_and_the_last_is_that_of_the_end(sides: Sides) -> None:
    """The day has eight rounds, after which it is over."""
    base, other = sides("tutorial", "tutorial")
    table = arena(compare(base, other), "last-fine-day", ["random"], 50_000).base
    game = play_noted(table, "s", {"sunside": "random", "shadeside": "random"}, 50_000)
    ours, theirs = ([Fraction(lead) for lead in leads] for leads in game.played.leads)
    assert len(ours) == 8
    assert ours == [-lead for lead in theirs]
    end = evaluator(table.prepared.agenda.law, game.states[-1].position)
    worth = table.prepared.setup.worth
    assert worth is not None
    assert ours[-1] == end.value(worth, {"side": "sunside"}) - end.value(worth, {"side": "shadeside"})
    assert len(set(ours)) > 1
