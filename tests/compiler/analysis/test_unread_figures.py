"""Figures that a situation gives to the game: whether anything in force there comes to read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.checking.check_modules import check

LAW = """choice side
  reds, blues
thing game also
  day: whole = 1
  days: whole = 9
fact last-day(g: game): whole
  otherwise g.days
sequence game [1]
  phase day while game.day <= last-day(game):
    phase sailing by reds
    set game.day to game.day + 1
situation calm [1] "A calm sea"
"""
CALM = 'chapter [2] "The calm" if situation calm\n'
FOG = 'chapter [3] "Fog" if option fog\n'
RULE = "rule last.calm [2]\n  last-day(g) is 4\n"


def told(module: Path) -> list[tuple[str, str]]:
    return [(d.code, d.message) for d in check(str(module)).diagnostics]


def codes(module: Path) -> set[str]:
    return {code for code, _ in told(module)}


def port(bench: Any, *chapters: str, situation: str = "game: {days: 6}\n") -> Path:
    grid = "map: {grid: {orientation: pointy, lines: [A], lengths: [2]}}\n"
    more = {f"2{n}-more.law": law for n, law in enumerate(chapters)}
    law = LAW + ("option fog [1]\n" if FOG in "".join(chapters) else "")
    module: Path = bench.write(law, name="port", files=more | {"situations/calm.yaml": grid + situation})
    return module


UNREAD = [("HX452", "nothing in `calm` reads `days: 6`: `last.calm` decides")]


ALL = 'chapter [2] "All"\nrule last.all [2]\n  last-day(g) is g.days\n'
SOON = "rule soon [2]\n  at the start of sailing\n  when game.days > 7\n  then:\n    end the game\n"


@pytest.mark.parametrize(
    ("chapters", "expected"),
    [
        ([], []),
        ([CALM + RULE], UNREAD),
        ([CALM + RULE.replace("last-day(g) is", "when g.day > 2\n  last-day(g) is")], []),
        ([FOG + RULE], []),
        ([CALM + RULE + SOON], []),
        ([ALL, CALM + RULE.replace("[2]", "[2]\n  over last.all")], UNREAD),
        ([ALL, CALM + RULE.replace("[2]", "[2]\n  replaces last.all")], UNREAD),
        ([ALL, FOG + RULE.replace("[2]", "[2]\n  replaces last.all")], []),
    ],
    ids=["otherwise", "always", "sometimes", "option", "elsewhere", "over", "replaces", "replaces-in-option"],
)
def test_a_figure_is_told_where_nothing_in_force_comes_to_read_it(
    bench: Any, chapters: list[str], expected: list[tuple[str, str]]
) -> None:
    assert told(port(bench, *chapters)) == expected


def test_what_the_situation_itself_reads_is_read(bench: Any) -> None:
    read = port(bench, CALM + RULE, situation="game: {days: 6}\ntells: {days: game.days}\n")
    assert "HX452" not in codes(read)


def test_a_variant_may_decide_what_its_base_left_to_the_situation(bench: Any) -> None:
    base = port(bench)
    variant = bench.variant(base, CALM + RULE.replace("last.calm", "last.longer"), name="longer")
    assert told(variant) == []
    (variant / "situations").mkdir()
    (variant / "situations/calm.yaml").write_text("game: {days: 16}\n", "utf-8")
    assert told(variant) == [("HX452", "nothing in `calm` reads `days: 16`: `last.longer` decides")]
