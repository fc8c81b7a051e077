"""What is tried apart leaves the game as it was, though both run on one instance of what is printed of their law."""

from __future__ import annotations

from pathlib import Path

from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.workspace.table_games import kept_game
from hexlaw.runtime.explain.throws import behind_a_throw
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.questions import Throw
from hexlaw.runtime.play.replay import steps_again

ROOT = Path(__file__).resolve().parents[2]
AMBUSH = ROOT / "rules" / "panzer-grenadier" / "journals" / "in-ambush-greedy-3.journal"


def test_a_throw_that_is_explained_leaves_hidden_what_the_side_that_moves_does_not_see() -> None:
    """Behind the throws for initiative grenadier-3 goes next to hexes where somebody lies in ambush, whom its side does
    not see: the journal has it go, and so it may."""
    game, entries = (kept := kept_game(AMBUSH, None, Configuration(), DISK)).game, kept.journal.entries
    thrown = 0
    for _ in steps_again(game, entries):
        question = game.question
        if isinstance(question, Throw):
            behind_a_throw(game.law, game.position, game.to_read.frames, question)
            thrown += 1
        if getattr(question, "pick", "") == "go.step":
            break
    assert thrown == 2
    there = game.position.map and game.position.map.find(entries[len(game.entries)].answer)
    assert there is not None
    assert game.allows(there)
