"""Chance is decided by its name alone, and is fair enough to play with."""

from __future__ import annotations

from collections import Counter

from hexlaw.runtime.play.chance import Chance


def test_the_same_name_gives_the_same_numbers() -> None:
    one, other = Chance("spring"), Chance("spring")
    assert [one.below(6) for _ in range(50)] == [other.below(6) for _ in range(50)]


def test_another_name_gives_others() -> None:
    one, other = Chance("spring"), Chance("autumn")
    assert [one.below(1000) for _ in range(20)] != [other.below(1000) for _ in range(20)]


def test_it_goes_on_from_how_many_were_drawn() -> None:
    whole = Chance("spring")
    numbers = [whole.below(6) for _ in range(30)]
    later = Chance("spring", drawn=20)
    assert [later.below(6) for _ in range(10)] == numbers[20:]


def test_every_face_comes_up_about_as_often() -> None:
    chance = Chance("a long evening")
    counted = Counter(chance.throw(1, 6) for _ in range(6000))
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    assert all(850 < n < 1150 for n in counted.values()), counted  # five standard deviations


def test_dice_thrown_together_are_added() -> None:
    assert {Chance(f"throw {n}").throw(2, 6) for n in range(600)} == set(range(2, 13))


def test_shuffling_loses_nothing() -> None:
    assert sorted(Chance("x").shuffled(range(10))) == list(range(10))
