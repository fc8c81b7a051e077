"""Games in which sides do something unseen: each a new module that puts a shipped library to use."""

from __future__ import annotations

from pathlib import Path

from hexlaw.compiler.scaffold import new_module, new_recipe

HIDING = """chapter [hidden] "Set-up"

sequence game also
  before game-round:
    phase hiding [hidden 1] for each s in {reds, blues} by s
"""
LAIRS = """
rule is-no-lair-for.open [hidden 1]
  when h.ground is open
  h is-no-lair-for k
"""
HIDDEN = """board: field
pieces:
  ruby: {kind: piece, side: reds, at: A1}
  rose: {kind: lurker, side: reds}
  bess: {kind: piece, side: blues, at: A6}
  bill: {kind: lurker, side: blues}
winner: won-by(game)
"""


def hidden_game() -> str:
    """A module in the current folder in which both sides begin by hiding a piece."""
    new_module("hidden", None)
    Path("hidden/04-hiding.law").write_text(HIDING, "utf-8")
    new_recipe("hidden-placement", "./hidden", {"hiding": "hiding"})
    Path("hidden/04-hiding.law").write_text(HIDING + LAIRS, "utf-8")
    Path("hidden/situations/first-race.yaml").write_text(HIDDEN, "utf-8")
    return "./hidden"
