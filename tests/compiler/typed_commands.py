"""Commands as they are typed, and a game of two watches to type them about."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

ROOT = Path(__file__).resolve().parents[2]


def typed(*words: str, answers: str = "", monkeypatch: pytest.MonkeyPatch | None = None) -> int:
    if monkeypatch is not None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    fixed = words[0] == "play" and not {"--seed", "--resume"} & {*words}  # the same dice each time a test is run
    return main([*words, *(["--seed", "1"] if fixed else [])])


OWN = {
    "module.yaml": "module: own\ntitle: Lamps\nversion: 1.0.0\nsources: {HR: {title: House rules}}\nspeaks-for: [HR]\n"
    "default-source: HR\n",
    "01.law": """chapter [1] "All"

choice side
  gulls, terns

thing game also
  lamps: whole = 0

sequence game [1]
  phase evening:
    phase watch for each s in {gulls, terns} by s

action light [2]
  open in watch
  pick keeper(s: side) from {acting}
  roll 1d6 as wind
  if wind < 4:
    set game.lamps to game.lamps + 1

situation night [3] "One night"
""",
    "cases/01.cases.yaml": """cases:
  - id: light.calm
    shows: [HR 2]
    acting: gulls
    now: watch
    play:
      - light.keeper: gulls
      - roll: {wind: 3}
    ask: game.lamps
    expect: 1
""",
}


SHINES = """
fact shining(lamps: whole): side or none
rule shining.none [4]
  when lamps = 0
  shining(lamps) is none
rule shining.one [4]
  when lamps = 1
  shining(lamps) is gulls
"""


def own(situation: str, **changes: str) -> None:
    for name, text in {**OWN, "situations/night.yaml": situation}.items():
        Path("own", name).parent.mkdir(parents=True, exist_ok=True)
        Path("own", name).write_text(changes.get(Path(name).parent.name, changes.get(name, text)), "utf-8")


def advised(worth: str) -> None:
    """The lamps, with advice to programs that says what a position is worth."""
    own("game: {lamps: 1}\n")
    manifest, law = Path("own/module.yaml"), Path("own/01.law")
    sources = "sources: {HA: {title: Advice, advice: yes}, "
    manifest.write_text(manifest.read_text("utf-8").replace("sources: {", sources), "utf-8")
    law.write_text(f'{law.read_text("utf-8")}advice [HA 1] "Light"\nfact worth{worth}\n', "utf-8")
