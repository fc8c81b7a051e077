"""Laws of a few lines at which games stop, and laws by lot: the product goes as far as the old machine, and alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lot.asking import mended
from lot.by_lot import a_law
from lot.properties import prepared_of as prepared_by_lot
from reference.begun import begun
from rotation import WHOLE, drawn
from tests.stops.stops import MANIFEST, Stop, read_stops

from hexlaw.compiler.situations.games import Prepared
from hexlaw.runtime.play.questions import DONE, ByLot

from .alike import BothStop, by_product, prepared_of, same, under_way

pytest.importorskip("wasmtime")

LONG = {"nothing changes", "it goes on and on and asks nobody", "it goes on and on and nobody has an answer"}
"""Laws that go on for seconds until a bound ends it."""
APART = {"asked too deep in each other", "more work than is granted"}
"""Bounds of the evaluator in Python, two minutes away."""
LEFT_OUT = APART if WHOLE else APART | LONG
STOPS = [one for one in read_stops().values() if not (one.ask or one.looks or one.name in LEFT_OUT)]
MOST = 24


def begun_alike(prepared: Prepared, seed: str) -> list[Any]:
    """The game of the product and that of the old machine; nothing where the law lets neither begin."""
    games: list[Any] = []
    with suppress(BothStop):
        same([by_product, begun], lambda begin: games.append(begin(prepared, seed)))
    return games


def played_alike(prepared: Prepared, seed: str, answers: Callable[[Sequence[Any]], Iterator[Any]]) -> None:
    """Gives both the same answers until the law stops both, one is refused, or it is enough."""
    games = begun_alike(prepared, seed)
    if not games:
        return
    with suppress(BothStop):
        for answer in answers(games):
            if not same(games, lambda game, answer=answer: game.allows(answer)):
                break
            same(games, lambda game, answer=answer: game.put(answer))
            same(games, lambda game: (game.question, under_way(game)))
    assert games[0].entries == games[1].entries


def as_written(stop: Stop) -> Callable[[Sequence[Any]], Iterator[Any]]:
    return lambda games: (same(games, lambda game, text=text: game.meant(text)) for text in stop.answer)


def by_lot(lot: Random) -> Callable[[Sequence[Any]], Iterator[Any]]:
    def answers(games: Sequence[Any]) -> Iterator[Any]:
        game = games[0]
        while game.question is not None and len(game.entries) < MOST:
            by_chance = isinstance(game.question, ByLot)
            yield (
                same(games, lambda game: game.drawn())
                if by_chance
                else lot.choice(same(games, lambda game: game.options()))
            )

    return answers


OTHERWISE = ("a number too large to be remembered of", "a pick where no side acts")
"""Memories are kept in cells, which have bounds; who picks is known as soon as the pick is asked for."""


@pytest.mark.parametrize(
    "stop", drawn([stop for stop in STOPS if stop.name not in OTHERWISE], 24), ids=lambda stop: stop.name
)
def test_a_law_stops_both_at_the_same_answer(stop: Stop, bench: Any) -> None:
    name = re.sub("[^a-z]+", "-", stop.name).strip("-")
    folder = bench.write(stop.text, name=name, words=False, manifest=MANIFEST.format(name=name), files=stop.files)
    prepared = prepared_of(bench.compiled(folder), "x")
    played_alike(prepared, "1", as_written(stop))
    played_alike(prepared, "2", by_lot(Random("2")))


STOPS_AMID = "oracle 2026-11-30/38"
"""Where this law stops as answers are listed, what goes on without a value looked where nothing is."""


@pytest.mark.parametrize("lot", [*(f"oracle/{number}" for number in range(16 if WHOLE else 3)), STOPS_AMID])
def test_a_law_by_lot_is_played_alike(lot: str, tmp_path: Path) -> None:
    law = mended(a_law(lot), tmp_path / "lot")
    prepared = prepared_by_lot(law, tmp_path / "lot")
    for seed in ("1", "2"):
        played_alike(prepared, seed, by_lot(Random(seed)))


PAST_A_BREACH = "oracle 2026-11-30/20"
"""A prohibition asks for a reach, and a step is over only when nobody has taken what it offers; then it breaks what is
required. The way ends there. The old machine does not catch that, and its list of answers is lost."""


def test_a_reach_past_what_is_required_stops_the_old_machine_alone(tmp_path: Path) -> None:
    prepared = prepared_by_lot(mended(a_law(PAST_A_BREACH), tmp_path / "lot"), tmp_path / "lot")
    games = begun_alike(prepared, "1")
    with pytest.raises(AssertionError, match=r"by the old machine .*Broken: "):
        put_alike(games, by_lot(Random("1")))
    assert DONE in games[0].options()


def put_alike(games: Sequence[Any], answers: Callable[[Sequence[Any]], Iterator[Any]]) -> None:
    for answer in answers(games):
        same(games, lambda game, answer=answer: game.put(answer))
