"""What rules of the shipped games say, drawn by lot: `pytest tests/rules/test_sentences_of_games.py --renew`
writes what comes out now.

A block is the id of a rule with its sentences behind `> `, what bears on it below. One that its game has no more is
taken out by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain
from hexlaw.runtime.words.steps import deeper

GAMES = sorted(Path(__file__).with_name("sentences").glob("*.txt"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_rules_of_a_game_say_what_was_read(file: Path, golden: Callable[[Path, str, list[str]], None]) -> None:
    compilation = compile_modules(file.stem, Diagnostics())
    assert compilation is not None
    words = Words(compilation.graph)
    blocks = file.read_text("utf-8").split("\n\n")
    assert len(blocks) >= 15
    for block in blocks:
        rule = compilation.graph.rules[block.partition("\n")[0].removeprefix("# ")]
        lines = [*words.rule(rule), *(line for x in words.exceptions(rule) for line in deeper(x.lines))]
        golden(file, block, ["  " * line.depth + plain(line.said) for line in lines])
