"""Throws told as players tell them: who, whom, the numbers, and what the dice did; only what the side can see."""

from __future__ import annotations

from typing import Any

from hexlaw.runtime.law import configure
from hexlaw.runtime.play.frames import Effect
from hexlaw.runtime.play.questions import Throw
from hexlaw.runtime.play.thrown import throw_in_words
from hexlaw.runtime.value import Record

LAW = """record race
  by: boat
  past: boat
quantity speed(u: boat): fathoms
  starts with u.range
  steps lamp
rule speed.lit [2]
  at step speed.lamp
  when u is lit
  adds 2
effect run(r: race) [1]:
  roll 1d6 as pip
  if speed(r.by) + pip > speed(r.past) + 3:
    mark r.by as moored
"""
PHRASES = """words
  record race reads "{by} races past {past}"
  quantity speed reads "the speed of {u}"
"""
DIE = Throw("pip", 1, 6)


def thrown(bench: Any, phrases: str, question: Throw = DIE) -> list[str]:
    compiled = bench.compiled(LAW + phrases)
    pieces = "{a: {kind: boat, at: A-1, lit: yes}, b: {kind: boat, at: A-2}}"
    given = bench.ask(compiled, "a is lit", pieces=pieces)
    race = Record("race", (("by", given.position.things["a"]), ("past", given.position.things["b"])))
    frames = [Effect("run", {"r": race})]
    return throw_in_words(configure(compiled.graph), given.position, frames, question, 5)


def test_a_throw_is_told_with_the_numbers_it_hangs_on(bench: Any) -> None:
    assert thrown(bench, PHRASES) == [
        "a races past b",
        "the speed of a is 6: starts with 4",
        "  increased to 6 by 2: a is lit  [H 2]",
        "the speed of b is 4",
    ]


def test_a_law_without_words_tells_nothing_of_a_throw(bench: Any) -> None:
    assert thrown(bench, "") == []


def test_another_throw_than_the_first_of_the_effect_is_not_made_up(bench: Any) -> None:
    assert thrown(bench, PHRASES, Throw("second", 1, 6)) == []
