"""Games in which sides act unseen or out of turn: each a new module that puts a shipped library to use."""

from __future__ import annotations

from pathlib import Path

from hexlaw.compiler.recipes import recipes
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


PLOTS = """chapter [plotted] "Plotted fire"

sequence game also
  before half:
    phase plotting [plotted 1] for each s in {reds, blues} by s at once:
      phase pens
    phase opening [plotted 2]
"""
LOSSES = """
rule comes-down.hits [plotted 2]
  after comes-down
  then:
    for each piece p in h:
      remove p
"""


def plotted_game() -> str:
    """A module in the current folder in which both sides write down at once where they fire."""
    new_module("plotted", None)
    Path("plotted/04-plotted.law").write_text(PLOTS, "utf-8")
    new_recipe("plotted-fire", "./plotted", {"plotting": "pens", "opening": "opening"})
    Path("plotted/04-plotted.law").write_text(PLOTS + LOSSES, "utf-8")
    return "./plotted"


def game_of_shots() -> str:
    """A module in the current folder in which each step within two hexes of an enemy may draw fire."""
    new_module("shots", None)
    of_shots = next(name for name in recipes() if name.startswith("opportunity"))
    new_recipe(of_shots, "./shots", {"turn": "half"})
    pieces = "  ruby: {kind: piece, side: reds, at: A1}\n  bess: {kind: piece, side: blues, at: A4}\n"
    Path("shots/situations/first-race.yaml").write_text(f"board: field\npieces:\n{pieces}", "utf-8")
    return "./shots"
