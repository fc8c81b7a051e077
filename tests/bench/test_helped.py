"""Questions of a designer (bench/helped.py): `hexlaw help` answers 40 of 60 at once, and 52 among three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FIRST, AMONG_THREE, MOST_SECONDS = 40, 52, 0.1


def test_sixty_questions_in_the_words_of_the_hobby(bench_script: Callable[[str], Any]) -> None:
    made = bench_script("helped").asked()
    assert len(made) == 60
    assert sum(one.place == 1 for one in made) >= FIRST, [one.question for one in made if one.place != 1]
    assert sum(one.place > 0 for one in made) >= AMONG_THREE, [one.question for one in made if not one.place]
    assert sorted(one.took for one in made)[56] < MOST_SECONDS, "19 of 20 are answered in a tenth of a second"
