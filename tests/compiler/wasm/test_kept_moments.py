"""How a game stood earlier: few stands are kept, and those between are made again from the answers."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import begin_game
from hexlaw.compiler.wasm.following import target_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import KEPT_LAST, Game
from hexlaw.runtime.play.questions import DONE, ByLot

MAX_BYTES = 3_000_000 / 500
"""What an answer in the tutorial may keep: a game of five hundred answers is to stay under 3 MB."""


@pytest.fixture
def game() -> Game:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    begun = begin_game(compilation, "last-fine-day", Configuration(), "1", Diagnostics())
    assert begun is not None
    assert target_of(begun) is not None
    return begun


def go_on(game: Game, random: Random) -> None:
    """Answers by chance, and ends a part seldom."""
    while isinstance(game.question, ByLot):
        game.throw()
    options = game.options()
    going = [option for option in options if option != DONE] if random.random() < 0.95 else []
    game.put(random.choice(going or options))


def text(game: Game) -> tuple[str, str]:
    return game.text(), str(game.question)


def test_a_long_game_keeps_few_bytes_of_each_answer(game: Game) -> None:
    random = Random(1)
    for _ in range(100):  # until what is found once for the law is there
        go_on(game, random)
    gc.collect()
    tracemalloc.start()
    before, number = tracemalloc.get_traced_memory()[0], len(game.entries)
    while len(game.entries) < number + 200:
        go_on(game, random)
        assert game.position
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert kept / (len(game.entries) - number) < MAX_BYTES


def test_each_moment_is_as_it_was_whatever_was_asked_before(game: Game) -> None:
    random, stood = Random(2), dict[int, tuple[str, str]]()
    while len(game.entries) < 150:
        stood[len(game.entries)] = text(game)
        go_on(game, random)
    now = text(game)
    numbers = [*stood]
    random.shuffle(numbers)
    for number in [*numbers, *reversed([*stood]), *stood]:
        then = game.as_it_was(number)
        assert (text(then), then.entries) == (stood[number], game.entries[:number])
    assert text(game) == now
    go_on(game, random)


def test_answers_are_taken_back_beyond_the_last_that_are_kept(game: Game) -> None:
    random, stood, most = Random(3), dict[int, tuple[str, str]](), 0
    while most <= 2 * KEPT_LAST:
        stood[len(game.entries)] = text(game)
        go_on(game, random)
        most = game.undoable
    assert game.as_it_was(len(game.entries) - 6)  # stands that are made again are forgotten with what is taken back
    while game.undoable:
        game.undo()
        assert text(game) == stood[len(game.entries)]
    ended = {number: stood[number] for number in stood if number <= len(game.entries)}
    for _ in range(2 * KEPT_LAST):
        ended[len(game.entries)] = text(game)
        go_on(game, random)
    assert {number: text(game.as_it_was(number)) for number in ended} == ended
